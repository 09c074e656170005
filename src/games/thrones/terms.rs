//! The terms in which an edition answers the questions it is asked.

use super::data::Row;
use crate::table::{BySeat, MOST_SEATS, Seat};
use arrayvec::ArrayVec;

/// A stage of a turn; each is played as a whole. Stages compare by their place in the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The Westeros cards are turned, mammoths move the wildlings.
    Westeros,
    /// Card I is executed.
    CardOne,
    /// Card II is executed.
    CardTwo,
    /// Card III is executed.
    CardThree,
    Planning,
    /// The Messenger Raven.
    Raven,
    Raids,
    Marches,
    /// Consolidate Power orders.
    Consolidate,
    Over,
    /// A stage that one edition alone has.
    Own(OwnStage),
}

/// A stage that one edition adds to the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnStage {
    /// Its id, used in keys of questions: `quests`.
    pub id: &'static str,
    /// The stage it comes after, for code that asks what is past: [`Stage::rank`] of that stage, and something.
    pub rank: u8,
}

impl Stage {
    /// The stages that editions share, in order.
    pub const ALL: [Stage; 10] = [
        Stage::Westeros,
        Stage::CardOne,
        Stage::CardTwo,
        Stage::CardThree,
        Stage::Planning,
        Stage::Raven,
        Stage::Raids,
        Stage::Marches,
        Stage::Consolidate,
        Stage::Over,
    ];

    /// Returns its id, used in keys of questions: `marches`.
    pub fn id(self) -> &'static str {
        match self {
            Stage::Westeros => "westeros",
            Stage::CardOne => "westeros-1",
            Stage::CardTwo => "westeros-2",
            Stage::CardThree => "westeros-3",
            Stage::Planning => "planning",
            Stage::Raven => "raven",
            Stage::Raids => "raids",
            Stage::Marches => "marches",
            Stage::Consolidate => "consolidate",
            Stage::Over => "over",
            Stage::Own(own) => own.id,
        }
    }

    /// Returns its place in the turn: 10 for the first of the shared stages, 20 for the second, and so on.
    pub fn rank(self) -> u8 {
        match self {
            Stage::Westeros => 10,
            Stage::CardOne => 20,
            Stage::CardTwo => 30,
            Stage::CardThree => 40,
            Stage::Planning => 50,
            Stage::Raven => 60,
            Stage::Raids => 70,
            Stage::Marches => 80,
            Stage::Consolidate => 90,
            Stage::Over => 100,
            Stage::Own(own) => own.rank,
        }
    }
}

impl PartialOrd for Stage {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Stage {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank()).then_with(|| self.id().cmp(other.id()))
    }
}

/// What a unit does in a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// It is in the embattled area, or marches there.
    Fights,
    /// It supports from next door.
    Supports,
}

/// What follows when a House card has removed a side's last unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastUnit {
    /// The battle is over, and the other side has won it.
    EndsBattle,
    /// The battle goes on with orders, supporters and cards.
    FightsOn,
}

/// What a player may say beforehand of an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// There is nothing to choose.
    None,
    /// Whether it is used.
    Use,
    /// A standing or a routed unit.
    FitOrRouted,
    /// One of one's own cards, or none.
    OwnCard,
    /// A card of another house, or none.
    OthersCard,
    Area,
    /// An area, or none.
    AreaOrNone,
    Track,
    /// A kind of unit, or none.
    UnitOrNone,
    /// An order on the board or a new one, and where it goes; or none.
    OrderTo,
}

impl Form {
    /// Returns `true` if its house may also leave it.
    pub fn is_optional(self) -> bool {
        !matches!(self, Form::None | Form::Area | Form::FitOrRouted | Form::Track)
    }

    /// Returns its id, by which templates know it.
    pub fn id(self) -> &'static str {
        match self {
            Form::None => "none",
            Form::Use => "use",
            Form::FitOrRouted => "fit-or-routed",
            Form::OwnCard => "own-card",
            Form::OthersCard => "others-card",
            Form::Area => "area",
            Form::AreaOrNone => "area-or-none",
            Form::Track => "track",
            Form::UnitOrNone => "unit-or-none",
            Form::OrderTo => "order-to",
        }
    }
}

/// When routed units rise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rally {
    /// When all marches are done.
    AfterMarches,
    /// When the board is swept at the end of the turn.
    AtTurnEnd,
}

/// What a march against a neutral force is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forces {
    /// Support is asked for; units that fall short stay where they were.
    TurnBack,
    /// A march that falls short is not legal, and one that does not meets nobody else.
    MustFall,
}

/// Which House cards come back to a house that has used its last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandReturns {
    /// All of them.
    All,
    /// All but the last.
    ButLast,
}

/// Why an order may not lie in an area, whosever units are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misplaced {
    /// An open Westeros card forbids it this turn.
    Forbidden,
    /// Consolidate Power is for land areas only.
    ConsolidateAtSea,
    /// Only units that never leave the area are there, and they cannot carry it out.
    Unmanned,
    /// Nobody supports over the borders that the area has.
    SupportCutOff,
    /// A land area without land neighbours: there is no battle its land units could support.
    SupportNowhere,
}

/// What a Consolidate Power order brings when it is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Yield {
    pub power: u8,
    /// Points with which its owner may muster in the area instead.
    pub points: u8,
}

/// An attack of the wildlings whose bids are paid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    pub strength: u8,
    pub bids: BySeat<u8>,
    /// Who takes part, in order of play.
    pub among: ArrayVec<Seat, MOST_SEATS>,
    /// The highest bidder of a victory, the lowest of a defeat.
    pub singled_out: Seat,
    /// The wildling card turned for it; `None` in an edition that has none.
    pub card: Option<Row>,
}
