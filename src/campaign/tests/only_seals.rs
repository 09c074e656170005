//! Windows that take only seals: what players write there besides, and what they are told.

use super::club::{Club, told};

const SEAL: &str = "sha256:4e618d00452285ca069a82077b63db90e7f22e74b0b4d65db7f495a41dd7309d";

fn club() -> Club {
    Club::of(
        "thrones-1e",
        &["stark", "lannister", "baratheon"],
        "pace: batch\nabsence: wait\nsecrecy: sealed\n",
        7,
    )
}

/// Nobody is taught to type orders where they would lie in a mailbox before they are sealed.
#[test]
fn no_receipt_teaches_how_orders_are_typed() {
    for line in [
        "Winterfell march +9 to Karhold",
        "Winterfell with everything to Karhold, march +1",
        "Winterfell raid",
        "pass",
        "i save my power this time",
        "Winterfell hold",
    ] {
        let receipt = club().write("stark", line);
        let said = told(&receipt);
        assert!(said.contains("nobody"), "{line}: {said}");
        for teaching in ["for example", "order sheet", "\"none\"", "one order on each line"] {
            assert!(!said.contains(teaching), "{line}: {teaching} in {said}");
        }
    }
}

#[test]
fn words_beside_a_seal_take_nothing_from_it() {
    for words in [
        "Here's mine:",
        "last one, promise. If this doesn't work I'll carve it in stone",
        "i hold everything this turn",
        "Winterfell raid",
        "Winterfell march +9",
    ] {
        let receipt = club().write("stark", &format!("{words}\n\nseal: {SEAL}\nfinal: yes"));
        let said = told(&receipt);
        assert!(receipt.contains("Your seal counts"), "{words}: {receipt}");
        assert!(receipt.contains("send no more changes"), "{words}: {receipt}");
        assert!(!said.contains("Not accepted"), "{words}: {said}");
    }
}

/// A seal in another form is not said to be missing.
#[test]
fn a_seal_in_a_sentence_is_seen() {
    for line in [
        format!("Seal is {SEAL} hope that's enough. Typed it from the laptop."),
        format!("my seal: {SEAL}"),
        SEAL.to_owned(),
    ] {
        let receipt = club().write("stark", &line);
        let said = told(&receipt);
        assert!(said.contains("seems to have a seal in it"), "{line}: {said}");
        assert!(!said.contains("neither a seal"), "{line}: {said}");
    }
    let receipt = club().write("stark", "hello there everybody");
    assert!(!told(&receipt).contains("seems to have a seal"), "{receipt}");
}

/// A copy of the printed lines with marks before them does not count; its sender learns why, and that the question below reached nobody.
#[test]
fn a_seal_that_is_only_quoted_is_named_and_so_is_what_stands_below_it() {
    let quoted =
        format!("> campaign: club\n> seat: stark\n> window: 1-planning\n> seal: {SEAL}\n> final: yes\n");
    for (body, line, is_passed) in [
        (format!("{quoted}\nthat's it. Dear gm, was the seal right? I used the page on my phone."), 4, false),
        (quoted.clone(), 4, false),
        (format!("Dear gm, was the seal right?\n\n{quoted}"), 6, true),
    ] {
        let mut club = club();
        let receipt = club.write("stark", &body);
        let said = told(&receipt);
        // The key stands above, and an empty line.
        assert!(
            said.contains(&format!("line {}. This is a seal, but it is in quoted", line + 2)),
            "{body}: {said}"
        );
        assert!(!said.contains("neither a seal"), "{said}");
        assert_eq!(
            said.contains("Your own words are below"),
            body.starts_with('>') && body.contains("gm"),
            "{said}"
        );
        assert_eq!(club.sent("maria").iter().any(|mail| mail.subject.contains("Press")), is_passed, "{body}");
        // Sent so, it counts.
        let receipt = club.write("stark", &format!("seal: {SEAL}"));
        assert!(receipt.contains("Your seal counts"), "{receipt}");
        // Afterwards a quotation says nothing new.
        let receipt = club.write("stark", &quoted);
        assert!(!receipt.contains("This is a seal"), "{receipt}");
    }
}
