//! Players as their mails show them: a name, an address, a program, a server, a time zone.

use chrono::{DateTime, FixedOffset, Utc};
use data_encoding::BASE64_MIME;

/// The address of somebody of whom nothing else is known.
pub fn address(seat: &str) -> String {
    format!("{seat}@players.example")
}

/// Somebody who plays a seat.
#[derive(Clone, Debug)]
pub struct Person {
    pub name: String,
    pub address: String,
    /// The zone that the settings have for the seat, if they have one.
    pub zone: Option<&'static str>,
    /// What of his or her machine a mail shows.
    habit: Option<Habit>,
}

/// How somebody's mails look.
#[derive(Clone, Debug)]
struct Habit {
    program: usize,
    server: &'static str,
    /// By how much the clock is off UTC.
    offset: FixedOffset,
}

const NAMES: [&str; 8] = [
    "Ann",
    "Bartholomew Ó Conaill",
    "Zoë",
    "Cleopatra Nwosu-Featherstonehaugh",
    "Li",
    "Dmitri",
    "Eva M.",
    "黒田",
];
const SERVERS: [&str; 5] =
    ["mail.gmail.com", "smtp-out.example.co.jp", "phone", "[192.168.7.23]", "EXCH01.corp.example"];
const ZONES: [Option<&str>; 5] =
    [None, Some("America/Chicago"), Some("Asia/Tokyo"), Some("Australia/Adelaide"), Some("Etc/UTC")];
const PROGRAMS: usize = 4;

impl Person {
    /// Somebody whose mails are as short as mails can be.
    pub fn plain(seat: &str) -> Person {
        Person { name: seat.to_uppercase(), address: address(seat), zone: None, habit: None }
    }

    /// Somebody by chance, with this name if one is given.
    pub fn by_chance(dice: &mut fastrand::Rng, name: Option<&str>) -> Person {
        let number = dice.u32(..);
        let hosts = ["x.example", "a-very-long-name-of-a-provider.example", "mail.example.co.jp"];
        Person {
            name: name
                .map_or_else(|| format!("{} {number}", NAMES[dice.usize(..NAMES.len())]), str::to_owned),
            address: format!("p{number}@{}", hosts[dice.usize(..hosts.len())]),
            zone: ZONES[dice.usize(..ZONES.len())],
            habit: Some(Habit {
                program: dice.usize(..PROGRAMS),
                server: SERVERS[dice.usize(..SERVERS.len())],
                offset: FixedOffset::east_opt(dice.i32(-11..=13) * 3600).unwrap(),
            }),
        }
    }

    /// A mail as this person's program writes it, with lines as they go over the wire.
    pub fn mail(&self, seat: &str, number: usize, now: DateTime<Utc>, body: &str) -> String {
        let Person { name, address, .. } = self;
        let Some(Habit { program, server, offset }) = &self.habit else {
            return format!(
                "From: <{address}>\nTo: <game@ravenpost.example>\nSubject: my move\nMessage-ID: <{seat}.{number}@example.net>\nContent-Type: text/plain; charset=utf-8\n\n{body}"
            )
            .replace('\n', "\r\n");
        };
        let date = now.with_timezone(offset).to_rfc2822();
        let from = format!("=?utf-8?b?{}?= <{address}>", data_encoding::BASE64.encode(name.as_bytes()));
        let id = format!("{number}.{}.{address}", now.timestamp()).replace('@', ".");
        let (mine, how, body) = match program {
            0 => (
                "User-Agent: Mozilla Thunderbird\nContent-Language: de-DE\nX-Mozilla-Status: 0001\nSubject: AW: Befehle".to_owned(),
                "Content-Type: text/plain; charset=UTF-8; format=flowed\nContent-Transfer-Encoding: 8bit",
                format!("Hallo!\n\n{body}\n-- \n{name}\n"),
            ),
            1 => (
                format!("X-Mailer: iPhone Mail (22A3354)\nSubject: Re: {seat}, my move\nX-Originating-IP: [203.0.113.{}]", number % 250),
                "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64",
                format!("{body}\nSent from my iPhone\n"),
            ),
            2 => (
                "X-Mailer: Microsoft Outlook 16.0\nThread-Index: AdtX0001\nX-MS-Has-Attach:\nSubject: RE: [secret-7]".to_owned(),
                "Content-Type: text/plain; charset=\"utf-8\"\nContent-Transfer-Encoding: base64",
                format!("{body}\n\nFrom: Ravenpost <game@ravenpost.example>\nSent: Friday\nTo: {name}\nSubject: [secret-7]\n\nGreetings, {name}.\n"),
            ),
            _ => (
                "User-Agent: Mutt/2.2.12\nSubject: x".to_owned(),
                "Content-Type: text/plain; charset=utf-8\nContent-Disposition: inline",
                body.to_owned(),
            ),
        };
        let body = match how.contains("base64") {
            true => BASE64_MIME.encode(body.replace('\n', "\r\n").as_bytes()),
            false => body,
        };
        format!(
            "Received: from {server} ({server} [198.51.100.{}]) by mx.ravenpost.example; {date}\nDate: {date}\nFrom: {from}\nTo: <game@ravenpost.example>\nMessage-ID: <{id}@{server}>\nMIME-Version: 1.0\n{mine}\n{how}\n\n{body}",
            number % 250
        )
        .replace("\r\n", "\n")
        .replace('\n', "\r\n")
    }
}
