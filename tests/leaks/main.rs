//! Non-interference: the others' secrets are exchanged, everything is run again, and no byte that a seat is sent may
//! be another. And the proof that these tests can fail: leaks that are planted are found.

mod hidden;
#[cfg(unix)]
mod modes;
mod plans;
mod planted;
mod world;

use ravenpost::games;
use world::{Mail, Manner};

/// How much was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Positions, each with one seat that looks.
    pub positions: usize,
    /// Mails compared with their like in a world with other secrets.
    pub mails: usize,
    /// Worlds in which the exchange showed by rule, so that only a part could be compared.
    pub shown: usize,
    /// Mails compared after a window had closed, with other standing instructions of others.
    pub after: usize,
    /// Positions in which what lies in decks or hands was another.
    pub decks: usize,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.positions += other.positions;
        self.mails += other.mails;
        self.shown += other.shown;
        self.after += other.after;
        self.decks += other.decks;
    }
}

/// The first difference between two rows of mails, in words.
pub fn same(one: &[Mail], other: &[Mail]) -> Result<usize, String> {
    for (a, b) in one.iter().zip(other) {
        if a.name != b.name {
            return Err(format!("mails are called {} and {}", a.name, b.name));
        }
        if a.raw != b.raw {
            return Err(difference(&a.raw, &b.raw));
        }
    }
    if one.len() != other.len() {
        return Err(format!("{} mails and {} mails", one.len(), other.len()));
    }
    Ok(one.len())
}

/// Where two texts part, with the lines around.
pub fn difference(one: &str, other: &str) -> String {
    let place = one.lines().zip(other.lines()).position(|(a, b)| a != b);
    let place = place.unwrap_or_else(|| one.lines().count().min(other.lines().count()));
    let around =
        |text: &str| text.lines().skip(place.saturating_sub(2)).take(5).collect::<Vec<_>>().join("\n");
    let head: Vec<&str> = one.lines().filter(|line| line.starts_with("Subject:")).collect();
    format!("{head:?} line {}:\n{}\n--- or ---\n{}", place + 1, around(one), around(other))
}

/// Windows that are played in each campaign: enough for every day; `RAVENPOST_LEAK_WINDOWS` asks for more.
fn windows() -> usize {
    std::env::var("RAVENPOST_LEAK_WINDOWS").ok().and_then(|text| text.parse().ok()).unwrap_or(3)
}

/// A game at its full table, in both ways of handing plans in and at both paces.
fn manners(game: &games::Entry) -> Vec<Manner> {
    let players = *game.players.last().unwrap();
    let all = [("deposit", "batch"), ("sealed", "batch"), ("deposit", "ask"), ("sealed", "ask")];
    all.map(|(secrecy, pace)| Manner { game: game.id, players, secrecy, pace, leak_check: false }).to_vec()
}

fn sum(game: &games::Entry, of: impl Fn(Manner) -> Result<Tally, String>) -> Tally {
    let mut all = Tally::default();
    for manner in manners(game) {
        let tally = of(manner).unwrap_or_else(|why| panic!("{manner:?}: {why}"));
        println!("{} {} {}: {tally:?}", manner.game, manner.secrecy, manner.pace);
        all += tally;
    }
    println!("{}: {all:?}", game.id);
    all
}

#[test]
fn what_others_plan_changes_no_byte_that_a_seat_is_sent() {
    let mut after = 0;
    for game in games::ALL {
        let all = sum(game, |manner| plans::exchange(manner, 11, windows(), &|_| None));
        assert!(all.mails > 100, "{}: {all:?}", game.id);
        after += all.after;
    }
    assert!(after > 0, "no plan was exchanged in what was never asked for");
}

#[test]
fn what_nobody_has_seen_changes_no_byte_that_a_seat_is_sent() {
    let mut decks = 0;
    for game in games::ALL {
        let all = sum(game, |manner| hidden::exchange(manner, 5, windows(), None));
        assert!(all.mails > 30, "{}: {all:?}", game.id);
        decks += all.decks;
    }
    assert!(decks > 20, "{decks} decks in another order");
}
