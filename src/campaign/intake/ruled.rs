//! Questions that the game master has answered for a seat by a ruling: its owner is reminded that this answer counts.

use crate::campaign::intake::problems;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::RulingChange;
use crate::report::model::Problem;
use crate::report::yaml_flow;
use crate::sheet::Refusal;
use std::collections::BTreeMap;

/// Returns the open questions of a seat that a ruling has answered, as warnings.
fn warnings(engine: &Engine<'_>, seat: &str) -> Vec<Refusal> {
    let people = &engine.record.people;
    let changes = people.rulings.iter().flat_map(|given| &given.ruling.changes);
    let own: BTreeMap<&String, &String> = changes
        .filter_map(|change| match change {
            RulingChange::Answer { key, seat: whose, kind } if whose == seat => Some((key, kind)),
            _ => None,
        })
        .collect();
    let ruled = engine.record.game.ruled.iter();
    let ruled = ruled.filter_map(|(key, ruled)| Some((key, ruled, own.get(key)?)));
    ruled
        .map(|(key, ruled, kind)| {
            let why = Refusal::new("ruled-already").with("key", key.clone()).with("ruling", ruled.number);
            let why = why.with("answer", yaml_flow(&ruled.value));
            why.with("kind", kind.as_str()).with("value", ruled.value.clone())
        })
        .collect()
}

/// Returns `true` if a ruling has answered an open question for a seat.
pub(crate) fn is_answered_for(engine: &Engine<'_>, seat: &str) -> bool {
    !warnings(engine, seat).is_empty()
}

/// Warns of questions that the game master has answered for the seat by a ruling: that answer counts, whatever a plan says.
pub(crate) fn warn(engine: &Engine<'_>, submitted: &mut Submitted) {
    for why in warnings(engine, &submitted.seat) {
        let problem = Problem { warning: true, ..problems::refused(&why) };
        if !submitted.problems.contains(&problem) {
            submitted.problems.push(problem);
        }
    }
}
