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
    // Only seals are taken.
    holds(&world.submit("stark", STARK, SOON), &["This campaign accepts only seals"]);
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
        let said = "Baratheon sealed a plan for the window 1-planning and did not open it in time";
        let is_told =
            |mail: &Letter| mail.to[0].is(&format!("{who}@x.example")) && words(mail).contains(said);
        assert_eq!(world.sent().into_iter().filter(is_told).count(), 1, "{who}");
    }
    let decided = world.run(&["history", "c", "--decisions"]);
    decided.says(0, &["1/planning/0/baratheon/orders: {} (default, "]);
    // Too late is too late.
    let late = world.submit("baratheon", &world.read("cleo/plan.opening.txt"), &now);
    assert!(late.subject.contains("please check"), "{}", late.subject);
    world.is_sound();
}
