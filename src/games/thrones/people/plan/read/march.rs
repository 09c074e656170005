//! Marches as written. Rules: 1e, March; R-10.

use super::reader::Reader;
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Area, OrderKind};
use crate::games::thrones::people::plan::guard;
use crate::games::thrones::people::plan::language::{
    self, FORCE_FORM, MARCH_FIELDS, MARCHES_FORM, MarchField, TO_FORM, Terms, is_none,
};
use crate::games::thrones::people::plan::model::{All, Amount, Condition, Force, Guard, March, Step};
use crate::games::thrones::people::reach::reach_with_ships;
use crate::sheet::{Fault, Node, Refusal, Span, truth};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Reader<'_> {
    pub(super) fn marches(&mut self, node: &Node) {
        if self.board.stage > Stage::Marches {
            self.warn(node.span, Refusal::new("plan-marches-too-late").with("turn", self.board.turn));
        }
        let names = language::names(MARCH_FIELDS);
        for member in node.members() {
            let Some(entries) = member.entries() else {
                self.form(member, MARCHES_FORM);
                continue;
            };
            let known = entries
                .iter()
                .any(|(key, _)| key.text().is_some_and(|k| names.known(k) == Some(MarchField::From)));
            if known {
                self.march(member, entries, &names);
            } else {
                // The short form, `Winterfell: {Moat Cailin: all}`.
                for (from, to) in entries {
                    if let Some(name) = from.text()
                        && let Ok(
                            MarchField::To | MarchField::If | MarchField::Unless | MarchField::LeavePower,
                        ) = names.find(name)
                    {
                        self.form(from, MARCHES_FORM);
                        break;
                    }
                    self.march_of(from, to, &[], &names);
                }
            }
        }
    }

    fn march(&mut self, node: &Node, entries: &[(Node, Node)], names: &Terms<MarchField>) {
        let (mut from, mut to) = (None, None);
        let mut sound = true;
        for (key, value) in entries {
            let name = key.text().unwrap_or_default();
            match names.find(name) {
                Ok(MarchField::From) => from = Some(value),
                Ok(MarchField::To) => to = Some(value),
                Ok(_) => {}
                Err(miss) => {
                    let all: Vec<&str> = names.all().collect();
                    let why = Refusal::new("plan-march-form").with("name", name).with("legal", all);
                    self.faults.push(Fault::error(key.span, why).suggest(miss.suggestion()));
                    sound = false;
                }
            }
        }
        match (from, to) {
            (Some(from), _) if from.is_empty() => {}
            (Some(from), Some(to)) if sound => self.march_of(from, to, entries, names),
            (Some(from), None) if sound && token_only(entries, names).is_some() => {
                let left = token_only(entries, names);
                self.whole(|reader| reader.token(from, left));
            }
            _ if sound => self.form(node, MARCHES_FORM),
            _ => {}
        }
    }

    /// Reads whether a power token is left by a march of an earlier message.
    fn token(&mut self, from: &Node, left: Option<&Node>) {
        let own = self.own_areas();
        let (Some(origin), Some(left)) = (self.area_among(from, own), left) else { return };
        let Some(yes) = left.text().and_then(truth) else {
            let section = language::word(MARCH_FIELDS, &MarchField::LeavePower);
            return self.error(left.span, Refusal::new("plan-truth-word").with("section", section));
        };
        if yes && !self.may_leave_power(origin, left.span) {
            return;
        }
        self.note(from.span, json!({"item": "token", "from": self.name(origin), "left": yes}));
        self.plan.tokens.insert(self.id(origin), yes);
    }

    /// Says which areas' tokens have no march, which an earlier message may have.
    fn tokens_without_march(&mut self) {
        let marches = &self.plan.marches;
        let alone = |area: &&String| marches.iter().all(|march| march.from != **area);
        let areas = self.plan.tokens.keys().filter(alone).filter_map(|area| self.world.area(area));
        let areas: Vec<String> = areas.map(|area| self.name(area).to_owned()).collect();
        if !areas.is_empty() {
            self.faults.push(Fault::omission(Refusal::new("plan-token-without-march").with("areas", areas)));
        }
    }

    fn march_of(&mut self, from: &Node, to: &Node, rest: &[(Node, Node)], names: &Terms<MarchField>) {
        self.whole(|reader| reader.whole_march(from, to, rest, names));
    }

    fn whole_march(&mut self, from: &Node, to: &Node, rest: &[(Node, Node)], names: &Terms<MarchField>) {
        let own = self.own_areas();
        let Some(origin) = self.area_among(from, own) else { return };
        if to.is_empty() && rest.is_empty() {
            return;
        }
        let before = self.faults.len();
        let steps = self.steps(origin, to);
        let goals: Vec<Area> = steps.iter().map(|(area, _, _)| *area).collect();
        let (mut leave_power, mut when, mut unless) = (false, Vec::new(), Vec::new());
        for (key, value) in rest {
            if value.is_empty() {
                continue;
            }
            match names.find(key.text().unwrap_or_default()) {
                Ok(MarchField::LeavePower) => match value.text().and_then(truth) {
                    Some(yes) => {
                        leave_power = yes && self.may_leave_power(origin, value.span);
                    }
                    None => self.error(
                        value.span,
                        Refusal::new("plan-truth-word")
                            .with("section", language::word(MARCH_FIELDS, &MarchField::LeavePower)),
                    ),
                },
                Ok(MarchField::If) => when.extend(self.guards(value, origin, &goals)),
                Ok(MarchField::Unless) => unless.extend(self.guards(value, origin, &goals)),
                _ => {}
            }
        }
        self.check_march(origin, from.span, &steps);
        if self.faults.iter().skip(before).any(Fault::is_error) {
            return;
        }
        let words: Vec<_> =
            steps.iter().map(|(area, force, _)| json!({"area": self.name(*area), "units": force})).collect();
        let conditions = |guards: &[Guard]| guards.iter().map(|guard| self.condition(guard)).collect();
        let (ifs, unlesses): (Vec<Value>, Vec<Value>) = (conditions(&when), conditions(&unless));
        let what = json!({"item": "march", "from": self.name(origin), "to": words, "leave-power": leave_power,
            "if": ifs, "unless": unlesses});
        self.note(from.span, what);
        let to = steps.into_iter().map(|(area, units, _)| Step { to: self.id(area), units }).collect();
        self.plan.marches.push(March { from: self.id(origin), to, leave_power, when, unless });
    }

    /// Returns a condition as data, with display names.
    fn condition(&self, guard: &Guard) -> Value {
        let area = self.world.area(&guard.area).map_or(guard.area.as_str(), |area| self.name(area));
        let says = match &guard.is {
            Condition::HeldBy(house) => {
                let seat = self.world.seat(house);
                json!({"held-by": seat.map_or(house.as_str(), |seat| self.world.seat_name(seat))})
            }
            other => json!(other),
        };
        json!({"area": area, "not": guard.not, "is": says})
    }

    fn guards(&mut self, node: &Node, from: Area, to: &[Area]) -> Vec<Guard> {
        let mut guards = Vec::new();
        for member in node.members() {
            match guard::read(&self.words, &self.world, member, from, to) {
                Ok(all) => guards.extend(all),
                Err(fault) => self.faults.push(fault),
            }
        }
        guards
    }

    /// Reads where a march goes, and who: `{Moat Cailin: [knight, footman]}`, `Moat Cailin` (all), `none`.
    fn steps(&mut self, origin: Area, node: &Node) -> Vec<(Area, Force, Span)> {
        let goals = reach_with_ships(self.board, self.seat, origin);
        let mut steps: Vec<(Area, Force, Span)> = Vec::new();
        if node.text().is_some_and(is_none) {
            return steps;
        }
        if node.text().is_some() {
            return self
                .area_among(node, goals)
                .map(|area| (area, Force::All(All::All), node.span))
                .into_iter()
                .collect();
        }
        for (key, value) in self.entries(node, TO_FORM) {
            let (area, force) = (self.area_among(key, goals), self.force(value));
            let (Some(area), Some(force)) = (area, force) else { continue };
            if steps.iter().any(|(known, ..)| *known == area) {
                self.error(key.span, Refusal::new("plan-named-twice").with("name", self.name(area)));
                continue;
            }
            steps.push((area, force, key.span));
        }
        steps
    }

    /// Reads which units go: `all`, `knight`, `2 footmen`, `[knight, footman]`, `{knight: 1, footman: all}`, `1 knight and 2 footmen`.
    fn force(&mut self, node: &Node) -> Option<Force> {
        let mut kinds: BTreeMap<_, Amount> = BTreeMap::new();
        let mut parts: Vec<(String, Span)> = Vec::new();
        if node.is_empty() {
            return Some(Force::All(All::All));
        }
        if let Some(entries) = node.entries() {
            for (key, value) in entries {
                let number = self.text(value, FORCE_FORM)?;
                parts.push((format!("{number} {}", key.text().unwrap_or_default()), value.span));
            }
        } else {
            for member in node.members() {
                let text = self.text(member, TO_FORM)?;
                let pieces = text.split([',', '&', '+']).flat_map(|piece| piece.split(language::AND));
                parts.extend(pieces.map(|piece| (piece.trim().to_owned(), member.span)));
            }
        }
        let mut good = true;
        for (text, span) in parts {
            match self.counted(span, &text) {
                Some((None, _)) => return Some(Force::All(All::All)),
                Some((Some(unit), number)) => {
                    let known = kinds.entry(unit).or_insert(Amount::Number(0));
                    *known = match (*known, number) {
                        (Amount::Number(a), Amount::Number(b)) => Amount::Number(a.saturating_add(b)),
                        _ => Amount::All(All::All),
                    };
                }
                None => good = false,
            }
        }
        good.then_some(Force::Kinds(kinds))
    }

    /// Warns of March and Raid orders of this plan for which it has no march and no target, and of power tokens without a march.
    pub(super) fn orders_without_deed(&mut self) {
        self.tokens_without_march();
        let bad = self.faults.iter().any(Fault::is_error);
        if bad || self.plan.otherwise.is_some() || self.board.stage > Stage::Planning {
            return;
        }
        let marched: Vec<&str> = self.plan.marches.iter().map(|march| march.from.as_str()).collect();
        let raided: Vec<&str> = self.plan.raids.iter().map(|raid| raid.from.as_str()).collect();
        let deeds = [
            (OrderKind::March, marched, "march", "plan-march-orders-unplanned"),
            (OrderKind::Raid, raided, "raid", "plan-raid-orders-unplanned"),
        ];
        let bare = deeds.map(|(kind, done, asked, code)| {
            let orders = self.plan.orders.iter().flatten();
            let is_bare = |area: &str, order: &str| {
                let token = self.world.order(order).map(|order| self.world.token(order).kind);
                token == Some(kind) && !done.contains(&area)
            };
            let areas = orders.filter(|(area, order)| is_bare(area, order));
            let areas = areas.filter_map(|(area, _)| self.world.area(area));
            (code, asked, areas.map(|area| self.name(area).to_owned()).collect::<Vec<_>>())
        });
        for (code, asked, areas) in bare {
            if !areas.is_empty() {
                self.faults.push(Fault::omission(
                    Refusal::new(code).with("areas", areas).with("question-kind", asked),
                ));
            }
        }
    }
}

/// Returns what an entry says of the power token, if it says nothing else of its march.
fn token_only<'a>(entries: &'a [(Node, Node)], names: &Terms<MarchField>) -> Option<&'a Node> {
    let field = |key: &Node| names.find(key.text()?).ok();
    let is_other = |key: &Node| !matches!(field(key), Some(MarchField::From | MarchField::LeavePower));
    if entries.iter().any(|(key, _)| is_other(key)) {
        return None;
    }
    entries.iter().find(|(key, _)| field(key) == Some(MarchField::LeavePower)).map(|(_, value)| value)
}
