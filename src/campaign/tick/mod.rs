//! One pass: send what is due, collect mail, file it, play on, send again. Safe to stop at any instant and to run again.
//!
//! The order is what makes it so: entries are written before anything that follows from them is sent, a mail is filed
//! away only when its entries are written, and what is due is known from the ledger alone.

mod news;
mod ordered;
mod orders;
mod outage;
mod outcome;
mod pass;
mod sending;

pub use orders::order;
pub use outcome::Ticked;

use crate::campaign::outgoing::render::Render;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::{Document, Host, settings_of, writer_of};
use crate::post::MailIn;
use chrono::{DateTime, Utc};
use pass::Pass;
use std::path::Path;

/// One pass over a campaign at the time `now`.
///
/// # Errors
/// Nothing could be done: the ledger, the settings or a mailbox cannot be read, or another process is at work.
pub fn tick(host: &Host, dir: &Path, now: DateTime<Utc>) -> Result<Ticked, CampaignError> {
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    if host.store(dir).is_idle(now) {
        return Ok(Ticked::default());
    }
    // No lock is left behind in a folder that is none of ours.
    if matches!(host.store(dir).document(Document::Settings), Ok(None)) {
        return Err(CampaignError::NoCampaign(dir.to_owned()));
    }
    let writer = writer_of(host, dir);
    Pass::begin(host, dir, now, &writer)?.run()
}

/// The same with other words; for tests.
///
/// # Errors
/// As for [`tick`].
pub fn tick_with(
    host: &Host,
    dir: &Path,
    now: DateTime<Utc>,
    render: &dyn Render,
) -> Result<Ticked, CampaignError> {
    Pass::begin(host, dir, now, render)?.run()
}

/// One pass that takes one mail given to it, as procmail and sieve do, before what lies in the mailbox.
///
/// # Errors
/// As for [`tick`]; and the mail could not be kept. Then the caller keeps it and tries again.
pub fn tick_mail(host: &Host, dir: &Path, now: DateTime<Utc>, raw: &[u8]) -> Result<Ticked, CampaignError> {
    let (settings, _) = settings_of(host, dir)?;
    let MailIn::Maildir(path) = &settings.mail_in else {
        let why = "a mail can only be handed over where `mail in` of campaign.yaml is a Maildir";
        return Err(CampaignError::Refused(why.to_owned()));
    };
    // A mail is never only in memory: it goes into the mailbox first, and is filed like any other.
    host.mailboxes(dir).deliver(path, now, raw)?;
    tick(host, dir, now)
}

/// Ticks several campaigns, one after the other; one that fails does not stop the others.
pub fn tick_many<'a>(
    host: &Host,
    dirs: &'a [std::path::PathBuf],
    now: DateTime<Utc>,
) -> Vec<(&'a Path, Result<Ticked, CampaignError>)> {
    dirs.iter().map(|dir| (dir.as_path(), tick(host, dir, now))).collect()
}
