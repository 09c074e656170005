//! `check --text`: a letter as a player would send it, read at home as the campaign would read it.

use super::games::founded;
use super::papers::save_state;
use super::world::*;

/// What Anna would send: a greeting, orders, a signature, and our message below.
fn letter(orders: &str) -> String {
    format!(
        "Hi Maria,\n\n{orders}\n\nCheers,\nAnna\n-- \nAnna Jones\n\nOn Tue, 1 Sep 2026 at 20:05, Maria <ravens@x.example> wrote:\n> plan:\n>   orders:\n>     Winterfell: ~\n> final: yes\n"
    )
}

fn player() -> World {
    let world = World::begun(&[]);
    save_state(&world, &world.last("anna"), "anna");
    world
}

#[test]
fn a_letter_is_told_line_by_line() {
    let world = player();
    let orders = "Winterfell support\nWhite Harbour: defence\nShivering Sea support";
    world.write("anna/mail.txt", letter(orders));
    let ran = world.run(&["check", "--text", "anna/mail.txt"]);
    ran.says(
        0,
        &[
            "anna/mail.txt would be accepted",
            "Line 3: Winterfell: Support",
            "White Harbor: Defense +1",
            "Line 3, taken: Winterfell support",
            "Line 1, not taken as orders: Hi Maria,",
            "What we ignored",
            "signature",
            "quoted text",
        ],
    );
    assert!(!ran.out.contains("no more changes"), "a quoted line counts for nothing: {}", ran.out);
    let json = world.run(&["check", "--text", "anna/mail.txt", "--json"]).json();
    assert_eq!(
        (json["good"].as_bool(), json["plan"]["orders"]["winterfell"].as_str()),
        (Some(true), Some("support"))
    );
    assert_eq!((&json["lines"][1]["fate"], &json["lines"][0]["fate"]), (&"taken".into(), &"not-mine".into()));
    // What cannot be told is asked back, and the rest stands.
    world.write("anna/mail.txt", letter("Winterfell march\nWhite Harbor support"));
    let ran = world.run(&["check", "--text", "anna/mail.txt"]);
    ran.says(
        1,
        &[
            "Part of anna/mail.txt would not be accepted",
            "Line 3, asked back: Winterfell march",
            "White Harbor: Support",
        ],
    );
    // Orders in the form of the sheet, and small words, count in a letter too.
    world.write("anna/mail.txt", letter("plan:\n  orders:\n    Winterfell: support\n\nfinal"));
    world
        .run(&["check", "--text", "anna/mail.txt"])
        .says(0, &["Winterfell: Support", "you will send no more changes"]);
    // A sheet that was filled in where it is.
    world.write(
        "anna/mail.txt",
        letter("see below").replace(">     Winterfell: ~", ">     Winterfell: support"),
    );
    let ran = world.run(&["check", "--text", "anna/mail.txt"]);
    assert!(!ran.out.contains("no more changes"), "{}", ran.out);
}

#[test]
fn a_saved_message_is_read_whatever_it_is_called() {
    let world = player();
    let mail = world.plain("anna", &letter("Winterfell support"));
    for name in ["anna/mine.eml", "anna/mine.txt", "anna/mine"] {
        world.write(name, &mail);
        world.run(&["check", "--text", name]).says(0, &["would be accepted", "taken: Winterfell support"]);
    }
    let html = "<html><body><p>Hello,</p><p>Winterfell support<br>White Harbor: support</p></body></html>";
    world.write("anna/html.eml", world.typed("anna", "", "text/html", html));
    world.run(&["check", "--text", "anna/html.eml"]).says(0, &["taken: White Harbor: support"]);
}

#[test]
fn what_is_no_letter_with_orders_is_said() {
    let world = player();
    let says = |name: &str, why: &str| {
        world.run(&["check", "--text", name]).is(3, "", &format!("ravenpost: {why}\n"));
    };
    says("anna/nix.txt", "cannot read anna/nix.txt: No such file or directory (os error 2)");
    for empty in ["", " \n\n\t\n"] {
        world.write("anna/empty.txt", empty);
        says(
            "anna/empty.txt",
            "anna/empty.txt is empty. Hint: write your orders into it as you would mail them",
        );
        world.run(&["check", "anna/empty.txt"]).says(3, &["anna/empty.txt is empty"]);
    }
    world.write("anna/talk.txt", "Dear Maria,\nwhen is the deadline?\n");
    let ran = world.run(&["check", "--text", "anna/talk.txt"]);
    ran.says(1, &["has no orders that we understand", "Line 2, not taken as orders: when is the deadline?"]);
    assert!(!ran.out.contains("accepted"), "{}", ran.out);
    world.write("anna/arrow.txt", "Winterfell -> Nowhere at all\n");
    world.run(&["check", "--text", "anna/arrow.txt"]).says(1, &["Not accepted, line 1"]);
}

#[test]
fn turns_of_the_other_game_are_read_too() {
    let (world, _) = founded("king-is-dead", 3);
    save_state(&world, &world.last("anna"), "anna");
    world.write(
        "anna/mail.txt",
        "Hi,\n\n1. pass until struggle 2\n2. Play Scots in Deva, sumon Welsh\n\n-- \nAnna\n",
    );
    let ran = world.run(&["check", "--text", "anna/mail.txt"]);
    ran.says(
        0,
        &["would be accepted, with notes", "sumon", "Line 3, taken: 1. pass until struggle 2", "signature"],
    );
    world.write("anna/mail.txt", "Play Knight, summon Scots\n");
    world.run(&["check", "--text", "anna/mail.txt"]).says(1, &["Not accepted, line 1", "Line 1, asked back"]);
}

#[test]
fn a_word_alone_is_told_as_a_mail_with_it_would_be() {
    let world = player();
    let id = world.last("anna").message_id.unwrap();
    for word in ["none", "yes", "no thanks", "ready", "Winterfell support\nnone", "Winterfell support\nok"] {
        world.write("anna/mail.txt", word);
        let told = world.run(&["check", "--text", "anna/mail.txt"]);
        let head = format!("In-Reply-To: <{id}>\n");
        world.hand(&world.typed("anna", &head, "text/plain", word), SOON);
        let receipt = words(&world.last("anna"));
        // What `ready` means depends on what the seat has sent, which `check` does not know.
        let parts: &[&str] = match word {
            "ready" => &[],
            _ => &[
                "does not say what you want none of",
                "We cannot tell what",
                "may mean that you will send no more",
            ],
        };
        for part in parts {
            assert_eq!(
                flat(&told.out).contains(part),
                receipt.contains(part),
                "{word}: {}\n{receipt}",
                told.out
            );
        }
        assert_eq!(
            told.out.contains("Not accepted"),
            receipt.contains("Not accepted"),
            "{word}: {}\n{receipt}",
            told.out
        );
        assert!(!told.out.contains("nothing else that we act on"), "{word}: {}", told.out);
    }
}

/// What the campaign would ask back and show to nobody is no letter to the game master at home either.
#[test]
fn a_line_that_is_held_back_is_told_as_such() {
    let world = player();
    let text = "I intend to attack Moat Cailin with all I have";
    world.write("anna/mail.txt", letter(text));
    let ran = world.run(&["check", "--text", "anna/mail.txt"]);
    assert!(ran.out.contains("shown it to nobody") && !ran.out.contains("as a letter"), "{}", ran.out);
    world.write(
        "anna/mail.txt",
        letter("Could you tell me when the next deadline is? I may be in Rome by then."),
    );
    let ran = world.run(&["check", "--text", "anna/mail.txt"]);
    assert!(ran.out.contains("pass it on to the game master as a letter"), "{}", ran.out);
}

/// At home as by mail, whoever is asked one thing alone may answer in a sentence.
#[test]
fn an_answer_to_one_question_is_read_as_the_campaign_reads_it() {
    let (world, _) = founded("king-is-dead", 2);
    save_state(&world, &world.last("anna"), "anna");
    world.write("anna/mail.txt", "Nora, I'd like to pass please\n");
    world
        .run(&["check", "--text", "anna/mail.txt"])
        .says(0, &["We left out \"Nora\"", "Line 1: pass once", "Line 1, taken: Nora"]);
    // What names two answers is asked back with their form.
    world.write("anna/mail.txt", "pass, or rather pass until somebody plays\n");
    world.run(&["check", "--text", "anna/mail.txt"]).says(1, &["Line 1, asked back: pass, or rather"]);
}
