//! Living together: stand-ins and other absences, the rehearsal, observers, anonymous seats.

use crate::campaign::state::entries::Meanwhile;
use crate::campaign::tests::world::{Sent, World, YAML, all_bid};
use crate::campaign::verify;
use crate::ledger::Kind;
use chrono::TimeDelta;
use serde_json::json;

fn gm(world: &mut World, body: &str) {
    let key = world.key("gm");
    world.mail("maria@example.org", "", &format!("key: {key}\n{body}"));
    world.tick();
}

/// The key in a mail, as the test's words put it.
pub(super) fn key_of(mail: &Sent) -> String {
    mail.text.lines().find_map(|line| line.strip_prefix("Your key: ")).unwrap().to_owned()
}

#[test]
fn somebody_stands_in_for_a_player_with_a_key_of_his_own_and_for_the_time_alone() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.write("cedar", "absent: {from: 2026-11-21, to: 2026-11-24, stand-in: dan@example.net}\n");
    world.write("ash", "absent: {from: 2026-11-21, to: 2026-11-24, stand-in: bert@example.org}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["absent-stand-in"]);
    // One person would know the secrets of two seats, who may be partners.
    for (to, codes) in [("2026-11-25", &["absent-stand-in-twice"][..]), ("2026-11-28", &[])] {
        let from = if codes.is_empty() { "2026-11-26" } else { "2026-11-22" };
        world.write("birch", &format!("absent: {{from: {from}, to: {to}, stand-in: Dan@Example.net}}\n"));
        world.tick();
        assert_eq!(world.receipt("bert").codes(), codes, "{from}");
    }
    let asked = world.find("notice", "dan").pop().unwrap();
    assert_eq!(
        (&asked.model["what"], &asked.model["details"]["seat"]),
        (&json!("stand-in"), &json!("CEDAR"))
    );
    assert!(!asked.text.contains(&world.key("cedar")));
    // The answer to that mail says nothing for the seat, and the time has not come.
    world.mail("dan@example.net", &format!("In-Reply-To: <{}>\n", asked.id()), "plan: {bid: 9}\n");
    world.tick();
    assert!(world.find("receipt", "dan").is_empty());
    world.hours(14);
    let report = world.find("report", "dan").pop().unwrap();
    assert_eq!(report.model["asked"][0]["kind"], "bid");
    assert_ne!(key_of(&report), world.key("cedar"));
    assert!(world.find("report", "cleo").is_empty(), "the player has the welcome");
    world.mail("dan@example.net", &format!("In-Reply-To: <{}>\n", report.id()), "plan: {bid: 2}\n");
    world.tick();
    let receipts = (world.find("receipt", "dan").len(), world.find("receipt", "cleo").len());
    assert_eq!(receipts, (1, 2), "the player sees what is done");
    let key = key_of(&report);
    world.mail(
        "dan@example.net",
        "",
        &format!("key: {key}\nvote: {{draw: yes}}\nresign: yes\nplan: {{bid: 3}}\nfinal: yes\n"),
    );
    world.mail("eve@example.net", "", &format!("key: {key}\nplan: {{bid: 7}}\n"));
    // A key that is written must be right, whatever the mail answers.
    let (of_ash, headers) = (world.key("ash"), format!("In-Reply-To: <{}>\n", report.id()));
    world.mail("dan@example.net", &headers, &format!("key: {of_ash}\nplan: {{bid: 8}}\n"));
    world.tick();
    let receipt = world.receipt("dan");
    assert_eq!(receipt.codes(), ["stand-in-not", "stand-in-not"]);
    assert_eq!(receipt.model["standing"]["used"], "this");
    assert!(world.entries(Kind::Vote).is_empty() && world.find("receipt", "eve").is_empty());
    // The next report goes to both, and press to the player alone.
    world.write("ash", "press: {to: cedar, text: \"For your eyes\"}\nplan: {bid: 1}\nfinal: yes\n");
    world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
    world.tick();
    let next = |world: &World, who: &str| {
        let mut all = world.find("report", who).into_iter();
        all.find(|report| report.model["asked"][0]["kind"] == "prize").unwrap()
    };
    let (his, hers) = (next(&world, "dan"), next(&world, "cleo"));
    assert_eq!(his.model["asked"], hers.model["asked"]);
    let press = world.find("press", "cleo").pop().unwrap();
    assert!(!his.text.contains("For your eyes") && press.text.contains("For your eyes"));
    assert!(world.find("press", "dan").is_empty());
    assert_ne!(his.id(), hers.id());
    assert!(!his.text.contains(&world.key("cedar")));
    // Afterwards neither key nor thread speaks.
    let answers = world.find("receipt", "dan").len();
    world.now += TimeDelta::days(4);
    world.tick();
    world.mail("dan@example.net", "", &format!("key: {key}\nplan: {{prize: right}}\n"));
    world.mail("dan@example.net", &format!("In-Reply-To: <{}>\n", his.id()), "plan: {prize: right}\n");
    world.tick();
    assert_eq!((world.find("receipt", "dan").len(), world.window()), (answers, "1-prize".to_owned()));
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// From every address, with every key or none, in reply to anything or to nothing.
#[test]
fn a_stand_in_is_known_by_the_address_and_a_key_or_an_answer() {
    let mut start = World::new();
    start.write("cedar", "absent: {from: 2026-11-21, to: 2026-11-24, stand-in: dan@example.net}\n");
    start.tick();
    start.hours(14);
    let report = start.find("report", "dan").pop().unwrap();
    let other = start.sent().into_iter().find(|mail| mail.to().starts_with("anna")).unwrap();
    let mut counted = 0;
    for from in ["dan@example.net", "eve@example.net"] {
        for (key, own) in
            [(None, None), (Some(key_of(&report)), Some(true)), (Some(start.key("ash")), Some(false))]
        {
            for (answered, his) in [(None, false), (Some(report.id()), true), (Some(other.id()), false)] {
                let mut world = start.fork();
                let header = answered.map(|id| format!("In-Reply-To: <{id}>\n")).unwrap_or_default();
                let line = key.as_ref().map(|key| format!("key: {key}\n")).unwrap_or_default();
                world.mail(from, &header, &format!("{line}plan: {{bid: 4}}\n"));
                world.tick();
                let has_plan = world
                    .campaign()
                    .record
                    .game
                    .open_window()
                    .unwrap()
                    .seats
                    .get("cedar")
                    .is_some_and(|part| part.seal.is_some());
                let counts = from.starts_with("dan") && own.unwrap_or(his);
                assert_eq!(has_plan, counts, "{from}, {own:?}, {answered:?}");
                counted += usize::from(counts);
            }
        }
    }
    assert_eq!(counted, 4);
}

#[test]
fn who_is_away_may_have_the_others_wait_or_a_steward_play() {
    let mut world = World::new();
    world.write("cedar", "absent: {from: 2026-11-21, to: 2026-11-25, play: wait}\n");
    world.write("birch", "absent: {from: 2026-11-21, to: 2026-11-25, play: steward}\n");
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.hours(50);
    assert_eq!(world.window(), "1-bidding");
    let told = world.find("notice", "anna").pop().unwrap();
    assert_eq!(told.model["details"]["act"], "waits");
    assert_eq!(told.model["details"]["seats"], json!(["CEDAR"]));
    assert!(!told.text.contains("away") && !told.text.contains("2026-11-25"));
    let told = world.find("notice", "maria").pop().unwrap();
    assert_eq!(told.model["details"]["away"], json!([{"seat": "CEDAR", "until": "2026-11-25"}]));
    // Late by the clock, but waited for.
    world.write("cedar", "plan: {bid: 2}\n");
    world.tick();
    assert_eq!(world.receipt("cleo").model["standing"]["used"], "this");
    assert_ne!(world.window(), "1-bidding");
    let by_steward =
        world.entries(Kind::Answered).into_iter().filter(|entry| entry.body["source"]["from"] == "steward");
    assert_eq!(by_steward.map(|entry| entry.body["seat"].clone()).collect::<Vec<_>>(), ["birch"]);
    // Who does not come back in time is not waited for any longer.
    let mut world = World::new();
    world.write("cedar", "absent: {from: 2026-11-21, to: 2026-11-25, play: wait}\n");
    for seat in ["ash", "birch"] {
        world.write(seat, "plan: {bid: 1}\nfinal: yes\n");
    }
    world.hours(120);
    assert_eq!(world.window(), "1-bidding");
    world.hours(24);
    assert_ne!(world.window(), "1-bidding");
    let mut world = World::with(&format!("{YAML}absent may wait: no\n"));
    world.write("cedar", "absent: {from: 2026-11-21, to: 2026-11-25, play: wait}\n");
    world.tick();
    assert_eq!(world.receipt("cleo").codes(), ["absent-no-wait"]);
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn the_game_begins_when_all_have_passed_the_rehearsal() {
    let mut world = World::with(&format!("{YAML}rehearsal: in 72h\n"));
    assert_eq!(world.find("opening", "anna")[0].model["rehearsal"]["until"], "2026-11-23T10:00:00Z");
    assert_eq!((world.window(), world.find("report", "").len()), (String::new(), 0));
    world.write("ash", "rehearsal: {ready: yes, word: \"Winter is near\"}\n");
    world.write("birch", "rehearsal:\n  ready: ~\n  word: ~\n");
    world.tick();
    let receipt = world.receipt("anna");
    assert_eq!(receipt.model["understood"][0]["what"]["word"], "Winter is near");
    assert_eq!(world.receipt("bert").codes(), ["rehearsal-empty"]);
    let status = crate::campaign::status(&world.campaign(), world.now).unwrap().rehearsal.unwrap();
    assert_eq!(
        (status.passed, status.missing),
        (vec!["ash".to_owned()], vec!["birch".to_owned(), "cedar".to_owned()])
    );
    // Whoever asks how it stands is told who is ready, and when the game begins.
    gm(&mut world, "do: status\n");
    let said = &world.receipt("maria").model["extra"][0]["status"];
    let states: Vec<_> = said["seats"].as_array().unwrap().iter().map(|seat| seat["state"].clone()).collect();
    assert_eq!(states, ["ready", "not-ready", "not-ready"]);
    assert_eq!(said["rehearsal"]["until"], "2026-11-23T10:00:00Z");
    world.hours(49);
    assert!(world.find("notice", "anna").is_empty());
    assert_eq!(world.find("notice", "cleo").pop().unwrap().model["details"]["act"], "rehearse");
    let told = world.told("maria").pop().unwrap();
    assert_eq!(told["details"]["seats"], json!(["BIRCH", "CEDAR"]));
    for seat in ["birch", "cedar"] {
        world.write(seat, "rehearsal: {ready: yes}\n");
    }
    world.tick();
    assert_eq!((world.window(), world.find("report", "").len()), ("1-bidding".to_owned(), 4));
    assert_eq!(world.find("report", "maria").len(), 1, "a game master who does not play reads along");
    world.write("ash", "rehearsal: {ready: yes}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["rehearsal-over"]);
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn the_rehearsal_ends_by_the_clock_or_by_the_game_master_and_who_is_missing_is_told() {
    let mut world = World::with(&format!("{YAML}rehearsal: in 24h\n"));
    world.write("ash", "rehearsal: {ready: yes}\n");
    world.hours(25);
    assert_eq!(world.window(), "1-bidding");
    let told = world.told("maria").into_iter().find(|notice| notice["details"]["act"] == "rehearsed");
    assert_eq!(told.unwrap()["details"]["seats"], json!(["BIRCH", "CEDAR"]));
    let mut world = World::with(&format!("{YAML}rehearsal: none\n"));
    world.hours(200);
    assert_eq!(world.window(), "");
    gm(&mut world, "do: process\n");
    assert_eq!(world.window(), "1-bidding");
    // A machine that was off, and a clock that stood, move its end.
    let mut world = World::with(&format!("{YAML}rehearsal: in 24h\n"));
    world.now += TimeDelta::hours(30);
    world.tick();
    gm(&mut world, "do: pause\n");
    world.hours(100);
    gm(&mut world, "do: resume\n");
    assert_eq!(world.window(), "");
    world.hours(25);
    assert_eq!(world.window(), "1-bidding");
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn observers_see_what_everybody_may_know_some_time_later() {
    let yaml = format!(
        "{YAML}observers:\n  - {{name: Olga, address: olga@example.net, delay: 1 turn}}\n  - {{name: Otto, address: otto@example.net, delay: 3 days}}\n"
    );
    let mut world = World::with(&yaml);
    assert_eq!(
        world.campaign().record.people.settings["observers"][0],
        json!({"name": "Olga", "delay": "1 turn"})
    );
    let turn = |world: &mut World| {
        all_bid(world, [1, 2, 3]);
        world.tick();
        world.write("cedar", "plan: {prize: left}\n");
        world.tick();
    };
    turn(&mut world);
    assert!(world.find("report", "o").is_empty());
    turn(&mut world);
    let olga = world.find("report", "olga");
    assert_eq!((olga.len(), &olga[0].model["turn"]), (1, &json!(1)));
    let events: Vec<_> =
        olga[0].model["events"].as_array().unwrap().iter().map(|e| e["event"].clone()).collect();
    assert_eq!(events, ["bids", "prize"]);
    // The position is that of then, and nothing in it answers or speaks for anybody.
    assert_eq!(olga[0].model["view"]["coins"], json!([10, 10, 7]));
    assert!(olga[0].text.contains("Your key: none"));
    assert_eq!((&olga[0].model["head"]["address"], &olga[0].model["asked"]), (&json!(""), &json!([])));
    assert!(world.find("report", "otto").is_empty());
    world.hours(73);
    // Two turns at once, in one mail.
    let otto = world.find("report", "otto");
    assert_eq!((otto.len(), otto[0].model["events"].as_array().unwrap().len()), (1, 2));
    world.mail("olga@example.net", &format!("In-Reply-To: <{}>\n", olga[0].id()), "plan: {bid: 3}\n");
    world.tick();
    assert_eq!(world.find("stranger", "olga")[0].model["observer"], true);
    let sent = world.sent().len();
    world.tick();
    assert_eq!(world.sent().len(), sent, "nothing twice");
    for mail in world.raw().iter().filter(|raw| raw.contains("olga@") || raw.contains("otto@")) {
        for secret in ["anna@", "bert@", "cleo@", &world.key("ash"), &world.key("cedar")] {
            assert!(!mail.contains(secret), "{secret}");
        }
    }
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// A game in which much is said, and what of it names a player of another seat.
fn named(yaml: &str) -> Vec<String> {
    let mut world = World::with(yaml);
    let zones = "timezone: America/Chicago, ";
    assert!(yaml.contains(zones));
    world.write("ash", "press: {to: all, text: \"Hello there\"}\nvote: {draw: yes}\nvote: {extend: 24h}\n");
    world.write("cedar", "absent: {from: 2026-11-28, to: 2026-11-28}\nresign: no\n");
    world.mail("anna@example.org", "X-Mailer: Annas-Phone\n", "nobody's mail\n");
    world.tick();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    gm(&mut world, "do: {replace: birch, with: {player: Eva, address: eva@example.net}}\n");
    gm(&mut world, "do: pause\n");
    gm(&mut world, "do: resume\n");
    for seat in ["ash", "cedar"] {
        world.write(seat, "vote: {draw: yes}\n");
    }
    let key = world.key("birch");
    world.mail("eva@example.net", "", &format!("key: {key}\nvote: {{draw: yes}}\n"));
    world.tick();
    assert_eq!(world.entries(Kind::Ended).len(), 1);
    let mut said = Vec::new();
    for raw in world.raw() {
        let letter = crate::post::read(raw.as_bytes());
        let to = letter.to[0].address.clone();
        // A game master knows who plays what.
        if to.starts_with("maria") {
            continue;
        }
        for (who, words) in [
            ("anna", ["Anna", "anna@", "Chicago", "Annas-Phone"]),
            ("bert", ["Bert", "bert@", "+0100", "X-Mailer"]),
            ("cleo", ["Cleo", "cleo@", "+0100", "X-Mailer"]),
            ("eva", ["Eva", "eva@", "+0100", "X-Mailer"]),
        ] {
            if to.starts_with(who) {
                continue;
            }
            let all = [raw.clone()].into_iter().chain(letter.parts.iter().map(|part| part.text.clone()));
            for text in all {
                said.extend(
                    words.iter().filter(|word| text.contains(**word)).map(|word| format!("{to}: {word}")),
                );
            }
        }
    }
    let out = world.dir.join("out.jsonl");
    let campaign = world.campaign();
    crate::campaign::export(&world.edge, &campaign, &crate::campaign::For::Public, &out).unwrap();
    let archive = world.read("out.jsonl");
    said.extend(
        ["Anna", "Bert", "Cleo", "Eva", "@example"]
            .iter()
            .filter(|word| archive.contains(**word))
            .map(|w| format!("export: {w}")),
    );
    said.sort();
    said.dedup();
    said
}

#[test]
fn in_an_anonymous_campaign_nothing_names_a_player_to_another() {
    let yaml = YAML
        .replace("{player: Anna", "{timezone: America/Chicago, player: Anna")
        .replace("timezone: Europe/Rome", "timezone: Etc/UTC");
    assert_eq!(named(&format!("{yaml}anonymous: yes\n")), Vec::<String>::new());
    // Where seats are known, names are in the archive and in the mail about the new player: so the search can find them.
    let known = named(&yaml);
    assert!(
        known.contains(&"export: Anna".to_owned()) && known.iter().any(|said| said.ends_with(": Eva")),
        "{known:?}"
    );
    let told = named(&format!("{yaml}anonymous: yes\nreveal at the end: yes\n"));
    assert!(told.contains(&"anna@example.org: Cleo".to_owned()), "{told:?}");
    assert!(!told.iter().any(|said| said.ends_with('@') || said.starts_with("export")), "{told:?}");
}

#[test]
fn of_two_absences_on_the_same_day_the_one_booked_last_counts() {
    let mut world = World::new();
    world.write("cedar", "absent: {from: 2026-11-21, to: 2026-11-25, play: steward}\n");
    world.write("cedar", "absent: {from: 2026-11-23, to: 2026-11-24}\n");
    world.tick();
    let record = world.campaign().record;
    let plays = |at: &str| record.people.absence_of("cedar", at.parse().unwrap()).map(|days| days.play);
    assert_eq!(plays("2026-11-22T12:00:00Z"), Some(Meanwhile::Steward));
    assert_eq!(plays("2026-11-23T12:00:00Z"), Some(Meanwhile::Plan));
    assert_eq!(plays("2026-11-26T12:00:00Z"), None);
}
