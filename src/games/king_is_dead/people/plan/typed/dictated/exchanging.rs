//! What a dictated Garrison or Ambassador exchanges: `one Welsh and one Roman of Caerleon for a Scot of Deva`, `Caerleon <-> Deva: a
//! Welsh for a Scot`, `Caerleon gives a Welsh to Deva, Deva gives a Scot`.

use super::super::thing::Thing;
use super::super::tree::Reader;
use super::things::Found;
use crate::games::king_is_dead::data::language::Key;
use crate::sheet::{Content, Node};

/// The most followers that go one way.
const MOST: u8 = 2;

/// What an exchange is made of, in its order.
enum Piece {
    Followers(Vec<Node>),
    /// A region, and whether it is said that somebody goes there.
    Region(Node, bool),
}

impl Reader<'_> {
    /// Reads an exchange as the entries of the sheet.
    pub(super) fn exchanging(&self, things: &[Found<'_>]) -> Option<Vec<(Key, Node)>> {
        use Piece::{Followers, Region};
        let pieces = exchange_pieces(things)?;
        let same = |one: &Node, other: &Node| {
            let known = |node: &Node| node.text().and_then(|name| self.lexicon.regions.known(name));
            known(one).is_some() && known(one) == known(other)
        };
        let (from, to, give, take) = match pieces.as_slice() {
            // "A Welsh from Caerleon for a Scot from Deva".
            [Followers(give), Region(from, false), Followers(take), Region(to, false)]
            // "A Welsh to Deva, a Scot to Caerleon".
            | [Followers(give), Region(to, true), Followers(take), Region(from, true)]
            // "A Welsh from Caerleon to Deva for a Scot".
            | [Followers(give), Region(from, false), Region(to, _), Followers(take)]
            // "Caerleon and Deva: a Welsh for a Scot", "from Caerleon to Deva give a Welsh, take a Scot".
            | [Region(from, false), Region(to, _), Followers(give), Followers(take)] => {
                (from, to, give, take)
            }
            // "Caerleon gives a Welsh to Deva, Deva gives a Scot".
            [Region(from, false), Followers(give), Region(to, true), Region(again, false), Followers(take)]
                if same(to, again) =>
            {
                (from, to, give, take)
            }
            // "Caerleon gives a Welsh, Deva gives a Scot".
            [Region(from, false), Followers(give), Region(to, false), Followers(take)]
                if gives_twice(things) || things.iter().any(|found| matches!(found.thing, Thing::For | Thing::BothWays)) =>
            {
                (from, to, give, take)
            }
            // "Caerleon -> Deva a Welsh, Deva -> Caerleon a Scot".
            [
                Region(from, false),
                Region(to, true),
                Followers(give),
                Region(again, false),
                Region(back, true),
                Followers(take),
            ] if same(to, again) && same(from, back) => (from, to, give, take),
            // "A Welsh from Caerleon to Deva, a Scot from Deva to Caerleon".
            [Followers(give), Region(from, false), Region(to, true), Followers(take), Region(again, false), Region(back, true)]
                if same(to, again) && same(from, back) =>
            {
                (from, to, give, take)
            }
            // "A Welsh goes from Caerleon to Deva and a Scot comes back from there".
            [Followers(give), Region(from, false), Region(to, true), Followers(take), Region(again, false)]
                if same(to, again) =>
            {
                (from, to, give, take)
            }
            // "A Welsh goes from Caerleon to Deva, a Scot comes back to Caerleon".
            [Followers(give), Region(from, false), Region(to, true), Followers(take), Region(back, true)]
                if same(from, back) =>
            {
                (from, to, give, take)
            }
            _ => return None,
        };
        let list = |followers: &[Node]| {
            let span = followers.first()?.span;
            Some(Node { span, content: Content::List(followers.to_vec()) })
        };
        if same(from, to) {
            return None;
        }
        let (give, take) = (list(give)?, list(take)?);
        Some(vec![(Key::From, from.clone()), (Key::To, to.clone()), (Key::Give, give), (Key::Take, take)])
    }
}

fn exchange_pieces(things: &[Found<'_>]) -> Option<Vec<Piece>> {
    let mut pieces: Vec<Piece> = Vec::new();
    // The number before a faction, whether a new group begins, and whether the next region is where somebody goes.
    let (mut number, mut parted, mut goes) = (None, true, false);
    for found in things {
        let node = || found.part.node(found.part.text);
        match &found.thing {
            Thing::Number(said) if number.is_none() && *said <= MOST => number = Some(*said),
            Thing::Faction(_) => {
                let group = vec![node(); usize::from(number.take().unwrap_or(1))];
                // "Swap a Scot with a Welsh".
                parted = parted || std::mem::take(&mut goes);
                match pieces.last_mut() {
                    Some(Piece::Followers(all)) if !parted => all.extend(group),
                    _ => pieces.push(Piece::Followers(group)),
                }
                parted = false;
            }
            Thing::Region if number.is_none() => {
                pieces.push(Piece::Region(node(), std::mem::take(&mut goes)))
            }
            // "From there" is where somebody has gone.
            Thing::There if number.is_none() => {
                let last = pieces.iter().rev().find_map(|piece| match piece {
                    Piece::Region(region, _) => Some(region.clone()),
                    Piece::Followers(_) => None,
                });
                pieces.push(Piece::Region(last?, std::mem::take(&mut goes)));
            }
            Thing::To => goes = true,
            Thing::For | Thing::Key(Key::Take | Key::Give | Key::Summon) | Thing::BothWays => parted = true,
            Thing::Key(Key::Exchange | Key::Swap)
            | Thing::Place
            | Thing::From
            | Thing::And
            | Thing::Break => {}
            _ => return None,
        }
    }
    number.is_none().then_some(pieces)
}

/// Returns `true` if two are said to give.
fn gives_twice(things: &[Found<'_>]) -> bool {
    things.iter().filter(|found| matches!(found.thing, Thing::Key(Key::Give))).count() == 2
}
