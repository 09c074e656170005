//! What is behind orders in their line, and orders that are only in a quotation.

use super::typed::{answer, items, on_file, opening};
use crate::campaign::tests::world::{World, YAML};
use crate::ledger::Kind;
use serde_json::{Value, json};

#[test]
fn an_absence_behind_an_order_counts_before_the_game_begins_too() {
    for (yaml, line) in [
        ("rehearsal: yes\n", "bid 3, away until 12.12."),
        ("", "bid 3, away until 12.12."),
        ("", "bid lots and away until 12.12."),
    ] {
        let mut world = World::with(&format!("{YAML}{yaml}"));
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, line);
        assert!(items(&receipt).contains(&json!([1, "absent"])), "{yaml} {line}: {:?}", items(&receipt));
        assert_eq!(world.entries(Kind::Absence).len(), 1);
        assert_eq!(receipt.codes().contains(&"bid-no-number"), line.contains("lots"));
    }
}

#[test]
fn orders_that_are_only_quoted_are_named_and_do_not_count() {
    let forwarded = "---------- Forwarded message ---------\nFrom: Anna <anna@example.org>\nDate: Thu, 19 Nov 2026 at 11:00\nSubject: my orders\nTo: Maria <maria@example.org>\n\n";
    for (body, line, more) in [
        ("> Bid 3\n> prize: left\n".to_owned(), 1, 1),
        (format!("{forwarded}Bid 3\nprize: left\n\nAnna\n"), 7, 1),
        ("> hello\n> bid 3\n> > prize: left\n".to_owned(), 2, 0),
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, &body);
        assert_eq!(receipt.codes(), ["quoted-orders"], "{body}");
        let problem = &receipt.model["problems"][0];
        assert_eq!(
            (&problem["line"], &problem["why"]["details"]["more"]),
            (&json!(line), &json!(more)),
            "{body}"
        );
        assert_eq!(on_file(&world, "ash"), Value::Null);
        assert_eq!(receipt.model["standing"]["used"], "nothing");
        let says = receipt.model["words"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(says.contains("to the top of a new message"), "{says}");
        // Sent so, it counts.
        let receipt = answer(&mut world, "ash", &id, "Bid 3\nprize: left\n");
        assert_eq!((receipt.codes(), &on_file(&world, "ash")["bid"]), (vec![], &json!(3)));
    }
    // An answer without a word quotes what others wrote, or our own report.
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "> [toy-1] Turn 1\n> bid 3\n");
    assert_eq!(receipt.codes(), ["no-document"]);
    let receipt = answer(&mut world, "ash", &id, "What do you think of this?\n\n> bid 3\n");
    assert_eq!(receipt.codes(), Vec::<&str>::new(), "a question about somebody's words");
}
