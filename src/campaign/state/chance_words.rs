//! The form of what is mixed into the shuffles: words of chance in a sealed document, and a public number.

use crate::post::one_line;
use crate::seal::mask;
use serde_json::{Value, json};

/// The longest words of chance, and the longest public number, in characters.
pub const MOST_WORDS: usize = 200;

/// Returns the document that is sealed for words of chance.
pub fn words_plan(words: &str) -> Value {
    json!({"words": words})
}

/// Returns the words of chance in a sealed document; `None` if it holds anything else, or a key, which nobody may read.
pub fn words_of(plan: &Value) -> Option<String> {
    let words = plan.get("words")?.as_str()?;
    let is_good = (1..=MOST_WORDS).contains(&words.chars().count()) && one_line(words) == words;
    (is_good && mask(words) == words && plan.as_object()?.len() == 1).then(|| words.to_owned())
}

/// Returns a public number as it is hashed; `None` if there is nothing in it or it is too long.
///
/// Only letters and digits count: runs of them are put in order, numbers by size and then words by their characters, so that
/// nobody can choose by spelling or order. Letters A to Z become small, and numbers lose zeros in front.
pub fn normal(text: &str) -> Option<String> {
    let pieces = text.split(|c: char| !c.is_alphanumeric()).filter(|piece| !piece.is_empty());
    let (mut numbers, mut words): (Vec<String>, Vec<String>) = pieces
        .map(str::to_ascii_lowercase)
        .partition(|piece| piece.bytes().all(|byte| byte.is_ascii_digit()));
    for number in &mut numbers {
        let short = number.trim_start_matches('0');
        *number = if short.is_empty() { "0".to_owned() } else { short.to_owned() };
    }
    numbers.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    words.sort();
    let all = numbers.into_iter().chain(words).collect::<Vec<_>>().join(" ");
    (1..=MOST_WORDS).contains(&all.chars().count()).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_number_has_one_form_whatever_its_order_and_marks() {
        for text in ["3 7 12 24 31 42", "42, 31, 24, 12, 07, 3", " 3-7-12 / 24;31\t42\n", "007 3 12 24 31 42"]
        {
            assert_eq!(normal(text).as_deref(), Some("3 7 12 24 31 42"), "{text}");
        }
        assert_eq!(normal("Superzahl 0; 9").as_deref(), Some("0 9 superzahl"));
        assert_eq!(normal("18.345,67 Punkte").as_deref(), Some("18 67 345 punkte"));
        assert_eq!((normal(" ,;"), normal(&"7 ".repeat(101))), (None, None));
        let once = normal("b A 10 9 é").unwrap();
        assert_eq!((normal(&once), once.as_str()), (Some(once.clone()), "9 10 a b é"));
    }

    #[test]
    fn sealed_words_are_one_line_without_a_key() {
        assert_eq!(words_of(&words_plan("winter is coming")).as_deref(), Some("winter is coming"));
        let key = crate::seal::SeatKey::new([7; 16]).text();
        for bad in ["", "two\nlines", &"x".repeat(201), &format!("my key {key}")] {
            assert_eq!(words_of(&words_plan(bad)), None, "{bad}");
        }
        assert_eq!(words_of(&json!({"words": "a", "more": 1})), None);
        assert_eq!(words_of(&json!({"orders": {}})), None);
    }
}
