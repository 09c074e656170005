//! Where a password or token is kept; it is never in campaign.yaml.

use crate::disk::Disk;
use crate::post::error::PostError;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The source of a password or token: one of `env`, `command`, `file`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "PasswordFields", into = "PasswordFields")]
pub enum PasswordFrom {
    /// An environment variable.
    Env(String),
    /// The first line that a command prints, such as `pass show mail/gm`; run by `sh -c`.
    Command(String),
    /// The first line of a file; the path is relative to the campaign's folder.
    File(PathBuf),
}

#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PasswordFields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    env: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
}

impl TryFrom<PasswordFields> for PasswordFrom {
    type Error = &'static str;

    fn try_from(written: PasswordFields) -> Result<Self, Self::Error> {
        match (written.env, written.command, written.file) {
            (Some(name), None, None) => Ok(PasswordFrom::Env(name)),
            (None, Some(command), None) => Ok(PasswordFrom::Command(command)),
            (None, None, Some(path)) => Ok(PasswordFrom::File(path)),
            _ => Err("the password must come from exactly one of env, command, file"),
        }
    }
}

impl From<PasswordFrom> for PasswordFields {
    fn from(from: PasswordFrom) -> Self {
        match from {
            PasswordFrom::Env(name) => PasswordFields { env: Some(name), ..PasswordFields::default() },
            PasswordFrom::Command(command) => {
                PasswordFields { command: Some(command), ..PasswordFields::default() }
            }
            PasswordFrom::File(path) => PasswordFields { file: Some(path), ..PasswordFields::default() },
        }
    }
}

impl PasswordFrom {
    /// Fetches the password, for a campaign in `folder`.
    ///
    /// # Errors
    /// If there is none. The error says where it was looked for, and never contains a password.
    pub fn fetch(&self, disk: &dyn Disk, folder: &Path) -> Result<String, PostError> {
        let text = match self {
            PasswordFrom::Env(name) => std::env::var(name).map_err(|_| {
                PostError::Password(format!(
                    "the environment has no variable {name}; cron starts with an almost empty environment"
                ))
            })?,
            PasswordFrom::File(path) => {
                let path = &folder.join(path);
                let bytes = disk.read(path).map_err(PostError::disk("read the password file", path))?;
                String::from_utf8(bytes)
                    .map_err(|_| PostError::Password(format!("{} is not a text file", path.display())))?
            }
            PasswordFrom::Command(command) => {
                let failed = |why: String| PostError::Password(format!("the command {command:?} {why}"));
                let output = Command::new("sh")
                    .arg("-c")
                    .arg(command)
                    .output()
                    .map_err(|why| failed(format!("cannot be run: {why}")))?;
                if !output.status.success() {
                    return Err(failed(format!("failed ({})", output.status)));
                }
                String::from_utf8(output.stdout)
                    .map_err(|_| failed("printed something other than text".to_owned()))?
            }
        };
        match text.lines().next().filter(|line| !line.is_empty()) {
            Some(line) => Ok(line.to_owned()),
            None => Err(PostError::Password("the password is empty".to_owned())),
        }
    }
}

/// Fetches the password, or else the token; `None` if neither is set.
pub(crate) fn fetch_secret(
    password: &Option<PasswordFrom>,
    token: &Option<PasswordFrom>,
    disk: &dyn Disk,
    folder: &Path,
) -> Result<Option<String>, PostError> {
    password.as_ref().or(token.as_ref()).map(|from| from.fetch(disk, folder)).transpose()
}

#[cfg(test)]
mod source_tests {
    use super::*;

    /// Where a password comes from is written as it was read; from two places or none it cannot come.
    #[test]
    fn a_source_is_written_as_it_was_read() {
        let name = || "x".to_owned();
        for from in
            [PasswordFrom::Env(name()), PasswordFrom::Command(name()), PasswordFrom::File(name().into())]
        {
            let written = serde_json::to_string(&from).unwrap();
            assert_eq!(serde_json::from_str::<PasswordFrom>(&written).unwrap(), from, "{written}");
        }
        for wrong in ["{}", r#"{"env": "x", "file": "y"}"#, r#"{"env": "x", "command": "y"}"#] {
            assert!(serde_json::from_str::<PasswordFrom>(wrong).is_err(), "{wrong}");
        }
    }
}
