//! `ravenpost map`: the board as the game master or a seat may know it, now or at the end of an earlier turn.

use crate::campaign::explain::{BoardAt, board_at};
use crate::campaign::outgoing::pictures::{Captioned, picture_of};
use crate::campaign::outgoing::render::{Render, Shown};
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::Campaign;

/// Returns the picture of the board at the end of a turn, or now if no turn is named; for `None`, as everybody may know it.
///
/// # Errors
/// If there is no such turn or seat, the game has not begun, or has no pictures.
pub fn map(
    campaign: &Campaign,
    turn: Option<u32>,
    seat: Option<&str>,
    render: &dyn Render,
) -> Result<Captioned, CampaignError> {
    let refused = |why: String| CampaignError::Refused(why);
    let referee = &campaign.referee;
    let ids: Vec<String> = referee.seats().into_iter().map(|info| info.id).collect();
    if let Some(seat) = seat.filter(|seat| !ids.iter().any(|id| id == seat)) {
        return Err(refused(format!("there is no seat “{seat}”; there are: {}", ids.join(", "))));
    }
    let game = &campaign.record.game;
    if game.position.is_null() {
        return Err(refused("the game has not begun, so there is no board to draw yet".to_owned()));
    }
    let turn = turn.unwrap_or(game.turn);
    let board = board_at(campaign.rules(), campaign.past(), &campaign.record, seat, turn)?;
    let none = || refused(format!("there is no turn {turn}; the game is in turn {}", game.turn));
    let BoardAt { view, events, stage } = board.ok_or_else(none)?;
    let shown = Shown { view: &view, events: &events, turn, stage: &stage };
    let caption = render.caption(referee.templates(), shown);
    let caption = caption.map_err(|why| CampaignError::Fault(why.to_string()))?;
    picture_of(&**referee, shown, &caption)
        .ok_or_else(|| refused(format!("there are no pictures of {}", referee.title())))
}
