//! An IMAP mailbox as a source.
//!
//! Every message in the mailbox that is not marked as deleted is not filed yet. Filing moves it to the folder
//! of its outcome on the same server (`Ravenpost/Used`, …). A message is named by the server's numbers
//! (UIDVALIDITY and UID), which hold only while the mailbox keeps its numbering. If that changes, nothing is
//! touched and the next tick collects again. So a connection that breaks at any instant leaves a message
//! either waiting or filed.
//!
//! On a server that cannot move, a message is copied, marked as deleted, and removed if the server can remove
//! a single one. If it cannot, the marked original remains and is skipped from then on. If the connection
//! breaks after the copy, the message comes again, and the folders hold two copies of it; never too few.
//!
//! io-imap speaks the protocol. Socket, TLS and deadlines are our own, because a tick started by cron must
//! end.

use super::fault::Fault;
use super::session::Session;
use super::wire;
use crate::disk::Disk;
use crate::post::error::PostError;
use crate::post::inbound::limits::{HEAD, LARGEST, end_of_headers};
use crate::post::inbound::receipt_time::Receipt;
use crate::post::inbound::source::{Collected, Handle, MailSource, MailboxMark, Outcome};
use crate::post::server::{ImapSettings, TimeOfReceipt, fetch_secret, read_certificate};
use chrono::{DateTime, FixedOffset, Utc};
use io_imap::types::core::{AString, Vec1};
use io_imap::types::fetch::{MessageDataItem, MessageDataItemName, Section};
use io_imap::types::flag::Flag;
use std::collections::{HashMap, HashSet, VecDeque};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long the server may take for each step; a command takes several.
const PATIENCE: Duration = Duration::from_secs(60);
/// Lost connections after which the server is left alone until the next tick.
const MOST_LOSSES: u32 = 3;
/// Messages whose sizes and dates are fetched at a time.
const LOOK_AT_A_TIME: usize = 200;
/// Messages collected at a time, and the bytes after which no more are added.
const AT_A_TIME: usize = 200;
const BYTES_AT_A_TIME: usize = 16 << 20;
/// Bytes of a message's `Received` headers that are read.
const RECEIVED: u32 = 16 << 10;

/// A mailbox on an IMAP server. It must be the campaign's own: every message in it is collected.
pub struct ImapSource {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    settings: ImapSettings,
    receipt: Receipt,
    patience: Duration,
    session: Option<Session>,
    losses: u32,
    /// The numbering under which messages were collected; `None` before the first look.
    validity: Option<NonZeroU32>,
    /// Where the mailbox stood when it was opened first.
    stood: Option<MailboxMark>,
    opened: bool,
    /// Messages not handed out yet; `None` before the first look.
    waiting: Option<VecDeque<Waiting>>,
    /// The number of messages that were there and are not filed, because they could not be read or are yet to be filed.
    unfiled: usize,
    /// Messages that were filed, that may have been filed, and of which the folder has a copy.
    filed: HashSet<NonZeroU32>,
    tried: HashSet<NonZeroU32>,
    copied: HashSet<NonZeroU32>,
    problems: Vec<PostError>,
}

struct Waiting {
    received: DateTime<Utc>,
    uid: NonZeroU32,
    size: u64,
}

impl ImapSource {
    /// Returns the mailbox of these settings as a source, for a campaign in `folder`. It fetches the password
    /// and connects when first asked for messages.
    pub fn new(
        disk: Arc<dyn Disk>,
        folder: impl Into<PathBuf>,
        settings: &ImapSettings,
        receipt: Receipt,
    ) -> Self {
        ImapSource {
            disk,
            folder: folder.into(),
            settings: settings.clone(),
            receipt,
            patience: PATIENCE,
            session: None,
            losses: 0,
            validity: None,
            stood: None,
            opened: false,
            waiting: None,
            unfiled: 0,
            filed: HashSet::new(),
            tried: HashSet::new(),
            copied: HashSet::new(),
            problems: Vec::new(),
        }
    }

    /// Replaces the patience of one minute: how long the server may take for each step. A command may take
    /// five times as long.
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Returns the number of messages waiting to be collected. Logs in, but collects nothing.
    ///
    /// # Errors
    /// If the server cannot be reached or refuses.
    pub fn waiting(&mut self) -> Result<usize, PostError> {
        Ok(self.ask(|session| session.search(None))?.len())
    }

    /// Returns where the mailbox stands now; `None` if the server does not say. Logs in, but collects nothing.
    ///
    /// # Errors
    /// If the server cannot be reached or refuses.
    pub fn stands(&mut self) -> Result<Option<MailboxMark>, PostError> {
        self.session()?;
        Ok(self.stood)
    }

    /// Returns the session, opening one if there is none.
    fn session(&mut self) -> Result<&mut Session, PostError> {
        if self.session.is_none() {
            if self.losses >= MOST_LOSSES {
                return Err(self.server("the connection broke too often; the next tick tries again"));
            }
            let session = self.open()?;
            let known = *self.validity.get_or_insert(session.validity);
            if known != session.validity {
                session.close();
                self.losses = MOST_LOSSES;
                self.waiting = Some(VecDeque::new());
                return Err(self.server(
                    "the server has renumbered the mailbox (UIDVALIDITY changed); the next tick collects what is there",
                ));
            }
            let stands =
                session.next.map(|next| MailboxMark { validity: session.validity.get(), next: next.get() });
            self.stood = if self.opened { self.stood } else { stands };
            self.opened = true;
            self.session = Some(session);
        }
        let host = &self.settings.host;
        self.session
            .as_mut()
            .ok_or_else(|| PostError::Server { host: host.clone(), why: "there is no session".to_owned() })
    }

    fn open(&mut self) -> Result<Session, PostError> {
        self.settings.check().map_err(PostError::Settings)?;
        let (settings, disk, folder) = (&self.settings, &*self.disk, &self.folder);
        let secret = fetch_secret(&settings.password_from, &settings.token_from, disk, folder)?;
        let certificates = read_certificate(&settings.ca_file, disk, folder)?;
        let trust = wire::trust(certificates.as_deref()).map_err(PostError::Settings)?;
        let opened = Session::open(settings, &secret.unwrap_or_default(), &trust, self.patience);
        opened.map_err(|fault| self.failed(fault))
    }

    /// Runs a command in the session, and drops the session if the connection was lost.
    fn ask<T>(&mut self, command: impl FnOnce(&mut Session) -> Result<T, Fault>) -> Result<T, PostError> {
        let session = self.session()?;
        command(session).map_err(|fault| self.failed(fault))
    }

    fn failed(&mut self, fault: Fault) -> PostError {
        if fault.lost {
            self.session = None;
            self.losses += 1;
        }
        self.server(fault.words)
    }

    fn server(&self, why: impl Into<String>) -> PostError {
        PostError::Server { host: self.settings.host.clone(), why: why.into() }
    }

    /// Returns all messages there are, by time of receipt, then by number.
    fn look(&mut self) -> Result<VecDeque<Waiting>, PostError> {
        let uids = self.ask(|session| session.search(None))?;
        let mut items = vec![
            MessageDataItemName::Uid,
            MessageDataItemName::Rfc822Size,
            MessageDataItemName::InternalDate,
        ];
        if self.receipt.trusted_host.is_some()
            && let Ok(name) = AString::try_from("Received")
        {
            items.push(MessageDataItemName::BodyExt {
                section: Some(Section::HeaderFields(None, Vec1::from(name))),
                partial: NonZeroU32::new(RECEIVED).map(|most| (0, most)),
                peek: true,
            });
        }
        let mut known: HashMap<NonZeroU32, Vec<_>> = HashMap::new();
        for some in uids.chunks(LOOK_AT_A_TIME) {
            let looks = self.ask(|session| session.fetch(some, items.clone()))?;
            for look in looks {
                if let Some(uid) = uid_of(&look) {
                    known.entry(uid).or_default().extend(look);
                }
            }
        }
        // A message without these data is fetched all the same.
        let mut waiting: Vec<Waiting> = uids
            .into_iter()
            .map(|uid| {
                let look = known.remove(&uid).unwrap_or_default();
                Waiting { received: self.received(&look), uid, size: size_of(&look) }
            })
            .collect();
        waiting.sort_by_key(|mail| (mail.received, mail.uid));
        waiting.dedup_by_key(|mail| mail.uid);
        Ok(waiting.into())
    }

    fn received(&self, look: &[MessageDataItem<'static>]) -> DateTime<Utc> {
        let collected = self.receipt.collected;
        if self.receipt.trusted_host.is_some() {
            return body_of(look).map_or(collected, |lines| self.receipt.of(&lines));
        }
        let arrived = look.iter().find_map(|item| match item {
            MessageDataItem::InternalDate(date) => {
                let date: &DateTime<FixedOffset> = date.as_ref();
                Some(date.with_timezone(&Utc))
            }
            _ => None,
        });
        match (self.settings.time_of_receipt, arrived) {
            (TimeOfReceipt::Arrival, Some(arrived)) => arrived.min(collected),
            _ => collected,
        }
    }

    /// Fetches one message; `None` if it is gone because another program moved it.
    fn take(&mut self, waiting: &Waiting) -> Result<Option<Collected>, PostError> {
        let Waiting { received, uid, size } = *waiting;
        let is_large = size > LARGEST as u64;
        let (section, most) =
            if is_large { (Some(Section::Header(None)), HEAD) } else { (None, LARGEST + 1) };
        let partial = u32::try_from(most).ok().and_then(NonZeroU32::new).map(|most| (0, most));
        let items =
            vec![MessageDataItemName::Uid, MessageDataItemName::BodyExt { section, partial, peek: true }];
        let answers = self.ask(|session| session.fetch(&[uid], items))?;
        let of_this = |answer: &Vec<_>| if uid_of(answer) == Some(uid) { body_of(answer) } else { None };
        let Some(raw) = answers.iter().find_map(of_this) else {
            if !self.ask(|session| session.has(uid))? {
                return Ok(None);
            }
            return Err(self.server(format!(
                "asked for mail {uid}, it gave nothing although it has the message; the next tick tries again"
            )));
        };
        let (raw, size) = kept(raw, size);
        Ok(Some(Collected { handle: self.handle(uid), raw, size, received }))
    }

    fn handle(&self, uid: NonZeroU32) -> Handle {
        let validity = self.validity.map_or(0, NonZeroU32::get);
        let sign = |c: char| {
            let plain = c.is_ascii_graphic() && c != '%';
            if plain {
                c.to_string()
            } else {
                c.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect()
            }
        };
        let mailbox: String = self.settings.mailbox.chars().map(sign).collect();
        Handle(format!("{mailbox}/{validity}/{uid}"))
    }

    /// Returns the UID of a message, if the mailbox still has the same numbering.
    fn uid(&mut self, handle: &Handle) -> Result<NonZeroU32, PostError> {
        if self.validity.is_none() {
            self.session()?;
        }
        let uid = handle.0.rsplit('/').next().and_then(|uid| uid.parse().ok());
        uid.filter(|uid| self.handle(*uid) == *handle).ok_or_else(|| PostError::Unknown(handle.0.clone()))
    }

    fn put_away(&mut self, uid: NonZeroU32, handle: &Handle, outcome: Outcome) -> Result<(), PostError> {
        if !self.ask(|session| session.has(uid))? {
            // The answer to an earlier attempt was lost, but it took effect.
            let is_ours = self.tried.contains(&uid);
            return if is_ours { Ok(()) } else { Err(PostError::Unknown(handle.0.clone())) };
        }
        let name = format!("{}/{}", self.settings.filed_under, outcome.name());
        // Filed messages should not show as new in their folder; it does no harm if they do.
        self.ask(|session| unless_refused(session.mark(uid, Flag::Seen)))?;
        self.tried.insert(uid);
        if self.ask(|session| Ok(session.can_move()))? {
            self.shift(uid, &name)
        } else {
            self.copy(uid, &name)
        }
    }

    fn shift(&mut self, uid: NonZeroU32, name: &str) -> Result<(), PostError> {
        let is_said = self.ask(|session| made_if_missing(session, name, |s| s.shift(uid, name)))?;
        if is_said || !self.ask(|session| session.has(uid))? {
            return Ok(());
        }
        Err(self.server(format!(
            "it says that it moved message {uid} to {name:?}, but the message is still there"
        )))
    }

    fn copy(&mut self, uid: NonZeroU32, name: &str) -> Result<(), PostError> {
        if !self.copied.contains(&uid) {
            self.ask(|session| made_if_missing(session, name, |s| s.copy(uid, name)))?;
            self.copied.insert(uid);
        }
        self.ask(|session| session.mark(uid, Flag::Deleted))?;
        // Without this the marked original remains, and is skipped.
        if self.ask(|session| Ok(session.can_expunge_one()))? {
            self.ask(|session| unless_refused(session.expunge(uid)))?;
        }
        Ok(())
    }
}

impl MailSource for ImapSource {
    fn collect(&mut self) -> Result<Vec<Collected>, PostError> {
        if self.waiting.is_none() {
            self.waiting = Some(self.look()?);
        }
        let (mut mails, mut bytes) = (Vec::new(), 0);
        while mails.len() < AT_A_TIME && bytes < BYTES_AT_A_TIME {
            let Some(next) = self.waiting.as_mut().and_then(VecDeque::pop_front) else { break };
            match self.take(&next) {
                Ok(Some(mail)) => {
                    self.unfiled += 1;
                    bytes += mail.raw.len();
                    mails.push(mail);
                }
                Ok(None) => {}
                Err(problem) => {
                    self.unfiled += 1;
                    self.problems.push(problem);
                    if self.losses >= MOST_LOSSES {
                        self.waiting = Some(VecDeque::new());
                    }
                }
            }
        }
        Ok(mails)
    }

    fn problems(&mut self) -> Vec<PostError> {
        std::mem::take(&mut self.problems)
    }

    fn file(&mut self, handle: &Handle, outcome: Outcome) -> Result<(), PostError> {
        let uid = self.uid(handle)?;
        if self.filed.contains(&uid) {
            return Ok(());
        }
        // A server may hang up on an idle session between collecting and filing: that is worth a second
        // attempt.
        let losses = self.losses;
        let mut done = self.put_away(uid, handle, outcome);
        if done.is_err() && self.losses > losses {
            done = self.put_away(uid, handle, outcome);
        }
        done?;
        self.filed.insert(uid);
        self.unfiled = self.unfiled.saturating_sub(1);
        Ok(())
    }

    fn mark(&self) -> Option<MailboxMark> {
        let is_all = self.waiting.as_ref().is_some_and(VecDeque::is_empty) && self.unfiled == 0;
        self.stood.filter(|_| is_all)
    }
}

impl Drop for ImapSource {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            session.close();
        }
    }
}

/// Puts a message into a folder, creating the folder if it is missing.
fn made_if_missing<T>(
    session: &mut Session,
    name: &str,
    put: impl Fn(&mut Session) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let first = match put(session) {
        Err(fault) if !fault.lost => fault,
        done => return done,
    };
    let refusal = session.create(name)?;
    put(session).map_err(|fault| match refusal {
        Some(words) => fault.with(&format!(
            "the folder {name:?} cannot be created ({words}); on some servers `filed under` must begin with INBOX/"
        )),
        None => fault.with(&format!("cannot put messages into the folder {name:?}; the first answer was: {}", first.words)),
    })
}

fn unless_refused(done: Result<(), Fault>) -> Result<(), Fault> {
    match done {
        Err(fault) if !fault.lost => Ok(()),
        other => other,
    }
}

fn uid_of(items: &[MessageDataItem<'static>]) -> Option<NonZeroU32> {
    items.iter().find_map(|item| if let MessageDataItem::Uid(uid) = item { Some(*uid) } else { None })
}

fn size_of(items: &[MessageDataItem<'static>]) -> u64 {
    let size =
        |item: &_| if let MessageDataItem::Rfc822Size(size) = item { Some(u64::from(*size)) } else { None };
    items.iter().find_map(size).unwrap_or(0)
}

/// Returns the text of a message, or of a part of it, from an answer.
fn body_of(items: &[MessageDataItem<'static>]) -> Option<Vec<u8>> {
    items.iter().find_map(|item| match item {
        MessageDataItem::BodyExt { data, .. } => data.clone().into_option().map(|bytes| bytes.into_owned()),
        _ => None,
    })
}

/// Returns what is kept of a message of which the server has sent these bytes, and its size: of one that is too large the headers. The
/// size that the server states may be a guess; the bytes that it sent are not.
fn kept(mut raw: Vec<u8>, stated: u64) -> (Vec<u8>, u64) {
    let (largest, sent) = (LARGEST as u64, raw.len() as u64);
    let size = if stated > largest || sent > largest { stated.max(sent) } else { sent };
    if size > largest {
        raw.truncate(HEAD);
        raw.truncate(end_of_headers(&raw));
    }
    (raw, size)
}

#[cfg(test)]
mod tests;
