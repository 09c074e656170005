//! `key`, and that no key stands where it should not.

use super::world::*;
use ravenpost::seal::SeatKey;
use std::fs;
use std::path::Path;

/// What looks like a key in a text, hyphens or not.
fn has(text: &str, key: &str) -> bool {
    let bare = |text: &str| text.replace(['-', '\r', '\n', '=', ' ', '>'], "").to_uppercase();
    bare(text).contains(&bare(key))
}

#[test]
fn a_seats_key_is_renewed_and_never_shown() {
    let world = World::begun(&[]);
    let old = world.key("stark");
    let told = world.run(&["key", "c", "stark"]);
    told.says(0, &["stark: key number 1 is in use"]);
    let told = world.run(&["key", "c", "stark", "--new", "--at", SOON]);
    told.says(
        0,
        &["Key number 2 replaces it when the player first uses it", "The next `ravenpost tick` mails"],
    );
    world.tick(SOON).says(0, &["1 message sent"]);
    let notice = world.last("anna");
    holds(&notice, &["Stark has a new key"]);
    let text = words(&notice);
    let new = text.split("\"key: ").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert!(SeatKey::parse(&new).is_ok() && new != old);
    assert!(!has(&told.out, &new) && !has(&world.read("c/ledger.jsonl"), &new));
    world.run(&["key", "c", "stark", "--now"]).says(2, &["--now works only with --new"]);
    world.run(&["key", "c", "tully", "--new"]).says(2, &["there is no seat “tully”", "stark", "gm"]);
    let status = world.run(&["key", "c", "stark", "--json"]).json();
    assert_eq!(status, serde_json::json!({"of": "stark", "number": 1, "waits": 2, "key": null}));
    let gm = world.run(&["key", "c", "gm"]);
    gm.says(0, &["Your key for this campaign, number 1:"]);
    world.is_sound();
}

/// All files below a folder with what is in them.
fn files(dir: &Path, all: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files(&path, all),
            false => {
                let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
                all.push((path.display().to_string(), text));
            }
        }
    }
}

#[test]
fn no_key_stands_anywhere_but_in_its_seats_own_mails_and_among_the_secrets() {
    let world = World::begun(&[STEADY]);
    let seats = ["stark", "lannister", "baratheon"];
    // Keys where they do not belong: in the subject, in press, in a wrong place of the plan, in a question.
    let key = world.key("stark");
    let press = format!(
        "press: {{to: all, text: \"my key is {key}, do not tell\"}}\nask: [status, new key, {key}]\nplan: {{orders: {{{key}: raid}}}}\n"
    );
    world.submit("stark", &press, SOON);
    let subject = String::from_utf8(world.plain("anna", &format!("key: {key}\n{STARK}"))).unwrap();
    world.hand(subject.replace("My orders", &format!("Re: {key}")).as_bytes(), SOON).says(0, &[]);
    // The same key from elsewhere, and a slip of it.
    world.hand(&world.plain("eve", &format!("key: {key}\n")), SOON).says(0, &[]);
    let slip = format!("{}{}", if key.starts_with('7') { '8' } else { '7' }, &key[1..]);
    world.submit(
        "lannister",
        &format!("press: {{to: all, text: \"{slip}\"}}\n{LANNISTER}final: yes\n"),
        SOON,
    );
    let mut said = String::new();
    for args in [
        vec!["status", "c"],
        vec!["inbox", "c", "--json"],
        vec!["history", "c"],
        vec!["preview", "c"],
        vec!["doctor", "c"],
        vec!["-vvv", "tick", "c", "--now", SOON],
        vec!["key", "c", "stark"],
    ] {
        let ran = world.run(&args);
        said += &(ran.out + &ran.err);
    }
    let mut all = Vec::new();
    files(&world.path("c"), &mut all);
    let gm = world.run(&["key", "c", "gm", "--json"]).json()["key"].as_str().unwrap().to_owned();
    let notice = world.sent().into_iter().find(|mail| mail.subject.contains("A new key")).unwrap();
    let newer = words(&notice).split("\"key: ").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let keys = [(player("stark"), newer), ("maria", gm), ("anna", slip)].into_iter();
    let keys = keys.chain(seats.map(|seat| (player(seat), world.key(seat))));
    for (who, key) in keys {
        assert!(!has(&said, &key), "the key of {who} in what was printed");
        for (path, text) in &all {
            let is_secrets = path.ends_with("secrets.yaml");
            let came = path.contains("/mail/in/");
            let own = path.contains("/mail/out/") && text.contains(&format!("To: {who}"))
                || text.contains(&format!("<{who}@x.example>")) && path.contains("/mail/out/");
            assert!(is_secrets || came || own || !has(text, &key), "the key of {who} in {path}");
        }
    }
}

#[test]
fn trouble_that_lasts_is_told_by_cron_once_a_day() {
    let world = World::begun(&[]);
    let quiet = |now: &str| world.run(&["tick", "-q", "c", "--now", now]);
    let good = world.read("c/campaign.yaml");
    world.edit("c/campaign.yaml", "pace: ask\n", "pace: fast\n");
    quiet("2026-09-01T12:30:00Z").says(3, &["“fast” is none of"]);
    quiet("2026-09-01T12:35:00Z").is(3, "", "");
    // Who looks is told all the same; other trouble is news; and a day later it is said again.
    world.run(&["tick", "c", "--now", "2026-09-01T12:36:00Z"]).says(3, &["“fast” is none of"]);
    world.edit("c/campaign.yaml", "pace: fast\n", "pace: slow\n");
    quiet("2026-09-01T12:40:00Z").says(3, &["“slow” is none of"]);
    quiet("2026-09-02T12:39:00Z").is(3, "", "");
    quiet("2026-09-02T12:41:00Z").says(3, &["“slow” is none of"]);
    // What is mended and breaks again is news.
    world.write("c/campaign.yaml", &good);
    assert_ne!(quiet("2026-09-02T12:45:00Z").code, 3);
    world.edit("c/campaign.yaml", "pace: ask\n", "pace: slow\n");
    quiet("2026-09-02T12:50:00Z").says(3, &["“slow” is none of"]);
}
