//! What is kept in `private/` for speed alone. Each file carries its digest in its first line, so that a damaged one is as
//! good as none: what follows from the ledger is worked out again.
//!
//! May use: disk, record. Is used by: folder, idle, outbox.

use crate::campaign::state::record::Record;
use crate::campaign::store::folder::Campaign;
use crate::campaign::store::folder::Places;
use crate::disk::Disk;
use crate::ledger::Entry;
use crate::seal::Hash256;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// A kept value as a file holds it.
///
/// # Errors
/// It cannot be written as JSON.
pub(crate) fn bytes_of(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(value).map_err(io::Error::other)?;
    let mut bytes = format!("{}\n", Hash256::of(&json)).into_bytes();
    bytes.extend(json);
    Ok(bytes)
}

/// A kept value, if it is there and undamaged.
pub(crate) fn kept<T: DeserializeOwned>(disk: &dyn Disk, path: &Path) -> Option<T> {
    let bytes = disk.read(path).ok()?;
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (digest, json) = (bytes.get(..end)?, bytes.get(end + 1..)?);
    if Hash256::of(json).to_string().as_bytes() != digest {
        tracing::warn!(path = %path.display(), "a cache is damaged, and passed over");
        return None;
    }
    serde_json::from_slice(json).ok()
}

/// The record as it is kept for a fast start.
#[derive(Serialize, Deserialize)]
struct Cache<R> {
    version: String,
    hash: Hash256,
    record: R,
}

/// The kept record and the hash of the entry it goes up to, if it fits the ledger.
pub(crate) fn load(disk: &dyn Disk, places: &Places<'_>, entries: &[Entry]) -> Option<(Hash256, Record)> {
    let cache: Cache<Record> = kept(disk, &places.cache())?;
    let place = usize::try_from(cache.record.seq).ok()?.checked_sub(1)?;
    let fits = cache.version == env!("CARGO_PKG_VERSION") && entries.get(place)?.hash == cache.hash;
    fits.then_some((cache.hash, cache.record))
}

impl Campaign {
    /// Keeps the state for a fast start, and puts away deposited plans of windows that are over. Nothing is lost if
    /// it fails.
    pub(crate) fn save(&mut self) {
        let head = self.head();
        if self.saved == Some(head.hash) {
            return;
        }
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let cache = Cache { version, hash: head.hash, record: &self.record };
        let path = Places(&self.dir).cache();
        match bytes_of(&cache).and_then(|bytes| self.disk.write(&path, &bytes, 0o600)) {
            Ok(()) => self.saved = Some(head.hash),
            Err(error) => {
                tracing::warn!(path = %path.display(), %error, "the state cannot be kept for a fast start")
            }
        }
        self.put_away();
    }

    /// Puts away deposited plans of windows that are over; also such as a power cut has brought back.
    fn put_away(&self) {
        let record = &self.record;
        // What is sealed in a window that a ruling closes counts on; so does what a window took over from such a one. It
        // stays for as long as the game can be taken back to where the window was open.
        let proposed = record.people.proposal.as_ref().and_then(|proposal| proposal.secret.as_ref());
        let shut = record.game.shut.iter().chain(proposed.iter().flat_map(|secret| &secret.keeps));
        let shut = shut.map(|shut| (&shut.window, &shut.seats));
        let waiting =
            record.game.open_window().map(|window| (&window.id, &window.seats)).into_iter().chain(shut);
        let open: Vec<&str> = waiting
            .flat_map(|(id, seats)| {
                let bound = seats.values().filter_map(|part| part.bound.as_deref());
                bound.chain([id.as_str()])
            })
            .chain(record.people.rulings.iter().filter_map(|given| given.shut.as_deref()))
            .collect();
        let folders = self.disk.list(&Places(&self.dir).private()).unwrap_or_default();
        let is_open = |folder: &Path| {
            folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| open.contains(&name))
        };
        let is_over =
            |folder: &Path| self.disk.look(folder).is_ok_and(|look| look.is_dir) && !is_open(folder);
        for folder in folders.iter().filter(|folder| is_over(folder)) {
            for path in self.disk.list(folder).unwrap_or_default() {
                if let Err(error) = self.disk.remove(&path) {
                    tracing::warn!(path = %path.display(), %error, "an opened plan cannot be put away");
                }
            }
        }
    }

    /// Whether the last process that wrote to the ledger did not come to its end.
    pub(crate) fn was_broken_off(&self) -> bool {
        self.saved != Some(self.head().hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::FaultyDisk;

    #[test]
    fn what_is_damaged_in_any_bit_is_not_there() {
        let (disk, path) = (FaultyDisk::new(), Path::new("/x"));
        let value = vec!["a".to_owned(), "b".to_owned()];
        let bytes = bytes_of(&value).unwrap();
        disk.write(path, &bytes, 0o600).unwrap();
        assert_eq!(kept::<Vec<String>>(&disk, path), Some(value));
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1 << bit;
                disk.write(path, &damaged, 0o600).unwrap();
                assert_eq!(kept::<Vec<String>>(&disk, path), None, "byte {place}, bit {bit}");
            }
        }
    }
}
