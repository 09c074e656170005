//! What the open Westeros cards may still ask. All cards of a turn are turned before the first is executed, so one sheet
//! can ask each house for everything: bids, mustering, losses, ties. Rules: 1e, The Westeros phase.

use super::bidding::{Choose, Prize};
use super::choice::{CardChoice, Cards};
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::Row;
use crate::games::thrones::game::{Foresight, WesterosCardRow};
use crate::games::thrones::question::Question;
use crate::table::{Foreseen, Listing, Open, Seat};
use serde_json::Value;

/// The stages in which open cards are executed, by deck.
const STAGES: [Stage; 3] = [Stage::CardOne, Stage::CardTwo, Stage::CardThree];

/// Returns what the Westeros cards may still ask; nothing once they are executed.
pub fn foresee(board: &Board, limit: usize) -> Vec<Foreseen<Question>> {
    if board.stage >= Stage::Planning {
        return Vec::new();
    }
    let mut foresight = Foresight::new(board, limit);
    if board.stage == Stage::Westeros {
        // Only an attack of wildlings that have grown asks before the first card is executed.
        (board.edition.growth_asks)(&mut foresight);
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
    foresight.into_all()
}

impl Foresight {
    fn card(&mut self, theatre: usize, deck: usize, row: &'static WesterosCardRow) {
        let chosen = self.board.theatres[theatre].chosen.get(deck).copied().flatten();
        let Some((track, cards)) = row.choice.filter(|_| chosen.is_none()) else { return (row.asks)(self) };
        let rows = self.board.edition.westeros;
        let among: Cards =
            cards.iter().filter_map(|id| Row::find(rows.iter().map(|row| row.id), id)).collect();
        let chooser = self.board.chooser(theatre, track);
        let board = chooser.map_or(theatre, |seat| self.board.world.houses[seat].theatre);
        for seat in self.board.play_order_in(board) {
            if self.tokens_move || chooser == Some(seat) {
                let choice = CardChoice::new(&self.board, seat, row.id, &among);
                self.add(Foreseen::of(&choice, false, self.limit()));
            }
        }
        for card in &among {
            if let Some(row) = rows.get(usize::from(card.place)) {
                (row.asks)(self);
            }
        }
    }

    /// Foresees that a house may have to decide ties, whatever the bids and whoever is tied: one list serves for all.
    pub fn tie(&mut self, seat: Seat, prize: Prize, choose: Choose) {
        if self.all().iter().any(|other| other.open.seat == seat && other.open.kind == "tie") {
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
        self.add(Foreseen { open, question, together: false });
    }
}
