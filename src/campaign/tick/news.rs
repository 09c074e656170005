//! New disputes and overdue windows that a pass reports to the game master.

use crate::campaign::state::entries::Standing as Seated;
use crate::campaign::state::record::{Phase, Record, Standing, Window};
use crate::campaign::state::typed_path::typed_path;
use crate::campaign::state::window_model::owing;
use std::path::Path;

/// The state of a campaign before a pass, to find out what the pass changed.
pub(crate) struct Before {
    /// The number of resolved stages.
    pub(crate) stages: usize,
    pub(crate) turn: u32,
    /// The number of rulings, proposed ones too.
    pub(crate) rulings: usize,
    /// The standing of the last ruling.
    pub(crate) standing: Option<Standing>,
    disputes: usize,
    /// `true` if the game master was reminded of the public number.
    reminded: bool,
    waited: bool,
    /// The number of seats that nobody plays.
    resigned: usize,
    /// The id of the window that closed last, if nobody had sent anything in it.
    silent: Option<String>,
}

/// Returns the open window if it waits beyond its deadline.
fn waiting(record: &Record) -> Option<&Window> {
    record.game.open_window().filter(|window| window.waiting)
}

/// Returns the window that closed last.
fn closed(record: &Record) -> Option<&Window> {
    let game = &record.game;
    game.window.as_ref().filter(|window| window.phase == Phase::Closed).or(game.before.as_ref())
}

/// Returns `true` if nobody has sent anything in a window of several seats, before its deadline or after.
fn is_silent(window: &Window) -> bool {
    let standings = &window.standings;
    standings.len() > 1 && standings.values().all(|standing| *standing == Seated::NothingCame)
}

impl Before {
    /// Returns the state of a record before a pass.
    pub(crate) fn of(record: &Record) -> Self {
        Before {
            stages: record.game.history.len(),
            turn: record.game.turn,
            rulings: record.people.rulings.len(),
            standing: record.people.rulings.last().map(|given| given.standing),
            disputes: record.people.disputes.len(),
            reminded: record.people.chance.reminded,
            waited: waiting(record).is_some(),
            resigned: record.people.resigned.len(),
            silent: closed(record).filter(|window| is_silent(window)).map(|window| window.id.clone()),
        }
    }

    /// Returns a sentence for each new dispute, and for what else has happened: the game waits beyond a deadline or for the public
    /// number, nobody has sent anything, or a seat is given up.
    pub(crate) fn news(&self, record: &Record, dir: &Path) -> Vec<String> {
        let new = record.people.disputes.iter().skip(self.disputes).filter(|dispute| dispute.end.is_none());
        let dir = typed_path(dir);
        let mut news: Vec<String> = new
            .map(|dispute| {
                let (number, seat, turn) = (dispute.number, &dispute.seat, dispute.turn);
                format!(
                    "{seat} has opened dispute {number} about turn {turn}: ravenpost dispute {dir} {number}"
                )
            })
            .collect();
        if let Some(window) = waiting(record).filter(|_| !self.waited) {
            let seats: Vec<&str> = owing(window, &record.people).into_iter().map(String::as_str).collect();
            news.push(format!(
                "{} waits beyond its deadline for {}: ravenpost extend {dir} 24h, or ravenpost process {dir}",
                window.id,
                seats.join(", ")
            ));
        }
        // Once may be chance, and a game master who closes a window knows.
        let again = closed(record).filter(|window| {
            let is_over = window.deadline.is_some_and(|deadline| deadline <= record.at);
            let goes_on = record.game.ended.is_none();
            goes_on
                && is_over
                && is_silent(window)
                && self.silent.as_ref().is_some_and(|before| *before != window.id)
        });
        if let Some(window) = again {
            news.push(format!(
                "nobody has sent anything for {} and the window before, and the game goes on: ravenpost pause {dir} stops the clock",
                window.id
            ));
        }
        if record.people.resigned.len() > self.resigned {
            let vacant: Vec<&str> = record.people.resigned.iter().map(String::as_str).collect();
            let seat = if let [one] = vacant.as_slice() { one } else { "SEAT" };
            news.push(format!(
                "nobody plays {}: ravenpost replace {dir} {seat} --player NAME --address ADDRESS",
                vacant.join(", ")
            ));
        }
        if let Some(public) =
            record.people.public_number().filter(|_| !self.reminded && record.people.chance.reminded)
        {
            news.push(format!(
                "the game waits for the public number “{}”: ravenpost chance {dir} NUMBER",
                public.name
            ));
        }
        news
    }
}
