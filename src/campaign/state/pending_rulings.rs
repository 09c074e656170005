//! What rulings have said and nobody has used yet. A ruling that goes back further keeps it, also where it was said on a
//! way of the game that is left: so it cannot be found on the present way alone.
//!
//! May use: entries, way. Is used by: fold.

use crate::campaign::state::entries::{Line, Ruling, RulingChange, RulingKind, RulingSecret};
use crate::campaign::state::record::Ruled;
use crate::campaign::state::timeline::adopted;
use crate::ledger::{Entry, Kind};
use serde_json::Value;
use std::collections::BTreeMap;

/// What rulings say in place of seats and of the rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct PendingRulings {
    /// Answers, by key, until they are given.
    pub answers: BTreeMap<String, Ruled>,
    /// What the rules work out, by key.
    pub outcomes: BTreeMap<String, Ruled>,
}

impl PendingRulings {
    /// What stands of it under a ruling of this kind, which goes back to where `then` was said: one that corrects keeps all,
    /// one that goes back or forward only what was said by then.
    pub fn kept(self, what: RulingKind, then: PendingRulings) -> PendingRulings {
        let PendingRulings { mut answers, mut outcomes } = then;
        if what == RulingKind::Rule {
            answers.extend(self.answers);
            outcomes.extend(self.outcomes);
        }
        PendingRulings { answers, outcomes }
    }

    /// What a ruling says itself.
    pub fn says(&mut self, ruling: &Ruling, secret: &RulingSecret) {
        let number = ruling.number;
        for change in &ruling.changes {
            match change {
                RulingChange::Answer { key, .. } => {
                    let value = secret.answers.get(key).cloned();
                    self.answers.extend(value.map(|value| (key.clone(), Ruled { number, value })));
                }
                RulingChange::Outcome { key, value } => {
                    self.outcomes.insert(key.clone(), Ruled { number, value: value.clone() });
                }
                RulingChange::Mail { .. } | RulingChange::Data { .. } | RulingChange::State => {}
            }
        }
    }

    /// What was said before each ruling that was adopted, by its entry.
    ///
    /// # Errors
    /// A ruling's secret cannot be read.
    pub fn before(entries: &[Entry]) -> Result<BTreeMap<u64, PendingRulings>, String> {
        let mut before = BTreeMap::new();
        let mut now = PendingRulings::default();
        // After which entries it became what.
        let mut then: Vec<(u64, PendingRulings)> = Vec::new();
        for entry in entries {
            if let Some(ruling) = adopted(entry) {
                before.insert(entry.seq, now.clone());
                let back = then.iter().rev().find(|(seq, _)| *seq <= ruling.after);
                let back = back.map(|(_, said)| said.clone()).unwrap_or_default();
                now = now.kept(ruling.what, back);
                now.says(&ruling, &Line::from(entry).secret()?.unwrap_or_default());
            } else if entry.kind == Kind::Answered {
                let key = entry.body.get("key").and_then(Value::as_str);
                if key.and_then(|key| now.answers.remove(key)).is_none() {
                    continue;
                }
            } else {
                continue;
            }
            then.push((entry.seq, now.clone()));
        }
        Ok(before)
    }
}
