//! What an order on file musters, sent behind it: `Antler: upgrade to Other` where Antler has Consolidate Power.

use super::language::{self, SECTIONS, Section};
use super::model::Plan;
use super::read_typed;
use super::words::Words;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::OrderKind;
use crate::sheet::{Content, Fault, Node, fold};
use crate::table::{Seat, Typed, TypedLine};

/// Reads lines as what the Consolidate Power orders of a plan muster; `None` if they say anything else.
pub fn read_musters(
    board: &Board,
    seat: Seat,
    names: &[(String, Seat)],
    earlier: &Plan,
    lines: &[TypedLine<'_>],
) -> Option<Typed> {
    let orders = earlier.orders.as_ref().filter(|_| board.stage == Stage::Planning)?;
    let words = Words::new(board, seat);
    let world = &board.world;
    let musters = |name: &Node| {
        let area = words.areas.known(name.text()?)?;
        let order = words.order(world, orders.get(world.area_id(area))?).ok()?;
        let is_it = world.token(order).kind == OrderKind::Consolidate
            && (board.edition.consolidates)(board, area, order).points > 0;
        is_it.then_some(())
    };
    let mut typed = read_typed(board, seat, &[], names, lines);
    let tree = typed.tree.as_mut()?;
    let Content::Map(sections) = &mut tree.content else { return None };
    let [(key, Node { content: Content::Map(areas), .. })] = sections.as_mut_slice() else { return None };
    let is_muster =
        key.text().is_some_and(|name| fold(name) == fold(language::word(SECTIONS, &Section::Muster)));
    if !is_muster
        || typed.faults.iter().any(Fault::is_error)
        || !areas.iter().all(|(area, _)| musters(area).is_some())
    {
        return None;
    }
    key.content = Content::Text(language::word(SECTIONS, &Section::Consolidate).to_owned());
    Some(typed)
}
