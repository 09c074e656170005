//! A seat's next player: keys, mails, what is handed over, and votes for it.

use crate::campaign::play::orders::Order;
use crate::campaign::tests::world::{World, YAML, address};
use crate::campaign::{Campaign, Engine, verify};
use crate::disk::Disk;
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use serde_json::{Value, json};

const GM: &str = "maria@example.org";

pub(crate) fn replace(world: &mut World, seat: &str, player: &str, address: &str) -> Vec<String> {
    let key = world.key("gm");
    let body = format!("do: {{replace: {seat}, with: {{player: {player}, address: {address}}}}}\n");
    world.mail(GM, "", &format!("key: {key}\n{body}"));
    world.tick();
    world.receipt("maria").codes().iter().map(|code| (*code).to_owned()).collect()
}

/// A turn is over, press was written, and cedar has a plan in the second.
fn played(yaml: &str) -> World {
    let mut world = World::with(yaml);
    world.write("ash", "press: {to: cedar, text: \"Hold the ford for me\"}\n");
    crate::campaign::tests::world::all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    world.write("cedar", "plan: {bid: 4}\nvote: {draw: yes}\nabsent: {from: 2026-12-01, to: 2026-12-03}\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    world
}

/// Whoever played a part of the game is named at its end, also where a third player took over.
#[test]
fn the_end_names_those_who_have_played_a_part() {
    let mut world = played(YAML);
    assert!(replace(&mut world, "cedar", "Eva", "eva@example.net").is_empty());
    world.now += chrono::TimeDelta::minutes(4);
    assert!(replace(&mut world, "cedar", "Fred", "fred@example.net").is_empty());
    for (who, address) in
        [("ash", "anna@example.org"), ("birch", "bert@example.org"), ("cedar", "fred@example.net")]
    {
        let key = world.key(who);
        world.mail(address, "", &format!("key: {key}\nvote: {{draw: yes}}\n"));
    }
    world.tick();
    for reader in ["anna", "fred"] {
        let end = world.find("end", reader).pop().unwrap();
        let played: Vec<&Value> = end.model["players"].as_array().unwrap().iter().collect();
        assert_eq!((&played[2]["player"], &played[1]["before"]), (&json!("Fred"), &json!([])));
        let before = json!([{"player": "Cleo", "until": 2}, {"player": "Eva", "until": 2}]);
        assert_eq!(played[2]["before"], before, "{reader}");
    }
}

#[test]
fn the_old_player_is_told_and_the_new_one_gets_what_the_seat_may_know() {
    let mut world = played(YAML);
    let (old_key, old_report) = (world.key("cedar"), world.find("report", "cleo").pop().unwrap());
    let before = world.sent().len();
    assert!(replace(&mut world, "cedar", "Eva", "eva@example.net").is_empty());
    assert_ne!(world.key("cedar"), old_key);
    let sent = world.sent();
    assert_eq!(sent.len() - before, 5, "receipt, welcome, farewell, and a notice to the other two");
    let farewell = world.find("notice", "cleo").pop().unwrap();
    assert!(!farewell.text.contains("Answers to this message reach"), "nobody reads them: {}", farewell.text);
    assert_eq!(farewell.model["what"], "farewell");
    assert!(!farewell.text.contains("eva@") && !farewell.text.contains("Eva"));
    let welcome = world.find("opening", "eva").pop().unwrap();
    assert!(welcome.text.contains(&world.key("cedar")) && !welcome.text.contains(&old_key));
    let handover = &welcome.model["handover"];
    assert_eq!(
        (&handover["plan"], &handover["earlier"], &handover["press"], &handover["again"]),
        (&json!(true), &json!(false), &json!(false), &json!(false))
    );
    let raw = world
        .raw()
        .into_iter()
        .find(|raw| raw.contains("eva@example.net") && raw.contains("story.txt"))
        .unwrap();
    let letter = crate::post::read(raw.as_bytes());
    let part = |name: &str| {
        letter
            .parts
            .iter()
            .find(|part| part.path == format!("attachment {name}"))
            .map(|part| part.text.clone())
    };
    let story = part("story.txt").unwrap();
    let events: serde_json::Value = serde_json::from_str(story.lines().next().unwrap()).unwrap();
    assert_eq!(events["chapters"][0]["events"][0]["event"], "bids");
    assert_eq!(events["chapters"][0]["decisions"][0]["key"], "1/bid/cedar");
    assert!(part("plan.yaml").unwrap().contains("\"bid\":4"));
    // Nothing of the other seats, and nobody's address or models.
    for secret in ["anna@", "bert@", "cleo@", "Cleo", "Hold the ford"] {
        assert!(!raw.contains(secret), "{secret}");
    }
    for seat in ["ash", "birch"] {
        assert!(!raw.contains(&world.key(seat)));
    }
    // What spoke for the seat does so no more, and nothing of it is known any more.
    let receipts = world.find("receipt", "cleo").len();
    world.mail("cleo@example.org", "", &format!("key: {old_key}\nplan: {{bid: 9}}\n"));
    world.mail("cleo@example.org", &format!("In-Reply-To: <{}>\n", old_report.id()), "plan: {bid: 9}\n");
    world.mail("eva@example.net", &format!("In-Reply-To: <{}>\n", old_report.id()), "plan: {bid: 9}\n");
    world.tick();
    assert_eq!(world.find("receipt", "cleo").len(), receipts);
    let record = world.campaign().record;
    assert!(!record.people.ballots.contains_key("cedar") && record.people.away.is_empty());
    // The new player speaks, by key and by answering.
    world.mail(
        "eva@example.net",
        &format!("In-Reply-To: <{}>\n", welcome.id()),
        "plan: {bid: 5}\nfinal: yes\n",
    );
    world.tick();
    assert_eq!(world.receipt("eva").model["standing"]["used"], "this");
    for seat in ["ash", "birch"] {
        world.write(seat, "plan: {bid: 1}\nfinal: yes\n");
    }
    world.tick();
    assert_eq!(world.find("report", "eva").len(), 1);
    // The players' names are public, and the change is told once.
    assert!(world.entries(Kind::Settings).is_empty());
    assert_eq!(world.campaign().record.people.settings["seats"][2]["player"], "Eva");
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn a_plan_for_an_earlier_window_is_not_said_to_be_the_one_that_will_be_used() {
    let mut world = World::new();
    crate::campaign::tests::world::all_bid(&mut world, [1, 2, 3]);
    world.tick();
    assert_eq!(world.window(), "1-prize");
    replace(&mut world, "cedar", "Eva", "eva@example.net");
    let handover = &world.find("opening", "eva").pop().unwrap().model["handover"];
    assert_eq!((&handover["plan"], &handover["earlier"]), (&json!(true), &json!(true)));
}

#[test]
fn what_a_steward_has_played_is_not_handed_over_as_a_plan_that_was_sent() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: steward"));
    let turn = |world: &World| world.campaign().record.game.turn;
    while turn(&world) == 1 {
        world.hours(10);
    }
    assert!(!world.campaign().record.game.plans["cedar"].is_empty(), "the steward has played");
    assert!(replace(&mut world, "cedar", "Eva", "eva@example.net").is_empty());
    let welcome = world.find("opening", "eva").pop().unwrap();
    assert_eq!(welcome.model["handover"]["plan"], false);
    let raw = world.raw().into_iter().rfind(|raw| raw.contains("eva@example.net")).unwrap();
    assert!(!raw.contains("plan.yaml"), "{raw}");
}

#[test]
fn press_is_handed_over_only_where_the_campaign_says_so() {
    let mut world = played(&format!("{YAML}handover press: yes\n"));
    replace(&mut world, "cedar", "Eva", "eva@example.net");
    let raw = world.raw().into_iter().find(|raw| raw.contains("eva@example.net")).unwrap();
    let letter = crate::post::read(raw.as_bytes());
    let story = letter.parts.iter().find(|part| part.path == "attachment story.txt").unwrap();
    assert!(story.text.contains("Hold the ford for me"));
}

#[test]
fn a_seat_given_up_is_taken_back_and_the_file_has_the_last_word() {
    let mut world = World::new();
    let old = world.key("cedar");
    world.resign("cedar");
    assert!(world.campaign().record.people.is_leaving("cedar"));
    assert!(replace(&mut world, "cedar", "Cleo", "CLEO@example.org").is_empty());
    assert!(world.campaign().record.people.resigned.is_empty());
    assert!(world.campaign().record.people.leaving.is_empty());
    let welcome = world.find("opening", "CLEO").pop().unwrap();
    assert_eq!(welcome.model["handover"]["again"], true);
    assert!(world.find("notice", "cleo").iter().all(|notice| notice.model["what"] != "farewell"));
    world.mail("cleo@example.org", "", &format!("key: {old}\nplan: {{bid: 9}}\n"));
    world.write("cedar", "plan: {bid: 2}\n");
    world.tick();
    assert_eq!(world.receipt("CLEO").model["standing"]["used"], "this");
    // Given on again, and then another address in the file.
    replace(&mut world, "cedar", "Dora", "dora@example.org");
    let yaml =
        YAML.replace("player: Cleo, address: cleo@example.org", "player: Dora, address: dora@example.net");
    world.disk.write(&world.dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
    world.tick();
    assert_eq!(world.campaign().settings.seat("cedar").unwrap().addresses, ["dora@example.net"]);
    replace(&mut world, "cedar", "Eva", "eva@example.org");
    assert_eq!(world.campaign().settings.seat("cedar").unwrap().addresses, ["eva@example.org"]);
    assert_eq!(world.find("notice", "dora@example.net").pop().unwrap().model["what"], "farewell");
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn the_key_with_which_the_player_before_signed_goes_with_that_player() {
    let signs = "ssh: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPzDXgpMotUj/J7dEz1qa3blLik0iI/96ponjRiUdqz6 cleo";
    let mut world =
        World::with(&YAML.replace("cedar: {player: Cleo,", &format!("cedar: {{player: Cleo, {signs},")));
    let keys = |world: &World| world.campaign().settings.seat("cedar").unwrap().ssh.len();
    assert_eq!(keys(&world), 1);
    replace(&mut world, "cedar", "Eva", "eva@example.net");
    assert_eq!(keys(&world), 0);
}

#[test]
fn mail_that_was_still_to_be_sent_to_the_player_before_goes_to_nobody() {
    let mut world = World::new();
    world.write("ash", "press: {to: cedar, text: \"For Cleo alone\"}\n");
    replace(&mut world, "cedar", "Eva", "eva@example.net");
    assert_eq!(world.entries(Kind::Press).len(), 1);
    assert!(
        world.raw().iter().all(|raw| !raw.contains("eva@example.net") || !raw.contains("For Cleo alone"))
    );
    // Nor is the new player's mail an answer to mail of the one before.
    let ours: Vec<String> = world
        .sent()
        .into_iter()
        .filter(|mail| mail.to().starts_with("cleo"))
        .map(|mail| mail.id().to_owned())
        .collect();
    for seat in ["ash", "birch", "cedar"] {
        let (key, from) =
            (world.key(seat), if seat == "cedar" { "eva@example.net" } else { super::world::address(seat) });
        world.mail(from, "", &format!("key: {key}\nplan: {{bid: 1, prize: left}}\nfinal: yes\n"));
    }
    world.tick();
    let report = world.find("report", "eva").pop().unwrap();
    assert!(!ours.is_empty() && !report.letter.references.is_empty());
    assert!(report.letter.references.iter().all(|id| !ours.contains(id)), "{:?}", report.letter.references);
}

#[test]
fn a_seal_that_only_the_player_before_can_open_binds_nobody() {
    for (sealed, stays) in [(true, false), (false, true)] {
        let mut world = World::with(&format!("{YAML}secrecy: either\n"));
        let seal = format!("seal: sha256:{}\n", "7".repeat(64));
        world.write("cedar", if sealed { &seal } else { "plan: {bid: 4}\n" });
        world.tick();
        let sent =
            |world: &World| world.campaign().record.game.open_window().unwrap().seats.contains_key("cedar");
        assert!(sent(&world));
        replace(&mut world, "cedar", "Eva", "eva@example.net");
        assert_eq!(sent(&world), stays);
    }
}

#[test]
fn what_makes_no_player_is_refused() {
    let mut world = World::new();
    for (seat, player, address, code) in [
        ("cedar", "Eva", "bert@example.org", "gm-address-taken"),
        ("cedar", "Eva", "maria@example.org", "gm-address-own"),
        ("cedar", "Eva", "game@example.org", "gm-address"),
        ("cedar", "Eva", "nowhere", "gm-address"),
        ("cedar", &"x".repeat(81), "eva@example.org", "gm-name"),
        ("cedar", "Birch", "eva@example.org", "gm-name-taken"),
        ("cedar", "anna", "eva@example.org", "gm-name-twice"),
        ("cedar", "everyone", "eva@example.org", "gm-name-taken"),
        ("oak", "Eva", "eva@example.org", "envelope-house"),
    ] {
        assert_eq!(replace(&mut world, seat, player, address), [code], "{player}");
    }
    assert!(world.entries(Kind::Absence).is_empty());
    let order =
        Order::Replace { seat: "oak".into(), player: "Eva".into(), address: "eva@example.org".into() };
    let campaign = world.campaign();
    let mut engine = Engine::of(&campaign, world.now).unwrap();
    assert_eq!(engine.order(&order).unwrap().unwrap_err().code(), "gm-no-seat");
    assert_eq!(engine.order(&Order::Resend("oak".into())).unwrap().unwrap_err().code(), "gm-no-seat");
}

#[test]
fn the_others_may_vote_for_another_player() {
    let mut world = World::new();
    world.write("ash", "vote: {replace: ash}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["vote-replace-self"]);
    world.write("ash", "vote: {replace: cedar}\n");
    world.tick();
    assert_eq!(world.find("notice", "cleo").pop().unwrap().model["details"]["on"], "replace");
    assert!(world.campaign().record.people.voted_out().is_none());
    world.write("birch", "vote: {replace: cedar}\n");
    world.tick();
    let is_carried =
        |told: &Value| (&told["what"], &told["details"]["seat"]) == (&json!("vote"), &json!("CEDAR"));
    assert!(world.told("maria").iter().any(is_carried));
    assert!(world.campaign().record.people.resigned.is_empty());
    let mut world = World::with(&format!("{YAML}replace by vote: yes\n"));
    world.write("ash", "vote: {replace: cedar}\n");
    world.write("birch", "vote: {replace: cedar}\n");
    world.tick();
    assert!(world.campaign().record.people.resigned.contains("cedar"));
    assert_eq!(world.entries(Kind::Absence)[0].body["by"], "vote");
    world.write("ash", "vote: {replace: cedar}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["vote-vacant"]);
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn the_players_of_two_seats_change_places() {
    let mut world = played(YAML);
    let keys = [world.key("ash"), world.key("cedar")];
    let order = Order::Swap(["ash".into(), "cedar".into()]);
    let (mut campaign, claim) = Campaign::claim(&world.edge, &world.dir).unwrap();
    let mut engine = Engine::of(&campaign, world.now).unwrap();
    let same = Order::Swap(["ash".into(), "ash".into()]);
    assert_eq!(engine.order(&same).unwrap().unwrap_err().code(), "gm-swap-same");
    assert!(engine.order(&order).unwrap().is_ok());
    let Engine { record, drafts, vault, .. } = engine;
    campaign.commit(record, drafts, &vault).unwrap();
    drop((campaign, claim));
    assert_ne!([world.key("ash"), world.key("cedar")], keys);
    world.tick();
    let opening = |who: &str| world.find("opening", who).pop().unwrap();
    assert_eq!(opening("anna").model["head"]["seat"]["id"], "cedar");
    assert_eq!(opening("cleo").model["head"]["seat"]["id"], "ash");
    assert!(!world.told("anna").iter().any(|notice| notice["what"] == "farewell"), "nobody leaves");
    let key = world.key("cedar");
    world.mail("anna@example.org", "", &format!("key: {key}\nplan: {{bid: 5}}\n"));
    world.tick();
    assert_eq!(world.receipt("anna").model["standing"]["used"], "this");
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn who_takes_over_a_vacant_seat_is_asked_in_the_window_that_is_open() {
    let mut world = World::new();
    world.resign("cedar");
    crate::campaign::tests::world::all_bid(&mut world, [3, 2, 1]);
    world.tick();
    world.write("ash", "plan: {prize: left}\n");
    world.tick();
    let asked = |world: &World| {
        let window = world.campaign().record.game.open_window().cloned().unwrap();
        (window.id, window.asked.into_keys().collect::<Vec<_>>())
    };
    assert_eq!(asked(&world), ("2-bidding".to_owned(), vec!["ash".to_owned(), "birch".to_owned()]));
    world.write("ash", "plan: {bid: 1}\nfinal: yes\n");
    world.tick();
    assert!(replace(&mut world, "cedar", "Eva", "eva@example.net").is_empty());
    assert_eq!(asked(&world).1, ["ash", "birch", "cedar"]);
    let welcome = world.find("opening", "eva").pop().unwrap().model;
    assert_eq!((&welcome["asked"][0]["kind"], welcome["sheet"].is_null()), (&json!("bid"), false));
    assert_eq!(welcome["window"]["id"], "2-bidding");
    assert!(!welcome["window"]["deadline"].is_null());
    // The others have sent theirs, and the game waits for the new player.
    world.write("birch", "plan: {bid: 2}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    let key = world.key("cedar");
    world.mail("eva@example.net", "", &format!("key: {key}\nplan: {{bid: 5, prize: right}}\nfinal: yes\n"));
    world.tick();
    assert_eq!(world.receipt("eva").codes(), Vec::<&str>::new());
    assert_eq!(world.answer("2/bid/cedar"), (json!(5), json!({"from": "plan", "window": "2-bidding"})));
    verify(&world.edge, &world.dir).unwrap().unwrap();
    // Somebody who is asked already is not asked twice.
    let joined = |world: &World| {
        let steps = world.entries(Kind::Window);
        steps.iter().filter(|entry| entry.body["what"] == "joined").count()
    };
    assert_eq!(joined(&world), 1);
    replace(&mut world, "birch", "Dora", "dora@example.net");
    assert_eq!(joined(&world), 1);
}

#[test]
fn who_takes_a_seat_over_has_not_said_final() {
    let mut world = World::new();
    for seat in ["ash", "birch"] {
        world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
    }
    world.tick();
    assert!(replace(&mut world, "ash", "Eva", "eva@example.net").is_empty());
    world.write("cedar", "plan: {bid: 2, prize: left}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.window(), "1-bidding", "Eva may change the plan");
    let key = world.key("ash");
    world.mail("eva@example.net", "", &format!("key: {key}\nfinal: yes\n"));
    world.tick();
    assert_eq!(world.answer("1/bid/ash").0, json!(1));
    world.holds();
}

/// While a window waits for openings it takes no plan, so nobody who is sent a welcome then is asked for one.
#[test]
fn whoever_comes_while_seals_are_opened_is_asked_for_no_plan() {
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    let opening = |seat: &str, bid: u64| {
        let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: "1-bidding".into() };
        Opening::new(&binding, json!({"turn": 1, "bid": bid}), &[bid as u8; 16]).unwrap()
    };
    for (seat, bid) in [("ash", 1), ("birch", 2), ("cedar", 3)] {
        world.write(seat, &format!("seal: {}\nfinal: yes\n", opening(seat, bid).seal()));
    }
    world.tick();
    world.write("birch", &opening("birch", 2).armour());
    world.tick();
    replace(&mut world, "cedar", "Eva", "eva@example.net");
    let welcome = world.find("opening", "eva").pop().unwrap();
    assert_eq!(welcome.model["handover"]["openings"], true);
    assert_eq!((&welcome.model["sheet"], &welcome.model["asked"]), (&json!(null), &json!([])));
    let told = world.told("cleo");
    assert_eq!(told.last().unwrap()["details"]["sealed"], true, "the other player has the file");
    let said = world.find("notice", "cleo").pop().unwrap().text;
    assert!(said.contains(".opening.txt"), "{said}");
    // Nobody who came behind the seal knows what is in it, so its next player may write, and the one who sealed may not.
    for (seat, from, passes) in [("cedar", "eva@example.net", true), ("ash", address("ash"), false)] {
        let mut world = world.fork();
        let key = world.key(seat);
        let text = format!("key: {key}\n\nI am new here and wonder what happens with my seat now.\n");
        world.mail(from, "", &text);
        world.tick();
        assert_eq!(world.find("press", "maria").len(), usize::from(passes), "{seat}");
    }
    // Sent everything once more, a player who has opened is asked nothing, and one who has not is asked for the opening.
    for (seat, openings) in [("ash", true), ("birch", false)] {
        let key = world.key("gm");
        world.mail("maria@example.org", "", &format!("key: {key}\ndo: resend {seat}\n"));
        world.tick();
        let who = address(seat).split('@').next().unwrap();
        let again = world.find("opening", who).pop().unwrap();
        assert_eq!(again.model["handover"]["openings"], openings, "{seat}");
        assert_eq!(again.model["sheet"], json!(null), "{seat}");
    }
    // What the other player hands over opens the seal.
    let id = welcome.id().to_owned();
    world.mail("eva@example.net", &format!("In-Reply-To: <{id}>\n"), &opening("cedar", 3).armour());
    world.tick();
    assert_eq!(world.receipt("eva").codes(), Vec::<&str>::new());
    // In a window that takes plans there is nothing of it.
    let mut world = World::new();
    replace(&mut world, "cedar", "Eva", "eva@example.net");
    let welcome = world.find("opening", "eva").pop().unwrap();
    assert_eq!(welcome.model["handover"]["openings"], json!(null));
    assert_ne!(welcome.model["sheet"], json!(null));
}
