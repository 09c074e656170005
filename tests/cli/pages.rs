//! The order page in a real browser: orders are tapped, and the mail that comes of it is taken by a tick.

use super::browser::*;
use super::games::founded;
use super::world::*;
use serde_json::{Value, json};

#[test]
fn a_turn_tapped_on_the_page_is_taken_by_a_tick() {
    let world = World::begun(&[STEADY, ("pace: ask\n", "pace: batch\n")]);
    let page = attached(&world, "anna");
    let steps = [
        tap("area-winterfell"),
        tap("token-winterfell-march+0"),
        tap("move-winterfell-to-karhold"),
        fill("move-winterfell-0-knight", "0"),
        tap("move-winterfell-to-moat-cailin"),
        tap("area-white-harbor"),
        tap("token-white-harbor-support"),
        tap("area-the-shivering-sea"),
        tap("token-the-shivering-sea-raid"),
        tap("target-the-shivering-sea-add-the-narrow-sea"),
        eval(TOO_WIDE),
        eval("ravenpost.check()"),
        tap("final"),
        eval(MAIL),
    ];
    let Some(seen) = browse(&page, &steps) else { return };
    seen.is_quiet();
    assert_eq!(seen.step(10), &json!([]), "nothing is wider than a phone");
    assert_eq!(seen.step(11)["wrong"], json!([]));
    let body = seen.step(13).as_str().expect("a mail");
    let receipt = mail(&world, "anna", body);
    let understood = [
        "Winterfell: March +0",
        "White Harbor: Support",
        "The Shivering Sea: Raid",
        "to Karhold",
        "to Moat Cailin",
        "The Narrow Sea",
    ];
    holds(&receipt, &understood);
}

/// In the second edition every area needs an order; starred ones muster.
#[test]
fn a_turn_of_the_second_edition_tapped_on_the_page() {
    let (world, seat) = founded("thrones-2e", 6);
    assert_eq!(seat, "baratheon");
    world.tick(BEGIN);
    let steps = [
        tap("area-dragonstone"),
        press("Consolidate Power*"),
        press("ship in Port of Dragonstone"),
        eval("ravenpost.check().wrong.length"),
        tap("area-kingswood"),
        press("March +0"),
        press("The Reach"),
        tap("move-kingswood-leave"),
        tap("area-shipbreaker-bay"),
        press("Support"),
        tap("standing"),
        press("best guess"),
        eval(TOO_WIDE),
        eval("ravenpost.check()"),
        eval(MAIL),
        eval("ravenpost.written().plan"),
        eval("ravenpost.text()"),
        eval("[...document.querySelectorAll('button.area b')].map((one) => one.textContent)"),
    ];
    let Some(seen) = browse(&attached(&world, "anna"), &steps) else { return };
    seen.is_quiet();
    let chosen = json!(["Dragonstone", "Kingswood", "Shipbreaker Bay"]);
    assert_eq!(seen.step(17), &chosen, "its port is empty, and nothing is decided there");
    assert_eq!(seen.step(3), 1, "an area without an order is not legal in this edition");
    assert_eq!((seen.step(12), &seen.step(13)["wrong"]), (&json!([]), &json!([])));
    let understood = [
        "Dragonstone: Consolidate Power*",
        "muster in Dragonstone: ship",
        "Kingswood: March +0",
        "The Reach",
        "Shipbreaker Bay: Support",
    ];
    holds(&mail(&world, "anna", seen.step(14).as_str().expect("a mail")), &understood);
    is_what_seal_seals(&world, &seen, 16, 15);
}

#[test]
fn a_turn_of_the_nine_houses_tapped_on_the_page() {
    let (world, seat) = founded("thrones-nine", 9);
    assert_eq!(seat, "baratheon");
    world.tick(BEGIN);
    let steps = [
        tap("area-storms-end"),
        press("March +0"),
        press("Rainwood"),
        tap("area-dragonstone"),
        press("Consolidate Power"),
        tap("area-shipbreaker-bay"),
        press("Support"),
        tap("area-the-gullet"),
        press("Defense +1"),
        eval(TOO_WIDE),
        eval("ravenpost.check().wrong"),
        eval(MAIL),
        eval("ravenpost.written().plan"),
        eval("ravenpost.text()"),
    ];
    let Some(seen) = browse(&attached(&world, "anna"), &steps) else { return };
    seen.is_quiet();
    assert_eq!((seen.step(9), seen.step(10)), (&json!([]), &json!([])));
    let understood =
        ["Storm's End: March +0", "to Rainwood", "Shipbreaker Bay: Support", "The Gullet: Defense +1"];
    holds(&mail(&world, "anna", seen.step(11).as_str().expect("a mail")), &understood);
    is_what_seal_seals(&world, &seen, 13, 12);
}

/// Beyond the Wall: the tactic deck of the whole game, then a tactic card, a quest and orders.
#[test]
fn a_deck_and_a_turn_beyond_the_wall_tapped_on_the_page() {
    let (world, seat) = founded("beyond-the-wall", 3);
    assert_eq!(seat, "nights-watch");
    world.tick(BEGIN);
    let add = |number: &str| json!(["choose", "[id=\"q0-add\"]", number]);
    let steps = [
        add("0"),
        add("7"),
        eval("ravenpost.check().wrong.length"),
        add("15"),
        eval(TOO_WIDE),
        eval("ravenpost.check().wrong"),
        eval(MAIL),
        eval("ravenpost.written().plan"),
        eval("ravenpost.text()"),
        eval("document.getElementById('page').innerText.includes(\"You play the Night's Watch, Anna.\")"),
    ];
    let Some(seen) = browse(&attached(&world, "anna"), &steps) else { return };
    seen.is_quiet();
    assert_eq!(seen.step(9), true);
    assert_ne!(seen.step(2), 0, "two cards are no deck");
    assert_eq!((seen.step(4), seen.step(5)), (&json!([]), &json!([])));
    let deck = ["Advanced Planning", "Call to Arms"];
    holds(&mail(&world, "anna", seen.step(6).as_str().expect("a mail")), &deck);
    is_what_seal_seals(&world, &seen, 8, 7);
    for (who, seat) in [("bert", "wildlings"), ("cleo", "others")] {
        let key = world.key(seat);
        let plan = "plan:\n  tactics: {deck: [2, 9, 16]}\nfinal: yes\n";
        world.hand(&world.plain(who, &format!("key: {key}\n{plan}")), SOON);
    }
    world.hand(&world.plain("anna", &format!("key: {}\nfinal: yes\n", world.key("nights-watch"))), SOON);
    let steps = [
        press("Call to Arms"),
        tap("area-wall-centre"),
        press("Defense +1"),
        eval("ravenpost.check().wrong.length"),
        tap("area-wall-west"),
        press("Support"),
        tap("area-wall-east"),
        press("Support"),
        tap("area-fist-of-the-first-men"),
        press("Consolidate Power"),
        eval("ravenpost.written().plan"),
        eval("document.querySelectorAll('details').forEach((one) => one.open = true)"),
        eval(TOO_WIDE),
        eval(MAIL),
        eval("ravenpost.text()"),
    ];
    let Some(seen) = browse(&attached(&world, "anna"), &steps) else { return };
    seen.is_quiet();
    assert_ne!(seen.step(3), 0, "every area needs an order");
    assert_eq!(seen.step(12), &json!([]));
    let receipt = mail(&world, "anna", seen.step(13).as_str().expect("a mail"));
    holds(&receipt, &["Call to Arms", "The Wall (centre): Defense +1", "The Wall (west): Support"]);
    is_what_seal_seals(&world, &seen, 14, 10);
}

#[test]
fn turns_of_the_king_is_dead_put_together_on_the_page() {
    let (world, seat) = founded("king-is-dead", 3);
    world.tick(BEGIN);
    let asked =
        world.run(&["status", "c", "--json", "--now", BEGIN]).json()["window"]["seats"][0]["seat"].clone();
    let number = ravenpost::games::referee("king-is-dead", 3, &Value::Null, &|_| None)
        .expect("a game")
        .seats()
        .iter()
        .position(|info| asked == info.id.as_str());
    let who = ["anna", "bert", "cleo"][number.unwrap_or_else(|| panic!("{asked} {seat}"))];
    let steps = [
        press("Pass"),
        json!(["choose", "[id=\"q0-0-0\"]", "3"]),
        press("Play Scots"),
        eval("ravenpost.check().wrong.length"),
        tap("q0-1-0-add-0"),
        tap("q0-1-0-add-0"),
        json!(["choose", "[id=\"q0-1-1-add\"]", "0"]),
        press("Play Garrison"),
        // From a region to one that borders it, with those who are there.
        json!(["eval", "document.getElementById('q0-2-0') ? 'select' : 'radio'"]),
        eval(TOO_WIDE),
        eval("ravenpost.text()"),
        eval("ravenpost.check().wrong.length"),
        tap("q0-out-2"),
        eval("document.activeElement.id"),
        eval("ravenpost.check().wrong.length"),
        eval(MAIL),
        // A keyboard goes on beside a button that can be pressed only once.
        eval("document.getElementById('q0-new-2').focus()"),
        json!(["key", "Enter"]),
        eval("[document.getElementById('q0-new-2').disabled, document.activeElement.id.slice(0, 7)]"),
    ];
    let Some(seen) = browse(&attached(&world, who), &steps) else { return };
    seen.is_quiet();
    assert_ne!(seen.step(3), 0, "a card without its regions is not a play");
    assert_eq!(seen.step(9), &json!([]));
    assert_ne!(seen.step(11), 0, "a Garrison that moves nobody");
    assert_eq!(seen.step(13), "q0-out-1", "the last of the list is gone");
    assert_eq!(seen.step(14), 0);
    let receipt = mail(&world, who, seen.step(15).as_str().expect("a mail"));
    holds(&receipt, &["Scots"]);
    assert_eq!(seen.step(18), &json!([true, "q0-new-"]));
}

/// Plays on until the Westeros cards ask for bids; nobody sends anything before.
#[test]
fn bids_are_paid_from_one_purse() {
    let world = World::begun(&[
        STEADY,
        ("pace: ask\n", "pace: batch\n"),
        ("absence: wait", "absence: default"),
        ("secrecy: deposit", "secrecy: either"),
    ]);
    let mut now = SOON.to_owned();
    let has_bids =
        || std::fs::read_to_string(attached(&world, "anna")).expect("a page").contains("\"id\":\"bids\"");
    for _ in 0..20 {
        if has_bids() {
            break;
        }
        let status = world.run(&["status", "c", "--json", "--now", &now]).json();
        let late = status["window"]["last_call"].as_str().expect("a last call");
        let late: chrono::DateTime<chrono::Utc> = late.parse().expect("a time");
        now = (late + chrono::TimeDelta::minutes(1)).to_rfc3339();
        world.tick(&now);
    }
    assert!(has_bids(), "no bids in twenty windows");
    let rows = "JSON.parse(document.getElementById('data').textContent).form.parts.findIndex((part) => part.id === 'bids')";
    let Some(seen) = browse(&attached(&world, "anna"), &[eval(rows)]) else { return };
    let part = seen.step(0).as_u64().expect("a place");
    let field = |id: &str| format!("q{part}-{id}");
    let steps = [
        fill(&field("iron-throne"), "4"),
        fill(&field("kings-court"), "3"),
        eval("ravenpost.check().wrong"),
        fill(&field("iron-throne"), "1"),
        fill(&field("kings-court"), "1"),
        eval("ravenpost.check().wrong"),
        eval(MAIL),
        eval("ravenpost.text()"),
        eval("ravenpost.written().plan"),
        eval(TOO_WIDE),
    ];
    let Some(seen) = browse(&attached(&world, "anna"), &steps) else { return };
    seen.is_quiet();
    assert_eq!(seen.step(2).as_array().map(Vec::len), Some(1), "{}", seen.step(2));
    assert_eq!((seen.step(5), seen.step(9)), (&json!([]), &json!([])));
    is_what_seal_seals(&world, &seen, 7, 8);
    let receipt = world.hand(&world.plain("anna", seen.step(6).as_str().expect("a mail")), &now);
    receipt.says(0, &[]);
    holds(
        &world.last("anna"),
        &["Your plan is accepted.", "bid 1 for Iron Throne", "bid 1 for King's Court"],
    );
}

/// Everything is reached and set without a finger, and what has changed is told.
#[test]
fn a_keyboard_is_enough() {
    let world = World::begun(&[STEADY]);
    let focus = "document.activeElement.id";
    let steps = [
        eval("document.getElementById('area-winterfell').focus()"),
        json!(["key", "Enter"]),
        eval("document.getElementById('area-winterfell').getAttribute('aria-expanded')"),
        json!(["key", "Tab"]),
        json!(["key", "Space"]),
        eval(focus),
        json!(["key", "ArrowRight"]),
        eval(focus),
        eval("ravenpost.written().plan.orders"),
        eval("document.querySelector('[role=status]').textContent"),
        json!(["key", "Tab"]),
        json!(["key", "Tab"]),
        eval("document.activeElement.textContent"),
        json!(["key", "Enter"]),
        eval("ravenpost.written().plan.marches.length"),
        // Whatever can be used has a name that is read out.
        eval(
            "[...document.querySelectorAll('button, a, input, select, textarea, summary')].filter((one) => \
            !(one.textContent.trim() || one.getAttribute('aria-label') || one.closest('label'))).map((one) => one.outerHTML)",
        ),
    ];
    let Some(seen) = browse(&attached(&world, "anna"), &steps) else { return };
    seen.is_quiet();
    assert_eq!((seen.step(2), seen.step(5)), (&json!("true"), &json!("token-winterfell-march-1")));
    assert_eq!(seen.step(7), "token-winterfell-march+0");
    assert_eq!(seen.step(8), &json!({"winterfell": "march+0"}));
    assert_eq!(seen.step(9), "Winterfell: March +0.");
    assert_eq!(seen.step(14), 1, "{}", seen.step(12));
    assert_eq!(seen.step(15), &json!([]));
}

/// An order on the map is a small counter beside what lies there, and covers the name of no area.
#[test]
fn an_order_on_the_map_covers_no_name() {
    let (world, _) = founded("thrones-nine", 9);
    world.tick(BEGIN);
    let page = std::fs::read_to_string(attached(&world, "anna")).expect("the page");
    assert!(
        page.contains("<div id=\"map\" aria-hidden=\"true\"><svg"),
        "without scripts the board is seen too"
    );
    // Where somebody has units, and so could give an order.
    let each = "[...document.querySelectorAll('#map [data-spot]')].filter((shape) => \
                JSON.parse(document.getElementById('data').textContent).form.areas.some((area) => \
                area.id === shape.dataset.area && area.facts.some((fact) => ['footman', 'knight', 'ship', 'siege-engine'].includes(fact.what))))";
    let steps = [
        tap("area-storms-end"),
        press("March +0"),
        // Each of the counters that could be laid: that one, moved to every other place.
        eval(&format!(
            "(() => {{ const order = document.querySelector('#map .order'); \
             const names = [...document.querySelectorAll('#map svg > g text')].filter((one) => !one.closest('.planned') && one.textContent.length > 2); \
             return {each}.map((shape) => {{ const [x, y, size] = shape.dataset.spot.split(' ').map(Number); \
             order.setAttribute('transform', `translate(${{x - size / 2}} ${{y - size / 2}}) scale(${{size / 24}})`); \
             const a = order.getBoundingClientRect(); \
             return names.filter((name) => {{ const b = name.getBoundingClientRect(), inset = b.height / 4; \
             return a.left < b.right - inset && b.left < a.right - inset && a.top < b.bottom - inset && b.top < a.bottom - inset; }}) \
             .map((name) => `${{shape.dataset.area}}: ${{name.textContent}}`); }}).flat(); }})()"
        )),
        eval(&format!("{each}.length")),
    ];
    let Some(seen) = browse(&attached(&world, "anna"), &steps) else { return };
    seen.is_quiet();
    assert_eq!(seen.step(2), &json!([]), "names that are covered");
    assert!(seen.step(3).as_u64().is_some_and(|places| places > 25), "{}", seen.step(3));
}

/// Orders by the map: a tap chooses an area, and a tap on an area in reach marches there.
#[test]
fn the_map_is_touched() {
    let world = World::begun(&[STEADY]);
    let area = |id: &str| json!(["tap", format!("[data-area=\"{id}\"]")]);
    let steps = [
        area("winterfell"),
        press("March +0"),
        eval("document.querySelectorAll('#map .reach').length"),
        area("moat-cailin"),
        eval("ravenpost.written().plan.marches"),
        eval(
            "[document.querySelectorAll('#map .planned line').length, document.querySelector('#map .order title').textContent, \
             document.querySelector('#map .order text').textContent]",
        ),
        area("moat-cailin"),
        eval("ravenpost.written().plan.marches || null"),
        eval(TOO_WIDE),
        // What can be chosen for an area lies over the foot of the map, wherever the map is, and stays where it was scrolled to.
        eval(
            "window.scrollTo(0, 0), document.getElementById('panel').scrollTop = 80, \
             [document.getElementById('panel').getBoundingClientRect()].every((box) => box.top > 300 && box.bottom <= innerHeight)",
        ),
        json!(["press", "March -1"]),
        eval("document.getElementById('panel').scrollTop > 0 && scrollY < 400"),
        eval(
            "[...document.querySelectorAll('button, a.button, select, summary, label.radio')] \
             .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)",
        ),
        eval(
            "[...new Set([...document.querySelectorAll('#map svg > g > [class^=m]')] \
             .map((one) => getComputedStyle(one).fill))]",
        ),
        // What an order asks in its turn comes into sight.
        area("winterfell"),
        area("white-harbor"),
        press("March +0"),
        eval(
            "((panel, march) => march.top >= panel.top && march.top + 90 < panel.bottom)(\
             document.getElementById('panel').getBoundingClientRect(), \
             document.querySelectorAll('#panel fieldset')[1].getBoundingClientRect())",
        ),
    ];
    let Some(seen) = browse(&attached(&world, "anna"), &steps) else { return };
    seen.is_quiet();
    assert!(seen.step(2).as_u64().is_some_and(|reach| reach > 3), "{}", seen.step(2));
    let march = json!([{"from": "winterfell", "to": [{"to": "moat-cailin", "units": "all"}]}]);
    assert_eq!((seen.step(4), seen.step(5)), (&march, &json!([1, "March +0", "0"])));
    assert_eq!(seen.step(7), &Value::Null, "a second tap calls them back");
    assert_eq!(seen.step(8), &json!([]));
    assert_eq!((seen.step(9), seen.step(11)), (&json!(true), &json!(true)));
    assert_eq!(seen.step(12), &json!([]), "all that is tapped is 44 points high");
    let looks = seen.step(13).as_array().expect("fills");
    assert!(looks.len() > 4 && !looks.contains(&json!("rgb(0, 0, 0)")), "the map has its colours: {looks:?}");
    assert_eq!(seen.step(17), &json!(true), "where units march is to be seen");
}

#[test]
fn on_a_wide_screen_the_map_stands_beside_what_is_chosen() {
    let world = World::begun(&[STEADY]);
    let beside = "((map, others) => others.length > 3 && others.every((one) => one.left > map.right && one.right <= innerWidth))(\
        document.getElementById('map-place').getBoundingClientRect(), \
        [...document.querySelectorAll('#panel, button.area, summary')].map((one) => one.getBoundingClientRect()))";
    let panel = "(window.scrollTo(0, 300), [document.getElementById('panel').getBoundingClientRect()]\
        .every((box) => box.top >= 0 && box.bottom <= innerHeight))";
    let steps = [json!(["tap", "[data-area=\"winterfell\"]"]), eval(beside), eval(TOO_WIDE), eval(panel)];
    let Some(seen) = browse_at(1600, &attached(&world, "anna"), &steps) else { return };
    seen.is_quiet();
    assert_eq!((seen.step(1), seen.step(2), seen.step(3)), (&json!(true), &json!([]), &json!(true)));
}
