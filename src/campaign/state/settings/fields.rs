//! Mappings read key by key, so that one reading finds all mistakes.

use crate::campaign::state::clock::{Rule, read_rule, read_span, zone};
use crate::post::one_line;
use crate::sheet::{Names, Node, fold, truth, whole_number};
use chrono::TimeDelta;
use std::fmt;

/// One thing that is wrong in `campaign.yaml`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Its line, from 1; 0 for the whole.
    pub line: usize,
    /// What is wrong and what is wanted.
    pub what: String,
    /// What may have been meant.
    pub suggestion: Option<String>,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        f.write_str(&self.what)?;
        match &self.suggestion {
            Some(meant) => write!(f, " (did you mean “{meant}”?)"),
            None => Ok(()),
        }
    }
}

/// All that is wrong, in the order of lines; never empty when it is an error.
#[derive(Clone, PartialEq, Eq, Debug, Default, thiserror::Error)]
#[error("{}", .0.iter().map(Mistake::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Mistakes(pub Vec<Mistake>);

impl Mistakes {
    pub(crate) fn add(&mut self, line: usize, what: impl Into<String>) {
        self.0.push(Mistake { line, what: what.into(), suggestion: None });
    }

    pub(crate) fn near(&mut self, line: usize, what: impl Into<String>, suggestion: Option<String>) {
        self.0.push(Mistake { line, what: what.into(), suggestion });
    }
}

/// A mapping of which keys are taken one by one.
pub(crate) struct Fields<'a> {
    /// Where it is, for people: `seats.stark`; empty for the whole file.
    place: String,
    pub(crate) line: usize,
    entries: Vec<(&'a str, &'a Node, usize)>,
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// The keys of a node; a mistake if it is no mapping.
    pub(crate) fn of(node: &'a Node, place: &str, wrong: &mut Mistakes) -> Self {
        let mut entries = Vec::new();
        match node.entries() {
            Some(pairs) => {
                entries.extend(
                    pairs.iter().filter_map(|(key, value)| Some((key.text()?, value, key.span.line))),
                );
            }
            None if node.is_empty() => {}
            None => wrong.add(node.span.line, format!("“{place}” wants a mapping of “key: value” lines")),
        }
        Fields { place: place.to_owned(), line: node.span.line, entries, known: Vec::new() }
    }

    fn named(&self, key: &str) -> String {
        if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) }
    }

    /// The line of a key that was not taken yet; none if it is not there.
    pub(crate) fn line_of(&self, key: &str) -> Option<usize> {
        let entry = self.entries.iter().find(|(name, ..)| fold(name) == fold(key));
        entry.map(|(_, _, line)| *line)
    }

    /// What a key says, without taking it.
    pub(crate) fn peek(&self, key: &str) -> Option<&'a str> {
        self.entries.iter().find(|(name, ..)| fold(name) == fold(key)).and_then(|(_, value, _)| value.text())
    }

    /// A key's value; none if it is left out or left empty.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<&'a Node> {
        self.known.push(key);
        let wanted = fold(key);
        let at = self.entries.iter().position(|(name, ..)| fold(name) == wanted)?;
        let (_, node, _) = self.entries.remove(at);
        (!node.is_empty()).then_some(node)
    }

    /// A value read by `read`; what it says is a mistake.
    pub(crate) fn parse<T>(
        &mut self,
        key: &'static str,
        wrong: &mut Mistakes,
        read: impl FnOnce(&'a str) -> Result<T, String>,
    ) -> Option<T> {
        let node = self.take(key)?;
        let result = node.text().ok_or_else(|| "wants one value".to_owned()).and_then(read);
        result.map_err(|why| wrong.add(node.span.line, format!("{}: {why}", self.named(key)))).ok()
    }

    /// A text that must be there.
    pub(crate) fn need(&mut self, key: &'static str, wrong: &mut Mistakes) -> String {
        match self.take(key) {
            Some(node) => match node.text() {
                Some(text) => text.trim().to_owned(),
                None => {
                    wrong.add(node.span.line, format!("{}: wants one value", self.named(key)));
                    String::new()
                }
            },
            None => {
                wrong.add(self.line, format!("“{}” is missing", self.named(key)));
                String::new()
            }
        }
    }

    /// A text of one harmless line: names are copied from what players wrote, and shown on terminals.
    pub(crate) fn text(&mut self, key: &'static str, wrong: &mut Mistakes) -> Option<String> {
        self.parse(key, wrong, |text| Ok(one_line(text)))
    }

    /// Yes or no.
    pub(crate) fn truth(&mut self, key: &'static str, wrong: &mut Mistakes) -> Option<bool> {
        self.parse(key, wrong, |text| truth(text).ok_or_else(|| format!("“{text}” is neither yes nor no")))
    }

    /// A whole number in a range.
    pub(crate) fn number(
        &mut self,
        key: &'static str,
        range: std::ops::RangeInclusive<u64>,
        wrong: &mut Mistakes,
    ) -> Option<u64> {
        let wanted = format!("wants a whole number from {} to {}", range.start(), range.end());
        self.parse(key, wrong, |text| whole_number(text).filter(|n| range.contains(n)).ok_or(wanted))
    }

    /// A size such as `64 KiB`, in bytes.
    pub(crate) fn size(&mut self, key: &'static str, wrong: &mut Mistakes) -> Option<u64> {
        self.parse(key, wrong, read_size)
    }

    /// A length of time.
    pub(crate) fn span(&mut self, key: &'static str, wrong: &mut Mistakes) -> Option<TimeDelta> {
        self.parse(key, wrong, read_span)
    }

    /// A rule of deadlines.
    pub(crate) fn rule(
        &mut self,
        key: &'static str,
        home: Option<&str>,
        wrong: &mut Mistakes,
    ) -> Option<Rule> {
        self.parse(key, wrong, |text| read_rule(text, home))
    }

    /// A time zone.
    pub(crate) fn zone(&mut self, key: &'static str, wrong: &mut Mistakes) -> Option<String> {
        self.parse(key, wrong, |text| {
            let name = text.trim();
            let unknown =
                || format!("“{name}” is no time zone: write a name such as Europe/Rome or America/Chicago");
            zone(name).map(|_| name.to_owned()).ok_or_else(unknown)
        })
    }

    /// One of some words.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        choices: &[(&str, T)],
        wrong: &mut Mistakes,
    ) -> Option<T> {
        let node = self.take(key)?;
        one_of(node, &self.named(key), choices, wrong)
    }

    /// A list of texts; one text is a list of one.
    pub(crate) fn list(&mut self, key: &'static str, wrong: &mut Mistakes) -> Option<Vec<String>> {
        let node = self.take(key)?;
        let mut texts = Vec::new();
        for member in node.members() {
            match member.text() {
                Some(text) => texts.push(text.trim().to_owned()),
                None => {
                    wrong.add(member.span.line, format!("{}: wants a list of single values", self.named(key)))
                }
            }
        }
        Some(texts)
    }

    /// What was not taken, key by key.
    pub(crate) fn rest(&mut self) -> Vec<(&'a str, &'a Node)> {
        self.entries.drain(..).map(|(key, node, _)| (key, node)).collect()
    }

    /// Tells of keys that nobody knows.
    pub(crate) fn finish(self, wrong: &mut Mistakes) {
        let mut names = Names::new();
        for known in &self.known {
            names.add(known, ());
        }
        for (key, _, line) in &self.entries {
            let near = names.find(key).err().and_then(|miss| miss.suggestion());
            wrong.near(*line, format!("there is no setting “{}”", self.named(key)), near);
        }
    }
}

/// One of some words.
pub(crate) fn one_of<T: Copy>(
    node: &Node,
    place: &str,
    choices: &[(&str, T)],
    wrong: &mut Mistakes,
) -> Option<T> {
    let written = node.text().unwrap_or_default();
    let mut names = Names::new();
    for (name, value) in choices {
        names.add(name, *value);
    }
    match names.find(written) {
        Ok(value) => Some(value),
        Err(miss) => {
            let all = choices.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            wrong.near(node.span.line, format!("{place}: “{written}” is none of: {all}"), miss.suggestion());
            None
        }
    }
}

fn read_size(text: &str) -> Result<u64, String> {
    let lower = text.trim().to_lowercase();
    let digits = lower.find(|c: char| !c.is_ascii_digit()).unwrap_or(lower.len());
    let (number, unit) = lower.split_at(digits);
    let times = match unit.trim() {
        "" | "b" | "bytes" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        _ => return Err(format!("“{text}” is no size: write 64 KiB or 1 MiB")),
    };
    let number: u64 = number.parse().map_err(|_| format!("“{text}” is no size: write 64 KiB or 1 MiB"))?;
    number.checked_mul(times).ok_or_else(|| format!("“{text}” is too much"))
}
