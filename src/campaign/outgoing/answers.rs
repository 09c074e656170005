//! Answers to what a player asked for with `ask`, made when the receipt is sent.

use crate::campaign::explain;
use crate::campaign::explain::chapters::Chapters;
use crate::campaign::explain::{BoardAt, Question, board_at};
use crate::campaign::outgoing::maker::Maker;
use crate::campaign::outgoing::render::Model;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::Wanted;
use crate::campaign::state::record::GM;
use crate::report::model::{Answer, History, HistoryLine};
use serde_json::Value;

/// The most bytes of a receipt's text; beyond this, answers are left out, the last first, so that the receipt fits into every
/// mailbox.
const LARGEST: usize = 256 << 10;

impl Maker<'_> {
    /// Returns the answer to what a seat asked for.
    ///
    /// # Errors
    /// If the ledger cannot be replayed, or the game cannot read the position.
    pub(crate) fn answer(&self, to: &str, wanted: &Wanted) -> Result<Answer, CampaignError> {
        let models = &self.models;
        Ok(match wanted {
            Wanted::Status => Answer::Status { status: Box::new(models.status(to)?) },
            Wanted::Help => {
                let confers = models.confers(models.rules.seat(to)).to_owned();
                Answer::Help { rules: String::new(), confers, gm: to == GM }
            }
            Wanted::History => Answer::History { history: Box::new(self.history(to)?) },
            Wanted::Map { turn, .. } => self.board(to, *turn)?,
            Wanted::Plan => {
                let text = |plan: &Value| models.rules.referee.write_plan(plan, &models.now.position);
                let deposited = if models.has_sealed(to) { (self.standing)(to)? } else { None };
                let deposited = deposited.as_ref().map(text).transpose()?;
                Answer::Plan { on_file: models.plan_on_file(to), sealed: models.has_sealed(to), deposited }
            }
            Wanted::Rules { chapter } => {
                let rules = Chapters::of(models.rules.referee.id());
                let chapters = rules.as_ref().map(Chapters::names).unwrap_or_default();
                let found = |name: &String| rules.as_ref()?.find(name).ok();
                let game = models.rules.referee.title();
                Answer::Rules { game, chapters, chapter: chapter.as_ref().and_then(found) }
            }
            Wanted::Sheet { .. } => Answer::LeftOut { what: "sheet".to_owned() },
            Wanted::Forecast(forecast) => Answer::Forecast(forecast.clone()),
            Wanted::Explain { turn, what, unnamed } => self.explanation(to, *turn, (what, *unnamed))?,
            // Only the game master asks for these, and they are answered with the whole campaign at hand.
            Wanted::Ruling { .. } | Wanted::Adopt { .. } => Answer::LeftOut { what: "ruling".to_owned() },
            Wanted::Decisions { .. } => Answer::LeftOut { what: "decisions".to_owned() },
        })
    }

    /// Returns the board: now, or at the end of a turn; if there is no such turn, a note that it was left out.
    fn board(&self, to: &str, turn: Option<u32>) -> Result<Answer, CampaignError> {
        let models = &self.models;
        let now = models.record.game.turn;
        let Some(turn) = turn.filter(|turn| *turn != now) else {
            let view = models.view(to)?.to_value();
            let stage = models.record.game.stage_name.clone();
            return Ok(Answer::Map { view, turn: now, stage, events: Vec::new() });
        };
        let board = board_at(models.rules, self.entries, models.record, Some(to), turn)?;
        Ok(board.map_or_else(
            || Answer::LeftOut { what: "map".to_owned() },
            |BoardAt { view, events, stage }| Answer::Map { view, turn, stage, events },
        ))
    }

    /// Returns an explanation; if the question cannot be answered, a note that it was left out.
    fn explanation(
        &self,
        to: &str,
        turn: u32,
        (what, unnamed): (&str, bool),
    ) -> Result<Answer, CampaignError> {
        let models = &self.models;
        let guide = explain::guide_of(models.rules, models.record).map_err(CampaignError::Refused)?;
        // A game master who plays learns no more than the seat does.
        let reader = if to == GM { models.settings.gm.plays.as_deref() } else { Some(to) };
        let question = Question { turn, what, reader };
        let head = crate::report::model::Head { key: None, ..models.head(to) };
        let explained = explain::explain(models.rules, self.entries, &guide, head, &question);
        let left_out = || Answer::LeftOut { what: "explain".to_owned() };
        let Ok(explanation) = explained else { return Ok(left_out()) };
        let told = serde_json::to_value(&explanation).map_err(|why| CampaignError::Fault(why.to_string()))?;
        Ok(Answer::Explain { turn, what: what.to_owned(), unnamed, told })
    }

    /// Returns the turns so far, as a seat may know them.
    fn history(&self, to: &str) -> Result<History, CampaignError> {
        let story =
            explain::story(self.models.rules, self.entries, Some(to)).map_err(CampaignError::Fault)?;
        let mut lines: Vec<HistoryLine> = Vec::new();
        for stage in story {
            let Some(at) = stage.at else { continue };
            match lines.last_mut().filter(|line| line.turn == stage.turn) {
                Some(line) => {
                    line.at = at;
                    line.events.extend(stage.events);
                }
                None => lines.push(HistoryLine {
                    turn: stage.turn,
                    stage: String::new(),
                    at,
                    events: stage.events,
                    rulings: Vec::new(),
                }),
            }
        }
        for ruling in self.models.rulings_since(0) {
            if let Some(line) = lines.iter_mut().find(|line| line.turn == ruling.turn) {
                line.rulings.push(ruling);
            }
        }
        let names = self.models.view(to)?.get("names").cloned().unwrap_or(Value::Null);
        Ok(History { head: self.models.head(to), lines, disputes: self.models.disputes(to, false), names })
    }

    /// Leaves out answers until the text of a receipt is small enough.
    ///
    /// # Errors
    /// If the templates fail.
    pub(crate) fn fit_receipt(
        &self,
        mut receipt: crate::report::model::Receipt,
    ) -> Result<crate::report::model::Receipt, CampaignError> {
        for at in (0..receipt.extra.len()).rev() {
            let model = Model::Receipt(Box::new(receipt.clone()));
            let written = self.render.write(&model).map_err(|why| CampaignError::Fault(why.to_string()))?;
            if written.mail.text.len() <= LARGEST {
                break;
            }
            // A ruling that was not shown could not be adopted, and whether one was adopted must be said.
            let answer = receipt.extra.get_mut(at).filter(|answer| !matches!(answer, Answer::Ruling { .. }));
            if let Some(answer) = answer {
                *answer = Answer::LeftOut { what: id_of(answer) };
            }
        }
        Ok(receipt)
    }
}

fn id_of(answer: &Answer) -> String {
    let id = match answer {
        Answer::Status { .. } => "status",
        Answer::Help { .. } => "help",
        Answer::History { .. } => "history",
        Answer::Map { .. } => "map",
        Answer::Plan { .. } => "plan",
        Answer::Rules { .. } => "rules",
        Answer::Forecast(_) => "forecast",
        Answer::Explain { .. } => "explain",
        Answer::Sheet { .. } => "sheet",
        Answer::Ruling { .. } => "ruling",
        Answer::Decisions { .. } => "decisions",
        Answer::LeftOut { what } => what,
    };
    id.to_owned()
}
