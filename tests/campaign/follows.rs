//! That a campaign follows from its ledger: for the tests of rulings.

use super::folder::Folder;
use ravenpost::campaign::{Campaign, For, Host, export, verify, verify_archive};
use std::path::Path;
use std::process::Command;

/// Everything follows: from the folder, and from archives for everybody, for a seat and for the game master.
pub fn holds(edge: &Host, dir: &Path) {
    let open = || Campaign::open(edge, dir).unwrap_or_else(|why| panic!("{why}"));
    let verified = verify(edge, dir).unwrap().unwrap_or_else(|flaw| panic!("{flaw}"));
    assert_eq!(verified.unchecked, Vec::<String>::new());
    let campaign = open();
    let seat = campaign.record.people.seats().next().unwrap().to_owned();
    let elsewhere = Folder::new();
    for receiver in [For::Public, For::Seat(seat), For::Whole] {
        let out = elsewhere.path().join(format!("{receiver}.jsonl"));
        export(edge, &campaign, &receiver, &out).unwrap_or_else(|why| panic!("{why}"));
        verify_archive(edge, &out).unwrap().unwrap_or_else(|flaw| panic!("{receiver}: {flaw}"));
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify.py");
        match Command::new("python3").arg(script).arg(&out).output() {
            Ok(ran) => assert!(ran.status.success(), "{receiver}: {}", String::from_utf8_lossy(&ran.stderr)),
            Err(_) => println!("note: there is no python3 here, so tests/verify.py was not run"),
        }
    }
    // The record as it was kept is the one that the ledger gives.
    let kept = campaign.record.clone();
    let _ = std::fs::remove_file(dir.join("private/record.json"));
    assert_eq!(open().record, kept);
}
