//! Votes in plain words, without the verb: `No draw.`, `I am in favour of a draw`, `fine with 1 more day`. One that says of more time only
//! that its writer is for it hangs on the vote that is open ([`favours_time`]).

use super::said::Said;
use super::small::{longer, minutes, says_more};
use super::words::{Words, doubts, plain_words, unmannered};
use crate::sheet::Span;

/// What a sentence says of something that may be voted on.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Opinion<'t> {
    yes: bool,
    /// What it is about, without words of its writer's behind it.
    of: &'t str,
}

/// Reads a vote that is said in plain words and can say nothing else.
pub(super) fn plain_vote(plain: &str, span: Span) -> Option<Said> {
    let words = Words::english();
    let opinion = opinion(plain)?;
    if words.means("draw", opinion.of) {
        return Some(Said::entry(span, "vote", "draw", if opinion.yes { "yes" } else { "no" }));
    }
    if !opinion.yes && words.means("of more time", opinion.of) {
        return Some(Said::entry(span, "vote", "extend", "no"));
    }
    let time = longer(opinion.of);
    let is_length = opinion.yes && says_more(opinion.of) && minutes(&time).is_some();
    is_length.then(|| Said::entry(span, "vote", "extend", &time))
}

/// Returns `true` for a line whose writer is for more time and does not say for how much: `yes to the extension`, `extension ok for me`.
pub(super) fn favours_time(plain: &str) -> bool {
    opinion(plain).is_some_and(|opinion| opinion.yes && Words::english().means("of more time", opinion.of))
}

/// Returns `true` for a line that makes what it says hang on something: `I vote for a draw if the others agree`.
pub fn is_conditional(text: &str) -> bool {
    let words = Words::english();
    plain_words(text).split([' ', ',']).any(|word| words.means("of a condition", word))
}

/// Returns what a whole sentence is for or against.
fn opinion(plain: &str) -> Option<Opinion<'_>> {
    let words = Words::english();
    let text = without_end(unmannered(without_tail(without_yes(unmannered(plain)))));
    if doubts(text) && !words.all("voting against").any(|no| text.starts_with(no)) {
        return None;
    }
    let of = |meaning: &str, yes: bool| {
        let of = words.after(meaning, text)?.trim_start_matches([' ', ':']);
        (!of.is_empty()).then_some(Opinion { yes, of })
    };
    // "Extension is fine": what it is about is before that.
    let before = || {
        let of = words.all("voted fine").find_map(|fine| text.strip_suffix(fine)?.strip_suffix(' '))?;
        Some(Opinion { yes: true, of })
    };
    of("voting against", false)
        .or_else(|| of("voting for", true))
        .or_else(before)
        .or_else(|| of("consenting to", true))
        .filter(|opinion| {
            // A draw ends the game, so to be fine with one is no vote.
            let consents = words.after("voting for", text).is_none() && opinion.yes;
            !(consents && words.means("draw", opinion.of))
        })
}

/// Returns a text without a word of agreement before it: `of course, I vote for the extension`.
fn without_yes(text: &str) -> &str {
    let behind = text.split_once(',').filter(|(head, _)| Words::english().means("yes", head.trim()));
    behind.map_or(text, |(_, rest)| unmannered(rest.trim()))
}

/// Returns a text without a polite word behind it, and whom that is for: `no draw, sorry Edith`.
fn without_tail(text: &str) -> &str {
    const FEW: usize = 3;
    let kind = |tail: &str| {
        Words::english().after("polite", tail.trim()).is_some() && tail.split_whitespace().count() <= FEW
    };
    text.rsplit_once([',', '!', '.'])
        .filter(|(_, tail)| kind(tail) && !doubts(tail))
        .map_or(text, |(head, _)| head.trim())
}

/// Returns a text without words at its end of whose opinion it is: `for me`, `with me`.
fn without_end(text: &str) -> &str {
    let mut text = text;
    while let Some(rest) =
        Words::english().all("own opinion").find_map(|end| text.strip_suffix(end)?.strip_suffix([' ', ',']))
    {
        text = unmannered(rest.trim_end_matches([' ', ',']));
    }
    text
}

/// Returns `true` for a sentence that casts a vote in so many words: `I vote for the extension`.
pub fn casts_vote(text: &str) -> bool {
    let plain = plain_words(text);
    Words::english().after("casting", without_yes(unmannered(&plain))).is_some()
}

/// Returns how a few words answer a vote on more time: `ok for one more day, yes`. `None` if anything in them doubts, or says the
/// opposite as well. A vote on as little as a day may be read so; what ends a game is said plainly.
pub fn answers_time(text: &str) -> Option<bool> {
    const MOST_WORDS: usize = 12;
    let words = Words::english();
    // "I am in favour (no hurry)."
    let plain = match text.split_once('(').and_then(|(head, rest)| Some((head, rest.split_once(')')?.1))) {
        Some((head, tail)) => plain_words(&format!("{head} {tail}")),
        None => plain_words(text),
    };
    if doubts(&plain) || is_conditional(&plain) || plain.split(' ').count() > MOST_WORDS {
        return None;
    }
    let parts = || plain.split([',', '.', '!', ';', ':']).map(|part| unmannered(part.trim()));
    let begins = |meanings: &[&str]| {
        parts().any(|part| meanings.iter().any(|meaning| words.after(meaning, part).is_some()))
    };
    let is_against = begins(&["declining", "against", "voting against"]);
    let is_for = begins(&["assenting", "voting for"])
        || parts().any(|part| words.means("half any", part) && !self::is_against(part));
    (is_for != is_against).then_some(is_for)
}

/// Returns `true` for a line that is against what is voted on: `I vote against it`.
pub fn is_against(text: &str) -> bool {
    let words = Words::english();
    let plain = plain_words(text);
    let rest = words.after("votes", &plain).unwrap_or(&plain).trim_start_matches([':', ' ']);
    words.after("against", rest).is_some() || words.after("voting against", &plain).is_some()
}

/// Returns the word by which a vote is for something, or against it.
pub fn word_of(yes: bool) -> &'static str {
    Words::english().all(if yes { "yes" } else { "no" }).next().unwrap_or_default()
}

/// Returns `true` for a vote that is said in plain words: in answer to a player, it is said to that player.
pub fn is_plain_vote(text: &str) -> bool {
    let plain = plain_words(text);
    let span = Span { line: 1, column: 1, length: 1 };
    plain_vote(&plain, span).is_some() || favours_time(&plain)
}

#[cfg(test)]
mod tests {
    use super::super::half_vote;
    use super::*;
    use crate::plan::said;

    #[test]
    fn a_vote_in_plain_words_is_one() {
        for (line, kind, says) in [
            ("No draw.", "draw", "no"),
            ("no draw for me please", "draw", "no"),
            ("I am against a draw.", "draw", "no"),
            ("I don't want a draw", "draw", "no"),
            ("I am in favour of a draw.", "draw", "yes"),
            ("I'm for a draw", "draw", "yes"),
            ("I propose a draw", "draw", "yes"),
            ("Yes to the draw!", "draw", "yes"),
            ("Vote: no draw", "draw", "no"),
            ("vote: {draw: no}", "draw", "no"),
            ("fine w/ 1 more day", "extend", "1 day"),
            ("I am fine with another two days", "extend", "two days"),
            ("one more day is fine for me", "extend", "one day"),
            ("no extension, thanks", "extend", "no"),
            ("I am against the draw, sorry Edith.", "draw", "no"),
            ("I am also for two days more.", "extend", "two days"),
            ("I vote for 48 hours more", "extend", "48 hours"),
            ("No more time please", "extend", "no"),
        ] {
            let Some(Said::Section(key, value)) = said(line, 1, None) else { panic!("{line}") };
            let entry = value.entries().and_then(<[_]>::first).unwrap();
            let is = (key.text(), entry.0.text(), entry.1.text());
            assert_eq!(is, (Some("vote"), Some(kind), Some(says)), "{line}");
        }
        for line in [
            "yes to the extension",
            "extension ok for me",
            "I agree to more time",
            "an extension is fine",
            "Of course, I vote for the extension as well.",
        ] {
            assert_eq!((said(line, 1, None), half_vote::half_vote(line)), (None, Some("extend")), "{line}");
        }
    }

    #[test]
    fn a_few_words_answer_a_vote_on_more_time() {
        for (text, is_for) in [
            ("ok for one more day, yes", Some(true)),
            ("yes to the extra day from me poor little things", Some(true)),
            ("yes ok", Some(true)),
            ("I am in favour (no hurry).", Some(true)),
            ("sure, take your time!", Some(true)),
            ("no thanks, let's play on", Some(false)),
            ("nope from me", Some(false)),
            ("ok, no more time please", None),
            ("yes but only 12 hours", None),
            ("ok if Bert agrees", None),
            ("more time for whom?", None),
            ("Rivers run deep this year", None),
        ] {
            assert_eq!(answers_time(text), is_for, "{text}");
        }
    }

    #[test]
    fn what_speaks_of_a_draw_or_of_time_without_voting_is_none() {
        for line in [
            "fine with a draw",
            "I'd accept a draw",
            "I propose a draw if Bert agrees",
            "I am for a draw, but not yet",
            "no draw of cards",
            "the draw was fine",
            "one day is fine",
            "I am fine with Bert",
            "I agree to peace",
            "no",
        ] {
            assert!(!is_plain_vote(line), "{line}");
        }
    }
}
