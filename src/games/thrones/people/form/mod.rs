//! The order sheet of a house as a form for the order page. What is asked and what is legal comes from the sheet; areas to march
//! to and to raid come from where the plan's reader takes them.

mod areas;
mod north;
mod realm;
mod standing;
mod war;

use super::plan::keys::by_key;
use super::plan::language::{SECTIONS, Section, word};
use super::plan::{is_once, next_westeros};
use super::said::said;
use super::sheet::sheet;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::World;
use crate::table::form::{Choice, Field, Form, Part};
use crate::table::{Open, Seat};
use serde_json::{Map, Value, json};

/// Returns the form of a house: all that its order sheet offers, and the battles, raids and marches that it names as examples.
pub fn form(board: &Board, seat: Seat, open: &[Open]) -> Form {
    let sheet = sheet(board, seat, open);
    let maker = Maker { board, world: &board.world, seat, open, sheet: &sheet };
    let mut parts = Vec::new();
    parts.extend(maker.orders());
    parts.extend(maker.tactic_deck());
    parts.extend(maker.tactic_card());
    parts.extend(maker.quest());
    parts.extend(maker.bids());
    parts.extend(maker.gifts());
    parts.extend(maker.ties());
    parts.extend(maker.muster());
    parts.extend(maker.disband());
    parts.extend(maker.reward());
    parts.extend(maker.choices());
    parts.extend(maker.raids());
    parts.extend(maker.marches());
    parts.extend(maker.consolidate());
    parts.extend(maker.ports());
    parts.extend(maker.answers());
    parts.extend(maker.standing());
    // As the plan's reader stamps it.
    let mut sealed = Map::new();
    sealed.insert("turn".to_owned(), json!(board.turn));
    let westeros = next_westeros(board);
    sealed.insert("westeros".to_owned(), json!(westeros));
    if is_once(board, seat, open, westeros) {
        sealed.insert("once".to_owned(), json!(true));
    }
    if board.world.north.is_some() {
        sealed.insert("tentative".to_owned(), json!(true));
    }
    Form { areas: areas::areas(board), parts, sealed: Some(sealed) }
}

/// A house before its sheet.
struct Maker<'a> {
    board: &'a Board,
    world: &'a World,
    seat: Seat,
    open: &'a [Open],
    sheet: &'a Value,
}

/// Returns the word of a section.
fn section(section: Section) -> &'static str {
    word(SECTIONS, &section)
}

/// Returns the ids in a list.
fn ids(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

impl Maker<'_> {
    /// Returns `true` if the house places its orders by this plan.
    fn orders_now(&self) -> bool {
        !self.sheet["orders"].is_null()
    }

    /// Returns the questions of a kind that are asked now.
    fn all_asked(&self, kind: &str) -> impl Iterator<Item = &Open> {
        self.open.iter().filter(move |open| open.seat == self.seat && !open.ahead && open.kind == kind)
    }

    /// Returns the question of a kind that is asked now.
    fn asked(&self, kind: &str) -> Option<&Open> {
        self.all_asked(kind).next()
    }

    /// Returns the questions that are answered by their keys, as the sheet has them.
    fn answers(&self) -> Vec<Part> {
        // Raids and marches have parts of their own, which say the same in the words of the board.
        let others = by_key(self.open, self.seat).into_iter();
        let others = others.filter(|open| !matches!(open.kind.as_str(), "raid" | "march"));
        let part = |open: &Open| {
            let about = open.question.get("what").and_then(Value::as_str).unwrap_or(&open.kind);
            let options = open.legal.answers.iter().map(|answer| self.answer(answer)).collect();
            let field =
                Field::One { options, default: Some(said(&open.default)), complete: open.legal.complete };
            let at = [section(Section::Answers), open.key.as_str()];
            Part::new("answers", &at, &["answers", &open.key], field).about(about).asked(!open.ahead)
        };
        others.map(part).collect()
    }

    fn answer(&self, answer: &Value) -> Choice {
        let form = answer.is_array() || answer.is_object();
        let choice = Choice { form, ..Choice::new(said(answer), answer.clone()) };
        match answer.as_str().and_then(|id| self.name(id)) {
            Some(name) => choice.labelled(name),
            None => choice,
        }
    }

    /// Returns the name of an area, a card or a house.
    fn name(&self, id: &str) -> Option<String> {
        let area = self.world.area(id).map(|area| self.world.place(area).name.clone());
        let card = || self.world.card_id(id).map(|card| self.world.card(card).name.clone());
        let house = || self.world.seat(id).map(|seat| self.world.seat_name(seat).to_owned());
        area.or_else(card).or_else(house)
    }
}

#[cfg(test)]
mod tests;
