//! The pages in `turns/`: when the disk refuses to keep them, and written anew, for all turns there have been.

use crate::campaign::Campaign;
use crate::campaign::outgoing::pages;
use crate::campaign::tests::world::{Plain, World, all_bid, edge};
use crate::disk::Disk;
use chrono::TimeDelta;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

type Pages = BTreeMap<String, String>;

impl World {
    /// The pages that there are on a disk of the world.
    fn pages(&self, disk: &impl Disk, files: Vec<std::path::PathBuf>) -> Pages {
        let turns = self.dir.join("turns");
        let own = files.into_iter().filter(|path| path.starts_with(&turns));
        own.map(|path| {
            let text = String::from_utf8(disk.read(&path).unwrap()).unwrap();
            (path.strip_prefix(&turns).unwrap().to_string_lossy().into_owned(), text)
        })
        .collect()
    }

    /// All pages written anew where there are none: because they are missing, and because a ruling may have changed any of them
    /// from a turn on. By the turn, and then how they differ from those that there are.
    pub(super) fn pages_anew(&self) -> String {
        let were = self.pages(&self.disk, self.disk.files());
        let turn = self.campaign().record.game.turn;
        let mut said = String::new();
        for first in 0..=turn {
            let disk = self.disk.fork();
            for path in were.keys() {
                disk.remove(&self.dir.join("turns").join(path)).unwrap();
            }
            let campaign = Campaign::open(&edge(&disk), &self.dir).unwrap();
            let mut attention = Vec::new();
            if first == 0 {
                pages::write_missing(&campaign, &Plain, &mut attention);
            } else {
                let now = campaign.rules().pending(&campaign.record).map(Arc::new);
                pages::write(&campaign, now, first, &Plain, &mut attention);
            }
            assert_eq!(attention, Vec::<String>::new());
            let are = self.pages(&disk, disk.files());
            for (path, text) in &are {
                let was = were.get(path);
                let _ = match was == Some(text) {
                    true => writeln!(said, "from {first}: {path} as it was"),
                    false => writeln!(said, "from {first}: {path}\n{text}"),
                };
            }
        }
        said
    }
}

#[test]
fn pages_that_could_not_be_written_are_written_when_the_disk_lets_us() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    let mut straight = world.fork();
    straight.tick();
    // A file is where the folder should be.
    let blocked = world.dir.join("turns/02");
    world.disk.write(&blocked, b"", 0o600).unwrap();
    let is_told =
        |attention: &[String]| attention.iter().any(|what| what.contains("turns/ could not be written"));
    assert!(is_told(&world.tick().attention));
    assert_eq!(world.position()["turn"], 2, "the game goes on");
    world.now += TimeDelta::minutes(5);
    assert!(is_told(&world.tick().attention), "it is tried again");
    world.disk.remove(&blocked).unwrap();
    world.now += TimeDelta::minutes(5);
    assert_eq!(world.tick().attention, Vec::<String>::new());
    for page in ["turns/01/state.yaml", "turns/02/report.txt", "turns/02/state.yaml"] {
        assert_eq!(world.read(page), straight.read(page), "{page}");
    }
    assert!(world.read("turns/01/report.txt").contains("\"event\":\"prize\""));
    // Later turns in which nothing fails are written as always.
    all_bid(&mut world, [4, 0, 0]);
    assert_eq!(world.tick().attention, Vec::<String>::new());
}
