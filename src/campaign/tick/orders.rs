//! Orders of the game master at the command line: extend, pause, close and others.

use super::ordered::Ordered;
use super::outcome::Ticked;
use super::pass::Pass;
use crate::campaign::play::orders::Order;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::{Host, settings_of, writer_of};
use chrono::{DateTime, Utc};
use std::path::Path;

/// Runs one pass that carries out an order of the game master.
///
/// An order that moves a deadline or stops the clock comes before the mail, one that closes a window after it. If the same
/// command has written its entry already and was killed before it could say so, the pass only finishes its work.
///
/// # Errors
/// If the order is refused, or [`tick`](super::tick) would fail. Nothing is changed by a refused order.
pub fn order(host: &Host, dir: &Path, now: DateTime<Utc>, order: &Order) -> Result<Ticked, CampaignError> {
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    // Leave no lock behind in a folder that is not a campaign.
    settings_of(host, dir)?;
    let writer = writer_of(host, dir);
    let mut pass = Pass::begin(host, dir, now, &writer)?;
    pass.done.before = order.command().entry(&pass.campaign).map(|entry| entry.at);
    if pass.done.before.is_none() {
        pass.order = Some(Ordered { order, writer: &writer, entry: None });
    }
    pass.run()
}
