//! What commands say of players: who is told, who is away, who has written; and the commands they suggest, ready to be pasted.

use super::world::*;

const OPEN_MARCH: [(&str, &str); 2] = [
    (
        "stark",
        "plan:\n  orders:\n    Winterfell: march+0\n    White Harbor: defense\n    The Shivering Sea: support\n",
    ),
    (
        "lannister",
        "plan:\n  orders:\n    Lannisport: march+0\n    Stoney Sept: defense\n    The Golden Sound: raid\n",
    ),
];

#[test]
fn process_names_the_players_that_are_told() {
    let world = World::begun(&[STEADY]);
    for (seat, plan) in OPEN_MARCH.into_iter().chain([("baratheon", BARATHEON)]) {
        world.submit(seat, &format!("{plan}final: yes\n"), SOON);
    }
    // The Messenger Raven is asked first, and then one march after the other, each of its own house alone.
    let process = || world.run(&["process", "c", "--now", SOON]);
    let raven = process();
    assert!(raven.out.starts_with("Done. Told: Lannister.\n"), "{raven:?}");
    let march = process();
    assert!(march.out.starts_with("Done. Told: Stark.\n"), "{march:?}");
    let turn = process();
    assert!(turn.out.starts_with("Done. All players are told.\n"), "{turn:?}");
    // Why a raid has removed nothing.
    world
        .run(&["explain", "c", "1", "golden-sound"])
        .says(0, &["removes nothing", "No order that it may remove was in its reach."]);
}

#[test]
fn status_says_who_has_written_without_a_plan_and_who_is_away() {
    let world = World::begun(&[STEADY]);
    world.submit("stark", "plan: {orders: {Winterfel}}\n", SOON);
    world.submit("lannister", "absent: {from: 2026-09-01, to: 2026-09-20}\n", SOON);
    let status = world.run(&["status", "c", "--now", SOON]);
    status.says(
        0,
        &["Stark Anna no plan; last wrote Tuesday 1 September, 14:30", "Cleo nothing received (NMR)"],
    );
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
    world.run(&["start", "A B", "--now", BEGIN]).says(0, &[]);
    let mail = world.plain("anna", &format!("key: {}\nplan: {{orders: {{Nowhere: raid}}}}\n", key(&world)));
    world.run_with(&["tick", "A B", "--mail", "-", "--now", SOON], &mail).says(0, &[]);
    world.run(&["inbox", "A B"]).says(0, &["`ravenpost inbox 'A B' 1` shows message 1"]);
    world.run(&["dispute", "A B", "9"]).says(3, &["`ravenpost dispute 'A B'` lists the disputes"]);
    let dispute =
        world.plain("anna", &format!("key: {}\ndispute: {{turn: 1, about: \"hm\"}}\n", key(&world)));
    let told = world.run_with(&["tick", "A B", "--mail", "-", "--now", SOON], &dispute);
    told.says(1, &["ravenpost dispute 'A B' 1"]);
    let notices = std::fs::read_dir(world.path("A B/mail/out/new")).unwrap();
    let texts = notices.map(|file| ravenpost::post::read(&std::fs::read(file.unwrap().path()).unwrap()));
    let notice = texts.into_iter().find(|mail| words(mail).contains("has opened dispute")).unwrap();
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
