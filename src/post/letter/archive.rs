//! Unpacks attached zip archives, within narrow limits. Nothing is written to disk, and of a file's path only
//! its last name is kept.

use super::content::ArchiveFault;
use crate::post::address::one_line;
use std::io::{Cursor, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// Bytes of the largest archive that is opened.
const LARGEST: usize = 512 << 10;
/// Entries an archive may have.
const ENTRIES: usize = 50;
/// Files of an archive that are read.
const FILES: usize = 8;
/// Bytes of all of them together, unpacked.
const UNPACKED: u64 = 256 << 10;
/// How many times its packed size a file may have unless it is small; zip bombs begin at a thousand.
const RATIO: u64 = 100;
const SMALL: u64 = 16 << 10;

/// The contents of an archive.
#[derive(Default, Debug)]
pub(super) struct ArchiveContents {
    /// Names and bytes of files that may hold a player's text.
    pub files: Vec<(String, Vec<u8>)>,
    /// Names of the other files.
    pub unread: Vec<String>,
    /// Why some of it could not be read.
    pub fault: Option<ArchiveFault>,
}

/// Unpacks the files whose names end in one of `readable`.
pub(super) fn unpack(bytes: &[u8], readable: &[&str]) -> ArchiveContents {
    let mut unpacked = ArchiveContents::default();
    if bytes.len() > LARGEST {
        unpacked.fault = Some(ArchiveFault::TooMuch);
    } else if let Err(fault) = read(bytes, readable, &mut unpacked) {
        unpacked.fault = Some(fault);
    }
    unpacked
}

fn read(bytes: &[u8], readable: &[&str], unpacked: &mut ArchiveContents) -> Result<(), ArchiveFault> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(fault)?;
    if archive.len() > ENTRIES {
        return Err(ArchiveFault::TooMuch);
    }
    if archive.has_duplicate_names() || archive.has_overlapping_files().map_err(fault)? {
        return Err(ArchiveFault::Damaged);
    }
    let mut left = UNPACKED;
    for number in 0..archive.len() {
        let entry = archive.by_index_raw(number).map_err(fault)?;
        let path = String::from_utf8_lossy(entry.name_raw()).replace('\\', "/");
        let name = one_line(path.rsplit('/').next().unwrap_or_default());
        // A folder has no name behind its last slash. Files that macOS and Windows add.
        let is_extra = path.starts_with("__MACOSX/") || name.starts_with('.') || name == "Thumbs.db";
        if entry.is_symlink() || is_extra || name.is_empty() {
            continue;
        }
        let lower = name.to_lowercase();
        if !readable.iter().any(|end| lower.ends_with(end)) {
            let is_nested =
                [".zip", ".7z", ".rar", ".gz", ".tar", ".tgz"].iter().any(|end| lower.ends_with(end));
            if is_nested {
                unpacked.fault = unpacked.fault.or(Some(ArchiveFault::Nested));
            }
            unpacked.unread.push(name);
            continue;
        }
        if entry.encrypted() {
            return Err(ArchiveFault::Locked);
        }
        let packed = entry.compressed_size();
        drop(entry);
        if unpacked.files.len() == FILES {
            return Err(ArchiveFault::TooMuch);
        }
        // The sizes in the archive may be lies, so the bytes are counted as they come.
        let most = left.min(packed.saturating_mul(RATIO).max(SMALL));
        let mut text = Vec::new();
        let file = archive.by_index(number).map_err(fault)?;
        file.take(most + 1).read_to_end(&mut text).map_err(|_| ArchiveFault::Damaged)?;
        let size = text.len() as u64;
        if size > most {
            return Err(ArchiveFault::TooMuch);
        }
        left -= size;
        unpacked.files.push((name, text));
    }
    Ok(())
}

fn fault(error: ZipError) -> ArchiveFault {
    match error {
        ZipError::UnsupportedArchive(why) if why == ZipError::PASSWORD_REQUIRED => ArchiveFault::Locked,
        _ => ArchiveFault::Damaged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            let how = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
            writer.start_file(*name, how).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn fault_of(bytes: &[u8]) -> Option<ArchiveFault> {
        unpack(bytes, &[".yaml"]).fault
    }

    #[test]
    fn files_lose_their_places() {
        let bytes = packed(&[
            ("../../etc/plan.yaml", b"plan: {a: b}"),
            ("C:\\orders\\two.YAML", b"x"),
            ("__MACOSX/._plan.yaml", b"no"),
            (".hidden.yaml", b"no"),
            ("__MACOSX/plan.yaml", b"no"),
            ("orders/Thumbs.db", b"no"),
            ("map.png", b"no"),
            ("", b"no"),
        ]);
        let unpacked = unpack(&bytes, &[".yaml"]);
        let names: Vec<&str> = unpacked.files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            (names, unpacked.unread, unpacked.fault),
            (vec!["plan.yaml", "two.YAML"], vec!["map.png".into()], None)
        );
        assert_eq!(unpacked.files[0].1, b"plan: {a: b}");
    }

    #[test]
    fn bombs_of_every_kind_are_refused() {
        let zeros = vec![b' '; 10 << 20];
        assert_eq!(fault_of(&packed(&[("a.yaml", &zeros)])), Some(ArchiveFault::TooMuch), "ratio");
        let mut noise = fastrand::Rng::with_seed(1);
        let half: Vec<u8> = (0..200_000).map(|_| noise.alphanumeric() as u8).collect();
        assert_eq!(
            fault_of(&packed(&[("a.yaml", &half), ("b.yaml", &half)])),
            Some(ArchiveFault::TooMuch),
            "size"
        );
        let names: Vec<String> = (0..51).map(|n| format!("{n}.png")).collect();
        let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
        assert_eq!(fault_of(&packed(&many)), Some(ArchiveFault::TooMuch), "count");
        assert_eq!(fault_of(&packed(&many[..50])), None, "as many as may be");
        let names: Vec<String> = (0..9).map(|n| format!("{n}.yaml")).collect();
        let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
        assert_eq!(fault_of(&packed(&many)), Some(ArchiveFault::TooMuch), "files");
        assert_eq!(fault_of(&packed(&many[..8])), None, "as many files as may be");
        assert_eq!(fault_of(&vec![0; LARGEST + 1]), Some(ArchiveFault::TooMuch), "bytes");
        assert_eq!(fault_of(&packed(&[("in.zip", b"PK")])), Some(ArchiveFault::Nested));
    }

    /// A small file may be nearly nothing when packed, a larger one may not.
    #[test]
    fn what_is_small_is_read_however_small_it_was_packed() {
        for (size, fault) in
            [(100, None), (SMALL as usize, None), (SMALL as usize + 1, Some(ArchiveFault::TooMuch))]
        {
            let bytes = packed(&[("plan.yaml", &vec![b' '; size])]);
            assert!(bytes.len() < 250, "{} bytes of {size}", bytes.len());
            assert_eq!(fault_of(&bytes), fault, "{size}");
        }
    }

    #[test]
    fn a_name_that_is_there_twice_and_a_link_are_not_read() {
        let mut twice = packed(&[("a.yaml", b"plan: {a: b}"), ("b.yaml", b"plan: {c: d}")]);
        for at in 0..twice.len() - 6 {
            if &twice[at..at + 6] == b"b.yaml" {
                twice[at] = b'a';
            }
        }
        assert_eq!(fault_of(&twice), Some(ArchiveFault::Damaged));
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        writer.add_symlink("plan.yaml", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        let unpacked = unpack(&writer.finish().unwrap().into_inner(), &[".yaml"]);
        assert!(unpacked.files.is_empty() && unpacked.fault.is_none(), "{unpacked:?}");
    }

    #[test]
    fn what_is_damaged_or_locked_is_told() {
        let good = packed(&[("plan.yaml", b"plan: {orders: {Winterfell: hold}}\n")]);
        assert_eq!(fault_of(b"PK\x03\x04 no archive"), Some(ArchiveFault::Damaged));
        assert_eq!(fault_of(&good[..good.len() - 30]), Some(ArchiveFault::Damaged));
        let mut locked = good.clone();
        // The flag "encrypted" in the directory and before the file.
        let at = locked.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
        locked[at + 8] |= 1;
        locked[6] |= 1;
        assert_eq!(fault_of(&locked), Some(ArchiveFault::Locked));
        let mut wrong = good;
        wrong[45] ^= 0x55;
        assert_eq!(fault_of(&wrong), Some(ArchiveFault::Damaged), "the checksum is compared");
    }
}
