//! The King is Dead: eight struggles for power, played openly turn by turn, for 2, 3 or 4 players, with or without
//! Mordred. A stage of the game is a struggle; it may pause at any turn.
//!
//! - `data/`: everything printed; `board`: the position; `question`, `event`: what the rules ask and report.
//! - `setup`, `struggle`, `turn`, `cards/`, `resolution`, `last_card`, `ending`, `sound`: the rules, by chapter.
//! - `people/`: the position, the plan and the order sheet as people read and write them.

pub mod board;
pub mod cards;
pub mod data;
pub mod ending;
pub mod event;
mod game;
pub mod last_card;
pub mod people;
pub mod question;
pub mod resolution;
pub mod setup;
pub mod sound;
pub mod struggle;
pub mod turn;

pub use game::KingIsDead;

use crate::games::RulesVersion;
use crate::picture::Picture;
use crate::sheet::{Fault, Node};
use crate::table::form::Form;
use crate::table::{
    Choices, Game, Kept, Moment, Open, Pause, Progress, Reading, Refusal, Says, Seat, SeatInfo, Table, Typed,
    TypedLine, Vocabulary,
};
use board::Board;
use event::Event;
use people::plan::Plan;
use question::Question;
use serde_json::{Value, json};

/// The versions of these rules, newest last (docs/versions.md).
pub const RULES: &[RulesVersion] = &[RulesVersion { number: 1, what: "the first" }];

impl Game for KingIsDead {
    type State = Board;
    type Question = Question;
    type Event = Event;
    type Plan = Plan;

    fn id(&self) -> &str {
        &self.world().id
    }

    fn templates(&self) -> &str {
        "king-is-dead"
    }

    fn seats(&self) -> Vec<SeatInfo> {
        self.world().seats.iter().map(|(_, info)| info.clone()).collect()
    }

    fn title(&self) -> String {
        self.world().title.clone()
    }

    fn begin<T: Table<Self>>(&self, table: &mut T) -> Result<Board, Pause> {
        setup::begin(self.world(), table)
    }

    fn play<T: Table<Self>>(&self, board: &mut Board, table: &mut T) -> Result<Progress, Pause> {
        struggle::struggle(board, table)
    }

    fn moment(&self, board: &Board) -> Moment {
        if board.outcome.is_some() {
            return Moment { turn: board.past.len() as u32, stage: "over".to_owned() };
        }
        Moment { turn: u32::from(board.struggle), stage: "struggle".to_owned() }
    }

    fn outcome(&self, board: &Board) -> Option<Value> {
        board.outcome.as_ref().map(|outcome| {
            let ids =
                |seats: &[Seat]| seats.iter().map(|seat| self.world().seat_id(*seat)).collect::<Vec<_>>();
            let (winners, rulers) = (ids(&outcome.winners), ids(&outcome.rulers));
            // Partners who win are no draw; all four together, or members of both pairs, are one.
            let pair = match outcome.winners.as_slice() {
                [one, other] => self.world().partner(*one) == Some(*other),
                _ => false,
            };
            json!({"winners": winners, "rulers": rulers, "by": outcome.by.id(), "partners": pair})
        })
    }

    fn write_state(&self, board: &Board) -> Value {
        people::state::write(board)
    }

    fn read_state(&self, value: &Value) -> Result<Board, String> {
        people::state::read(self.world(), value)
    }

    fn view(&self, board: &Board, seat: Option<Seat>) -> Value {
        people::view::view(board, seat)
    }

    fn picture(&self, view: &Value, _: &[Value]) -> Option<Picture> {
        Some(people::picture::picture(self.world(), view))
    }

    fn read_view(&self, value: &Value) -> Result<Board, String> {
        people::view::read(self.world(), value)
    }

    fn read_plan(&self, board: &Board, seat: Seat, open: &[Open], plan: &Node) -> Reading<Plan> {
        people::plan::read(board, seat, open, plan)
    }

    fn merge(&self, old: &Plan, new: &Plan) -> (Plan, Vec<Kept>) {
        (new.clone(), people::plan::dropped(self.world(), old, new))
    }

    fn name_seats(
        &self,
        board: &Board,
        seat: Seat,
        names: &[(String, Seat)],
        plan: Node,
    ) -> (Node, Vec<Fault>) {
        people::plan::name_seats(board, seat, names, plan)
    }

    fn read_typed(
        &self,
        board: &Board,
        seat: Seat,
        _: &[Open],
        names: &[(String, Seat)],
        lines: &[TypedLine<'_>],
    ) -> Typed {
        people::plan::read_typed(board, seat, names, lines)
    }

    fn read_changes(
        &self,
        board: &Board,
        seat: Seat,
        names: &[(String, Seat)],
        earlier: &Plan,
        lines: &[TypedLine<'_>],
    ) -> Option<Typed> {
        people::plan::read_changes(board, seat, names, earlier, lines)
    }

    fn choices(&self, board: &Board, _: Seat, open: &Open, _: &[(String, Seat)]) -> Option<Choices> {
        people::choices::choices(board, open)
    }

    fn consult(&self, plan: &Plan, seat: Seat, _: &Question, board: &Board) -> Says {
        people::plan::consult(plan, seat, board)
    }

    fn unmet(&self, plan: &Plan, seat: Seat, _: &Question, _: &Says, board: &Board, _: bool) -> Vec<Refusal> {
        people::plan::unmet(plan, seat, board)
    }

    fn why_asked(&self, plan: &Plan, seat: Seat, _: &[Open], board: &Board) -> Vec<Refusal> {
        people::plan::why_asked(plan, seat, board)
    }

    fn sheet(&self, board: &Board, seat: Seat, open: &[Open]) -> Value {
        people::sheet::sheet(board, seat, open)
    }

    fn form(&self, board: &Board, seat: Seat, open: &[Open]) -> Option<Form> {
        Some(people::form::form(board, seat, open))
    }

    fn suggest(&self, board: &Board, seat: Seat, _: &[Open], dice: &mut fastrand::Rng) -> Plan {
        people::suggest::suggest(board, seat, dice)
    }

    /// Refuses press between partners, who may not confer. Rules: Games of four; K-10.
    fn may_write(&self, from: Seat, to: Seat) -> Result<(), Refusal> {
        match self.world().partner(from) {
            Some(partner) if partner == to => {
                let name = self.world().seats.get(to).map_or("", |info| info.name.as_str());
                Err(Refusal::new("press-to-partner").with("seat", name))
            }
            _ => Ok(()),
        }
    }

    fn write_plan(&self, plan: &Plan, board: &Board) -> String {
        people::plan::to_yaml(plan, board)
    }

    fn lines_done(&self, plan: &Plan, seat: Seat, board: &Board) -> Option<usize> {
        Some(people::plan::done(plan, seat, board))
    }

    fn has_lines_left(&self, plan: &Plan, seat: Seat, board: &Board) -> bool {
        people::plan::done(plan, seat, board) < plan.turns.len()
    }

    fn refusal_codes(&self) -> Vec<&'static str> {
        [people::REFUSALS, people::plan::REFUSALS, people::plan::UNMET].concat()
    }

    fn vocabulary(&self) -> Vocabulary {
        people::vocabulary::vocabulary(self.world())
    }

    fn sound(&self, board: &Board) -> Result<(), Refusal> {
        sound::sound(board)
    }
}
