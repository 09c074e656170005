//! Reads a play: a card, what it does, whom to summon, its conditions and alternatives.

use super::super::model::{Entry, Exchange, Otherwise, Place, Summon, Swap, What, Wish};
use super::super::write;
use super::entry::written;
use super::{Key, Reader, keys};
use crate::games::king_is_dead::data::{Card, Faction, World};
use crate::sheet::{Content, Fault, Node, Refusal, Span, whole_number};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The keys of an alternative play.
const WISH: [Key; 8] =
    [Key::Play, Key::Swap, Key::Crown, Key::Exchange, Key::Place, Key::Summon, Key::If, Key::Unless];
/// The keys of an entry that plays.
const ENTRY: [Key; 11] = [
    Key::Play,
    Key::Swap,
    Key::Crown,
    Key::Exchange,
    Key::Place,
    Key::Summon,
    Key::If,
    Key::Unless,
    Key::When,
    Key::Or,
    Key::Otherwise,
];

/// The parts of a play that were found.
#[derive(Default)]
struct Parts<'a> {
    crown: Option<&'a Node>,
    swap: Option<&'a Node>,
    exchange: Option<&'a Node>,
    place: Option<&'a Node>,
    summon: Option<&'a Node>,
}

impl Reader<'_> {
    pub(super) fn play_entry(&mut self, span: Span, entries: &[(Node, Node)]) -> Option<Entry> {
        let before = self.faults.len();
        let names = keys();
        let first = self.wish(span, entries, &ENTRY);
        let (mut wait, mut others, mut otherwise) = (vec![], vec![], None);
        for (key, value) in entries {
            match key.text().and_then(|text| names.find(text).ok()) {
                Some(Key::When) => wait = self.guards(value),
                Some(Key::Otherwise) => {
                    otherwise = self.otherwise(value, &[Otherwise::Ask, Otherwise::Pass, Otherwise::Skip]);
                }
                Some(Key::Or) => {
                    for other in value.members() {
                        match other.entries() {
                            Some(entries) => others.extend(self.wish(other.span, entries, &WISH)),
                            None => self.error(other.span, Refusal::new("or-form")),
                        }
                    }
                }
                _ => {}
            }
        }
        let first = first?;
        if let Some(card) = Card::from_id(&first.card) {
            self.hand.take(card);
        }
        if self.faults.iter().skip(before).any(Fault::is_error) {
            return None;
        }
        let wishes: Vec<Wish> = std::iter::once(first).chain(others).collect();
        let said: Vec<Value> = wishes.iter().map(|wish| understood(wish, &self.board.world)).collect();
        self.understand(
            span,
            json!({"item": "play", "when": written(&wait, &self.board.world), "plays": said, "otherwise": otherwise}),
        );
        Some(Entry { what: What::Play { wait, wishes }, otherwise })
    }

    fn wish(&mut self, span: Span, entries: &[(Node, Node)], here: &[Key]) -> Option<Wish> {
        let names = keys();
        let mut parts = Parts::default();
        let (mut card, mut when, mut unless) = (None, vec![], vec![]);
        for (key, value) in entries.iter().filter(|(_, value)| !value.is_empty()) {
            match self.key(&names, key, here) {
                Some(Key::Play) => card = self.card(value),
                Some(Key::Swap) => parts.swap = Some(value),
                Some(Key::Crown) => parts.crown = Some(value),
                Some(Key::Exchange) => parts.exchange = Some(value),
                Some(Key::Place) => parts.place = Some(value),
                Some(Key::Summon) => parts.summon = Some(value),
                Some(Key::If) => when = self.guards(value),
                Some(Key::Unless) => unless = self.guards(value),
                _ => {}
            }
        }
        let card = card?;
        let mut wish = Wish {
            card: card.id().to_owned(),
            swap: None,
            exchange: None,
            place: None,
            summon: vec![],
            when,
            unless,
        };
        self.foreign(card, &parts);
        match card {
            Card::Crown => wish.swap = self.swap(&parts),
            Card::Garrison | Card::Ambassador => {
                wish.exchange = parts.exchange.and_then(|node| self.exchange(node, card));
            }
            _ => wish.place = parts.place.and_then(|node| self.place(node, card)),
        }
        match parts.summon {
            Some(node) => wish.summon = self.summons(node),
            None => self.error(span, Refusal::new("summon-left-out")),
        }
        Some(wish)
    }

    fn card(&mut self, node: &Node) -> Option<Card> {
        let Some(text) = node.text() else {
            self.error(node.span, Refusal::new("name-form").with("kind", "card"));
            return None;
        };
        let names = self.words.cards.clone();
        let card = self.name(&names, text, node.span, "card")?;
        if self.hand.count(card) == 0 {
            let name = self.board.world.card_name(card);
            let hand = self.board.court(self.seat).hand;
            let left: Vec<&str> = hand.kinds().map(|card| self.board.world.card_name(card)).collect();
            let why = Refusal::new("card-used").with("card", name).with("hand", left.join(", "));
            self.error(node.span, why.with("twice", hand.count(card) > 0));
            return None;
        }
        Some(card)
    }

    /// Reports parts that belong to other cards.
    fn foreign(&mut self, card: Card, parts: &Parts<'_>) {
        let exchanges = matches!(card, Card::Garrison | Card::Ambassador);
        let crown = card == Card::Crown;
        for (node, name, fits) in [
            (parts.swap, "swap", crown),
            (parts.crown, "crown", crown),
            (parts.exchange, "exchange", exchanges),
            (parts.place, "place", !crown && !exchanges),
        ] {
            if let Some(node) = node.filter(|_| !fits) {
                let why = Refusal::new("part-of-another-card").with("part", name);
                self.error(node.span, why.with("card", self.board.world.card_name(card)));
            }
        }
    }

    fn region(&mut self, node: &Node) -> Option<String> {
        let Some(text) = node.text() else {
            self.error(node.span, Refusal::new("name-form").with("kind", "region"));
            return None;
        };
        let names = self.words.regions.clone();
        let id = self.name(&names, text, node.span, "region")?;
        if let Some(region) = self.board.world.region(&id)
            && !self.board.field.open.has(region)
        {
            let name = self.board.world.place(region).name.as_str();
            let why = Refusal::new("region-resolved").with("region", name);
            self.faults.push(Fault::warning(node.span, why));
        }
        Some(id)
    }

    fn swap(&mut self, parts: &Parts<'_>) -> Option<Swap> {
        let swap = parts.swap?;
        let regions: Vec<String> = swap.members().iter().filter_map(|node| self.region(node)).collect();
        let crown = parts.crown.and_then(|node| self.region(node));
        let (Ok([a, b]), Some(crown)) = (<[String; 2]>::try_from(regions), crown) else {
            self.error(swap.span, Refusal::new("swap-form"));
            return None;
        };
        if a == b || (crown != a && crown != b) {
            self.error(swap.span, Refusal::new("swap-form"));
            return None;
        }
        Some(Swap { regions: [a, b], crown })
    }

    fn exchange(&mut self, node: &Node, card: Card) -> Option<Exchange> {
        let entries = node.entries().unwrap_or_default();
        let part = |names: &[&str]| {
            let found = entries.iter().find(|(key, _)| {
                key.text().is_some_and(|text| names.contains(&text.trim().to_lowercase().as_str()))
            });
            found.map(|(_, value)| value)
        };
        let (from, to) = (part(&["from", "in"]), part(&["to", "with", "and"]));
        let (give, take) = (part(&["give", "gives"]), part(&["take", "takes", "for"]));
        let (Some(from), Some(to), Some(give)) = (from, to, give) else {
            self.error(node.span, Refusal::new("exchange-form"));
            return None;
        };
        let (from_id, to_id) = (self.region(from)?, self.region(to)?);
        let (give, take) = (self.followers(give)?, take.map_or(Some(vec![]), |node| self.followers(node))?);
        let sizes = (give.len().max(take.len()), give.len().min(take.len()));
        let fits = match card {
            Card::Garrison => matches!(sizes, (2, 1) | (2, 0) | (1, 1) | (1, 0)),
            _ => matches!(sizes, (1, 1) | (1, 0)),
        };
        let world = &self.board.world;
        let name = world.card_name(card).to_owned();
        if !fits {
            let why = Refusal::new("exchange-sizes").with("card", name).with("give", give.len());
            self.error(node.span, why.with("take", take.len()).with("garrison", card == Card::Garrison));
            return None;
        }
        let (a, b) = (world.region(&from_id)?, world.region(&to_id)?);
        if a == b || (card == Card::Garrison && !world.borders[a.index()].has(b)) {
            let why = Refusal::new("exchange-never-borders").with("card", name);
            let why = why.with("from", world.place(a).name.as_str()).with("to", world.place(b).name.as_str());
            self.error(to.span, why);
            return None;
        }
        Some(Exchange { from: from_id, to: to_id, give, take })
    }

    /// Reads followers: `scots`, `[scots, welsh]`, `2 scots`, `none`.
    fn followers(&mut self, node: &Node) -> Option<Vec<String>> {
        let names = self.words.factions.clone();
        let mut all = Vec::new();
        for member in node.members() {
            let Some(text) = member.text() else {
                self.error(member.span, Refusal::new("name-form").with("kind", "faction"));
                return None;
            };
            for part in text.split(',').flat_map(|part| part.split(" and ")).map(str::trim) {
                if matches!(part.to_lowercase().as_str(), "none" | "nobody" | "nothing") {
                    continue;
                }
                let (first, rest) = part.split_once(' ').unwrap_or(("", part));
                let (number, name) = match first.to_lowercase().as_str() {
                    "a" | "an" | "one" => (1, rest),
                    "two" => (2, rest),
                    digits => whole_number(digits).map_or((1, part), |number| (number, rest)),
                };
                let id = self.name(&names, name, member.span, "faction")?;
                all.extend((0..number.min(9)).map(|_| id.clone()));
            }
        }
        all.sort();
        Some(all)
    }

    fn place(&mut self, node: &Node, card: Card) -> Option<Place> {
        if let Content::Map(entries) = &node.content {
            if card != Card::Settlement {
                self.error(
                    node.span,
                    Refusal::new("place-form").with("card", self.board.world.card_name(card)),
                );
                return None;
            }
            return self.settlement(node.span, entries);
        }
        let regions: Vec<String> = node.members().iter().filter_map(|node| self.region(node)).collect();
        if regions.is_empty() {
            self.error(node.span, Refusal::new("place-form").with("card", self.board.world.card_name(card)));
            return None;
        }
        Some(Place::Regions(regions))
    }

    fn settlement(&mut self, span: Span, entries: &[(Node, Node)]) -> Option<Place> {
        let names = self.words.factions.clone();
        let mut places = BTreeMap::new();
        for (key, value) in entries.iter().filter(|(_, value)| !value.is_empty()) {
            let faction = self.name(&names, key.text().unwrap_or_default(), key.span, "faction");
            if let (Some(faction), Some(region)) = (faction, self.region(value)) {
                places.insert(faction, region);
            }
        }
        let left = |faction: &Faction| self.board.field.supply.count(*faction) > 0;
        let missing = Faction::THREE.iter().find(|f| left(f) && !places.contains_key(f.id()));
        if let Some(missing) = missing {
            let why = Refusal::new("place-faction-left-out");
            self.error(span, why.with("faction", self.board.world.faction_name(*missing)));
            return None;
        }
        Some(Place::ByFaction(places))
    }

    /// Reads whom to summon, best first: `scots from deva`, `scots`, `anybody from deva`, `anybody`.
    fn summons(&mut self, node: &Node) -> Vec<Summon> {
        let (factions, regions) = (self.words.factions.clone(), self.words.regions.clone());
        let mut all = Vec::new();
        for member in node.members() {
            let Some(text) = member.text() else {
                self.error(member.span, Refusal::new("summon-form"));
                continue;
            };
            let low = text.trim().replace(" in ", " from ").replace(" at ", " from ");
            let (who, from) = match low.split_once(" from ") {
                Some((who, from)) => (who, Some(from)),
                None => (low.as_str(), None),
            };
            let who = who.trim();
            let who = ["a ", "one ", "1 "].iter().find_map(|a| who.strip_prefix(a)).unwrap_or(who);
            let faction = match who.to_lowercase().as_str() {
                "anybody" | "anyone" | "any" | "somebody" | "someone" => None,
                _ => match self.name(&factions, who, member.span, "faction") {
                    Some(id) => Some(id),
                    None => continue,
                },
            };
            if faction.as_deref() == Some(Faction::Loyalists.id()) {
                self.error(member.span, Refusal::new("summon-never"));
                continue;
            }
            let from = match from {
                Some(from) => match self.name(&regions, from, member.span, "region") {
                    Some(id) => Some(id),
                    None => continue,
                },
                None => None,
            };
            all.push(Summon { faction, from });
        }
        all
    }
}

/// Describes a play for the list of what was understood, with names for people.
fn understood(wish: &Wish, world: &World) -> Value {
    let name = |id: &String| write::name(world, id);
    let names = |ids: &[String]| ids.iter().map(name).collect::<Vec<_>>();
    let card = Card::from_id(&wish.card).map_or(wish.card.as_str(), |card| world.card_name(card));
    let place = wish.place.as_ref().map(|place| match place {
        Place::Regions(regions) => names(regions),
        Place::ByFaction(map) => map.iter().map(|(f, to)| format!("{} in {}", name(f), name(to))).collect(),
    });
    json!({
        "card": card,
        "swap": wish.swap.as_ref().map(|swap| names(&swap.regions)),
        "crown": wish.swap.as_ref().map(|swap| name(&swap.crown)),
        "exchange": wish.exchange.as_ref().map(|e| json!({"from": name(&e.from), "to": name(&e.to),
            "give": names(&e.give), "take": names(&e.take)})),
        "place": place,
        "summon": wish.summon.iter().map(|one| write::summon(one, world)).collect::<Vec<_>>(),
        "if": written(&wish.when, world),
        "unless": written(&wish.unless, world),
    })
}
