//! Lines that say several things: `ready. To Bert: peace?`, `ok, away from 1.12. to 3.12., final`, `sorry, I'm back! bids: 2 each`.
//!
//! Such a line is parted where a sentence ends if what is before says something by itself, or is courtesy, and what is behind is
//! an absence, a vote, a message to somebody or, behind an absence or a vote, orders or that they are final. Orders that such a
//! thing follows are the game's to find ([`plan::behind_orders`]).

use super::forms::looks_like_an_order;
use super::typed::{Beside, Candidate};
use super::typing::{ToGame, Typing};
use crate::plan::{self, Bare, Said};
use crate::table::{LineFate, SeatInfo, TypedLine};

impl Typing<'_> {
    /// Returns lines with those that say several things as several, which share their place.
    pub(super) fn parted(&self, candidates: Vec<Candidate>, seats: &[SeatInfo]) -> Vec<Candidate> {
        let mut all = Vec::new();
        for cand in candidates {
            if cand.beside.is_some() {
                all.push(cand);
                continue;
            }
            let cand = self.without_salutation(self.without_vocative(self.without_number(cand, seats)));
            match place(&cand, seats, self) {
                // Either may say several things in turn.
                Some((end, begin)) => {
                    let (mut head, mut tail) = (cut(&cand, 0, end), cut(&cand, begin, usize::MAX));
                    if says_final(&head.own.text) && self.takes_nothing_back(&tail.own.text) {
                        tail.beside = Some(Beside::BehindFinal);
                    } else if says_final(&tail.own.text) && self.may_precede_final(&head.own.text) {
                        head.beside = Some(Beside::BeforeFinal);
                    }
                    all.extend(self.parted(vec![head, tail], seats));
                }
                None => match self.unmixed(&cand.own.text, cand.line) {
                    Some(pieces) => all.extend(pieces.into_iter().map(|(from, to, beside)| {
                        let count =
                            |at: usize| cand.own.text.get(..at).map_or(0, |head| head.chars().count());
                        Candidate { beside, ..cut(&cand, count(from), count(to)) }
                    })),
                    None => {
                        let mut cand = cand;
                        if self.is_question_to_gm(&cand.own.text) {
                            cand.beside = Some(Beside::ToGameMaster);
                        }
                        all.push(cand);
                    }
                },
            }
        }
        all
    }
}

impl Typing<'_> {
    /// Returns `true` for what may stand behind "final" and leaves it as it is: it neither doubts it nor says what is to be done.
    fn may_follow_final(&self, tail: &str) -> bool {
        let has_numbers = tail.contains(|c: char| c.is_ascii_digit()) || looks_like_an_order(tail);
        let is_something = tail.split_whitespace().nth(1).is_some() && !self.answers_press;
        let asks = plan::is_aside(tail);
        is_something
            && !has_numbers
            && (asks || !plan::doubts(tail) && (!plan::voids(tail) || self.takes_nothing_back(tail)))
            && !self.may_tell(tail)
    }

    /// Returns `true` for a question that calls the game master by name and gives no order: `Maria, does a ship support the land?`
    fn is_question_to_gm(&self, text: &str) -> bool {
        let takes = |game: &ToGame<'_>| game(&[TypedLine { text, line: 1 }]).fates == [LineFate::Taken];
        text.contains('?')
            && !self.answers_press
            && plan::calls_game_master(text, self.people)
            && self.game.is_some_and(|game| !takes(game))
    }

    /// Returns `true` for a sentence before "final" that only talks: `My husband says it is fine.`
    fn may_precede_final(&self, head: &str) -> bool {
        let is_whole = head.trim_end().ends_with(['.', '!', '…']) && !head.contains([':', '?']);
        let says = plan::said(head, 1, self.today).is_some();
        let is_order = || {
            self.game
                .is_none_or(|game| game(&[TypedLine { text: head, line: 1 }]).fates != [LineFate::NotMine])
        };
        is_whole && !says && !plan::voids(head) && self.may_follow_final(head) && !is_order()
    }

    /// Returns `true` for words that take something back which is nothing of the game: "forget about the weather".
    fn takes_nothing_back(&self, tail: &str) -> bool {
        plan::voids(tail)
            && !plan::doubts(tail)
            && !plan::takes_back(tail)
            && !plan::takes_back_in_passing(tail)
            && !self.may_tell(tail)
    }

    /// Returns a line without its number in a list, if the rest says something that no question is answered by: `2. away on 1 December`,
    /// `3) To Anna: peace?`. `1. none` may answer the first question.
    fn without_number(&self, cand: Candidate, seats: &[SeatInfo]) -> Candidate {
        let Some(begin) = plan::behind_number(&cand.own.text) else { return cand };
        let rest = cand.own.text.get(begin..).unwrap_or_default();
        let says =
            matches!(plan::said(rest, cand.line, self.today), Some(Said::Section(..) | Said::Heading(_)));
        // "1. What happens if I run out of House cards?" answers nothing.
        let asks = plan::is_question(rest);
        if says || asks || plan::addressed(rest, seats, self.people).is_some() || plan::hints_at_absence(rest)
        {
            return cut(&cand, cand.own.text.get(..begin).map_or(0, |head| head.chars().count()), usize::MAX);
        }
        cand
    }

    /// Returns a line without the name of the game master at its end, or of its writer, if the rest says something: `Yes please, Nora.`,
    /// `none. Thanks Nora!`, `I pass. Cheers, Ben`.
    fn without_vocative(&self, cand: Candidate) -> Candidate {
        let names = [Some(self.people.gm), self.player];
        names.into_iter().flatten().fold(cand, |cand, name| self.without_name(cand, name))
    }

    fn without_name(&self, cand: Candidate, name: &str) -> Candidate {
        let is_mark = |c: char| c.is_whitespace() || matches!(c, ',' | '.' | '!' | '-' | '–');
        let text = cand.own.text.trim_end_matches(is_mark);
        let Some(name) = name.split_whitespace().next() else { return cand };
        let rest = text.len().checked_sub(name.len()).and_then(|at| text.split_at_checked(at));
        let Some((rest, last)) = rest else { return cand };
        if last.to_lowercase() != name.to_lowercase() || !rest.ends_with(is_mark) || rest.trim().is_empty() {
            return cand;
        }
        let typed = [TypedLine { text: rest, line: 1 }];
        let says = matches!(plan::said(rest, cand.line, self.today), Some(Said::Section(..) | Said::Bare(_)))
            || self.game.is_some_and(|game| game(&typed).fates == [LineFate::Taken]);
        if says { cut(&cand, 0, rest.chars().count()) } else { cand }
    }

    /// Returns a line without the greeting of the game master at its beginning, and thanks behind it, if the rest gives orders: `Hi Nora,
    /// thanks for the report! Winterfell raid`.
    fn without_salutation(&self, cand: Candidate) -> Candidate {
        let text = &cand.own.text;
        let Some(begin) = plan::behind_greeting(text, self.people.gm) else { return cand };
        let is_order = |begin: &usize| {
            let typed = [TypedLine { text: text.get(*begin..).unwrap_or_default(), line: 1 }];
            self.game.is_some_and(|game| game(&typed).fates == [LineFate::Taken])
        };
        let rest = text.get(begin..).unwrap_or_default();
        let thanks = plan::behind_thanks(rest).map(|at| begin + at);
        let Some(begin) = [Some(begin), thanks].into_iter().flatten().find(is_order) else { return cand };
        cut(&cand, text.get(..begin).map_or(0, |head| head.chars().count()), usize::MAX)
    }

    /// Returns `true` for an absence in a sentence of an answer to press: it is news for whoever wrote that. `away:` is said to us.
    pub(super) fn is_for_its_writer(&self, said: &Option<Said>, text: &str) -> bool {
        let is_absence = matches!(said, Some(Said::Section(key, _)) if key.text() == Some("absent"));
        self.answers_press && is_absence && !plan::is_absence_section(text)
    }
}

/// Returns where, in characters, the first thing ends and the rest begins that a line says.
fn place(cand: &Candidate, seats: &[SeatInfo], typing: &Typing<'_>) -> Option<(usize, usize)> {
    let text = &cand.own.text;
    let says = |text: &str| typing.says(text, cand.line);
    let key_of = |said: &Option<Said>| match said {
        Some(Said::Section(key, _)) => key.text().map(str::to_owned),
        _ => None,
    };
    let books = |key: &Option<String>| matches!(key.as_deref(), Some("absent" | "vote"));
    let is_order = |tail: &str| {
        let typed = [TypedLine { text: tail, line: 1 }];
        typing.game.is_some_and(|game| game(&typed).fates == [LineFate::Taken])
    };
    let is_blank = |c: char| c.is_whitespace() || matches!(c, ',' | '.' | '!' | ';' | '–' | '—');
    // A whole absence may have marks in it, and so may a message. "Away until Monday, so Winterfell defense" gives orders too.
    let whole = key_of(&says(text));
    let is_absence = whole.as_deref() == Some("absent");
    let address = plan::addressed(text, seats, typing.people);
    // "Vote: extend 24h and away on 9 December" is one vote only as far as it can be one.
    let may_go_on = ["final", "absent", "vote", "resign"];
    if address.is_some() || whole.as_deref().is_some_and(|key| !may_go_on.contains(&key)) {
        return behind_text(cand, (whole.as_deref(), address.is_some()), typing);
    }
    let parts = |end: usize, begin: usize| {
        let (head, tail) = (text.get(..end).unwrap_or_default(), text.get(begin..).unwrap_or_default());
        let (before, key) = (says(head), key_of(&says(tail)));
        // "I meant kettle. And the words for the shuffles are a purple umbrella".
        let is_chance = typing.asks_words
            && (key.as_deref() == Some("chance") || plan::unmarked_chance(tail, cand.line, true).is_some());
        let is_word = typing.rehearses && plan::rehearsal_word(tail, cand.line).is_some();
        // "For the shuffles use "a magpie". What is a seal?"
        if typing.asks_words && plan::quotes_chance(head) && plan::only_asks(tail) {
            return true;
        }
        let is_behind = books(&key)
            || is_chance
            || is_word
            || plan::addressed(tail, seats, typing.people).is_some()
            || books(&key_of(&before)) && (key.as_deref() == Some("final") || is_order(tail))
            || key_of(&before).as_deref() == Some("final") && is_order(tail);
        let is_behind = if is_absence { is_order(tail) } else { is_behind };
        // "Pass. Tess, is that for ever?"
        // To read orders costs more than all else: what is cheap comes first.
        if key.is_none() && plan::asks_by_name(tail) && is_order(head) {
            return true;
        }
        // "Winterfell raid. I resign after this."
        if key.as_deref() == Some("resign") && is_order(head) {
            return true;
        }
        // "Pass. Ready, thanks", "Pass. Done": it is said of the orders.
        if matches!(says(tail), Some(Said::Bare(Bare::Ready | Bare::Done))) && is_order(head) {
            return true;
        }
        // "Winterfell raid. Final, one more: Karhold raid".
        if key.is_none() && begins_finally(tail, &says) && is_order(head) {
            return true;
        }
        // "I vote for the extension. Have fun!", and what stands before such a sentence.
        let sentence = text.get(..end + 1).unwrap_or_default();
        let is_end = sentence.ends_with(['.', '!', '?']);
        let votes = |text: &str| {
            let answers =
                || matches!(says(text), Some(Said::Bare(Bare::Yes | Bare::No))) && plan::names_vote(text);
            plan::casts_vote(text)
                && (books(&key_of(&says(text))) || plan::half_vote(text).is_some() || answers())
        };
        let (voted, other) = if votes(head) { (true, tail) } else { (votes(tail), head) };
        // "Wally can have his extra days, I vote yes".
        let is_last = || {
            text.get(end..begin).is_some_and(|gap| gap.starts_with(','))
                && before.is_none()
                && !votes(head)
                && votes(tail)
        };
        if (is_end || is_last())
            && voted
            && !typing.answers_press
            && !other.trim().is_empty()
            && !plan::is_conditional(other)
            && !is_order(other)
        {
            return true;
        }
        // "Away until Friday. Please use what I have sent": the sentence behind is for whoever reads it.
        if !is_absence && key_of(&before).as_deref() == Some("absent") && is_talk((end, begin), text, typing)
        {
            return true;
        }
        // "Final yes, forget about the weather"; "final: yes, Birch says" may be another's word in a sheet.
        let is_keyed = head.contains(':') || text.get(end..begin).is_some_and(|gap| gap.contains(':'));
        let is_final = key_of(&before).as_deref() == Some("final") && !is_keyed;
        if is_final && key.is_none() && typing.may_follow_final(tail) {
            return true;
        }
        // "My husband says it is fine. So final!"
        let ends_finally = is_end && whole.is_none() && key.as_deref() == Some("final");
        if ends_finally && before.is_none() && typing.may_precede_final(sentence) {
            return true;
        }
        let is_before = matches!(before, Some(Said::Courtesy | Said::Bare(_) | Said::Section(..)));
        let is_before = is_before || is_chance || is_word;
        !head.trim().is_empty() && is_before && is_behind
    };
    let reasons = if is_absence { plan::reasons(text) } else { Vec::new() };
    // "Can we begin on Sunday? My words: a red crane".
    let questions = text
        .match_indices('?')
        .filter(|_| typing.asks_words || plan::names_vote(text))
        .map(|(at, _)| (at, at + 1));
    // "Final: pass".
    let heads_final = |at: &usize| key_of(&text.get(..*at).and_then(says)).as_deref() == Some("final");
    let colon = text.find(':').filter(heads_final).map(|at| (at, at + 1));
    let ends =
        plan::joints(text).into_iter().chain(reasons).chain(questions).chain(colon).map(|(end, begin)| {
            let rest = text.get(begin..).unwrap_or_default();
            (end, text.len() - rest.trim_start_matches(is_blank).len())
        });
    // "Final - and greetings from the north!"
    let dashes = text.match_indices(" - ").map(|(at, dash)| (at, at + dash.len()));
    let mut ends = ends.chain(dashes.filter(|(at, _)| heads_final(at)));
    let (end, begin) = ends.find(|(end, begin)| parts(*end, *begin))?;
    let count = |at: usize| text.get(..at).map_or(0, |head| head.chars().count());
    // The mark belongs to the first of the two.
    Some((count(end) + 1, count(begin)))
}

/// Returns `true` for a whole sentence behind an absence that says nothing of it: neither other days, nor when it ends, nor a doubt. In
/// an answer to press both are for its writer.
fn is_talk((end, begin): (usize, usize), text: &str, typing: &Typing<'_>) -> bool {
    let (mark, tail) = (text.get(end..begin).unwrap_or_default(), text.get(begin..).unwrap_or_default());
    let is_end = mark.starts_with(['.', '!', ')']) && mark.ends_with(char::is_whitespace);
    // "5.12. to 7.12." has more dots than sentences.
    let is_sentence = tail.starts_with(char::is_uppercase) && tail.split_whitespace().nth(1).is_some();
    let names_days = typing.today.is_some_and(|today| plan::days_named(tail, today).is_some());
    is_end
        && is_sentence
        && !typing.answers_press
        && !names_days
        && !plan::hints_at_absence(tail)
        && !plan::doubts(tail)
}

/// Returns `true` for words that say that a plan is final.
fn says_final(text: &str) -> bool {
    matches!(plan::said(text, 1, None), Some(Said::Section(key, _)) if key.text() == Some("final"))
}

/// Returns `true` for words that begin by saying that a plan is final, and go on.
fn begins_finally(text: &str, says: &impl Fn(&str) -> Option<Said>) -> bool {
    plan::joints(text).into_iter().any(|(end, _)| {
        let said = text.get(..end).and_then(says);
        matches!(said, Some(Said::Section(key, _)) if key.text() == Some("final"))
    })
}

/// Returns where, in characters, a text ends that goes to others or is kept as it is, because a sentence behind it says something by
/// itself: `To all: gg. final`. In press `I am away` is news for its readers, but `away:` is said to us.
fn behind_text(
    cand: &Candidate,
    (section, is_press): (Option<&str>, bool),
    typing: &Typing<'_>,
) -> Option<(usize, usize)> {
    let text = &cand.own.text;
    let is_one = |key: &str, text: &str| match key {
        "final" | "vote" => true,
        "absent" => !is_press || plan::is_absence_section(text),
        _ => false,
    };
    let has_text = is_press || matches!(section, Some("chance" | "dispute"));
    let (end, begin) = typing.section_behind(text, cand.line, is_one).filter(|_| has_text)?;
    let count = |at: usize| text.get(..at).map_or(0, |head| head.chars().count());
    Some((count(end), count(begin)))
}

/// Returns a line with blanks in place of all but the characters from one place to another.
fn cut(cand: &Candidate, from: usize, to: usize) -> Candidate {
    let kept = |text: &str| -> String {
        let keep = |(at, c): (usize, char)| if (from..to).contains(&at) { c } else { ' ' };
        text.chars().enumerate().map(keep).collect::<String>().trim_end().to_owned()
    };
    // Where the two are not the same signs one by one, the sender's own would be cut in the wrong place.
    let is_alike = cand.own.raw.chars().count() == cand.own.text.chars().count();
    let raw = kept(if is_alike { &cand.own.raw } else { &cand.own.text });
    let mut own = cand.own.clone();
    (own.text, own.raw) = (kept(&cand.own.text), raw);
    Candidate {
        own,
        line: cand.line,
        is_unread: cand.is_unread,
        is_below: cand.is_below,
        beside: cand.beside,
    }
}
