//! A game's folder of data: the copy in the program, or a campaign's own.

use crate::picture::Look;
use crate::sheet::data;
use serde::de::DeserializeOwned;

/// Where the files of a game's folder come from: a name such as `map.yaml` gives its text.
pub type Folder<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Data that cannot be played with: which file, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct DataFault {
    /// File of the game's folder.
    pub file: String,
    /// What is wrong, in words, with the line where the reader of YAML knows it.
    pub problem: String,
}

/// Reads how a board is drawn (`picture.yaml`): a file that a folder need not have.
pub(super) fn look(folder: Folder<'_>) -> Result<Option<Look>, DataFault> {
    folder("picture.yaml").map(|_| read(folder, "picture.yaml")).transpose()
}

/// A fault in a file.
pub(super) fn fault(file: &str, problem: impl Into<String>) -> DataFault {
    DataFault { file: file.to_owned(), problem: problem.into() }
}

/// Reads a file of the folder.
pub(super) fn read<T: DeserializeOwned>(folder: Folder<'_>, file: &str) -> Result<T, DataFault> {
    let text = folder(file).ok_or_else(|| fault(file, "the file is missing"))?;
    data(&text).map_err(|e| fault(file, e.to_string()))
}
