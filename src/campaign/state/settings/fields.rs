//! Reads mappings key by key, so that one run finds all mistakes.

use crate::campaign::state::clock::{Rule, read_rule, read_span, zone};
use crate::post::one_line;
use crate::sheet::{Names, Node, Span, fold, truth, whole_number};
use chrono::TimeDelta;
use std::fmt;

/// A mistake in `campaign.yaml`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The line in the file, from 1; 0 if the mistake is in no one line.
    pub line: usize,
    /// What is wrong and what is wanted, for the game master.
    pub what: String,
    /// A known word that is close to the one in the file.
    pub suggestion: Option<String>,
    /// The word in question, and the text of its line; `None` if the mistake is in no one word.
    pub shown: Option<(Span, String)>,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        f.write_str(&self.what)?;
        if let Some(meant) = &self.suggestion {
            write!(f, " (did you mean “{meant}”?)")?;
        }
        let Some((span, line)) = &self.shown else { return Ok(()) };
        // Long lines are shown from a little before the word.
        let first = span.column.saturating_sub(1 + BEFORE);
        let part: String = line.chars().skip(first).take(WIDTH).collect();
        let place = span.column.saturating_sub(1 + first);
        let length = span.length.min(WIDTH.saturating_sub(place)).max(1);
        write!(f, "\n    {}\n    {}{}", part.trim_end(), " ".repeat(place), "^".repeat(length))
    }
}

/// How much of a line is shown under a mistake, and how much of it before the word, in characters.
const WIDTH: usize = 68;
const BEFORE: usize = 40;

/// The place of a mistake: a word in the file, or only a line.
pub(crate) enum Place {
    Word(Span),
    Line(usize),
}

impl From<Span> for Place {
    fn from(span: Span) -> Self {
        Place::Word(span)
    }
}

impl From<usize> for Place {
    fn from(line: usize) -> Self {
        Place::Line(line)
    }
}

/// All mistakes in `campaign.yaml`, in the order of their lines. Never empty when it is returned as an error.
#[derive(Clone, PartialEq, Eq, Debug, Default, thiserror::Error)]
#[error("{}", .0.iter().map(Mistake::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Mistakes(pub Vec<Mistake>);

impl Mistakes {
    pub(crate) fn add(&mut self, place: impl Into<Place>, what: impl Into<String>) {
        self.near(place, what, None);
    }

    pub(crate) fn near(
        &mut self,
        place: impl Into<Place>,
        what: impl Into<String>,
        suggestion: Option<String>,
    ) {
        let (line, shown) = match place.into() {
            Place::Word(span) => (span.line, Some((span, String::new()))),
            Place::Line(line) => (line, None),
        };
        self.0.push(Mistake { line, what: what.into(), suggestion, shown });
    }

    /// Puts the mistakes in the order of their lines, and shows the lines of `text`.
    pub(crate) fn show(&mut self, text: &str) {
        self.0.sort_by_key(|mistake| mistake.line);
        for (span, shown) in self.0.iter_mut().filter_map(|mistake| mistake.shown.as_mut()) {
            let line = text.lines().nth(span.line.saturating_sub(1)).unwrap_or_default();
            // A tab would move the caret.
            *shown = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        }
    }
}

/// A mapping whose keys are taken one by one, so that unknown keys remain at the end.
pub(crate) struct Fields<'a> {
    /// Where the mapping is, for people: `seats.stark`; empty for the whole file.
    place: String,
    pub(crate) span: Span,
    entries: Vec<(&'a str, &'a Node, Span)>,
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// Returns the keys of a node; adds a mistake if the node is not a mapping.
    pub(crate) fn of(node: &'a Node, place: &str, wrong: &mut Mistakes) -> Self {
        let mut entries = Vec::new();
        match node.entries() {
            Some(pairs) => {
                entries.extend(pairs.iter().filter_map(|(key, value)| Some((key.text()?, value, key.span))));
            }
            None if node.is_empty() => {}
            None => wrong.add(node.span, format!("“{place}” wants a mapping of “key: value” lines")),
        }
        Fields { place: place.to_owned(), span: node.span, entries, known: Vec::new() }
    }

    fn named(&self, key: &str) -> String {
        if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) }
    }

    /// Returns the place of a key that was not taken yet; `None` if there is no such key.
    pub(crate) fn place_of(&self, key: &str) -> Option<Span> {
        let entry = self.entries.iter().find(|(name, ..)| fold(name) == fold(key));
        entry.map(|(_, _, span)| *span)
    }

    /// Returns the text of a key without taking it.
    pub(crate) fn peek(&self, key: &str) -> Option<&'a str> {
        self.entries.iter().find(|(name, ..)| fold(name) == fold(key)).and_then(|(_, value, _)| value.text())
    }

    /// Takes a key and returns its value; `None` if it is missing or empty.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<&'a Node> {
        self.known.push(key);
        let wanted = fold(key);
        let at = self.entries.iter().position(|(name, ..)| fold(name) == wanted)?;
        let (_, node, _) = self.entries.remove(at);
        (!node.is_empty()).then_some(node)
    }

    /// Takes a key and reads its value; the error of `read` becomes a mistake.
    pub(crate) fn parse<T>(
        &mut self,
        key: &'static str,
        wrong: &mut Mistakes,
        read: impl FnOnce(&'a str) -> Result<T, String>,
    ) -> Option<T> {
        let node = self.take(key)?;
        let result = node.text().ok_or_else(|| "wants one value".to_owned()).and_then(read);
        result.map_err(|why| wrong.add(node.span, format!("{}: {why}", self.named(key)))).ok()
    }

    /// Takes a key that must be there and returns its text; adds a mistake and returns an empty text if it is missing.
    pub(crate) fn need(&mut self, key: &'static str, wrong: &mut Mistakes) -> String {
        match self.take(key) {
            Some(node) => match node.text().map(str::trim).filter(|text| !text.is_empty()) {
                Some(text) => text.to_owned(),
                None => {
                    wrong.add(node.span, format!("{}: wants one value", self.named(key)));
                    String::new()
                }
            },
            None => {
                wrong.add(self.span.line, format!("“{}” is missing", self.named(key)));
                String::new()
            }
        }
    }

    /// Takes a key and returns its text as one harmless line: names are copied from what players wrote, and shown on
    /// terminals.
    pub(crate) fn text(&mut self, key: &'static str, wrong: &mut Mistakes) -> Option<String> {
        self.parse(key, wrong, |text| Ok(one_line(text)))
    }

    /// Takes a key and reads yes or no.
    pub(crate) fn truth(&mut self, key: &'static str, wrong: &mut Mistakes) -> Option<bool> {
        self.parse(key, wrong, |text| truth(text).ok_or_else(|| format!("“{text}” is neither yes nor no")))
    }

    /// Takes a key and reads a whole number in a range.
    pub(crate) fn number(
        &mut self,
        key: &'static str,
        range: std::ops::RangeInclusive<u64>,
        wrong: &mut Mistakes,
    ) -> Option<u64> {
        let wanted = format!("wants a whole number from {} to {}", range.start(), range.end());
        self.parse(key, wrong, |text| whole_number(text).filter(|n| range.contains(n)).ok_or(wanted))
    }

    /// Takes a key and reads a size such as `64 KiB`, in bytes.
    pub(crate) fn size(&mut self, key: &'static str, wrong: &mut Mistakes) -> Option<u64> {
        self.parse(key, wrong, read_size)
    }

    /// Takes a key and reads a length of time.
    pub(crate) fn span(&mut self, key: &'static str, wrong: &mut Mistakes) -> Option<TimeDelta> {
        self.parse(key, wrong, read_span)
    }

    /// Takes a key and reads a rule for deadlines; `home` is the time zone if it names none.
    pub(crate) fn rule(
        &mut self,
        key: &'static str,
        home: Option<&str>,
        wrong: &mut Mistakes,
    ) -> Option<Rule> {
        self.parse(key, wrong, |text| read_rule(text, home))
    }

    /// Takes a key and reads the IANA name of a time zone.
    pub(crate) fn zone(&mut self, key: &'static str, wrong: &mut Mistakes) -> Option<String> {
        self.parse(key, wrong, |text| {
            let name = text.trim();
            let unknown = || {
                format!("“{name}” is not a time zone. Write a name such as Europe/Rome or America/Chicago")
            };
            zone(name).map(|_| name.to_owned()).ok_or_else(unknown)
        })
    }

    /// Takes a key and reads one of some words.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        choices: &[(&str, T)],
        wrong: &mut Mistakes,
    ) -> Option<T> {
        let node = self.take(key)?;
        one_of(node, &self.named(key), choices, wrong)
    }

    /// Takes a key and reads a list of texts; a single text is a list of one.
    pub(crate) fn list(&mut self, key: &'static str, wrong: &mut Mistakes) -> Option<Vec<String>> {
        let node = self.take(key)?;
        let mut texts = Vec::new();
        for member in node.members() {
            match member.text() {
                Some(text) => texts.push(text.trim().to_owned()),
                None => wrong.add(member.span, format!("{}: wants a list of single values", self.named(key))),
            }
        }
        Some(texts)
    }

    /// Takes a key and reads a list of words out of `known`; any word, if that is empty.
    pub(crate) fn words(
        &mut self,
        key: &'static str,
        known: &[&str],
        wrong: &mut Mistakes,
    ) -> Option<Vec<String>> {
        let node = self.take(key)?;
        let choices: Vec<(&str, usize)> = known.iter().copied().zip(0..).collect();
        let mut words = Vec::new();
        for member in node.members() {
            match member.text() {
                Some(text) if known.is_empty() => words.push(text.trim().to_owned()),
                Some(_) => {
                    let place = one_of(member, &self.named(key), &choices, wrong);
                    words.extend(place.and_then(|place| known.get(place)).map(|word| (*word).to_owned()));
                }
                None => wrong.add(member.span, format!("{}: wants a list of single words", self.named(key))),
            }
        }
        Some(words)
    }

    /// Takes all keys that are left.
    pub(crate) fn rest(&mut self) -> Vec<(&'a str, Span, &'a Node)> {
        self.entries.drain(..).map(|(key, node, span)| (key, span, node)).collect()
    }

    /// Adds a mistake for each key that was never asked for.
    pub(crate) fn finish(self, wrong: &mut Mistakes) {
        let mut names = Names::new();
        for known in &self.known {
            names.add(known, ());
        }
        for (key, _, span) in &self.entries {
            let near = names.find(key).err().and_then(|miss| miss.suggestion());
            wrong.near(*span, format!("there is no setting “{}”", self.named(key)), near);
        }
    }
}

/// Reads one of some words; `place` names the setting in the mistake.
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
            wrong.near(node.span, format!("{place}: “{written}” is none of: {all}"), miss.suggestion());
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
        _ => return Err(format!("“{text}” is not a size. Write 64 KiB or 1 MiB")),
    };
    let number: u64 = number.parse().map_err(|_| format!("“{text}” is not a size. Write 64 KiB or 1 MiB"))?;
    number.checked_mul(times).ok_or_else(|| format!("“{text}” is too large"))
}
