//! Battles: cards, the Blade, retreats, losses, choices of cards. Rules: 1e, Battle.

use super::reader::Reader;
use crate::games::thrones::board::Track;
use crate::games::thrones::data::{Area, CardId, OrderId};
use crate::games::thrones::game::Form;
use crate::games::thrones::people::plan::language::{
    self, ABILITIES_FORM, ABILITY_FORM, BATTLE_FIELDS, BATTLE_FORM, BLADE_FORM, BattleField, LOSE_FORM,
    REDRAW_FORM, is_none,
};
use crate::games::thrones::people::plan::model::{ASK, Blade, Redraw, Tactics, Wish};
use crate::sheet::{Content, Fault, Node, Refusal, fold, truth};
use serde_json::{Value, json};

/// The battles that wishes are for.
#[derive(Clone, Copy)]
enum Scope {
    Always,
    Attacking,
    Defending,
    At(Area),
}

impl Reader<'_> {
    /// Reads wishes for all battles that are written as a section of their own, outside `battle`.
    pub(super) fn tactic(&mut self, field: BattleField, value: &Node) {
        self.field(Scope::Always, field, value);
    }

    pub(super) fn battle(&mut self, node: &Node) {
        let names = language::names(BATTLE_FIELDS);
        for (key, value) in self.entries(node, BATTLE_FORM) {
            if value.is_empty() {
                continue;
            }
            let name = key.text().unwrap_or_default().trim();
            let place = language::without_at(name);
            match (names.known(name), self.words.areas.known(place)) {
                (Some(BattleField::Attacking), _) => self.tactics(Scope::Attacking, value),
                (Some(BattleField::Defending), _) => self.tactics(Scope::Defending, value),
                (Some(BattleField::Abilities), _) => self.abilities(value),
                (Some(field), _) => self.field(Scope::Always, field, value),
                (None, Some(area)) => self.tactics(Scope::At(area), value),
                (None, None) => {
                    let all: Vec<&str> = names.all().chain([language::AT_ANY_AREA]).collect();
                    let why = Refusal::new("plan-unknown-section").with("name", name).with("sections", all);
                    let field = names.find(name).err().filter(|_| place == name);
                    let near = field.and_then(|miss| miss.suggestion()).or_else(|| {
                        let area = self.words.areas.find(place).err()?.suggestion()?;
                        Some(format!("{} {area}", language::AT_AREA))
                    });
                    self.faults.push(Fault::error(key.span, why).suggest(near));
                }
            }
        }
    }

    /// Reads the wishes for some battles; a list is one of cards.
    fn tactics(&mut self, scope: Scope, node: &Node) {
        let Some(entries) = node.entries() else {
            self.field(scope, BattleField::Cards, node);
            return;
        };
        let names = language::names(BATTLE_FIELDS);
        for (key, value) in entries {
            let name = key.text().unwrap_or_default();
            match names.find(name) {
                Ok(field) if field.is_tactic() => self.field(scope, field, value),
                other => {
                    let tactics = BATTLE_FIELDS.iter().filter(|(field, _)| field.is_tactic());
                    let all: Vec<&str> =
                        tactics.map(|(field, _)| language::word(BATTLE_FIELDS, field)).collect();
                    let why = Refusal::new("plan-unknown-section").with("name", name).with("sections", all);
                    let near = other.err().and_then(|miss| miss.suggestion());
                    self.faults.push(Fault::error(key.span, why).suggest(near));
                }
            }
        }
    }

    fn wishes(&mut self, scope: Scope) -> &mut Tactics {
        match scope {
            Scope::Always => &mut self.plan.battle.always,
            Scope::Attacking => &mut self.plan.battle.attacking,
            Scope::Defending => &mut self.plan.battle.defending,
            Scope::At(area) => {
                let id = self.world.area_id(area).to_owned();
                self.plan.battle.at.entry(id).or_default()
            }
        }
    }

    fn scope_words(&self, scope: Scope) -> Value {
        match scope {
            Scope::Always => Value::Null,
            Scope::Attacking => json!("attacking"),
            Scope::Defending => json!("defending"),
            Scope::At(area) => json!({ "area": self.name(area) }),
        }
    }

    fn field(&mut self, scope: Scope, field: BattleField, node: &Node) {
        if !node.is_empty() {
            self.whole(|reader| reader.wishes_of(scope, field, node));
        }
    }

    fn wishes_of(&mut self, scope: Scope, field: BattleField, node: &Node) {
        let battle = self.scope_words(scope);
        let what = match field {
            BattleField::Cards => {
                let (cards, names) = self.list(node, |reader, member| {
                    let card = reader.own_card(member)?;
                    reader.card_in_hand(card, member);
                    let card = reader.world.card(card);
                    Some((card.id.clone(), card.name.clone()))
                });
                self.wishes(scope).cards = cards;
                json!({"item": "cards", "battle": battle, "cards": names})
            }
            BattleField::Retreat => {
                let (areas, names) = self.list(node, |reader, member| {
                    let area = reader.area(member)?;
                    Some((reader.id(area), reader.name(area).to_owned()))
                });
                self.wishes(scope).retreat = areas;
                json!({"item": "retreat", "battle": battle, "areas": names})
            }
            BattleField::Lose => {
                let (units, _) = self.list(node, |reader, member| {
                    let text = reader.text(member, LOSE_FORM)?;
                    let (unit, _) = reader.counted(member.span, text)?;
                    let unit = unit.or_else(|| {
                        let legal: Vec<String> = reader.words.units.all().map(str::to_owned).collect();
                        let why = Refusal::new("plan-no-such-unit").with("name", text).with("legal", legal);
                        reader.error(member.span, why);
                        None
                    })?;
                    Some((unit.id().to_owned(), language::unit_word(unit, 2).to_owned()))
                });
                self.wishes(scope).lose = units.clone();
                json!({"item": "lose", "battle": battle, "units": units})
            }
            BattleField::Blade => {
                let Some(blade) = self.blade_word(node) else { return };
                self.wishes(scope).blade = Some(blade);
                json!({"item": "blade", "battle": battle, "use": blade})
            }
            BattleField::Redraw => {
                let Some(redraw) = self.redraw_word(node) else { return };
                self.wishes(scope).redraw = Some(redraw);
                json!({"item": "redraw", "battle": battle, "use": redraw})
            }
            BattleField::Attacking | BattleField::Defending | BattleField::Abilities => return,
        };
        self.note(node.span, what);
    }

    fn redraw_word(&mut self, node: &Node) -> Option<Redraw> {
        let text = self.text(node, REDRAW_FORM)?;
        let names = language::names(language::REDRAWS);
        let redraw = match (truth(text), names.find(text)) {
            (_, Ok(redraw)) => redraw,
            (Some(true), _) => Redraw::Yes,
            (Some(false), _) => Redraw::No,
            (None, Err(miss)) => {
                let why = Refusal::new("plan-redraw-word").with("word", text);
                self.faults.push(Fault::error(node.span, why).suggest(miss.suggestion()));
                return None;
            }
        };
        if self.world.tides.is_empty() {
            self.warn(node.span, Refusal::new("plan-no-tides"));
        }
        Some(redraw)
    }

    /// Reads a list of ids with their names; any list may have `ask` as a member.
    fn list(
        &mut self,
        node: &Node,
        read: impl FnMut(&mut Self, &Node) -> Option<(String, String)>,
    ) -> (Vec<String>, Vec<String>) {
        self.list_of(node, false, read)
    }

    /// Reads a list of ids with their names, in which an id may come more than once if `repeats`.
    pub(super) fn list_of(
        &mut self,
        node: &Node,
        repeats: bool,
        mut read: impl FnMut(&mut Self, &Node) -> Option<(String, String)>,
    ) -> (Vec<String>, Vec<String>) {
        let (mut ids, mut names) = (Vec::new(), Vec::new());
        for member in node.members() {
            let found = if member.text().is_some_and(|text| language::is_one_of(language::ASK_ME, text)) {
                Some((ASK.to_owned(), ASK.to_owned()))
            } else {
                read(self, member)
            };
            if let Some((id, name)) = found {
                if ids.contains(&id) && !repeats {
                    self.warn(member.span, Refusal::new("plan-named-twice").with("name", name));
                    continue;
                }
                ids.push(id);
                names.push(name);
            }
        }
        (ids, names)
    }

    fn blade_word(&mut self, node: &Node) -> Option<Blade> {
        let text = self.text(node, BLADE_FORM)?;
        let names = language::names(language::BLADES);
        let blade = match (truth(text), names.find(text)) {
            (Some(true), _) => Blade::Yes,
            (Some(false), _) => Blade::No,
            (None, Ok(blade)) => blade,
            (None, Err(miss)) => {
                let why = Refusal::new("plan-blade-word").with("word", text);
                self.faults.push(Fault::error(node.span, why).suggest(miss.suggestion()));
                return None;
            }
        };
        if blade != Blade::No && !self.board.has_token(self.seat, Track::Fiefdoms) {
            self.warn(node.span, Refusal::new("plan-blade-not-yours"));
        }
        Some(blade)
    }

    /// Warns of a used card: it may come back, when the hand is used up or from the Night's Watch.
    fn card_in_hand(&mut self, card: CardId, node: &Node) {
        if !self.board.houses[self.seat].hand.has(card) {
            let why = Refusal::new("plan-card-used").with("card", self.world.card(card).name.clone());
            self.warn(node.span, why.with("legal", self.hand()));
        }
    }

    pub(super) fn abilities(&mut self, node: &Node) {
        for (key, value) in self.entries(node, ABILITIES_FORM) {
            if value.is_empty() {
                continue;
            }
            self.whole(|reader| reader.ability(key, value));
        }
    }

    fn ability(&mut self, key: &Node, value: &Node) {
        let Some(card) = self.card_with_choice(key) else { return };
        let Some(wish) = self.wish(card, key, value) else { return };
        let (id, name) = (self.world.card(card).id.clone(), self.world.card(card).name.clone());
        let words = match &wish {
            Wish::Use(yes) => json!(yes),
            Wish::Choose(ids) => ids.iter().map(|id| self.display(id)).collect(),
        };
        self.note(key.span, json!({"item": "ability", "card": name, "choice": words}));
        self.plan.abilities.insert(id, wish);
    }

    /// Returns the card that a choice is made for: one's own; any card, if a card of one's own may take its text.
    fn card_with_choice(&mut self, key: &Node) -> Option<CardId> {
        let takes_text = |card| self.board.ability(card).is_some_and(|row| row.takes_text);
        if self.world.houses[self.seat].cards.iter().any(takes_text)
            && let Some(card) = key.text().and_then(|name| self.words.cards().known(name))
        {
            return Some(card);
        }
        self.own_card(key)
    }

    /// Reads `Winterfell > Moat Cailin`, where an order goes, or `defense > Moat Cailin`, a new one.
    fn order_to(&mut self, card: CardId, node: &Node) -> Option<(String, String)> {
        let text = self.text(node, ABILITY_FORM)?;
        let Some((what, to)) = text.split_once('>').or_else(|| text.split_once(" to ")) else {
            self.no_such_choice(card, node);
            return None;
        };
        let part = |text: &str| Node { span: node.span, content: Content::Text(text.trim().to_owned()) };
        let to = self.area(&part(to))?;
        let plain = |order: &OrderId| {
            let token = self.world.token(*order);
            !token.star && token.kind.id().starts_with(&fold(what).replace("defence", "defense"))
        };
        let order = self.world.all_orders().find(plain).filter(|_| fold(what).len() > 2);
        let (id, name) = match order {
            Some(order) => (self.world.token(order).id.clone(), self.world.token(order).id.clone()),
            None => {
                let from = self.area(&part(what))?;
                (self.id(from), self.name(from).to_owned())
            }
        };
        Some((format!("{id}>{}", self.id(to)), format!("{name} > {}", self.name(to))))
    }

    /// Returns the name of an area or card by its id, or the word itself.
    fn display(&self, id: &str) -> String {
        if let Some((what, to)) = id.split_once('>') {
            return format!("{} > {}", self.display(what), self.display(to));
        }
        let area = self.world.area(id).map(|area| self.name(area).to_owned());
        let card = || self.world.card_id(id).map(|card| self.world.card(card).name.clone());
        area.or_else(card).unwrap_or_else(|| id.to_owned())
    }

    fn wish(&mut self, card: CardId, key: &Node, value: &Node) -> Option<Wish> {
        let form = self.choice_of(card);
        if form == Form::None {
            self.no_such_choice(card, key);
            return None;
        }
        if let Some(text) = value.text() {
            let optional = form.is_optional();
            match truth(text) {
                Some(false) if optional => return Some(Wish::Use(false)),
                Some(true) if form == Form::Use => return Some(Wish::Use(true)),
                Some(_) => {
                    self.no_such_choice(card, value);
                    return None;
                }
                None if optional && is_none(text) => return Some(Wish::Use(false)),
                None => {}
            }
        }
        let before = self.faults.len();
        let (ids, _) = self.list(value, |reader, member| match form {
            Form::Area | Form::AreaOrNone => {
                let area = reader.area(member)?;
                Some((reader.id(area), reader.name(area).to_owned()))
            }
            Form::OwnCard => {
                let card = reader.own_card(member)?;
                Some((reader.world.card(card).id.clone(), reader.world.card(card).name.clone()))
            }
            Form::OthersCard => reader.any_card(member),
            Form::FitOrRouted => {
                let word = member.text().map(fold).unwrap_or_default();
                let known = language::FIT_OR_ROUTED.iter().find(|known| word.starts_with(**known));
                if known.is_none() {
                    reader.no_such_choice(card, member);
                }
                known.map(|known| ((*known).to_owned(), (*known).to_owned()))
            }
            Form::Track => reader.track(member),
            Form::UnitOrNone => {
                let text = reader.text(member, ABILITY_FORM)?;
                let (unit, _) = reader.counted(member.span, text)?;
                if unit.is_none() {
                    reader.no_such_choice(card, member);
                }
                unit.map(|unit| (unit.id().to_owned(), unit.id().to_owned()))
            }
            Form::OrderTo => reader.order_to(card, member),
            Form::Use | Form::None => None,
        });
        if ids.is_empty() && self.faults.len() == before {
            self.no_such_choice(card, value);
            return None;
        }
        (!ids.is_empty()).then_some(Wish::Choose(ids))
    }

    fn choice_of(&self, card: CardId) -> Form {
        self.board.ability(card).map_or(Form::None, |ability| ability.form)
    }

    fn no_such_choice(&mut self, card: CardId, node: &Node) {
        let name = self.world.card(card).name.clone();
        let why =
            Refusal::new("plan-card-choice").with("card", name).with("choice", self.choice_of(card).id());
        self.error(node.span, why);
    }

    fn any_card(&mut self, node: &Node) -> Option<(String, String)> {
        let name = self.text(node, ABILITY_FORM)?;
        match self.words.cards().find(name) {
            Ok(card) => Some((self.world.card(card).id.clone(), self.world.card(card).name.clone())),
            Err(miss) => {
                self.miss("plan-no-such-card", node.span, name, &miss, vec![]);
                None
            }
        }
    }
}
