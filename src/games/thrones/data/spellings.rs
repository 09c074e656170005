//! The spellings of a word or name, found by the first of their words.

use std::ops::Deref;

/// A form of a word or name: its words, folded.
pub type Form = Vec<String>;

/// All forms of a word or name. Nearly every place of a line is asked for nearly every table of words and has none of its forms, so
/// that is answered without looking at them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spellings {
    /// In the order of their first words, and of those with the same the longest first.
    all: Vec<Form>,
    firsts: Marks,
}

impl Spellings {
    /// Returns what has no form.
    pub const fn none() -> Self {
        Spellings { all: Vec::new(), firsts: Marks([0; 16]) }
    }

    /// Sorts forms so that they are found by their first words; those without a word are left out.
    pub fn new(mut all: Vec<Form>) -> Self {
        all.retain(|form| !form.is_empty());
        all.sort_by(|one, other| one.first().cmp(&other.first()).then(other.len().cmp(&one.len())));
        let mut firsts = Marks::default();
        all.iter().filter_map(|form| form.first()).for_each(|word| firsts.mark(word));
        Spellings { all, firsts }
    }

    /// Returns the forms that begin with a word, the longest first, so that the first that fits is the one meant.
    pub fn beginning_with(&self, word: &str) -> &[Form] {
        if !self.firsts.may_have(word) {
            return &[];
        }
        let first = |form: &Form| form.first().is_none_or(|first| first.as_str() < word);
        let from = self.all.partition_point(first);
        let rest = self.all.get(from..).unwrap_or_default();
        let count = rest.iter().take_while(|form| form.first().is_some_and(|first| first == word)).count();
        rest.get(..count).unwrap_or_default()
    }
}

impl Deref for Spellings {
    type Target = [Form];

    fn deref(&self) -> &[Form] {
        &self.all
    }
}

impl<'a> IntoIterator for &'a Spellings {
    type Item = &'a Form;
    type IntoIter = std::slice::Iter<'a, Form>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

/// Marks that each word has by its length and its first and last letters, a few words the same.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Marks([u64; 16]);

impl Marks {
    fn place(word: &str) -> (usize, u64) {
        let of = |byte: Option<&u8>| byte.copied().map_or(0, usize::from);
        let bytes = word.as_bytes();
        let mark = of(bytes.first()) * 37
            + of(bytes.get(bytes.len() / 2)) * 11
            + of(bytes.last())
            + bytes.len() * 89;
        (mark / 64 % 16, 1 << (mark % 64))
    }

    fn mark(&mut self, word: &str) {
        let (place, bit) = Self::place(word);
        if let Some(marks) = self.0.get_mut(place) {
            *marks |= bit;
        }
    }

    fn may_have(&self, word: &str) -> bool {
        let (place, bit) = Self::place(word);
        self.0.get(place).is_some_and(|marks| marks & bit != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_found_by_their_first_word_the_longest_first() {
        let form = |text: &str| text.split(' ').map(str::to_owned).collect::<Form>();
        let all = ["to", "at", "to the", "into", "to go to", "a"].map(form);
        let spellings = Spellings::new(all.to_vec());
        let found = |word: &str| -> Vec<String> {
            spellings.beginning_with(word).iter().map(|form| form.join(" ")).collect()
        };
        assert_eq!(found("to"), ["to go to", "to the", "to"]);
        assert_eq!((found("a"), found("into")), (vec!["a".to_owned()], vec!["into".to_owned()]));
        for none in ["", "t", "two", "go", "the"] {
            assert_eq!(found(none), Vec::<String>::new(), "{none}");
        }
        // Each is found by its own word, whatever else begins alike.
        assert!(all.iter().all(|form| spellings.beginning_with(&form[0]).contains(form)));
    }
}
