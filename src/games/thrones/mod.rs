//! A Game of Thrones: the rules, edition by edition. A file is a chapter of the rulebook; boards and cards are data; an
//! edition is a row of answers to the questions in which editions differ (docs/editions.md).
//!
//! - `data/`, `load/`: what is printed, and how it is read.
//! - `game`: the game, the edition, the position; `board`, `armies`: what follows from a position.
//! - `ask`, `question`, `answer`, `event`: what is asked, answered and told.
//! - `realm/`: what happens between wars: set-up, Westeros cards, auctions, mustering, planning, power, victory.
//! - `war/`: raids, marches, battles.
//! - `north/`: what only the board of the north has: tactic cards, quests, objectives, conversions.
//! - `joined/`: what only a game on two boards has: gifts, common cards, a king beside the north.
//! - `editions/`: the answers of each edition.
//! - `people/`: the position, the plan and the order sheet as people read and write them.

pub mod answer;
pub mod armies;
pub mod ask;
pub mod board;
pub mod data;
pub mod editions;
pub mod event;
pub mod game;
pub mod joined;
pub mod load;
pub mod north;
pub mod people;
pub mod question;
pub mod realm;
pub mod spots;
pub mod terms;
#[cfg(test)]
pub mod testing;
pub mod war;

pub use game::Thrones;

use crate::games::folder::{DataFault, Folder};
use crate::games::rules_version::RulesVersion;
use crate::picture::Picture;
use crate::sheet::{Fault, Node};
use crate::table::form::Form;
use crate::table::{
    AnyTable, Choices, Foreseen, Game, Kept, Moment, Open, Pause, Progress, Reading, Refusal, Says, Seat,
    SeatInfo, Table, Typed, TypedLine, View, Vocabulary,
};
use board::{Board, Stage};
use data::{Options, World};
use editions::FIRST;
use editions::north::DECKS;
use event::Event;
use game::Edition;
use people::plan::{Plan, gathers};
use question::Question;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The versions of these rules, newest last (docs/versions.md).
pub const RULES: &[RulesVersion] = &[RulesVersion { number: 1, what: "the first" }];

impl Thrones {
    /// Loads the first edition from its folder of data.
    ///
    /// # Errors
    /// If the data are wrong: what, by file.
    pub fn load(folder: Folder<'_>, players: u8, options: Options) -> Result<Self, DataFault> {
        Thrones::load_edition(&FIRST, folder, players, options)
    }

    /// Loads an edition from its folder of data.
    ///
    /// # Errors
    /// If the data are wrong: what, by file.
    pub fn load_edition(
        edition: &'static Edition,
        folder: Folder<'_>,
        players: u8,
        options: Options,
    ) -> Result<Self, DataFault> {
        Ok(Thrones { world: Arc::new(load::load(folder, players, options, edition)?), edition })
    }

    /// Returns what is printed.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }
}

impl Game for Thrones {
    type State = Board;
    type Question = Question;
    type Event = Event;
    type Plan = Plan;

    fn id(&self) -> &str {
        &self.world.id
    }

    fn templates(&self) -> &str {
        "thrones"
    }

    fn seats(&self) -> Vec<SeatInfo> {
        self.world.houses.iter().map(|(_, house)| house.info.clone()).collect()
    }

    fn title(&self) -> String {
        self.world.title.clone()
    }

    fn begin<T: Table<Self>>(&self, table: &mut T) -> Result<Board, Pause> {
        realm::setup::begin(&self.world, self.edition, &mut AnyTable::of(table))
    }

    fn play<T: Table<Self>>(&self, board: &mut Board, table: &mut T) -> Result<Progress, Pause> {
        let table = &mut AnyTable::of(table);
        board.step = 0;
        realm::turn::play(board, table)?;
        realm::turn::advance(board, table);
        // Positions between stages are equal however many orders led to them.
        board.step = 0;
        Ok(if board.stage == Stage::Over { Progress::Ended } else { Progress::Next })
    }

    fn moment(&self, board: &Board) -> Moment {
        Moment { turn: u32::from(board.turn), stage: board.stage.id().to_owned() }
    }

    /// Names the rounds of a turn: all that the Westeros cards ask, and the orders with all that follows from them. In the north
    /// the tactic decks are chosen before.
    fn round(&self, stage: &str) -> &'static str {
        // It comes once, before the first turn's planning.
        if stage == DECKS.id() {
            return "decks";
        }
        if self.gathers(stage) { "westeros" } else { "orders" }
    }

    fn gathers(&self, stage: &str) -> bool {
        let stage = self.edition.stages.iter().map(|chapter| chapter.stage).find(|known| known.id() == stage);
        stage.is_some_and(gathers)
    }

    fn foresee(&self, board: &Board, limit: usize) -> Vec<Foreseen<Question>> {
        realm::foresight::foresee(board, limit)
    }

    fn outcome(&self, board: &Board) -> Option<Value> {
        board.outcome.as_ref().map(|outcome| {
            let winners: Vec<&str> = outcome.winners.iter().map(|seat| self.world.seat_id(*seat)).collect();
            json!({"winners": winners, "by": outcome.by})
        })
    }

    fn write_state(&self, board: &Board) -> Value {
        people::state::write(board)
    }

    fn read_state(&self, value: &Value) -> Result<Board, String> {
        people::state::read(self, value)
    }

    fn view(&self, board: &Board, seat: Option<Seat>) -> Value {
        people::view::view(board, seat)
    }

    fn own_view(&self, board: &Board, seat: Seat, open: &View) -> Map<String, Value> {
        people::view::own(board, seat, open)
    }

    fn tally(&self, board: &Board) -> Value {
        people::view::tally(board)
    }

    fn chart(&self, view: &Value, tallies: &[Value]) -> Option<Picture> {
        people::picture::chart(&self.world, view, tallies)
    }

    fn picture(&self, view: &Value, events: &[Value]) -> Option<Picture> {
        // A board of somebody's own may have no chart, and then it cannot be drawn.
        (!self.world.chart.is_empty()).then(|| people::picture::picture(&self.world, view, events))
    }

    fn read_view(&self, value: &Value) -> Result<Board, String> {
        people::view::read(self, value)
    }

    fn seen(&self, board: &Board, seat: Seat) -> Result<Board, String> {
        people::view::seen(self, board, seat)
    }

    fn read_plan(&self, board: &Board, seat: Seat, open: &[Open], plan: &Node) -> Reading<Plan> {
        people::plan::read(board, seat, open, plan)
    }

    fn read_typed(
        &self,
        board: &Board,
        seat: Seat,
        open: &[Open],
        names: &[(String, Seat)],
        lines: &[TypedLine<'_>],
    ) -> Typed {
        people::plan::read_typed(board, seat, open, names, lines)
    }

    fn read_changes(
        &self,
        board: &Board,
        seat: Seat,
        _: &[(String, Seat)],
        earlier: &Plan,
        lines: &[TypedLine<'_>],
    ) -> Option<Typed> {
        people::plan::read_changes(board, seat, earlier, lines)
    }

    fn choices(&self, board: &Board, seat: Seat, open: &Open, names: &[(String, Seat)]) -> Option<Choices> {
        people::choices::choices(board, seat, open, names)
    }

    fn merge(&self, old: &Plan, new: &Plan) -> (Plan, Vec<Kept>) {
        people::plan::merge(&self.world, old, new)
    }

    fn lasting(&self, plan: &Plan, board: &Board) -> Plan {
        people::plan::lasting(plan, board)
    }

    fn untimely(&self, plan: &Plan, board: &Board) -> Option<Fault> {
        people::plan::untimely(plan, board)
    }

    fn consult(&self, plan: &Plan, seat: Seat, question: &Question, board: &Board) -> Says {
        people::plan::consult(plan, seat, question, board)
    }

    fn unmet(
        &self,
        plan: &Plan,
        seat: Seat,
        question: &Question,
        says: &Says,
        board: &Board,
        ahead: bool,
    ) -> Vec<Refusal> {
        people::plan::unmet(plan, seat, question, says, board, ahead)
    }

    fn why_asked(&self, plan: &Plan, seat: Seat, open: &[Open], board: &Board) -> Vec<Refusal> {
        people::plan::why_asked(plan, seat, open, board)
    }

    fn sheet(&self, board: &Board, seat: Seat, open: &[Open]) -> Value {
        people::sheet::sheet(board, seat, open)
    }

    fn form(&self, board: &Board, seat: Seat, open: &[Open]) -> Option<Form> {
        Some(people::form::form(board, seat, open))
    }

    fn suggest(&self, board: &Board, seat: Seat, open: &[Open], dice: &mut fastrand::Rng) -> Plan {
        people::suggest::suggest(board, seat, open, dice)
    }

    /// Refuses press between the sides of the north, unless the campaign allows it. Rules: BW, Talking; B-05.
    fn may_write(&self, from: Seat, to: Seat) -> Result<(), Refusal> {
        let north = self.world.north.as_ref().filter(|_| !self.world.options.northern_press);
        let both = north.is_some_and(|north| [from, to].iter().all(|seat| north.sides().contains(seat)));
        if both && from != to {
            return Err(Refusal::new("press-in-the-north")
                .with("seat", self.world.seat_name(to))
                .with("houses", self.world.theatres.len() > 1));
        }
        Ok(())
    }

    fn write_plan(&self, plan: &Plan, board: &Board) -> String {
        people::plan::to_yaml(plan, board)
    }

    fn stamps(&self) -> &'static [&'static str] {
        &["turn", "westeros", "implied", "once", "tentative", "opening"]
    }

    fn answers_by_key(&self, plan: &Plan, key: &str) -> bool {
        plan.answers.contains_key(key)
    }

    fn together(&self, plan: &Plan, seat: Seat, board: &Board) -> Vec<Refusal> {
        people::plan::overbid(plan, seat, board).into_iter().collect()
    }

    fn is_past(&self, plan: &Plan, board: &Board) -> bool {
        let westeros_over = plan.westeros < board.turn || board.stage >= Stage::Planning;
        let is_over = (plan.turn < board.turn || !plan.speaks_of_turn())
            && (westeros_over && plan.westeros <= board.turn || !plan.speaks_of_westeros());
        is_over || board.stage != DECKS && plan.is_of_a_deck()
    }

    fn refusal_codes(&self) -> Vec<&'static str> {
        let plans =
            [people::REFUSALS, people::plan::REFUSALS, people::plan::LINE_REFUSALS, people::plan::UNMET];
        [realm::REFUSALS, war::REFUSALS, load::check::REFUSALS]
            .into_iter()
            .chain(plans)
            .flatten()
            .copied()
            .collect()
    }

    fn vocabulary(&self) -> Vocabulary {
        people::vocabulary::vocabulary(&self.world)
    }

    fn keeps_secret(&self, key: &str) -> bool {
        people::plan::keeps_secret(key)
    }

    fn sound(&self, board: &Board) -> Result<(), Refusal> {
        realm::sound::sound(board)
    }

    fn comes_up(&self, board: &Board) -> Result<(), Refusal> {
        realm::sound::comes_up(board)
    }
}
