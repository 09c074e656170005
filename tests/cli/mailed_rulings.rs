//! A ruling from a phone: listed, shown and adopted by mail alone.
use super::living::by_gm;
use super::world::*;
use ravenpost::post::Letter;

fn reply(world: &World, to: &Letter, body: &str) -> Letter {
    let about = format!("In-Reply-To: <{}>\n", to.message_id.as_deref().unwrap());
    let mail = world.typed("maria", &about, "text/plain; charset=utf-8", body);
    world.hand(&mail, SOON).says(0, &[]);
    world.last("maria")
}

#[test]
fn a_ruling_is_read_and_adopted_on_a_phone() {
    let world = World::begun(&[STEADY]);
    for (seat, plan) in [("stark", STARK), ("lannister", LANNISTER), ("baratheon", BARATHEON)] {
        world.submit(seat, &format!("{plan}final: yes\n"), SOON);
    }
    let listed = by_gm(&world, "do: {decisions: 1/planning}\n", SOON);
    holds(&listed, &["Decisions of turn 1, planning", "1/planning/0/stark/orders: \"{", "(plan)", "entry: "]);
    let rule = "do:\n  rule:\n    answers:\n      1/planning/0/stark/orders:\n        winterfell: defense\n        \
                white-harbor: march\n        the-shivering-sea: support\n    because: |\n      Anna's second mail lay in our spam folder.\n";
    let wrong = reply(&world, &listed, rule);
    holds(&wrong, &["Not accepted, line 4. We could not do this", "1/planning/0/stark/orders:", "^^^^"]);
    let shown = reply(&world, &listed, &rule.replace("march", "march+0"));
    holds(
        &shown,
        &[
            "What ruling 1 would change",
            "Nothing has changed yet. To adopt this ruling, reply to this message with the line",
            "| Anna's second mail lay in our spam folder.",
            "The game master answers for Stark",
            "We would ask nobody again",
        ],
    );
    // What the mail shows is what the command line shows.
    let typed = world.run(&[
        "rule",
        "c",
        "--answer",
        "1/planning/0/stark/orders={winterfell: defense, white-harbor: march+0, the-shivering-sea: support}",
        "--because",
        "Anna's second mail lay in our spam folder.",
        "--what-if",
        "--now",
        SOON,
    ]);
    let (mail, typed) = (words(&shown), flat(&typed.out));
    let body = |text: &str| {
        let from = text.find("Back to turn").unwrap();
        let to = text.find("We would ask nobody again").unwrap();
        text[from..to].replace(['-', ' '], "").to_lowercase()
    };
    assert_eq!(body(&mail), body(&typed));
    assert_eq!(world.entries("ruling"), 0);
    let quoted: String = words(&shown).split(". ").map(|line| format!("> {line}\n")).collect();
    reply(&world, &shown, &format!("Hm.\n\n{quoted}> do: adopt\n"));
    assert_eq!(world.entries("ruling"), 0);
    let adopted = reply(&world, &shown, "do: adopt\n");
    assert_eq!(world.entries("ruling"), 1, "{}", words(&adopted));
    let told = |who: &str| {
        world.sent().into_iter().any(|mail| {
            mail.to.iter().any(|to| to.is(&format!("{who}@x.example"))) && mail.subject.contains("Ruling 1")
        })
    };
    assert!(["anna", "bert", "cleo", "maria"].into_iter().all(told));
    let receipts = world.sent().into_iter().filter(|mail| mail.subject.contains("Receipt"));
    assert!(receipts.map(|mail| words(&mail)).any(|text| text.contains("Ruling 1 is adopted")));
    world.is_sound();
}

#[test]
fn a_rewind_is_undone_on_a_phone() {
    let world = World::begun(&[STEADY]);
    for (seat, plan) in [("stark", STARK), ("lannister", LANNISTER), ("baratheon", BARATHEON)] {
        world.submit(seat, &format!("{plan}final: yes\n"), SOON);
    }
    let news = |number: u32, who: &str| {
        let is = |mail: &Letter| {
            mail.to.iter().any(|to| to.is(&format!("{who}@x.example")))
                && mail.subject.contains(&format!("Ruling {number}"))
        };
        world.sent().into_iter().find(is).unwrap()
    };
    let nothing = by_gm(&world, "do: forward because the mails turned up\n", SOON);
    holds(&nothing, &["there is no ruling to undo"]);
    let shown = by_gm(&world, "do: rewind to 1/planning because Stark's mails did not reach us\n", SOON);
    holds(
        &shown,
        &["Nothing has changed yet", "Back to turn 1, planning", "We would ask again: - Baratheon: Orders"],
    );
    reply(&world, &shown, "do: adopt\n");
    holds(
        &news(1, "anna"),
        &[
            "Maria has taken the game back to turn 1, planning.",
            "If you send nothing new, or are away, we use what you had sent before.",
            "What our reports said of that part of the game no longer applies.",
        ],
    );
    holds(
        &world.last("anna"),
        &["your plan for turn 1 (planning), before the ruling", "We use it only if you send nothing new."],
    );
    let shown = by_gm(&world, "do: forward because they turned up\n", SOON);
    holds(
        &shown,
        &[
            "Nothing has changed yet",
            "Back to the timeline that the last ruling replaced",
            "The game is in turn 1, planning. It would be in turn 1, the Messenger Raven.",
            "We would ask again: - Lannister: Messenger Raven",
        ],
    );
    reply(&world, &shown, "do: adopt\n");
    for who in ["anna", "bert", "cleo", "maria"] {
        holds(
            &news(2, who),
            &[
                "Maria has undone the last ruling.",
                "What we reported to you on that timeline applies again; what we have reported since that ruling no longer does.",
                "The game now waits in turn 1, the Messenger Raven.",
            ],
        );
    }
    holds(
        &world.last("anna"),
        &["What earlier reports say of that part no longer holds", "Awaited: Lannister"],
    );
    world.is_sound();
}

/// Orders that left an area out were whole when the window closed, and are so when a ruling plays them again.
#[test]
fn nobody_is_asked_again_for_the_area_that_was_left_without_an_order() {
    let world = World::begun(&[STEADY]);
    let stark = "plan:\n  orders: {Winterfell: defense, White Harbor: support}\n";
    for (seat, plan) in [("stark", stark), ("lannister", LANNISTER), ("baratheon", BARATHEON)] {
        world.submit(seat, &format!("{plan}final: yes\n"), SOON);
    }
    let other =
        "1/planning/0/lannister/orders={lannisport: defense, the-golden-sound: support, stoney-sept: raid}";
    let ran = world.run(&[
        "rule",
        "c",
        "--turn",
        "1",
        "--stage",
        "planning",
        "--answer",
        other,
        "--because",
        "a slip",
        "--what-if",
        "--now",
        SOON,
    ]);
    ran.says(0, &["We would ask nobody again"]);
}
