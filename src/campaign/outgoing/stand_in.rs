//! The message that asks somebody to stand in.

use crate::campaign::outgoing::maker::Maker;
use crate::campaign::state::entries::{Days, Line};
use crate::campaign::state::record::Due;
use crate::report::model::Notice;
use serde_json::json;

impl Maker<'_> {
    /// The mail by which somebody is asked to stand in. It holds no key: that comes when the time begins.
    pub(crate) fn asked(&self, due: &Due) -> Option<Notice> {
        let entry = self.entry(due)?;
        let days: Days = Line::from(entry).secret().ok()??;
        let seat = entry.body["seat"].as_str()?;
        let player = self.models.settings.seat(seat).map(|seat| &seat.player);
        let details = json!({"seat": seat, "player": player, "from": days.from, "to": days.to});
        let mut notice = self.models.notice(due, "stand-in", &details);
        notice.head.zone =
            self.models.settings.seat(seat).map(|seat| seat.timezone.clone()).unwrap_or_default();
        Some(notice)
    }
}
