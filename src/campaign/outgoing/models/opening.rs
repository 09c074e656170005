//! The welcome message.

use super::mail_models::MailModels;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::People;
use crate::campaign::state::settings::{Absence, CloseEarly, PressKind, Words};
use crate::campaign::state::window_model::secrecy_word;
use crate::report::model::{ChanceAsked, Look, Named, Opening, Question, Rehearsal};
use crate::table::{Open, Played, RecordDesk, Seat, Seed};
use serde_json::Value;
use std::collections::BTreeMap;

/// How many stages are played to reach the first question of a game.
const MOST_STAGES: usize = 20;

impl MailModels<'_> {
    /// Returns the welcome message, with the rehearsal if the game has not begun.
    pub(crate) fn opening(&self, to: &str) -> Result<Opening, CampaignError> {
        let seat = self.rules.seat(to);
        // A window that waits for openings asks nothing that a sheet could answer.
        let open = if self.collects() { self.open_questions(seat) } else { Vec::new() };
        let founded = self.record.people.founded.as_ref();
        Ok(Opening {
            head: self.head(to),
            seats: self.record.people.seats().map(|seat| self.named(seat)).collect(),
            rules: String::new(),
            pace: self.pace(to),
            press: match self.settings.press {
                PressKind::White | PressKind::Grey if self.confers(seat) == "gm" => "gm",
                PressKind::White => "white",
                PressKind::Grey => "grey",
                PressKind::None => "none",
            }
            .to_owned(),
            kept_from: self.kept_from(seat),
            gm_reads: self.settings.gm.reads_press,
            site: self.settings.site.is_some(),
            players: self
                .settings
                .seats
                .iter()
                .filter(|_| !self.settings.anonymous)
                .map(|seat| (self.named(&seat.seat), seat.player.clone()))
                .collect(),
            gm: self.settings.gm.name.clone(),
            rhythm: self.settings.clock.deadline.to_string(),
            silence: match self.settings.absence {
                Absence::Wait => "wait",
                Absence::Steward => "steward",
                Absence::Default => "default",
            }
            .to_owned(),
            closes: match self.settings.close_early {
                CloseEarly::Final => "",
                CloseEarly::AllIn => "all in",
                CloseEarly::No => "no",
            }
            .to_owned(),
            chance: self.chance(to),
            commitment: founded.map(|founded| format!("sha256:{}", founded.commitment)).unwrap_or_default(),
            view: match self.now.position.is_null() {
                true => self.certain_view(to).unwrap_or_default(),
                false => self.view(to)?.to_value(),
            },
            window: self.window(),
            asked: open.iter().map(Question::from).collect(),
            sheet: self.sheet(seat, &open)?,
            page: String::new(),
            rehearsal: rehearsal(&self.record.people),
            look: match self.now.position.is_null() {
                true => seat.and_then(|seat| self.look(to, seat)),
                false => None,
            },
            handover: None,
        })
    }
}

impl MailModels<'_> {
    /// Returns whom the rules of the game let a seat write to now: `all`, `some` of the players, or none but the `gm`.
    pub(crate) fn confers(&self, seat: Option<Seat>) -> &'static str {
        let others = self.record.people.seats().filter(|other| self.rules.seat(other) != seat).count();
        match self.kept_from(seat).len() {
            0 => "all",
            kept if kept < others => "some",
            _ => "gm",
        }
    }

    /// Returns the seats to which the rules of the game let a seat not write; when it is over, all may speak again.
    fn kept_from(&self, seat: Option<Seat>) -> Vec<Named> {
        let Some(own) = seat.filter(|_| self.record.game.ended.is_none()) else { return Vec::new() };
        let is_kept = |other: Seat| other != own && self.rules.referee.may_write(own, other).is_err();
        let seats = self.record.people.seats();
        seats.filter(|seat| self.rules.seat(seat).is_some_and(is_kept)).map(|seat| self.named(seat)).collect()
    }

    /// Returns the position after the set-up as a seat may know it, if no shuffle can make it another one. Before the game
    /// begins nobody knows what the shuffles are made of.
    fn certain_view(&self, to: &str) -> Option<Value> {
        let none = BTreeMap::new();
        let view = |seed: u8| {
            let mut desk = RecordDesk::new(&none, Seed([seed; 32]));
            let begun = self.rules.referee.begin(&mut desk).ok()?;
            self.rules.referee.view(&begun, self.rules.seat(to)).ok()
        };
        let all: Vec<Option<Value>> = (1..=4).map(view).collect();
        let first = all.first()?.clone()?;
        all.iter().all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    /// Returns the order sheet of the first turn for a look before the game begins; of another game, if the shuffles decide
    /// what is on it. `None` if the game asks nothing then.
    fn look(&self, to: &str, seat: Seat) -> Option<Look> {
        let none = BTreeMap::new();
        let referee = self.rules.referee;
        let look = |seed: u8| {
            let mut desk = RecordDesk::new(&none, Seed([seed; 32]));
            let mut from = referee.begin(&mut desk).ok()?;
            for _ in 0..MOST_STAGES {
                match referee.play(&from, &[], &mut desk).ok()? {
                    Played::Done { position, .. } => from = position,
                    Played::Paused(asked) => {
                        let open: Vec<Open> =
                            asked.open.iter().filter(|open| open.seat == seat).cloned().collect();
                        let view = referee.view(&from, Some(seat)).ok()?;
                        let kinds = asked.open.iter().chain(&asked.ahead).map(|open| open.kind.as_str());
                        let is_secret = asked.together || asked.secret_ahead;
                        let secrecy = secrecy_word(is_secret, self.settings.secrecy_for(kinds));
                        let sheet = referee.sheet(&asked.position, seat, &open).ok()?;
                        let (secrecy, page) = (secrecy.to_owned(), self.settings.has_page(to));
                        return Some(Look { sheet, view, certain: true, secrecy, page });
                    }
                }
            }
            None
        };
        let mut all: Vec<Look> = (1..=4).map(look).collect::<Option<_>>()?;
        let first = all.swap_remove(0);
        let certain = all.iter().all(|other| other.sheet == first.sheet);
        Some(Look { certain, ..first })
    }

    /// Returns what a seat is told about chance; `None` once the game has begun.
    fn chance(&self, to: &str) -> Option<ChanceAsked> {
        let people = &self.record.people;
        let founded = people.founded.as_ref().filter(|_| !people.seeded)?;
        let public = founded.chance.public.as_ref();
        Some(ChanceAsked {
            asked: founded.chance.words != Words::No
                && people.bound_words(to).is_none()
                && !people.chance.published,
            sealed: founded.chance.words == Words::Sealed,
            until: people.words_until(),
            bound: founded.gm_words.iter().map(|(seat, words)| (self.named(seat), words.clone())).collect(),
            public: public.map(|public| public.name.clone()),
            due: public.and_then(|public| public.due),
        })
    }
}

/// Returns the rehearsal; `None` once the game has begun.
fn rehearsal(people: &People) -> Option<Rehearsal> {
    let founded = people.founded.as_ref().filter(|_| !people.seeded)?;
    founded.rehearsal.as_ref().map(|rehearsal| Rehearsal { until: rehearsal.until })
}
