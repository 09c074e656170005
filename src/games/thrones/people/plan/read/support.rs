//! Whom Support orders support. Rules: 1e, Support; R-13.

use super::reader::Reader;
use crate::games::thrones::data::{Area, OrderKind, Troop};
use crate::games::thrones::people::plan::language::{self, FAVOURS, SUPPORT_FORM, Terms};
use crate::games::thrones::people::plan::model::{Favour, March, Side, Support};
use crate::games::thrones::people::plan::troops::march_now;
use crate::games::thrones::people::reach::{defence_strength, reach_with_ships};
use crate::games::thrones::war::march::Marches;
use crate::sheet::{Fault, Node, Refusal};
use crate::table::{Seat, Understood};
use serde_json::json;

/// The battles that an entry of the section is for.
enum About {
    Own,
    Others,
    House(Seat),
    Battle(Area),
}

impl Reader<'_> {
    pub(super) fn support(&mut self, node: &Node) {
        if let Some(text) = node.text() {
            self.support_in_a_word(node, text);
            return;
        }
        for (key, value) in self.entries(node, SUPPORT_FORM) {
            if !value.is_empty() {
                self.whole(|reader| reader.support_entry(key, value));
            }
        }
    }

    fn support_entry(&mut self, key: &Node, value: &Node) {
        let Some(about) = self.about(key) else { return };
        if let About::Battle(area) = about {
            let Some(side) = self.side(value) else { return };
            let words = match &side {
                Side::House(id) => {
                    let seat = self.world.seat(id);
                    json!({ "house": seat.map(|seat| self.world.seat_name(seat)) })
                }
                side => json!(side),
            };
            self.note(key.span, json!({"item": "support-at", "area": self.name(area), "side": words}));
            self.plan.support.at.insert(self.id(area), side);
            return;
        }
        let Some(favour) = self.favour(value) else { return };
        let who = match about {
            About::Own => {
                self.plan.support.own = Some(favour);
                json!("own")
            }
            About::Others => {
                self.plan.support.others = Some(favour);
                json!("others")
            }
            About::House(seat) if seat == self.seat => {
                self.plan.support.own = Some(favour);
                json!("own")
            }
            About::House(seat) => {
                self.plan.support.houses.insert(self.world.seat_id(seat).to_owned(), favour);
                json!({"house": self.world.seat_name(seat)})
            }
            About::Battle(_) => return,
        };
        self.note(key.span, json!({"item": "support", "who": who, "when": favour}));
    }

    /// Says of each area where the house supports its own side that there can be no battle of its own, as far as can be seen: the plan
    /// leaves nobody there, or nobody else can come.
    pub(super) fn support_without_battle(&mut self) {
        if !self.in_place() {
            return;
        }
        let own = Side::House(self.world.seat_id(self.seat).to_owned());
        let of_own = self.plan.support.at.iter().filter(|(_, side)| **side == own);
        let areas: Vec<Area> = of_own.filter_map(|(id, _)| self.world.area(id)).collect();
        for area in areas {
            let (comes, stays) = (self.is_marched_to(area), self.somebody_stays(area));
            let board = self.board;
            let is_held =
                Marches::new(board, self.seat).is_enemy(area) || defence_strength(board, self.seat, area) > 0;
            let others = board.areas().filter(|(_, spot)| spot.holder.is_some_and(|of| of != self.seat));
            let is_reached = |(from, house)| reach_with_ships(board, house, from).has(area);
            let mut others = others.filter_map(|(from, spot)| Some((from, spot.holder?)));
            let is_fought_for = comes && is_held || (comes || stays) && others.any(is_reached);
            let name = self.name(area).to_owned();
            let at = |item: &&Understood| item.what["item"] == "support-at" && item.what["area"] == name;
            let Some(span) = self.understood.iter().find(at).and_then(|item| item.span) else { continue };
            if !is_fought_for {
                let why = Refusal::new("plan-support-no-battle").with("area", name);
                let why = why.with("empty", !comes && !stays);
                let id = self.world.area_id(area);
                let gone = self.plan.marches.iter().find(|march| march.from == id);
                let goal = gone.and_then(|march| self.world.area(&march.to.first()?.to));
                let why = match goal.filter(|_| !comes && !stays) {
                    Some(goal) => why.with("goal", self.name(goal)),
                    None => why,
                };
                // Who goes there may have been said before.
                self.faults.push(Fault { span: Some(span), ..Fault::omission(why) });
            }
        }
    }

    /// Returns `true` if a march of the plan goes to an area.
    fn is_marched_to(&self, area: Area) -> bool {
        let id = self.world.area_id(area);
        self.plan.marches.iter().any(|march| march.to.iter().any(|step| step.to == id))
    }

    /// Returns `true` if units of the house are still in an area after the marches of the plan that wait for nothing.
    fn somebody_stays(&self, area: Area) -> bool {
        if !self.own_units(area) {
            return false;
        }
        let is_sure = |march: &&March| {
            self.world.area(&march.from) == Some(area) && march.when.is_empty() && march.unless.is_empty()
        };
        let marches = self
            .plan
            .marches
            .iter()
            .filter(is_sure)
            .filter(|_| self.kind_there(area) == Some(OrderKind::March));
        let gone = marches.flat_map(|march| march_now(self.board, area, &march.to).to);
        let left = gone.fold(self.board.spot(area).units(), |left: Troop, (_, troop)| left.minus(troop));
        !left.is_empty()
    }

    /// Reads `support: own`, `support: never` or `support: ask`.
    fn support_in_a_word(&mut self, node: &Node, text: &str) {
        let rule = |own, others| Support { own: Some(own), others: Some(others), ..Support::default() };
        let says = |words| language::is_one_of(words, text);
        self.plan.support = if says(language::SUPPORT_OWN) {
            rule(Favour::Always, Favour::Never)
        } else if says(language::SUPPORT_NEVER) {
            rule(Favour::Never, Favour::Never)
        } else if says(language::SUPPORT_ASK) {
            rule(Favour::Ask, Favour::Ask)
        } else {
            return self.form(node, SUPPORT_FORM);
        };
        let (own, others) = (self.plan.support.own, self.plan.support.others);
        self.note(node.span, json!({"item": "support", "who": "own", "when": own}));
        self.note(node.span, json!({"item": "support", "who": "others", "when": others}));
    }

    fn about(&mut self, key: &Node) -> Option<About> {
        let name = self.text(key, SUPPORT_FORM)?;
        if language::is_one_of(language::OWN, name) {
            return Some(About::Own);
        }
        if language::is_one_of(language::OTHERS, name) {
            return Some(About::Others);
        }
        let place = language::without_at(name.trim());
        match (self.words.seats.known(name), self.words.areas.known(place)) {
            (Some(seat), _) => Some(About::House(seat)),
            (_, Some(area)) => Some(About::Battle(area)),
            (None, None) => {
                let why = Refusal::new("plan-support-key").with("name", name);
                let house = self.words.seats.find(name).err().and_then(|miss| miss.suggestion());
                let area = || self.words.areas.find(place).err()?.suggestion();
                let suggestion = house.or_else(area);
                self.faults.push(Fault::error(key.span, why).suggest(suggestion));
                None
            }
        }
    }

    fn favour(&mut self, node: &Node) -> Option<Favour> {
        let text = self.text(node, SUPPORT_FORM)?;
        let favours = language::names(FAVOURS);
        favours.find(text).map_err(|miss| self.support_word(node, text, miss.suggestion(), &favours)).ok()
    }

    fn side(&mut self, node: &Node) -> Option<Side> {
        let text = self.text(node, SUPPORT_FORM)?;
        let favours = language::names(FAVOURS);
        match (favours.find(text), self.words.seats.find(text)) {
            (Ok(Favour::Attacker), _) => Some(Side::Attacker),
            (Ok(Favour::Defender), _) => Some(Side::Defender),
            (Ok(Favour::Never), _) => Some(Side::None),
            (Ok(Favour::Ask), _) => Some(Side::Ask),
            (_, Ok(seat)) => Some(Side::House(self.world.seat_id(seat).to_owned())),
            _ if language::is_one_of(language::OWN_SIDE, text) => {
                Some(Side::House(self.world.seat_id(self.seat).to_owned()))
            }
            (Err(miss), Err(house)) => {
                let suggestion = miss.suggestion().or_else(|| house.suggestion());
                self.support_word(node, text, suggestion, &favours);
                None
            }
            (Ok(Favour::Always), Err(_)) => None,
        }
    }

    fn support_word(&mut self, node: &Node, text: &str, suggestion: Option<String>, favours: &Terms<Favour>) {
        let all: Vec<&str> = favours.all().collect();
        let why = Refusal::new("plan-support-word").with("word", text).with("legal", all);
        self.faults.push(Fault::error(node.span, why).suggest(suggestion));
    }
}
