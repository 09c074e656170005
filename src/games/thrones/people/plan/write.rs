//! Writes a plan as a player would type it.

use super::guard;
use super::language::{
    self, ALL, AT_AREA, BATTLE_FIELDS, BLADES, BattleField, FAVOURS, FROM, IN_SEA, LOOK, LOOKS, LookWord,
    MARCH_FIELDS, MarchField, NO, NO_SIDE, NONE, OTHERWISES, POWER, REDRAWS, SECTIONS, Section, TRACKS,
    UPGRADE_TO, YES, unit_word,
};
use super::model::{Amount, Build, Favour, Force, Look, Loss, March, Plan, Side, Tactics, Wish};
use super::northern::FOR;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Unit, World};
use serde_json::Value;
use std::fmt::Write;

/// How the order sheet names what is bid for: a note on a sheet must find its place.
const BIDS_ON_SHEET: &[language::Term<&str>] = &[
    ("iron-throne", &["iron throne"]),
    ("fiefdoms", &["fiefdoms"]),
    ("kings-court", &["court"]),
    (language::WILDLINGS, &["wildlings"]),
];

/// Returns the plan as YAML with the names people use, beginning with `plan:`. Read again against the same position it
/// is the same plan. Lines are kept short where the language allows.
pub fn to_yaml(plan: &Plan, board: &Board) -> String {
    let mut out = Out { world: &board.world, text: String::from("plan:\n") };
    out.realm(plan);
    out.war(plan);
    out.battle(plan);
    out.north(plan);
    out.rest(plan);
    out.text
}

/// Returns what a card lets choose, as plans write it.
pub(in crate::games::thrones::people) fn wish_word(world: &World, id: &str) -> String {
    Out { world, text: String::new() }.wish(id)
}

pub(super) struct Out<'a> {
    pub(super) world: &'a World,
    text: String,
}

impl Out<'_> {
    fn line(&mut self, indent: usize, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:indent$}{text}", "");
    }

    pub(super) fn entry(&mut self, indent: usize, key: &str, value: &str) {
        self.line(indent, &format!("{key}: {value}"));
    }

    pub(super) fn section(&mut self, section: Section, value: &str) {
        self.entry(2, language::word(SECTIONS, &section), value);
    }

    pub(super) fn open_section(&mut self, section: Section) {
        self.line(2, &format!("{}:", language::word(SECTIONS, &section)));
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
        for section in &plan.emptied {
            self.entry(2, section, NONE);
        }
        match &plan.orders {
            None => {}
            Some(orders) if orders.is_empty() && plan.no_order.is_empty() => {
                self.section(Section::Orders, NONE)
            }
            Some(orders) => {
                self.open_section(Section::Orders);
                for (area, order) in orders {
                    self.entry(4, &self.area(area), &scalar(order));
                }
                for area in plan.no_order.iter().filter(|area| !orders.contains_key(*area)) {
                    self.entry(4, &self.area(area), NONE);
                }
            }
        }
        if !plan.bids.is_empty() || plan.north.attack.is_some() {
            let bid = |(on, bid): (&String, &u8)| {
                // An opened plan may hold anything.
                let name = Some(language::word(BIDS_ON_SHEET, &on.as_str()));
                format!("{}: {bid}", name.filter(|name| !name.is_empty()).unwrap_or(on))
            };
            let side = plan.north.attack.iter().map(|side| format!("{FOR}: {side}"));
            let bids: Vec<String> = plan.bids.iter().map(bid).chain(side).collect();
            self.section(Section::Bids, &format!("{{{}}}", bids.join(", ")));
        }
        if !plan.north.gifts.is_empty() {
            let gift = |(what, number): (&String, &u8)| format!("{}: {number}", scalar(what));
            let gifts: Vec<String> = plan.north.gifts.iter().map(gift).collect();
            self.section(Section::Gifts, &format!("{{{}}}", gifts.join(", ")));
        }
        if !plan.ties.is_empty() {
            self.section(Section::Ties, &list(plan.ties.iter().map(|id| scalar(id))));
        }
        if let Some(muster) = &plan.muster {
            self.muster(muster, plan);
        }
        if !plan.disband.is_empty() {
            let losses: Vec<String> = plan.disband.iter().map(|loss| self.loss(loss)).collect();
            self.section(Section::Disband, &list(losses));
        }
        if let Some(reward) = &plan.reward {
            let cards = if reward.is_empty() { NONE.to_owned() } else { self.cards(reward) };
            self.section(Section::Reward, &cards);
        }
        if !plan.choices.is_empty() {
            self.open_section(Section::Choices);
            for (card, wishes) in &plan.choices {
                let wishes = list(wishes.iter().map(|wish| self.wish(wish)));
                self.entry(4, &scalar(&card.replace('-', " ")), &wishes);
            }
        }
        let (wishes, look) = (plan.raven.as_deref().unwrap_or_default(), plan.look.as_ref());
        if wishes.is_empty() && look.is_none() {
            if plan.raven.is_some() {
                self.section(Section::Raven, NONE);
            }
            return;
        }
        self.open_section(Section::Raven);
        for wish in wishes {
            self.line(4, &format!("- {}: {}", self.area(&wish.area), scalar(&wish.order)));
        }
        if let Some(look) = look {
            let word = |word| language::word(LOOKS, &word).to_owned();
            let after = match look {
                Look::Ask => word(LookWord::Ask),
                Look::Top => word(LookWord::Top),
                Look::Under => word(LookWord::Under),
                Look::UnderIf(cards) => {
                    let cards = list(cards.iter().map(|card| scalar(&card.replace('-', " "))));
                    format!("{{{}: {cards}}}", word(LookWord::Under))
                }
            };
            self.line(4, &format!("- {LOOK}: {after}"));
        }
    }

    /// Returns what a card lets choose, with its name.
    pub(super) fn wish(&self, id: &str) -> String {
        if let Some((what, to)) = id.split_once('>') {
            return format!("{} > {}", self.wish(what), self.wish(to));
        }
        let track = language::word(TRACKS, &id);
        if self.world.area(id).is_some() {
            self.area(id)
        } else if self.world.card_id(id).is_some() {
            self.card(id)
        } else if !track.is_empty() {
            scalar(track)
        } else {
            scalar(&id.replace('-', " "))
        }
    }

    pub(super) fn loss(&self, loss: &Loss) -> String {
        let what = units(loss.unit, loss.number);
        let at = loss.at.as_ref().and_then(|id| self.world.area(id)).map(|area| &self.world.place(area).name);
        scalar(&at.map_or(what.clone(), |at| format!("{what} {AT_AREA} {at}")))
    }

    /// Builds keep their order: areas that come back later in the list cannot, and are written with their first.
    fn muster(&mut self, builds: &[Build], plan: &Plan) {
        if builds.is_empty() && plan.no_muster.is_empty() {
            return self.section(Section::Muster, NONE);
        }
        self.open_section(Section::Muster);
        let mut areas: Vec<&str> = Vec::new();
        for build in builds {
            if !areas.contains(&build.area.as_str()) {
                areas.push(&build.area);
            }
        }
        for area in areas {
            let words = list(builds.iter().filter(|build| build.area == area).map(|build| self.build(build)));
            self.entry(4, &self.area(area), &words);
        }
        for area in plan.no_muster.iter().filter(|area| builds.iter().all(|build| build.area != **area)) {
            self.entry(4, &self.area(area), NONE);
        }
    }

    fn build(&self, build: &Build) -> String {
        let sea = build.sea.as_ref().and_then(|id| self.world.area(id));
        match (build.build, build.upgrade) {
            (Some(unit), _) => {
                let place = sea.map(|sea| format!(" {IN_SEA} {}", self.world.place(sea).name));
                scalar(&format!("{}{}", unit_word(unit, 1), place.unwrap_or_default()))
            }
            (None, unit) => scalar(&format!("{UPGRADE_TO} {}", unit_word(unit.unwrap_or(Unit::Knight), 1))),
        }
    }

    fn war(&mut self, plan: &Plan) {
        if !plan.raids.is_empty() {
            self.open_section(Section::Raids);
            for raid in &plan.raids {
                let key = language::RAID_AT.first().copied().unwrap_or_default();
                let at = if raid.at.is_empty() { NONE.to_owned() } else { self.areas(&raid.at) };
                self.line(4, &format!("- {{{FROM}: {}, {key}: {at}}}", self.area(&raid.from)));
            }
        }
        if !plan.marches.is_empty() || !plan.tokens.is_empty() {
            self.open_section(Section::Marches);
            plan.marches.iter().for_each(|march| self.march(march));
            for (area, left) in &plan.tokens {
                let key = |field| language::word(MARCH_FIELDS, &field);
                self.line(4, &format!("- {}: {}", key(MarchField::From), self.area(area)));
                self.entry(6, key(MarchField::LeavePower), if *left { YES } else { NO });
            }
        }
        if !plan.consolidate.is_empty() {
            self.open_section(Section::Consolidate);
            for one in &plan.consolidate {
                let builds = list(one.muster.iter().map(|build| self.build(build)));
                let builds = if one.muster.is_empty() { POWER.to_owned() } else { builds };
                self.line(4, &format!("- {}: {builds}", self.area(&one.area)));
            }
        }
        if !plan.ports.is_empty() {
            self.open_section(Section::Ports);
            for (port, ships) in &plan.ports {
                let ships = match ships {
                    Amount::Number(number) => number.to_string(),
                    Amount::All(_) => ALL.to_owned(),
                };
                self.entry(4, &self.area(port), &ships);
            }
        }
    }

    fn march(&mut self, march: &March) {
        let key = |field| language::word(MARCH_FIELDS, &field);
        self.line(4, &format!("- {}: {}", key(MarchField::From), self.area(&march.from)));
        if march.to.is_empty() {
            self.entry(6, key(MarchField::To), NONE);
        } else {
            self.line(6, &format!("{}:", key(MarchField::To)));
            for step in &march.to {
                self.entry(8, &self.area(&step.to), &force(&step.units));
            }
        }
        if march.leave_power {
            self.entry(6, key(MarchField::LeavePower), YES);
        }
        for (field, guards) in [(MarchField::If, &march.when), (MarchField::Unless, &march.unless)] {
            if !guards.is_empty() {
                self.entry(6, key(field), &list(guards.iter().map(|g| scalar(&guard::write(self.world, g)))));
            }
        }
    }

    fn battle(&mut self, plan: &Plan) {
        let support = &plan.support;
        let mut rules: Vec<(String, String)> = Vec::new();
        rules.extend(support.at.iter().map(|(area, side)| (self.area(area), self.side(side))));
        let first = |words: &[&str]| words.first().copied().unwrap_or_default().to_owned();
        rules.extend(support.own.map(|favour| (first(language::OWN), favour_word(favour))));
        rules.extend(support.houses.iter().map(|(house, f)| (scalar(house), favour_word(*f))));
        rules.extend(support.others.map(|favour| (first(language::OTHERS), favour_word(favour))));
        if !rules.is_empty() {
            self.open_section(Section::Support);
            rules.iter().for_each(|(key, value)| self.entry(4, key, value));
        }
        let battle = &plan.battle;
        let none = Tactics::default();
        let at: Vec<(String, &Tactics)> = battle
            .at
            .iter()
            .map(|(area, tactics)| (format!("{AT_AREA} {}", self.area(area)), tactics))
            .collect();
        let named = [
            (field(BattleField::Attacking), &battle.attacking),
            (field(BattleField::Defending), &battle.defending),
        ];
        let scopes: Vec<_> = named.into_iter().chain(at).filter(|(_, tactics)| **tactics != none).collect();
        if battle.always == none && scopes.is_empty() {
            return;
        }
        self.open_section(Section::Battle);
        self.tactics(4, &battle.always);
        for (name, tactics) in scopes {
            self.line(4, &format!("{name}:"));
            self.tactics(6, tactics);
        }
    }

    fn tactics(&mut self, indent: usize, tactics: &Tactics) {
        if !tactics.cards.is_empty() {
            self.entry(indent, &field(BattleField::Cards), &self.cards(&tactics.cards));
        }
        if let Some(blade) = tactics.blade {
            self.entry(indent, &field(BattleField::Blade), language::word(BLADES, &blade));
        }
        if let Some(redraw) = tactics.redraw {
            self.entry(indent, &field(BattleField::Redraw), language::word(REDRAWS, &redraw));
        }
        if !tactics.retreat.is_empty() {
            self.entry(indent, &field(BattleField::Retreat), &self.areas(&tactics.retreat));
        }
        if !tactics.lose.is_empty() {
            let unit =
                |id: &String| Unit::from_id(id).map_or(id.as_str(), |unit| unit_word(unit, 1)).to_owned();
            self.entry(indent, &field(BattleField::Lose), &list(tactics.lose.iter().map(unit)));
        }
    }

    fn side(&self, side: &Side) -> String {
        match side {
            Side::Attacker => favour_word(Favour::Attacker),
            Side::Defender => favour_word(Favour::Defender),
            Side::None => NO_SIDE.to_owned(),
            Side::Ask => favour_word(Favour::Ask),
            Side::House(house) => scalar(house),
        }
    }

    fn rest(&mut self, plan: &Plan) {
        if !plan.abilities.is_empty() {
            self.open_section(Section::Abilities);
            for (card, wish) in &plan.abilities {
                let value = match wish {
                    Wish::Use(true) => YES.to_owned(),
                    Wish::Use(false) => NO.to_owned(),
                    Wish::Choose(ids) => list(ids.iter().map(|id| self.wish(id))),
                };
                self.entry(4, &self.card(card), &value);
            }
        }
        if !plan.answers.is_empty() {
            self.open_section(Section::Answers);
            for (key, value) in &plan.answers {
                self.entry(4, &scalar(key), &answer(value));
            }
        }
        if let Some(otherwise) = plan.otherwise {
            self.section(Section::Otherwise, language::word(OTHERWISES, &otherwise));
        }
    }
}

fn field(field: BattleField) -> String {
    language::word(BATTLE_FIELDS, &field).to_owned()
}

fn favour_word(favour: Favour) -> String {
    language::word(FAVOURS, &favour).to_owned()
}

fn force(force: &Force) -> String {
    let Force::Kinds(kinds) = force else { return ALL.to_owned() };
    list(kinds.iter().map(|(unit, amount)| units(*unit, *amount)))
}

fn units(unit: Unit, number: Amount) -> String {
    match number {
        Amount::Number(1) => unit_word(unit, 1).to_owned(),
        Amount::Number(number) => format!("{number} {}", unit_word(unit, number)),
        Amount::All(_) => format!("{ALL} {}", unit_word(unit, 2)),
    }
}

pub(super) fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(", "))
}

/// Returns a word, in quotation marks where YAML would take it for something else.
pub(super) fn scalar(text: &str) -> String {
    let first = text.chars().next();
    let odd = first.is_none_or(|c| !c.is_alphanumeric())
        || text.ends_with(' ')
        || text.contains([':', '#', ',', '[', ']', '{', '}', '"', '\\', '\n', '\r', '\t'])
        || matches!(text.to_lowercase().as_str(), "null" | "yes" | "no" | "true" | "false" | "on" | "off");
    if odd { Value::String(text.to_owned()).to_string() } else { text.to_owned() }
}

fn answer(value: &Value) -> String {
    match value {
        Value::Null => NONE.to_owned(),
        Value::String(text) => scalar(text),
        // JSON is YAML.
        other => other.to_string(),
    }
}
