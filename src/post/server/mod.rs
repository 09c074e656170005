//! What campaign.yaml says of a mail server: its address, encryption and credentials.

mod imap;
mod password;
mod smtp;
mod tls;

pub use imap::{ImapSettings, TimeOfReceipt};
pub use password::PasswordFrom;
pub(crate) use password::fetch_secret;
pub use smtp::SmtpSettings;
pub use tls::Tls;
pub(crate) use tls::{check_tls, read_certificate};
