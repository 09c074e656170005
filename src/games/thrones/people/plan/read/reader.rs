//! What the readers of all sections share: names, forms, faults and notes.

use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Area, AreaSet, CardId, Unit, World};
use crate::games::thrones::people::plan::language::{AREA_FORM, CARDS_FORM, Form, HOUSE_FORM};
use crate::games::thrones::people::plan::model::{All, Amount, Plan};
use crate::games::thrones::people::plan::words::{Count, Words, count_and_unit, missing};
use crate::sheet::{Fault, Miss, Node, Refusal, Span, fold};
use crate::table::{Open, Seat, Understood};
use serde_json::Value;
use std::sync::Arc;

/// A plan while it is read: what is known of the position, what was read so far, and what is wrong with it.
pub(super) struct Reader<'a> {
    pub(super) board: &'a Board,
    pub(super) world: Arc<World>,
    pub(super) seat: Seat,
    pub(super) open: &'a [Open],
    pub(super) words: Words,
    pub(super) plan: Plan,
    pub(super) faults: Vec<Fault>,
    pub(super) understood: Vec<Understood>,
    /// The areas that marches leave, and where the plan says so.
    pub(super) marched: Vec<(Area, Span)>,
    /// Where an order of this plan cannot be had.
    pub(super) refused: AreaSet,
}

/// How far a reading has come.
pub(super) struct Mark {
    plan: Plan,
    pub(super) faults: usize,
    understood: usize,
    marched: usize,
}

/// What was read since a mark.
pub(super) struct TakenBack {
    plan: Plan,
    faults: Vec<Fault>,
    understood: Vec<Understood>,
    marched: Vec<(Area, Span)>,
}

impl Reader<'_> {
    pub(super) fn error(&mut self, span: Span, why: Refusal) {
        self.faults.push(Fault::error(span, why));
    }

    pub(super) fn warn(&mut self, span: Span, why: Refusal) {
        self.faults.push(Fault::warning(span, why));
    }

    /// Adds an error if it is certain, and a warning if the position may still change.
    pub(super) fn doubt(&mut self, certain: bool, span: Span, why: Refusal) {
        if certain { self.error(span, why) } else { self.warn(span, why) }
    }

    pub(super) fn note(&mut self, span: Span, what: Value) {
        self.understood.push(Understood { span: Some(span), what });
    }

    /// Reads an entry, and takes back what it left in the plan if there is an error in it.
    pub(super) fn whole<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let before = self.mark();
        let found = read(self);
        if self.faults.iter().skip(before.faults).any(Fault::is_error) {
            // Its problems are told.
            let taken = self.take_back(&before);
            self.faults.extend(taken.faults);
            return None;
        }
        Some(found)
    }

    /// Remembers how far the reading has come.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            plan: self.plan.clone(),
            faults: self.faults.len(),
            understood: self.understood.len(),
            marched: self.marched.len(),
        }
    }

    /// Takes back all that was read since a mark, and returns it.
    pub(super) fn take_back(&mut self, mark: &Mark) -> TakenBack {
        TakenBack {
            plan: std::mem::replace(&mut self.plan, mark.plan.clone()),
            faults: self.faults.split_off(mark.faults),
            understood: self.understood.split_off(mark.understood),
            marched: self.marched.split_off(mark.marched),
        }
    }

    /// Gives back what was taken back last.
    pub(super) fn give_back(&mut self, taken: TakenBack) {
        self.plan = taken.plan;
        self.faults.extend(taken.faults);
        self.understood.extend(taken.understood);
        self.marched.extend(taken.marched);
    }

    /// Says how a misspelt name was taken.
    pub(super) fn taken_as(&mut self, node: &Node, name: &str) {
        let said = node.text().unwrap_or_default();
        let why = Refusal::new("plan-taken-as").with("name", said).with("as", name);
        // A name that stands in two places of a plan is noted once.
        if !self.faults.iter().any(|known| known.why == why) {
            self.warn(node.span, why);
        }
    }

    pub(super) fn form(&mut self, node: &Node, form: Form) {
        let why = Refusal::new("plan-section-form").with("section", form.section).with("form", form.example);
        self.error(node.span, why);
    }

    /// Returns the entries of a section that must be a mapping.
    pub(super) fn entries<'n>(&mut self, node: &'n Node, form: Form) -> &'n [(Node, Node)] {
        match node.entries() {
            Some(entries) => entries,
            None => {
                self.form(node, form);
                &[]
            }
        }
    }

    /// Returns the text of a node that must be a word or number.
    pub(super) fn text<'n>(&mut self, node: &'n Node, form: Form) -> Option<&'n str> {
        let text = node.text();
        if text.is_none() {
            self.form(node, form);
        }
        text
    }

    pub(super) fn miss(
        &mut self,
        code: &'static str,
        span: Span,
        name: &str,
        miss: &Miss,
        legal: Vec<String>,
    ) {
        self.faults.push(missing(code, span, name, miss, legal));
    }

    pub(super) fn area(&mut self, node: &Node) -> Option<Area> {
        let everywhere = self.world.all_areas().collect();
        self.area_among(node, everywhere)
    }

    /// Reads an area; one that is misspelt is taken if of those that make sense here it alone can be meant.
    pub(super) fn area_among(&mut self, node: &Node, among: AreaSet) -> Option<Area> {
        let name = self.text(node, AREA_FORM)?;
        match self.words.areas.find(name) {
            Ok(area) => Some(area),
            Err(miss) => {
                if let (Miss::Unknown(_), Some(area)) = (&miss, self.area_by_part(name, among)) {
                    return Some(area);
                }
                if let (Miss::Unknown(_), Some((area, meant))) =
                    (&miss, self.words.areas.meant(name, |area| among.has(*area)))
                {
                    self.taken_as(node, &meant);
                    return Some(area);
                }
                self.miss("plan-no-such-area", node.span, name, &miss, vec![]);
                None
            }
        }
    }

    /// Returns the only one of some areas whose name has these words: "Fist" for The Fist of the First Men.
    pub(super) fn area_by_part(&self, said: &str, among: AreaSet) -> Option<Area> {
        let words = |text: &str| -> Vec<String> { text.split_whitespace().map(fold).collect() };
        let part = words(said);
        let has = |area: &Area| words(self.name(*area)).windows(part.len()).any(|run| run == part);
        let mut found = among.iter().filter(|_| fold(said).chars().count() > 3).filter(has);
        found.next().filter(|_| found.next().is_none())
    }

    pub(super) fn house(&mut self, node: &Node) -> Option<Seat> {
        let name = self.text(node, HOUSE_FORM)?;
        match self.words.seats.find(name) {
            Ok(seat) => Some(seat),
            Err(miss) => {
                if let Some((seat, meant)) = self.words.seats.meant(name, |_| true) {
                    self.taken_as(node, &meant);
                    return Some(seat);
                }
                let legal = self.words.seats.all().map(str::to_owned).collect();
                self.miss("plan-no-such-house", node.span, name, &miss, legal);
                None
            }
        }
    }

    pub(super) fn name(&self, area: Area) -> &str {
        &self.world.place(area).name
    }

    pub(super) fn names(&self, areas: impl IntoIterator<Item = Area>) -> Vec<String> {
        areas.into_iter().map(|area| self.name(area).to_owned()).collect()
    }

    pub(super) fn id(&self, area: Area) -> String {
        self.world.area_id(area).to_owned()
    }

    /// Returns the areas with units of the house.
    pub(super) fn own_areas(&self) -> AreaSet {
        self.board.held_by(self.seat).map(|(area, _)| area).collect()
    }

    pub(super) fn own_units(&self, area: Area) -> bool {
        self.board.spot(area).holder == Some(self.seat)
    }

    /// Returns `true` if units are now where they will be when orders are given.
    pub(super) fn settled(&self) -> bool {
        self.board.stage >= Stage::Planning
    }

    /// Returns `true` if units are now where they will be when the orders of this turn are executed: between mustering and
    /// marches.
    pub(super) fn in_place(&self) -> bool {
        (Stage::Planning..=Stage::Raids).contains(&self.board.stage)
    }

    /// Reads a number and a kind of units; the kind is `None` for `all`.
    pub(super) fn counted(&mut self, span: Span, text: &str) -> Option<(Option<Unit>, Amount)> {
        match count_and_unit(&self.words.units, text) {
            Ok((unit, Count::All)) => Some((unit, Amount::All(All::All))),
            Ok((unit, Count::Number(number))) if (1..=99).contains(&number) => {
                Some((unit, Amount::Number(number)))
            }
            Ok(_) => {
                self.error(span, Refusal::new("plan-number-of-units").with("text", text));
                None
            }
            Err(miss) => {
                let legal = self.words.units.all().map(str::to_owned).collect();
                self.miss("plan-no-such-unit", span, text, &miss, legal);
                None
            }
        }
    }

    /// Reads a card of the plan's own house.
    pub(super) fn own_card(&mut self, node: &Node) -> Option<CardId> {
        let name = self.text(node, CARDS_FORM)?;
        let miss = match self.words.own_cards().find(name) {
            Ok(card) => return Some(card),
            Err(miss) => miss,
        };
        match self.words.cards().find(name) {
            Ok(other) => {
                let why =
                    Refusal::new("plan-card-not-yours").with("card", self.world.card(other).name.clone());
                self.error(node.span, why.with("legal", self.hand()));
                None
            }
            Err(_) => {
                if let (Miss::Unknown(_), Some((card, meant))) =
                    (&miss, self.words.own_cards().meant(name, |_| true))
                {
                    self.taken_as(node, &meant);
                    return Some(card);
                }
                let legal = self.hand();
                self.miss("plan-no-such-card", node.span, name, &miss, legal);
                None
            }
        }
    }

    pub(super) fn hand(&self) -> Vec<String> {
        self.board.houses[self.seat].hand.iter().map(|card| self.world.card(card).name.clone()).collect()
    }
}
