//! Mails drawn by chance: headers, trees of parts with their encodings, and lines of texts, each from a table of what mail programs,
//! servers and people write. What is read in them, by whoever asks, is held against the record.

use crate::outputs::{self, Scenario};
use crate::{KEYS, document};
use fastrand::Rng;
use ravenpost::post::{Address, Dkim, Place, dkim, read};

/// The mails of a line of the record, and its lines.
const EACH: usize = 120;
const LINES: u64 = 24;

const HEADERS: &[&str] = &[
    "Subject: my move",
    "Subject: =?utf-8?Q?R=C3=A9ponse_automatique=3A?= je suis absent",
    "Subject: Undeliverable: turn 3",
    "Subject: Anna is out of the office until Monday",
    "subject: Automatic reply: turn 3",
    "SUBJECT: Re: [westeros]\n  folded over\n\ttwo lines",
    "Message-ID: <a.1@north.example>",
    "message-id: b.2@north.example",
    "In-Reply-To: <turn3.stark@game.example>",
    "References: <a@x> <turn3.stark@game.example>\n <b@y>",
    "Date: Fri, 20 Nov 2026 11:00:00 +0100",
    "Date: yesterday",
    "Return-Path: <>",
    "Return-Path: < >",
    "Return-Path: <anna@north.example>",
    "Auto-Submitted: no",
    "Auto-Submitted: auto-replied (vacation)",
    "Auto-Submitted: auto-generated",
    "Precedence: bulk",
    "Precedence: list",
    "Precedence: auto_reply",
    "List-Id: Westeros <w.lists.example>",
    "List-Post: <mailto:w@lists.example>",
    "List-Unsubscribe: <mailto:x@y>\nList-Unsubscribe-Post: One-Click",
    "X-Autoreply: yes",
    "x-autorespond: 1",
    "X-FC-MachineGenerated: true",
    "X-Failed-Recipients: bert@south.example, <cleo@east.example>",
    "X-Ravenpost: first-men",
    "Reply-To: elsewhere@north.example",
    "Sender: Secretary <s@north.example>",
    "Received: from a by mx.game.example; Fri, 20 Nov 2026 10:00:00 +0000",
    "Received: from b (c [1.2.3.4])\n by other.example with ESMTP; Fri, 20 Nov 2026 09:00:00 +0000",
    "Authentication-Results: mx.game.example; dkim=pass header.d=north.example",
    "Authentication-Results: mx.game.example 1; dkim=fail reason=\"bad\" header.i=@north.example; spf=pass",
    "Authentication-Results: MX.game.example.; dkim=pass (2048-bit; key) header.i=\"anna@mail.north.example\"; dkim=none",
    "Authentication-Results: other.example; dkim=pass header.d=north.example",
    "Authentication-Results: mx.game.example; dkim=pass header.d=example",
    "DKIM-Signature: v=1; d=north.example; b=x",
];

const FROM: &[&str] = &[
    "From: Anna Snow <anna@north.example>",
    "From: anna@mail.north.example",
    "From: \"Snow, Anna\" <ANNA@North.Example>",
    "From: MAILER-DAEMON <>",
    "From: Mail Delivery System <postmaster@south.example>",
    "From: Anna <anna@north.example>, Bert <bert@south.example>",
    "From: =?iso-8859-1?q?Ann=E4?= <anna@north.example>",
    "From:",
];

const LINE: &[&str] = &[
    "plan:",
    "plan: {orders: {Winterfell: hold}}",
    "  orders:",
    "    Winterfell: march+1",
    "    \"White Harbor\": support",
    "  support: {own: always}",
    "  cards: [Eddard Stark, “Robb Stark”]",
    "key: 7Q2M-KX4D-0VWN-33TB",
    "key: 7q2m kx4d 0vwn 33tb",
    "*key:* 7Q2M-KX4D-0VWN-33TB",
    "final: yes",
    "FINAL: Yes",
    "final yes",
    "finall: yes",
    "final:",
    "seat: stark",
    "asks: status",
    "kei: 7Q2M-KX4D-0VWN-33TB",
    "votes: {draw: yes}",
    "pres: {to: all, text: hello}",
    "opning: x",
    "finl: yes",
    "sael: stark",
    "campaign: first-men",
    "ask: [status, map]",
    "- ask: status",
    "vote: {draw: yes}",
    "absent: from 3 May",
    "press:",
    "  to: all",
    "  text: |",
    "    peace, friends: yes",
    "    -- ",
    "  text: 'it''s # not'",
    "  text: \"one \\\" two",
    "press: {to: gm, text: hello, grey: yes",
    "}",
    "]",
    "resign: ~",
    "# a remark: yes",
    "  # another",
    "Winterfell: march",
    "Winterfell - march to Moat Cailin",
    "Dear Maria,",
    "Hi!",
    "Thanks, and see you: soon",
    "http://x.example/plan: yes",
    "When: tomorrow?",
    "On 3 May 2026, at 10:00, GM <gm@game.example> wrote:",
    "Am 03.05.2026 um 10:00 schrieb GM:",
    "GM <gm@game.example> a écrit\u{a0}:",
    "-----Original Message-----",
    "________________________________",
    "From: GM <gm@game.example>",
    "Sent: Friday, 1 May 2026 10:00",
    "To: Anna",
    "Subject: Turn 3",
    "-- ",
    "--",
    "—",
    "---",
    "```",
    "```yaml",
    "Sent from my iPhone",
    "westeros mailing list",
    "-----BEGIN PGP SIGNED MESSAGE-----",
    "Hash: SHA256",
    "-----BEGIN PGP SIGNATURE-----",
    "-----END PGP SIGNATURE-----",
    "-----BEGIN RAVENPOST OPENING-----",
    "abc",
    "-----END RAVENPOST OPENING-----",
    "| final: yes",
    "\u{a0}\u{a0}text: “x”",
    "\tfinal: yes",
    "* bullet: yes",
    "1. plan: yes",
    "This is a very long line of somebody who wraps at seventy-two columns, so",
    "that it goes on here",
    "550 5.1.1 <bert@south.example>: user unknown",
    "The mail to <cleo@east.example> was delayed (4.2.2).",
    "--- This is a copy of the message, including all the headers. ---",
    "Message-ID: <turn3.bert@game.example>",
    "",
    "",
    "",
];

fn any<'a>(dice: &mut Rng, all: &[&'a str]) -> &'a str {
    all[dice.usize(..all.len())]
}

/// Lines in the order in which chance has them, the whole or a part of it quoted, indented or in capitals.
fn text(dice: &mut Rng) -> String {
    let mut text = String::new();
    let end = any(dice, &["\n", "\n", "\r\n"]);
    let mut mark = "";
    for _ in 0..dice.usize(1..26) {
        if dice.usize(..4) == 0 {
            mark = any(dice, &["", "", "> ", ">", ">> ", "> > ", "  ", "    > "]);
        }
        // Most lines follow the one that goes before them in the table.
        let from = dice.usize(..LINE.len());
        for line in LINE.iter().skip(from).take(dice.usize(1..4)) {
            let line = match dice.usize(..24) {
                0 => line.to_uppercase(),
                1 => line.replace(": ", ":"),
                2 => line.replace(':', " :"),
                3 => line.replace('"', "“"),
                4 => line.replace(' ', "\u{a0}"),
                5 => format!("{line}  "),
                6 => format!("{line} "),
                7 => format!("**{line}**"),
                _ => (*line).to_owned(),
            };
            text += &format!("{mark}{line}{end}");
        }
    }
    text
}

/// A part with its headers: a text, encoded in one way or another, or several parts in one.
fn part(dice: &mut Rng, depth: usize) -> Vec<u8> {
    if depth < 3 && dice.usize(..3) == 0 {
        let boundary = format!("b{depth}{}", dice.u16(..));
        let kind =
            any(dice, &["mixed", "alternative", "related", "signed", "report; report-type=delivery-status"]);
        let mut raw = format!("Content-Type: multipart/{kind}; boundary=\"{boundary}\"\n\n").into_bytes();
        for _ in 0..dice.usize(1..4) {
            raw.extend(format!("--{boundary}\n").into_bytes());
            raw.extend(part(dice, depth + 1));
            raw.push(b'\n');
        }
        if dice.usize(..6) > 0 {
            raw.extend(format!("--{boundary}--\n").into_bytes());
        }
        return raw;
    }
    let kind = any(
        dice,
        &[
            "text/plain; charset=utf-8",
            "text/plain; charset=utf-8",
            "text/plain; charset=us-ascii",
            "text/plain; charset=iso-8859-1",
            "text/plain; charset=gb2312",
            "text/plain; charset=\"nonsense\"",
            "TEXT/PLAIN; Charset=UTF-8; Format=Flowed",
            "text/plain; charset=utf-8; format=flowed; delsp=yes",
            "text/html; charset=utf-8",
            "text/x-yaml; name=orders.yaml",
            "application/octet-stream; name=\"Plan.YML\"",
            "application/pdf; name=plan.pdf",
            "message/rfc822",
            "message/delivery-status",
            "text/rfc822-headers",
            "application/pgp-signature; name=signature.asc",
        ],
    );
    let mut head = format!("Content-Type: {kind}\n");
    if dice.usize(..5) == 0 {
        head += any(
            dice,
            &[
                "Content-Disposition: attachment\n",
                "Content-Disposition: attachment; filename=orders.txt\n",
                "Content-Disposition: inline; filename=\"orders.json\"\n",
                "Content-Disposition: attachment; filename*=utf-8''pl%C3%A4n.yaml\n",
            ],
        );
    }
    let mut body = text(dice);
    if kind.contains("html") {
        let tag = any(dice, &["p", "div", "blockquote", "pre", "li", "td"]);
        body = body.lines().map(|line| format!("<{tag}>{}</{tag}>\n", line.replace('>', "&gt;"))).collect();
        body = format!("<html><style>p {{x: y}}</style><body>{body}</body></html>");
    } else if kind == "message/rfc822" {
        body = format!("{}\nMessage-ID: <turn3.x@game.example>\nSubject: within\n\n{body}", any(dice, FROM));
    } else if kind == "message/delivery-status" {
        let status = any(dice, &["5.1.1", "4.2.2", "5.0.0", "2.0.0", "5.7.1 (no)"]);
        let action = any(dice, &["failed", "delayed", "Relayed", "delivered"]);
        body = format!(
            "Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; bert@south.example\nAction: {action}\nStatus: {status}\nDiagnostic-Code: smtp; 550 5.2.1\n  no such user\n"
        );
    }
    let bytes = match dice.usize(..8) {
        0 if kind.contains("iso") || kind.contains("ascii") => body.chars().map(|c| c as u8).collect(),
        1 => {
            head +=
                any(dice, &["Content-Transfer-Encoding: base64\n", "content-transfer-encoding: BASE64 \n"]);
            let coded = data_encoding::BASE64.encode(body.as_bytes());
            coded.as_bytes().chunks(dice.usize(20..77)).flat_map(|line| [line, b"\n"].concat()).collect()
        }
        2 | 3 => {
            head += "Content-Transfer-Encoding: quoted-printable\n";
            quoted_printable(&body, dice).into_bytes()
        }
        _ => body.into_bytes(),
    };
    [head.as_bytes(), b"\n", &bytes].concat()
}

fn quoted_printable(text: &str, dice: &mut Rng) -> String {
    // Some programs leave the sign of equality as it is.
    let is_strict = dice.bool();
    let mut coded = String::new();
    for line in text.lines() {
        let mut width = 0;
        for byte in line.bytes() {
            if width > 70 {
                coded += "=\n";
                width = 0;
            }
            let one = match byte {
                b'=' if is_strict => "=3D".to_owned(),
                b' '..=b'~' => char::from(byte).to_string(),
                _ => format!("={byte:02X}"),
            };
            width += one.len();
            coded += &one;
        }
        coded += "\n";
    }
    coded
}

/// A domain signs for itself and what is below it, unless everybody may have a domain below it.
#[test]
fn every_domain_signs_for_its_own_addresses_alone() {
    const DOMAINS: [&str; 9] = [
        "north.example",
        "mail.north.example",
        "a.mail.north.example",
        "thenorth.example",
        "south.example",
        "example",
        "winter.co.uk",
        "mail.winter.co.uk",
        "co.uk",
    ];
    const SHARED: [&str; 2] = ["example", "co.uk"];
    let mut passed = 0;
    for host in DOMAINS {
        for domain in DOMAINS {
            let (mut host_labels, mut domain_labels) = (host.rsplit('.'), domain.rsplit('.'));
            let is_same_or_below = domain_labels.all(|label| host_labels.next() == Some(label));
            let is_own = host == domain || is_same_or_below && !SHARED.contains(&domain);
            passed += usize::from(is_own);
            let from = Address { name: None, address: format!("anna@{}", host.to_uppercase()) };
            let with = |results: &str| {
                let raw = format!(
                    "Authentication-Results: mx.example; {results}\nReceived: from a by mx.example; x\n\n"
                );
                dkim(raw.as_bytes(), "mx.example", Place::Above, &from)
            };
            let (pass, other) = (Dkim::Pass { domain: domain.into() }, Dkim::Other { domain: domain.into() });
            let one = format!("dkim=pass header.d={domain}");
            assert_eq!(with(&one), if is_own { pass.clone() } else { other.clone() }, "{domain} for {host}");
            // The best of several counts, in whichever order they stand.
            let failed = "dkim=fail header.d=else.example";
            for several in [format!("{failed}; {one}"), format!("{one}; {failed}")] {
                assert_eq!(with(&several), if is_own { pass.clone() } else { other.clone() });
            }
        }
    }
    assert_eq!(passed, 9 + 4, "each for itself, and four for what is below");
}

#[test]
fn mails_drawn_by_chance() {
    let mut scenario = Scenario::new();
    let server = "mx.game.example";
    let (mut documents, mut machines, mut troubles) = (0, 0, 0);
    for line in 0..LINES {
        let mut dice = Rng::with_seed(line);
        let mut said = String::new();
        for _ in 0..EACH {
            let mut raw = Vec::new();
            let sender = if dice.usize(..3) > 0 { FROM[0] } else { any(&mut dice, FROM) };
            raw.extend(format!("{sender}\nTo: <game@game.example>\n").into_bytes());
            for _ in 0..dice.usize(..4) {
                let header = any(&mut dice, HEADERS);
                raw.extend(format!("{header}\n").into_bytes());
            }
            raw.extend(part(&mut dice, 0));
            let letter = read(&raw);
            let found = document(&letter, &KEYS);
            documents += usize::from(found.document.is_ok());
            machines += usize::from(letter.automatic.is_some());
            troubles += usize::from(!letter.troubles.is_empty());
            let from = letter.from.first().cloned().unwrap_or(Address { name: None, address: String::new() });
            let judged = [Place::Above, Place::Below].map(|place| dkim(&raw, server, place, &from));
            said += &format!("{}\n{letter:?}\n{found:?}\n{judged:?}\n\n", String::from_utf8_lossy(&raw));
        }
        outputs::said(&format!("mails {line}"), said);
    }
    let all = EACH * LINES as usize;
    assert!(documents * 3 > all && documents < all, "{documents} of {all} have a document");
    assert!(machines * 10 > all && troubles > 10, "{machines} of machines, {troubles} in trouble");
    scenario.ends(Vec::new);
}
