//! Mail that somebody has kept: Maildirs, mboxes, folders of `.eml` files, single messages. They are only read.

use super::maildir::read_mail;
use super::mbox::{LARGEST_MBOX, split};
use crate::disk::Disk;
use crate::post::error::PostError;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// How deep folders are opened: a Maildir's subfolder in a folder of Maildirs.
const DEPTH: usize = 4;
/// The first bytes of a file that are searched for the beginning of a message.
const START: usize = 512;

/// A message as it was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptMail {
    /// The file, and in an mbox the number of the message in it, from 1.
    pub place: String,
    /// Only the headers if it is too large.
    pub raw: Vec<u8>,
}

/// Shows all messages at a path: in a file, or in all files of a folder and its subfolders. Files that are no messages are
/// passed over.
///
/// # Errors
/// If a file or folder cannot be read, or an mbox is too large.
pub fn each_kept(disk: &dyn Disk, path: &Path, show: &mut dyn FnMut(KeptMail)) -> Result<(), PostError> {
    kept_at(disk, path, DEPTH, show)
}

fn kept_at(
    disk: &dyn Disk,
    path: &Path,
    depth: usize,
    show: &mut dyn FnMut(KeptMail),
) -> Result<(), PostError> {
    let look = disk.look(path).map_err(PostError::disk("look at", path))?;
    if look.is_dir {
        // A Maildir's `tmp` holds messages that are still being written.
        let passed = |path: &Path| path.file_name().is_none_or(|name| name.as_bytes() == b"tmp");
        let inside = disk.list(path).map_err(PostError::disk("list the folder", path))?;
        // A link that leads nowhere holds no message.
        let leads_nowhere = |path: &Path| disk.look(path).is_err_and(|why| why.kind() == ErrorKind::NotFound);
        let inside = inside.iter().filter(|path| depth > 0 && !passed(path) && !leads_nowhere(path));
        return inside.into_iter().try_for_each(|path| kept_at(disk, path, depth - 1, show));
    }
    let place = path.display().to_string();
    let start = disk.read_start(path, START).map_err(PostError::disk("read", path))?;
    if start.starts_with(b"From ") {
        if look.length > LARGEST_MBOX {
            let (path, size, most) = (path.to_owned(), look.length, LARGEST_MBOX);
            return Err(PostError::LargeMbox { path, size, most });
        }
        let mbox = disk.read(path).map_err(PostError::disk("read", path))?;
        for (number, raw) in (1..).zip(split(&mbox)) {
            show(KeptMail { place: format!("{place}, message {number}"), raw });
        }
    } else if begins_like_a_mail(&start)
        && let Some((raw, _)) = read_mail(disk, path).map_err(PostError::disk("read the message", path))?
    {
        show(KeptMail { place, raw });
    }
    Ok(())
}

/// Returns `true` if the first line is a header, such as `Return-Path: <…>`.
fn begins_like_a_mail(start: &[u8]) -> bool {
    let name = start.split(|byte| *byte == b':').next().unwrap_or_default();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    name.len() < start.len() && name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::FaultyDisk;

    #[test]
    fn maildirs_mboxes_folders_and_single_mails_are_read() {
        let disk = FaultyDisk::new();
        let mail = |n: u32| format!("Return-Path: <a@b>\nSubject: {n}\n\nHello\n");
        let day = "Fri Nov 20 10:15:30 2026";
        let mbox = format!("From a@b {day}\n{}\nFrom a@b {day}\n{}", mail(1), mail(2));
        for (path, text) in [
            ("/m/box/cur/1.host:2,S", mail(3)),
            ("/m/box/new/2.host", mail(4)),
            ("/m/box/tmp/3.host", mail(5)),
            ("/m/box/.Sent/cur/4.host:2,S", mail(6)),
            ("/m/saved/one.eml", mail(7)),
            ("/m/saved/notes.txt", "Dear diary,\n: hm\n".to_owned()),
            ("/m/saved/times.txt", "12:30 lunch\nSubject: none\n".to_owned()),
            ("/m/saved/list.txt", "-a: an option\nSubject: none\n".to_owned()),
            ("/m/saved/bare.txt", ":a\nSubject: none\n".to_owned()),
            ("/m/saved/words.txt", "To do: nothing\nSubject: none\n".to_owned()),
            ("/m/saved/picture.png", "\u{1}PNG:".to_owned()),
            ("/m/old.mbox", mbox),
        ] {
            let path = Path::new(path);
            path.ancestors().skip(1).collect::<Vec<_>>().iter().rev().for_each(|dir| {
                let _ = disk.create_dir(dir, 0o700);
            });
            disk.write(path, text.as_bytes(), 0o600).unwrap();
        }
        let found = |path: &str| {
            let mut all = Vec::new();
            each_kept(&disk, Path::new(path), &mut |mail| {
                let text = String::from_utf8(mail.raw).unwrap();
                all.push((mail.place, text.lines().nth(1).unwrap().to_owned()));
            })
            .unwrap();
            all.sort();
            all
        };
        let subjects: Vec<String> = found("/m").into_iter().map(|(_, subject)| subject).collect();
        assert_eq!(
            subjects,
            ["Subject: 6", "Subject: 3", "Subject: 4", "Subject: 1", "Subject: 2", "Subject: 7"]
        );
        assert_eq!(found("/m/old.mbox")[1].0, "/m/old.mbox, message 2");
        assert_eq!(found("/m/saved/one.eml").len(), 1);
        assert!(each_kept(&disk, Path::new("/nowhere"), &mut |_| {}).is_err());
    }

    /// Folders are looked into four deep; the first line of a mail is a header.
    #[test]
    fn how_deep_and_by_which_first_line_mails_are_found() {
        let disk = FaultyDisk::new();
        for (path, text) in [
            ("/m/1/2/3/deep.eml", "Subject: deep\n\n"),
            ("/m/1/2/3/4/deeper.eml", "Subject: deeper\n\n"),
            ("/m/short", "A:"),
            ("/m/bare", "Subject"),
            ("/m/sign", "Sub_ject: x\n"),
            ("/m/dash", "X-2: x\n"),
            ("/m/blank", ": x\n"),
            ("/m/empty", ""),
        ] {
            let path = Path::new(path);
            path.ancestors().skip(1).collect::<Vec<_>>().iter().rev().for_each(|dir| {
                let _ = disk.create_dir(dir, 0o700);
            });
            disk.write(path, text.as_bytes(), 0o600).unwrap();
        }
        let mut all = Vec::new();
        each_kept(&disk, Path::new("/m"), &mut |mail| all.push(mail.place)).unwrap();
        all.sort();
        assert_eq!(all, ["/m/1/2/3/deep.eml", "/m/dash", "/m/short"]);
    }
}
