//! Rulings in the section `do:` of the game master: `rule`, `rewind`, `forward`, and the decisions to rule on.

use super::document::Act;
use super::read::Reader;
use super::written_ruling::{RulingSpot, RulingWord, When, WrittenRuling};
use crate::sheet::{Fault, Names, Node, Refusal, Span, fold, plain, whole_number};
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
            pairs.push((of, plain(value)));
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
