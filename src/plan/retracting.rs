//! Sentences that take an earlier message back without saying what is to count instead: `cancel that`, `never mind, use my first one`.
//! They give no order, and nobody else needs to read them.

use super::words::{Words, has_words, plain_words};

/// Returns `true` for a line that only takes back what its writer sent before, or wants an earlier message to count again.
pub fn takes_back(text: &str) -> bool {
    let plain = plain_words(text);
    let words = Words::english();
    let parts: Vec<&str> = plain
        .split([' ', ',', '.', '!', ';', ':', '-', '–', '—', '…'])
        .filter(|word| !word.is_empty())
        .collect();
    let means = |meaning: &str| parts.iter().any(|word| words.means(meaning, word));
    // "Forget it" takes back, and so does "use my first one"; "use it" answers a question, and "the last one" may.
    let takes = means("taking back")
        || words.all("taking back").any(|said| said.contains(' ') && has_words(&plain, said));
    let returns = means("returning to") && means("sent earlier") && means("things sent");
    // "Never mind" alone and "no wait" are talk where nothing was sent.
    let is_known = |word: &&str| {
        word.chars().all(|c| c.is_ascii_digit())
            || ["taking back", "returning to", "sent earlier", "things sent", "around taking back"]
                .into_iter()
                .any(|meaning| words.all(meaning).any(|known| known.split(' ').any(|one| one == *word)))
    };
    (takes || returns) && !plain.contains('?') && parts.iter().all(is_known)
}

#[cfg(test)]
mod tests {
    use super::takes_back;

    #[test]
    fn what_only_takes_back_is_known_from_orders_and_answers() {
        for text in [
            "cancel that",
            "Cancel everything!",
            "undo",
            "Nevermind",
            "never mind, use my first one",
            "Never mind. Please use my first plan.",
            "forget my last mail",
            "Please ignore my previous email.",
            "disregard the last message, sorry",
            "go back to my first plan",
            "use receipt 4",
            "please use the plan from receipt 4",
            "Cancel my last message please, the one before counts",
            "scrap all that",
            "take back my plan",
            "I'd like my old orders back",
            "my first plan was better, use that",
            "no wait, forget it",
            "cancel my orders",
            "everything as in receipt 10",
            "orders as in my second mail",
        ] {
            assert!(takes_back(text), "{text}");
        }
        for text in [
            "use it",
            "use that",
            "yes, use it",
            "the first one",
            "the last one",
            "my first",
            "forget riverrun. seagard defense",
            "cancel the raid in Dornish Marches",
            "Seagard raid instead",
            "same as before",
            "Should I cancel that?",
            "my orders are final",
            "no",
            "keep it",
            "please use the blade",
            "I forgot my key",
            "thanks, that's all",
            "this is my final plan",
        ] {
            assert!(!takes_back(text), "{text}");
        }
    }
}
