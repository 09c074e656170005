//! Names in a sentence put in place of others: people write `if Anna has passed` for the seat that Anna plays.

use std::collections::BTreeMap;

/// Names that stand for others in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Renamed {
    /// By the name as people write it, in lower case.
    names: BTreeMap<String, String>,
}

impl Renamed {
    /// Takes names of people, whole or the first word alone, with the names to put there. One that two people have, or that
    /// `is_other` knows as something else, stands for nobody.
    pub fn new(people: &[(String, String)], is_other: impl Fn(&str) -> bool) -> Self {
        let mut names: BTreeMap<String, Option<String>> = BTreeMap::new();
        for (name, to) in people {
            let first = name.split_whitespace().next().unwrap_or_default();
            for form in
                [name.trim(), first].into_iter().filter(|form| form.chars().count() > 1 && !is_other(form))
            {
                let known = names.entry(form.to_lowercase()).or_insert_with(|| Some(to.clone()));
                if known.as_ref() != Some(to) {
                    *known = None;
                }
            }
        }
        Renamed { names: names.into_iter().filter_map(|(form, to)| Some((form, to?))).collect() }
    }

    /// Returns a sentence with each such name replaced, and what was replaced by what.
    pub fn put_into(&self, sentence: &str) -> (String, Vec<(String, String)>) {
        let mut text = sentence.to_owned();
        let mut taken: Vec<(String, String)> = Vec::new();
        // A whole name comes behind its first word in the order of letters, and goes before it.
        for (form, to) in self.names.iter().rev() {
            let lower = text.to_lowercase();
            // Rare letters are longer in lower case; then no place would be right.
            if lower.len() != text.len() {
                continue;
            }
            let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            let is_word = |at: usize| {
                is_edge(lower.get(..at).and_then(|before| before.chars().next_back()))
                    && is_edge(lower.get(at + form.len()..).and_then(|after| after.chars().next()))
            };
            let Some((at, _)) = lower.match_indices(form.as_str()).find(|(at, _)| is_word(*at)) else {
                continue;
            };
            let name = text.get(at..at + form.len()).unwrap_or_default().to_owned();
            text.replace_range(at..at + form.len(), to);
            taken.push((name, to.clone()));
        }
        (text, taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_as_words() {
        let people = [("Anna Jones", "White"), ("Ben", "Blue"), ("Ben Hur", "Red"), ("Welsh", "Red")];
        let people = people.map(|(name, to)| (name.to_owned(), to.to_owned()));
        let names = Renamed::new(&people, |name| name == "Welsh");
        for (text, said) in [
            ("if anna has passed", "if White has passed"),
            ("Anna Jones's court", "White's court"),
            ("Hannah and Welsh", "Hannah and Welsh"),
            ("Ben has passed", "Ben has passed"),
            ("ben hur has passed", "Red has passed"),
            ("Ä anna", "Ä White"),
        ] {
            assert_eq!(names.put_into(text).0, said, "{text}");
        }
        assert_eq!(names.put_into("ANNA").1, [("ANNA".to_owned(), "White".to_owned())]);
    }
}
