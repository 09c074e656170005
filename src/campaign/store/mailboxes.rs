//! The mailboxes that a campaign's settings name: on this machine's disk, or on servers.

use crate::disk::Disk;
use crate::post::{
    Filed, MailIn, MailOut, MailSink, MailSource, Outcome, PostError, Receipt, create_maildir, deliver,
    each_filed,
};
use crate::seal::Hash256;
use chrono::{DateTime, Utc};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Mailboxes; their paths are relative to the campaign's folder.
#[derive(Clone)]
pub struct Mailboxes {
    disk: Arc<dyn Disk>,
    dir: PathBuf,
}

impl Mailboxes {
    /// The mailboxes of a campaign in the folder `dir`.
    pub fn new(disk: Arc<dyn Disk>, dir: &Path) -> Self {
        Mailboxes { disk, dir: dir.to_owned() }
    }

    /// Opens the mailbox from which mail is collected.
    pub fn incoming(&self, settings: &MailIn, receipt: Receipt) -> Box<dyn MailSource> {
        settings.open(self.disk.clone(), &self.dir, receipt)
    }

    /// Opens the way out for mail.
    ///
    /// # Errors
    /// If a password or certificate that the settings name cannot be read.
    pub fn outgoing(&self, settings: &MailOut) -> Result<Box<dyn MailSink>, PostError> {
        settings.open(self.disk.clone(), &self.dir)
    }

    /// Makes the Maildirs that the settings name.
    ///
    /// # Errors
    /// If they cannot be made.
    pub fn create(&self, mail_in: &MailIn, mail_out: &MailOut) -> Result<(), PostError> {
        if let MailIn::Maildir(path) = mail_in {
            create_maildir(&*self.disk, &self.dir.join(path))?;
        }
        if let MailOut::Maildir(path) = mail_out {
            create_maildir(&*self.disk, &self.dir.join(path))?;
        }
        Ok(())
    }

    /// Puts a mail into a Maildir of the campaign's, which is made if need be.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn deliver(&self, maildir: &Path, at: DateTime<Utc>, raw: &[u8]) -> Result<(), PostError> {
        let maildir = self.dir.join(maildir);
        create_maildir(&*self.disk, &maildir)?;
        deliver(&*self.disk, &maildir, at, raw)
    }

    /// Shows each mail of a Maildir, filed or not.
    ///
    /// # Errors
    /// If a folder or a mail cannot be read.
    pub fn filed(&self, maildir: &Path, mut show: impl FnMut(Filed)) -> Result<(), PostError> {
        each_filed(&*self.disk, &self.dir.join(maildir), |filed| {
            let path = filed.path.strip_prefix(&self.dir).unwrap_or(&filed.path).to_owned();
            show(Filed { path, ..filed });
        })
    }

    /// Returns a mail of a Maildir, filed or not, by its SHA-256; `None` if it is not there any more.
    pub fn mail(&self, maildir: &Path, hash: &Hash256) -> Option<Vec<u8>> {
        let top = self.dir.join(maildir);
        let filed = Outcome::ALL.iter().map(|outcome| top.join(format!(".{}/cur", outcome.name())));
        let folders = [top.join("new"), top.join("cur")].into_iter().chain(filed);
        let mut mails = folders.flat_map(|folder| self.disk.list(&folder).unwrap_or_default());
        mails.find_map(|path| self.disk.read(&path).ok().filter(|raw| Hash256::of(raw) == *hash))
    }

    /// Tries whether mail can be collected, without collecting any.
    ///
    /// # Errors
    /// If it cannot.
    pub fn try_incoming(&self, settings: &MailIn, now: DateTime<Utc>) -> Result<String, PostError> {
        settings.probe(self.disk.clone(), &self.dir, now)
    }

    /// Tries whether mail can leave, as far as can be told without sending any.
    ///
    /// # Errors
    /// If it cannot: a description of why.
    pub fn try_outgoing(&self, settings: &MailOut) -> Result<String, String> {
        let mut sink = self.outgoing(settings).map_err(|error| error.to_string())?;
        let (what, tried) = match settings {
            MailOut::Maildir(path) => {
                let new = self.dir.join(path).join("new");
                (new.clone(), self.disk.list(&new).map(drop))
            }
            MailOut::Sendmail(program) => (program.clone(), self.disk.look(program).map(drop)),
            MailOut::Smtp(server) => {
                sink.probe().map_err(|error| error.to_string())?;
                let logged_in = if server.user.is_some() { " and lets us in" } else { "" };
                return Ok(format!("{} answers{logged_in} (nothing was sent)", server.host));
            }
        };
        match tried {
            // A Maildir that is not there is made with the first mail.
            Err(error)
                if !(error.kind() == ErrorKind::NotFound && matches!(settings, MailOut::Maildir(_))) =>
            {
                Err(format!("cannot look at {}: {error}", what.display()))
            }
            _ => Ok("ready (nothing was sent)".to_owned()),
        }
    }
}
