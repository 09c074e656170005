//! Reads files of cases, and refuses what a case cannot hold.

use super::case::{Case, Decision, Entries, Expected, Given, Otherwise, Refused, Setup};
use crate::sheet::{self, Content, Fault, LIMITS, Names, Node, Refusal, Severity, plain};
use serde_json::Value;
use std::sync::Arc;

/// Codes of what is wrong with a case; their words are in templates/mail/refusals/case.yaml.
pub const REFUSALS: &[&str] = &[
    "case-too-long",
    "case-form",
    "case-missing",
    "case-unknown",
    "case-word",
    "case-type",
    "case-decision",
    "case-players",
    "case-seat",
    "case-event",
];

/// How many names a refusal lists at most.
const LISTED: usize = 16;

const KEYS: &[&str] = &[
    "case",
    "title",
    "rule",
    "game",
    "players",
    "chance",
    "options",
    "given",
    "plans",
    "answered",
    "when",
    "otherwise",
    "until",
    "then",
    "refused",
    "warned",
];

/// What `then` can hold besides parts of the position.
pub(super) const EXPECTED: &[&str] = &["events", "answers", "never", "told", "asked", "outcome", "views"];

/// Reads the cases of a file: one, or a list of them.
///
/// # Errors
/// If the file is too long or not YAML, or a case lacks something, has something that cannot be in a case, or has it in
/// another form: everything that is wrong, in the order of lines.
pub fn parse(text: &str) -> Result<Vec<Case>, Vec<Fault>> {
    if text.len() > LIMITS.bytes {
        let why = Refusal::new("case-too-long").with("limit", LIMITS.bytes / 1024);
        return Err(vec![Fault { span: None, why, suggestion: None, severity: Severity::Error }]);
    }
    let root = sheet::parse(text)?;
    let mut reader = Reader { text: text.into(), faults: Vec::new() };
    let cases: Vec<Case> = root.members().iter().filter_map(|node| reader.case(node)).collect();
    if reader.faults.is_empty() {
        return Ok(cases);
    }
    reader.faults.sort_by_key(|fault| fault.span);
    Err(reader.faults)
}

/// A name that is not among those that can be there, with the nearest of them.
pub(super) fn unknown<'a>(key: &Node, place: &str, legal: impl Iterator<Item = &'a str>) -> Fault {
    let name = key.text().unwrap_or_default();
    let legal: Vec<&str> = legal.collect();
    let mut names = Names::new();
    for name in &legal {
        names.add(name, *name);
    }
    let suggestion = names.find(name).map_or_else(|miss| miss.suggestion(), |name| Some(name.to_owned()));
    let mut why = Refusal::new("case-unknown").with("name", name).with("place", place);
    if legal.len() <= LISTED {
        why = why.with("legal", legal);
    }
    Fault::error(key.span, why).suggest(suggestion)
}

/// A value of another type than is expected: `map`, `list`, `text`, `number` or `truth`.
pub(super) fn wrong_type(key: &Node, value: &Node, expected: &str) -> Fault {
    let name = key.text().unwrap_or_default();
    Fault::error(value.span, Refusal::new("case-type").with("name", name).with("type", expected))
}

struct Reader {
    text: Arc<str>,
    faults: Vec<Fault>,
}

impl Reader {
    fn case(&mut self, node: &Node) -> Option<Case> {
        let Some(entries) = node.entries() else {
            self.faults.push(Fault::error(node.span, Refusal::new("case-form")));
            return None;
        };
        self.known(entries, "case", KEYS);
        for name in ["case", "title", "rule", "game", "given"] {
            if find(entries, name).is_none() {
                let first = entries.first().map_or(node.span, |(key, _)| key.span);
                self.faults.push(Fault::error(first, Refusal::new("case-missing").with("name", name)));
            }
        }
        let text = |reader: &mut Self, name| reader.text(entries, name).unwrap_or_default();
        Some(Case {
            case: text(self, "case"),
            title: text(self, "title"),
            rule: text(self, "rule"),
            game: text(self, "game"),
            players: self.players(entries),
            chance: self.chance(entries),
            options: find(entries, "options").map_or(Value::Null, |(_, options)| plain(options)),
            given: self.given(entries),
            plans: self.map(entries, "plans"),
            answered: self.decisions(entries, "answered"),
            when: self.decisions(entries, "when"),
            otherwise: self.word(
                entries,
                "otherwise",
                &[("default", Otherwise::Default), ("ask", Otherwise::Ask)],
            ),
            until: self.text(entries, "until"),
            then: self.then(entries),
            refused: self.refusals(entries, "refused"),
            warned: self.refusals(entries, "warned"),
            text: self.text.clone(),
        })
    }

    fn known(&mut self, entries: &[(Node, Node)], place: &str, legal: &[&str]) {
        for (key, _) in entries {
            if !key.text().is_some_and(|name| legal.contains(&name)) {
                self.faults.push(unknown(key, place, legal.iter().copied()));
            }
        }
    }

    fn text(&mut self, entries: &[(Node, Node)], name: &str) -> Option<String> {
        let (key, value) = find(entries, name)?;
        if value.text().is_none() {
            self.faults.push(wrong_type(key, value, "text"));
        }
        value.text().map(str::to_owned)
    }

    fn map(&mut self, entries: &[(Node, Node)], name: &str) -> Entries {
        let Some((key, value)) = find(entries, name) else { return Entries::new() };
        if value.entries().is_none() {
            self.faults.push(wrong_type(key, value, "map"));
        }
        value.entries().unwrap_or_default().to_vec()
    }

    fn list<'n>(&mut self, entries: &'n [(Node, Node)], name: &str) -> &'n [Node] {
        let Some((key, value)) = find(entries, name) else { return &[] };
        let Content::List(members) = &value.content else {
            self.faults.push(wrong_type(key, value, "list"));
            return &[];
        };
        members
    }

    fn texts(&mut self, entries: &[(Node, Node)], name: &str) -> Vec<String> {
        let mut texts = Vec::new();
        for member in self.list(entries, name) {
            match member.text() {
                Some(text) => texts.push(text.to_owned()),
                None => self.faults.push(Fault::error(
                    member.span,
                    Refusal::new("case-type").with("name", name).with("type", "texts"),
                )),
            }
        }
        texts
    }

    fn word<T: Copy + Default>(&mut self, entries: &[(Node, Node)], name: &str, meanings: &[(&str, T)]) -> T {
        let Some((_, value)) = find(entries, name) else { return T::default() };
        let found = meanings.iter().find(|(word, _)| value.text() == Some(word));
        if found.is_none() {
            let legal: Vec<&str> = meanings.iter().map(|(word, _)| *word).collect();
            let why = Refusal::new("case-word").with("name", name).with("legal", legal);
            self.faults.push(Fault::error(value.span, why));
        }
        found.map(|(_, meaning)| *meaning).unwrap_or_default()
    }

    fn players(&mut self, entries: &[(Node, Node)]) -> Option<u8> {
        let (_, value) = find(entries, "players")?;
        let number = value.text().and_then(|text| text.parse().ok());
        if number.is_none() {
            self.faults.push(Fault::error(value.span, Refusal::new("case-players")));
        }
        number
    }

    fn chance(&mut self, entries: &[(Node, Node)]) -> u64 {
        let Some((key, value)) = find(entries, "chance") else { return 0 };
        let number = value.text().and_then(|text| text.parse().ok());
        number.unwrap_or_else(|| {
            self.faults.push(wrong_type(key, value, "number"));
            0
        })
    }

    fn given(&mut self, entries: &[(Node, Node)]) -> Given {
        let all = self.map(entries, "given");
        let setup = self.word(&all, "setup", &[("start", Setup::Start), ("empty", Setup::Empty)]);
        Given { setup, differs: all.into_iter().filter(|(key, _)| key.text() != Some("setup")).collect() }
    }

    fn decisions(&mut self, entries: &[(Node, Node)], name: &str) -> Vec<Decision> {
        let mut decisions = Vec::new();
        for member in self.list(entries, name) {
            let Some([(key, answer)]) = member.entries() else {
                self.faults.push(Fault::error(member.span, Refusal::new("case-decision").with("name", name)));
                continue;
            };
            let label = key.text().unwrap_or_default().to_owned();
            decisions.push(Decision { label, span: key.span, answer: plain(answer) });
        }
        decisions
    }

    fn refusals(&mut self, entries: &[(Node, Node)], name: &str) -> Vec<Refused> {
        let mut refusals = Vec::new();
        for member in self.list(entries, name) {
            let parts = member.entries().unwrap_or_default();
            self.known(parts, name, &["decision", "because", "says"]);
            let (decision, because) = (self.text(parts, "decision"), self.text(parts, "because"));
            let missing = if decision.is_none() { "decision" } else { "because" };
            match decision.zip(because) {
                Some((decision, because)) => {
                    refusals.push(Refused { decision, because, says: self.text(parts, "says") });
                }
                None => self
                    .faults
                    .push(Fault::error(member.span, Refusal::new("case-missing").with("name", missing))),
            }
        }
        refusals
    }

    fn then(&mut self, entries: &[(Node, Node)]) -> Expected {
        let all = self.map(entries, "then");
        for member in self.list(&all, "answers").to_vec() {
            self.known(
                member.entries().unwrap_or_default(),
                "answers",
                &["seat", "kind", "answer", "plan", "by"],
            );
        }
        let told = all.iter().any(|(key, value)| key.text() == Some("told") && value.text().is_some());
        Expected {
            events: self.list(&all, "events").to_vec(),
            answers: self.list(&all, "answers").to_vec(),
            never: self.list(&all, "never").to_vec(),
            told: if told { self.text(&all, "told").into_iter().collect() } else { self.texts(&all, "told") },
            asked: find(&all, "asked").map(|_| self.texts(&all, "asked")),
            outcome: all
                .iter()
                .find(|(key, _)| key.text() == Some("outcome"))
                .map(|(_, outcome)| plain(outcome)),
            views: self.map(&all, "views"),
            position: all
                .into_iter()
                .filter(|(key, _)| !key.text().is_some_and(|name| EXPECTED.contains(&name)))
                .collect(),
        }
    }
}

/// An entry by its key; `None` if nothing is written there.
fn find<'n>(entries: &'n [(Node, Node)], name: &str) -> Option<&'n (Node, Node)> {
    entries.iter().find(|(key, value)| key.text() == Some(name) && !value.is_empty())
}
