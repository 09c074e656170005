//! The parts of the form about raids and marches.

use super::{Maker, ids, section};
use crate::games::thrones::data::{Area, OrderKind, Unit};
use crate::games::thrones::people::plan::language::{
    ALL, BY, FROM, IS, MARCH_FIELDS, MarchField, NONE, PREDICATES, Predicate, RAID_AT, Section, YES,
    unit_word, word,
};
use crate::games::thrones::people::reach::{next_door, reach_with_ships};
use crate::games::thrones::war::march::{March, Marches};
use crate::table::form::{Choice, Field, MoveRow, MoveWords, Part, TargetRow, UnitWords};
use serde_json::{Value, json};

impl Maker<'_> {
    /// Returns the ids of the tokens of a kind.
    fn tokens(&self, kind: OrderKind) -> Vec<String> {
        let of_kind = self.world.all_orders().map(|order| self.world.token(order));
        of_kind.filter(|token| token.kind == kind).map(|token| token.id.clone()).collect()
    }

    /// Returns the areas whose order of a kind can be executed: those of the question, or before orders lie all, each with the
    /// tokens that it needs.
    fn origins(&self, kind: OrderKind) -> Vec<(Area, Vec<String>)> {
        if self.orders_now() {
            let tokens = self.tokens(kind);
            return self.board.held_by(self.seat).map(|(area, _)| (area, tokens.clone())).collect();
        }
        let open = self.asked(kind.id());
        let orders = open.and_then(|open| open.question.get("orders")).and_then(Value::as_object);
        let areas = orders.into_iter().flatten().filter_map(|(id, _)| self.world.area(id));
        areas.map(|area| (area, Vec::new())).collect()
    }

    pub(super) fn raids(&self) -> Option<Part> {
        let orders = self.asked(OrderKind::Raid.id()).and_then(|open| open.question.get("orders"));
        let row = |(area, with): (Area, Vec<String>)| {
            let near = || next_door(self.board, area).iter();
            let foreign = |near: &Area| self.board.spot(*near).holder != Some(self.seat);
            let to = match orders.and_then(|orders| orders.get(self.world.area_id(area))) {
                Some(listed) if with.is_empty() => ids(listed).map(str::to_owned).collect(),
                _ => near().filter(foreign).map(|near| self.id(near)).collect(),
            };
            TargetRow { area: self.id(area), with, to }
        };
        let rows: Vec<TargetRow> = self.origins(OrderKind::Raid).into_iter().map(row).collect();
        let at = RAID_AT.first().copied().unwrap_or_default();
        let part = |rows| {
            let field =
                Field::Targets { rows, none: NONE.to_owned(), keys: [FROM.to_owned(), at.to_owned()] };
            Part::new("raids", &[section(Section::Raids)], &["raids"], field)
        };
        Some(rows).filter(|rows| !rows.is_empty()).map(part)
    }

    /// Rules: 1e, March; R-10.
    pub(super) fn marches(&self) -> Option<Part> {
        let marches = Marches::new(self.board, self.seat);
        let row = |(area, with): (Area, Vec<String>)| {
            let now = marches.reach(area);
            let later = reach_with_ships(self.board, self.seat, area).without(now);
            let spot = self.board.spot(area);
            let units = spot.fit.iter().map(|(unit, number)| (unit.id().to_owned(), u32::from(number)));
            let mut all_go = March::stay(area);
            all_go.send(area, spot.units());
            let leave = marches.may_leave_power(&all_go);
            MoveRow {
                area: self.id(area),
                with,
                units: units.collect(),
                to: self.world.ids(now),
                perhaps: if self.world.is_sea(area) { Vec::new() } else { self.world.ids(later) },
                leave,
            }
        };
        let rows: Vec<MoveRow> = self.origins(OrderKind::March).into_iter().map(row).collect();
        let key = |field| word(MARCH_FIELDS, &field).to_owned();
        let part = |rows| {
            let field = Field::Moves {
                rows,
                units: Unit::ALL.into_iter().map(unit_words).collect(),
                words: MoveWords {
                    from: key(MarchField::From),
                    to: key(MarchField::To),
                    all: ALL.to_owned(),
                    none: NONE.to_owned(),
                    leave: key(MarchField::LeavePower),
                    yes: YES.to_owned(),
                    when: key(MarchField::If),
                    unless: key(MarchField::Unless),
                    is: IS.to_owned(),
                },
                conditions: self.conditions(),
                fights: self
                    .world
                    .ids(self.world.all_areas().filter(|area| marches.is_contested(*area)).collect()),
            };
            Part::new("marches", &[section(Section::Marches)], &["marches"], field)
        };
        Some(rows).filter(|rows| !rows.is_empty()).map(part)
    }

    fn conditions(&self) -> Vec<Choice> {
        let predicate = |predicate| word(PREDICATES, &predicate);
        let plain = [
            (Predicate::Empty, "empty"),
            (Predicate::Neutral, "neutral"),
            (Predicate::Enemy, "enemy"),
            (Predicate::Mine, "mine"),
            (Predicate::Attacked, "attacked"),
        ];
        let plain = plain.into_iter().map(|(word, id)| Choice::new(predicate(word), id));
        let held = |seat| {
            let word = format!("{} {BY} {}", predicate(Predicate::Held), self.world.seat_name(seat));
            Choice::new(word, json!({"held-by": self.world.seat_id(seat)}))
        };
        plain.chain(self.board.houses.seats().filter(|seat| *seat != self.seat).map(held)).collect()
    }
}

fn unit_words(unit: Unit) -> UnitWords {
    let word = |number| unit_word(unit, number).to_owned();
    UnitWords { id: unit.id().to_owned(), one: word(1), many: word(2) }
}
