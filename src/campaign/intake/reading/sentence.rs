//! Sentences of a text that goes to others, or is kept as it is: press, a dispute, words of chance. What such a sentence says to the
//! program does not belong to that text, and an order in it must not go with it: `To Anna: deal. Also for the game: Karhold raid`.

use super::typing::Typing;
use crate::plan::{self, Said};
use crate::table::{LineFate, TypedLine};

impl Typing<'_> {
    /// Returns where, in bytes, an order begins in the sentences behind the first of a text. A sentence that speaks of people, such
    /// as `I raid Karhold, you support me`, is talk.
    pub(super) fn order_behind(&self, text: &str) -> Option<usize> {
        let game = self.game?;
        let is_order = |text: &str| {
            let typed = [TypedLine { text, line: 1 }];
            game(&typed).fates == [LineFate::Taken]
        };
        let behind_first = sentences(text).into_iter().skip(1);
        behind_first.filter(|(from, to)| !is_talk(text.get(*from..*to).unwrap_or_default())).find_map(
            |(from, to)| {
                let sentence = text.get(from..to)?;
                let colons = sentence.match_indices([':', '：']).map(|(at, mark)| at + mark.len());
                let mut begins = std::iter::once(0).chain(colons).filter_map(|at| {
                    let rest = sentence.get(at..)?;
                    Some((from + sentence.len() - rest.trim_start().len(), rest.trim()))
                });
                begins.find(|(_, rest)| !rest.is_empty() && is_order(rest)).map(|(at, _)| at)
            },
        )
    }

    /// Returns the end of the first part of a text and the beginning of the next, in bytes, where a sentence behind the first one says
    /// one of some sections by itself: `a grey heron. I'm away 24 to 26 December`.
    pub(super) fn section_behind(
        &self,
        text: &str,
        number: usize,
        is_one: impl Fn(&str, &str) -> bool,
    ) -> Option<(usize, usize)> {
        let says = |text: &str| match plan::said(text, number, self.today) {
            Some(Said::Section(key, _)) => key.text().is_some_and(|key| is_one(key, text)),
            _ => false,
        };
        let behind_first = sentences(text).into_iter().skip(1);
        behind_first
            .filter(|(from, to)| {
                // An absence may go on behind the marks of its days.
                [*to, text.len()].into_iter().any(|to| text.get(*from..to).is_some_and(&says))
            })
            .map(|(from, _)| (text.get(..from).unwrap_or_default().trim_end().len(), from))
            .next()
    }
}

/// Returns `true` for a sentence that asks, or that speaks of its writer or to its reader.
fn is_talk(sentence: &str) -> bool {
    sentence.trim_end().ends_with('?') || plan::speaks_of_people(sentence)
}

/// Returns where sentences begin and end, in bytes; a mark without a blank behind it ends none.
pub(super) fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut from = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_apart = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        if matches!(c, '.' | '!' | '?' | '…' | ';') && is_apart || matches!(c, '–' | '—' | '\n') {
            all.push((from, at + c.len_utf8()));
            from = at + c.len_utf8();
        }
    }
    all.push((from, text.len()));
    let begin = |from: usize, to: usize| {
        let rest = text.get(from..to).unwrap_or_default();
        (to - rest.trim_start().len(), to)
    };
    all.into_iter().map(|(from, to)| begin(from, to)).filter(|(from, to)| from < to).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typing<'a>(game: &'a super::super::typing::ToGame<'a>) -> Typing<'a> {
        Typing {
            today: Some("2026-12-01".parse().unwrap()),
            ..Typing::of_orders(&|_| false, plan::People::default(), game)
        }
    }

    #[test]
    fn an_order_behind_a_sentence_is_found_and_talk_is_not() {
        let game = |lines: &[TypedLine<'_>]| {
            let mut typed = crate::table::Typed::nothing(lines);
            if lines.iter().any(|line| line.text.trim_end_matches('.') == "Karhold raid") {
                typed.fates = vec![LineFate::Taken];
            }
            typed
        };
        let found =
            |text: &str| typing(&game).order_behind(text).and_then(|at| text.get(at..).map(str::to_owned));
        assert_eq!(found("deal. Karhold raid").as_deref(), Some("Karhold raid"));
        assert_eq!(found("deal! Also for the game: Karhold raid.").as_deref(), Some("Karhold raid."));
        assert_eq!(found("deal; Karhold raid. Bye").as_deref(), Some("Karhold raid. Bye"));
        for talk in [
            "Karhold raid",
            "deal. My plan: Karhold raid",
            "deal. I raid",
            "deal. You raid",
            "What? Karhold raid?",
        ] {
            assert_eq!(found(talk), None, "{talk}");
        }
    }

    #[test]
    fn a_section_behind_a_sentence_is_found() {
        let game = |lines: &[TypedLine<'_>]| crate::table::Typed::nothing(lines);
        let found = |text: &str| {
            let (end, begin) =
                typing(&game).section_behind(text, 1, |key, _| matches!(key, "absent" | "final"))?;
            Some((text.get(..end)?.to_owned(), text.get(begin..)?.to_owned()))
        };
        let two = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        let away = "I'm away 24 to 26 December, the steward may play.";
        assert_eq!(found(&format!("a grey heron. {away}")), two("a grey heron.", away));
        assert_eq!(found("gg. final"), two("gg.", "final"));
        assert_eq!(found("x. away 1.12. to 3.12. See you"), two("x.", "away 1.12. to 3.12. See you"));
        for text in ["a heron on the chimney", "final", "a cat. It is final that way", "the door, final"] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
