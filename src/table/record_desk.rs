//! A desk for answers that are known beforehand: a campaign's, a replay's, a forecast's, a test's.

use super::{Answered, Desk, Draw, Point, Policy, Refusal, Says, Seat, Seed};
use serde_json::Value;
use std::collections::BTreeMap;

/// A question that neither record nor plan answers.
#[derive(Clone, Copy, Debug)]
pub struct Unanswered<'q> {
    pub seat: Seat,
    /// See [`Query::kind`](super::Query::kind).
    pub kind: &'q str,
    /// See [`Query::key`](super::Query::key).
    pub key: &'q str,
    /// What the plan says short of an answer: `Silent`, `Done`, `Ask` or `Guess`.
    pub says: &'q Says,
    /// `true` if the question only may come up later.
    pub ahead: bool,
}

/// An answer that is not legal where it was to be used.
#[derive(Clone, PartialEq, Debug)]
pub struct Ignored {
    pub seat: Seat,
    /// The key of the question.
    pub key: String,
    pub answer: Value,
    pub why: Refusal,
    /// `true` for an answer on record, `false` for that of a ruling or plan.
    pub on_record: bool,
}

/// Something that happened at a [`RecordDesk`].
#[derive(Clone, PartialEq, Debug)]
pub enum Note {
    /// The rules asked the question with this key, whatever the answer.
    Question(String),
    /// An answer that was not on record is used.
    Answer(Answered),
    Ignored(Ignored),
    /// The newest plan of the seat that is asked says more to a question than it can have.
    Unmet {
        seat: Seat,
        /// The key of the question.
        key: String,
        why: Vec<Refusal>,
    },
    /// Something was shuffled: the new first item is the one that was at `order[0]`, and so on.
    Shuffle {
        label: String,
        order: Vec<usize>,
    },
    /// The rules found a result that a ruling could change.
    Point(Point),
    Event(Value),
}

type Lookup<'a> = Box<dyn Fn(&str) -> Option<Value> + 'a>;
type MayConsult<'a> = Box<dyn Fn(Seat, usize, &str) -> bool + 'a>;
type Silence<'a> = Box<dyn Fn(Unanswered<'_>) -> Policy + 'a>;

/// A [`Desk`] that answers from a record and notes all that happens, in its order.
///
/// As [`new`](Self::new) makes it, it asks about everything that is not on record. What a ruling says, which plans may be
/// consulted and what is to be done about silence can each be added. Read the [notes](Self::notes) when the stage has
/// been played, and make a new desk for the next.
pub struct RecordDesk<'a> {
    answers: Lookup<'a>,
    rulings: Lookup<'a>,
    results: Lookup<'a>,
    plans: MayConsult<'a>,
    silence: Silence<'a>,
    seed: Seed,
    lists: Option<usize>,
    on_record: bool,
    notes: Vec<Note>,
}

impl<'a> RecordDesk<'a> {
    /// Makes a desk over answers by key, which draws from `seed`.
    pub fn new(answers: &'a BTreeMap<String, Value>, seed: Seed) -> Self {
        Self::looking_up(|key| answers.get(key).cloned(), seed)
    }

    /// Makes a desk that looks every answer up with a function.
    pub fn looking_up(answers: impl Fn(&str) -> Option<Value> + 'a, seed: Seed) -> Self {
        RecordDesk {
            answers: Box::new(answers),
            rulings: Box::new(|_| None),
            results: Box::new(|_| None),
            plans: Box::new(|_, _, _| true),
            // What a plan says in part is enough for whoever does not say what the campaign asks.
            silence: Box::new(|asked| match asked.says {
                Says::Part { .. } | Says::IfUnasked { .. } => Policy::Default("part".to_owned()),
                _ => Policy::Ask,
            }),
            seed,
            lists: None,
            on_record: false,
            notes: Vec::new(),
        }
    }

    /// Adds the answers of rulings, by the key of the question. They go before plans.
    pub fn with_rulings(mut self, rulings: impl Fn(&str) -> Option<Value> + 'a) -> Self {
        self.rulings = Box::new(rulings);
        self
    }

    /// Adds the results that rulings put in place of the rules' own, by the key of the [`Point`].
    pub fn with_results(mut self, results: impl Fn(&str) -> Option<Value> + 'a) -> Self {
        self.results = Box::new(results);
        self
    }

    /// Restricts plans: the function gets seat, index (0 is the newest) and key, and returns `true` if that plan may be
    /// consulted about that question.
    pub fn with_plans(mut self, may_consult: impl Fn(Seat, usize, &str) -> bool + 'a) -> Self {
        self.plans = Box::new(may_consult);
        self
    }

    /// Sets what to do with a question that neither record nor plan answers.
    pub fn with_policy(mut self, silence: impl Fn(Unanswered<'_>) -> Policy + 'a) -> Self {
        self.silence = Box::new(silence);
        self
    }

    /// Sets how many legal answers an open question lists; see [`Desk::lists`].
    pub fn listing(mut self, most: usize) -> Self {
        self.lists = Some(most);
        self
    }

    /// Returns the notes so far, in the order in which things happened.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Returns all notes, in the order in which things happened.
    pub fn into_notes(self) -> Vec<Note> {
        self.notes
    }
}

impl Desk for RecordDesk<'_> {
    fn recorded(&mut self, key: &str) -> Option<Value> {
        self.notes.push(Note::Question(key.to_owned()));
        let answer = (self.answers)(key);
        self.on_record = answer.is_some();
        answer
    }

    fn policy(&mut self, seat: Seat, kind: &str, key: &str, says: &Says) -> Policy {
        (self.silence)(Unanswered { seat, kind, key, says, ahead: false })
    }

    fn ahead(&mut self, seat: Seat, kind: &str, key: &str, says: &Says) -> bool {
        (self.answers)(key).is_none()
            && (self.rulings)(key).is_none()
            && (self.silence)(Unanswered { seat, kind, key, says, ahead: true }) == Policy::Ask
    }

    fn lists(&self) -> usize {
        self.lists.unwrap_or(super::desk::LISTED)
    }

    fn answered(&mut self, answered: Answered) {
        self.notes.push(Note::Answer(answered));
    }

    fn ruled(&mut self, key: &str) -> Option<Value> {
        self.on_record = false;
        (self.rulings)(key)
    }

    fn may_consult(&mut self, seat: Seat, number: usize, key: &str) -> bool {
        (self.plans)(seat, number, key)
    }

    fn settled(&mut self, point: &Point) -> Option<Value> {
        self.notes.push(Note::Point(point.clone()));
        (self.results)(&point.key)
    }

    fn unusable(&mut self, seat: Seat, key: &str, answer: &Value, why: &Refusal) {
        let (key, answer, why) = (key.to_owned(), answer.clone(), why.clone());
        self.notes.push(Note::Ignored(Ignored { seat, key, answer, why, on_record: self.on_record }));
    }

    fn unmet(&mut self, seat: Seat, key: &str, why: Vec<Refusal>) {
        // What is answered already may be foreseen once more, and a plan cannot have it twice.
        let is_it = |note: &Note| matches!(note, Note::Answer(answered) if answered.key == key);
        if !self.notes.iter().any(is_it) {
            self.notes.push(Note::Unmet { seat, key: key.to_owned(), why });
        }
    }

    fn draw(&mut self, label: &str) -> Draw {
        self.seed.draw(label)
    }

    fn drawn(&mut self, label: &str, order: &[usize]) {
        self.notes.push(Note::Shuffle { label: label.to_owned(), order: order.to_vec() });
    }

    fn told(&mut self, event: Value) {
        self.notes.push(Note::Event(event));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Source;
    use serde_json::json;

    const SEED: Seed = Seed([7; 32]);

    fn answer(key: &str) -> Answered {
        let source = Source::Default { why: "test".to_owned() };
        Answered { seat: Seat(0), key: key.to_owned(), kind: "bid".to_owned(), answer: json!(0), source }
    }

    #[test]
    fn a_plain_desk_knows_its_answers_and_asks_for_the_rest() {
        let record = BTreeMap::from([("a".to_owned(), json!(1))]);
        let mut desk = RecordDesk::new(&record, SEED);
        assert_eq!(desk.recorded("a"), Some(json!(1)));
        assert_eq!(desk.recorded("b"), None);
        assert_eq!(desk.ruled("b"), None);
        assert!(desk.may_consult(Seat(0), 3, "b"));
        assert_eq!(desk.policy(Seat(0), "bid", "b", &Says::Guess), Policy::Ask);
        assert_eq!(desk.lists(), 60);
        assert_eq!(desk.notes(), [Note::Question("a".to_owned()), Note::Question("b".to_owned())]);
    }

    #[test]
    fn rulings_plans_policy_and_lists_are_what_was_added() {
        let record = BTreeMap::new();
        let mut desk = RecordDesk::new(&record, SEED)
            .with_rulings(|key| (key == "ruled").then(|| json!("by the game master")))
            .with_results(|key| (key == "winner").then(|| json!("stark")))
            .with_plans(|seat, number, key| seat == Seat(1) && number == 0 && key == "new")
            .with_policy(|asked| Policy::Default(format!("{} {} {}", asked.seat, asked.kind, asked.key)))
            .listing(0);
        assert_eq!(desk.ruled("ruled"), Some(json!("by the game master")));
        assert_eq!(desk.ruled("other"), None);
        assert!(desk.may_consult(Seat(1), 0, "new"));
        assert!(!desk.may_consult(Seat(1), 1, "new"));
        let default = Policy::Default("seat 2 bid x".to_owned());
        assert_eq!(desk.policy(Seat(2), "bid", "x", &Says::Silent), default);
        assert_eq!(desk.lists(), 0);
        let point = |key: &str| Point { key: key.to_owned(), found: json!("tyrell"), legal: Vec::new() };
        assert_eq!(desk.settled(&point("winner")), Some(json!("stark")));
        assert_eq!(desk.settled(&point("losses")), None);
        assert_eq!(desk.into_notes(), [Note::Point(point("winner")), Note::Point(point("losses"))]);
    }

    #[test]
    fn notes_are_in_order_and_tell_the_record_from_a_plan() {
        let record = BTreeMap::from([("a".to_owned(), json!(9))]);
        let mut desk = RecordDesk::new(&record, SEED);
        let why = Refusal::new("too-much");
        desk.recorded("a");
        desk.unusable(Seat(0), "a", &json!(9), &why);
        desk.ruled("a");
        desk.unusable(Seat(0), "a", &json!(8), &why);
        desk.answered(answer("a"));
        desk.drawn("deck", &[1, 0]);
        desk.told(json!({"event": "end"}));
        let ignored = |answer: Value, on_record: bool| {
            let (key, why) = ("a".to_owned(), why.clone());
            Note::Ignored(Ignored { seat: Seat(0), key, answer, why, on_record })
        };
        let expected = [
            Note::Question("a".to_owned()),
            ignored(json!(9), true),
            ignored(json!(8), false),
            Note::Answer(answer("a")),
            Note::Shuffle { label: "deck".to_owned(), order: vec![1, 0] },
            Note::Event(json!({"event": "end"})),
        ];
        assert_eq!(desk.notes(), expected);
    }

    #[test]
    fn what_is_answered_is_not_unmet_when_it_is_foreseen_again() {
        let record = BTreeMap::new();
        let mut desk = RecordDesk::new(&record, SEED);
        let why = || vec![Refusal::new("too-much")];
        desk.unmet(Seat(0), "a", why());
        desk.answered(answer("a"));
        desk.unmet(Seat(0), "a", why());
        let unmet = Note::Unmet { seat: Seat(0), key: "a".to_owned(), why: why() };
        assert_eq!(desk.notes(), [unmet, Note::Answer(answer("a"))]);
    }

    #[test]
    fn draws_follow_from_the_seed() {
        let record = BTreeMap::new();
        let mut desk = RecordDesk::new(&record, SEED);
        assert_eq!(desk.draw("deck").number(), SEED.draw("deck").number());
        assert_ne!(desk.draw("deck").number(), desk.draw("other").number());
    }
}
