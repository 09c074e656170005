//! The mailboxes that a campaign's settings name: on this machine's disk, or on servers.

use crate::disk::Disk;
use crate::post::{
    Filed, MailIn, MailOut, MailSink, MailSource, Outcome, PostError, Receipt, create_maildir, deliver,
    each_filed, move_new, try_maildir,
};
use crate::seal::Hash256;
use chrono::{DateTime, Utc};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The mailboxes of a campaign. Paths are relative to its folder.
#[derive(Clone)]
pub struct Mailboxes {
    disk: Arc<dyn Disk>,
    dir: PathBuf,
}

/// Where a campaign's messages come in if its settings have not been changed.
const USUAL_MAILDIR: &str = "mail/in";

impl Mailboxes {
    /// Creates the mailboxes of a campaign in the folder `dir`, without opening any.
    pub fn new(disk: Arc<dyn Disk>, dir: &Path) -> Self {
        Mailboxes { disk, dir: dir.to_owned() }
    }

    /// Opens the mailbox from which mail is collected.
    pub fn incoming(&self, settings: &MailIn, receipt: Receipt) -> Box<dyn MailSource> {
        settings.open(self.disk.clone(), &self.dir, receipt)
    }

    /// Returns how many messages wait in the mailbox that mail is collected from, as far as this machine's disk shows.
    pub fn waiting(&self, settings: &MailIn) -> usize {
        let MailIn::Maildir(path) = settings else { return 0 };
        self.disk.list(&self.dir.join(path).join("new")).map_or(0, |mails| mails.len())
    }

    /// Opens the outgoing mailbox or mail server.
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

    /// Puts a message into a Maildir of the campaign, which is made if it does not exist.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn deliver(&self, maildir: &Path, at: DateTime<Utc>, raw: &[u8]) -> Result<(), PostError> {
        let maildir = self.dir.join(maildir);
        create_maildir(&*self.disk, &maildir)?;
        deliver(&*self.disk, &maildir, at, raw)
    }

    /// Puts a message into the Maildir that `new` makes for a campaign, if it is there: for when the settings cannot say
    /// where messages go.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn deliver_where_usual(&self, at: DateTime<Utc>, raw: &[u8]) -> Result<(), PostError> {
        let usual = Path::new(USUAL_MAILDIR);
        match self.disk.look(&self.dir.join(usual).join("new")) {
            Ok(there) if there.is_dir => self.deliver(usual, at, raw),
            _ => Ok(()),
        }
    }

    /// Moves the messages that were put where `new` makes a Maildir to the one that the settings name, since they came while the
    /// settings could not say where.
    ///
    /// # Errors
    /// If one cannot be moved.
    pub fn bring_over(&self, settings: &MailIn, at: DateTime<Utc>) -> Result<(), PostError> {
        let usual = Path::new(USUAL_MAILDIR);
        let MailIn::Maildir(path) = settings else { return Ok(()) };
        let (from, to) = (self.dir.join(usual), self.dir.join(path));
        if from == to { Ok(()) } else { move_new(&*self.disk, &from, &to, at) }
    }

    /// Calls `show` with each message of a Maildir, filed or not.
    ///
    /// # Errors
    /// If a folder or a message cannot be read.
    pub fn filed(&self, maildir: &Path, mut show: impl FnMut(Filed)) -> Result<(), PostError> {
        each_filed(&*self.disk, &self.dir.join(maildir), |filed| {
            let path = filed.path.strip_prefix(&self.dir).unwrap_or(&filed.path).to_owned();
            show(Filed { path, ..filed });
        })
    }

    /// Returns a message of a Maildir, filed or not, by its SHA-256; `None` if it is no longer there.
    pub fn mail(&self, maildir: &Path, hash: &Hash256) -> Option<Vec<u8>> {
        let top = self.dir.join(maildir);
        let filed = Outcome::ALL.iter().map(|outcome| top.join(format!(".{}/cur", outcome.name())));
        let folders = [top.join("new"), top.join("cur")].into_iter().chain(filed);
        let mut mails = folders.flat_map(|folder| self.disk.list(&folder).unwrap_or_default());
        mails.find_map(|path| self.disk.read(&path).ok().filter(|raw| Hash256::of(raw) == *hash))
    }

    /// Tries whether mail can be collected, without collecting any. Returns what was found.
    ///
    /// # Errors
    /// If the mailbox cannot be opened.
    pub fn try_incoming(&self, settings: &MailIn, now: DateTime<Utc>) -> Result<String, PostError> {
        settings.probe(self.disk.clone(), &self.dir, now)
    }

    /// Tries whether mail can be sent, without sending any. Returns what was found.
    ///
    /// # Errors
    /// If it cannot be sent. Returns a description of why.
    pub fn try_outgoing(&self, settings: &MailOut) -> Result<String, String> {
        let mut sink = self.outgoing(settings).map_err(|error| error.to_string())?;
        let program = match settings {
            MailOut::Maildir(path) => {
                let maildir = self.dir.join(path);
                // One that is missing is made with the first message.
                let missing =
                    self.disk.look(&maildir).is_err_and(|error| error.kind() == ErrorKind::NotFound);
                if !missing {
                    try_maildir(&*self.disk, &maildir).map_err(|error| error.to_string())?;
                }
                return Ok("ready (nothing was sent)".to_owned());
            }
            MailOut::Sendmail(program) => program,
            MailOut::Smtp(server) => {
                sink.probe().map_err(|error| error.to_string())?;
                let logged_in = if server.user.is_some() { " and lets us in" } else { "" };
                return Ok(format!("{} answers{logged_in} (nothing was sent)", server.host));
            }
        };
        match self.disk.look(program) {
            Err(error) => Err(format!("cannot look at {}: {error}", program.display())),
            Ok(look) if look.is_dir => Err(format!("{} is a folder and not a program", program.display())),
            Ok(_) => Ok("ready (nothing was sent)".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::FaultyDisk;

    /// What came where `new` makes a Maildir goes to the one that the settings name; where that is the same one, nothing moves.
    #[test]
    fn what_came_in_the_usual_place_is_brought_over() {
        let at = DateTime::UNIX_EPOCH;
        for (named, moved) in [("mail/in", 0), ("post", 1)] {
            let disk = FaultyDisk::new();
            let boxes = Mailboxes::new(Arc::new(disk.clone()), Path::new("/c"));
            for folder in ["mail/in", "post"] {
                create_maildir(&disk, &Path::new("/c").join(folder)).unwrap();
            }
            deliver(&disk, Path::new("/c/mail/in"), at, b"Subject: a move\n\nhold\n").unwrap();
            boxes.bring_over(&MailIn::Maildir(named.into()), at).unwrap();
            let waiting = |folder: &str| boxes.waiting(&MailIn::Maildir(folder.into()));
            assert_eq!((waiting("post"), waiting("mail/in")), (moved, 1 - moved), "{named}");
        }
    }
}
