//! A whole sealed round: seals by mail, the table of seals, openings by file and by pasted block.

use super::papers::save_state;
use super::world::*;
use ravenpost::post::Letter;

pub const SEALED: [(&str, &str); 4] = [
    STEADY,
    ("secrecy: deposit", "secrecy: sealed"),
    ("pace: ask\n", "pace: batch\n"),
    ("absence: wait", "absence: default"),
];

/// Seals the plans of all three on their own machines and mails the seals.
pub fn all_seal(world: &World) {
    for (seat, plan) in [("stark", STARK), ("lannister", LANNISTER), ("baratheon", BARATHEON)] {
        let who = player(seat);
        let is_welcome = |mail: &ravenpost::post::Letter| {
            mail.subject.contains("Welcome") && mail.to[0].is(&format!("{who}@x.example"))
        };
        save_state(world, &world.sent().into_iter().find(is_welcome).unwrap(), who);
        world.write(&format!("{who}/plan.yaml"), plan);
        let sealed = world.run(&["seal", "-q", &format!("{who}/plan.yaml")]);
        assert_eq!(sealed.code, 0, "{sealed:?}");
        let receipt = world.submit(seat, &sealed.out, SOON);
        let seal = sealed.out.lines().find_map(|line| line.strip_prefix("seal: ")).unwrap();
        holds(&receipt, &["Your seal counts", seal]);
    }
}

#[test]
fn a_sealed_round_from_seals_to_the_report() {
    let world = World::begun(&SEALED);
    // Only seals are taken, and the welcome says so wherever it asks for orders.
    let welcome = world.last("anna");
    holds(
        &welcome,
        &[
            "seal your orders in the attached orders-1.html, or at home, and send us the seal",
            "please do not send the sheet filled in",
        ],
    );
    assert!(!words(&welcome).contains("delete what you do not need, and reply"), "{}", words(&welcome));
    let receipt = world.submit("stark", STARK, SOON);
    holds(&receipt, &["This campaign accepts only seals", "send a seal before the window closes"]);
    all_seal(&world);
    // All are bound, so the window closes early and everybody sees every seal.
    for (who, seat) in [("anna", "stark"), ("bert", "lannister"), ("cleo", "baratheon")] {
        let table = world.last(who);
        assert_eq!(table.subject, "[c] Sealing is over: please open");
        for other in ["anna", "bert", "cleo"] {
            let opening = world.read(&format!("{other}/plan.opening.json"));
            let seal = ravenpost::seal::Hash256::of(opening.trim_end().as_bytes()).to_string();
            holds(&table, &[&seal]);
        }
        assert_eq!(world.standing(seat, SOON), "sealed");
    }
    holds(
        &world.submit("stark", STARK, SOON),
        &["no longer accepts plans or seals, because all plans are sealed"],
    );
    // Another's opening, a changed one and a broken one open nothing; the seal stands.
    let read = |who: &str, end: &str| world.read(&format!("{who}/plan.opening.{end}"));
    let hand = |who: &str, name: &str, file: &str| {
        let body = format!(
            "--x\nContent-Type: text/plain\n\nHere it is.\n\n--x\nContent-Type: application/json\n\
             Content-Disposition: attachment; filename=\"{name}\"\n\n{file}\n--x--\n"
        );
        let headers = format!("In-Reply-To: <{}>\n", world.last(who).message_id.unwrap());
        world.hand(&world.typed(who, &headers, "multipart/mixed; boundary=x", &body), SOON).says(0, &[]);
        world.last(who)
    };
    holds(
        &hand("anna", "plan.opening.json", &read("bert", "json")),
        &["Your seal counts", "this opening is for seat “lannister”, but “stark” is to be opened"],
    );
    let changed = read("anna", "json").replace("support", "raid");
    holds(&hand("anna", "plan.opening.json", &changed), &["The opening does not match your seal"]);
    let armour = read("anna", "txt");
    let cut: String =
        armour.lines().filter(|line| !line.contains("END")).map(|line| format!("{line}\n")).collect();
    let receipt = world.submit("stark", &cut, SOON);
    assert!(receipt.subject.contains("please check"), "{}", receipt.subject);
    assert_eq!(world.standing("stark", SOON), "sealed");
    // What was sealed may as well be pasted as it is: a slip in it, and it is no opening.
    let pasted = |text: &str| {
        let headers = format!("In-Reply-To: <{}>\n", world.last("anna").message_id.unwrap());
        world.hand(&world.typed("anna", &headers, "text/plain", text), SOON).says(0, &[]);
        world.last("anna")
    };
    holds(&pasted(&format!("Here:\n\n{changed}\n")), &["The opening does not match your seal"]);
    holds(&pasted(&format!("opening: {changed}\n")), &["The opening does not match your seal"]);
    holds(&pasted(&format!("opening:\n{changed}\n")), &["The opening does not match your seal"]);
    holds(&pasted(&format!("opening:\n  {changed}\n")), &["The opening does not match your seal"]);
    // By file; by a pasted block; by a block that a mail program has quoted.
    let receipt = hand("anna", "plan.opening.json", &read("anna", "json"));
    holds(
        &receipt,
        &["Receipt 11 for Stark", "Your opening is accepted", "We read attachment plan.opening.json"],
    );
    world.submit("lannister", &format!("Here it is.\n\n{}\nBert\n", read("bert", "txt")), SOON);
    let status = world.run(&["status", "c", "--now", SOON]);
    status.says(
        0,
        &[
            "Window 1-planning is waiting for openings",
            "Stark Anna in",
            "Baratheon Cleo sealed, not opened yet",
        ],
    );
    let quoted: String = read("cleo", "txt").lines().map(|line| format!("> {line}\n")).collect();
    world.submit("baratheon", &format!("As asked:\n\n{quoted}"), SOON);
    for who in ["anna", "bert", "cleo"] {
        let report = world.last(who);
        holds(&report, &["turn 2", "Dragonstone", "Consolidate"]);
    }
    world.run(&["verify", "c"]).says(0, &["3 opened plans that match their seals"]);
    world.is_sound();
}

#[test]
fn a_seal_that_is_never_opened_plays_as_absent_and_everybody_is_told() {
    let world = World::begun(&SEALED);
    all_seal(&world);
    for (seat, who) in [("stark", "anna"), ("lannister", "bert")] {
        world.submit(seat, &world.read(&format!("{who}/plan.opening.txt")), SOON);
    }
    world.run(&["preview", "c", "--now", SOON]).says(0, &["baratheon its plan, if it sends the opening"]);
    let status = world.run(&["status", "c", "--json", "--now", SOON]).json();
    let last: chrono::DateTime<chrono::Utc> =
        status["window"]["last_call"].as_str().unwrap().parse().unwrap();
    let now = (last + chrono::TimeDelta::minutes(1)).to_rfc3339();
    world.tick(&now).says(0, &["stages resolved"]);
    for who in ["anna", "bert", "cleo"] {
        // The report of what came of it tells it, too.
        let said = "Baratheon sealed a plan for turn 1 (planning), and the window was closed before";
        let is_told =
            |mail: &Letter| mail.to[0].is(&format!("{who}@x.example")) && words(mail).contains(said);
        assert_eq!(world.sent().into_iter().filter(is_told).count(), 1, "{who}");
    }
    let decided = world.run(&["history", "c", "--decisions"]);
    decided.says(0, &["1/planning/0/baratheon/orders: {} (default, "]);
    // Too late is too late, but it is known as what it is, and still proves what was sealed.
    let late = world.submit("baratheon", &world.read("cleo/plan.opening.txt"), &now);
    assert!(late.subject.contains("please check"), "{}", late.subject);
    let said = ["an opening for turn 1 (planning), and it matches your seal. But it came 1 minute too late"];
    holds(&late, &said);
    holds(&late, &["Instead, the defaults of the rules count for you in that window."]);
    world.is_sound();
}

/// The campaign of a game master who plays Lannister, in which all have sealed; the openings have a day.
fn with_a_gm_who_plays(absence: &str) -> World {
    let absence = format!("absence: {absence}");
    let mut changes = SEALED.to_vec();
    changes.retain(|(old, _)| *old != "absence: wait");
    changes.extend([("  # plays: stark", "  plays: lannister"), ("absence: wait", absence.as_str())]);
    let world = World::begun(&changes);
    all_seal(&world);
    world
}

fn block(world: &World, seat: &str, now: &str) -> Letter {
    let who = player(seat);
    world.submit(seat, &world.read(&format!("{who}/plan.opening.txt")), now)
}

/// The end of the time for openings that runs now, with the grace period, and a minute.
fn after_the_deadline(world: &World) -> String {
    let status = world.run(&["status", "c", "--json", "--now", SOON]).json();
    let last: chrono::DateTime<chrono::Utc> =
        status["window"]["last_call"].as_str().unwrap().parse().unwrap();
    (last + chrono::TimeDelta::minutes(1)).to_rfc3339()
}

#[test]
fn a_game_master_who_plays_opens_before_the_others_are_asked() {
    let world = with_a_gm_who_plays("default");
    let table = world.last("bert");
    assert_eq!(table.subject, "[c] Sealing is over: please open first");
    holds(
        &table,
        &["The game master plays your seat, so you open before we ask anybody else.", "from its BEGIN line"],
    );
    for who in ["anna", "cleo"] {
        let table = world.last(who);
        assert_eq!(table.subject, "[c] Sealing is over: please wait");
        holds(&table, &["Please do not send your opening yet.", "The game master plays Lannister"]);
    }
    world
        .run(&["status", "c", "--now", SOON])
        .says(0, &["is waiting for the game master's seat to open first"]);
    // Stark does not wait, and nothing of the plan is anywhere but in the mailbox.
    let receipt = block(&world, "stark", SOON);
    holds(
        &receipt,
        &["Your opening came before we asked for it, so we have not read it.", "You need not send it again."],
    );
    let nonce = world.read("anna/plan.opening.json");
    let nonce = nonce.split("\"nonce\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    for file in ["c/ledger.jsonl", "c/private/record.json"] {
        assert!(!world.read(file).contains(&nonce), "{file}");
    }
    for command in [&["inbox", "c"][..], &["preview", "c"], &["history", "c"], &["status", "c"]] {
        let shown = world.run(&[command, &["--json", "--now", SOON][..]].concat());
        assert!(!shown.out.contains("march") && !shown.out.contains(&nonce), "{command:?}: {shown:?}");
    }
    block(&world, "lannister", SOON);
    let is_own = |mail: &Letter| mail.to[0].is("bert@x.example") && mail.subject.contains("Receipt");
    let receipt = world.sent().into_iter().rfind(is_own).unwrap();
    holds(&receipt, &["Your opening is accepted.", "Lannisport: Support", "we will use the plan in it"]);
    // The kept message is read in the same pass, and the rest is asked.
    assert_eq!(world.standing("stark", SOON), "final");
    assert_eq!(world.last("cleo").subject, "[c] Sealing is over: please open");
    holds(
        &world.last("cleo"),
        &["Lannister, which the game master plays, has opened its seal, so now we ask the others."],
    );
    block(&world, "baratheon", SOON);
    holds(&world.last("cleo"), &["turn 2"]);
    world.run(&["verify", "c"]).says(0, &["3 opened plans that match their seals"]);
    world.is_sound();
}

#[test]
fn a_game_master_who_does_not_open_has_lost_that_plan_before_anybody_else_opens() {
    for (absence, instead) in [
        ("default", "We use the defaults of the rules for Lannister in this window."),
        (
            "steward",
            "A steward (a program) plays for Lannister in this window. Its plan was made before we asked",
        ),
    ] {
        let world = with_a_gm_who_plays(absence);
        let now = after_the_deadline(&world);
        world.tick(&now).says(0, &[]);
        for who in ["anna", "bert", "cleo"] {
            holds(&world.last(who), &["was to open first and has not opened.", instead]);
        }
        let late = block(&world, "lannister", &now);
        holds(
            &late,
            &["it matches your seal. But it came 1 minute too late", "You can still show it to the others"],
        );
        for seat in ["stark", "baratheon"] {
            block(&world, seat, &now);
        }
        holds(&world.last("anna"), &["turn 2"]);
        world.is_sound();
    }
}

#[test]
fn an_opening_is_read_as_a_plan_when_it_comes() {
    use ravenpost::seal::{Binding, Opening};
    let world = World::begun(&SEALED);
    let bound = |seat: &str| Binding { campaign: "c".into(), seat: seat.into(), window: "1-planning".into() };
    let orders = serde_json::json!({"winterfell": "support-0", "white-harbor": "defense+1", "the-shivering-sea": "support-0"});
    let wrong_turn = serde_json::json!({"turn": 3, "westeros": 2, "orders": orders});
    let unknown = serde_json::json!({"turn": 1, "westeros": 2, "orders": {"lannisport": "dance", "stoney-sept": "defense+1"}});
    let both = [("stark", wrong_turn), ("lannister", unknown)];
    let openings = both.map(|(seat, plan)| (seat, Opening::new(&bound(seat), plan, &[9; 16]).unwrap()));
    for (seat, opening) in &openings {
        world.submit(seat, &format!("seal: {}\nfinal: yes\n", opening.seal()), SOON);
    }
    let seal = Opening::new(&bound("baratheon"), serde_json::json!({"turn": "one"}), &[9; 16]).unwrap();
    world.submit("baratheon", &format!("seal: {}\nfinal: yes\n", seal.seal()), SOON);
    let receipt = world.submit("stark", &openings[0].1.armour(), SOON);
    holds(
        &receipt,
        &[
            "nothing in its plan can be used in this window",
            "is for turn 3, and this is turn 1",
            "we use the defaults of the rules",
        ],
    );
    let receipt = world.submit("lannister", &openings[1].1.armour(), SOON);
    holds(
        &receipt,
        &[
            "but parts of its plan do not count",
            "a sealed plan can no longer be changed",
            "There is no order \"dance\"",
        ],
    );
    let receipt = world.submit("baratheon", &seal.armour(), SOON);
    holds(
        &receipt,
        &[
            "nothing in it can be used",
            "is not a plan of this game",
            "We use the defaults of the rules for you",
        ],
    );
    let decided = world.run(&["history", "c", "--decisions"]);
    decided.says(0, &["1/planning/0/stark/orders: {} (default, "]);
    world.is_sound();
}

#[test]
fn a_reminder_to_open_says_how_and_what_silence_costs() {
    let world = World::begun(&SEALED);
    all_seal(&world);
    let status = world.run(&["status", "c", "--json", "--now", SOON]).json();
    let deadline: chrono::DateTime<chrono::Utc> =
        status["window"]["deadline"].as_str().unwrap().parse().unwrap();
    world.tick(&(deadline - chrono::TimeDelta::hours(1)).to_rfc3339()).says(0, &[]);
    let reminder = world.last("cleo");
    holds(
        &reminder,
        &[
            "not its opening yet",
            "attach the file ending in .opening.json",
            "We use the defaults of the rules for you in this window, and everyone is told.",
        ],
    );
    assert!(!words(&reminder).contains("order sheet"));
}

#[test]
fn a_game_master_who_plays_is_told_to_ask_for_seals() {
    let world = World::new();
    world.found("c", &[("  # plays: stark", "  plays: lannister")]);
    let words = "Set `secrecy: sealed` for the whole campaign";
    world.run(&["start", "c", "--now", BEGIN]).says(0, &["LOOK: the game master plays lannister", words]);
    world.run(&["doctor", "c", "--now", BEGIN]).says(1, &[words]);
    world.edit("c/campaign.yaml", "secrecy: deposit", "secrecy: sealed");
    world.run(&["doctor", "c", "--now", BEGIN]).says(0, &["only seals are accepted"]);
}
