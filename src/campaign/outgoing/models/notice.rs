//! Notices of single events, such as a new key or a dispute.

use super::mail_models::MailModels;
use crate::campaign::outgoing::votes::tell_votes;
use crate::campaign::state::clock::date_in;
use crate::campaign::state::entries::Meanwhile;
use crate::campaign::state::record::{BEGUN, Due, GM};
use crate::campaign::state::settings::{SeatSettings, Words};
use crate::report::model::Notice;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Map, Value, json};

impl MailModels<'_> {
    /// Returns a notice; seat ids in `details` are replaced by names, and where a command is shown the id of its seat is in `seat_id`.
    pub(crate) fn notice(&self, due: &Due, what: &str, details: &Value) -> Notice {
        let mut details = self.as_it_is(&due.to, what, details);
        // An address could give away who plays another seat.
        if what == "other-address"
            && self.settings.anonymous
            && due.to != GM
            && let Some(map) = details.as_object_mut()
        {
            map.remove("from");
        }
        if what == "key-elsewhere" && self.settings.anonymous {
            details["anonymous"] = true.into();
        }
        if let Some(map) = details.as_object_mut() {
            self.name_seats(what, map);
        }
        let deadline: Option<DateTime<Utc>> =
            details.get("deadline").and_then(|text| text.as_str()?.parse().ok());
        // The window may have closed since.
        let moved = match what {
            "gm" => matches!(details["act"].as_str(), Some("extended" | "resumed")),
            "vote" => details["on"] == "extend",
            what => what == "clock-gap",
        };
        let game = &self.record.game;
        let now = game.open_window().and_then(|open| open.deadline);
        let deadline = deadline.filter(|_| !moved || game.position.is_null() || now == deadline);
        Notice { head: self.head(&due.to), what: what.to_owned(), details, deadline }
    }

    /// Returns the details of a notice with what the record adds to them.
    fn as_it_is(&self, to: &str, what: &str, details: &Value) -> Value {
        let mut details = details.clone();
        if let Some(waited) = self.waited_for(what, &details) {
            details["seats"] = waited.into();
        }
        if what == BEGUN {
            details = self.begun();
        }
        if what == "waiting" {
            details["reminds"] = self.settings.clock.reminder.is_some().into();
        }
        if what == "voted" && !self.is_cast(&details) {
            details["open"] = false.into();
        } else if what == "voted" {
            tell_votes(&self.record.people, to, &mut details);
        }
        if what == "voted" && details["on"] == "ruling" {
            let proposal = self.record.people.proposal.as_ref();
            let is_it = proposal.is_some_and(|proposal| details["number"] == proposal.ruling.number);
            details["stands"] = match (is_it, self.record.people.is_opposed()) {
                (false, _) => "settled",
                (true, true) => "falls",
                (true, false) => "holds",
            }
            .into();
            if let Some(proposal) = proposal.filter(|_| is_it) {
                let playing = self.record.people.playing().collect::<Vec<_>>();
                let against = playing.iter().filter(|seat| proposal.against.contains(**seat)).count();
                (details["votes"], details["need"]) = (against.into(), (playing.len() / 2 + 1).into());
                details["own"] = proposal.against.contains(to).into();
            }
        }
        details
    }

    /// Puts names in the place of seat ids.
    fn name_seats(&self, what: &str, map: &mut Map<String, Value>) {
        let name = |id: &Value| json!(id.as_str().map(|id| self.named(id).name).unwrap_or_default());
        if let Some(id) = map.get("seat").cloned() {
            map.insert("seat".to_owned(), name(&id));
            // Commands name a seat by its id.
            if ["unreachable", "key-elsewhere"].contains(&what) {
                map.insert("seat_id".to_owned(), id);
            }
        }
        if let Some(to) = map.get("to").filter(|to| to.is_string()).map(name) {
            map.insert("to".to_owned(), to);
        }
        for rows in ["rows", "bound"] {
            if let Some(Value::Object(of)) = map.get(rows) {
                let named: Vec<_> = of.iter().map(|(id, text)| json!([self.named(id).name, text])).collect();
                map.insert(rows.to_owned(), json!(named));
            }
        }
        if what == "waiting"
            && let Some(Value::Array(seats)) = map.get("seats")
        {
            let away: Vec<Value> = seats.iter().filter_map(|seat| self.away(seat.as_str()?)).collect();
            map.insert("away".to_owned(), away.into());
        }
        if let Some(Value::Array(seats)) = map.get("seats") {
            let names: Vec<String> =
                seats.iter().filter_map(|id| Some(self.named(id.as_str()?).name)).collect();
            map.insert("seat".to_owned(), json!(names.join(", ")));
            map.insert("seats".to_owned(), json!(names));
        }
    }

    /// Returns what the game master is told at the start: who plays what from which address, and what is waited for first.
    fn begun(&self) -> Value {
        let player = |seat: &SeatSettings| {
            let address = seat.addresses.first().map(String::as_str).unwrap_or_default();
            json!({"name": self.named(&seat.seat).name, "player": seat.player, "address": address})
        };
        let people = &self.record.people;
        let founded = people.founded.as_ref();
        let mut details = json!({
            "players": self.settings.seats.iter().map(player).collect::<Vec<_>>(),
            "plays": self.settings.gm.plays.is_some(),
            "first": self.record.game.open_window().and_then(|window| window.deadline),
        });
        let is_early = self.record.game.position.is_null();
        if let Some(rehearsal) = founded.and_then(|founded| founded.rehearsal.as_ref()).filter(|_| is_early) {
            (details["rehearsal"], details["until"]) = (true.into(), json!(rehearsal.until));
        } else if let Some(founded) = founded.filter(|_| is_early) {
            let asked = founded.chance.words != Words::No;
            let until = founded.chance.until;
            details["chance"] =
                json!({"asked": asked, "until": until, "public": founded.chance.public.is_some()});
        }
        details
    }

    /// Returns `true` if a notice has nothing more to say: the game does not wait any longer for those of whom it speaks, or the vote
    /// for more time of which it tells has passed, which is told by itself.
    pub(crate) fn is_over(&self, what: &str, details: &Value) -> bool {
        let has_passed =
            what == "voted" && details["on"] == "extend" && details["yes"] == true && !self.is_cast(details);
        has_passed || self.waited_for(what, details).is_some_and(|waited| waited.is_empty())
    }

    /// Returns those seats of which a notice says that the game waits for them, and which have sent nothing since; `None` if it says
    /// something else.
    fn waited_for(&self, what: &str, details: &Value) -> Option<Vec<Value>> {
        if !(what == "waiting" || what == "gm" && details["act"] == "waits") {
            return None;
        }
        let open = self.record.game.open_window().filter(|open| details["window"] == open.id.as_str());
        let missing = |seat: &Value| open.is_some_and(|open| open.missing().any(|missing| seat == missing));
        Some(details["seats"].as_array()?.iter().filter(|seat| missing(seat)).cloned().collect())
    }

    /// Returns `true` if a vote of which others are told still counts: it may have passed since, or its seat has changed it.
    fn is_cast(&self, vote: &Value) -> bool {
        let people = &self.record.people;
        let text = |member: &str| vote.get(member).and_then(Value::as_str);
        let seat = text("seat").unwrap_or_default();
        let Some(ballots) = people.ballots.get(seat) else { return text("on") == Some("ruling") };
        let resigned = |seat: &str| people.resigned.contains(seat);
        let is_no = vote["against"] == true;
        match text("on") {
            _ if self.record.game.ended.is_some() => false,
            Some("draw") if is_no => ballots.no_draw,
            Some("extend") if is_no => ballots.no_extend,
            Some("draw") => ballots.draw,
            Some("extend") => ballots.extend > 0,
            Some("replace") => ballots.replace.as_deref() == text("to") && !text("to").is_some_and(resigned),
            Some("concede") => ballots.concede.as_deref() == text("to"),
            _ => true,
        }
    }

    /// Returns the name of a seat that has asked the game to wait, with the last day of its absence; `None` if it has not.
    fn away(&self, seat: &str) -> Option<Value> {
        let people = &self.record.people;
        let days = people.absence_of(seat, self.record.at).filter(|days| days.play == Meanwhile::Wait)?;
        let zone = self.settings.seat(seat).map_or("Etc/UTC", |seat| seat.timezone.as_str());
        let last = date_in(days.to - TimeDelta::seconds(1), zone)?;
        Some(json!({"seat": self.named(seat).name, "until": last.to_string()}))
    }
}
