//! Where a card of a typed turn places followers: `in Deva`, `a Scot to Deva and a Welsh to Ratae`, `two in Deva`.

use super::Unread;
use super::part::{Part, article, cut, ends_of_words};
use super::tree::Reader;
use super::turn::Turn;
use crate::games::king_is_dead::cards::OF_A_FACTION;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::games::king_is_dead::data::{Card, Faction};
use crate::sheet::{Node, fold};

impl Reader<'_> {
    pub(super) fn place(&mut self, part: Part<'_>) -> Result<(), Unread> {
        let part = self.past(TypedWord::All, part).unwrap_or(part);
        // "They go to Ratae, both of them".
        let is_placed = matches!(self.turns.last(), Some(Turn::Play(play))
            if play.parts.iter().any(|(key, all)| *key == Key::Place && all.len() == 1));
        if part.text.is_empty() && is_placed {
            return Ok(());
        }
        // "Ratae (both)".
        let in_brackets = part.text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
        let part = match in_brackets {
            Some((region, all)) if self.is(TypedWord::All, all) => Part { text: region.trim_end(), ..part },
            _ => part,
        };
        // "A Welsh to Ratae and a Romano-Briton to Ratae", "one in Deva and one in Ratae".
        if let Some((one, others)) = self.around(part, TypedWord::And)
            && (self.settles(one).is_some() && self.settles(others).is_some()
                || self.counted(one).is_some() && self.counted(others).is_some())
        {
            self.place(one)?;
            return self.place(others);
        }
        // "Scots to Deva" settles one faction.
        if let Some((who, region)) = self.settles(part) {
            let region = self.region(region).ok_or(Unread::Unclear)?;
            let Some(Turn::Play(play)) = self.turns.last_mut() else { return Err(Unread::Prose) };
            // A region of all stands beside none of one.
            if play.has(Key::Place) {
                return Err(Unread::Unclear);
            }
            play.settled.push((who.node(who.text), region));
            return Ok(());
        }
        if matches!(self.turns.last(), Some(Turn::Play(play)) if !play.settled.is_empty()) {
            return Err(Unread::Unclear);
        }
        if let Some((number, region)) = self.counted(part).or_else(|| self.counted_behind(part)) {
            let region = self.region(region).ok_or(Unread::Unclear)?;
            let Some(Turn::Play(play)) = self.turns.last_mut() else { return Err(Unread::Prose) };
            let places = play.under(Key::Place).count();
            // "Two in Deva" is said once, "one in Deva" of both.
            if number == 1 && play.singly == places && places < usize::from(OF_A_FACTION) {
                play.singly += 1;
            } else if number != OF_A_FACTION || places > 0 {
                return Err(Unread::Unclear);
            }
            return self.put(Key::Place, vec![region]);
        }
        let part = self.past(TypedWord::In, part).unwrap_or(part);
        let nodes: Option<Vec<Node>> = match self.region(part) {
            Some(node) => Some(vec![node]),
            None => {
                let two = self.two(part, &[]).or_else(|| self.side_by_side(part));
                two.and_then(|two| two.into_iter().map(|part| self.region(part)).collect())
            }
        };
        self.put(Key::Place, nodes.ok_or(Unread::Unclear)?)
    }

    /// Places a follower of each faction in a region.
    pub(super) fn settle_all(&mut self, region: Part<'_>) -> Result<(), Unread> {
        let node = self.region(region).ok_or(Unread::Unclear)?;
        let who = Faction::THREE.map(|faction| region.node(self.lexicon.world.faction_name(faction)));
        let Some(Turn::Play(play)) = self.turns.last_mut() else { return Err(Unread::Prose) };
        play.settled.extend(who.into_iter().map(|who| (who, node.clone())));
        Ok(())
    }

    /// Splits two regions with nothing between them: `Deva Ratae`.
    fn side_by_side<'t>(&self, part: Part<'t>) -> Option<[Part<'t>; 2]> {
        let is_region = |part: Part<'_>| self.lexicon.regions.known(part.text).is_some();
        let both = ends_of_words(part.text).into_iter().map(|end| [cut(part, 0, end), part.after(end)]);
        both.into_iter().find(|both| both.iter().all(|part| is_region(*part)))
    }

    /// Returns the faction that a part settles, without its article, and what it says of where.
    fn settles<'t>(&self, part: Part<'t>) -> Option<(Part<'t>, Part<'t>)> {
        let card = self.card_open()?;
        let behind = |end: usize| {
            let region = part.after(end);
            self.lexicon.regions.known(region.text).is_some().then(|| (cut(part, 0, end), region))
        };
        // "Scots Deva" says as much as "Scots to Deva".
        let (who, region) = self
            .around(part, TypedWord::In)
            .or_else(|| ends_of_words(part.text).into_iter().find_map(behind))?;
        let who =
            article(&self.lexicon, self.number(who).filter(|(number, _)| *number == 1).map_or(who, |n| n.1));
        let is_faction = self.lexicon.factions.known(who.text).is_some();
        (is_faction && card.faction().is_none()).then_some((who, region))
    }

    /// Returns the card of the play that is open.
    pub(super) fn card_open(&self) -> Option<Card> {
        match self.turns.last() {
            Some(Turn::Play(play)) => Some(play.card),
            _ => None,
        }
    }

    /// Returns the number that a part begins with, and what follows.
    pub(super) fn number<'t>(&self, part: Part<'t>) -> Option<(u8, Part<'t>)> {
        // "The other one in Ratae".
        if let Some(rest) = self.past(TypedWord::Another, part) {
            return Some((1, rest));
        }
        let end = *ends_of_words(part.text).first()?;
        let word = fold(part.text.get(..end)?);
        let number = word.parse().ok().or_else(|| self.lexicon.language().numbers.get(&word).copied())?;
        Some((number, part.after(end)))
    }

    /// Returns how many followers a faction's card places where the number is behind the region, `Deva x2`, and the region.
    fn counted_behind<'t>(&self, part: Part<'t>) -> Option<(u8, Part<'t>)> {
        self.card_open()?.faction()?;
        let ends = ends_of_words(part.text);
        let end = *ends.get(ends.len().checked_sub(2)?)?;
        let number = fold(part.text.get(end..)?.trim()).strip_prefix('x')?.parse().ok()?;
        let region = cut(part, 0, end);
        Some((number, self.past(TypedWord::In, region).unwrap_or(region)))
    }

    /// Returns how many followers of its own faction a faction's card places, as a part says, and what it says of where: `two in Deva`,
    /// `2 Scots to Deva`, `one Deva`.
    fn counted<'t>(&self, part: Part<'t>) -> Option<(u8, Part<'t>)> {
        let faction = self.card_open()?.faction()?;
        let (number, mut rest) = self.number(part)?;
        // "One more of them in Deva".
        while let Some(behind) = self.past(TypedWord::Fillers, rest) {
            rest = behind;
        }
        let named = ends_of_words(rest.text).into_iter().find_map(|end| {
            let id = self.lexicon.factions.known(rest.text.get(..end)?)?;
            Some((id.clone(), rest.after(end)))
        });
        let rest = match named {
            Some((id, behind)) if id == faction.id() => behind,
            Some(_) => return None,
            None => rest,
        };
        let region = self.past(TypedWord::In, rest).unwrap_or(rest);
        (!region.text.is_empty()).then_some((number, region))
    }
}
