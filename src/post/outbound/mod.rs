//! How our messages leave: to a Maildir, by SMTP, or through the machine's `sendmail`.

mod maildir;
mod message;
mod packed;
mod sendmail;
mod sink;
mod smtp;

pub use maildir::{MaildirSink, deliver, move_new};
pub use message::{Attachment, AutoSubmitted, Outgoing, Unsendable};
pub use packed::Packed;
pub use sendmail::SendmailSink;
pub use sink::{Cause, MailSink, SendError};
pub use smtp::SmtpSink;
