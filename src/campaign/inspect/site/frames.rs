//! The boards within a turn, one after the other: what the slider of its page shows.

use crate::campaign::explain::{StageShown, stages_of};
use crate::campaign::outgoing::pictures::{Captioned, picture_of};
use crate::campaign::outgoing::render::{Render, Shown};
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::Campaign;
use serde_json::Value;
use std::sync::Arc;

/// Takes a board as soon as it is made: those of a whole turn take much room.
type Show<'a> = &'a mut dyn FnMut(Captioned) -> Result<(), CampaignError>;

/// The most boards of one turn, so that a turn of many marches does not fill a disk.
const MOST: usize = 40;

/// Shows the boards of a turn whose stages were resolved after the entry `from` and up to the entry `to`, one by one: one after each
/// stage, and within a stage one for each march or retreat. The last one, at the end of the turn, is left out, because the page shows
/// it anyway; so are boards on which nothing is new.
///
/// # Errors
/// If the ledger cannot be replayed, or `show` fails.
pub(super) fn frames(
    campaign: &Campaign,
    render: &dyn Render,
    turn: u32,
    (from, to): (u64, u64),
    show: Show<'_>,
) -> Result<(), CampaignError> {
    let film = Film { campaign, render, turn };
    let (mut shown, mut seen) = (0, String::new());
    let mut show_new = |frame: Captioned| {
        let look = looks(&frame);
        if look == seen || shown == MOST {
            return Ok(());
        }
        (shown, seen) = (shown + 1, look);
        show(frame)
    };
    let mut events: Vec<Value> = Vec::new();
    // The board after the stage before, which is not shown if that was the last one.
    let mut left: Option<(Arc<Value>, String)> = None;
    stages_of(campaign.rules(), campaign.past(), (from, to), &mut |stage| {
        if let Some((after, name)) = left.take() {
            film.board(&after, &events, &name).map_or(Ok(()), &mut show_new)?;
        }
        film.moves(&stage, &events, &mut show_new)?;
        events.extend(stage.events);
        left = Some((stage.after, stage.name));
        Ok(())
    })
}

struct Film<'a> {
    campaign: &'a Campaign,
    render: &'a dyn Render,
    turn: u32,
}

impl Film<'_> {
    fn board(&self, view: &Value, events: &[Value], stage: &str) -> Option<Captioned> {
        let shown = Shown { view, events, turn: self.turn, stage };
        let caption = self.render.caption(self.campaign.referee.templates(), shown).ok()?;
        picture_of(&*self.campaign.referee, shown, &caption)
    }

    /// Shows the board before a stage once for each arrow that the stage adds to it, with the arrows so far.
    fn moves(&self, stage: &StageShown, earlier: &[Value], show: Show<'_>) -> Result<(), CampaignError> {
        let arrows = |events: &[Value]| {
            let picture = self.campaign.referee.picture(&stage.before, events);
            picture.map_or(0, |picture| picture.scene.arrows.len())
        };
        if stage.before.is_null() || arrows(&stage.events) == 0 {
            return Ok(());
        }
        let mut events = earlier.to_vec();
        for event in &stage.events {
            let moved = arrows(std::slice::from_ref(event)) > 0;
            events.push(event.clone());
            if moved {
                self.board(&stage.before, &events, &stage.name).map_or(Ok(()), &mut *show)?;
            }
        }
        Ok(())
    }
}

/// Returns what a picture shows but for its title, to compare it with another one.
fn looks(frame: &Captioned) -> String {
    let scene = &frame.picture.scene;
    format!("{:?}", (&scene.sides, &scene.places, &scene.arrows, &scene.above, &scene.below))
}
