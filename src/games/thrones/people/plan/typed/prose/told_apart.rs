//! What is told of a line of several sentences that does not count: which of them cannot be read, which may change what the others say, and
//! which would count without these.

use super::talk::Aside;
use crate::games::thrones::data::AreaSet;
use crate::games::thrones::people::plan::typed::grammar::Run;
use crate::games::thrones::people::plan::typed::grammar::tokens;
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::sheet::{Fault, Refusal, Span};
use crate::table::{LineFate, TypedLine};

/// A sentence of a line, and what it is by itself.
pub(in super::super) struct Sentence<'t> {
    /// Behind as many blanks as there are characters before it in its line.
    pub(in super::super) text: &'t str,
    pub(in super::super) fate: LineFate,
    /// `true` if it adds to the plan.
    gives: bool,
    /// What would be told of it.
    faults: Vec<Fault>,
    /// Why nobody else should read it, though it is no part of the plan.
    secret: Option<Refusal>,
    /// The areas of one's own that it names.
    own: AreaSet,
}

impl Sentence<'_> {
    /// Returns its place in its line.
    fn span(&self, line: usize) -> Span {
        let text = self.text.trim();
        let column = self.text.chars().take_while(|c| c.is_whitespace()).count() + 1;
        Span { line, column, length: text.chars().count().max(1) }
    }
}

impl Reader<'_> {
    /// Reads a sentence of a line by itself.
    pub(in super::super) fn sentence<'t>(&mut self, text: &'t str, line: usize) -> Sentence<'t> {
        let (entries, faults, secret) = (self.entries.len(), self.faults.len(), self.secret.len());
        let fate = self.line(TypedLine { text, line });
        let own = tokens::line(text, line).map(|line| {
            let whole = Run { from: 0, to: line.tokens.len() };
            self.by_grammar(&line, |_, grammar| grammar.named(whole, true).collect())
        });
        Sentence {
            text,
            fate,
            gives: self.entries.len() > entries,
            faults: self.faults.get(faults..).unwrap_or_default().to_vec(),
            secret: self.secret.get(secret..).and_then(|all| all.first()).map(|(_, why)| why.clone()),
            own: own.unwrap_or_default(),
        }
    }

    /// Says what a sentence that is not read is about, if it cannot change what the others of its line say. What it denies or makes
    /// depend on something is its own business if it begins with an area of one's own that no other names.
    pub(in super::super) fn aside_of(
        &mut self,
        sentence: &Sentence<'_>,
        all: &[Sentence<'_>],
    ) -> Option<Aside> {
        let others = all.iter().filter(|other| other.text != sentence.text);
        let is_shared = others.flat_map(|other| other.own.iter()).any(|area| sentence.own.has(area));
        match self.aside(sentence.text) {
            None if !is_shared && self.is_of_its_area(sentence.text) => Some(Aside::OfTheGame),
            aside => aside,
        }
    }

    /// Returns why a sentence cannot be read.
    fn what_is_unclear(&mut self, text: &str, line: usize) -> Option<Fault> {
        let line = tokens::line(text, line)?;
        let whole = Run { from: 0, to: line.tokens.len() };
        self.by_grammar(&line, |reader, grammar| reader.unclear(grammar, whole));
        self.faults.pop()
    }

    /// Tells of each sentence of a line that does not count, in place of what was told of all of it. The faults of the line stand behind
    /// as many as are given with its number.
    pub(in super::super) fn each_told(
        &mut self,
        said: &[Sentence<'_>],
        (line, faults): (usize, usize),
        fate: LineFate,
    ) -> LineFate {
        let would: Vec<&str> = said
            .iter()
            .filter(|one| one.fate == LineFate::Taken && one.gives)
            .map(|one| one.text.trim())
            .collect();
        let is_secret = self.secret.iter().any(|(of, _)| *of == line);
        if said.is_empty() || fate == LineFate::NotMine && !is_secret && would.is_empty() {
            return fate;
        }
        let mut told: Vec<Fault> = Vec::new();
        let mut turned = would.is_empty();
        for one in said.iter().filter(|one| one.fate != LineFate::Taken) {
            let aside = self.aside_of(one, said);
            if !turned && aside.is_none() {
                turned = true;
                let text = one.text.trim();
                let why = Refusal::new("line-turned").with("text", text).with("orders", would.clone());
                // Whoever sends only the others must not lose the order that it perhaps is.
                let is_order = one.own.iter().next().is_some();
                let why = if is_order { why.with("also", true) } else { why };
                told.push(Fault::error(one.span(line), why));
                continue;
            }
            told.extend(one.faults.iter().filter(|fault| fault.is_error()).cloned());
            match &one.secret {
                Some(why) => told.push(Fault::error(one.span(line), why.clone())),
                None if one.fate == LineFate::NotMine && aside != Some(Aside::Chat) => {
                    told.extend(self.what_is_unclear(one.text, line));
                }
                None => {}
            }
        }
        if told.is_empty() || !turned {
            return fate;
        }
        match fate {
            LineFate::NotMine => {
                self.secret.retain(|(of, _)| *of != line);
                self.secret.extend(told.into_iter().map(|fault| (line, fault.why)));
            }
            _ => {
                self.faults.truncate(faults);
                self.faults.extend(told);
            }
        }
        fate
    }
}
