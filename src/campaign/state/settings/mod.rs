//! The game master's decisions: `campaign.yaml`, read with every mistake told at once.
//!
//! May use: sheet, post (its own settings). Is used by: all of campaign.

pub mod dispute;
pub mod fields;
pub mod game;
pub mod people;
pub mod read;
pub mod ruling;
#[cfg(test)]
mod tests;
pub mod trust;

pub use dispute::{DisputeClock, Disputes};
pub use fields::{Mistake, Mistakes};
pub use people::{Delay, Observer};
pub use read::{is_address, read};
pub use ruling::Rulings;
pub use trust::{DkimRule, Trust};

use crate::campaign::state::clock::Rule;
use crate::post::{Address, MailIn, MailOut};
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Who answers questions on which a plan is silent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// The game stops and asks the seat by mail.
    Ask,
    /// Each seat is asked once a turn; what its plan leaves open takes the rules' default.
    Batch,
}

/// What becomes of a seat of which nothing usable came in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absence {
    /// The game waits for it, and the game master is told.
    Wait,
    /// The rules' defaults are played.
    Default,
    /// The steward plays a sensible turn.
    Steward,
}

/// How secret plans of a window are handed in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Secrecy {
    /// The plan is mailed; the program seals and keeps it.
    Deposit,
    /// As each player likes.
    Either,
    /// The seal alone is mailed, the plan when all are bound.
    Sealed,
}

/// When a window of several seats closes before its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CloseEarly {
    /// When all are in and have said `final`.
    Final,
    /// When all are in.
    AllIn,
    /// Never.
    No,
}

/// Whose mails are believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum From {
    /// Only from the seat's own addresses.
    Known,
    /// From anywhere, if they carry the key or answer our mail.
    Any,
}

/// What press a campaign carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PressKind {
    /// Signed press.
    White,
    /// Signed press, and unsigned for who likes.
    Grey,
    /// No press.
    None,
}

/// One seat.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatSettings {
    /// Its id in the game.
    pub seat: String,
    /// Its player's name.
    pub player: String,
    /// Where its mail goes (the first) and comes from.
    pub addresses: Vec<String>,
    /// The language of its mails, such as `en`.
    pub language: String,
    /// The IANA name of its player's time zone.
    pub timezone: String,
    /// Its own pace, if not the campaign's.
    pub pace: Option<Pace>,
    /// Its own kinds of question to be asked about, if not the campaign's.
    pub ask_about: Option<Vec<String>>,
    /// Player and addresses as `campaign.yaml` has them, where somebody has taken the seat over since.
    pub stood: Option<(String, Vec<String>)>,
    /// The public keys that its mails may be signed with.
    pub ssh: Vec<crate::seal::SshKey>,
    /// Whether they must be, if it is otherwise than in the campaign.
    pub signed: Option<bool>,
}

/// The game master.
#[derive(Clone, PartialEq, Debug)]
pub struct Gm {
    /// The name.
    pub name: String,
    /// Addresses; notices go to the first.
    pub addresses: Vec<String>,
    /// The IANA name of the time zone.
    pub timezone: String,
    /// The seat he or she plays, if any. Such a seat can only seal.
    pub plays: Option<String>,
    /// Whether he or she gets a copy of all press; then everybody is told so.
    pub reads_press: bool,
}

/// Time.
#[derive(Clone, PartialEq, Debug)]
pub struct Clock {
    /// When windows close.
    pub deadline: Rule,
    /// When windows with a single question close.
    pub question: Rule,
    /// How long openings are waited for.
    pub opening: Rule,
    /// How long after the deadline mails still count.
    pub grace: TimeDelta,
    /// How long before a deadline a reminder goes out; none for never.
    pub reminder: Option<TimeDelta>,
    /// How long without a tick counts as an outage.
    pub outage: TimeDelta,
    /// The name by which our mail server signs `Received` lines, whose time then counts.
    pub trusted_host: Option<String>,
}

/// Limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of a mail.
    pub mail: u64,
    /// Bytes of a plan as written.
    pub plan: usize,
    /// Mails of one seat within an hour.
    pub mails_an_hour: usize,
    /// Characters of a piece of press.
    pub press: usize,
    /// Pieces of press of one seat within a day.
    pub press_a_day: usize,
    /// Bytes of a mail that we send; a larger one goes without HTML and pictures, or without files.
    pub outgoing: u64,
}

/// All of `campaign.yaml`.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The campaign's id: small models, digits, hyphens.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The game's id with the edition.
    pub game: String,
    /// How many players.
    pub players: u8,
    /// The version of its rules. No setting, but what the campaign was founded with; the newest if it has not begun.
    pub rules: u32,
    /// Readings of the rules, for the game (null for ours).
    pub options: Value,
    /// The seats.
    pub seats: Vec<SeatSettings>,
    /// The game master.
    pub gm: Gm,
    /// Our own address.
    pub address: Address,
    /// The pace.
    pub pace: Pace,
    /// Kinds of question that are always asked about.
    pub ask_about: Vec<String>,
    /// Time.
    pub clock: Clock,
    /// What becomes of the absent.
    pub absence: Absence,
    /// Days in a year for which a player may book absences.
    pub days_away: u16,
    /// How plans are handed in.
    pub secrecy: Secrecy,
    /// The same for kinds of question that differ.
    pub secrecy_of: BTreeMap<String, Secrecy>,
    /// When windows close early.
    pub close_early: CloseEarly,
    /// Whose mails are believed.
    pub from: From,
    /// What a mail must show besides.
    pub trust: Trust,
    /// What press is carried.
    pub press: PressKind,
    /// Disputes.
    pub disputes: Disputes,
    /// Rulings.
    pub rulings: Rulings,
    /// Limits.
    pub limits: Limits,
    /// Where mail comes from.
    pub mail_in: MailIn,
    /// Where mail goes.
    pub mail_out: MailOut,
    /// The end of the rehearsal before the game; none: there is no rehearsal.
    pub rehearsal: Option<Rule>,
    /// Who only watches.
    pub observers: Vec<Observer>,
    /// Whether an absent player may ask the others to wait.
    pub may_wait: bool,
    /// Whether a seat's next player is given the press that it was sent.
    pub handover_press: bool,
    /// Whether a seat that all the others want replaced becomes vacant by their vote.
    pub replace_by_vote: bool,
    /// Whether nobody is told who plays what.
    pub anonymous: bool,
    /// Whether that is told when the game is over.
    pub reveal: bool,
    /// Whether every mailing is first checked for leaks.
    pub leak_check: bool,
    /// Until when words of chance are taken before the first turn; none: they are not asked for.
    pub words_of_chance: Option<Rule>,
}

impl Settings {
    /// A seat's settings.
    pub fn seat(&self, id: &str) -> Option<&SeatSettings> {
        self.seats.iter().find(|seat| seat.seat == id)
    }

    /// How plans of a window with questions of these kinds are handed in: the strictest of all.
    pub fn secrecy_for<'a>(&self, kinds: impl IntoIterator<Item = &'a str>) -> Secrecy {
        let of = |kind: &str| self.secrecy_of.get(kind).copied().unwrap_or(self.secrecy);
        kinds.into_iter().map(of).max().unwrap_or(self.secrecy)
    }

    /// What everybody may read of the settings, for the ledger: no addresses.
    pub fn public(&self) -> Value {
        let seats: Vec<Value> = self
            .seats
            .iter()
            .map(|seat| json!({"seat": seat.seat, "player": seat.player, "pace": seat.pace, "ask-about": seat.ask_about}))
            .collect();
        let mut public = json!({
            "campaign": self.id, "title": self.title, "game": self.game, "players": self.players,
            "options": self.options, "seats": seats,
            "gm": {"name": self.gm.name, "plays": self.gm.plays, "reads-press": self.gm.reads_press},
            "pace": self.pace, "ask-about": self.ask_about,
            "clock": {
                "deadline": self.clock.deadline.to_string(), "question": self.clock.question.to_string(), "opening": self.clock.opening.to_string(),
                "grace": crate::campaign::state::clock::span_text(self.clock.grace),
                "outage": crate::campaign::state::clock::span_text(self.clock.outage),
            },
            "absence": self.absence, "days-away": self.days_away, "secrecy": self.secrecy, "secrecy-of": self.secrecy_of,
            "close-early": self.close_early, "from": self.from, "press": self.press,
            "words-of-chance": self.words_of_chance.as_ref().map(Rule::to_string),
        });
        self.public_trust(&mut public);
        self.living(&mut public);
        // Campaigns that were founded before it could be said have not changed it.
        if self.disputes != Disputes::default() {
            public["disputes"] = json!(self.disputes);
        }
        if self.rulings != Rulings::default() {
            public["rulings"] = self.rulings.public();
        }
        public
    }
}
