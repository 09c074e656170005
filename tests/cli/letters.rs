//! Mails as they should not be: the right receipt or silence, nothing lost, and the state right afterwards.

use super::games::founded_with;
use super::world::*;

/// Hands over a seat's text, which is to be refused with all these words.
#[track_caller]
fn refused(world: &World, seat: &str, text: &str, all: &[&str]) {
    let receipt = world.submit(seat, text, SOON);
    assert!(receipt.subject.contains("please check"), "{}", receipt.subject);
    holds(&receipt, all);
}

#[test]
fn mail_that_speaks_for_no_seat_gets_one_polite_answer_a_day_and_has_no_effect() {
    let world = World::begun(&[]);
    let spam = world.plain("stranger", "plan:\n  orders:\n    Winterfell: march\n");
    world.hand(&spam, SOON).is(0, "c: 1 other message, 1 message sent\n", "");
    let answer = world.last("stranger");
    assert_eq!(answer.subject, "We do not know whom this message is from");
    let text = words(&answer);
    ["Westeros", "Stark", "Anna", "[c]"]
        .iter()
        .for_each(|name| assert!(!text.contains(name), "{name}: {text}"));
    for number in 0..3 {
        let more = world.plain("stranger", &format!("hello {number}"));
        world.hand(&more, SOON).is(0, "c: 1 other message\n", "");
    }
    assert_eq!(world.standing("stark", SOON), "nothing-came");
    world.is_sound();
}

#[test]
fn a_key_that_is_none_or_anothers_or_stolen_opens_nothing() {
    let world = World::begun(&[]);
    let stolen = world.key("stark");
    // From another's address; from nowhere; with a slip; and with no key at all.
    let mails = [
        ("bert", format!("key: {stolen}\n{STARK}")),
        ("mallory", format!("key: {stolen}\n{STARK}")),
        ("anna", format!("key: 000G-40R4-0M30-E209-185G-R38E-1W8\n{STARK}")),
        ("anna", STARK.to_owned()),
    ];
    for (who, text) in mails {
        let ran = world.hand(&world.plain(who, &text), SOON);
        assert!(ran.code == 0 && ran.out.starts_with("c: 1 other message"), "{who}: {ran:?}");
        assert_eq!(world.standing("stark", SOON), "nothing-came", "{who}");
    }
    // The right key, but the plan says that it is another seat's or campaign's.
    refused(&world, "stark", "seat: lannister\nplan:\n  orders: {Lannisport: march*}\n", &["another seat"]);
    refused(&world, "stark", "campaign: other\nplan:\n  orders: {Winterfell: march*}\n", &["campaign other"]);
    assert_eq!(world.standing("lannister", SOON), "nothing-came");
    let warned = |mail: &ravenpost::post::Letter| mail.subject == "[c] A message from another address";
    let warned: Vec<_> = world.sent().into_iter().filter(warned).collect();
    // Once a day, however many try; a key that is nobody's is told of too, since the address is known.
    assert_eq!(warned.len(), 1);
    assert!(world.sent().iter().any(|mail| mail.subject == "[c] A message with a wrong key"));
    warned.iter().for_each(|mail| assert!(mail.to[0].is("anna@x.example")));
    let all: String =
        world.sent().iter().filter(|m| !m.to.iter().any(|to| to.is("anna@x.example"))).map(words).collect();
    assert!(!all.contains(&stolen), "a key was told to others");
    world.is_sound();
}

#[test]
fn contradicting_mails_the_last_counts_and_each_is_acknowledged() {
    let world = World::begun(&[]);
    holds(&world.submit("stark", STARK, SOON), &["Receipt 1 for Stark", "Your plan is accepted"]);
    let other = STARK.replace("White Harbor: defense", "White Harbor: march*");
    let receipt = world.submit("stark", &other, SOON);
    holds(&receipt, &["Receipt 2 for Stark", "Your plan is accepted", "White Harbor: March +1*"]);
    // The first one once more, changed back; the same again says so; then both plans in one mail.
    holds(&world.submit("stark", STARK, SOON), &["Receipt 3", "Your plan is accepted"]);
    holds(&world.submit("stark", STARK, SOON), &["Receipt 4", "says the same and counts"]);
    let both = format!("{STARK}final: yes\nplan:\n  orders:\n    Winterfell: march*\n");
    // Nobody can know which of two plans is meant: the second is told, and what counted before still does.
    holds(&world.submit("stark", &both, SOON), &["Receipt 5", "\"plan\" is here a second time"]);
    assert_eq!(world.standing("stark", SOON), "in");
    world.is_sound();
}

#[test]
fn the_same_mail_twice_is_taken_once() {
    let world = World::begun(&[]);
    let mail = world.plain("anna", &format!("key: {}\n{STARK}", world.key("stark")));
    world.hand(&mail, SOON).is(0, "c: 1 message used, 1 message sent\n", "");
    world.hand(&mail, SOON).is(0, "c: 1 duplicate message\n", "");
    assert_eq!(world.entries("received"), 1);
    world.is_sound();
}

#[test]
fn last_turns_mail_has_no_effect_in_this_turn() {
    let world =
        World::begun(&[STEADY, ("pace: ask\n", "pace: batch\n"), ("absence: wait", "absence: default")]);
    let answered = world.last("anna").message_id.unwrap();
    let old = |headers: &str| {
        world.typed("anna", headers, "text/plain", &format!("key: {}\n{STARK}", world.key("stark")))
    };
    let reply = format!("In-Reply-To: <{answered}>\n");
    world.hand(&old(&reply), SOON).is(0, "c: 1 message used, 1 message sent\n", "");
    world.tick("2026-09-04T18:30:00Z").is(0, "c: nothing to do\n", "");
    world.tick(CLOSED).says(0, &["stages resolved"]);
    let next = "2026-09-04T21:00:00Z";
    assert_eq!(world.run(&["status", "c", "--json", "--now", next]).json()["window"]["id"], "2-planning");
    world.hand(&old(&reply), next).is(0, "c: 1 message refused, 1 message sent\n", "");
    holds(
        &world.last("anna"),
        &[
            "The window for turn 1 (planning) had closed when your message came",
            "The open window is for turn 2 (planning)",
        ],
    );
    refused_in(
        &world,
        "window: 1-planning\n",
        next,
        "The window for turn 1 (planning) had closed when your message came",
    );
    refused_in(
        &world,
        "window: 7-planning\n",
        next,
        "There is no window 7-planning. The open window is 2-planning",
    );
    assert_eq!(world.standing("stark", next), "nothing-came");
    // Without a window named, a plan is for the one that is open.
    holds(&world.submit("stark", STARK, next), &["Your plan is accepted"]);
    world.is_sound();
}

#[track_caller]
fn refused_in(world: &World, head: &str, now: &str, why: &str) {
    holds(&world.submit("stark", &format!("{head}{STARK}"), now), &[why]);
}

#[test]
fn slips_of_the_pen_are_shown_with_what_was_meant() {
    let world = World::begun(&[]);
    let slips = "plan:\n  orders:\n    Wintrfell: march*\n    White Harbor: defence\n    Lannisport: raid\n    The Shivering Sea: muster\n";
    let all = [
        "You have no units in Lannisport, so no order can be placed there. Your units are in: Winterfell, White Harbor, The Shivering Sea.",
        "There is no order \"muster\".",
        "We accepted what we could read",
    ];
    let receipt = world.submit("stark", slips, SOON);
    holds(&receipt, &all);
    let text = world.last("anna").parts[0].text.clone();
    // The caret stands under the word, as the reader sees it.
    assert!(text.contains("\n|     Wintrfell: march*\n|     ^^^^^^^^^\n"), "{text}");
    assert_eq!(world.standing("stark", SOON), "in");
    let stars =
        "plan:\n  orders:\n    Dragonstone: march*\n    Kingswood: defense*\n    Shipbreaker Bay: support*\n";
    refused(&world, "baratheon", stars, &["You may use 2 special (starred) orders"]);
    refused(
        &world,
        "lannister",
        "plan:\n  orders:\n    The Golden Sound: consolidate\n",
        &["The Golden Sound"],
    );
    let rich = STARK.to_owned() + "  bids: {iron throne: 9, fiefdoms: 0, court: 0}\n";
    let receipt = world.submit("stark", &rich, SOON);
    assert!(receipt.subject.ends_with("accepted, with notes"), "{}", receipt.subject);
    holds(&receipt, &["You have 5 power now, and bid 9 for Iron Throne"]);
    holds(&world.submit("stark", &(STARK.to_owned() + "  bids: {iron throne: -1}\n"), SOON), &["-1"]);
    assert_eq!(world.standing("stark", SOON), "in");
    world.is_sound();
}

#[test]
fn yaml_that_is_broken_huge_deep_or_clever_is_refused_with_a_reason() {
    let world = World::begun(&[]);
    world.submit("stark", STARK, SOON);
    let deep = format!("plan:\n  orders: {}1{}\n", "[".repeat(200), "]".repeat(200));
    let huge = format!("plan:\n  orders:\n{}", "    Winterfell: march*, and on and on\n".repeat(2_000));
    let laughs = "plan:\n  orders: &a [x, x]\n  marches: [*a, *a, *a]\n";
    let cases: [(&str, &[&str]); 5] = [
        ("plan:\n  orders: {Winterfell: march*\n", &["opened here and never closed"]),
        ("plan:\n  orders:\n    Winterfell: !!str march*\n", &["!"]),
        (laughs, &["&"]),
        (&deep, &["deep"]),
        (&huge, &["larger than 64 KiB"]),
    ];
    for (text, why) in cases {
        refused(&world, "stark", text, why);
        holds(&world.last("anna"), &["This message did not replace it"]);
    }
    // Where a line means one thing alone, a mark too many does no harm.
    let other = World::begun(&[]);
    let marked = other.submit("stark", "plan:\n  orders:\n    Winterfell: \"march*\n", SOON);
    holds(&marked, &["Receipt 1", "Winterfell: March +1*"]);
    // Tabs are what some mail programs make of blanks.
    let tabs = STARK.replace("    ", "\t\t").replace("  orders", "\torders");
    holds(&world.submit("stark", &tabs, SOON), &["says the same and counts"]);
    // Twenty mails an hour are enough for anybody.
    for _ in 0..13 {
        world.submit("stark", STARK, SOON);
    }
    refused(&world, "stark", STARK, &["You have sent more than 20 messages within the hour"]);
    assert_eq!(world.standing("stark", SOON), "in");
    world.is_sound();
}

#[test]
fn mails_that_are_hardly_mails_are_filed_and_stop_nothing() {
    let world = World::begun(&[]);
    let key = world.key("stark");
    let many = format!("From: anna@x.example, bert@x.example\n\nkey: {key}\n{STARK}");
    let hidden = world.typed("anna", "", "image/png", "no picture");
    let vacation = world.typed("anna", "Auto-Submitted: auto-replied\n", "text/plain", "I am away.");
    let big = [world.plain("anna", &format!("key: {key}\n")), vec![b'x'; 1 << 21]].concat();
    let cases: [&[u8]; 8] =
        [b"", b"\0\0\0", b"\xff\xfe\xfd", b"no header at all\n", many.as_bytes(), &hidden, &vacation, &big];
    for (number, mail) in cases.iter().enumerate() {
        let ran = world.hand(mail, SOON);
        assert!(ran.code == 0 && ran.err.is_empty(), "{number}: {ran:?}");
        assert_eq!(world.standing("stark", SOON), "nothing-came", "{number}");
    }
    world.is_sound();
}

#[test]
fn an_answer_in_the_quoted_order_sheet_of_an_html_mail_is_read() {
    let world = World::begun(&[]);
    let opening = world.last("anna");
    let sheet = opening.parts[0].text.split("\n---\n").nth(1).unwrap().to_owned();
    let filled = sheet
        .replace("Winterfell: ~", "Winterfell: support")
        .replace("White Harbor: ~", "White Harbor: defense")
        .replace("The Shivering Sea: ~", "The Shivering Sea: raid*");
    assert_ne!(filled, sheet);
    let line = |line: &str| {
        let inner = line.trim_start();
        format!("{}{}<br>\n", "&nbsp;".repeat(line.len() - inner.len()), inner.replace('&', "&amp;"))
    };
    let quoted: String = filled.lines().map(line).collect();
    let body = format!(
        "<html><body><p>Here you are!</p><p>Anna</p>\n<blockquote type=\"cite\"><div>On Tuesday Ravenpost wrote:</div>\
         <div>\n---<br>\n{quoted}---<br>\n</div></blockquote></body></html>\n"
    );
    let headers = format!("In-Reply-To: <{}>\n", opening.message_id.unwrap());
    let mail = world.typed("anna", &headers, "text/html; charset=utf-8", &body);
    world.hand(&mail, SOON).is(0, "c: 1 message used, 1 message sent\n", "");
    let all = ["Your plan is accepted", "White Harbor: Defense +1", "The Shivering Sea: Raid*"];
    holds(&world.last("anna"), &all);
    // The sheet as it was sent, with nothing filled in, changes nothing.
    let receipt = world.submit("stark", &sheet.replacen("key:", "# key:", 1), SOON);
    assert!(!receipt.subject.ends_with("accepted"), "{}", receipt.subject);
    assert_eq!(world.standing("stark", SOON), "in");
    world.is_sound();
}

#[test]
fn our_own_state_that_comes_back_with_an_answer_is_no_plan() {
    let world = World::begun(&[]);
    let opening = world.last("anna");
    let state = opening.parts.iter().find(|part| part.path == "attachment state-1.yaml").unwrap();
    let body = format!(
        "--x\nContent-Type: text/plain\n\n{STARK}\n--x\nContent-Type: application/yaml\n\
         Content-Disposition: attachment; filename=\"state-1.yaml\"\n\n{}\n--x--\n",
        state.text
    );
    let headers = format!("In-Reply-To: <{}>\n", opening.message_id.unwrap());
    let mail = world.typed("anna", &headers, "multipart/mixed; boundary=x", &body);
    world.hand(&mail, SOON).is(0, "c: 1 message used, 1 message sent\n", "");
    assert_eq!(world.last("anna").subject, "[c] Receipt 1 for Stark: accepted");
    world.is_sound();
}

#[test]
fn a_plan_in_an_attached_file_is_read() {
    let world = World::begun(&[]);
    let file = data_encoding::BASE64_MIME.encode(STARK.as_bytes());
    let body = format!(
        "--x\nContent-Type: text/plain\n\nAttached.\n\n--x\nContent-Type: application/octet-stream\n\
         Content-Disposition: attachment; filename=\"orders.yaml\"\nContent-Transfer-Encoding: base64\n\n{file}\n--x--\n"
    );
    let headers = format!("In-Reply-To: <{}>\n", world.last("anna").message_id.unwrap());
    let mail = world.typed("anna", &headers, "multipart/mixed; boundary=x", &body);
    world.hand(&mail, SOON).is(0, "c: 1 message used, 1 message sent\n", "");
    holds(&world.last("anna"), &["Your plan is accepted", "orders.yaml"]);
    world.is_sound();
}

/// The welcome is long, and most programs quote all of it below the answer.
#[test]
fn a_word_above_the_whole_welcome_passes_the_rehearsal() {
    for game in ravenpost::games::ALL {
        let (world, _) = founded_with(game.id, game.players[0].max(3), &[]);
        let welcome = world.last("anna");
        let text = &welcome.parts[0].text;
        let flat_text = flat(text);
        assert!(flat_text.contains("A look at the order sheet") && flat_text.contains("# plan:"), "{text}");
        assert!(flat_text.contains("The position"), "{text}");
        let id = welcome.message_id.clone().unwrap();
        let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
        let filled = quoted.replacen("ready: ~", "ready: yes", 1);
        assert_ne!(quoted, filled);
        let answers = [
            format!("ja\n\nOn Tue, 1 Sep 2026 at 20:05, Maria <ravens@x.example> wrote:\n\n{quoted}"),
            format!(
                "Yes!\n\nSent from my iPhone\n\n> Am 01.09.2026 um 20:05 schrieb Maria <ravens@x.example>:\n>\n{quoted}"
            ),
            format!(
                "ready\n\n________________________________\nFrom: Maria <ravens@x.example>\nSent: Tuesday, 1 September 2026 20:05\nTo: Anna\nSubject: Welcome\n\n{text}"
            ),
            format!("On Tue, 1 Sep 2026 at 20:05, Maria <ravens@x.example> wrote:\n\n{filled}"),
        ];
        for answer in answers {
            let (world, _) = founded_with(game.id, game.players[0].max(3), &[]);
            let key = world.last("anna").parts[0].text.clone();
            // Each campaign has keys of its own.
            let own = |text: &str| {
                let find = |text: &str| {
                    text.lines().find_map(|line| line.split("key: ").nth(1).map(|key| key.trim().to_owned()))
                };
                text.replace(&find(text).unwrap_or_default(), &find(&key).unwrap_or_default())
            };
            let id = world.last("anna").message_id.clone().unwrap_or(id.clone());
            let mail = world.typed(
                "anna",
                &format!("In-Reply-To: <{id}>\n"),
                "text/plain; charset=utf-8",
                &own(&answer),
            );
            world.hand(&mail, SOON);
            let receipt = words(&world.last("anna"));
            assert!(
                !receipt.contains("Not accepted") && receipt.contains("you are ready"),
                "{}: {receipt}\n{answer}",
                game.id
            );
        }
    }
}

#[test]
fn orders_between_a_key_and_final_count() {
    let world = World::begun(&[STEADY]);
    let key = world.key("stark");
    for (n, text) in [
        format!("key: {key}\nWinterfell: raid\nWhite Harbor support\nfinal: yes\n"),
        format!(
            "Key: {key}\n\nWinterfell: defend\nWhite Harbor: raid\nfinal: yes\n-- \nsent from my phone\n"
        ),
    ]
    .iter()
    .enumerate()
    {
        world.hand(&world.plain("anna", text), SOON).says(0, &[]);
        let orders = ["Winterfell: Raid", "Winterfell: Defense +1"];
        holds(&world.last("anna"), &[orders[n], "you will send no more changes"]);
    }
}
