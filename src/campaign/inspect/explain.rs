//! `ravenpost explain`: how a result came about, for the game master or as a seat may know it.

use crate::campaign::explain::{Explanation, Question, explain, guide_of};
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::Campaign;
use crate::report::model::{GameName, Head, Named};

impl Campaign {
    /// How a result of this campaign came about.
    ///
    /// # Errors
    /// As for [`explain`]; and the game's guide cannot be read.
    pub fn explain(&self, question: &Question<'_>) -> Result<Explanation, CampaignError> {
        let own = |file: &str| self.own_data(file);
        let guide = guide_of(self.referee.id(), &own).map_err(CampaignError::Refused)?;
        let head = self.head_for(question.reader);
        let told = explain(self.rules(), self.entries(), &guide, head, question);
        told.map_err(|why| CampaignError::Refused(why.to_string()))
    }

    fn head_for(&self, reader: Option<&str>) -> Head {
        let seat = reader.and_then(|id| self.settings.seat(id));
        let info = self.referee.seats().into_iter().find(|info| Some(info.id.as_str()) == reader);
        Head {
            campaign: self.settings.id.clone(),
            title: self.settings.title.clone(),
            game: GameName {
                id: self.referee.id().to_owned(),
                title: self.referee.title(),
                templates: self.referee.templates().to_owned(),
            },
            seat: info.map(|info| Named { id: info.id, name: info.name }),
            zone: seat.map_or(&self.settings.gm.timezone, |seat| &seat.timezone).clone(),
            ..Head::default()
        }
    }
}
