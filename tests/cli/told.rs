//! What commands say of players: who is told, who is away, who has written; and the commands they suggest, ready to be pasted.

use super::world::*;

#[test]
fn process_names_the_players_that_are_told() {
    let public = "chance: {words: no, public: the lottery, due: 2026-09-10 20:00}";
    let world = World::begun(&[STEADY, ("rehearsal: no\n", "rehearsal: yes\n"), ("chance: no", public)]);
    // The receipt of a message that waits in the mailbox tells nothing of the order.
    let mail = world.plain("anna", &format!("key: {}\nask: status\n", world.key("stark")));
    world.write("c/mail/in/new/1.host", &mail);
    let begun = world.run(&["process", "c", "--now", SOON]);
    assert!(begun.out.starts_with("Done. There was nothing to tell the players.\n"), "{begun:?}");
    begun.says(begun.code, &["1 message used"]);
}

#[test]
fn explain_says_why_a_raid_removes_nothing() {
    let world = World::begun(&[STEADY]);
    let raid = LANNISTER.replace("The Golden Sound: support", "The Golden Sound: raid");
    for (seat, plan) in [("stark", STARK), ("lannister", &raid), ("baratheon", BARATHEON)] {
        world.submit(seat, plan, SOON);
    }
    for _ in 0..2 {
        let done = &["Done. All players are told."];
        world.run(&["process", "c", "--anyway", "--now", SOON]).says(0, done);
    }
    world
        .run(&["explain", "c", "1", "golden-sound"])
        .says(0, &["removes nothing", "No order that it may remove was in its reach."]);
}

#[test]
fn who_takes_over_is_told_what_to_do_and_until_when() {
    let world = World::begun(&[STEADY]);
    let args = ["replace", "c", "Stark", "--player", "Eva", "--address", "eva@x.example", "--now", SOON];
    world.run(&args).says(0, &["Eva now plays Stark."]);
    let welcome = world.last("eva");
    holds(
        &welcome,
        &[
            "To do now: open the attached orders-1.html",
            "by Friday 4 September, 20:00 (Rome)",
            "You take over the seat from another player",
            "The open window",
        ],
    );
}

#[test]
fn status_says_who_has_written_without_a_plan_and_who_is_away() {
    let world = World::begun(&[STEADY]);
    world.submit("stark", "plan: {orders: {Winterfel}}\n", SOON);
    world.submit("lannister", "absent: {from: 2026-09-01, to: 2026-09-20}\n", SOON);
    let status = world.run(&["status", "c", "--now", SOON]);
    status.says(0, &["Stark Anna no plan; last wrote Tuesday 1 September, 14:30", "Cleo nothing yet"]);
    for seat in ["stark", "baratheon"] {
        let plan = if seat == "stark" { STARK } else { BARATHEON };
        world.submit(seat, &format!("{plan}final: yes\n"), SOON);
    }
    // The window after this one does not ask the seat, and so has no row for it.
    let status = world.run(&["status", "c", "--now", SOON]);
    status.says(0, &["Away until Monday 21 September, 00:00", ": Lannister"]);
    assert!(!status.out.contains("Bert"), "{status:?}");
}

#[test]
fn suggested_commands_can_be_pasted_from_a_folder_with_a_blank() {
    let world = World::new();
    world.run(&new_args("A B")).says(0, &["ravenpost start 'A B'"]);
    world.edit("A B/campaign.yaml", "\nmap: png", "\nmap: no");
    world.edit("A B/campaign.yaml", "\nchance: {words: open}", "\nchance: no");
    world.run(&["start", "A B", "--now", BEGIN]).says(0, &[]);
    let mail = world.plain("anna", &format!("key: {}\nplan: {{orders: {{Nowhere: raid}}}}\n", key(&world)));
    world.run_with(&["tick", "A B", "--mail", "-", "--now", SOON], &mail).says(0, &[]);
    world.run(&["inbox", "A B"]).says(0, &["`ravenpost inbox 'A B' 1` shows message 1"]);
    world.run(&["dispute", "A B", "9"]).says(3, &["`ravenpost dispute 'A B'` lists the disputes"]);
    let dispute =
        world.plain("anna", &format!("key: {}\ndispute: {{turn: 1, about: \"my orders\"}}\n", key(&world)));
    let told = world.run_with(&["tick", "A B", "--mail", "-", "--now", SOON], &dispute);
    told.says(told.code, &["1 message used", "ravenpost dispute 'A B' 1"]);
    let notices = std::fs::read_dir(world.path("A B/mail/out/new")).unwrap();
    let texts = notices.map(|file| ravenpost::post::read(&std::fs::read(file.unwrap().path()).unwrap()));
    let notice = texts.into_iter().find(|mail| words(mail).contains("ravenpost rule")).unwrap();
    holds(&notice, &["ravenpost rule 'A B' 1"]);
}

fn key(world: &World) -> String {
    let secrets = world.read("A B/secrets.yaml");
    secrets.lines().find_map(|line| line.trim().strip_prefix("stark: ")).unwrap().to_owned()
}

#[test]
fn a_rulebook_without_numbers_is_asked_by_words_and_a_terminal_by_a_command() {
    let world = World::new();
    let king = world.run(&["rulebook", "king-is-dead"]);
    king.says(0, &["Ask for one by a word from its name, such as", "ravenpost rulebook king-is-dead "]);
    assert!(!king.out.contains("ask: rules"), "{king:?}");
    world
        .run(&["rulebook", "thrones-1e"])
        .says(0, &["by its number or by a word from its name", "ravenpost rulebook thrones-1e "]);
}

#[test]
fn an_empty_final_word_and_a_file_that_is_no_archive_are_told_for_what_they_are() {
    let world = World::begun(&[STEADY]);
    world.run(&["dispute", "c", "1", "--close", " "]).says(2, &["there is no text"]);
    world.write("notes.txt", "root:x:0:0\n");
    world.run(&["verify", "notes.txt"]).says(
        1,
        &["notes.txt: this is not an archive as it was made: its first line is not the first line of an archive"],
    );
    world.run(&["extend", "c", "40d", "--now", SOON]).says(3, &["40 days is not a time we can add"]);
}
