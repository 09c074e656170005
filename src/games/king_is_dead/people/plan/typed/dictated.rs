//! Turns as they are dictated: `welsh deva ratae, take a scot from londinium`. What [`Reader::part`] cannot read part by part is read
//! here by the names in it: a card, where it places, swaps or exchanges, and whom it summons. Every word must be known, and what could
//! be two things is none.

mod exchanging;
mod settling;
#[cfg(test)]
mod tests;
mod things;

use super::part::{Part, cut, ends_of_words, unmarked};
use super::thing::Thing;
use super::tree::Reader;
use super::turn::{Play, Turn};
use crate::games::king_is_dead::cards::OF_A_FACTION;
use crate::games::king_is_dead::data::language::{Instead, Key, TypedWord};
use crate::games::king_is_dead::data::{Card, Faction};
use crate::sheet::Node;
use things::Found;

impl Reader<'_> {
    /// Reads a line of whole turns, and adds them; `false` if it is none.
    pub(super) fn dictated(&mut self, whole: Part<'_>) -> bool {
        let (turns, faults) = (self.turns.len(), self.faults.len());
        let (whole, otherwise) = self.before_otherwise(whole);
        let mut rest = Some(whole);
        while let Some(part) = rest {
            let (first, behind) = self.before_then(part);
            let first = self
                .behind_turn_number(first)
                .filter(|(is_next, _)| *is_next)
                .map_or(first, |(_, rest)| rest);
            let first = self.closed(self.opened(first));
            let is_read = match self.key(first) {
                Some((Key::Pass, how)) => self.pass(first, how).is_ok(),
                _ if self.passes_while(first) || self.waits(first) => true,
                _ if self.turns.len() > turns && behind.is_none() && self.asks(first) => {
                    self.ask_then(first).is_ok()
                }
                _ => {
                    let (condition, first) = self.conditioned(first);
                    let play = self.dictated_play(first).map(|mut play| {
                        play.parts.extend(condition.map(|(key, node)| (key, vec![node])));
                        self.turns.push(Turn::Play(play));
                    });
                    play.is_some()
                }
            };
            self.open = None;
            if !is_read {
                self.turns.truncate(turns);
                self.faults.truncate(faults);
                return false;
            }
            rest = behind;
        }
        // What is done otherwise hangs on a turn that lacks nothing.
        if otherwise.is_some() && self.turns.last().is_some_and(|turn| !turn.is_whole()) {
            self.turns.truncate(turns);
            self.faults.truncate(faults);
            return false;
        }
        if let Some(node) = otherwise {
            let passes = node.text().and_then(|word| self.lexicon.instead.known(word)) == Some(Instead::Pass);
            if !passes || !self.hangs_otherwise(&node) {
                self.otherwise = Some(node);
            }
        }
        true
    }

    /// Splits a line from what is to be done otherwise, at its end: `…, otherwise pass`.
    fn before_otherwise<'t>(&self, part: Part<'t>) -> (Part<'t>, Option<Node>) {
        let otherwise = |end: usize| {
            let rest = part.after(end);
            let if_not = || {
                self.past(TypedWord::IfNot, rest)
                    .map(|rest| rest.after(rest.text.len() - rest.text.trim_start_matches([',', ' ']).len()))
            };
            let said = match self.key(rest) {
                Some((Key::Otherwise, said)) => said,
                _ => if_not()?,
            };
            let said = self.closed(self.opened(unmarked(said)));
            let known = self.lexicon.instead.known(said.text)?;
            let head = unmarked(cut(part, 0, end));
            matches!(known, Instead::Ask | Instead::Pass).then(|| (head, Some(said.node(said.text))))
        };
        ends_of_words(part.text).into_iter().find_map(otherwise).unwrap_or((part, None))
    }

    /// Splits a line at its first "then" behind which another turn begins: "and then I take a Scot" belongs to the one before it.
    fn before_then<'t>(&self, part: Part<'t>) -> (Part<'t>, Option<Part<'t>>) {
        let follower = |rest: Part<'_>| {
            let things = self.things(rest).unwrap_or_default();
            let told: Vec<&Thing> =
                things.iter().map(|found| &found.thing).filter(|thing| **thing != Thing::Number(1)).collect();
            matches!(told.as_slice(), [Thing::Faction(_), Thing::From, Thing::Region])
        };
        let summons = |rest: Part<'_>| {
            matches!(self.key(self.opened(rest)), Some((Key::Summon | Key::Take, _))) || follower(rest)
        };
        // "Scots both in Deva, take a Welsh. Pass this struggle".
        let passes = |(at, _): &(usize, &str)| {
            matches!(self.key(self.opened(part.after(at + 1))), Some((Key::Pass, _)))
        };
        let stop = part.text.match_indices([';', '.', '!']).find(passes).map(|(at, _)| at);
        let mut from = 0;
        while let Some((at, length)) = self.then(part.after(from)) {
            // Where it is in the whole part.
            let at = part.text.len() - part.after(from).text.len() + at;
            if stop.is_some_and(|stop| stop < at) {
                break;
            }
            let rest = part.after(at + length);
            if !summons(rest) {
                return (unmarked(cut(part, 0, at)), Some(rest));
            }
            from = at + length;
        }
        match stop {
            Some(stop) => (unmarked(cut(part, 0, stop)), Some(part.after(stop + 1))),
            None => (part, None),
        }
    }

    /// Splits a play from its condition, which may stand before it with a comma or colon between them, or behind it.
    fn conditioned<'t>(&mut self, part: Part<'t>) -> (Option<(Key, Node)>, Part<'t>) {
        if let Some((key, rest)) = self.condition_key(part) {
            let marks: Vec<usize> = rest.text.match_indices([',', ':']).map(|(at, _)| at).collect();
            for at in marks {
                let text = self.seated(cut(rest, 0, at));
                if self.is_condition(&text) {
                    return (
                        Some((key, rest.node(&text))),
                        self.opened(self.in_that_case(rest.after(at + 1))),
                    );
                }
            }
            // "In the second region I play …".
            if let Some(at) = self.turn_inside(part) {
                let said = cut(part, part.text.len() - rest.text.len(), at);
                let text = self.seated(said);
                return (Some((key, said.node(&text))), self.opened(self.in_that_case(part.after(at))));
            }
        } else if let Some(at) = self.condition_inside(part)
            && let Some((key, rest)) = self.condition_key(part.after(at))
        {
            let text = self.seated(rest);
            if self.is_condition(&text) {
                return (Some((key, rest.node(&text))), unmarked(cut(part, 0, at)));
            }
        }
        (None, part)
    }

    fn dictated_play(&self, part: Part<'_>) -> Option<Play> {
        let things = self.things(part)?;
        let things: &[Found<'_>] = match things.as_slice() {
            [Found { thing: Thing::Key(Key::Play), .. }, rest @ ..] => rest,
            all => all,
        };
        let (card, name, rest) = self.card_of(things)?;
        let (placed, summoned) = self.divided(card, rest)?;
        let placed = match placed {
            [rest @ .., Found { thing: Thing::Break | Thing::And, .. }] => rest,
            all => all,
        };
        let mut play = Play::of(card, name.node(self.lexicon.world.card_name(card)));
        match card {
            Card::Crown => self.crowned(placed, &mut play)?,
            Card::Garrison | Card::Ambassador => play.exchange = self.exchanging(placed)?,
            Card::Settlement => play.settled = self.settling(placed)?,
            _ => play.parts.push((Key::Place, self.placing(card.faction()?, placed)?)),
        }
        let there = match play.parts.as_slice() {
            [(Key::Place, regions)] => only(regions),
            _ => play
                .settled
                .first()
                .map(|(_, region)| region)
                .filter(|first| play.settled.iter().all(|(_, region)| region.text() == first.text())),
        };
        let summons = match summoned {
            [] => None,
            who => {
                let mut wishes: Vec<Node> = Vec::new();
                for wish in who.split(|found| found.thing == Thing::Else) {
                    wishes.push(self.summoning(wish, there, wishes.last())?);
                }
                Some(wishes)
            }
        };
        // Whom it summons may stand on the next line.
        play.parts.extend(summons.map(|who| (Key::Summon, who)));
        Some(play)
    }

    /// Returns the card that a turn begins with, its name, and what follows. "Place two Scots" says which card it is.
    fn card_of<'f, 't>(&self, things: &'f [Found<'t>]) -> Option<(Card, Part<'t>, &'f [Found<'t>])> {
        let of = |id: &str| {
            Card::ALL.into_iter().find(|card| card.faction().is_some_and(|faction| faction.id() == id))
        };
        let counted = |things: &'f [Found<'t>]| match things {
            [
                Found { thing: Thing::Number(OF_A_FACTION) | Thing::All, .. },
                Found { thing: Thing::Faction(id), part },
                ..,
            ] => Some((of(id)?, *part, things)),
            _ => None,
        };
        let things = match things {
            // "With the Ambassador I send …".
            [Found { thing: Thing::To, .. }, rest @ ..]
                if matches!(rest.first(), Some(Found { thing: Thing::Card(_), .. })) =>
            {
                rest
            }
            // "With my Crown I swap …".
            [Found { thing: Thing::To, .. }, rest @ ..]
                if matches!(
                    rest,
                    [
                        Found { thing: Thing::Key(Key::Crown), .. },
                        Found { thing: Thing::Key(Key::Swap), .. },
                        ..
                    ]
                ) =>
            {
                rest
            }
            // "One settlement".
            [Found { thing: Thing::Number(1), .. }, rest @ ..]
                if matches!(rest.first(), Some(Found { thing: Thing::Card(_), .. })) =>
            {
                rest
            }
            all => all,
        };
        let swaps = || things.iter().any(|found| matches!(found.thing, Thing::Key(Key::Swap)));
        match things {
            [Found { thing: Thing::Card(card), part }, rest @ ..] => Some((*card, *part, rest)),
            [Found { thing: Thing::Faction(id), part }, rest @ ..] => Some((of(id)?, *part, rest)),
            // "Swap Deva with Ratae with the crown, token on Deva".
            [Found { thing: Thing::Key(Key::Swap), .. }, ..] => {
                let is_crown = |found: &&Found<'_>| {
                    matches!(found.thing, Thing::Card(Card::Crown) | Thing::Key(Key::Crown))
                };
                Some((Card::Crown, things.iter().find(is_crown)?.part, things))
            }
            // "The crown goes on Deva, swapping Deva with Ratae".
            [Found { thing: Thing::Key(Key::Crown), part }, rest @ ..] if swaps() => {
                let is_said = matches!(rest.first(), Some(Found { thing: Thing::Key(Key::Swap), .. }));
                Some((Card::Crown, *part, if is_said { rest } else { things }))
            }
            // "I put my Welsh in Ratae and Deva and take a Scot".
            [
                Found { thing: Thing::Key(Key::Place), .. },
                Found { thing: Thing::Faction(id), part },
                rest @ ..,
            ] if self.divided(Card::Settlement, rest).is_some_and(|(_, who)| !who.is_empty()) => {
                Some((of(id)?, *part, rest))
            }
            [Found { thing: Thing::Key(Key::Place), .. }, rest @ ..] => counted(rest),
            // "2 Scots in Deva" alone may be talk.
            rest => counted(rest)
                .filter(|_| self.divided(Card::Settlement, rest).is_some_and(|(_, who)| !who.is_empty())),
        }
    }

    /// Divides what a card does from whom it summons: at the word for summoning, or before a follower "from" a region at the end.
    fn divided<'f, 't>(
        &self,
        card: Card,
        things: &'f [Found<'t>],
    ) -> Option<(&'f [Found<'t>], &'f [Found<'t>])> {
        let things = match things {
            // "From Londinium I'd like a Scot to come to my court".
            [
                rest @ ..,
                Found { thing: Thing::To | Thing::Place, .. },
                Found { thing: Thing::Key(Key::Summon), .. },
            ] => rest,
            // "… a Scot to my court", "I'd like a Scot to come".
            [rest @ .., Found { thing: Thing::Key(Key::Summon) | Thing::To, .. }] => rest,
            all => all,
        };
        let takes = !matches!(card, Card::Garrison | Card::Ambassador);
        let summons = |found: &Found<'_>| match found.thing {
            Thing::Key(Key::Summon) => true,
            Thing::Key(Key::Take) => takes,
            _ => false,
        };
        // "Send 2 Scots from Deva to Ratae, get a Welsh back, then summon a Scot".
        let at = if takes { things.iter().position(summons) } else { things.iter().rposition(summons) };
        // "… and from Ratae I take a Scot".
        let ahead = at.and_then(|at| at.checked_sub(2)).filter(|ahead| {
            matches!(
                things.get(*ahead..),
                Some([Found { thing: Thing::From, .. }, Found { thing: Thing::Region, .. }, ..])
            ) && ahead
                .checked_sub(1)
                .and_then(|before| things.get(before))
                .is_some_and(|found| matches!(found.thing, Thing::And | Thing::Break))
        });
        if let Some(ahead) = ahead {
            return Some((things.get(..ahead)?, things.get(ahead..)?));
        }
        if let Some(at) = at {
            return Some((things.get(..at)?, things.get(at + 1..)?));
        }
        // A garrison's own "take" brings somebody back; a second one, or one behind a whole exchange, summons.
        let last = things.iter().rposition(|found| matches!(found.thing, Thing::Key(Key::Take)));
        if let Some(at) =
            last.filter(|at| things.get(..*at).is_some_and(|first| self.exchanging(first).is_some()))
        {
            return Some((things.get(..at)?, things.get(at + 1..)?));
        }
        let tail = |length: usize| Some(things.split_at(things.len().checked_sub(length)?));
        let three = tail(3).filter(|(_, last)| {
            matches!(
                last,
                [
                    Found { thing: Thing::Faction(_), .. },
                    Found { thing: Thing::From, .. },
                    Found { thing: Thing::Region, .. }
                ]
            )
        });
        // "Welsh both in Ratae and a Scot".
        let another = || {
            let own = card.faction()?.id();
            let (rest, who) = match things {
                [.., Found { thing: Thing::Number(1), .. }, Found { thing: Thing::Faction(_), .. }] => {
                    tail(2)?
                }
                [.., Found { thing: Thing::Faction(_), .. }] => tail(1)?,
                _ => return None,
            };
            let is_other = matches!(who.last(), Some(Found { thing: Thing::Faction(id), .. }) if id != own);
            let is_apart = matches!(
                rest,
                [
                    ..,
                    Found { thing: Thing::Region | Thing::All, .. },
                    Found { thing: Thing::And | Thing::Break, .. }
                ]
            );
            (is_other && is_apart).then_some((rest, who))
        };
        // "… and from Londinium a Scot".
        let comes = |length: usize| {
            tail(length).filter(|(rest, last)| {
                let is_apart = matches!(rest, [.., Found { thing: Thing::And | Thing::Break, .. }]);
                let said: Vec<&Thing> = last.iter().map(|found| &found.thing).collect();
                is_apart
                    && matches!(
                        said.as_slice(),
                        [Thing::From, Thing::Region, Thing::Faction(_)]
                            | [Thing::From, Thing::Region, Thing::Number(1), Thing::Faction(_)]
                    )
            })
        };
        let Some((placed, who)) = three.or_else(|| comes(3)).or_else(|| comes(4)).or_else(another) else {
            return Some((things, &[]));
        };
        match placed {
            [rest @ .., Found { thing: Thing::Number(1), .. }] => Some((rest, who)),
            rest => Some((rest, who)),
        }
    }

    /// Reads whom a turn summons; `there` is the one region where its card places, `above` whom it would rather have.
    fn summoning(&self, things: &[Found<'_>], there: Option<&Node>, above: Option<&Node>) -> Option<Node> {
        let who: Vec<&Found<'_>> = things
            .iter()
            .filter(|found| {
                !matches!(found.thing, Thing::Break | Thing::Number(1) | Thing::Place | Thing::To)
            })
            .filter(|found| {
                !matches!(found.thing, Thing::From | Thing::And | Thing::Key(Key::Take | Key::Summon))
            })
            .collect();
        let from = self.forms(TypedWord::From).first()?;
        match who.as_slice() {
            [Found { thing: Thing::Faction(_), part }] => Some(part.node(part.text)),
            [Found { thing: Thing::Faction(_), part }, Found { thing: Thing::Region, part: region }] => {
                Some(part.node(&format!("{} {from} {}", part.text, region.text)))
            }
            // "A Scot from Deva, failing that from Ratae".
            [Found { thing: Thing::Region, part: region }] => {
                let faction = self.faction_named(above?.text()?)?;
                Some(region.node(&format!("{faction} {from} {}", region.text)))
            }
            [Found { thing: Thing::Region, part: region }, Found { thing: Thing::Faction(_), part }] => {
                Some(part.node(&format!("{} {from} {}", part.text, region.text)))
            }
            [Found { thing: Thing::Faction(_), part }, Found { thing: Thing::There, .. }] => {
                Some(part.node(&format!("{} {from} {}", part.text, there?.text()?)))
            }
            _ => None,
        }
    }

    /// Reads where the card of a faction places: both in one region, or one in each of two.
    fn placing(&self, faction: Faction, things: &[Found<'_>]) -> Option<Vec<Node>> {
        let mut regions: Vec<Node> = Vec::new();
        // The number said before each region, and one said behind it.
        let mut numbers: Vec<Option<u8>> = Vec::new();
        let mut said = None;
        let place = |is: &dyn Fn(&Thing) -> bool| things.iter().position(|found| is(&found.thing));
        let first = place(&|thing| *thing == Thing::Region);
        // "Deva (1) and Ratae (1)".
        let is_behind = place(&|thing| matches!(thing, Thing::Number(_))).is_some_and(|at| first < Some(at));
        for (at, found) in things.iter().enumerate() {
            match &found.thing {
                // "In Deva and two" breaks off.
                Thing::Number(number) if is_behind => {
                    let before = at.checked_sub(1).and_then(|before| things.get(before));
                    before.filter(|before| before.thing != Thing::And)?;
                    *numbers.last_mut().filter(|last| last.is_none())? = Some(*number);
                }
                Thing::Region => {
                    regions.push(found.part.node(found.part.text));
                    numbers.push(said.take());
                }
                Thing::Number(number) if said.is_none() => said = Some(*number),
                Thing::Times(number) if regions.is_empty() && said.is_none() => said = Some(*number),
                Thing::Times(number) if numbers.last() == Some(&None) => *numbers.last_mut()? = Some(*number),
                Thing::All if said.is_none() && numbers.last().is_none_or(|last| *last != Some(1)) => {}
                Thing::Faction(id) if id == faction.id() => {}
                // "Two Welsh in Ratae with my Welsh card".
                Thing::Card(card) if card.faction().is_some_and(|of| of.id() == faction.id()) => {}
                Thing::Place | Thing::To | Thing::And | Thing::Break | Thing::Key(Key::Place) => {}
                _ => return None,
            }
        }
        let fits = match numbers.as_slice() {
            [one] => one.is_none_or(|number| number == OF_A_FACTION),
            // "2 Scots in Deva and Ratae" are one in each.
            [None, None] | [Some(1), Some(1)] => true,
            [Some(OF_A_FACTION), None] => !is_behind,
            _ => false,
        };
        (fits && said.is_none()).then_some(regions)
    }
}

/// Returns the node if there is one alone.
fn only(nodes: &[Node]) -> Option<&Node> {
    match nodes {
        [one] => Some(one),
        _ => None,
    }
}
