//! An example beside words that cannot be read, made of what is in them: the cards, the followers, the regions and the conditions that they
//! name, in words that are read. What they leave out is a gap: an invented name might be sent as it stands.

use super::super::language::length_words;
use super::super::model::Until;
use super::part::{Part, bullet, cut, ends_of_words, sentences};
use super::tree::Reader;
use crate::games::king_is_dead::data::language::{Instead, Key, TypedWord};
use crate::games::king_is_dead::data::{Card, Faction, Region};
use crate::sheet::{Refusal, fold};

/// The most words of a name.
const LONGEST: usize = 3;
/// The most turns of an example.
const MOST: usize = 3;
/// For what a line does not name, and nobody should guess.
pub(super) const GAP: &str = "…";

/// What a text names, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Name {
    Card(Card),
    Faction(Faction),
    Region(Region),
    Summons,
    Takes,
    Plays,
    Token,
}

impl Name {
    /// Returns a name of the game, a follower's that of the card too.
    pub(super) fn of_the_game(&self) -> Option<String> {
        match self {
            Name::Card(card) => Some(card.faction().map_or(card.id(), Faction::id).to_owned()),
            Name::Faction(faction) => Some(faction.id().to_owned()),
            Name::Region(region) => Some(format!("{region:?}")),
            Name::Summons | Name::Takes | Name::Plays | Name::Token => None,
        }
    }
}

impl Reader<'_> {
    /// Returns the refusal of words of a line, with an example of what the line says, if that can be told.
    pub(super) fn unclear(&self, words: &str, line: &str) -> Refusal {
        let why = Refusal::new("line-unclear").with("text", words);
        let why = if self.turns.is_empty() && self.says(TypedWord::Changes, line) {
            why.with("change", true)
        } else {
            why
        };
        match self.example(line).or_else(|| self.example(words)) {
            Some(example) => why.with("example", example),
            None => why,
        }
    }

    /// Returns the turns of a line as they can be read, with a gap for each thing that it does not name; `None` if it tells of none.
    pub(super) fn example(&self, text: &str) -> Option<String> {
        let text = self.plainly(text);
        let mut turns: Vec<String> = Vec::new();
        let is_scrapped = |clause: &&str| {
            let part = Part { text: clause, line: 1, column: 1 };
            self.scraps(part) || self.takes_list_back(part)
        };
        // "Thanks for fixing my Settlement", "the Welsh can have it".
        let is_talk = |clause: &&str| {
            let part = Part { text: clause, line: 1, column: 1 };
            self.is_courteous(part) || self.concedes(part) || self.states(part) || self.drops_pass(part)
        };
        let clauses = self.clauses(&text);
        let only_talk = clauses.iter().all(is_talk);
        let clauses = clauses.into_iter().filter(|clause| only_talk || !is_talk(clause));
        for clause in clauses.filter(|clause| !is_scrapped(clause)) {
            let begins = self.names(clause).iter().any(|name| matches!(name, Name::Card(_)))
                || self.pass_said(clause).is_some();
            match turns.last_mut() {
                Some(last) if !begins => *last = format!("{last}, {clause}"),
                _ => turns.push(clause.to_owned()),
            }
        }
        let asks =
            turns.pop_if(|last| self.asks(self.closed(self.opened(Part { text: last, line: 1, column: 1 }))));
        let mut told: Vec<String> = turns.iter().filter_map(|turn| self.turn_said(turn)).take(MOST).collect();
        let ask = asks.filter(|_| !told.is_empty()).map(|_| self.instead_word(Instead::Ask).to_owned());
        told.extend(ask);
        let then = self.forms(TypedWord::Then).iter().min_by_key(|form| form.len())?;
        (!told.is_empty()).then(|| told.join(&format!(", {then} ")))
    }

    /// Cuts a line at full stops and at the words between turns.
    fn clauses<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut all = Vec::new();
        for (from, to) in sentences(text) {
            let mut rest = cut(Part { text, line: 1, column: 1 }, from, to);
            while let Some((at, length)) = self.then(rest) {
                all.push(cut(rest, 0, at).text);
                rest = rest.after(at + length);
            }
            all.push(rest.text);
        }
        let is_mark = |c: char| matches!(c, '.' | '!' | ';' | ',' | ' ' | ':');
        all.into_iter()
            .map(|clause| {
                // "I pass until somebody plays, and then …".
                let bare = clause.trim_matches(is_mark);
                let whole = Part { text: bare, line: 1, column: 1 };
                let head = self.before(TypedWord::And, whole);
                head.map_or(bare, |head| head.text).trim_matches(is_mark)
            })
            .filter(|clause| !clause.is_empty())
            .collect()
    }

    /// Returns one turn of a line, with its condition.
    fn turn_said(&self, text: &str) -> Option<String> {
        let (condition, rest) = self.condition_said(text);
        let turn = self.play_said(&rest).or_else(|| self.pass_said(&rest))?;
        Some(match condition {
            Some(condition) => format!("{turn}, {condition}"),
            None => turn,
        })
    }

    /// Parts a turn from its condition: as it stands if it can be read, and otherwise only that there is one.
    fn condition_said(&self, text: &str) -> (Option<String>, String) {
        let whole = Part { text, line: 1, column: 1 }.after(0);
        let starts = std::iter::once(0).chain(ends_of_words(whole.text));
        let found = starts.into_iter().find_map(|at| {
            let part = whole.after(at);
            let (key, said) = self.key(part)?;
            let is_one = matches!(key, Key::If | Key::Unless | Key::When) && !said.text.is_empty();
            is_one.then_some((at, part, said))
        });
        let Some((at, part, said)) = found else { return (None, text.to_owned()) };
        let word = part.text.get(..part.text.len() - said.text.len()).unwrap_or_default().trim_end();
        let word = word.to_lowercase();
        let marks = said.text.match_indices([',', ':']).map(|(at, _)| at).chain([said.text.len()]);
        let mut ends = marks.clone().filter(|end| {
            let text = self.region_s_struggle(self.spelt(cut(said, 0, *end).text));
            let (text, _) = self.players.put_into(&text);
            self.is_condition(&text)
        });
        let head = cut(whole, 0, at).text;
        let (condition, end) = match ends.next() {
            Some(end) => (format!("{word} {}", cut(said, 0, end).text), end),
            None => {
                let turn =
                    self.turn_inside(part).map(|at| at.saturating_sub(part.text.len() - said.text.len()));
                (format!("{word} {GAP}"), turn.or(marks.min()).unwrap_or(said.text.len()))
            }
        };
        let tail = said.text.get(end..).unwrap_or_default().trim_start_matches([',', ':', ' ']);
        let head = head.trim_end_matches([',', ':', ' ']);
        (Some(condition), format!("{head} {tail}").trim().to_owned())
    }

    /// Returns a play as it can be read, of what words name; `None` if they name no card.
    fn play_said(&self, text: &str) -> Option<String> {
        let mut names = self.names(text);
        let card_of = |name: &Name| match name {
            Name::Card(card) => Some(*card),
            _ => None,
        };
        // "I thought of the Garrison, but no, I play a Settlement".
        let played = names
            .windows(2)
            .filter(|two| two.first() == Some(&Name::Plays))
            .find_map(|two| card_of(two.last()?));
        // "The Scots are masters of Deva, and so I play the Scots and put …".
        let again = names.windows(2).rposition(|two| {
            matches!(two, [Name::Plays, Name::Faction(faction)]
                if names.first().and_then(card_of).and_then(Card::faction) == Some(*faction))
        });
        let card = played.or_else(|| names.iter().find_map(card_of))?;
        let world = self.lexicon.world;
        let at = names.iter().position(|name| *name == Name::Card(card))?;
        let at = again.filter(|_| played.is_none()).map_or(at, |again| again + 1);
        // What a Garrison or an Ambassador takes comes back to a region.
        let exchanges = matches!(card, Card::Garrison | Card::Ambassador);
        let summons = |name: &Name| *name == Name::Summons || *name == Name::Takes && !exchanges;
        // Whom it summons may stand on the next line.
        if !names.iter().any(summons) {
            let below = self.names(bullet(Part { text: &self.below, line: 1, column: 1 }.after(0)).text);
            if below.first().is_some_and(|name| matches!(name, Name::Summons | Name::Takes)) {
                names.push(Name::Summons);
                names.extend(below.into_iter().skip(1));
            }
        }
        let rest: Vec<Name> = names.iter().copied().skip(at + 1).collect();
        let split = rest.iter().position(summons).unwrap_or(rest.len());
        // "… and a Scot from Deva comes to my court".
        let is_behind = rest.get(split + 1..).is_some_and(<[Name]>::is_empty);
        let last = rest.iter().take(split).rposition(|name| matches!(name, Name::Faction(_)));
        let (done, called) = rest.split_at(last.filter(|_| is_behind).unwrap_or(split));
        let is_open = |region: &Region| self.board.field.open.has(*region);
        let regions_of = |names: &[Name]| -> Vec<&str> {
            let region = |name: &Name| match name {
                Name::Region(region) if !is_open(region) => Some(GAP),
                Name::Region(region) => Some(world.place(*region).name.as_str()),
                _ => None,
            };
            names.iter().filter_map(region).collect()
        };
        let factions_of = |names: &[Name]| -> Vec<Faction> {
            let factions = names.iter().filter_map(|name| match name {
                Name::Faction(faction) => Some(*faction),
                // Behind another card, the card of a faction is its follower.
                Name::Card(card) => card.faction(),
                _ => None,
            });
            factions.filter(|faction| *faction != Faction::Loyalists).collect()
        };
        let said = |faction: Option<&Faction>| faction.map_or(GAP, |faction| world.faction_name(*faction));
        let name = |key: Key| self.key_word(key);
        let from = name(Key::From);
        let joined = self.forms(TypedWord::And).first().map_or("", String::as_str);
        let mut open = regions_of(done);
        // "Both of them in Deva, and a Welsh from Ratae": which is whose nobody should guess, nor what "there" is.
        let is_region = |name: &Name| matches!(name, Name::Region(_));
        let mut behind = done.iter().skip_while(|name| !is_region(name));
        let is_mixed = behind.any(|name| matches!(name, Name::Faction(_))) && behind.any(is_region);
        let is_unsure = card.faction().is_some() && is_mixed && self.says(TypedWord::All, text)
            || exchanges && self.says(TypedWord::There, text);
        if is_unsure {
            open = vec![GAP; 2];
        }
        let region = |at: usize| open.get(at).copied().unwrap_or(GAP);
        let who = factions_of(done);
        let action = match card {
            Card::Crown => {
                let is_token = |name: &Name| matches!(name, Name::Token | Name::Card(Card::Crown));
                let token = done.iter().position(is_token).and_then(|at| done.get(at..));
                let token = token.and_then(|behind| regions_of(behind).first().copied()).unwrap_or(GAP);
                let swap = name(Key::Swap);
                format!(
                    "{swap} {} {joined} {}, {} {} {token}",
                    region(0),
                    region(1),
                    name(Key::Crown),
                    self.place_word()
                )
            }
            Card::Garrison | Card::Ambassador => {
                let two = if card == Card::Garrison { "2 " } else { "" };
                format!(
                    "{} {two}{} {from} {} {} {}, {} {}",
                    name(Key::Exchange),
                    said(who.first()),
                    region(0),
                    name(Key::To),
                    region(1),
                    name(Key::Take),
                    said(who.get(1))
                )
            }
            Card::Settlement => {
                // The region named behind each faction is where it goes; one alone may be for all.
                let goes = |faction: Faction| {
                    let of = done.iter().position(|name| *name == Name::Faction(faction));
                    match of.and_then(|of| done.get(of..)) {
                        Some(behind) => regions_of(behind).first().copied(),
                        None if open.len() == 1 && who.is_empty() => open.first().copied(),
                        None => None,
                    }
                };
                let each = Faction::THREE.into_iter().map(|faction| {
                    let place = goes(faction).unwrap_or(GAP);
                    format!("{} {} {place}", world.faction_name(faction), self.place_word())
                });
                each.collect::<Vec<_>>().join(", ")
            }
            _ => {
                let second = if open.len() == 1 { region(0) } else { region(1) };
                format!("{} {} {joined} {second}", name(Key::Place), region(0))
            }
        };
        // "Just for the summons" does nothing else.
        let whole = Part { text, line: 1, column: 1 }.after(0);
        let without = ends_of_words(whole.text)
            .into_iter()
            .any(|end| matches!(self.key(whole.after(end)), Some((Key::WithoutEffect, _))));
        let action = if without { name(Key::WithoutEffect).to_owned() } else { action };
        let (summoned, source) = (factions_of(called), regions_of(called));
        let summons = match (summoned.first(), source.first()) {
            (None, None) => format!("{} {GAP}", name(Key::Summon)),
            (who, source) => format!("{} {} {from} {}", name(Key::Summon), said(who), source.unwrap_or(&GAP)),
        };
        Some(format!("{} {}, {action}, {summons}", name(Key::Play), world.card_name(card)))
    }

    /// Returns a pass, if that is what words say.
    fn pass_said(&self, text: &str) -> Option<String> {
        let words: Vec<String> = text.split(|c: char| !c.is_alphanumeric() && c != '\'').map(fold).collect();
        let says = |list: TypedWord| self.says(list, text);
        let passes = words.iter().any(|word| self.lexicon.keys.known(word) == Some(Key::Pass));
        let rests = says(TypedWord::Yields) || says(TypedWord::NoCard) && !words.is_empty();
        if !passes && !rests {
            return None;
        }
        let pass = self.key_word(Key::Pass);
        // How long, where that can be read.
        let whole = Part { text, line: 1, column: 1 }.after(0);
        let how = ends_of_words(whole.text).into_iter().find_map(|end| {
            let is_pass =
                whole.text.get(..end)?.rsplit(' ').next().and_then(|word| self.lexicon.keys.known(word));
            let rest = whole.after(end).text;
            // "Pass for the rest of the game, having nothing left".
            let heads = [rest, rest.split(',').next().unwrap_or_default().trim_end()];
            heads.into_iter().find(|how| {
                let (named, _) = self.players.put_into(&self.spelt(how));
                !how.is_empty() && is_pass == Some(Key::Pass) && matches!(self.length(&named), Ok(Some(_)))
            })
        });
        if let Some(how) = how {
            return Some(format!("{pass} {how}"));
        }
        let lasts =
            words.iter().any(|word| self.is(TypedWord::Struggle, word) || self.is(TypedWord::Lengths, word));
        if lasts || rests {
            return Some(format!("{pass} {}", length_words(&Until::StruggleEnds, self.lexicon.world)));
        }
        Some(pass.to_owned())
    }

    /// Returns the shortest word between a follower and where it goes.
    fn place_word(&self) -> &str {
        let words = self.forms(TypedWord::In).iter().filter(|form| form.chars().all(char::is_alphabetic));
        words.min_by_key(|form| form.len()).map_or("", String::as_str)
    }

    /// Returns what a text names.
    pub(super) fn names(&self, text: &str) -> Vec<Name> {
        let is_mark = |c: char| !c.is_alphanumeric();
        let whole = Part { text, line: 1, column: 1 }.after(0);
        let ends = ends_of_words(whole.text);
        let mut names = Vec::new();
        let (mut at, mut from) = (0, 0);
        while at < ends.len() {
            let found = (1..=LONGEST.min(ends.len() - at)).rev().find_map(|length| {
                let end = *ends.get(at + length - 1)?;
                let words = cut(whole, from, end).text.trim_matches(is_mark);
                // "I'll do the Welsh card".
                let is_card = || self.past(TypedWord::Card, whole.after(end)).is_some();
                let is_first = names.iter().all(|name| matches!(name, Name::Plays))
                    && (at < 2 || !names.is_empty() || is_card());
                Some((self.name_of(words, is_first)?, length))
            });
            let length = found.map_or(1, |(_, length)| length);
            names.extend(found.map(|(name, _)| name));
            at += length;
            from = at.checked_sub(1).and_then(|last| ends.get(last)).copied().unwrap_or(from);
        }
        names
    }

    fn name_of(&self, words: &str, first: bool) -> Option<Name> {
        let lexicon = &self.lexicon;
        if let Some(region) = lexicon.regions.known(words) {
            return lexicon.world.region(&region).map(Name::Region);
        }
        let card = lexicon.cards.known(words);
        if let Some(card) = card.filter(|card| first || card.faction().is_none()) {
            return Some(Name::Card(card));
        }
        if let Some(faction) = lexicon.factions.known(words) {
            return Faction::from_id(&faction).map(Name::Faction);
        }
        match lexicon.keys.known(words)? {
            Key::Summon => Some(Name::Summons),
            Key::Take => Some(Name::Takes),
            Key::Play => Some(Name::Plays),
            Key::Crown => Some(Name::Token),
            _ => None,
        }
    }
}
