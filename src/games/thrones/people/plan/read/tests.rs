//! Sections in which something is said twice, or in words: what counts of them, and what is told.

use super::orders::WITHOUT_UNITS;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Troop, Unit};
use crate::games::thrones::people::plan::tests::{opening, value};
use crate::games::thrones::people::plan::{Plan, read, second_tests};
use crate::sheet::Severity;
use crate::table::{Listing, Open, Reading};
use serde_json::json;

fn stark(text: &str) -> Reading<Plan> {
    let board = Board { stage: Stage::Planning, ..opening(5) };
    read(&board, board.world.seat("stark").unwrap(), &[], &value(&format!("plan: {text}")))
}

/// What a plan comes to that says something twice: it is told so often, and nothing else is.
#[track_caller]
fn twice(reading: Reading<Plan>, name: &str, times: usize) -> (Plan, Vec<String>) {
    let errors = reading.faults.iter().filter(|fault| fault.is_error());
    let told: Vec<_> = errors.map(|fault| (fault.why.code(), fault.why.details()["name"].as_str())).collect();
    assert_eq!(told, vec![("plan-named-twice", Some(name)); times]);
    let items = reading.understood.iter().map(|item| item.what["item"].as_str().unwrap().to_owned());
    (reading.plan.unwrap_or_default(), items.collect())
}

#[test]
fn of_two_orders_for_an_area_neither_counts_and_the_others_do() {
    let orders = "White Harbor: support";
    for (text, times) in [
        (format!("{{orders: {{Winterfell: march+0, winterfell: raid, {orders}}}}}"), 2),
        (format!("{{orders: {{Winterfell: march+0, {orders}, winterfell: raid, WINTERFELL: raid}}}}"), 3),
        (format!("{{orders: {{Winterfell: none, {orders}, winterfell: raid}}}}"), 2),
    ] {
        let (plan, items) = twice(stark(&text), "Winterfell", times);
        let orders = plan.orders.unwrap();
        assert_eq!(orders.keys().collect::<Vec<_>>(), ["white-harbor"], "{text}");
        assert!(plan.no_order.is_empty() && items == ["order"], "{text}: {items:?}");
    }
}

#[test]
fn of_two_bids_for_a_track_neither_counts_and_the_others_do() {
    let text = "{bids: {Iron Throne: 1, iron throne: 2, fiefdoms: 1, ties: [Greyjoy, Lannister]}}";
    let (plan, items) = twice(stark(text), "Iron Throne", 1);
    assert_eq!(plan.bids.iter().map(|(on, bid)| (on.as_str(), *bid)).collect::<Vec<_>>(), [("fiefdoms", 1)]);
    assert_eq!(plan.ties, ["stark", "greyjoy", "lannister"]);
    assert_eq!(items, ["bid", "ties"]);
}

#[test]
fn a_list_of_houses_that_names_one_twice_falls_as_a_whole() {
    let (plan, items) =
        twice(stark("{ties: [Lannister, Greyjoy, lannister], lose: [footman]}"), "Lannister", 1);
    assert!(plan.ties.is_empty() && !items.contains(&"ties".to_owned()), "{items:?}");
    let good = stark("{ties: [Lannister, Stark, Greyjoy]}");
    let all = ["lannister", "stark", "greyjoy"].map(str::to_owned).to_vec();
    assert_eq!((good.plan.unwrap().ties, good.faults), (all, vec![]));
}

#[test]
fn who_decides_ties_and_is_not_in_the_list_comes_first_and_is_told() {
    let reading = stark("{ties: [Tyrell, Lannister]}");
    let told: Vec<_> = reading.faults.iter().map(|fault| (fault.why.code(), fault.severity)).collect();
    assert_eq!(told, [("plan-ties-self-first", Severity::Warning)]);
    assert_eq!(reading.understood[0].what["others"], json!(["Baratheon", "Greyjoy"]));
    assert_eq!(reading.plan.unwrap().ties, ["stark", "tyrell", "lannister"]);
}

#[test]
fn a_march_that_another_makes_room_for_is_not_beyond_supply() {
    let mut board = Board { stage: Stage::Planning, ..opening(5) };
    let seat = board.world.seat("stark").unwrap();
    let winterfell = board.world.area("winterfell").unwrap();
    board.place_units(winterfell, seat, Troop::one(Unit::Footman), Troop::NONE);
    let told = |marches: &str| {
        let orders = "orders: {Winterfell: march+0, White Harbor: march-1}";
        let text = value(&format!("plan: {{{orders}, marches: [{marches}]}}"));
        let faults = read(&board, seat, &[], &text).faults;
        faults.iter().filter(|fault| fault.why.code() == "plan-march-breaks-supply").count()
    };
    let (comes, goes) = ("{from: White Harbor, to: Winterfell}", "{from: Winterfell, to: Moat Cailin}");
    assert_eq!(told(comes), 1, "four in Winterfell");
    assert_eq!(told(&format!("{goes}, {comes}")), 0);
    // The order of the list is no trap: who can go first does.
    assert_eq!(told(&format!("{comes}, {goes}")), 0);
    assert_eq!(
        told(&format!("{comes}, {{from: Winterfell, to: {{Moat Cailin: none}}}}")),
        1,
        "nobody leaves"
    );
}

#[test]
fn of_two_entries_for_a_card_or_a_place_the_first_counts() {
    let board = second_tests::opening();
    let lannister = |text: &str| second_tests::reading(&board, "lannister", text);
    let text =
        "{choices: {Put to the Sword: none, put to the sword: storm of swords, throne of blades: supply}}";
    let (plan, items) = twice(lannister(text), "put to the sword", 1);
    let choices: Vec<_> = plan.choices.iter().map(|(card, ids)| (card.as_str(), ids.join(" "))).collect();
    assert_eq!(
        choices,
        [("a-throne-of-blades", "supply".to_owned()), ("put-to-the-sword", "last-days-of-summer".to_owned())]
    );
    assert_eq!(items, ["choice", "choice"]);
    let (plan, items) =
        twice(lannister("{consolidate: {Lannisport: power, lannisport: [knight]}}"), "Lannisport", 1);
    assert_eq!((plan.consolidate.len(), plan.consolidate[0].muster.len()), (1, 0));
    assert_eq!(items, ["consolidate-power"]);
}

#[test]
fn a_section_that_comes_twice_is_told_with_its_first_line() {
    let reading =
        stark("\n  ties: [Greyjoy]\n  orders: {White Harbor: support}\n  order: {White Harbor: raid}");
    let told = reading.faults.iter().find(|fault| fault.why.code() == "plan-section-twice").unwrap();
    assert_eq!((told.is_error(), told.why.details()["line"].as_u64()), (true, Some(3)));
    assert!(reading.plan.unwrap().orders.unwrap()["white-harbor"].starts_with("support"));
}

#[test]
fn a_place_of_the_sheet_that_is_filled_in_in_words_counts_as_those_words_do() {
    let by_form = stark(
        "\n  orders: {Winterfell: march+1, White Harbor: defense, The Shivering Sea: support}\n  marches: [{from: Winterfell, \
         to: {Karhold: knight}}]\n  support: {White Harbor: own}\n  battle: {cards: [Eddard Stark, Robb Stark]}",
    );
    assert_eq!(by_form.faults, []);
    let by_form = by_form.plan.unwrap();
    for text in [
        "\n  orders:\n    Winterfell: march +1 -> Karhold, knight only\n    White Harbor: defense please\n    \
         The Shivering Sea: support White Harbor\n  cards: Eddard, Robb",
        "\n  orders:\n    - Winterfell: march+1\n    - White Harbor: defense\n    - Shivering Sea support White Harbor\n  \
         marches:\n    - knight from Winterfell to Karhold\n  battle: Eddard, Robb",
        "\n  orders: {Winterfell: march+1, White Harbor: defense, The Shivering Sea: support White Harbor}\n  \
         marches: Winterfell -> Karhold with the knight\n  battle:\n    cards: Eddard, then Robb",
        "\n  orders: {Winterfell: march+1, White Harbor: defense, The Shivering Sea: support White Harbor}\n  \
         marches:\n    Winterfell: Karhold with the knight\n  battle:\n    cards: [Eddard, Robb]",
    ] {
        let reading = stark(text);
        assert_eq!(reading.faults, [], "{text}");
        assert_eq!(reading.plan.unwrap(), by_form, "{text}");
    }
}

#[test]
fn words_in_a_place_that_are_not_understood_are_refused_as_the_form_says_and_the_others_count() {
    let reading =
        stark("\n  orders:\n    Winterfell: march +1 -> Sunspear\n    White Harbor: defense please");
    let errors = reading.faults.iter().filter(|fault| fault.is_error());
    let told: Vec<_> = errors.map(|fault| (fault.why.code(), fault.span.unwrap().line)).collect();
    assert_eq!(told, [("plan-no-such-order", 3)]);
    let plan = reading.plan.unwrap();
    assert_eq!(
        plan.orders.unwrap().into_iter().collect::<Vec<_>>(),
        [("white-harbor".into(), "defense".into())]
    );
    assert_eq!(plan.marches, []);
}

#[test]
fn a_name_that_words_in_a_place_stretch_is_remarked_at_its_column() {
    let reading = stark("\n  orders:\n    Winterfell: march+1 to Karhodl");
    let remark = reading.faults.iter().find(|fault| fault.why.code() == "plan-taken-as").unwrap();
    let span = remark.span.unwrap();
    assert_eq!((span.line, span.column, span.length), (3, 28, 7));
}

#[test]
fn an_order_where_nobody_is_says_so_even_if_its_token_is_open() {
    for order in ["march", "march+1", "hold", "fly"] {
        let reading = stark(&format!("\n  orders: {{Winterfell: raid, Eyrie: {order}}}"));
        let errors: Vec<_> =
            reading.faults.iter().filter(|fault| fault.is_error()).map(|f| f.why.code()).collect();
        assert_eq!(errors, [WITHOUT_UNITS], "{order}");
    }
}

#[test]
fn before_the_planning_phase_an_order_may_be_for_units_that_come() {
    let board = Board { stage: Stage::Westeros, ..opening(5) };
    let said = |muster: &str| {
        let plan = format!("plan:\n  muster: {{White Harbor: {muster}}}\n  orders: {{The Narrow Sea: raid}}");
        let reading = read(&board, board.world.seat("stark").unwrap(), &[], &value(&plan));
        let told = reading.faults.into_iter().filter(|fault| fault.why.code() == WITHOUT_UNITS);
        told.map(|fault| (fault.is_error(), fault.why.details()["early"].as_bool())).collect::<Vec<_>>()
    };
    assert_eq!(said("[ship in The Narrow Sea]"), []);
    assert_eq!(said("[footman]"), [(false, Some(true))]);
}

#[test]
fn none_is_bid_while_bids_are_asked_for_and_takes_back_what_was_said_else() {
    let said = |stage: Stage| {
        let board = Board { stage, ..opening(5) };
        let seat = board.world.seat("stark").unwrap();
        let open = ["iron-throne", "kings-court"].map(|on| Open {
            seat,
            key: format!("2/westeros-2/0/stark/bid/{on}"),
            kind: "bid".to_owned(),
            question: json!({"on": on}),
            legal: Listing { answers: Vec::new(), complete: false },
            default: json!(0),
            ahead: on != "iron-throne",
        });
        let plan = read(&board, seat, &open, &value("plan: {bids: none}")).plan.unwrap();
        (plan.bids.into_iter().collect::<Vec<_>>(), plan.emptied.into_iter().collect::<Vec<_>>())
    };
    let zero = |on: &str| (on.to_owned(), 0);
    assert_eq!(said(Stage::Westeros), (vec![zero("iron-throne"), zero("kings-court")], vec![]));
    assert_eq!(said(Stage::Planning), (vec![], vec!["bids".to_owned()]));
}

/// What is said of the areas where Stark supports its own side.
fn without_battle(text: &str) -> Vec<(String, bool)> {
    let reading = stark(text);
    let told = reading.faults.iter().filter(|fault| fault.why.code() == "plan-support-no-battle");
    let details = |fault: &crate::sheet::Fault| {
        let details = fault.why.details();
        (details["area"].as_str().unwrap().to_owned(), details["empty"].as_bool().unwrap())
    };
    told.map(details).collect()
}

#[test]
fn support_where_no_battle_can_be_is_told() {
    let supported = |orders: &str, marches: &str, area: &str| {
        without_battle(&format!(
            "\n  orders: {{White Harbor: support, {orders}}}\n  marches: [{marches}]\n  support: {{{area}: own}}"
        ))
    };
    let said = |area: &str, empty| vec![(area.to_owned(), empty)];
    let all = "{from: Winterfell, to: Moat Cailin}";
    // All leave; but who stays, who comes, and a march that waits for something may fight.
    assert_eq!(supported("Winterfell: march+0", all, "Winterfell"), said("Winterfell", true));
    assert_eq!(supported("Winterfell: defense", all, "Winterfell"), said("Winterfell", false));
    let one = "{from: Winterfell, to: {Moat Cailin: knight}}";
    assert_eq!(supported("Winterfell: march+0", one, "Winterfell"), said("Winterfell", false));
    let perhaps = "{from: Winterfell, to: Moat Cailin, if: Moat Cailin is empty}";
    assert_eq!(supported("Winterfell: march+0", perhaps, "Winterfell"), said("Winterfell", false));
    assert_eq!(supported("Winterfell: march+0", "", "Karhold"), said("Karhold", true));
    // Greyjoy's ships reach no further than the western coast at the opening; its army can come to Moat Cailin.
    assert_eq!(supported("Winterfell: march+0", all, "Moat Cailin"), []);
}

#[test]
fn orders_that_come_when_they_are_revealed_are_not_in_the_plan() {
    let board = Board { stage: Stage::Raids, ..opening(5) };
    let seat = board.world.seat("stark").unwrap();
    let read_at = |text: &str| {
        let reading = read(&board, seat, &[], &value(&format!("plan: {text}")));
        let codes: Vec<String> = reading.faults.iter().map(|fault| fault.why.code().to_owned()).collect();
        (reading.plan, codes, reading.faults.first().map(|fault| fault.severity))
    };
    let (plan, codes, severity) = read_at("{orders: {Winterfell: raid}, bids: {fiefdoms: 2}}");
    let plan = plan.unwrap();
    assert_eq!((plan.orders, plan.bids.len(), severity), (None, 1, Some(Severity::Warning)));
    assert_eq!(codes, ["plan-orders-too-late"]);
    // Where nothing else is said, nothing is accepted.
    for text in ["{orders: {Winterfell: raid}}", "{orders: none}"] {
        let (plan, codes, severity) = read_at(text);
        assert_eq!((plan, severity), (None, Some(Severity::Error)), "{text}");
        assert_eq!(codes, ["plan-orders-too-late"], "{text}");
    }
    // Nor does a plan that was sent in time hand them on to a later one.
    let old = Plan {
        turn: board.turn,
        orders: Some([("winterfell".to_owned(), "raid".to_owned())].into()),
        ..Plan::default()
    };
    assert_eq!(super::lasting(&old, &board).orders, None);
    let before = Board { stage: Stage::Planning, ..opening(5) };
    assert_eq!(super::lasting(&old, &before), old);
}

#[test]
fn a_list_in_quotation_marks_is_the_list() {
    let bare = stark(
        "{raids: [{from: The Shivering Sea, at: [Narrow Sea]}], marches: [{from: Winterfell, to: Karhold}]}",
    );
    let quoted = stark(
        "{raids: \"[{from: The Shivering Sea, at: [Narrow Sea]}]\", marches: '[{from: Winterfell, to: Karhold}]'}",
    );
    assert_eq!(quoted.plan, bare.plan);
    assert_eq!(quoted.plan.unwrap().raids.len(), 1);
}

#[test]
fn a_march_that_leaves_land_to_nobody_is_told_how_to_keep_it() {
    let marched = |marches: &str| {
        let reading = stark(&format!(
            "{{orders: {{White Harbor: march-1, Winterfell: march+0}}, marches: [{marches}]}}"
        ));
        let told = reading.faults.iter().filter(|fault| fault.why.code() == "plan-march-gives-up");
        told.map(|fault| fault.why.details()["from"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let all = "{from: White Harbor, to: {Widow's Watch: all}";
    assert_eq!(marched(&format!("{all}}}")), ["White Harbor"]);
    assert_eq!(
        marched("{from: White Harbor, to: {Widow's Watch: {footman: 1}}}"),
        ["White Harbor"],
        "its one unit"
    );
    assert_eq!(marched(&format!("{all}, leave power: yes}}")), [""; 0]);
    assert_eq!(marched("{from: Winterfell, to: {Moat Cailin: {footman: 1}}}"), [""; 0], "the Knight stays");
    let comes = "{from: Winterfell, to: {White Harbor: knight}";
    assert_eq!(marched(&format!("{all}}}, {comes}}}")), [""; 0], "a Knight comes");
    assert_eq!(marched(&format!("{all}}}, {comes}, if: empty}}")), ["White Harbor"], "perhaps");
    assert_eq!(marched("{from: Winterfell, to: {Moat Cailin: all}}"), [""; 0], "home is kept without");
    assert_eq!(marched("{from: The Shivering Sea, to: {The Narrow Sea: all}}"), [""; 0], "a sea");
    let mut board = Board { stage: Stage::Planning, ..opening(5) };
    let seat = board.world.seat("stark").unwrap();
    board.houses[seat].power = 0;
    let text = value(&format!("plan: {{orders: {{White Harbor: march-1}}, marches: [{all}}}]}}"));
    let reading = read(&board, seat, &[], &text);
    assert!(
        reading.faults.iter().all(|fault| fault.why.code() != "plan-march-gives-up"),
        "there is none to leave"
    );
}

#[test]
fn no_sea_with_others_ships_is_offered_for_a_new_ship() {
    let mut board = Board { stage: Stage::CardOne, ..opening(5) };
    let world = board.world.clone();
    let [stark, baratheon] = ["stark", "baratheon"].map(|house| world.seat(house).unwrap());
    let legal = |board: &Board| {
        let reading = read(board, stark, &[], &value("plan: {muster: {White Harbor: ship}}"));
        let missing =
            reading.faults.iter().find(|fault| fault.why.code() == "plan-muster-sea-missing").unwrap();
        missing.why.details()["legal"].clone()
    };
    assert_eq!(legal(&board), serde_json::json!(["The Narrow Sea", "The Shivering Sea"]));
    let sea = world.area("the-narrow-sea").unwrap();
    board.place_units(sea, baratheon, Troop::one(Unit::Ship), Troop::NONE);
    let reading = read(&board, stark, &[], &value("plan: {muster: {White Harbor: ship}}"));
    let muster = reading.plan.map(|plan| plan.muster).unwrap_or_default();
    let seas: Vec<_> = muster.iter().flatten().map(|build| build.sea.as_deref()).collect();
    assert_eq!(seas, [Some("the-shivering-sea")], "the only one that is left needs no name");
}
