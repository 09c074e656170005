//! Commands that are typed again, because nobody was told what became of them.

use crate::campaign::play::orders::Order;
use crate::campaign::ruling::{adopt, propose, withdraw};
use crate::campaign::state::error::CampaignError;
use crate::campaign::tests::ruling::{request, rewind};
use crate::campaign::tests::world::{Plain, World, YAML, all_bid};
use crate::campaign::{Act, Command, Places, dispute, new_key, new_key_command, order};
use crate::disk::{Disk, Fault};
use crate::ledger::Kind;
use chrono::TimeDelta;

fn command() -> Command {
    new_key_command("birch", false)
}

fn typed(world: &World) -> Result<(), CampaignError> {
    new_key(&world.edge, &world.dir, world.now, "birch", false).map(drop)
}

fn keys(world: &World) -> usize {
    world.entries(Kind::Settings).len()
}

#[test]
fn what_was_done_and_not_told_is_not_done_twice() {
    let mut world = World::new();
    let had = keys(&world);
    typed(&world).unwrap();
    for _ in 0..2 {
        assert!(matches!(typed(&world), Err(CampaignError::DoneBefore { .. })));
        assert_eq!(keys(&world), had + 1);
        // Ticks that come meanwhile make no difference.
        world.tick();
    }
    let other = new_key(&world.edge, &world.dir, world.now, "ash", false);
    assert!(other.is_ok(), "another command is another");
    new_key_command("ash", false).told(&*world.edge.store(&world.dir));
    typed(&world).unwrap();
    command().told(&*world.edge.store(&world.dir));
    typed(&world).unwrap();
    assert_eq!(keys(&world), had + 4, "who was told types it again because he means it");
}

/// Each command, by itself: whoever types it again is told when it was done, and nothing else is written.
#[test]
fn no_command_is_done_twice_by_one_who_was_not_told() {
    type Try = fn(&World) -> Result<(), CampaignError>;
    let objection = "rulings: {protest: 12h}\n";
    let commands: [(&str, Kind, Try); 6] = [
        ("", Kind::Settings, typed),
        ("", Kind::Dispute, |world| {
            dispute(&world.edge, &world.dir, world.now, 1, Act::Say("I look")).map(drop)
        }),
        ("", Kind::Dispute, |world| {
            dispute(&world.edge, &world.dir, world.now, 1, Act::Close("All well")).map(drop)
        }),
        ("", Kind::Ruling, |world| {
            adopt(&world.edge, &world.dir, world.now, &request(&[("1/bid/birch", 5.into())]), &Plain)
                .map(drop)
        }),
        (objection, Kind::Ruling, |world| {
            propose(&world.edge, &world.dir, world.now, &rewind(1, "bidding")).map(drop)
        }),
        (objection, Kind::Ruling, |world| withdraw(&world.edge, &world.dir, world.now).map(drop)),
    ];
    for (number, (settings, kind, command)) in commands.into_iter().enumerate() {
        let mut world = World::with(&format!("{YAML}{settings}"));
        all_bid(&mut world, [3, 2, 1]);
        world.write("ash", "dispute: {turn: 1, about: \"my bid\"}\n");
        world.tick();
        if number == 5 {
            propose(&world.edge, &world.dir, world.now, &rewind(1, "bidding")).unwrap();
        }
        // By itself, and with settings that were changed before it.
        for yaml in [None, Some(format!("{YAML}{settings}").replace("player: Anna", "player: Annabel"))] {
            let world = world.fork();
            if let Some(yaml) = yaml {
                world.disk.write(&world.dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
            }
            command(&world).unwrap_or_else(|error| panic!("command {number}: {error}"));
            let written = world.ledger();
            for _ in 0..2 {
                let Err(CampaignError::DoneBefore { entry, .. }) = command(&world) else {
                    panic!("command {number} is done twice");
                };
                // Its own entry is named, whatever stands before that.
                let is = world
                    .campaign()
                    .entries()
                    .unwrap()
                    .iter()
                    .find(|own| own.seq == entry)
                    .map(|own| own.kind);
                assert_eq!(is, Some(kind), "command {number}");
                assert_eq!(world.ledger(), written, "command {number}");
            }
        }
    }
}

/// An order that was carried out is only finished by who types it again and was not told.
#[test]
fn no_order_is_carried_out_twice_for_one_who_was_not_told() {
    let start = World::new();
    for given in [
        Order::Pause,
        Order::Extend(TimeDelta::hours(5)),
        Order::Process { anyway: true },
        Order::Resend("ash".into()),
    ] {
        let world = start.fork();
        let carry_out = || order(&world.edge, &world.dir, world.now, &given).unwrap().before;
        assert_eq!(carry_out(), None, "{given:?}");
        let written = world.ledger();
        for _ in 0..2 {
            assert_eq!(carry_out(), Some(world.now), "{given:?}");
            assert_eq!(world.ledger(), written, "{given:?}");
        }
        given.command().told(&*world.edge.store(&world.dir));
        let again = order(&world.edge, &world.dir, world.now, &given);
        assert!(again.is_err() || again.is_ok_and(|done| done.before.is_none()), "{given:?}");
    }
}

#[test]
fn what_was_not_done_is_done_when_it_is_typed_again() {
    let start = World::new();
    let had = keys(&start);
    for effect in 1..=3 {
        for fault in [Fault::KillBefore, Fault::KillWithin(100), Fault::KillAfter] {
            let world = start.fork();
            world.disk.fail_at(effect, fault);
            let _ = typed(&world);
            world.disk.restart();
            assert!(matches!(typed(&world), Ok(()) | Err(CampaignError::DoneBefore { .. })));
            assert_eq!(keys(&world), had + 1, "{effect}, {fault:?}");
        }
    }
}

#[test]
fn a_damaged_note_is_as_good_as_none() {
    let world = World::new();
    let had = keys(&world);
    typed(&world).unwrap();
    let path = Places(&world.dir).command();
    let mut bytes = world.disk.read(&path).unwrap();
    bytes[80] ^= 1;
    world.disk.write(&path, &bytes, 0o600).unwrap();
    typed(&world).unwrap();
    assert_eq!(keys(&world), had + 2);
}

#[test]
fn what_is_said_in_a_dispute_or_ordered_comes_after_settings_that_were_changed() {
    let mut start = World::new();
    start.write("ash", "dispute: {turn: 1, about: \"my bid\"}\n");
    start.tick();
    type Try = fn(&World);
    let commands: [Try; 3] = [
        |world| drop(dispute(&world.edge, &world.dir, world.now, 1, Act::Say("I look")).unwrap()),
        |world| drop(dispute(&world.edge, &world.dir, world.now, 1, Act::Close("All well")).unwrap()),
        |world| drop(order(&world.edge, &world.dir, world.now, &Order::Pause).unwrap()),
    ];
    for (number, command) in commands.into_iter().enumerate() {
        let world = start.fork();
        let yaml = YAML.replace("player: Anna", "player: Annabel");
        world.disk.write(&world.dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
        command(&world);
        let noted = world.entries(Kind::Settings);
        let noted =
            noted.iter().filter(|entry| entry.body["settings"]["seats"].to_string().contains("Annabel"));
        assert_eq!(noted.count(), 1, "command {number}");
    }
}
