//! What the open Westeros cards may still ask. All cards of a turn are turned before the first is executed, so one sheet
//! can ask each house for everything: bids, mustering, losses, ties. Rules: 1e, The Westeros phase.

use super::bidding::{Choose, Prize};
use super::choice::{CardChoice, Cards};
use super::wildlings;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::Row;
use crate::games::thrones::game::WesterosCardRow;
use crate::games::thrones::question::Question;
use crate::table::{Foreseen, Listing, Open, Seat};
use serde_json::Value;

/// The stages in which open cards are executed, by deck.
const STAGES: [Stage; 3] = [Stage::CardOne, Stage::CardTwo, Stage::CardThree];

/// Collects what the open Westeros cards may ask, card by card, in the order in which they are executed.
pub struct Foresight {
    /// The present position, as at the opening of the card's stage.
    pub board: Board,
    /// `true` if an earlier card may change units, so that the present ones do not tell who will have a choice.
    pub units_change: bool,
    /// `true` if an earlier card may move the tokens of the tracks, so that any house may hold one.
    pub tokens_move: bool,
    /// `true` if an earlier card may give power to a house that has none.
    pub power_grows: bool,
    limit: usize,
    all: Vec<Foreseen<Question>>,
}

/// Returns what the Westeros cards may still ask; nothing once they are executed.
pub fn foresee(board: &Board, limit: usize) -> Vec<Foreseen<Question>> {
    if board.stage >= Stage::Planning {
        return Vec::new();
    }
    let mut foresight = Foresight {
        board: board.clone(),
        units_change: false,
        tokens_move: false,
        power_grows: false,
        limit,
        all: Vec::new(),
    };
    if board.stage == Stage::Westeros {
        // Only an attack of wildlings that have grown asks before the first card is executed.
        wildlings::foresee(&mut foresight);
    }
    foresight.board.step = 0;
    for (deck, stage) in STAGES.into_iter().enumerate().filter(|(_, stage)| *stage >= board.stage) {
        foresight.board.stage = stage;
        for theatre in 0..board.theatres.len() {
            if let Some(row) = board.open_row(theatre, deck) {
                foresight.card(theatre, deck, row);
            }
        }
    }
    foresight.all
}

impl Foresight {
    fn card(&mut self, theatre: usize, deck: usize, row: &'static WesterosCardRow) {
        let chosen = self.board.theatres[theatre].chosen.get(deck).copied().flatten();
        let Some((track, cards)) = row.choice.filter(|_| chosen.is_none()) else { return (row.asks)(self) };
        let rows = self.board.edition.westeros;
        let among: Cards =
            cards.iter().filter_map(|id| Row::find(rows.iter().map(|row| row.id), id)).collect();
        for seat in self.board.play_order_in(theatre) {
            if self.tokens_move || self.board.first_on(theatre, track) == Some(seat) {
                let choice = CardChoice::new(&self.board, seat, row.id, &among);
                self.all.push(Foreseen::of(&choice, false, self.limit));
            }
        }
        for card in &among {
            if let Some(row) = rows.get(usize::from(card.place)) {
                (row.asks)(self);
            }
        }
    }

    /// Adds a question as it would be asked in the position.
    pub fn add(&mut self, question: Foreseen<Question>) {
        self.all.push(question);
    }

    /// Returns how many legal answers to list with a question.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Foresees that a house may have to decide ties, whatever the bids and whoever is tied: one list serves for all.
    pub fn tie(&mut self, seat: Seat, prize: Prize, choose: Choose) {
        if self.all.iter().any(|other| other.open.seat == seat && other.open.kind == "tie") {
            return;
        }
        let world = &self.board.world;
        let tied = self.board.houses.seats().map(|house| world.seat_id(house).to_owned()).collect();
        let question = Question::Tie { on: prize.id().to_owned(), choose: choose.id().to_owned(), tied };
        let open = Open {
            seat,
            key: self.board.key(seat, "tie", ""),
            kind: "tie".to_owned(),
            question: serde_json::to_value(&question).unwrap_or_default(),
            legal: Listing { answers: Vec::new(), complete: false },
            default: Value::Null,
            ahead: true,
        };
        self.all.push(Foreseen { open, question, together: false });
    }
}
