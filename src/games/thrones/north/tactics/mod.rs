//! What the tactic cards do: a row for each, by the ids that the data name. Rules: BW, B-101 to B-118.

mod choice;
mod espionage;
mod fighting;
mod hit_and_run;
mod influence;
mod levy;
mod pursuit;
mod sally;
pub(in crate::games::thrones) mod shift;
mod spoils;
mod supplies;

use crate::games::thrones::game::TacticRow;

/// The eighteen tactic cards.
pub const TACTICS: &[TacticRow] = &[
    TacticRow { id: "advanced-planning", abilities: &[supplies::PLAN_AHEAD, supplies::BUY_SUPPLY] },
    TacticRow { id: "detailed-planning", abilities: &[supplies::PLAN_CLOSELY, supplies::SELL_SUPPLY] },
    TacticRow { id: "offensive-manoeuvres", abilities: &[fighting::AGAINST_ODDS, influence::DISCARD] },
    TacticRow { id: "counter-offensive", abilities: &[influence::BID_ANEW, influence::ANNUL] },
    TacticRow { id: "organise-the-defence", abilities: &[fighting::DIG_IN, fighting::HOLD_TOGETHER] },
    TacticRow { id: "redistribute-the-forces", abilities: &[shift::REDISTRIBUTE, pursuit::MARCH_ON] },
    TacticRow { id: "encircle", abilities: &[fighting::ENCIRCLE, fighting::SKULL] },
    TacticRow { id: "pillage", abilities: &[supplies::STEAL, spoils::SACK] },
    TacticRow { id: "prepare-an-ambush", abilities: &[fighting::AMBUSH, fighting::FROM_AFAR] },
    TacticRow { id: "coup-de-main", abilities: &[influence::CHANGE_PLACES, influence::TAKE_BACK] },
    TacticRow { id: "simultaneous-attacks", abilities: &[spoils::REMOVE_ORDER, spoils::PLACE_ORDER] },
    TacticRow { id: "exploration-and-espionage", abilities: &[espionage::EXPLORE, espionage::SPY] },
    TacticRow { id: "fight-on-equal-terms", abilities: &[supplies::IDLE_TOKENS, supplies::PLAIN_ORDERS] },
    TacticRow { id: "breakthrough", abilities: &[fighting::FORCED_MARCH, pursuit::FOLLOW] },
    TacticRow { id: "hit-and-run", abilities: &[hit_and_run::STRIKE, hit_and_run::NEW_ORDERS] },
    TacticRow { id: "call-to-arms", abilities: &[levy::RECRUIT, shift::GATHER] },
    TacticRow { id: "widen-the-net", abilities: &[shift::SPREAD, spoils::DRIVE] },
    TacticRow { id: "martial-flexibility", abilities: &[espionage::FLEXIBILITY] },
];
