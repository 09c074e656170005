//! Who hands the second opinion the answers on record, and holds its view of each question against the engine's.

use crate::record::Note;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A disagreement, in words.
pub type Verdict<T> = Result<T, String>;

/// A question as the second opinion sees it.
pub struct Question<'a> {
    pub house: &'a str,
    pub kind: &'a str,
    pub at: &'a str,
    /// Whether an answer is legal.
    pub legal: &'a dyn Fn(&Value) -> bool,
    /// All legal answers; none if there are too many to count up.
    pub all: &'a dyn Fn() -> Option<Vec<Value>>,
    /// A legal answer by chance, where not all can be counted up.
    pub pick: Option<&'a dyn Fn(&mut fastrand::Rng) -> Value>,
    /// The answer of an absent house, or parts of it; null where it is not looked at.
    pub default: Value,
    /// What the engine's question must show.
    pub shows: Value,
}

#[derive(Default)]
pub struct Clerk {
    notes: BTreeMap<String, Note>,
    taken: BTreeSet<String>,
    turn: u64,
    stage: String,
    /// Orders executed so far.
    pub step: u64,
    /// How often each thing happened.
    pub counts: BTreeMap<String, u64>,
    /// Whether answers come from chance rather than from a record (`None`: from the record).
    pub dice: Option<fastrand::Rng>,
    /// What chance answered, by key.
    pub given: Vec<(String, Value)>,
}

fn in_order(answers: &[Value]) -> BTreeSet<String> {
    let sorted = |answer: &Value| {
        let mut answer = answer.clone();
        if let Some(at) = answer.get_mut("at").and_then(Value::as_array_mut) {
            at.sort_by_key(Value::to_string);
        }
        answer.to_string()
    };
    answers.iter().map(sorted).collect()
}

impl Clerk {
    /// For a stage, with what was noted in it.
    pub fn open(&mut self, turn: u64, stage: &str, notes: Vec<Note>) -> Verdict<()> {
        self.notes.clear();
        self.taken.clear();
        self.given.clear();
        (self.turn, self.stage, self.step) = (turn, stage.to_owned(), 0);
        for note in notes {
            if let Some(twice) = self.notes.insert(note.key.clone(), note) {
                return Err(format!("{} was asked twice", twice.key));
            }
        }
        Ok(())
    }

    /// Everything on record must have been asked here too.
    pub fn close(&self) -> Verdict<()> {
        let left: Vec<&String> = self.notes.keys().filter(|key| !self.taken.contains(*key)).collect();
        if left.is_empty() { Ok(()) } else { Err(format!("asked by the engine alone: {left:?}")) }
    }

    pub fn count(&mut self, what: &str) {
        *self.counts.entry(what.to_owned()).or_default() += 1;
    }

    pub fn ask(&mut self, question: &Question) -> Verdict<Value> {
        let Question { house, kind, at, .. } = question;
        let slash = if at.is_empty() { "" } else { "/" };
        let key = format!("{}/{}/{}/{house}/{kind}{slash}{at}", self.turn, self.stage, self.step);
        self.count(&format!("asked {kind}"));
        if let Some(dice) = &mut self.dice {
            let answer = match question.pick {
                Some(pick) => pick(dice),
                None => {
                    let all = (question.all)().ok_or_else(|| format!("{key}: too many answers"))?;
                    dice.choice(&all).ok_or_else(|| format!("{key}: no legal answer"))?.clone()
                }
            };
            if !(question.legal)(&answer) {
                return Err(format!("{key}: {answer} was picked and is illegal"));
            }
            self.given.push((key, answer.clone()));
            return Ok(answer);
        }
        let Some(note) = self.notes.get(&key) else {
            let all = (question.all)().ok_or_else(|| format!("{key}: not asked by the engine"))?;
            return match all.as_slice() {
                [only] => Ok(only.clone()),
                _ => Err(format!("{key}: not asked by the engine, but legal are {all:?}")),
            };
        };
        self.taken.insert(key.clone());
        let answer = note.answer.clone();
        if !(question.legal)(&answer) {
            return Err(format!("{key}: {answer} is illegal here, {:?}", (question.all)()));
        }
        let default = &question.default;
        let same = match default.as_object() {
            Some(parts) => parts.iter().all(|(name, part)| note.default.get(name) == Some(part)),
            None => default.is_null() || &note.default == default,
        };
        if !same {
            return Err(format!("{key}: an absent house says {default} here, {} there", note.default));
        }
        if !(question.legal)(&note.default) {
            return Err(format!("{key}: the default {} is illegal here", note.default));
        }
        let wrong = note.probes.iter().find(|(probe, legal)| (question.legal)(probe) != *legal);
        if let Some((probe, legal)) = wrong {
            return Err(format!("{key}: the engine says legal={legal} of {probe}"));
        }
        let probes = note.probes.len() as u64;
        let refused = note.probes.iter().filter(|(_, legal)| !legal).count() as u64;
        for (name, wanted) in question.shows.as_object().into_iter().flatten() {
            if note.question.get(name) != Some(wanted) {
                return Err(format!("{key}: {name} is {wanted} here, {} there", note.question[name]));
            }
        }
        if let Some(theirs) = &note.all
            && let Some(ours) = (question.all)()
        {
            let (theirs, ours) = (in_order(theirs), in_order(&ours));
            if theirs != ours {
                let only_theirs: Vec<_> = theirs.difference(&ours).collect();
                let only_ours: Vec<_> = ours.difference(&theirs).collect();
                return Err(format!("{key}: only the engine lists {only_theirs:?}, only we {only_ours:?}"));
            }
            self.count(&format!("lists compared {kind}"));
        }
        *self.counts.entry("answers probed".into()).or_default() += probes;
        *self.counts.entry("answers refused".into()).or_default() += refused;
        Ok(answer)
    }
}
