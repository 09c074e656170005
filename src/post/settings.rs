//! The mail settings of campaign.yaml, and the sources and sinks they open.

use super::error::PostError;
#[cfg(feature = "imap")]
use super::inbound::ImapSource;
#[cfg(not(feature = "imap"))]
use super::inbound::NotBuiltIn;
use super::inbound::{MailSource, MailboxMark, MaildirSource, MboxSource, Outcome, Receipt};
use super::maildir::try_maildir;
use super::outbound::{MailSink, MaildirSink, SendmailSink, SmtpSink};
use super::server::{ImapSettings, SmtpSettings, fetch_secret, read_certificate};
use crate::disk::Disk;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
#[cfg(feature = "imap")]
use std::time::Duration;

/// Where mail comes in: `{maildir: PATH}`, `{mbox: PATH}` or `{imap: {…}}`. Paths are relative to the
/// campaign's folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "MailInFields", into = "MailInFields")]
pub enum MailIn {
    /// A Maildir that no one else uses.
    Maildir(PathBuf),
    Mbox(PathBuf),
    Imap(ImapSettings),
}

/// Where mail goes out: `{maildir: PATH}`, `{smtp: {…}}` or `{sendmail: PATH}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "MailOutFields", into = "MailOutFields")]
pub enum MailOut {
    /// A Maildir, for a campaign without a mail server.
    Maildir(PathBuf),
    Smtp(SmtpSettings),
    /// The machine's mail program, as an absolute path.
    Sendmail(PathBuf),
}

#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MailInFields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maildir: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mbox: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    imap: Option<ImapSettings>,
}

#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MailOutFields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maildir: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    smtp: Option<SmtpSettings>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sendmail: Option<PathBuf>,
}

impl TryFrom<MailInFields> for MailIn {
    type Error = String;

    fn try_from(written: MailInFields) -> Result<Self, Self::Error> {
        match (written.maildir, written.mbox, written.imap) {
            (Some(path), None, None) => Ok(MailIn::Maildir(path)),
            (None, Some(path), None) => Ok(MailIn::Mbox(path)),
            (None, None, Some(imap)) => imap.check().map(|()| MailIn::Imap(imap)),
            _ => Err("mail must come in by exactly one of maildir, mbox, imap".to_owned()),
        }
    }
}

impl From<MailIn> for MailInFields {
    fn from(mail: MailIn) -> Self {
        match mail {
            MailIn::Maildir(path) => MailInFields { maildir: Some(path), ..MailInFields::default() },
            MailIn::Mbox(path) => MailInFields { mbox: Some(path), ..MailInFields::default() },
            MailIn::Imap(imap) => MailInFields { imap: Some(imap), ..MailInFields::default() },
        }
    }
}

impl TryFrom<MailOutFields> for MailOut {
    type Error = &'static str;

    fn try_from(written: MailOutFields) -> Result<Self, Self::Error> {
        match (written.maildir, written.smtp, written.sendmail) {
            (Some(path), None, None) => Ok(MailOut::Maildir(path)),
            (None, Some(smtp), None) => Ok(MailOut::Smtp(smtp)),
            (None, None, Some(path)) => Ok(MailOut::Sendmail(path)),
            _ => Err("mail must go out by exactly one of maildir, smtp, sendmail"),
        }
    }
}

impl From<MailOut> for MailOutFields {
    fn from(mail: MailOut) -> Self {
        match mail {
            MailOut::Maildir(path) => MailOutFields { maildir: Some(path), ..MailOutFields::default() },
            MailOut::Smtp(smtp) => MailOutFields { smtp: Some(smtp), ..MailOutFields::default() },
            MailOut::Sendmail(path) => MailOutFields { sendmail: Some(path), ..MailOutFields::default() },
        }
    }
}

impl MailIn {
    /// Opens the source, for a campaign in `folder`. It fetches passwords and connects only when first asked
    /// for mail.
    pub fn open(&self, disk: Arc<dyn Disk>, folder: &Path, receipt: Receipt) -> Box<dyn MailSource> {
        match self {
            MailIn::Maildir(path) => Box::new(MaildirSource::new(disk, folder.join(path), receipt)),
            MailIn::Mbox(path) => Box::new(MboxSource::new(disk, folder.join(path), receipt)),
            #[cfg(feature = "imap")]
            MailIn::Imap(settings) => Box::new(ImapSource::new(disk, folder, settings, receipt)),
            #[cfg(not(feature = "imap"))]
            MailIn::Imap(settings) => Box::new(NotBuiltIn(settings.host.clone())),
        }
    }
}

/// How long a server may take to say where a mailbox stands. If it takes longer, the mail is collected as if some had come, with
/// the usual patience.
#[cfg(feature = "imap")]
const PATIENCE_OF_A_LOOK: Duration = Duration::from_secs(10);

impl MailIn {
    /// Returns where a mailbox on a server stands now, without collecting anything; `None` for other mailboxes, and if the server
    /// does not say.
    ///
    /// # Errors
    /// If the server cannot be reached or refuses.
    pub fn stands(
        &self,
        disk: Arc<dyn Disk>,
        folder: &Path,
        now: DateTime<Utc>,
    ) -> Result<Option<MailboxMark>, PostError> {
        match self {
            #[cfg(feature = "imap")]
            MailIn::Imap(settings) => {
                let source = ImapSource::new(disk, folder, settings, Receipt::at(now));
                source.with_patience(PATIENCE_OF_A_LOOK).stands()
            }
            _ => {
                let _ = (disk, folder, now);
                Ok(None)
            }
        }
    }

    /// Checks that mail can be collected, without collecting any, and returns a description for the game
    /// master. Logs in to a mail server.
    ///
    /// # Errors
    /// If the mailbox is missing, or the server cannot be reached or refuses.
    pub fn probe(&self, disk: Arc<dyn Disk>, folder: &Path, now: DateTime<Utc>) -> Result<String, PostError> {
        let path = match self {
            MailIn::Maildir(path) => return try_mailbox(&*disk, &folder.join(path)),
            MailIn::Mbox(path) => folder.join(path),
            #[cfg(feature = "imap")]
            MailIn::Imap(settings) => {
                let mut source = ImapSource::new(disk, folder, settings, Receipt::at(now));
                return Ok(format!("logged in to {}; {} messages waiting", settings.host, source.waiting()?));
            }
            #[cfg(not(feature = "imap"))]
            MailIn::Imap(_) => {
                self.open(disk, folder, Receipt::at(now)).collect()?;
                return Ok(String::new());
            }
        };
        let advice = "An mbox is created by your mail server";
        disk.read_start(&path, 1)
            .map_err(|why| PostError::Settings(format!("cannot read {}: {why}. {advice}", path.display())))?;
        Ok("the mailbox can be read".to_owned())
    }
}

/// Tries whether a Maildir can be read, and its messages filed in those of their outcomes.
fn try_mailbox(disk: &dyn Disk, path: &Path) -> Result<String, PostError> {
    disk.look(&path.join("new")).map_err(|why| {
        let advice = "`ravenpost start` creates a Maildir";
        PostError::Settings(format!("cannot look at {}: {why}. {advice}", path.join("new").display()))
    })?;
    try_maildir(disk, path)?;
    for part in ["new", "cur"].map(|part| path.join(part)) {
        for message in disk.list(&part).map_err(PostError::disk("list the folder", &part))? {
            let is_hidden = message.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            match disk.read_start(&message, 1) {
                // A folder is no message, and one that is gone was moved meanwhile.
                Err(why)
                    if !is_hidden
                        && !matches!(why.kind(), io::ErrorKind::NotFound | io::ErrorKind::IsADirectory) =>
                {
                    return Err(PostError::disk("read the message", &message)(why));
                }
                _ => {}
            }
        }
    }
    let filed = Outcome::ALL.iter().map(|outcome| path.join(format!(".{}", outcome.name())));
    filed.filter(|folder| disk.look(folder).is_ok()).try_for_each(|folder| try_maildir(disk, &folder))?;
    Ok("the mailbox can be read, and its messages filed".to_owned())
}

impl MailOut {
    /// Opens the sink, for a campaign in `folder`. Fetches the password, if one is needed, but connects only
    /// when it first sends.
    ///
    /// # Errors
    /// If the password or certificate cannot be read, or the settings would send a password unencrypted to
    /// another machine.
    pub fn open(&self, disk: Arc<dyn Disk>, folder: &Path) -> Result<Box<dyn MailSink>, PostError> {
        Ok(match self {
            MailOut::Maildir(path) => Box::new(MaildirSink::new(disk, folder.join(path))),
            MailOut::Sendmail(path) => Box::new(SendmailSink::new(path)),
            MailOut::Smtp(smtp) => {
                let secret = fetch_secret(&smtp.password_from, &smtp.token_from, &*disk, folder)?;
                let certificate = read_certificate(&smtp.ca_file, &*disk, folder)?;
                Box::new(SmtpSink::new(smtp, secret, certificate.as_deref()).map_err(PostError::Settings)?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::RealDisk;
    use crate::post::maildir::create_maildir;
    use std::os::unix::fs::symlink;

    const DISK: RealDisk = RealDisk { sync: false };

    /// What mail programs leave aside, as its name begins with a dot, hinders nothing; any other file that cannot be read does.
    #[test]
    fn a_mailbox_with_a_message_that_cannot_be_read_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("in");
        assert!(try_mailbox(&DISK, &path).is_err());
        create_maildir(&DISK, &path).unwrap();
        std::fs::write(path.join("new/1800.1.host"), "From: a@b.example\n\n").unwrap();
        std::fs::create_dir(path.join("cur/folder")).unwrap();
        symlink(path.join("gone"), path.join("new/1800.2.host")).unwrap();
        symlink(path.join("cur/.loop"), path.join("cur/.loop")).unwrap();
        try_mailbox(&DISK, &path).unwrap();
        symlink(path.join("cur/loop"), path.join("cur/loop")).unwrap();
        let why = try_mailbox(&DISK, &path).unwrap_err().to_string();
        assert!(why.contains("read the message") && why.contains("cur/loop"), "{why}");
    }
}
