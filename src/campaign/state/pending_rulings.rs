//! Instructions of rulings that have not been used yet. A later ruling that goes back further keeps them, even those
//! given on a replaced timeline, so they cannot be found on the present timeline alone.

use crate::campaign::state::entries::{Line, Ruling, RulingChange, RulingKind, RulingSecret};
use crate::campaign::state::record::Ruled;
use crate::campaign::state::timeline::adopted;
use crate::ledger::{Entry, Kind};
use serde_json::Value;
use std::collections::BTreeMap;

/// The answers and results that rulings have given and nobody has used yet.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct PendingRulings {
    /// Answers, by the question's key, until they are used.
    pub answers: BTreeMap<String, Ruled>,
    /// Results in place of those of the rules, by key.
    pub outcomes: BTreeMap<String, Ruled>,
}

impl PendingRulings {
    /// Returns the instructions that survive a ruling: a correction keeps all of `self` on top of `then`; a rewind or
    /// forward keeps only `then`, those pending at the point it goes back to.
    pub fn kept(self, what: RulingKind, then: PendingRulings) -> PendingRulings {
        let PendingRulings { mut answers, mut outcomes } = then;
        if what == RulingKind::Rule {
            answers.extend(self.answers);
            outcomes.extend(self.outcomes);
        }
        PendingRulings { answers, outcomes }
    }

    /// Adds the instructions of a ruling.
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

    /// Returns the instructions that were pending before each adopted ruling, by the number of its entry.
    ///
    /// # Errors
    /// If the secret of a ruling cannot be read.
    pub fn before(entries: &[Entry]) -> Result<BTreeMap<u64, PendingRulings>, String> {
        let mut before = BTreeMap::new();
        let mut now = PendingRulings::default();
        // The pending instructions after each entry that changed them.
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
