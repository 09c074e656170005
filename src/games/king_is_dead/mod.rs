//! The King is Dead: eight struggles for power, open and one turn after the other, for 2, 3 and 4, with Mordred or
//! without. A stage of the game is a struggle; it may pause at any turn.
//!
//! - `data/`: what is printed; `board`: the position; `question`, `event`: what is asked and told.
//! - `setup`, `struggle`, `turn`, `cards/`, `last_card`, `ending`, `sound`: the rules, by chapter.
//! - `people/`: the position, the plan and the order sheet as people read and write them.
//!
//! May use: `table`, `sheet`. Is used by: `games`.

pub mod board;
pub mod cards;
pub mod data;
pub mod ending;
pub mod event;
pub mod last_card;
pub mod people;
pub mod question;
pub mod setup;
pub mod sound;
pub mod struggle;
pub mod turn;

use crate::games::RulesVersion;
use crate::games::folder::{DataFault, Folder};
use crate::sheet::Node;
use crate::table::{
    Game, Moment, Open, Pause, Progress, Reading, Refusal, Says, Seat, SeatInfo, Table, Vocabulary,
};
use board::Board;
use data::{Options, World, load};
use event::Event;
use people::plan::Plan;
use question::Question;
use serde_json::{Value, json};
use std::sync::Arc;

/// The versions of these rules, newest last (docs/versions.md).
pub const RULES: &[RulesVersion] = &[RulesVersion { number: 1, what: "the first" }];

/// The King is Dead with a given board, number of players and choice of options.
#[derive(Clone, Debug)]
pub struct KingIsDead {
    world: Arc<World>,
}

impl KingIsDead {
    /// The game from its folder of data, for 2, 3 or 4 players.
    ///
    /// # Errors
    /// What is wrong with the data, by file.
    pub fn load(folder: Folder<'_>, players: u8, options: Options) -> Result<Self, DataFault> {
        Ok(KingIsDead { world: Arc::new(load(folder, players, options)?) })
    }

    /// What is printed.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }
}

impl Game for KingIsDead {
    type State = Board;
    type Question = Question;
    type Event = Event;
    type Plan = Plan;

    fn id(&self) -> &str {
        &self.world.id
    }

    fn templates(&self) -> &str {
        "king-is-dead"
    }

    fn seats(&self) -> Vec<SeatInfo> {
        self.world.seats.iter().map(|(_, info)| info.clone()).collect()
    }

    fn title(&self) -> String {
        self.world.title.clone()
    }

    fn begin<T: Table<Self>>(&self, table: &mut T) -> Result<Board, Pause> {
        setup::begin(&self.world, table)
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
            let ids = |seats: &[Seat]| seats.iter().map(|seat| self.world.seat_id(*seat)).collect::<Vec<_>>();
            let (winners, rulers) = (ids(&outcome.winners), ids(&outcome.rulers));
            json!({"winners": winners, "rulers": rulers, "by": outcome.by.id()})
        })
    }

    fn write_state(&self, board: &Board) -> Value {
        people::state::write(board)
    }

    fn read_state(&self, value: &Value) -> Result<Board, String> {
        people::state::read(&self.world, value)
    }

    fn view(&self, board: &Board, seat: Option<Seat>) -> Value {
        people::view::view(board, seat)
    }

    fn read_view(&self, value: &Value) -> Result<Board, String> {
        people::view::read(&self.world, value)
    }

    fn read_plan(&self, board: &Board, seat: Seat, open: &[Open], plan: &Node) -> Reading<Plan> {
        people::plan::read(board, seat, open, plan)
    }

    fn consult(&self, plan: &Plan, seat: Seat, _: &Question, board: &Board) -> Says {
        people::plan::consult(plan, seat, board)
    }

    fn sheet(&self, board: &Board, seat: Seat, open: &[Open]) -> Value {
        people::sheet::sheet(board, seat, open)
    }

    fn suggest(&self, board: &Board, seat: Seat, _: &[Open], dice: &mut fastrand::Rng) -> Plan {
        people::suggest::suggest(board, seat, dice)
    }

    /// Partners may not confer. Rules: Games of four; K-10.
    fn may_write(&self, from: Seat, to: Seat) -> Result<(), Refusal> {
        match self.world.partner(from) {
            Some(partner) if partner == to => {
                let name = self.world.seats.get(to).map_or("", |info| info.name.as_str());
                Err(Refusal::new("press-to-partner").with("seat", name))
            }
            _ => Ok(()),
        }
    }

    fn write_plan(&self, plan: &Plan, board: &Board) -> String {
        people::plan::to_yaml(plan, board)
    }

    fn refusal_codes(&self) -> Vec<&'static str> {
        [people::REFUSALS, people::plan::REFUSALS].concat()
    }

    fn vocabulary(&self) -> Vocabulary {
        people::vocabulary::vocabulary(&self.world)
    }

    fn sound(&self, board: &Board) -> Result<(), Refusal> {
        sound::sound(board)
    }
}
