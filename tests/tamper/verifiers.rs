//! The two verifiers: ours, on a folder in memory, and tests/verify.py, in a process that takes one ledger after the other.

use ravenpost::campaign::{CampaignError, Host, verify};
use ravenpost::disk::{Disk, FaultyDisk};
use ravenpost::ledger::LedgerError;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

/// What a verifier says: good, or the entry that it names (0 for none) and why.
pub type Said = Result<(), (usize, String)>;

/// A campaign's folder in memory.
pub struct Folder {
    host: Host,
    dir: PathBuf,
    disk: FaultyDisk,
}

impl Folder {
    pub fn new(settings: &str, secrets: &str) -> Self {
        let (disk, dir) = (FaultyDisk::new(), PathBuf::from("/c"));
        disk.create_dir(&dir, 0o700).unwrap();
        disk.write(&dir.join("campaign.yaml"), settings.as_bytes(), 0o600).unwrap();
        disk.write(&dir.join("secrets.yaml"), secrets.as_bytes(), 0o600).unwrap();
        let host = Host { lock: false, ..Host::new(Arc::new(disk.clone())) };
        Folder { host, dir, disk }
    }

    /// What `ravenpost verify` says of a ledger in this folder.
    pub fn verify(&self, ledger: &str) -> Said {
        self.disk.write(&self.dir.join("ledger.jsonl"), ledger.as_bytes(), 0o600).unwrap();
        match verify(&self.host, &self.dir) {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(flaw)) => Err((flaw.entry as usize, flaw.why)),
            Err(CampaignError::Ledger(LedgerError::Newer { line, what, .. })) => Err((line as usize, what)),
            Err(error @ CampaignError::NotStarted(_)) => Err((0, error.to_string())),
            Err(error) => Err((0, error.to_string())),
        }
    }
}

/// verify.py at work.
pub struct Python {
    child: Child,
    asks: ChildStdin,
    says: BufReader<ChildStdout>,
}

impl Python {
    /// Starts it; none if there is no Python here.
    pub fn start() -> Option<Self> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tamper/many.py");
        let child = Command::new("python3").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                println!("note: there is no python3 here, so tests/verify.py was not run");
                return None;
            }
            Err(error) => panic!("python3: {error}"),
        };
        let (asks, says) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Some(Python { child, asks, says })
    }

    /// What verify.py says of a ledger.
    pub fn verify(&mut self, ledger: &str) -> Said {
        writeln!(self.asks, "{}", ledger.len()).unwrap();
        self.asks.write_all(ledger.as_bytes()).unwrap();
        self.asks.flush().unwrap();
        let mut said = String::new();
        self.says.read_line(&mut said).unwrap();
        assert!(!said.is_empty(), "verify.py has died");
        let said = said.trim_end();
        if said == "good" {
            return Ok(());
        }
        let (line, why) = said.split_once(' ').unwrap();
        Err((line.parse().unwrap(), why.to_owned()))
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
