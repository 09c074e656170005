//! Collects the faults of a file while it is read.

use crate::sheet::{Content, Fault, Names, Node, Refusal, Span};

/// Something wrong with a board, and where.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// The file of the board, such as `map.yaml`.
    pub file: &'static str,
    pub fault: Fault,
}

/// The faults of a file so far.
#[derive(Default)]
pub(super) struct Faults {
    all: Vec<Fault>,
}

impl Faults {
    /// Returns all faults in the order of lines.
    pub(super) fn in_order(mut self) -> Vec<Fault> {
        self.all.sort_by_key(|fault| fault.span);
        self.all
    }

    pub(super) fn error(&mut self, at: &Node, why: Refusal) {
        self.all.push(Fault::error(at.span, why));
    }

    pub(super) fn error_at(&mut self, span: Span, why: Refusal) {
        self.all.push(Fault::error(span, why));
    }

    pub(super) fn warning_at(&mut self, span: Span, why: Refusal) {
        self.all.push(Fault::warning(span, why));
    }

    pub(super) fn warning(&mut self, at: &Node, why: Refusal) {
        self.all.push(Fault::warning(at.span, why));
    }

    /// Tells that a name of a kind of thing is not known, and which are.
    pub(super) fn unknown<'l>(&mut self, at: &Node, what: &str, legal: impl IntoIterator<Item = &'l str>) {
        let (name, legal) = (at.text().unwrap_or_default(), legal.into_iter().collect::<Vec<_>>());
        let mut names = Names::new();
        legal.iter().for_each(|name| {
            names.add(name, ());
        });
        let near = names.find(name).err().and_then(|miss| miss.suggestion());
        let why = Refusal::new("board-unknown").with("name", name).with("what", what).with("legal", legal);
        self.all.push(Fault::error(at.span, why).suggest(near));
    }

    /// Tells that something is named a second time.
    pub(super) fn twice(&mut self, at: &Node, what: &str, first: Span) {
        let why = Refusal::new("board-twice").with("name", at.text().unwrap_or_default());
        self.error(at, why.with("what", what).with("line", first.line));
    }

    fn form(&mut self, at: &Node, what: &str, form: &str) {
        self.error(at, Refusal::new("board-form").with("what", what).with("form", form));
    }

    /// Returns the entries of a mapping, and tells if it is none.
    pub(super) fn entries<'n>(&mut self, node: &'n Node, what: &str) -> &'n [(Node, Node)] {
        match &node.content {
            Content::Map(entries) => entries,
            Content::Empty => &[],
            _ => {
                self.form(node, what, "{key: value}");
                &[]
            }
        }
    }

    /// Returns the members of a list, and tells if it is none.
    pub(super) fn list<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Node] {
        match &node.content {
            Content::List(members) => members,
            Content::Empty => &[],
            _ => {
                self.form(node, what, "[one, two]");
                &[]
            }
        }
    }

    /// Tells of keys that are not known and of those that are missing.
    pub(super) fn keys(&mut self, node: &Node, what: &str, needed: &[&str], others: &[&str]) {
        let entries = self.entries(node, what);
        // Some tables need one of their entries and allow all.
        let legal = || needed.iter().chain(others.iter().filter(|other| !needed.contains(other))).copied();
        for (key, _) in entries {
            let name = key.text().unwrap_or_default();
            if legal().all(|known| known != name) {
                let mut names = Names::new();
                legal().for_each(|known| {
                    names.add(known, ());
                });
                let near = names.find(name).err().and_then(|miss| miss.suggestion());
                let why = Refusal::new("board-key").with("key", name).with("what", what);
                let why = why.with("legal", legal().collect::<Vec<_>>());
                self.all.push(Fault::error(key.span, why).suggest(near));
            }
        }
        for name in needed {
            if node.entries().is_some() && get(node, name).is_none() {
                self.error(node, Refusal::new("board-no-key").with("key", *name).with("what", what));
            }
        }
    }

    /// Returns a text, and tells if there is none or it is blank.
    pub(super) fn text<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n str> {
        let text = node.text().filter(|text| !text.trim().is_empty());
        if text.is_none() {
            self.form(node, what, "a word");
        }
        text
    }

    /// Returns a whole number within bounds, and tells if it is none.
    pub(super) fn number(&mut self, node: &Node, what: &str, least: i64, most: i64) -> Option<u8> {
        let number = node.text().and_then(|text| text.trim_start_matches('+').parse::<i64>().ok());
        let number = number.filter(|number| (least..=most).contains(number));
        if number.is_none() {
            let why = Refusal::new("board-number").with("text", node.text().unwrap_or_default());
            self.error(node, why.with("what", what).with("least", least).with("most", most));
        }
        number.map(|number| u8::try_from(number).unwrap_or(0))
    }

    /// Returns the number under a key, if there is one; tells if it is none.
    pub(super) fn number_of(&mut self, node: &Node, key: &str, least: i64, most: i64) -> Option<u8> {
        get(node, key).and_then(|value| self.number(value, key, least, most))
    }
}

/// Returns the value of a key.
pub(super) fn get<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    let entries = node.entries()?;
    entries.iter().find(|(key, _)| key.text() == Some(name)).map(|(_, value)| value)
}
