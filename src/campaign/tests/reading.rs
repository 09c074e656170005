//! Plans in attached mails, and in quoted sheets beside own lines.

use crate::campaign::tests::world::*;
use crate::ledger::Kind;
use serde_json::Value;

/// A mail with another attached to it, in answer to our first mail to Anna.
pub(super) fn attach(world: &mut World, answers: bool, text: &str, attached: &str) {
    let ours = first(world);
    let header = if answers { format!("In-Reply-To: <{ours}>\n") } else { String::new() };
    let id = format!("outer{}@example.net", world.entries(Kind::Received).len());
    world.deliver(&format!(
        "From: <{}>\nTo: <game@example.org>\nSubject: attached\nMessage-ID: <{id}>\n{header}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"x\"\n\n--x\nContent-Type: text/plain\n\n{text}\n--x\nContent-Type: message/rfc822\n\n{attached}\n--x--\n",
        address("ash"),
    ));
    world.tick();
}

pub(super) fn inner(from: &str, subject: &str, body: &str) -> String {
    format!(
        "From: <{from}>\nSubject: {subject}\nDate: Thu, 19 Nov 2026 10:30:00 +0100\nMessage-ID: <in@example.net>\n\n{body}\n"
    )
}

/// The Message-ID of the first mail to Anna.
pub(super) fn first(world: &World) -> String {
    let mail = world.sent().into_iter().find(|mail| mail.to() == address("ash")).unwrap();
    mail.id().to_owned()
}

/// The plan that will be used of Anna's seat.
pub(super) fn plan(world: &World) -> Value {
    let campaign = world.campaign();
    let window = campaign.record.game.open_window().unwrap().clone();
    let seal = window.seats.get("ash").and_then(|part| part.seal.clone());
    seal.map(|seal| campaign.vault().unwrap().openings[&seal].plan().clone()).unwrap_or_default()
}

/// An answer to our first mail, quoting a sheet that says this below own lines.
pub(super) fn quote(world: &mut World, own: &str, sheet: &str) {
    let ours = first(world);
    let sheet = sheet.replace("plan:", &format!("key: {}\nplan:", world.key("ash")));
    let sheet: String = sheet.lines().map(|line| format!("> {line}\n")).collect();
    let body = format!("{own}\nOn 20 Nov 2026 Game <game@example.org> wrote:\n> ---\n{sheet}> ---\n");
    world.mail(address("ash"), &format!("In-Reply-To: <{ours}>\n"), &body);
    world.tick();
}

#[test]
fn a_plan_in_an_attached_mail_counts_if_nothing_else_says_anything() {
    let mut world = World::new();
    attach(&mut world, true, "See attached.", &inner(address("ash"), "My plan", "Dear all,\nplan: {bid: 3}"));
    let receipt = world.receipt("anna");
    assert_eq!(receipt.codes(), ["attached-read"]);
    assert_eq!(receipt.model["problems"][0]["warning"], true);
    assert_eq!(receipt.model["answers"]["attached"], "My plan");
    assert_eq!(receipt.model["answers"]["subject"], "attached", "that of the mail itself");
    assert_eq!(receipt.model["understood"][0]["line"], 2, "a line of the attached mail");
    assert_eq!(plan(&world)["bid"], 3);
    let own = inner(address("ash"), "My plan", "plan: {bid: 4}");
    attach(&mut world, true, "plan: {bid: 5}", &own);
    assert_eq!(
        (plan(&world)["bid"].clone(), world.receipt("anna").codes()),
        (5.into(), vec!["parts-differ"])
    );
    attach(&mut world, true, "final: yes", &own);
    assert_eq!(
        (plan(&world)["bid"].clone(), world.receipt("anna").codes()),
        (5.into(), vec!["parts-differ"])
    );
    attach(&mut world, true, "plan: {bid: 5", &own);
    assert_eq!(plan(&world)["bid"], 5, "a slip in the own plan hands in no other");
    assert_ne!(world.receipt("anna").codes(), ["attached-read"]);
}

#[test]
fn whose_attached_mail_it_was_is_told_and_no_key_in_it_speaks() {
    let mut world = World::new();
    let (ash, birch) = (world.key("ash"), world.key("birch"));
    let body = format!("key: {ash}\nplan: {{bid: 3}}");
    attach(&mut world, false, "See attached.", &inner(address("ash"), "My plan", &body));
    assert_eq!(world.in_folder("Stranger"), 1);
    assert!(plan(&world).is_null());
    attach(
        &mut world,
        true,
        "See attached.",
        &inner("robert@example.com", &format!("Idea {ash}"), "plan: {bid: 2}"),
    );
    let receipt = world.receipt("anna");
    assert_eq!(receipt.codes(), ["attached-other"]);
    let why = receipt.model["problems"][0]["why"].to_string();
    assert!(why.contains("ro…@example.com") && why.contains("2026-11-19 09:30 UTC"), "{why}");
    assert!(!why.contains("robert") && !receipt.model.to_string().contains(&ash[..14]), "{why}");
    let body = format!("key: {birch}\nplan: {{bid: 1}}");
    attach(&mut world, true, "From Bert.", &inner(address("birch"), "Bert's plan", &body));
    assert_eq!(world.receipt("anna").codes(), ["wrong-seat", "attached-other"]);
    assert_eq!(plan(&world)["bid"], 2);
}

#[test]
fn what_a_machine_or_we_wrote_never_counts() {
    let mut world = World::new();
    let bounce = "Auto-Submitted: auto-replied\nContent-Type: multipart/report; report-type=delivery-status; boundary=\"y\"\n\n--y\nContent-Type: text/plain\n\nplan: {bid: 1}\n--y\nContent-Type: message/rfc822\n\n";
    let bounce = format!(
        "From: <mailer-daemon@example.net>\nSubject: failure notice\n{bounce}{}\n--y--\n",
        inner(address("ash"), "My plan", "plan: {bid: 3}")
    );
    attach(&mut world, true, "It came back.", &bounce);
    assert_eq!(world.receipt("anna").codes(), ["attached-machine"]);
    let (key, id) = (world.key("ash"), first(&world));
    let sheet = format!("campaign: toy-1\nseat: ash\nkey: {key}\nplan:\n  bid: 3\n");
    for ours in [
        inner("game@example.org", "Turn 1", &sheet),
        inner("x@example.org", "Turn 1", &sheet).replace("in@example.net", &id),
    ] {
        attach(&mut world, true, "Done.", &ours);
        assert_eq!(world.receipt("anna").codes(), ["attached-ours"]);
        assert_eq!(world.receipt("anna").model["problems"][0]["warning"], false);
    }
    assert!(plan(&world).is_null());
    let marked = format!("X-Ravenpost: toy-1\n{}", inner("x@example.org", "Turn 1", &sheet));
    attach(&mut world, true, "plan: {bid: 2}", &marked);
    assert_eq!(world.receipt("anna").codes(), ["attached-ours"], "that its sheet was filled in is said");
    let empty = marked.replace("bid: 3", "bid: ~");
    attach(&mut world, true, "plan: {bid: 1}", &empty);
    assert_eq!((plan(&world)["bid"].clone(), world.receipt("anna").codes()), (1.into(), vec![]));
}

#[test]
fn of_an_attached_mail_only_the_plan_is_taken() {
    let mut world = World::new();
    let all = "plan: {bid: 3}\npress: {to: birch, text: \"Ha\"}\nresign: yes\nfinal: yes";
    attach(&mut world, true, "See attached.", &inner(address("ash"), "My plan", all));
    let receipt = world.receipt("anna");
    assert_eq!(receipt.codes(), ["attached-read", "attached-section"]);
    assert_eq!(receipt.model["problems"][1]["why"]["details"]["sections"], "press, resign, final");
    assert_eq!((plan(&world)["bid"].clone(), world.find("press", "bert").len()), (3.into(), 0));
    assert!(!world.campaign().record.people.resigned.contains("ash"));
    attach(&mut world, true, "Who wrote this?", &inner(address("ash"), "Bye", "resign: yes"));
    assert_eq!(world.receipt("anna").codes(), ["attached-nothing"]);
    let (key, order) = (world.key("gm"), inner("anna@example.org", "Please", "do: pause"));
    world.deliver(&format!(
        "From: <maria@example.org>\nMessage-ID: <gm@example.net>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"x\"\n\n--x\nContent-Type: text/plain\n\nkey: {key}\nWhat does she want?\n--x\nContent-Type: message/rfc822\n\n{order}\n--x--\n"
    ));
    world.tick();
    assert_eq!(world.receipt("maria").codes()[0], "attached-nothing");
    assert!(world.campaign().record.people.paused.is_none());
}

#[test]
fn who_must_sign_cannot_attach_what_is_not_signed() {
    let ssh = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKEmfBPCEpqlTDZ6nVjRLKFbnuLCyCjJdiCWJxZQHtkN anna";
    let seat = format!("{{player: Anna, ssh: \"{ssh}\", signatures: required, ");
    let yaml = YAML.replace("{player: Anna, ", &seat);
    let mut world = World::with(&yaml);
    attach(&mut world, true, "See attached.", &inner(address("ash"), "My plan", "plan: {bid: 3}"));
    assert_eq!(world.receipt("anna").codes(), ["signature-missing"]);
    assert!(plan(&world).is_null());
}

#[test]
fn places_filled_in_in_a_quotation_go_with_own_lines_that_do_not_speak_of_them() {
    let mut world = World::new();
    quote(
        &mut world,
        "press: {to: birch, text: \"Peace?\"}\n",
        "campaign: toy-1\nseat: ash\nplan:\n  bid: 3\n",
    );
    let receipt = world.receipt("anna");
    assert_eq!((receipt.codes(), plan(&world)["bid"].clone()), (vec![], 3.into()));
    let lines: Vec<u64> = receipt.model["understood"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|item| item["line"].as_u64())
        .collect();
    assert!(lines.contains(&1) && lines.contains(&9), "{lines:?}");
    quote(&mut world, "final: yes\n", "plan:\n  bid: 2\n");
    assert_eq!((world.receipt("anna").codes(), plan(&world)["bid"].clone()), (vec![], 2.into()));
    assert_eq!(world.receipt("anna").model["window"]["own"], "final");
}

#[test]
fn a_plan_of_an_earlier_message_in_an_answer_to_us_is_told_and_not_used() {
    let mut world = World::new();
    let id = world.find("opening", "anna").pop().unwrap().id().to_owned();
    let mut forward = |from: &str, text: &str| {
        let body = format!(
            "Sent this to Maria first.\n\n---------- Forwarded message ---------\nFrom: {from}\nDate: Tue, 1 Dec 2026\n\
             Subject: orders\nTo: Maria <maria@example.org>\n\n{text}"
        );
        world.mail(address("ash"), &format!("In-Reply-To: <{id}>\n"), &body);
        world.tick();
        let receipt = world.receipt("anna");
        let told = receipt.model["problems"].as_array().into_iter().flatten();
        told.map(|problem| (problem["why"]["code"].clone(), problem["why"]["details"]["line"].clone()))
            .collect::<Vec<_>>()
    };
    let own = "Anna <anna@example.org>";
    assert_eq!(forward(own, "plan:\n  bid: 3\n"), [("earlier-document".into(), 9.into())]);
    assert_eq!(forward(own, "plan:\n  bid: ~\n"), []);
    assert_eq!(forward("Bert <bert@example.org>", "plan:\n  bid: 3\n"), []);
    assert!(world.entries(Kind::Sealed).is_empty());
}

#[test]
fn places_filled_in_in_a_quotation_that_own_lines_speak_of_are_shown() {
    let mut world = World::new();
    quote(&mut world, "plan: {bid: 1}\n", "seat: ash\nplan:\n  bid: 3\n  prize: left\n");
    let receipt = world.receipt("anna");
    assert_eq!((receipt.codes(), plan(&world)["bid"].clone()), (vec!["quoted-unused"], 1.into()));
    let problem = &receipt.model["problems"][0];
    assert_eq!((&problem["line"], &problem["source"]), (&8.into(), &"  bid: 3".into()));
    assert_eq!(problem["why"]["details"]["more"], 1);
    quote(&mut world, "plan: {bid: 2}\n", "plan:\n  bid: {3\n");
    assert_eq!(
        (world.receipt("anna").codes(), plan(&world)["bid"].clone()),
        (vec!["quoted-broken"], 2.into())
    );
    quote(&mut world, "plan: {bid: 3}\n", "plan:\n  bid: 3\n  prize: ~\n");
    assert_eq!(world.receipt("anna").codes(), [""; 0], "it says the same");
    // A seal of its own would be the second thing handed in.
    quote(&mut world, &format!("seal: sha256:{}\n", "ab".repeat(32)), "plan:\n  bid: 2\n");
    assert!(world.receipt("anna").codes().contains(&"quoted-unused"), "{:?}", world.receipt("anna").codes());
}

#[test]
fn an_own_earlier_mail_that_is_quoted_changes_nothing() {
    let mut world = World::new();
    quote(&mut world, "plan: {bid: 3}\n", "plan:\n  bid: ~\n");
    quote(&mut world, "plan: {bid: 2}\n", "plan:\n  bid: ~\n");
    let ours = first(&world);
    let quoted = "> plan:\n>   bid: 3\n";
    for (headers, by) in [
        (format!("In-Reply-To: <mail1@example.net>\nReferences: <{ours}> <mail1@example.net>\n"), "I"),
        (format!("References: <{ours}>\n"), "Anna <anna@example.org>"),
    ] {
        let body = format!(
            "press: {{to: birch, text: \"Peace {}?\"}}\n\nOn 20 Nov 2026 {by} wrote:\n{quoted}",
            by.len()
        );
        world.mail(address("ash"), &headers, &body);
        world.tick();
        assert_eq!(
            (world.receipt("anna").codes(), plan(&world)["bid"].clone()),
            (vec![], 2.into()),
            "{headers}"
        );
    }
}

#[test]
fn a_quoted_reply_is_one_line_of_the_receipt() {
    let mut world = World::new();
    let long: String =
        (0..60).map(|n| if n % 7 == 3 { "\n".to_owned() } else { format!("area {n} is quiet\n") }).collect();
    quote(&mut world, "plan: {bid: 1}\n", &format!("{long}plan:\n  bid: ~\n"));
    let ignored = world.receipt("anna").model["ignored"].clone();
    assert_eq!(ignored.as_array().map(Vec::len), Some(1), "{ignored}");
    assert_eq!(ignored[0]["lines"][0], 3);
    assert!(ignored[0].get("parted").is_none());
    let body = "plan: {bid: 2}\n\n> one\n\nI do not think so.\n\n> two\n\n> three\n\nNor here.\n\n> four\n-- \nAnna\n";
    world.write("ash", body);
    world.tick();
    let ignored = world.receipt("anna").model["ignored"].clone();
    let runs: Vec<(u64, u64, bool)> = ignored
        .as_array()
        .unwrap()
        .iter()
        .map(|run| {
            (
                run["lines"][0].as_u64().unwrap(),
                run["lines"][1].as_u64().unwrap(),
                run.get("parted").is_some(),
            )
        })
        .collect();
    assert_eq!(runs, [(4, 14, true), (6, 6, false), (12, 12, false), (15, 16, false)], "{ignored}");
}

#[test]
fn only_words_that_somebody_could_miss_are_listed_as_ignored() {
    let mut world = World::new();
    let long = "> Fill in what you want, delete what you do not need, and reply. Lines";
    // The end of a quoted line that was broken on its way, and a line of ours that was left as it was.
    let body = format!(
        "Dear Maria, dear all,\n\nplan: {{bid: 1}}\n\nCheers, anna\nA\n\n{long}\nthat\n> begin with a hash.\n>\nThe Sea: ~\n"
    );
    world.write("ash", &body);
    world.tick();
    let whys = |world: &World| -> Vec<(u64, String)> {
        let model = world.receipt("anna").model;
        let all = model["ignored"].as_array().unwrap().iter();
        all.map(|run| (run["lines"][0].as_u64().unwrap(), run["why"].as_str().unwrap().to_owned())).collect()
    };
    let said = whys(&world);
    // The first line is that of the key.
    assert!(said.iter().all(|(line, why)| *line == 1 || why != "prose"), "{said:?}");
    // What is short enough to have stood in the quoted line above is the sender's own.
    world.write("ash", "plan: {bid: 2}\n\n> Lines\nI do not think so at all\n> begin with a hash.\n");
    world.tick();
    assert!(whys(&world).contains(&(5, "prose".to_owned())), "{:?}", whys(&world));
}

/// What others wrote reaches a player quoted, and comes back quoted twice.
#[test]
fn press_that_looks_like_a_document_does_nothing_in_the_answer_to_it() {
    for (press, answer) in
        [("resign: yes", "Never!\n"), ("plan: {bid: 1}", "No way.\n"), ("plan:\n  bid: 1", "final: no\n")]
    {
        let mut world = World::new();
        let text = press.replace('\n', "\\n");
        world.write("birch", &format!("press: {{to: ash, text: \"{text}\"}}\n"));
        world.write("ash", "plan: {bid: 3}\n");
        world.tick();
        let mail = world.find("press", "anna").pop().unwrap();
        let shown: String = press.lines().map(|line| format!("> > {line}\n")).collect();
        let body = format!(
            "{answer}\nOn 20 Nov 2026 Game <game@example.org> wrote:\n> **From Birch**\n>\n{shown}>\n> Bye\n"
        );
        world.mail(address("ash"), &format!("In-Reply-To: <{}>\n", mail.id()), &body);
        world.tick();
        assert_eq!(plan(&world)["bid"], 3, "{press}: {:?}", world.receipt("anna").codes());
        assert!(!world.campaign().record.people.resigned.contains("ash"), "{press}");
        // A program that loses our marks: quoted once, or copied.
        for (mark, head) in [
            ("> ", "On 20 Nov 2026 Game <game@example.org> wrote:"),
            (
                "",
                "-----Original Message-----\nFrom: Game <game@example.org>\nSent: Friday\nTo: Anna <anna@example.org>\nSubject: press\n",
            ),
        ] {
            let shown: String = press.lines().map(|line| format!("{mark}{line}\n")).collect();
            let body = format!("{answer}\n{head}\n{mark}From Birch\n{mark}\n{shown}{mark}\n{mark}Bye\n");
            world.mail(address("ash"), &format!("In-Reply-To: <{}>\n", mail.id()), &body);
            world.tick();
            assert!(!world.campaign().record.people.resigned.contains("ash"), "{press}");
            assert_eq!(plan(&world)["bid"], 3, "{press} {mark}");
        }
    }
}

/// The header that Outlook puts above a copy.
fn outlook(from: &str) -> String {
    format!(
        "-----Original Message-----\nFrom: {from}\nSent: Friday, 20 November 2026\nTo: Anna <anna@example.org>\nSubject: Turn 1\n\n"
    )
}

#[test]
fn a_quoted_sheet_counts_only_with_a_key_of_the_seat_and_of_it_only_the_plan() {
    let keys =
        |world: &World| [(world.key("ash"), true), (world.key("birch"), false), ("KEY".to_owned(), false)];
    for (n, is_copy) in [(0, true), (0, false), (1, true), (1, false), (2, true), (2, false)] {
        let mut world = World::new();
        let (key, counts) = keys(&world)[n].clone();
        let sheet =
            format!("---\ncampaign: toy-1\nseat: ash\nkey: {key}\nplan:\n  bid: 3\nfinal: yes\n---\n");
        let below = match is_copy {
            true => format!("{}{sheet}", outlook("Game <game@example.org>")),
            false => {
                let quoted: String = sheet.lines().map(|line| format!("> {line}\n")).collect();
                format!("On 20 Nov 2026 Game <game@example.org> wrote:\n{quoted}")
            }
        };
        let ours = first(&world);
        world.mail(address("ash"), &format!("In-Reply-To: <{ours}>\n"), &format!("Thanks.\n\n{below}"));
        world.tick();
        let receipt = world.receipt("anna");
        assert_eq!(plan(&world)["bid"] == 3, counts, "{key} {is_copy}: {:?}", receipt.codes());
        // Our sheets have a line for it.
        assert_eq!(
            receipt.model["window"]["own"] == "final",
            counts,
            "{key} {is_copy}: {:?}",
            receipt.codes()
        );
        assert!(!receipt.codes().contains(&"quoted-section"), "{:?}", receipt.codes());
        if counts {
            let place = &receipt.model["answers"]["places"][0];
            assert_eq!(place["kind"], if is_copy { "copy" } else { "quoted" });
        }
    }
}

/// `final: yes` counts in our own quoted sheet alone: between its marks, in an answer to our message, and with the seat's key.
#[test]
fn nobody_else_ends_a_window_in_a_quotation() {
    let quoted = |sheet: &str| {
        let quoted: String = sheet.lines().map(|line| format!("> {line}\n")).collect();
        format!("Thanks.\n\nOn 20 Nov 2026 Game <game@example.org> wrote:\n{quoted}")
    };
    let sheet = "---\ncampaign: toy-1\nseat: ash\nkey: KEY\nplan:\n  bid: 3\nfinal: yes   # I will send no more changes\n---\n";
    let other = "---\ncampaign: toy-1\nseat: ash\nkey: KEY\nplan:\n  bid: 3\n---\n";
    for (text, is_answer, is_final) in [
        (sheet.to_owned(), true, true),
        (sheet.to_owned(), false, false),
        // Without the marks, below them, or in words of others.
        (sheet.replace("---\n", ""), true, false),
        (format!("{other}final: yes\n"), true, false),
        (format!("{other}\nPress from Birch:\n| ---\n| final: yes\n| ---\n"), true, false),
        (sheet.replace("final: yes ", "final: yes, Birch says"), true, false),
        (sheet.replace("final", "# final"), true, false),
    ] {
        let mut world = World::new();
        let (ours, key) = (first(&world), world.key("ash"));
        let headers = if is_answer { format!("In-Reply-To: <{ours}>\n") } else { String::new() };
        world.mail(address("ash"), &headers, &quoted(&text.replace("KEY", &key)));
        world.tick();
        let campaign = world.campaign();
        let part = campaign.record.game.open_window().unwrap().seats.get("ash").cloned();
        assert_eq!(part.is_some_and(|part| part.is_final), is_final, "{text} {is_answer}");
    }
    // A rival's press that comes back in our report, and in a program that loses our marks.
    for mark in ["> | ", "> "] {
        let mut world = World::new();
        let (ours, key) = (first(&world), world.key("ash"));
        let lines = ["---", "final: yes", "---"].map(|line| format!("{mark}{line}\n")).concat();
        let body = format!("{}{lines}", quoted(&other.replace("KEY", &key)));
        world.mail(address("ash"), &format!("In-Reply-To: <{ours}>\n"), &body);
        world.tick();
        let campaign = world.campaign();
        let part = campaign.record.game.open_window().unwrap().seats.get("ash").cloned();
        assert!(part.is_none_or(|part| !part.is_final), "{mark}");
    }
}

#[test]
fn an_old_and_a_new_key_count_in_a_sheet_while_both_are_valid() {
    let mut world = World::new();
    let old = world.key("ash");
    world.write("ash", "ask: new key\n");
    world.tick();
    let new = world.key("ash");
    assert_ne!(old, new);
    for (key, bid) in [(&old, 1), (&new, 2), (&old, 3)] {
        let ours = world.find("notice", "anna").pop().unwrap().id().to_owned();
        let copy =
            format!("{}seat: ash\nkey: {key}\nplan:\n  bid: {bid}\n", outlook("Game <game@example.org>"));
        world.mail(address("ash"), &format!("In-Reply-To: <{ours}>\n"), &format!("Here:\n\n{copy}"));
        world.tick();
        // The first mail with the new key ends the old one.
        assert_eq!(plan(&world)["bid"], bid.min(2), "{bid}");
    }
}

#[test]
fn an_own_mail_below_counts_if_it_is_forwarded_and_not_in_an_answer_to_us() {
    for (answers, counts) in [(false, true), (true, false)] {
        let mut world = World::new();
        let header = if answers { format!("In-Reply-To: <{}>\n", first(&world)) } else { String::new() };
        let own =
            format!("{}key: {}\nplan: {{bid: 3}}\n", outlook("Anna <anna@example.org>"), world.key("ash"));
        world.mail(address("ash"), &header, &format!("As I wrote.\n\n{own}"));
        world.tick();
        assert_eq!(plan(&world)["bid"] == 3, counts, "{:?}", world.receipt("anna").codes());
    }
}

#[test]
fn a_key_in_somebody_elses_words_turns_no_answer_away() {
    let mut world = World::new();
    let (ours, rival) = (first(&world), world.key("birch"));
    for words in [format!("| my key is {rival}"), format!("my key is {rival}")] {
        let body = format!("plan: {{bid: 3}}\n\nOn 20 Nov 2026 Game <game@example.org> wrote:\n> {words}\n");
        world.mail(address("ash"), &format!("In-Reply-To: <{ours}>\n"), &body);
        world.tick();
        assert_eq!((plan(&world)["bid"].clone(), world.in_folder("Stranger")), (3.into(), 0));
    }
    assert_eq!(world.find("receipt", "anna").len(), 2);
}

#[test]
fn a_word_below_a_long_line_that_ends_is_not_its_tail() {
    for (above, counts) in [
        ("I leave the rest to the winds and to the waves of the sea (truly)", true),
        ("I have thought about all this and my plan is by no means", false),
    ] {
        let mut world = World::new();
        world.write("ash", "plan: {bid: 3}\n");
        world.tick();
        world.write("ash", &format!("{above}\nfinal\n"));
        world.tick();
        let understood = world.receipt("anna").model["understood"].clone();
        let is_final = |item: &Value| item["what"]["item"] == "final";
        assert_eq!(understood.as_array().unwrap().iter().any(is_final), counts, "{above}: {understood}");
    }
}
