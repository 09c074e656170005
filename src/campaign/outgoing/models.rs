//! What our mails say: their models, from the record alone.
//!
//! May use: record, rules, report (models). Is used by: mails, status.

use crate::campaign::explain::origin;
use crate::campaign::outgoing::trim::Trim;
use crate::campaign::outgoing::votes::votes;
use crate::campaign::state::entries::{How, SeatId, Told};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::Kept;
use crate::campaign::state::record::{Due, GM, Phase, Record, Window};
use crate::campaign::state::rules::{PendingPosition, Rules};
use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::settings::{Absence, Pace, PressKind, Settings};
use crate::campaign::state::stand_in::StandIn;
use crate::campaign::state::window_model::{state, window_model};
use crate::report::model;
use crate::report::model::*;
use crate::seal::SeatKey;
use crate::table::{Open, Seat};
use serde_json::{Value, json};
use std::rc::Rc;

/// All that models are made from.
#[derive(Clone, Copy)]
pub struct MailModels<'a> {
    /// The settings.
    pub settings: &'a Settings,
    /// The game.
    pub rules: Rules<'a>,
    /// The secrets: keys go out with every mail to their seat.
    pub secrets: &'a Secrets,
    /// The state.
    pub record: &'a Record,
    /// Where the game stands.
    pub now: &'a PendingPosition,
    /// Who reads them in a player's place, if somebody does.
    pub stand_in: Option<&'a StandIn>,
    /// How much of a mail is sent.
    pub trim: Trim,
}

impl MailModels<'_> {
    /// What every mail to `to` has.
    pub fn head(&self, to: &str) -> Head {
        let seat = self.settings.seat(to);
        let name = |id: &str| self.named(id);
        Head {
            campaign: self.settings.id.clone(),
            title: self.settings.title.clone(),
            game: GameName {
                id: self.rules.referee.id().to_owned(),
                title: self.rules.referee.title(),
                templates: self.rules.referee.templates().to_owned(),
            },
            seat: seat.map(|seat| name(&seat.seat)),
            player: match (seat, to) {
                (Some(_), _) if self.stand_in.is_some() => String::new(),
                (Some(seat), _) => seat.player.clone(),
                (None, GM) => self.settings.gm.name.clone(),
                _ => String::new(),
            },
            zone: seat.map_or(&self.settings.gm.timezone, |seat| &seat.timezone).clone(),
            key: seat.map(|seat| self.key_of(&seat.seat).text()),
            address: self.settings.address.address.clone(),
            references: Vec::new(),
            left_out: self.trim.word().map(str::to_owned),
            besides: Default::default(),
        }
    }

    /// The newest key of a seat.
    pub(crate) fn key_of(&self, seat: &str) -> SeatKey {
        match self.stand_in.filter(|stand_in| stand_in.seat == seat) {
            Some(stand_in) => stand_in.key.clone(),
            None => self.secrets.key(seat, self.record.people.newest_key(seat).unwrap_or(1)),
        }
    }

    /// A seat with its name for people.
    pub fn named(&self, id: &str) -> Named {
        if id == GM {
            return Named { id: GM.to_owned(), name: self.settings.gm.name.clone() };
        }
        let info = self.rules.referee.seats().into_iter().find(|info| info.id == id);
        Named { id: id.to_owned(), name: info.map_or_else(|| id.to_owned(), |info| info.name) }
    }

    /// Display names by id, as everybody may know them; null before there is a position.
    pub fn public_names(&self) -> Value {
        self.view(GM).ok().and_then(|view| view.get("names").cloned()).unwrap_or(Value::Null)
    }

    /// The open window.
    fn window(&self) -> Option<model::Window> {
        let window = self.record.game.open_window().map(window_model)?;
        Some(model::Window {
            held: self.record.people.held.is_some(),
            paused: self.record.people.paused.is_some(),
            ..window
        })
    }

    /// The position as somebody may know it; null before there is one.
    pub(crate) fn view(&self, to: &str) -> Result<Rc<Value>, CampaignError> {
        Ok(self.now.view(self.rules, self.rules.seat(to))?)
    }

    fn open(&self, seat: Option<Seat>) -> Vec<Open> {
        // What a plan has answered already is not asked, though it is not on record before all are in.
        let window = self.record.game.open_window();
        let asked = |open: &&Open| window.is_none_or(|window| window.asks(&open.key));
        self.now.open.iter().filter(|open| Some(open.seat) == seat).filter(asked).cloned().collect()
    }

    /// What a program needs beside the view to answer for a seat: `campaign`, `window` (its id, if the seat is
    /// asked there), `secrecy`, and `asked`, the questions with their defaults.
    pub(crate) fn desk_of(&self, to: &str) -> Value {
        let window = self.record.game.open_window().filter(|window| window.asked.contains_key(to));
        let seat = self.rules.seat(to);
        let asked: Vec<Value> = self
            .now
            .open
            .iter()
            .filter(|open| Some(open.seat) == seat)
            .map(|open| {
                json!({"key": open.key, "kind": open.kind, "question": open.question, "default": open.default})
            })
            .collect();
        json!({
            "campaign": self.settings.id,
            "window": window.map(|window| &window.id),
            "secrecy": window.map(|window| window.secrecy),
            "asked": asked,
        })
    }

    fn sheet(&self, seat: Option<Seat>, open: &[Open]) -> Result<Option<Value>, CampaignError> {
        let Some(seat) = seat.filter(|_| !open.is_empty()) else { return Ok(None) };
        let position = self.now.seen(self.rules, seat)?;
        Ok(Some(self.rules.referee.sheet(&position, seat, open)?))
    }

    /// The welcome.
    pub(crate) fn opening(&self, to: &str) -> Result<Opening, CampaignError> {
        let seat = self.rules.seat(to);
        let open = self.open(seat);
        let pace = self.settings.seat(to).and_then(|seat| seat.pace).unwrap_or(self.settings.pace);
        let founded = self.record.people.founded.as_ref();
        Ok(Opening {
            head: self.head(to),
            seats: self.record.people.seats().map(|seat| self.named(seat)).collect(),
            rules: String::new(),
            pace: if pace == Pace::Batch { "batch" } else { "ask" }.to_owned(),
            press: match self.settings.press {
                PressKind::White => "white",
                PressKind::Grey => "grey",
                PressKind::None => "none",
            }
            .to_owned(),
            gm_reads: self.settings.gm.reads_press,
            chance_until: self.record.people.words_until(),
            commitment: founded.map(|founded| format!("sha256:{}", founded.commitment)).unwrap_or_default(),
            view: Value::clone(&*self.view(to)?),
            window: self.window(),
            asked: open.iter().map(Question::from).collect(),
            sheet: self.sheet(seat, &open)?,
            rehearsal: self.rehearsal(),
            handover: None,
        })
    }

    /// What has happened that a seat was not told of, in order. An event with `only` is for that seat alone.
    fn events(&self, to: &str, told: Told) -> Vec<Value> {
        let past =
            self.record.game.events.iter().map(|happened| (happened.stage, happened.index, &happened.event));
        let stage = self.record.game.stage;
        let present = self.now.events.iter().zip(0..).map(move |(event, index)| (stage, index, event));
        let is_new = |stage, index| (stage, index) >= (told.stage, told.events);
        let may_know = |event: &Value| event.get("only").is_none_or(|only| only == to);
        let new =
            past.chain(present).filter(|(stage, index, event)| is_new(*stage, *index) && may_know(event));
        new.map(|(_, _, event)| event.clone()).collect()
    }

    fn told(&self, to: &str) -> Told {
        self.record.people.told.get(to).copied().unwrap_or_default()
    }

    /// How far a report tells that is made now.
    pub(crate) fn tells(&self) -> Told {
        Told {
            stage: self.record.game.stage,
            events: self.now.events.len() as u64,
            seq: self.record.seq,
            votes: true,
        }
    }

    /// A report; `gm` sees what everybody may.
    pub(crate) fn report(&self, to: &str) -> Result<TurnReport, CampaignError> {
        let (seat, told) = (self.rules.seat(to), self.told(to));
        let open = self.open(seat);
        let decisions =
            self.record.game.decisions.iter().filter(|decided| decided.seat == to && decided.seq > told.seq);
        let closed = self.record.game.window.as_ref().filter(|w| w.phase == Phase::Closed).or(self
            .record
            .game
            .before
            .as_ref());
        Ok(TurnReport {
            head: self.head(to),
            turn: self.record.game.turn,
            stage: self.record.game.stage_name.clone(),
            events: self.events(to, told),
            view: Value::clone(&*self.view(to)?),
            asked: open.iter().map(Question::from).collect(),
            window: self.window(),
            sheet: self.sheet(seat, &open)?,
            seats: closed
                .or(self.record.game.open_window())
                .map(|window| self.seat_states(window))
                .unwrap_or_default(),
            decisions: decisions
                .map(|d| Decision {
                    key: d.key.clone(),
                    kind: d.kind.clone(),
                    answer: d.answer.clone(),
                    origin: origin(&d.source),
                })
                .collect(),
            votes: votes(&self.record.people, &|seat| self.named(seat)),
            rulings: self.rulings_since(told.seq),
            replaces: self.replaced_since(told.seq),
            disputes: self.disputes(true),
            seals: closed
                .filter(|window| window.sealed)
                .map(|window| self.seal_lines(window))
                .unwrap_or_default(),
            attachments: Vec::new(),
        })
    }

    /// How each asked seat stands in a window.
    pub fn seat_states(&self, window: &Window) -> Vec<SeatState> {
        let state = |seat: &SeatId| SeatState {
            seat: self.named(seat),
            state: state(window, seat),
            unreachable: self.record.people.unreachable.contains_key(seat),
        };
        window.asked.keys().map(state).collect()
    }

    /// The seals of a window.
    pub fn seal_lines(&self, window: &Window) -> Vec<SealLine> {
        let line = |seat: &SeatId| {
            let part = window.seats.get(seat).filter(|part| part.how != Some(How::Steward));
            SealLine {
                seat: self.named(seat),
                seal: part.and_then(|part| part.seal.clone()),
                at: part.and_then(|part| part.at),
                opened: part.is_some_and(|part| part.opened),
            }
        };
        window.asked.keys().map(line).collect()
    }

    /// A receipt as it was filed.
    pub(crate) fn receipt(
        &self,
        to: &str,
        number: u64,
        chain: String,
        previous: Option<String>,
        kept: Kept,
    ) -> Result<Receipt, CampaignError> {
        let names = self.view(to)?.get("names").cloned().unwrap_or(Value::Null);
        let Kept { answers, trust, standing, understood, ignored, problems, seal, window, asked: _ } = kept;
        Ok(Receipt {
            head: self.head(to),
            number: u32::try_from(number).unwrap_or(u32::MAX),
            hash: chain,
            previous,
            answers,
            trust,
            standing,
            understood,
            ignored,
            problems,
            seal,
            window,
            names,
            extra: Vec::new(),
        })
    }

    /// The table of seals; none if its window is not open any more.
    pub(crate) fn seals(&self, to: &str) -> Option<SealsTable> {
        let window = self.record.game.open_window()?;
        Some(SealsTable {
            head: self.head(to),
            window: self.window().unwrap_or_else(|| window_model(window)),
            seals: self.seal_lines(window),
            open_until: window.deadline,
            asked: window.unopened().any(|seat| seat == to),
        })
    }

    /// A reminder; none if its window is not open any more or the seat has answered.
    pub(crate) fn reminder(&self, to: &str) -> Option<Reminder> {
        let window = self.record.game.open_window()?;
        let questions = window.asked.get(to).map_or(0, Vec::len);
        let opening = window.phase == Phase::Opening;
        if !(window.missing().any(|seat| seat == to) || opening && window.unopened().any(|seat| seat == to)) {
            return None;
        }
        let awaited = match (opening, window.sealed) {
            (true, _) => "opening",
            (false, true) => "plan",
            (false, false) => "answer",
        };
        Some(Reminder {
            head: self.head(to),
            window: window_model(window),
            awaited: awaited.to_owned(),
            questions,
            otherwise: match self.settings.absence {
                Absence::Wait => "wait",
                Absence::Default => "default",
                Absence::Steward => "steward",
            }
            .to_owned(),
        })
    }

    /// A notice. Seats in its details are given by name.
    pub(crate) fn notice(&self, due: &Due, what: &str, details: &Value) -> Notice {
        let mut details = details.clone();
        if let Some(map) = details.as_object_mut() {
            let name = |id: &Value| json!(id.as_str().map(|id| self.named(id).name).unwrap_or_default());
            if let Some(seat) = map.get("seat").map(name) {
                map.insert("seat".to_owned(), seat);
            }
            if let Some(to) = map.get("to").filter(|to| to.is_string()).map(name) {
                map.insert("to".to_owned(), to);
            }
            if let Some(Value::Array(seats)) = map.get("seats") {
                let names: Vec<String> =
                    seats.iter().filter_map(|id| Some(self.named(id.as_str()?).name)).collect();
                map.insert("seat".to_owned(), json!(names.join(", ")));
                map.insert("seats".to_owned(), json!(names));
            }
        }
        let deadline = details.get("deadline").and_then(|text| text.as_str()?.parse().ok());
        Notice { head: self.head(&due.to), what: what.to_owned(), details, deadline }
    }

    /// The end.
    pub(crate) fn end(&self, to: &str) -> Result<End, CampaignError> {
        let ended = self.record.game.ended.as_ref();
        let words =
            self.record.people.words.iter().map(|(seat, words)| (self.named(seat), words.clone())).collect();
        let last = self.record.game.history.last();
        let founded = self.record.people.founded.as_ref();
        Ok(End {
            head: self.head(to),
            turn: last.map_or(self.record.game.turn, |stage| stage.turn),
            outcome: ended.map(|ended| ended.outcome.clone()).unwrap_or(Value::Null),
            events: self.events(to, self.told(to)),
            view: Value::clone(&*self.view(to)?),
            secret: ended.filter(|ended| !ended.draws.is_empty()).map(|ended| ended.secret.clone()),
            commitment: founded.map(|founded| format!("sha256:{}", founded.commitment)).unwrap_or_default(),
            words,
            attachments: Vec::new(),
            players: self.revealed(),
        })
    }

    /// Who has played what, if that was hidden and is told at the end.
    fn revealed(&self) -> Vec<(Named, String)> {
        let seats = self.settings.seats.iter().filter(|_| self.settings.anonymous && self.settings.reveal);
        seats.map(|seat| (self.named(&seat.seat), seat.player.clone())).collect()
    }

    /// The rehearsal, as long as the game has not begun.
    fn rehearsal(&self) -> Option<Rehearsal> {
        let founded = self.record.people.founded.as_ref().filter(|_| !self.record.people.seeded)?;
        founded.rehearsal.as_ref().map(|rehearsal| Rehearsal { until: rehearsal.until })
    }

    /// How things stand, as everybody may know it.
    pub fn status(&self, to: &str) -> Result<model::Status, CampaignError> {
        let window = self.record.game.open_window();
        Ok(model::Status {
            head: self.head(to),
            turn: self.record.game.turn,
            stage: self.record.game.stage_name.clone(),
            window: self.window(),
            seats: window.map(|window| self.seat_states(window)).unwrap_or_default(),
            seals: window
                // Until all are bound, how often somebody has changed his mind is nobody's business.
                .filter(|window| window.sealed && window.phase != Phase::Collecting)
                .map(|window| self.seal_lines(window))
                .unwrap_or_default(),
            disputes: self.disputes(true),
            view: Value::Null,
            votes: votes(&self.record.people, &|seat| self.named(seat)),
            more: Vec::new(),
        })
    }
}
