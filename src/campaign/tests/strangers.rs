//! Mails of people who are not in the game, and copies of them.

use crate::campaign::tests::world::World;
use chrono::TimeDelta;

/// However a copy comes, and when, it is answered no second time, and lies with the first.
#[test]
fn a_copy_of_a_strangers_mail_is_not_answered() {
    let mail = |headers: &str| {
        format!(
            "{headers}From: <eve@example.com>\nTo: <game@example.org>\nSubject: hello\nMessage-ID: <one@example.com>\n\nMay I play?\n"
        )
    };
    for copy in [mail(""), mail("Received: from elsewhere.example.com; Fri, 20 Nov 2026 11:00:00 +0100\n")] {
        for later in [TimeDelta::zero(), TimeDelta::hours(1), TimeDelta::days(3)] {
            let mut world = World::new();
            world.deliver(&mail(""));
            if later > TimeDelta::zero() {
                world.tick();
            }
            world.now += later;
            world.deliver(&copy);
            world.tick();
            assert_eq!(world.find("stranger", "eve").len(), 1, "{later} {copy}");
            assert_eq!((world.in_folder("Stranger"), world.in_folder("Duplicate")), (2, 0), "{later} {copy}");
        }
    }
    // Another mail is answered the next day.
    let mut world = World::new();
    for id in ["one", "two"] {
        world.deliver(&mail("").replace("<one@", &format!("<{id}@")));
        world.tick();
        world.now += TimeDelta::days(2);
    }
    assert_eq!(world.find("stranger", "eve").len(), 2);
}

/// A player who writes a new message without the key learns which message to answer, each time.
#[test]
fn the_address_of_a_player_is_told_which_message_to_answer_and_never_left_without_an_answer() {
    let mut world = World::new();
    for (number, sent) in [1, 2, 3, 4, 5, 6, 6].into_iter().enumerate() {
        let last = world.find("stranger", "bert").pop().map(|mail| mail.id().to_owned());
        let reply = last.map(|id| format!("In-Reply-To: <{id}>\n")).unwrap_or_default();
        world.deliver(&format!(
            "From: <bert@example.org>\nTo: <game@example.org>\nSubject: bid\nMessage-ID: <n{number}@example.net>\n{reply}\nbid 3\n"
        ));
        world.tick();
        assert_eq!(world.find("stranger", "bert").len(), sent, "{number}");
    }
    let mail = world.find("stranger", "bert").pop().unwrap();
    assert_eq!(mail.model["known"]["seat"], "BIRCH");
    assert_eq!(world.find("stranger", "eve").len(), 0);
    world.now += TimeDelta::days(2);
    world.deliver("From: <eve@example.com>\nTo: <game@example.org>\nSubject: x\nMessage-ID: <e@example.com>\n\nMay I play?\n");
    world.tick();
    assert_eq!(world.find("stranger", "eve").pop().unwrap().model["known"], serde_json::Value::Null);
}
