//! Battles: cards, the Blade, retreats, losses, choices of cards. Rules: 1e, Battle.

use super::Reader;
use super::march_check::kinds_in_play;
use super::orders::is_none;
use crate::games::thrones::board::Track;
use crate::games::thrones::data::CardId;
use crate::games::thrones::game::Form;
use crate::games::thrones::people::plan::model::{ASK, Blade, Tactics, Wish};
use crate::games::thrones::people::plan::words::unit_name;
use crate::sheet::{Fault, Names, Node, Refusal, fold, truth};
use serde_json::{Value, json};

const FORM: &str = "{cards: [Robb Stark], blade: if it decides, retreat: [Winterfell], lose: [footman]}";

/// Which battles wishes are for.
#[derive(Clone, Copy)]
enum Scope {
    Always,
    Attacking,
    Defending,
    At(crate::games::thrones::data::Area),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Cards,
    Blade,
    Retreat,
    Lose,
    Attacking,
    Defending,
    Abilities,
}

fn fields() -> Names<Field> {
    let mut names = Names::new();
    names.add("cards", Field::Cards).also("card").also("house cards").also("house card");
    names.add("blade", Field::Blade).also("valyrian steel blade").also("sword");
    names.add("retreat", Field::Retreat).also("retreats").also("retreat to");
    names.add("lose", Field::Lose).also("losses").also("casualties");
    names.add("if attacking", Field::Attacking).also("attacking").also("when attacking");
    names.add("if defending", Field::Defending).also("defending").also("when defending");
    names.add("abilities", Field::Abilities).also("ability");
    names
}

impl Reader<'_> {
    /// A section that people may write outside `battle` too.
    pub(super) fn tactic(&mut self, name: &str, value: &Node) {
        if let Ok(field) = fields().find(name) {
            self.field(Scope::Always, field, value);
        }
    }

    pub(super) fn battle(&mut self, node: &Node) {
        let names = fields();
        for (key, value) in self.entries(node, "battle", FORM) {
            if value.is_empty() {
                continue;
            }
            let name = key.text().unwrap_or_default().trim();
            let place = ["at ", "in "].iter().find_map(|at| name.strip_prefix(at)).unwrap_or(name);
            let found = names.find(name);
            match (found, self.words.areas.find(place)) {
                (Ok(Field::Attacking), _) => self.tactics(Scope::Attacking, value),
                (Ok(Field::Defending), _) => self.tactics(Scope::Defending, value),
                (Ok(Field::Abilities), _) => self.abilities(value),
                (Ok(field), _) => self.field(Scope::Always, field, value),
                (Err(_), Ok(area)) => self.tactics(Scope::At(area), value),
                (Err(miss), Err(area)) => {
                    let all: Vec<&str> = names.all().chain(["at <area>"]).collect();
                    let why = Refusal::new("plan-unknown-section").with("name", name).with("sections", all);
                    let near = if place == name { miss.suggestion() } else { None };
                    let near = near.or_else(|| area.suggestion().map(|area| format!("at {area}")));
                    self.faults.push(Fault::error(key.span, why).suggest(near));
                }
            }
        }
    }

    /// Wishes for some battles: a list is one of cards.
    fn tactics(&mut self, scope: Scope, node: &Node) {
        let Some(entries) = node.entries() else {
            self.field(scope, Field::Cards, node);
            return;
        };
        let names = fields();
        for (key, value) in entries {
            let name = key.text().unwrap_or_default();
            match names.find(name) {
                Ok(field @ (Field::Cards | Field::Blade | Field::Retreat | Field::Lose)) => {
                    self.field(scope, field, value);
                }
                other => {
                    let all: Vec<&str> = names.all().take(4).collect();
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

    fn field(&mut self, scope: Scope, field: Field, node: &Node) {
        if node.is_empty() {
            return;
        }
        let battle = self.scope_words(scope);
        let what = match field {
            Field::Cards => {
                let (cards, names) = self.list(node, |reader, member| {
                    let card = reader.own_card(member)?;
                    reader.card_in_hand(card, member);
                    let card = reader.world.card(card);
                    Some((card.id.clone(), card.name.clone()))
                });
                self.wishes(scope).cards = cards;
                json!({"item": "cards", "battle": battle, "cards": names})
            }
            Field::Retreat => {
                let (areas, names) = self.list(node, |reader, member| {
                    let area = reader.area(member)?;
                    Some((reader.id(area), reader.name(area).to_owned()))
                });
                self.wishes(scope).retreat = areas;
                json!({"item": "retreat", "battle": battle, "areas": names})
            }
            Field::Lose => {
                let (units, names) = self.list(node, |reader, member| {
                    let text = reader.text(member, "lose", "[footman, knight]")?;
                    let (unit, _) = reader.counted(member.span, text)?;
                    let unit = unit.or_else(|| {
                        let legal: Vec<&str> =
                            kinds_in_play(&reader.world).map(|unit| unit_name(unit, 1)).collect();
                        let why = Refusal::new("plan-no-such-unit").with("name", text).with("legal", legal);
                        reader.error(member.span, why);
                        None
                    })?;
                    Some((unit.id().to_owned(), unit_name(unit, 2).to_owned()))
                });
                self.wishes(scope).lose = units;
                json!({"item": "lose", "battle": battle, "units": names})
            }
            Field::Blade => {
                let Some(blade) = self.blade_word(node) else { return };
                self.wishes(scope).blade = Some(blade);
                json!({"item": "blade", "battle": battle, "use": blade})
            }
            Field::Attacking | Field::Defending | Field::Abilities => return,
        };
        self.note(node.span, what);
    }

    /// A list with `ask` as a member that any list may have.
    fn list(
        &mut self,
        node: &Node,
        mut read: impl FnMut(&mut Self, &Node) -> Option<(String, String)>,
    ) -> (Vec<String>, Vec<String>) {
        let (mut ids, mut names) = (Vec::new(), Vec::new());
        for member in node.members() {
            let found = if member.text().is_some_and(|text| fold(text) == ASK || fold(text) == "askme") {
                Some((ASK.to_owned(), ASK.to_owned()))
            } else {
                read(self, member)
            };
            if let Some((id, name)) = found {
                if ids.contains(&id) {
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
        let text = self.text(node, "blade", "if it decides")?;
        let mut names = Names::new();
        names.add("if it decides", Blade::IfItDecides).also("if decisive").also("decides").also("if needed");
        names.add("yes", Blade::Yes).also("always").add("no", Blade::No).also("never").add("ask", Blade::Ask);
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

    /// A card of one's own house.
    pub(super) fn own_card(&mut self, node: &Node) -> Option<CardId> {
        let name = self.text(node, "cards", "[Robb Stark, Eddard Stark]")?;
        match (self.words.own_cards.find(name), self.words.cards.find(name)) {
            (Ok(card), _) => Some(card),
            (Err(_), Ok(other)) => {
                let why =
                    Refusal::new("plan-card-not-yours").with("card", self.world.card(other).name.clone());
                self.error(node.span, why.with("legal", self.hand()));
                None
            }
            (Err(miss), Err(_)) => {
                let legal = self.hand();
                self.miss("plan-no-such-card", node.span, name, &miss, legal);
                None
            }
        }
    }

    fn hand(&self) -> Vec<String> {
        self.board.houses[self.seat].hand.iter().map(|card| self.world.card(card).name.clone()).collect()
    }

    /// A card that is used may come back, when the hand is used up or from the Night's Watch: a warning.
    fn card_in_hand(&mut self, card: CardId, node: &Node) {
        if !self.board.houses[self.seat].hand.has(card) {
            let why = Refusal::new("plan-card-used").with("card", self.world.card(card).name.clone());
            self.warn(node.span, why.with("legal", self.hand()));
        }
    }

    pub(super) fn abilities(&mut self, node: &Node) {
        for (key, value) in self.entries(node, "abilities", "{Renly: yes, Loras: fit}") {
            if value.is_empty() {
                continue;
            }
            let Some(card) = self.own_card(key) else { continue };
            let Some(wish) = self.wish(card, key, value) else { continue };
            let (id, name) = (self.world.card(card).id.clone(), self.world.card(card).name.clone());
            let words = match &wish {
                Wish::Use(yes) => json!(yes),
                Wish::Choose(ids) => ids.iter().map(|id| self.display(id)).collect(),
            };
            self.note(key.span, json!({"item": "ability", "card": name, "choice": words}));
            self.plan.abilities.insert(id, wish);
        }
    }

    /// The name of an area or card by its id, or the word itself.
    fn display(&self, id: &str) -> String {
        let area = self.world.area(id).map(|area| self.name(area).to_owned());
        let card = || self.world.card_id(id).map(|card| self.world.card(card).name.clone());
        area.or_else(card).unwrap_or_else(|| id.to_owned())
    }

    fn wish(&mut self, card: CardId, key: &Node, value: &Node) -> Option<Wish> {
        let form = self.board.ability(card).map_or(Form::None, |ability| ability.form);
        let forms = match form {
            Form::Use => "yes, no or ask",
            Form::FitOrRouted => "fit, routed or ask",
            Form::OwnCard => "your used cards, best first; no; or ask",
            Form::OthersCard => "cards of other houses, best first; no; or ask",
            Form::Area => "areas, best first; or ask",
            Form::AreaOrNone => "areas, best first; no; or ask",
            Form::None => {
                let name = self.world.card(card).name.clone();
                self.error(
                    key.span,
                    Refusal::new("plan-card-choice").with("card", name).with("legal", "nothing"),
                );
                return None;
            }
        };
        let bad = |reader: &mut Self| {
            let name = reader.world.card(card).name.clone();
            reader
                .error(value.span, Refusal::new("plan-card-choice").with("card", name).with("legal", forms));
            None
        };
        if let Some(text) = value.text() {
            let optional = !matches!(form, Form::Area | Form::FitOrRouted);
            match truth(text) {
                Some(false) if optional => return Some(Wish::Use(false)),
                Some(true) if form == Form::Use => return Some(Wish::Use(true)),
                Some(_) => return bad(self),
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
                let known = ["fit", "routed"].into_iter().find(|known| word.starts_with(known));
                if known.is_none() {
                    let name = reader.world.card(card).name.clone();
                    let why = Refusal::new("plan-card-choice").with("card", name).with("legal", forms);
                    reader.error(member.span, why);
                }
                known.map(|known| (known.to_owned(), known.to_owned()))
            }
            Form::Use | Form::None => None,
        });
        if ids.is_empty() && self.faults.len() == before {
            return bad(self);
        }
        (!ids.is_empty()).then_some(Wish::Choose(ids))
    }

    fn any_card(&mut self, node: &Node) -> Option<(String, String)> {
        let name = self.text(node, "abilities", "[Tywin Lannister]")?;
        match self.words.cards.find(name) {
            Ok(card) => Some((self.world.card(card).id.clone(), self.world.card(card).name.clone())),
            Err(miss) => {
                self.miss("plan-no-such-card", node.span, name, &miss, vec![]);
                None
            }
        }
    }
}
