//! The kinds of question that a plan is asked, and what tells two questions of a kind apart.

use crate::games::thrones::question::Question;

/// Returns `true` for the kinds of question that belong to the Westeros phase.
pub(super) fn kind_of_westeros(kind: &str) -> bool {
    matches!(kind, "bid" | "tie" | "disband" | "muster" | "reward" | "westeros")
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
        Question::Pick { what, .. } => ("pick", vec![what]),
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
    }
}
