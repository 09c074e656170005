//! Messages as no good program writes them: double headers, reports in free form, mails within mails.

use super::content::{Automatic, Bounce, Letter, Trouble};

fn read(mail: &str) -> Letter {
    crate::post::read(mail.replace('\n', "\r\n").as_bytes())
}

pub(super) fn bounce(mail: &str) -> Bounce {
    match read(mail).automatic {
        Some(Automatic::Bounce(bounce)) => bounce,
        other => panic!("{other:?}"),
    }
}

fn automatic(headers: &str) -> Option<Automatic> {
    read(&format!("From: anna@example.org\nSubject: hello\n{headers}\nplan: {{bid: 3}}\n")).automatic
}

#[test]
fn of_a_header_that_is_there_twice_the_first_counts() {
    let letter = read(
        "From: a@example.org\nSubject: one\nSubject: two\nMessage-ID: <1@x>\nMessage-ID: <2@x>\n\nhello\n",
    );
    assert_eq!((letter.subject.as_str(), letter.message_id.as_deref()), ("one", Some("1@x")));
}

#[test]
fn two_senders_are_nobody_in_one_line_or_two() {
    for from in ["From: a@example.org\nFrom: b@example.org\n", "From: a@example.org, b@example.org\n"] {
        let letter = read(&format!("{from}Subject: x\n\nhello\n"));
        assert!(letter.sender().is_none(), "{from}");
        assert_eq!(letter.troubles, [Trouble::ManySenders], "{from}");
    }
    // The same one twice is two all the same: which line others have checked nobody knows.
    let letter = read("From: a@example.org\nFrom:\nSubject: x\n\nhello\n");
    assert_eq!(letter.troubles, [Trouble::ManySenders]);
}

#[test]
fn the_line_that_an_mbox_puts_before_a_mail_is_not_part_of_it() {
    let letter =
        read("From anna@example.org Fri Nov 20 10:15:30 2026\nFrom: anna@example.org\nSubject: x\n\nhello\n");
    assert_eq!(
        (letter.sender().unwrap().address.as_str(), letter.subject.as_str()),
        ("anna@example.org", "x")
    );
    assert_eq!(letter.troubles, []);
}

#[test]
fn a_lone_carriage_return_ends_a_line() {
    let letter = crate::post::read(b"From: a@example.org\rSubject: x\r\rplan: {bid: 3}\rfinal: yes\r");
    assert_eq!(letter.subject, "x");
    assert_eq!(letter.parts[0].text.lines().collect::<Vec<_>>(), ["plan: {bid: 3}", "final: yes"]);
}

/// A mail within so many others.
fn within(depth: usize) -> String {
    (0..depth).fold("From: a@example.org\nSubject: inmost\n\nplan: {bid: 3}\n".to_owned(), |mail, level| {
        format!(
            "From: a@example.org\nSubject: {level}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\nContent-Type: text/plain\n\nsee below\n--b{level}\nContent-Type: message/rfc822\n\n{mail}\n--b{level}--\n"
        )
    })
}

#[test]
fn mails_are_read_two_deep_and_no_deeper() {
    let depth = |letter: &Letter| {
        let (mut letter, mut depth) = (letter.clone(), 0);
        while let Some(inner) = letter.enclosed.pop() {
            (letter, depth) = (inner, depth + 1);
        }
        (depth, letter.unread.len())
    };
    assert_eq!(depth(&read(&within(1))), (1, 0));
    assert_eq!(depth(&read(&within(2))), (2, 0));
    assert_eq!(depth(&read(&within(3))), (2, 1));
}

/// What is attached as a message is one; what only has the name of one is, if somebody has sent it.
#[test]
fn an_attached_file_is_a_mail_if_it_has_a_sender() {
    for (kind, from, is_mail) in [
        ("message/rfc822", "From: a@example.org\n", true),
        ("message/rfc822", "", true),
        ("application/octet-stream; name=\"move.eml\"", "From: a@example.org\n", true),
        ("application/octet-stream; name=\"move.eml\"", "", false),
    ] {
        let letter = read(&format!(
            "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nsee below\n--x\nContent-Type: {kind}\nContent-Disposition: attachment; filename=\"move.eml\"\n\n{from}Subject: inner\n\nplan: {{bid: 3}}\n--x--\n"
        ));
        assert_eq!(letter.enclosed.len(), usize::from(is_mail), "{kind} {from}");
    }
}

/// A part in base64 that ends within a group of four was cut off on its way.
#[test]
fn a_part_that_breaks_off_is_told_of() {
    for (code, is_cut) in [
        ("cGxhbjoge2JpZDogM30K", false),
        ("cGxhbjoge2JpZDogM30", true),
        ("cGxhbjoge2JpZDogMzAwfQ==", false),
        ("cGxhbjoge2JpZDogMzAwfQ=", true),
        ("cGxhbjoge2JpZDogM30K\ncGxhbjo=", false),
        ("cGxhbjoge2JpZDogM30K\ncGxhbj", true),
    ] {
        let letter = read(&format!(
            "From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{code}\n"
        ));
        assert_eq!(letter.troubles.contains(&Trouble::Cut), is_cut, "{code}: {:?}", letter.troubles);
    }
}

/// Signatures are kept up to their number and size.
#[test]
fn of_many_signatures_four_are_kept_and_none_that_is_too_large() {
    let part = |size: usize| {
        format!(
            "--x\nContent-Type: application/octet-stream; name=plan.sig\nContent-Disposition: attachment; filename=plan.sig\n\n-----BEGIN SSH SIGNATURE-----\n{}\n-----END SSH SIGNATURE-----\n",
            "U1NIU0lH".repeat(size)
        )
    };
    let kept = |parts: &[String]| {
        let letter = read(&format!(
            "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nplan: {{bid: 3}}\n{}--x--\n",
            parts.concat()
        ));
        letter.signatures.len()
    };
    for (count, is) in [(1, 1), (4, 4), (5, 4), (9, 4)] {
        assert_eq!(kept(&vec![part(4); count]), is, "{count}");
    }
    assert_eq!(kept(&[part(4000), part(4)]), 1, "one is too large");
}

#[test]
fn of_many_attached_mails_eight_are_read() {
    let inner = "--x\nContent-Type: message/rfc822\n\nFrom: a@example.org\nSubject: inner\n\nhello\n";
    let letter = read(&format!(
        "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nsee below\n{}--x--\n",
        inner.repeat(10)
    ));
    assert_eq!((letter.enclosed.len(), letter.unread.len()), (8, 2));
}

#[test]
fn what_programs_say_of_themselves() {
    for headers in
        ["Auto-Submitted: no\n", "List-Unsubscribe: <mailto:x@y>\n", "Return-Path: <a@example.org>\n", ""]
    {
        assert_eq!(automatic(headers), None, "{headers}");
    }
    for (headers, kind) in [
        ("Auto-Submitted: auto-replied\n", Automatic::Reply),
        ("Auto-Submitted: auto-generated\n", Automatic::Generated),
        ("Precedence: bulk\n", Automatic::Bulk),
        ("Precedence: junk\n", Automatic::Bulk),
        (
            "List-Unsubscribe: <mailto:x@y>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n",
            Automatic::Bulk,
        ),
        ("Return-Path: <>\n", Automatic::NullSender),
        ("Return-Path: < >\n", Automatic::NullSender),
    ] {
        assert_eq!(automatic(headers), Some(kind), "{headers}");
    }
    let report = |kind: &str| {
        let mail = format!(
            "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type={kind}; boundary=x\n\n--x\nContent-Type: text/plain\n\nseen\n--x--\n"
        );
        read(&mail).automatic.unwrap()
    };
    assert_eq!(report("disposition-notification"), Automatic::ReadReceipt);
    assert_eq!(report("feedback-report"), Automatic::Generated);
}

const DAEMON: &str =
    "From: MAILER-DAEMON@example.net\nTo: game@example.org\nReturn-Path: <>\nSubject: your mail\n";

#[test]
fn a_report_in_free_form_names_whom_it_is_about() {
    let text = "We could not deliver to <anna@example.org>, nor to <game@example.org>, nor to <anna@example.org>.\nAsk <MAILER-DAEMON@example.net>.\n\nMessage-ID: <report-1@game>\n\n--- Below this line is a copy of the message.\n\nTo: <bert@example.org>\n";
    let found = bounce(&format!("{DAEMON}\n{text}"));
    assert_eq!(found.recipients, ["anna@example.org"]);
    assert_eq!(found.original.as_deref(), Some("report-1@game"));
    assert!(found.failed && !found.standard);
    // Without an empty sender or such a subject it is somebody's mail.
    let other = DAEMON.replace("Return-Path: <>\n", "");
    assert_eq!(read(&format!("{other}\n{text}")).automatic, None);
}

#[test]
fn what_may_still_arrive_has_not_failed() {
    for (line, status, failed) in [
        ("<anna@example.org>: 550 5.1.1 no such user", "5.1.1", true),
        ("<anna@example.org>: 452 4.2.2 mailbox full", "4.2.2", false),
        ("<anna@example.org>: user unknown", "5.1.1", true),
    ] {
        let found = bounce(&format!("{DAEMON}\n{line}\n"));
        assert_eq!((found.status.as_deref(), found.failed), (Some(status), failed), "{line}");
    }
    // Other words say nothing of the address.
    for line in
        ["<anna@example.org>: mailbox full", "<anna@example.org>: refused by policy", "<anna@example.org>"]
    {
        let found = bounce(&format!("{DAEMON}\n{line}\n"));
        assert_eq!((found.status.as_deref(), found.is_of_the_address()), (None, false), "{line}");
    }
}

fn standard(fields: &str) -> Bounce {
    bounce(&format!(
        "{DAEMON}MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\n\n--x\nContent-Type: text/plain\n\nsee below\n--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.net\n\nFinal-Recipient: rfc822; Anna@example.org\nOriginal-Recipient: rfc822; anna@example.org\n{fields}\n--x--\n"
    ))
}

#[test]
fn a_standard_report_is_believed_as_to_what_it_says() {
    let delayed = standard("Action: delayed\nStatus: 5.1.1\n");
    assert!(!delayed.failed && !delayed.is_of_the_address());
    let failed = standard("Action: failed\nStatus: 5.1.1\n");
    assert!(failed.failed && failed.is_of_the_address());
    assert_eq!(failed.recipients, ["anna@example.org"], "once");
    // A sum says less than what the other server said.
    let summed =
        standard("Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 5.7.1 refused by policy\n");
    assert_eq!((summed.status.as_deref(), summed.is_of_the_address()), (Some("5.7.1"), false));
    let exact =
        standard("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.7.1 refused by policy\n");
    assert_eq!(exact.status.as_deref(), Some("5.1.1"));
}

#[test]
fn what_answers_by_itself_is_known_by_its_headers_and_its_subject() {
    for (headers, kind) in [
        ("X-Autoreply: yes\n", Automatic::Reply),
        ("x-auto-reply-from: anna@example.org\n", Automatic::Reply),
        ("Auto-Submitted: auto-replied (vacation)\n", Automatic::Reply),
        ("Precedence: auto_reply\n", Automatic::Reply),
        ("X-MS-Exchange-Generated-Message-Source: rule\n", Automatic::Generated),
        ("List-Id: <players.example.org>\n", Automatic::List("<players.example.org>".into())),
        ("List-Post: <mailto:p@example.org>\nList-Id: players\n", Automatic::List("players".into())),
        ("List-Id: players\nList-Post: <mailto:p@example.org>\n", Automatic::List("players".into())),
        ("Precedence: list\n", Automatic::List(String::new())),
        // Who answers by himself answers whatever else he is.
        ("X-Autoreply: yes\nAuto-Submitted: auto-generated\nList-Id: players\n", Automatic::Reply),
        ("Auto-Submitted: auto-generated\nList-Id: players\n", Automatic::Generated),
    ] {
        assert_eq!(automatic(headers), Some(kind), "{headers}");
    }
    for (headers, kind) in [
        ("X-Mailer: Example Autoresponder 2\n", Automatic::Reply),
        ("X-Failed-Recipients: bert@example.org\n", Automatic::Generated),
    ] {
        assert_eq!(automatic(headers), Some(kind), "{headers}");
    }
    for headers in [
        "X-Mailer: Example Mail 2\n",
        "X-Notes: from the vacation, no autoresponder\n",
        "X-Autorespond-Not: yes\n",
        "Precedence: normal\n",
        "List-Help: <mailto:x@y>\n",
    ] {
        assert_eq!(automatic(headers), None, "{headers}");
    }
    let subject =
        |subject: &str| read(&format!("From: a@example.org\nSubject: {subject}\n\nhello\n")).automatic;
    for known in [
        "Out of Office: my move",
        "Automatische Antwort: Zug 3",
        "Anna is out of the office until Monday",
        "Respuesta automática",
        "Réponse automatique",
    ] {
        assert_eq!(subject(known), Some(Automatic::Reply), "{known}");
    }
    for own in ["Re: Out of office: my move", "my move", "I am out of the office"] {
        assert_eq!(subject(own), None, "{own}");
    }
}

#[test]
fn a_mail_server_is_known_by_its_name_and_believed_by_what_it_says() {
    let from = |from: &str, more: &str| {
        read(&format!("From: {from}\nTo: game@example.org\n{more}\n<anna@example.org>: 5.1.1\n")).automatic
    };
    let is_bounce = |automatic: Option<Automatic>| matches!(automatic, Some(Automatic::Bounce(_)));
    for daemon in [
        "MAILER-DAEMON@example.net",
        "Postmaster <postmaster@example.net>",
        "MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.net",
        "MAILER-DAEMON <>",
        "Mail Delivery System",
    ] {
        assert!(is_bounce(from(daemon, "Subject: Returned mail: see transcript\n")), "{daemon}");
        assert!(is_bounce(from(daemon, "Return-Path: <>\nSubject: hello\n")), "{daemon}");
        assert!(!is_bounce(from(daemon, "Return-Path: <a@example.net>\nSubject: hello\n")), "{daemon}");
    }
    for person in ["anna@example.org", "postmaster.anna@example.org"] {
        assert_eq!(from(person, "Subject: Undeliverable: my move\n"), None, "{person}");
    }
    let found =
        bounce(&format!("{DAEMON}X-Failed-Recipients: bert@example.org, Carl@Example.org\n\n550 5.1.1\n"));
    assert_eq!(found.recipients, ["bert@example.org", "carl@example.org"]);
}

#[test]
fn addresses_that_nobody_reads_are_known() {
    for unread in [
        "no-reply@example.org",
        "NoReply+7@example.org",
        "anna.donotreply@example.org",
        "ne-pas-repondre@example.fr",
        "Mailer-Daemon@example.org",
        "postmaster@example.org",
        "players-request@example.org",
        "players-bounces@example.org",
        "players-owner@example.org",
        "owner-players@example.org",
        "bounces+77@example.org",
        "bounce+77@example.org",
        "bounce-77@example.org",
        "nicht-antworten@example.de",
        "keine-antwort@example.de",
        "noresponder@example.es",
        "majordomo@example.org",
        "@example.org",
        "",
    ] {
        assert!(crate::post::is_unread(unread), "{unread}");
    }
    for read in [
        "anna@example.org",
        "anna@noreply.example.org",
        "the-postmaster-general@example.org",
        "requests@example.org",
        "bounces@example.org",
        "bouncer@example.org",
        "owner@example.org",
    ] {
        assert!(!crate::post::is_unread(read), "{read}");
    }
}

#[test]
fn text_that_is_not_in_the_charset_it_claims_is_read_all_the_same() {
    let text = |charset: &str, letter: &str| {
        let letter = read(&format!(
            "From: anna@example.org\nContent-Type: text/plain; charset={charset}\n\
             Content-Transfer-Encoding: quoted-printable\n\nx = Z{letter}rich\n"
        ));
        letter.parts.first().map(|part| part.text.trim_end().to_owned())
    };
    for charset in ["utf-8", "us-ascii", "iso-8859-1"] {
        assert_eq!(text(charset, "=FC").as_deref(), Some("x = Z\u{fc}rich"), "{charset}");
    }
    for charset in ["utf-8", "us-ascii"] {
        assert_eq!(text(charset, "=C3=BC").as_deref(), Some("x = Z\u{fc}rich"), "{charset}");
    }
}
