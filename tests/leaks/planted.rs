//! Leaks that are planted, and must be found: a test that cannot fail proves nothing.

use crate::copies::{self, Ways};
use crate::plans::{self, HONEST, Means, Vary, Words};
use crate::world::*;
use crate::{anonymous, hidden, rulings, same, veil};
use ravenpost::campaign::{Campaign, For, Model, Render};
use ravenpost::disk::{Disk, FaultyDisk};
use ravenpost::ledger::Entry;
use ravenpost::report::model::Answer;
use ravenpost::report::{NotWritten, OrderPage, Written as InWords};
use serde_json::Value;
use std::path::Path;

const THRONES: Manner = Manner {
    game: "thrones-1e",
    players: 3,
    variant: false,
    secrecy: "deposit",
    pace: "batch",
    leak_check: false,
};

/// Words that know more than they are told: the length of all files in a folder, or the bytes of one.
struct Spy {
    disk: FaultyDisk,
    place: &'static str,
    sizes: bool,
    /// The mails in which they tell it.
    tells: fn(&Model) -> bool,
}

impl Spy {
    /// What it knows.
    fn seen(&self) -> String {
        let base = Path::new("/c").join(self.place);
        let mine = |path: &std::path::PathBuf| path.starts_with(&base) && !path.ends_with("record.json");
        let files: Vec<Vec<u8>> = self
            .disk
            .files()
            .iter()
            .filter(|path| mine(path))
            .map(|path| self.disk.read(path).unwrap())
            .collect();
        match self.sizes {
            true => files.iter().map(Vec::len).sum::<usize>().to_string(),
            false => ravenpost::seal::Hash256::of(files.concat()).to_string(),
        }
    }
}

impl Render for Spy {
    fn write(&self, mail: &Model) -> Result<InWords, NotWritten> {
        let mut written = Render::write(&*WRITER, mail)?;
        if (self.tells)(mail) {
            written.mail.text.push_str(&self.seen());
        }
        Ok(written)
    }
}

#[test]
fn a_view_that_shows_a_card_of_a_deck_or_of_a_hand_is_found() {
    let king = Manner { game: "king-is-dead", players: 2, ..THRONES };
    let second = Manner { game: "thrones-2e", ..THRONES };
    for manner in [THRONES, king, second] {
        // A campaign may be over before a hand or a deck matters to anybody.
        let found = |seed| hidden::exchange(manner, seed, 9, Some(veil::leaky), &copies::Own).err();
        let why = (5..15).find_map(found).expect("a leak that is not found");
        assert!(why.contains("--- or ---") && why.contains("looks at turn"), "two mails that differ: {why}");
    }
}

/// What is wrong with a campaign whose words are these, when only this is exchanged.
fn found(manner: Manner, only: Vary, words: Words<'_>) -> String {
    let means = Means { words, only: Some(only), ..HONEST };
    let found = plans::exchange(manner, 11, 8, means);
    found.expect_err(&format!("a leak of {only:?} is not found"))
}

#[test]
fn words_that_know_a_deposited_plan_or_only_its_length_are_found() {
    for sizes in [false, true] {
        let spy = |world: &World| -> Option<Box<dyn Render>> {
            Some(Box::new(Spy { disk: world.disk.clone(), place: "private/", sizes, tells: |_| true }))
        };
        let why = found(THRONES, Vary::Plans, &spy);
        assert!(why.contains("nothing closed"), "{why}");
    }
}

/// Whether a mail holds an answer of a kind.
fn answers(mail: &Model, kind: fn(&Answer) -> bool) -> bool {
    matches!(mail, Model::Receipt(receipt) if receipt.extra.iter().any(kind))
}

#[test]
fn answers_that_know_a_deposited_plan_are_found_each_by_itself() {
    let kinds: [fn(&Model) -> bool; 7] = [
        |mail| answers(mail, |answer| matches!(answer, Answer::Forecast(_))),
        |mail| answers(mail, |answer| matches!(answer, Answer::Map { .. })),
        |mail| answers(mail, |answer| matches!(answer, Answer::Rules { .. })),
        |mail| answers(mail, |answer| matches!(answer, Answer::History { .. })),
        |mail| answers(mail, |answer| matches!(answer, Answer::Explain { .. })),
        |mail| answers(mail, |answer| matches!(answer, Answer::Status { .. })),
        |mail| answers(mail, |answer| matches!(answer, Answer::Help { .. })),
    ];
    for tells in kinds {
        let spy = |world: &World| -> Option<Box<dyn Render>> {
            Some(Box::new(Spy { disk: world.disk.clone(), place: "private/", sizes: false, tells }))
        };
        let why = found(THRONES, Vary::Plans, &spy);
        assert!(why.contains("nothing closed"), "{why}");
    }
}

#[test]
fn a_ruling_that_tells_of_what_is_sealed_is_found_in_its_mail_and_in_a_file_for_all() {
    // In campaigns in which a ruling is done at once, and in one in which it is proposed.
    for seed in [0, 2] {
        let spy = |world: &World| -> Option<Box<dyn Render>> {
            let (disk, tells): (_, fn(&Model) -> bool) =
                (world.disk.clone(), |mail| matches!(mail, Model::Ruling(_)));
            Some(Box::new(Spy { disk, place: "private/", sizes: false, tells }))
        };
        let means = rulings::Means { words: &spy, ..rulings::HONEST };
        let why = rulings::exchange(THRONES, seed, 8, means).expect_err("the mail that tells is not found");
        assert!(why.contains("looks at a ruling") && why.contains("uling"), "{why}");
    }
    // How often others have written, in a file that goes to everybody.
    let what_if =
        |world: &World, text: String| format!("{text} {}", world.campaign().entries().unwrap().len());
    let means = rulings::Means { what_if: &what_if, ..rulings::HONEST };
    let why = rulings::exchange(THRONES, 0, 24, means).expect_err("the file that tells is not found");
    assert!(why.contains("what would change"), "{why}");
}

#[test]
fn mails_that_know_who_plays_or_how_somebodys_mails_look_are_found() {
    // Names and addresses; and how long the mails are that have come, which says something of who wrote them.
    for (place, sizes) in [("campaign.yaml", false), ("campaign.yaml", true), ("mail/in", true)] {
        for anonymous in [false, true] {
            let spy = |world: &World| -> Option<Box<dyn Render>> {
                Some(Box::new(Spy { disk: world.disk.clone(), place, sizes, tells: |_| true }))
            };
            let means = anonymous::Means { words: &spy, anonymous };
            let why = anonymous::exchange(THRONES, 11, 2, means).expect_err("who plays is not found");
            assert!(why.contains("--- or ---") && why.contains("looks in"), "{why}");
        }
    }
}

/// Words whose order page alone knows more than it is told.
struct PageSpy(Spy);

impl Render for PageSpy {
    fn write(&self, mail: &Model) -> Result<InWords, NotWritten> {
        Render::write(&*WRITER, mail)
    }

    fn order_page(&self, page: &OrderPage) -> Result<String, NotWritten> {
        Ok(Render::order_page(&*WRITER, page)? + &self.0.seen())
    }
}

#[test]
fn an_order_page_that_knows_who_plays_is_found() {
    let spy = |world: &World| -> Option<Box<dyn Render>> {
        let disk = world.disk.clone();
        Some(Box::new(PageSpy(Spy { disk, place: "campaign.yaml", sizes: false, tells: |_| false })))
    };
    let means = anonymous::Means { words: &spy, anonymous: true };
    let why = anonymous::exchange(THRONES, 11, 2, means).expect_err("who plays is not found");
    assert!(why.contains("--- or ---") && why.contains("looks in"), "{why}");
}

/// Something of the ledger's entries.
type Knowing = fn(&[Value]) -> String;

/// Words that know something of the ledger.
struct Reader {
    disk: FaultyDisk,
    knows: Knowing,
}

impl Render for Reader {
    fn write(&self, mail: &Model) -> Result<InWords, NotWritten> {
        let mut written = Render::write(&*WRITER, mail)?;
        let text = String::from_utf8(self.disk.read(Path::new("/c/ledger.jsonl")).unwrap()).unwrap();
        let entries: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        written.mail.text.push_str(&(self.knows)(&entries));
        Ok(written)
    }
}

#[test]
fn words_that_know_who_seals_how_often_or_when_somebody_writes_are_found() {
    let how = |entries: &[Value]| {
        let sealed = entries.iter().filter(|entry| entry["kind"] == "sealed");
        sealed.map(|entry| entry["body"]["how"].to_string()).collect::<String>()
    };
    let often = |entries: &[Value]| entries.iter().filter(|e| e["kind"] == "received").count().to_string();
    let when = |entries: &[Value]| {
        let sealed = entries.iter().rfind(|entry| entry["kind"] == "sealed");
        sealed.map(|entry| entry["at"].to_string()).unwrap_or_default()
    };
    let revision = |entries: &[Value]| {
        let sealed = entries.iter().filter(|entry| entry["kind"] == "sealed");
        sealed
            .map(|entry| entry["body"]["revision"].as_u64().unwrap_or_default())
            .max()
            .unwrap_or(0)
            .to_string()
    };
    let press = |entries: &[Value]| entries.iter().filter(|e| e["kind"] == "press").count().to_string();
    let cases: [(Vary, Knowing); 5] = [
        (Vary::How, how),
        (Vary::Restless, often),
        (Vary::Restless, when),
        (Vary::Restless, revision),
        (Vary::Restless, press),
    ];
    let either = Manner { secrecy: "either", ..THRONES };
    for (only, knows) in cases {
        let reader = |world: &World| -> Option<Box<dyn Render>> {
            Some(Box::new(Reader { disk: world.disk.clone(), knows }))
        };
        let why = found(either, only, &reader);
        assert!(why.contains("nothing closed"), "{why}");
    }
}

/// Copies and explanations that tell too much.
struct Careless {
    copy: fn(&World) -> Option<String>,
    tells: fn(&Campaign) -> String,
}

impl Ways for Careless {
    fn copy(&self, world: &World, receiver: &For) -> String {
        (self.copy)(world).unwrap_or_else(|| copies::Own.copy(world, receiver))
    }
    fn told(&self, world: &World, seat: &str, turn: u32) -> String {
        let campaign = world.campaign();
        copies::told(&campaign, Some(seat), turn) + &(self.tells)(&campaign)
    }
}

fn redacted(entry: &Entry) -> String {
    entry.secret.as_ref().map_or_else(|| entry.line(), |_| entry.redacted().and_then(|e| e.line())).unwrap()
}

fn copied(manner: Manner, only: Vary, copy: fn(&World) -> Option<String>) -> String {
    let ways = Careless { copy, tells: |_| String::new() };
    let means = Means { ways: &ways, only: Some(only), ..HONEST };
    plans::exchange(manner, 11, 8, means).expect_err("the leak is not found")
}

#[test]
fn copies_that_tell_too_much_are_found() {
    // One that goes on in an open window: who has sealed how, and how often.
    let either = Manner { secrecy: "either", ..THRONES };
    for only in [Vary::How, Vary::Restless] {
        let why = copied(either, only, |world| {
            Some(world.campaign().entries().unwrap().iter().map(redacted).collect())
        });
        assert!(why.contains("the copy for") && why.contains("nothing closed"), "{why}");
    }
    // One that shows how long secrets are, to the opening of the window.
    let why = copied(Manner { pace: "ask", ..THRONES }, Vary::Part, |world| {
        let campaign = world.campaign();
        let end = campaign.entries().unwrap().iter().rposition(|entry| entry.body["what"] == "opened")?;
        let line = |entry: &Entry| {
            let body = entry.secret.as_ref().and_then(|secret| secret.body());
            redacted(entry) + &body.map_or(0, |body| body.to_string().len()).to_string()
        };
        Some(campaign.entries().unwrap()[..=end].iter().map(line).collect())
    });
    assert!(why.contains("the copy for") && why.contains("has closed"), "{why}");
}

#[test]
fn explanations_that_tell_too_much_are_found() {
    // One that knows how often others have written.
    let tells = |campaign: &Campaign| campaign.entries().unwrap().len().to_string();
    let often = Careless { copy: |_| None, tells };
    let means = Means { ways: &often, only: Some(Vary::Restless), explain: true, ..HONEST };
    let why = plans::exchange(THRONES, 11, 4, means).unwrap_err();
    assert!(why.contains("explained") && why.contains("nothing closed"), "{why}");
    // One that knows the cards of a deck.
    let tells = |campaign: &Campaign| campaign.record.game.position["decks"].to_string();
    let seer = Careless { copy: |_| None, tells };
    let why = hidden::exchange(THRONES, 5, 4, None, &seer).unwrap_err();
    assert!(why.contains("explained"), "{why}");
}

#[test]
fn another_number_name_or_size_of_mails_is_found() {
    let mail = |name: &str, raw: &str| Mail { name: name.into(), raw: raw.into() };
    let one = [mail("1", "Date: 1\n\nx"), mail("2", "y")];
    assert_eq!(same(&one, &one), Ok(2));
    for other in [
        vec![mail("1", "Date: 1\n\nx")],
        vec![mail("1", "Date: 2\n\nx"), mail("2", "y")],
        vec![mail("1", "Date: 1\n\nx"), mail("3", "y")],
        vec![mail("2", "y"), mail("1", "Date: 1\n\nx")],
        vec![mail("1", "Date: 1\n\nx"), mail("2", "y"), mail("3", "")],
    ] {
        assert!(same(&one, &other).is_err());
    }
}

#[test]
fn a_log_is_really_listened_to() {
    let ((), log) = logged(|| tracing::trace!(plan = "march", "leaked"));
    assert!(log.contains("leaked") && log.contains("march"), "{log}");
}

#[test]
fn the_campaigns_own_check_holds_a_leaking_mail_back_and_no_other() {
    let manner = Manner { leak_check: true, ..THRONES };
    let mut honest = World::founded(manner, 3, None);
    assert!(honest.tick(&*WRITER).attention.is_empty());
    assert_eq!(honest.sent_to("stark").len(), 1);
    let mut world = World::founded(manner, 3, Some(veil::leaky));
    let ticked = world.tick(&*WRITER);
    // What the game master may know is not checked: the first message to him, and his report.
    assert_eq!((ticked.sent, world.sent_to("stark").len()), (2, 0));
    assert!(ticked.attention.iter().any(|words| words.contains("held back")), "{:?}", ticked.attention);
    assert_eq!(world.seats.len(), 3);
    assert!(world.seats.iter().all(|seat| world.sent_to(seat).is_empty()));
}
