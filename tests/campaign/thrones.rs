//! A whole campaign of A Game of Thrones on a real disk, in the program's own words.

use super::folder::Folder;
use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::campaign::{
    Campaign, Host, NewCampaign, Ticked, new, settings_text, start, status, tick, verify,
};
use ravenpost::disk::RealDisk;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Who plays, in the order of the seats.
pub const PLAYERS: [&str; 6] = ["anna", "bert", "cleo", "dora", "emil", "finn"];

pub struct World {
    dir: Folder,
    pub edge: Host,
    pub now: DateTime<Utc>,
}

impl World {
    pub fn new(change: impl FnOnce(String) -> String) -> Self {
        World::of("thrones-1e", &["stark", "lannister", "baratheon"], change)
    }

    pub fn of(game: &str, seats: &[&str], change: impl FnOnce(String) -> String) -> Self {
        let dir = Folder::new();
        // Without the lock: a program that another test starts holds it for an instant, as it inherits it.
        let edge = Host { lock: false, ..Host::new(Arc::new(RealDisk { sync: false })) };
        let seat =
            |seat: &str, player: &str| (seat.to_owned(), player.to_owned(), format!("{player}@example.org"));
        let campaign = NewCampaign {
            id: "westeros-7".into(),
            title: "Westeros".into(),
            game: game.into(),
            address: "game@example.org".into(),
            timezone: "Europe/Rome".into(),
            gm_name: "Maria".into(),
            gm_address: "maria@example.org".into(),
            seats: seats.iter().zip(PLAYERS).map(|(id, player)| seat(id, player)).collect(),
        };
        let mut world = World { dir, edge, now: "2026-11-20T10:00:00Z".parse().unwrap() };
        new(&world.edge, &world.path(), &campaign).unwrap();
        let text = settings_text(&campaign).unwrap().replace("chance: {words: open}", "chance: no");
        let text = change(text.replace("\nmap: png", "\nmap: no"));
        std::fs::write(world.path().join("campaign.yaml"), text).unwrap();
        let mut dice = fastrand::Rng::with_seed(7);
        start(&world.edge, &world.path(), world.now, &mut |bytes| dice.fill(bytes))
            .unwrap_or_else(|e| panic!("{e}"));
        world.tick();
        world
    }

    pub fn path(&self) -> PathBuf {
        self.dir.path().join("c")
    }

    pub fn tick(&mut self) -> Ticked {
        tick(&self.edge, &self.path(), self.now).unwrap_or_else(|error| panic!("{error}"))
    }

    pub fn campaign(&self) -> Campaign {
        Campaign::open(&self.edge, &self.path()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The last mail to a player that has some words in it.
    pub fn last(&self, player: &str, words: &str) -> (String, String) {
        let mut all: Vec<_> =
            std::fs::read_dir(self.path().join("mail/out/new")).unwrap().flatten().collect();
        all.sort_by_key(|file| (file.metadata().unwrap().modified().unwrap(), file.path()));
        let of = all.iter().rev().map(|file| read(&file.path()));
        of.into_iter().find(|(to, text)| to.starts_with(player) && text.contains(words)).expect("such a mail")
    }

    pub fn sent(&self) -> Vec<(String, String)> {
        let all = std::fs::read_dir(self.path().join("mail/out/new")).unwrap();
        let mut all: Vec<_> = all.map(|file| read(&file.unwrap().path())).collect();
        all.sort();
        all
    }
}

/// Recipient and text of a mail.
fn read(path: &Path) -> (String, String) {
    let letter = ravenpost::post::read(&std::fs::read(path).unwrap());
    let texts: Vec<_> = letter.parts.iter().map(|part| part.text.as_str()).collect();
    (letter.to[0].address.clone(), format!("{}\n{}", letter.subject, texts.join("\n")))
}

#[test]
fn a_whole_game_by_the_steward_follows_from_its_record() {
    let mut world = World::new(|text| {
        text.replace("absence: wait", "absence: steward")
            .replace("deadline: every 3 days at 20:00", "deadline: in 48h")
            .replace("outage: 6h", "outage: 1000h")
            .replace("chance: no", "chance: {until: in 24h}")
            .replace("leak check: no", "leak check: yes")
            .replace("pace: ask\nask", "pace: batch\nask")
    });
    for _ in 0..200 {
        world.now += TimeDelta::hours(26);
        let ticked = world.tick();
        // Nobody writes here, of which the game master is told.
        let is_known = |what: &String| what.starts_with("nobody has sent anything");
        assert!(ticked.attention.iter().all(is_known), "{:?}", ticked.attention);
        if ticked.over {
            break;
        }
    }
    let campaign = world.campaign();
    assert!(campaign.record.game.ended.is_some(), "{:?}", status(&campaign, world.now).unwrap());
    assert!(campaign.record.people.due.is_empty());
    let verified = verify(&world.edge, &world.path()).unwrap().unwrap();
    assert!(verified.shuffles > 3 && verified.stages > 20 && verified.answers > 20, "{verified:?}");
    strangers_verifier(&world.path().join("ledger.jsonl"));
    let sent = world.sent();
    assert!(sent.len() > 30, "{}", sent.len());
    for (seat, key) in &campaign.secrets.keys {
        let own = &campaign.settings.seat(seat).unwrap().addresses[0];
        for (to, text) in &sent {
            assert_eq!(text.contains(&key.text()), to == own, "{seat}'s key in a mail to {to}:\n{text}");
            // What a steward plays is no plan of the player's.
            assert!(!text.contains("your plan from the window"), "to {to}:\n{text}");
        }
    }
    assert!(world.path().join("turns/02/report.html").is_file());
    // Nothing is to be done any more, and that is quickly seen.
    let last = world.tick();
    assert!(last.is_idle());
    let begun = std::time::Instant::now();
    for _ in 0..1000 {
        world.now += TimeDelta::minutes(5);
        assert_eq!(world.tick(), Ticked::default());
    }
    let each = begun.elapsed() / 1000;
    assert!(each < std::time::Duration::from_millis(5), "an idle tick takes {each:?}");
    println!("an idle tick takes {each:?}");
}

/// What a stranger would run, who has none of our code.
fn strangers_verifier(ledger: &Path) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify.py");
    let output = match std::process::Command::new("python3").arg(script).arg(ledger).output() {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            println!("note: there is no python3 here, so tests/verify.py was not run");
            return;
        }
        Err(error) => panic!("python3: {error}"),
    };
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    assert!(!told.contains(" 0 plans opened") && !told.contains(" 0 draws"), "{told}");
    println!("{told}");
}

#[test]
fn an_order_sheet_that_comes_back_filled_in_is_understood() {
    let mut world = World::new(|text| text);
    let welcome = world.sent().into_iter().find(|(to, _)| to == "anna@example.org").unwrap().1;
    let sheet = welcome.split("\n---\n").nth(1).expect("an order sheet").to_owned();
    let filled = sheet.replace("Winterfell: ~", "Winterfell: march+0").replace("# final: yes", "final: yes");
    assert_ne!(sheet, filled, "{sheet}");
    let mail = |n: usize, body: &str| {
        let quoted: String = body.lines().map(|line| format!("> {line}\r\n")).collect();
        let raw = format!(
            "From: Anna <anna@example.org>\r\nTo: game@example.org\r\nSubject: Re: x\r\nMessage-ID: <m{n}@x>\r\n\r\nHere you are!\r\n\r\n> ---\r\n{quoted}> ---\r\n"
        );
        std::fs::write(world.dir.path().join(format!("c/mail/in/new/{n}.host")), raw).unwrap();
    };
    mail(1, &sheet);
    mail(2, &filled);
    world.tick();
    let record = world.campaign().record;
    let receipts = record.people.receipts.get("stark").map_or(0, |receipts| receipts.number);
    assert_eq!(receipts, 2);
    let texts = world.sent().into_iter().map(|(_, text)| text);
    let receipts: Vec<String> = texts.filter(|text| text.contains("eceipt")).collect();
    assert!(record.game.open_window().unwrap().seats["stark"].seal.is_some(), "{receipts:?}");
}

/// Sends a message of a player, with the key that is in the sheet.
pub fn send(world: &mut World, player: &str, lines: &str) {
    let sent = world.sent();
    let own = sent.iter().filter(|(to, _)| to.starts_with(player));
    let key = own.flat_map(|(_, text)| text.lines()).find_map(|line| line.strip_prefix("key: ")).unwrap();
    let key = key.trim_matches('"');
    let number = world.now.timestamp();
    let mail = format!(
        "From: {player}@example.org\nTo: game@example.org\nSubject: orders\nMessage-ID: <{number}.{player}@x>\n\nkey: {key}\n\n{lines}\n"
    );
    std::fs::write(world.path().join("mail/in/new").join(player), mail).unwrap();
    world.now += TimeDelta::minutes(5);
    world.tick();
}

#[test]
fn what_was_sent_ahead_in_part_is_asked_for_in_its_window() {
    let mut world = World::of("beyond-the-wall", &["nights-watch", "wildlings", "others"], |text| {
        text.replace("pace: ask", "pace: batch")
            .replace("rehearsal: yes", "rehearsal: no")
            .replace("close early: final", "close early: all in")
            .replace("absence: wait", "absence: default")
    });
    let whole = "Milkwater raid\nSkirling Pass support\nGiant's Stairs defense\nStorrold's Point support";
    send(&mut world, "anna", "deck: 1, 8, 16\nWall west defense");
    send(&mut world, "bert", &format!("deck: 6 7 8\n{whole}\ntactic: pillage"));
    send(&mut world, "cleo", "otherwise: best guess");
    let asked = |world: &World, player: &str| {
        world.sent().iter().any(|(to, text)| {
            to.starts_with(player) && text.contains("planning: your move") && text.contains("To do")
        })
    };
    assert!(asked(&world, "anna"), "orders for one area are not all");
    assert!(!asked(&world, "bert"), "who has said all is not asked again");
    assert!(asked(&world, "cleo"), "a guess at the deck is none at the orders");
    // What is sent now goes with what was sent before.
    send(&mut world, "anna", "Wall centre raid\nFist defense\ntactic: 8");
    send(&mut world, "cleo", "Lands of Always Winter defense\nIce River defense\nAntler raid\ntactic: 8");
    let (_, text) = world
        .sent()
        .into_iter()
        .find(|(to, text)| to.starts_with("anna") && text.contains("THE ORDERS"))
        .unwrap();
    let orders = text.split("THE ORDERS").nth(1).unwrap().split("The Others").next().unwrap().to_owned();
    for expected in ["The Wall (west)            Defense", "The Wall (centre)          Raid", "Men  Defense"]
    {
        assert!(orders.contains(expected), "{expected}: {orders}");
    }
    assert!(verify(&world.edge, &world.path()).unwrap().is_ok());
}

#[test]
fn what_an_earlier_plan_answers_is_not_said_to_be_left_open() {
    let mut world = World::of("beyond-the-wall", &["nights-watch", "wildlings", "others"], |text| {
        text.replace("rehearsal: yes", "rehearsal: no")
            .replace("close early: final", "close early: all in")
            .replace("absence: wait", "absence: default")
    });
    let orders = "Wall west defense\nWall centre raid\nFist defense\nWall east defense";
    send(&mut world, "anna", &format!("deck: 1, 8, 16\n{orders}"));
    send(&mut world, "bert", "deck: 6 7 8");
    send(&mut world, "cleo", "deck: 6 7 8");
    send(&mut world, "anna", "tactic: 8");
    let sent = world.sent();
    let receipt =
        sent.iter().find(|(to, text)| to.starts_with("anna") && text.contains("tactic card: Pillage"));
    let (_, receipt) = receipt.expect("a receipt for the tactic card");
    assert!(!receipt.contains("leaves open"), "{receipt}");
}
