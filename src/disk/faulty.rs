//! A disk in memory that fails on request, for tests of what is left when the program, the machine or the disk gives up
//! at any one effect.
//!
//! It promises what [`RealDisk`](super::RealDisk) does: an effect that [`Disk`](super::Disk) calls synced is safe once it has
//! returned; a removal is safe only when something else in its directory has been synced, and a touch never. A
//! directory, once made, stays. Effects that are not synced can be seen, but a power cut
//! ([`restart`](FaultyDisk::restart)) takes them back; the end of the process alone ([`revive`](FaultyDisk::revive))
//! does not.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// The error that a faulty disk reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// ENOSPC: the disk is full.
    Full,
    /// EIO: the disk is broken.
    Broken,
    /// EACCES: the file belongs to somebody else.
    Barred,
}

impl Trouble {
    fn error(self) -> io::Error {
        io::Error::from_raw_os_error(match self {
            Trouble::Full => 28,
            Trouble::Broken => 5,
            Trouble::Barred => 13,
        })
    }
}

/// A way in which an effect goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Nothing is done, and the error is returned.
    Fail(Trouble),
    /// An append writes only so many bytes, then fails; other effects do nothing and fail.
    Short(usize, Trouble),
    /// Everything is done, and safe, but the error is returned.
    Late(Trouble),
    /// Everything is done and can be seen, but syncing failed: the error is returned, and a power cut takes it back. As
    /// with Linux, syncing the file again does not help: appended bytes are lost, with zeros in their place.
    Unsynced(Trouble),
    /// The machine stops before the effect.
    KillBefore,
    /// The machine stops within the effect. Of an append so many bytes stay; of a whole-file write the old file stays,
    /// and a part of the new one under another name; other effects are not done.
    KillWithin(usize),
    /// The machine stops within an append: the file has its new length, but only zeros from here on.
    KillZeros(usize),
    /// The machine stops when the effect is done, but before the caller hears of it.
    KillAfter,
    /// The process ends when the effect is done, but before it is synced. Syncing the file makes it safe after all.
    KillUnsynced,
}

#[derive(Clone)]
struct File {
    bytes: Vec<u8>,
    mode: u32,
    modified: SystemTime,
    /// The time that a crash restores.
    safe_modified: SystemTime,
}

/// A path as it was before its effects that are not synced.
#[derive(Clone)]
struct Before {
    file: Option<File>,
    /// `true` if a sync has failed: a later one does not help.
    is_lost: bool,
}

#[derive(Clone)]
struct Tree {
    files: BTreeMap<PathBuf, File>,
    dirs: BTreeSet<PathBuf>,
    /// Files whose removal a crash undoes.
    removed: BTreeMap<PathBuf, File>,
    /// Files moved away from a directory that has not been synced since: a crash may leave both names.
    moved: BTreeMap<PathBuf, File>,
    /// The states that a crash restores, by path.
    unsynced: BTreeMap<PathBuf, Before>,
    effects: u64,
    /// First and last effect of each fault, counted from 1.
    faults: Vec<(u64, u64, Fault)>,
    dead: bool,
    now: SystemTime,
}

/// A file tree in memory that counts effects and fails at chosen ones. Clones are the same disk.
#[derive(Clone)]
pub struct FaultyDisk(Arc<Mutex<Tree>>);

impl Default for FaultyDisk {
    fn default() -> Self {
        FaultyDisk::new()
    }
}

impl FaultyDisk {
    /// Makes an empty disk without faults, with a root directory, at 2026-01-01 00:00 UTC.
    pub fn new() -> Self {
        FaultyDisk(Arc::new(Mutex::new(Tree {
            files: BTreeMap::new(),
            dirs: [PathBuf::from("/"), PathBuf::new()].into(),
            removed: BTreeMap::new(),
            moved: BTreeMap::new(),
            unsynced: BTreeMap::new(),
            effects: 0,
            faults: Vec::new(),
            dead: false,
            now: SystemTime::UNIX_EPOCH + Duration::from_secs(1_767_225_600),
        })))
    }

    /// Makes another disk with the same contents, for trying a second fault from the same start.
    pub fn fork(&self) -> Self {
        FaultyDisk(Arc::new(Mutex::new(self.tree().clone())))
    }

    /// Returns how many effects there have been since the disk was made, restarted or given a fault.
    pub fn effects(&self) -> u64 {
        self.tree().effects
    }

    /// Makes the `number`-th effect from now on (from 1) go wrong, and no other.
    pub fn fail_at(&self, number: u64, fault: Fault) {
        self.arm(number, number, fault);
    }

    /// Makes one more effect go wrong, counted as by the last [`fail_at`](FaultyDisk::fail_at).
    pub fn also_fail_at(&self, number: u64, fault: Fault) {
        self.tree().faults.push((number, number, fault));
    }

    /// Makes the `number`-th effect from now on (from 1) and all after it go wrong.
    pub fn fail_from(&self, number: u64, fault: Fault) {
        self.arm(number, u64::MAX, fault);
    }

    fn arm(&self, first: u64, last: u64, fault: Fault) {
        let mut tree = self.tree();
        tree.effects = 0;
        tree.faults = vec![(first, last, fault)];
    }

    /// Returns `true` if a fault has stopped the machine.
    pub fn is_dead(&self) -> bool {
        self.tree().dead
    }

    /// Starts the machine again after a kill (or pulls the plug of one that runs): effects that were not synced are
    /// lost, no fault is armed, and the count begins anew.
    pub fn restart(&self) {
        let mut tree = self.tree();
        for (path, before) in std::mem::take(&mut tree.unsynced) {
            match before.file {
                Some(file) => tree.files.insert(path, file),
                None => tree.files.remove(&path),
            };
        }
        tree.moved.clear();
        let removed = std::mem::take(&mut tree.removed);
        for (path, file) in removed {
            tree.files.entry(path).or_insert(file);
        }
        for file in tree.files.values_mut() {
            file.modified = file.safe_modified;
        }
        tree.faults.clear();
        (tree.dead, tree.effects) = (false, 0);
    }

    /// Restarts with the most untidy state that a power cut may leave: files moved away from a directory that was not
    /// synced since are there under both names.
    pub fn restart_untidily(&self) {
        let moved = std::mem::take(&mut self.tree().moved);
        self.restart();
        let mut tree = self.tree();
        for (path, file) in moved {
            tree.files.entry(path).or_insert(file);
        }
    }

    /// Starts the process again after a kill, on a machine that kept running: nothing is lost.
    pub fn revive(&self) {
        let mut tree = self.tree();
        tree.faults.clear();
        (tree.dead, tree.effects) = (false, 0);
    }

    /// Sets the clock that files are stamped with.
    pub fn set_time(&self, now: SystemTime) {
        self.tree().now = now;
    }

    /// Returns the mode a file was created with, or `None` if there is no such file.
    pub fn mode(&self, path: &Path) -> Option<u32> {
        self.tree().files.get(path).map(|file| file.mode)
    }

    /// Returns all files, in the order of their paths.
    pub fn files(&self) -> Vec<PathBuf> {
        self.tree().files.keys().cloned().collect()
    }

    fn tree(&self) -> MutexGuard<'_, Tree> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does one effect: `all` does the whole of it, `part` what a fault within it leaves.
    fn effect(
        &self,
        all: impl FnOnce(&mut Tree) -> io::Result<()>,
        part: impl FnOnce(&mut Tree, Part),
    ) -> io::Result<()> {
        let mut tree = self.tree();
        let tree = &mut *tree;
        if tree.dead {
            return Err(killed());
        }
        tree.effects += 1;
        let effect = tree.effects;
        let strikes = |(first, last, _): &&(u64, u64, Fault)| (*first..=*last).contains(&effect);
        let Some((_, _, fault)) = tree.faults.iter().find(strikes).copied() else { return all(tree) };
        match fault {
            Fault::Fail(trouble) => Err(trouble.error()),
            Fault::Short(bytes, trouble) => {
                part(tree, Part { bytes, zeros: false, killed: false });
                Err(trouble.error())
            }
            Fault::Late(trouble) => all(tree).and(Err(trouble.error())),
            Fault::Unsynced(trouble) => tree.unsynced(all, true).and(Err(trouble.error())),
            Fault::KillUnsynced => {
                let _ = tree.unsynced(all, false);
                tree.kill()
            }
            Fault::KillBefore => tree.kill(),
            Fault::KillWithin(bytes) => {
                part(tree, Part { bytes, zeros: false, killed: true });
                tree.kill()
            }
            Fault::KillZeros(bytes) => {
                part(tree, Part { bytes, zeros: true, killed: true });
                tree.kill()
            }
            Fault::KillAfter => {
                let _ = all(tree);
                tree.kill()
            }
        }
    }
}

/// The part of an effect that is done when a fault strikes within it.
#[derive(Clone, Copy)]
struct Part {
    bytes: usize,
    zeros: bool,
    killed: bool,
}

fn killed() -> io::Error {
    io::Error::other("the machine has stopped")
}

fn missing() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Tree {
    fn kill(&mut self) -> io::Result<()> {
        self.dead = true;
        Err(killed())
    }

    /// Checks that the directory of a path is there.
    fn need_dir(&self, path: &Path) -> io::Result<()> {
        let dir = path.parent().unwrap_or(Path::new(""));
        if self.dirs.contains(dir) { Ok(()) } else { Err(missing()) }
    }

    /// Syncs a directory, which makes removals in it safe.
    fn sync_dir_of(&mut self, path: &Path) {
        self.removed.retain(|gone, _| gone.parent() != path.parent());
        self.moved.retain(|gone, _| gone.parent() != path.parent());
        let files = &self.files;
        let is_gone = |gone: &Path| gone.parent() == path.parent() && !files.contains_key(gone);
        self.unsynced.retain(|gone, before| before.is_lost || !is_gone(gone));
    }

    fn put(&mut self, path: &Path, bytes: Vec<u8>, mode: u32) {
        let now = self.now;
        self.files.insert(path.to_owned(), File { bytes, mode, modified: now, safe_modified: now });
        self.unsynced.remove(path);
        self.sync_dir_of(path);
    }

    /// Writes a whole file, and syncs it.
    fn write(&mut self, path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
        self.need_dir(path)?;
        self.put(path, bytes.to_vec(), mode);
        Ok(())
    }

    /// Leaves the unfinished file of a whole-file write in a directory. Who fails and lives on clears it away; who dies cannot.
    fn leave_unfinished(&mut self, by: &Path, bytes: &[u8], mode: u32, part: Part) {
        let left = by.join(format!(".new-{}", self.effects));
        if part.killed && self.need_dir(&left).is_ok() {
            self.put(&left, bytes.get(..part.bytes).unwrap_or(bytes).to_vec(), mode);
        }
    }

    /// Does something that a crash takes back.
    fn unsynced(&mut self, all: impl FnOnce(&mut Tree) -> io::Result<()>, is_lost: bool) -> io::Result<()> {
        let before = self.clone();
        let done = all(self);
        // What was unsafe before is so still, and what differs now is so from now on.
        (self.removed, self.moved) = (before.removed, before.moved);
        let mut unsynced = before.unsynced;
        let paths: BTreeSet<PathBuf> = before.files.keys().chain(self.files.keys()).cloned().collect();
        for path in paths {
            let (old, new) = (before.files.get(&path), self.files.get(&path));
            if old.map(|file| &file.bytes) != new.map(|file| &file.bytes) {
                let kept = unsynced.entry(path).or_insert(Before { file: old.cloned(), is_lost });
                kept.is_lost |= is_lost;
            }
        }
        // What it should have made safe has been lost with it.
        for (_, before) in unsynced.iter_mut().filter(|(path, _)| !self.unsynced.contains_key(*path)) {
            before.is_lost |= is_lost;
        }
        self.unsynced = unsynced;
        done
    }

    fn add(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.need_dir(path)?;
        if self.dirs.contains(path) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !self.files.contains_key(path) {
            self.put(path, Vec::new(), 0o600);
        }
        let now = self.now;
        let file = self.files.get_mut(path).ok_or_else(missing)?;
        let length = file.bytes.len();
        file.bytes.extend_from_slice(bytes);
        (file.modified, file.safe_modified) = (now, now);
        if let Some(Before { file, is_lost: true }) = self.unsynced.get_mut(path) {
            let empty = File { bytes: Vec::new(), mode: 0o600, modified: now, safe_modified: now };
            let kept = file.get_or_insert(empty);
            kept.bytes.resize(length, 0);
            kept.bytes.extend_from_slice(bytes);
        } else {
            self.unsynced.remove(path);
        }
        Ok(())
    }
}

mod effects;
#[cfg(test)]
mod tests;
