//! Every refusal has words.

use ravenpost::games;
use ravenpost::report::Writer;
use serde_json::Value;

#[test]
fn every_refusal_of_every_game_has_words() {
    let writer = Writer::new(&|_| None);
    for entry in games::ALL {
        let game =
            games::referee(entry.id, entry.players[0], &Value::Null, &|_| None).expect("the game's own data");
        let codes = game.refusal_codes();
        assert!(!codes.is_empty());
        let mute: Vec<_> =
            codes.into_iter().filter(|code| !writer.has_words(game.templates(), code)).collect();
        assert!(mute.is_empty(), "{}: no words for {mute:?}", entry.id);
    }
}

#[test]
fn every_refusal_of_documents_and_seals_has_words() {
    let writer = Writer::new(&|_| None);
    let codes =
        [ravenpost::sheet::REFUSALS, &ravenpost::seal::REFUSAL_CODES, ravenpost::casebook::REFUSALS].concat();
    let of_documents = ravenpost::plan::REFUSALS.all();
    let mute: Vec<_> =
        codes.into_iter().chain(of_documents).filter(|code| !writer.has_words("mail", code)).collect();
    assert!(mute.is_empty(), "no words for {mute:?}");
}

/// A house has the same colours in the words of a message as on the map beside them.
#[test]
fn names_stand_out_in_the_colours_of_the_map() {
    for (game, templates, names) in [
        ("thrones-1e", "thrones", &["Stark", "Lannister", "Baratheon", "Tyrell", "Greyjoy"][..]),
        ("thrones-2e", "thrones", &["Stark", "Lannister", "Baratheon", "Tyrell", "Greyjoy", "Martell"]),
        ("beyond-the-wall", "thrones", &["Night's Watch", "Wildlings", "The Others"]),
        ("king-is-dead", "king-is-dead", &["Scots", "Welsh", "Romano-Britons"]),
    ] {
        let look = games::embedded(game, "picture.yaml").expect("a look");
        let look: Value = serde_saphyr::from_str(look).expect("YAML");
        let words = std::fs::read_to_string(format!("templates/{templates}/words.yaml")).expect("the words");
        let words: Value = serde_saphyr::from_str(&words).expect("YAML");
        for name in names {
            let id = name.to_lowercase().replace("the ", "").replace(' ', "-").replace('\'', "");
            let [ground, ink] = [0, 1].map(|n| look["sides"][&id]["light"][n].as_str());
            let (ground, ink) = (ground.expect("a colour"), ink.expect("a colour"));
            assert_eq!(words["chips"][name], format!("{ground} {ink}"), "{name} in {game}");
        }
    }
}

/// Each tactic card stands on a line of its own, with what an ability costs.
#[test]
fn tactic_cards_are_listed_one_below_the_other() {
    let card = |number: u8, name: &str, cost: u8| serde_json::json!({"number": number, "name": name, "a": "x", "b": "x", "costs": {"a": cost, "b": 0}});
    let question = serde_json::json!({"ask": "tactic-card", "hand": ["pillage", "encircle"]});
    let data = serde_json::json!({
        "asked": [{"kind": "tactic-card", "question": question, "ahead": false}],
        "view": {
            "houses": {"wildlings": {"pool": {"footman": 8}}},
            "tactics": {"pillage": card(8, "Pillage", 0), "encircle": card(7, "Encircle", 1)},
        },
    });
    let writer = Writer::new(&|_| None);
    let said = writer.fragment("thrones", "asked.md", &Value::Null, &data).expect("words");
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| line.contains(" a: ")).collect();
    let begins =
        ["8. Pillage. a: Take 1 power from one opponent", "7. Encircle. a: (1 power) When you have won"];
    assert!(lines.iter().zip(begins).all(|(line, begin)| line.starts_with(begin)), "{said}");
    assert_eq!(lines.len(), 2, "{said}");
}

/// The Wildlings and the Others are many, and the Watch is one.
#[test]
fn verbs_go_with_the_names_of_the_sides() {
    let event = |kind: &str, house: &str| {
        serde_json::json!([
            {"event": kind, "house": house, "card": "pillage", "track": "fiefdoms", "to": house, "from": "x"},
        ])
    };
    let writer = Writer::new(&|_| None);
    let names = serde_json::json!({
        "others": "The Others", "wildlings": "Wildlings", "nights-watch": "Night's Watch", "pillage": "Pillage", "x": "X",
    });
    let said = |house: &str, kind: &str| {
        let data = serde_json::json!({"events": event(kind, house)});
        writer.fragment("thrones", "events.md", &names, &data).unwrap().replace("**", "")
    };
    assert!(
        said("others", "tactic-shown").contains("The Others play Pillage."),
        "{}",
        said("others", "tactic-shown")
    );
    assert!(
        said("wildlings", "token-passes").contains("Wildlings take "),
        "{}",
        said("wildlings", "token-passes")
    );
    assert!(said("nights-watch", "tactic-shown").contains("Night's Watch plays Pillage."));
}

/// What the north is told of ties, bids, gifts and objectives.
#[test]
fn what_the_north_is_told_fits_it() {
    let writer = Writer::new(&|_| None);
    let names = serde_json::json!({"wildlings": "Wildlings", "nights-watch": "Night's Watch"});
    let tell = |event: Value| {
        let data = serde_json::json!({"events": [event], "game_north": true});
        writer.fragment("thrones", "events.md", &names, &data).unwrap().replace("**", "")
    };
    let tie = serde_json::json!({
        "event": "tie-broken", "by": "wildlings", "bid": 1, "choose": "order",
        "tied": ["wildlings", "nights-watch"], "decided": ["wildlings", "nights-watch"],
    });
    assert!(tell(tie.clone()).contains("break the tie"), "{}", tell(tie));
    let bids = serde_json::json!({"event": "bids-revealed", "on": "wildlings", "bids": {"wildlings": 1}, "left": {}});
    assert!(tell(bids.clone()).contains("Bids in the wildling attack"), "{}", tell(bids));
    // On two boards a bid is for a track of one of them.
    let told = |bidder: &str| {
        let bids =
            serde_json::json!({"event": "bids-revealed", "on": "fiefdoms", "bids": {bidder: 1}, "left": {}});
        let settled =
            serde_json::json!({"event": "track-settled", "track": "fiefdoms", "from": [], "to": [bidder]});
        let data = serde_json::json!({"events": [bids, settled], "game_north": true, "game_joined": true,
            "game_sides": {"nights-watch": {}, "wildlings": {}, "others": {}}});
        writer.fragment("thrones", "events.md", &names, &data).unwrap().replace("**", "")
    };
    let north = told("nights-watch");
    assert!(north.contains("Bids for the Fiefdoms in the north") && north.contains("Side "), "{north}");
    assert!(north.contains("track of the north is now"), "{north}");
    let main = told("stark");
    assert!(main.contains("Bids for the Fiefdoms of Westeros") && main.contains("House "), "{main}");
    assert!(main.contains("track of Westeros is now"), "{main}");
    let paid = |due: u8| serde_json::json!({"event": "objective-paid", "house": "wildlings", "objective": "x", "due": due, "gained": due});
    assert!(tell(paid(2)).contains("get 2 power"), "{}", tell(paid(2)));
    assert_eq!(tell(paid(0)).trim(), "", "what pays nothing is no news");
    let ask = |question: Value| {
        let asked =
            serde_json::json!([{"key": "x", "kind": question["ask"], "question": question, "ahead": true}]);
        let view = serde_json::json!({"north": {}, "theatres": {}, "houses": {"wildlings": {"pool": {}}}});
        let sheet = serde_json::json!({"ties": {"sides": true, "of": []}});
        let data = serde_json::json!({"asked": asked, "view": view, "sheet": sheet});
        let text = writer.fragment("thrones", "asked.md", &names, &data).unwrap().replace("**", "");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let tie = ask(serde_json::json!({"ask": "tie", "on": "fiefdoms"}));
    assert!(tie.contains("List the sides"), "{tie}");
    let reward = ask(serde_json::json!({"ask": "reward", "cards": ["x"]}));
    assert!(reward.contains("buy back") && !reward.contains("bid most"), "{reward}");
    let quest = |quest: &str| {
        ask(serde_json::json!({"ask": "quest", "quest": quest, "sent": 0, "needed": 3, "units": ["footman"]}))
    };
    assert!(quest("save-the-free-folk").contains("do not come back"), "{}", quest("save-the-free-folk"));
    assert!(quest("find-benjen-stark").contains("come back with Benjen"), "{}", quest("find-benjen-stark"));
}

/// A verb that goes with a name has a form for names that are many.
#[test]
fn every_verb_of_a_name_has_its_form_for_many() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let mut verbs = std::collections::BTreeSet::new();
    for folder in ["thrones", "mail"] {
        for file in std::fs::read_dir(root.join(folder)).expect("a folder").flatten() {
            let text = std::fs::read_to_string(file.path()).unwrap_or_default();
            let said = text.split("does(\"").skip(1).filter_map(|rest| rest.split('"').next());
            verbs.extend(said.map(str::to_owned));
        }
    }
    assert!(verbs.len() > 30, "{verbs:?}");
    let writer = Writer::new(&|_| None);
    let mute: Vec<_> =
        verbs.iter().filter(|verb| writer.word("thrones", "do-many", verb) == **verb).collect();
    assert!(mute.is_empty(), "{mute:?}");
}

/// A receipt names each question that a plan leaves open, whatever it is.
#[test]
fn every_kind_of_question_has_words_for_what_a_plan_leaves_open() {
    for templates in ["thrones", "king-is-dead"] {
        let words = std::fs::read_to_string(format!("templates/{templates}/words.yaml")).expect("the words");
        let words: Value = serde_saphyr::from_str(&words).expect("YAML");
        let keys = |group: &str| words[group].as_object().expect(group).keys().cloned().collect::<Vec<_>>();
        let (asked, named) = (keys("asks"), keys("left-open"));
        assert!(!asked.is_empty());
        let mute: Vec<_> = asked.iter().filter(|kind| !named.contains(kind)).collect();
        assert!(mute.is_empty(), "{templates}: {mute:?}");
    }
}

/// An order that could have mustered brings power, which is said; nobody misses what was not mustered.
#[test]
fn what_an_order_does_not_muster_is_not_told_under_power() {
    let writer = Writer::new(&|_| None);
    let power = serde_json::json!({"event": "power-gained", "house": "stark", "because": "consolidate",
        "gained": 1, "due": 1, "available": 6, "areas": {"winterfell": 1}});
    let nothing = serde_json::json!({"event": "mustered", "house": "stark", "points": {"winterfell": 2}, "built": [], "unspent": 2});
    let told = |events: Value| {
        writer
            .fragment("thrones", "events.md", &Value::Null, &serde_json::json!({"events": events}))
            .expect("words")
    };
    let orders = told(serde_json::json!([power, nothing]));
    assert!(!orders.contains("musters nothing"), "{orders}");
    let cards = told(serde_json::json!([nothing]));
    assert!(cards.contains("musters nothing"), "{cards}");
}

/// The sums of a battle are not shown where its last unit was killed before strengths counted, and what the wildlings cost is what was
/// lost, not what was owed.
#[test]
fn what_did_not_decide_is_not_told() {
    let writer = Writer::new(&|_| None);
    let names = serde_json::json!({"stark": "Stark", "tyrell": "Tyrell", "riverrun": "Riverrun", "karhold": "Karhold"});
    let told = |event: Value| {
        let data = serde_json::json!({"events": [event]});
        let told = writer.fragment("thrones", "events.md", &names, &data).unwrap().replace("**", "");
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let sum = serde_json::json!({"addends": [{"reason": "units", "unit": "footman", "number": 1, "each": 1, "amount": 1}], "total": 1});
    let won = |by: &str| {
        told(serde_json::json!({
            "event": "battle-won", "area": "riverrun", "winner": "tyrell", "loser": "stark", "side": "attacker", "by": by,
            "attacker": sum, "defender": sum, "fiefdoms": [1, 2],
        }))
    };
    assert!(won("strength").contains("Total"), "{}", won("strength"));
    assert!(!won("last-unit").contains("Total"), "{}", won("last-unit"));
    let ended = won("last-unit");
    assert!(ended.contains("Stark has no units left, so strength does not matter"), "{ended}");
    let lost = |units: Value| {
        told(
            serde_json::json!({"event": "units-lost", "house": "stark", "because": "wildlings", "amount": 4, "units": units}),
        )
    };
    let one = lost(serde_json::json!({"karhold": {"footman": 1}}));
    assert!(
        one.contains("loses")
            && one.contains("Footman")
            && one.contains("to the wildlings")
            && !one.contains('4'),
        "{one}"
    );
    assert!(lost(serde_json::json!({})).contains("has nothing to lose to the wildlings"));
}

/// `ask: map` names the borders of each area.
#[test]
fn a_map_that_is_asked_for_names_the_borders() {
    let writer = Writer::new(&|_| None);
    let view = serde_json::json!({"areas": {
        "karhold": {"name": "Karhold", "kind": "land", "borders": ["winterfell"]},
        "winterfell": {"name": "Winterfell", "kind": "land", "borders": ["karhold"]},
    }});
    let names = serde_json::json!({"karhold": "Karhold", "winterfell": "Winterfell"});
    let said = writer.fragment("thrones", "borders.md", &names, &serde_json::json!({"view": view})).unwrap();
    assert!(said.contains("Karhold: Winterfell") && said.contains("Winterfell: Karhold"), "{said}");
}

/// Lengths of time are told in words that people use, and kept as they are in the ledger.
#[test]
fn lengths_of_time_are_told_in_days() {
    let changes = serde_json::json!([{"setting": "clock: outage", "was": "6h", "is": "960h"}]);
    let notice = ravenpost::report::model::Notice {
        head: crate::fixture::head(),
        what: "settings".to_owned(),
        details: serde_json::json!({"changes": changes}),
        deadline: None,
    };
    let text = crate::fixture::writer().write(&notice).unwrap().mail.text;
    assert!(text.contains("clock: outage: 40 days (was 6 hours)"), "{text}");
}

/// A ruled answer stands in a note as it does anywhere else, without signs of markup.
#[test]
fn a_ruled_answer_is_told_without_signs_of_markup() {
    let why = ravenpost::sheet::Refusal::new("ruled-already")
        .with("ruling", 1)
        .with("kind", "orders")
        .with("templates", "thrones")
        .with("value", serde_json::json!({"winterfell": "march*"}));
    let said = Writer::new(&|_| None).refusal("thrones", &why).unwrap();
    assert!(said.contains("March +1* in"), "{said}");
}

/// Templates know the sides of a game by its data: a board of one's own may call its houses what it likes.
#[test]
fn no_template_names_a_house_or_a_side_by_its_id() {
    // "Others" and "wildlings" are also whom one supports and what is bid for.
    const TOO: [&str; 2] = ["others", "wildlings"];
    let seats = |entry: &games::Entry| {
        let game = games::referee(entry.id, entry.players[0], &Value::Null, &|_| None).expect("its own data");
        game.seats().into_iter().map(|seat| seat.id.to_string()).collect::<Vec<_>>()
    };
    let ids: std::collections::BTreeSet<String> = games::ALL
        .iter()
        .filter(|entry| entry.id.contains("thrones") || entry.id.contains("wall"))
        .flat_map(seats)
        .collect();
    assert!(ids.len() >= 8, "{ids:?}");
    let mut looked = 0;
    for file in std::fs::read_dir("templates/thrones").expect("the templates") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        looked += 1;
        let text = std::fs::read_to_string(&path).expect("a template");
        for id in &ids {
            let named = format!("\"{id}\"");
            let is_named = match TOO.contains(&id.as_str()) {
                false => text.contains(&named),
                true => ["house", "seat", "seat.id", "owner", "part(3)", "[0]", "first"]
                    .iter()
                    .any(|of| ["==", "!="].iter().any(|sign| text.contains(&format!("{of} {sign} {named}")))),
            };
            assert!(!is_named, "{}: {named}", path.display());
        }
    }
    assert!(looked > 20);
}
