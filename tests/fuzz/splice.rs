//! Mails thrown together from those of `tests/mail`: cut, doubled, swapped, put into each other, quoted, wrapped and
//! labelled wrong, as bad programs and mischief-makers do.

use data_encoding::BASE64;
use fastrand::Rng;

/// Bytes of the largest mail that is made; larger ones take long and say no more.
const LARGEST: usize = 48 << 10;

/// A header or mark, and what it may be exchanged for.
const SWAPS: [(&str, &[&str]); 5] = [
    (
        "Content-Type: ",
        &[
            "text/plain",
            "text/html; charset=utf-8",
            "message/rfc822",
            "multipart/digest; boundary=\"=_b014\"",
            "multipart/report; report-type=delivery-status; boundary=x",
            "application/octet-stream; name=a.eml",
            "application/zip; name=a.zip",
            "text/plain; format=flowed; delsp=yes",
        ],
    ),
    ("Content-Transfer-Encoding: ", &["base64", "quoted-printable", "8bit", "7bit", "x-uuencode"]),
    ("charset=", &["utf-16", "koi8-r", "gb18030", "iso-2022-jp", "utf-7", "nonsense"]),
    ("boundary=", &["\"x\"", "x", "\"\"", "\"=_b014\""]),
    ("filename=", &["\"state-3.yaml\"", "\"plan.yaml\"", "\"../../a.eml\"", "a.zip", "\"plan\""]),
];

/// Lines that mean something wherever they stand.
const LINES: [&str; 16] = [
    "plan:",
    "  orders: {Winterfell: raid}",
    "> plan:",
    ">   orders:",
    ">> final: yes",
    "final:yes",
    "---",
    "```",
    "-- ",
    "On 3 May 2026, a@b.example wrote:",
    "From: a\nSent: b\nSubject: c",
    "-----BEGIN RAVENPOST OPENING-----",
    "-----END RAVENPOST OPENING-----",
    "press: |",
    "{\"plan\": [",
    "<blockquote><pre>",
];

/// A mail made of others by one to six changes.
pub fn splice(mails: &[Vec<u8>], dice: &mut Rng) -> Vec<u8> {
    let mut mail = pick(mails, dice).clone();
    for _ in 0..dice.usize(1..=6) {
        mail = changed(mail, mails, dice);
        mail.truncate(LARGEST);
    }
    mail
}

fn pick<'a, T>(all: &'a [T], dice: &mut Rng) -> &'a T {
    dice.choice(all).expect("something to choose")
}

/// Some lines next to each other, by number.
fn some_lines(count: usize, dice: &mut Rng) -> std::ops::Range<usize> {
    let from = dice.usize(0..=count);
    from..(from + dice.usize(0..=20)).min(count)
}

fn changed(mail: Vec<u8>, mails: &[Vec<u8>], dice: &mut Rng) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = mail.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let range = some_lines(lines.len(), dice);
    match dice.u8(0..14) {
        0 => drop(lines.drain(range)),
        1 => {
            let again: Vec<Vec<u8>> = lines[range.clone()].to_vec();
            (0..dice.usize(1..=4)).for_each(|_| drop(lines.splice(range.start..range.start, again.clone())));
        }
        2 => lines[range].reverse(),
        3 | 4 => {
            let other: Vec<Vec<u8>> =
                pick(mails, dice).split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            let theirs = some_lines(other.len(), dice);
            lines.splice(range, other[theirs].to_vec());
        }
        5 | 6 => {
            let (name, values) = pick(&SWAPS, dice);
            let is_it = |line: &&mut Vec<u8>| line.windows(name.len()).any(|bytes| bytes == name.as_bytes());
            let mut with: Vec<&mut Vec<u8>> = lines.iter_mut().filter(is_it).collect();
            if let Some(place) = dice.choice(0..with.len()) {
                let line = &mut with[place];
                let at =
                    line.windows(name.len()).position(|bytes| bytes == name.as_bytes()).unwrap_or_default();
                line.truncate(at + name.len());
                line.extend_from_slice(pick(values, dice).as_bytes());
                line.push(b'\n');
            }
        }
        7 => {
            let line = format!("{}\n", pick(&LINES, dice)).into_bytes();
            lines.insert(range.start, line);
        }
        8 => lines[range].iter_mut().for_each(|line| drop(line.splice(0..0, *b"> "))),
        9 => return nested(&mail, dice),
        10 => return mail[..dice.usize(0..=mail.len())].to_vec(),
        11 => {
            let mut mail = mail;
            for _ in 0..dice.usize(1..=8) {
                if let Some(at) = dice.choice(0..mail.len()) {
                    mail[at] = dice.u8(..);
                }
            }
            return mail;
        }
        12 => return mail.into_iter().filter(|byte| *byte != b'\r').collect(),
        _ => return mail.split(|byte| *byte == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..]),
    }
    lines.concat()
}

/// A mail with this one attached.
fn nested(mail: &[u8], dice: &mut Rng) -> Vec<u8> {
    let mut out = b"From: Anna Snow <anna@north.example>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"=_n\"\n\n--=_n\n\nSee attached.\n--=_n\n".to_vec();
    match dice.u8(0..4) {
        0 => out.extend_from_slice(
            b"Content-Type: application/octet-stream; name=a.eml\nContent-Transfer-Encoding: base64\n\n",
        ),
        1 => out.extend_from_slice(b"Content-Type: multipart/digest; boundary=d\n\n--d\n\n"),
        _ => out.extend_from_slice(b"Content-Type: message/rfc822\n\n"),
    }
    if out.ends_with(b"base64\n\n") {
        for line in BASE64.encode(mail).as_bytes().chunks(76) {
            out.extend_from_slice(line);
            out.push(b'\n');
        }
    } else {
        out.extend_from_slice(mail);
    }
    out.extend_from_slice(b"\n--=_n--\n");
    out
}
