//! What a plan cannot have of a turn.

use super::Plan;
use super::read::read;
use super::unmet::{unmet, why_asked};
use crate::games::king_is_dead::KingIsDead;
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::cards::placing;
use crate::games::king_is_dead::data::Card;
use crate::games::king_is_dead::data::Options;
use crate::sheet::Refusal;
use crate::sheet::parse;
use crate::table::{Game, RandomTable, Seat};

/// The codes of what a plan, read while its seat is not asked, cannot have when the seat moves first.
fn codes(text: impl Fn(&Board) -> String) -> Vec<String> {
    codes_of(text, unmet)
}

fn codes_of(
    text: impl Fn(&Board) -> String,
    ask: impl Fn(&Plan, Seat, &Board) -> Vec<Refusal>,
) -> Vec<String> {
    let folder = |file: &str| crate::games::embedded("king-is-dead", file).map(str::to_owned);
    let game = KingIsDead::load(&folder, 3, Options::default()).unwrap();
    let board = game.begin(&mut RandomTable::new(1)).unwrap();
    let (text, seat) = (text(&board), board.to_move());
    let other = board.seats().find(|other| *other != seat).unwrap();
    let node = parse(&text).unwrap_or_else(|faults| panic!("{faults:?}: {text}"));
    let reading = read(&board, other, &[], &node);
    let plan = reading.plan.unwrap_or_else(|| panic!("{:?}: {text}", reading.faults));
    ask(&plan, seat, &board).iter().map(|why| why.code().to_owned()).collect()
}

/// Returns a card of a faction that may place in several regions, the names of these, and of one where it may not.
fn places(board: &Board) -> (&'static str, Vec<String>, String) {
    let name = |region| board.world.place(region).name.clone();
    let cards = ["scots", "welsh", "romano-britons"].into_iter();
    let mut all = cards.map(|card| (card, placing::targets(board, Card::from_id(card).unwrap())));
    let (card, legal) = all.find(|(_, legal)| legal.iter().count() > 1).unwrap();
    let far = board.field.open.iter().find(|region| !legal.has(*region)).unwrap();
    (card, legal.iter().map(name).collect(), name(far))
}

#[test]
fn places_that_are_dropped_are_said() {
    let play = |board: &Board, is_far: bool| {
        let (card, near, far) = places(board);
        let first = if is_far { &far } else { &near[1] };
        format!("turns: [{{play: {card}, place: [{first}, {}], summon: anybody}}]", near[0])
    };
    assert_eq!(codes(|board| play(board, true)), ["place-not-bordering"]);
    assert_eq!(codes(|board| play(board, false)), [""; 0]);
}

#[test]
fn a_line_that_is_stuck_is_said() {
    let nowhere = |board: &Board| {
        let (card, _, far) = places(board);
        format!("turns: [{{play: {card}, place: {far}, summon: anybody}}]")
    };
    assert_eq!(codes(nowhere), ["place-must"]);
    let never = |board: &Board| {
        let (card, near, _) = places(board);
        format!("turns: [{{play: {card}, place: {}, summon: anybody, if: Scots hold 5 regions}}]", near[0])
    };
    assert_eq!(codes(never), ["unmet-condition"]);
    assert_eq!(codes(|_| "turns: [pass]".to_owned()), [""; 0]);
}

#[test]
fn whoever_is_asked_although_a_plan_is_on_file_is_told_why() {
    let why = |text: &str| codes_of(|_| text.to_owned(), why_asked);
    assert_eq!(why("turns: [pass]"), [""; 0]);
    assert_eq!(why("turns: [{pass: once, if: somebody has passed}]"), ["unmet-pass"]);
    // It answers: what it cannot have is no reason to ask.
    assert_eq!(why("turns: [{pass: once, if: somebody has passed, otherwise: pass}]"), [""; 0]);
    // The first line is over when it is read; nothing follows.
    assert_eq!(why("turns: [pass: until nobody has passed]"), ["plan-at-end"]);
    assert_eq!(why("{turns: [pass: until nobody has passed], otherwise: pass}"), [""; 0]);
    let never = |board: &Board| {
        let (card, near, _) = places(board);
        format!("turns: [{{play: {card}, place: {}, summon: anybody, if: Scots hold 5 regions}}]", near[0])
    };
    assert_eq!(codes_of(never, why_asked), ["unmet-condition"]);
}
