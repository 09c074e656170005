//! Reads a play: its card, everything the card does, its conditions and alternatives.

use super::super::language::{followers, is, length_words, summon_words, summons, this_region, where_words};
use super::super::model::{Entry, Exchange, Otherwise, Place, Summon, Swap, What, Where, Wish};
use super::super::write::faction_name;
use super::Reader;
use crate::games::king_is_dead::data::language::{Key, Word};
use crate::games::king_is_dead::data::{Card, Faction, Region, World};
use crate::sheet::{Content, Fault, Node, Refusal, Span, truth};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The keys of an alternative play.
const WISH: [Key; 9] = [
    Key::Play,
    Key::Swap,
    Key::Crown,
    Key::Exchange,
    Key::Place,
    Key::Summon,
    Key::WithoutEffect,
    Key::If,
    Key::Unless,
];
/// The keys of an entry that plays, besides.
const ENTRY: [Key; 4] = [Key::When, Key::Until, Key::Or, Key::Otherwise];

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
        let (mut wait, mut until, mut others, mut otherwise) = (None, None, vec![], None);
        // What it waits for first: whether something is worth a warning may hang on it.
        for (key, value) in entries {
            match key.text().and_then(|text| self.lexicon.key(text)).map(|(key, _)| key) {
                Some(Key::When) => {
                    let (condition, end) = self.wait(value);
                    wait = condition;
                    if let Some(end) = end {
                        self.once(&mut until, end, value.span);
                    }
                }
                Some(Key::Until) => {
                    if let Some(end) = self.end(value) {
                        self.once(&mut until, end, value.span);
                    }
                }
                _ => {}
            }
        }
        let waits = !super::super::judge::holds(wait.as_ref(), &self.now());
        let first = self.wish(span, entries, true, waits);
        for (key, value) in entries {
            match key.text().and_then(|text| self.lexicon.key(text)).map(|(key, _)| key) {
                Some(Key::Otherwise) => {
                    otherwise = self.otherwise(value, &[Otherwise::Ask, Otherwise::Pass, Otherwise::Skip]);
                }
                Some(Key::Or) => {
                    for other in value.members() {
                        match other.entries() {
                            Some(entries) => others.extend(self.wish(other.span, entries, false, true)),
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
        let said: Vec<Value> = wishes.iter().map(|wish| self.understood_play(wish)).collect();
        let length = until.as_ref().map(|until| length_words(until, &self.board.world));
        let when = self.said(wait.as_ref());
        self.understand(
            span,
            json!({"item": "play", "when": when, "until": length, "plays": said, "otherwise": otherwise}),
        );
        Some(Entry { what: What::Play { wait, until, wishes }, otherwise })
    }

    fn once<T>(&mut self, place: &mut Option<T>, value: T, span: Span) {
        if place.is_some() {
            self.error(span, Refusal::new("until-twice"));
        }
        *place = Some(value);
    }

    /// Reads a play: `first` for that of the line itself, not an alternative; `waits` if it is not made now anyway.
    fn wish(&mut self, span: Span, entries: &[(Node, Node)], first: bool, waits: bool) -> Option<Wish> {
        let before = self.faults.len();
        let here: Vec<Key> = if first { [&WISH[..], &ENTRY].concat() } else { WISH.to_vec() };
        let mut parts = Parts::default();
        let (mut card, mut when, mut unless, mut without_effect) = (None, None, None, false);
        for (key, value) in entries.iter().filter(|(_, value)| !value.is_empty()) {
            match self.key(key, &here) {
                Some(Key::Play) => card = self.card(value),
                Some(Key::Swap) => parts.swap = Some(value),
                Some(Key::Crown) => parts.crown = Some(value),
                Some(Key::Exchange) => parts.exchange = Some(value),
                Some(Key::Place) => parts.place = Some(value),
                Some(Key::Summon) => parts.summon = Some(value),
                Some(Key::WithoutEffect) => match value.text().and_then(truth) {
                    Some(yes) => without_effect = yes,
                    None => self.error(value.span, Refusal::new("without-effect-form")),
                },
                Some(Key::If) => when = self.guard(value, false, true),
                Some(Key::Unless) => unless = self.guard(value, true, true),
                _ => {}
            }
        }
        let card = card?;
        self.foreign(card, &parts);
        let mut wish = Wish { card: card.id().to_owned(), without_effect, when, unless, ..Wish::default() };
        let done = match card {
            Card::Crown => parts.swap,
            Card::Garrison | Card::Ambassador => parts.exchange,
            _ => parts.place,
        };
        match done {
            Some(node) if self.is_nothing(node) => wish.without_effect = true,
            Some(node) => match card {
                Card::Crown => wish.swap = self.swap(node, parts.crown),
                Card::Garrison | Card::Ambassador => wish.exchange = self.exchange(node, card),
                _ => {
                    let (place, nothing) = self.place(node, card);
                    wish.place = place;
                    wish.without_effect |= nothing;
                }
            },
            None if wish.without_effect => {}
            None => {
                let why = Refusal::new("action-left-out").with("card", self.board.world.card_name(card));
                self.error(span, why.with("kind", action_of(card)));
            }
        }
        match parts.summon {
            Some(node) => wish.summon = self.summons(node),
            None => self.error(span, Refusal::new("summon-left-out")),
        }
        if !waits && !self.faults.iter().skip(before).any(Fault::is_error) {
            self.foresee(&wish, span, parts.place, parts.summon);
        }
        Some(wish)
    }

    fn is_nothing(&self, node: &Node) -> bool {
        node.text().is_some_and(|text| is(&self.lexicon, Word::Nothing, text))
    }

    fn card(&mut self, node: &Node) -> Option<Card> {
        let Some(text) = node.text() else {
            self.error(node.span, Refusal::new("name-form").with("kind", "card"));
            return None;
        };
        let names = self.lexicon.cards.clone();
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
            (parts.swap, Key::Swap, crown),
            (parts.crown, Key::Crown, crown),
            (parts.exchange, Key::Exchange, exchanges),
            (parts.place, Key::Place, !crown && !exchanges),
        ] {
            if let Some(node) = node.filter(|_| !fits) {
                let part = super::super::write::key(name, &self.board.world);
                let why = Refusal::new("part-of-another-card").with("part", part);
                self.error(node.span, why.with("card", self.board.world.card_name(card)));
            }
        }
    }

    fn region(&mut self, node: &Node) -> Option<Where> {
        let Some(text) = node.text() else {
            self.error(node.span, Refusal::new("name-form").with("kind", "region"));
            return None;
        };
        if let Some(this) = this_region(&self.lexicon, text) {
            return Some(this);
        }
        let names = self.lexicon.regions.clone();
        let id = self.name(&names, text, node.span, "region")?;
        if let Some(region) = self.board.world.region(&id)
            && !self.board.field.open.has(region)
        {
            let name = self.board.world.place(region).name.as_str();
            self.warn(node.span, Refusal::new("region-resolved").with("region", name));
        }
        Some(Where::Region(id))
    }

    fn swap(&mut self, swap: &Node, crown_node: Option<&Node>) -> Option<Swap> {
        let regions: Vec<Where> = swap.members().iter().filter_map(|node| self.region(node)).collect();
        let crown = crown_node.and_then(|node| self.region(node));
        match (<[Where; 2]>::try_from(regions), crown) {
            (Ok(regions), Some(crown)) if regions[0] != regions[1] && regions.contains(&crown) => {
                Some(Swap { regions, crown })
            }
            // Which of the two gets the token is the player's to say.
            (Ok([one, other]), None) if crown_node.is_none() && one != other => {
                let name = |place: &Where| where_words(place, &self.board.world);
                let why = Refusal::new("crown-which").with("one", name(&one)).with("other", name(&other));
                self.error(swap.span, why);
                None
            }
            _ => {
                self.error(swap.span, Refusal::new("swap-form"));
                None
            }
        }
    }

    fn exchange(&mut self, node: &Node, card: Card) -> Option<Exchange> {
        let entries = node.entries().unwrap_or_default();
        let part = |wanted: Key| {
            let is = |(key, _): &&(Node, Node)| {
                let known = key.text().and_then(|text| self.lexicon.key(text));
                known.is_some_and(|(known, _)| known == wanted)
            };
            entries.iter().find(is).map(|(_, value)| value).filter(|value| !value.is_empty())
        };
        let (from, to, give, take) = (part(Key::From), part(Key::To), part(Key::Give), part(Key::Take));
        for (key, _) in entries {
            self.key(key, &[Key::From, Key::To, Key::Give, Key::Take])?;
        }
        let (Some(from), Some(to), Some(give)) = (from, to, give) else {
            self.error(node.span, Refusal::new("exchange-form"));
            return None;
        };
        let (from_place, to_place) = (self.region(from)?, self.region(to)?);
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
        let known = |place: &Where| match place {
            Where::Region(id) => world.region(id),
            Where::This => None,
        };
        let apart =
            |a: Region, b: Region| a == b || (card == Card::Garrison && !world.borders[a.index()].has(b));
        let never = match (known(&from_place), known(&to_place)) {
            (Some(a), Some(b)) => apart(a, b),
            _ => from_place == to_place,
        };
        if never {
            let why = Refusal::new("exchange-never-borders").with("card", name);
            let why =
                why.with("from", where_words(&from_place, world)).with("to", where_words(&to_place, world));
            self.error(to.span, why);
            return None;
        }
        Some(Exchange { from: from_place, to: to_place, give, take })
    }

    /// Reads followers: `scots`, `[scots, welsh]`, `2 scots`, `nobody`.
    fn followers(&mut self, node: &Node) -> Option<Vec<String>> {
        let mut all = Vec::new();
        for member in node.members() {
            let Some(text) = member.text() else {
                self.error(member.span, Refusal::new("name-form").with("kind", "faction"));
                return None;
            };
            match followers(&self.lexicon, text) {
                Ok(found) => all.extend(found),
                Err(problem) => {
                    self.tell(member, 0, problem);
                    return None;
                }
            }
        }
        all.sort();
        Some(all)
    }

    /// Reads where followers are placed, and whether the card may do nothing if they cannot be.
    fn place(&mut self, node: &Node, card: Card) -> (Option<Place>, bool) {
        let form = Refusal::new("place-form").with("card", self.board.world.card_name(card));
        if let Content::Map(entries) = &node.content {
            if card != Card::Settlement {
                self.error(node.span, form);
                return (None, false);
            }
            return (self.settlement(node.span, entries), false);
        }
        let (nothing, named): (Vec<&Node>, Vec<&Node>) =
            node.members().iter().partition(|member| self.is_nothing(member));
        let regions: Vec<Where> = named.into_iter().filter_map(|node| self.region(node)).collect();
        if regions.is_empty() && nothing.is_empty() {
            self.error(node.span, form);
            return (None, false);
        }
        ((!regions.is_empty()).then_some(Place::Regions(regions)), !nothing.is_empty())
    }

    fn settlement(&mut self, span: Span, entries: &[(Node, Node)]) -> Option<Place> {
        let names = self.lexicon.factions.clone();
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

    /// Reads whom to summon, best first: `scots from deva`, `anybody but welsh`, `scots not from deva`.
    fn summons(&mut self, node: &Node) -> Vec<Summon> {
        let mut all = Vec::new();
        for member in node.members() {
            let Some(text) = member.text() else {
                self.error(member.span, Refusal::new("summon-form"));
                continue;
            };
            match summons(&self.lexicon, text) {
                Ok(found) => {
                    let loyalists = Some(Faction::Loyalists.id());
                    if found.iter().any(|summon| summon.faction.as_deref() == loyalists) {
                        self.error(member.span, Refusal::new("summon-never"));
                    }
                    all.extend(found);
                }
                Err(problem) => self.tell(member, 0, problem),
            }
        }
        all
    }

    /// Describes a play for the list of what was understood, with names for people.
    fn understood_play(&self, wish: &Wish) -> Value {
        let world: &World = &self.board.world;
        let name = |region: &Where| where_words(region, world);
        let factions = |ids: &[String]| ids.iter().map(|id| faction_name(world, id)).collect::<Vec<_>>();
        let card = Card::from_id(&wish.card).map_or(wish.card.as_str(), |card| world.card_name(card));
        let place = wish.place.as_ref().map(|place| match place {
            Place::Regions(regions) => json!({"regions": regions.iter().map(name).collect::<Vec<_>>()}),
            Place::ByFaction(map) => json!({"factions": map.iter()
                .map(|(f, to)| json!({"faction": faction_name(world, f), "region": name(to)})).collect::<Vec<_>>()}),
        });
        json!({
            "card": card,
            "swap": wish.swap.as_ref().map(|swap| swap.regions.iter().map(name).collect::<Vec<_>>()),
            "crown": wish.swap.as_ref().map(|swap| name(&swap.crown)),
            "exchange": wish.exchange.as_ref().map(|e| json!({"from": name(&e.from), "to": name(&e.to),
                "give": factions(&e.give), "take": factions(&e.take)})),
            "place": place,
            "without-effect": wish.without_effect,
            "summon": wish.summon.iter().map(|one| summon_words(one, world)).collect::<Vec<_>>(),
            "if": self.said(wish.when.as_ref()),
            "unless": self.said(wish.unless.as_ref()),
        })
    }
}

/// Returns the kind of thing a card does, for what is said if the plan leaves it out.
fn action_of(card: Card) -> &'static str {
    match card {
        Card::Crown => "swap",
        Card::Garrison | Card::Ambassador => "exchange",
        _ => "place",
    }
}
