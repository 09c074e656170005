//! Lengths of time, whom to summon, and single words.

use super::super::condition::{Condition, Others, Period, Where};
use super::super::model::{Summon, Until};
use super::lexicon::Lexicon;
use super::matching::Matcher;
use super::read::{Problem, condition};
use super::tokens::{Mark, Token, tokens};
use crate::games::king_is_dead::data::language::{Calling, Length, Word};

/// A condition to wait for, and how long.
pub(in super::super) struct Waiting {
    /// The part of the text that is the condition.
    pub condition: String,
    pub until: Option<Until>,
}

/// Returns `true` if a text is one of the forms of a word.
pub(in super::super) fn is(lexicon: &Lexicon<'_>, word: Word, text: &str) -> bool {
    let all = tokens(text, &lexicon.language().endings);
    !all.is_empty() && Matcher::new(lexicon, &all).word(word, 0) == Some(all.len())
}

/// Returns the text behind a word that it begins with, and the number of characters before that.
pub(in super::super) fn after<'t>(
    lexicon: &Lexicon<'_>,
    word: Word,
    text: &'t str,
) -> Option<(&'t str, usize)> {
    let all = tokens(text, &lexicon.language().endings);
    let end = Matcher::new(lexicon, &all).word(word, 0)?;
    let column = all.get(end).map_or_else(|| text.chars().count(), |token| token.column);
    Some((from(text, column), column))
}

fn from(text: &str, column: usize) -> &str {
    let at = text.char_indices().nth(column).map_or(text.len(), |(at, _)| at);
    text.get(at..).unwrap_or_default()
}

/// Returns the region that a text names; `None` if it is not the name of one.
pub(in super::super) fn this_region(lexicon: &Lexicon<'_>, text: &str) -> Option<Where> {
    is(lexicon, Word::ThisRegion, text).then_some(Where::This)
}

/// Reads how long to pass or to wait, without a condition: `once`, `until struggle 3`.
fn fixed(lexicon: &Lexicon<'_>, all: &[Token]) -> Option<Until> {
    let matcher = Matcher::new(lexicon, all);
    for (length, forms) in &lexicon.language().lengths {
        let whole = matcher.fits(forms, 0).into_iter().find(|(end, _)| *end == all.len());
        let Some((_, bound)) = whole else { continue };
        return Some(match length {
            Length::Once => Until::Turns(1),
            Length::Twice => Until::Turns(2),
            Length::Times => Until::Turns(bound.number?),
            Length::ThisStruggle => Until::StruggleEnds,
            Length::UntilStruggle => Until::Struggle(bound.number?),
            Length::ToTheEnd => Until::End,
        });
    }
    None
}

/// Reads how long to pass or to wait; `None` if the text does not say it at all.
///
/// # Errors
/// If it waits for something that is not a condition, with the place.
pub(in super::super) fn length(lexicon: &Lexicon<'_>, text: &str) -> Result<Option<Until>, Problem> {
    let all = tokens(text, &lexicon.language().endings);
    if all.is_empty() {
        return Ok(Some(Until::Turns(1)));
    }
    if let Some(until) = fixed(lexicon, &all) {
        return Ok(Some(until));
    }
    let (rest, column, lasts) = match (after(lexicon, Word::Until, text), after(lexicon, Word::While, text)) {
        (Some((rest, column)), _) => (rest, column, false),
        (None, Some((rest, column))) => (rest, column, true),
        (None, None) => return Ok(None),
    };
    let found = match condition(lexicon, rest, false) {
        // "As long as the Saxons would win Deva": while nobody plays, what would be so is so.
        Err(problem) if lasts => {
            let now = condition(lexicon, rest, true).ok().and_then(Condition::as_it_is);
            now.ok_or(problem)
        }
        found => found,
    };
    match found {
        // "As long as nobody plays" ends when somebody does.
        Ok(found) => Ok(Some(until(if lasts { denied(found) } else { found }))),
        Err(problem) => Err(Problem { column: problem.column + column, ..problem }),
    }
}

fn denied(condition: Condition) -> Condition {
    match condition {
        Condition::Not(condition) => *condition,
        other => Condition::Not(Box::new(other)),
    }
}

/// Waits until a condition holds: for a card of others by a rule of its own, because a later look finds no trace of when.
pub(in super::super) fn until(condition: Condition) -> Until {
    match condition {
        Condition::Played { who: Others::Somebody, card: None, since: Period::Line } => Until::Plays(None),
        Condition::Played { who: Others::Seat(id), card: None, since: Period::Line } => {
            Until::Plays(Some(id))
        }
        other => Until::Holds(other),
    }
}

/// Splits what to wait for from how long: `all others have passed, until struggle 3`; `… twice`.
///
/// # Errors
/// If the end is not a condition, with the place.
pub(in super::super) fn waiting(lexicon: &Lexicon<'_>, text: &str) -> Result<Waiting, Problem> {
    let all = tokens(text, &lexicon.language().endings);
    for at in 1..all.len() {
        let (Some(token), Some(rest)) = (all.get(at), all.get(at..)) else { continue };
        let comma = all.get(at - 1).is_some_and(|before| before.mark == Some(Mark::Comma));
        let end = all.get(if comma { at - 1 } else { at }).map_or(0, |end| end.column);
        let head: String = text.chars().take(end).collect();
        if fixed(lexicon, rest).is_some() || Matcher::new(lexicon, rest).word(Word::Until, 0).is_some() {
            if head.trim().is_empty() {
                break;
            }
            let tail = from(text, token.column);
            let until = length(lexicon, tail)
                .map_err(|problem| Problem { column: problem.column + token.column, ..problem })?;
            return Ok(Waiting { condition: head, until });
        }
    }
    Ok(Waiting { condition: text.to_owned(), until: None })
}

/// Reads whom to summon, best first: several, if several regions are named.
///
/// # Errors
/// If the text does not say it, with the place.
pub(in super::super) fn summons(lexicon: &Lexicon<'_>, text: &str) -> Result<Vec<Summon>, Problem> {
    let all = tokens(text, &lexicon.language().endings);
    let matcher = Matcher::new(lexicon, &all);
    let mut found: Vec<Vec<Summon>> = Vec::new();
    for (calling, forms) in &lexicon.language().summons {
        for (_, bound) in matcher.fits(forms, 0).into_iter().filter(|(end, _)| *end == all.len()) {
            let mut but = bound.but_factions;
            but.sort();
            but.dedup();
            let faction = bound.faction.filter(|_| *calling == Calling::Faction);
            let one = |from| Summon {
                faction: faction.clone(),
                but: but.clone(),
                from,
                not_from: bound.but_regions.clone(),
            };
            let summons: Vec<Summon> = match bound.regions {
                Some(listed) => listed.regions.into_iter().map(|region| one(Some(region))).collect(),
                None => vec![one(None)],
            };
            if !found.contains(&summons) {
                found.push(summons);
            }
        }
    }
    if found.len() == 1 {
        return Ok(found.pop().unwrap_or_default());
    }
    let (at, suggestion, _) = matcher.stuck();
    Err(Problem { suggestion, ..unread("summon-form", text, &all, at) })
}

/// Reads followers: `2 Scots, a Welsh and a Briton`, or `nobody`. The factions are sorted, one for each follower.
///
/// # Errors
/// If something is not a number of a faction, with the place.
pub(in super::super) fn followers(lexicon: &Lexicon<'_>, text: &str) -> Result<Vec<String>, Problem> {
    const MOST: u8 = 9;
    if is(lexicon, Word::Nothing, text) {
        return Ok(vec![]);
    }
    let all = tokens(text, &lexicon.language().endings);
    let matcher = Matcher::new(lexicon, &all);
    let (mut at, mut factions) = (0, Vec::new());
    loop {
        let number = matcher.number(at);
        let from = if number.is_some() { at + 1 } else { at };
        let Some((end, id)) = matcher.named(&lexicon.factions, from).pop() else {
            let near = all.get(from).and_then(|token| lexicon.factions.find(&token.text).err()?.suggestion());
            return Err(Problem { suggestion: near, ..unread("no-such-faction", text, &all, from) });
        };
        factions.extend((0..number.unwrap_or(1).min(MOST)).map(|_| id.clone()));
        if end == all.len() {
            factions.sort();
            return Ok(factions);
        }
        // Two followers may stand side by side: "2 Scots 1 Welsh".
        at = matcher.joint(end).map_or(end, |(after, _)| after);
    }
}

fn unread(code: &'static str, text: &str, all: &[Token], at: usize) -> Problem {
    let end = || (text.chars().count().saturating_sub(1), 1, String::new());
    let (column, length, word) =
        all.get(at).map_or_else(end, |token| (token.column, token.length, token.text.clone()));
    Problem { code, column, length, word, suggestion: None, examples: vec![] }
}
