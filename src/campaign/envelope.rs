//! The document that a player writes: its sections, before anybody looks into the plan.
//!
//! May use: sheet, post (names of keys). Is used by: submission.

use crate::post::{Key, Takes};
use crate::sheet::{Fault, Names, Node, Refusal, Severity, Span, fold, truth, whole_number};

/// The top-level keys, and what each takes.
pub const KEYS: &[Key<'static>] = &[
    Key { name: "campaign", takes: Takes::Words(1) },
    Key { name: "seat", takes: Takes::Words(3) },
    Key { name: "key", takes: Takes::Words(7) },
    Key { name: "window", takes: Takes::Words(1) },
    Key { name: "revision", takes: Takes::Words(1) },
    Key { name: "plan", takes: Takes::Structure },
    Key { name: "seal", takes: Takes::Words(1) },
    Key { name: "opening", takes: Takes::Structure },
    Key { name: "chance", takes: Takes::Words(12) },
    Key { name: "press", takes: Takes::Structure },
    Key { name: "vote", takes: Takes::Structure },
    Key { name: "absent", takes: Takes::Structure },
    Key { name: "dispute", takes: Takes::Structure },
    Key { name: "final", takes: Takes::Words(1) },
    Key { name: "ask", takes: Takes::Words(3) },
    Key { name: "resign", takes: Takes::Words(1) },
];

/// What can be asked for.
pub const ASKS: [&str; 2] = ["status", "help"];

/// The longest words of chance, in characters.
const MOST_WORDS: usize = 200;

/// Sections of a document.
#[derive(Clone, Debug, Default)]
pub struct Envelope<'a> {
    /// The campaign it names.
    pub campaign: Option<&'a str>,
    /// The seat it names.
    pub seat: Option<&'a str>,
    /// The key as written.
    pub key: Option<&'a str>,
    /// The window it is for.
    pub window: Option<&'a str>,
    /// The revision of the plan.
    pub revision: u64,
    /// The plan, if it says anything.
    pub plan: Option<&'a Node>,
    /// The seal as written, and where.
    pub seal: Option<(&'a str, Span)>,
    /// The opening, and where.
    pub opening: Option<&'a Node>,
    /// Words of chance.
    pub words: Option<String>,
    /// Whether nothing more will come.
    pub is_final: bool,
    /// First and last day of an absence, as written.
    pub absent: Option<(&'a str, &'a str)>,
    /// What is asked for.
    pub ask: Vec<String>,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

fn fault(span: Span, why: Refusal, severity: Severity) -> Fault {
    Fault { span: Some(span), why, suggestion: None, severity }
}

/// Whether anything at all is written in a node: a sheet sent back as it came says nothing.
fn says_something(node: &Node) -> bool {
    match &node.content {
        crate::sheet::Content::Empty => false,
        crate::sheet::Content::Text(_) => true,
        crate::sheet::Content::List(members) => members.is_empty() || members.iter().any(says_something),
        crate::sheet::Content::Map(entries) => entries.iter().any(|(_, value)| says_something(value)),
    }
}

/// `{from: 2026-12-24, to: 2027-01-02}`; how the seat plays meanwhile can only be by its plan, so far.
fn days(node: &Node) -> Option<(&str, &str)> {
    let get = |name: &str| {
        let found = node.entries()?.iter().find(|(key, _)| key.text().is_some_and(|key| fold(key) == name));
        found.and_then(|(_, value)| value.text())
    };
    let plays = get("play").is_none_or(|play| fold(play) == "plan");
    Some((get("from")?, get("to")?)).filter(|_| plays)
}

impl<'a> Envelope<'a> {
    /// Reads the sections of a document.
    pub fn read(node: &'a Node) -> Self {
        let mut all = Envelope::default();
        let Some(entries) = node.entries() else {
            all.faults.push(fault(node.span, Refusal::new("no-document"), Severity::Error));
            return all;
        };
        for (key, value) in entries {
            if !value.is_empty() {
                all.section(key, value);
            }
        }
        all
    }

    fn wrong(&mut self, node: &Node, code: &'static str, key: &str) {
        let written = node.text().unwrap_or_default();
        let why = Refusal::new(code).with("key", key).with("value", written);
        self.faults.push(fault(node.span, why, Severity::Error));
    }

    fn section(&mut self, key: &'a Node, value: &'a Node) {
        let name = fold(key.text().unwrap_or_default());
        match name.as_str() {
            "campaign" => self.campaign = value.text(),
            "seat" => self.seat = value.text(),
            "key" => self.key = value.text(),
            "window" => self.window = value.text(),
            "revision" => match value.text().and_then(whole_number) {
                Some(revision) => self.revision = revision,
                None => self.wrong(value, "no-number", "revision"),
            },
            "plan" => self.plan = says_something(value).then_some(value),
            "seal" => self.seal = value.text().map(|text| (text, value.span)),
            "opening" => self.opening = Some(value),
            "chance" => match value.text().map(crate::post::one_line) {
                Some(words) if !words.is_empty() && words.chars().count() <= MOST_WORDS => {
                    self.words = Some(words)
                }
                _ => self.wrong(value, "chance-words", "chance"),
            },
            "final" => match value.text().and_then(truth) {
                Some(is_final) => self.is_final = is_final,
                None => self.wrong(value, "no-truth", "final"),
            },
            "ask" => self.asks(value),
            "absent" => match days(value) {
                Some(days) => self.absent = Some(days),
                None => self.wrong(value, "absent-form", "absent"),
            },
            "press" | "vote" | "dispute" | "resign" => self.wrong(value, "not-yet", &name),
            _ => {
                let mut names = Names::new();
                for known in KEYS {
                    names.add(known.name, ());
                }
                let written = key.text().unwrap_or_default();
                let suggestion = names.find(written).err().and_then(|miss| miss.suggestion());
                let why = Refusal::new("section-unknown").with("key", written);
                self.faults.push(Fault { suggestion, ..fault(key.span, why, Severity::Warning) });
            }
        }
    }

    fn asks(&mut self, value: &'a Node) {
        for member in value.members() {
            match ASKS.iter().find(|ask| member.text().is_some_and(|text| fold(text) == **ask)) {
                Some(ask) => self.ask.push((*ask).to_owned()),
                None => self.wrong(member, "ask-unknown", "ask"),
            }
        }
    }
}
