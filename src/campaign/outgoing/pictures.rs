//! Pictures of the board in messages. No message fails because of one: what cannot be drawn is left out.

use crate::campaign::outgoing::maker::Maker;
use crate::campaign::outgoing::render::{Model, Shown};
use crate::picture::Picture;
use crate::plan::MapKind;
use crate::post::Attachment;
use crate::report::model::Answer;
use crate::table::{Event, Referee};
use std::borrow::Cow;

/// A picture of the board with what says the same in words.
#[derive(Clone, Debug)]
pub struct Captioned {
    pub picture: Picture,
    /// The title above it.
    pub title: String,
    /// What it shows, in words.
    pub words: String,
}

/// Returns the picture of a position; `None` if the game has none.
pub fn picture_of(referee: &dyn Referee, shown: Shown<'_>, caption: &str) -> Option<Captioned> {
    if shown.view.is_null() {
        return None;
    }
    Some(captioned(referee.picture(shown.view, shown.events)?, caption))
}

/// Gives a picture the title in the first line of a text, and what stands below it as what it shows in words.
pub(crate) fn captioned(mut picture: Picture, caption: &str) -> Captioned {
    let (title, words) = caption.split_once('\n').unwrap_or((caption, ""));
    let (title, words) = (title.trim().to_owned(), words.split_whitespace().collect::<Vec<_>>().join(" "));
    picture.scene.title.clone_from(&title);
    picture.scene.words.clone_from(&words);
    Captioned { picture, title, words }
}

impl Maker<'_> {
    /// Returns the picture for a message that shows the board, or was asked for it, as [`map_for`](Self::map_for).
    pub(crate) fn map_of(&self, to: &str, mail: &Model) -> Option<(Attachment, String)> {
        self.kind_for(to)?;
        let game = &self.models.record.game;
        let (view, events, turn, stage) = match mail {
            Model::Report(report) => {
                let view = Cow::Owned(report.view.to_value());
                (view, Cow::Owned(Event::values(&report.events)), report.turn, report.stage.as_str())
            }
            Model::Opening(opening) => {
                (Cow::Borrowed(&opening.view), Cow::Borrowed(&[][..]), game.turn, game.stage_name.as_str())
            }
            Model::End(end) => {
                (Cow::Borrowed(&end.view), Cow::Owned(Event::values(&end.events)), end.turn, "")
            }
            Model::Receipt(receipt) => receipt.extra.iter().find_map(|answer| match answer {
                Answer::Map { view, turn, stage, events } => {
                    Some((Cow::Borrowed(view), Cow::Borrowed(&**events), *turn, stage.as_str()))
                }
                _ => None,
            })?,
            _ => return None,
        };
        self.map_for(to, Shown { view: &view, events: &events, turn, stage })
    }

    /// Returns the chart of the game so far for a report on a turn or on the end, as [`file`](Self::file); `None` for other
    /// messages, and while there is no course yet.
    pub(crate) fn chart_of(&self, to: &str, mail: &Model) -> Option<(Attachment, String)> {
        let kind = self.kind_for(to)?;
        let (view, turn) = match mail {
            Model::Report(report) => (Cow::Owned(report.view.to_value()), report.turn),
            Model::End(end) => (Cow::Borrowed(&end.view), end.turn),
            _ => return None,
        };
        let referee = self.models.rules.referee;
        let tallies = &self.models.record.game.tallies;
        let picture = referee.chart(&view, tallies)?;
        let caption = self.render.course(referee.templates(), &view, tallies).ok()?;
        self.file("chart", turn, kind, captioned(picture, &caption))
    }

    /// Returns the picture of a position for a seat, as [`file`](Self::file); `None` if the seat wants none.
    fn map_for(&self, to: &str, shown: Shown<'_>) -> Option<(Attachment, String)> {
        let kind = self.kind_for(to)?;
        let referee = self.models.rules.referee;
        let caption = self.render.caption(referee.templates(), shown).ok()?;
        self.file("map", shown.turn, kind, picture_of(referee, shown, &caption)?)
    }

    /// Returns the form in which a seat gets pictures; `None` if it wants none.
    fn kind_for(&self, to: &str) -> Option<MapKind> {
        let asked = self.models.record.people.maps.get(to).copied();
        let kind = asked.unwrap_or_else(|| self.models.settings.map_of(to));
        (kind != MapKind::No && self.models.trim.has_html()).then_some(kind)
    }

    /// Returns a picture as an attached file, with what it shows in words; `None` if it cannot be drawn.
    fn file(
        &self,
        name: &str,
        turn: u32,
        kind: MapKind,
        captioned: Captioned,
    ) -> Option<(Attachment, String)> {
        let bytes = self.gallery.file(&captioned.picture, kind)?;
        let (ending, mime) = match kind {
            MapKind::Svg => ("svg", "image/svg+xml"),
            _ => ("png", "image/png"),
        };
        let file = Attachment {
            name: format!("{name}-{turn}.{ending}"),
            mime: mime.to_owned(),
            bytes: Vec::clone(&bytes),
            inline: (kind == MapKind::Png).then(|| format!("{name}-{turn}@ravenpost")),
        };
        Some((file, captioned.words))
    }
}
