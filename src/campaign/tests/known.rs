//! That a first look at a mail never takes for a stranger's what a whole reading would not.

use crate::campaign::intake::quotation;
use crate::campaign::intake::reading::sections;
use crate::campaign::intake::senders::Sieve;
use crate::campaign::intake::speaker::{Speaker, speaker};
use crate::campaign::intake::stand_in;
use crate::campaign::tests::world::World;
use crate::campaign::{Campaign, Engine};
use crate::plan;
use crate::post::{Collected, Handle, Letter, Quoting, document, read_collected};
use std::fs;
use std::path::Path;

/// What stands for a key and for a mail of ours in the mails of `tests/mail`.
const KEY: &str = "7Q2M-KX4D-0VWN-33TB";
const ANSWERED: &str = "turn3.stark.ab12@ravenpost.example";

fn samples() -> Vec<String> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut paths: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "eml"));
    paths.sort();
    // Each byte as the character of its number, and back: whatever the mail is written in, it stays what it is.
    paths.iter().map(|path| fs::read(path).unwrap().into_iter().map(char::from).collect()).collect()
}

fn collected(campaign: &Campaign, text: &str) -> Collected {
    let raw: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let size = raw.len() as u64;
    Collected { handle: Handle("1".to_owned()), raw, size, received: campaign.record.at }
}

/// The letter that was sorted out at a first look; checks that it would have come to the same when read as a whole.
fn sorted_out(campaign: &Campaign, text: &str) -> Option<Letter> {
    let mail = collected(campaign, text);
    let engine = Engine::of(campaign, campaign.record.at).unwrap();
    let at_once = Sieve::default().of_nobody(&engine, &mail)?;
    let whole = read_collected(&mail);
    assert_eq!(at_once.automatic, whole.automatic, "{text}");
    let heads =
        |letter: &Letter| (letter.from.clone(), letter.message_id.clone(), letter.in_reply_to.clone());
    assert_eq!(heads(&at_once), heads(&whole), "{text}");
    if at_once.automatic.is_none() {
        let of = quotation::expected(&engine, &whole);
        let is_key = |text: &str| quotation::is_key_of(&engine, &of, text);
        let quoting = Quoting { is_key: &is_key, is_unfilled: &|_| false, answers: false };
        let found = document(&whole, plan::KEYS, quoting);
        let written = found.document.as_ref().map(|document| document.text.as_str()).unwrap_or_default();
        let envelope =
            sections(&found, written, &engine.rules.referee.seats(), (Default::default(), None)).envelope;
        let key = envelope.document.key.as_ref().map(|key| &key.value);
        assert_eq!(speaker(&engine, &whole, key), Speaker::Nobody, "{text}");
        assert_eq!(stand_in::speaks_for(&engine, &whole, key, mail.received), None, "{text}");
    }
    Some(at_once)
}

#[test]
fn a_first_look_says_what_a_whole_reading_says() {
    let world = World::new();
    let campaign = world.campaign();
    let key = world.key("ash");
    let answered = world.find("opening", "anna").pop().unwrap().id().to_owned();
    let (mut sorted, mut keyed, mut answers) = (0, 0, 0);
    for sample in samples() {
        sorted +=
            usize::from(sorted_out(&campaign, &sample).is_some_and(|letter| letter.automatic.is_none()));
        // With what speaks for a seat no letter is a stranger's, if it is not a machine's.
        let with_key = sample.replace(KEY, &key);
        if with_key != sample {
            keyed += 1;
            let letter = sorted_out(&campaign, &with_key);
            let hidden = read_collected(&collected(&campaign, &with_key));
            let is_seen = hidden.parts.iter().any(|part| part.text.contains(&key));
            assert!(letter.is_none_or(|letter| letter.automatic.is_some() || !is_seen), "{sample}");
        }
        let with_answer = sample.replace(ANSWERED, &answered);
        if with_answer != sample {
            answers += 1;
            let is_sorted = sorted_out(&campaign, &with_answer);
            let is_answer = |letter: &Letter| {
                letter.automatic.is_none()
                    && letter.in_reply_to.iter().chain(&letter.references).any(|id| *id == answered)
            };
            assert!(!is_sorted.is_some_and(|letter| is_answer(&letter)), "{sample}");
        }
        for address in ["anna@example.org", "Bert@Example.org", "maria@example.org"] {
            sorted_out(&campaign, &sample.replace("anna@north.example", address));
        }
    }
    assert!(sorted > 150 && keyed > 50 && answers > 150, "{sorted} {keyed} {answers}");
}

#[test]
fn a_key_is_seen_wherever_it_stands() {
    let world = World::new();
    let campaign = world.campaign();
    let key = world.key("birch");
    let spaced = key.replace('-', " ").to_lowercase();
    let wide: String = key.chars().map(|c| char::from_u32(c as u32 + 0xFEE0).unwrap()).collect();
    let wide: String = format!("key：{wide}").bytes().map(char::from).collect();
    let html = key.replace('-', "</b>-<b>");
    let bodies = [
        format!("Content-Type: text/plain\n\nkey: {key}\nplan: {{bid: 1}}\n"),
        format!("Content-Type: text/plain\n\nkey: {spaced}\nplan: {{bid: 1}}\n"),
        format!("Content-Type: text/plain; charset=utf-8\n\n{wide}\nplan: {{bid: 1}}\n"),
        format!("Content-Type: text/html\n\n<p>key: <b>{html}</b></p><p>plan: {{bid: 1}}</p>\n"),
        format!(
            "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n{}\n",
            data_encoding::BASE64.encode(format!("key: {key}\n").as_bytes())
        ),
        format!(
            "Content-Type: application/octet-stream; name=plan.yaml\nContent-Disposition: attachment; filename=plan.yaml\n\nkey: {key}\n"
        ),
    ];
    for body in bodies {
        let mail = format!("From: <new@example.net>\nMessage-ID: <x@example.net>\nMIME-Version: 1.0\n{body}");
        assert_eq!(sorted_out(&campaign, &mail), None, "{mail}");
        let other = mail.replace("new@example.net", "anna@example.org").replace(&key, "nothing");
        assert_eq!(sorted_out(&campaign, &other), None, "from an address of a seat: {other}");
    }
    let stranger = "From: <new@example.net>\nMessage-ID: <x@example.net>\n\nplan: {bid: 1}\n";
    assert!(sorted_out(&campaign, stranger).is_some());
}
