//! What kept messages say against a ledger: each claim beside the one that holds.

use super::Against;
use super::claims::{Letters, OurMail, Proof};
use super::compare::compare;
use crate::campaign::tests::world::World;
use crate::disk::Disk;
use crate::ledger::{Entry, Kind};
use crate::post::KeptMail;
use crate::seal::{Hash256, NamedHead, SignedReceipt};
use chrono::{DateTime, TimeDelta, Utc};

/// A seat has written twice, and another once.
fn world() -> World {
    let mut world = World::new();
    for seat in ["ash", "birch", "ash"] {
        world.write(seat, "plan: {bid: 2}\n");
        world.now += TimeDelta::minutes(1);
        world.tick();
    }
    world
}

fn entries(world: &World) -> Vec<Entry> {
    world.campaign().entries().unwrap().to_vec()
}

/// All mails, ours and those of players, as they lie in the campaign's folder.
fn letters(world: &World) -> Letters {
    let mut letters = Letters::of(&entries(world));
    for path in world.disk.files().into_iter().filter(|path| path.starts_with(world.dir.join("mail"))) {
        letters.take(&KeptMail { place: path.display().to_string(), raw: world.disk.read(&path).unwrap() });
    }
    letters
}

fn signed(mail: &mut OurMail) -> Option<&mut SignedReceipt> {
    match &mut mail.receipt {
        Proof::Signed(signed) => Some(signed),
        _ => None,
    }
}

/// The receipt of a seat with a number.
fn receipt<'a>(letters: &'a mut Letters, seat: &str, number: u64) -> &'a mut SignedReceipt {
    let of = |signed: &&mut SignedReceipt| signed.statement.seat == seat && signed.statement.number == number;
    letters.ours.iter_mut().filter_map(signed).find(of).unwrap()
}

/// Whether a finding says this.
fn finds(found: &Against, entry: Option<u64>, why: &str) -> bool {
    found.findings.iter().any(|finding| finding.entry == entry && finding.why.contains(why))
}

fn notes(found: &Against, what: &str) -> usize {
    found.notes.iter().filter(|note| note.contains(what)).count()
}

#[test]
fn what_all_have_kept_is_in_the_ledger() {
    let world = world();
    let found = compare(&entries(&world), false, &letters(&world));
    assert_eq!((found.findings.len(), found.notes.len()), (0, 0), "{found:?}");
    assert_eq!((found.receipts, found.own, found.strangers, found.foreign), (3, 3, 0, 0));
    // One message of ours that is there twice is one.
    let mut twice = letters(&world);
    let before = twice.ours.len();
    let path = world.disk.list(&world.dir.join("mail/out/new")).unwrap().remove(0);
    twice.take(&KeptMail { place: "again".into(), raw: world.disk.read(&path).unwrap() });
    assert_eq!(twice.ours.len(), before);
}

#[test]
fn two_histories_are_two_hashes_of_one_entry() {
    let world = world();
    let named = |heads: [(u64, &str); 2]| {
        let mut letters = letters(&world);
        for (mail, (seq, hash)) in letters.ours.iter_mut().zip(heads) {
            mail.heads = vec![NamedHead { seq, hash: Hash256::of(hash) }];
        }
        let found = compare(&entries(&world), false, &letters);
        (
            found.findings.iter().filter(|finding| finding.why.contains("its end is missing")).count(),
            found.findings.iter().filter(|finding| finding.why.contains("two histories")).count(),
        )
    };
    assert_eq!(named([(900, "a"), (900, "b")]), (2, 1));
    assert_eq!(named([(900, "a"), (901, "b")]), (2, 0));
    assert_eq!(named([(900, "a"), (900, "a")]), (1, 0));
    // One that the ledger has is no other history, whatever its hash.
    assert_eq!(named([(900, "a"), (1, "b")]), (1, 0));
}

#[test]
fn a_receipt_is_found_by_its_entry_and_otherwise_by_seat_and_number() {
    let world = world();
    let entries = entries(&world);
    let of = |seat: &str, number: u64| {
        let is = |entry: &&Entry| {
            entry.kind == Kind::Received && entry.body["seat"] == seat && entry.body["number"] == number
        };
        entries.iter().find(is).unwrap()
    };
    let found = |change: &dyn Fn(&mut SignedReceipt)| {
        let mut letters = letters(&world);
        change(receipt(&mut letters, "ash", 2));
        compare(&entries, false, &letters)
    };
    // The hash alone is another: something before it has been changed.
    let seq = of("ash", 2).seq;
    let other = found(&|signed| signed.statement.entry = Hash256::of("other"));
    assert!(finds(
        &other,
        Some(seq),
        &format!("it acknowledges entry {seq}, which is here with another hash")
    ));
    assert_eq!((other.receipts, notes(&other, "")), (2, 0), "{other:?}");
    let mut first = letters(&world);
    receipt(&mut first, "birch", 1).statement.entry = Hash256::of("other");
    let (first, seq) = (compare(&entries, false, &first), of("birch", 1).seq);
    assert!(finds(
        &first,
        Some(seq),
        &format!("it acknowledges entry {seq}, which is here with another hash")
    ));
    // The hash is that of another entry, which is compared.
    let birch = of("birch", 1);
    let swapped = found(&|signed| signed.statement.entry = birch.hash);
    assert!(finds(&swapped, Some(birch.seq), "not as this ledger has it"), "{swapped:?}");
    assert!(finds(&swapped, Some(birch.seq), "seat is birch there and ash in the receipt"), "{swapped:?}");
    // A number that the seat has not had.
    let missing = found(&|signed| {
        signed.statement.entry = Hash256::of("other");
        signed.statement.number = 3;
    });
    assert!(finds(&missing, None, "it acknowledges a message of ash (receipt 3) that is not in this ledger"));
    assert_eq!(
        notes(&missing, "the ledger has messages of ash whose receipts are not here: 2."),
        1,
        "{missing:?}"
    );
    // Two receipts with one number.
    let twice = found(&|signed| signed.statement.number = 1);
    assert!(finds(&twice, None, "it is receipt 1 of ash, but"), "{twice:?}");
}

#[test]
fn a_copy_may_end_before_what_a_receipt_acknowledges() {
    let world = world();
    let all = entries(&world);
    let head = letters(&world).ours.iter_mut().find_map(signed).unwrap().statement.head;
    let part = &all[..usize::try_from(head.seq).unwrap()];
    let found = compare(part, true, &letters(&world));
    assert_eq!(
        (found.findings.len(), notes(&found, "came after the end of this copy: 3")),
        (0, 1),
        "{found:?}"
    );
    // The whole ledger does not end there, nor does one with another head.
    let found = compare(part, false, &letters(&world));
    assert!(
        finds(&found, None, "its end is missing, or it was copied before this message came"),
        "{found:?}"
    );
    let mut other = letters(&world);
    receipt(&mut other, "birch", 1).statement.head.hash = Hash256::of("other");
    let found = compare(part, true, &other);
    assert!(finds(&found, None, "it acknowledges a message of birch"), "{found:?}");
    assert_eq!(notes(&found, "came after the end of this copy: 2"), 1);
}

#[test]
fn who_wrote_and_is_not_in_the_ledger_is_told_so() {
    let world = world();
    let entries = entries(&world);
    let last = entries.last().unwrap().at;
    let found = |answers: bool, date: DateTime<Utc>, with_receipt: bool| {
        let mut letters = letters(&world);
        let known = letters.others[0].message;
        let ours = letters.ids.first().unwrap().clone();
        let other = &mut letters.others[0];
        other.message = Hash256::of("never seen");
        (other.answers, other.date) = (if answers { vec![ours] } else { vec!["x@y".into()] }, Some(date));
        if with_receipt {
            let of = |signed: &&mut SignedReceipt| signed.statement.message == known;
            let signed = letters.ours.iter_mut().filter_map(signed).find(of).unwrap();
            signed.statement.message = Hash256::of("never seen");
        }
        let found = compare(&entries, false, &letters);
        let told =
            (notes(&found, "no receipt for it is here"), notes(&found, "newer than the ledger's last entry"));
        (found.own, found.strangers, told)
    };
    assert_eq!(found(true, last, false), (2, 0, (1, 0)));
    assert_eq!(found(true, last + TimeDelta::seconds(1), false), (2, 0, (1, 1)));
    assert_eq!(found(false, last, false), (2, 1, (0, 0)));
    // A receipt for it has told already.
    assert_eq!(found(true, last, true), (2, 0, (0, 0)));
}

/// What a signed file states of the ledger and of a plan must stand in the text that was signed with it.
#[test]
fn what_a_signed_file_states_stands_in_its_text() {
    let world = world();
    let other = Hash256::of("another");
    let states = |change: &dyn Fn(&mut SignedReceipt)| {
        let mut letters = letters(&world);
        change(receipt(&mut letters, "ash", 1));
        let found = compare(&entries(&world), false, &letters);
        finds(&found, None, &format!("its signed file states sha256:{other}, but its text does not"))
    };
    assert!(!states(&|_| ()));
    assert!(states(&|signed| signed.statement.chain = Hash256::of("another")));
    assert!(states(&|signed| signed.statement.seal = Some(format!("sha256:{}", Hash256::of("another")))));
}
