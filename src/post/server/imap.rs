//! The settings of an IMAP mailbox. They exist even in a program built without `imap`, so that it can say
//! what it lacks.

use super::password::PasswordFrom;
use super::tls::{Tls, check_tls};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A mailbox on an IMAP server. It must be the campaign's own: every message in it is collected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImapSettings {
    pub host: String,
    /// By default 993 with implicit TLS, otherwise 143.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    #[serde(default)]
    pub tls: Tls,
    pub user: String,
    /// The source of the user's password or app password.
    #[serde(default, rename = "password from", skip_serializing_if = "Option::is_none")]
    pub password_from: Option<PasswordFrom>,
    /// The source of an OAuth2 access token (XOAUTH2), instead of a password.
    #[serde(default, rename = "token from", skip_serializing_if = "Option::is_none")]
    pub token_from: Option<PasswordFrom>,
    /// The folder from which messages are collected, with `/` between nested folders.
    #[serde(default = "inbox")]
    pub mailbox: String,
    /// The folder that gets one folder per outcome (`Ravenpost/Used`, …); created when missing.
    #[serde(default = "ravenpost", rename = "filed under")]
    pub filed_under: String,
    #[serde(default, rename = "time of receipt")]
    pub time_of_receipt: TimeOfReceipt,
    /// A file with certificates (PEM) to trust in addition to the system's.
    #[serde(default, rename = "ca file", skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<PathBuf>,
}

/// The time that counts as the receipt of a message in an IMAP mailbox.
///
/// If the campaign trusts a host's `Received` header, that header counts instead, and without one the time of
/// collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeOfReceipt {
    /// The time at which the server put it into the mailbox (INTERNALDATE), but never later than the
    /// collection. The sender cannot choose it. Anyone who can log in to the account can, by storing a
    /// message with any date; and some services that fetch mail from other accounts copy the sender's date.
    #[default]
    Arrival,
    /// The time at which we collected it.
    Collection,
}

fn inbox() -> String {
    "INBOX".to_owned()
}

fn ravenpost() -> String {
    "Ravenpost".to_owned()
}

impl ImapSettings {
    /// Checks the settings, and describes the first problem.
    ///
    /// # Errors
    /// If there is no TLS to another machine, not exactly one of password and token, an impossible folder
    /// name, or `mailbox` is inside `filed under`.
    pub fn check(&self) -> Result<(), String> {
        check_tls(&self.host, self.tls)?;
        if self.password_from.is_some() == self.token_from.is_some() {
            return Err(format!(
                "imap at {}: give exactly one of `password from` and `token from`",
                self.host
            ));
        }
        for (key, folder) in [("mailbox", &self.mailbox), ("filed under", &self.filed_under)] {
            let unfit = |c: char| c.is_control() || matches!(c, '*' | '%' | '"' | '\\');
            if folder.contains(unfit) || folder.split('/').any(|part| part.trim().is_empty()) {
                return Err(format!("imap at {}: {key}: {folder:?} is not a valid folder name", self.host));
            }
        }
        let (from, to) = (self.mailbox.to_lowercase(), self.filed_under.to_lowercase());
        if from.starts_with(&format!("{to}/")) {
            return Err(format!(
                "imap at {}: `mailbox` is inside `filed under`, so filed messages would be collected again",
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
        assert!(refused("password from: {env: A}, mailbox: 'a*'").contains("not a valid folder name"));
        for folder in ["a//b", "/a", "a/", "a/ /b", " ", "a\\tb"] {
            for key in ["mailbox", "filed under"] {
                let text = format!("password from: {{env: A}}, {key}: \"{folder}\"");
                assert!(refused(&text).contains("not a valid folder name"), "{text}");
            }
        }
        assert!(refused("password from: {env: A}, mailbox: A/b, filed under: a").contains("collected again"));
        let both = "imap: {host: localhost, user: gm, tls: none, token from: {command: b}}\nmbox: x";
        assert!(read(both).is_err());
        assert!(read(both.trim_end_matches("\nmbox: x")).is_ok(), "this machine itself");
    }
}
