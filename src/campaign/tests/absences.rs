//! Absences that meet, overlap and follow one another: of a seat, and of two seats with the same stand-in.

use crate::campaign::state::entries::{Days, Meanwhile};
use crate::campaign::state::record::People;
use crate::campaign::tests::world::{World, all_bid};
use crate::campaign::verify;
use crate::ledger::Kind;
use chrono::{DateTime, TimeDelta, Utc};
use fastrand::Rng;

const SEATS: [&str; 2] = ["ash", "birch"];

fn hour(hour: i64) -> DateTime<Utc> {
    "2026-11-20T00:00:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::hours(hour)
}

/// Absences of two seats within a day: most of them meet another.
fn drawn(dice: &mut Rng) -> Vec<(String, Days)> {
    let one = |dice: &mut Rng| {
        let from = dice.i64(0..20);
        let play = [Meanwhile::Plan, Meanwhile::Steward, Meanwhile::Wait][dice.usize(..3)];
        let stand_in = (dice.u8(..3) == 0).then(|| "dan@example.net".to_owned());
        let days = Days { from: hour(from), to: hour(from + dice.i64(1..6)), play, stand_in };
        (SEATS[dice.usize(..2)].to_owned(), days)
    };
    (0..dice.usize(1..7)).map(|_| one(dice)).collect()
}

/// What is so at an instant is said for each instant of a day by itself, from the list of absences, and compared.
#[test]
fn of_absences_that_meet_the_last_booked_counts_at_every_instant() {
    let (mut meet, mut begin, mut end) = (0, 0, 0);
    for seed in 0..400 {
        let mut dice = Rng::with_seed(seed);
        let mut people = People { away: drawn(&mut dice), ..People::default() };
        if let Some((seat, days)) = people.away.iter().find(|(_, days)| days.stand_in.is_some()) {
            people.standing_in.insert(seat.clone(), days.from);
        }
        for seat in SEATS {
            for half in 0..60 {
                let at = hour(0) + TimeDelta::minutes(half * 30);
                let mut last = None;
                for (away, days) in &people.away {
                    let is_over = at >= days.to;
                    if away == seat && at >= days.from && !is_over {
                        last = Some(days);
                    }
                    meet += usize::from(away == seat && is_over && at == days.to && last.is_some());
                }
                assert_eq!(people.absence_of(seat, at), last, "{seed} {seat} {at}: {:?}", people.away);
                let waits = last.is_some_and(|days| days.play == Meanwhile::Wait);
                assert_eq!(people.waits_for(seat, at), waits, "{seed} {seat} {at}");
                let out = last.is_some_and(|days| !waits && days.stand_in.is_none());
                assert_eq!(people.out(seat, at), out.then_some("absent"), "{seed} {seat} {at}");
            }
        }
        for waiting in [false, true] {
            for now in 0..30 {
                let changes = |at: &i64| {
                    let of_one = |(seat, days): &(String, Days)| {
                        let comes =
                            days.from == hour(*at) && people.standing_in.get(seat) != Some(&days.from);
                        comes || waiting && days.to == hour(*at) && days.play == Meanwhile::Wait
                    };
                    people.away.iter().any(of_one)
                };
                let next = (now + 1..60).find(changes);
                assert_eq!(people.next_absence(hour(now), waiting), next.map(hour), "{seed} {now} {waiting}");
                begin += usize::from(!waiting && next.is_some());
                end += usize::from(waiting && next.is_some());
            }
        }
    }
    assert!(meet > 100 && begin > 500 && end > 500, "{meet} {begin} {end}");
}

/// A person may stand in for one seat until a day, and for another from the next day on; not for both on one day.
#[test]
fn a_stand_in_for_two_seats_has_no_day_in_common() {
    for (from, to, is_free) in [
        (24, 24, true),
        (23, 24, true),
        (24, 25, false),
        (25, 25, false),
        (26, 26, false),
        (27, 27, false),
        (27, 29, false),
        (28, 29, true),
        (22, 30, false),
        (26, 30, false),
    ] {
        let mut world = World::new();
        let absent = |from: u32, to: u32| {
            format!("absent: {{from: 2026-11-{from}, to: 2026-11-{to}, stand-in: dan@example.net}}\n")
        };
        world.write("cedar", &absent(25, 27));
        world.tick();
        world.write("birch", &absent(from, to));
        world.tick();
        let codes = world.receipt("bert");
        assert_eq!(codes.codes().is_empty(), is_free, "from {from} to {to}: {:?}", codes.codes());
        assert_eq!(world.entries(Kind::Absence).len(), 1 + usize::from(is_free), "from {from} to {to}");
        // For the same seat it is no other's.
        world.write("cedar", &absent(27, 28));
        world.tick();
        let codes = world.receipt("cleo").codes().join(" ");
        let is_twice = is_free && from <= 28 && to >= 28;
        assert_eq!(codes.is_empty(), !is_twice, "from {from} to {to}: {codes}");
    }
}

/// One absence of a seat ends at midnight as its next begins, and the next says something else of who plays.
#[test]
fn an_absence_that_begins_as_another_ends_counts_from_that_midnight() {
    let mut world = World::new();
    world.write("cedar", "absent: {from: 2026-11-21, to: 2026-11-22, play: wait}\n");
    world.write("cedar", "absent: {from: 2026-11-23, to: 2026-11-24, stand-in: dan@example.net}\n");
    world.write("cedar", "absent: {from: 2026-11-25, to: 2026-11-26}\n");
    world.tick();
    let absences = world.entries(Kind::Absence);
    assert_eq!(absences.len(), 3);
    let is = |world: &World| {
        let people = &world.campaign().record.people;
        let now = world.now;
        let stands_in = people.absence_of("cedar", now).is_some_and(|days| people.stands_in("cedar", days));
        (people.waits_for("cedar", now), stands_in, people.is_away("cedar", now))
    };
    // Midnight in Rome is 23:00.
    let mut seen = Vec::new();
    for _ in 0..7 * 24 {
        world.hours(1);
        if seen.last().is_none_or(|(_, was)| *was != is(&world)) {
            seen.push((world.now.format("%d %H:%M").to_string(), is(&world)));
        }
    }
    assert_eq!(
        seen,
        [
            ("20 11:00".to_owned(), (false, false, false)),
            ("20 23:00".to_owned(), (true, false, false)),
            ("22 23:00".to_owned(), (false, true, false)),
            ("24 23:00".to_owned(), (false, false, true)),
            ("26 23:00".to_owned(), (false, false, false)),
        ]
    );
    let to_dan = world.sent().iter().filter(|mail| mail.to() == "dan@example.net").count();
    assert!(to_dan > 0, "the stand-in is written to");
    all_bid(&mut world, [1, 1, 1]);
    world.tick();
    verify(&world.edge, &world.dir).unwrap().unwrap();
}

/// What stands behind the days tells who plays, or only why.
#[test]
fn an_absence_with_more_behind_its_days_is_booked() {
    for (text, play) in [
        (
            "I shall be away from the 24th to the 27th of December, visiting my sister in Bath.",
            Meanwhile::Plan,
        ),
        ("I shall be away from 12 to 16 December, we visit my sister in Graz.", Meanwhile::Plan),
        ("I am away from 24 December to 27 December and would like the steward to play.", Meanwhile::Steward),
    ] {
        let mut world = World::new();
        world.write("ash", &format!("\n{text}\n"));
        world.tick();
        assert_eq!(world.receipt("anna").codes(), Vec::<&str>::new(), "{text}");
        let away = world.campaign().record.people.away.clone();
        assert_eq!(away.iter().map(|(_, days)| days.play).collect::<Vec<_>>(), [play], "{text}");
    }
    let mut world = World::new();
    world.write(
        "ash",
        "\nI can't play from 20 December until 2 January, my cousin Dan (dan@example.net) plays for me.\n",
    );
    world.tick();
    let away = world.campaign().record.people.away.clone();
    assert_eq!(away.first().and_then(|(_, days)| days.stand_in.clone()).as_deref(), Some("dan@example.net"));
    // Where nobody may ask the game to wait, that is the reason.
    let mut world = World::new();
    world.write(
        "ash",
        "\nI am away from 24 December to 27 December and should like the game to wait for me.\n",
    );
    world.tick();
    let waits = world.campaign().record.people.away.iter().any(|(_, days)| days.play == Meanwhile::Wait);
    assert!(
        waits || world.receipt("anna").codes() == ["absent-no-wait"],
        "{:?}",
        world.receipt("anna").codes()
    );
    // A doubt behind the days leaves them open.
    let mut world = World::new();
    world.write("ash", "\nI am away from 24 December to 27 December, visiting my sister if it snows.\n");
    world.tick();
    assert!(world.campaign().record.people.away.is_empty());
}
