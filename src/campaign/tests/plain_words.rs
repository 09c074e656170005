//! Lines that say two things, absences as people write them, keys in other places than a line of their own, and notes behind a hash.

use super::typed::{answer, items, on_file, opening};
use crate::campaign::tests::world::{Sent, World, YAML, all_bid};
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use serde_json::json;

/// The receipt of a message of Anna's in a new game.
fn said(yaml: &str, body: &str) -> (World, Sent) {
    let mut world = World::with(&format!("{YAML}{yaml}"));
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, body);
    (world, receipt)
}

fn days(world: &World) -> Vec<(String, String)> {
    let away = &world.campaign().record.people.away;
    away.iter().map(|(_, days)| (days.from.to_rfc3339(), days.to.to_rfc3339())).collect()
}

#[test]
fn a_line_may_say_two_things() {
    for (yaml, line, first) in [
        ("rehearsal: yes\n", "Ok ready, away from 1.12. to 3.12.", "rehearsal"),
        ("", "final, away 1.12. to 3.12.", ""),
        ("", "Hi Maria, I'm away from 1.12. to 3.12.", ""),
        ("", "ok, away from 1.12. to 3.12.", ""),
        ("", "FYI: away 1-3 December", ""),
        ("", "I am off 1.-3.12.", ""),
    ] {
        let (world, receipt) = said(yaml, line);
        assert!(items(&receipt).contains(&json!([1, "absent"])), "{line}: {:?}", items(&receipt));
        assert!(first.is_empty() || items(&receipt).contains(&json!([1, first])), "{:?}", items(&receipt));
        assert_eq!(world.entries(Kind::Absence).len(), 1, "{line}");
        assert!(world.find("press", "maria").is_empty(), "{line}");
    }
}

#[test]
fn a_message_behind_a_word_goes_to_its_reader_alone() {
    for line in ["ready. To Bert: peace?", "Thanks! To Bert: peace?", "ok, to bert: peace?"] {
        let (world, _) = said("rehearsal: yes\n", line);
        assert!(world.find("press", "maria").is_empty(), "{line}");
        let press = world.find("press", "bert").pop().unwrap_or_else(|| panic!("{line}"));
        assert_eq!(press.model["notes"][0]["text"], "peace?", "{line}");
    }
}

#[test]
fn a_number_in_a_list_hides_nothing() {
    let (world, _) = said("", "1. To Bert: peace?");
    assert_eq!(world.find("press", "bert").pop().unwrap().model["notes"][0]["text"], "peace?");
    let (_, receipt) = said("", "1. I had a question.\n2. extend 24h please");
    assert!(items(&receipt).contains(&json!([2, "vote"])), "{:?}", items(&receipt));
}

#[test]
fn who_is_ready_may_say_more() {
    for line in [
        "Ready!! Also tell Bert I leave him alone if he leaves me alone, deal?",
        "Did you see the Villa game?? what a goal. Anyway im in",
    ] {
        let (world, receipt) = said("rehearsal: yes\n", line);
        assert!(world.campaign().record.people.rehearsed.contains("ash"), "{line}: {:?}", receipt.codes());
    }
    let (world, _) = said("rehearsal: yes\n", "Ready. Please wait until Friday.");
    assert!(!world.campaign().record.people.rehearsed.contains("ash"));
}

#[test]
fn words_of_chance_may_stand_behind_a_sentence() {
    let line = "Oops, I meant kettle. And the words for the shuffles are purple umbrella.";
    let mut world = World::with(&YAML.replace("chance: no", "rehearsal: yes"));
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, line);
    assert!(items(&receipt).iter().any(|item| item[1] == "chance"), "{:?}", items(&receipt));
    assert_eq!(receipt.codes(), Vec::<&str>::new());
}

#[test]
fn days_that_a_period_names_are_booked() {
    // The message is of Friday 20 November, in Rome.
    for (line, from, to) in [
        ("I will be on holiday next week", "2026-11-22T23:00:00+00:00", "2026-11-29T23:00:00+00:00"),
        ("I am away this weekend", "2026-11-20T23:00:00+00:00", "2026-11-22T23:00:00+00:00"),
        ("2. away on 24 December", "2026-12-23T23:00:00+00:00", "2026-12-24T23:00:00+00:00"),
        (
            "5. I shall be out of the office on 24 December.",
            "2026-12-23T23:00:00+00:00",
            "2026-12-24T23:00:00+00:00",
        ),
        ("away on 24 December", "2026-12-23T23:00:00+00:00", "2026-12-24T23:00:00+00:00"),
        ("absent 1/12/2026 - 3/12/2026", "2026-11-30T23:00:00+00:00", "2026-12-03T23:00:00+00:00"),
    ] {
        let (world, receipt) = said("", line);
        assert_eq!(days(&world), [(from.to_owned(), to.to_owned())], "{line}: {:?}", receipt.codes());
    }
    // A weekday at the end is the one after the first day; of two dates in the wrong order neither is guessed.
    let (world, receipt) = said("", "I am travelling from Monday until Saturday");
    assert_eq!(days(&world).len(), 1, "{:?}", receipt.codes());
    let (world, receipt) = said("", "away from Thursday until Monday");
    let monday = ("2026-11-25T23:00:00+00:00".to_owned(), "2026-11-30T23:00:00+00:00".to_owned());
    assert_eq!(days(&world), [monday], "{:?}", receipt.codes());
    let (world, receipt) = said("", "away 5.12. to 3.12.");
    assert_eq!((days(&world).len(), receipt.codes()), (0, vec!["envelope-days"]));
    let (_, receipt) = said("", "away tomorrow");
    assert!(receipt.model["words"].as_str().unwrap().contains("you are away on Saturday 21 November"));
}

#[test]
fn an_absence_without_its_days_is_never_lost_without_a_word() {
    for line in [
        "back on 3 December",
        "I'll be back on Tuesday",
        "away for 3 days",
        "I am away for a week",
        "Sorry all, I'm away next month",
        "but im away from friday to monday, hope thats ok",
        "I cannot play on Sunday",
        "not here on Saturday",
        "away 1 to 3 December and 10 to 12 December",
        "We are away from 1 to 5 December but I will have my phone with me",
        "I'm on a course 8 to 12 December, no signal there.",
    ] {
        let (world, receipt) = said("", line);
        assert!(world.entries(Kind::Absence).is_empty(), "{line}");
        assert_eq!(receipt.codes(), ["absence-unread"], "{line}");
        let words = receipt.model["words"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        // Of days that a line names, these are the example.
        let days = match line.split(' ').next() {
            Some("We") => "2026-12-01 to 2026-12-05",
            Some("I'm") => "2026-12-08 to 2026-12-12",
            _ => "2026-11-27 to 2026-11-30",
        };
        assert!(words.contains(&format!("for example: away {days}")), "{words}");
        // It books what it says.
        let (world, receipt) = said("", &format!("away {days}"));
        assert_eq!((world.entries(Kind::Absence).len(), receipt.codes()), (1, vec![]), "{days}");
    }
}

#[test]
fn an_absence_is_taken_back() {
    for line in ["absent: none", "I am back", "absent: no", "I am not away after all"] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        answer(&mut world, "ash", &id, "away until 1.12.");
        answer(&mut world, "ash", &id, "away 5.12. to 7.12.");
        assert_eq!(days(&world).len(), 2);
        let receipt = answer(&mut world, "ash", &id, line);
        assert_eq!((receipt.codes(), items(&receipt)), (vec![], vec![json!([1, "absent"])]), "{line}");
        let people = &world.campaign().record.people;
        assert!(people.away.iter().all(|(_, days)| days.to <= world.now), "{line}: {:?}", people.away);
        assert!(!people.is_away("ash", world.now), "{line}");
        assert!(receipt.model["words"].as_str().unwrap().contains("you are not away"), "{line}");
        // A second time there is nothing to take back.
        let receipt = answer(&mut world, "ash", &id, line);
        assert_eq!(receipt.codes(), ["absent-none"], "{line}");
        let receipt = answer(&mut world, "ash", &id, &format!("{line}\n\nbid 3"));
        assert_eq!(on_file(&world, "ash")["bid"], 3, "{line}: {:?}", receipt.codes());
    }
}

#[test]
fn a_key_anywhere_in_a_new_message_is_enough() {
    for body in [
        "Key KEY\n\nBid 3",
        "My key is KEY\nBid 3",
        "KEY\nBid 3",
        "KEY\n\nBid 3",
        "KEY:\nKEY\nBid 3",
        "key:\nKEY\n\nBid 3",
        "Hi, Anna here. key: KEY\n\nBid 3",
        "Bid 3\n\nmy key: KEY",
        "key: KEY\nBid 3",
    ] {
        let mut world = World::new();
        let body =
            body.replace("KEY", &world.key("ash")).replacen(&format!("{}:", world.key("ash")), "KEY:", 1);
        world.mail("anna@example.org", "", &body);
        world.tick();
        let receipt = world.receipt("anna");
        assert_eq!((receipt.codes(), &on_file(&world, "ash")["bid"]), (vec![], &json!(3)), "{body}");
        assert!(world.find("press", "maria").is_empty(), "{body}");
    }
}

#[test]
fn what_is_behind_a_hash_is_a_note() {
    for body in
        ["# bid 3", "  #bid 3\n\n# final", "# dispute: my bid", "# To Bert: peace?", "# away until 1.12."]
    {
        let (world, receipt) = said("", body);
        assert!(items(&receipt).is_empty(), "{body}: {:?}", items(&receipt));
        assert_eq!(on_file(&world, "ash"), json!(null), "{body}");
        assert!(world.entries(Kind::Press).is_empty() && world.entries(Kind::Absence).is_empty(), "{body}");
    }
    let (world, _) = said("", "plan:\n  bid: 2\n  # bid: 3\n# bid 4");
    assert_eq!(on_file(&world, "ash")["bid"], 2);
}

/// A game in which all have sealed their bids and are asked for the openings, and Anna's.
fn sealed() -> (World, Opening) {
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    let of = |seat: &str| {
        let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: "1-bidding".into() };
        Opening::new(&binding, json!({"turn": 1, "bid": 2}), &[7; 16]).unwrap()
    };
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, &format!("seal: {}\nfinal: yes\n", of(seat).seal()));
    }
    world.tick();
    (world, of("ash"))
}

#[test]
fn an_opening_in_one_line_is_read_and_one_that_was_cut_off_is_told() {
    let opened = |world: &World| !world.entries(Kind::Opened).is_empty();
    let armour = |opening: &Opening| opening.armour();
    let (mut world, opening) = sealed();
    world.write("ash", &armour(&opening).replace('\n', " "));
    world.tick();
    assert_eq!((world.receipt("anna").codes(), opened(&world)), (vec![], true));
    let (mut world, opening) = sealed();
    let text = armour(&opening);
    world.write("ash", &format!("{}\n\nThanks, Anna", text.split("-----END").next().unwrap().trim_end()));
    world.tick();
    let receipt = world.receipt("anna");
    assert_eq!((receipt.codes(), opened(&world)), (vec!["opening-unreadable"], false));
    let why = receipt.model["problems"][0]["why"]["details"]["why"].as_str().unwrap().to_owned();
    assert!(why.contains("cut off"), "{why}");
}

#[test]
fn lines_where_we_do_not_read_are_told_so() {
    let words = |receipt: &Sent| {
        let words = receipt.model["words"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(receipt.codes(), ["no-document"], "{words}");
        words
    };
    let (_, receipt) = said("", "| plan:\n|   bid: 3\n");
    assert!(words(&receipt).contains("begin with a bar, \"|\""));
    let (_, receipt) = said("", "> Bidding\n> =======\n\nbid 3\n");
    assert_eq!(receipt.codes(), ["between-quoted"]);
    let (_, receipt) = said("secrecy: sealed\n", "hmpf");
    assert!(words(&receipt).contains("neither a seal nor an opening"));
    let (_, receipt) = said("", "hmpf");
    assert!(words(&receipt).contains("Write your orders in lines of their own"));
}

#[test]
fn a_mark_of_nothing_above_what_is_filled_in_does_no_harm() {
    for body in [
        "plan:\n  bid: ~\n    # what you bid\n    - 3\n  prize: left",
        "plan:\n  prize: left\n  bid: ~  # or more\n    3",
    ] {
        let (world, receipt) = said("", body);
        assert_eq!(on_file(&world, "ash")["prize"], "left", "{body}: {:?}", receipt.codes());
        assert!(
            !receipt.codes().iter().any(|code| code.starts_with("yaml-")),
            "{body}: {:?}",
            receipt.codes()
        );
    }
}

#[test]
fn a_message_may_begin_as_a_mail_or_as_on_other_networks() {
    for body in ["To: Bert\n\nShall we ally?", "To: Bert\nShall we ally?", "@Bert: Shall we ally?"] {
        let (world, receipt) = said("", body);
        let press =
            world.find("press", "bert").pop().unwrap_or_else(|| panic!("{body}: {:?}", receipt.codes()));
        assert_eq!(press.model["notes"][0]["text"], "Shall we ally?", "{body}");
        assert!(world.find("press", "maria").is_empty(), "{body}");
    }
}

#[test]
fn a_word_asks_for_what_it_names() {
    for word in ["help", "Help!", "status", "please send me the map"] {
        let (_, receipt) = said("", word);
        assert_eq!(
            (receipt.codes(), receipt.model["extra"].as_array().is_some_and(|extra| !extra.is_empty())),
            (vec![], true),
            "{word}"
        );
    }
}

#[test]
fn each_part_of_a_line_does_what_it_says() {
    let absent = |world: &World| days(world).len();
    // An absence and that the plan is final, in any order, behind a bid or below press.
    for (body, expected) in [
        ("bid 3\nfinal, away 1.12. to 3.12.", json!([[1, "bid"], [2, "final"], [2, "absent"]])),
        ("bid 3\naway 1.12. to 3.12., final", json!([[1, "bid"], [2, "final"], [2, "absent"]])),
        ("bid 3\nfinal and away 1.12. to 3.12.", json!([[1, "bid"], [2, "final"], [2, "absent"]])),
        ("bid 3, and I'm away 1.12. to 3.12., final", json!([[1, "bid"], [1, "final"], [1, "absent"]])),
        ("bid 3\nI'm done for this turn, final", json!([[1, "bid"], [2, "final"]])),
        (
            "bid 3\nok. To Bert: peace?\nfinal, away 1.12. to 3.12.",
            json!([[1, "bid"], [2, "press"], [3, "final"], [3, "absent"]]),
        ),
    ] {
        let (world, receipt) = said("", body);
        let mut got = items(&receipt);
        got.sort_by_key(ToString::to_string);
        let mut expected = expected.as_array().unwrap().clone();
        expected.sort_by_key(ToString::to_string);
        assert_eq!((got, receipt.codes()), (expected, vec![]), "{body}");
        assert_eq!(on_file(&world, "ash")["bid"], 3, "{body}");
        assert_eq!(absent(&world), usize::from(body.contains("away")), "{body}");
        assert!(world.find("press", "maria").is_empty(), "{body}");
        let to_bert = world.find("press", "bert").pop().map(|press| press.model["notes"][0]["text"].clone());
        assert_eq!(to_bert, body.contains("Bert").then(|| json!("peace?")), "{body}");
    }
    // Orders behind the end of an absence.
    for line in ["sorry I'm back already!! bid: 3", "I'm back, bid 3"] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        answer(&mut world, "ash", &id, "away until 1.12.");
        let receipt = answer(&mut world, "ash", &id, line);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{line}");
        assert_eq!(on_file(&world, "ash")["bid"], 3, "{line}");
        assert!(!world.campaign().record.people.is_away("ash", world.now), "{line}");
    }
}

#[test]
fn a_stand_in_may_be_named_behind_the_days() {
    for line in [
        "away 1.12. to 3.12., stand-in: bea@example.org",
        "I'm away 1.12. to 3.12.; my stand-in is bea@example.org",
    ] {
        let (world, receipt) = said("", line);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{line}");
        let booked = &world.campaign().record.people.away[0].1;
        assert_eq!(booked.stand_in.as_deref(), Some("bea@example.org"), "{line}");
    }
}

#[test]
fn a_word_that_does_not_count_is_named() {
    for (line, word) in [
        ("That is my last offer to you all, final.", "final"),
        ("I did not sleep, vote: extend 24h, so tired of it", "vote: extend 24h"),
    ] {
        let (world, receipt) = said("", line);
        assert_eq!(receipt.codes(), ["word-beside"], "{line}");
        assert_eq!(receipt.model["problems"][0]["why"]["details"]["word"], word, "{line}");
        assert!(world.campaign().record.people.ballots.is_empty(), "{line}");
    }
    for line in ["I finally slept, and the offer is good.", "Is that final, or what?"] {
        assert_eq!(said("", line).1.codes(), Vec::<&str>::new(), "{line}");
    }
}

#[test]
fn orders_in_lines_of_an_attached_file_count() {
    let with_file = |text: &str, file: &str| {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let body = format!(
            "--x\nContent-Type: text/plain\n\n{text}\n--x\nContent-Type: text/plain\nContent-Disposition: attachment; filename=orders.txt\n\n{file}\n--x--"
        );
        world.deliver(&format!(
            "From: <anna@example.org>\nTo: <game@example.org>\nSubject: orders\nMessage-ID: <file@example.net>\nIn-Reply-To: <{id}>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n{body}\n"
        ));
        world.tick();
        let receipt = world.receipt("anna");
        (world, receipt)
    };
    let (world, receipt) = with_file("see attached", "Bid 3\nprize left\nI resign\nTo Bert: peace?");
    assert_eq!(on_file(&world, "ash")["bid"], 3);
    assert_eq!(receipt.codes()[0], "file-read");
    assert!(receipt.model["words"].as_str().unwrap().contains("attachment orders.txt"));
    // Only its orders count.
    assert!(world.entries(Kind::Press).is_empty() && world.campaign().record.people.leaving.is_empty());
    // Where the message says something itself, the file does not count.
    let (world, receipt) = with_file("bid 2", "Bid 3");
    assert_eq!(on_file(&world, "ash")["bid"], 2, "{:?}", receipt.codes());
    // What is no order is none in a file either.
    let (world, receipt) = with_file("see attached", "Dear diary, today it rained");
    assert_eq!((on_file(&world, "ash"), receipt.codes()), (json!(null), vec!["no-document"]));
}

#[test]
fn half_a_vote_and_what_there_is_nothing_to_take_back_of_are_told() {
    for (line, code) in
        [("I concede", "vote-half"), ("vote extend", "vote-half"), ("resign: no", "resign-none")]
    {
        let (world, receipt) = said("", line);
        assert_eq!(receipt.codes(), [code], "{line}");
        assert!(world.campaign().record.people.ballots.is_empty() && world.find("press", "maria").is_empty());
        let (_, receipt) = said("", &format!("bid 3\n{line}"));
        assert_eq!(receipt.codes(), [code], "{line}");
        assert_eq!(receipt.model["problems"][0]["warning"], true, "{line}");
    }
    let (_, receipt) = said("", "I quit");
    assert_eq!(items(&receipt), [json!([1, "resign"])], "it is asked about");
}

#[test]
fn before_the_game_words_are_asked_for_and_no_orders() {
    let yaml = YAML.replace("chance: no\n", "chance: {words: open}\n");
    let mut world = World::with(&yaml);
    assert!(world.campaign().record.game.position.is_null());
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "ready");
    assert_eq!(receipt.codes(), ["ready-early"]);
    let words = |receipt: &Sent| {
        receipt.model["words"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(words(&receipt).contains("when everyone has sent words for the shuffles"), "{}", words(&receipt));
    let receipt = answer(&mut world, "ash", &id, "Anna");
    assert_eq!(receipt.codes(), ["no-document"]);
    assert!(
        words(&receipt).contains("Send words for the shuffles on a line of their own"),
        "{}",
        words(&receipt)
    );
    assert!(!words(&receipt).contains("Write your orders"), "{}", words(&receipt));
}

#[test]
fn a_plan_sent_again_with_something_new_is_not_called_known() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    answer(&mut world, "ash", &id, "bid 3");
    let again = answer(&mut world, "ash", &id, "bid 3\n\nThanks");
    assert!(again.says().starts_with("We already have this."), "{}", again.says());
    for more in ["final", "vote: extend 24h", "ask: status", "away 1.12. to 3.12."] {
        let receipt = answer(&mut world, "ash", &id, &format!("bid 3\n{more}"));
        assert_eq!(receipt.model["standing"]["used"], "already", "{more}");
        assert!(receipt.says().starts_with("Your plan is as we have it: "), "{more}: {}", receipt.says());
    }
}

#[test]
fn orders_behind_an_absence_count() {
    for line in [
        "I am away until Monday, so bid 3",
        "away until Monday so bid 3",
        "away until Monday and bid 3",
        "I'm away from 1.12. to 3.12., bid 3",
    ] {
        let (world, receipt) = said("", line);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{line}");
        assert_eq!((on_file(&world, "ash")["bid"].clone(), days(&world).len()), (json!(3), 1), "{line}");
    }
    let (world, _) = said("", "I am away until Monday, so please go on");
    assert_eq!((on_file(&world, "ash"), days(&world).len()), (json!(null), 1));
}

#[test]
fn an_absence_in_an_answer_to_a_player_is_for_that_player() {
    for (line, booked) in [
        ("Sorry, I am away until Monday.", false),
        ("I will be away from 1 to 5 December, so let us wait", false),
        ("absent: 2026-12-01 to 2026-12-03", true),
    ] {
        let mut world = World::new();
        world.write("birch", "To Anna: will you attack me?\n");
        world.tick();
        let press = world.find("press", "anna").pop().unwrap().id().to_owned();
        let receipt = answer(&mut world, "ash", &press, line);
        assert_eq!(!days(&world).is_empty(), booked, "{line}");
        let to_bert = world.find("press", "bert").pop().map(|press| press.model["notes"][0]["text"].clone());
        assert_eq!(to_bert, (!booked).then(|| json!(line)), "{line}");
        let codes: &[&str] = if booked { &[] } else { &["absence-press"] };
        assert_eq!(receipt.codes(), codes, "{line}");
    }
}

/// A name below other text ends a letter. It is no answer, even if it is a word of the game, and closes no window.
#[test]
fn the_name_of_its_sender_at_the_end_of_a_letter_is_no_answer() {
    let begin = || {
        let mut world = World::with(&YAML.replace("player: Cleo", "player: Prize Left"));
        all_bid(&mut world, [1, 2, 3]);
        world.tick();
        assert_eq!(world.window(), "1-prize");
        world
    };
    for text in [
        "I shall let you know tomorrow.\n\nPrize Left\n",
        "I shall let you know tomorrow.\n\nBest regards,\n\nPrize Left\nSenior Associate\nT: +44 113 496 0123\n",
    ] {
        let mut world = begin();
        world.write("cedar", text);
        world.tick();
        assert_eq!(world.window(), "1-prize", "{text}");
    }
    let mut world = begin();
    world.write("cedar", "prize left\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding", "alone it is one");
}
