//! Choices on cards, the look at the wildling card, mustering in place of power, ships in ports. Rules: 2e, Westeros cards;
//! Wildlings; Consolidate Power; Ports.

use super::reader::Reader;
use crate::games::thrones::board::Track;
use crate::games::thrones::data::{AreaSet, OrderKind};
use crate::games::thrones::people::plan::language::{
    self, CHOICES_FORM, CONSOLIDATE_FORM, ChoiceForm, LOOK_FORM, LookWord, PORTS_FORM, PRICES, TRACKS,
    is_none,
};
use crate::games::thrones::people::plan::model::{ANY_PORT, Amount, Consolidation, Look};
use crate::games::thrones::people::plan::northern::PAYS;
use crate::games::thrones::people::plan::words::{Choice, card_names};
use crate::games::thrones::people::template_words::is_printed;
use crate::sheet::{Fault, Names, Node, Refusal, fold, whole_number};
use serde_json::json;

impl Reader<'_> {
    pub(super) fn choices(&mut self, node: &Node) {
        for (key, value) in self.entries(node, CHOICES_FORM) {
            if !value.is_empty() {
                self.whole(|reader| reader.choice(key, value));
            }
        }
    }

    fn choice(&mut self, key: &Node, value: &Node) {
        let name = key.text().unwrap_or_default();
        let choice = match self.words.choices().find(name) {
            Ok(choice) => choice,
            Err(miss) => {
                if let Some((choice, meant)) = self.words.choices().meant(name, |_| true) {
                    self.taken_as(key, &meant);
                    choice
                } else {
                    let legal = self.words.choices().all().map(str::to_owned).collect();
                    self.miss("plan-no-such-choice", key.span, name, &miss, legal);
                    return;
                }
            }
        };
        let repeats = choice.form == ChoiceForm::Area;
        let (ids, names) = self.list_of(value, repeats, |reader, member| reader.chosen(choice, member));
        if ids.is_empty() {
            return;
        }
        if self.plan.choices.insert(choice.id.to_owned(), ids).is_some() {
            self.error(key.span, Refusal::new("plan-named-twice").with("name", name));
        }
        self.note(key.span, json!({"item": "choice", "card": choice.id, "choice": names}));
    }

    /// Reads one thing that a card lets choose: its id, and its name or again its id.
    fn chosen(&mut self, choice: Choice, node: &Node) -> Option<(String, String)> {
        let same = |id: &str| Some((id.to_owned(), id.to_owned()));
        let text = node.text().unwrap_or_default();
        match choice.form {
            ChoiceForm::Westeros
                if is_none(text) || choice.among.last().is_some_and(|id| is_printed(id, text)) =>
            {
                choice.among.last().and_then(|id| same(id))
            }
            ChoiceForm::Westeros => {
                let names = card_names(choice.among.iter().copied());
                self.one_of(&names, choice, node).and_then(same)
            }
            ChoiceForm::Price => self.one_of(language::names(PRICES).any(), choice, node).and_then(same),
            ChoiceForm::Track => self.track(node),
            ChoiceForm::OwnCard => {
                let card = self.own_card(node)?;
                Some((self.world.card(card).id.clone(), self.world.card(card).name.clone()))
            }
            ChoiceForm::Pay if is_none(text) => same(language::NONE),
            ChoiceForm::Pay => self.one_of(language::names(PAYS).any(), choice, node).and_then(same),
            ChoiceForm::Area if is_none(text) => same(language::NONE),
            ChoiceForm::Area => {
                let own = self.own_areas().or(self.board.controlled_by(self.seat));
                let area = self.area_among(node, own)?;
                Some((self.id(area), self.name(area).to_owned()))
            }
        }
    }

    fn one_of(&mut self, names: &Names<&'static str>, choice: Choice, node: &Node) -> Option<&'static str> {
        let text = self.text(node, CHOICES_FORM)?;
        match names.find(text) {
            Ok(id) => Some(id),
            Err(miss) => {
                // "Muster" is "mustering".
                let begins = |name: &&str| text.chars().count() > 3 && fold(name).starts_with(&fold(text));
                let mut all = names.all().filter(begins).filter_map(|name| names.known(name));
                let begun = all.next().filter(|id| all.all(|other| other == *id));
                if begun.is_some() {
                    return begun;
                }
                if let Some((id, meant)) = names.meant(text, |_| true) {
                    self.taken_as(node, &meant);
                    return Some(id);
                }
                let legal: Vec<&str> = names.all().collect();
                let why = Refusal::new("plan-choice-word").with("word", text).with("legal", legal);
                let why = why.with("card", choice.id);
                self.faults.push(Fault::error(node.span, why).suggest(miss.suggestion()));
                None
            }
        }
    }

    /// Reads a track of influence.
    pub(super) fn track(&mut self, node: &Node) -> Option<(String, String)> {
        let text = self.text(node, CHOICES_FORM)?;
        let names = language::names(TRACKS);
        match names.find(text) {
            Ok(id) => Some((id.to_owned(), language::word(TRACKS, &id).to_owned())),
            Err(miss) => {
                let legal: Vec<&str> = names.all().collect();
                let why = Refusal::new("plan-no-such-track").with("word", text).with("legal", legal);
                self.faults.push(Fault::error(node.span, why).suggest(miss.suggestion()));
                None
            }
        }
    }

    /// Reads `look`, `look, then under`; `false` if a text says something else.
    pub(super) fn look_in_words(&mut self, node: &Node) -> bool {
        let Some(text) = node.text() else { return false };
        let words: Vec<String> = text.split(|c: char| !c.is_alphanumeric()).map(fold).collect();
        if !words.first().is_some_and(|word| language::LOOK_TOO.contains(&word.as_str())) {
            return false;
        }
        let rest: Vec<&str> = words
            .iter()
            .skip(1)
            .map(String::as_str)
            .filter(|word| !word.is_empty() && !language::LOOK_FILLERS.contains(word))
            .collect();
        let after = if rest.is_empty() { language::LOOK.to_owned() } else { rest.join(" ") };
        self.look(node, &Node { span: node.span, content: crate::sheet::Content::Text(after) });
        true
    }

    /// Reads where the wildling card goes that is looked at.
    pub(super) fn look(&mut self, key: &Node, value: &Node) {
        let look = if let Some([(under, cards)]) = value.entries() {
            let is_under = under.text().map(|text| language::names(language::LOOKS).find(text));
            if !matches!(is_under, Some(Ok(LookWord::Under))) {
                self.form(under, LOOK_FORM);
                return;
            }
            let names = card_names(self.board.edition.wildling_cards.iter().map(|row| row.id));
            let found: Option<Vec<String>> =
                cards.members().iter().map(|member| self.wildling_card(&names, member)).collect();
            match found {
                Some(cards) if !cards.is_empty() => Look::UnderIf(cards),
                Some(_) => return self.form(value, LOOK_FORM),
                None => return,
            }
        } else {
            let Some(text) = self.text(value, LOOK_FORM) else { return };
            match language::names(language::LOOKS).find(text) {
                Ok(LookWord::Top) => Look::Top,
                Ok(LookWord::Under) => Look::Under,
                Ok(LookWord::Ask) => Look::Ask,
                Err(_) => return self.form(value, LOOK_FORM),
            }
        };
        let theatre = self.world.houses[self.seat].theatre;
        if self.world.theatres[theatre].wildling_deck.is_empty() {
            self.error(key.span, Refusal::new("plan-raven-no-look"));
            return;
        }
        self.raven_is_mine(key);
        self.note(key.span, json!({"item": "look", "then": look}));
        self.plan.look = Some(look);
    }

    fn wildling_card(&mut self, names: &Names<&'static str>, node: &Node) -> Option<String> {
        let text = self.text(node, LOOK_FORM)?;
        let found = names.known(text).or_else(|| names.meant(text, |_| true).map(|(id, _)| id));
        if found.is_none() {
            let legal: Vec<&str> = names.all().collect();
            self.error(
                node.span,
                Refusal::new("plan-no-such-wildling").with("word", text).with("legal", legal),
            );
        }
        found.map(str::to_owned)
    }

    /// Warns if the Messenger Raven is another house's.
    pub(super) fn raven_is_mine(&mut self, node: &Node) {
        let holder = self.board.first_on(self.world.houses[self.seat].theatre, Track::KingsCourt);
        if holder != Some(self.seat) {
            let name = holder.map(|seat| self.world.seat_name(seat).to_owned());
            self.warn(node.span, Refusal::new("plan-raven-not-yours").with("holder", name));
        }
    }

    pub(super) fn consolidate(&mut self, node: &Node) {
        // A list keeps its order where a player wants to be sure of it.
        let maps: Vec<&Node> =
            if node.entries().is_some() { vec![node] } else { node.members().iter().collect() };
        for map in maps {
            for (key, value) in self.entries(map, CONSOLIDATE_FORM) {
                if !value.is_empty() {
                    self.whole(|reader| reader.consolidation(key, value));
                }
            }
        }
    }

    fn consolidation(&mut self, key: &Node, value: &Node) {
        let own = self.own_areas();
        let Some(area) = self.area_among(key, own) else { return };
        let (id, name) = (self.id(area), self.name(area).to_owned());
        if self.plan.consolidate.iter().any(|known| known.area == id) {
            self.error(key.span, Refusal::new("plan-named-twice").with("name", name));
            return;
        }
        // What it musters goes with its order.
        if self.refused.has(area) {
            self.warn(key.span, Refusal::new("plan-consolidate-refused").with("area", name));
            return;
        }
        let is_power = |node: &Node| {
            node.text().is_some_and(|text| is_none(text) || language::is_one_of(language::POWER_TOO, text))
        };
        let muster = if value.members().iter().all(is_power) {
            self.note(key.span, json!({"item": "consolidate-power", "area": name}));
            Vec::new()
        } else {
            self.may_muster(area, key);
            let points = self.order_points(area);
            self.muster_in(area, points, key, value)
        };
        self.plan.consolidate.push(Consolidation { area: id, muster });
    }

    /// Returns the points that the order of an area gives to muster there; of one that musters nothing, or is not known yet, the
    /// most that any gives. The Others have more of a special order than of the card.
    fn order_points(&self, area: crate::games::thrones::data::Area) -> u8 {
        let planned = self.plan.orders.as_ref().and_then(|orders| orders.get(self.world.area_id(area)));
        let order = planned.and_then(|id| self.world.order(id)).or(self.board.spot(area).order);
        let points = |order| (self.board.edition.consolidates)(self.board, area, order).points;
        let most = || self.world.all_orders().map(points).max().unwrap_or(0).max(self.muster_points(area));
        order.map(points).filter(|points| *points > 0).unwrap_or_else(most)
    }

    /// Warns if an area has, or gets by the plan, no order that musters there.
    fn may_muster(&mut self, area: crate::games::thrones::data::Area, key: &Node) {
        let planned = self.plan.orders.as_ref().and_then(|orders| orders.get(self.world.area_id(area)));
        let order = match &self.plan.orders {
            Some(_) => planned.and_then(|id| self.world.order(id)),
            None => self.board.spot(area).order,
        };
        let musters = |order| (self.board.edition.consolidates)(self.board, area, order).points > 0;
        let possible = self.world.all_orders().any(musters);
        let name = self.name(area).to_owned();
        if !possible {
            self.error(key.span, Refusal::new("plan-consolidate-no-muster").with("area", name));
        } else if order
            .is_some_and(|order| self.world.token(order).kind != OrderKind::Consolidate || !musters(order))
        {
            self.warn(key.span, Refusal::new("plan-consolidate-other-order").with("area", name));
        }
    }

    pub(super) fn ports(&mut self, node: &Node) {
        if self.world.ports.is_empty() {
            self.error(node.span, Refusal::new("plan-no-ports"));
            return;
        }
        if node.text().is_some() {
            self.whole(|reader| reader.port(None, node));
            return;
        }
        for (key, value) in self.entries(node, PORTS_FORM) {
            if !value.is_empty() {
                self.whole(|reader| reader.port(Some(key), value));
            }
        }
    }

    fn port(&mut self, key: Option<&Node>, value: &Node) {
        let all =
            |key: &&Node| !key.text().is_some_and(|text| language::ALL_LEFT.contains(&fold(text).as_str()));
        let port = match key.filter(all) {
            None => None,
            Some(key) => {
                let Some(area) = self.area_among(key, self.world.ports) else { return };
                // The land stands for its port.
                let port = AreaSet::from_iter([area]).or(self.world.ports_of(area)).and(self.world.ports);
                let Some(port) = port.iter().next() else {
                    let why = Refusal::new("plan-no-port-there").with("area", self.name(area).to_owned());
                    return self.error(key.span, why.with("legal", self.names(self.world.ports.iter())));
                };
                Some(port)
            }
        };
        let text = value.text().unwrap_or_default();
        let ships = if is_none(text) {
            Some(Amount::Number(0))
        } else if language::ALL_LEFT.contains(&fold(text).as_str()) {
            Some(Amount::All(crate::games::thrones::people::plan::model::All::All))
        } else {
            let number = text.split_whitespace().next().and_then(whole_number);
            number.and_then(|number| u8::try_from(number).ok()).map(Amount::Number)
        };
        let Some(ships) = ships else { return self.form(value, PORTS_FORM) };
        let name = port.map(|port| self.name(port).to_owned());
        self.note(value.span, json!({"item": "port", "port": name, "ships": ships}));
        let id = port.map_or_else(|| ANY_PORT.to_owned(), |port| self.id(port));
        self.plan.ports.insert(id, ships);
    }
}
