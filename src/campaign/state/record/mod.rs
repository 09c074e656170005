//! What has come of everything in the ledger so far. It is made by [`apply`](Record::apply) alone, entry by entry,
//! and never edited.
//!
//! May use: entries. Is used by: all of campaign.

pub mod window;

pub use window::{Phase, Window};

use crate::campaign::intake::dispute::Dispute;
use crate::campaign::intake::stand_in::CopyOf;
use crate::campaign::ruling::{Given, Proposal, Ruled};
use crate::campaign::state::carried::Carried;
use crate::campaign::state::corrections::Texts;
use crate::campaign::state::entries::{Ballots, Days, Ended, Founded, From, How, Order, SeatId, Shut, Told};
use crate::campaign::state::keys::Held;
use crate::seal::Hash256;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The state of a campaign.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// The number of the last entry in it.
    pub seq: u64,
    /// When that was written.
    pub at: DateTime<Utc>,
    /// How it was founded.
    pub founded: Option<Founded>,
    /// What everybody may know of the settings.
    pub settings: Value,
    /// Since when the clock stands, if it does.
    #[serde(default)]
    pub paused: Option<DateTime<Utc>>,
    /// The keys of seats and of `gm`, hashed.
    pub keys: BTreeMap<String, Held>,
    /// The seats that have passed the rehearsal.
    #[serde(default)]
    pub rehearsed: BTreeSet<SeatId>,
    /// Whether those who have not were reminded, and whether it was ended.
    #[serde(default)]
    pub rehearsal: (bool, bool),
    /// Turns that are over and observers may be told of.
    #[serde(default)]
    pub watched: Vec<Watched>,
    /// The last entry that each observer was told of.
    #[serde(default)]
    pub observed: BTreeMap<String, u64>,
    /// Words of chance, by seat.
    pub words: BTreeMap<SeatId, String>,
    /// Whether the words are fixed, so that draws can be made.
    pub seeded: bool,
    /// The number of the stage that is played, from 1; 0 before the set-up.
    pub stage: u64,
    /// The turn.
    pub turn: u32,
    /// The name of the stage.
    pub stage_name: String,
    /// The position at the opening of the stage.
    pub position: Value,
    /// Answers of this stage, by key.
    pub answers: BTreeMap<String, Value>,
    /// The window that is open, or the last that was.
    pub window: Option<Window>,
    /// The window before it.
    pub before: Option<Window>,
    /// How many windows each stage of each turn has had.
    pub counts: BTreeMap<String, u32>,
    /// Windows that are over.
    pub past: BTreeSet<String>,
    /// The turn in which each seat was last asked.
    pub asked_turn: BTreeMap<SeatId, u32>,
    /// Plans in use, newest first.
    pub plans: BTreeMap<SeatId, Vec<Filed>>,
    /// Questions that the seat will not answer any more, by key, with the reason.
    pub silenced: BTreeMap<String, String>,
    /// The turn in which a seat was last silent to the end of a window; forgotten when it is heard of.
    pub missed: BTreeMap<SeatId, (u32, String)>,
    /// Receipts by seat.
    pub receipts: BTreeMap<SeatId, Receipts>,
    /// Mails known by the hash of their Message-ID.
    pub messages: BTreeMap<Hash256, Message>,
    /// When strangers were last answered, by their keyed hash.
    pub strangers: BTreeMap<Hash256, DateTime<Utc>>,
    /// Signed texts that have counted, as keyed hashes.
    pub signed: BTreeSet<Hash256>,
    /// When somebody was last warned of a mail, by `seat/what`.
    pub warned: BTreeMap<String, DateTime<Utc>>,
    /// Seats whose mail comes back, since when.
    pub unreachable: BTreeMap<SeatId, DateTime<Utc>>,
    /// When each seat's press of the last day was taken in.
    pub pressed: BTreeMap<SeatId, Vec<DateTime<Utc>>>,
    /// How each seat votes.
    pub ballots: BTreeMap<SeatId, Ballots>,
    /// All disputes, oldest first.
    pub disputes: Vec<Dispute>,
    /// Since when the clock waits for disputes; none if it does not.
    pub held: Option<DateTime<Utc>>,
    /// Seats that are given up.
    pub resigned: BTreeSet<SeatId>,
    /// The seats that have another player than at the start.
    #[serde(default)]
    pub tenures: BTreeMap<SeatId, Tenure>,
    /// Since when somebody stands in for a seat, in the last absence in which somebody did.
    #[serde(default)]
    pub standing_in: BTreeMap<SeatId, DateTime<Utc>>,
    /// Booked absences.
    pub away: Vec<(SeatId, Days)>,
    /// What has happened in stages that are over and not all seats were told of.
    pub events: Vec<Happened>,
    /// What was decided likewise.
    pub decisions: Vec<Decided>,
    /// How far each seat's story was told.
    pub told: BTreeMap<SeatId, Told>,
    /// The turn of each seat's last report.
    pub reported: BTreeMap<SeatId, u32>,
    /// Mails to be sent, oldest first.
    pub due: Vec<Due>,
    /// How many mails but receipts were ever due to each recipient; their names count on from it.
    pub numbers: BTreeMap<String, u64>,
    /// The mails that threads hang on: each recipient's first and last report.
    pub threads: BTreeMap<String, Vec<String>>,
    /// Which window each report was about, by its name.
    pub about: BTreeMap<String, String>,
    /// All that was shuffled.
    pub draws: Vec<Order>,
    /// Whether the rules say that the game is over.
    pub over: bool,
    /// How it ended.
    pub ended: Option<Ended>,
    /// The stages that are over: turn and name of each at its opening, the entry that resolved it.
    pub history: Vec<PastStage>,
    /// Answers that rulings give, by key, until they are used.
    #[serde(default)]
    pub ruled: BTreeMap<String, Ruled>,
    /// What rulings make of things that the rules work out, by key.
    #[serde(default)]
    pub outcomes: BTreeMap<String, Ruled>,
    /// Files of the game's data that rulings have corrected, by name: their whole texts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub data: Texts,
    /// What the way of the game that the last ruling has left still gives.
    #[serde(default)]
    pub carried: Carried,
    /// What is sealed for windows that rulings have closed.
    #[serde(default)]
    pub shut: Vec<Shut>,
    /// The rulings, oldest first, with proposals.
    #[serde(default)]
    pub rulings: Vec<Given>,
    /// A ruling that is proposed.
    #[serde(default)]
    pub proposal: Option<Proposal>,
}

/// A stage that is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PastStage {
    /// Its number, from 1; 0 is the set-up.
    pub number: u64,
    /// Its turn.
    pub turn: u32,
    /// Its name.
    pub stage: String,
    /// When it was resolved.
    pub at: DateTime<Utc>,
    /// By which entry.
    pub seq: u64,
}

/// A plan in use.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Filed {
    /// The window it was sent in.
    pub window: String,
    /// How it came.
    pub how: How,
    /// The revision.
    pub revision: u64,
    /// The entry that opened it.
    pub seq: u64,
    /// The plan.
    pub plan: Value,
}

/// The receipts of a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Receipts {
    /// How many.
    pub number: u64,
    /// The end of their chain.
    pub chain: Hash256,
    /// When its mails of the last hour came.
    pub recent: Vec<DateTime<Utc>>,
    /// When mails of the last day came that had nothing in them, since the last one that had.
    #[serde(default)]
    pub empty: Vec<DateTime<Utc>>,
}

/// A turn that is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Watched {
    /// Which.
    pub turn: u32,
    /// The entry that ended it.
    pub seq: u64,
    /// When that was written.
    pub at: DateTime<Utc>,
}

/// Who holds a seat that its first player does not hold any more.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tenure {
    /// The entry that it began with.
    pub seq: u64,
    /// The player's name; empty where this copy does not say.
    pub player: String,
    /// Where mail goes; empty likewise.
    pub address: String,
    /// Player and addresses as campaign.yaml had them.
    pub was: (String, Vec<String>),
    /// The public keys of the player before.
    pub ssh: Vec<String>,
}

/// A mail that is known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// SHA-256 of it as it came.
    pub mail: Hash256,
    /// What it came to.
    pub fate: crate::campaign::state::entries::Fate,
}

/// Something that has happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Happened {
    /// In which stage.
    pub stage: u64,
    /// Its place among the stage's events, from 0.
    pub index: u64,
    /// What.
    pub event: Value,
}

/// Something that was decided.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decided {
    /// In which stage.
    pub stage: u64,
    /// By which entry.
    pub seq: u64,
    /// Whose.
    pub seat: SeatId,
    /// The question's key.
    pub key: String,
    /// Its kind.
    pub kind: String,
    /// The answer.
    pub answer: Value,
    /// Where it came from.
    pub source: From,
}

/// A mail to be sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Due {
    /// To whom: a seat's id, `gm` or `stranger`.
    pub to: String,
    /// What it is, unique for the recipient: `report-12`.
    pub what: String,
    /// What sort.
    pub kind: DueKind,
    /// Since when.
    pub at: DateTime<Utc>,
    /// The entry that it follows from.
    pub seq: u64,
}

/// What sort of mail.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "mail", rename_all = "kebab-case")]
pub enum DueKind {
    /// The welcome with the key.
    Opening,
    /// The welcome to a seat's next player, with all that the seat may know.
    Handover,
    /// The last mail to a seat's player before.
    Farewell,
    /// That somebody is asked to stand in.
    Asked,
    /// The same as the seat is mailed, to who stands in for its player.
    Copy {
        /// Of what.
        of: CopyOf,
    },
    /// The public report, for an observer.
    Observed,
    /// A report of a turn or of a part of it.
    Report,
    /// A receipt.
    Receipt,
    /// The table of seals.
    Seals,
    /// A reminder.
    Reminder,
    /// A notice.
    Notice {
        /// What of.
        notice: String,
        /// What its words speak of.
        details: Value,
    },
    /// Press, where no report takes it along.
    Press,
    /// The answer to a stranger.
    Stranger,
    /// The end.
    End,
    /// A ruling, or the proposal of one, by its number.
    Ruling {
        /// Which.
        number: u64,
    },
}

/// The recipient `gm` of mails.
pub const GM: &str = "gm";
/// The recipient `stranger` of mails.
pub const STRANGER: &str = "stranger";
/// The recipient `former` of mails: who has held a seat.
pub const FORMER: &str = "former";
/// The recipient `stand-in` of mails that do not speak for a seat.
pub const ASKED: &str = "stand-in";
/// What the names of observers begin with.
pub const OBSERVER: &str = "observer-";

impl Record {
    /// The seats in the game's order.
    pub fn seats(&self) -> impl Iterator<Item = &str> {
        self.founded.iter().flat_map(|founded| founded.seats.iter().map(|seat| seat.seat.as_str()))
    }

    /// The window, if it is open.
    pub fn open_window(&self) -> Option<&Window> {
        self.window.as_ref().filter(|window| window.is_open())
    }

    /// Whether a plan in the open window, or in one that a ruling has closed, is sealed so.
    pub(crate) fn knows_seal(&self, seal: &str) -> bool {
        let shut = self.shut.iter().map(|shut| &shut.seats);
        let all = self.window.iter().map(|window| &window.seats).chain(shut).flat_map(|seats| seats.values());
        all.filter_map(|part| part.seal.as_deref()).any(|known| known == seal)
    }

    /// Until when words of chance are still taken.
    pub fn words_until(&self) -> Option<DateTime<Utc>> {
        self.founded.as_ref().filter(|_| !self.seeded).and_then(|founded| founded.words_until)
    }
}
