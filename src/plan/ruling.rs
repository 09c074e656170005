//! Rulings in the section `do:` of the game master: `rule`, `rewind`, `forward`, and the decisions to rule on.

use super::document::Act;
use super::read::Reader;
use super::written_ruling::{RulingSpot, RulingWord, When, WrittenRuling};
use crate::sheet::{self, Fault, Names, Node, Refusal, Span, fold, plain, whole_number};
use serde_json::Value;

/// The entries of a ruling.
const FIELDS: [&str; 10] =
    ["answers", "accept", "refuse", "outcomes", "turn", "stage", "entry", "before", "because", "dispute"];

/// Entries that only the command line has.
const TYPED_ONLY: [&str; 4] = ["data", "edit", "state", "report"];

/// A ruling while it is read.
struct Draft {
    ruling: WrittenRuling,
    spots: Vec<RulingSpot>,
    /// How many points of the past it names.
    points: usize,
    sound: bool,
}

impl Draft {
    fn spot(&mut self, of: &str, span: Span) {
        self.spots.push(RulingSpot { of: of.to_owned(), span });
    }
}

impl Reader<'_> {
    /// Reads `rule`, `rewind` or `forward`; `whole` is the entry it is in, which may have `because` beside it.
    pub(super) fn ruling(
        &mut self,
        word: RulingWord,
        at: &Node,
        value: Option<&Node>,
        whole: &Node,
    ) -> Option<Act> {
        let mut draft = Draft { ruling: WrittenRuling::new(word), spots: Vec::new(), points: 0, sound: true };
        for (key, value) in whole.entries().unwrap_or_default() {
            if fold(key.text().unwrap_or_default()) == "because" {
                self.reason(&mut draft, value);
            }
        }
        match (value.filter(|value| !value.is_empty()), word) {
            (Some(value), _) if value.entries().is_some() => {
                for (key, value) in value.entries().unwrap_or_default() {
                    self.field(&mut draft, key, value);
                }
            }
            (Some(value), RulingWord::Rewind) => self.point(&mut draft, value),
            (Some(value), RulingWord::Forward)
                if value.text().and_then(super::words::truth) == Some(true) => {}
            (None, RulingWord::Forward) => {}
            _ => {
                self.error(at.span, Refusal::new("envelope-ruling").with("word", word_of(word)));
                return None;
            }
        }
        if !draft.sound {
            return None;
        }
        let why = if draft.points > 1 {
            Some(Refusal::new("envelope-ruling-points"))
        } else if word == RulingWord::Rewind && draft.points == 0 {
            Some(Refusal::new("envelope-ruling").with("word", "rewind"))
        } else if matches!(draft.ruling.when, When::Turn { turn: 0, .. }) {
            Some(Refusal::new("envelope-ruling-stage"))
        } else if word == RulingWord::Rule && !draft.ruling.changes_something() {
            Some(Refusal::new("envelope-ruling-nothing"))
        } else if draft.ruling.reason.is_empty() {
            Some(Refusal::new("envelope-ruling-because").with("word", word_of(word)))
        } else {
            None
        };
        if let Some(why) = why {
            self.error(at.span, why);
            return None;
        }
        Some(Act::Ruling { ruling: Box::new(draft.ruling), spots: draft.spots })
    }

    fn reason(&mut self, draft: &mut Draft, value: &Node) {
        match value.text().map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => draft.ruling.reason = text.to_owned(),
            None => {
                draft.sound = false;
                let why = Refusal::new("envelope-ruling-because").with("word", word_of(draft.ruling.word));
                self.error(value.span, why);
            }
        }
    }

    fn point(&mut self, draft: &mut Draft, value: &Node) {
        let text = value.text().unwrap_or_default();
        draft.points += 1;
        draft.spot("when", value.span);
        match When::read(text) {
            Some(when) => draft.ruling.when = when,
            None => {
                draft.sound = false;
                self.error(value.span, Refusal::new("envelope-ruling-point").with("text", text));
            }
        }
    }

    fn field(&mut self, draft: &mut Draft, key: &Node, value: &Node) {
        let written = key.text().unwrap_or_default();
        let mut names = Names::new();
        for field in FIELDS.into_iter().chain(TYPED_ONLY) {
            names.add(field, field);
        }
        names.add("answer", "answers").add("outcome", "outcomes").add("reason", "because").add("to", "to");
        let rules = draft.ruling.word == RulingWord::Rule;
        let field = match names.find(written) {
            Ok(field) => field,
            Err(miss) => {
                draft.sound = false;
                let why = Refusal::new("envelope-ruling-field")
                    .with("name", written)
                    .with("legal", FIELDS.to_vec());
                self.envelope.faults.push(Fault::error(key.span, why).suggest(miss.suggestion()));
                return;
            }
        };
        match field {
            "because" => self.reason(draft, value),
            "dispute" => {
                draft.spot("dispute", value.span);
                draft.ruling.dispute = self.count(draft, field, value);
            }
            "answers" | "outcomes" | "accept" | "refuse" if !rules => {
                draft.sound = false;
                let why = Refusal::new("envelope-ruling-plain").with("word", word_of(draft.ruling.word));
                self.error(key.span, why.with("name", field));
            }
            "answers" => draft.ruling.answers = self.pairs(draft, field, value),
            "outcomes" => draft.ruling.outcomes = self.pairs(draft, field, value),
            "accept" => draft.ruling.accept = self.messages(draft, field, value),
            "refuse" => draft.ruling.refuse = self.messages(draft, field, value),
            _ if TYPED_ONLY.contains(&field) => {
                draft.sound = false;
                self.error(key.span, Refusal::new("envelope-ruling-typed").with("name", field));
            }
            _ if draft.ruling.word == RulingWord::Forward => {
                draft.sound = false;
                let why = Refusal::new("envelope-ruling-plain").with("word", "forward");
                self.error(key.span, why.with("name", field));
            }
            "to" => self.point(draft, value),
            "entry" => {
                draft.points += 1;
                draft.spot("when", value.span);
                if let Some(entry) = self.count(draft, field, value) {
                    draft.ruling.when = When::Entry(entry);
                }
            }
            "before" => {
                draft.points += 1;
                draft.spot("when", value.span);
                match value.text().map(str::trim).filter(|key| !key.is_empty()) {
                    Some(key) => draft.ruling.when = When::Before(key.to_owned()),
                    None => {
                        draft.sound = false;
                        self.error(value.span, Refusal::new("envelope-word").with("section", field));
                    }
                }
            }
            // A turn and its stage are one point.
            "turn" => {
                draft.points += 1;
                draft.spot("when", value.span);
                if let Some(turn) = self.count(draft, field, value) {
                    let turn = u32::try_from(turn).unwrap_or(u32::MAX);
                    let stage = match &draft.ruling.when {
                        When::Turn { turn: 0, stage } => stage.clone(),
                        _ => None,
                    };
                    draft.ruling.when = When::Turn { turn, stage };
                }
            }
            _ => self.stage(draft, value),
        }
    }

    /// Reads the stage of a turn, which may be written before or after it.
    fn stage(&mut self, draft: &mut Draft, value: &Node) {
        let stage = value.text().map(str::trim).filter(|stage| !stage.is_empty()).map(str::to_owned);
        match (&mut draft.ruling.when, stage) {
            (When::Turn { stage, .. }, Some(given)) => *stage = Some(given),
            (when @ When::Latest, stage @ Some(_)) => *when = When::Turn { turn: 0, stage },
            _ => {
                draft.sound = false;
                self.error(value.span, Refusal::new("envelope-ruling-stage"));
            }
        }
        draft.spot("when", value.span);
    }

    fn count(&mut self, draft: &mut Draft, field: &str, value: &Node) -> Option<u64> {
        let number = value.text().and_then(whole_number).filter(|number| *number > 0);
        if number.is_none() {
            draft.sound = false;
            self.error(value.span, Refusal::new("envelope-number").with("section", field));
        }
        number
    }

    /// Reads keys with their values.
    fn pairs(&mut self, draft: &mut Draft, field: &str, value: &Node) -> Vec<(String, Value)> {
        let Some(entries) = value.entries().filter(|entries| !entries.is_empty()) else {
            draft.sound = false;
            self.error(value.span, Refusal::new("envelope-ruling-pairs").with("name", field));
            return Vec::new();
        };
        let mut pairs = Vec::new();
        for (key, value) in entries {
            let of = key.text().unwrap_or_default().trim().to_owned();
            draft.spot(&of, key.span);
            pairs.push((of, written(value)));
        }
        pairs
    }

    /// Reads names of messages.
    fn messages(&mut self, draft: &mut Draft, field: &str, value: &Node) -> Vec<String> {
        let mut all = Vec::new();
        for member in value.members() {
            if let Some(name) = member.text().map(str::trim).filter(|name| !name.is_empty()) {
                draft.spot(name, member.span);
                all.push(name.to_owned());
            }
        }
        if all.is_empty() || all.len() < value.members().len() {
            draft.sound = false;
            self.error(value.span, Refusal::new("envelope-ruling-messages").with("name", field));
        }
        all
    }

    /// Reads the turn whose decisions are to be listed, `3` or `3/marches`; nothing means the present one.
    pub(super) fn decisions(&mut self, at: &Node, value: Option<&Node>) -> Option<Act> {
        let Some(value) = value.filter(|value| !value.is_empty()) else {
            return Some(Act::Decisions { turn: None, stage: None });
        };
        match value.text().and_then(When::read) {
            Some(When::Turn { turn, stage }) => Some(Act::Decisions { turn: Some(turn), stage }),
            _ => {
                let text = value.text().unwrap_or_default();
                let span = if value.text().is_some() { value.span } else { at.span };
                self.error(span, Refusal::new("envelope-ruling-turn").with("text", text));
                None
            }
        }
    }
}

fn word_of(word: RulingWord) -> &'static str {
    match word {
        RulingWord::Rule => "rule",
        RulingWord::Rewind => "rewind",
        RulingWord::Forward => "forward",
    }
}

/// Returns a value; one that stands in quotation marks, as messages show what can be copied, is what it says without them:
/// `"{a: consolidate, b: raid}"`.
fn written(value: &Node) -> Value {
    let text = value.text().map(str::trim).filter(|text| text.starts_with(['{', '[']));
    let inner = text.and_then(|text| sheet::parse(text).ok());
    inner.filter(|inner| inner.text().is_none()).map_or_else(|| plain(value), |inner| plain(&inner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Envelope, read_text};
    use serde_json::json;

    fn read(text: &str) -> Envelope {
        read_text(&format!("do: {text}\n"), &[])
    }

    #[test]
    fn what_is_wrong_in_a_ruling_is_said_and_nothing_is_ruled() {
        for (text, codes) in [
            ("{rule: {answers: {}, because: x}}", vec!["envelope-ruling-pairs"]),
            ("{rule: {outcomes: x, because: x}}", vec!["envelope-ruling-pairs"]),
            ("{rule: {accept: stark/3, dispute: 0, because: x}}", vec!["envelope-number"]),
            ("{rule: {accept: stark/3, dispute: one, because: x}}", vec!["envelope-number"]),
            ("{rule: {accept: [], because: x}}", vec!["envelope-ruling-messages"]),
            ("{rule: {accept: [stark/3, [a]], because: x}}", vec!["envelope-ruling-messages"]),
            ("{rule: {accept: stark/3, data: map.yaml, because: x}}", vec!["envelope-ruling-typed"]),
            ("{rule: {accept: stark/3, edit: yes, because: x}}", vec!["envelope-ruling-typed"]),
            ("{rule: {acept: stark/3, because: x}}", vec!["envelope-ruling-field"]),
            ("{rule: {because: x}}", vec!["envelope-ruling-nothing"]),
            ("{rule: {accept: stark/3}}", vec!["envelope-ruling-because"]),
            ("{rule: {accept: stark/3, because: \"\"}}", vec!["envelope-ruling-because"]),
            ("{rule: {accept: stark/3, before: \"\", because: x}}", vec!["envelope-word"]),
            ("{rule: {accept: stark/3, turn: 3, entry: 5, because: x}}", vec!["envelope-ruling-points"]),
            ("{rule: {accept: stark/3, stage: marches, because: x}}", vec!["envelope-ruling-stage"]),
            (
                "{rule: {accept: stark/3, entry: 3, stage: marches, because: x}}",
                vec!["envelope-ruling-stage"],
            ),
            ("{rewind: {because: x}}", vec!["envelope-ruling"]),
            ("{rewind: ~, because: x}", vec!["envelope-ruling"]),
            ("{rewind: {turn: 3}}", vec!["envelope-ruling-because"]),
            ("{rewind: 0, because: x}", vec!["envelope-ruling-point"]),
            ("{rewind: {to: yesterday, because: x}}", vec!["envelope-ruling-point"]),
            ("{rewind: {turn: 3, answers: {a: 1}, because: x}}", vec!["envelope-ruling-plain"]),
            ("{forward: {turn: 3, because: x}}", vec!["envelope-ruling-plain"]),
            ("{forward: {accept: a/1, because: x}}", vec!["envelope-ruling-plain"]),
            ("{forward: maybe, because: x}", vec!["envelope-ruling"]),
            ("rule", vec!["envelope-ruling"]),
            ("{decisions: soon}", vec!["envelope-ruling-turn"]),
            ("{decisions: 0}", vec!["envelope-ruling-turn"]),
        ] {
            let envelope = read(text);
            let found: Vec<_> = envelope.faults.iter().map(|fault| fault.why.code()).collect();
            assert_eq!(found, codes, "{text}");
            assert!(envelope.document.act.is_empty(), "{text}");
        }
    }

    #[test]
    fn a_ruling_says_what_where_and_why() {
        let act = |text: &str| {
            let envelope = read(text);
            assert!(envelope.faults.is_empty(), "{text}: {:?}", envelope.faults);
            envelope.document.act.into_iter().next().unwrap().value
        };
        let ruling = |text: &str| match act(text) {
            Act::Ruling { ruling, spots } => (*ruling, spots),
            other => panic!("{text}: {other:?}"),
        };
        let turn = |turn: u32, stage: Option<&str>| When::Turn { turn, stage: stage.map(str::to_owned) };
        let (all, spots) = ruling(
            "{rule: {answers: {a/b: 3, c: no}, outcomes: {d: e}, accept: [stark/3], refuse: tully/1, before: f, \
             dispute: 2, because: \" it was late \"}}",
        );
        assert_eq!((all.word, &all.when), (RulingWord::Rule, &When::Before("f".into())));
        let keys: Vec<&str> = all.answers.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!((keys, all.answers[0].1.clone()), (vec!["a/b", "c"], Value::from(3)));
        // As messages show it, with the marks around it.
        let copied = "{rule: {answers: {a: \"{x: [y, z], (play:) w}\", b: '[1, 2]', c: \"{\"}, because: x}}";
        let copied: Vec<Value> = ruling(copied).0.answers.into_iter().map(|(_, value)| value).collect();
        assert_eq!(copied, [json!({"x": ["y", "z"], "play": "w"}), json!([1, 2]), json!("{")]);
        assert_eq!(all.outcomes, [("d".to_owned(), Value::from("e"))]);
        assert_eq!((all.accept, all.refuse), (vec!["stark/3".to_owned()], vec!["tully/1".to_owned()]));
        assert_eq!((all.dispute, all.reason.as_str()), (Some(2), "it was late"));
        let spots: Vec<&str> = spots.iter().map(|spot| spot.of.as_str()).collect();
        assert_eq!(spots, ["a/b", "c", "d", "stark/3", "tully/1", "when", "dispute"]);
        for (text, when) in [
            ("{rewind: 3, because: x}", turn(3, None)),
            ("{rewind: 3/marches, because: x}", turn(3, Some("marches"))),
            ("{rewind: 2026-11-20, because: x}", When::Day("2026-11-20".parse().unwrap())),
            ("{rewind: {turn: 3, stage: marches, because: x}}", turn(3, Some("marches"))),
            ("{rewind: {stage: marches, turn: 3, because: x}}", turn(3, Some("marches"))),
            ("{rewind: {to: 3/raids, because: x}}", turn(3, Some("raids"))),
            ("{rewind: {entry: 12, because: x}}", When::Entry(12)),
            ("{forward: yes, because: x}", When::Latest),
        ] {
            assert_eq!(ruling(text).0.when, when, "{text}");
        }
        assert_eq!(act("decisions"), Act::Decisions { turn: None, stage: None });
        assert_eq!(act("{decisions: 3}"), Act::Decisions { turn: Some(3), stage: None });
        let staged = Act::Decisions { turn: Some(3), stage: Some("raids".into()) };
        assert_eq!(act("{decisions: 3/raids}"), staged);
        assert_eq!(When::read("3/"), Some(turn(3, None)));
    }
}
