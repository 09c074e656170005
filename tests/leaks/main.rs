//! Non-interference: the others' secrets are exchanged, everything is run again, and no byte that a seat is sent may
//! be another. And the proof that these tests can fail: leaks that are planted are found.

mod anonymous;
mod copies;
mod hidden;
mod maps;
#[cfg(unix)]
mod modes;
mod people;
mod plans;
mod planted;
mod rulings;
mod sites;
#[path = "../common/thorough.rs"]
mod thorough;
mod veil;
mod words;
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
    /// Copies of the ledger and explanations compared.
    pub copies: usize,
    /// Explanations compared with those of a game with other decks.
    pub twisted: usize,
    /// Worlds with a ruling compared with another in which others have planned otherwise.
    pub rulings: usize,
    /// Worlds compared with the same game played by other people.
    pub people: usize,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.positions += other.positions;
        self.mails += other.mails;
        self.shown += other.shown;
        self.after += other.after;
        self.decks += other.decks;
        self.copies += other.copies;
        self.twisted += other.twisted;
        self.rulings += other.rulings;
        self.people += other.people;
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
    // Of a long line what is around the place.
    let lines = |text: &str| text.lines().nth(place).unwrap_or_default().to_owned();
    let column = lines(one).bytes().zip(lines(other).bytes()).take_while(|(a, b)| a == b).count();
    let part = |line: &str| -> String {
        line.chars().skip(if line.len() > 400 { column.saturating_sub(150) } else { 0 }).take(400).collect()
    };
    let around = |text: &str| {
        text.lines().skip(place.saturating_sub(2)).take(5).map(part).collect::<Vec<_>>().join("\n")
    };
    let head: Vec<&str> = one.lines().filter(|line| line.starts_with("Subject:")).collect();
    format!("{head:?} line {}:\n{}\n--- or ---\n{}", place + 1, around(one), around(other))
}

/// Windows to look at of each game and test: `RAVENPOST_LEAK_WINDOWS`, or as many as are enough for every day, or two
/// thousand in a thorough run.
fn windows(enough: usize) -> usize {
    let wanted = std::env::var("RAVENPOST_LEAK_WINDOWS").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or_else(|| thorough::thorough(enough, 2_000))
}

/// Windows looked at of one campaign, so that even a few are of two in different manners.
const OF_ONE: usize = 4;

/// Windows of a game and test that are looked at every day.
const OF_EACH: usize = 8;

/// The campaign to begin with: so that some can be played again, or several programs share them.
fn first() -> usize {
    std::env::var("RAVENPOST_LEAK_FROM").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The manners of a game in turn: each way to hand plans in at tables of each size in nine campaigns, at each pace in
/// eighteen; some with Mordred, and every eighth with the check before a mailing.
fn manner(game: &games::Entry, number: usize) -> Manner {
    Manner {
        game: game.id,
        players: game.players[(first_table(game) + number) % game.players.len()],
        variant: game.id != "thrones-1e" && number % 5 % 2 == 1,
        secrecy: ["sealed", "either", "deposit"][(number + number / 3) % 3],
        pace: ["batch", "ask"][number % 2],
        leak_check: number / 2 % 4 == 1,
    }
}

/// The table to begin with: the largest; on two boards, where twelve take long, the smallest.
fn first_table(game: &games::Entry) -> usize {
    if game.id == "westeros-and-the-north" { 0 } else { game.players.len() - 1 }
}

/// Campaign after campaign, until so many windows were looked at.
fn sum(
    game: &games::Entry,
    windows: usize,
    of: impl Fn(Manner, u64, usize) -> Result<Tally, String>,
) -> Tally {
    let (mut all, mut empty) = (Tally::default(), 0);
    let first = first();
    for number in first.. {
        let left = windows.saturating_sub(all.positions);
        if left == 0 {
            break;
        }
        let manner = manner(game, number);
        let tally = of(manner, number as u64, left.min(OF_ONE));
        let tally = tally.unwrap_or_else(|why| panic!("campaign {number}, {manner:?}: {why}"));
        // Now and then a short game is over before there is a window to look at, above all if somebody rules in it.
        empty += usize::from(tally.positions == 0);
        assert!(
            empty * 3 <= number - first + 9,
            "campaign {number}, {manner:?}: nothing was looked at, as in others"
        );
        let before = all.positions / 100;
        all += tally;
        // Long runs say how far they are, so that they can be taken up from there.
        if all.positions / 100 > before && windows > 100 {
            println!("{}, up to campaign {number}: {all:?}", game.id);
        }
    }
    println!("{}: {all:?}", game.id);
    all
}

/// Windows of the second edition that are looked at every day: fewer, because its campaigns are long and the first edition's
/// tests look at what both share.
const OF_SECOND: usize = 5;

/// Windows of the game on two boards: the tests of each board look at the rest, these at what only both have together.
const OF_JOINED: usize = 2;

fn enough(game: &games::Entry, of_others: usize) -> usize {
    windows(match game.id {
        "westeros-and-the-north" => OF_JOINED.min(of_others),
        "thrones-2e" | "thrones-nine" | "beyond-the-wall" => OF_SECOND.min(of_others),
        _ => of_others,
    })
}

fn plans_are_exchanged(game: &games::Entry) -> Tally {
    let all = sum(game, enough(game, OF_EACH), |manner, seed, windows| {
        plans::exchange(manner, seed, windows, plans::HONEST)
    });
    assert!(all.mails > all.positions && all.copies > all.positions && all.after > 0, "{all:?}");
    all
}

fn what_is_hidden_is_exchanged(game: &games::Entry) -> Tally {
    let all = sum(game, enough(game, OF_EACH), |manner, seed, windows| {
        hidden::exchange(manner, seed, windows, None, &copies::Own)
    });
    assert!(all.mails > all.positions && all.decks > all.positions / 4, "{all:?}");
    all
}

fn people_are_exchanged(game: &games::Entry) {
    let all = sum(game, enough(game, OF_EACH), |manner, seed, windows| {
        let means = anonymous::Means { words: &|_| None, anonymous: seed % 3 != 2 };
        anonymous::exchange(manner, seed, windows, means)
    });
    assert!(all.mails > all.positions && all.copies > all.positions && all.people > all.positions, "{all:?}");
}

fn rulings_are_given(game: &games::Entry) {
    // Short games are often over before anything comes of the plans.
    let few = if game.id == "king-is-dead" { 12 } else { 3 };
    let all = sum(game, enough(game, few), |manner, seed, windows| {
        rulings::exchange(manner, seed, windows, rulings::HONEST)
    });
    assert!(all.mails > all.positions && all.rulings > all.positions / 4 && all.after > 0, "{all:?}");
}

#[test]
fn what_others_plan_changes_no_byte_that_a_seat_has_in_thrones() {
    plans_are_exchanged(&games::ALL[0]);
}

#[test]
fn what_others_plan_changes_no_byte_that_a_seat_has_in_the_king_is_dead() {
    plans_are_exchanged(&games::ALL[1]);
}

#[test]
fn what_others_plan_changes_no_byte_that_a_seat_has_in_the_second_edition() {
    plans_are_exchanged(&games::ALL[2]);
}

/// The tactic decks, the tactic card that is sealed with the orders, and the bids.
#[test]
fn what_others_plan_changes_no_byte_that_a_seat_has_in_the_north() {
    plans_are_exchanged(&games::ALL[4]);
}

#[test]
fn what_nobody_has_seen_changes_no_byte_that_a_seat_has_in_the_north() {
    what_is_hidden_is_exchanged(&games::ALL[4]);
}

#[test]
fn who_the_others_are_changes_no_byte_that_a_seat_has_in_the_north() {
    people_are_exchanged(&games::ALL[4]);
}

#[test]
fn a_ruling_tells_nothing_of_what_others_plan_in_the_north() {
    rulings_are_given(&games::ALL[4]);
}

/// Gifts, the tactic cards of sides beside the orders of houses, and bids of all.
#[test]
fn what_others_plan_changes_no_byte_that_a_seat_has_on_two_boards() {
    plans_are_exchanged(&games::ALL[5]);
}

#[test]
fn what_nobody_has_seen_changes_no_byte_that_a_seat_has_on_two_boards() {
    what_is_hidden_is_exchanged(&games::ALL[5]);
}

#[test]
fn who_the_others_are_changes_no_byte_that_a_seat_has_on_two_boards() {
    people_are_exchanged(&games::ALL[5]);
}

#[test]
fn a_ruling_tells_nothing_of_what_others_plan_on_two_boards() {
    rulings_are_given(&games::ALL[5]);
}

#[test]
fn what_nobody_has_seen_changes_no_byte_that_a_seat_has_in_the_second_edition() {
    what_is_hidden_is_exchanged(&games::ALL[2]);
}

#[test]
fn who_the_others_are_changes_no_byte_that_a_seat_has_in_the_second_edition() {
    people_are_exchanged(&games::ALL[2]);
}

#[test]
fn a_ruling_tells_nothing_of_what_others_plan_in_the_second_edition() {
    rulings_are_given(&games::ALL[2]);
}

#[test]
fn words_of_chance_change_no_byte_that_another_seat_has_before_they_are_fixed() {
    for (number, chance) in
        ["{words: open, until: in 48h}", "{words: sealed, until: in 48h}"].iter().enumerate()
    {
        for game in &games::ALL[..2] {
            let all = words::exchange(manner(game, number * 2), number as u64 + 3, chance);
            let all = all.unwrap_or_else(|why| panic!("{}, {chance}: {why}", game.id));
            assert!(all.mails >= 12 && all.copies == 10, "{all:?}");
        }
    }
}

#[test]
fn what_nobody_has_seen_changes_no_byte_that_a_seat_has_in_thrones() {
    let all = what_is_hidden_is_exchanged(&games::ALL[0]);
    assert!(all.twisted > 0, "{all:?}");
}

#[test]
fn what_nobody_has_seen_changes_no_byte_that_a_seat_has_in_the_king_is_dead() {
    what_is_hidden_is_exchanged(&games::ALL[1]);
}

#[test]
fn who_the_others_are_changes_no_byte_that_a_seat_has_in_thrones() {
    people_are_exchanged(&games::ALL[0]);
}

#[test]
fn who_the_others_are_changes_no_byte_that_a_seat_has_in_the_king_is_dead() {
    people_are_exchanged(&games::ALL[1]);
}

#[test]
fn a_ruling_tells_nothing_of_what_others_plan_in_thrones() {
    rulings_are_given(&games::ALL[0]);
}

#[test]
fn a_ruling_tells_nothing_of_what_others_plan_in_the_king_is_dead() {
    rulings_are_given(&games::ALL[1]);
}

#[test]
fn every_game_is_looked_at() {
    assert_eq!(
        games::ALL.iter().map(|game| game.id).collect::<Vec<_>>(),
        [
            "thrones-1e",
            "king-is-dead",
            "thrones-2e",
            "thrones-nine",
            "beyond-the-wall",
            "westeros-and-the-north"
        ]
    );
}
