//! What will go wrong tonight.
//!
//! May use: folder, post. Is used by: cli. Modes of files are looked at without going through
//! [`Disk`](crate::disk::Disk), which does not know them.

use crate::campaign::store::folder::Campaign;
use crate::campaign::store::folder::Edge;
use crate::campaign::store::folder::Places;
use crate::campaign::store::folder::settings_of;
use crate::campaign::store::folder::writer_of;
use crate::campaign::store::wake as idle;
use crate::post::MailOut;
use chrono::{DateTime, Utc};
use serde::Serialize;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// What: `settings`, `secrets`, `ledger`, `mail in`, `mail out`, `templates`, `clock`, `disk`, `unsent`, `seats`.
    pub what: &'static str,
    /// Whether it is well.
    pub ok: bool,
    /// How it is, and what to do if it is not well.
    pub words: String,
}

fn check(what: &'static str, result: Result<String, String>) -> Check {
    let ok = result.is_ok();
    Check { what, ok, words: result.unwrap_or_else(|words| words) }
}

/// Looks at everything that a tick will need; nothing is sent, nothing collected.
pub fn doctor(edge: &Edge, dir: &Path, now: DateTime<Utc>) -> Vec<Check> {
    let mut all = Vec::new();
    let settings = match settings_of(edge, dir) {
        Ok((settings, referee)) => {
            all.push(check(
                "settings",
                Ok(format!("{}: {}, {} players", settings.id, referee.title(), settings.players)),
            ));
            settings
        }
        Err(error) => {
            all.push(check("settings", Err(error.to_string())));
            return all;
        }
    };
    all.push(check("secrets", modes(dir)));
    all.push(check("disk", writable(edge, dir)));
    let mail_in = settings.mail_in.probe(edge.disk.clone(), dir, now);
    all.push(check("mail in", mail_in.map_err(|error| error.to_string())));
    all.push(check("mail out", way_out(edge, dir, &settings.mail_out)));
    let writer = writer_of(&*edge.disk, dir);
    let troubles: Vec<String> = writer.troubles().iter().map(ToString::to_string).collect();
    all.push(check(
        "templates",
        if troubles.is_empty() { Ok("good".to_owned()) } else { Err(troubles.join("; ")) },
    ));
    match Campaign::open(edge, dir) {
        Ok(campaign) => {
            let last = idle::last_tick(&*edge.disk, dir);
            let stale = campaign.stale(last, now);
            all.push(check("clock", stale.clone().map_or_else(|| clock(last, now), Err)));
            all.extend(begun(&campaign, now, stale.as_ref()));
        }
        Err(error) => all.push(check("ledger", Err(error.to_string()))),
    }
    all
}

/// Who may read what is secret.
fn modes(dir: &Path) -> Result<String, String> {
    for path in [Places(dir).secrets(), Places(dir).private()] {
        if let Ok(data) = std::fs::metadata(&path)
            && data.permissions().mode() & 0o077 != 0
        {
            return Err(format!("{} can be read by others: chmod go= {}", path.display(), path.display()));
        }
    }
    Ok("nobody else can read them".to_owned())
}

fn writable(edge: &Edge, dir: &Path) -> Result<String, String> {
    let path = dir.join(".doctor");
    let tried = edge.disk.write(&path, b"a try\n", 0o600).and_then(|()| edge.disk.remove(&path));
    tried
        .map(|()| "the folder can be written".to_owned())
        .map_err(|error| format!("cannot write to {}: {error}", dir.display()))
}

/// Whether mails can leave, as far as can be told without sending one.
fn way_out(edge: &Edge, dir: &Path, out: &MailOut) -> Result<String, String> {
    let mut sink = out.open(edge.disk.clone(), dir).map_err(|error| error.to_string())?;
    let (what, tried) = match out {
        MailOut::Maildir(path) => {
            let new = dir.join(path).join("new");
            (new.clone(), edge.disk.list(&new).map(drop))
        }
        MailOut::Sendmail(program) => (program.clone(), edge.disk.look(program).map(drop)),
        MailOut::Smtp(server) => {
            sink.probe().map_err(|error| error.to_string())?;
            let logged_in = if server.user.is_some() { " and lets us in" } else { "" };
            return Ok(format!("{} answers{logged_in} (nothing was sent)", server.host));
        }
    };
    match tried {
        // A Maildir that is not there is made with the first mail.
        Err(error) if !(error.kind() == ErrorKind::NotFound && matches!(out, MailOut::Maildir(_))) => {
            Err(format!("cannot look at {}: {error}", what.display()))
        }
        _ => Ok("ready (nothing was sent)".to_owned()),
    }
}

fn clock(last: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<String, String> {
    match last {
        None => Ok("no tick has run".to_owned()),
        Some(last) if last > now => {
            Err(format!("the last tick was at {last}, later than now: the clock has been set back"))
        }
        Some(last) => Ok(format!("the last tick ran at {last}")),
    }
}

fn begun(campaign: &Campaign, now: DateTime<Utc>, stale: Option<&String>) -> Vec<Check> {
    let status = match campaign.status(now) {
        Ok(status) => status,
        Err(error) => return vec![check("ledger", Err(error.to_string()))],
    };
    let ledger = format!("{} entries, the chain holds", campaign.entries().len());
    let failed: Vec<String> = status
        .unsent
        .iter()
        .filter_map(|mail| {
            Some(format!(
                "{} to {}, tried {} times: {}",
                mail.what,
                mail.to,
                mail.attempts,
                mail.error.as_ref()?
            ))
        })
        .collect();
    let unsent = match failed.is_empty() {
        true => Ok(format!("{} mails wait for the next tick", status.unsent.len())),
        false => Err(failed.join("; ")),
    };
    let stuck: Vec<String> = status.attention.into_iter().filter(|what| Some(what) != stale).collect();
    let stuck = match stuck.is_empty() {
        true => Ok("nothing is stuck".to_owned()),
        false => Err(stuck.join("; ")),
    };
    vec![check("ledger", Ok(ledger)), check("unsent", unsent), check("seats", stuck)]
}
