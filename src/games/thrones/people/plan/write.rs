//! A plan as a player would type it.

use super::guard;
use super::model::{
    ASK, Amount, Blade, Build, Favour, Force, Loss, March, Otherwise, Plan, Side, Tactics, Wish,
};
use super::words::{auction_name, unit_name};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Unit, World};
use serde_json::Value;
use std::fmt::Write;

/// The plan as YAML with the names people use, beginning with `plan:`; read again against the same position it is the
/// same plan. Lines are kept short where the language allows.
pub fn to_yaml(plan: &Plan, board: &Board) -> String {
    let mut out = Out { world: &board.world, text: String::from("plan:\n") };
    out.realm(plan);
    out.war(plan);
    out.battle(plan);
    out.rest(plan);
    out.text
}

struct Out<'a> {
    world: &'a World,
    text: String,
}

impl Out<'_> {
    fn line(&mut self, indent: usize, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:indent$}{text}", "");
    }

    fn entry(&mut self, indent: usize, key: &str, value: &str) {
        self.line(indent, &format!("{key}: {value}"));
    }

    fn area(&self, id: &str) -> String {
        scalar(self.world.area(id).map_or(id, |area| self.world.place(area).name.as_str()))
    }

    fn areas(&self, ids: &[String]) -> String {
        list(ids.iter().map(|id| self.area(id)))
    }

    fn card(&self, id: &str) -> String {
        scalar(self.world.card_id(id).map_or(id, |card| self.world.card(card).name.as_str()))
    }

    fn cards(&self, ids: &[String]) -> String {
        list(ids.iter().map(|id| self.card(id)))
    }

    fn realm(&mut self, plan: &Plan) {
        match &plan.orders {
            None => {}
            Some(orders) if orders.is_empty() => self.entry(2, "orders", "none"),
            Some(orders) => {
                self.line(2, "orders:");
                for (area, order) in orders {
                    self.entry(4, &self.area(area), &scalar(order));
                }
            }
        }
        if !plan.bids.is_empty() {
            let bids: Vec<String> = plan
                .bids
                .iter()
                .map(|(on, bid)| format!("{}: {bid}", auction_name(on).to_lowercase()))
                .collect();
            self.entry(2, "bids", &format!("{{{}}}", bids.join(", ")));
        }
        if !plan.ties.is_empty() {
            self.entry(2, "ties", &list(plan.ties.iter().map(|id| scalar(id))));
        }
        if let Some(muster) = &plan.muster {
            self.muster(muster);
        }
        if !plan.disband.is_empty() {
            let losses: Vec<String> = plan.disband.iter().map(|loss| self.loss(loss)).collect();
            self.entry(2, "disband", &list(losses));
        }
        if let Some(reward) = &plan.reward {
            let cards = if reward.is_empty() { "none".to_owned() } else { self.cards(reward) };
            self.entry(2, "reward", &cards);
        }
        match plan.raven.as_deref() {
            None => {}
            Some([]) => self.entry(2, "raven", "none"),
            Some(wishes) => {
                self.line(2, "raven:");
                for wish in wishes {
                    self.line(4, &format!("- {}: {}", self.area(&wish.area), scalar(&wish.order)));
                }
            }
        }
    }

    fn loss(&self, loss: &Loss) -> String {
        let what = match loss.number {
            Amount::Number(1) => unit_name(loss.unit, 1).to_owned(),
            Amount::Number(number) => format!("{number} {}", unit_name(loss.unit, number)),
            Amount::All(_) => format!("all {}", unit_name(loss.unit, 2)),
        };
        let at = loss.at.as_ref().and_then(|id| self.world.area(id)).map(|area| &self.world.place(area).name);
        scalar(&at.map_or(what.clone(), |at| format!("{what} at {at}")))
    }

    /// Builds keep their order: areas that come back later in the list cannot, and are written with their first.
    fn muster(&mut self, builds: &[Build]) {
        if builds.is_empty() {
            return self.entry(2, "muster", "none");
        }
        self.line(2, "muster:");
        let mut areas: Vec<&str> = Vec::new();
        for build in builds {
            if !areas.contains(&build.area.as_str()) {
                areas.push(&build.area);
            }
        }
        for area in areas {
            let words = builds.iter().filter(|build| build.area == area).map(|build| {
                let sea = build.sea.as_ref().and_then(|id| self.world.area(id));
                match (build.build, build.upgrade) {
                    (Some(unit), _) => {
                        let place = sea.map(|sea| format!(" in {}", self.world.place(sea).name));
                        scalar(&format!("{}{}", unit_name(unit, 1), place.unwrap_or_default()))
                    }
                    (None, unit) => {
                        scalar(&format!("upgrade to {}", unit_name(unit.unwrap_or(Unit::Knight), 1)))
                    }
                }
            });
            let words = list(words);
            self.entry(4, &self.area(area), &words);
        }
    }

    fn war(&mut self, plan: &Plan) {
        if !plan.raids.is_empty() {
            self.line(2, "raids:");
            for raid in &plan.raids {
                let at = if raid.at.is_empty() { "none".to_owned() } else { self.areas(&raid.at) };
                self.line(4, &format!("- {{from: {}, at: {at}}}", self.area(&raid.from)));
            }
        }
        if !plan.marches.is_empty() {
            self.line(2, "marches:");
            plan.marches.iter().for_each(|march| self.march(march));
        }
    }

    fn march(&mut self, march: &March) {
        self.line(4, &format!("- from: {}", self.area(&march.from)));
        if march.to.is_empty() {
            self.entry(6, "to", "none");
        } else {
            self.line(6, "to:");
            for step in &march.to {
                self.entry(8, &self.area(&step.to), &force(&step.units));
            }
        }
        if march.leave_power {
            self.entry(6, "leave power", "yes");
        }
        for (key, guards) in [("if", &march.when), ("unless", &march.unless)] {
            if !guards.is_empty() {
                self.entry(6, key, &list(guards.iter().map(|g| scalar(&guard::write(self.world, g)))));
            }
        }
    }

    fn battle(&mut self, plan: &Plan) {
        let support = &plan.support;
        let mut rules: Vec<(String, String)> = Vec::new();
        rules.extend(support.at.iter().map(|(area, side)| (self.area(area), self.side(side))));
        rules.extend(support.own.map(|favour| ("own".to_owned(), favour_word(favour).to_owned())));
        rules.extend(support.houses.iter().map(|(house, f)| (scalar(house), favour_word(*f).to_owned())));
        rules.extend(support.others.map(|favour| ("others".to_owned(), favour_word(favour).to_owned())));
        if !rules.is_empty() {
            self.line(2, "support:");
            rules.iter().for_each(|(key, value)| self.entry(4, key, value));
        }
        let battle = &plan.battle;
        let none = Tactics::default();
        let at: Vec<(String, &Tactics)> =
            battle.at.iter().map(|(area, tactics)| (format!("at {}", self.area(area)), tactics)).collect();
        let named =
            [("if attacking".to_owned(), &battle.attacking), ("if defending".to_owned(), &battle.defending)];
        let scopes: Vec<_> = named.into_iter().chain(at).filter(|(_, tactics)| **tactics != none).collect();
        if battle.always == none && scopes.is_empty() {
            return;
        }
        self.line(2, "battle:");
        self.tactics(4, &battle.always);
        for (name, tactics) in scopes {
            self.line(4, &format!("{name}:"));
            self.tactics(6, tactics);
        }
    }

    fn tactics(&mut self, indent: usize, tactics: &Tactics) {
        if !tactics.cards.is_empty() {
            self.entry(indent, "cards", &self.cards(&tactics.cards));
        }
        if let Some(blade) = tactics.blade {
            let word = match blade {
                Blade::Yes => "yes",
                Blade::No => "no",
                Blade::IfItDecides => "if it decides",
                Blade::Ask => ASK,
            };
            self.entry(indent, "blade", word);
        }
        if !tactics.retreat.is_empty() {
            self.entry(indent, "retreat", &self.areas(&tactics.retreat));
        }
        if !tactics.lose.is_empty() {
            let unit =
                |id: &String| Unit::from_id(id).map_or(id.as_str(), |unit| unit_name(unit, 1)).to_owned();
            self.entry(indent, "lose", &list(tactics.lose.iter().map(unit)));
        }
    }

    fn side(&self, side: &Side) -> String {
        match side {
            Side::Attacker => "attacker".to_owned(),
            Side::Defender => "defender".to_owned(),
            Side::None => "none".to_owned(),
            Side::Ask => ASK.to_owned(),
            Side::House(house) => scalar(house),
        }
    }

    fn rest(&mut self, plan: &Plan) {
        if !plan.abilities.is_empty() {
            self.line(2, "abilities:");
            for (card, wish) in &plan.abilities {
                let value = match wish {
                    Wish::Use(true) => "yes".to_owned(),
                    Wish::Use(false) => "no".to_owned(),
                    Wish::Choose(ids) => list(ids.iter().map(|id| match self.world.area(id) {
                        Some(_) => self.area(id),
                        None => self.card(id),
                    })),
                };
                self.entry(4, &self.card(card), &value);
            }
        }
        if !plan.answers.is_empty() {
            self.line(2, "answers:");
            for (key, value) in &plan.answers {
                self.entry(4, &scalar(key), &answer(value));
            }
        }
        match plan.otherwise {
            None => {}
            Some(Otherwise::Ask) => self.entry(2, "otherwise", ASK),
            Some(Otherwise::BestGuess) => self.entry(2, "otherwise", "best guess"),
        }
    }
}

fn favour_word(favour: Favour) -> &'static str {
    match favour {
        Favour::Always => "always",
        Favour::Never => "never",
        Favour::Attacker => "attacker",
        Favour::Defender => "defender",
        Favour::Ask => ASK,
    }
}

fn force(force: &Force) -> String {
    let Force::Kinds(kinds) = force else { return "all".to_owned() };
    list(kinds.iter().map(|(unit, amount)| match amount {
        Amount::Number(1) => unit_name(*unit, 1).to_owned(),
        Amount::Number(number) => format!("{number} {}", unit_name(*unit, *number)),
        Amount::All(_) => format!("all {}", unit_name(*unit, 2)),
    }))
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(", "))
}

/// A word, in quotation marks where YAML would take it for something else.
fn scalar(text: &str) -> String {
    let first = text.chars().next();
    let odd = first.is_none_or(|c| !c.is_alphanumeric())
        || text.ends_with(' ')
        || text.contains([':', '#', ',', '[', ']', '{', '}', '"', '\\', '\n', '\r', '\t'])
        || matches!(text.to_lowercase().as_str(), "null" | "yes" | "no" | "true" | "false" | "on" | "off");
    if odd { Value::String(text.to_owned()).to_string() } else { text.to_owned() }
}

fn answer(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => scalar(text),
        // JSON is YAML.
        other => other.to_string(),
    }
}
