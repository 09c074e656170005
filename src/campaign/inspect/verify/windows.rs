//! Windows: they open for the questions of the game, and close by their own rule and deadline.

use super::walk::{Walk, Why, miscounts, need, refused};
use crate::campaign::play::answers::{FoundAnswers, try_stage};
use crate::campaign::play::asked::questions_of;
use crate::campaign::play::silence::Silence;
use crate::campaign::state::entries::*;
use crate::campaign::state::record::{CHANCE, GM, Phase, REHEARSAL, Round, Window};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::settings::Secrecy;
use crate::campaign::state::window_model::{owing, to_remind};
use crate::table::Played;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::BTreeMap;

type Asked = BTreeMap<SeatId, Vec<Question>>;

impl Walk<'_> {
    /// Checks a step of a window.
    pub(super) fn window(&mut self, line: Line<'_>) -> Result<(), Why> {
        let step: WindowStep = line.body()?;
        if line.body["window"] == CHANCE && !matches!(step, WindowStep::Opened { .. }) {
            // Words of chance: what must hold is checked when the entry is applied.
            return Ok(());
        }
        need(
            !self.closing || matches!(step, WindowStep::Closed { .. } | WindowStep::Openings { .. }),
            "plans are opened to close a window, but it is not closed",
        )?;
        match step {
            WindowStep::Opened { .. } => self.opens(line, &step),
            WindowStep::Joined { window, seat, asked } => self.joins(line, &window, &seat, &asked),
            WindowStep::Moved { window, deadline, why } => self.moves(line, &window, deadline, &why),
            WindowStep::Reminded { window, seats, by } => {
                need(by.is_none_or(|by| by == GM), "only the clock and the game master remind")?;
                self.reminds(&window, &seats)
            }
            WindowStep::Waiting { window, seats, .. } => {
                let window = self.of(&window)?;
                need(window.phase == Phase::Collecting && self.is_late(window, line.at), NOT_LATE)?;
                let owing = owing(window, &self.record.people);
                need(
                    seats.iter().all(|seat| owing.contains(&seat)),
                    "it waits for a seat that has sent a plan",
                )
            }
            WindowStep::Openings { window, first, why, instead, deadline } => {
                self.others_open(line, &window, &first, why, instead, deadline)
            }
            WindowStep::Published { window, why, seals, deadline, .. } => {
                let window = self.of(&window)?;
                let unopened = window.unopened().next().is_some();
                need(
                    window.sealed && window.phase == Phase::Collecting && unopened,
                    "there are no seals to publish",
                )?;
                let is_reason = matches!(why.as_str(), "all-in" | "deadline" | "gm");
                need(is_reason, "no table is published for that reason")?;
                self.may_end(window, &why, line.at)?;
                let last = window.seats.iter();
                let last = last.filter_map(|(seat, part)| Some((seat.clone(), part.seal.clone()?)));
                need(seals == last.collect(), "its table is not that of the seats' last seals")?;
                need(deadline == self.rule("/clock/opening")?.after(line.at), NOT_DUE)
            }
            WindowStep::Closed { window, why, seats, silent } => {
                self.closes(line, &window, &why, &seats, &silent)
            }
        }
    }

    fn of(&self, id: &str) -> Result<&Window, Why> {
        let window = self.record.game.open_window().filter(|window| window.id == id);
        window.ok_or_else(|| refused("its window is not open"))
    }

    fn opens(&self, line: Line<'_>, step: &WindowStep) -> Result<(), Why> {
        let WindowStep::Opened {
            window,
            turn,
            stage,
            round,
            sealed,
            secrecy,
            asked,
            deadline,
            grace,
            again,
            counts,
        } = step
        else {
            return Ok(());
        };
        self.goes_on()?;
        let (game, people) = (&self.record.game, &self.record.people);
        need(game.open_window().is_none(), "it opens a window while another is open")?;
        need((turn, stage) == (&game.turn, &game.stage_name), "it is not of the present stage")?;
        let name = format!("{turn}-{stage}");
        let id = match people.counts.get(&name).copied().unwrap_or_default() {
            0 => name,
            count => format!("{name}-{}", count + 1),
        };
        need(*window == id, format!("the window has the name {window} where {id} is due"))?;
        let of_stage = self.rules().round(&self.record).name;
        need(*round == of_stage, "it is not of the present round")?;
        self.asks(line, *sealed, asked)?;
        need(*secrecy == self.secrecy(*sealed, asked)?, "its secrecy is not that of the settings")?;
        need(*counts == people.counts_of_mail, miscounts(*counts, people.counts_of_mail))?;
        need(
            TimeDelta::seconds(*grace) == self.span("/clock/grace")?,
            "its grace is not that of the settings",
        )?;
        let shut = game.shut.iter().find(|shut| *sealed && same_questions(&shut.asked, asked));
        need(*again == shut.map(|shut| shut.window.clone()), "it is not the window that a ruling closed")?;
        let several = *sealed || asked.values().flatten().any(|question| question.ahead);
        let rule = self.rule(if several { "/clock/deadline" } else { "/clock/question" })?;
        let due = match (rule.after(line.at), shut.and_then(|shut| shut.deadline)) {
            (Some(fresh), Some(was)) => Some(fresh.max(was)),
            (fresh, _) => fresh,
        };
        need(*deadline == due, NOT_DUE)
    }

    /// Checks that the game waits for just these answers.
    fn asks(&self, line: Line<'_>, sealed: bool, asked: &Asked) -> Result<(), Why> {
        need(asked.values().flatten().next().is_some(), "it asks nothing")?;
        if self.blind {
            for seat in asked.keys() {
                self.seat(seat)?;
            }
            let answers = &self.record.game.answers;
            let is_open = |question: &Question| !answers.contains_key(&question.key);
            return need(asked.values().flatten().all(is_open), "it asks what is answered already");
        }
        let own = &self.record.game.asked_in;
        let is_asked = self.asks_as(line, sealed, asked, None).or_else(|why| {
            // Ledgers of before count also who was answered for right before.
            self.asks_with(own, line, sealed, asked, None).map_err(|_| why)
        });
        is_asked.or_else(|why| {
            if self.record.people.away.is_empty() && self.hidden_away.is_empty() {
                return Err(why);
            }
            self.asks_as(line, sealed, asked, Some(asked)).map_err(|_| why)
        })
    }

    fn asks_as(
        &self,
        line: Line<'_>,
        sealed: bool,
        asked: &Asked,
        believed: Option<&Asked>,
    ) -> Result<(), Why> {
        self.asks_with(self.asked_before.asked_in(&self.record), line, sealed, asked, believed)
    }

    fn asks_with(
        &self,
        asked_in: &BTreeMap<SeatId, Round>,
        line: Line<'_>,
        sealed: bool,
        asked: &Asked,
        believed: Option<&Asked>,
    ) -> Result<(), Why> {
        let (rules, played, answers) = self.tried(asked_in, line, believed)?;
        if let Some((answer, _)) = answers.found.first() {
            return Err(refused(format!(
                "{} is not answered before the window opens, although it could be",
                answer.key
            )));
        }
        let Played::Paused(pause) = played else {
            return Err(refused("the game does not wait for any answer"));
        };
        let (due, is_sealed) = questions_of(rules, &pause);
        need(*asked == due && sealed == is_sealed, "it asks other questions than the game waits for")
    }

    /// Plays the present stage from what is on record, and asks what the settings of the campaign ask. With `believed`, what a ledger
    /// says is asked, nobody is who is away: ledgers of before do not even ask such a seat for a steward's sake, and a copy may leave out
    /// that a seat is away which it does not ask.
    fn tried(
        &self,
        asked_in: &BTreeMap<SeatId, Round>,
        line: Line<'_>,
        believed: Option<&Asked>,
    ) -> Result<(Rules<'_>, Played, FoundAnswers), Why> {
        let (rules, record) = (self.rules(), &self.record);
        let rules = rules.of(record).map_err(|why| why.to_string())?;
        let seats = rules.referee.seats();
        let (settings, round) = (&record.people.settings, rules.round(record));
        let silence = Silence { record, asked_in, settings, seats: &seats, round, now: line.at };
        let absent = From::Default { why: "absent".to_owned() };
        let played = try_stage(rules, record, |open| {
            let seat = silence.id(open.seat);
            let is_hidden = |asked: &Asked| self.hidden_away.contains(seat) && !asked.contains_key(seat);
            let is_out = believed.is_some_and(|asked| silence.is_left_out(seat) || is_hidden(asked));
            let claim = is_out.then_some(&absent);
            self.policy(&silence, open, claim)
        });
        let (played, answers) = played.map_err(|why| why.to_string())?;
        Ok((rules, played, answers))
    }

    /// Checks that a seat which got a player is asked what the game wants of it, in a window that still collects sealed plans.
    fn joins(&self, line: Line<'_>, window: &str, seat: &str, asked: &[Question]) -> Result<(), Why> {
        let window = self.of(window)?;
        need(window.sealed && window.phase == Phase::Collecting, "it does not collect sealed plans")?;
        need(!window.asked.contains_key(seat), "the seat is asked already")?;
        need(self.record.people.tenures.contains_key(seat), "the seat has no new player")?;
        if self.blind {
            let answers = &self.record.game.answers;
            let is_open = |question: &Question| !answers.contains_key(&question.key);
            return need(!asked.is_empty() && asked.iter().all(is_open), "it asks what is answered already");
        }
        let (rules, played, _) = self.tried(self.asked_before.asked_in(&self.record), line, None)?;
        let due = match played {
            Played::Paused(pause) => questions_of(rules, &pause).0.remove(seat).unwrap_or_default(),
            Played::Done { .. } => Vec::new(),
        };
        need(!due.is_empty() && asked == due, "it asks other questions than the game waits for")
    }

    fn secrecy(&self, sealed: bool, asked: &Asked) -> Result<Secrecy, Why> {
        if !sealed {
            return Ok(Secrecy::Deposit);
        }
        let settings = &self.record.people.settings;
        let of = |question: &Question| {
            let own = settings["secrecy-of"].get(&question.kind).unwrap_or(&settings["secrecy"]);
            serde_json::from_value::<Secrecy>(own.clone()).map_err(|why| why.to_string())
        };
        let all: Result<Vec<_>, _> = asked.values().flatten().map(of).collect();
        // That it asks something is known by now.
        Ok(all?.into_iter().max().unwrap_or(Secrecy::Deposit))
    }

    fn moves(&self, line: Line<'_>, window: &str, deadline: DateTime<Utc>, why: &str) -> Result<(), Why> {
        let before =
            self.of(window)?.deadline.ok_or_else(|| refused("a window without a deadline cannot get one"))?;
        let people = &self.record.people;
        match why {
            "vote" => {
                let minutes = people.voted_time().ok_or_else(|| refused("no vote moves the deadline"))?;
                let start = if people.held.is_some() { before } else { before.max(line.at) };
                let due = start + TimeDelta::minutes(i64::from(minutes));
                need(deadline == due, "the deadline does not move by the time that was voted for")
            }
            "gm" => {
                let start = before.max(people.paused.unwrap_or(line.at));
                let by = deadline - start;
                let may = by > TimeDelta::zero() && by <= TimeDelta::days(31);
                need(may, "the deadline moves back, or by more than 31 days")
            }
            _ => Err(refused("a deadline moves by a vote or by an order of the game master")),
        }
    }

    fn reminds(&self, window: &str, seats: &[SeatId]) -> Result<(), Why> {
        if window == REHEARSAL {
            return seats.iter().try_for_each(|seat| self.seat(seat));
        }
        let window = self.of(window)?;
        let owing = to_remind(window, &self.record.people);
        need(seats.iter().all(|seat| owing.contains(&seat)), "it reminds a seat that owes nothing")
    }

    fn is_late(&self, window: &Window, at: DateTime<Utc>) -> bool {
        self.record.people.held.is_none() && window.last_call().is_some_and(|last| at >= last)
    }

    /// Returns why the game does not wait for a seat; `Err` if this copy does not say.
    fn out(&self, seat: &str, at: DateTime<Utc>) -> Result<Option<&'static str>, ()> {
        match self.record.people.out(seat, at) {
            None if self.hidden_away.contains(seat) => Err(()),
            out => Ok(out),
        }
    }

    /// Checks that a window may stop taking plans or openings for a reason.
    fn may_end(&self, window: &Window, why: &str, at: DateTime<Utc>) -> Result<(), Why> {
        let people = &self.record.people;
        need(people.paused.is_none(), "it ends while the clock is stopped")?;
        // An absence that this copy leaves out is believed.
        let is_out = |seat: &str| match (self.out(seat, at), window.deadline) {
            (Ok(None), _) => false,
            (_, Some(deadline)) => self.out(seat, deadline.max(at)) != Ok(None),
            (_, None) => true,
        };
        // Ledgers of before take what was sealed for a window that asked less for all.
        let missing: Vec<&SeatId> =
            window.missing().filter(|seat| !is_out(seat) && !window.is_less(seat)).collect();
        match why {
            "all-in" => {
                let rule = self.word("/close-early");
                let mut asked = window.asked.keys();
                let is_done = asked.all(|seat| is_out(seat) || window.standing(seat) == Standing::Final);
                // Where all who are asked are away, only stewards play, and nobody waits for them.
                let all_away = window.asked.keys().all(|seat| is_out(seat)) && people.held.is_none();
                need(
                    (window.sealed || all_away) && window.phase == Phase::Collecting && missing.is_empty(),
                    "not all plans are in",
                )?;
                let alone = window.asked.len() == 1;
                let early = is_done || (rule == "all-in" || alone) && people.held.is_none();
                let may = rule != "no" || alone || all_away;
                need(may && early, "not all seats have said that they are done")?;
                let is_there = |seat: &str| people.out(seat, at).is_none() || !is_out(seat);
                need(people.seats().any(is_there), "all seats are away")
            }
            "deadline" => {
                need(self.is_late(window, at), NOT_LATE)?;
                // Behind a ruling a seat may have sent what serves once more, which a copy leaves out.
                let may_be_spared = self.blind && !people.rulings.is_empty();
                let waits = |seat: &&&SeatId| {
                    let seat = seat.as_str();
                    let is_spared = may_be_spared || self.record.game.is_spared(window, seat);
                    self.word("/absence") == "wait" && !is_spared
                        || self.record.is_out_of_reach(seat, at)
                        || people.waits_for(seat, at)
                };
                let waited = missing.iter().find(waits).filter(|_| window.phase == Phase::Collecting);
                need(
                    waited.is_none(),
                    format!("it ends, but the game waits for {}", waited.map_or("", |seat| seat)),
                )
            }
            "openings" => {
                let all = window.phase == Phase::Opening && window.unopened().next().is_none();
                need(all, "not all seals are open")
            }
            "gm" | "answered" | "vote" => Ok(()),
            _ => Err(refused("no window ends for that reason")),
        }
    }

    /// Checks that the others are asked for their openings when the first seat has opened or can no longer.
    fn others_open(
        &mut self,
        line: Line<'_>,
        id: &str,
        first: &str,
        why: FirstIs,
        instead: Option<Instead>,
        deadline: Option<DateTime<Utc>>,
    ) -> Result<(), Why> {
        let stewards = std::mem::take(&mut self.before_steward);
        self.closing = false;
        let window = self.of(id)?;
        need(self.record.people.paused.is_none(), "it ends a wait while the clock is stopped")?;
        need(why != FirstIs::Deadline || self.is_late(window, line.at), NOT_LATE)?;
        need(stewards.keys().all(|seat| seat == first), "the steward has played for another seat")?;
        let played = stewards.contains_key(first);
        need(
            played == (instead == Some(Instead::Steward)),
            "the steward has played, or not, against what it says",
        )?;
        if instead.is_some() {
            self.may_play(first, "not-opened", played, line.at)?;
        }
        need(deadline == self.rule("/clock/opening")?.after(line.at), NOT_DUE)
    }

    fn closes(
        &mut self,
        line: Line<'_>,
        id: &str,
        why: &str,
        seats: &BTreeMap<SeatId, Standing>,
        silent: &BTreeMap<SeatId, String>,
    ) -> Result<(), Why> {
        let stewards = std::mem::take(&mut self.before_steward);
        self.closing = false;
        let mut window = self.of(id)?.clone();
        for (seat, part) in &stewards {
            match part {
                Some(part) => window.seats.insert(seat.clone(), part.clone()),
                None => window.seats.remove(seat),
            };
        }
        self.may_end(&window, why, line.at)?;
        let unopened = window.phase == Phase::Collecting && window.unopened().next().is_some();
        let is_quiet = matches!(why, "answered" | "vote");
        let waits = window.phase == Phase::OpeningFirst;
        need(is_quiet || !waits, "it closes while the first seat is still to open")?;
        need(is_quiet || !unopened, "it closes before its seals are published")?;
        if why == "answered" {
            need(!window.sealed, "a window of sealed plans does not close because something is answered")?;
            let mut asked = window.asked.values().flatten();
            let answers = &self.record.game.answers;
            need(
                asked.any(|question| answers.contains_key(&question.key)),
                "none of its questions is answered",
            )?;
        }
        let mut all: BTreeMap<SeatId, Standing> = BTreeMap::new();
        let mut reasons: BTreeMap<SeatId, String> = BTreeMap::new();
        let others = window.seats.keys().filter(|_| !is_quiet);
        for seat in window.asked.keys().chain(others) {
            let known = if is_quiet { window.standing(seat) } else { unless_opened(&window, seat) };
            // A copy leaves out what an opened seal says, and so that there is no plan in it.
            let is_opened = window.seats.get(seat).is_some_and(|part| part.opened);
            let is_believed = self.blind
                && is_opened
                && matches!(known, Standing::In | Standing::Final)
                && seats.get(seat) == Some(&Standing::Unusable);
            let standing = if is_believed { Standing::Unusable } else { known };
            all.insert(seat.clone(), standing);
            if is_quiet || !window.asked.contains_key(seat) {
                continue;
            }
            let said = silent.get(seat).map(String::as_str).unwrap_or_default();
            let why = match standing {
                Standing::NotOpened => "not-opened",
                Standing::Unusable => "unusable",
                Standing::NothingCame => self.why_nothing_came(seat, said, line.at),
                // Ledgers of before may ask again what a plan in an unsealed window has left open.
                _ if window.sealed || said == "hold" => "hold",
                _ => continue,
            };
            let played = stewards.contains_key(seat);
            // What plays for a seat that should have opened first was fixed then.
            if !window.has_forfeited(seat) {
                match self.record.game.has_standby(&window, seat, why) {
                    true => {
                        need(!played, format!("the steward has played for {seat}, whose own plan counts"))?
                    }
                    false => self.may_play(seat, why, played, line.at)?,
                }
            }
            let why = if played && why != "not-opened" { "steward" } else { why };
            reasons.insert(seat.clone(), why.to_owned());
        }
        need(*seats == all, "what it says of the seats is not what they have sent")?;
        need(*silent == reasons, "its reasons are not those of the seats")
    }

    /// Returns why nothing came of a seat. Where absences are hidden, any reason that there may be is believed.
    fn why_nothing_came<'s>(&self, seat: &str, said: &'s str, at: DateTime<Utc>) -> &'s str {
        match self.out(seat, at) {
            Ok(out) => out.unwrap_or("missed"),
            Err(()) if matches!(said, "absent" | "missed" | "resigned" | "steward") => said,
            Err(()) => "missed",
        }
    }

    /// Checks that the steward has played for a seat just if it should.
    fn may_play(&self, seat: &str, why: &str, played: bool, at: DateTime<Utc>) -> Result<(), Why> {
        let away = self.record.people.absence_of(seat, at);
        let must =
            self.word("/absence") == "steward" || away.is_some_and(|days| days.play == Meanwhile::Steward);
        let must = must && why != "hold";
        let unknown = self.hidden_away.contains(seat) && why != "hold";
        need(played || !must, format!("the steward has not played for {seat}"))?;
        need(!played || must || unknown, format!("the steward has played for {seat}, but should not"))
    }
}

const NOT_LATE: &str = "its deadline and the time of grace are not over";
const NOT_DUE: &str = "its deadline does not follow from the settings";

fn same_questions(was: &Asked, now: &Asked) -> bool {
    now.iter().any(|(seat, asked)| was.get(seat).is_some_and(|was| asked.iter().any(|one| was.contains(one))))
}

/// Returns the standing of a seat in a window that closes: what is still sealed was not opened in time.
fn unless_opened(window: &Window, seat: &str) -> Standing {
    let deposited = window.seats.get(seat).is_some_and(|part| part.how == Some(How::Deposit) && !part.opened);
    match window.standing(seat) {
        Standing::Sealed => Standing::NotOpened,
        _ if deposited => Standing::NotOpened,
        standing => standing,
    }
}

#[cfg(test)]
#[path = "windows_tests.rs"]
mod tests;
