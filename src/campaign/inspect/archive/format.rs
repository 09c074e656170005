//! The format of an archive: its manifest, its files, and its two forms.
//!
//! An archive is a folder (`export.json`, `ledger.jsonl`, `games/<id>/…`) or a single file of JSON lines: `{"export": …}`,
//! a line `{"file": {"name", "text"}}` for each file of the game's data, then the ledger's lines as they are. The chain
//! holds in both, because an entry's hash covers only the digest of its secret (docs/protocol.md).

use crate::campaign::inspect::verify::Flaw;
use crate::campaign::state::error::CampaignError;
use crate::seal::Hash256;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The format that this program writes and reads.
pub(super) const FORM: &str = "ravenpost-export/1";
/// The name of the ledger in an archive.
pub(super) const LEDGER: &str = "ledger.jsonl";
/// The name of the manifest, by which a folder is known as an archive.
pub(super) const MANIFEST: &str = "export.json";

/// The description of an archive, with a hash of each of its files.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The format of the archive, such as `ravenpost-export/1`.
    pub form: String,
    /// The version of Ravenpost that wrote it.
    pub version: String,
    /// The id of the campaign.
    pub campaign: String,
    /// The receiver: `public`, `whole`, or the id of a seat.
    #[serde(rename = "for")]
    pub receiver: String,
    /// The public part of the settings when the archive was written.
    pub settings: Value,
    /// The window at whose opening the copy ends, because it still accepts plans; `chance` while words of chance are
    /// accepted. `None` if the copy has the whole ledger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The number of its ledger entries.
    pub entries: u64,
    /// The hash of the last entry.
    pub head: Hash256,
    /// The SHA-256 of each of its files by name, the ledger among them.
    pub files: BTreeMap<String, Hash256>,
}

/// An archive in memory.
pub(super) struct Archive {
    pub manifest: Manifest,
    /// The files of the game's data by name, such as `games/thrones-1e/map.yaml`.
    pub data: BTreeMap<String, String>,
    /// The ledger as JSON lines.
    pub ledger: Vec<u8>,
}

impl Archive {
    /// Returns the archive as one file of JSON lines.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn lines(&self) -> Result<Vec<u8>, CampaignError> {
        let mut all = serde_json::to_vec(&json!({"export": self.manifest})).map_err(fault)?;
        all.push(b'\n');
        for (name, text) in &self.data {
            all.extend(serde_json::to_vec(&json!({"file": {"name": name, "text": text}})).map_err(fault)?);
            all.push(b'\n');
        }
        all.extend(&self.ledger);
        Ok(all)
    }

    /// Returns the files of the archive's folder by name, in the order in which they must be written: the manifest last,
    /// because a folder without it is not an archive yet.
    ///
    /// # Errors
    /// If the manifest cannot be written as JSON.
    pub fn files(&self) -> Result<Vec<(&str, Vec<u8>)>, CampaignError> {
        let manifest = serde_json::to_vec_pretty(&self.manifest).map_err(fault)?;
        let data = self.data.iter().map(|(name, text)| (name.as_str(), text.clone().into_bytes()));
        Ok(data.chain([(LEDGER, self.ledger.clone()), (MANIFEST, manifest)]).collect())
    }

    /// Reads an archive from one file of JSON lines.
    ///
    /// # Errors
    /// If a line before the ledger is not one of an archive.
    pub fn of_lines(bytes: &[u8]) -> Result<Self, Flaw> {
        #[derive(Deserialize)]
        struct First {
            export: Manifest,
        }
        #[derive(Deserialize)]
        struct Next {
            file: Named,
        }
        #[derive(Deserialize)]
        struct Named {
            name: String,
            text: String,
        }
        let mut rest = bytes;
        let mut line = || {
            let length = rest.iter().position(|b| *b == b'\n').map_or(rest.len(), |at| at + 1);
            let (line, after) = rest.split_at(length);
            rest = after;
            (line, after)
        };
        let (first, mut ledger) = line();
        let First { export: manifest } = serde_json::from_slice(first)
            .map_err(|_| archive_flaw("its first line is not the first line of an archive".to_owned()))?;
        let mut data = BTreeMap::new();
        while ledger.starts_with(b"{\"file\":") {
            let (next, after) = line();
            ledger = after;
            let Next { file } = serde_json::from_slice(next)
                .map_err(|why| archive_flaw(format!("one of its files cannot be read: {why}")))?;
            data.insert(file.name, file.text);
        }
        Ok(Archive { manifest, data, ledger: ledger.to_vec() })
    }

    /// Checks that the archive has the files that its manifest names, unchanged. The ledger's own chain is checked elsewhere.
    ///
    /// # Errors
    /// If the format is unknown, or a file is missing or changed.
    pub fn check_files(&self) -> Result<(), Flaw> {
        let manifest = &self.manifest;
        if manifest.form != FORM {
            let form: String = manifest.form.chars().take(40).collect();
            return Err(archive_flaw(format!(
                "its format is “{form}”, but this program reads only “{FORM}”"
            )));
        }
        if let Some(name) = self.data.keys().find(|name| !manifest.files.contains_key(*name)) {
            return Err(archive_flaw(format!("{name} is not in its manifest")));
        }
        for (name, hash) in &manifest.files {
            let found = match name.as_str() {
                LEDGER => Some(Hash256::of(&self.ledger)),
                name => self.data.get(name).map(Hash256::of),
            };
            match found {
                Some(found) if found == *hash => {}
                // The chain tells which line was changed.
                Some(_) if name == LEDGER => {}
                Some(_) => {
                    return Err(archive_flaw(format!(
                        "{name} has been changed since the archive was written"
                    )));
                }
                None => return Err(archive_flaw(format!("{name} is missing"))),
            }
        }
        Ok(())
    }
}

/// Returns a mismatch of the archive itself, not of an entry.
pub(super) fn archive_flaw(why: String) -> Flaw {
    Flaw { entry: 0, why }
}

fn fault(why: serde_json::Error) -> CampaignError {
    CampaignError::Fault(why.to_string())
}
