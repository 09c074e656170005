//! The half of the record that a ruling leaves as it is: the people around the game.

use super::chance_state::ChanceState;
use super::dispute::Dispute;
use super::due::Due;
use super::game::Game;
use super::keys::Held;
use super::mail::{Message, Receipts};
use super::messages::{About, Messages, Replies};
use super::ruling::{Given, Proposal};
use super::tenure::{Former, Tenure};
use crate::campaign::state::entries::{
    Ballots, Chance, Counts, Days, Founded, Leaving, Replaced, SeatId, Told,
};
use crate::plan::MapKind;
use crate::seal::{Hash256, NamedHead};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Everything around the game: seats, keys, mail in and out, votes, absences, disputes and rulings.
///
/// A ruling takes the [`Game`] back, but not the people: a message that we have sent is sent, and a key that was
/// changed stays changed. Numbers of receipts, messages and rulings therefore only ever grow. The one exception is
/// `hear_again`, which makes seats get reports on what a ruling has changed.
///
/// A seat is a place in the game; its player may change ([`tenures`](Self::tenures)). Maps by `String` also have the
/// entries
/// `gm` and those of strangers and observers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct People {
    /// The founding of the campaign; `None` only before the first entry.
    pub founded: Option<Founded>,
    /// The settings that everybody may read.
    pub settings: Value,
    /// When the game master stopped the clock; `None` if it runs.
    #[serde(default)]
    pub paused: Option<DateTime<Utc>>,
    /// The keys of seats and of `gm`, hashed.
    pub keys: BTreeMap<String, Held>,
    /// The seats that have passed the rehearsal.
    #[serde(default)]
    pub rehearsed: BTreeSet<SeatId>,
    /// Two flags: the other seats were reminded of the rehearsal; the game master has ended it.
    #[serde(default)]
    pub rehearsal: (bool, bool),
    /// The last entry that was reported to each observer.
    #[serde(default)]
    pub observed: BTreeMap<String, u64>,
    /// The words of chance of each seat, without those that are sealed and not opened.
    pub words: BTreeMap<SeatId, String>,
    /// Sealed words of chance, and the public number.
    #[serde(default)]
    pub chance: ChanceState,
    /// What the shuffles are made of besides the secret, once `seeded` is `true`.
    #[serde(default)]
    pub fixed: Chance,
    /// `true` if `fixed` is final, so that the game can shuffle.
    pub seeded: bool,
    /// How many windows each stage of each turn has had.
    pub counts: BTreeMap<String, u32>,
    /// The ids of windows that are over.
    pub past: BTreeSet<String>,
    /// The windows of the past in which each seat was asked nothing, since the last one in which it was asked: what it sends in
    /// answer to them is kept for later.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unasked: BTreeMap<SeatId, BTreeSet<String>>,
    pub receipts: BTreeMap<SeatId, Receipts>,
    /// The form of the map that seats have asked for by mail.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub maps: BTreeMap<SeatId, MapKind>,
    /// How many messages came and were mailed so far.
    #[serde(default)]
    pub counts_of_mail: Counts,
    /// How many messages were mailed to each recipient.
    #[serde(default)]
    pub mailed: BTreeMap<String, u64>,
    /// The messages that we have received.
    pub messages: Messages,
    /// When we last answered each stranger, by a keyed hash of the address.
    pub strangers: BTreeMap<Hash256, DateTime<Utc>>,
    /// Keyed hashes of the signed texts that have counted; each counts once.
    pub signed: BTreeSet<Hash256>,
    /// When a seat or `gm` was last warned about a message, by `seat/what`.
    pub warned: BTreeMap<String, DateTime<Utc>>,
    /// Seats whose mail comes back, and since when.
    pub unreachable: BTreeMap<SeatId, DateTime<Utc>>,
    /// When we received each piece of a seat's press of the last day.
    pub pressed: BTreeMap<SeatId, Vec<DateTime<Utc>>>,
    /// The present votes of each seat.
    pub ballots: BTreeMap<SeatId, Ballots>,
    pub disputes: Vec<Dispute>,
    /// Since when the clock waits for disputes or a proposed ruling; `None` if it does not.
    pub held: Option<DateTime<Utc>>,
    /// Seats that are given up.
    pub resigned: BTreeSet<SeatId>,
    /// Seats whose players want to resign, and have not done so yet.
    #[serde(default)]
    pub leaving: BTreeMap<SeatId, Leaving>,
    /// The seats that were handed to another player since the start.
    #[serde(default)]
    pub tenures: BTreeMap<SeatId, Tenure>,
    /// The players who have held these seats before, the first one first; none that this copy of the ledger leaves out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub former: BTreeMap<SeatId, Vec<Former>>,
    /// When the last absence of a seat with a stand-in began.
    #[serde(default)]
    pub standing_in: BTreeMap<SeatId, DateTime<Utc>>,
    /// All booked absences; the last one that covers an instant counts.
    pub away: Vec<(SeatId, Days)>,
    /// How much of the game has been reported to each seat.
    pub told: BTreeMap<SeatId, Told>,
    /// The last entry that a report to each seat has spoken of: it has told of the rulings before it, also of those to which a later
    /// ruling has gone back.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub told_of_rulings: BTreeMap<SeatId, u64>,
    /// The turn of each seat's last report.
    pub reported: BTreeMap<SeatId, u32>,
    /// The last public point: the number of the last entry that founded the campaign, opened a window, published its seals, or
    /// ended the game. Every message names it, and it shows nothing that a window still hides. 0 before the first entry.
    pub point: u64,
    /// The head that the last report to each seat named.
    pub heads: BTreeMap<SeatId, NamedHead>,
    /// `heads` as it was at the last public point, for the reports that name this point.
    pub heads_before: BTreeMap<SeatId, NamedHead>,
    /// The messages that are to be sent, oldest first.
    pub due: Vec<Due>,
    /// How many messages, without receipts, were ever due to each recipient. Their names have the next number.
    pub numbers: BTreeMap<String, u64>,
    /// The first and the last report to each recipient, to which other messages reply in mail programs.
    pub threads: BTreeMap<String, Vec<String>>,
    /// The windows that reports and receipts were about.
    pub about: About,
    /// What plain answers to our messages are about.
    #[serde(default)]
    pub replies: Replies,
    /// All rulings and proposals, oldest first.
    #[serde(default)]
    pub rulings: Vec<Given>,
    /// The ruling that is proposed at present.
    #[serde(default)]
    pub proposal: Option<Proposal>,
}

impl People {
    /// Returns the ids of the seats in the game's order.
    pub fn seats(&self) -> impl Iterator<Item = &str> {
        self.founded.iter().flat_map(|founded| founded.seats.iter().map(|seat| seat.seat.as_str()))
    }

    /// Puts the name of a seat's new player into the public settings, unless the campaign is anonymous.
    pub(crate) fn name_player(&mut self, seat: &str, replaced: &Replaced) {
        if let (Some(player), Some(seats)) = (&replaced.player, self.settings["seats"].as_array_mut()) {
            let own = seats.iter_mut().filter(|known| known["seat"] == *seat);
            own.for_each(|known| known["player"] = Value::String(player.clone()));
        }
    }

    /// Returns the message with this Message-ID (its SHA-256) that spoke for `of`, or the stranger's if that is `None`.
    pub fn known_message(&self, message: &Hash256, of: Option<&str>) -> Option<Message> {
        self.messages.with_id(message).into_iter().find(|known| known.of.as_deref() == of)
    }

    /// Returns the open disputes, oldest first.
    pub fn open_disputes(&self) -> impl Iterator<Item = &Dispute> {
        self.disputes.iter().filter(|dispute| dispute.end.is_none())
    }

    /// Returns a dispute by its number, from 1, open or settled.
    pub fn dispute(&self, number: u64) -> Option<&Dispute> {
        self.disputes.iter().find(|dispute| dispute.number == number)
    }

    /// Prepares the people for a game that a ruling has taken back: events are reported again from the opening of its
    /// stage, everybody gets a new report, and messages about the replaced timeline are not sent.
    pub(crate) fn hear_again(&mut self, game: &Game) {
        let seq = game.history.last().map_or(0, |stage| stage.seq);
        let start = Told { stage: game.stage, events: 0, seq };
        self.told.values_mut().for_each(|told| *told = (*told).min(start));
        self.reported.clear();
        self.due.retain(|due| !due.kind.is_of_the_game());
    }
}
