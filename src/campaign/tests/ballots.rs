//! Votes and days away that cannot be, each beside the nearest that can.

use crate::campaign::play::silence::Habits;
use crate::campaign::tests::typed::{answer, notes};
use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::ledger::Kind;
use serde_json::json;

/// What the receipt of a seat's mail refuses.
fn refused(world: &World, seat: &str, body: &str) -> Vec<String> {
    let mut world = world.apart();
    world.write(seat, body);
    world.tick();
    let who = match seat {
        "ash" => "anna",
        "birch" => "bert",
        _ => "cleo",
    };
    world.receipt(who).codes().into_iter().map(str::to_owned).collect()
}

#[track_caller]
fn all(world: &World, table: &[(&str, &str, &str)]) {
    for (seat, body, code) in table {
        let expected: Vec<&str> = Some(*code).filter(|code| !code.is_empty()).into_iter().collect();
        assert_eq!(refused(world, seat, body), expected, "{seat}: {body}");
    }
}

#[test]
fn votes_are_for_others_who_play() {
    let mut world = World::new();
    all(
        &world,
        &[
            ("ash", "vote: {draw: yes}", ""),
            ("ash", "vote: {concede: birch}", ""),
            ("ash", "vote: {concede: ash}", "vote-self"),
            ("ash", "vote: {concede: no}", ""),
            ("ash", "vote: {replace: cedar}", ""),
            ("ash", "vote: {replace: ash}", "vote-replace-self"),
            ("ash", "vote: {replace: no}", ""),
            ("ash", "vote: {extend: 24h}", ""),
            ("ash", "vote: {ruling: yes}", "vote-no-ruling"),
        ],
    );
    world.resign("cedar");
    world.hours(50);
    assert!(world.campaign().record.people.resigned.contains("cedar"));
    all(
        &world,
        &[
            ("ash", "vote: {concede: cedar}", "vote-resigned"),
            ("ash", "vote: {concede: birch}", ""),
            ("ash", "vote: {replace: cedar}", "vote-vacant"),
            ("ash", "vote: {replace: birch}", ""),
            ("cedar", "vote: {draw: yes}", "vote-not-now"),
            ("cedar", "vote: {ruling: yes}", "vote-not-now"),
        ],
    );
    for seat in ["ash", "birch"] {
        world.write(seat, "vote: {draw: yes}\n");
    }
    world.tick();
    assert!(world.campaign().record.game.ended.is_some());
    all(
        &world,
        &[("ash", "vote: {draw: yes}", "vote-not-now"), ("ash", "vote: {extend: 24h}", "vote-not-now")],
    );
}

#[test]
fn more_time_is_voted_for_where_there_is_a_deadline_and_nothing_before_the_game_begins() {
    let world = World::with(&YAML.replace("deadline: in 48h", "deadline: none"));
    all(
        &world,
        &[
            ("ash", "vote: {extend: 24h}", "vote-no-deadline"),
            ("ash", "vote: {extend: no}", ""),
            ("ash", "vote: {draw: yes}", ""),
        ],
    );
    let world = World::with(&format!("{YAML}rehearsal: in 72h\n"));
    all(
        &world,
        &[("ash", "vote: {draw: yes}", "vote-not-now"), ("ash", "vote: {extend: 24h}", "vote-not-now")],
    );
}

#[test]
fn days_away_are_not_over_and_not_more_than_the_campaign_gives() {
    // Friday 20 November 2026, eleven in the morning in Rome.
    let mut world = World::with(&format!("{YAML}days away a year: 10\n"));
    let away = |from: &str, to: &str| format!("absent: {{from: {from}, to: {to}}}");
    let table = |world: &World, table: &[(&str, &str, &str)]| {
        for (from, to, code) in table {
            let expected: Vec<&str> = Some(*code).filter(|code| !code.is_empty()).into_iter().collect();
            assert_eq!(refused(world, "ash", &away(from, to)), expected, "{from} to {to}");
        }
    };
    table(
        &world,
        &[
            ("2026-11-18", "2026-11-19", "absent-past"),
            ("2026-11-18", "2026-11-20", ""),
            ("2026-12-01", "2026-12-10", ""),
            ("2026-12-01", "2026-12-11", "absent-quota"),
            // Each day counts for its own year.
            ("2026-12-25", "2027-01-06", ""),
            ("2026-12-22", "2027-01-10", ""),
            ("2026-12-21", "2027-01-10", "absent-quota"),
            ("2026-12-22", "2027-01-11", "absent-quota"),
        ],
    );
    world.write("ash", &away("2026-12-01", "2026-12-06"));
    world.tick();
    assert_eq!(world.entries(Kind::Absence).len(), 1);
    // A day that is booked already costs nothing more, and another seat's days are its own.
    table(
        &world,
        &[
            ("2026-12-05", "2026-12-10", ""),
            ("2026-12-05", "2026-12-11", "absent-quota"),
            ("2026-12-20", "2026-12-23", ""),
            ("2026-12-20", "2026-12-24", "absent-quota"),
            ("2027-12-01", "2027-12-10", ""),
        ],
    );
    all(&world, &[("birch", &away("2026-12-01", "2026-12-10"), "")]);
    // The very same once more is not booked again.
    world.write("ash", &away("2026-12-01", "2026-12-06"));
    world.tick();
    assert_eq!(world.entries(Kind::Absence).len(), 1);
    let waits = "absent: {from: 2026-12-01, to: 2026-12-02, play: wait}";
    all(&world, &[("ash", waits, "")]);
    all(&World::with(&format!("{YAML}absent may wait: no\n")), &[("ash", waits, "absent-no-wait")]);
}

/// A campaign asks by its settings, and the verifier by what the ledger says of them: they are the same, seat by seat.
#[test]
fn the_ledger_says_whom_a_campaign_asks_about_what() {
    let seats = YAML
        .replace("address: anna@example.org}", "address: anna@example.org, pace: ask}")
        .replace("address: bert@example.org}", "address: bert@example.org, ask about: [prize]}");
    let mut said = std::collections::BTreeSet::new();
    for pace in
        ["pace: ask\n", "pace: batch\n", "pace: batch\nask about: [bid]\n", "pace: ask\nabsence: steward\n"]
    {
        let pace = match pace.contains("absence") {
            true => seats.replace("absence: default\n", "") + pace,
            false => format!("{seats}{pace}"),
        };
        let world = World::with(&pace);
        let campaign = world.campaign();
        let (settings, public) = (&campaign.settings, campaign.settings.public());
        for seat in ["ash", "birch", "cedar", "nobody"] {
            for kind in ["bid", "prize"] {
                let by = |habits: &dyn Habits| {
                    let asks = (
                        habits.is_asked_about(seat, kind),
                        habits.always_asks(seat, kind),
                        habits.has_steward(),
                    );
                    (asks, habits.deadline(world.now))
                };
                assert_eq!(by(settings), by(&public), "{pace}{seat} {kind}");
                said.insert(by(settings).0);
            }
        }
        assert!(settings.always_asks("ash", "bid"));
        assert!(settings.is_asked_about("birch", "prize"));
        assert!(!settings.is_asked_about("birch", "bid"), "her own list takes the place of the campaign's");
    }
    assert!(said.len() >= 4, "{said:?}");
}

/// Beside a line that could be an order and was not read, words above a message to somebody else are sent to nobody.
#[test]
fn an_answer_to_press_beside_an_order_that_was_not_read_stays_here() {
    let mut world = World::new();
    world.write("birch", "press: {to: ash, text: \"Shall we?\"}\n");
    world.tick();
    let id = world.find("press", "anna").pop().unwrap().id().to_owned();
    for (line, reaches) in [("", true), ("bid lots\n", false), ("bid 3\n", false)] {
        let mut world = world.apart();
        answer(&mut world, "ash", &id, &format!("It is a deal then\n{line}\nTo cedar: he asks me\n"));
        assert_eq!(notes(&world, "bert").len(), usize::from(reaches), "{line}: {:?}", notes(&world, "bert"));
    }
}

/// Whoever is not asked and says "final" beside something that is refused is told that it does not stand yet, if anything else of the
/// message was used.
#[test]
fn final_beside_something_refused_does_not_stand_where_the_rest_is_used() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    assert_eq!(world.window(), "1-prize");
    for (body, codes) in [
        ("vote: {draw: yes}\nplan: {bid: many}\nfinal: yes\n", &["bid-no-number", "final-not-yet"][..]),
        ("plan: {bid: many}\nfinal: yes\n", &["bid-no-number"]),
        ("vote: {draw: yes}\nfinal: yes\n", &["final-not-asked"]),
    ] {
        assert_eq!(refused(&world, "ash", body), codes, "{body}");
    }
}

/// Where the only votes that are open are for so much more time, "I vote yes" can be about nothing else.
#[test]
fn a_vote_in_a_word_joins_the_only_extension() {
    let joins = |before: &[(&str, &str)], text: &str| {
        let mut world = World::new();
        for (seat, vote) in before {
            world.write(seat, vote);
        }
        world.tick();
        world.write("cedar", text);
        world.tick();
        let receipt = world.receipt("cleo");
        (receipt.codes().is_empty(), receipt.text.contains("more time"))
    };
    let open = [("ash", "vote: {extend: 24h}")];
    assert_eq!(joins(&open, "I vote yes"), (true, true));
    assert!(!joins(&[], "I vote yes").0, "there is no vote");
    let two = [("ash", "vote: {extend: 24h}"), ("birch", "vote: {draw: yes}")];
    assert!(!joins(&two, "I vote yes").0, "it may be about either");
    let lengths = [("ash", "vote: {extend: 24h}"), ("birch", "vote: {extend: 2h}")];
    assert!(!joins(&lengths, "I vote yes").0, "nobody knows for how long");
}

/// What a seat has voted after a message, the codes of its receipt, and the lines of open votes that it names.
fn voted(before: &[(&str, &str)], text: &str) -> (serde_json::Value, Vec<String>, serde_json::Value) {
    let mut world = World::new();
    for (seat, vote) in before {
        world.write(seat, vote);
    }
    world.tick();
    world.write("cedar", &format!("\n{text}\n"));
    world.tick();
    let receipt = world.receipt("cleo");
    let codes = receipt.codes().into_iter().map(str::to_owned).collect();
    let open = receipt.model["problems"][0]["why"]["details"]["open"].clone();
    // A vote for more time that passes with this one is over at once, so the ledger is asked.
    let cast = world.entries(Kind::Vote).into_iter().filter(|entry| entry.body["seat"] == "cedar");
    let cast: Vec<_> = cast.map(|entry| entry.body).collect();
    let draw = cast.iter().any(|vote| vote["on"] == "draw" && vote["yes"] == true);
    let extend = cast.iter().find_map(|vote| vote["minutes"].as_u64()).unwrap_or_default();
    (json!({"draw": draw, "extend": extend}), codes, open)
}

/// A vote counts in any plain words that have one meaning; of what has two, its writer is told which votes are open.
#[test]
fn a_vote_counts_in_plain_words() {
    let none = json!({"draw": false, "extend": 0});
    let (draw, day) = (json!({"draw": true, "extend": 0}), json!({"draw": false, "extend": 1440}));
    let both = [("ash", "vote: {draw: yes}"), ("birch", "vote: {extend: 24h}")];
    for (text, says) in [
        ("I am in favour of a draw.", &draw),
        ("I propose a draw", &draw),
        ("3. Vote: draw", &draw),
        ("2. vote: {draw: yes}", &draw),
        ("No draw.", &none),
        ("3. Vote: no draw", &none),
        ("fine w/ 1 more day", &day),
        ("yes to the extension", &day),
        ("extension ok for me", &day),
        ("no extension, thanks", &none),
        ("bid 3\n\nI am in favour of a draw", &draw),
        ("Of course, I vote for the extension as well. Have fun at the fair!", &day),
        ("Hi! I am at a fair until Friday, can we have one day more please? I vote for 24 hours more.", &day),
    ] {
        let (is, codes, _) = voted(&both, text);
        assert_eq!((&is, codes), (says, Vec::<String>::new()), "{text}");
    }
    for (text, code, open) in [
        ("I vote for a draw if the others agree.", "vote-half", json!(null)),
        ("I vote yes", "vote-half", json!(["{draw: yes}", "{extend: 24h}"])),
        ("I vote against it", "vote-half", json!(["{draw: yes}", "{extend: 24h}"])),
    ] {
        assert_eq!(voted(&both, text), (none.clone(), vec![code.to_owned()], open), "{text}");
    }
    let lengths = [("ash", "vote: {extend: 24h}"), ("birch", "vote: {extend: 2h}")];
    assert_eq!(voted(&lengths, "yes to the extension").1, ["vote-half"], "nobody knows for how long");
    // Without a vote that is open there is nothing to join.
    assert_eq!(voted(&[], "yes to the extension").1, ["vote-half"]);
    // Said to a player, it is said to that player.
    let mut world = World::new();
    world.write("birch", "press: {to: ash, text: \"Shall we?\"}\n");
    world.tick();
    let id = world.find("press", "anna").pop().unwrap().id().to_owned();
    answer(&mut world, "ash", &id, "I propose a draw");
    assert!(world.campaign().record.people.ballots.is_empty());
    assert_eq!(notes(&world, "bert"), ["I propose a draw"]);
}
