//! The first evening: mails as hurried people write them, and what they are told.
use super::games::founded;
use super::world::*;

#[track_caller]
fn says(text: &str, all: &[&str]) {
    all.iter().for_each(|part| assert!(text.contains(part), "no “{part}” in: {text}"));
}

const ORDERS: &str =
    "Winterfell march+0 to Moat Cailin\nWhite Harbor: support\nShivering Sea: raid Narrow Sea\n";

#[test]
fn what_stays_as_before_stands_beside_what_is_new() {
    let world = World::begun(&[]);
    let none = words(&world.submit("stark", "Same as last time but White Harbor defense\n", SOON));
    says(&none, &["we have none from you yet for this one", "White Harbor: Defense"]);
    world.submit("stark", ORDERS, SOON);
    for (mail, now) in [
        ("Same as last time but White Harbor: CP\n", "White Harbor: Consolidate Power"),
        ("White Harbor: support. Everything else as before.\n", "White Harbor: Support"),
        ("Winterfell same\nWhite Harbor: defense\n", "White Harbor: Defense"),
    ] {
        let text = words(&world.submit("stark", mail, SOON));
        says(&text, &["Your plan is accepted", now, "The Shivering Sea"]);
        assert!(!text.contains("Not accepted") && !text.contains("passed on"), "{text}");
    }
    // Alone it changes nothing, and is no prose for the game master.
    let text = words(&world.submit("stark", "same as before please\n", SOON));
    says(&text, &["still counts", "Line 2: what you sent before still counts"]);
    assert!(!text.contains("passed on") && !text.contains("Not accepted"), "{text}");
    // The orders of last turn are no orders.
    let text = words(&world.submit("stark", "same as last turn\n", SOON));
    says(&text, &["Each turn needs orders of its own"]);
}

#[test]
fn final_below_an_order_is_read_and_one_that_waits_is_told() {
    let world = World::begun(&[]);
    world.submit("stark", ORDERS, SOON);
    let long = "ok then The Shivering Sea raid the Narrow sea\nfinal yes please\n";
    let text = words(&world.submit("stark", long, SOON));
    says(&text, &["you will send no more changes"]);
    assert_eq!(world.standing("stark", SOON), "final");
    let world = World::begun(&[]);
    world.submit("stark", ORDERS, SOON);
    let text = words(&world.submit("stark", "Shivering Sea: raid Ironman's Bay\nFinal.\n", SOON));
    says(&text, &["Not accepted", "so we still wait for you"]);
    assert_eq!(world.standing("stark", SOON), "in");
}

#[test]
fn an_absence_is_read_with_what_follows_and_never_passed_over() {
    let world = World::begun(&[]);
    let mail = format!("am away from 4.9. to 7.9., my orders:\n{ORDERS}");
    let text = words(&world.submit("stark", &mail, SOON));
    says(
        &text,
        &["you are away from Friday 4 September 2026 to Monday 7 September 2026", "White Harbor: Support"],
    );
    let text = words(&world.submit("lannister", "I'm away 10.9. to 12.9. because of a wedding\n", SOON));
    says(&text, &["you are away from Thursday 10 September 2026 to Saturday 12 September 2026"]);
    let unsure = "I'm away from 4.9. unless my boss lets me stay, we will see\n";
    says(&words(&world.submit("baratheon", unsure, SOON)), &["We booked no absence"]);
}

/// Some phones write a mail in HTML alone, with the quotation as lines that lost their indentation.
#[test]
fn a_quoted_sheet_without_indentation_says_nothing_beside_orders() {
    let world = World::begun(&[]);
    let report = world.last("anna");
    let quoted: Vec<String> = report.parts[0]
        .text
        .lines()
        .map(|line| format!("<div>&gt; {}</div>", line.trim().replace('&', "&amp;").replace('<', "&lt;")))
        .collect();
    let id = report.message_id.clone().unwrap_or_default();
    let body = format!(
        "<html><body><div>Winterfell D+1</div><div>white harbour CP</div><div><br></div>\
         <div>On Tue, 1 Sep 2026 at 14:00, Ravens &lt;ravens@x.example&gt; wrote:</div>{}</body></html>",
        quoted.join("\n")
    );
    let headers = format!("In-Reply-To: <{}>\n", id.trim_matches(['<', '>']));
    let mail = world.typed("anna", &headers, "text/html; charset=utf-8", &body);
    world.hand(&mail, SOON).says(0, &["1 message used"]);
    let text = words(&world.last("anna"));
    says(&text, &["Winterfell: Defense +1", "White Harbor: Consolidate Power"]);
    assert!(!text.contains("named twice") && !text.contains("no order, on purpose"), "{text}");
    says(&text, &["There is no order yet for The Shivering Sea"]);
}

/// A campaign that plays on by defaults could run for a season without anybody, while cron says nothing.
#[test]
fn the_game_master_is_told_when_nobody_writes_any_more() {
    let world = World::begun(&[STEADY, ("absence: wait", "absence: default")]);
    world.tick(CLOSED).says(0, &["stages resolved"]);
    let maria = words(&world.last("maria"));
    says(&maria, &["Sent nothing for turn 1, planning: all 3 seats (NMR)."]);
    let open = world.run(&["status", "c", "--json"]).json()["window"].clone();
    let over = open["last_call"].as_str().expect("a deadline").to_owned();
    let id = open["id"].as_str().expect("an id");
    let told = format!("LOOK: nobody has sent anything for {id} and the window before");
    world.run(&["tick", "-q", "c", "--now", &over]).says(1, &[&told, "ravenpost pause c"]);
}

#[test]
fn who_is_awaited_is_named_with_you_first() {
    let world = World::begun(&[STEADY, ("absence: wait", "absence: default")]);
    world.tick(CLOSED).says(0, &["stages resolved"]);
    let bert = words(&world.last("bert"));
    says(&bert, &["Awaited: you, Baratheon and Stark.", "Lannister gave no orders."]);
    // Where nobody gave orders there is no table of them.
    assert!(!bert.contains("Area Order"), "{bert}");
    says(&words(&world.last("cleo")), &["Awaited: you, Lannister and Stark."]);
}

#[test]
fn changed_settings_are_told_in_words() {
    let world = World::begun(&[]);
    world.edit("c/campaign.yaml", "\npace: ask\n", "\npace: batch\n");
    world.tick(SOON);
    let text = words(&world.last("anna"));
    says(&text, &["pace: batch (was ask).", "we use the default of the rules and do not ask again"]);
}

#[test]
fn the_welcome_says_first_what_to_do() {
    let world = World::new();
    world.found("c", &[("\nrehearsal: no", "\nrehearsal: yes")]);
    world.run(&["start", "c", "--now", BEGIN]).says(0, &[]);
    world.tick(BEGIN);
    let text = words(&world.last("anna"));
    let (to_do, rest) = (text.find("To do now: reply to this message"), text.find("Your key"));
    assert!(to_do.is_some() && to_do < rest, "{text}");
}

/// The seats' reports go out before the game master's, who must lose nothing by that.
#[test]
fn the_game_master_is_told_what_has_happened() {
    let world = World::begun(&[STEADY, ("absence: wait", "absence: default")]);
    world.submit("stark", ORDERS, SOON);
    world.tick(CLOSED).says(0, &["stages resolved"]);
    let told = words(&world.last("maria"));
    says(
        &told,
        &[
            "What has happened",
            "Stark marches from Winterfell (March +0): a Footman and a Knight to Moat Cailin.",
        ],
    );
}

#[test]
fn the_game_master_is_told_how_it_ended() {
    let world = World::begun(&[STEADY, ("absence: wait", "absence: default")]);
    world.tick(CLOSED).says(0, &["stages resolved"]);
    ["stark", "lannister", "baratheon"].iter().for_each(|seat| {
        world.submit(seat, "vote: draw\n", "2026-09-04T21:00:00Z");
    });
    let end = world.last("maria");
    assert!(end.subject.contains("The end"), "{}", end.subject);
    says(&words(&end), &["A draw between"]);
}

/// The seats of The King is Dead move one after the other, each for as long as its list of turns lasts.
#[test]
fn who_is_asked_although_a_plan_is_on_file_is_told_why() {
    let (world, _) = founded("king-is-dead", 3);
    for (who, text) in [("anna", "pass\n"), ("bert", "pass to the end\n"), ("cleo", "pass to the end\n")] {
        let about = world.last(who).message_id.unwrap();
        let headers = format!("In-Reply-To: <{about}>\n");
        world.hand(&world.typed(who, &headers, "text/plain; charset=utf-8", text), SOON);
    }
    let asked = world.last("anna");
    assert!(asked.subject.contains("your move"), "{}", asked.subject);
    says(
        &words(&asked),
        &[
            "Why we ask although a plan of yours is on file: Your list is at its end: its lines are done, or do not apply any more.",
        ],
    );
}

#[test]
fn a_slip_beside_the_plan_takes_nothing_from_it() {
    let world = World::begun(&[]);
    let text = words(&world.submit("stark", &format!("{ORDERS}press: {{to: bne, text: hi}}\n"), SOON));
    says(
        &text,
        &["Your plan is accepted", "Something else in this message does not count", "called \"bne\""],
    );
    assert!(!text.contains("your plan lacks it"), "{text}");
    let text = words(&world.submit("stark", "White Harbor: fly\nShivering Sea: support\n", SOON));
    says(&text, &["We accepted what we could read"]);
}

#[test]
fn whoever_is_away_is_not_told_that_a_plan_answers() {
    let world =
        World::begun(&[STEADY, ("pace: ask\n", "pace: batch\n"), ("absence: wait", "absence: default")]);
    world.submit("stark", &format!("away until 12 Sept\n{ORDERS}"), SOON);
    world.tick(CLOSED).says(0, &["stages resolved"]);
    let report = words(&world.last("anna"));
    says(&report, &["turn 2, planning", "To do: nothing. You are away, and the game does not wait"]);
}
