//! Answers the questions of the rules from a plan. It proposes what is plausible in the position; the question itself
//! decides what is legal, and an illegal proposal is ignored.

mod choices;
mod condition;
mod kind;
mod march;
mod north;
mod realm;
mod unmet;
mod war;
mod wishes;

use super::keys;
use super::model::{Otherwise, Plan};
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::Unit;
use crate::games::thrones::question::Question;
use crate::table::{Open, Refusal, Says, Seat};
pub(super) use kind::is_of_westeros;
use kind::{may_name, place};
pub(super) use north::RECRUITERS;
use serde_json::json;
pub use unmet::{UNMET, unmet};
use wishes::says;

/// Returns what a plan says to a question of its house.
///
/// The path of an answer names the place in the plan, items of lists counted from 1: `marches.2`,
/// `battle.retreat.1`, `orders`.
pub fn consult(plan: &Plan, seat: Seat, question: &Question, board: &Board) -> Says {
    let westeros = is_of_westeros(question, board);
    let speaks = if westeros { plan.westeros == board.turn } else { plan.turn == board.turn };
    if let Some(says) = answer(plan, seat, question, board, speaks) {
        return says;
    }
    if !speaks {
        return Says::Silent;
    }
    let says = match question {
        Question::Bid { on, available, either, .. } => realm::bid(plan, on, *available, *either),
        Question::Gift { what, most } => north::gift(plan, what, *most),
        Question::Tie { choose, tied, .. } => realm::tie(plan, choose, tied),
        Question::Disband { because, amount } => realm::disband(plan, seat, because, *amount, board),
        Question::Muster { points, one, purse } => realm::muster(plan, seat, points, (*one, *purse), board)
            .or_else(|| north::recruits(plan, seat, points, *purse, board)),
        Question::Orders { areas, stars, .. } => realm::orders(plan, seat, areas, *stars, board),
        Question::Raven { orders, look } => realm::raven(plan, seat, orders, *look, board),
        Question::Reward { cards } => realm::reward(plan, cards),
        Question::Westeros { card, cards } => choices::westeros(plan, card, cards),
        Question::Pick { what, area, shown, items } => {
            let tactic = match what.as_str() {
                north::NEXT => north::next(plan, seat, items, board),
                north::YOREN => north::yoren(plan, seat, items, board),
                _ => None,
            };
            let tactic = tactic.or_else(|| north::ability(plan, seat, what, items, board));
            tactic.or_else(|| choices::pick(plan, what, area.as_deref(), shown.as_deref(), items))
        }
        Question::Select { what, unit, least, most, within } => {
            let unit = unit.as_deref().and_then(Unit::from_id);
            let (least, most, within) = (*least, *most, within.as_deref());
            choices::select(plan, seat, &choices::Wanted { what, unit, least, most, within }, board)
        }
        Question::Redraw { battle, card } => war::redraw(plan, seat, battle, *card, board),
        Question::Raid { orders } => war::raid(plan, orders, board),
        Question::March { orders } => march::march(plan, seat, orders, board),
        Question::Support { battle, attacker, defender, .. } => {
            war::support(plan, board.world.seat_id(seat), battle, attacker, defender.as_deref())
        }
        Question::Card { battle, side, hand, .. } => war::card(plan, battle, side, hand),
        Question::Blade { battle, side, decides, .. } => war::blade(plan, battle, side, *decides),
        Question::Casualties { battle, number, units } => {
            war::casualties(plan, seat, battle, *number, units, board)
        }
        Question::Retreat { battle, units, to } => war::retreat(plan, seat, battle, units, to, board),
        Question::Ability { card, choices, .. } => war::ability(plan, card, choices),
        Question::TacticDeck { objectives, .. } => north::deck(plan, objectives),
        Question::TacticCard { hand } => north::card(plan, hand),
        Question::TacticMove { what, inward, most, ways } => {
            north::moves(plan, seat, what, (*inward, *most), ways, board)
        }
        Question::TacticMarch { what, ways, most } => north::marches(plan, what, ways, *most, board),
        Question::Quest { units, .. } => north::quest(plan, seat, units, board),
        Question::Raise { what, areas, most } => north::raise(plan, what, areas, *most, board),
        Question::Return { units, areas, most } => north::come_back(plan, seat, units, (areas, *most), board),
    };
    // What was bid in the Westeros phase, or mustered by its first card, is spent: who can be asked is asked what a tactic card or a
    // won attack brings besides; for the others it serves once more.
    let is_spent = match question {
        Question::Bid { .. } => board.stage >= Stage::Planning,
        Question::Muster { purse, .. } => purse.is_some() && realm::has_mustered(board),
        _ => false,
    };
    let says = match says {
        Some(Says::Answer { value, path }) if is_spent && plan.once && !plan.tentative => {
            Some(Says::Part { value, path })
        }
        // The sheet says so of its list. Where nothing of it can be had a second time, that is its answer.
        Some(Says::Answer { value, path }) if is_spent && plan.once => Some(Says::IfUnasked { value, path }),
        says => says,
    };
    // What a plan says of all that it leaves open, it says of the round it was made for. It must not keep its house from
    // being asked about the next Westeros cards, or for orders that it does not give yet.
    let of_westeros = plan.westeros == plan.turn;
    let early = of_westeros || plan.opening || !plan.north.deck.is_empty();
    let of_this_round = match westeros {
        true => of_westeros,
        false => !early || plan.orders.is_some() || is_deck(question),
    };
    says.unwrap_or(match plan.otherwise.filter(|_| of_this_round) {
        Some(otherwise) => Says::Otherwise { ask: otherwise == Otherwise::Ask },
        None => Says::Silent,
    })
}

/// Returns `true` if a plan that a house makes now bids and musters for what a Westeros phase asks of all, in a game that may ask such
/// things besides. `westeros` is the turn of that phase.
pub fn is_once(board: &Board, seat: Seat, open: &[Open], westeros: u8) -> bool {
    let asks_bids = westeros == board.turn && board.stage >= Stage::Planning;
    let musters = |open: &Open| open.seat == seat && !open.ahead && open.kind == "muster";
    let asks_muster = realm::has_mustered(board) && open.iter().any(musters);
    board.world.north.is_some() && !asks_bids && !asks_muster
}

/// Returns `true` for what the sides of the north are asked before the first round.
fn is_deck(question: &Question) -> bool {
    matches!(question, Question::TacticDeck { .. })
}

/// Returns what `answers` has for a question: by its whole key always, by a short key while the plan speaks.
fn answer(plan: &Plan, seat: Seat, question: &Question, board: &Board, speaks: bool) -> Option<Says> {
    if plan.answers.is_empty() {
        return None;
    }
    let (kind, place) = place(question);
    let prefix = board.key(seat, kind, "");
    plan.answers.iter().find_map(|(key, value)| {
        let dated = keys::is_whole(key);
        let rest = if dated { key.strip_prefix(&prefix)? } else { key.strip_prefix(kind)? };
        if !(rest.is_empty() || rest.starts_with('/')) || !(dated || speaks) {
            return None;
        }
        let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty()).collect();
        // A whole key has all parts of the game's; a short one may leave some out.
        let fits = if dated {
            place.iter().all(|part| parts.contains(part))
        } else {
            parts.iter().all(|part| place.contains(part) || may_name(question, part))
        };
        if !fits {
            return None;
        }
        let value = if kind == "retreat" && value.is_string() {
            json!({"to": value, "lost": {}})
        } else {
            value.clone()
        };
        says(value, format!("answers.{key}"))
    })
}

/// Returns why open questions of a house are asked although it has a plan: what that says to them and cannot have.
pub fn why_asked(plan: &Plan, seat: Seat, open: &[Open], board: &Board) -> Vec<Refusal> {
    let mut all: Vec<Refusal> = Vec::new();
    for open in open.iter().filter(|open| !open.ahead) {
        let Ok(question) = serde_json::from_value::<Question>(open.question.clone()) else { continue };
        let says = consult(plan, seat, &question, board);
        if matches!(
            says,
            Says::Silent | Says::Done | Says::Ask | Says::Otherwise { ask: true } | Says::IfUnasked { .. }
        ) {
            all.extend(unmet(plan, seat, &question, &says, board, false));
        }
    }
    all.dedup();
    all
}

#[cfg(test)]
mod beside_tests;
#[cfg(test)]
mod orders_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unmet_tests;
