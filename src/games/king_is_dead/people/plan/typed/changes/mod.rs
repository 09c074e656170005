//! Changes of one thing in the list that a player has on file: `Londinium instead of Deva, rest same`, `the other way round`, `scrap my
//! Scots card`. A message of such changes alone becomes the whole list as it is then. What could change two things changes none.

mod filed;
mod slots;

use super::part::{Part, article, bullet, cut, ends_of_words, sentences, unmarked};
use super::printed::with_texts;
use super::tree::Reader;
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::games::king_is_dead::people::plan::model::Plan;
use crate::sheet::{Fault, Refusal, fold};
use crate::table::{LONGEST_LINE, LineFate, Seat, Typed, TypedLine};
use filed::Filed;
use slots::{Name, Said};

/// The most lines of a message of changes.
const MOST_LINES: usize = 12;
/// The most marks of a sentence at which it is cut.
const MOST_MARKS: usize = 8;

/// Reads lines as changes of the list on file; `None` if they are anything else.
pub fn read_changes(
    board: &Board,
    seat: Seat,
    names: &[(String, Seat)],
    earlier: &Plan,
    lines: &[TypedLine<'_>],
) -> Option<Typed> {
    let mut reader = Reader::new(board, seat, names);
    let texts = reader.as_we_print(lines);
    let lines = &with_texts(lines, &texts);
    let written: Vec<&TypedLine<'_>> = lines.iter().filter(|line| !line.text.trim().is_empty()).collect();
    let is_long = |line: &&TypedLine<'_>| line.text.len() > LONGEST_LINE || line.text.contains('?');
    if written.is_empty() || written.len() > MOST_LINES || written.iter().any(is_long) {
        return None;
    }
    let mut list = Filed::of(&reader, earlier, seat, board)?;
    let mut all: Vec<(Part<'_>, Said<'_>)> = Vec::new();
    for line in &written {
        if line.text.trim_start().starts_with(['>', '#']) {
            return None;
        }
        for (from, to) in sentences(line.text) {
            let whole = Part { text: line.text, line: line.line, column: 1 };
            reader.said(bullet(cut(whole, from, to)), &mut all).then_some(())?;
        }
    }
    let is_announced = all.iter().any(|(_, said)| matches!(said, Said::Announced | Said::Rest));
    list.keeps_rest = all.iter().any(|(_, said)| matches!(said, Said::Rest));
    let is_change = |said: &Said<'_>| !matches!(said, Said::Nothing | Said::Announced | Said::Rest);
    // "Both in Deva" alone may be the rest of a turn that nobody could read.
    let is_clause = |said: &Said<'_>| matches!(said, Said::Clause(_) | Said::Ordered(_));
    let is_sure = is_announced || all.iter().any(|(_, said)| is_change(said) && !is_clause(said));
    if !is_sure || !all.iter().any(|(_, said)| is_change(said)) {
        return None;
    }
    let is_ordered = all.iter().any(|(_, said)| matches!(said, Said::Ordered(_) | Said::First(_)));
    let mut faults = Vec::new();
    let changes = all.iter().filter(|(_, said)| is_change(said));
    for (part, said) in changes {
        let (part, said) = (unmarked(*part), *said);
        // "The other way round: first the Settlement, then pass" says it twice.
        if matches!(said, Said::Reversed) && is_ordered {
            continue;
        }
        match reader.change(said, &mut list) {
            Some(cut) => {
                let code = if cut.is_some() { "list-cut" } else { "list-changed" };
                let why = Refusal::new(code).with("text", part.text).with("rest", cut == Some(true));
                faults.push(Fault::warning(part.span(), why));
            }
            None => {
                let why = Refusal::new("line-unclear").with("text", part.text).with("change", true);
                faults.push(Fault::error(part.span(), why));
            }
        }
    }
    let is_good = !faults.iter().any(Fault::is_error);
    let fate = |line: &TypedLine<'_>| {
        let mut of = all.iter().filter(|(part, _)| part.line == line.line);
        match of.any(|(_, said)| !matches!(said, Said::Nothing)) {
            true if is_good => LineFate::Taken,
            true => LineFate::Faulty,
            false => LineFate::NotMine,
        }
    };
    let span = faults.first().and_then(|fault| fault.span)?;
    Some(Typed {
        tree: if is_good { Some(list.tree(&reader, span)) } else { None },
        fates: lines.iter().map(fate).collect(),
        faults,
        secret: Vec::new(),
    })
}

impl Reader<'_> {
    /// Reads a sentence, or its parts between commas, each by itself; `false` if it says anything that is no change.
    fn said<'t>(&self, part: Part<'t>, all: &mut Vec<(Part<'t>, Said<'t>)>) -> bool {
        let bare = self.closed(self.opened(unmarked(trimmed(part))));
        // "Everything else as before" and "reversed" name nothing of the game.
        let whole = [(TypedWord::RestSame, Said::Rest), (TypedWord::Reversed, Said::Reversed)];
        if let Some((_, said)) = whole.into_iter().find(|(list, _)| self.is(*list, bare.text)) {
            all.push((bare, said));
            return true;
        }
        if let Some(rest) = self.past(TypedWord::AsBefore, bare) {
            all.push((bare, Said::Announced));
            if !rest.text.is_empty() && !self.said(rest, all) {
                all.push((rest, Said::Unread));
            }
            return true;
        }
        if bare.text.is_empty() || self.thanks_by_name(bare) || self.is_idle(bare.text) {
            all.push((part, Said::Nothing));
            return true;
        }
        if let Some(rest) = self.behind_correction(bare) {
            all.push((bare, Said::Announced));
            return rest.text.is_empty() || self.said(rest, all);
        }
        if let Some(rest) = self.before(TypedWord::Instead, bare) {
            all.push((bare, Said::Announced));
            return self.said(rest, all);
        }
        // "Londinium is gone. Briton in Eboracum then".
        let gone = self.before(TypedWord::Gone, bare);
        if gone.is_some_and(|region| self.lexicon.regions.known(region.text).is_some()) {
            all.push((bare, Said::Announced));
            return true;
        }
        if let Some(said) = self.change_said(bare) {
            all.push((bare, said));
            return true;
        }
        let marks = bare.text.match_indices([',', ':', ';']).map(|(at, _)| at).take(MOST_MARKS);
        for at in marks {
            let known = all.len();
            if self.said(cut(bare, 0, at), all) && self.said(bare.after(at + 1), all) {
                return true;
            }
            all.truncate(known);
        }
        false
    }

    /// Returns what a part says to change.
    fn change_said<'t>(&self, part: Part<'t>) -> Option<Said<'t>> {
        if let Some(rest) = self.past(TypedWord::Adds, part) {
            return Some(Said::Added(trimmed(rest)));
        }
        if let Some(what) = self.taken_back(part) {
            return self.is_of_a_turn(what).then_some(Said::Scrapped(what));
        }
        let names = |part| self.things_named(part).is_some_and(|all| all.iter().any(Name::is_of_the_game));
        if let Some((new, old)) = self.replaced_by(part).filter(|(new, old)| names(*new) && names(*old)) {
            return Some(Said::Replaced { new, old });
        }
        let is_first = |word: &str| self.lexicon.language().ordinals.get(&fold(word)) == Some(&1);
        let last = part.text.rsplit(' ').next().unwrap_or_default();
        if part.text.contains(' ') && is_first(last) {
            let what = cut(part, 0, part.text.len() - last.len());
            return Some(Said::First(what));
        }
        // "Settlement, then pass" names turns, and says of none what it does.
        let ends = || {
            let (_, behind) = self.first_of_order(part);
            behind.is_some()
        };
        if ends() && self.order_of(part).iter().all(|name| self.is_turn_s_name(*name)) {
            return Some(Said::Ordered(part));
        }
        let clause = article(&self.lexicon, self.past(TypedWord::Doing, part).unwrap_or(part));
        let is_read = self.things_named(clause).is_some_and(|all| !all.is_empty());
        is_read.then_some(Said::Clause(clause))
    }

    /// Splits what replaces something from what it replaces: `Deva instead of Ratae`, `instead of Ratae, Deva`, `change Ratae to Deva`, `Deva,
    /// not Ratae`.
    fn replaced_by<'t>(&self, part: Part<'t>) -> Option<(Part<'t>, Part<'t>)> {
        let around = |list: TypedWord, part: Part<'t>| {
            let (one, other) = self.around(part, list)?;
            let one = Part { text: one.text.trim_end_matches([',', ' ']), ..one };
            (!one.text.is_empty() && !other.text.is_empty()).then_some((one, other))
        };
        if let Some(rest) = self.past(TypedWord::InsteadOf, part) {
            let at = rest.text.find(',').map(|at| (at, at + 1));
            let at = at.or_else(|| {
                // "Instead of Ratae I want Deva".
                let ends = ends_of_words(rest.text);
                let turn = |end: &usize| {
                    let behind = rest.after(*end);
                    self.opened(behind).text.len() < behind.text.len() || self.key(behind).is_some()
                };
                ends.into_iter().find(turn).map(|at| (at, at))
            });
            let (to, from) = at?;
            return Some((self.opened(rest.after(from)), cut(rest, 0, to)));
        }
        if let Some(rest) = self.past(TypedWord::Replaces, part) {
            return around(TypedWord::Into, rest).map(|(old, new)| (new, old));
        }
        around(TypedWord::InsteadOf, part).or_else(|| around(TypedWord::AndNot, part))
    }

    /// Returns the names of turns in their order, parted by commas and words such as "then".
    fn order_of<'t>(&self, part: Part<'t>) -> Vec<Part<'t>> {
        let mut all = Vec::new();
        let mut rest = Some(part);
        while let Some(part) = rest {
            let (first, behind) = self.first_of_order(part);
            all.push(first);
            rest = behind;
        }
        all
    }

    fn first_of_order<'t>(&self, part: Part<'t>) -> (Part<'t>, Option<Part<'t>>) {
        let mark = part.text.find([',', ';']).map(|at| (at, at + 1));
        let word = self.then(part).map(|(at, length)| (at, at + length));
        let behind = |from: usize| {
            let rest = part.after(from);
            self.past(TypedWord::Then, rest).unwrap_or(rest)
        };
        match mark.into_iter().chain(word).min() {
            Some((to, from)) => (self.opened(cut(part, 0, to)), Some(behind(from))),
            None => (self.opened(part), None),
        }
    }

    /// Returns `true` for words that may name a turn of a list: a card, a pass, or the number of a turn.
    fn is_of_a_turn(&self, part: Part<'_>) -> bool {
        let bare = self.bare_name(part);
        let is_turns = |word: &str| self.lexicon.keys.known(word) == Some(Key::Turns);
        self.is_turn_s_name(part)
            || matches!(self.key(bare), Some((Key::Pass, _)))
            || bare.text.split(' ').any(is_turns) && bare.text.split(' ').count() == 2
    }

    /// Returns `true` for words that name a turn and say nothing of it: `the Scots card`, `pass`.
    fn is_turn_s_name(&self, part: Part<'_>) -> bool {
        self.card_named(part).is_some()
            || self.lexicon.keys.known(self.bare_name(part).text) == Some(Key::Pass)
    }
}

/// Takes the marks before and behind a part off.
fn trimmed(part: Part<'_>) -> Part<'_> {
    let text = part.text.trim_start_matches([',', ':', ';', '-', '–', ' ']);
    let part = part.after(part.text.len() - text.len());
    Part { text: part.text.trim_end_matches(['.', '!', ',', ':', ';', ' ']), ..part }
}
