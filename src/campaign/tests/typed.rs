//! What players type without the form of a document: orders, small words, prose, and answers to press.

use crate::campaign::state::record::Reply;
use crate::campaign::tests::world::{Sent, World, YAML, address, all_bid};
use crate::ledger::Kind;
use serde_json::{Value, json};

/// Answers a message of ours to a seat.
pub(super) fn answer(world: &mut World, seat: &str, id: &str, body: &str) -> Sent {
    let id = id.to_owned();
    world.mail(address(seat), &format!("In-Reply-To: <{id}>\n"), body);
    world.tick();
    world.receipt(who(seat))
}

fn who(seat: &str) -> &str {
    address(seat).split('@').next().unwrap()
}

pub(super) fn opening(world: &World, seat: &str) -> String {
    world.find("opening", who(seat)).pop().unwrap().id().to_owned()
}

pub(super) fn items(receipt: &Sent) -> Vec<Value> {
    let items = receipt.model["understood"].as_array().into_iter().flatten();
    items.map(|item| json!([item["line"], item["what"]["item"]])).collect()
}

pub(super) fn on_file(world: &World, seat: &str) -> Value {
    let campaign = world.campaign();
    let window = campaign.record.game.open_window().unwrap();
    let seal = window.seats.get(seat).and_then(|part| part.seal.clone());
    seal.map_or(Value::Null, |seal| campaign.vault().unwrap().openings[&seal].plan().clone())
}

pub(super) fn notes(world: &World, to: &str) -> Vec<String> {
    let mails = world.sent().into_iter().filter(|mail| mail.to().starts_with(to));
    let of = |mail: Sent| mail.model["notes"].as_array().cloned().unwrap_or_default();
    mails.flat_map(of).map(|note| note["text"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn lines_are_a_plan_and_the_receipt_knows_where_they_are() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(
        &mut world,
        "ash",
        &id,
        "Hi Maria,\n\nOrders :\nBid 3\nprize: left\n\nCheers\nAnna\n\nSent from my iPhone",
    );
    assert_eq!(receipt.codes(), Vec::<&str>::new());
    assert_eq!(items(&receipt), [json!([4, "bid"]), json!([5, "prize"])]);
    assert_eq!(
        (&on_file(&world, "ash")["bid"], &on_file(&world, "ash")["prize"]),
        (&json!(3), &json!("left"))
    );
    assert_eq!(receipt.model["standing"]["used"], "this");
    let receipt = answer(&mut world, "ash", &id, "Sorry:\nbid 4\nfinal!\n\n> bid 9\n> final");
    assert_eq!(on_file(&world, "ash")["bid"], 4);
    assert!(items(&receipt).contains(&json!([3, "final"])), "{:?}", items(&receipt));
}

#[test]
fn problems_are_told_in_the_order_of_the_message() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt =
        answer(&mut world, "ash", &id, "plan:\n  bid: many\n  prize: left\nvote: {frobnicate: 1}\n\nbid 9\n");
    let problems = receipt.model["problems"].as_array().unwrap();
    let lines: Vec<Value> = problems.iter().map(|problem| problem["line"].clone()).collect();
    assert_eq!(lines, [json!(4), json!(6), Value::Null], "{:?}", receipt.codes());
}

#[test]
fn lines_beside_a_plan_are_added_to_it_and_where_they_contradict_it_neither_counts() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "prize left\n\nplan:\n  bid: 3\n");
    assert_eq!(receipt.codes(), Vec::<&str>::new());
    assert_eq!(on_file(&world, "ash"), json!({"turn": 1, "bid": 3, "prize": "left"}));
    // What both say is said once.
    let receipt = answer(&mut world, "ash", &id, "Bid 4\n\nplan:\n  bid: 4\n");
    assert_eq!((receipt.codes(), &on_file(&world, "ash")["bid"]), (vec![], &json!(4)));
    let receipt = answer(&mut world, "ash", &id, "bid 9\n\nplan:\n  bid: 3\n  prize: right\n");
    assert_eq!(receipt.codes(), ["typed-and-sheet"]);
    assert_eq!(receipt.model["problems"][0]["line"], 1);
    assert_eq!(
        (&on_file(&world, "ash")["bid"], &on_file(&world, "ash")["prize"]),
        (&json!(4), &json!("right"))
    );
    // So is told what nobody could have read.
    let receipt = answer(&mut world, "ash", &id, "bid lots\n\nplan:\n  bid: 5\n");
    assert_eq!(receipt.codes(), ["bid-no-number"]);
    assert_eq!(on_file(&world, "ash")["bid"], 5);
}

#[test]
fn a_plan_that_lost_its_form_is_read_line_by_line() {
    for body in [
        "plan:\nbid: 3\nprize: left\n",
        "plan:\n  bid: 3\n prize left\n",
        "plan: \n\tbid: 3\n\tprize: left\n",
        "Plan: bid 3\nprize left",
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, body);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{body}");
        let plan = on_file(&world, "ash");
        assert_eq!((&plan["bid"], &plan["prize"]), (&json!(3), &json!("left")), "{body}");
    }
}

#[test]
fn places_of_a_sheet_that_nobody_filled_in_say_nothing_whatever_form_they_lost() {
    for body in [
        "bid 3\n\n> plan:\n> bid: ~\n> prize: ~   # now: none\n",
        "plan:\nbid: 3\nprize: ~\n",
        "bid 3\nprize: ~   # left or right\n",
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, body);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{body}");
        let plan = on_file(&world, "ash");
        assert_eq!((&plan["bid"], &plan["prize"]), (&json!(3), &Value::Null), "{body}");
        assert_eq!(notes(&world, "maria"), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn one_bad_line_costs_no_other() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    answer(&mut world, "ash", &id, "bid 2");
    let receipt = answer(&mut world, "ash", &id, "bid lots\nprize left\nfinal");
    assert_eq!(receipt.codes(), ["bid-no-number", "final-not-yet"]);
    assert_eq!(receipt.model["problems"][0]["line"], 1);
    let plan = on_file(&world, "ash");
    assert_eq!((&plan["bid"], &plan["prize"]), (&json!(2), &json!("left")), "the old line stands");
    let kept =
        receipt.model["understood"].as_array().unwrap().iter().find(|item| item["what"]["item"] == "kept");
    assert_eq!(kept.unwrap()["what"]["kept"], json!([{"section": "bid", "entries": []}]));
    // A slip in press costs the press.
    let receipt = answer(&mut world, "ash", &id, "plan: {bid: 3}\npress: {to: all, text: \"hello}\n");
    assert_eq!(on_file(&world, "ash")["bid"], 3);
    assert_eq!(receipt.codes().len(), 1, "{:?}", receipt.codes());
    assert!(world.entries(Kind::Press).is_empty());
}

#[test]
fn a_message_with_a_slip_gets_the_sheet_again() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "bid 2\nprize left\n");
    assert_eq!(receipt.model["extra"], json!([]));
    let receipt = answer(&mut world, "ash", &id, "bid lots");
    let sheet = &receipt.model["extra"][0];
    assert_eq!(sheet["ask"], "sheet");
    let plan = sheet["plan"].as_str().unwrap();
    assert!(plan.contains("bid") && plan.contains("left"), "{plan}");
    // What is sealed elsewhere is not in it.
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "bid 2");
    assert_eq!(receipt.model["extra"], json!([]), "{:?}", receipt.codes());
}

#[test]
fn plans_of_one_window_are_merged() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3}\n");
    world.tick();
    world.write("ash", "plan: {prize: left}\n");
    world.tick();
    let plan = on_file(&world, "ash");
    assert_eq!((&plan["bid"], &plan["prize"]), (&json!(3), &json!("left")));
    // What says nothing new is known already.
    world.write("ash", "plan: {bid: 3}\n");
    world.tick();
    assert_eq!(world.receipt("anna").model["standing"]["used"], "already");
    assert_eq!(world.entries(Kind::Sealed).len(), 2);
}

#[test]
fn small_words_do_what_their_sections_do() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt =
        answer(&mut world, "ash", &id, "Hi,\n\nI’m away from 25.11. until 1.12.\n\nextend 24h please");
    assert_eq!(items(&receipt), [json!([3, "absent"]), json!([5, "vote"])]);
    assert_eq!((world.entries(Kind::Absence).len(), world.entries(Kind::Vote).len()), (1, 1));
    let receipt = answer(&mut world, "ash", &id, "absent: 3/12 to 4/12");
    assert_eq!(receipt.codes(), ["envelope-day-either", "envelope-day-either"]);
    let receipt = answer(&mut world, "ash", &id, "dispute: my prize was not\ncounted");
    assert_eq!(items(&receipt), [json!([1, "dispute"])]);
    assert_eq!(world.campaign().record.people.disputes.len(), 1);
    let receipt = answer(&mut world, "ash", &id, "bid 1\nfinal\n");
    assert!(items(&receipt).contains(&json!([2, "final"])));
}

#[test]
fn a_bare_word_means_only_what_was_asked() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    for (word, code) in [
        ("Yes!", "word-unclear"),
        ("ok", "word-unclear"),
        ("ready", "word-ready"),
        ("Done.", "word-ready"),
        ("nothing", "word-nothing"),
    ] {
        let receipt = answer(&mut world, "ash", &id, word);
        assert_eq!(receipt.codes(), [code], "{word}");
        assert!(receipt.model["understood"].as_array().unwrap().is_empty());
    }
    let receipt = answer(&mut world, "ash", &id, "I resign");
    assert_eq!(receipt.model["understood"][0]["what"]["step"], "asked");
    // Yes to an older message is no answer to the question.
    let older = answer(&mut world, "ash", &id, "yes");
    assert_eq!(older.codes(), ["word-unclear"]);
    assert!(world.campaign().record.people.leaving["ash"].window.is_none());
    let asked = receipt.id().to_owned();
    let receipt = answer(&mut world, "ash", &asked, "Yes!\n\nAnna");
    assert_eq!(receipt.model["understood"][0]["what"]["step"], "confirmed", "{:?}", receipt.codes());
}

/// A campaign in its rehearsal, and the welcome to the first seat.
pub(super) fn rehearsing(chance: &str) -> (World, String) {
    let world = World::with(&YAML.replace("chance: no\n", &format!("chance: {chance}\nrehearsal: yes\n")));
    let id = opening(&world, "ash");
    (world, id)
}

#[test]
fn a_rehearsal_is_passed_with_a_word() {
    for word in ["ready", "Yes!", "ja", "ok", "rehearsal: yes", "Done", "I'm ready 👍"] {
        let (mut world, id) = rehearsing("no");
        let receipt = answer(&mut world, "ash", &id, word);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{word}");
        assert!(world.campaign().record.people.rehearsed.contains("ash"), "{word}");
    }
    for words in [
        "Yes I'm in\n\n-- \nAnna Muller",
        "ok, got it, looking forward to this!\nAnna",
        "rehearsal: ready: yes\nword: oak",
        "never mind, ready now",
    ] {
        let (mut world, id) = rehearsing("no");
        let receipt = answer(&mut world, "ash", &id, words);
        assert!(
            receipt.says().starts_with("Your mail reaches us, and you are ready"),
            "{words}: {}",
            receipt.says()
        );
        assert!(world.find("press", "maria").is_empty(), "{words}");
    }
    for words in [
        "ready when you are?",
        "not before Friday please",
        "Yes, but I am away next week",
        "no",
        "who is this? I did not sign up",
    ] {
        let (mut world, id) = rehearsing("no");
        answer(&mut world, "ash", &id, words);
        assert!(!world.campaign().record.people.rehearsed.contains("ash"), "{words}");
    }
}

/// Words of chance may follow a word of agreement on the same line.
#[test]
fn words_of_chance_are_found_after_a_word_of_agreement() {
    for words in [
        "ok ready, chance: the cat spilt my coffee",
        "ready\nchance: the cat spilt my coffee",
        "Chance: the cat spilt my coffee",
        "ready\nchance = the cat spilt my coffee",
        "Ready! 🎉 my words: the cat spilt my coffee",
        "Yes, I'm ready! words of chance – the cat spilt my coffee",
        "rehearsal ok. my words: the cat spilt my coffee",
        "my words are the cat spilt my coffee",
        "yes. for the shuffle: the cat spilt my coffee",
        "Ready. What I see from my window is a fat pidgeon",
        "I hereby confirm that I am ready to commence.\nMy word is umbrella",
    ] {
        let (mut world, id) = rehearsing("{words: open}");
        let receipt = answer(&mut world, "ash", &id, words);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{words}");
        assert!(world.campaign().record.people.rehearsed.contains("ash"), "{words}");
        let said = items(&receipt);
        assert!(said.iter().any(|item| item[1] == "chance"), "{words}: {said:?}");
    }
    // The sheet has a word of its own for the rehearsal, which says no less than that its writer is ready.
    for words in
        ["Ready\nword: banana\n\nKind regards,\n\nAnna", "Thanks, recieved and all looks fine. Word: banana"]
    {
        let (mut world, id) = rehearsing("{words: open}");
        let receipt = answer(&mut world, "ash", &id, words);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{words}");
        assert!(world.campaign().record.people.rehearsed.contains("ash"), "{words}");
        assert!(!items(&receipt).iter().any(|item| item[1] == "chance"), "{words}: {:?}", items(&receipt));
    }
}

/// The end of a line of orders may say that they are final, and talk that ends so does not.
#[test]
fn orders_may_end_with_final() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "We lost the battle, that is final");
    assert!(!items(&receipt).iter().any(|item| item[1] == "final"), "{:?}", items(&receipt));
    let receipt = answer(&mut world, "ash", &id, "bid 2, final");
    assert_eq!(receipt.codes(), Vec::<&str>::new());
    assert!(items(&receipt).iter().any(|item| item[1] == "final"), "{:?}", items(&receipt));
}

/// What stands below a closing is a name and a company, not a part of what was written.
#[test]
fn a_signature_is_not_passed_on() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let question = "Can I bid more than I have?\n\nKind regards,\n\nAnna Miller\nSenior Consultant | Foo Ltd\nT +49 30 1234";
    answer(&mut world, "ash", &id, question);
    assert_eq!(notes(&world, "maria"), ["Can I bid more than I have?"]);
    // A sentence is no signature.
    let question = "I will be late.\n\nBest,\nAnna, whose train stands still somewhere in the fields again";
    answer(&mut world, "ash", &id, question);
    assert!(notes(&world, "maria")[1].contains("train"));
}

#[test]
fn prose_goes_to_the_game_master() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let question = "Hi Maria,\ncan I bid more than I have?\nbid 2\n\nThanks\nAnna";
    let receipt = answer(&mut world, "ash", &id, question);
    assert!(items(&receipt).contains(&json!([2, "passed-on"])), "{:?}", items(&receipt));
    let notes = notes(&world, "maria");
    assert_eq!(notes, ["can I bid more than I have?"], "no order, no greeting, and no name below it");
    assert!(!receipt.model["words"].as_str().unwrap().contains("with line"));
    // All lines that are passed on are named.
    let receipt = answer(
        &mut world,
        "ash",
        &id,
        "Where do I see that?\nbid 2\nAnd what is it?\nbid 2\nOr this?\nAnd that?",
    );
    let text = receipt.model["words"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("Line 1: your text, with lines 3 and 5 to 6; we passed it on to the game master"),
        "{text}"
    );
    // Nothing that has no message in it.
    for body in ["Thanks!\nAnna", "see above", "bid 3 -> 4", "Anna"] {
        answer(&mut world, "ash", &id, body);
        assert_eq!(world.entries(Kind::Press).len(), 2, "{body}");
    }
    // The game master answers by a reply.
    let to_gm = world.find("press", "maria").pop().unwrap().id().to_owned();
    world.mail("maria@example.org", &format!("In-Reply-To: <{to_gm}>\n"), "No, you cannot.\n\n> can I bid");
    world.tick();
    assert_eq!(self::notes(&world, "anna"), ["No, you cannot."]);
    // And a word answers the game master.
    let to_ash = world.find("press", "anna").pop().unwrap().id().to_owned();
    answer(&mut world, "ash", &to_ash, "Ok!\n\n> | No, you cannot.");
    assert_eq!(self::notes(&world, "maria").pop().unwrap(), "Ok!");
}

/// Words that perhaps answer the one question may be secret.
#[test]
fn an_answer_that_names_nothing_is_asked_back_and_shown_to_nobody() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    for line in
        ["me obviously lol", "nein danke - no thanks", "Can I peek first? Yes, that.", "any, dont care"]
    {
        world.write("cedar", &format!("\n{line}\n"));
        world.tick();
        assert_ne!(world.receipt("cleo").codes(), [""; 0], "{line}");
        assert_eq!(world.window(), "1-prize", "{line}");
    }
    assert!(world.entries(Kind::Press).is_empty());
}

#[test]
fn a_game_master_who_plays_reads_no_prose() {
    let mut world = World::with(&YAML.replace("gm: {name: Maria,", "gm: {plays: cedar, name: Maria,"));
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "Is a bid of three enough for the left prize?");
    assert_eq!(receipt.codes(), ["prose-gm-plays"]);
    assert!(world.entries(Kind::Press).is_empty());
}

#[test]
fn programs_that_answer_each_other_stop() {
    let mut world = World::new();
    let mut id = opening(&world, "ash");
    for _ in 0..20 {
        id = answer(&mut world, "ash", &id, "I am out of the office until further notice.").id().to_owned();
    }
    assert_eq!(world.entries(Kind::Press).len(), 12);
}

#[test]
fn words_of_others_count_nowhere_below_the_answer() {
    let foot = "To answer, reply to this message or write to game@example.org.";
    for below in [
        "On 20 Nov 2026 at 10:00 GM <game@example.org> wrote:\nbid 9\nfinal\nI resign",
        "> bid 9\n> final\n> I resign",
        "-----Original Message-----\nbid 9\nfinal\nI resign",
        "Press\n\nFrom BIRCH to ASH:\n\nbid 9\nfinal\nI resign\n\nTo answer, reply to this message or write to game@example.org.",
        "Minn: GM <game@example.org>\nLil: Anna\n\nbid 9\nfinal\nI resign\n",
        "-- \nbid 9\nfinal\nI resign",
        "| bid 9\n| final\n| I resign",
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, &format!("bid 2\n\n{below}\n\n{foot}"));
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{below}");
        assert_eq!(items(&receipt), [json!([1, "bid"])], "{below}");
        assert_eq!(on_file(&world, "ash")["bid"], 2, "{below}");
    }
}

/// Before the game begins no line counts, so none is worth sending again; what was seen is said all the same.
#[test]
fn orders_before_the_game_are_neither_checked_nor_asked_again() {
    for (text, details) in [
        ("bid three\n", serde_json::json!({"begun": false})),
        ("bid: 2\n\nfinal\n", serde_json::json!({"begun": false, "final": true, "plan": true})),
        ("final\n", serde_json::json!({"begun": false, "final": true, "plan": false})),
    ] {
        let (mut world, id) = rehearsing("no");
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!(receipt.codes(), ["no-window"], "{text}");
        assert_eq!(receipt.model["problems"][0]["why"]["details"], details, "{text}");
    }
}

/// A plain answer to a reminder, or to the news that the game waits, is about what is asked there.
#[test]
fn reminders_and_the_news_that_the_game_waits_can_be_answered_in_a_word() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    world.hours(60);
    assert_eq!(world.window(), "1-bidding");
    let campaign = world.campaign();
    let mailed = world.entries(Kind::Mailed).into_iter().filter(|entry| entry.body["to"] == "ash");
    let about = |what: &str| campaign.record.people.replies.to("ash", what).cloned();
    let asked: Vec<String> = mailed
        .filter_map(|entry| entry.body["what"].as_str().map(str::to_owned))
        .filter(|what| about(what) == Some(Reply::Window { id: "1-bidding".to_owned() }))
        .collect();
    let is_of = |kind: &str| asked.iter().filter(|what| what.starts_with(kind)).count();
    assert_eq!((is_of("reminder-"), is_of("notice-"), asked.len()), (1, 1, 2), "{asked:?}");
}

/// The game waits for nobody who gives up the seat, and the receipt does not say that it does.
#[test]
fn whoever_leaves_is_not_told_that_the_game_waits() {
    let mut world = World::with(&YAML.replace("absence: default", "absence: wait"));
    let id = opening(&world, "ash");
    let asked = answer(&mut world, "ash", &id, "No time any more. I resign");
    assert_eq!(asked.model["understood"][0]["what"]["step"], "asked");
    assert_eq!(asked.model["window"]["silence"], "wait");
    let confirmed = answer(&mut world, "ash", asked.id(), "yes");
    assert_eq!(confirmed.model["understood"][0]["what"]["step"], "confirmed", "{:?}", confirmed.codes());
    assert_eq!(confirmed.model["window"]["silence"], "default");
}

#[test]
fn what_only_takes_something_back_is_asked_back_and_shown_to_nobody() {
    for line in [
        "cancel that",
        "forget my last mail",
        "Never mind, use my first one!",
        "oh and forget everything I said",
        "Forget it all please, the cat wrote that",
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        answer(&mut world, "ash", &id, "bid 2");
        let receipt = answer(&mut world, "ash", &id, line);
        assert_eq!(receipt.codes(), ["takes-back"], "{line}");
        assert_eq!(on_file(&world, "ash")["bid"], 2, "{line}");
        assert_eq!(notes(&world, "maria"), Vec::<String>::new(), "{line}");
    }
}
