//! Mails that we send.

use chrono::{DateTime, Utc};
use mail_parser::{MessageParser, MimeHeaders};
use ravenpost::post::{
    Address, Attachment, AutoSubmitted, Automatic, MailSink, Outgoing, SendmailSink, SmtpSettings, SmtpSink,
    Tls, Unsendable, read,
};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;

fn mail() -> Outgoing {
    Outgoing {
        message_id: "turn3.stark.ab12@ravenpost.example".into(),
        date: "2026-11-20T09:00:00Z".parse::<DateTime<Utc>>().unwrap(),
        from: Address::new("gm@ravenpost.example").named("Ravenpost"),
        to: vec![Address::new("anna@north.example").named("Anna Schnee, Wächterin des Nordens")],
        reply_to: Some(Address::new("orders@ravenpost.example")),
        return_path: None,
        subject: "westeros-7: Zug 3 – Pläne bis Montag".into(),
        in_reply_to: Some("mail1@north.example".into()),
        references: vec!["turn2.stark.cd34@ravenpost.example".into(), "mail1@north.example".into()],
        text: format!(
            "Grüße\n\nplan:\n  orders: {{Winterfell: hold}}\n\n-- \n{}\n.\nFrom here\n",
            "x".repeat(2000)
        ),
        html: Some("<p>Grüße</p>".into()),
        attachments: vec![
            Attachment {
                name: "karte ä.png".into(),
                mime: "image/png".into(),
                bytes: (0..=255).collect(),
                inline: None,
            },
            Attachment {
                name: "state.yaml".into(),
                mime: "application/yaml".into(),
                bytes: b"a: 1\nb: 2\r\n".to_vec(),
                inline: None,
            },
        ],
        auto_submitted: AutoSubmitted::Replied,
        mark: "westeros-7".into(),
    }
}

#[test]
fn what_is_sent_is_read_again() {
    let bytes = mail().to_bytes().unwrap();
    assert!(bytes.is_ascii());
    assert!(
        bytes
            .split(|byte| *byte == b'\n')
            .all(|line| line.len() <= 999 && (line.is_empty() || line.ends_with(b"\r")))
    );
    let letter = read(&bytes);
    assert_eq!(letter.from, [mail().from]);
    assert_eq!(letter.to, mail().to);
    assert_eq!(letter.reply_to, [mail().reply_to.unwrap()]);
    assert_eq!(letter.subject, mail().subject);
    assert_eq!(letter.message_id, Some(mail().message_id));
    assert_eq!(letter.in_reply_to, ["mail1@north.example"]);
    assert_eq!(letter.references, mail().references);
    assert_eq!(letter.date, Some(mail().date));
    assert_eq!(letter.automatic, Some(Automatic::Ours));
    assert_eq!(letter.mark.as_deref(), Some("westeros-7"));
    assert_eq!(letter.parts[0].text, mail().text);
    // The HTML of a machine's mail is not read; that it is there, its reader sees.
    assert_eq!(letter.parts.len(), 2);
    assert_eq!(letter.unread, ["karte ä.png"]);
    let message = MessageParser::new().with_minimal_headers().parse(&bytes).unwrap();
    assert!(message.html_bodies().any(|part| part.is_text_html()));
    let files: Vec<(&str, &[u8])> =
        message.attachments().map(|part| (part.attachment_name().unwrap(), part.contents())).collect();
    assert_eq!(files[0], ("karte ä.png", mail().attachments[0].bytes.as_slice()));
    assert_eq!(files[1], ("state.yaml", mail().attachments[1].bytes.as_slice()), "byte for byte");
}

#[test]
fn the_same_mail_is_the_same_bytes() {
    assert_eq!(mail().to_bytes().unwrap(), mail().to_bytes().unwrap());
    let mut other = mail();
    other.message_id = "other@ravenpost.example".into();
    let boundary = |mail: &Outgoing| {
        let text = String::from_utf8(mail.to_bytes().unwrap()).unwrap();
        text.split("boundary=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    assert_ne!(boundary(&mail()), boundary(&other));
}

#[test]
fn names_and_subjects_cannot_break_out() {
    let mut mail = mail();
    mail.subject = "Hi\r\nBcc: evil@x.example\r\n\r\nbody".into();
    mail.from.name = Some("GM\r\nBcc: evil@x.example\u{0}\u{202E}".into());
    mail.mark = "a\r\nBcc: evil@x.example".into();
    mail.in_reply_to = Some("a\r\nBcc: evil@x.example>".into());
    mail.references = vec!["b c\r\nBcc: evil@x.example".into()];
    mail.attachments[0].name = "../../x\r\nBcc: evil@x.example\".png".into();
    let letter = read(&mail.to_bytes().unwrap());
    let text = String::from_utf8(mail.to_bytes().unwrap()).unwrap();
    assert!(!text.lines().any(|line| line.to_lowercase().starts_with("bcc:")), "{text}");
    assert_eq!(letter.subject, "Hi Bcc: evil@x.example body");
    assert_eq!(letter.parts.len(), 2);
}

#[test]
fn what_cannot_be_sent_is_told() {
    let mut wrong = mail();
    wrong.to[0].address = "nobody at all".into();
    assert_eq!(wrong.to_bytes(), Err(Unsendable::Address("nobody at all".into())));
    wrong.to.clear();
    assert!(matches!(wrong.to_bytes(), Err(Unsendable::Nobody(_))));
    let mut wrong = mail();
    wrong.attachments[0].mime = "no kind".into();
    assert!(matches!(wrong.to_bytes(), Err(Unsendable::Kind(_))));
}

#[test]
fn plain_mails_stay_plain() {
    let mail = Outgoing { html: None, attachments: Vec::new(), ..mail() };
    let letter = read(&mail.to_bytes().unwrap());
    assert_eq!(letter.parts.len(), 1);
    // A mail that is one text gets an empty line at its end.
    assert_eq!(letter.parts[0].text.trim_end(), mail.text.trim_end());
}

#[test]
fn sendmail_tells_why_it_refused() {
    let dir = tempfile::tempdir().unwrap();
    let program = |name: &str, script: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
        SendmailSink::new(path)
    };
    let out = dir.path().join("out");
    let big = Outgoing { text: "x\n".repeat(200_000), ..mail() };
    program("good", &format!("echo \"$@\" > {0}.args; cat > {0}", out.display())).send(&mail()).unwrap();
    let args = std::fs::read_to_string(out.with_extension("args")).unwrap();
    assert_eq!(args, "-i -f gm@ravenpost.example -- anna@north.example\n");
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(!text.contains('\r') && text.contains("X-Ravenpost: westeros-7\n"));
    let error = program("refusing", "echo no such user >&2; exit 67").send(&big).unwrap_err();
    assert!(error.permanent && error.words.contains("no such user"), "{error:?}");
    let error = program("busy", "echo try later >&2; exit 75").send(&big).unwrap_err();
    assert!(!error.permanent && error.words.contains("try later"), "{error:?}");
    let error = SendmailSink::new(dir.path().join("none")).send(&mail()).unwrap_err();
    assert!(!error.permanent && error.words.contains("cannot run"), "{error:?}");
}

/// A mail server on this machine that says what it is told to after `RCPT TO` and keeps what it got.
fn server(answer: &'static str) -> (u16, std::thread::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let serve = move || {
        let (stream, _) = listener.accept().unwrap();
        let mut out = stream.try_clone().unwrap();
        let mut got = String::new();
        let mut in_data = false;
        out.write_all(b"220 test\r\n").unwrap();
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { break };
            let reply = match line.split(' ').next().unwrap_or_default() {
                "." if in_data => {
                    in_data = false;
                    "250 kept"
                }
                _ if in_data => "",
                "EHLO" => "250-test\r\n250 AUTH PLAIN",
                "AUTH" => "235 welcome",
                "RCPT" => answer,
                "DATA" => {
                    in_data = true;
                    "354 go on"
                }
                "QUIT" => "221 bye",
                _ => "250 fine",
            };
            got.push_str(&line);
            got.push('\n');
            if !reply.is_empty() && out.write_all(format!("{reply}\r\n").as_bytes()).is_err() {
                break;
            }
        }
        got
    };
    (port, std::thread::spawn(serve))
}

fn sink(port: u16) -> SmtpSink {
    let settings = SmtpSettings {
        host: "127.0.0.1".into(),
        port: Some(port),
        tls: Tls::None,
        user: Some("gm".into()),
        password_from: None,
        token_from: None,
        ca_file: None,
    };
    SmtpSink::new(&settings, Some("secret".into()), None).unwrap()
}

fn send_to(port: u16) -> Result<(), ravenpost::post::SendError> {
    sink(port).send(&mail())
}

#[test]
fn a_server_takes_mails() {
    let (port, server) = server("250 fine");
    let mut sink = sink(port);
    sink.send(&mail()).unwrap();
    sink.send(&mail()).unwrap();
    drop(sink);
    let got = server.join().unwrap();
    assert_eq!(got.matches("MAIL FROM").count(), 2, "two mails on one connection");
    assert_eq!(got.matches("EHLO").count(), 1);
    assert!(got.ends_with("QUIT\n"), "{got}");
    assert!(
        got.contains("MAIL FROM:<gm@ravenpost.example>") && got.contains("RCPT TO:<anna@north.example>"),
        "{got}"
    );
    assert!(got.contains("\nX-Ravenpost: westeros-7\n"), "{got}");
}

#[test]
fn a_server_refuses_for_ever_or_for_now() {
    let (port, _server) = server("550 5.1.1 no such user");
    let error = send_to(port).unwrap_err();
    assert!(error.permanent && error.words.contains("no such user"), "{error:?}");
    let (port, _server) = server("451 4.7.1 greylisted");
    let error = send_to(port).unwrap_err();
    assert!(!error.permanent && error.words.contains("greylisted"), "{error:?}");
    let (port, _server) = server("530 5.7.0 authentication required");
    assert!(!send_to(port).unwrap_err().permanent, "the login is wrong, not the mail");
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    assert!(!send_to(closed).unwrap_err().permanent, "nobody there: later perhaps");
}
