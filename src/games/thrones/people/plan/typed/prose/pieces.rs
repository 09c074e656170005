//! The things that a sentence names of what is asked, one after the other, and what they say together.

use crate::games::thrones::people::plan::typed::grammar::Run;
use crate::table::Seat;

/// A thing that a sentence names, or what parts it from the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// A number, at its place.
    Number(u16, usize),
    Auction(String, Run),
    House(Seat, Run),
    Card(Run),
    Place(Run),
    Units(Run),
    /// Units that are not to be given up: those that are named last anyway.
    Spared,
    First,
    Last,
    Break,
}

/// Returns `true` for a thing that is named, and not a word that orders or parts things.
pub(super) fn is_thing(piece: &Piece) -> bool {
    !matches!(piece, Piece::Break | Piece::First | Piece::Last | Piece::Spared)
}

/// Returns a house that is named, and where.
pub(super) fn house(piece: &Piece) -> Option<(Seat, Run)> {
    match piece {
        Piece::House(seat, run) => Some((*seat, *run)),
        _ => None,
    }
}

/// Returns `true` if `first` stands with the first thing, and `last` with the last.
pub(super) fn is_in_order(pieces: &[Piece]) -> bool {
    let all = pieces.iter().filter(|piece| is_thing(piece)).count();
    let before = |at: usize| pieces[..at].iter().filter(|piece| is_thing(piece)).count();
    pieces.iter().enumerate().all(|(at, piece)| match piece {
        Piece::First => before(at) <= 1,
        Piece::Last => before(at) + 1 >= all,
        _ => true,
    })
}

/// Returns what is bid for and how much, each with its place, if every part has one of both or they come in turn.
pub(super) fn pairs(pieces: &[Piece]) -> Option<Vec<(String, Run, u16, usize)>> {
    let pair = |part: &[Piece]| match part {
        [Piece::Auction(on, run), Piece::Number(power, at)]
        | [Piece::Number(power, at), Piece::Auction(on, run)] => Some((on.clone(), *run, *power, *at)),
        _ => None,
    };
    let parts = pieces.split(|piece| *piece == Piece::Break).filter(|part| !part.is_empty());
    let by_parts: Option<Vec<_>> = parts.map(pair).collect();
    by_parts.or_else(|| {
        let all: Vec<Piece> = pieces.iter().filter(|piece| **piece != Piece::Break).cloned().collect();
        let is_number = |piece: &Piece| matches!(piece, Piece::Number(..));
        let in_turn = all.windows(2).all(|two| is_number(&two[0]) != is_number(&two[1]));
        (in_turn && all.len().is_multiple_of(2)).then(|| all.chunks(2).map(pair).collect()).flatten()
    })
}

/// Returns House cards by the places where they are played; those without one behind others go on with their place.
pub(super) fn groups(pieces: &[Piece]) -> Option<Vec<(Option<Run>, Vec<Run>)>> {
    let mut all: Vec<(Option<Run>, Vec<Run>)> = Vec::new();
    for part in pieces.split(|piece| *piece == Piece::Break).filter(|part| !part.is_empty()) {
        let mut places = part.iter().filter_map(|piece| match piece {
            Piece::Place(run) => Some(*run),
            _ => None,
        });
        let (place, second) = (places.next(), places.next());
        let cards: Vec<Run> = part
            .iter()
            .filter_map(|piece| match piece {
                Piece::Card(run) => Some(*run),
                _ => None,
            })
            .collect();
        if second.is_some() || cards.is_empty() {
            return None;
        }
        match all.last_mut() {
            Some((_, last)) if place.is_none() => last.extend(cards),
            // "Eddard, then Robb at Riverrun": where the first is played is not said.
            Some((None, _)) => return None,
            _ => all.push((place, cards)),
        }
    }
    (!all.is_empty()).then_some(all)
}
