//! The pages for the web: what somebody has planned, handed in or written to another seat, and what lies in decks that nobody
//! has seen, changes no byte of any file.

use crate::plans::{Vary, close, hand_in, hands_of, varied};
use crate::thorough::thorough;
use crate::world::*;
use crate::{copies, difference, hidden};
use ravenpost::campaign::record::Phase;
use ravenpost::campaign::{Campaign, Model, Render, Shown, site};
use ravenpost::disk::Disk;
use ravenpost::report::model::TurnReport;
use ravenpost::report::{NotWritten, Written as InWords};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Words of a world, in place of the program's own: for leaks that are planted.
type Words<'a> = &'a dyn Fn(&World) -> Option<Box<dyn Render>>;

const HONEST: Words<'_> = &|_| None;

/// How much was compared.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// Files compared while a window took plans.
    open: usize,
    /// Of the worlds whose files were compared then, those in whose ledgers something else lay.
    unlike: usize,
    /// Files compared when it had closed, with other words between seats and other standing instructions.
    after: usize,
    /// Files compared with those of a game with other decks.
    twisted: usize,
    /// All names of files that were compared.
    names: BTreeSet<String>,
}

fn campaign(game: &'static str, players: u8) -> (World, Manner) {
    let manner =
        Manner { game, players, variant: false, secrecy: "either", pace: "batch", leak_check: false };
    // Press to all is published only where a site is announced.
    let lines = [("\nsite: no", "\nsite: ../www"), ("\npage: yes", "\npage: no")];
    (World::founded_with(manner, 3, None, &BTreeMap::new(), &lines), manner)
}

/// Every file of a world's site, written anew.
fn files(world: &World, words: Words<'_>) -> Vec<(String, String)> {
    let out = Path::new("/pages");
    let own = words(world);
    site(&world.edge, &world.campaign(), own.as_deref().unwrap_or(&*WRITER), out, true)
        .unwrap_or_else(|error| panic!("{error}"));
    let mut all = Vec::new();
    for path in world.disk.files().iter().filter(|path| path.starts_with(out)) {
        let text = String::from_utf8(world.disk.read(path).unwrap()).unwrap();
        all.push((path.strip_prefix(out).unwrap().display().to_string(), text));
        world.disk.remove(path).unwrap();
    }
    all
}

/// The number of files that are the same.
///
/// # Errors
/// The first difference, in words.
fn same(one: &[(String, String)], other: &[(String, String)]) -> Result<usize, String> {
    let names = |files: &[(String, String)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if names(one) != names(other) {
        return Err(format!("{:?} and {:?} are there", names(one), names(other)));
    }
    match one.iter().zip(other).find(|((_, a), (_, b))| a != b) {
        Some(((name, a), (_, b))) => Err(format!("{name}: {}", difference(a, b))),
        None => Ok(one.len()),
    }
}

/// Files without the hashes of entries and seals, which cover what is secret.
fn black(files: Vec<(String, String)>) -> Vec<(String, String)> {
    files.into_iter().map(|(name, text)| (name, copies::blacken(&text))).collect()
}

/// Plays windows of a campaign, in each of which others plan, write and seal otherwise.
///
/// # Errors
/// A leak, in words.
fn exchange(game: &'static str, players: u8, windows: usize, words: Words<'_>) -> Result<Tally, String> {
    let (mut world, manner) = campaign(game, players);
    let mut dice = fastrand::Rng::with_seed(5);
    let mut tally = Tally::default();
    crate::plans::tick(&mut world, HONEST)?;
    for window in 0..windows {
        let Some((id, seats, sealed, phase)) = asked(&world) else { break };
        if phase != Phase::Collecting {
            past_the_deadline(&mut world);
            crate::plans::tick(&mut world, HONEST)?;
            continue;
        }
        // Where one seat is asked at a time, its answer counts as soon as it comes; what the others have on file must not show.
        let alone = !sealed && seats.len() == 1;
        // The one whose own orders stay the same: everybody else's are exchanged.
        let eye = match seats.first().filter(|_| alone) {
            Some(asked) => asked.clone(),
            None => world.seats[dice.usize(..world.seats.len())].clone(),
        };
        let writers = if alone { &world.seats } else { &seats };
        let mut base = hands_of(&world, writers, sealed, manner, &mut dice);
        // A salt with which two of the others write to each other, and somebody writes to all.
        base.salt = base.salt / 12 * 12 + [7, 1][window % 2];
        // Two in each window: every page is drawn for each of them.
        let other = if alone { Vary::Part } else { Vary::How };
        let kinds = [[Vary::Plans, Vary::Press], [Vary::Restless, other]][window % 2];
        let mut all = vec![base.clone()];
        all.extend(kinds.into_iter().filter_map(|vary| varied(&world, &base, vary, &eye, &mut dice)));
        let mut worlds: Vec<World> = all.iter().map(|_| world.fork()).collect();
        for (world, hands) in worlds.iter_mut().zip(&all) {
            hand_in(world, hands, &eye, !alone, HONEST)?;
            let key = world.campaign().secrets.keys[&eye].text();
            world.write(&eye, &key, "press: {to: all, text: \"To the whole table.\"}");
            crate::plans::tick(world, HONEST)?;
        }
        let (first, rest) = worlds.split_first().unwrap();
        let seen = files(first, words);
        for other in rest {
            let why = |why: String| format!("{game}, {id} takes plans: {why}");
            tally.open += same(&seen, &files(other, words)).map_err(why)?;
            tally.unlike += usize::from(first.ledger_differs(other));
        }
        for (world, hands) in worlds.iter_mut().zip(&all) {
            close(world, hands, &eye, !alone, HONEST)?;
        }
        let (first, rest) = worlds.split_first().unwrap();
        let seen = black(files(first, words));
        tally.names.extend(seen.iter().map(|(name, _)| name.clone()));
        let over = |world: &World| world.campaign().record.game.ended.is_some();
        for other in rest.iter().filter(|other| !over(first) && first.public(&eye) == other.public(&eye)) {
            let why = |why: String| format!("{game}, {id} has closed: {why}");
            tally.after += same(&seen, &black(files(other, words))).map_err(why)?;
        }
        tally.twisted += twisted(first, words, &mut dice)?;
        world = worlds.swap_remove(0);
    }
    Ok(tally)
}

/// Compares the pages with those of a game with other cards where nobody has seen them. How many files there were.
fn twisted(world: &World, words: Words<'_>, dice: &mut fastrand::Rng) -> Result<usize, String> {
    if world.campaign().record.game.ended.is_some() {
        return Ok(0);
    }
    let base = world.fork();
    // Nobody's: what is left is what everybody may know.
    copies::without_secrets(&base, "");
    let seen = black(files(&base, words));
    let mut compared = 0;
    copies::twisted(&base, "", &[u64::MAX], dice, &mut |other| {
        compared += same(&seen, &black(files(other, words))).map_err(|why| format!("other decks: {why}"))?;
        Ok(())
    })?;
    Ok(compared)
}

#[test]
fn nothing_secret_changes_a_byte_of_the_pages() {
    for (game, players) in [("thrones-1e", 3), ("thrones-2e", 3), ("king-is-dead", 3)] {
        // The King is Dead is over after a few windows, because plans on file play on.
        let windows = if game == "king-is-dead" { 6 } else { thorough(2, 12) };
        let tally = exchange(game, players, windows, HONEST).unwrap_or_else(|why| panic!("{why}"));
        println!("{game}: {tally:?}");
        let compared = [tally.open, tally.unlike, tally.after];
        assert!(compared.iter().all(|count| *count > 0), "{game}: {tally:?}");
        // In The King is Dead nothing lies in a deck that nobody has seen.
        assert_eq!(tally.twisted > 0, game != "king-is-dead", "{game}: {tally:?}");
        for name in ["index.html", "turn-01.html", "turn-01.svg", "archive.jsonl", "verify.html", "feed.xml"]
        {
            assert!(tally.names.contains(name), "{game}: {tally:?}");
        }
    }
}

#[test]
fn press_to_all_is_on_the_pages_and_press_to_a_seat_is_not() {
    let (mut world, _) = campaign("thrones-1e", 3);
    let mut dice = fastrand::Rng::with_seed(5);
    world.tick(&*WRITER);
    let keys = world.campaign().secrets.keys;
    let (one, two) = (world.seats[0].clone(), world.seats[1].clone());
    let mut write = |seat: &str, body: &str| world.write(seat, &keys[seat].text(), body);
    write(&one, "press: {to: all, text: \"Peace & <b>quiet</b>\"}");
    write(&one, &format!("press: {{to: {two}, text: \"In secret\"}}"));
    write(&two, "press: {to: all, unsigned: yes, text: \"A rumour\"}");
    let manner = Manner {
        game: "thrones-1e",
        players: 3,
        variant: false,
        secrecy: "either",
        pace: "batch",
        leak_check: false,
    };
    while world.campaign().record.game.watched.is_empty() {
        hidden::play(&mut world, manner, &mut dice).unwrap();
    }
    let all = files(&world, HONEST);
    let page = &all.iter().find(|(name, _)| name == "turn-01.html").expect("a page").1;
    for words in ["Peace &amp; &lt;b&gt;quiet", "A rumour", "Unsigned, "] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(all.iter().all(|(name, text)| !text.contains("In secret") || panic!("{name}")));
}

/// Words whose pages know more than they are told.
struct Spy {
    world: World,
    knows: fn(&Campaign) -> String,
    /// `true` if it is the page's frame that tells it, otherwise the report in it.
    frame: bool,
}

impl Spy {
    /// What it knows, in letters, so that it is no hash that is blacked out.
    fn seen(&self) -> String {
        let hash = ravenpost::seal::Hash256::of((self.knows)(&self.world.campaign())).to_string();
        hash.replace(|c: char| c.is_ascii_digit(), "x")
    }
}

impl Render for Spy {
    fn write(&self, mail: &Model) -> Result<InWords, NotWritten> {
        Render::write(&*WRITER, mail)
    }

    fn article(&self, mail: &TurnReport) -> Result<String, NotWritten> {
        let article = Render::article(&*WRITER, mail)?;
        Ok(if self.frame { article } else { article + &self.seen() })
    }

    fn site_file(&self, template: &str, data: &Value) -> Result<String, NotWritten> {
        let file = Render::site_file(&*WRITER, template, data)?;
        Ok(if self.frame { file + &self.seen() } else { file })
    }

    fn caption(&self, game: &str, shown: Shown<'_>) -> Result<String, NotWritten> {
        Render::caption(&*WRITER, game, shown)
    }
}

/// All secrets in the ledger.
fn secrets(campaign: &Campaign) -> String {
    let entries = campaign.entries().unwrap().iter();
    let secrets: Vec<Value> = entries.filter_map(|entry| entry.secret.as_ref()?.body().cloned()).collect();
    serde_json::to_string(&secrets).unwrap()
}

/// The whole position, with the decks.
fn decks(campaign: &Campaign) -> String {
    campaign.record.game.position.to_string()
}

#[test]
fn pages_that_know_a_secret_are_found() {
    for (game, frame, file) in [
        ("thrones-1e", true, "feed.xml"),
        ("thrones-1e", false, "turn-01.html"),
        ("king-is-dead", true, "feed.xml"),
        ("king-is-dead", false, "turn-01.html"),
    ] {
        let spy = |world: &World| -> Option<Box<dyn Render>> {
            Some(Box::new(Spy { world: world.fork(), knows: secrets, frame }))
        };
        let why = exchange(game, 3, 6, &spy).expect_err("a leak that is not found");
        assert!(why.starts_with(game) && why.contains(file), "{why}");
    }
}

#[test]
fn pages_that_know_what_lies_in_a_deck_are_found() {
    let (mut world, manner) = campaign("thrones-1e", 3);
    let mut dice = fastrand::Rng::with_seed(5);
    world.tick(&*WRITER);
    while world.campaign().record.game.watched.is_empty() {
        hidden::play(&mut world, manner, &mut dice).unwrap();
    }
    let spy = |world: &World| -> Option<Box<dyn Render>> {
        Some(Box::new(Spy { world: world.fork(), knows: decks, frame: true }))
    };
    let found = (0..8).find_map(|_| twisted(&world, &spy, &mut dice).err());
    assert!(found.is_some_and(|why| why.contains("other decks")), "the card is not found");
}
