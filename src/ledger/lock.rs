//! The lock of a campaign, so that only one process writes to it.
//!
//! This is the one place that does not go through [`Disk`](crate::disk::Disk): a lock belongs to an open file of this
//! process, and the kernel releases it when the process ends, whatever the reason.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

const NAME: &str = "lock";

/// The right to write to a campaign, for as long as this lives.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// A lock that could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    #[error("{dir} is being worked on by another Ravenpost{holder}. Wait until it is done. If it hangs, end that process: this releases the lock, and there is no file to delete", dir = dir.display(), holder = holder.map(|pid| format!(" (process {pid})")).unwrap_or_default())]
    Held {
        dir: PathBuf,
        /// The id of the process that holds it, or `None` if it has not written it yet.
        holder: Option<u32>,
    },
    #[error("cannot lock {path}: {source}. {hint}", path = path.display(), hint = hint(path, source))]
    System { path: PathBuf, source: io::Error },
}

/// Returns what a person can do about a lock that cannot be opened.
fn hint(path: &Path, source: &io::Error) -> String {
    let dir = path.parent().unwrap_or(path).display();
    match source.kind() {
        io::ErrorKind::PermissionDenied => format!(
            "It belongs to somebody else, perhaps because a command was run once as root (sudo). Type: sudo chown -R \"$(id -un)\" '{dir}'"
        ),
        io::ErrorKind::NotFound => format!("There is no folder {dir}"),
        io::ErrorKind::ReadOnlyFilesystem => "The file system is mounted read-only".to_owned(),
        _ => format!("{dir} must be a folder on a file system with locks"),
    }
}

impl Lock {
    /// Takes the lock of a campaign's folder without waiting.
    ///
    /// # Errors
    /// If another process holds it, or the system refuses.
    pub fn take(dir: &Path) -> Result<Self, LockError> {
        let path = dir.join(NAME);
        let system = |source| LockError::System { path: path.clone(), source };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&path)
            .map_err(system)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LockError::Held { dir: dir.to_owned(), holder: holder(&mut file) });
            }
            Err(TryLockError::Error(error)) => return Err(system(error)),
        }
        let write = |file: &mut File| {
            file.set_len(0)?;
            file.rewind()?;
            writeln!(file, "{}", std::process::id())
        };
        // The number is a courtesy: a full disk must not keep the game from going on.
        let _ = write(&mut file);
        Ok(Lock { _file: file })
    }
}

/// Returns the process id in the file, or `None` while it is still being written.
fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.take(20).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_second_taker_is_told_who_holds_it_and_gets_it_afterwards() {
        let dir = tempfile::tempdir().unwrap();
        let lock = Lock::take(dir.path()).unwrap();
        let error = Lock::take(dir.path()).unwrap_err();
        assert!(error.to_string().contains(&format!("process {}", std::process::id())), "{error}");
        drop(lock);
        Lock::take(dir.path()).unwrap();
    }

    #[test]
    fn a_file_left_by_a_dead_process_does_not_lock() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(NAME), "4294967295 and more\n").unwrap();
        Lock::take(dir.path()).unwrap();
        let text = std::fs::read_to_string(dir.path().join(NAME)).unwrap();
        assert_eq!(text, format!("{}\n", std::process::id()));
    }

    #[test]
    fn a_holder_that_is_killed_holds_no_more() {
        let dir = tempfile::tempdir().unwrap();
        let script = "import fcntl,sys,time\nf=open(sys.argv[1],'w')\nfcntl.flock(f,fcntl.LOCK_EX)\n\
                      f.write('77');f.flush();print('held',flush=True);time.sleep(60)";
        let mut python = Command::new("python3");
        python.arg("-c").arg(script).arg(dir.path().join(NAME)).stdout(Stdio::piped());
        let Ok(mut child) = python.spawn() else {
            println!("note: there is no python3 here, so no other process can hold the lock");
            return;
        };
        child.stdout.as_mut().unwrap().read_exact(&mut [0; 4]).unwrap();
        assert!(matches!(Lock::take(dir.path()), Err(LockError::Held { holder: Some(77), .. })));
        child.kill().unwrap();
        child.wait().unwrap();
        Lock::take(dir.path()).unwrap();
    }

    #[test]
    fn a_lock_that_belongs_to_another_is_told_with_what_to_type() {
        let denied = io::Error::from(io::ErrorKind::PermissionDenied);
        let error = LockError::System { path: PathBuf::from("/c/westeros-7/lock"), source: denied };
        assert!(error.to_string().contains("sudo chown -R \"$(id -un)\" '/c/westeros-7'"), "{error}");
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let error = Lock::take(Path::new("/nonexistent/campaign")).unwrap_err();
        assert!(error.to_string().contains("/nonexistent/campaign/lock"), "{error}");
    }
}
