//! The people around the game: what stays when a ruling takes the game back.

use super::dispute::Dispute;
use super::due::Due;
use super::game::Game;
use super::keys::Held;
use super::mail::{Message, Receipts};
use super::ruling::{Given, Proposal};
use super::tenure::Tenure;
use crate::campaign::state::entries::{Ballots, Days, Founded, SeatId, Told};
use crate::seal::Hash256;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Seats, keys, mail, votes, absences, disputes and rulings.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct People {
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
    /// The last entry that each observer was told of.
    #[serde(default)]
    pub observed: BTreeMap<String, u64>,
    /// Words of chance, by seat.
    pub words: BTreeMap<SeatId, String>,
    /// Whether the words are fixed, so that draws can be made.
    pub seeded: bool,
    /// How many windows each stage of each turn has had.
    pub counts: BTreeMap<String, u32>,
    /// Windows that are over.
    pub past: BTreeSet<String>,
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
    /// The rulings, oldest first, with proposals.
    #[serde(default)]
    pub rulings: Vec<Given>,
    /// A ruling that is proposed.
    #[serde(default)]
    pub proposal: Option<Proposal>,
}

impl People {
    /// The seats in the game's order.
    pub fn seats(&self) -> impl Iterator<Item = &str> {
        self.founded.iter().flat_map(|founded| founded.seats.iter().map(|seat| seat.seat.as_str()))
    }

    /// Until when words of chance are still taken.
    pub fn words_until(&self) -> Option<DateTime<Utc>> {
        self.founded.as_ref().filter(|_| !self.seeded).and_then(|founded| founded.words_until)
    }

    /// The disputes that are open, oldest first.
    pub fn open_disputes(&self) -> impl Iterator<Item = &Dispute> {
        self.disputes.iter().filter(|dispute| dispute.end.is_none())
    }

    /// A dispute by its number.
    pub fn dispute(&self, number: u64) -> Option<&Dispute> {
        self.disputes.iter().find(|dispute| dispute.number == number)
    }

    /// Prepares the people for a game that a ruling has taken back: its story is told again from the opening of the stage
    /// it goes back to, everybody gets a report of how it stands, and mail about the replaced timeline is not sent.
    pub(crate) fn hear_again(&mut self, game: &Game) {
        let seq = game.history.last().map_or(0, |stage| stage.seq);
        let start = Told { stage: game.stage, events: 0, seq, votes: false };
        self.told.values_mut().for_each(|told| *told = (*told).min(start));
        self.reported.clear();
        self.due.retain(|due| !due.kind.is_of_the_game());
    }
}
