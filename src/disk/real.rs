//! The disk of this machine.

use super::{Disk, Look};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The file system of this machine.
#[derive(Clone, Copy, Debug)]
pub struct RealDisk {
    /// `true` to wait until data is on the disk. Only measurements turn it off.
    pub sync: bool,
}

impl Default for RealDisk {
    fn default() -> Self {
        RealDisk { sync: true }
    }
}

impl RealDisk {
    fn sync_dir_of(&self, path: &Path) -> io::Result<()> {
        match path.parent() {
            Some(dir) if self.sync => {
                File::open(if dir.as_os_str().is_empty() { Path::new(".") } else { dir })?.sync_all()
            }
            _ => Ok(()),
        }
    }

    /// Writes a whole file whose name is safe only when its directory has been synced.
    fn put(&self, by: &Path, path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
        let mut file = new_in(by, mode)?;
        // The temporary name would only confuse whoever reads the error.
        file.as_file_mut().write_all(bytes)?;
        self.sync(file.as_file())?;
        file.persist(path)?;
        Ok(())
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        if self.sync { file.sync_all() } else { Ok(()) }
    }
}

/// Returns the directory of a path.
fn dir_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// Creates an empty file under a temporary name in a directory.
fn new_in(dir: &Path, mode: u32) -> io::Result<NamedTempFile> {
    let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
    let made = tempfile::Builder::new()
        .prefix(".new-")
        .permissions(fs::Permissions::from_mode(mode))
        .tempfile_in(dir);
    // Callers name the file that they want to write; the temporary name in the error would only confuse people.
    made.map_err(|error| fs::metadata(dir).err().unwrap_or_else(|| error.kind().into()))
}

impl Disk for RealDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn read_start(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let data = fs::metadata(path)?;
        if !data.is_file() && !data.is_dir() {
            // To open a pipe waits for somebody who writes to it.
            let why = "it is a pipe, a socket or a device and not a file; remove it";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        let file = File::open(path)?;
        // Room for all of it and one byte more, so that it is read at once and its end seen with the next read.
        let length = usize::try_from(data.len()).unwrap_or(most);
        let mut bytes = Vec::with_capacity(length.min(most).saturating_add(1));
        file.take(most as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn read_from(&self, path: &Path, start: u64) -> io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn read_part(&self, path: &Path, start: u64, most: usize) -> io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::with_capacity(most);
        file.take(most as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let mut paths =
            fs::read_dir(dir)?.map(|entry| entry.map(|e| e.path())).collect::<io::Result<Vec<_>>>()?;
        // All lie in one directory: to compare whole paths piece by piece takes many times as long.
        paths.sort_unstable_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
        Ok(paths)
    }

    fn look(&self, path: &Path) -> io::Result<Look> {
        let data = fs::metadata(path)?;
        Ok(Look { length: data.len(), modified: data.modified()?, is_dir: data.is_dir() })
    }

    fn create_dir(&self, path: &Path, mode: u32) -> io::Result<()> {
        self.create_dirs(&[path.to_owned()], mode)
    }

    fn create_dirs(&self, paths: &[PathBuf], mode: u32) -> io::Result<()> {
        let Some(path) = paths.first() else { return Ok(()) };
        // A file is only as safe as the names of the directories above it.
        let is_new = |dir: &&Path| !dir.as_os_str().is_empty() && !dir.exists();
        let new: Vec<&Path> = path.ancestors().skip(1).take_while(is_new).collect();
        paths.iter().try_for_each(|path| DirBuilder::new().recursive(true).mode(mode).create(path))?;
        new.into_iter().rev().try_for_each(|dir| self.sync_dir_of(dir))?;
        // One that is there may have been made by somebody who died before he had synced it.
        self.sync_dir_of(path)
    }

    fn write_by_way_of(&self, by: &Path, path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
        self.put(by, path, bytes, mode)?;
        self.sync_dir_of(path)
    }

    fn write_for_now(&self, path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
        RealDisk { sync: false }.put(dir_of(path), path, bytes, mode)
    }

    fn write_all(&self, files: &[(PathBuf, &[u8])], mode: u32) -> io::Result<()> {
        files.iter().try_for_each(|(path, bytes)| self.put(dir_of(path), path, bytes, mode))?;
        files.last().map_or(Ok(()), |(path, _)| self.sync_dir_of(path))
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let is_new = !path.exists();
        let mut file = OpenOptions::new().append(true).create(true).mode(0o600).open(path)?;
        file.write_all(bytes)?;
        self.sync(&file)?;
        if is_new { self.sync_dir_of(path) } else { Ok(()) }
    }

    fn truncate(&self, path: &Path, length: u64) -> io::Result<()> {
        let file = OpenOptions::new().write(true).open(path)?;
        file.set_len(length)?;
        self.sync(&file)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)?;
        self.sync_dir_of(to)
    }

    fn rename_for_now(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn append_for_now(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        OpenOptions::new().append(true).open(path)?.write_all(bytes)
    }

    fn settle(&self, path: &Path) -> io::Result<()> {
        if self.sync { File::open(path)?.sync_all() } else { Ok(()) }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn touch(&self, path: &Path, at: std::time::SystemTime) -> io::Result<()> {
        match OpenOptions::new().append(true).open(path) {
            // It comes with its time: a process that is killed in between would leave one of the present.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let file = new_in(dir_of(path), 0o600)?;
                file.as_file().set_modified(at)?;
                file.persist(path)?;
                Ok(())
            }
            file => file?.set_modified(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_by_way_of_another_directory_leaves_nothing_there() {
        let dir = tempfile::tempdir().unwrap();
        let (disk, tmp, new) = (RealDisk::default(), dir.path().join("tmp"), dir.path().join("new"));
        for folder in [&tmp, &new] {
            disk.create_dir(folder, 0o700).unwrap();
        }
        for bytes in ["one", "two"] {
            disk.write_by_way_of(&tmp, &new.join("a"), bytes.as_bytes(), 0o600).unwrap();
            assert_eq!(disk.read(&new.join("a")).unwrap(), bytes.as_bytes());
        }
        assert_eq!((disk.list(&tmp).unwrap(), disk.list(&new).unwrap()), (vec![], vec![new.join("a")]));
        let missing = dir.path().join("missing");
        assert!(disk.write_by_way_of(&missing, &new.join("b"), b"", 0o600).is_err());
    }

    #[test]
    fn directories_made_together_are_all_there_also_where_some_were() {
        let dir = tempfile::tempdir().unwrap();
        let (disk, path) = (RealDisk::default(), |name: &str| dir.path().join("above").join(name));
        disk.create_dir(&path("b"), 0o700).unwrap();
        disk.create_dirs(&[path("a"), path("b"), path("c")], 0o700).unwrap();
        assert_eq!(disk.list(&dir.path().join("above")).unwrap(), [path("a"), path("b"), path("c")]);
        disk.write(&dir.path().join("file"), b"", 0o600).unwrap();
        assert!(disk.create_dirs(&[dir.path().join("file/d"), dir.path().join("file/e")], 0o700).is_err());
    }

    #[test]
    fn what_is_appended_for_now_is_there_and_needs_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let (disk, path) = (RealDisk::default(), dir.path().join("lines"));
        assert!(disk.append_for_now(&path, b"1").is_err());
        disk.append(&path, b"1").unwrap();
        disk.append_for_now(&path, b"2").unwrap();
        disk.settle(&path).unwrap();
        assert_eq!(disk.read(&path).unwrap(), b"12");
    }

    #[test]
    fn what_is_written_for_now_takes_the_place_of_the_old_and_leaves_nothing_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        let (disk, path) = (RealDisk::default(), dir.path().join("file"));
        for bytes in ["one", "two"] {
            disk.write_for_now(&path, bytes.as_bytes(), 0o600).unwrap();
            assert_eq!(disk.read(&path).unwrap(), bytes.as_bytes());
        }
        assert_eq!(disk.list(dir.path()).unwrap(), std::slice::from_ref(&path));
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn files_written_together_are_all_there_with_their_mode() {
        let dir = tempfile::tempdir().unwrap();
        let (disk, path) = (RealDisk::default(), |name: &str| dir.path().join(name));
        disk.write(&path("b"), b"old", 0o644).unwrap();
        let files: [(PathBuf, &[u8]); 2] = [(path("a"), b"1"), (path("b"), b"2")];
        disk.write_all(&files, 0o600).unwrap();
        assert_eq!(disk.list(dir.path()).unwrap(), [path("a"), path("b")]);
        for (path, bytes) in &files {
            assert_eq!(disk.read(path).unwrap(), *bytes);
            assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        disk.write_all(&[], 0o600).unwrap();
    }
}
