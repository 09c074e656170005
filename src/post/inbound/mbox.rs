//! An mbox file as a source.
//!
//! An mbox is only read, never changed. Which of its messages are filed is recorded in a file next to it
//! (`inbox.mbox.filed`, one line each: the digest of the message, then its outcome).

use super::limits::{HEAD, LARGEST, end_of_headers};
use super::receipt_time::Receipt;
use super::source::{Collected, Handle, MailSource, Outcome};
use crate::disk::Disk;
use crate::post::error::PostError;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::io::ErrorKind;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// Bytes of the largest mbox.
pub(super) const LARGEST_MBOX: u64 = 256 << 20;

/// An mbox file to which other programs add messages.
pub struct MboxSource {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    receipt: Receipt,
    done: bool,
}

impl MboxSource {
    /// Returns the mbox at this path as a source. A missing file counts as empty.
    pub fn new(disk: Arc<dyn Disk>, path: impl Into<PathBuf>, receipt: Receipt) -> Self {
        MboxSource { disk, path: path.into(), receipt, done: false }
    }

    fn record(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".filed");
        name.into()
    }

    /// Reads the record of filed messages. A last line without its end was torn by a crash and must be
    /// ignored.
    fn filed(&self) -> Result<String, PostError> {
        match self.disk.read(&self.record()) {
            Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Err(why) if why.kind() == ErrorKind::NotFound => Ok(String::new()),
            Err(why) => Err(PostError::Disk { doing: "read the record", path: self.record(), why }),
        }
    }
}

impl MailSource for MboxSource {
    fn collect(&mut self) -> Result<Vec<Collected>, PostError> {
        if self.done {
            return Ok(Vec::new());
        }
        let bytes = match self.disk.look(&self.path) {
            Err(why) if why.kind() == ErrorKind::NotFound => Vec::new(),
            Err(why) => return Err(PostError::Disk { doing: "look at", path: self.path.clone(), why }),
            Ok(look) if look.length > LARGEST_MBOX => {
                return Err(PostError::LargeMbox {
                    path: self.path.clone(),
                    size: look.length,
                    most: LARGEST_MBOX,
                });
            }
            Ok(_) => self.disk.read(&self.path).map_err(PostError::disk("read", &self.path))?,
        };
        let filed = self.filed()?;
        let filed: HashSet<&str> = filed
            .split_inclusive('\n')
            .filter_map(|line| line.strip_suffix('\n')?.split(' ').next())
            .collect();
        self.done = true;
        Ok(collected(&bytes, &self.receipt)
            .into_iter()
            .filter(|mail| !filed.contains(mail.handle.0.as_str()))
            .collect())
    }

    fn file(&mut self, handle: &Handle, outcome: Outcome) -> Result<(), PostError> {
        let filed = self.filed()?;
        if filed
            .split_inclusive('\n')
            .any(|line| line.ends_with('\n') && line.split(' ').next() == Some(&handle.0))
        {
            return Ok(());
        }
        let torn = !filed.is_empty() && !filed.ends_with('\n');
        let line = format!("{}{handle} {}\n", if torn { "\n" } else { "" }, outcome.name());
        self.disk
            .append(&self.record(), line.as_bytes())
            .map_err(PostError::disk("add a line to", &self.record()))
    }
}

/// Returns the messages of an mbox in the order of receipt, named by their digests; equal ones are numbered.
pub(super) fn collected(mbox: &[u8], receipt: &Receipt) -> Vec<Collected> {
    let mut copies: HashMap<String, u32> = HashMap::new();
    let mut mails: Vec<Collected> = split(mbox)
        .into_iter()
        .map(|mut raw| {
            let digest = HEXLOWER.encode(&Sha256::digest(&raw));
            let copy = copies.entry(digest.clone()).and_modify(|n| *n += 1).or_insert(1);
            let handle = Handle(if *copy == 1 { digest } else { format!("{digest}-{copy}") });
            let (size, received) = (raw.len() as u64, receipt.of(&raw));
            if raw.len() > LARGEST {
                raw.truncate(HEAD);
                raw.truncate(end_of_headers(&raw));
            }
            Collected { handle, raw, size, received }
        })
        .collect();
    mails.sort_by_key(|mail| mail.received);
    mails
}

/// Splits an mbox into messages and turns `>From ` back. Without a `From ` line at its head it is one
/// message.
pub(super) fn split(mbox: &[u8]) -> Vec<Vec<u8>> {
    let lines = line_ranges(mbox);
    let line = |n: usize| lines.get(n).and_then(|range| mbox.get(range.clone())).unwrap_or_default();
    let is_blank = |n: usize| matches!(line(n), b"\n" | b"\r\n");
    let is_below_blank = |n: usize| n.checked_sub(1).is_some_and(is_blank);
    let starts = |n: usize| is_below_blank(n) && is_from_line(line(n)) && is_header(line(n + 1));
    if !line(0).starts_with(b"From ") {
        return if mbox.is_empty() { Vec::new() } else { vec![mbox.to_owned()] };
    }
    let mut mails: Vec<Vec<u8>> = Vec::new();
    for n in 0..lines.len() {
        match mails.last_mut() {
            Some(mail) if !starts(n) => {
                let quoted = line(n).first() == Some(&b'>')
                    && line(n)
                        .iter()
                        .position(|byte| *byte != b'>')
                        .and_then(|at| line(n).get(at..))
                        .is_some_and(|rest| rest.starts_with(b"From "));
                // The empty line before the next `From ` line belongs to the mbox.
                if !(is_blank(n) && (n + 1 == lines.len() || starts(n + 1))) {
                    mail.extend_from_slice(line(n).get(usize::from(quoted)..).unwrap_or_default());
                }
            }
            _ => mails.push(Vec::new()),
        }
    }
    mails
}

fn line_ranges(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut start = 0;
    bytes
        .split_inclusive(|byte| *byte == b'\n')
        .map(|line| {
            let range = start..start + line.len();
            start = range.end;
            range
        })
        .collect()
}

/// Returns `true` for a line like `From anna@x.example Fri Nov 20 10:15:30 2026`; a sentence that begins with
/// "From" does not end with a date.
fn is_from_line(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line);
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_day =
        |word: &&str| ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].contains(&word.trim_end_matches(','));
    let is_time =
        |word: &&str| word.contains(':') && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    let is_year = |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    line.starts_with("From ")
        && words.iter().any(is_day)
        && words.iter().any(is_time)
        && words.iter().any(is_year)
}

fn is_header(line: &[u8]) -> bool {
    let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
    line.contains(&b':') && !name.is_empty() && name.iter().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "From anna@x.example Fri Nov 20 10:15:30 2026\nFrom: anna@x.example\nSubject: 1\n\nHello\n\nFrom the wall we see Winterfell.\nmail: no header\n\n>From here too\n>>From there\n> quoted\n\nFrom bob@x.example  Fri Nov 20 11:00:00 2026\nFrom: bob@x.example\n\nplan\n";

    fn texts(mbox: &str) -> Vec<String> {
        split(mbox.as_bytes()).into_iter().map(|mail| String::from_utf8(mail).unwrap()).collect()
    }

    #[test]
    fn a_body_line_that_begins_with_from_is_kept() {
        let mails = texts(TWO);
        assert_eq!(mails.len(), 2);
        assert_eq!(
            mails[0],
            "From: anna@x.example\nSubject: 1\n\nHello\n\nFrom the wall we see Winterfell.\nmail: no header\n\nFrom here too\n>From there\n> quoted\n"
        );
        assert_eq!(mails[1], "From: bob@x.example\n\nplan\n");
    }

    #[test]
    fn without_a_from_line_it_is_one_mail() {
        assert_eq!(texts("Subject: x\n\nplan\n"), ["Subject: x\n\nplan\n"]);
        assert!(texts("").is_empty());
        assert_eq!(
            texts("From anna@x.example Fri Nov 20 10:15:30 2026\r\nSubject: x\r\n\r\na\r\n\r\n"),
            ["Subject: x\r\n\r\na\r\n"]
        );
    }

    #[test]
    fn filing_is_kept_beside_the_mbox_and_survives_a_torn_line() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("inbox.mbox");
        std::fs::write(&path, format!("{TWO}\n{TWO}")).unwrap();
        let disk: Arc<dyn Disk> = Arc::new(crate::disk::RealDisk { sync: false });
        let source =
            || MboxSource::new(disk.clone(), &path, Receipt::at("2026-11-20T12:00:00Z".parse().unwrap()));
        let mut first = source();
        let mails = first.collect().unwrap();
        assert_eq!(mails.len(), 4, "equal mails are still four");
        assert!(first.collect().unwrap().is_empty());
        disk.append(&first.record(), b"0123torn").unwrap();
        first.file(&mails[0].handle, Outcome::Used).unwrap();
        assert_eq!(first.filed().unwrap().lines().count(), 2, "the torn line and the next");
        first.file(&mails[0].handle, Outcome::Used).unwrap();
        first.file(&mails[2].handle, Outcome::Duplicate).unwrap();
        let left = source().collect().unwrap();
        assert_eq!(left, [mails[1].clone(), mails[3].clone()]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{TWO}\n{TWO}"));
        // A record that cannot be read is not one of nothing: everything in the mbox would be new once more.
        std::fs::remove_file(first.record()).unwrap();
        std::fs::create_dir(first.record()).unwrap();
        let unread = source().collect();
        assert!(matches!(unread, Err(PostError::Disk { doing: "read the record", .. })), "{unread:?}");
    }

    /// Whoever must do something about an mbox must know which.
    #[test]
    fn whatever_is_wrong_with_an_mbox_is_told_with_its_place() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let large = std::fs::File::create(path("large.mbox")).unwrap();
        large.set_len(LARGEST_MBOX + 1).unwrap();
        std::fs::create_dir(path("folder.mbox")).unwrap();
        std::fs::write(path("file"), "").unwrap();
        let disk: Arc<dyn Disk> = Arc::new(crate::disk::RealDisk { sync: false });
        for name in ["large.mbox", "folder.mbox", "file/in.mbox"] {
            let receipt = Receipt::at("2026-11-20T12:00:00Z".parse().unwrap());
            let why = MboxSource::new(disk.clone(), path(name), receipt).collect().unwrap_err().to_string();
            assert!(why.contains(path(name).to_str().unwrap()), "{name}: {why}");
        }
    }

    /// A line that is not quite one between mails, in one word or another, is a sentence.
    #[test]
    fn a_line_between_mails_has_a_day_a_time_and_a_year() {
        let words = ["From", "anna@x.example", "Fri", "Nov", "20", "10:15:30", "2026"];
        assert!(is_from_line(words.join(" ").as_bytes()));
        assert!(is_from_line(b"From anna@x.example Fri, 20 Nov 2026 10:15 +0100"));
        let others: [(usize, &[&str]); 7] = [
            (0, &["from", "From:", ">From", ""]),
            (1, &[]),
            (2, &["Friday", "fri", "Fry", ""]),
            (3, &[]),
            (4, &[]),
            (5, &["10.15", "10:15h", "ten:fifteen", "101530", ""]),
            (6, &["20261", "226", "year", "2O26", "'26", ""]),
        ];
        let mut tried = 0;
        for (place, instead) in others {
            for word in instead {
                let mut words = words;
                words[place] = word;
                let line = words.join(" ");
                assert!(!is_from_line(line.as_bytes()), "{line}");
                tried += 1;
            }
        }
        assert_eq!(tried, 19);
    }

    /// A mail begins below an empty line, with its `From ` line and a header: without any of the three it goes on.
    #[test]
    fn where_the_next_mail_begins() {
        let from = "From bob@x.example Fri Nov 20 11:00:00 2026\n";
        for (between, count) in [
            (format!("\n{from}Subject: 2\n"), 2),
            (format!("\r\n{from}Subject: 2\n"), 2),
            (format!("{from}Subject: 2\n"), 1),
            (format!("\n{from}no header\n"), 1),
            (format!("\n{from}: no name\n"), 1),
            (format!("\n{from}not a name: x\n"), 1),
            (format!("\n{from}n\u{e4}me: x\n"), 1),
            (format!("\n{from}"), 1),
            ("\nFrom bob Fri 11:00:00\nSubject: 2\n".into(), 1),
            ("\nFrom bob Fri 2026\nSubject: 2\n".into(), 1),
            ("\nFrom bob 11:00:00 2026\nSubject: 2\n".into(), 1),
            ("\nFrom bob Fri, 11:00 2026\nSubject: 2\n".into(), 2),
            ("\nFrom bob Fri, 11:00 20261\nSubject: 2\n".into(), 1),
            ("\nFrom bob Fri, 11:0x 2026\nSubject: 2\n".into(), 1),
        ] {
            let mails = texts(&format!("{from}Subject: 1\n\nplan\n{between}"));
            assert_eq!(mails.len(), count, "{between}");
            assert_eq!(mails.concat().contains("Subject: 2"), between.contains("Subject: 2"), "{between}");
        }
    }

    /// Of a mail that is too large the headers are kept, and how large it was.
    #[test]
    fn a_mail_of_the_greatest_size_is_kept_whole() {
        let receipt = Receipt::at("2026-11-20T12:00:00Z".parse().unwrap());
        let head = "Subject: 1\n\n";
        for (size, kept) in [(LARGEST - 1, LARGEST - 1), (LARGEST, LARGEST), (LARGEST + 1, head.len())] {
            let mail = format!("{head}{}", "a".repeat(size - head.len()));
            let found = collected(mail.as_bytes(), &receipt);
            assert_eq!((found.len(), found[0].size, found[0].raw.len()), (1, size as u64, kept), "{size}");
        }
    }
}
