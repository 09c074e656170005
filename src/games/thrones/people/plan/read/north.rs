//! Tactic cards and units for a quest. Rules: BW, Planning; Tactic cards; Quests.

use super::next_westeros;
use super::reader::Reader;
use super::tactic_wish::{BOTH, GATHERS, TAKES_FROM_BOTH};
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Area, Letter, TacticId};
use crate::games::thrones::north::recruit::places;
use crate::games::thrones::people::plan::language::{self, is_none};
use crate::games::thrones::people::plan::model::Use;
use crate::games::thrones::people::plan::model::Wish;
use crate::games::thrones::people::plan::northern::{
    ALL, ATTACK_FORM, ATTACK_SIDES, DECK, DECK_FORM, GIFTS, GIFTS_FORM, LEVY_ABILITY, OBJECTIVE_TOO,
    QUEST_FORM, TACTIC_FORM, TACTICS_FORM, ability_id, bare, card_and_letter, parties,
};
use crate::games::thrones::people::template_words::printed;
use crate::sheet::{Names, Node, Refusal, fold, truth, whole_number};
use serde_json::{Value, json};

impl Reader<'_> {
    /// Says whether the game has tactic cards and quests; an error if it has not.
    fn is_north(&mut self, node: &Node) -> bool {
        let north = self.world.north.as_ref().is_some_and(|north| north.sides().contains(&self.seat));
        if !north {
            self.error(node.span, Refusal::new("plan-no-tactics"));
        }
        north
    }

    /// Reads what is given to the Night's Watch.
    pub(super) fn gifts(&mut self, node: &Node) {
        let north = self.world.north.as_ref();
        if north.is_none_or(|north| north.theatre == self.world.houses[self.seat].theatre) {
            return self.error(node.span, Refusal::new("plan-no-gifts"));
        }
        if node.text().is_some_and(is_none) {
            for (what, _) in GIFTS {
                self.gift(node, what, 0);
            }
            return;
        }
        for (key, value) in self.entries(node, GIFTS_FORM) {
            if !value.is_empty() {
                self.whole(|reader| reader.one_gift(key, value));
            }
        }
    }

    fn one_gift(&mut self, key: &Node, value: &Node) {
        let name = key.text().unwrap_or_default();
        let names = language::names(GIFTS);
        let what = match names.find(name) {
            Ok(what) => what,
            Err(miss) => match names.any().meant(name, |_| true) {
                Some((what, meant)) => {
                    self.taken_as(key, &meant);
                    what
                }
                None => {
                    let legal = names.all().map(str::to_owned).collect();
                    return self.miss("plan-no-such-gift", key.span, name, &miss, legal);
                }
            },
        };
        let number = value.text().and_then(|text| if is_none(text) { Some(0) } else { whole_number(text) });
        match number.and_then(|number| u8::try_from(number).ok()) {
            Some(number) => self.gift(key, what, number),
            None => self.error(value.span, Refusal::new("plan-gift-number").with("gift", what)),
        }
    }

    fn gift(&mut self, key: &Node, what: &str, number: u8) {
        if self.plan.north.gifts.insert(what.to_owned(), number).is_some() {
            let name = language::word(GIFTS, &what);
            return self.error(key.span, Refusal::new("plan-named-twice").with("name", name));
        }
        let asked = self
            .open
            .iter()
            .any(|open| open.seat == self.seat && open.kind == "gift" && open.question["what"] == what);
        // What is not asked now is given when its card comes, if it comes.
        let turn = (!asked).then(|| next_westeros(self.board));
        self.note(key.span, json!({"item": "gift", "what": what, "number": number, "turn": turn}));
    }

    /// Reads the tactic card of the round, or several, best first.
    pub(super) fn tactic_card(&mut self, node: &Node) {
        if !self.is_north(node) {
            return;
        }
        if node.text().is_some_and(|text| is_none(text) || truth(text) == Some(false)) {
            let hand: Vec<String> = self.tactic_hand().iter().map(|card| self.tactic_name(*card)).collect();
            let any = self.words.tactics().all().next().map(str::to_owned);
            let why = Refusal::new("plan-tactic-must").with("example", hand.first().cloned().or(any));
            return self.error(node.span, why.with("hand", hand));
        }
        let cards = self.whole(|reader| reader.cards_named(node));
        let Some(cards) = cards.filter(|cards| !cards.is_empty()) else { return };
        let hand = self.tactic_hand();
        let held = |card: &TacticId| hand.contains(card) || hand.is_empty();
        if let Some(card) = cards.iter().find(|card| !held(card)) {
            let hand: Vec<String> = hand.iter().map(|card| self.tactic_name(*card)).collect();
            let why = Refusal::new("plan-tactic-not-in-hand").with("card", self.tactic_name(*card));
            self.doubt(self.board.stage == Stage::Planning, node.span, why.with("hand", hand));
        }
        if self.board.stage > Stage::Planning {
            self.warn(node.span, Refusal::new("plan-tactic-too-late").with("turn", self.board.turn));
        }
        let names: Vec<String> = cards.iter().map(|card| self.tactic_name(*card)).collect();
        self.note(node.span, json!({"item": "tactic", "cards": names}));
        self.plan.north.cards = cards.into_iter().map(|card| self.tactic_id(card)).collect();
    }

    /// Reads the deck, the objective card, and what is done with abilities.
    pub(super) fn tactic_plans(&mut self, node: &Node) {
        if !self.is_north(node) {
            return;
        }
        let Some(entries) = node.entries() else {
            // A bare list can only be the deck.
            self.whole(|reader| reader.deck(node));
            return;
        };
        for (key, value) in entries {
            if value.is_empty() {
                continue;
            }
            let name = key.text().unwrap_or_default();
            self.whole(|reader| match fold(name) == DECK {
                true => reader.deck(value),
                false if language::is_one_of(OBJECTIVE_TOO, name) => reader.objective(value),
                false => reader.ability_of_tactic(key, value),
            });
        }
    }

    fn deck(&mut self, node: &Node) {
        if node.members().is_empty() {
            return self.form(node, DECK_FORM);
        }
        let cards = self.cards_named(node);
        // A card that there is not has been said; how many there are is not known then.
        if cards.len() < node.members().len() {
            return;
        }
        let [least, most] = self.world.north.as_ref().map_or([0, 0], |north| north.deck);
        let twice = cards.iter().enumerate().find(|(i, card)| cards[..*i].contains(card));
        if let Some((_, card)) = twice {
            let name = self.tactic_name(*card);
            self.error(node.span, Refusal::new("plan-named-twice").with("name", name));
        }
        let named = node.members().len();
        if !(usize::from(least)..=usize::from(most)).contains(&named) {
            let why = Refusal::new("plan-tactic-deck").with("number", named);
            self.error(node.span, why.with("least", least).with("most", most));
        }
        if !self.choosing_decks() {
            self.warn(node.span, Refusal::new("plan-tactic-deck-too-late"));
        }
        let names: Vec<String> = cards.iter().map(|card| self.tactic_name(*card)).collect();
        self.note(node.span, json!({"item": "tactic-deck", "cards": names}));
        self.plan.north.deck = cards.into_iter().map(|card| self.tactic_id(card)).collect();
    }

    /// Returns `true` while decks may still be chosen.
    fn choosing_decks(&self) -> bool {
        self.board.edition.opening.iter().any(|chapter| chapter.stage == self.board.stage)
    }

    fn objective(&mut self, node: &Node) {
        let Some(text) = self.text(node, TACTICS_FORM) else { return };
        let mut names = Names::new();
        for card in self.world.north.iter().flat_map(|north| &north.objectives) {
            if card.seat == self.seat {
                names.add(&card.name, (card.card.id(), card.name.clone())).also(card.card.id()).words();
            }
        }
        let found = names.known(text).or_else(|| names.meant(text, |_| true).map(|(card, _)| card));
        let Some((id, name)) = found else {
            let legal: Vec<&str> = names.all().collect();
            let why = Refusal::new("plan-no-such-objective").with("name", text).with("legal", legal);
            return self.error(node.span, why);
        };
        // Simulated players name one of theirs whether or not they choose, so it is a part of the plan that changes nothing.
        match self.world.options.objectives >= 2 {
            true => self.warn(node.span, Refusal::new("plan-objective-both")),
            false => self.note(node.span, json!({"item": "objective", "card": name})),
        }
        self.plan.north.objective = Some(id.to_owned());
    }

    fn ability_of_tactic(&mut self, key: &Node, value: &Node) {
        let name = key.text().unwrap_or_default();
        let (card, letter) = card_and_letter(name);
        let Some(card) = self.tactic_named(key, card) else { return };
        let Some(wish) = self.wish_of_tactic(card, value) else { return };
        let has = |letter: &Letter| {
            let texts = self.world.north.as_ref().map(|north| &north.tactic(card).texts);
            texts.is_some_and(|texts| !texts[*letter as usize].is_empty())
        };
        let is_pillage = self.tactic_id(card) == TAKES_FROM_BOTH.0;
        let takes = |one: &Letter| is_pillage && *one == TAKES_FROM_BOTH.1;
        // "Pillage, from both" is from both opponents, and not both abilities.
        let of_whom = is_pillage && value.text().is_some_and(|text| bare(text) != text.trim());
        let letters: Vec<Letter> = Letter::ALL
            .into_iter()
            .filter(|one| letter.map_or(!of_whom || takes(one), |said| said == *one) && has(one))
            .collect();
        if letters.is_empty() {
            let why = Refusal::new("plan-no-such-tactic-ability").with("card", self.tactic_name(card));
            return self.error(key.span, why);
        }
        // "Encircle: both" is both of its abilities, "Pillage: both" from both opponents as well.
        let both = letter.is_none() && wish == Wish::Choose(vec![BOTH.to_owned()]);
        let of_letter = |one: &Letter| if both && !takes(one) { Wish::Use(true) } else { wish.clone() };
        let wishes: Vec<Wish> = letters.iter().map(of_letter).collect();
        for (letter, wish) in letters.iter().copied().zip(wishes.clone()) {
            let id = self.world.north.as_ref().map(|north| ability_id(north, card, letter));
            let Some(ability) = id else { return };
            let mut before = self.plan.north.abilities.iter_mut();
            if let Some(known) = before.find(|known| known.ability == ability) {
                // "Pillage: Wildlings" and "Pillage a: Wildlings" say one thing.
                if known.wish == wish {
                    continue;
                }
                // "tactic: 6b" says that it is used, and another line what it is used on.
                match (&known.wish, &wish) {
                    (Wish::Use(true), Wish::Choose(_)) => {
                        known.wish = wish.clone();
                        continue;
                    }
                    (Wish::Choose(_), Wish::Use(true)) => continue,
                    _ => {}
                }
                return self.error(key.span, Refusal::new("plan-named-twice").with("name", name));
            }
            self.plan.north.abilities.push(Use { ability, wish: wish.clone() });
        }
        for (letter, wish) in letters.iter().zip(&wishes) {
            self.recruits_nowhere((card, *letter), wish, key);
        }
        let shown = |wish: &Wish| match wish {
            Wish::Use(yes) => json!(yes),
            Wish::Choose(wishes) => wishes.iter().map(|id| self.shown(id)).collect(),
        };
        let name = self.tactic_name(card);
        let mut told: Vec<(Value, Vec<&str>)> = Vec::new();
        for (letter, wish) in letters.into_iter().zip(&wishes) {
            let wish = shown(wish);
            match told.iter_mut().find(|(known, _)| *known == wish) {
                Some((_, letters)) => letters.push(letter.id()),
                None => told.push((wish, vec![letter.id()])),
            }
        }
        for (wish, letters) in told {
            // Which way units go shows in nothing but the order of the areas.
            let into = self.tactic_id(card) == GATHERS && wish.as_array().is_some_and(|all| all.len() > 1);
            let what = json!({"item": "tactic-ability", "card": name, "letters": letters, "wish": wish, "into": into});
            self.note(key.span, what);
        }
    }

    /// Warns of areas named for a recruit where the side may have none.
    fn recruits_nowhere(&mut self, (card, letter): (TacticId, Letter), wish: &Wish, key: &Node) {
        let Some(north) = self.world.north.as_ref() else { return };
        let Wish::Choose(wishes) = wish else { return };
        if ability_id(north, card, letter) != LEVY_ABILITY {
            return;
        }
        let named: Vec<Area> = wishes.iter().filter_map(|id| self.world.area(id)).collect();
        let open = places(self.board, north, self.seat, 1).points;
        let may = |area: &Area| open.iter().any(|(open, _)| open == area);
        if named.is_empty() || named.iter().any(may) {
            return;
        }
        let why = Refusal::new("plan-levy-nowhere").with("card", self.tactic_name(card));
        let why = why.with("areas", self.names(named));
        let legal: Vec<Area> = open.into_iter().map(|(area, _)| area).collect();
        self.warn(key.span, why.with("legal", self.names(legal)));
    }

    /// Reads for which side the Others bid in a wildling attack.
    pub(super) fn side_in_attack(&mut self, node: &Node) {
        if !self.is_north(node) {
            return;
        }
        let Some(text) = self.text(node, ATTACK_FORM) else { return };
        let found = language::names(ATTACK_SIDES).find(text);
        match found {
            Ok(side) => {
                self.note(node.span, json!({"item": "attack-side", "side": side}));
                self.plan.north.attack = Some(side.to_owned());
            }
            Err(_) => self.error(node.span, Refusal::new("plan-attack-side").with("word", text)),
        }
        if self.world.north.as_ref().is_some_and(|north| north.others != self.seat) {
            self.warn(node.span, Refusal::new("plan-attack-side-needless"));
        }
    }

    pub(super) fn quest(&mut self, node: &Node) {
        if self.is_north(node) {
            self.whole(|reader| reader.units_for_quest(node));
        }
    }

    fn units_for_quest(&mut self, node: &Node) {
        let quest = self.world.north.as_ref().and_then(|north| north.quests[self.seat].clone());
        let Some(quest) = quest else {
            return self.error(node.span, Refusal::new("plan-quest-not-yours"));
        };
        let mut all = Vec::new();
        for member in node.members() {
            if member.text().is_some_and(is_none) {
                continue;
            }
            let Some(loss) = self.given_up(member, QUEST_FORM) else { continue };
            if !quest.units.contains(&loss.unit) {
                let kinds: Vec<&str> = quest.units.iter().map(|unit| unit.id()).collect();
                let why = Refusal::new("plan-quest-unit").with("unit", loss.unit.id()).with("legal", kinds);
                self.error(member.span, why);
            }
            let at = loss.at.as_deref().map(|id| self.shown(id));
            let what = json!({"item": "quest", "unit": loss.unit, "number": loss.number, "at": at});
            self.note(member.span, what);
            all.push(loss);
        }
        if all.is_empty() {
            self.note(node.span, json!({"item": "no-quest"}));
        }
        self.plan.north.quest = Some(all);
    }

    fn cards_named(&mut self, node: &Node) -> Vec<TacticId> {
        let mut cards = Vec::new();
        for member in node.members() {
            let Some(text) = self.text(member, TACTIC_FORM) else { continue };
            cards.extend(self.tactic_named(member, text));
        }
        cards
    }

    /// Finds a tactic card by its name, a part of it, or its number.
    fn tactic_named(&mut self, node: &Node, text: &str) -> Option<TacticId> {
        match self.words.tactics().find(text) {
            Ok(card) => Some(card),
            Err(miss) => {
                if let Some((card, meant)) = self.words.tactics().meant_or_cut(text) {
                    self.taken_as(node, &meant);
                    return Some(card);
                }
                let legal = self.words.tactics().all().map(str::to_owned).collect();
                self.miss("plan-no-such-tactic", node.span, text, &miss, legal);
                None
            }
        }
    }

    /// Returns the id of a tactic card or of an ability of one that a text names.
    pub(super) fn tactic_in_answer(&self, text: &str) -> Option<String> {
        let north = self.world.north.as_ref()?;
        let (card, letter) = card_and_letter(text);
        match (self.words.tactics().known(text), self.words.tactics().known(card), letter) {
            (Some(card), ..) => Some(self.tactic_id(card)),
            (_, Some(card), Some(letter)) => Some(ability_id(north, card, letter)),
            _ => None,
        }
    }

    fn tactic_hand(&self) -> Vec<TacticId> {
        let side = self.board.north.as_ref().map(|north| north.side(self.seat));
        side.map(|side| side.hand.iter().collect()).unwrap_or_default()
    }

    pub(super) fn tactic_id(&self, card: TacticId) -> String {
        self.world.north.as_ref().map_or("", |north| north.tactic(card).card.id()).to_owned()
    }

    fn tactic_name(&self, card: TacticId) -> String {
        self.world.north.as_ref().map_or("", |north| north.tactic(card).name.as_str()).to_owned()
    }

    /// Returns the name of what an ability is used on.
    fn shown(&self, id: &str) -> String {
        // Units: "1 knight".
        if let Some((unit, number)) = parties(&[id.to_owned()]).and_then(|all| all.into_iter().next()) {
            return match number {
                ALL => format!("{} {}", language::ALL, language::unit_word(unit, 2)),
                number => format!("{number} {}", language::unit_word(unit, number)),
            };
        }
        let area = self.world.area(id).map(|area| self.name(area).to_owned());
        let seat = || self.world.seat(id).map(|seat| self.world.seat_name(seat).to_owned());
        let card = || self.world.card_id(id).map(|card| self.world.card(card).name.clone());
        let tactic = || {
            let north = self.world.north.as_ref()?;
            Some(north.tactic(north.tactic_id(id)?).name.clone())
        };
        let ability = || {
            let (card, letter) = id.split_once('/')?;
            let north = self.world.north.as_ref()?;
            Some(format!("{} ({letter})", north.tactic(north.tactic_id(card)?).name))
        };
        // A track, or places on one: as our messages print them.
        let word = || printed(id).next().map(str::to_owned);
        let found = area.or_else(seat).or_else(card).or_else(tactic).or_else(ability).or_else(word);
        found.unwrap_or_else(|| id.to_owned())
    }
}
