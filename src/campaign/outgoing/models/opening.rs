//! The welcome message.

use super::mail_models::MailModels;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::People;
use crate::campaign::state::settings::{PressKind, Words};
use crate::report::model::{ChanceAsked, Opening, Question, Rehearsal};
use serde_json::Value;

impl MailModels<'_> {
    /// Returns the welcome message, with the rehearsal if the game has not begun.
    pub(crate) fn opening(&self, to: &str) -> Result<Opening, CampaignError> {
        let seat = self.rules.seat(to);
        let open = self.open_questions(seat);
        let founded = self.record.people.founded.as_ref();
        Ok(Opening {
            head: self.head(to),
            seats: self.record.people.seats().map(|seat| self.named(seat)).collect(),
            rules: String::new(),
            pace: self.pace(to),
            press: match self.settings.press {
                PressKind::White => "white",
                PressKind::Grey => "grey",
                PressKind::None => "none",
            }
            .to_owned(),
            gm_reads: self.settings.gm.reads_press,
            chance: self.chance(to),
            commitment: founded.map(|founded| format!("sha256:{}", founded.commitment)).unwrap_or_default(),
            view: Value::clone(&*self.view(to)?),
            window: self.window(),
            asked: open.iter().map(Question::from).collect(),
            sheet: self.sheet(seat, &open)?,
            rehearsal: rehearsal(&self.record.people),
            handover: None,
        })
    }
}

impl MailModels<'_> {
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
