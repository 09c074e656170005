//! What a question is about, as the titles of the rulebook have it: whoever asks something can be told where it stands.

use super::chapters::Chapters;
use crate::sheet::fold;

impl Chapters {
    /// Returns the first word of a question that the title of a chapter or of a section has in it: `raven` of `How do I use the Messenger
    /// Raven?`
    pub fn topic(&self, question: &str) -> Option<String> {
        const LEAST: usize = 4;
        // "Raids" is about a raid.
        let stem = |word: &str| {
            let word = fold(word);
            let cut = word.strip_suffix("es").or_else(|| word.strip_suffix('s')).unwrap_or(&word);
            cut.to_owned()
        };
        let words = |text: &str| -> Vec<String> {
            let all = text.split(|c: char| !c.is_alphabetic()).map(str::to_owned);
            all.filter(|word| word.chars().count() >= LEAST && !crate::plan::is_of_any_rule(&fold(word)))
                .collect()
        };
        let title = |line: &'static str| {
            let bold = line.strip_prefix("- ").unwrap_or(line).strip_prefix("**")?;
            bold.starts_with(|c: char| c.is_ascii_digit()).then(|| bold.split("**").next())?
        };
        let sections =
            self.chapters.iter().flat_map(|chapter| chapter.lines.iter().filter_map(|line| title(line)));
        let titles = self.chapters.iter().map(|chapter| chapter.name.as_str()).chain(sections);
        let known: Vec<String> = titles.flat_map(words).map(|word| stem(&word)).collect();
        let found = words(question).into_iter().find(|word| known.contains(&stem(word)))?;
        Some(found.to_lowercase()).filter(|word| self.find(word).is_ok())
    }
}
