//! `ravenpost sheet`: a seat's order sheet, as text or as the page, made anew.

use crate::campaign::outgoing::gallery::Gallery;
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::render::Render;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::Campaign;
use crate::report::model::Answer;
use crate::report::{NotWritten, OrderPage};
use serde_json::{Value, json};

/// What `ravenpost sheet` gives.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The data of the game's `sheet` template.
    pub data: Value,
    /// Display names by id.
    pub names: Value,
    /// The folder of the game's templates.
    pub game: String,
    /// The order page.
    pub page: String,
}

/// Returns the order sheet of a seat for the questions that are open, and its page; `None` if nothing is asked of the seat. Neither
/// has the seat's key.
///
/// # Errors
/// If the campaign has no such seat, the rules cannot read the position, or the templates fail.
pub fn sheet(campaign: &Campaign, seat: &str, render: &dyn Render) -> Result<Option<Sheet>, CampaignError> {
    if campaign.settings.seat(seat).is_none() {
        let seats: Vec<&str> = campaign.settings.seats.iter().map(|seat| seat.seat.as_str()).collect();
        let why = format!("there is no seat “{seat}” in this campaign; its seats are {}", seats.join(", "));
        return Err(CampaignError::Refused(why));
    }
    let now = campaign.rules().pending(&campaign.record)?;
    let models = MailModels::of(campaign, &now);
    let whole = models.sheet_again(seat, (String::new(), true, Vec::new()))?;
    let Some(Answer::Sheet { sheet, view: shown, pace, plan, .. }) = whole else {
        return Ok(None);
    };
    let Some(page) = models.order_page(seat)? else { return Ok(None) };
    let mut head = page.head.clone();
    head.key = None;
    let (referee, view) = (campaign.rules().referee, models.view(seat)?);
    let map = Gallery::default().page_map(referee, &view.to_value(), &page.form.areas);
    let page = OrderPage { head: head.clone(), map, ..page };
    let failed = |why: NotWritten| CampaignError::Fault(why.to_string());
    Ok(Some(Sheet {
        names: shown["names"].clone(),
        game: campaign.rules().referee.templates().to_owned(),
        page: render.order_page(&page).map_err(failed)?,
        data: json!({"head": head, "sheet": sheet, "view": shown, "pace": pace, "plan": plan}),
    }))
}
