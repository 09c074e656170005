//! A Maildir as a source.
//!
//! Every file in `new` and `cur` is a message that is not filed yet. Filing moves it, by one rename, to the
//! folder of its outcome (`.Used/cur`, `.Refused/cur`, …, which mail programs show as folders by the
//! Maildir++ convention) and marks it as seen. So a crash at any instant leaves a message either waiting or
//! filed, never lost and never in both places; and a long game does not slow down the next tick.

use super::limits::{HEAD, LARGEST, end_of_headers};
use super::receipt_time::Receipt;
use super::source::{Collected, Handle, MailSource, Outcome};
use crate::disk::Disk;
use crate::post::error::PostError;
use crate::post::maildir::create_maildir;
use chrono::{DateTime, Utc};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Messages collected at a time, and the bytes after which no more are added.
const AT_A_TIME: usize = 1000;
const BYTES_AT_A_TIME: usize = 16 << 20;
/// A Maildir from which messages are collected. It must be the campaign's own: every message in it is
/// collected.
pub struct MaildirSource {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    receipt: Receipt,
    /// Messages not handed out yet; `None` before the first look.
    waiting: Option<VecDeque<Waiting>>,
    places: HashMap<Handle, PathBuf>,
    made: Vec<Outcome>,
    /// Folders into which messages were moved since they were last synced.
    unsettled: BTreeSet<PathBuf>,
    problems: Vec<PostError>,
}

struct Waiting {
    received: DateTime<Utc>,
    path: PathBuf,
    handle: Handle,
}

impl MaildirSource {
    /// Returns the Maildir at this path as a source.
    pub fn new(disk: Arc<dyn Disk>, path: impl Into<PathBuf>, receipt: Receipt) -> Self {
        let path = path.into();
        MaildirSource {
            disk,
            path,
            receipt,
            waiting: None,
            places: HashMap::new(),
            made: Vec::new(),
            unsettled: BTreeSet::new(),
            problems: Vec::new(),
        }
    }

    /// Returns all messages there are, by time of receipt, then by name.
    fn look(&self) -> Result<VecDeque<Waiting>, PostError> {
        let mut found = Vec::new();
        for part in ["new", "cur"] {
            let dir = self.path.join(part);
            let paths = self.disk.list(&dir).map_err(|why| match why.kind() {
                ErrorKind::NotFound => PostError::NoMaildir(self.path.clone()),
                _ => PostError::Disk { doing: "list the folder", path: dir, why },
            })?;
            for path in paths {
                let Some(name) = path.file_name().filter(|name| !name.as_bytes().starts_with(b".")) else {
                    continue;
                };
                let order = (leading_number(name), name.as_bytes().to_owned());
                let handle = handle_of(name);
                let received = match &self.receipt.trusted_host {
                    None => self.receipt.collected,
                    Some(_) => match self.disk.read_start(&path, HEAD) {
                        Ok(head) => self.receipt.of(&head),
                        Err(_) => self.receipt.collected,
                    },
                };
                found.push((received, order, Waiting { received, path, handle }));
            }
        }
        found.sort_by(|(at, order, _), (at2, order2, _)| (at, order).cmp(&(at2, order2)));
        Ok(found.into_iter().map(|(_, _, waiting)| waiting).collect())
    }

    /// Reads one message; `None` if it is gone (a mail program moved it, and the next tick will find it) or
    /// not a file.
    fn take(&self, waiting: Waiting) -> Result<Option<Collected>, PostError> {
        let Waiting { received, path, handle } = waiting;
        match read_mail(&*self.disk, &path) {
            Ok(Some((raw, size))) => Ok(Some(Collected { handle, raw, size, received })),
            Ok(None) => Ok(None),
            Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
            Err(why) => Err(PostError::Disk { doing: "read the message", path, why }),
        }
    }

    fn folder(&mut self, outcome: Outcome) -> Result<PathBuf, PostError> {
        let folder = self.path.join(format!(".{}", outcome.name()));
        if !self.made.contains(&outcome) {
            create_maildir(&*self.disk, &folder)?;
            self.made.push(outcome);
        }
        Ok(folder.join("cur"))
    }
}

impl MailSource for MaildirSource {
    fn collect(&mut self) -> Result<Vec<Collected>, PostError> {
        if self.waiting.is_none() {
            self.waiting = Some(self.look()?);
        }
        let (mut mails, mut bytes) = (Vec::new(), 0);
        while mails.len() < AT_A_TIME && bytes < BYTES_AT_A_TIME {
            let Some(next) = self.waiting.as_mut().and_then(VecDeque::pop_front) else { break };
            let place = next.path.clone();
            match self.take(next) {
                Ok(Some(mail)) => {
                    bytes += mail.raw.len();
                    self.places.insert(mail.handle.clone(), place);
                    mails.push(mail);
                }
                Ok(None) => {}
                Err(problem) => self.problems.push(problem),
            }
        }
        Ok(mails)
    }

    fn problems(&mut self) -> Vec<PostError> {
        std::mem::take(&mut self.problems)
    }

    fn file(&mut self, handle: &Handle, outcome: Outcome) -> Result<(), PostError> {
        let Some(from) = self.places.get(handle).cloned() else {
            return Err(PostError::Unknown(handle.0.clone()));
        };
        let folder = self.folder(outcome)?;
        let name = from.file_name().map(OsStr::to_owned).unwrap_or_default();
        // A file of the same name is another message: nothing may be overwritten.
        let mut target = folder.join(filed_name(&name, 0));
        for copy in 1.. {
            match self.disk.look(&target) {
                Err(why) if why.kind() == ErrorKind::NotFound => break,
                Err(why) => return Err(PostError::Disk { doing: "look for", path: target, why }),
                Ok(_) => {}
            }
            if matches!(self.disk.look(&from), Err(why) if why.kind() == ErrorKind::NotFound) {
                return Ok(());
            }
            target = folder.join(filed_name(&name, copy));
        }
        self.unsettled.insert(folder);
        match self.disk.rename_for_now(&from, &target) {
            Ok(()) => Ok(()),
            Err(why) if why.kind() == ErrorKind::NotFound => {
                let moved = self.look()?.into_iter().find(|waiting| waiting.handle == *handle);
                match moved {
                    Some(waiting) => self
                        .disk
                        .rename_for_now(&waiting.path, &target)
                        .map_err(PostError::disk("file the message", &waiting.path)),
                    None => Err(PostError::Unknown(handle.0.clone())),
                }
            }
            Err(why) => Err(PostError::Disk { doing: "file the message", path: from, why }),
        }
    }

    fn settle(&mut self) -> Result<(), PostError> {
        let folders = std::mem::take(&mut self.unsettled);
        folders.into_iter().try_for_each(|folder| {
            self.disk.settle(&folder).map_err(PostError::disk("file messages in", &folder))
        })
    }
}

/// Reads the message in a file and returns it with its size, cut to its headers if it is too large; `None`
/// for a folder.
pub(super) fn read_mail(disk: &dyn Disk, path: &Path) -> std::io::Result<Option<(Vec<u8>, u64)>> {
    let mut raw = match disk.read_start(path, LARGEST + 1) {
        Err(why) if why.kind() == ErrorKind::IsADirectory => return Ok(None),
        other => other?,
    };
    let mut size = raw.len() as u64;
    if raw.len() > LARGEST {
        size = disk.look(path)?.length;
        raw.truncate(HEAD);
        raw.truncate(end_of_headers(&raw));
    }
    Ok(Some((raw, size)))
}

/// Returns the file name without the flags that mail programs change, made printable: other bytes are written
/// `%8F`.
fn handle_of(name: &OsStr) -> Handle {
    let mut text = String::new();
    for &byte in unique_part(name.as_bytes()) {
        if byte.is_ascii_graphic() && byte != b'%' {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    Handle(text)
}

fn unique_part(name: &[u8]) -> &[u8] {
    name.windows(3).position(|three| three == b":2,").and_then(|end| name.get(..end)).unwrap_or(name)
}

/// Returns the name for a filed message: marked as seen, and numbered if the plain name is taken.
fn filed_name(name: &OsStr, copy: u32) -> OsString {
    let mut bytes = unique_part(name.as_bytes()).to_owned();
    if copy > 0 {
        bytes.extend_from_slice(format!(",{copy}").as_bytes());
    }
    bytes.extend_from_slice(b":2,S");
    OsString::from_vec(bytes)
}

/// Returns the seconds of delivery with which Maildir names begin, since they do not sort correctly as text.
fn leading_number(name: &OsStr) -> u64 {
    let digits = name.as_bytes().iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |number: u64, digit| number.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::RealDisk;
    use std::os::unix::fs::symlink;

    const DISK: RealDisk = RealDisk { sync: false };

    /// A folder among the messages is none of them; what cannot be read may be one, so that is said.
    #[test]
    fn a_folder_is_no_message_and_what_cannot_be_read_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::create_dir(at("folder")).unwrap();
        std::fs::write(at("mail"), "From: a@b.example\n\nhello").unwrap();
        symlink(at("loop"), at("loop")).unwrap();
        assert_eq!(read_mail(&DISK, &at("folder")).unwrap(), None);
        assert_eq!(read_mail(&DISK, &at("mail")).unwrap().map(|(_, size)| size), Some(24));
        assert!(read_mail(&DISK, &at("loop")).is_err());
        assert!(read_mail(&DISK, &at("gone")).is_err());
    }

    /// A message that is larger than we read comes as its headers alone, with its whole size.
    #[test]
    fn a_message_that_is_too_large_is_its_headers() {
        let dir = tempfile::tempdir().unwrap();
        let head = "From: a@b.example\nSubject: large\n\n";
        for (length, is_whole) in [(LARGEST, true), (LARGEST + 1, false)] {
            let path = dir.path().join(length.to_string());
            std::fs::write(&path, format!("{head}{}", "x".repeat(length - head.len()))).unwrap();
            let (raw, size) = read_mail(&DISK, &path).unwrap().unwrap();
            assert_eq!((size, raw.len() == length), (length as u64, is_whole));
            assert!(
                raw.starts_with(head.trim_end().as_bytes()) && (is_whole || raw.len() <= head.len()),
                "{}",
                raw.len()
            );
        }
    }

    /// Mail programs mark a message as seen in its name; it is the same message, and its name can be printed.
    #[test]
    fn marks_in_a_name_are_no_part_of_it() {
        let handle = |name: &[u8]| handle_of(OsStr::from_bytes(name)).0;
        assert_eq!(handle(b"1800.1.host:2,S"), "1800.1.host");
        assert_eq!(handle(b"1800.1.host:2,"), "1800.1.host");
        assert_eq!(handle(b"1800.1.host"), "1800.1.host");
        assert_eq!(handle(b"1800.1.host:1,x"), "1800.1.host:1,x");
        assert_eq!(handle(b"a b%\xff"), "a%20b%25%FF");
        assert_eq!(leading_number(OsStr::new("1800.1.host")), 1800);
        assert_eq!(leading_number(OsStr::new("x1800")), 0);
        let filed = |copy| filed_name(OsStr::new("1800.1.host:2,F"), copy);
        assert_eq!((filed(0), filed(2)), ("1800.1.host:2,S".into(), "1800.1.host,2:2,S".into()));
    }
}
