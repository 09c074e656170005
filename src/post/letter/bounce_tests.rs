//! Reports of failure: what is read of them in whichever form they come.

use super::content::Bounce;
use super::tests::bounce;

/// The status of a line in the middle of a report: three numbers, the first a 4 or a 5.
#[test]
fn a_status_is_three_numbers_of_at_most_three_digits() {
    for (line, status) in [
        ("550 5.1.1 no", Some("5.1.1")),
        ("(#5.1.1)", Some("5.1.1")),
        ("<4.2.2>", Some("4.2.2")),
        ("5.123.123", Some("5.123.123")),
        ("5.1234.1", None),
        ("5..1", None),
        ("5.1", None),
        ("5.1.1.1", None),
        ("6.1.1", None),
        ("5.1.x", None),
        ("no such user here", Some("5.1.1")),
        ("no such user here, 4.7.1", Some("4.7.1")),
        ("nothing", None),
    ] {
        let report = bounce(&format!(
            "Return-Path: <>\nFrom: MAILER-DAEMON@x.example\nTo: gm@example.org\nSubject: failure\n\nSorry.\n{line}\n"
        ));
        assert_eq!((report.status.as_deref(), report.standard), (status, false), "{line}");
        assert_eq!(report.failed, status.is_none_or(|status| status.starts_with('5')), "{line}");
    }
}

/// Addresses stand in angle brackets above the copy of the message; the first status counts, and so does the first id.
#[test]
fn a_report_in_free_form_is_read_down_to_the_copy() {
    let many: String = (0..25).map(|n| format!("<a{n}@x.example>\n")).collect();
    for (text, recipients, original) in [
        ("<a@x.example> and <b@x.example>", vec!["a@x.example", "b@x.example"], None),
        ("<a@x.example> and again <A@X.example>", vec!["a@x.example"], None),
        ("<not an@address> <nor this>", vec![], None),
        ("<gm@example.org> <mailer-daemon@x.example> <a@x.example>", vec!["a@x.example"], None),
        ("Message-ID: <1@x.example>\n<a@x.example>", vec!["a@x.example"], Some("1@x.example")),
        ("> Message-Id: <1@x.example>\nMessage-ID: <2@x.example>", vec!["1@x.example"], Some("1@x.example")),
        ("<a@x.example>\n--- below is a copy of the message\n<b@x.example>", vec!["a@x.example"], None),
        ("<a@x.example>\n--- what else\n<b@x.example>", vec!["a@x.example", "b@x.example"], None),
        ("<a@x.example>\na copy of the message\n<b@x.example>", vec!["a@x.example", "b@x.example"], None),
    ] {
        let report = bounce(&format!(
            "Return-Path: <>\nFrom: MAILER-DAEMON@x.example\nTo: gm@example.org\nSubject: failure\n\n{text}\n"
        ));
        assert_eq!(
            (report.recipients, report.original.as_deref()),
            (recipients.iter().map(|one| (*one).to_owned()).collect(), original),
            "{text}"
        );
    }
    let report = bounce(&format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@x.example\nTo: gm@example.org\nSubject: failure\n\n{many}"
    ));
    assert_eq!(
        (report.recipients.len(), report.recipients.last().map(String::as_str)),
        (20, Some("a19@x.example"))
    );
}

/// A report whose parts are a status and what came back, in one form or another.
fn reported(status: &str, back: &str) -> Bounce {
    bounce(&format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@x.example\nTo: gm@example.org\nSubject: failure\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nMessage-ID: <0@x.example>\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x.example\n\n{status}\n\n--b\n{back}\n--b--\n"
    ))
}

#[test]
fn what_comes_back_is_named_by_its_headers_in_whichever_part_they_are() {
    for (back, id) in [
        (
            "Content-Type: message/rfc822\n\nMessage-ID: <1@x.example>\nSubject: x\n\nhello\n",
            Some("1@x.example"),
        ),
        (
            "Content-Type: text/rfc822-headers\n\nSubject: x\nMessage-ID:\n <2@x.example>\n",
            Some("2@x.example"),
        ),
        (
            "Content-Type: message/rfc822-headers\n\nMessage-ID: <3@x.example>\nSubject: x\n",
            Some("3@x.example"),
        ),
        ("Content-Type: text/plain\n\nMessage-ID: <4@x.example>\n", None),
    ] {
        let report = reported("Final-Recipient: rfc822; a@x.example\nAction: failed\nStatus: 5.1.1", back);
        assert_eq!(report.original.as_deref(), id, "{back}");
    }
}

#[test]
fn of_a_standard_report_the_first_status_counts_and_a_general_one_gives_way() {
    for (status, is, failed) in [
        ("Status: 5.1.1\nStatus: 4.2.2", Some("5.1.1"), true),
        ("Status: 4.2.2\nStatus: 5.1.1", Some("4.2.2"), false),
        (
            "Status: 5.0.0\nDiagnostic-Code: smtp; 550 5.1.1 gone\nDiagnostic-Code: smtp; 5.2.2",
            Some("5.1.1"),
            true,
        ),
        ("Status: 5.0.0\nDiagnostic-Code: smtp; 550 user unknown", Some("5.1.1"), true),
        ("Status: 5.0.0\nDiagnostic-Code: smtp; 550 what", Some("5.0.0"), true),
        ("Status: 5.7.1\nDiagnostic-Code: smtp; 550 5.1.1", Some("5.7.1"), true),
        ("Diagnostic-Code: smtp; 450 4.2.2", Some("4.2.2"), false),
        ("Action: failed\nStatus: 4.4.7", Some("4.4.7"), true),
        ("Action: delayed\nAction: failed\nStatus: 5.1.1", Some("5.1.1"), false),
        ("Action: expanded\nStatus: 5.1.1", Some("5.1.1"), false),
        ("X-Other: 5.1.1", None, true),
    ] {
        let report = reported(
            &format!(
                "Final-Recipient: rfc822; A@x.example\nOriginal-Recipient: rfc822; <a@x.example>\n{status}"
            ),
            "Content-Type: text/plain\n\nhello\n",
        );
        assert_eq!(
            (report.status.as_deref(), report.failed, report.standard),
            (is, failed, true),
            "{status}"
        );
        assert_eq!(report.recipients, ["a@x.example"], "{status}");
        let is_gone = failed && is.is_some_and(|is| is.starts_with("5.1."));
        assert_eq!(report.is_of_the_address(), is_gone, "{status}");
    }
}

/// Which statuses say that nobody is there.
#[test]
fn only_an_address_that_takes_nothing_is_out_of_reach() {
    for (status, is) in [
        ("5.1.1", true),
        ("5.1.10", true),
        ("5.2.1", true),
        ("5.2.2", true),
        ("5.2.3", false),
        ("5.3.4", false),
        ("5.7.1", false),
        ("4.1.1", false),
        ("5.11.1", false),
        ("5.22.2", false),
    ] {
        let with = |failed| Bounce { status: Some(status.to_owned()), failed, ..Bounce::default() };
        assert_eq!(
            (with(true).is_of_the_address(), with(false).is_of_the_address()),
            (is, false),
            "{status}"
        );
    }
    assert!(!Bounce { failed: true, ..Bounce::default() }.is_of_the_address());
}
