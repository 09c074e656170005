//! Lines between those of the table of spellings: the beginning of one with the end of another, one within another, and single words in
//! the place of others. Most say nothing and some say something nobody meant; what is read of each is held against the record.

use crate::outputs::{self, Scenario};
use crate::spelling::{Scene, Spelling, all};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// So many lines are made of each spelling in each of three ways.
const EACH: usize = 1;

/// The words of a text with what is behind each: blanks, and signs that end a word.
fn words(text: &str) -> Vec<&str> {
    text.split_inclusive([' ', ',', ':', ';', '(', ')', '/', '.']).collect()
}

fn spliced(one: &[&str], other: &[&str], way: usize, dice: &mut Rng) -> String {
    let (at, from) = (dice.usize(..=one.len()), dice.usize(..other.len()));
    let piece = &other[from..dice.usize(from + 1..=other.len())];
    let parts: [&[&str]; 3] = match way {
        // The beginning of one, and the end of the other.
        0 => [&one[..at], &other[from..], &[]],
        // A few words of the other within it.
        1 => [&one[..at], &piece[..piece.len().min(4)], &one[at..]],
        // A word in the place of one.
        _ => {
            let at = at.min(one.len() - 1);
            [&one[..at], &piece[..1], &one[at + 1..]]
        }
    };
    let mut text = String::new();
    for word in parts.concat() {
        // What was the last word of a line has no blank behind it.
        if text.ends_with(char::is_alphanumeric) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

fn all_of(game: &str) {
    let mut scenario = Scenario::new();
    let spellings: Vec<Spelling> = all().into_iter().filter(|one| one.game == game).collect();
    let lines: BTreeSet<&str> = spellings.iter().flat_map(|one| one.lines.lines()).collect();
    let lines: Vec<Vec<&str>> = lines.into_iter().map(words).filter(|words| !words.is_empty()).collect();
    assert!(lines.len() > 15, "{game}: {}", lines.len());
    let mut dice = Rng::with_seed(lines.len() as u64);
    let (mut tried, mut taken) = (0, 0);
    let mut scenes = BTreeMap::new();
    for spelling in &spellings {
        let place = (spelling.players, &spelling.seat, &spelling.at, &spelling.asked);
        let scene = scenes.entry(place).or_insert_with(|| Scene::of(spelling));
        let own: Vec<Vec<&str>> =
            spelling.lines.lines().map(words).filter(|words| !words.is_empty()).collect();
        let mut said = String::new();
        for way in 0..3 {
            for _ in 0..EACH {
                let one = &own[dice.usize(..own.len())];
                let other = &lines[dice.usize(..lines.len())];
                let text = spliced(one, other, way, &mut dice);
                let got = scene.take(&text);
                tried += 1;
                taken += usize::from(got.plan.is_some());
                let _ = writeln!(said, "{text}\n{:?}\n{:?}", got.plan, got.fates);
                for fault in &got.faults {
                    let _ = writeln!(said, "{:?} {:?}", fault.span, fault.why);
                }
            }
        }
        outputs::said(&spelling.id, said);
    }
    assert!(taken * 20 > tried && taken < tried, "{game}: {taken} of {tried}");
    scenario.ends(Vec::new);
}

#[test]
fn of_westeros() {
    ["thrones-1e", "thrones-2e"].into_iter().for_each(all_of);
}

#[test]
fn of_the_north() {
    all_of("beyond-the-wall");
}

#[test]
fn of_the_king() {
    all_of("king-is-dead");
}
