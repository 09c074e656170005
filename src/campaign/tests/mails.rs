//! From mails to mails: who speaks, what is taken, what is refused.

use crate::campaign::tests::world::{World, YAML, address, all_bid, clear, exists};
use crate::ledger::Kind;

#[test]
fn a_game_from_the_welcome_to_the_end() {
    let mut world = World::new();
    for seat in ["anna", "bert", "cleo"] {
        let welcome = world.find("opening", seat);
        assert_eq!(welcome.len(), 1);
        assert_eq!(welcome[0].model["window"]["id"], "1-bidding");
    }
    let key = world.key("ash");
    assert!(world.find("opening", "anna")[0].text.contains(&key));
    for turn in 1..=3 {
        all_bid(&mut world, [1, 2, 3]);
        world.tick();
        if turn == 1 {
            assert_eq!(world.window(), "1-prize");
            world.write("cedar", "plan: {prize: right}\n");
            world.tick();
        }
    }
    assert_eq!(world.window(), "");
    assert_eq!(world.find("end", "").len(), 4, "three seats and the game master");
    assert!(world.find("end", "anna")[0].model["secret"].is_string());
    assert!(exists(&world, "turns/03/report.txt") && exists(&world, "turns/01/state.yaml"));
    let campaign = world.campaign();
    assert!(campaign.record.people.due.is_empty());
    // One receipt for each mail, numbered and chained.
    let receipts = world.find("receipt", "anna");
    assert_eq!(receipts.iter().map(|r| r.model["number"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(receipts[1].model["previous"], receipts[0].model["hash"]);
    assert!(!world.ledger().contains(&key), "keys are not in the record");
    assert!(!world.ledger().contains(&key.replace('-', "")));
}

#[test]
fn a_report_tells_each_event_once() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    let events = |mail: &crate::campaign::tests::world::Sent| {
        let events = mail.model["events"].as_array().unwrap();
        events.iter().map(|event| event["event"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // The winner alone is asked, so only he has a report; the others hear of it with the next turn.
    assert_eq!(events(&world.find("report", "cleo")[0]), ["bids"]);
    assert!(world.find("report", "anna").is_empty());
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    assert_eq!(events(&world.find("report", "anna")[0]), ["bids", "prize"]);
    let mut both: Vec<_> = world.find("report", "cleo").iter().map(events).collect();
    both.sort();
    assert_eq!(both, [vec!["bids".to_owned()], vec!["prize".to_owned()]]);
}

#[test]
fn a_reply_speaks_without_a_key() {
    let mut world = World::new();
    let welcome = world.find("opening", "anna").pop().unwrap();
    let headers = format!("In-Reply-To: <{}>\nReferences: <{}>\n", welcome.id(), welcome.id());
    world.mail(address("ash"), &headers, "plan: {bid: 4}\n\n> some quotation");
    world.tick();
    let receipt = world.receipt("anna");
    assert_eq!(receipt.model["standing"]["used"], "this");
    assert_eq!(receipt.letter.in_reply_to, ["mail1@example.net"]);
    assert_eq!(receipt.model["ignored"][0]["why"], "quotation");
    // The same id makes nobody else speak.
    world.mail(address("birch"), &headers, "plan: {bid: 9}\n");
    world.tick();
    assert_eq!(world.entries(Kind::Sealed).len(), 1);
}

#[test]
fn a_mail_of_no_seat_has_no_effect_and_one_answer_a_day() {
    let mut world = World::new();
    for _ in 0..3 {
        world.mail("eve@example.com", "", "plan: {bid: 9}\n");
    }
    world.tick();
    let answers = world.find("stranger", "eve");
    assert_eq!(answers.len(), 1);
    for secret in ["toy-1", "Anna", "ash", "bidding"] {
        assert!(!answers[0].model.to_string().contains(secret), "{}", answers[0].model);
        let raw = world.raw().into_iter().find(|raw| raw.contains("eve@example.com")).unwrap();
        assert!(!raw.contains(secret), "{raw}");
    }
    assert_eq!(world.in_folder("Stranger"), 3);
    world.hours(25);
    world.mail("eve@example.com", "", "hello\n");
    world.tick();
    assert_eq!(world.find("stranger", "eve").len(), 2);
}

#[test]
fn a_wrong_key_has_no_effect_even_from_the_right_address() {
    let mut world = World::new();
    let key = crate::seal::SeatKey::new([99; 16]).text();
    world.mail(address("ash"), "", &format!("key: {key}\nplan: {{bid: 9}}\n"));
    world.tick();
    assert!(world.find("receipt", "anna").is_empty());
    assert!(world.entries(Kind::Sealed).is_empty());
    // The address is known, so its holder is told, and no stranger answered.
    assert!(world.find("stranger", "").is_empty());
    assert_eq!(world.find("notice", "anna")[0].model["what"], "wrong-key");
}

#[test]
fn a_mistyped_key_has_no_effect_and_in_a_reply_it_is_told() {
    let mut world = World::new();
    let key = world.key("ash");
    let slip = if key.starts_with('0') { key.replacen('0', "1", 1) } else { format!("0{}", &key[1..]) };
    let body = format!("key: {slip}\nplan: {{bid: 4}}\n");
    world.mail(address("ash"), "", &body);
    world.tick();
    assert!(world.find("receipt", "").is_empty() && world.entries(Kind::Sealed).is_empty());
    let stranger = world.find("stranger", "anna").pop().unwrap();
    assert!(!stranger.model.to_string().contains("slip"));
    // What it answers shows whose it is.
    let welcome = world.find("opening", "anna").pop().unwrap();
    world.mail(address("ash"), &format!("In-Reply-To: <{}>\n", welcome.id()), &body);
    world.tick();
    let receipt = world.receipt("anna");
    assert_eq!((receipt.codes(), world.entries(Kind::Sealed).len()), (vec!["key-slip"], 1));
    assert!(!receipt.model.to_string().contains(&slip[1..]) && !world.ledger().contains(&slip[1..]));
}

#[test]
fn a_receipt_points_at_sections_as_it_points_at_plans() {
    let mut world = World::new();
    world.write("ash", "house: Ash\naway: {from: 2026-12-24, to: 2026-12-26}\nplan: {bid: 4}\nfinal: yes\n");
    world.write("birch", "plan: {bid: 4}\nask: [status, history]\ndispute: {turn: 9, about: x}\n");
    world.write("cedar", "seal: sha256:12\nplan: {bid: 4}\nfinales: yes\n");
    world.tick();
    let receipt = world.receipt("anna");
    let understood = receipt.model["understood"].as_array().unwrap();
    let items: Vec<_> =
        understood.iter().map(|item| (item["line"].as_u64(), &item["what"]["item"])).collect();
    assert_eq!(receipt.codes(), Vec::<&str>::new());
    assert_eq!((items[0].0, items[0].1.as_str()), (Some(3), Some("absent")));
    assert_eq!((items[2].0, items[2].1.as_str()), (Some(5), Some("final")));
    assert_eq!(world.receipt("bert").codes(), ["dispute-turn"]);
    assert_eq!(world.receipt("bert").model["problems"][0]["line"], 4);
    assert_eq!(world.receipt("bert").model["standing"]["used"], "this");
    // With a seal that cannot be read it is not known what was to count, so nothing does.
    let cedar = world.receipt("cleo");
    let codes = cedar.codes();
    assert!(codes.contains(&"seal-length") && codes.contains(&"envelope-section"), "{codes:?}");
    assert_eq!(
        (&cedar.model["standing"]["used"], &cedar.model["window"]["own"]),
        (&"nothing".into(), &"unusable".into())
    );
}

#[test]
fn a_stolen_key_from_another_address_has_no_effect_and_its_owner_is_told() {
    let mut world = World::new();
    let key = world.key("ash");
    world.mail("eve@example.com", "", &format!("key: {key}\nplan: {{bid: 9}}\n"));
    world.tick();
    assert!(world.entries(Kind::Sealed).is_empty() && world.find("receipt", "").is_empty());
    let notice = world.find("notice", "anna").pop().unwrap();
    assert_eq!(notice.model["what"], "other-address");
    assert_eq!(notice.model["details"]["from"], "eve@example.com");
    assert_eq!(world.find("stranger", "eve").len(), 1);
    // A campaign may take mails from anywhere.
    let mut world = World::with(&format!("{YAML}from: any\n"));
    world.mail("eve@example.com", "", &format!("key: {key}\nplan: {{bid: 9}}\n"));
    world.tick();
    assert_eq!(world.entries(Kind::Sealed).len(), 1);
    assert_eq!(world.find("receipt", "anna").len(), 1, "the receipt goes to the seat");
}

#[test]
fn machines_are_not_answered() {
    let mut world = World::new();
    let before = world.sent().len();
    for headers in ["Auto-Submitted: auto-replied\n", "List-Id: <x.example.org>\n", "Precedence: bulk\n"] {
        world.mail(address("ash"), headers, "I am away\n");
    }
    world.mail("game@example.org", "", "plan: {bid: 1}\n");
    world.tick();
    assert_eq!(world.sent().len(), before);
    assert_eq!(world.in_folder("Ignored"), 4);
    let unread = [
        "no-reply@shop.example",
        "postmaster@isp.example",
        "game-request@lists.example",
        "owner-x@l.example",
    ];
    for (number, from) in unread.iter().enumerate() {
        world.mail(from, "", &format!("your call {number}\n"));
    }
    world.tick();
    assert_eq!((world.sent().len(), world.in_folder("Stranger")), (before, 4), "nobody would read an answer");
}

/// A delivery report on one of our messages.
pub(crate) fn bounce(id: &str, to: &str, status: &str) -> String {
    format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@example.org\nTo: <game@example.org>\nSubject: Undelivered\nMessage-ID: <b1@example.org>\nAuto-Submitted: auto-replied\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=\"x\"\n\n--x\nContent-Type: text/plain\n\nsee below\n--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.org\n\nFinal-Recipient: rfc822; {to}\nAction: failed\nStatus: {status}\n\n--x\nContent-Type: message/rfc822\n\nMessage-ID: <{id}>\nSubject: x\n\n--x--\n"
    )
}

#[test]
fn a_bounce_marks_the_seat_and_its_next_mail_unmarks_it() {
    let mut world = World::new();
    let welcome = world.find("opening", "anna").pop().unwrap();
    world.deliver(&bounce(welcome.id(), "anna@example.org", "5.1.1"));
    world.tick();
    assert!(world.campaign().record.people.unreachable.contains_key("ash"));
    assert_eq!(world.find("notice", "maria")[0].model["what"], "unreachable");
    // Its deadline does not run blind.
    world.write("birch", "plan: {bid: 1}\n");
    world.write("cedar", "plan: {bid: 1}\n");
    world.hours(60);
    assert_eq!(world.window(), "1-bidding");
    assert!(world.told("bert").iter().any(|told| told["details"]["act"] == "waits"), "everybody is told");
    world.write("ash", "plan: {bid: 2}\n");
    world.tick();
    assert!(world.campaign().record.people.unreachable.is_empty());
    assert_eq!(world.window(), "1-prize");
}

#[test]
fn the_game_does_not_wait_for_ever_for_a_seat_that_mail_does_not_reach() {
    let mut world = World::new();
    let welcome = world.find("opening", "anna").pop().unwrap();
    world.hours(40);
    world.deliver(&bounce(welcome.id(), "anna@example.org", "5.1.1"));
    world.write("birch", "plan: {bid: 1}\n");
    world.write("cedar", "plan: {bid: 1}\n");
    world.hours(78);
    assert_eq!(world.window(), "1-bidding");
    world.hours(5);
    assert_ne!(world.window(), "1-bidding");
}

#[test]
fn a_bounce_that_says_nothing_of_an_address_of_the_seat_marks_nobody() {
    let mut world = World::new();
    let welcome = world.find("opening", "anna").pop().unwrap();
    let others = [
        ("anna@example.org", "5.7.1"),
        ("anna@example.org", "4.2.2"),
        ("anna@example.org", "5.3.4"),
        ("anna@example.org", "5.2.3"),
        ("somebody@elsewhere.example", "5.1.1"),
    ];
    for (number, (to, status)) in others.iter().enumerate() {
        let raw = bounce(welcome.id(), to, status);
        world.deliver(&raw.replace("<b1@", &format!("<b{number}@")));
    }
    world.tick();
    assert_eq!(world.in_folder("Bounced"), others.len());
    assert!(world.campaign().record.people.unreachable.is_empty());
}

#[test]
fn the_same_mail_twice_is_filed_once_and_the_same_plan_twice_is_known() {
    let mut world = World::new();
    let raw = world.write("ash", "plan: {bid: 4}\n");
    world.deliver(&raw);
    world.deliver(&format!("Received: by relay.example.net; Fri, 20 Nov 2026 10:00:00 +0000\n{raw}"));
    world.tick();
    assert_eq!(world.find("receipt", "anna").len(), 1);
    assert_eq!(world.in_folder("Duplicate"), 1);
    world.write("ash", "plan: {bid: 4}\n");
    world.tick();
    assert_eq!(world.receipt("anna").model["standing"]["used"], "already");
    assert_eq!(world.entries(Kind::Sealed).len(), 1);
}

#[test]
fn a_message_id_that_somebody_else_used_first_makes_no_mail_a_copy() {
    let mut world = World::new();
    // Anna's mail is on its way: others have seen its Message-ID and are quicker.
    let mut hers = world.fork();
    let of_anna = hers.write("ash", "plan: {bid: 4}\n");
    let id = |raw: &str| raw.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap().to_owned();
    let hers = id(&of_anna);
    world.deliver(&format!(
        "From: eve@example.com\nTo: game@example.org\nSubject: x\nMessage-ID: {hers}\n\nhello\n"
    ));
    world.tick();
    let mut rival = world.fork();
    let of_rival = rival.write("birch", "plan: {bid: 1}\n");
    world.deliver(&of_rival.replace(&id(&of_rival), &hers));
    world.tick();
    world.deliver(&of_anna);
    world.tick();
    assert_eq!(world.in_folder("Duplicate"), 0);
    assert_eq!(world.find("receipt", "anna").len(), 1);
    assert_eq!(world.entries(Kind::Sealed).len(), 2);
    world.deliver(&of_anna.replace("Subject:", "X-Way: two\nSubject:"));
    world.tick();
    assert_eq!((world.in_folder("Duplicate"), world.find("receipt", "anna").len()), (1, 1));
}

#[test]
fn of_two_mails_the_later_counts_unless_a_revision_says_otherwise() {
    let mut world = World::new();
    world.write("ash", "revision: 2\nplan: {bid: 4}\n");
    world.write("ash", "revision: 1\nplan: {bid: 7}\n");
    world.tick();
    let receipt = world.receipt("anna");
    assert_eq!(receipt.codes(), ["older-revision"]);
    assert_eq!(receipt.model["standing"]["used"], "earlier");
    world.write("ash", "revision: 2\nplan: {bid: 5}\nfinal: yes\n");
    world.write("birch", "plan: {bid: 1}\nfinal: yes\n");
    world.write("cedar", "plan: {bid: 2}\nfinal: yes\n");
    world.tick();
    let answered = world.entries(Kind::Answered);
    assert_eq!(answered[0].body["answer"], 5);
}

#[test]
fn final_is_said_of_a_plan_that_is_here_and_not_beside_a_bad_one() {
    let mut world = World::new();
    world.write("ash", "final: yes\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["final-without-plan"]);
    world.write("ash", "plan: {bid: 4}\n");
    world.write("ash", "plan: {bid: 40}\nfinal: yes\n");
    world.tick();
    let receipt = world.receipt("anna");
    assert_eq!(
        (receipt.codes(), &receipt.model["window"]["own"]),
        (vec!["bid-too-high", "final-not-yet"], &"in".into())
    );
    world.write("ash", "final: yes\n");
    world.tick();
    assert_eq!(world.receipt("anna").model["window"]["own"], "final");
}

#[test]
fn a_bad_plan_never_replaces_a_good_one() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 4}\n");
    world.write("ash", "plan: {bid: 40}\n");
    world.tick();
    let receipt = world.receipt("anna");
    assert_eq!(receipt.codes(), ["bid-too-high"]);
    assert_eq!(receipt.model["standing"]["used"], "earlier");
    assert_eq!(receipt.model["problems"][0]["line"], 2);
    assert_eq!(world.entries(Kind::Sealed).len(), 1);
    world.write("ash", "plan: {bid: [4\n");
    world.tick();
    assert_eq!(world.receipt("anna").model["standing"]["used"], "earlier");
    world.write("birch", "plan: {bod: 4}\n");
    world.tick();
    assert_eq!(world.receipt("bert").model["standing"]["used"], "nothing");
    assert_eq!(world.receipt("bert").model["window"]["own"], "unusable");
}

#[test]
fn last_turns_mail_and_mails_for_other_windows_are_refused() {
    let mut world = World::new();
    let welcome = world.find("opening", "anna").pop().unwrap();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    let headers = format!("In-Reply-To: <{}>\n", welcome.id());
    world.mail(address("ash"), &headers, "plan: {bid: 4}\n");
    world.write("birch", "window: 9-bidding\nplan: {bid: 4}\n");
    world.write("cedar", "campaign: other-1\nplan: {bid: 4}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["window-closed"]);
    assert_eq!(world.receipt("bert").codes(), ["window-unknown"]);
    assert_eq!(world.receipt("cleo").codes(), ["wrong-campaign"]);
    assert_eq!(world.entries(Kind::Sealed).len(), 4);
    world.write("ash", "seat: birch\nplan: {bid: 4}\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["wrong-seat"]);
}

#[test]
fn what_answers_a_message_of_a_window_that_asked_nothing_counts_in_the_next() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    assert_eq!(world.window(), "1-prize");
    // It has no newer message of ours than the receipt for its bid.
    let headers = format!("In-Reply-To: <{}>\n", world.receipt("anna").id());
    world.mail(address("ash"), &headers, "plan: {bid: 9}\n");
    world.tick();
    let ahead = world.receipt("anna");
    assert_eq!(ahead.codes(), Vec::<&str>::new());
    let answer = |world: &mut World, bid: &str| {
        let headers = format!("In-Reply-To: <{}>\n", ahead.id());
        world.mail(address("ash"), &headers, &format!("plan: {{bid: {bid}}}\n"));
        world.tick();
    };
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    answer(&mut world, "nonsense");
    assert_eq!(world.receipt("anna").codes(), ["bid-no-number"]);
    answer(&mut world, "4");
    assert_eq!(world.receipt("anna").codes(), ["window-turned"]);
    assert_eq!(world.receipt("anna").model["standing"]["used"], "this");
    // Once it was asked, what it had for later is past too.
    all_bid(&mut world, [4, 1, 2]);
    world.tick();
    assert_ne!(world.window(), "2-bidding");
    answer(&mut world, "5");
    assert_eq!(world.receipt("anna").codes(), ["window-closed"]);
}

/// Orders are not looked for in a book, since each line of it takes its time.
#[test]
fn a_mail_of_too_many_lines_is_not_read() {
    let mut world = World::new();
    for text in ["bid 4\n".repeat(4100), format!("plan:\n{}", "  bid: 4\n".repeat(4100))] {
        world.write("ash", &text);
        world.tick();
        assert_eq!(world.receipt("anna").codes(), ["mail-too-long"]);
    }
}

#[test]
fn limits_are_told() {
    let yaml = format!("{YAML}limits: {{mail: 4 KiB, plan: 1 KiB, mails an hour: 3}}\n");
    let mut world = World::with(&yaml);
    world.write("ash", &format!("plan: {{bid: 4}}\n# {}\n", "x ".repeat(3000)));
    world.write("ash", &format!("plan: {{bid: 4, otherwise: \"{}\"}}\n", "x".repeat(1500)));
    world.write("ash", "plan: {bid: 4}\n");
    world.write("ash", "plan: {bid: 5}\n");
    world.tick();
    let codes: Vec<_> = world.find("receipt", "anna").iter().map(|r| r.codes().join(",")).collect();
    assert_eq!(codes, ["mail-too-large", "plan-too-large", "", "too-many-mails"]);
}

#[test]
fn a_plan_that_says_nothing_of_what_is_asked_is_told_so_at_once() {
    let mut world = World::new();
    world.write("ash", "plan: {prize: left}\n");
    world.write("birch", "plan: {bid: ~}\n");
    world.write("cedar", "Hello everybody!\n");
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["plan-silent"]);
    let why = &world.receipt("anna").model["problems"][0]["why"];
    assert_eq!(why["details"]["questions"][0]["kind"], "bid", "{why}");
    assert_eq!(world.receipt("bert").codes(), ["no-document"]);
    assert_eq!(world.receipt("cleo").codes(), ["courtesy"]);
}

#[test]
fn every_code_has_words() {
    let writer = crate::report::Writer::new(&|_| None);
    for code in crate::campaign::intake::refusals::REFUSALS.all() {
        assert!(writer.has_words("thrones", code), "{code}");
    }
}

#[test]
fn what_others_have_sealed_changes_no_byte_that_a_seat_is_sent() {
    let played = |bids: [u64; 2], extra: bool| {
        let mut world = World::new();
        world.write("birch", &format!("plan: {{bid: {}, prize: left}}\nfinal: yes\n", bids[0]));
        world.write("cedar", &format!("plan: {{bid: {}}}\nfinal: yes\n", bids[1]));
        world.tick();
        world.write("ash", "plan: {bid: 3}\nask: status\n");
        if extra {
            world.write("birch", &format!("plan: {{bid: {}, prize: right}}\nfinal: yes\n", bids[1]));
        }
        world.hours(40);
        let sent = world.raw().into_iter().filter(|raw| raw.contains("anna@example.org"));
        sent.map(|raw| clear(&raw)).collect::<Vec<_>>()
    };
    let (one, other) = (played([1, 2], true), played([2, 9], true));
    assert!(one.len() >= 2 && one == other);
    assert_eq!(one, played([1, 2], false), "nor how often they have changed their minds");
}

#[test]
fn who_is_not_asked_sends_for_later_in_answer_to_the_last_message_and_to_no_older_one() {
    let mut world = World::new();
    let opening = world.find("opening", "anna").pop().unwrap().id().to_owned();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    all_bid(&mut world, [1, 4, 1]);
    world.tick();
    assert_eq!(world.window(), "2-prize");
    let mut answer = |id: &str| {
        world.mail(address("ash"), &format!("In-Reply-To: <{id}>\n"), "plan: {prize: left}\n");
        world.tick();
        let receipt = world.receipt("anna");
        (receipt.id().to_owned(), receipt.codes().iter().map(|code| (*code).to_owned()).collect::<Vec<_>>())
    };
    let (last, codes) = answer(&opening);
    assert_eq!(codes, ["window-closed"]);
    assert_eq!(answer(&last).1, Vec::<String>::new());
}
