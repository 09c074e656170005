//! All settings of a campaign, as `campaign.yaml` gives them.

use super::chance::ChanceSettings;
use super::dispute::Disputes;
use super::mail::{From, Limits, PressKind};
use super::people::Observer;
use super::ruling::Rulings;
use super::seats::{Gm, SeatSettings};
use super::trust::Trust;
use super::windows::{Absence, Clock, CloseEarly, Pace, Secrecy};
use crate::campaign::state::clock::Rule;
use crate::plan::MapKind;
use crate::post::{Address, MailIn, MailOut};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The settings of a campaign: the contents of `campaign.yaml`, with defaults for what it leaves out.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The campaign's id: small letters, digits and hyphens, at most 40.
    pub id: String,
    /// The campaign's name for people.
    pub title: String,
    /// The game's id with the edition, such as `thrones-1e`.
    pub game: String,
    pub players: u8,
    /// The version of the game's rules. Not read from the file: the version that the campaign was founded with, or the
    /// newest if it has not begun.
    pub rules: u32,
    /// Readings of the rules that the game offers; null for ours.
    pub options: Value,
    pub seats: Vec<SeatSettings>,
    /// The map in the mail of all seats that have no such setting of their own.
    pub map: MapKind,
    pub gm: Gm,
    /// The address that players write to.
    pub address: Address,
    /// The address that mail servers return undelivered messages to, each with a seat and a MAC in it; `None` if they are returned
    /// to `address`.
    pub bounces: Option<String>,
    /// The pace of all seats that have none of their own.
    pub pace: Pace,
    /// `true` if messages that ask for orders carry the order page, for all seats that do not say.
    pub page: bool,
    /// Kinds of question that seats are always asked about.
    pub ask_about: Vec<String>,
    pub clock: Clock,
    /// How a seat is played if no usable plan of it came in time.
    pub absence: Absence,
    /// How many days in a year a player may book as absences.
    pub days_away: u16,
    /// How plans are handed in.
    pub secrecy: Secrecy,
    /// How plans are handed in that answer a kind of question; `secrecy` counts for all other kinds.
    pub secrecy_of: BTreeMap<String, Secrecy>,
    pub close_early: CloseEarly,
    pub from: From,
    pub trust: Trust,
    pub press: PressKind,
    pub disputes: Disputes,
    pub rulings: Rulings,
    pub limits: Limits,
    pub mail_in: MailIn,
    pub mail_out: MailOut,
    /// When the rehearsal (a test of the players' mail before the game) ends; `None` if there is no rehearsal.
    pub rehearsal: Option<Rule>,
    pub observers: Vec<Observer>,
    /// `true` if an absent player may ask the others to wait.
    pub may_wait: bool,
    /// `true` if a seat's next player is given the press that the seat was sent.
    pub handover_press: bool,
    /// `true` if a seat becomes vacant when all others vote to replace its player.
    pub replace_by_vote: bool,
    /// `true` if nobody is told who plays which seat.
    pub anonymous: bool,
    /// `true` if an anonymous campaign tells who played which seat when the game is over.
    pub reveal: bool,
    /// The folder in which every tick keeps the pages for the web, in the campaign's folder if it is relative; `None` if it keeps
    /// none.
    pub site: Option<PathBuf>,
    /// `true` if every message is checked for secrets of other seats before it is sent.
    pub leak_check: bool,
    /// What is mixed into the shuffles besides the program's secret. It cannot change once the campaign has begun.
    pub chance: ChanceSettings,
}

impl Settings {
    /// Returns the settings of a seat by its id in the game.
    pub fn seat(&self, id: &str) -> Option<&SeatSettings> {
        self.seats.iter().find(|seat| seat.seat == id)
    }

    /// Returns in which form a seat gets the map; for `gm` and observers that of the campaign.
    pub fn map_of(&self, to: &str) -> MapKind {
        self.seat(to).and_then(|seat| seat.map).unwrap_or(self.map)
    }

    /// Returns `true` if messages that ask a seat for orders carry the order page.
    pub fn has_page(&self, seat: &str) -> bool {
        self.seat(seat).and_then(|seat| seat.page).unwrap_or(self.page)
    }

    /// Returns how plans are handed in for a window that asks questions of these kinds: the strictest setting of all.
    pub fn secrecy_for<'a>(&self, kinds: impl IntoIterator<Item = &'a str>) -> Secrecy {
        let of = |kind: &str| self.secrecy_of.get(kind).copied().unwrap_or(self.secrecy);
        kinds.into_iter().map(of).max().unwrap_or(self.secrecy)
    }

    /// Returns what to change if the game master plays a seat and the others may mail their plans, which lie readable in the
    /// game master's files; `None` if that is not so.
    pub fn readable_by_a_player(&self) -> Option<String> {
        let plays = self.gm.plays.as_ref()?;
        let mut all = self.secrecy_of.values().chain([&self.secrecy]);
        all.any(|secrecy| *secrecy != Secrecy::Sealed).then(|| {
            format!(
                "the game master plays {plays}, and could read plans that the others mail before their window closes. Set `secrecy: sealed` for the whole campaign"
            )
        })
    }

    /// Returns `true` if messages of a seat must be signed with one of its SSH keys.
    pub fn must_sign(&self, seat: &SeatSettings) -> bool {
        seat.signed.unwrap_or(self.trust.signed)
    }

    /// Returns `true` if an address is that of an observer.
    pub fn observes(&self, address: &str) -> bool {
        self.observers.iter().any(|observer| observer.address.eq_ignore_ascii_case(address))
    }
}
