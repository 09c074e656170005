//! Who puts models into words. The program's own is [`report::Writer`](crate::report::Writer).
//!
//! May use: report. Is used by: mails, tick.

use crate::report::model::{
    End, Head, Help, Notice, Opening, Press, Receipt, Reminder, RulingMail, SealsTable, Status, Story,
    Stranger, TurnReport,
};
use crate::report::{NotWritten, Writer, Written};
use serde::Serialize;
use serde_json::{Value, json};

/// A mail before it is put into words.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "mail", rename_all = "kebab-case")]
pub enum Model {
    /// The welcome.
    Opening(Box<Opening>),
    /// A report.
    Report(Box<TurnReport>),
    /// A receipt.
    Receipt(Box<Receipt>),
    /// The table of seals.
    Seals(Box<SealsTable>),
    /// A reminder.
    Reminder(Box<Reminder>),
    /// A notice.
    Notice(Box<Notice>),
    /// A ruling.
    Ruling(Box<RulingMail>),
    /// Press.
    Press(Box<Press>),
    /// The answer to a stranger.
    Stranger(Box<Stranger>),
    /// The end.
    End(Box<End>),
    /// How things stand.
    Status(Box<Status>),
    /// What has happened since the start.
    Story(Box<Story>),
    /// How to write to us.
    Help(Box<Help>),
}

impl Model {
    /// The head of a mail that other matters can go bundled with; none of one that stands for itself.
    pub(crate) fn takes_along(&mut self) -> Option<&mut Head> {
        match self {
            Model::Report(mail) => Some(&mut mail.head),
            Model::Seals(mail) => Some(&mut mail.head),
            Model::Reminder(mail) => Some(&mut mail.head),
            Model::Notice(mail) => Some(&mut mail.head),
            Model::Ruling(mail) => Some(&mut mail.head),
            Model::Press(mail) => Some(&mut mail.head),
            Model::End(mail) => Some(&mut mail.head),
            Model::Opening(_)
            | Model::Receipt(_)
            | Model::Stranger(_)
            | Model::Status(_)
            | Model::Story(_)
            | Model::Help(_) => None,
        }
    }
}

/// Puts models into words.
pub trait Render {
    /// The mail in words.
    ///
    /// # Errors
    /// The program's own templates fail.
    fn write(&self, mail: &Model) -> Result<Written, NotWritten>;

    /// What stands above the whole position in the game master's files; may be empty.
    ///
    /// # Errors
    /// The program's own templates fail.
    fn whole_state(&self) -> Result<String, NotWritten> {
        Ok(String::new())
    }

    /// What lies beside the pages of a turn that a ruling, by its number, has left.
    ///
    /// # Errors
    /// The program's own templates fail.
    fn left(&self, turn: u32, ruling: u64, reason: &str) -> Result<String, NotWritten> {
        Ok(format!("{turn} {ruling} {reason}\n"))
    }
}

impl Render for Writer {
    fn write(&self, mail: &Model) -> Result<Written, NotWritten> {
        match mail {
            Model::Opening(mail) => Writer::write(self, &**mail),
            Model::Report(mail) => Writer::write(self, &**mail),
            Model::Receipt(mail) => Writer::write(self, &**mail),
            Model::Seals(mail) => Writer::write(self, &**mail),
            Model::Reminder(mail) => Writer::write(self, &**mail),
            Model::Notice(mail) => Writer::write(self, &**mail),
            Model::Ruling(mail) => Writer::write(self, &**mail),
            Model::Press(mail) => Writer::write(self, &**mail),
            Model::Stranger(mail) => Writer::write(self, &**mail),
            Model::End(mail) => Writer::write(self, &**mail),
            Model::Status(mail) => Writer::write(self, &**mail),
            Model::Story(mail) => Writer::write(self, &**mail),
            Model::Help(mail) => Writer::write(self, &**mail),
        }
    }

    fn whole_state(&self) -> Result<String, NotWritten> {
        self.page("mail", "mail/whole-state.md", &Value::Null, &Value::Null)
    }

    fn left(&self, turn: u32, ruling: u64, reason: &str) -> Result<String, NotWritten> {
        let data = json!({"turn": turn, "ruling": ruling, "reason": reason});
        self.page("mail", "mail/left-turn.md", &Value::Null, &data)
    }
}
