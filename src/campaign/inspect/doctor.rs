//! `ravenpost doctor`: checks everything that the next ticks will need.

use crate::campaign::inspect::status::{stale, status};
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::{Campaign, Document, Host, settings_of, writer_of};
use crate::ledger::LockError;
use chrono::{DateTime, Utc};
use serde::Serialize;
use std::path::Path;

/// One check and its result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// The name of the check: `settings`, `secrecy`, `secrets`, `ledger`, `mail in`, `mail out`, `templates`, `clock`, `disk`, `unsent`, `seats`.
    pub what: &'static str,
    pub ok: bool,
    /// The finding, and what to do if the check failed.
    pub words: String,
}

fn check(what: &'static str, result: Result<String, String>) -> Check {
    let ok = result.is_ok();
    Check { what, ok, words: result.unwrap_or_else(|words| words) }
}

/// Checks settings, mailboxes, disk, clock, permissions and ledger; it neither collects nor sends mail.
///
/// If the settings are wrong, the other checks are skipped.
pub fn doctor(host: &Host, dir: &Path, now: DateTime<Utc>) -> Vec<Check> {
    let mut all = Vec::new();
    let settings = match settings_of(host, dir) {
        Ok((settings, referee)) => {
            let names = settings.can_be_addressed(&referee.seats());
            let sound = format!("{}: {}, {} players", settings.id, referee.title(), settings.players);
            all.push(check("settings", names.map(|()| sound).map_err(|wrong| wrong.to_string())));
            settings
        }
        Err(error) => {
            all.push(check("settings", Err(error.to_string())));
            return all;
        }
    };
    if settings.gm.plays.is_some() {
        let readable = settings.readable_by_a_player();
        all.push(check("secrecy", readable.map_or_else(|| Ok("only seals are accepted".to_owned()), Err)));
    }
    all.push(check("secrets", modes(host, dir)));
    all.push(check("disk", writable(host, dir)));
    let mailboxes = host.mailboxes(dir);
    let mail_in = mailboxes.try_incoming(&settings.mail_in, now);
    all.push(check("mail in", mail_in.map_err(|error| error.to_string())));
    all.push(check("mail out", mailboxes.try_outgoing(&settings.mail_out)));
    let writer = writer_of(host, dir);
    let troubles: Vec<String> = writer.troubles().iter().map(ToString::to_string).collect();
    all.push(check(
        "templates",
        if troubles.is_empty() { Ok("all can be used".to_owned()) } else { Err(troubles.join("; ")) },
    ));
    match Campaign::open(host, dir) {
        Ok(campaign) => {
            let last = host.store(dir).last_tick();
            let stale = stale(&campaign, last, now);
            all.push(check("clock", stale.clone().map_or_else(|| clock(last, now), Err)));
            all.extend(begun(&campaign, now, stale.as_ref()));
        }
        Err(error) => all.push(check("ledger", Err(error.to_string()))),
    }
    all
}

/// Checks that the secrets of a campaign that has begun are there, and that nobody else can read them.
fn modes(host: &Host, dir: &Path) -> Result<String, String> {
    let store = host.store(dir);
    if store.document(Document::Secrets).map_err(|error| error.to_string())?.is_none() {
        let path = store.path_of(Document::Secrets);
        return match store.founded() {
            Some(_) => Err(format!("{} is missing. Put back your copy of the file", path.display())),
            None => Ok("there are none before the campaign has started".to_owned()),
        };
    }
    match store.open_to_others() {
        Some(path) => Err(format!("{} can be read by others: chmod go= {}", path.display(), path.display())),
        None => Ok("nobody else can read the secrets".to_owned()),
    }
}

/// Checks that a tick could write: the folder, and the lock that it takes first.
fn writable(host: &Host, dir: &Path) -> Result<String, String> {
    let store = host.store(dir);
    store.try_writing()?;
    match store.claim() {
        Ok(_) | Err(CampaignError::Lock(LockError::Held { .. })) => {
            Ok("the folder can be written".to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}

fn clock(last: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<String, String> {
    match last {
        None => Ok("no tick has run".to_owned()),
        Some(last) if last > now => Err(format!(
            "the last tick was at {last}, later than now: the clock has been set back. Correct it"
        )),
        Some(last) => Ok(format!("the last tick ran at {last}")),
    }
}

fn begun(campaign: &Campaign, now: DateTime<Utc>, stale: Option<&String>) -> Vec<Check> {
    let status = match status(campaign, now) {
        Ok(status) => status,
        Err(error) => return vec![check("ledger", Err(error.to_string()))],
    };
    let ledger = match campaign.entries() {
        Ok(entries) => format!("{}; the chain is intact", counted(entries.len(), "entry", "entries")),
        Err(error) => return vec![check("ledger", Err(error.to_string()))],
    };
    // One cause is told once, whatever waits for it.
    let mut failed: Vec<(&str, Vec<String>)> = Vec::new();
    for mail in &status.unsent {
        let Some(error) = &mail.error else { continue };
        let one = format!(
            "{} to {}, tried {}",
            mail.what,
            mail.to,
            counted(mail.attempts as usize, "time", "times")
        );
        match failed.iter_mut().find(|(known, _)| known == error) {
            Some((_, mails)) => mails.push(one),
            None => failed.push((error, vec![one])),
        }
    }
    let failed: Vec<String> =
        failed.into_iter().map(|(error, mails)| format!("{}: {error}", mails.join("; "))).collect();
    let unsent = match failed.is_empty() {
        true => {
            let count = counted(status.unsent.len(), "message waits", "messages wait");
            Ok(format!("{count} for the next tick"))
        }
        false => Err(failed.join("; ")),
    };
    let stuck: Vec<String> = status.attention.into_iter().filter(|what| Some(what) != stale).collect();
    let stuck = match stuck.is_empty() {
        true => Ok("nothing needs attention".to_owned()),
        false => Err(stuck.join("; ")),
    };
    vec![check("ledger", Ok(ledger)), check("unsent", unsent), check("seats", stuck)]
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
