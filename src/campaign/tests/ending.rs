//! As a world ends, all that left the program in it is compared with the record, and all that may be asked about it afterwards:
//! how it stands, its history, every explanation, its archives and what they and the kept mails prove.

use crate::campaign::explain::Question;
use crate::campaign::tests::outputs::{self, Scenario};
use crate::campaign::tests::world::edge;
use crate::campaign::{
    Campaign, For, against, explanation, export, history, inbox, status, verify, verify_archive,
};
use crate::disk::{Disk, FaultyDisk};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

pub(crate) struct Ending {
    disk: FaultyDisk,
    scenario: Scenario,
    /// `true` if the world began as it was made here, and not as another was.
    is_whole: bool,
}

impl Ending {
    pub fn of(disk: &FaultyDisk) -> Self {
        Ending { disk: disk.clone(), scenario: Scenario::new(), is_whole: true }
    }

    /// Of a world that goes its own way on another disk: what happened before is not compared again.
    pub fn fork(&self, disk: &FaultyDisk) -> Self {
        let mut scenario = Scenario::new();
        scenario.since(|| self.files());
        Ending { disk: disk.clone(), scenario, is_whole: false }
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let read = |path: PathBuf| Some((path.to_string_lossy().into_owned(), self.disk.read(&path).ok()?));
        self.disk.files().into_iter().filter_map(read).collect()
    }
}

/// Whatever shares the disk does not compare it again.
impl Clone for Ending {
    fn clone(&self) -> Self {
        Ending { disk: self.disk.clone(), scenario: Scenario::default(), is_whole: false }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        let mut scenario = std::mem::take(&mut self.scenario);
        if self.is_whole && scenario.is_recorded() {
            outputs::said("asked afterwards", asked_afterwards(&self.disk.fork()).unwrap_or_default());
        }
        scenario.ends(|| self.files());
    }
}

/// `None` if it has not begun, or its ledger cannot be read.
fn asked_afterwards(disk: &FaultyDisk) -> Option<String> {
    let (host, dir) = (edge(disk), Path::new("/c"));
    let campaign = Campaign::open(&host, dir).ok()?;
    let last = campaign.entries().ok()?.last()?.at;
    let mut said = String::new();
    let _ = writeln!(said, "{:?}\n{:?}", status(&campaign, last), history(&campaign));
    for mail in inbox(&campaign).into_iter().flatten() {
        let _ = writeln!(said, "{:?} {:?}", mail.class, mail.details);
    }
    for turn in 1..=campaign.record.game.turn {
        for reader in [None, Some("ash")] {
            let question = Question { turn, what: "", reader };
            let _ = writeln!(said, "{:?}", explanation(&campaign, &question).map_err(|why| why.to_string()));
        }
    }
    let _ = writeln!(said, "{:?}", verify(&host, dir).map_err(|why| why.to_string()));
    let mails = disk.list(&dir.join("mail/out/new")).unwrap_or_default();
    for receiver in [For::Public, For::Seat("ash".into()), For::Whole] {
        let out = PathBuf::from(format!("/{receiver}.jsonl"));
        if let Err(why) = export(&host, &campaign, &receiver, &out) {
            let _ = writeln!(said, "{why}");
            continue;
        }
        said.push_str(&String::from_utf8_lossy(&disk.read(&out).unwrap_or_default()));
        let _ = writeln!(said, "{:?}", verify_archive(&host, &out).map_err(|why| why.to_string()));
        let _ = writeln!(said, "{:?}", against(&host, &out, &mails).map_err(|why| why.to_string()));
    }
    Some(said)
}
