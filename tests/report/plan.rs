//! Documents as players write them, good and bad, with all that is said of them: each tests/plans/NAME.yaml has its
//! receipt beside it in NAME.txt. `UPDATE_PLANS=1 cargo test --test report plan` writes the receipts anew, to be looked at.

use ravenpost::games::thrones::Thrones;
use ravenpost::games::thrones::board::{Board, Stage};
use ravenpost::games::thrones::editions::SECOND;
use ravenpost::games::thrones::people::plan;
use ravenpost::report::Writer;
use ravenpost::sheet::{Fault, Refusal, excerpt};
use ravenpost::table::{Game, RandomTable, Understood};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

fn game() -> Thrones {
    let folder = |file: &str| ravenpost::games::embedded("thrones-1e", file).map(str::to_owned);
    Thrones::load(&folder, 5, Default::default()).unwrap()
}

/// The game of a document: the second edition if its first line says so, with six houses.
fn game_of(text: &str) -> Thrones {
    if !text.lines().next().is_some_and(|line| line.ends_with("thrones-2e")) {
        return game();
    }
    let folder = |file: &str| ravenpost::games::embedded("thrones-2e", file).map(str::to_owned);
    Thrones::load_edition(&SECOND, &folder, 6, Default::default()).unwrap()
}

/// The opening, or what the first line of a document asks for: `# greyjoy at marches`, `# lannister at planning of thrones-2e`.
fn position(text: &str) -> (Board, ravenpost::table::Seat) {
    let mut board = game_of(text).begin(&mut RandomTable::new(1)).unwrap();
    let mut words = text.lines().next().unwrap_or_default().trim_start_matches('#').split_whitespace();
    let seat = words.next().and_then(|id| board.world.seat(id)).expect("the first line names a house");
    if let Some(stage) = words.nth(1) {
        board.stage = Stage::ALL.into_iter().find(|known| known.id() == stage).expect("a stage");
        let march = board.world.order("march+0");
        if board.stage > Stage::Planning {
            board.spots.change(|_, spot| spot.order = spot.holder.and(march));
        }
    }
    (board, seat)
}

/// The sentences of all codes.
fn sentences() -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for folder in ["templates/mail", "templates/mail/refusals", "templates/thrones/refusals"] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if name.ends_with(".yaml") && name != "words.yaml" {
                let text = std::fs::read_to_string(&path).unwrap();
                let words: BTreeMap<String, String> = serde_saphyr::from_str(&text).unwrap();
                all.extend(words);
            }
        }
    }
    all
}

fn words(why: &Refusal) -> String {
    Writer::new(&|_| None).refusal("thrones", why).unwrap_or_else(|error| panic!("{why:?}: {error}"))
}

/// What was understood, as the player reads it; `folder` is that of the templates.
fn understood(folder: &str, what: &Value) -> String {
    let text = Writer::new(&|_| None).fragment(folder, "understood.md", &Value::Null, &json!({"what": what}));
    text.unwrap_or_else(|error| panic!("{what}: {error}")).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn receipt(text: &str) -> String {
    let (board, seat) = position(text);
    let envelope = ravenpost::plan::read_text(text, &game_of(text).seats());
    let mut items: Vec<(&str, Understood)> =
        envelope.understood.iter().map(|item| ("mail", item.clone())).collect();
    let mut faults: Vec<Fault> = envelope.faults.clone();
    let mut verdict = "no plan";
    if let Some(given) = &envelope.document.plan {
        let reading = plan::read(&board, seat, &[], &given.value);
        let wrong = reading.faults.iter().any(Fault::is_error);
        verdict = match reading.plan {
            Some(_) if !wrong => "a good plan",
            Some(_) => "a plan that is good in part",
            None => "a bad plan",
        };
        items.extend(reading.understood.into_iter().map(|item| ("thrones", item)));
        faults.extend(reading.faults);
    }
    let mut out = format!("{verdict}\n");
    for (folder, item) in items {
        let line = item.span.map_or("-".to_owned(), |span| format!("{}:{}", span.line, span.column));
        writeln!(out, "{line} {}", understood(folder, &item.what)).unwrap();
    }
    for fault in faults {
        writeln!(out, "\n{}", excerpt(text, &fault, &words(&fault.why))).unwrap();
    }
    out
}

/// Notes begin with their place, `3:12`, and are on one line here.
fn is_note(line: &str) -> bool {
    line.split_once(' ').is_some_and(|(place, _)| {
        place == "-" || place.contains(':') && place.starts_with(|c: char| c.is_ascii_digit())
    })
}

#[test]
fn documents_and_their_receipts() {
    let update = std::env::var_os("UPDATE_PLANS").is_some();
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir("tests/plans").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "yaml") {
            continue;
        }
        count += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        let (receipt, beside) = (receipt(&text), path.with_extension("txt"));
        if update {
            std::fs::write(&beside, &receipt).unwrap();
        }
        if std::fs::read_to_string(&beside).unwrap_or_default() != receipt {
            wrong.push(format!("{}:\n{receipt}", path.display()));
        }
        let wide = receipt
            .lines()
            .filter(|line| !is_note(line) && !line.contains('^'))
            .find(|line| line.chars().count() > 72);
        assert_eq!(wide, None, "{}", path.display());
    }
    assert!(count >= 12, "the documents are gone");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_code_has_words() {
    let sentences = sentences();
    let all = [plan::REFUSALS, ravenpost::sheet::REFUSALS].concat();
    for code in all.into_iter().chain(ravenpost::plan::REFUSALS.all()) {
        let sentence = sentences.get(code).unwrap_or_else(|| panic!("no words for {code}"));
        assert!(sentence.len() > 20 && sentence.len() < 500, "{code}");
        minijinja::Environment::new().template_from_str(sentence).unwrap_or_else(|e| panic!("{code}: {e}"));
    }
}

/// Every code that a document here meets is a listed one, and nearly all listed ones are met: what is never met is
/// never seen to have the details its words need.
#[test]
fn nearly_every_code_is_met() {
    let mut met = std::collections::BTreeSet::new();
    for entry in std::fs::read_dir(Path::new("tests/plans")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "yaml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let (board, seat) = position(&text);
        let envelope = ravenpost::plan::read_text(&text, &game_of(&text).seats());
        let reading =
            envelope.document.plan.as_ref().map(|given| plan::read(&board, seat, &[], &given.value));
        let faults = envelope.faults.iter().chain(reading.iter().flat_map(|reading| &reading.faults));
        met.extend(faults.map(|fault| fault.why.code()));
    }
    let listed: Vec<&str> = plan::REFUSALS.iter().copied().chain(ravenpost::plan::REFUSALS.all()).collect();
    let missed: Vec<&&str> = listed.iter().filter(|code| !met.contains(**code)).collect();
    let elsewhere = [
        "plan-other-turn",
        "plan-order-forbidden",
        "plan-areas-need-order",
        "plan-bid-above-power",
        "plan-answer-illegal",
        "plan-question-not-open",
        "plan-open-silent",
        "plan-open-illegal",
        "plan-march-no-power",
        "plan-card-used",
        "plan-march-two-battles",
        "plan-march-breaks-supply",
        "plan-march-too-weak",
        "plan-support-no-battle",
        // The second edition's, which the tests of its plans meet.
        "plan-order-idle",
        "plan-no-such-wildling",
        "plan-choice-word",
        "plan-no-such-track",
        "plan-consolidate-other-order",
        "plan-consolidate-refused",
        "plan-no-port-there",
        "plan-redraw-word",
        "plan-march-power-at-home",
        // Of lists of ties, for the house that decides them.
        "plan-ties-self-first",
        // Those of the north likewise.
        "plan-no-tactics",
        "plan-no-such-tactic",
        "plan-no-such-tactic-ability",
        "plan-no-such-objective",
        "plan-objective-both",
        "plan-tactic-deck",
        "plan-tactic-deck-too-late",
        "plan-tactic-not-in-hand",
        "plan-tactic-must",
        "plan-tactic-too-late",
        "plan-tactic-target",
        "plan-quest-not-yours",
        "plan-quest-unit",
        "plan-levy-nowhere",
        "plan-attack-side",
        "plan-attack-side-needless",
        // On two boards.
        "plan-no-gifts",
        "plan-no-such-gift",
        "plan-gift-number",
    ];
    let missed: Vec<_> = missed.into_iter().filter(|code| !elsewhere.contains(*code)).collect();
    assert!(missed.is_empty(), "{missed:?}");
    for code in met {
        let own = code.starts_with("plan-") || code.starts_with("envelope-");
        assert!(!own || listed.contains(&code), "{code} is not listed");
    }
}

/// Reads a plan of Stark's against a position that differs from the opening.
fn faults(text: &str, change: impl FnOnce(&mut Board)) -> Vec<(&'static str, bool, String)> {
    let mut board = game().begin(&mut RandomTable::new(1)).unwrap();
    change(&mut board);
    let node = ravenpost::sheet::parse(text).unwrap();
    let seat = board.world.seat("stark").unwrap();
    let reading = plan::read(&board, seat, &[], &node);
    assert!(reading.plan.is_some() || reading.faults.iter().any(Fault::is_error));
    reading.faults.iter().map(|f| (f.why.code(), f.is_error(), words(&f.why))).collect()
}

fn codes(text: &str, change: impl FnOnce(&mut Board)) -> Vec<(&'static str, bool)> {
    faults(text, change).into_iter().map(|(code, error, _)| (code, error)).collect()
}

#[test]
fn what_depends_on_the_position() {
    use ravenpost::games::thrones::data::{Troop, Unit};
    let stark = ravenpost::table::Seat(0);
    let area = |board: &Board, id: &str| board.world.area(id).unwrap();

    let storm = |board: &mut Board| {
        let card =
            board.world.theatres[0].decks[2].iter().position(|c| c.card.id() == "storm-of-swords").unwrap();
        board.theatres[0].open[2] = Some(card as u8);
    };
    let orders = "{orders: {Winterfell: defense, White Harbor: raid, Shivering Sea: raid}}";
    assert_eq!(codes(orders, storm), [("plan-order-forbidden", true)]);

    let broke = |board: &mut Board| {
        board.houses[stark].power = 0;
        let robb = board.world.card_id("robb-stark").unwrap();
        board.houses[stark].hand.remove(robb);
        board.houses[stark].used.add(robb);
    };
    let text = "{orders: {Winterfell: march+0, White Harbor: raid, Shivering Sea: raid}, marches: [{from: Winterfell, to: \
                Karhold, leave power: yes}], cards: Robb}";
    let unplanned = ("plan-raid-orders-unplanned", false);
    assert_eq!(codes(text, broke), [("plan-march-no-power", false), ("plan-card-used", false), unplanned]);

    let crowd = |board: &mut Board| {
        let seat = board.world.seat("greyjoy").unwrap();
        for id in ["moat-cailin", "karhold"] {
            board.place_units(area(board, id), seat, Troop::one(Unit::Footman), Troop::NONE);
        }
    };
    let text = "{marches: [{from: Winterfell, to: {Moat Cailin: knight, Karhold: footman}}]}";
    let without = ("plan-march-without-order", false);
    assert_eq!(codes(text, crowd), [("plan-march-two-battles", false), without]);

    let many = |board: &mut Board| {
        let two = Troop::one(Unit::Footman).plus(Troop::one(Unit::Knight));
        board.place_units(area(board, "karhold"), stark, two, Troop::NONE);
    };
    let text = "{marches: [{from: Winterfell, to: {Karhold: all}}]}";
    assert_eq!(codes(text, many), [("plan-march-breaks-supply", false), without]);
}

/// In the middle of the marches a player may send the plan of the turn again with an answer added.
#[test]
fn a_plan_may_be_sent_again_as_it_was() {
    let text = "{orders: {Winterfell: march+0}, raids: {Winterfell: Karhold}, marches: [{from: Winterfell, to: {Moat Cailin: 2 knights}}], answers: {retreat/moat-cailin: Winterfell}}";
    let gone = |board: &mut Board| {
        board.stage = Stage::Marches;
        let winterfell = board.world.area("winterfell").unwrap();
        let all = board.spot(winterfell).units();
        board.remove_units(winterfell, all, Default::default());
    };
    let faults = faults(text, gone);
    assert!(!faults.is_empty() && faults.iter().all(|(_, error, _)| !error), "{faults:?}");
}

/// A plan of nothing but slips is read within reason.
#[test]
fn of_thousands_of_slips_thirty_are_told() {
    let names: Vec<String> = (0..4000).map(|i| format!("wintrfel{i}")).collect();
    let text = format!("{{retreat: [{}]}}", names.join(","));
    assert_eq!(codes(&text, |_| {}).len(), 31);
}

/// A ledger keeps the notes of its receipts for ever; earlier versions put some of their words into them.
#[test]
fn notes_of_earlier_versions_read_as_they_did() {
    let march = |units: Value, condition: Value| {
        json!({"item": "march", "from": "Winterfell", "to": [{"area": "Karhold", "units": units}],
            "leave-power": true, "if": [condition], "unless": []})
    };
    let held = json!({"area": "Karhold", "not": true, "is": {"held-by": "Greyjoy"}});
    let muster = |what: Value| {
        let mut all = json!({"item": "muster", "area": "Winterfell"});
        all.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
        all
    };
    for (earlier, now, text) in [
        (
            march(json!("all footmen and 1 knight"), json!("Karhold is not held by Greyjoy")),
            march(json!({"knight": 1, "footman": "all"}), held),
            "march from Winterfell: all footmen and 1 knight to Karhold; leave a power token; only if Karhold is not held by Greyjoy",
        ),
        (
            json!({"item": "bid", "on": "King's Court", "power": 2}),
            json!({"item": "bid", "on": "kings-court", "power": 2}),
            "bid 2 for King's Court",
        ),
        (
            muster(json!({"what": "2 footmen"})),
            muster(json!({"number": 2, "unit": "footman", "from": null, "sea": null})),
            "muster in Winterfell: 2 footmen",
        ),
        (
            muster(json!({"what": "knight from footman"})),
            muster(json!({"number": 1, "unit": "knight", "from": "footman", "sea": null})),
            "muster in Winterfell: knight from footman",
        ),
        (
            json!({"item": "disband", "number": 2, "unit": "footmen", "at": "Karhold"}),
            json!({"item": "disband", "number": 2, "unit": "footman", "at": "Karhold"}),
            "if you must give up units, 2 footmen in Karhold",
        ),
        (
            json!({"item": "lose", "battle": null, "units": ["siege engines", "ask"]}),
            json!({"item": "lose", "battle": null, "units": ["siege-engine", "ask"]}),
            "lose first: siege engines, ask",
        ),
    ] {
        assert_eq!(understood("thrones", &earlier), text);
        assert_eq!(understood("thrones", &now), text);
    }
    let choice = Refusal::new("plan-card-choice").with("card", "Renly Baratheon");
    let text = "Renly Baratheon lets you choose: yes, no or ask.";
    assert_eq!(words(&choice.clone().with("legal", "yes, no or ask")), text);
    assert_eq!(words(&choice.with("choice", "use")), text);
    let supply = Refusal::new("plan-march-breaks-supply").with("from", "Winterfell");
    let text = "As the board is now, this march from Winterfell would go beyond your supply and would not be allowed.";
    assert_eq!(words(&supply.clone()), text);
    assert_eq!(words(&supply.clone().with("back", json!([]))), text);
    assert_eq!(
        words(&supply.with("back", json!(["The Eyrie"]))),
        text.replace("supply and", "supply if the neutral force in The Eyrie turned it back, and")
    );
}

/// What stands at the terminal names sides with their articles, as a message does.
#[test]
fn the_terminal_names_sides_as_messages_do() {
    let names = json!({"nights-watch": "Night's Watch", "wildlings": "Wildlings", "others": "The Others"});
    let ended = |winners: &[&str], by: &str| {
        let game = json!({"id": "beyond-the-wall", "templates": "thrones"});
        let model = json!({"outcome": {"winners": winners, "by": by}, "head": {"game": game}});
        Writer::new(&|_| None).page("thrones", "mail/outcome.md", &names, &model).unwrap()
    };
    let won = ended(&["wildlings"], "the-wall-has-fallen");
    assert!(won.starts_with("The Wildlings win, because"), "{won}");
    let draw = ended(&["wildlings", "nights-watch", "others"], "stalemate");
    let draw = draw.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(draw.starts_with("A draw between the Wildlings, the Night's Watch and the Others,"), "{draw}");
}
