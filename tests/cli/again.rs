//! Turns of The King is Dead that are sent again, and lists of turns that go on.

use super::games::founded;
use super::world::*;

/// Sends text in reply to the message `about`, and returns the words of the receipt.
fn reply(world: &World, about: &str, text: &str) -> String {
    let headers = format!("In-Reply-To: <{about}>\n");
    world.hand(&world.typed("anna", &headers, "text/plain; charset=utf-8", text), SOON);
    words(&world.last("anna"))
}

/// Whoever sends a turn again because the first receipt is late does not play the next turn with it.
#[test]
fn a_turn_that_is_sent_again_counts_once() {
    let (world, _) = founded("king-is-dead", 3);
    let asked = world.last("anna").message_id.unwrap();
    let first = reply(&world, &asked, "pass\n");
    assert!(first.contains("Your plan is accepted and counts."), "{first}");
    let again = reply(&world, &asked, "Pass please!\n");
    assert!(again.contains("We already have this."), "{again}");
    assert!(!again.contains("accepted"), "{again}");
}

/// Of a list of turns only what has been played stands.
#[test]
fn a_list_that_goes_on_can_be_replaced() {
    let (world, _) = founded("king-is-dead", 3);
    let asked = world.last("anna").message_id.unwrap();
    let first = reply(&world, &asked, "pass\npass\n");
    assert!(first.contains("takes the place of the lines still to come"), "{first}");
    assert!(first.contains("what has been played of it can no longer be changed"), "{first}");
}
