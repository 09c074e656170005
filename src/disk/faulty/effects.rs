//! The effects themselves: what each does to the tree, and what a fault within it leaves.

use super::{Before, FaultyDisk, Part, Tree, killed, missing};
use crate::disk::{Disk, Look};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

impl Disk for FaultyDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let tree = self.tree();
        if tree.dead {
            return Err(killed());
        }
        tree.files.get(path).map(|file| file.bytes.clone()).ok_or_else(missing)
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let tree = self.tree();
        if tree.dead {
            return Err(killed());
        }
        if !tree.dirs.contains(dir) {
            return Err(missing());
        }
        let inside = |path: &&PathBuf| path.parent() == Some(dir) && !path.as_os_str().is_empty();
        let mut paths: Vec<PathBuf> = tree.files.keys().chain(&tree.dirs).filter(inside).cloned().collect();
        paths.sort();
        Ok(paths)
    }

    fn look(&self, path: &Path) -> io::Result<Look> {
        let tree = self.tree();
        if tree.dead {
            return Err(killed());
        }
        match tree.files.get(path) {
            Some(file) => {
                Ok(Look { length: file.bytes.len() as u64, modified: file.modified, is_dir: false })
            }
            None if tree.dirs.contains(path) => Ok(Look { length: 0, modified: tree.now, is_dir: true }),
            None => Err(missing()),
        }
    }

    fn create_dir(&self, path: &Path, _mode: u32) -> io::Result<()> {
        let make = |tree: &mut Tree| {
            if path.ancestors().any(|dir| tree.files.contains_key(dir)) {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            tree.dirs.extend(path.ancestors().map(Path::to_owned));
            Ok(())
        };
        self.effect(make, |_, _| ())
    }

    fn write_by_way_of(&self, by: &Path, path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
        let all = |tree: &mut Tree| tree.write(path, bytes, mode);
        self.effect(all, |tree, part| tree.leave_unfinished(by, bytes, mode, part))
    }

    fn write_for_now(&self, path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
        let all = |tree: &mut Tree| tree.unsynced(|tree| tree.write(path, bytes, mode), false);
        let by = path.parent().unwrap_or(Path::new(""));
        self.effect(all, |tree, part| tree.leave_unfinished(by, bytes, mode, part))
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let part = |tree: &mut Tree, part: Part| {
            let kept = bytes.get(..part.bytes).unwrap_or(bytes);
            let zeros = if part.zeros { bytes.len() - kept.len() } else { 0 };
            let _ = tree.add(path, kept);
            let _ = tree.add(path, &vec![0; zeros]);
        };
        self.effect(|tree| tree.add(path, bytes), part)
    }

    fn append_for_now(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let part = |tree: &mut Tree, part: Part| {
            let kept = bytes.get(..part.bytes).unwrap_or(bytes);
            let _ = tree.unsynced(|tree| tree.add(path, kept), false);
        };
        self.effect(|tree| tree.unsynced(|tree| tree.add(path, bytes), false), part)
    }

    fn settle(&self, path: &Path) -> io::Result<()> {
        let safe = |tree: &mut Tree| {
            // What a failed sync has lost stays so.
            if tree.unsynced.get(path).is_some_and(|before| !before.is_lost) {
                tree.unsynced.remove(path);
            }
            Ok(())
        };
        self.effect(safe, |_, _| ())
    }

    fn truncate(&self, path: &Path, length: u64) -> io::Result<()> {
        let cut = |tree: &mut Tree| {
            let now = tree.now;
            let file = tree.files.get_mut(path).ok_or_else(missing)?;
            file.bytes.resize(length as usize, 0);
            (file.modified, file.safe_modified) = (now, now);
            if let Some(Before { file: Some(kept), is_lost: true }) = tree.unsynced.get_mut(path) {
                kept.bytes.truncate(length as usize);
                if kept.bytes.len() < length as usize {
                    kept.bytes.resize(length as usize, 0);
                } else {
                    tree.unsynced.remove(path);
                }
            } else {
                tree.unsynced.remove(path);
            }
            Ok(())
        };
        self.effect(cut, |_, _| ())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let all = |tree: &mut Tree| {
            tree.need_dir(to)?;
            let file = tree.files.remove(from).ok_or_else(missing)?;
            tree.moved.insert(from.to_owned(), file.clone());
            tree.files.insert(to.to_owned(), file);
            tree.unsynced.retain(|path, _| path != from && path != to);
            tree.sync_dir_of(to);
            Ok(())
        };
        self.effect(all, |_, _| ())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let all = |tree: &mut Tree| {
            if let Some(file) = tree.files.remove(path) {
                tree.removed.insert(path.to_owned(), file);
            }
            Ok(())
        };
        self.effect(all, |_, _| ())
    }

    fn touch(&self, path: &Path, at: SystemTime) -> io::Result<()> {
        let all = |tree: &mut Tree| {
            tree.need_dir(path)?;
            if !tree.files.contains_key(path) {
                tree.put(path, Vec::new(), 0o600);
            }
            if let Some(file) = tree.files.get_mut(path) {
                file.modified = at;
            }
            Ok(())
        };
        self.effect(all, |_, _| ())
    }
}
