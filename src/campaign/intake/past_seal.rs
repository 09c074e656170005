//! A seal of a window as the ledger knows it, to answer an opening that came when nobody waited for it.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::clock::span_words;
use crate::campaign::state::entries::{How, Instead, OpenedPlan, Sealed, Standing, WindowStep};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::instead::instead;
use crate::ledger::Kind;
use crate::seal::{Binding, Opening, Seal};
use crate::sheet::Refusal;
use chrono::{DateTime, TimeDelta, Utc};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The last seal that a seat has sent for a window, and what became of it.
#[derive(Default)]
struct PastSeal {
    seal: Option<String>,
    opened: bool,
    /// What played for the seat because it did not open; `None` if that is not decided.
    instead: Option<Instead>,
    /// Until when the seal could be opened; `None` if nobody has asked for it, or without a deadline.
    until: Option<DateTime<Utc>>,
    /// `true` if its opening was asked for.
    asked: bool,
    /// `true` if the window is closed.
    closed: bool,
}

/// Returns the answer to a readable opening for a window that is not open, or no longer for this seat.
///
/// # Errors
/// If the ledger cannot be read.
pub(super) fn answer(
    engine: &Engine<'_>,
    seat: &str,
    received: DateTime<Utc>,
    opening: &Opening,
) -> Result<Refusal, CampaignError> {
    let window = opening.binding().window.as_str();
    let past = PastSeal::find(engine, seat, window)?;
    let Some(seal) = past.seal.as_ref().and_then(|seal| seal.parse::<Seal>().ok()) else {
        return Ok(Refusal::new("opening-no-seal").with("window", window));
    };
    let binding =
        Binding { campaign: engine.settings.id.clone(), seat: seat.to_owned(), window: window.to_owned() };
    let matches = opening.check(&seal, &binding).is_ok();
    let found = opening.seal().to_string();
    if past.opened {
        let refusal = Refusal::new("opening-was-open").with("window", window).with("matches", matches);
        return Ok(refusal.with("sealed", seal.to_string()).with("found", found));
    }
    let late = past.until.filter(|until| received > *until).map(|until| span_words(received - until));
    let instead =
        past.instead.unwrap_or_else(|| instead(engine.settings, &engine.record.people, seat, engine.now));
    let refusal = Refusal::new("opening-late").with("window", window).with("matches", matches);
    let refusal = refusal.with("late", late).with("asked", past.asked).with("instead", instead.word());
    Ok(refusal.with("sealed", seal.to_string()).with("found", found))
}

impl PastSeal {
    /// Looks through all entries. A window that opens another again counts as that one.
    fn find(engine: &Engine<'_>, seat: &str, window: &str) -> Result<Self, CampaignError> {
        let (mut past, mut names, mut grace) = (PastSeal::default(), vec![window.to_owned()], 0);
        let written = engine.rules.past.all()?.iter().map(|entry| (entry.kind, &entry.body));
        for (kind, body) in written.chain(engine.drafts.iter().map(|draft| (draft.kind, &draft.body))) {
            match kind {
                Kind::Sealed => past.sealed(seat, &names, read(body)),
                Kind::Opened => {
                    let opened: Option<OpenedPlan> = read(body);
                    let is_own = |opened: &OpenedPlan| opened.seat == seat && names.contains(&opened.window);
                    past.opened |= opened.is_some_and(|opened| is_own(&opened) && opened.how == How::Seal);
                }
                Kind::Window => {
                    let Some(step) = read::<WindowStep>(body) else { continue };
                    if let WindowStep::Opened { window, again, grace: span, .. } = &step {
                        if again.as_ref().is_some_and(|again| names.contains(again)) {
                            names.push(window.clone());
                            let seal = past.seal.take();
                            past = PastSeal { seal, ..PastSeal::default() };
                        }
                        if names.contains(window) {
                            grace = *span;
                        }
                    }
                    past.step(seat, &names, TimeDelta::seconds(grace), step);
                }
                Kind::Clock | Kind::Dispute => {
                    let moved: Option<(String, DateTime<Utc>)> = body.get("moved").and_then(read);
                    if let Some((_, deadline)) = moved.filter(|(id, _)| names.contains(id) && past.asked) {
                        past.until = Some(deadline + TimeDelta::seconds(grace));
                    }
                }
                _ => {}
            }
        }
        Ok(past)
    }

    fn sealed(&mut self, seat: &str, names: &[String], sealed: Option<Sealed>) {
        let Some(sealed) = sealed.filter(|sealed| sealed.seat == seat && names.contains(&sealed.window))
        else {
            return;
        };
        match sealed.how {
            How::Seal => self.seal = Some(sealed.seal),
            How::Steward => self.instead = Some(Instead::Steward),
            How::Deposit => self.seal = None,
        }
    }

    fn step(&mut self, seat: &str, names: &[String], grace: TimeDelta, step: WindowStep) {
        let is_it = |id: &String| names.contains(id);
        match step {
            WindowStep::Published { window, deadline, first, .. }
                if is_it(&window) && first.as_ref().is_none_or(|first| first == seat) =>
            {
                (self.asked, self.until) = (true, deadline.map(|deadline| deadline + grace));
            }
            WindowStep::Openings { window, first, instead, deadline, .. } if is_it(&window) => {
                if first == seat {
                    self.instead = instead;
                } else {
                    (self.asked, self.until) = (true, deadline.map(|deadline| deadline + grace));
                }
            }
            WindowStep::Moved { window, deadline, .. } if is_it(&window) && self.asked && !self.closed => {
                self.until = Some(deadline + grace);
            }
            WindowStep::Closed { window, seats, .. } if is_it(&window) => {
                self.closed = true;
                if seats.get(seat) == Some(&Standing::NotOpened) {
                    self.instead = self.instead.or(Some(Instead::Default));
                }
            }
            _ => {}
        }
    }
}

fn read<T: DeserializeOwned>(body: &Value) -> Option<T> {
    T::deserialize(body).ok()
}
