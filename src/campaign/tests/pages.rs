//! The pages in `turns/` when the disk refuses to keep them.

use crate::campaign::tests::world::{World, all_bid};
use crate::disk::Disk;
use chrono::TimeDelta;

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
