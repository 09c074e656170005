//! Orders, the Messenger Raven, raids. Rules: 1e, Planning; Raid orders.

use super::TOO_LATE;
use super::reader::Reader;
use crate::games::thrones::ask::Ask;
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Area, OrderId, OrderKind};
use crate::games::thrones::people::plan::language::{
    self, ORDERS_FORM, RAIDS_FORM, RAVEN_FORM, Section, is_none,
};
use crate::games::thrones::people::plan::model::{Raid, Replacement};
use crate::games::thrones::people::plan::words::order_name;
use crate::games::thrones::people::reach::{kinds_allowed, next_door};
use crate::games::thrones::realm::planning::{Ordering, Orders, misplaced};
use crate::games::thrones::realm::raven::{Flight, Raven};
use crate::games::thrones::terms::Misplaced;
use crate::sheet::{Content, Fault, Miss, Node, Refusal, Span};
use crate::table::IMPLIED;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// That nobody of the house is where an order is to be placed.
pub(super) const WITHOUT_UNITS: &str = "plan-order-without-units";

/// An order as written for an area; `None` is none on purpose.
struct Placed {
    area: Area,
    order: Option<OrderId>,
    /// `true` if nobody has written it, and it follows from what is done there.
    implied: bool,
    key: Span,
    span: Span,
    /// `false` if it does not stand.
    good: bool,
}

impl Reader<'_> {
    pub(super) fn orders(&mut self, node: &Node) {
        if self.board.stage > Stage::Planning {
            // What lies on the board is never taken from a plan again, not even if the game goes back before it.
            self.warn(node.span, Refusal::new(TOO_LATE).with("turn", self.board.turn));
            return;
        }
        if node.text().is_some_and(is_none) {
            self.plan.orders = Some(BTreeMap::new());
            self.note(node.span, json!({"item": "no-orders"}));
            return;
        }
        let entries = self.entries(node, ORDERS_FORM);
        let mut placed: Vec<Placed> = Vec::new();
        let before = self.faults.len();
        for (key, value) in entries {
            if value.is_empty() {
                continue;
            }
            let own = self.own_areas();
            let Some(area) = self.area_among(key, own) else {
                self.order(value);
                continue;
            };
            // Which of several orders is meant does not matter where none can be placed.
            let is_empty = self.board.stage == Stage::Planning && !self.own_units(area);
            let unclear = self.faults.len();
            let order = self.order(value);
            if is_empty && order.is_none() {
                self.faults.truncate(unclear);
                self.without_units(area, key.span, true);
                continue;
            }
            let first = placed.iter_mut().find(|known| known.area == area);
            if let Some(first) = first {
                // Nobody can tell which of the two is meant.
                let again = std::mem::replace(&mut first.good, false).then_some(first.key);
                for span in again.into_iter().chain([key.span]) {
                    self.error(span, Refusal::new("plan-named-twice").with("name", self.name(area)));
                }
                continue;
            }
            let at = self.faults.len();
            placed.push(Placed {
                area,
                order: order.flatten(),
                implied: matches!(value.content, Content::Implied(_)),
                key: key.span,
                span: value.span,
                good: order.is_some(),
            });
            let Some(order) = order else { continue };
            if !self.own_units(area) {
                // Where there is nobody, "none" is so anyway.
                self.without_units(area, key.span, self.board.stage == Stage::Planning && order.is_some());
            }
            if let Some(order) = order {
                self.order_there(area, order, value.span);
            }
            if let Some(last) = placed.last_mut() {
                last.good &= !self.faults.iter().skip(at).any(Fault::is_error);
            }
        }
        if self.board.stage <= Stage::Planning {
            self.enough_tokens(&mut placed);
            if !self.faults.iter().skip(before).any(Fault::is_error) {
                self.all_have_orders(&placed);
            }
        }
        self.refused = placed.iter().filter(|placed| !placed.good).map(|placed| placed.area).collect();
        placed.retain(|placed| placed.good);
        for Placed { area, order, implied, key, .. } in &placed {
            let order = order.map(|order| order_name(&self.world, order));
            let item = if order.is_some() { "order" } else { "no-order" };
            let mut what = json!({"item": item, "area": self.name(*area), "order": order});
            if *implied {
                what[IMPLIED] = json!(language::word(language::SECTIONS, &Section::Orders));
            }
            self.note(*key, what);
        }
        if !placed.is_empty() {
            let orders = placed.iter().filter_map(|placed| {
                placed.order.map(|order| (self.id(placed.area), self.world.token(order).id.clone()))
            });
            self.plan.orders = Some(orders.collect());
            let none = placed.iter().filter(|placed| placed.order.is_none());
            self.plan.no_order = none.map(|placed| self.id(placed.area)).collect();
            let implied = placed.iter().filter(|placed| placed.implied);
            self.plan.implied = implied.map(|placed| self.id(placed.area)).collect();
        }
    }

    /// Says that nobody of the house is where an order is to be placed.
    fn without_units(&mut self, area: Area, span: Span, certain: bool) {
        let own = self.names(self.board.held_by(self.seat).map(|(area, _)| area));
        let why = Refusal::new(WITHOUT_UNITS).with("area", self.name(area)).with("legal", own);
        self.doubt(certain, span, if certain { why } else { why.with("early", true) });
    }

    /// Says nothing of nobody being where the same plan musters before orders are placed.
    pub(super) fn orders_of_new_units(&mut self) {
        let mustered =
            self.plan.muster.iter().flatten().map(|build| build.sea.as_ref().unwrap_or(&build.area));
        let name = |id: &String| Some(self.name(self.world.area(id)?).to_owned());
        let areas: Vec<String> = mustered.filter_map(name).collect();
        let is_new = |fault: &Fault| {
            fault.why.code() == WITHOUT_UNITS
                && !fault.is_error()
                && fault.why.details()["area"]
                    .as_str()
                    .is_some_and(|area| areas.iter().any(|name| name == area))
        };
        self.faults.retain(|fault| !is_new(fault));
    }

    /// Reads an order; `Some(None)` if the text says: none.
    fn order(&mut self, node: &Node) -> Option<Option<OrderId>> {
        let text = self.text(node, ORDERS_FORM)?;
        if is_none(text) {
            return Some(None);
        }
        match self.words.order(&self.world, text) {
            Ok(order) => Some(Some(order)),
            Err(Miss::Unknown(_)) if self.words.order_nearly(&self.world, text).is_some() => {
                let order = self.words.order_nearly(&self.world, text)?;
                let name = order_name(&self.world, order);
                self.taken_as(node, &name);
                Some(Some(order))
            }
            Err(miss) => {
                let legal: Vec<String> = match &miss {
                    Miss::Ambiguous(near) => near.clone(),
                    Miss::Unknown(_) => {
                        self.world.all_orders().map(|order| order_name(&self.world, order)).collect()
                    }
                };
                let code = match &miss {
                    _ if language::is_one_of(language::HOLD, text) => "plan-order-hold",
                    Miss::Ambiguous(_) => "plan-order-unclear",
                    Miss::Unknown(_) => "plan-no-such-order",
                };
                let must = (self.board.edition.order_everywhere)(self.board);
                let why = Refusal::new(code).with("name", text).with("legal", legal).with("must", must);
                let suggestion = if code == "plan-order-hold" {
                    Some(if must { OrderKind::Defense.id() } else { language::NONE }.to_owned())
                } else {
                    miss.suggestion()
                };
                self.faults.push(Fault::error(node.span, why).suggest(suggestion));
                None
            }
        }
    }

    /// Adds a fault if an order may never be placed in an area.
    fn order_there(&mut self, area: Area, order: OrderId, span: Span) {
        let code = match misplaced(self.board, area, order) {
            // What is open before planning may still be another card by then.
            Some(Misplaced::Forbidden) if matches!(self.board.stage, Stage::Planning | Stage::Raven) => {
                "plan-order-forbidden"
            }
            Some(Misplaced::ConsolidateAtSea) => "plan-order-consolidate-at-sea",
            Some(Misplaced::SupportNowhere | Misplaced::SupportCutOff) => "plan-order-support-useless",
            // Who stands there may change before planning; then the question itself says so.
            Some(Misplaced::Forbidden | Misplaced::Unmanned) | None => {
                let kind = self.world.token(order).kind;
                let idle = (kind == OrderKind::Consolidate
                    && self.world.seas.without(self.world.ports).has(area))
                    || (kind == OrderKind::Defense && self.world.ports.has(area));
                if idle {
                    let why = Refusal::new("plan-order-idle").with("order", order_name(&self.world, order));
                    self.warn(span, why.with("area", self.name(area).to_owned()));
                }
                return;
            }
        };
        let why = Refusal::new(code).with("order", order_name(&self.world, order));
        let why = why.with("area", self.name(area).to_owned());
        self.error(span, why.with("legal", kinds_allowed(self.board, area)));
    }

    /// Checks that there are as many tokens and stars. Of orders that are too many nobody can tell which are meant, so
    /// none of these stands.
    fn enough_tokens(&mut self, placed: &mut [Placed]) {
        let mut used: BTreeMap<OrderId, u8> = BTreeMap::new();
        let stars = self.board.stars(self.seat);
        let mut starred = 0;
        let mut too_many: Vec<OrderId> = Vec::new();
        for placed in placed.iter().filter(|placed| placed.good) {
            let (Some(order), span) = (placed.order, placed.span) else { continue };
            let token = self.world.token(order);
            let (tokens, star) = (self.world.tokens_of(self.seat, order), token.star);
            let count = used.entry(order).or_default();
            *count = count.saturating_add(1);
            if *count > tokens {
                let why = Refusal::new("plan-order-tokens").with("order", order_name(&self.world, order));
                self.error(span, why.with("tokens", tokens));
                too_many.push(order);
            }
            if star {
                starred += 1;
                if starred > stars {
                    // The King's Court may change before planning.
                    let why = Refusal::new("plan-order-stars").with("stars", stars);
                    self.doubt(self.settled(), span, why);
                }
            }
        }
        let stars_too_many = starred > stars && self.settled();
        for placed in placed {
            let Some(order) = placed.order else { continue };
            let too_many = too_many.contains(&order) || stars_too_many && self.world.token(order).star;
            placed.good &= !too_many;
        }
    }

    fn all_have_orders(&mut self, placed: &[Placed]) {
        let must = (self.board.edition.order_everywhere)(self.board);
        let bare: Vec<Area> = self
            .board
            .held_by(self.seat)
            // Catapults alone may do without.
            .filter(|(_, spot)| !self.world.movable(spot.units()).is_empty())
            .map(|(area, _)| area)
            .filter(|area| {
                !placed.iter().any(|known| known.area == *area && (known.order.is_some() || !must))
            })
            .collect();
        if bare.is_empty() || placed.is_empty() {
            return;
        }
        let code = if must { "plan-areas-need-order" } else { "plan-areas-without-order" };
        let why = Refusal::new(code).with("areas", self.names(bare.iter().copied()));
        // Who reads no further than the first lines must know it.
        let why =
            if must { why.with("placed", self.filled(placed, &bare)) } else { why.with("headline", true) };
        self.faults.push(Fault::omission(why));
    }

    /// Returns the orders that areas get because each must have one; none before it is known which areas those are.
    fn filled(&self, placed: &[Placed], bare: &[Area]) -> Vec<Value> {
        if self.board.stage != Stage::Planning {
            return Vec::new();
        }
        let mut orders = Orders::default();
        for placed in placed.iter().filter(|placed| placed.good) {
            placed.order.into_iter().for_each(|order| orders.set(placed.area, order));
        }
        let filled = Ordering::new(self.board, self.seat).filled(orders);
        let added = bare.iter().filter_map(|area| Some((*area, filled.get(*area)?)));
        added
            .map(|(area, order)| json!({"area": self.name(area), "order": order_name(&self.world, order)}))
            .collect()
    }

    pub(super) fn raven(&mut self, node: &Node) {
        if node.text().is_some_and(is_none) {
            self.plan.raven = Some(vec![]);
            self.note(node.span, json!({"item": "no-raven"}));
            return;
        }
        let words = self.whole(|reader| reader.look_in_words(node));
        if words == Some(false) {
            self.whole(|reader| reader.ravens(node));
        }
    }

    fn ravens(&mut self, node: &Node) {
        let mut list = Vec::new();
        for member in node.members() {
            if self.look_in_words(member) {
                continue;
            }
            for (key, value) in self.entries(member, RAVEN_FORM) {
                if value.is_empty() {
                    continue;
                }
                if key.text().is_some_and(|key| language::is_one_of(language::LOOK_TOO, key)) {
                    self.look(key, value);
                    continue;
                }
                let own = self.own_areas();
                let (Some(area), Some(order)) = (self.area_among(key, own), self.order(value)) else {
                    continue;
                };
                let Some(order) = order else { continue };
                let before = self.faults.len();
                self.order_there(area, order, value.span);
                if !self.own_units(area) {
                    let why = Refusal::new("plan-raven-without-units").with("area", self.name(area));
                    self.warn(key.span, why);
                } else if self.faults.len() == before
                    && self.board.stage == Stage::Raven
                    && let Err(why) = Raven::new(self.board, self.seat).check(&Flight::Replaces(area, order))
                {
                    // While the Raven is asked, its question knows what it cannot bring.
                    self.error(value.span, why);
                }
                if self.faults.iter().skip(before).any(Fault::is_error) {
                    continue;
                }
                let (name, order) = (self.name(area), order_name(&self.world, order));
                self.note(key.span, json!({"item": "raven", "area": name, "order": order}));
                list.push(Replacement { area: self.id(area), order });
            }
        }
        if list.is_empty() {
            return;
        }
        self.raven_is_mine(node);
        self.plan.raven = Some(list);
    }

    pub(super) fn raids(&mut self, node: &Node) {
        if self.board.stage > Stage::Raids {
            self.warn(node.span, Refusal::new("plan-raid-too-late").with("turn", self.board.turn));
        }
        let mut list: Vec<(&Node, Option<&Node>, Span)> = Vec::new();
        for member in node.members() {
            let Some(entries) = member.entries() else {
                self.form(member, RAIDS_FORM);
                continue;
            };
            let find = |name: &[&str]| {
                entries
                    .iter()
                    .find(|(k, _)| k.text().is_some_and(|k| name.contains(&k.to_lowercase().trim())))
            };
            match find(&[language::FROM]) {
                Some((_, from)) => {
                    for (key, _) in entries {
                        let known = |k: &str| k == language::FROM || language::RAID_AT.contains(&k);
                        if !key.text().is_some_and(|k| known(k.to_lowercase().trim())) {
                            self.form(key, RAIDS_FORM);
                        }
                    }
                    let at = find(language::RAID_AT);
                    list.push((from, at.map(|(_, at)| at), member.span));
                }
                // The short form, `Shivering Sea: [Narrow Sea]`.
                None => list.extend(entries.iter().map(|(from, at)| (from, Some(at), from.span))),
            }
        }
        for (from, at, span) in list {
            self.whole(|reader| reader.raid(from, at, span));
        }
    }

    fn raid(&mut self, from: &Node, at: Option<&Node>, span: Span) {
        let own = self.own_areas();
        let Some(origin) = self.area_among(from, own) else { return };
        if !self.own_units(origin) {
            let why = Refusal::new("plan-raid-from").with("area", self.name(origin));
            self.doubt(self.in_place(), from.span, why);
        }
        let planned = self.plan.orders.as_ref().and_then(|orders| orders.get(self.world.area_id(origin)));
        if planned
            .and_then(|id| self.world.order(id))
            .is_some_and(|o| self.world.token(o).kind != OrderKind::Raid)
        {
            self.warn(from.span, Refusal::new("plan-raid-without-order").with("area", self.name(origin)));
        }
        let mut targets = Vec::new();
        for member in at.map(Node::members).unwrap_or_default() {
            if member.text().is_some_and(is_none) {
                continue;
            }
            let here = next_door(self.board, origin);
            let Some(area) = self.area_among(member, here) else { continue };
            if here.has(area) {
                if self.own_units(area) {
                    self.warn(member.span, Refusal::new("plan-raid-own").with("area", self.name(area)));
                }
                targets.push(area);
                continue;
            }
            let to_sea = self.world.borders(origin).has(area);
            let why = Refusal::new(if to_sea { "plan-raid-land-to-sea" } else { "plan-raid-not-adjacent" })
                .with("from", self.name(origin))
                .with("area", self.name(area))
                .with("legal", self.names(here.iter()));
            self.error(member.span, why);
        }
        let names = self.names(targets.iter().copied());
        self.note(span, json!({"item": "raid", "from": self.name(origin), "at": names}));
        let at = targets.into_iter().map(|area| self.id(area)).collect();
        self.plan.raids.push(Raid { from: self.id(origin), at });
    }
}
