//! `ravenpost explain`: how a result was worked out, as the game master or a seat may know it.

use crate::campaign::explain::{Explanation, Question, explain, guide_of};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Given, Standing};
use crate::campaign::store::Campaign;
use crate::report::model::{GameName, Head, Named};

/// Returns the explanation that `question` asks for.
///
/// # Errors
/// If the turn or the subject is unknown, or the game's guide to its events cannot be read.
pub fn explanation(campaign: &Campaign, question: &Question<'_>) -> Result<Explanation, CampaignError> {
    let guide = guide_of(campaign.rules(), &campaign.record).map_err(CampaignError::Refused)?;
    let head = head_for(campaign, question.reader);
    let told = explain(campaign.rules(), campaign.past(), &guide, head, question);
    told.map_err(|why| CampaignError::Refused(why.to_string()))
}

/// Returns the explanation that `question` asks for, of the timeline as it was before the ruling with this number replaced it.
///
/// # Errors
/// If no such ruling took effect, or as for [`explanation`].
pub fn explanation_before(
    campaign: &Campaign,
    question: &Question<'_>,
    ruling: u64,
) -> Result<Explanation, CampaignError> {
    let is_it = |given: &&Given| given.ruling.number == ruling && given.standing == Standing::Adopted;
    let given = campaign.record.people.rulings.iter().find(is_it);
    let before = given.and_then(|given| usize::try_from(given.seq).ok()?.checked_sub(1));
    let all = campaign.entries()?;
    let Some(entries) = before.and_then(|before| all.get(..before)) else {
        return Err(CampaignError::Refused(format!(
            "ruling {ruling} has not taken effect, so it has replaced nothing; `ravenpost history DIR` lists the rulings"
        )));
    };
    let guide = guide_of(campaign.rules(), &campaign.record).map_err(CampaignError::Refused)?;
    let head = head_for(campaign, question.reader);
    let told = explain(campaign.rules(), entries, &guide, head, question);
    let told = told.map_err(|why| CampaignError::Refused(why.to_string()))?;
    Ok(Explanation { before_ruling: Some(ruling), ..told })
}

fn head_for(campaign: &Campaign, reader: Option<&str>) -> Head {
    let seat = reader.and_then(|id| campaign.settings.seat(id));
    let info = campaign.referee.seats().into_iter().find(|info| Some(info.id.as_str()) == reader);
    Head {
        campaign: campaign.settings.id.clone(),
        title: campaign.settings.title.clone(),
        game: GameName {
            id: campaign.referee.id().to_owned(),
            title: campaign.referee.title(),
            templates: campaign.referee.templates().to_owned(),
        },
        seat: info.map(|info| Named { id: info.id, name: info.name }),
        zone: seat.map_or(&campaign.settings.gm.timezone, |seat| &seat.timezone).clone(),
        ..Head::default()
    }
}
