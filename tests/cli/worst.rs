//! The worst messages of a seat: each gets a receipt that can be sent.

use super::world::*;
use super::worst_mails::worst;

#[test]
fn the_worst_message_of_a_seat_is_answered() {
    // Those of which a receipt might repeat too much.
    let long = ["quoted and own", "quoted lines", "press", "asks", "a long plan", "parts", "plan parts"];
    for (name, mail) in worst("KEY", 1_000_000).into_iter().filter(|(name, _)| long.contains(name)) {
        let world = World::begun(&[]);
        let before = world.sent().len();
        let raw = mail
            .replace("anna@north.example", "anna@x.example")
            .replace("gm@home.example", "ravens@x.example")
            .replace("KEY", &world.key("stark"));
        let ran = world.hand(raw.as_bytes(), SOON);
        assert_eq!(ran.code, 0, "{name}: {}{}", ran.out, ran.err);
        let sent: Vec<String> = world.sent().iter().skip(before).map(|mail| mail.subject.clone()).collect();
        if raw.contains("key: ") {
            assert!(sent.iter().any(|subject| subject.contains("Receipt")), "{name}: {sent:?}");
        }
        let largest =
            world.sent().iter().skip(before).map(|mail| words(mail).len()).max().unwrap_or_default();
        assert!(largest < 60_000, "{name}: a receipt of {largest} bytes");
    }
}
