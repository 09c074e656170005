//! Sentences that take an earlier message back without saying what is to count instead: `cancel that`, `never mind, use my first one`.
//! They give no order, and nobody else needs to read them.

use super::linked::behind_links;
use super::words::{Words, has_words, plain_words, unmannered};

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

/// Returns `true` for a line of which a part takes back what its writer sent, whatever stands beside it: `forget it all, I was drunk`.
/// Only for lines in which a game has found nothing.
pub fn takes_back_in_passing(text: &str) -> bool {
    let words = Words::english();
    let plain = plain_words(text);
    let takes = |part: &str| {
        let part = behind_links(part).and_then(|(at, _)| part.get(at..)).unwrap_or(part);
        let Some(object) = words.after("taking back", unmannered(part.trim())) else { return false };
        let mut of =
            object.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
        let is_sent = |word: &str| words.means("what was sent", word) || words.means("things sent", word);
        // "Scrap what I said about the Ambassador".
        let mut before = of.clone().take_while(|word| !is_sent(word));
        let is_turned = before.any(|word| words.means("not to be taken back", word));
        !is_turned && of.any(is_sent)
    };
    !plain.contains('?') && plain.split([',', '.', '!', ';', ':', '–', '—', '…', '(']).any(takes)
}

#[cfg(test)]
mod tests {
    use super::{takes_back, takes_back_in_passing};

    #[test]
    fn what_takes_back_beside_something_else_is_known_from_talk() {
        for text in [
            "forget it all please, I was drunk",
            "Sorry! Please ignore my previous mail, I had the wrong board in front of me.",
            "oh and scrap everything I have sent for the north",
            "My cat walked over the keys: disregard that message",
            "And scrap what I said about the Ambassador, I would like to be asked please.",
        ] {
            assert!(takes_back_in_passing(text), "{text}");
        }
        for text in [
            "never mind, I found the rulebook",
            "Please don't forget my plan for the club night",
            "forget about all this, the weather is lovely",
            "ignore the noise from Ben",
            "Did you forget my orders, or should I cancel all?",
            "everything is fine, and all of us are here",
        ] {
            assert!(!takes_back_in_passing(text), "{text}");
        }
    }

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
            "oh and forget everything i said",
            "please forget what I wrote this morning",
            "scratch what I sent you yesterday",
        ] {
            assert!(takes_back(text), "{text}");
        }
        for text in [
            "don't forget my orders",
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
