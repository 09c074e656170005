//! The game, the edition it is played by, and the position: three types that name each other.
//!
//! An [`Edition`] is a row of answers to the questions in which editions differ. The rules ask it, and nothing else in
//! them knows which edition is played. How an edition is written: docs/editions.md.

use super::data::{Area, CardId, CardSet, Icons, OrderId, OrderKind, Track, Troop, Unit, World};
use super::north::state::North;
use super::north::using::Using;
use super::question::Question;
use super::spots::Spots;
pub use super::terms::Form;
use super::terms::{Attack, Forces, HandReturns, LastUnit, Misplaced, Part, Rally, Stage, Yield};
use super::war::battle::contest::{Battle, Contest, Role, Ways};
use crate::table::{AnyTable, BySeat, Foreseen, Pause, Seat};
use arrayvec::ArrayVec;
use std::fmt;
use std::sync::Arc;

/// The table the rules ask.
pub type Table<'a> = AnyTable<'a, Thrones>;

/// A piece of the rules that may ask and change the board.
pub type Rule = fn(&mut Board, &mut Table<'_>) -> Result<(), Pause>;

/// A Game of Thrones with a given edition, board, number of houses and choice of options.
#[derive(Clone, PartialEq, Debug)]
pub struct Thrones {
    pub world: Arc<World>,
    pub edition: &'static Edition,
}

/// The answers of one edition, or of one scenario of it, to the questions in which editions differ. An edition is
/// written as those answers that are its own, and `..STANDARD` for the rest.
pub struct Edition {
    /// Its id: `thrones-1e`.
    pub id: &'static str,

    // The turn.
    /// The stages of a turn, in order, with what is done in each. When the last is over, the turn is.
    pub stages: &'static [Chapter],
    /// The stages that come once, before the first turn's.
    pub opening: &'static [Chapter],
    /// The stage with which the first turn begins.
    pub first_stage: Stage,

    // Winning.
    /// Whether somebody has won already.
    pub wins_now: Decides,
    /// Who shares it when somebody wins at once, and by what; `None` if the game goes on all the same.
    pub prevails: fn(&mut Board, Seat, &'static str, &mut Table<'_>) -> Option<Won>,
    /// The words for winning at once that `wins_now` may give.
    pub wins: &'static [&'static str],
    /// How houses are compared after the last turn: rung by rung, more is better. Still equal is a draw.
    pub ladder: &'static [Rung],
    /// Who wins after the last turn, or shares a draw, and by what.
    pub ends: fn(&Board) -> Won,
    /// What is remembered when an action has been settled, won by it or not.
    pub settled: fn(&mut Board),

    // The Westeros phase.
    /// What Westeros cards do, by the ids that decks name.
    pub westeros: &'static [WesterosCardRow],
    /// What follows when mammoths have moved the wildlings.
    pub wildlings_grown: Rule,
    /// What may be asked when the wildlings have grown.
    pub growth_asks: fn(&mut Foresight),
    /// What follows a victory of the Night's Watch.
    pub watch_wins: fn(&mut Board, &Attack, &mut Table<'_>) -> Result<(), Pause>,
    /// What follows a victory of the wildlings.
    pub wildlings_win: fn(&mut Board, &Attack, &mut Table<'_>) -> Result<(), Pause>,
    /// Where the wildlings are on their track after an attack, by whether the Watch has won.
    pub wildlings_after: fn(&Board, bool) -> u8,
    /// What wildling cards do, by the ids that the deck names.
    pub wildling_cards: &'static [WildlingCardRow],
    /// What may be asked after the bids of an attack, whoever wins.
    pub attack_asks: fn(&mut Foresight),

    // Planning.
    /// Why an order may not lie in an area this turn; `None` if it may.
    pub misplaced: fn(&Board, Area, OrderId) -> Option<Misplaced>,
    /// Whether every area with units must get an order while legal tokens last.
    pub order_everywhere: fn(&Board) -> bool,
    /// What a house musters by an order though it says nothing.
    pub musters_unasked: fn(&Board) -> Option<Unit>,
    /// What a Consolidate Power order brings when it is executed.
    pub consolidates: fn(&Board, Area, OrderId) -> Yield,

    // Raids.
    /// How many orders a Raid order may remove.
    pub raid_targets: fn(&Board, OrderId) -> usize,
    /// Whether a Raid order that lies in an area may remove an order (the second) at all.
    pub raidable: fn(&Board, Area, OrderId, OrderId) -> bool,
    /// What a raider gains by a removed order of a house; says how much power.
    pub raid_spoils: fn(&mut Board, Seat, Seat, OrderId) -> u8,

    // Marches.
    /// What a march against a neutral force is.
    pub forces: Forces,
    /// Whether a power token may be left on one's own home, which its shield keeps anyway.
    pub token_at_home: bool,
    /// When routed units rise.
    pub rally: Rally,

    // Battle.
    /// Whether the owner of a Support order is asked that can add nothing to either side.
    pub idle_support: bool,
    /// What one standing unit of a side counts.
    pub unit_strength: fn(&Board, &Contest, Role, Unit, Part) -> i16,
    /// What the embattled area itself adds to a side, besides its garrison.
    pub place_strength: fn(&Board, &Contest, Role) -> i16,
    /// What House cards do besides their strength and icons, by the ids that cards name.
    pub abilities: &'static [AbilityRow],
    /// The icons that count for a side before abilities.
    pub icons: fn(&Board, &Battle, Role) -> Icons,
    /// Whether a side may not play a card of its hand, unless it has no other: then that counts nothing.
    pub barred: fn(&Board, &Battle, Role, CardId) -> bool,
    /// What follows when a card has removed a side's last unit.
    pub last_unit: LastUnit,
    /// Which of the ways that are open to the beaten they may take.
    pub retreats: fn(&Board, &Battle, Role, Ways) -> Ways,
    /// Which House cards come back when the last is used.
    pub hand_returns: HandReturns,
    /// What goes where a battle, or losses to supply, have left routed units alone.
    pub routed_left: fn(&mut Board),
    /// What follows when the last units of a house leave an area for battle.
    pub area_left: fn(&mut Board, Area, Troop, &mut Table<'_>),
    /// What follows when a land area has come to another house, or to nobody: ports.
    pub area_changed: fn(&mut Board, Area, &mut Table<'_>) -> Result<(), Pause>,

    // The north.
    /// What tactic cards do, by the ids that the data name.
    pub tactics: &'static [TacticRow],
    /// What objective cards pay, by the ids that the data name.
    pub objectives: &'static [ObjectiveRow],
}

/// Who has won at this moment, and by what; the house is given whose action has just been settled, if it was one's.
pub type Decides = fn(&Board, Option<Seat>) -> Option<(Seat, &'static str)>;

/// The winners, and by what they win.
pub type Won = (Vec<Seat>, &'static str);

/// A stage of the turn and what is done in it.
pub struct Chapter {
    pub stage: Stage,
    pub play: Rule,
    /// An open Westeros card that forbids this kind of order takes the stage out of the turn.
    pub skipped_without: Option<OrderKind>,
}

/// One comparison of houses after the last turn.
pub struct Rung {
    /// What decided, if this did: `supply`.
    pub by: &'static str,
    pub value: fn(&Board, Seat) -> u8,
}

/// What a Westeros card does.
#[derive(Clone, Copy)]
pub struct WesterosCardRow {
    /// As decks name it: `clash-of-kings`.
    pub id: &'static str,
    /// What is done when the card is executed.
    pub execute: Rule,
    /// What it may ask, so that houses can answer before it is executed.
    pub asks: fn(&mut Foresight),
    /// The orders that may not be placed while it is open.
    pub forbids: Option<Ban>,
    /// The unit that lends no strength in support while it is open.
    pub mutes: Option<Unit>,
    /// `true` if its deck is shuffled when it is turned, and another card turned.
    pub reshuffles: bool,
    /// The token whose holder decides which card of these it counts as.
    pub choice: Option<(Track, &'static [&'static str])>,
}

/// Orders that may not be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ban {
    pub kind: OrderKind,
    /// `true` if only the starred ones are meant.
    pub starred_only: bool,
}

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
    /// `true` if an earlier card may change which House cards are used.
    pub cards_change: bool,
    limit: usize,
    all: Vec<Foreseen<Question>>,
}

impl Foresight {
    /// Begins with a position, and nothing foreseen.
    pub fn new(board: &Board, limit: usize) -> Self {
        Foresight {
            board: board.clone(),
            units_change: false,
            tokens_move: false,
            power_grows: false,
            cards_change: false,
            limit,
            all: Vec::new(),
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

    /// Returns what is foreseen so far.
    pub fn all(&self) -> &[Foreseen<Question>] {
        &self.all
    }

    /// Returns all that was foreseen.
    pub fn into_all(self) -> Vec<Foreseen<Question>> {
        self.all
    }
}

/// What a wildling card does.
pub struct WildlingCardRow {
    /// As the deck names it: `crow-killers`.
    pub id: &'static str,
    /// After a victory of the Night's Watch.
    pub won: fn(&mut Board, &Attack, &mut Table<'_>) -> Result<(), Pause>,
    /// After a victory of the wildlings.
    pub lost: fn(&mut Board, &Attack, &mut Table<'_>) -> Result<(), Pause>,
}

/// What a House card does besides its strength and icons.
#[derive(Clone, Copy)]
pub struct AbilityRow {
    /// As cards name it: `kill-footman`.
    pub id: &'static str,
    pub hook: Hook,
    /// What there is to choose, for plans.
    pub form: Form,
    /// The kind of unit it makes count more.
    pub raises: Option<Unit>,
    /// `true` if it may take the text of the opponent's card, so that plans may say what is chosen for any card.
    pub takes_text: bool,
}

/// An ability that does something: the battle, the side whose card it is, and the table.
pub type Act = fn(&mut Board, &mut Battle, Role, &mut Table<'_>) -> Result<(), Pause>;

/// The step of battle at which an ability works, and its function. Within a step, abilities work in the order of play.
#[derive(Clone, Copy)]
pub enum Hook {
    /// Right after the cards are revealed, before any other ability.
    Cancel(Act),
    /// Next, before strength is counted.
    Revealed(Act),
    /// While strength is counted: what the card of a side (the first) changes in the strength of a side (the second).
    Strength(fn(&Board, &Battle, Role, Role) -> i16),
    /// While icons are counted: the icons of a side (the second) as the card of a side (the first) leaves them.
    Icons(fn(&Board, &Battle, Role, Role, Icons) -> Icons),
    /// Both of these.
    StrengthAndIcons(fn(&Board, &Battle, Role, Role) -> i16, fn(&Board, &Battle, Role, Role, Icons) -> Icons),
    /// When the winner is known, before casualties; won or lost.
    Decided(Act),
    /// While strength is counted, and once more when casualties are counted and before the beaten retreat.
    StrengthAndBeaten(fn(&Board, &Battle, Role, Role) -> i16, Act),
    /// When units are lost: skulls that its owner deals.
    Skulls(fn(&Board, &Battle, Role) -> u8),
    /// In such an area, what the area itself gives to its defender is not given.
    Levels(fn(&Board, Area) -> bool),
    /// Not in a battle.
    Elsewhere,
    /// No units are lost to cards, swords or skulls.
    Spares,
    /// Beaten, its units retreat wherever they can reach, and stand.
    Escapes,
    /// The winner chooses where the beaten go.
    Retreat,
    /// Beaten in defence, it keeps the attacker out of the area.
    Bars,
    /// When the area is taken, before orders go; won or lost.
    Cleanup(Act),
    /// While strength is counted, and when the area is taken.
    StrengthAndCleanup(fn(&Board, &Battle, Role, Role) -> i16, Act),
    /// While icons are counted, and when the area is taken.
    IconsAndCleanup(fn(&Board, &Battle, Role, Role, Icons) -> Icons, Act),
    /// After casualties and retreat, if the battle was won.
    Won(Act),
    /// When the area is taken and cards are used up; won or lost.
    After(Act),
}

/// What a tactic card does.
pub struct TacticRow {
    /// As the data name it: `hit-and-run`.
    pub id: &'static str,
    /// Its abilities, the first and the second.
    pub abilities: &'static [TacticAbility],
}

/// One ability of a tactic card.
pub struct TacticAbility {
    pub hook: TacticHook,
    /// `true` if it may be used each time its window comes; otherwise once a round.
    pub each: bool,
    /// The power it costs at least, besides what another card adds.
    pub cost: u8,
    /// Whether it could do anything for its owner now, besides the price; what is asked only if it could.
    pub can: fn(&Board, &Using) -> bool,
}

/// An ability used in a battle: the side that it belongs to, and its owner. Returns `true` if it was used.
pub type TacticAct = fn(&mut Board, &mut Battle, Role, &Using, &mut Table<'_>) -> Result<bool, Pause>;

/// An ability that chooses the way of the beaten, if it is used.
pub type ChooseWay = fn(&mut Board, &Battle, &Using, &Ways, &mut Table<'_>) -> Result<Option<Area>, Pause>;

/// The window in which an ability of a tactic card works, and its function, which asks its owner, has the price paid and
/// says whether the ability was used.
#[derive(Clone, Copy)]
pub enum TacticHook {
    /// In the tactic step, when its owner has chosen to use it.
    Revealed(fn(&mut Board, &Using, &mut Table<'_>) -> Result<(), Pause>),
    /// In place of resolving a Raid order: used, it has spent one.
    Raid(fn(&mut Board, &Using, &mut Table<'_>) -> Result<bool, Pause>),
    /// After an own raid has been resolved.
    Raided(fn(&mut Board, &Using, &mut Table<'_>) -> Result<bool, Pause>),
    /// A march has named its moves, and they open a battle; before support is asked.
    MarchDeclared(TacticAct),
    /// When its owner has answered for its Support orders; it may lend more.
    Support(fn(&mut Board, &mut Contest, &Using, &mut Table<'_>) -> Result<bool, Pause>),
    /// All support is known; before House cards are chosen.
    AfterSupport(TacticAct),
    /// Its owner has won; before casualties.
    Won(TacticAct),
    /// Its owner has lost; before casualties.
    Lost(TacticAct),
    /// Its owner has won as attacker, and the loser has these ways to retreat: the one he must take, if any.
    Retreat(ChooseWay),
    /// Used House cards have been discarded; before the hand is refreshed.
    CardsAway(TacticAct),
    /// The battle has been cleaned up, and nobody has won the game by it.
    AfterBattle(TacticAct),
    /// The same, after all others.
    AfterAll(TacticAct),
    /// All of a march is done, its battle too.
    MarchDone(fn(&mut Board, &MarchDone, &Using, &mut Table<'_>) -> Result<bool, Pause>),
}

/// A march that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct MarchDone {
    pub seat: Seat,
    pub from: Area,
    pub order: OrderId,
    /// The areas that were entered without meeting enemy units, and who entered.
    pub entered: ArrayVec<(Area, Troop), 16>,
}

/// What an objective card pays.
pub struct ObjectiveRow {
    /// As the data name it: `watch-hold-the-fist`.
    pub id: &'static str,
    /// Power it pays its side when the round ends.
    pub pays: fn(&Board, Seat) -> u8,
}

/// What one house has besides its units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct House {
    pub power: u8,
    /// Position on the supply track.
    pub supply: u8,
    /// House cards in hand.
    pub hand: CardSet,
    /// House cards used.
    pub used: CardSet,
    /// House cards that are not in the game, or not yet.
    pub out: CardSet,
    /// Units that are neither on the board nor in the pool.
    pub away: Troop,
}

/// What belongs to one board of the game: its tracks of influence, its decks, its wildlings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Theatre {
    /// Influence, first to last, by [`Track`].
    pub tracks: [Vec<Seat>; 3],
    /// `true` if the Blade has been used this turn.
    pub blade_used: bool,
    /// Step of the wildlings on their track.
    pub wildlings: u8,
    /// Westeros decks, next card first, as places in the printed decks.
    pub decks: Vec<Vec<u8>>,
    /// The Westeros cards that are open this turn, as places in the printed decks.
    pub open: Vec<Option<u8>>,
    /// The row that an open card counts as, where somebody has chosen one.
    pub chosen: Vec<Option<u8>>,
    /// Wildling cards, next card first, as places in the printed deck.
    pub wildling_deck: Vec<u8>,
    /// Who knows of which wildling card where it lies in the deck, besides those who have seen it turned.
    pub watched: Vec<(Seat, u8)>,
}

/// How the game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; several share a draw.
    pub winners: Vec<Seat>,
    /// The rung of the ladder, or the way of winning at once, that decided: `areas`, `turns`, `draw`.
    pub by: &'static str,
}

/// A whole position.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// What is printed.
    pub world: Arc<World>,
    /// The edition it is played by.
    pub edition: &'static Edition,
    /// Turn, from 1.
    pub turn: u8,
    /// The stage that is played next, or is being played.
    pub stage: Stage,
    /// Orders executed so far in this stage; part of the keys of questions.
    pub step: u16,
    /// What is in each area.
    pub spots: Spots,
    pub houses: BySeat<House>,
    /// Boards, the main one first, as in [`World::theatres`].
    pub theatres: Vec<Theatre>,
    /// Tactic cards, quests and objectives; `None` in a game without them.
    pub north: Option<North>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

/// Editions are equal if they are the same one.
impl PartialEq for Edition {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl fmt::Debug for Edition {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.id)
    }
}
