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
        assert!(receipt.contains("expect no more changes"), "{words}: {receipt}");
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
