//! How a connection to a mail server is encrypted, and whose certificates it trusts.

use crate::disk::Disk;
use crate::post::error::PostError;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How a connection to a mail server is encrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tls {
    /// From the first byte.
    #[default]
    Implicit,
    /// After the command STARTTLS, which must succeed.
    StartTls,
    /// Not at all; allowed only to this machine itself.
    None,
}

/// Reads the file named by `ca file`, if there is one.
pub(crate) fn read_certificate(
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

/// Refuses to talk unencrypted to another machine.
pub(crate) fn check_tls(host: &str, tls: Tls) -> Result<(), String> {
    let is_here = host.eq_ignore_ascii_case("localhost")
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    if tls == Tls::None && !is_here {
        return Err(format!(
            "{host} is another machine: write tls: implicit or tls: starttls, so that messages and password are sent encrypted"
        ));
    }
    Ok(())
}
