//! Messages when a seat changes hands: the welcome to the next player, and a last notice to the one before; and what is sent once more.

use crate::campaign::explain::retell;
use crate::campaign::outgoing::maker::Maker;
use crate::campaign::outgoing::render::Model;
use crate::campaign::state::entries::How;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Due, Phase};
use crate::ledger::Kind;
use crate::post::Attachment;
use crate::report::model::{End, Handover, Note, Notice, Opening, Story};
use crate::table::Event;
use serde_json::{Value, json};

impl Maker<'_> {
    /// Returns the welcome to a seat's next player.
    ///
    /// # Errors
    /// If the game cannot read the position.
    pub(crate) fn handover(&self, due: &Due) -> Result<Opening, CampaignError> {
        let to = due.to.as_str();
        let resent = self.is_resent(due);
        let mut opening = self.models.opening(to)?;
        let record = self.models.record;
        let begun = !record.game.position.is_null();
        let opens = record.game.open_window().filter(|window| window.phase != Phase::Collecting);
        opening.handover = Some(Handover {
            openings: opens.map(|window| window.unopened().any(|seat| seat == to)),
            turn: record.game.turn,
            again: self.is_same_address(to)?,
            resent,
            story: begun,
            plan: self.plan_of(to)?.is_some(),
            earlier: (self.standing)(to)?.is_none(),
            press: resent || self.models.settings.handover_press,
        });
        Ok(opening)
    }

    /// Returns the message that ends the game. Sent once more, it tells of the whole last turn, whatever an earlier one has told: that one
    /// is lost.
    ///
    /// # Errors
    /// If the ledger cannot be replayed.
    pub(crate) fn end(&self, due: &Due) -> Result<End, CampaignError> {
        let (models, mut end) = (&self.models, self.models.end(&due.to)?);
        if self.is_resent(due) {
            let retold = retell(models.rules, self.entries, &due.to, 0, models.record.seq)?;
            let last = retold.chapters.into_iter().next_back();
            end.events = last.into_iter().flat_map(|chapter| chapter.events).map(Event::from).collect();
        }
        Ok(end)
    }

    /// Returns `true` if the seat has no other player, but is sent everything once more.
    fn is_resent(&self, due: &Due) -> bool {
        self.entry(due).is_some_and(|entry| entry.kind == Kind::Unreachable)
    }

    /// Returns `true` if the next player uses the address of the one before.
    fn is_same_address(&self, to: &str) -> Result<bool, CampaignError> {
        let seq = self.models.record.people.tenures.get(to).map_or(0, |tenure| tenure.seq);
        Ok(self.entries.get(seq)?.is_some_and(|entry| entry.body["replaced"]["again"] == true))
    }

    /// Returns the plan that is used if the new player sends none: the deposited one, otherwise the last that its players have sent.
    ///
    /// # Errors
    /// If the deposited plan cannot be read.
    fn plan_of(&self, to: &str) -> Result<Option<Value>, CampaignError> {
        let mut plans = self.models.record.game.plans.get(to).into_iter().flatten();
        // A steward's serves for its own round alone, and nobody sent it.
        let filed = plans.find(|filed| filed.how != How::Steward);
        Ok((self.standing)(to)?.or_else(|| filed.map(|filed| filed.plan.clone())))
    }

    /// Returns the attachments of the welcome: the story so far with the press, if the campaign hands it on, and the plan in
    /// force.
    ///
    /// # Errors
    /// If the ledger cannot be replayed, or the templates fail.
    pub(crate) fn handover_files(&self, due: &Due) -> Result<Vec<Attachment>, CampaignError> {
        let to = due.to.as_str();
        let (models, mut all) = (&self.models, Vec::new());
        if models.record.game.position.is_null() {
            return Ok(all);
        }
        let retold = retell(models.rules, self.entries, to, 0, models.record.seq)?;
        let story = Story {
            head: crate::report::model::Head { ledger: None, ..models.head(to) },
            chapters: retold.chapters,
            press: self.old_press(to, self.is_resent(due))?,
            view: models.rules.referee.view(&models.now.position, models.rules.seat(to))?,
        };
        let written = self.render.write(&Model::Story(Box::new(story)));
        let written = written.map_err(|why| CampaignError::Fault(why.to_string()))?;
        let text = |name: &str, mime: &str, text: String| Attachment {
            name: name.to_owned(),
            mime: format!("{mime}; charset=utf-8"),
            bytes: text.into_bytes(),
            inline: None,
        };
        all.push(text("story.txt", "text/plain", written.mail.text));
        let position = models.now.position.clone();
        if let Some(plan) = self.plan_of(to)?
            && let Ok(plan) = models.rules.referee.write_plan(&plan, &position)
        {
            all.push(text("plan.yaml", "application/yaml", plan));
        }
        Ok(all)
    }

    /// Returns press to and from the seat: all of it if the campaign hands it on, and otherwise only what the present player was
    /// sent (`own`).
    fn old_press(&self, to: &str, own: bool) -> Result<Vec<Note>, CampaignError> {
        let since = match self.models.settings.handover_press {
            true => 0,
            false if own => self.models.record.people.tenures.get(to).map_or(0, |tenure| tenure.seq),
            false => return Ok(Vec::new()),
        };
        let mut notes = Vec::new();
        let mut walk = self.entries.walk_all();
        while let Some(passing) = walk.step()? {
            if passing.kind() != Kind::Press || passing.seq() <= since {
                continue;
            }
            let entry = passing.whole()?;
            let is_to = |body: &Value| {
                body["to"].as_array().is_some_and(|all| all.iter().any(|one| one == to)) || body["from"] == to
            };
            if entry.secret.as_ref().and_then(|secret| secret.body()).is_some_and(is_to) {
                notes.extend(self.models.note(&entry)?);
            }
        }
        Ok(notes)
    }

    /// Returns the last notice to the previous player of a seat.
    pub(crate) fn farewell(&self, due: &Due) -> Notice {
        let seat = self.entry(due).and_then(|entry| entry.body["seat"].as_str()).unwrap_or_default();
        let window = self.models.record.game.open_window().filter(|window| window.phase != Phase::Collecting);
        let sealed = window.is_some_and(|window| window.unopened().any(|other| other == seat));
        self.models.notice(due, "farewell", &json!({"seat": seat, "sealed": sealed}))
    }
}
