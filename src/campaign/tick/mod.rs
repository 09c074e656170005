//! One pass for cron: send what is due, collect and file mail, play on, send again. It may be killed at any time and run again.
//!
//! The order makes this safe: entries are written before the messages that follow from them are sent, a message is filed only
//! when its entries are written, and the ledger alone says which messages are due.

mod making;
mod news;
mod ordered;
mod orders;
mod outage;
mod outcome;
mod pass;
mod reading;
mod sending;

pub use orders::order;
pub use outcome::Ticked;

use crate::campaign::outgoing::render::Render;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::{Document, Host, copies, no_settings, settings_of, writer_of};
use crate::crew::Hand;
use crate::post::MailIn;
use chrono::{DateTime, Utc};
use pass::Pass;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs one pass over a campaign at the time `now`.
///
/// # Errors
/// If the ledger, the settings or a mailbox cannot be read, the clock has been set back, or another process works on the
/// campaign. Nothing is done then.
pub fn tick(host: &Host, dir: &Path, now: DateTime<Utc>) -> Result<Ticked, CampaignError> {
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    if host.store(dir).is_idle(now) {
        return Ok(Ticked::default());
    }
    // Leave no lock behind in a folder that is not a campaign.
    let store = host.store(dir);
    if matches!(store.document(Document::Settings), Ok(None)) {
        return Err(no_settings(&*store));
    }
    let writer = writer_of(host, dir);
    Pass::begin(host, dir, now, &writer)?.run()
}

/// Runs one pass like [`tick`] with other templates; for tests.
///
/// # Errors
/// If [`tick`] would fail.
pub fn tick_with(
    host: &Host,
    dir: &Path,
    now: DateTime<Utc>,
    render: &dyn Render,
) -> Result<Ticked, CampaignError> {
    Pass::begin(host, dir, now, render)?.run()
}

/// Runs one pass that first accepts the message `raw`, handed over by procmail or sieve.
///
/// # Errors
/// If the message cannot be written to the mailbox (the caller keeps it and tries again), or [`tick`] fails.
pub fn tick_mail(host: &Host, dir: &Path, now: DateTime<Utc>, raw: &[u8]) -> Result<Ticked, CampaignError> {
    let settings = match settings_of(host, dir) {
        Ok((settings, _)) => settings,
        Err(error) => {
            // The settings may be mended tomorrow; the mail server hands the message over only now.
            host.mailboxes(dir).deliver_where_usual(now, raw)?;
            return Err(error);
        }
    };
    let MailIn::Maildir(path) = &settings.mail_in else {
        let why = "this campaign cannot accept a message on standard input: `mail in` of campaign.yaml is not a Maildir. The message was not kept";
        return Err(CampaignError::Refused(why.to_owned()));
    };
    // A message must never be in memory alone: it goes into the mailbox first and is filed like any other.
    host.mailboxes(dir).deliver(path, now, raw)?;
    tick(host, dir, now)
}

/// The most campaigns that are at work at once. They wait for disks and mail servers more than they work, and one whose server
/// hangs must not hold up the others.
const AT_ONCE: usize = 8;

/// Runs one pass over each of several campaigns, several at once. One that fails does not stop the others; of two folders with
/// the same campaign one is refused.
pub fn tick_many<'a>(
    host: &Host,
    dirs: &'a [std::path::PathBuf],
    now: DateTime<Utc>,
) -> Vec<(&'a Path, Result<Ticked, CampaignError>)> {
    let (next, copies) = (AtomicUsize::new(0), copies(host, dirs));
    let work = || {
        let mut done = Vec::new();
        // Each campaign has its own core before any has a second one.
        let _hand = Hand::needed();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(dir) = dirs.get(place) else { return done };
            if copies.get(place).is_some_and(Option::is_none) {
                done.push((place, (dir.as_path(), tick(host, dir, now))));
            }
        }
    };
    let mut all = std::thread::scope(|scope| {
        let others: Vec<_> = (1..dirs.len().min(AT_ONCE)).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for other in others {
            // A bug in one campaign's pass ends the command, as it would without threads.
            all.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    });
    let refused = dirs.iter().zip(copies).enumerate();
    all.extend(refused.filter_map(|(place, (dir, copy))| Some((place, (dir.as_path(), Err(copy?))))));
    all.sort_by_key(|(place, _)| *place);
    all.into_iter().map(|(_, result)| result).collect()
}
