//! The boards within a turn, one after the other: what the slider of its page shows.

use crate::campaign::explain::{StageShown, stages_of};
use crate::campaign::outgoing::pictures::{Captioned, picture_of};
use crate::campaign::outgoing::render::{Render, Shown};
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::Campaign;
use serde_json::Value;

/// The most boards of one turn, so that a turn of many marches does not fill a disk.
const MOST: usize = 40;

/// Returns the boards of a turn whose stages were resolved after the entry `from` and up to the entry `to`: one after each stage, and
/// within a stage one for each march or retreat. The last one, at the end of the turn, is left out, because the page shows it
/// anyway; so are boards on which nothing is new.
///
/// # Errors
/// If the ledger cannot be replayed.
pub(super) fn frames(
    campaign: &Campaign,
    render: &dyn Render,
    turn: u32,
    from: u64,
    to: u64,
) -> Result<Vec<Captioned>, CampaignError> {
    let stages = stages_of(campaign.rules(), campaign.entries()?, from, to)?;
    let film = Film { campaign, render, turn };
    let (mut frames, mut seen) = (Vec::new(), String::new());
    let mut events: Vec<Value> = Vec::new();
    for (number, stage) in stages.iter().enumerate() {
        let mut all = film.moves(stage, &events);
        events.extend(stage.events.iter().cloned());
        if number + 1 < stages.len() {
            all.extend(film.board(&stage.after, &events, &stage.name));
        }
        for frame in all {
            let look = looks(&frame);
            if look != seen {
                frames.push(frame);
                seen = look;
            }
        }
    }
    frames.truncate(MOST);
    Ok(frames)
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

    /// Returns the board before a stage once for each arrow that the stage adds to it, with the arrows so far.
    fn moves(&self, stage: &StageShown, earlier: &[Value]) -> Vec<Captioned> {
        let arrows = |events: &[Value]| {
            let picture = self.campaign.referee.picture(&stage.before, events);
            picture.map_or(0, |picture| picture.scene.arrows.len())
        };
        if stage.before.is_null() || arrows(&stage.events) == 0 {
            return Vec::new();
        }
        let mut events = earlier.to_vec();
        let mut moves = Vec::new();
        for event in &stage.events {
            let moved = arrows(std::slice::from_ref(event)) > 0;
            events.push(event.clone());
            if moved {
                moves.extend(self.board(&stage.before, &events, &stage.name));
            }
        }
        moves
    }
}

/// Returns what a picture shows but for its title, to compare it with another one.
fn looks(frame: &Captioned) -> String {
    let scene = &frame.picture.scene;
    format!("{:?}", (&scene.sides, &scene.places, &scene.arrows, &scene.above, &scene.below))
}
