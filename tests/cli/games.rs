//! Every command with every game: what one game's views or plans lack shows here first.

use super::papers::save_state;
use super::world::*;

/// A plan that the first player of a game may send in the first turn; a new game adds its own.
fn plan(game: &str) -> &'static str {
    match game {
        "thrones-1e" => STARK,
        "thrones-2e" => {
            "plan:\n  orders: {Dragonstone: consolidate*, Kingswood: march+0, Shipbreaker Bay: support}\n  marches: \
             [{from: Kingswood, to: {The Reach: footman}}]\n  consolidate: {Dragonstone: [ship in port]}\n  otherwise: \
             best guess\n"
        }
        "thrones-nine" => {
            "plan:\n  orders: {Storm's End: march+0, Dragonstone: consolidate, Shipbreaker Bay: support, The Gullet: defense}\n  marches: \
             [{from: Storm's End, to: {Rainwood: footman}}]\n  otherwise: best guess\n"
        }
        "king-is-dead" => {
            "plan:\n  turns:\n    - pass: until nobody has passed\n    - pass this struggle\n  otherwise: pass\n"
        }
        "beyond-the-wall" | "westeros-and-the-north" => {
            "plan:\n  tactics: {deck: [1, 8, 16]}\n  otherwise: best guess\n"
        }
        other => panic!("a plan for {other} is missing here"),
    }
}

/// A campaign of a game that has begun in `c`, and a seat that is asked first, which Anna plays.
pub fn founded(game: &str, players: u8) -> (World, String) {
    founded_with(game, players, &["--no-rehearsal"])
}

/// The same, made with more arguments.
pub fn founded_with(game: &str, players: u8, more: &[&str]) -> (World, String) {
    let world = World::new();
    let number = players.to_string();
    let referee =
        ravenpost::games::referee(game, players, &serde_json::Value::Null, &|_| None).expect("a game");
    let mut args = vec!["new", "c", "--game", game, "--players", &number, "--title", "A game"];
    args.extend(more);
    args.extend([
        "--address",
        "ravens@x.example",
        "--gm",
        "Maria <maria@x.example>",
        "--timezone",
        "Europe/Rome",
    ]);
    let names = [
        "Anna <anna@x.example>",
        "Bert <bert@x.example>",
        "Cleo <cleo@x.example>",
        "Dora <dora@x.example>",
        "Emil <emil@x.example>",
        "Fia <fia@x.example>",
        "Gerd <gerd@x.example>",
        "Hans <hans@x.example>",
        "Ida <ida@x.example>",
        "Jan <jan@x.example>",
        "Kai <kai@x.example>",
        "Lea <lea@x.example>",
    ];
    let mut played = referee.seats();
    if game == "westeros-and-the-north" {
        // Houses are asked nothing before the sides of the north, which come last, have chosen their tactic decks.
        played.reverse();
    }
    let seats: Vec<String> =
        played.iter().zip(names).map(|(seat, name)| format!("{}={name}", seat.id)).collect();
    args.extend(seats.iter().flat_map(|seat| ["--seat", seat.as_str()]));
    world.run(&args).says(0, &[]);
    world.edit("c/campaign.yaml", "secrecy: deposit", "secrecy: either");
    world.edit("c/campaign.yaml", "\nchance: {words: open}", "\nchance: no");
    world.run(&["start", "c", "--now", BEGIN]).says(0, &["c has started."]);
    let first = played.first().map(|seat| seat.id.clone()).expect("a seat");
    (world, first)
}

#[test]
fn a_plan_can_be_checked_forecast_and_sealed_at_home_in_every_game() {
    for game in ravenpost::games::ALL {
        // Of many tables the smallest and the largest.
        let tables = if game.players.len() > 4 { game.players.len() - 1 } else { 1 };
        for players in game.players.iter().step_by(tables) {
            let (world, seat) = founded(game.id, *players);
            save_state(&world, &world.last("anna"), "anna");
            world.write("anna/plan.yaml", plan(game.id));
            let run = |command: &str| world.run(&[command, "anna/plan.yaml"]);
            run("check").says(0, &["would be accepted"]);
            run("forecast").says(0, &["This is not a promise"]);
            if game.id == "king-is-dead" {
                // One seat alone is asked at a time, so no window of this game takes a seal.
                run("seal").says(3, &["there is nothing to seal"]);
                continue;
            }
            let sealed = run("seal");
            assert_eq!(sealed.code, 0, "{} {players}: {sealed:?}", game.id);
            assert!(sealed.out.contains(&format!("seat: {seat}")), "{sealed:?}");
        }
    }
}

#[test]
fn a_plan_is_not_sealed_where_no_seal_is_accepted() {
    let (world, _) = founded("thrones-1e", 3);
    save_state(&world, &world.last("anna"), "anna");
    world.write("anna/plan.yaml", plan("thrones-1e"));
    let state = std::fs::read_to_string(world.path("anna/state-1.yaml")).unwrap();
    assert!(state.contains("\nsecrecy: either\n"), "{state}");
    for (secrecy, why) in [("deposit", "accepts only plans, not seals"), ("open", "there is nothing to seal")]
    {
        let other = state.replace("\nsecrecy: either\n", &format!("\nsecrecy: {secrecy}\n"));
        world.write("anna/state-1.yaml", &other);
        world.run(&["seal", "anna/plan.yaml"]).says(3, &[why, "mail the plan itself"]);
        assert!(!world.path("anna/plan.opening.json").exists());
    }
}

#[test]
fn the_game_masters_commands_serve_every_game() {
    for game in ravenpost::games::ALL {
        let (world, _) = founded(game.id, game.players[0].max(3));
        let now = ["--now", SOON];
        let run = |args: &[&str]| {
            let ran = world.run(args);
            let broken = ["panicked", "cannot read", "malformed"];
            let said = format!("{}{}", ran.out, ran.err);
            assert!(ran.code <= 1, "{} {args:?}: {ran:?}", game.id);
            assert_eq!(broken.iter().find(|word| said.contains(*word)), None, "{} {args:?}: {said}", game.id);
        };
        for args in [
            &["status", "c"][..],
            &["preview", "c"],
            &["inbox", "c"],
            &["history", "c"],
            &["verify", "c"],
            &["doctor", "c"],
            &["migrate", "--report", "c"],
            &["dispute", "c"],
            &["rulebook", game.id],
        ] {
            run(args);
        }
        for args in [
            &["pause", "c"][..],
            &["resume", "c"],
            &["extend", "c", "24h"],
            &["remind", "c"],
            &["process", "c", "--anyway"],
            &["tick", "c"],
        ] {
            run(&[args, &now].concat());
        }
        run(&["verify", "c"]);
        run(&["explain", "c", "1"]);
        run(&["history", "c"]);
    }
}

/// Orders sent in the first window of a turn stand beside those that are sent in the next one for other areas.
#[test]
fn orders_sent_ahead_stand_beside_later_ones() {
    let (world, first) = founded("beyond-the-wall", 3);
    assert_eq!(first, "nights-watch");
    let send = |who: &str, seat: &str, text: &str| {
        let mail = world.plain(who, &format!("key: {}\n{text}", world.key(seat)));
        world.hand(&mail, SOON).says(0, &[]);
        let to = format!("{who}@x.example");
        let sent = world.sent().into_iter();
        let mut own = sent.filter(|mail| mail.subject.contains("Receipt") && mail.to[0].is(&to));
        own.next_back().unwrap_or_else(|| panic!("no receipt"))
    };
    let deck = "plan:\n  tactics: {deck: [1, 8, 16]}\n";
    send("anna", "nights-watch", &format!("{deck}  orders: {{The Wall (centre): march+0}}\nfinal: yes\n"));
    send("bert", "wildlings", &format!("{deck}final: yes\n"));
    send("cleo", "others", &format!("{deck}final: yes\n"));
    let receipt = send("anna", "nights-watch", "The Fist of the First Men: defense\n");
    holds(&receipt, &["The Fist of the First Men: Defense", "The Wall (centre)"]);
}

/// Whom the first window asks nothing reads that in the welcome, and nobody else.
#[test]
fn a_welcome_says_whether_the_first_window_asks_anything() {
    const NOTHING: &str = "In this window we ask others, and nothing of you.";
    let (world, first) = founded("westeros-and-the-north", 6);
    assert_eq!(first, "others");
    for side in ["anna", "bert", "cleo"] {
        let welcome = world.sent_with_state(side);
        assert!(!words(&welcome).contains(&flat(NOTHING)), "{side} chooses a tactic deck");
    }
    for house in ["dora", "emil", "fia"] {
        holds(&world.sent_with_state(house), &[NOTHING, "We write to you when it is your turn"]);
    }
}
