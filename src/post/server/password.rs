//! Where a mail password or a token is kept: never in campaign.yaml.

use crate::disk::Disk;
use crate::post::error::PostError;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where a password or a token comes from: one of `env`, `command`, `file`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub enum PasswordFrom {
    /// A variable of the environment.
    Env(String),
    /// The first line that a command prints, such as `pass show mail/gm`; run by `sh -c`.
    Command(String),
    /// The first line of a file; its path is relative to the campaign's folder.
    File(PathBuf),
}

#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    env: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
}

impl TryFrom<Written> for PasswordFrom {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        match (written.env, written.command, written.file) {
            (Some(name), None, None) => Ok(PasswordFrom::Env(name)),
            (None, Some(command), None) => Ok(PasswordFrom::Command(command)),
            (None, None, Some(path)) => Ok(PasswordFrom::File(path)),
            _ => Err("the password must come from exactly one of env, command, file"),
        }
    }
}

impl From<PasswordFrom> for Written {
    fn from(from: PasswordFrom) -> Self {
        match from {
            PasswordFrom::Env(name) => Written { env: Some(name), ..Written::default() },
            PasswordFrom::Command(command) => Written { command: Some(command), ..Written::default() },
            PasswordFrom::File(path) => Written { file: Some(path), ..Written::default() },
        }
    }
}

impl PasswordFrom {
    /// Gets the password, for a campaign in this folder.
    ///
    /// # Errors
    /// If there is none; the words say where it was looked for, and never hold a password.
    pub fn fetch(&self, disk: &dyn Disk, folder: &Path) -> Result<String, PostError> {
        let text = match self {
            PasswordFrom::Env(name) => std::env::var(name).map_err(|_| {
                PostError::Password(format!(
                    "the environment has no variable {name}; cron starts with an empty one"
                ))
            })?,
            PasswordFrom::File(path) => {
                let path = &folder.join(path);
                let bytes = disk.read(path).map_err(PostError::disk("read the password file", path))?;
                String::from_utf8(bytes)
                    .map_err(|_| PostError::Password(format!("{} is no text", path.display())))?
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
                String::from_utf8(output.stdout).map_err(|_| failed("printed no text".to_owned()))?
            }
        };
        match text.lines().next().filter(|line| !line.is_empty()) {
            Some(line) => Ok(line.to_owned()),
            None => Err(PostError::Password("it is empty".to_owned())),
        }
    }
}

/// The password, or else the token.
pub(in crate::post) fn fetch_secret(
    password: &Option<PasswordFrom>,
    token: &Option<PasswordFrom>,
    disk: &dyn Disk,
    folder: &Path,
) -> Result<Option<String>, PostError> {
    password.as_ref().or(token.as_ref()).map(|from| from.fetch(disk, folder)).transpose()
}
