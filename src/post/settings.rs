//! What campaign.yaml says of mail.

use super::error::PostError;
#[cfg(feature = "imap")]
use super::inbound::ImapSource;
#[cfg(not(feature = "imap"))]
use super::inbound::NotBuiltIn;
use super::inbound::{MailSource, MaildirSource, MboxSource, Receipt};
use super::outbound::{MailSink, MaildirSink, SendmailSink, SmtpSink};
use super::server::{ImapSettings, SmtpSettings, fetch_secret, read_certificate};
use crate::disk::Disk;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where mail comes in: `{maildir: PATH}`, `{mbox: PATH}` or `{imap: {…}}`; paths are relative to the campaign's
/// folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "WrittenIn", into = "WrittenIn")]
pub enum MailIn {
    /// A Maildir of the campaign's own.
    Maildir(PathBuf),
    /// An mbox file.
    Mbox(PathBuf),
    /// A mailbox on a mail server.
    Imap(ImapSettings),
}

/// Where mail goes out: `{maildir: PATH}`, `{smtp: {…}}` or `{sendmail: PATH}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "WrittenOut", into = "WrittenOut")]
pub enum MailOut {
    /// A Maildir, for a campaign without a mail server.
    Maildir(PathBuf),
    /// A mail server.
    Smtp(SmtpSettings),
    /// The machine's mail program, an absolute path.
    Sendmail(PathBuf),
}

#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenIn {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maildir: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mbox: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    imap: Option<ImapSettings>,
}

#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenOut {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maildir: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    smtp: Option<SmtpSettings>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sendmail: Option<PathBuf>,
}

impl TryFrom<WrittenIn> for MailIn {
    type Error = String;

    fn try_from(written: WrittenIn) -> Result<Self, Self::Error> {
        match (written.maildir, written.mbox, written.imap) {
            (Some(path), None, None) => Ok(MailIn::Maildir(path)),
            (None, Some(path), None) => Ok(MailIn::Mbox(path)),
            (None, None, Some(imap)) => imap.check().map(|()| MailIn::Imap(imap)),
            _ => Err("mail must come in by exactly one of maildir, mbox, imap".to_owned()),
        }
    }
}

impl From<MailIn> for WrittenIn {
    fn from(mail: MailIn) -> Self {
        match mail {
            MailIn::Maildir(path) => WrittenIn { maildir: Some(path), ..WrittenIn::default() },
            MailIn::Mbox(path) => WrittenIn { mbox: Some(path), ..WrittenIn::default() },
            MailIn::Imap(imap) => WrittenIn { imap: Some(imap), ..WrittenIn::default() },
        }
    }
}

impl TryFrom<WrittenOut> for MailOut {
    type Error = &'static str;

    fn try_from(written: WrittenOut) -> Result<Self, Self::Error> {
        match (written.maildir, written.smtp, written.sendmail) {
            (Some(path), None, None) => Ok(MailOut::Maildir(path)),
            (None, Some(smtp), None) => Ok(MailOut::Smtp(smtp)),
            (None, None, Some(path)) => Ok(MailOut::Sendmail(path)),
            _ => Err("mail must go out by exactly one of maildir, smtp, sendmail"),
        }
    }
}

impl From<MailOut> for WrittenOut {
    fn from(mail: MailOut) -> Self {
        match mail {
            MailOut::Maildir(path) => WrittenOut { maildir: Some(path), ..WrittenOut::default() },
            MailOut::Smtp(smtp) => WrittenOut { smtp: Some(smtp), ..WrittenOut::default() },
            MailOut::Sendmail(path) => WrittenOut { sendmail: Some(path), ..WrittenOut::default() },
        }
    }
}

impl MailIn {
    /// The source that this names, in a campaign's folder. It fetches passwords and connects when it is first
    /// asked for mails.
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

impl MailIn {
    /// Whether mail can be collected, in words; takes none. A server is logged in to.
    ///
    /// # Errors
    /// What is wrong: no mailbox there, or the server cannot be reached or refuses.
    pub fn probe(&self, disk: Arc<dyn Disk>, folder: &Path, now: DateTime<Utc>) -> Result<String, PostError> {
        let files = match self {
            MailIn::Maildir(path) => vec![folder.join(path).join("new"), folder.join(path).join("cur")],
            MailIn::Mbox(path) => vec![folder.join(path)],
            #[cfg(feature = "imap")]
            MailIn::Imap(settings) => {
                let mut source = ImapSource::new(disk, folder, settings, Receipt::at(now));
                return Ok(format!("logged in to {}; {} mails wait", settings.host, source.waiting()?));
            }
            #[cfg(not(feature = "imap"))]
            MailIn::Imap(_) => {
                self.open(disk, folder, Receipt::at(now)).collect()?;
                return Ok(String::new());
            }
        };
        for path in files {
            let advice = "`start` makes a Maildir; an mbox is your mail server's";
            disk.look(&path).map_err(|why| {
                PostError::Settings(format!("cannot look at {}: {why}. {advice}", path.display()))
            })?;
        }
        Ok("the mailbox is there".to_owned())
    }
}

impl MailOut {
    /// The sink that this names, in a campaign's folder. Fetches the password, if one is needed; connects later.
    ///
    /// # Errors
    /// If there is no password where the settings say, or they would send it in clear to another machine, or a
    /// certificate cannot be read.
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
