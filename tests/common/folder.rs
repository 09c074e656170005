//! A temporary folder on the real disk, of which all that left the program is recorded.

use super::outputs::Scenario;
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

pub struct Folder {
    dir: tempfile::TempDir,
    scenario: Scenario,
    is_random: Cell<bool>,
}

impl Folder {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut scenario = Scenario::new();
        scenario.mask(dir.path().to_str().unwrap().to_owned(), "TMP");
        Folder { dir, scenario, is_random: Cell::new(false) }
    }

    /// What is in it now is not of this scenario.
    #[allow(dead_code)]
    pub fn begins_here(&mut self) {
        let dir = self.dir.path();
        self.scenario.since(|| files(dir));
    }

    /// What happens in it is another each time.
    #[allow(dead_code)]
    pub fn is_random(&self) {
        self.is_random.set(true);
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let dir = self.dir.path();
        if self.is_random.get() {
            self.scenario.is_random();
        }
        self.scenario.ends(|| files(dir));
    }
}

/// All files below a folder, by their path from it.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let (mut all, mut folders) = (Vec::new(), vec![dir.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if path.is_file() {
                let name = path.strip_prefix(dir).unwrap().to_string_lossy().into_owned();
                all.push((name, fs::read(&path).unwrap_or_default()));
            }
        }
    }
    all.sort();
    all
}
