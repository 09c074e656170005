//! Tables of things with their words, and how a word is found in one.

use crate::sheet::{Miss, Names};
use std::cell::OnceCell;

/// A thing and its words.
pub(in crate::games::thrones::people) type Term<T> = (T, &'static [&'static str]);

/// The names of a table. Most plans have the words of the order sheet, which are found in the table itself; only another spelling needs
/// the names of all.
pub(super) struct Terms<T: 'static> {
    terms: &'static [Term<T>],
    names: OnceCell<Names<T>>,
}

/// Returns the names of a table, ready to be found.
pub(super) fn names<T: Clone>(terms: &'static [Term<T>]) -> Terms<T> {
    Terms { terms, names: OnceCell::new() }
}

/// Returns the names of some things, with all spellings that they allow.
pub(super) fn gathered<T: Clone>(terms: &[Term<T>]) -> Names<T> {
    let mut names = Names::new();
    for (thing, words) in terms {
        let Some((first, others)) = words.split_first() else { continue };
        names.add(first, thing.clone());
        for word in others {
            names.also(word);
        }
    }
    names
}

impl<T: Clone> Terms<T> {
    /// Returns the names, with all spellings that they allow.
    pub(super) fn any(&self) -> &Names<T> {
        self.names.get_or_init(|| gathered(self.terms))
    }

    /// Returns the one thing that has a text as one of its words.
    fn exact(&self, text: &str) -> Option<T> {
        let mut found = self.terms.iter().filter(|(_, words)| words.contains(&text));
        let (thing, _) = found.next()?;
        found.next().is_none().then(|| thing.clone())
    }

    /// Finds the thing that a text means, like [`Names::find`].
    pub(super) fn find(&self, text: &str) -> Result<T, Miss> {
        let text = text.trim();
        self.exact(text).map_or_else(|| self.any().find(text), Ok)
    }

    /// Returns the thing that a text means, like [`Names::known`].
    pub(super) fn known(&self, text: &str) -> Option<T> {
        let text = text.trim();
        self.exact(text).or_else(|| self.any().known(text))
    }

    /// Iterates over the word of each thing that we write.
    pub(super) fn all(&self) -> impl Iterator<Item = &'static str> {
        self.terms.iter().filter_map(|(_, words)| words.first().copied())
    }
}
