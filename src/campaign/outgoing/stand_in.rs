//! The message that asks somebody to stand in for a player.

use crate::campaign::outgoing::maker::Maker;
use crate::campaign::state::entries::{Away, Line};
use crate::campaign::state::record::Due;
use crate::report::model::Notice;
use serde_json::json;

impl Maker<'_> {
    /// Returns the request to stand in; `None` if the entry has none. It has no key: the key follows when the absence begins.
    pub(crate) fn stand_in_request(&self, due: &Due) -> Option<Notice> {
        let entry = self.entry(due)?;
        let Away::Days(days) = Line::from(entry).secret().ok()?? else { return None };
        let seat = entry.body["seat"].as_str()?;
        let player = self.models.settings.seat(seat).map(|seat| &seat.player);
        let details = json!({"seat": seat, "player": player, "from": days.from, "to": days.to});
        let mut notice = self.models.notice(due, "stand-in", &details);
        notice.head.zone =
            self.models.settings.seat(seat).map(|seat| seat.timezone.clone()).unwrap_or_default();
        Some(notice)
    }
}
