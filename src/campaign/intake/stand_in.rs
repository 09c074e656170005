//! Who is away, and who writes for a seat meanwhile.
//!
//! A stand-in is mailed what the seat is mailed, with a key and Message-IDs of his or her own; both speak for the seat from
//! the stand-in's address and during the absence alone.
//!
//! May use: record, secrets, seal, post (letters). Is used by: speaker, letters, mails, windows, tick.

use crate::campaign::intake::speaker::{Shown, keys_in};
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::outgoing::maker::Maker;
use crate::campaign::play::engine::{Engine, first};
use crate::campaign::state::entries::{Absent, Days, Line, Meanwhile, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Due, DueKind, Record};
use crate::campaign::state::secrets::Secrets;
use crate::ledger::Kind;
use crate::post::Letter;
use crate::report::model::Notice;
use crate::seal::SeatKey;
use crate::sheet::{Refusal, Span};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What of a seat's mails goes to who stands in for its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CopyOf {
    /// A report.
    Report,
    /// The table of seals.
    Seals,
    /// A reminder.
    Reminder,
    /// The receipt of a mail of his or her own.
    Receipt,
}

impl CopyOf {
    /// The mail that it is a copy of.
    pub fn kind(self) -> DueKind {
        match self {
            CopyOf::Report => DueKind::Report,
            CopyOf::Seals => DueKind::Seals,
            CopyOf::Reminder => DueKind::Reminder,
            CopyOf::Receipt => DueKind::Receipt,
        }
    }

    /// What is copied of everything that a seat is mailed; of receipts only some are.
    pub(crate) fn of(kind: &DueKind) -> Option<Self> {
        match kind {
            DueKind::Report => Some(CopyOf::Report),
            DueKind::Seals => Some(CopyOf::Seals),
            DueKind::Reminder => Some(CopyOf::Reminder),
            _ => None,
        }
    }
}

/// Who writes for a seat during an absence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandIn {
    /// The seat.
    pub seat: SeatId,
    /// The address.
    pub address: String,
    /// The key for the time.
    pub key: SeatKey,
    /// Under which name Message-IDs are made.
    pub voice: String,
}

impl StandIn {
    fn of(seat: &str, days: &Days, secrets: &Secrets) -> Option<Self> {
        let address = days.stand_in.clone()?;
        let from = days.from.timestamp();
        let purpose = json!({"key": seat, "stand-in": address, "from": from});
        Some(StandIn {
            seat: seat.to_owned(),
            key: SeatKey::new(first(secrets.derive(&purpose))),
            voice: format!("{seat}/stand-in/{from}/{address}"),
            address,
        })
    }
}

impl Record {
    /// The absence that counts for a seat at a time: the last booked.
    pub fn absence_of(&self, seat: &str, at: DateTime<Utc>) -> Option<&Days> {
        let is_it = |(away, days): &&(SeatId, Days)| away == seat && days.from <= at && at < days.to;
        self.away.iter().rev().find(is_it).map(|(_, days)| days)
    }

    /// Whether a seat is away, and neither waited for nor stood in for.
    pub fn is_away(&self, seat: &str, at: DateTime<Utc>) -> bool {
        let is_out = |days: &Days| days.stand_in.is_none() && days.play != Meanwhile::Wait;
        self.absence_of(seat, at).is_some_and(is_out)
    }

    /// Whether the game waits for a seat that is away.
    pub fn waits_for(&self, seat: &str, at: DateTime<Utc>) -> bool {
        self.absence_of(seat, at).is_some_and(|days| days.play == Meanwhile::Wait)
    }

    /// Why nothing of a seat is waited for, if so: it is given up, or away.
    pub fn out(&self, seat: &str, at: DateTime<Utc>) -> Option<&'static str> {
        match self.resigned.contains(seat) {
            true => Some("resigned"),
            false => self.is_away(seat, at).then_some("absent"),
        }
    }

    /// Who writes for a seat at a time, if somebody else does.
    pub(crate) fn stand_in(&self, seat: &str, at: DateTime<Utc>, secrets: &Secrets) -> Option<StandIn> {
        StandIn::of(seat, self.absence_of(seat, at)?, secrets)
    }

    /// When an absence changes something by itself after `now`: a stand-in begins, a game that waited goes on.
    pub(crate) fn next_absence(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let waiting = self.open_window().is_some_and(|window| window.waiting);
        let instants = self.away.iter().flat_map(|(seat, days)| {
            let begins = Some(days.from).filter(|_| days.stand_in.is_some() && !self.stands_in(seat, days));
            let ends = Some(days.to).filter(|_| waiting && days.play == Meanwhile::Wait);
            begins.into_iter().chain(ends)
        });
        instants.filter(|at| *at > now).min()
    }

    pub(crate) fn stands_in(&self, seat: &str, days: &Days) -> bool {
        self.standing_in.get(seat).is_some_and(|from| *from == days.from)
    }
}

impl Engine<'_> {
    /// The seat that a letter speaks for because its sender stands in for the player.
    pub(crate) fn stands_in(
        &self,
        letter: &Letter,
        written: Option<&SeatKey>,
        received: DateTime<Utc>,
    ) -> Option<(SeatId, Shown)> {
        let at = received.min(self.now);
        let from = letter.sender()?;
        let all = self.record.seats().filter_map(|seat| self.record.stand_in(seat, at, self.secrets));
        let ids = self.message_ids();
        for stand_in in all.filter(|stand_in| from.is(&stand_in.address)) {
            let answered = letter.in_reply_to.iter().chain(letter.references.iter().rev());
            let mut answered = answered.filter_map(|id| ids.recognise(id, [&stand_in.voice]));
            let about = answered.next().map(|(_, what)| what);
            let key = match written {
                Some(key) => *key == stand_in.key,
                None => keys_in(letter).contains(&stand_in.key),
            };
            if key || (written.is_none() && about.is_some()) {
                let answers = about.is_some();
                let shown = Shown { key, answers, about, known: true, new_key: None, stand_in: true };
                return Some((stand_in.seat, shown));
            }
        }
        None
    }

    /// Lets those begin to stand in whose time has come: they are mailed how the game stands.
    pub(crate) fn stand_ins_begin(&mut self) -> Result<(), CampaignError> {
        let begins = |(seat, days): &&(SeatId, Days)| {
            days.stand_in.is_some()
                && self.record.absence_of(seat, self.now) == Some(days)
                && !self.record.stands_in(seat, days)
        };
        let seats: Vec<SeatId> =
            self.record.away.iter().filter(begins).map(|(seat, _)| seat.clone()).collect();
        for seat in seats {
            self.add(Kind::Absence, &Absent { seat, stand_in: true, ..Absent::default() })?;
        }
        Ok(())
    }

    /// Refuses what only the seat's own player may say: what binds the seat beyond the absence.
    pub(crate) fn not_by_stand_in(&self, written: &Written<'_>, submitted: &mut Submitted) {
        let document = &written.envelope.document;
        let sections: [(&str, Option<Span>); 5] = [
            ("vote", document.vote.first().map(|given| given.span)),
            ("absent", document.absent.as_ref().map(|given| given.span)),
            ("resign", document.resign.as_ref().map(|given| given.span)),
            ("chance", document.chance.as_ref().map(|given| given.span)),
            ("dispute", document.dispute.as_ref().map(|given| given.span)),
        ];
        for (section, span) in sections.into_iter().filter_map(|(name, span)| Some((name, span?))) {
            submitted.refuse_at(span, Refusal::new("stand-in-not").with("section", section), written);
        }
    }
}

impl Maker<'_> {
    /// The mail by which somebody is asked to stand in. It holds no key: that comes when the time begins.
    pub(crate) fn asked(&self, due: &Due) -> Option<Notice> {
        let entry = self.entry(due)?;
        let days: Days = Line::from(entry).secret().ok()??;
        let seat = entry.body["seat"].as_str()?;
        let player = self.letters.settings.seat(seat).map(|seat| &seat.player);
        let details = json!({"seat": seat, "player": player, "from": days.from, "to": days.to});
        let mut notice = self.letters.notice(due, "stand-in", &details);
        notice.head.zone =
            self.letters.settings.seat(seat).map(|seat| seat.timezone.clone()).unwrap_or_default();
        Some(notice)
    }
}
