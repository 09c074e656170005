//! What our messages print of what they ask, to tell which question somebody has answered right below it.
//!
//! A quotation shows nothing by itself: anybody may have written it. So the quoted words right above an answer must be those that a
//! message to its writer has now for what is asked now, and the answer must answer such a message. Then it does not matter who wrote
//! them: whoever puts an answer below a question means that question.

use crate::campaign::play::engine::Engine;

/// The fewest letters and digits by which a part of a question is told from other words.
const FEWEST: usize = 20;
/// The most lines of an answer that may be the tail of a quoted line that was broken on its way.
const MOST_TAILS: usize = 3;

/// Something that a message asks, as it is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// The key of the question; `None` for a line of the sheet that is a part of one, such as an area.
    pub key: Option<String>,
    /// What stands before an answer that is written by itself: the name of an area, or the key.
    pub lead: String,
    /// Its lines from the first to the last.
    pub lines: Vec<String>,
    /// The line of the sheet with its name and an empty place.
    pub place: Option<String>,
}

/// Prints what a seat is asked.
pub trait Print {
    /// Returns what a message to a seat prints of what it is asked now.
    fn questions(&self, engine: &Engine<'_>, seat: &str) -> Vec<Printed>;
}

/// Returns the question whose words end the quoted lines above an answer, and how many lines of the answer are still its words. `None`
/// if it is none of them, or it may be two.
pub(crate) fn answered<'p>(
    all: &'p [Printed],
    above: &[String],
    own: &[&str],
) -> Option<(&'p Printed, usize)> {
    (0..=own.len().saturating_sub(1).min(MOST_TAILS)).find_map(|tails| {
        let words = above.iter().map(String::as_str).chain(own.iter().take(tails).copied());
        let last = words.clone().rfind(|line| !squeezed(line).is_empty()).map(squeezed)?;
        let words: String = words.map(squeezed).collect();
        let mut found = all.iter().filter(|one| one.ends(&words, &last));
        let first = found.next()?;
        found.all(|other| other.lead == first.lead).then_some((first, tails))
    })
}

impl Printed {
    fn ends(&self, words: &str, last: &str) -> bool {
        if self.place.as_deref().is_some_and(|place| squeezed(place) == last) {
            return true;
        }
        let mut so_far = String::new();
        // Of a question its last line counts, of a place of the sheet any of its remarks.
        let is_end = |at: usize| self.place.is_some() || at + 1 == self.lines.len();
        self.lines.iter().enumerate().any(|(at, line)| {
            so_far += &squeezed(line);
            is_end(at) && so_far.len() >= FEWEST && words.ends_with(&so_far)
        })
    }
}

/// Returns the letters and digits of a text: what mail programs leave as it is.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(lead: &str, lines: &[&str], place: Option<&str>) -> Printed {
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        Printed { key: None, lead: lead.to_owned(), lines, place: place.map(str::to_owned) }
    }

    #[test]
    fn the_words_right_above_an_answer_are_a_whole_question() {
        let all = [
            printed("tie", &["- Whom do you put first in the Fiefdoms,", "Lannister or Tyrell?"], None),
            printed("a", &["# a Footman and a Knight; legal: march+0"], Some("Winterfell: ~")),
        ];
        let lead = |above: &[&str], own: &[&str]| {
            let above: Vec<String> = above.iter().map(|line| (*line).to_owned()).collect();
            answered(&all, &above, own).map(|(one, tails)| (one.lead.as_str(), tails))
        };
        let whole = ["x", "- Whom do you put first in the", "Fiefdoms, Lannister or", "Tyrell?", ""];
        assert_eq!(lead(&whole, &["Tyrell"]), Some(("tie", 0)));
        assert_eq!(lead(&whole[..3], &["Tyrell?", "Tyrell"]), Some(("tie", 1)), "a line broken on its way");
        assert_eq!(lead(&whole[..3], &["Tyrell"]), None, "half a question");
        assert_eq!(lead(&[whole[1], whole[2], "Tyrell? no"], &["Tyrell"]), None, "more than the question");
        assert_eq!(lead(&["Winterfell: ~"], &["march +0"]), Some(("a", 0)));
        assert_eq!(
            lead(&["Winterfell: ~", "# a Footman and a Knight;", "legal: march+0"], &["march +0"]),
            Some(("a", 0))
        );
        assert_eq!(lead(&["I go to Winterfell"], &["march +0"]), None);
    }

    #[test]
    fn what_two_questions_have_in_common_is_neither() {
        let one = |lead: &str| printed(lead, &["Which units do you lose in this battle?"], None);
        let above = ["Which units do you lose in this battle?".to_owned()];
        assert_eq!(answered(&[one("a"), one("b")], &above, &["a knight"]), None);
        assert!(answered(&[one("a"), one("a")], &above, &["a knight"]).is_some());
    }
}
