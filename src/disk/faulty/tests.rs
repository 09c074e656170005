//! The disk in memory keeps its promises, and breaks them as told.

use super::*;
use crate::disk::Disk;

fn disk() -> FaultyDisk {
    let disk = FaultyDisk::new();
    disk.create_dir(Path::new("/c/mail"), 0o700).unwrap();
    disk.write(Path::new("/c/a"), b"old", 0o644).unwrap();
    disk
}

#[test]
fn it_behaves_like_a_disk() {
    let disk = disk();
    disk.append(Path::new("/c/a"), b"er").unwrap();
    disk.rename(Path::new("/c/a"), Path::new("/c/mail/b")).unwrap();
    disk.touch(Path::new("/c/t"), SystemTime::UNIX_EPOCH).unwrap();
    assert_eq!(disk.read(Path::new("/c/mail/b")).unwrap(), b"older");
    assert_eq!(disk.list(Path::new("/c")).unwrap(), [Path::new("/c/mail"), Path::new("/c/t")]);
    disk.truncate(Path::new("/c/mail/b"), 3).unwrap();
    assert_eq!(disk.look(Path::new("/c/mail/b")).unwrap().length, 3);
    disk.remove(Path::new("/c/mail/b")).unwrap();
    disk.remove(Path::new("/c/mail/b")).unwrap();
    for error in [
        disk.read(Path::new("/c/mail/b")).unwrap_err(),
        disk.append(Path::new("/none/x"), b"").unwrap_err(),
        disk.write(Path::new("/none/x"), b"", 0o600).unwrap_err(),
        disk.list(Path::new("/none")).unwrap_err(),
        disk.truncate(Path::new("/c/none"), 0).unwrap_err(),
    ] {
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
    assert_eq!(disk.mode(Path::new("/c/t")), Some(0o600));
    assert_eq!(disk.effects(), 11);
}

#[test]
fn a_fault_strikes_once_and_where_it_was_told_to() {
    let disk = disk();
    disk.fail_at(2, Fault::Short(2, Trouble::Full));
    disk.append(Path::new("/c/a"), b"1").unwrap();
    let error = disk.append(Path::new("/c/a"), b"234").unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    disk.append(Path::new("/c/a"), b"5").unwrap();
    assert_eq!(disk.read(Path::new("/c/a")).unwrap(), b"old1235");
    disk.fail_at(1, Fault::Fail(Trouble::Broken));
    disk.also_fail_at(3, Fault::KillBefore);
    assert!(
        disk.touch(Path::new("/c/a"), SystemTime::UNIX_EPOCH).is_err()
            && disk.touch(Path::new("/c/a"), SystemTime::UNIX_EPOCH).is_ok()
    );
    assert!(disk.touch(Path::new("/c/a"), SystemTime::UNIX_EPOCH).is_err() && disk.is_dead());
    disk.restart();
    disk.fail_from(1, Fault::Fail(Trouble::Broken));
    assert!(
        disk.append(Path::new("/c/a"), b"").is_err()
            && disk.touch(Path::new("/c/a"), SystemTime::UNIX_EPOCH).is_err()
    );
}

#[test]
fn a_kill_stops_everything_until_the_restart_and_loses_what_was_not_synced() {
    let disk = disk();
    let before = disk.look(Path::new("/c/a")).unwrap().modified;
    disk.set_time(before + Duration::from_secs(60));
    disk.write(Path::new("/c/mail/x"), b"", 0o600).unwrap();
    disk.touch(Path::new("/c/a"), SystemTime::UNIX_EPOCH).unwrap();
    disk.remove(Path::new("/c/mail/x")).unwrap();
    disk.fail_at(1, Fault::KillWithin(1));
    assert!(disk.write(Path::new("/c/a"), b"new", 0o644).is_err());
    assert!(disk.is_dead() && disk.read(Path::new("/c/a")).is_err());
    let other = disk.fork();
    disk.restart();
    assert_eq!(disk.read(Path::new("/c/a")).unwrap(), b"old");
    assert_eq!(disk.read(Path::new("/c/.new-1")).unwrap(), b"n");
    assert_eq!(disk.look(Path::new("/c/a")).unwrap().modified, before);
    assert_eq!(disk.files().len(), 3, "the removed file is back");
    assert!(other.is_dead(), "a fork goes its own way");
}

#[test]
fn a_removal_is_safe_once_its_directory_is_synced() {
    let disk = disk();
    disk.remove(Path::new("/c/a")).unwrap();
    disk.write(Path::new("/c/b"), b"", 0o600).unwrap();
    disk.restart();
    assert_eq!(disk.files(), [Path::new("/c/b")]);
}

#[test]
fn a_removal_by_a_process_that_died_is_safe_once_the_directory_is_synced_by_another() {
    let (disk, a) = (disk(), Path::new("/c/a"));
    disk.fail_at(1, Fault::KillUnsynced);
    assert!(disk.remove(a).is_err() && disk.is_dead());
    disk.revive();
    let (cut, synced) = (disk.fork(), disk.fork());
    cut.restart();
    assert_eq!(cut.read(a).unwrap(), b"old");
    synced.write(Path::new("/c/b"), b"", 0o600).unwrap();
    synced.restart();
    assert!(synced.read(a).is_err());
}

#[test]
fn what_is_appended_for_now_is_safe_when_its_file_is_settled() {
    let (disk, a) = (disk(), Path::new("/c/a"));
    disk.append_for_now(a, b"er").unwrap();
    assert_eq!(disk.read(a).unwrap(), b"older");
    let (cut, settled, failed) = (disk.fork(), disk.fork(), disk.fork());
    cut.restart();
    assert_eq!(cut.read(a).unwrap(), b"old");
    settled.settle(a).unwrap();
    settled.restart();
    assert_eq!(settled.read(a).unwrap(), b"older");
    failed.fail_at(1, Fault::Unsynced(Trouble::Broken));
    assert!(failed.settle(a).is_err());
    failed.settle(a).unwrap();
    failed.restart();
    assert_eq!(failed.read(a).unwrap(), b"old", "a later sync does not help");
}

#[test]
fn what_is_written_for_now_is_lost_with_the_power_until_it_is_written_again() {
    let (disk, a, new) = (disk(), Path::new("/c/a"), Path::new("/c/new"));
    for path in [a, new] {
        disk.write_for_now(path, b"newer", 0o600).unwrap();
        assert_eq!(disk.read(path).unwrap(), b"newer");
    }
    let (cut, written) = (disk.fork(), disk.fork());
    cut.restart();
    assert_eq!(cut.read(a).unwrap(), b"old");
    assert!(cut.read(new).is_err());
    written.write(a, b"newest", 0o600).unwrap();
    written.restart();
    assert_eq!(written.read(a).unwrap(), b"newest");
}

#[test]
fn what_was_not_synced_is_seen_until_the_power_is_cut() {
    let (disk, a) = (disk(), Path::new("/c/a"));
    disk.fail_at(1, Fault::KillUnsynced);
    assert!(disk.append(a, b"er").is_err() && disk.is_dead());
    disk.revive();
    assert_eq!(disk.read(a).unwrap(), b"older");
    let (cut, synced) = (disk.fork(), disk.fork());
    cut.restart();
    assert_eq!(cut.read(a).unwrap(), b"old");
    synced.append(a, b"!").unwrap();
    synced.restart();
    assert_eq!(synced.read(a).unwrap(), b"older!");

    disk.write(a, b"new", 0o600).unwrap();
    disk.fail_at(1, Fault::Unsynced(Trouble::Broken));
    assert!(disk.append(a, b"er").is_err() && !disk.is_dead());
    assert_eq!(disk.read(a).unwrap(), b"newer");
    let (cut, again) = (disk.fork(), disk.fork());
    cut.truncate(a, 3).unwrap();
    cut.append(a, b"ish").unwrap();
    cut.restart();
    assert_eq!(cut.read(a).unwrap(), b"newish");
    again.append(a, b"!").unwrap();
    again.restart();
    assert_eq!(again.read(a).unwrap(), b"new\0\0!", "what failed to be synced stays lost");
    disk.write(a, b"newer", 0o600).unwrap();
    disk.restart();
    assert_eq!(disk.read(a).unwrap(), b"newer", "a whole file written anew is safe");
}

#[test]
fn a_move_may_leave_both_names_if_the_old_directory_was_not_synced() {
    let (disk, a, b) = (disk(), Path::new("/c/a"), Path::new("/c/mail/a"));
    disk.rename(a, b).unwrap();
    let tidy = disk.fork();
    tidy.restart();
    assert_eq!(tidy.files(), [b]);
    let synced = disk.fork();
    synced.write(Path::new("/c/x"), b"", 0o600).unwrap();
    synced.restart_untidily();
    assert!(synced.read(a).is_err());
    disk.restart_untidily();
    assert_eq!(disk.files(), [a, b]);

    disk.fail_at(1, Fault::Unsynced(Trouble::Broken));
    assert!(disk.rename(a, Path::new("/c/z")).is_err());
    disk.restart();
    assert_eq!(disk.files(), [a, b], "a move that was not synced is taken back");
}
