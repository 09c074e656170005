//! `inbox`: each mail, what became of it and why; and what nobody may see of it.

use super::world::*;

/// A campaign with mails of all sorts.
fn world() -> World {
    let world = World::begun(&[STEADY]);
    world.submit(
        "stark",
        &format!("Hello!\n\n{STARK}final: yes\npress: {{to: lannister, text: BOO}}\n"),
        SOON,
    );
    let faulty =
        STARK.replace("White Harbor: defense", "White Harbour: supprt").replace("Winterfell", "Castle Black");
    let key = world.key("lannister");
    for (who, text) in [
        ("bert", format!("key: {key}\n{faulty}")),
        ("bert", format!("key: {key}\nwindow: 0-nothing\nplan: {{orders: {{Lannisport: raid}}}}\n")),
        ("eve", format!("key: {key}\nplan: {{orders: {{Lannisport: raid}}}}\n")),
        ("mallory", "hello\n".to_owned()),
        ("bert", format!("key: {}\n", world.key("stark").replace('-', "").chars().rev().collect::<String>())),
    ] {
        world.hand(&world.plain(who, &text), SOON).says(0, &[]);
    }
    world.hand(&world.typed("cleo", "Auto-Submitted: auto-replied\n", "text/plain", "I am away"), SOON);
    world
}

#[test]
fn the_list_tells_of_each_mail_what_became_of_it_and_why() {
    let world = world();
    let list = world.run(&["inbox", "c"]);
    list.says(
        0,
        &[
            "No  Received",
            "used",
            "not used, 1 note",
            "`ravenpost inbox c 4` shows message 4 in full, with its notes.",
            "from another address",
            "from a stranger",
            "automatic reply",
            "an…@x.example",
            "My orders",
        ],
    );
    assert!(!list.out.contains("anna@"), "{}", list.out);
    let mails = world.run(&["inbox", "c", "--json"]).json();
    let mails = mails.as_array().unwrap();
    assert_eq!(mails.len(), 7, "{mails:?}");
    for mail in mails {
        let file = mail["file"].as_str().unwrap_or_else(|| panic!("no file: {mail}"));
        assert!(world.path(format!("c/{file}")).is_file(), "{file}");
    }
    // How a stranger's orders can count for a seat all the same.
    let stranger = mails.iter().find(|mail| mail["class"] == "stranger").unwrap();
    let accept = format!("ravenpost rule c --accept SEAT={}", stranger["hash"].as_str().unwrap());
    world.run(&["inbox", "c", &stranger["number"].to_string()]).says(0, &[&accept]);
    // From another address of a seat, the seat is known, and there is another way.
    let other = mails.iter().find(|mail| mail["class"] == "other-address").unwrap();
    let (seat, hash) = (other["seat"].as_str().unwrap(), other["hash"].as_str().unwrap());
    let accept = format!("ravenpost rule c --accept {seat}={hash}");
    let shown = world.run(&["inbox", "c", &other["number"].to_string()]);
    assert!(shown.out.replace('\n', " ").contains(&accept), "{}", shown.out);
    assert!(shown.out.contains("campaign.yaml"), "{}", shown.out);
    assert_eq!(world.run(&["inbox", "c", "--since", "2026-09-02"]).code, 0);
    assert_eq!(world.run(&["inbox", "c", "--since", "2126-09-02", "--json"]).json(), serde_json::json!([]));
    world.run(&["inbox", "c", "99"]).says(2, &["there is no message 99; the inbox has 7"]);
    world.run(&["inbox", "nowhere"]).says(2, &["is not a campaign"]);
}

#[test]
fn plans_of_an_open_window_stay_sealed_and_press_is_nobodys_to_read() {
    let world = world();
    let shown = |world: &World| -> String {
        let mut all = world.run(&["inbox", "c"]).out + &world.run(&["inbox", "c", "--json"]).out;
        for number in 1..=7 {
            let number = number.to_string();
            all += &world.run(&["inbox", "c", number.as_str()]).out;
            all += &world.run(&["inbox", "c", number.as_str(), "--json"]).out;
        }
        all
    };
    let before = shown(&world);
    for secret in [
        "Winterfell",
        "winterfell",
        "Castle Black",
        "castle-black",
        "Shivering",
        "supprt",
        "White Harbo",
        "Lannisport",
        "BOO",
        "order-",
    ] {
        assert!(!before.contains(secret), "“{secret}” in {before}");
    }
    assert!(
        before.contains("is sealed until the window 1-planning closes") && before.contains("--peek"),
        "{before}"
    );
    // Nor how long a plan is, by the line of what stands below it.
    let says_a_line = |shown: &str| shown.contains("Line ") || shown.contains("\"line\": 1");
    assert!(!says_a_line(&before), "{before}");
    // No key, of nobody.
    for seat in ["stark", "lannister", "baratheon"] {
        assert!(!before.contains(&world.key(seat)));
    }
    world.run(&["tick", "c", "--now", CLOSED]);
    world.submit("lannister", LANNISTER, "2026-09-04T21:00:00Z");
    world.submit("baratheon", BARATHEON, "2026-09-04T21:05:00Z");
    let after = shown(&world);
    assert!(after.contains("Winterfell") && says_a_line(&after) && !after.contains("BOO"), "{after}");
}

#[test]
fn one_mail_is_shown_with_where_each_order_stood_and_how_it_was_known() {
    let world = World::begun(&[STEADY]);
    world.submit("stark", &format!("Hello Maria\n{STARK}final: yes\n"), SOON);
    world.submit("lannister", LANNISTER, SOON);
    world.submit("baratheon", &format!("{BARATHEON}final: yes\n"), SOON);
    world.submit("lannister", &format!("{LANNISTER}final: yes\n"), SOON);
    let shown = world.run(&["inbox", "c", "1"]);
    shown.says(
        0,
        &[
            "Message 1, stark",
            "Recognised by",
            "your key",
            "We read",
            "its text",
            "Line 5",
            "Winterfell",
            "What we ignored",
            "mail/in/.Used/cur/",
            "Receipt",
            "1",
        ],
    );
    world.run(&["-q", "inbox", "c"]).is(0, "", "");
}

/// The list says in a word what each message holds, also when it asks for nothing that anybody must answer.
#[test]
fn the_list_says_what_a_message_holds() {
    let world = World::begun(&[STEADY]);
    for (text, word) in [
        ("resign: yes\n", "resignation, to be confirmed"),
        ("resign: no\n", "resignation withdrawn"),
        ("vote: {draw: yes}\n", "vote"),
        ("absent: {from: 2026-12-01, to: 2026-12-03}\n", "absence"),
        ("ask: status\n", "question"),
        ("press: {to: lannister, text: BOO}\n", "press"),
        ("When does the next turn begin, Maria?\n", "letter to you"),
    ] {
        world.submit("stark", text, SOON);
        let list = world.run(&["inbox", "c"]).out;
        let last = list.lines().last().unwrap_or_default();
        assert!(last.contains(word), "{word}: {list}");
    }
    let shown = world.run(&["inbox", "c", "1"]).out;
    assert!(flat(&shown).contains("the player wants to give up the seat"), "{shown}");
    assert!(!shown.contains("as we ask above"), "{shown}");
}

#[test]
fn copies_and_messages_over_the_limit_are_not_told_to_be_of_strangers() {
    let world = World::begun(&[STEADY, ("mails an hour: 20", "mails an hour: 2")]);
    let mail = world.plain("anna", &format!("key: {}\n{STARK}", world.key("stark")));
    for _ in 0..2 {
        world.hand(&mail, SOON).says(0, &[]);
    }
    for _ in 0..3 {
        world.hand(&world.plain("anna", &format!("key: {}\nask: status\n", world.key("stark"))), SOON);
    }
    let mails = world.run(&["inbox", "c", "--json"]).json();
    let classes: Vec<&str> =
        mails.as_array().unwrap().iter().map(|mail| mail["class"].as_str().unwrap()).collect();
    let count = |class: &str| classes.iter().filter(|found| **found == class).count();
    assert_eq!((count("seat"), count("duplicate"), count("too-many")), (3, 1, 1), "{classes:?}");
    world.run(&["inbox", "c"]).says(0, &["not read, too many", "duplicate"]);
}
