//! What players ask for by mail: how things stand, the story so far, the board, a chapter of the rules, a forecast of a
//! plan, how a result came about. All answers of a mail travel in its receipt.
//!
//! What is asked is read and checked when the mail comes in, and kept with the receipt; the answers are made when it is
//! sent, as the game then stands. A forecast alone is made at once, for the plan it is of is sealed from then on.
//!
//! - `rules`: the rules as they are played, by chapters;
//! - `forecast`: what a plan would come to, from what its owner may know;
//! - `make`: the answers.
//!
//! May use: engine, explain, models, plan. Is used by: submission, mails, cli.

use crate::campaign::explain;
use crate::campaign::explain::NotExplained;
use crate::campaign::explain::chapters::Chapters;
use crate::campaign::explain::forecast::{Start, forecast};
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::Wanted;
use crate::plan::{Ask, Given};
use crate::report::model::Forecast;
use crate::sheet::{Fault, Refusal};
use serde_json::Value;

/// Things that one mail may ask for.
const MOST: usize = 8;
/// Explanations that one mail may ask for: each plays the whole campaign again.
const MOST_EXPLAINED: usize = 3;

impl Engine<'_> {
    /// Takes note of what a mail asks for. What it hands in must have been taken in before: a forecast is of that.
    pub(crate) fn asks(
        &mut self,
        written: &Written<'_>,
        submitted: &mut Submitted,
    ) -> Result<(), CampaignError> {
        for ask in &written.envelope.document.ask {
            if ask.value == Ask::NewKey {
                self.new_key(&submitted.seat, false)?;
                submitted.used = true;
                submitted.act_on("ask", ask.span, written);
                continue;
            }
            match self.wanted(ask, submitted)? {
                Ok(wanted) if submitted.asked.contains(&wanted) => {}
                Ok(wanted) => {
                    submitted.used = true;
                    submitted.asked.push(wanted);
                    submitted.act_on("ask", ask.span, written);
                }
                Err((why, suggestion)) => {
                    let fault = Fault::error(ask.span, why).suggest(suggestion);
                    let problem =
                        crate::campaign::intake::problems::problem(&fault, written.text, written.found);
                    submitted.problems.push(problem);
                }
            }
        }
        Ok(())
    }

    /// What is wanted, or why it cannot be had, with what may have been meant.
    #[allow(clippy::type_complexity, reason = "said once")]
    fn wanted(
        &self,
        ask: &Given<Ask>,
        submitted: &Submitted,
    ) -> Result<Result<Wanted, (Refusal, Option<String>)>, CampaignError> {
        let early = self.record.game.position.is_null();
        let explained = |wanted: &&Wanted| matches!(wanted, Wanted::Explain { .. });
        let refuse = |why: Refusal| Ok(Err((why, None)));
        if submitted.asked.len() >= MOST {
            return refuse(Refusal::new("ask-many").with("limit", MOST));
        }
        Ok(Ok(match &ask.value {
            Ask::Status => Wanted::Status,
            Ask::Help => Wanted::Help,
            Ask::History => Wanted::History,
            // Acted on before it comes here; were it not, it would be no answer.
            Ask::NewKey => return refuse(Refusal::new("not-yet").with("key", "ask: new key")),
            Ask::Map | Ask::Forecast | Ask::Explain { .. } if early => {
                return refuse(Refusal::new("ask-early").with("what", ask.value.id()));
            }
            Ask::Map => Wanted::Map,
            Ask::Rules(chapter) => match self.chapter(chapter.as_deref()) {
                Ok(()) => Wanted::Rules { chapter: chapter.clone() },
                Err(wrong) => return Ok(Err(wrong)),
            },
            Ask::Forecast => match self.forecast_of(submitted)? {
                Ok(forecast) => Wanted::Forecast(Box::new(forecast)),
                Err(why) => return refuse(why),
            },
            Ask::Explain { .. } if submitted.asked.iter().filter(explained).count() >= MOST_EXPLAINED => {
                return refuse(Refusal::new("ask-many-explained").with("limit", MOST_EXPLAINED));
            }
            Ask::Explain { turn, what } => {
                let turn = turn.unwrap_or_else(|| self.record.game.disputed_turn());
                match self.explainable(turn, what, &submitted.seat) {
                    Ok(()) => Wanted::Explain { turn, what: what.clone() },
                    Err(wrong) => return Ok(Err(wrong)),
                }
            }
        }))
    }

    /// Whether there are rules, and this chapter of them.
    fn chapter(&self, chapter: Option<&str>) -> Result<(), (Refusal, Option<String>)> {
        let none = || (Refusal::new("ask-no-rules"), None);
        let chapters = Chapters::of(self.rules.referee.id()).ok_or_else(none)?;
        let Some(name) = chapter else { return Ok(()) };
        chapters.find(name).map(drop).map_err(|miss| {
            let why = Refusal::new("ask-chapter").with("name", name).with("chapters", chapters.names());
            (why, miss.suggestion())
        })
    }

    /// Whether these words can be explained, as far as can be said without playing the campaign again.
    fn explainable(&self, turn: u32, what: &str, seat: &str) -> Result<(), (Refusal, Option<String>)> {
        if turn > self.record.game.turn {
            let why = Refusal::new("explain-turn").with("turn", turn).with("now", self.record.game.turn);
            return Err((why, None));
        }
        let guide = explain::guide_of(self.rules.referee.id(), &|_| None)
            .map_err(|_| (Refusal::new("explain-none"), None))?;
        let view = self
            .rules
            .referee
            .view(&crate::table::Position(self.record.game.position.clone()), self.rules.seat(seat));
        let names = view.ok().and_then(|view| view.get("names").cloned()).unwrap_or_default();
        let past = self.record.game.history.iter().filter(|stage| stage.turn == turn);
        let mut stages: Vec<&str> = past.map(|stage| stage.stage.as_str()).collect();
        if turn == self.record.game.turn {
            stages.push(&self.record.game.stage_name);
        }
        match explain::understands(what, &guide, &names, &stages, seat) {
            Ok(()) => Ok(()),
            Err(NotExplained::Unknown { word, near }) => {
                let why = Refusal::new("explain-unknown").with("word", word);
                Err((why, near.first().cloned()))
            }
            Err(NotExplained::Ambiguous { word, names }) => {
                Err((Refusal::new("explain-ambiguous").with("word", word).with("names", names), None))
            }
            Err(_) => Err((Refusal::new("explain-none"), None)),
        }
    }
}

impl Engine<'_> {
    /// What the plan of this mail would come to.
    pub(crate) fn forecast_of(
        &self,
        submitted: &Submitted,
    ) -> Result<Result<Forecast, Refusal>, CampaignError> {
        let (Some(plan), Some(seat)) = (&submitted.plan, self.rules.seat(&submitted.seat)) else {
            return Ok(Err(Refusal::new("forecast-no-plan")));
        };
        let pending = self.rules.pending(&self.record)?;
        let open = pending.open.iter().filter(|open| open.seat == seat);
        let may_know = |event: &&Value| event.get("only").is_none_or(|only| *only == *submitted.seat);
        let filed = self.record.game.plans.get(&submitted.seat).into_iter().flatten();
        // Plans that are open already, of which this mail's may be the newest by now.
        let filed = filed.map(|filed| filed.plan.clone()).filter(|other| other != plan);
        let start = Start {
            referee: self.rules.referee,
            position: self.rules.seen(&self.record.game.position, seat)?,
            seat,
            plans: std::iter::once(plan.clone()).chain(filed).collect(),
            recorded: &self.record.game.answers,
            open: open.map(|open| open.key.clone()).collect(),
            happened: pending.events.iter().filter(may_know).cloned().collect(),
            first: false,
        };
        // A position that does not fit together is one that cannot be known.
        let made = forecast(start).unwrap_or_default();
        Ok(made.map(|made| Forecast { at: Some(self.now), ..made }).ok_or(Refusal::new("forecast-not-now")))
    }
}
