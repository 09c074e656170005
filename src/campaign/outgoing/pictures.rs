//! Pictures of the board in messages. No message fails because of one: what cannot be drawn is left out.

use crate::campaign::outgoing::maker::Maker;
use crate::campaign::outgoing::render::Model;
use crate::picture::Picture;
use crate::plan::MapKind;
use crate::post::Attachment;
use crate::report::model::Answer;
use crate::table::Referee;
use serde_json::Value;

/// A picture of the board with what says the same in words.
#[derive(Clone, Debug)]
pub struct Captioned {
    pub picture: Picture,
    /// The title above it.
    pub title: String,
    /// What it shows, in words.
    pub words: String,
}

/// The position that a picture is made of: nothing but what its reader may know.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    pub view: &'a Value,
    /// What has led there, for arrows.
    pub events: &'a [Value],
    pub turn: u32,
    pub stage: &'a str,
}

/// Returns the picture of a position; `None` if the game has none.
pub fn picture_of(referee: &dyn Referee, shown: Shown<'_>, caption: &str) -> Option<Captioned> {
    if shown.view.is_null() {
        return None;
    }
    let mut picture = referee.picture(shown.view, shown.events)?;
    let (title, words) = caption.split_once('\n').unwrap_or((caption, ""));
    let (title, words) = (title.trim().to_owned(), words.split_whitespace().collect::<Vec<_>>().join(" "));
    picture.scene.title.clone_from(&title);
    picture.scene.words.clone_from(&words);
    Some(Captioned { picture, title, words })
}

impl Maker<'_> {
    /// Returns the picture for a message that shows the board, or was asked for it, as [`map_for`](Self::map_for).
    pub(crate) fn map_of(&self, to: &str, mail: &Model) -> Option<(Attachment, String)> {
        let game = &self.models.record.game;
        let (view, events, turn, stage) = match mail {
            Model::Report(report) => (&report.view, &*report.events, report.turn, report.stage.as_str()),
            Model::Opening(opening) => (&opening.view, &[][..], game.turn, game.stage_name.as_str()),
            Model::End(end) => (&end.view, &*end.events, end.turn, ""),
            Model::Receipt(receipt) => receipt.extra.iter().find_map(|answer| match answer {
                Answer::Map { view, turn, stage, events } => Some((view, &**events, *turn, stage.as_str())),
                _ => None,
            })?,
            _ => return None,
        };
        self.map_for(to, Shown { view, events, turn, stage })
    }

    /// Returns the picture of a position for a seat, as an attached file and with what it shows in words; `None` if the seat wants
    /// none.
    fn map_for(&self, to: &str, shown: Shown<'_>) -> Option<(Attachment, String)> {
        let asked = self.models.record.people.maps.get(to).copied();
        let kind = asked.unwrap_or_else(|| self.models.settings.map_of(to));
        if kind == MapKind::No || !self.models.trim.has_html() {
            return None;
        }
        let referee = self.models.rules.referee;
        let caption = self.render.caption(referee.templates(), shown.view, shown.turn, shown.stage).ok()?;
        let captioned = picture_of(referee, shown, &caption)?;
        let bytes = self.gallery.file(&captioned.picture, kind)?;
        let (ending, mime) = match kind {
            MapKind::Svg => ("svg", "image/svg+xml"),
            _ => ("png", "image/png"),
        };
        let file = Attachment {
            name: format!("map-{}.{ending}", shown.turn),
            mime: mime.to_owned(),
            bytes: Vec::clone(&bytes),
            inline: (kind == MapKind::Png).then(|| format!("map-{}@ravenpost", shown.turn)),
        };
        Some((file, captioned.words))
    }
}
