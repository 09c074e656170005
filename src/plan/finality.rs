//! Words that say that a plan is final, with others around them: `thats it. final. ben`, `Karhold raid, final`.

use super::words::{Words, doubts, has_words, is_greeting, plain_words, unmannered, voids};
use crate::sheet::is_near;
use std::cmp::Ordering;

/// Returns `true` for one word that is `final` with two letters swapped, one doubled, or one wrong or missing that is neither the first
/// nor the last: `finla`, `finnal`, `fimal`, `finl`. Other words are made by a letter more or another end: `finale`, `finals`, `Fina`.
pub(super) fn is_typo_of_final(word: &str) -> bool {
    let near = |known: &str| is_slip(known, word);
    Words::english().all("final").filter(|known| !known.contains(' ') && known.len() >= LEAST).any(near)
}

/// The fewest letters of a word that is known with a wrong one.
const LEAST: usize = 5;

fn is_slip(known: &str, word: &str) -> bool {
    if known == word || !is_near(known, word, 1) {
        return false;
    }
    let letters = |word: &str| word.chars().collect::<Vec<char>>();
    let sorted = |word: &str| {
        let mut letters = letters(word);
        letters.sort_unstable();
        letters
    };
    let (all, typed) = (letters(known), letters(word));
    let is_kept = || all.first() == typed.first() && all.last() == typed.last();
    match typed.len().cmp(&all.len()) {
        Ordering::Equal => sorted(known) == sorted(word) || is_kept(),
        Ordering::Less => is_kept(),
        Ordering::Greater => {
            let mut single = typed;
            single.dedup();
            single == all
        }
    }
}

/// Returns the orders of a line that ends by saying that they are final: `Karhold raid, final`.
pub(super) fn before_final(text: &str) -> Option<&str> {
    let is_mark = |c: char| matches!(c, ',' | '.' | ';' | '!' | '-' | '–' | '—');
    let text = text.trim_end_matches(|c: char| is_mark(c) || c.is_whitespace());
    // "karhold raid final", as it is dictated.
    let dictated = || {
        let (orders, word) = text.rsplit_once(' ')?;
        let before = orders.split_whitespace().next_back()?;
        let is_whole = before.ends_with(char::is_alphanumeric) && !doubts(&plain_words(before));
        let word = plain_words(word);
        (is_whole && (Words::english().means("final", &word) || is_typo_of_final(&word))).then_some(orders)
    };
    let Some((orders, end)) = text.rsplit_once(is_mark) else { return dictated() };
    // "Karhold raid, final: yes".
    let end = plain_words(end).replace(':', "");
    let end = unmannered(&end);
    let is_final = Words::english().means("final", end) || made_of_final(end) == Some(true);
    if is_final { Some(orders).filter(|orders| !orders.trim().is_empty()) } else { dictated() }
}

/// Returns `true` for a line that says that a plan is final and nothing else, in whatever words of agreement, of thanks and of being done:
/// `thats it. final`, `done final`, `Yes, that's right now, final!`, `final: yes, bedankt`.
pub(super) fn is_final(plain: &str) -> bool {
    let words = Words::english();
    let plain = plain.replace(" - ", ", ").replace(": ", " ");
    let mut parts: Vec<&str> = plain.split(['.', '!', ',', ';', '–', '—']).map(str::trim).collect();
    // "final. ben": the name of whoever writes.
    let is_name = |text: &str| !text.is_empty() && text.chars().all(char::is_alphabetic) && !doubts(text);
    if parts.len() > 1
        && parts.last().is_some_and(|last| is_name(last))
        && !words.means("final", unmannered(parts[parts.len() - 1]))
    {
        parts.pop();
    }
    // "That's all, I'm finished": either alone could mean something else.
    if parts.iter().all(|part| ends_or_is_done(unmannered(part))) && says_two(&parts) {
        return true;
    }
    let read = |part| {
        let made = made_of_final(unmannered(part)).or_else(|| made_of_final(part));
        made.or_else(|| approves(part).then_some(false))
    };
    let all: Vec<Option<bool>> = parts.into_iter().map(read).collect();
    all.iter().all(Option::is_some) && all.contains(&Some(true))
}

/// Returns `true` for words that nothing more comes or that their writer has done something.
fn ends_or_is_done(part: &str) -> bool {
    ["ending", "done", "courtesy"].iter().any(|meaning| Words::english().means(meaning, part))
        || part.is_empty()
}

/// Returns `true` if one of several parts says that nothing more comes, and another that its writer is done.
fn says_two(parts: &[&str]) -> bool {
    let words = Words::english();
    let all = || parts.iter().map(|part| unmannered(part));
    all().any(|part| words.means("ending", part))
        && all().any(|part| words.means("done", part) && !words.means("ending", part))
}

/// Returns `true` for words of nothing but that their writer has done, or that nothing more comes: `Then i am done`, `ok thats it`.
pub(super) fn says_done(text: &str) -> bool {
    let plain = plain_words(text);
    let words = Words::english();
    let has_one = ["done", "ending"].iter().any(|group| words.all(group).any(|said| has_words(&plain, said)));
    has_one && made_of_final(unmannered(&plain)).is_some()
}

/// Returns whether words say that a plan is final, if they are such words and those that stand beside them, one after the other.
fn made_of_final(part: &str) -> Option<bool> {
    let words = Words::english();
    if part.is_empty() {
        return Some(false);
    }
    let says = |meaning: &str| words.after(meaning, part).map(|rest| (meaning == "final", rest));
    // Of what begins here, what leaves words that mean something.
    let mut found =
        ["final", "final beside", "done", "yes", "courtesy", "polite"].into_iter().filter_map(says);
    let misspelt = || {
        let (word, rest) = part.split_once(' ').unwrap_or((part, ""));
        is_typo_of_final(word).then_some(())?;
        Some(true | made_of_final(rest)?)
    };
    found.find_map(|(is_final, rest)| Some(is_final | made_of_final(rest.trim_start())?)).or_else(misspelt)
}

/// Returns `true` for a line that says in a sentence, and asks nothing, that a plan is final: `Final, for Anna is in`.
pub fn speaks_of_final(text: &str) -> bool {
    let plain = plain_words(text);
    !plain.contains('?') && Words::english().all("final in words").any(|phrase| has_words(&plain, phrase))
}

/// Returns `true` for a line that greets or thanks for something and says nothing else: `Hi all, thanks for the reminder`.
pub fn only_thanks(text: &str) -> bool {
    let plain = plain_words(text);
    let words = Words::english();
    let is_nothing = |part: &str| {
        part.is_empty() || is_greeting(part) || words.means("courtesy", part) || words.means("closings", part)
    };
    let mut parts = plain.split(['.', '!', ',', ';', '–', '—']).map(str::trim);
    let mut thanks = false;
    let all = parts.all(|part| {
        let is_one = words.after("thanking", part).is_some() && approves(part);
        thanks |= is_one;
        is_one || is_nothing(part)
    });
    all && thanks && !plain.contains('?')
}

/// Returns `true` for a line that says of what our message understood that it is right, and nothing else: `Yes that's correct. Thank you.`
pub fn only_confirms(text: &str) -> bool {
    let plain = plain_words(text);
    let words = Words::english();
    let mut confirms = false;
    let all = plain.split(['.', '!', ',', ';', '–', '—']).map(str::trim).all(|part| {
        let part = unmannered(part);
        let part = words.after("yes", part).map_or(part, str::trim);
        let is_one = words.means("confirming", part);
        confirms |= is_one;
        let thanks = || words.after("thanking", part).is_some() && approves(part);
        is_one
            || part.is_empty()
            || words.means("courtesy", part)
            || words.means("closings", part)
            || thanks()
    });
    all && confirms && !plain.contains('?')
}

/// Returns `true` for a line of which one part says that a plan is final, and the others are talk on which nothing hangs: `Final, and may
/// the better lion lose`. Whether they name something of the game is for others to tell.
pub fn is_final_beside_talk(text: &str) -> bool {
    let plain = plain_words(text).replace(" - ", ", ").replace(" and ", ", ");
    if plain.contains('?') || voids(&plain) {
        return false;
    }
    let words = Words::english();
    let is_final = |part: &str| {
        made_of_final(unmannered(part)).or_else(|| made_of_final(part)) == Some(true)
            && words.all("final").any(|phrase| has_words(part, phrase))
    };
    let is_talk = |part: &str| {
        let turns = ["turning aside", "denying", "deeds", "goings", "doubts", "postponing"];
        part.split(|c: char| !c.is_alphanumeric() && c != '\'').all(|word| {
            !word.starts_with(|c: char| c.is_ascii_digit()) && !turns.iter().any(|of| words.means(of, word))
        })
    };
    let parts: Vec<&str> =
        plain.split(['.', '!', ',', ';', '–', '—']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let (said, talk): (Vec<&str>, Vec<&str>) = parts.into_iter().partition(|part| is_final(part));
    !said.is_empty() && talk.into_iter().all(is_talk)
}

/// Returns `true` for the line above a letter: `Good evening all,`.
pub fn is_salutation(text: &str) -> bool {
    text.trim_end().ends_with(',') && is_greeting(&plain_words(text))
}

/// The most words of whom or what somebody thanks for.
const FEW: usize = 2;

/// Returns `true` for a sentence that approves of what was sent or thanks for it, and can say nothing else: `great answer`, `all four orders
/// are as I meant them`.
fn approves(sentence: &str) -> bool {
    let words = Words::english();
    let behind = words.after("thanking", sentence);
    // "Thanks Maria".
    if behind.is_some_and(|rest| rest.split_whitespace().count() <= FEW && !doubts(rest)) {
        return true;
    }
    // "Thank you" is two words.
    let mut all = behind
        .unwrap_or(sentence)
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .peekable();
    let is_one = |word: &str| {
        ["approving", "thanking", "polite", "courtesy", "counting"]
            .iter()
            .any(|group| words.means(group, word))
    };
    all.peek().is_some() && all.all(is_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn final_is_known_with_one_slip_and_other_words_are_others() {
        for word in
            ["finla", "fianl", "finnal", "finaal", "finall", "ffinal", "finl", "fial", "fnal", "fimal"]
        {
            assert!(is_typo_of_final(word), "{word}");
        }
        for word in [
            "final", "finale", "finals", "finally", "fina", "inal", "finat", "vinal", "fine", "fin", "fn",
            "fatal",
        ] {
            assert!(!is_typo_of_final(word), "{word}");
        }
    }

    #[test]
    fn a_line_speaks_of_a_final_plan_in_any_words() {
        for line in ["Final, for Anna is in", "That makes five, and I shall not change my mind before Friday"]
        {
            assert!(speaks_of_final(line) && !is_final(&plain_words(line)), "{line}");
        }
        for line in ["Is this final?", "finally it rains", "my finals are over"] {
            assert!(!speaks_of_final(line), "{line}");
        }
    }

    /// Talk of any kind, beside any way to say that a plan is final; what turns it round, or hangs it on something, is none.
    #[test]
    fn final_counts_beside_talk_and_not_beside_what_it_hangs_on() {
        let finals =
            ["Final", "That is final", "final please", "These are final", "no more changes from me, final"];
        let talk = [
            "may the better lion lose",
            "whatever you need me to say",
            "see you at the next report",
            "my tea is getting cold",
            "the cat has spoken",
            "good luck to both of you",
            "I trust that is plain enough",
        ];
        let hangs = [
            "but wait for Tom",
            "unless Anna writes",
            "if that is allowed",
            "maybe",
            "until tomorrow",
            "not yet",
            "march to Karhold",
            "as soon as Bert is in",
            "is that right?",
            "pending an answer",
        ];
        for said in finals {
            for more in talk {
                assert!(is_final_beside_talk(&format!("{said}, {more}.")), "{said}, {more}");
                assert!(is_final_beside_talk(&format!("{more}. {said}!")), "{more}. {said}");
            }
            for more in hangs {
                assert!(!is_final_beside_talk(&format!("{said}, {more}")), "{said}, {more}");
                assert!(!is_final_beside_talk(&format!("{more}, {said}")), "{more}, {said}");
            }
        }
        for line in
            ["What a finale, the cat has spoken", "That's all, may the better lion lose", "hello, you"]
        {
            assert!(!is_final_beside_talk(line), "{line}");
        }
    }

    #[test]
    fn a_line_that_only_thanks_says_nothing_else() {
        for line in [
            "Hi all, thanks for the reminder,",
            "Hi Maria, thank you for the update.",
            "Tak for the report,",
            "Hello Maria! Many thanks.",
        ] {
            assert!(only_thanks(line), "{line}");
        }
        for line in [
            "Thanks for the report, I take Renly",
            "Thanks for your support of Karhold",
            "Hi all",
            "Thanks, all good?",
            "Thanks for not attacking",
        ] {
            assert!(!only_thanks(line), "{line}");
        }
    }

    #[test]
    fn a_line_says_that_a_plan_is_final_beside_thanks_and_praise() {
        for line in [
            "That is finnal.",
            "great answer, thanks. final",
            "Thank you, all four orders are as I meant them. I will send no more changes.",
            "No more changes from me, thanks",
            "I am done now, final",
            "Final!!! Thanks Maria :)",
            "That was all, no further changes from my side.",
            "Thanks for the quick receipt! It is right. Final",
            "finl",
            "That will be all from me; you may consider it final.",
            "Thats all, i am finish",
            "Final, if you please.",
            "That is all from me; I shall not change anything more.",
            "all done from my side, final",
            "that was it, final",
            "Then i am done, final yes",
            "That's it. All done!",
            "That concludes my orders, and they are final.",
            "These are my final orders for this turn.",
            "Final for the love of god",
            "I have nothing else to add, so please treat this as final.",
            "Quite right, that is final.",
            "no more from me, final",
            "That is my final choice.",
            "I shall not change my mind",
            "No that's it, final!",
            "That's the lot. Final.",
        ] {
            assert!(is_final(&plain_words(line)), "{line}");
        }
        for line in [
            "great answer, thanks. forget Storm's End then. final",
            "The final answer is great",
            "I will not send the final orders today",
            "All orders are as I meant them",
            "That is not right. final",
            "Is it final",
            "great finale",
            "That's all",
            "I am done, go ahead",
            "That's all, I am not done",
            "That is all from me; I shall not change anything before Friday",
        ] {
            assert!(!is_final(&plain_words(line)), "{line}");
        }
        assert_eq!(before_final("Karhold raid. That is finnal."), Some("Karhold raid"));
        assert_eq!(before_final("Karhold raid. That was the finale."), None);
        assert_eq!(before_final("karhold raid final"), Some("karhold raid"));
        // Somebody who wants to think again is not held to it.
        assert_eq!(before_final("Karhold raid not final"), None);
    }
}
