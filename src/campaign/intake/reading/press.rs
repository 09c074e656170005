//! Press in lines of its own: `To Anna: peace until turn 4?`.
//!
//! Orders must never reach another player, so where such a message ends must be certain. If the sender's lines say nothing
//! else, it goes on to their end. Otherwise it ends at the first empty line, or where a line such as `final` follows a sentence;
//! what looks like an order before that is asked about, and prose after it goes to nobody. A paragraph that calls the game
//! master by name is for the game master alone; a message that turns to another reader is asked back ([`plan::turns_to`]).

use super::forms::is_one_name;
use super::typed::Candidate;
use super::typing::Typing;
use crate::campaign::intake::reading::Reading;
use crate::plan::{self, Addressed, Bare, Said, Spot};
use crate::sheet::{Content, Fault, Node, Refusal, Span};
use crate::table::{LineFate, SeatInfo, TypedLine};

impl Reading {
    /// Takes the messages that lines begin by naming those they are to, and their lines out of the candidates.
    pub(super) fn take_press(
        &mut self,
        candidates: &mut Vec<Candidate>,
        seats: &[SeatInfo],
        typing: &Typing<'_>,
    ) {
        let head = |cand: &Candidate| plan::addressed(&cand.own.raw, seats, typing.people);
        let mut heads: Vec<Option<Addressed>> = candidates.iter().map(head).collect();
        let by_name: Vec<Option<Addressed>> =
            (0..candidates.len()).map(|n| by_name(candidates, n, (seats, typing))).collect();
        let is_by_name: Vec<bool> =
            heads.iter().zip(&by_name).map(|(head, other)| head.is_none() && other.is_some()).collect();
        for (head, other) in heads.iter_mut().zip(by_name) {
            *head = head.take().or(other);
        }
        let Some(first) = heads.iter().position(Option::is_some) else { return };
        let commands = commands(candidates, &heads, typing);
        let is_alone = !commands.contains(&true) && !self.envelope.document.says_something();
        let after = candidates.get(first).map_or(0, |cand| cand.line);
        let mut at = first;
        let mut taken = vec![false; candidates.len()];
        while let Some(head) = heads.get(at) {
            let Some(head) = head else {
                at += 1;
                continue;
            };
            let next = (at + 1..heads.len()).find(|n| heads.get(*n).is_some_and(Option::is_some));
            let next = next.unwrap_or(heads.len());
            let next = (at + 1..next).find(|n| calls_game_master(candidates, *n, typing)).unwrap_or(next);
            let end = if is_alone { next } else { end_of(candidates, at, next, head) };
            let end = if is_alone {
                end
            } else {
                (at + 1..end).find(|n| ends_before(candidates, *n, typing)).unwrap_or(end)
            };
            let end = (at + 1..end).find(|n| is_word_below(candidates, *n, typing)).unwrap_or(end);
            // Without "To" a message is no longer than its paragraph.
            let paragraph = |n: usize| candidates.get(n).map(|cand| cand.own.paragraph);
            let only_here = is_by_name.get(at) == Some(&true);
            let end = (at + 1..end).find(|n| only_here && paragraph(*n) != paragraph(at)).unwrap_or(end);
            // "- to Bert: deal", and below it "- Karhold raid".
            let is_item = |n: usize| candidates.get(n).is_some_and(|cand| self.is_item(cand));
            let in_list = !is_alone && is_item(at);
            let end = (at + 1..end).find(|n| in_list && is_item(*n)).unwrap_or(end);
            let order = (at + 1..end).find(|n| commands.get(*n) == Some(&true));
            for n in at..end {
                if let (Some(cand), Some(taken)) = (candidates.get(n), taken.get_mut(n)) {
                    *taken = true;
                    self.use_line(cand);
                }
            }
            let lines = candidates.get(at..end).unwrap_or_default();
            let below = order.and_then(|n| candidates.get(n)).map(Candidate::span);
            // "To Anna: deal. Karhold raid".
            let beside = || {
                let (first, behind) = (lines.first()?, typing.order_behind(&head.text)?);
                Some((first.tail(head.text.get(behind..)?)?, true))
            };
            match below.map(|span| (span, false)).or_else(beside) {
                Some((span, is_beside)) => {
                    self.left.is_faulty = true;
                    let why = Refusal::new("press-or-orders");
                    let why = if is_beside { why.with("beside", true) } else { why };
                    self.envelope.faults.push(Fault::error(span, why));
                }
                None => match turn(head, lines, seats, typing) {
                    Some((span, names)) => {
                        self.left.is_faulty = true;
                        let why = Refusal::new("press-turns").with("name", names);
                        self.envelope.faults.push(Fault::error(span, why));
                    }
                    None => self.add_press(head, lines, seats, typing),
                },
            }
            at = end;
        }
        let mut number = 0;
        candidates.retain(|_| {
            number += 1;
            !taken.get(number - 1).copied().unwrap_or_default()
        });
        self.left.behind_press = (!is_alone).then_some(after);
    }

    fn add_press(&mut self, head: &Addressed, lines: &[Candidate], seats: &[SeatInfo], typing: &Typing<'_>) {
        let Some((first, rest)) = lines.split_first() else { return };
        let mut text = head.text.clone();
        let mut paragraph = first.own.paragraph;
        for cand in rest {
            text.push_str(if cand.own.paragraph > paragraph { "\n\n" } else { "\n" });
            text.push_str(cand.own.raw.trim_end());
            paragraph = cand.own.paragraph;
        }
        // Nothing is wrong with it as a section.
        let is_its = |fault: &Fault| {
            fault.why.code() == "envelope-section"
                && fault.span.is_some_and(|span| lines.iter().any(|cand| cand.line == span.line))
        };
        self.envelope.faults.retain(|fault| !is_its(fault));
        let span = first.span();
        let node = |content| Node { span, content };
        let word = |text: &str| node(Content::Text(text.to_owned()));
        let to = head.to.iter().map(|name| word(name)).collect();
        let entries = vec![(word("to"), node(Content::List(to))), (word("text"), word(text.trim()))];
        let tree = node(Content::Map(vec![(word("press"), node(Content::Map(entries)))]));
        self.envelope.add(plan::read_on(&tree, seats, typing.people, typing.today));
    }
}

/// Returns whom a line at the beginning of a paragraph calls by name, without "To", if nothing in the paragraph may be an order or tell a
/// plan: that is asked back.
fn by_name(
    candidates: &[Candidate],
    n: usize,
    (seats, typing): (&[SeatInfo], &Typing<'_>),
) -> Option<Addressed> {
    let cand =
        candidates.get(n).filter(|cand| !typing.answers_press && cand.beside.is_none() && !cand.is_unread)?;
    let above = n.checked_sub(1).and_then(|n| candidates.get(n));
    if above
        .is_some_and(|above| above.own.paragraph == cand.own.paragraph && !above.own.text.trim().is_empty())
    {
        return None;
    }
    let head = plan::called_by_name(&cand.own.raw, seats, typing.people)?;
    let own = typing.player.and_then(|name| name.split_whitespace().next()).map(str::to_lowercase);
    let is_own = |name: &String| Some(name.to_lowercase()) == own;
    let rest = candidates.get(n + 1..).unwrap_or_default();
    let mut below = rest.iter().take_while(|other| other.own.paragraph == cand.own.paragraph);
    let is_word = |other: &Candidate| {
        matches!(
            plan::said(&other.own.text, other.line, typing.today),
            Some(Said::Section(..) | Said::Bare(_))
        )
    };
    let is_told = typing.may_tell(&cand.own.text)
        || typing.may_tell(&head.text)
        || below.any(|other| !is_word(other) && typing.may_tell(&other.own.text));
    (!is_told && !head.to.iter().any(is_own) && typing.game.is_some()).then_some(head)
}

/// Returns the place in a message where it turns to other readers, and their names.
fn turn(
    head: &Addressed,
    lines: &[Candidate],
    seats: &[SeatInfo],
    typing: &Typing<'_>,
) -> Option<(Span, String)> {
    let (first, rest) = lines.split_first()?;
    let in_line = |cand: &Candidate, text: &str, spot: Spot| {
        let turn = plan::turns_to(text, (&head.to, spot), seats, typing.people)?;
        Some((cand.tail(text.get(turn.at..)?)?, turn.to.join(", ")))
    };
    let mut above = first.own.paragraph;
    let mut below = rest.iter().map(|cand| {
        let spot = if cand.own.paragraph > above { Spot::Paragraph } else { Spot::Below };
        above = cand.own.paragraph;
        (cand, spot)
    });
    in_line(first, &head.text, Spot::First)
        .or_else(|| below.find_map(|(cand, spot)| in_line(cand, &cand.own.raw, spot)))
}

/// Returns `true` for a line that begins a paragraph by calling the game master by name.
fn calls_game_master(candidates: &[Candidate], n: usize, typing: &Typing<'_>) -> bool {
    let paragraph = |n: usize| candidates.get(n).map(|cand| cand.own.paragraph);
    let begins = n.checked_sub(1).and_then(paragraph) != paragraph(n);
    begins && candidates.get(n).is_some_and(|cand| plan::calls_game_master(&cand.own.text, typing.people))
}

/// Returns for each line `true` if it says something to the program: a section, a heading of a plan, an order.
fn commands(candidates: &[Candidate], heads: &[Option<Addressed>], typing: &Typing<'_>) -> Vec<bool> {
    let said = |cand: &Candidate| {
        matches!(
            plan::said(&cand.own.text, cand.line, typing.today),
            Some(Said::Section(..) | Said::Heading(_))
        )
    };
    let mut commands: Vec<bool> = candidates.iter().map(|cand| cand.is_unread || said(cand)).collect();
    let rest: Vec<usize> = (0..heads.len()).filter(|n| heads.get(*n).is_some_and(Option::is_none)).collect();
    let lines: Vec<TypedLine<'_>> = rest
        .iter()
        .filter_map(|n| candidates.get(*n))
        .map(|cand| TypedLine { text: &cand.own.text, line: cand.line })
        .collect();
    if let Some(game) = typing.game {
        for (n, fate) in rest.iter().zip(game(&lines).fates) {
            if let Some(command) = commands.get_mut(*n) {
                *command |= fate != LineFate::NotMine;
            }
        }
    }
    for (command, head) in commands.iter_mut().zip(heads) {
        *command &= head.is_none();
    }
    commands
}

/// Returns `true` for a line that says a section by itself, such as `final`, below the end of a sentence, or one with the name of a
/// section before its colon, such as `vote: extend 24h`: no message goes on with it.
fn ends_before(candidates: &[Candidate], n: usize, typing: &Typing<'_>) -> bool {
    let ends = |cand: &Candidate| cand.own.text.trim_end().ends_with(['.', '!', '?', '…', ')']);
    let (before, here) = (n.checked_sub(1).and_then(|n| candidates.get(n)), candidates.get(n));
    let says = |cand: &Candidate| plan::said(&cand.own.text, cand.line, typing.today);
    let is_named = |cand: &Candidate| {
        let name = cand.own.text.split_once(':').map(|(name, _)| name.trim());
        name.is_some_and(|name| plan::is_section(name) && !plan::is_plan(name))
    };
    (before.is_some_and(ends) || here.is_some_and(is_named))
        && here.is_some_and(|cand| matches!(says(cand), Some(Said::Section(..))))
}

/// The longest line that nobody's mail program breaks, in characters.
const UNBROKEN: usize = 60;

/// Returns `true` for a word such as `final` or `ready` alone in a line right below others, which it would have fitted behind: it is no end of
/// their sentence. One that answers something is so only below all.
fn is_word_below(candidates: &[Candidate], n: usize, typing: &Typing<'_>) -> bool {
    const MOST_WORDS: usize = 3;
    let (Some(above), Some(here)) = (n.checked_sub(1).and_then(|n| candidates.get(n)), candidates.get(n))
    else {
        return false;
    };
    let text = here.own.text.trim();
    let length = |text: &str| text.trim().chars().count();
    let fits =
        length(&above.own.text) + 1 + length(text) <= UNBROKEN && above.own.paragraph == here.own.paragraph;
    let is_nothing = |cand: &Candidate| {
        let text = &cand.own.text;
        text.trim().is_empty()
            || is_one_name(text, cand.line)
            || plan::is_closing(text)
            || matches!(plan::said(text, cand.line, typing.today), Some(Said::Courtesy))
    };
    let mut behind = candidates.get(n + 1..).unwrap_or_default().iter();
    let is_word = match plan::said(text, here.line, typing.today) {
        Some(Said::Section(key, _)) => {
            let ends = |cand: &Candidate| cand.own.paragraph != here.own.paragraph || is_nothing(cand);
            key.text() == Some("final") && behind.all(ends)
        }
        Some(Said::Bare(bare)) => bare != Bare::Nothing && behind.all(is_nothing),
        _ => false,
    };
    let fits = fits && !plan::goes_on(&above.own.text);
    fits && !typing.answers_press && text.split_whitespace().count() <= MOST_WORDS && is_word
}

/// Returns the end of a message among other lines: that of its paragraph; below a line that only names its readers, that of
/// the next one.
fn end_of(candidates: &[Candidate], at: usize, next: usize, head: &Addressed) -> usize {
    let paragraph = |n: usize| candidates.get(n).map(|cand| cand.own.paragraph);
    let end = |from: usize| (from..next).find(|n| paragraph(*n) != paragraph(from)).unwrap_or(next);
    match end(at) {
        only if only == at + 1 && head.text.is_empty() && only < next => end(only),
        end => end,
    }
}
