//! Lines that name all that their form needs, and say nothing else: each is taken as the form that its writer would be shown, with a
//! remark. Every word must be known, and whatever could turn the line round leaves it to its writer.

use super::example::{GAP, Name};
use super::part::{Part, cut, ends_of_words};
use super::reworded::Reworded;
use super::saved::Saved;
use super::tree::Reader;
use super::turn::Turn;
use crate::games::king_is_dead::cards::OF_A_FACTION;
use crate::games::king_is_dead::data::Card;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::sheet::{Fault, Refusal, fold};
use crate::table::{LineFate, TypedLine};
use std::collections::BTreeSet;

/// The most words of a name.
const LONGEST: usize = 3;
/// The most letters of a line that are said again in the remark.
const LONGEST_SAID: usize = 50;

/// Words that change nothing where they stand between the names of a turn.
const QUIET: [TypedWord; 17] = [
    TypedWord::Spare,
    TypedWord::Fillers,
    TypedWord::Openings,
    TypedWord::Closings,
    TypedWord::Then,
    TypedWord::ComesBack,
    TypedWord::TurnComes,
    TypedWord::In,
    TypedWord::All,
    TypedWord::Card,
    TypedWord::Own,
    TypedWord::From,
    TypedWord::To,
    TypedWord::And,
    TypedWord::Another,
    TypedWord::Persons,
    TypedWord::BothWays,
];

/// Words by which a turn is made.
const DEEDS: [Key; 11] = [
    Key::Play,
    Key::Pass,
    Key::Summon,
    Key::Take,
    Key::Swap,
    Key::Crown,
    Key::Place,
    Key::Exchange,
    Key::Give,
    Key::From,
    Key::To,
];

/// What a line says beside the names in it.
#[derive(Default)]
struct Beside {
    numbers: Vec<u8>,
    says_both: bool,
    passes: usize,
}

impl Reader<'_> {
    /// Takes a line as its form; `false` if it has none, or says anything else.
    pub(super) fn as_its_form(&mut self, line: TypedLine<'_>, before: &Saved) -> bool {
        let plain = Reworded { text: self.plainly(line.text), notes: Vec::new() };
        let quiet = self.without_chat(&plain.text, line.line).unwrap_or(plain);
        let Some(form) = self.example(&quiet.text).filter(|form| !form.contains(GAP)) else { return false };
        if !self.says_what(&quiet.text, &form) {
            return false;
        }
        self.restore(before.clone());
        let errors = self.faults.iter().filter(|fault| fault.is_error()).count();
        let fate = self.as_written(TypedLine { text: &form, line: line.line });
        let is_good = self.faults.iter().filter(|fault| fault.is_error()).count() == errors;
        if fate != LineFate::Taken || !is_good || !self.is_last_whole() {
            return false;
        }
        // "Both in Deva" names one region.
        for turn in &mut self.turns {
            if let Turn::Play(play) = turn
                && let Some((_, places)) = play.parts.iter_mut().find(|(key, _)| *key == Key::Place)
            {
                places.dedup_by(|one, other| one.text() == other.text());
            }
        }
        let whole = Part { text: line.text, line: line.line, column: 1 }.after(0);
        let said: String = whole.text.chars().take(LONGEST_SAID).collect();
        let said = if said.len() < whole.text.len() { format!("{} {GAP}", said.trim_end()) } else { said };
        self.faults.extend(quiet.notes);
        let why = Refusal::new("taken-as").with("name", said).with("as", form);
        self.faults.push(Fault::warning(whole.span(), why));
        true
    }

    /// Returns `true` if a form has all that a line names, and the line nothing else.
    fn says_what(&self, text: &str, form: &str) -> bool {
        let Some(said) = self.beside(text, form) else { return false };
        let Some(of_form) = self.beside(form, form) else { return false };
        let (names, form_names) = (self.names(text), self.names(form));
        let sorted = |names: &[Name]| {
            let mut all: Vec<String> = names.iter().filter_map(Name::of_the_game).collect();
            all.sort_unstable();
            all.dedup();
            // "Welsh Deva and Scots Ratae, summon Scots" names the Scots twice, and its form once.
            let is_faction = |name: &&Name| match name {
                Name::Faction(_) => true,
                Name::Card(card) => card.faction().is_some(),
                _ => false,
            };
            let factions = names.iter().filter(is_faction).count();
            (all, factions)
        };
        let mut cards: Vec<Card> = form_names
            .iter()
            .filter_map(|name| match name {
                Name::Card(card) => Some(*card),
                _ => None,
            })
            .collect();
        // The Crown is a card, and the token of one.
        cards.dedup();
        let [card] = cards.as_slice() else { return false };
        let regions = names.iter().filter(|name| matches!(name, Name::Region(_))).count();
        let placed = form_names.iter().take_while(|name| **name != Name::Summons);
        let places: BTreeSet<String> =
            placed.filter(|name| matches!(name, Name::Region(_))).filter_map(Name::of_the_game).collect();
        let has_two = said.numbers.contains(&OF_A_FACTION) || said.says_both;
        let only_ones = said.numbers.iter().all(|number| *number == 1);
        let counts = match card {
            Card::Garrison => has_two && self.goes_forward(text),
            Card::Ambassador => only_ones && self.goes_forward(text),
            Card::Crown | Card::Settlement => only_ones,
            // "Both in Deva", "one in Deva, one in Ratae".
            _ if places.len() == 1 => has_two,
            _ => only_ones,
        };
        counts && regions > 1 && said.passes == of_form.passes && sorted(&names) == sorted(&form_names)
    }

    /// Returns `true` if followers are said to go from the region that is named first to the second.
    fn goes_forward(&self, text: &str) -> bool {
        let whole = Part { text, line: 1, column: 1 }.after(0);
        let ends = ends_of_words(whole.text);
        let mut last: Option<bool> = None;
        let mut ways = Vec::new();
        let (mut from, mut in_name) = (0, false);
        for end in ends {
            let word = cut(whole, from, end).text.trim_matches(|c: char| ",.;:!".contains(c));
            let is_region = self.lexicon.regions.known(word).is_some();
            // "Din Eidyn" is one.
            if is_region && !in_name {
                ways.push(last.take());
            }
            in_name = is_region;
            if is_region {
                from = end;
                continue;
            }
            if self.is(TypedWord::To, word) && !self.is(TypedWord::For, word) {
                last = Some(true);
            } else if self.is(TypedWord::From, word) {
                last = Some(false);
            }
            from = end;
        }
        matches!(ways.as_slice(), [Some(false), Some(true), ..])
    }

    /// Returns what a text says beside names; `None` if it has a word that may say more than its form.
    fn beside(&self, text: &str, form: &str) -> Option<Beside> {
        let is_mark = |c: char| !c.is_alphanumeric() && c != '\'';
        let of_form: BTreeSet<String> = form.split(is_mark).map(fold).collect();
        let mut said = Beside::default();
        let mut rest = Part { text, line: 1, column: 1 }.after(0);
        loop {
            let bare = rest.text.trim_start_matches(|c: char| is_mark(c) && !matches!(c, '<' | '-'));
            rest = rest.after(rest.text.len() - bare.len());
            if rest.text.is_empty() {
                return Some(said);
            }
            let (behind, passes) = self.past_quiet(rest, &of_form, &mut said)?;
            said.passes += usize::from(passes);
            rest = behind;
        }
    }

    /// Returns what follows a name or words that say nothing more, and whether they pass.
    fn past_quiet<'t>(
        &self,
        part: Part<'t>,
        of_form: &BTreeSet<String>,
        said: &mut Beside,
    ) -> Option<(Part<'t>, bool)> {
        let is_mark = |c: char| !c.is_alphanumeric() && c != '\'';
        let ends: Vec<usize> = ends_of_words(part.text).into_iter().take(LONGEST).collect();
        let name = ends.iter().rev().find(|end| {
            let words = part.text.get(..**end).unwrap_or_default().trim_end_matches(is_mark);
            self.is_name(words)
        });
        if let Some(end) = name {
            return Some((part.after(*end), false));
        }
        let first = *ends.first()?;
        let word = part.text.get(..first)?.trim_end_matches(is_mark);
        let number =
            fold(word).parse().ok().or_else(|| self.lexicon.language().numbers.get(&fold(word)).copied());
        // "Next one. Scots both in Deva" is of another turn.
        if self.is(TypedWord::Next, word) {
            return None;
        }
        if let Some(number) = number {
            said.numbers.push(number);
            return Some((part.after(first), false));
        }
        let rests = [TypedWord::Yields, TypedWord::NoCard];
        if let Some(end) = rests.iter().find_map(|list| self.list(*list)?.begins(part.text)) {
            return Some((part.after(end), true));
        }
        if let Some(end) = self.list(TypedWord::Corrections).and_then(|forms| forms.begins(part.text))
            && !self.is(TypedWord::Spare, part.text.get(..end)?)
        {
            return None;
        }
        if let Some((key, behind)) = self.key(part) {
            let is_said = DEEDS.contains(&key) || of_form.contains(&fold(word));
            return is_said.then_some((behind, key == Key::Pass));
        }
        let longest = QUIET.iter().filter_map(|list| self.list(*list)?.begins(part.text)).max();
        if let Some(end) = longest {
            let words = part.text.get(..end)?;
            let turns_round = self.is(TypedWord::Reverses, words) && !self.is(TypedWord::Spare, words);
            said.says_both |= self.is(TypedWord::All, words);
            return (!turns_round).then(|| (part.after(end), false));
        }
        let is_article = self.lexicon.language().articles.contains(&fold(word));
        (is_article || of_form.contains(&fold(word))).then(|| (part.after(first), false))
    }
}
