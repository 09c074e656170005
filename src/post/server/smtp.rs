//! The settings of an SMTP server.

use super::password::PasswordFrom;
use super::tls::Tls;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// An SMTP server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmtpSettings {
    pub host: String,
    /// By default 465 with implicit TLS, 587 with STARTTLS, 25 without TLS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    #[serde(default)]
    pub tls: Tls,
    /// `None` to send without logging in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The source of the user's password.
    #[serde(default, rename = "password from", skip_serializing_if = "Option::is_none")]
    pub password_from: Option<PasswordFrom>,
    /// The source of an OAuth2 access token (XOAUTH2), instead of a password.
    #[serde(default, rename = "token from", skip_serializing_if = "Option::is_none")]
    pub token_from: Option<PasswordFrom>,
    /// A file with a certificate (PEM) to trust in addition to the system's.
    #[serde(default, rename = "ca file", skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<PathBuf>,
}
