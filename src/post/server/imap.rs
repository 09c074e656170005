//! What campaign.yaml says of a mailbox on a mail server. Known also to a program built without `imap`, so that
//! it can say what it lacks.

use super::password::PasswordFrom;
use super::tls::{Tls, check_tls};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A mailbox on a mail server (IMAP). It must be the campaign's own: every mail in it is taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImapSettings {
    /// The server's name.
    pub host: String,
    /// Its port; 993 with implicit TLS, else 143, if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    /// How the connection is kept secret.
    #[serde(default)]
    pub tls: Tls,
    /// Who logs in.
    pub user: String,
    /// Where that user's password (or app password) comes from.
    #[serde(default, rename = "password from", skip_serializing_if = "Option::is_none")]
    pub password_from: Option<PasswordFrom>,
    /// Where that user's OAuth2 access token comes from (XOAUTH2), instead of a password.
    #[serde(default, rename = "token from", skip_serializing_if = "Option::is_none")]
    pub token_from: Option<PasswordFrom>,
    /// The folder from which mails are taken; `/` between a folder and one within it.
    #[serde(default = "inbox")]
    pub mailbox: String,
    /// The folder below which mails are kept, one folder an outcome (`Ravenpost/Used`, …); made when missing.
    #[serde(default = "ravenpost", rename = "filed under")]
    pub filed_under: String,
    /// What counts as the time of receipt.
    #[serde(default, rename = "time of receipt")]
    pub time_of_receipt: TimeOfReceipt,
    /// A file with certificates (PEM) to trust besides the system's.
    #[serde(default, rename = "ca file", skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<PathBuf>,
}

/// What counts as the time of receipt of a mail in a mailbox on a server, unless the campaign trusts a host's
/// `Received` line (then that line counts, and without one the collection).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeOfReceipt {
    /// When the server put it into the mailbox (IMAP's INTERNALDATE), and never later than the collection. The
    /// sender cannot choose it; but whoever can log in to the account can, by storing a mail with any date, and
    /// some services that fetch mail from other accounts take the sender's word for it.
    #[default]
    Arrival,
    /// When we collected it.
    Collection,
}

fn inbox() -> String {
    "INBOX".to_owned()
}

fn ravenpost() -> String {
    "Ravenpost".to_owned()
}

impl ImapSettings {
    /// Whether these settings can be meant.
    ///
    /// # Errors
    /// What is wrong, in words: without TLS to another machine, not exactly one of password and token, a folder
    /// that cannot be, mails filed where they are taken from.
    pub fn check(&self) -> Result<(), String> {
        check_tls(&self.host, self.tls)?;
        if self.password_from.is_some() == self.token_from.is_some() {
            return Err(format!("imap at {}: say one of `password from`, `token from`", self.host));
        }
        for (key, folder) in [("mailbox", &self.mailbox), ("filed under", &self.filed_under)] {
            let unfit = |c: char| c.is_control() || matches!(c, '*' | '%' | '"' | '\\');
            if folder.contains(unfit) || folder.split('/').any(|part| part.trim().is_empty()) {
                return Err(format!("imap at {}: {key}: {folder:?} is no name of a folder", self.host));
            }
        }
        let (from, to) = (self.mailbox.to_lowercase(), self.filed_under.to_lowercase());
        if from.starts_with(&format!("{to}/")) {
            return Err(format!(
                "imap at {}: `mailbox` lies within `filed under`: mails that are filed would come again",
                self.host
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::post::MailIn;

    fn read(text: &str) -> Result<MailIn, String> {
        serde_yaml::from_str(text).map_err(|why| why.to_string())
    }

    #[test]
    fn little_need_be_said() {
        let text = "imap: {host: mail.example, user: gm, password from: {env: GM_MAIL}}";
        let MailIn::Imap(imap) = read(text).unwrap() else { panic!("it is imap") };
        assert_eq!((imap.mailbox.as_str(), imap.filed_under.as_str()), ("INBOX", "Ravenpost"));
        let again = serde_yaml::to_string(&MailIn::Imap(imap.clone())).unwrap();
        assert_eq!(read(&again).unwrap(), MailIn::Imap(imap));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        let refused = |more: &str| {
            let text = format!("imap: {{host: mail.example, user: gm, {more}}}");
            read(&text).expect_err(&text)
        };
        assert!(refused("pasword from: {env: A}").contains("unknown field"));
        assert!(refused("tls: none, password from: {env: A}").contains("starttls"));
        assert!(refused("mailbox: INBOX").contains("token from"));
        assert!(refused("password from: {env: A}, token from: {command: b}").contains("one of"));
        assert!(refused("password from: {env: A}, mailbox: 'a*'").contains("no name of a folder"));
        assert!(refused("password from: {env: A}, filed under: a//b").contains("no name of a folder"));
        assert!(refused("password from: {env: A}, mailbox: A/b, filed under: a").contains("come again"));
        let both = "imap: {host: localhost, user: gm, tls: none, token from: {command: b}}\nmbox: x";
        assert!(read(both).is_err());
        assert!(read(both.trim_end_matches("\nmbox: x")).is_ok(), "this machine itself");
    }
}
