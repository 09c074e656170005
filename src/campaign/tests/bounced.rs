//! Messages that come back: return addresses that name their seat, and everything once more to a corrected address.

use crate::campaign::order;
use crate::campaign::play::orders::Order;
use crate::campaign::state::message_ids::return_paths;
use crate::campaign::state::record::DueKind;
use crate::campaign::tests::forged::forged;
use crate::campaign::tests::mails::bounce;
use crate::campaign::tests::replace::replace;
use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::disk::Disk;
use crate::ledger::Kind;
use chrono::TimeDelta;
use serde_json::json;

fn unreachable(world: &World) -> Vec<String> {
    world.campaign().record.people.unreachable.keys().cloned().collect()
}

#[test]
fn a_report_to_our_return_address_is_about_its_seat_and_a_forged_one_about_none() {
    let start = World::with(&format!("{YAML}bounces: bounces@example.org\n"));
    let campaign = start.campaign();
    let paths = return_paths(&campaign.settings, &campaign.secrets).unwrap();
    let of_ash = paths.derive("ash", "anna@example.org");
    let welcome = start.find("opening", "anna").pop().unwrap().id().to_owned();
    let forged = of_ash.replace("ash.", "ash.0");
    let others = paths.derive("birch", "bert@example.org");
    let old = paths.derive("ash", "anna@elsewhere.example");
    // The address it came to, the message and the recipient that it names, the status, and whom it marks.
    for (to, id, about, status, marks) in [
        (of_ash.as_str(), welcome.as_str(), "anna@example.org", "5.1.1", Some("ash")),
        (&of_ash.to_uppercase(), "x@y.example", "someone@y.example", "5.1.1", Some("ash")),
        (&others, &welcome, "anna@example.org", "5.1.1", Some("birch")),
        (&of_ash, &welcome, "anna@example.org", "5.7.1", None),
        (&of_ash, &welcome, "anna@example.org", "4.2.2", None),
        (&forged, &welcome, "anna@example.org", "5.1.1", None),
        (&old, &welcome, "anna@example.org", "5.1.1", None),
        ("game@example.org", &welcome, "anna@example.org", "5.1.1", Some("ash")),
        ("game@example.org", "x@y.example", "anna@example.org", "5.1.1", None),
    ] {
        let mut world = start.fork();
        world.deliver(&bounce(id, about, status).replace("<game@example.org>", &format!("<{to}>")));
        world.tick();
        assert_eq!(unreachable(&world), marks.into_iter().collect::<Vec<_>>(), "{to} {id} {about} {status}");
    }
    // Without the setting nothing of the kind counts.
    let mut world = World::new();
    world.deliver(
        &bounce("x@y.example", "x@y.example", "5.1.1").replace("<game@example.org>", &format!("<{of_ash}>")),
    );
    world.tick();
    assert_eq!(unreachable(&world), Vec::<String>::new());
}

#[test]
fn a_seat_whose_address_was_wrong_is_sent_everything_once_more() {
    let mut world = World::new();
    let welcome = world.find("opening", "anna").pop().unwrap();
    world.deliver(&bounce(welcome.id(), "anna@example.org", "5.1.1"));
    world.write("birch", "press: {to: ash, text: \"are you there?\"}\nplan: {bid: 1}\nfinal: yes\n");
    world.write("cedar", "plan: {bid: 2}\nfinal: yes\n");
    world.tick();
    assert_eq!(unreachable(&world), ["ash"]);
    assert!(world.find("notice", "maria")[0].text.contains("unreachable"));
    let corrected = YAML.replace("anna@example.org", "anna.b@example.org");
    assert_ne!(corrected, YAML);
    world.disk.write(&world.dir.join("campaign.yaml"), corrected.as_bytes(), 0o600).unwrap();
    let key = world.key("gm");
    world.mail("maria@example.org", "", &format!("key: {key}\ndo: {{resend: ash}}\n"));
    world.tick();
    assert_eq!(world.receipt("maria").codes(), Vec::<&str>::new());
    assert_eq!(unreachable(&world), Vec::<String>::new());
    let entry = world.entries(Kind::Unreachable).pop().unwrap();
    assert_eq!(
        entry.body,
        json!({"seat": "ash", "unreachable": false, "again": true, "batch": entry.body["batch"]})
    );
    let sent = world.find("opening", "anna.b").pop().expect("a welcome at the new address");
    let handover = &sent.model["handover"];
    assert_eq!(
        (&handover["resent"], &handover["press"], &handover["story"]),
        (&json!(true), &json!(true), &json!(true))
    );
    assert!(sent.text.contains(&world.key("ash")), "the key is what it was");
    let story = sent.letter.parts.iter().find(|part| part.path.ends_with("story.txt")).expect("the story");
    assert!(story.text.contains("are you there?"), "{}", story.text);
    // An answer to it counts as any other, and so does the plan that comes with it.
    world.mail(
        "anna.b@example.org",
        &format!("In-Reply-To: <{}>\n", sent.id()),
        "plan: {bid: 3}\nfinal: yes\n",
    );
    world.tick();
    assert_eq!(world.receipt("anna.b").codes(), Vec::<&str>::new());
    // By command too, also for a seat that no bounce has marked.
    order(&world.edge, &world.dir, world.now, &Order::Resend("birch".into())).unwrap();
    // The toy game has no templates for the real writer, so the welcome is only due.
    let due = world.campaign().record.people.due.clone();
    assert!(due.iter().any(|due| due.to == "birch" && due.kind == DueKind::Handover), "{due:?}");
    crate::campaign::verify(&world.edge, &world.dir).unwrap().unwrap();
}

#[test]
fn a_failure_to_reach_the_player_before_is_not_the_present_ones() {
    let mut world = World::new();
    let before = world.find("opening", "cleo").pop().unwrap();
    replace(&mut world, "cedar", "Eva", "eva@example.net");
    world.deliver(&bounce(before.id(), "eva@example.net", "5.1.1"));
    world.tick();
    assert_eq!(unreachable(&world), Vec::<String>::new());
    let now = world.find("opening", "eva").pop().unwrap();
    world.deliver(&bounce(now.id(), "eva@example.net", "5.1.1").replace("<b1@", "<b2@"));
    world.tick();
    assert_eq!(unreachable(&world), ["cedar"]);
}

#[test]
fn of_what_another_server_says_only_a_status_is_kept() {
    let start = World::new();
    let welcome = start.find("opening", "anna").pop().unwrap();
    for (said, kept) in
        [("5.1.1", json!("5.1.1")), ("5.1.1;<b>", json!(null)), ("5.1.111111111", json!(null))]
    {
        let mut world = start.fork();
        world.deliver(&bounce(welcome.id(), "anna@example.org", said));
        world.tick();
        assert_eq!(unreachable(&world), ["ash"], "{said}");
        assert_eq!(
            world.entries(Kind::Unreachable)[0].body.get("reason").cloned().unwrap_or_default(),
            kept,
            "{said}"
        );
    }
}

#[test]
fn the_deadline_waits_three_days_for_a_seat_whose_mail_came_back_at_once_but_the_next_does_not() {
    let mut world = World::new();
    let welcome = world.find("opening", "anna").pop().unwrap();
    world.deliver(&bounce(welcome.id(), "anna@example.org", "5.1.1"));
    world.tick();
    for seat in ["birch", "cedar"] {
        world.write(seat, "plan: {bid: 1, prize: left}\n");
    }
    // The window ends after 49 hours, and the wait for it three days later.
    world.hours(118);
    assert_eq!(world.window(), "1-bidding");
    world.hours(5);
    assert_eq!(world.window(), "2-bidding");
    for seat in ["birch", "cedar"] {
        world.write(seat, "plan: {bid: 1, prize: left}\n");
    }
    world.hours(50);
    assert_eq!(world.window(), "3-bidding");
    world.holds();
}

/// The last report may have gone astray too.
#[test]
fn a_seat_is_sent_the_end_once_more() {
    let mut world = World::new();
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, "vote: {draw: yes}\n");
    }
    world.tick();
    assert_eq!(world.find("end", "bert").len(), 1);
    let key = world.key("gm");
    for (order, codes) in [("resend birch", vec![]), ("extend 24h", vec!["gm-over"])] {
        world.mail("maria@example.org", "", &format!("key: {key}\ndo: {order}\n"));
        world.tick();
        assert_eq!(world.receipt("maria").codes(), codes, "{order}");
    }
    assert_eq!((world.find("end", "bert").len(), world.find("end", "anna").len()), (2, 1));
    // What the lost one told is told again, with all of its turn.
    let ends = world.find("end", "bert");
    let told = |at: usize| ends[at].model["events"].as_array().unwrap().clone();
    let again: Vec<_> = told(1).iter().map(|event| event["event"].clone()).collect();
    assert!(!again.is_empty() && told(0).iter().all(|event| told(1).contains(event)), "{again:?}");
    crate::campaign::verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// The game waits for whom no message reaches, and a ledger in which it does not is wrong.
#[test]
fn a_window_does_not_end_while_a_seat_is_out_of_reach() {
    let mut world = World::new();
    let reachable = world.fork();
    let welcome = world.find("opening", "anna").pop().unwrap();
    world.deliver(&bounce(welcome.id(), "anna@example.org", "5.1.1"));
    world.tick();
    let record = &world.campaign().record;
    let until = record.next_given_up(world.now).expect("the game waits for a time");
    assert_eq!((record.next_given_up(until), until > world.now), (None, true));
    for (mut world, waits) in [(world, true), (reachable, false)] {
        world.write("birch", "plan: {bid: 1}\n");
        world.write("cedar", "plan: {bid: 2}\n");
        world.hours(47);
        world.now += TimeDelta::hours(3);
        let mut later = world.fork();
        later.tick();
        assert_eq!(later.window() == "1-bidding", waits);
        let closed =
            json!({"what": "closed", "window": "1-bidding", "why": "deadline", "seats": {}, "silent": {}});
        let flaw = forged(&world, &[(Kind::Window, closed)]).unwrap_err();
        assert_eq!(flaw.why.contains("the game waits for ash"), waits, "{flaw}");
    }
}
