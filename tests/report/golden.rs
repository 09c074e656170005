//! The whole text of mails, to be read by whoever changes them: `INSTA_UPDATE=always cargo test --test report`
//! writes them anew.

use crate::fixture::*;
use crate::story;
use ravenpost::report::model::*;
use serde_json::json;

fn text<M: Mail>(mail: &M) -> String {
    let written = writer().write(mail).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(written.trouble, None);
    format!("Subject: {}\n\n{}", written.mail.subject, written.mail.text)
}

#[test]
fn planning() {
    insta::assert_snapshot!(text(&report(&[orders()], story::westeros())));
}

#[test]
fn questions_in_the_middle_of_a_turn() {
    insta::assert_snapshot!(text(&report(&questions(), story::war())));
}

#[test]
fn a_receipt() {
    insta::assert_snapshot!(text(&receipt()));
}

#[test]
fn the_welcome() {
    insta::assert_snapshot!(text(&opening()));
}

#[test]
fn letters() {
    let mut all = vec![text(&seals()), text(&SealsTable { asked: false, ..seals() })];
    all.extend(["plan", "answer", "opening"].map(|awaited| text(&reminder(awaited, "default"))));
    all.extend(["wait", "steward"].map(|otherwise| text(&reminder("plan", otherwise))));
    all.push(text(&stranger()));
    all.extend(press().iter().map(text));
    all.push(text(&help()));
    insta::assert_snapshot!(all.join("\n==========\n\n"));
}

#[test]
fn notices_of_all_kinds() {
    let all: Vec<String> = notices().iter().map(text).collect();
    insta::assert_snapshot!(all.join("\n==========\n\n"));
}

#[test]
fn how_far_a_mail_is_believed() {
    let known = |receipt: &Receipt| {
        let text = text(receipt);
        let from = text.find("Recognised by").unwrap();
        text[from..].split("\nWe read").next().unwrap().trim_end().to_owned()
    };
    let all: Vec<String> = trusted().iter().map(known).collect();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn the_end() {
    insta::assert_snapshot!(text(&end()));
}

#[test]
fn how_things_stand_and_what_was() {
    insta::assert_snapshot!(format!("{}\n==========\n\n{}", text(&status()), text(&history())));
}

#[test]
fn a_page_of_html() {
    let mail = writer().write(&seals()).expect("a mail").mail.with_picture("map", "map@ravenpost", "Map");
    insta::assert_snapshot!(mail.html);
}

/// A notice with others along; a reminder likewise.
#[test]
fn what_goes_along_with_a_mail() {
    let all = notices();
    let also = |what: &str| all.iter().find(|notice| notice.what == what).cloned().unwrap().into();
    let besides = Besides { notices: vec![also("dispute"), also("voted")] };
    let first = Notice { head: Head { besides: besides.clone(), ..head() }, ..all[0].clone() };
    let reminder = reminder("plan", "default");
    let second = Reminder { head: Head { besides, ..head() }, ..reminder };
    insta::assert_snapshot!([text(&first), text(&second)].join("\n==========\n\n"));
}

#[test]
fn land_that_all_units_left_is_told_in_the_first_lines() {
    let march = |from: &str, stayed: serde_json::Value| {
        serde_json::json!({"event": "march", "house": "stark", "from": from, "order": "march+0", "battle": null,
            "to": {"moat-cailin": {"footman": 1}}, "stayed": stayed, "leave_power": false, "neutral": [],
            "taken": ["moat-cailin"]})
    };
    let changed = |event: serde_json::Value| {
        let text = text(&report(&[orders()], vec![event])).replace("\n  ", " ");
        text.lines().find(|line| line.contains("Changed for you")).unwrap().to_owned()
    };
    // In the position shown Stark has Winterfell, and nobody Karhold.
    let nobody = || serde_json::json!({});
    assert!(changed(march("karhold", nobody())).contains("; Karhold is no longer yours"));
    assert!(!changed(march("karhold", serde_json::json!({"knight": 1}))).contains("no longer"));
    assert!(!changed(march("winterfell", nobody())).contains("no longer"), "it has the printed shield");
    assert!(!changed(march("the-shivering-sea", nobody())).contains("no longer"), "nobody controls a sea");
}

/// Whoever wins with a king wins with him.
#[test]
fn a_victory_in_common_is_no_draw() {
    let ends = |by: &str| {
        let ends = serde_json::json!({"event": "game-ends", "winners": ["stark", "tyrell"], "by": by, "standings": []});
        let outcome = serde_json::json!({"outcome": {"winners": ["stark", "tyrell"], "by": by},
            "head": {"game": {"id": "westeros-and-the-north", "templates": "thrones"}}});
        let page = writer().page("thrones", "mail/outcome.md", &serde_json::json!({}), &outcome).unwrap();
        [text(&report(&[], vec![ends])), page].map(|told| told.replace('\n', " "))
    };
    for told in ends("king-and-watch") {
        assert!(told.contains("win together, since there is a king and the Wall has held"), "{told}");
        assert!(!told.to_lowercase().contains("a draw between"), "{told}");
    }
    for told in ends("draw") {
        assert!(told.to_lowercase().contains("a draw between") && !told.contains("win together"), "{told}");
    }
}

/// Units mustered by a card, a tactic card and orders are told together.
#[test]
fn what_was_mustered_is_told_once() {
    let mustered = |unit: &str| {
        serde_json::json!({"event": "mustered", "house": "stark", "because": "", "points": 1, "unspent": 0,
            "built": [{"area": "winterfell", "unit": unit, "at": "winterfell", "upgrade": false, "points": 1}]})
    };
    let text = text(&report(&[orders()], vec![mustered("footman"), mustered("knight")])).replace("\n  ", " ");
    let changed = text.lines().find(|line| line.contains("Changed for you")).unwrap();
    assert!(changed.contains("you muster 2 units"), "{changed}");
    assert_eq!(changed.matches("muster").count(), 1, "{changed}");
}

/// A question in the middle of a battle parts a turn into two reports: the second tells what the first left open.
#[test]
fn what_a_battle_costs_is_told_when_it_is_over() {
    let march = |from: &str| {
        serde_json::json!({"event": "march", "house": "stark", "from": from, "order": "march+0", "battle": "moat-cailin",
            "to": {"moat-cailin": {"footman": 1}}, "stayed": {}, "leave_power": false, "neutral": []})
    };
    let begins = serde_json::json!({"event": "battle-begins", "area": "moat-cailin", "attacker": "stark",
        "defender": "lannister", "from": "karhold", "order": "march+0", "attackers": {"footman": 1},
        "defenders": {}, "routed": {}, "defending-order": null});
    let taken = serde_json::json!({"event": "area-taken", "area": "moat-cailin", "house": "stark",
        "units": {"footman": 1}, "loser": "lannister", "order": null, "token": null});
    let changed = |earlier: &[&serde_json::Value], events: &[&serde_json::Value]| {
        let list = |all: &[&serde_json::Value]| all.iter().map(|event| (*event).clone()).collect::<Vec<_>>();
        let earlier = list(earlier).into_iter().map(Into::into).collect();
        let report = TurnReport { earlier, ..report(&[orders()], list(events)) };
        let text = text(&report).replace("\n  ", " ");
        text.lines().find(|line| line.contains("Changed for you")).unwrap().to_owned()
    };
    // In the position shown nobody has Karhold.
    let karhold = march("karhold");
    let told = changed(&[&karhold, &begins], &[&taken]);
    assert!(told.contains("Karhold is no longer yours; you take Moat Cailin"), "{told}");
    assert!(!changed(&[&karhold, &begins, &taken], &[]).contains("Karhold"), "once is enough");
    let retreat = serde_json::json!({"event": "retreat", "area": "moat-cailin", "house": "stark", "to": "winterfell",
        "units": {"knight": 1}, "possible": {}, "lost": {}, "routed": {"footman": 1}});
    assert!(changed(&[], &[&retreat]).contains("you lose a Footman, routed before the battle"));
    let killed = serde_json::json!({"event": "ability", "area": "moat-cailin", "house": "lannister",
        "card": "mace-tyrell", "effect": {"what": "killed", "unit": "footman", "routed": false, "last": false}});
    assert!(changed(&[&begins], &[&killed]).contains("you lose a Footman to Mace Tyrell"));
    assert!(!changed(&[], &[&killed]).contains("you lose"), "another battle");
}

/// A muster that will not come about as the board is now says so where it is listed, and no other line does.
#[test]
fn a_muster_that_will_not_come_about_says_so_where_it_is_listed() {
    let item = |area: &str, unit: &str| Item {
        line: Some(1),
        what: json!({"item": "muster", "area": area, "number": 1, "unit": unit, "from": null, "sea": null}),
        game: true,
    };
    let problem = |code: &str, details: serde_json::Value| Problem {
        why: Why { code: code.into(), details: details.as_object().unwrap().clone() },
        warning: true,
        line: Some(1),
        column: 1,
        length: 1,
        source: String::new(),
        suggestion: None,
    };
    let supply = json!({"area": "Winterfell", "at": "Winterfell", "unit": "footman", "supply": 1, "limits": [3, 2], "unmet": true});
    let mail = text(&Receipt {
        problems: vec![
            problem("muster-breaks-supply", supply),
            problem("plan-muster-area-not-yours", json!({"area": "The Reach"})),
        ],
        understood: vec![
            item("Winterfell", "footman"),
            item("Winterfell", "ship"),
            item("The Reach", "knight"),
            item("White Harbor", "footman"),
        ],
        ..receipt()
    });
    let mail = mail.split_whitespace().collect::<Vec<_>>().join(" ");
    let mark = "(as the board is now, this does not happen; see above)";
    for (line, is_marked) in [
        ("muster in Winterfell: footman", true),
        ("muster in Winterfell: ship", false),
        ("muster in The Reach: knight", true),
        ("muster in White Harbor: footman", false),
    ] {
        assert!(mail.contains(line), "{mail}");
        assert_eq!(mail.contains(&format!("{line} {mark}")), is_marked, "{line}: {mail}");
    }
}
