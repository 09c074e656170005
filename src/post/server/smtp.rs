//! The settings of an SMTP server.

use super::password::PasswordFrom;
use super::tls::Tls;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A mail server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmtpSettings {
    /// Its name.
    pub host: String,
    /// Its port; 465 with implicit TLS, 587 with STARTTLS, 25 without, if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    /// How the connection is kept secret.
    #[serde(default)]
    pub tls: Tls,
    /// Who logs in; nobody if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// Where that user's password comes from.
    #[serde(default, rename = "password from", skip_serializing_if = "Option::is_none")]
    pub password_from: Option<PasswordFrom>,
    /// Where that user's OAuth2 access token comes from (XOAUTH2), instead of a password.
    #[serde(default, rename = "token from", skip_serializing_if = "Option::is_none")]
    pub token_from: Option<PasswordFrom>,
    /// A file with a certificate (PEM) to trust besides the system's.
    #[serde(default, rename = "ca file", skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<PathBuf>,
}
