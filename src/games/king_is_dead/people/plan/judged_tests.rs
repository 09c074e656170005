//! Conditions, progress and wishes on boards set up for them: what a plan makes of a position, one rule at a time.

use super::consult::{Step, step};
use super::judge::{Moment, agreed, holds};
use super::model::{Entry, Otherwise, Place, Plan, Since, Summon, Until, What, Wish};
use super::progress::{over, progress};
use super::{Amount, Condition, Others, Period, Test, Where, Who, consult, wish};
use crate::games::king_is_dead::KingIsDead;
use crate::games::king_is_dead::board::{Board, Hour, Line, Past, Played, Winner};
use crate::games::king_is_dead::cards::{Action, Places, Turn, placing};
use crate::games::king_is_dead::data::{Band, Card, Faction, Options, Region};
use crate::table::{Game, RandomTable, Says, Seat};
use serde_json::json;

fn board() -> Board {
    let folder = |file: &str| crate::games::embedded("king-is-dead", file).map(str::to_owned);
    let game = KingIsDead::load(&folder, 3, Options::default()).unwrap();
    let mut board = game.begin(&mut RandomTable::new(1)).unwrap();
    board.first = Seat(0);
    board
}

fn hour(struggle: u8, step: u8) -> Hour {
    Hour { struggle, step }
}

fn played(seat: u8, card: &str, at: Hour) -> Played {
    Played { seat: Seat(seat), card: Card::from_id(card).unwrap(), at, line: None }
}

fn region(board: &Board, region: Region) -> Where {
    Where::Region(board.world.region_id(region).to_owned())
}

fn true_for(board: &Board, seat: u8, since: Hour, condition: &Condition) -> bool {
    holds(Some(condition), &Moment { board, seat: Seat(seat), since, play: None })
}

/// A condition that holds at any time.
fn always() -> Condition {
    Condition::Count { of: Amount::Struggle, is: Test::AtLeast(1), after: false }
}

#[test]
fn what_is_not_there_is_neither_so_nor_otherwise() {
    let board = board();
    let nowhere = Condition::Resolved(Where::Region("atlantis".to_owned()));
    let moment = Moment { board: &board, seat: Seat(0), since: board.now(), play: None };
    assert!(!holds(Some(&nowhere), &moment));
    assert!(!holds(Some(&Condition::Not(Box::new(nowhere.clone()))), &moment));
    assert!(!agreed(None, Some(&nowhere), &moment), "“unless” of what is not there stops the play");
    let open = Condition::Resolved(region(&board, board.field.row[3]));
    assert!(agreed(None, Some(&open), &moment) && !agreed(Some(&open), None, &moment));
    assert!(!agreed(Some(&always()), Some(&always()), &moment) && agreed(Some(&always()), None, &moment));
}

#[test]
fn cards_count_from_the_moment_that_is_meant() {
    let mut board = board();
    board.struggle = 2;
    board.played.push(played(1, "crown", hour(1, 1)));
    let since = |since| Condition::Played { who: Others::Somebody, card: None, since };
    assert!(true_for(&board, 0, hour(1, 0), &since(Period::Game)));
    assert!(!true_for(&board, 0, hour(1, 0), &since(Period::Struggle)), "the card is of the struggle before");
    assert!(true_for(&board, 0, hour(1, 1), &since(Period::Line)));
    assert!(!true_for(&board, 0, hour(1, 2), &since(Period::Line)), "it was played before the line's turn");
    assert!(!true_for(&board, 1, hour(1, 0), &since(Period::Game)), "one's own card is nobody else's");
    let of = |card: &str| Condition::Played {
        who: Others::Somebody,
        card: Some(card.into()),
        since: Period::Game,
    };
    assert!(
        true_for(&board, 0, hour(1, 0), &of("crown")) && !true_for(&board, 0, hour(1, 0), &of("garrison"))
    );
    board.played.push(played(2, "crown", hour(2, 0)));
    assert!(
        true_for(&board, 0, hour(1, 0), &since(Period::Struggle)),
        "the first turn of a struggle is of it"
    );
}

#[test]
fn the_row_has_an_order_and_the_next_struggle_comes_after_this_one() {
    let mut board = board();
    board.struggle = 3;
    let at = |place: usize| region(&board, board.field.row[place - 1]);
    let next: Vec<bool> =
        (1..=8).map(|place| true_for(&board, 0, board.now(), &Condition::Next(at(place)))).collect();
    assert_eq!(next, [false, false, false, true, false, false, false, false]);
    let before = |first, second| Condition::Before { first: at(first), second: at(second) };
    assert!(true_for(&board, 0, board.now(), &before(2, 5)));
    assert!(
        !true_for(&board, 0, board.now(), &before(5, 2)) && !true_for(&board, 0, board.now(), &before(4, 4))
    );
    let placed = |place| Condition::Placed { region: at(4), place };
    assert!(true_for(&board, 0, board.now(), &placed(4)) && !true_for(&board, 0, board.now(), &placed(5)));
    let contested = |place| Condition::Contested(at(place));
    assert!(
        true_for(&board, 0, board.now(), &contested(3)) && !true_for(&board, 0, board.now(), &contested(4))
    );
}

#[test]
fn a_taken_region_is_led_by_its_owner_and_by_no_number() {
    let mut board = board();
    let (taken, open) = (board.field.row[0], board.field.row[1]);
    board.past.push(Past {
        region: taken,
        winner: Winner::Faction(Faction::Scots),
        first: Seat(0),
        turns: 3,
    });
    board.field.open.remove(taken);
    board.struggle = 2;
    let scots = |region: &Where, by| Condition::Leads {
        who: "scots".into(),
        region: region.clone(),
        by,
        after: false,
    };
    let here = region(&board, taken);
    assert!(true_for(&board, 0, board.now(), &scots(&here, None)));
    for by in [Test::AtLeast(1), Test::AtMost(9), Test::Exactly(0)] {
        assert!(!true_for(&board, 0, board.now(), &scots(&here, Some(by))), "{by:?}");
    }
    *board.field.at_mut(open) =
        [Faction::Scots, Faction::Scots, Faction::Welsh].into_iter().collect::<Band>();
    let there = region(&board, open);
    assert!(true_for(&board, 0, board.now(), &scots(&there, None)));
    assert!(true_for(&board, 0, board.now(), &scots(&there, Some(Test::Exactly(1)))));
    assert!(!true_for(&board, 0, board.now(), &scots(&there, Some(Test::AtLeast(2)))));
    let taken = |who: &str| Condition::Taken { who: who.into(), region: here.clone() };
    assert!(
        true_for(&board, 0, board.now(), &taken("scots"))
            && !true_for(&board, 0, board.now(), &taken("welsh"))
    );
    assert!(true_for(&board, 0, board.now(), &Condition::Resolved(here.clone())));
    assert!(!true_for(&board, 0, board.now(), &Condition::Resolved(there)));
}

#[test]
fn passes_are_those_of_others_in_this_struggle() {
    let mut board = board();
    let somebody = Condition::Passed(Others::Somebody);
    let number = |number| Condition::Count { of: Amount::Passes, is: Test::Exactly(number), after: false };
    assert!(!true_for(&board, 1, board.now(), &somebody), "nobody has had a turn");
    assert!(true_for(&board, 1, board.now(), &number(0)));
    board.step = 1;
    assert!(true_for(&board, 1, board.now(), &somebody), "the first turn was a pass");
    assert!(!true_for(&board, 1, board.now(), &Condition::Passed(Others::All)), "2 has had no turn yet");
    assert!(!true_for(&board, 0, board.now(), &somebody), "one's own pass is not meant");
    assert!(true_for(&board, 0, board.now(), &number(0)) && true_for(&board, 1, board.now(), &number(1)));
    board.played.push(played(0, "crown", hour(1, 0)));
    assert!(!true_for(&board, 1, board.now(), &somebody), "it was a card");
    // The last turn of a seat tells.
    board.step = 4;
    assert!(true_for(&board, 1, board.now(), &Condition::Passed(Others::All)), "0 at last and 2 have passed");
    board.struggle = 2;
    board.step = 0;
    assert!(!true_for(&board, 1, board.now(), &somebody), "passes of the struggle before are over");
}

/// A player who writes "unless there are at least three" means that three are too many.
#[test]
fn the_opposite_of_a_number_leaves_none_out_and_has_none_twice() {
    let count = |is| Condition::Count { of: Amount::Struggle, is, after: false };
    let mut board = board();
    for (number, is) in (1..=8).flat_map(|n| [Test::AtLeast(3), Test::AtMost(3)].map(|is| (n, is))) {
        board.struggle = number;
        let holds = |condition| true_for(&board, 0, board.now(), &condition);
        assert_ne!(holds(count(is)), holds(count(is).opposite()), "{is:?} of {number}");
    }
}

fn play(card: &str) -> Entry {
    let wishes = vec![Wish { card: card.to_owned(), ..Wish::default() }];
    Entry { what: What::Play { wait: None, until: None, wishes }, otherwise: None }
}

fn pass(until: Until) -> Entry {
    Entry { what: What::Pass { until, when: None, unless: None }, otherwise: None }
}

fn plan(since: Hour, turns: Vec<Entry>) -> Plan {
    Plan { since: Since { struggle: since.struggle, step: since.step }, turns, otherwise: None }
}

#[test]
fn cards_end_entries_forwards_and_from_the_beginning_of_the_plan_on() {
    let mut board = board();
    let since = hour(2, 0);
    let plan = plan(since, vec![play("scots"), play("crown"), play("scots"), play("welsh")]);
    let line = |number| Some(Line { since, number });
    let at = |board: &Board| progress(&plan, Seat(0), board).at;
    board.struggle = 3;
    board.played.push(played(0, "scots", hour(1, 0)));
    assert_eq!(at(&board), 0, "a card of before the plan");
    board.played.push(played(1, "scots", hour(2, 1)));
    assert_eq!(at(&board), 0, "a card of somebody else");
    board.played.push(Played { line: line(2), ..played(0, "crown", hour(2, 3)) });
    assert_eq!(progress(&plan, Seat(0), &board), super::progress::Progress { at: 2, since: hour(2, 4) });
    board.played.push(Played { line: line(1), ..played(0, "scots", hour(2, 6)) });
    assert_eq!(at(&board), 3, "the list is never taken back");
    board.played.push(played(0, "garrison", hour(3, 0)));
    assert_eq!(at(&board), 3, "a card that is not in the rest of the list");
    // A card at the very moment of the plan counts; a line of another plan does not name an entry of this one.
    let mut other = self::board();
    other
        .played
        .push(Played { line: Some(Line { since: hour(1, 0), number: 3 }), ..played(0, "scots", since) });
    assert_eq!(at(&other), 1);
}

#[test]
fn a_time_of_passing_is_counted_in_own_turns_and_ends_with_the_struggle() {
    let mut board = board();
    let turns = |board: &Board, times| over(&Until::Turns(times), hour(1, 0), Seat(2), board);
    board.step = 2;
    assert_eq!(turns(&board, 1), None, "the third seat has not had its turn");
    board.step = 3;
    assert_eq!(turns(&board, 1), Some(hour(1, 3)));
    assert_eq!((turns(&board, 0), turns(&board, 2)), (Some(hour(1, 0)), None));
    board.played.push(played(2, "crown", hour(1, 2)));
    assert_eq!(turns(&board, 1), None, "a card is no pass");
    board.step = 6;
    assert_eq!(turns(&board, 1), Some(hour(1, 6)));
    // A pass that was the last turn of its struggle: the time ends where the next begins.
    let past = Past { region: board.field.row[0], winner: Winner::Saxons, first: Seat(0), turns: 6 };
    board.past.push(past);
    (board.struggle, board.step, board.first) = (2, 0, Seat(1));
    assert_eq!(turns(&board, 1), Some(hour(2, 0)));
    assert_eq!(turns(&board, 2), None);
    board.step = 2;
    assert_eq!(turns(&board, 2), Some(hour(2, 2)), "seat 1 begins there, so seat 2 has the second turn");
    // Other times.
    let until = |until: &Until, since| over(until, since, Seat(2), &board);
    assert_eq!(until(&Until::StruggleEnds, hour(1, 4)), Some(hour(2, 0)));
    assert_eq!(until(&Until::StruggleEnds, hour(2, 0)), None);
    assert_eq!(until(&Until::Struggle(2), hour(1, 4)), Some(hour(2, 0)));
    assert_eq!((until(&Until::Struggle(3), hour(1, 4)), until(&Until::End, hour(1, 0))), (None, None));
    let plays = |who: Option<&str>, since, seat| {
        over(&Until::Plays(who.map(str::to_owned)), since, Seat(seat), &board)
    };
    let whose = board.world.seat_id(Seat(2)).to_owned();
    assert_eq!(plays(None, hour(1, 0), 2), None, "one's own card is not waited for");
    assert_eq!(plays(None, hour(1, 2), 0), Some(hour(1, 3)));
    assert_eq!(plays(Some(&whose), hour(1, 0), 0), Some(hour(1, 3)));
    assert_eq!((plays(None, hour(1, 3), 0), plays(Some("nobody"), hour(1, 0), 0)), (None, None));
}

#[test]
fn a_condition_that_ends_a_wait_counts_from_this_struggle() {
    let mut board = board();
    board.struggle = 3;
    let wait = pass(Until::Holds(always()));
    let later = |since| match step(&wait, since, Seat(0), &board) {
        Step::Next(later) => later,
        _ => panic!("the condition holds"),
    };
    assert_eq!((later(hour(1, 4)), later(hour(3, 1))), (hour(3, 0), hour(3, 1)));
}

#[test]
fn what_a_plan_answers_has_a_path_and_its_end_is_as_it_says() {
    let board = board();
    let now = board.now();
    let says = |plan: &Plan| consult(plan, Seat(0), &board);
    let passes = plan(now, vec![pass(Until::Turns(0)), pass(Until::End)]);
    assert_eq!(says(&passes), Says::Answer { value: json!("pass"), path: "turns.2".into() });
    for (otherwise, end) in
        [(None, Says::Done), (Some(Otherwise::Ask), Says::Ask), (Some(Otherwise::Pass), Says::Guess)]
    {
        assert_eq!(says(&Plan { otherwise, ..plan(now, vec![]) }), end, "{otherwise:?}");
    }
    // An entry whose card is gone is done, and not stuck.
    let mut empty = board.clone();
    empty.courts[0].hand = Default::default();
    let gone = Plan { otherwise: Some(Otherwise::Ask), ..plan(now, vec![play("crown"), pass(Until::End)]) };
    assert_eq!(
        consult(&gone, Seat(0), &empty),
        Says::Answer { value: json!("pass"), path: "turns.2".into() }
    );
    // A condition that fails makes an entry stuck: its own fallback counts, and before that of the plan.
    let never = Condition::Not(Box::new(always()));
    let what = What::Pass { until: Until::End, when: Some(never), unless: None };
    let stuck = |own, all| {
        let entry = Entry { what: what.clone(), otherwise: own };
        says(&Plan { otherwise: all, ..plan(now, vec![entry, pass(Until::End)]) })
    };
    let answer = |number: u8| Says::Answer { value: json!("pass"), path: format!("turns.{number}") };
    assert_eq!(stuck(None, None), Says::Done);
    assert_eq!(stuck(Some(Otherwise::Pass), Some(Otherwise::Ask)), answer(1));
    assert_eq!(stuck(Some(Otherwise::Ask), Some(Otherwise::Pass)), Says::Ask);
    assert_eq!(stuck(Some(Otherwise::Skip), Some(Otherwise::Ask)), answer(2));
    assert_eq!(
        (stuck(None, Some(Otherwise::Ask)), stuck(None, Some(Otherwise::Pass))),
        (Says::Ask, answer(1))
    );
}

#[test]
fn a_summons_goes_down_its_list_and_heeds_its_exceptions() {
    let mut board = board();
    let row = board.field.row;
    for region in row {
        *board.field.at_mut(region) = Band::default();
    }
    let band = |factions: &[Faction]| factions.iter().copied().collect::<Band>();
    *board.field.at_mut(row[6]) = band(&[Faction::Scots, Faction::Scots, Faction::Welsh]);
    *board.field.at_mut(row[2]) = band(&[Faction::Welsh]);
    let of = |summon: &Summon| wish::summoned(summon, &board, &board.field).map(|s| (s.faction, s.from));
    let anybody = Summon::default();
    assert_eq!(
        of(&anybody),
        Some((Faction::Scots, row[6])),
        "the furthest region with anybody in it, its largest faction"
    );
    let but = Summon { but: vec!["scots".into()], ..Summon::default() };
    assert_eq!(of(&but), Some((Faction::Welsh, row[6])));
    let not_from = vec![region(&board, row[6])];
    assert_eq!(
        of(&Summon { not_from: not_from.clone(), ..Summon::default() }),
        Some((Faction::Welsh, row[2]))
    );
    let from = |place: usize| Some(region(&board, row[place]));
    assert_eq!(of(&Summon { from: from(6), not_from, ..Summon::default() }), None);
    assert_eq!(of(&Summon { from: from(2), ..Summon::default() }), Some((Faction::Welsh, row[2])));
    assert_eq!(of(&Summon { from: from(0), ..Summon::default() }), None, "nobody is there");
    let scots = Summon { faction: Some("scots".into()), ..Summon::default() };
    assert_eq!(of(&scots), Some((Faction::Scots, row[6])));
    assert_eq!(of(&Summon { from: from(2), ..scots.clone() }), None);
    assert_eq!(of(&Summon { faction: Some("picts".into()), ..Summon::default() }), None);
    // A region that is resolved sends nobody.
    board.field.open.remove(row[6]);
    assert_eq!(wish::summoned(&scots, &board, &board.field), None);
}

#[test]
fn a_follower_that_is_not_there_has_no_second_place() {
    let mut board = board();
    let legal = |faction: &Faction| -> Vec<Region> {
        placing::targets(&board, Card::from_id(faction.id()).unwrap()).iter().collect()
    };
    let faction = Faction::THREE.into_iter().find(|faction| legal(faction).len() > 1).unwrap();
    let (card, legal) = (Card::from_id(faction.id()).unwrap(), legal(&faction));
    let places = Place::Regions(vec![region(&board, legal[1]), region(&board, legal[0])]);
    let wish = Wish {
        card: card.id().to_owned(),
        place: Some(places),
        summon: vec![Summon::default()],
        ..Wish::default()
    };
    let placed = |board: &Board| match wish::play(&wish, Seat(0), board).unwrap().action {
        Action::Place(places) => places,
        other => panic!("{other:?}"),
    };
    assert!(board.field.supply.count(faction) > 1);
    assert_eq!(placed(&board), Places::faction(legal[1], Some(legal[0])), "the order of the wish counts");
    while board.field.supply.count(faction) > 1 {
        board.field.supply.take(faction);
    }
    assert_eq!(placed(&board), Places::faction(legal[1], None));
}

#[test]
fn the_last_card_of_partners_counts_together_at_an_invasion_alone() {
    use crate::games::king_is_dead::board::Ending;
    use crate::games::king_is_dead::ending::verdict;
    let folder = |file: &str| crate::games::embedded("king-is-dead", file).map(str::to_owned);
    let game = KingIsDead::load(&folder, 4, Options::default()).unwrap();
    let mut board = game.begin(&mut RandomTable::new(1)).unwrap();
    for court in &mut board.courts {
        court.followers = Band::default();
    }
    let partner = board.world.partner(Seat(0)).unwrap();
    let others: Vec<Seat> = board.seats().filter(|seat| *seat != Seat(0) && *seat != partner).collect();
    for (step, seat) in [Seat(0), partner, others[0], others[1]].into_iter().enumerate() {
        board.played.push(played(seat.0, "crown", hour(1, step as u8)));
    }
    let rulers = |by| verdict(&board, by).rulers.to_vec();
    assert_eq!(rulers(Ending::Control), [Seat(0)], "whose last card was the earliest");
    assert_eq!(rulers(Ending::Invasion), others, "of whom one played the last card");
    assert_eq!(rulers(Ending::Loyalists), [others[1]]);
    let me = Condition::Wins { who: Who::Me, by: "invasion".into() };
    assert!(true_for(&board, others[0].0, board.now(), &me) && !true_for(&board, 0, board.now(), &me));
}

#[test]
fn ties_crowns_and_differences_are_of_what_they_name() {
    let mut board = board();
    let here = board.field.row[2];
    let tied = Condition::Tied { region: region(&board, here), after: false };
    for (band, is) in [
        (vec![], false),
        (vec![Faction::Scots], false),
        (vec![Faction::Scots, Faction::Welsh], true),
        (vec![Faction::Scots, Faction::Scots, Faction::Welsh], false),
    ] {
        *board.field.at_mut(here) = band.iter().copied().collect::<Band>();
        assert_eq!(true_for(&board, 0, board.now(), &tied), is, "{band:?}");
    }
    let crown = |whose| Condition::Crown { on: region(&board, here), whose };
    let mut crowned = board.clone();
    crowned.field.crowns[1] = Some(here);
    assert!(!true_for(&board, 1, board.now(), &crown(None)));
    assert!(
        true_for(&crowned, 0, board.now(), &crown(None))
            && true_for(&crowned, 1, board.now(), &crown(Some(Who::Me)))
    );
    assert!(!true_for(&crowned, 0, board.now(), &crown(Some(Who::Me))), "it is somebody else's");
    board.courts[0].followers = [Faction::Scots, Faction::Scots].into_iter().collect::<Band>();
    board.courts[1].followers = [Faction::Scots].into_iter().collect::<Band>();
    let scots = |who| Amount::Followers { faction: Some("scots".into()), at: super::Spot::Court(who) };
    let other = Who::Seat(board.world.seat_id(Seat(1)).to_owned());
    let more = |is| Condition::Differ { one: scots(Who::Me), other: scots(other.clone()), is, after: false };
    assert!(true_for(&board, 0, board.now(), &more(Test::Exactly(1))));
    assert!(!true_for(&board, 0, board.now(), &more(Test::AtLeast(2))), "two are one more than one");
    assert!(!true_for(&board, 1, board.now(), &more(Test::AtLeast(1))), "a seat has no more than itself");
}

#[test]
fn conditions_of_a_play_are_judged_after_it() {
    use super::consult::{has_effect, wanted};
    use crate::games::king_is_dead::cards::Play;
    let board = board();
    let card = Faction::THREE
        .into_iter()
        .find(|faction| {
            placing::targets(&board, Card::from_id(faction.id()).unwrap()).iter().next().is_some()
        })
        .unwrap();
    let target = placing::targets(&board, Card::from_id(card.id()).unwrap()).iter().next().unwrap();
    let there = Amount::Followers {
        faction: Some(card.id().to_owned()),
        at: super::Spot::Region(region(&board, target)),
    };
    let now = board.field.at(target).count(card);
    let more = |after| Condition::Count { of: there.clone(), is: Test::AtLeast(now + 1), after };
    let place = Some(Place::Regions(vec![region(&board, target)]));
    let own = Wish { card: card.id().to_owned(), place, ..Wish::default() };
    let summon = vec![Summon { not_from: vec![region(&board, target)], ..Summon::default() }];
    let own = Wish { summon, ..own };
    let play = wish::play(&own, Seat(0), &board).unwrap();
    let moment = Moment { board: &board, seat: Seat(0), since: board.now(), play: None };
    let is_wanted = |when| wanted(&Wish { when: Some(when), ..own.clone() }, &moment, &play);
    assert!(is_wanted(more(true)) && !is_wanted(more(false)));
    assert!(!holds(Some(&more(true)), &moment), "without a play there is no board after it");
    // A play that does nothing is made only if the plan says so.
    let nothing = Play { action: Action::Nothing, ..play };
    assert!(!has_effect(&own, &nothing) && has_effect(&own, &play));
    assert!(has_effect(&Wish { without_effect: true, ..own.clone() }, &nothing));
    assert!(
        has_effect(&Wish { unless: Some(Condition::Effect), ..own }, &nothing),
        "its condition speaks of it"
    );
}

#[test]
fn who_is_in_power_and_what_waits() {
    use crate::games::king_is_dead::board::{Ending, Outcome};
    let mut board = board();
    let by = |by: &str| Condition::Wins { who: Who::Me, by: by.into() };
    board.courts.iter_mut().for_each(|court| court.followers = Band::default());
    assert!(
        !true_for(&board, 0, board.now(), &by("control")),
        "nobody rules by a faction while none has a region"
    );
    for (place, winner) in [Faction::Welsh, Faction::Scots, Faction::Welsh].into_iter().enumerate() {
        let (region, winner) = (board.field.row[place], Winner::Faction(winner));
        board.past.push(Past { region, winner, first: Seat(0), turns: 3 });
    }
    assert!(true_for(&board, 0, board.now(), &by("control")));
    let power = |id: &str| Condition::Power(id.into());
    assert!(
        true_for(&board, 0, board.now(), &power("welsh"))
            && !true_for(&board, 0, board.now(), &power("scots"))
    );
    // A play that waits for a condition passes until then.
    let never = Condition::Not(Box::new(always()));
    let wishes = vec![Wish { card: "crown".into(), without_effect: true, ..Wish::default() }];
    let waits = |wait| Entry {
        what: What::Play { wait: Some(wait), until: None, wishes: wishes.clone() },
        otherwise: None,
    };
    let passes = |entry: &Entry| matches!(step(entry, board.now(), Seat(0), &board), Step::Turn(Turn::Pass));
    assert!(passes(&waits(never)) && !passes(&waits(always())));
    // A pass of before the entry's turn is none of its own.
    let mut late = self::board();
    late.step = 4;
    assert_eq!(over(&Until::Turns(1), hour(1, 1), Seat(0), &late), Some(hour(1, 4)));
    assert_eq!(over(&Until::Turns(1), hour(1, 4), Seat(0), &late), None);
    // When the game is over, no region is contested.
    let here = Condition::Contested(Where::This);
    assert!(true_for(&board, 0, board.now(), &here));
    board.outcome =
        Some(Outcome { by: Ending::Control, rulers: Default::default(), winners: Default::default() });
    assert!(!true_for(&board, 0, board.now(), &here));
}
