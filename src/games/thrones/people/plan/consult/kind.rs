//! The kinds of question that a plan is asked, and what tells two questions of a kind apart.

use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::question::Question;

/// Returns `true` for the questions of the Westeros phase. Some are asked in other phases too: a Consolidate Power order may
/// muster, a march may take a port.
pub(in super::super) fn is_of_westeros(question: &Question, board: &Board) -> bool {
    match question {
        Question::Bid { .. }
        | Question::Tie { .. }
        | Question::Disband { .. }
        | Question::Reward { .. }
        | Question::Westeros { .. }
        | Question::Gift { .. } => true,
        Question::Muster { .. } => board.stage < Stage::Planning,
        Question::Pick { .. } | Question::Select { .. } => board.stage < Stage::Planning,
        _ => false,
    }
}

/// Returns the kind of a question, and the parts of its key that tell it from others of its kind.
pub(super) fn place(question: &Question) -> (&'static str, Vec<&str>) {
    match question {
        Question::Bid { on, .. } => ("bid", vec![on]),
        Question::Tie { on, .. } => ("tie", vec![on]),
        Question::Disband { because, .. } => ("disband", vec![because]),
        Question::Muster { .. } => ("muster", vec![]),
        Question::Orders { .. } => ("orders", vec![]),
        Question::Raven { .. } => ("raven", vec![]),
        Question::Reward { .. } => ("reward", vec![]),
        Question::Westeros { card, .. } => ("westeros", vec![card]),
        Question::Pick { what, area, .. } => {
            ("pick", std::iter::once(what.as_str()).chain(area.as_deref()).collect())
        }
        Question::Select { what, .. } => ("select", vec![what]),
        Question::Redraw { battle, .. } => ("redraw", vec![battle]),
        Question::Raid { .. } => ("raid", vec![]),
        Question::March { .. } => ("march", vec![]),
        Question::Support { battle, from, .. } => ("support", vec![battle, from]),
        Question::Card { battle, .. } => ("card", vec![battle]),
        Question::Blade { battle, .. } => ("blade", vec![battle]),
        Question::Casualties { battle, .. } => ("casualties", vec![battle]),
        Question::Retreat { battle, .. } => ("retreat", vec![battle]),
        Question::Ability { battle, .. } => ("ability", vec![battle]),
        Question::TacticMove { what, .. } => ("tactic-move", vec![what]),
        Question::TacticMarch { what, .. } => ("tactic-march", vec![what]),
        Question::Raise { what, .. } => ("raise", vec![what]),
        Question::Quest { .. } => ("quest", vec![]),
        Question::Return { .. } => ("return", vec![]),
        Question::Gift { what, .. } => ("gift", vec![what]),
        Question::TacticDeck { .. } => ("tactic-deck", vec![]),
        Question::TacticCard { .. } => ("tactic-card", vec![]),
    }
}

/// Returns what the key of a question may name besides: where a house musters by an order, or what lets it.
pub(super) fn may_name(question: &Question, part: &str) -> bool {
    match question {
        Question::Muster { points, one, .. } => *one || points.contains_key(part),
        _ => false,
    }
}
