//! How a connection to a mail server is encrypted, and whose certificates it trusts.

use crate::disk::Disk;
use crate::post::error::PostError;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How a connection to a mail server is kept secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tls {
    /// From the first byte.
    #[default]
    Implicit,
    /// By the STARTTLS command, and not without.
    StartTls,
    /// Not at all: only to this machine itself.
    None,
}

/// The file named by `ca file`.
pub(in crate::post) fn read_certificate(
    path: &Option<PathBuf>,
    disk: &dyn Disk,
    folder: &Path,
) -> Result<Option<Vec<u8>>, PostError> {
    let read = |path: &PathBuf| {
        let path = folder.join(path);
        disk.read(&path).map_err(PostError::disk("read the certificate", &path))
    };
    path.as_ref().map(read).transpose()
}

/// Nothing secret may go in clear to another machine.
pub(in crate::post) fn check_tls(host: &str, tls: Tls) -> Result<(), String> {
    let is_here = host.eq_ignore_ascii_case("localhost")
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    if tls == Tls::None && !is_here {
        return Err(format!(
            "{host} is another machine: say tls: implicit or tls: starttls, so that mails and password are not sent in clear"
        ));
    }
    Ok(())
}
