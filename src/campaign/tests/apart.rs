//! A world that is tried in many ways, each on a disk of its own, and all that comes of one of them: entries, mails, where mails were
//! filed, and the record of everything, of which most can be seen only much later.

use crate::campaign::tests::world::World;
use crate::disk::Disk;
use crate::seal::Hash256;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// How a world stands before something is tried in it.
pub(super) struct Before {
    ledger: usize,
    files: BTreeSet<PathBuf>,
    record: BTreeSet<String>,
}

impl World {
    pub(super) fn before(&self) -> Before {
        let record = self.recorded();
        Before {
            ledger: self.ledger().len(),
            files: self.disk.files().into_iter().collect(),
            record: record.lines().map(str::to_owned).collect(),
        }
    }

    /// All that has come of what was tried since then.
    pub(super) fn since(&self, before: &Before) -> String {
        let mut said = self.ledger()[before.ledger..].to_owned();
        let (mut mails, mut filed) = (Vec::new(), String::new());
        for path in self.disk.files().into_iter().filter(|path| !before.files.contains(path)) {
            let folder = path.parent().unwrap_or(Path::new(""));
            if folder.starts_with(self.dir.join("mail/out")) {
                mails.push(self.disk.read(&path).unwrap());
            } else if folder.starts_with(self.dir.join("mail/in")) {
                let _ = writeln!(filed, "filed {}", folder.display());
            }
        }
        let mut mails: Vec<String> = mails.iter().map(|raw| told(raw)).collect();
        mails.sort();
        let record = self.recorded();
        said.extend(mails);
        said.push_str(&filed);
        said.extend(
            record.lines().filter(|line| !before.record.contains(*line)).map(|line| format!("{line}\n")),
        );
        let _ = writeln!(said, "{}", Hash256::of(&record));
        said
    }

    /// The record, a value a line.
    fn recorded(&self) -> String {
        serde_json::to_string_pretty(&self.campaign().record).unwrap()
    }
}

/// A mail: to whom, its words, and the beginning of the hash of all of it.
fn told(raw: &[u8]) -> String {
    let letter = crate::post::read(raw);
    let hash = Hash256::of(raw).to_string();
    let to: Vec<&str> = letter.to.iter().map(|to| to.address.as_str()).collect();
    format!("to {to:?} {hash} {:?}\n{}\n", letter.message_id, letter.parts[0].text)
}
