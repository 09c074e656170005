//! The names of players in the sentences of a plan that has the form of the sheet: `pass: until Anna has passed`.

use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::people::plan::language::Lexicon;
use crate::sheet::{Content, Fault, Node, Refusal, Renamed};
use crate::table::Seat;

/// Returns a plan with the names of seats in place of those of their players, and says so.
pub fn name_seats(board: &Board, seat: Seat, names: &[(String, Seat)], plan: Node) -> (Node, Vec<Fault>) {
    let players = players(&Lexicon::new(board, seat), names);
    let mut faults = Vec::new();
    (named(plan, &players, &mut faults), faults)
}

fn named(node: Node, players: &Renamed, faults: &mut Vec<Fault>) -> Node {
    let span = node.span;
    let content = match node.content {
        Content::Text(text) => {
            let (text, taken) = players.put_into(&text);
            for (name, seat) in taken {
                let why = Refusal::new("taken-as").with("name", name).with("as", seat).with("player", true);
                faults.push(Fault::warning(span, why));
            }
            Content::Text(text)
        }
        Content::List(all) => Content::List(all.into_iter().map(|one| named(one, players, faults)).collect()),
        Content::Map(all) => {
            Content::Map(all.into_iter().map(|(key, value)| (key, named(value, players, faults))).collect())
        }
        content @ (Content::Empty | Content::Implied(_)) => content,
    };
    Node { span, content }
}

/// Returns the names of players that can mean nothing else, with those of their seats.
pub(super) fn players(lexicon: &Lexicon<'_>, names: &[(String, Seat)]) -> Renamed {
    let seat_of = |seat: Seat| lexicon.world.seats.iter().find(|(known, _)| *known == seat);
    let people: Vec<(String, String)> = names
        .iter()
        .filter_map(|(name, seat)| Some((name.clone(), seat_of(*seat)?.1.name.clone())))
        .collect();
    Renamed::new(&people, |name| {
        lexicon.seats.known(name).is_some()
            || lexicon.sides.known(name).is_some()
            || lexicon.regions.known(name).is_some()
            || lexicon.cards.known(name).is_some()
            || lexicon.keys.known(name).is_some()
    })
}
