//! A pass that carries out an order of the game master's.

use super::ordered::Ordered;
use super::outcome::Ticked;
use super::pass::Pass;
use crate::campaign::play::orders::Order;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::{Host, settings_of, writer_of};
use chrono::{DateTime, Utc};
use std::path::Path;

/// One pass that carries out an order of the game master's. What the order moves or stops is moved before mails are looked
/// at, what it closes is closed after them. If the same command has done it already, and was broken off before it could say
/// so, the pass does what it had left undone.
///
/// # Errors
/// As for [`tick`](super::tick); and the order cannot be carried out: then nothing has changed, and the words say why.
pub fn order(host: &Host, dir: &Path, now: DateTime<Utc>, order: &Order) -> Result<Ticked, CampaignError> {
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    // That there is a campaign, before a lock is left in the folder.
    settings_of(host, dir)?;
    let writer = writer_of(host, dir);
    let mut pass = Pass::begin(host, dir, now, &writer)?;
    pass.done.before = order.command().entry(&pass.campaign).map(|entry| entry.at);
    if pass.done.before.is_none() {
        pass.order = Some(Ordered { order, writer: &writer, entry: None });
    }
    pass.run()
}
