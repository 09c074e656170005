//! Sentences of the program's own words that must be true of the game and the seat they are written for.

use super::games::founded;
use super::world::*;

/// Of four players of The King is Dead two and two are partners, who may not write to one another.
#[test]
fn partners_are_named_and_offered_nothing_that_is_refused() {
    let (world, seat) = founded("king-is-dead", 4);
    let welcome = words(&world.last("anna"));
    let partner = "your partner, because partners may not discuss tactics during the game";
    assert!(welcome.contains(partner) && !welcome.contains("To all"), "{welcome}");
    let asks = |world: &World, seat: &str| {
        let mail = world.plain("anna", &format!("key: {}\nask: help\n", world.key(seat)));
        world.hand(&mail, SOON).says(0, &[]);
        words(&world.last("anna"))
    };
    let help = asks(&world, &seat);
    assert!(help.contains("only the game master reads your words until the game is over"), "{help}");
    assert!(!help.contains("gm or all"), "{help}");
    let (world, seat) = founded("king-is-dead", 3);
    assert!(words(&world.last("anna")).contains("To all"));
    assert!(asks(&world, &seat).contains("everyone reads it"));
}

#[test]
fn a_subject_says_whether_all_of_a_plan_counts() {
    let world = World::begun(&[]);
    let receipt = world.submit("stark", "Winterfell: fly\nShivering Sea: support\n", SOON);
    assert!(receipt.subject.ends_with("accepted in part"), "{}", receipt.subject);
    let receipt = world.submit("stark", "Winterfell: support\n", SOON);
    assert!(!receipt.subject.contains("in part"), "{}", receipt.subject);
}
