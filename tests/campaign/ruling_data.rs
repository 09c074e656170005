//! Rulings that correct a game's data: a border that was missing, a number. From the point gone back to the game is played
//! with the corrected file, and everything follows from the ledger afterwards.

use super::folder::Folder;
use super::outputs;
use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::campaign::entries::{Line, RulingChange, RulingKind};
use ravenpost::campaign::explain::Question;
use ravenpost::campaign::record::Record;
use ravenpost::campaign::ruling::{
    Decision, Difference, Request, StageDecided, When, adopt, decisions, propose, try_ruling,
};
use ravenpost::campaign::{
    Campaign, CampaignError, Host, NewCampaign, explanation, new, settings_text, start, tick, verify_entries,
    writer_of,
};
use ravenpost::disk::RealDisk;
use ravenpost::games::embedded;
use ravenpost::ledger::Kind;
use ravenpost::post;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

const DISK: RealDisk = RealDisk { sync: false };
/// Borders of the board, and the board without most of them: no march goes that way, and no ship takes anybody there.
const BORDER: &str = "  castle-black: [karhold, winterfell, bay-of-ice, the-shivering-sea]";
const NO_BORDER: &str = "  castle-black: [karhold]";

/// A campaign that stewards play, on a real disk.
struct World {
    folder: Folder,
    now: DateTime<Utc>,
}

impl World {
    /// With these files of the campaign's own, played until a turn.
    fn new(game: &str, seats: &[&str], own: &[(&str, String)], until: u32) -> Self {
        let mut world = World { folder: Folder::new(), now: "2026-11-20T10:00:00Z".parse().unwrap() };
        let dir = world.dir();
        let seat = |seat: &&str| ((*seat).to_owned(), seat.to_uppercase(), format!("{seat}@example.org"));
        let campaign = NewCampaign {
            id: "westeros-7".into(),
            title: "Westeros".into(),
            game: game.into(),
            address: "game@example.org".into(),
            timezone: "Europe/Rome".into(),
            gm_name: "Maria".into(),
            gm_address: "maria@example.org".into(),
            seats: seats.iter().map(seat).collect(),
        };
        new(&world.edge(), &dir, &campaign).unwrap();
        let mut text = settings_text(&campaign).unwrap();
        for (from, to) in [
            ("absence: wait", "absence: steward"),
            ("chance: {words: open}", "chance: no"),
            ("map: png", "map: no"),
            ("deadline: every 3 days at 20:00", "deadline: in 48h"),
            ("outage: 6h", "outage: 1000h"),
        ] {
            assert!(text.contains(from), "campaign.yaml has no “{from}” any more");
            text = text.replace(from, to);
        }
        std::fs::write(dir.join("campaign.yaml"), text).unwrap();
        for (name, text) in own {
            std::fs::create_dir_all(dir.join("games").join(game)).unwrap();
            std::fs::write(dir.join("games").join(game).join(name), text).unwrap();
        }
        let mut dice = fastrand::Rng::with_seed(7);
        start(&world.edge(), &dir, world.now, &mut |bytes| dice.fill(bytes)).unwrap();
        for _ in 0..60 {
            world.now += TimeDelta::hours(25);
            world.tick();
            if world.open().record.game.turn >= until {
                return world;
            }
        }
        panic!("turn {until} has not come");
    }

    /// Three turns of A Game of Thrones on a board that lacks a border.
    fn thrones() -> Self {
        let faulty = embedded("thrones-1e", "map.yaml").unwrap().replace(BORDER, NO_BORDER);
        assert!(faulty.contains(NO_BORDER), "the board is written otherwise now");
        World::new("thrones-1e", &["stark", "lannister", "baratheon"], &[("map.yaml", faulty)], 3)
    }

    fn dir(&self) -> PathBuf {
        self.folder.path().join("c")
    }

    fn edge(&self) -> Host {
        // Nobody else writes here; and a program that another test starts may hold a lock for an instant that is ours.
        Host { lock: false, ..Host::new(Arc::new(DISK)) }
    }

    fn open(&self) -> Campaign {
        Campaign::open(&self.edge(), &self.dir()).unwrap_or_else(|why| panic!("{why}"))
    }

    fn tick(&mut self) {
        let ticked = tick(&self.edge(), &self.dir(), self.now).unwrap_or_else(|error| panic!("{error}"));
        // Nobody writes here, of which the game master is told.
        let is_known = |what: &String| what.starts_with("nobody has sent anything");
        assert!(ticked.attention.iter().all(is_known), "{:?}", ticked.attention);
    }

    fn rule(&self, request: &Request) -> Result<Difference, CampaignError> {
        let writer = writer_of(&self.edge(), &self.dir());
        let (difference, trouble) = adopt(&self.edge(), &self.dir(), self.now, request, &writer)?;
        request.adoption().told(&*self.edge().store(&self.dir()));
        assert_eq!(trouble, Vec::<String>::new());
        Ok(difference)
    }

    fn refused(&self, request: &Request) -> String {
        let before = std::fs::read(self.dir().join("ledger.jsonl")).unwrap();
        let why =
            self.rule(request).map(|difference| difference.ruling).expect_err("it was taken").to_string();
        assert_eq!(std::fs::read(self.dir().join("ledger.jsonl")).unwrap(), before);
        why
    }

    fn ravenpost(&self, args: &[&str]) -> Output {
        let dir = self.dir();
        let now = self.now.to_rfc3339();
        let ran = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
            .arg("rule")
            .arg(dir)
            .args(args)
            .args(["--because", "the board has this border", "--now", &now])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&[&*ran.stdout, &*ran.stderr].concat()).into_owned();
        outputs::printed(&format!("rule {}", args.join(" ")), said);
        ran
    }

    fn holds(&self) {
        crate::follows::holds(&self.edge(), &self.dir());
    }

    fn sent(&self) -> Vec<(String, String)> {
        let all = std::fs::read_dir(self.dir().join("mail/out/new")).unwrap();
        let text = |path: &Path| {
            let letter = post::read(&std::fs::read(path).unwrap());
            (letter.to[0].address.clone(), format!("{}\n{}", letter.subject, letter.parts[0].text))
        };
        all.map(|file| text(&file.unwrap().path())).collect()
    }

    fn decisions(&self, turn: u32, kind: &str) -> Vec<Decision> {
        let stages: Vec<StageDecided> = decisions(&self.open(), turn).unwrap();
        let all = stages.into_iter().flat_map(|stage| stage.decisions);
        all.filter(|decision| decision.answer.kind == kind).collect()
    }

    fn borders(&self, area: &str) -> Value {
        let campaign = self.open();
        let position = campaign.record.game.position.clone();
        campaign.rules().referee.view(&position, None).unwrap()["areas"][area]["borders"].clone()
    }
}

fn data(file: &str, text: &str) -> Request {
    let when = When::Turn { turn: 2, stage: None };
    let mut request = Request::new(RulingKind::Rule, when, "the board has this border");
    request.data = vec![(file.to_owned(), text.to_owned())];
    request
}

fn board() -> &'static str {
    embedded("thrones-1e", "map.yaml").unwrap()
}

/// The march of turn 2 that a ruling sends over the border, in the place of the one that was made.
const MARCH: &str = "2/marches/3/stark/march";

fn over_the_border() -> Value {
    json!({"from": "winterfell", "leave-power": false, "to": {"castle-black": {"footman": 1}}})
}

#[test]
fn a_border_that_was_missing_is_there_from_the_point_gone_back_to() {
    let mut world = World::thrones();
    let made = world.decisions(2, "march");
    let made =
        made.iter().find(|decision| decision.answer.key == MARCH).expect("the stewards play otherwise now");
    assert_eq!(made.answer.answer["from"], "winterfell");
    let has_border = |borders: Value| borders.as_array().unwrap().contains(&json!("castle-black"));
    assert!(!has_border(world.borders("winterfell")));

    let mut march = data("map.yaml", board());
    march.answers = vec![(MARCH.to_owned(), over_the_border())];
    let without = Request { data: Vec::new(), ..march.clone() };
    assert!(world.refused(&without).contains("cannot be answered by"));
    let difference = world.rule(&march).unwrap_or_else(|why| panic!("{why}"));
    let is_data = |change: &RulingChange| matches!(change, RulingChange::Data { file, text, .. } if file == "map.yaml" && text == board());
    assert!(difference.ruling.changes.iter().any(is_data));
    assert!(has_border(world.borders("winterfell")) && has_border(world.borders("karhold")));
    let marched =
        world.decisions(2, "march").into_iter().find(|decision| decision.answer.key == MARCH).unwrap();
    assert_eq!(marched.answer.answer, over_the_border());
    world.holds();

    // Everybody reads which line is otherwise, whoever has the game's data or not.
    world.tick();
    let told: Vec<_> = world.sent().into_iter().filter(|(_, text)| text.contains("Ruling 1")).collect();
    for to in ["stark", "lannister", "baratheon"] {
        let to = format!("{to}@example.org");
        let text = told.iter().find(|(whose, text)| *whose == to && text.contains("map.yaml"));
        let text = &text.unwrap_or_else(|| panic!("{to} is not told: {told:#?}")).1;
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for line in [NO_BORDER, BORDER] {
            assert!(flat.contains(line.trim()), "{text}");
        }
    }

    // What is explained is explained by the board of its day.
    let campaign = world.open();
    let explain = |turn| explanation(&campaign, &Question { turn, what: "", reader: None }).unwrap();
    let borders = |view: &Value| has_border(view["areas"]["winterfell"]["borders"].clone());
    assert!(!borders(&explain(1).before) && !borders(&explain(1).after));
    assert!(borders(&explain(2).before) && borders(&explain(2).after));

    // It is played on, and what goes back to before the ruling goes back to the board that there was.
    for _ in 0..6 {
        world.now += TimeDelta::hours(25);
        world.tick();
    }
    assert!(world.open().record.game.turn >= 3 && has_border(world.borders("winterfell")));
    world.holds();
    let back = Request::new(RulingKind::Rewind, When::Turn { turn: 1, stage: None }, "once more");
    world.rule(&back).unwrap_or_else(|why| panic!("{why}"));
    assert!(!has_border(world.borders("winterfell")));
    world.holds();
    let forward = Request::new(RulingKind::Forward, When::Latest, "after all");
    world.rule(&forward).unwrap_or_else(|why| panic!("{why}"));
    assert!(has_border(world.borders("winterfell")));
    world.holds();
}

#[test]
fn corrections_stand_beside_each_other_and_later_rulings_keep_them() {
    let world = World::thrones();
    let houses = embedded("thrones-1e", "houses.yaml").unwrap();
    let weaker = houses.replace("name: Tywin Lannister, strength: 3", "name: Tywin Lannister, strength: 2");
    assert_ne!(weaker, houses);
    world.rule(&data("map.yaml", board())).unwrap_or_else(|why| panic!("{why}"));
    // With no point named it is the opening of the present stage, and what was corrected stays so.
    let card = Request { when: When::Latest, ..data("houses.yaml", &weaker) };
    world.rule(&card).unwrap_or_else(|why| panic!("{why}"));
    let files = || world.open().record.game.data.keys().cloned().collect::<Vec<_>>();
    assert_eq!(files(), ["houses.yaml", "map.yaml"]);
    world.holds();
    // A file as it was founded again is no correction any more.
    let faulty = board().replace(BORDER, NO_BORDER);
    let again = Request { when: When::Latest, ..data("map.yaml", &faulty) };
    world.rule(&again).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(files(), ["houses.yaml"]);
    world.holds();
    let told = |difference: &Difference| -> Vec<(u64, Option<String>)> {
        difference.undone.iter().map(|undone| (undone.ruling, undone.file.clone())).collect()
    };
    let first = Request::new(RulingKind::Rewind, When::Turn { turn: 1, stage: None }, "to the beginning");
    let campaign = world.open();
    let trial = try_ruling(&campaign, &first, world.now).unwrap();
    let houses = (2, Some("houses.yaml".to_owned()));
    assert_eq!(
        told(&trial.difference().unwrap()),
        [houses],
        "the board is as it was at the beginning anyway"
    );
    // Who goes back behind a correction and corrects the same file there is not told that it is undone.
    let weakest = weaker.replace("name: Tywin Lannister, strength: 2", "name: Tywin Lannister, strength: 1");
    let behind = try_ruling(&campaign, &data("houses.yaml", &weakest), world.now).unwrap();
    let undone = told(&behind.difference().unwrap());
    assert!(undone.iter().all(|(_, file)| file.as_deref() != Some("houses.yaml")), "{undone:?}");
    // Who goes back further than a correction loses it, as an edited position; one further back stays.
    let mut march = Request::new(RulingKind::Rule, When::Latest, "another march");
    march.answers = vec![(MARCH.to_owned(), over_the_border())];
    let difference = world.rule(&march).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(files(), ["map.yaml"]);
    let both = [(2, Some("houses.yaml".to_owned())), (3, Some("map.yaml".to_owned()))];
    assert_eq!(told(&difference), both, "both are as they were before");
    world.holds();
    let called = board().replace("\"Starfall\"", "\"Star Fall\"");
    let remark = Request { when: When::Latest, ..data("map.yaml", &called) };
    world.rule(&remark).unwrap_or_else(|why| panic!("{why}"));
    world
        .rule(&Request { when: When::Turn { turn: 1, stage: None }, ..march.clone() })
        .expect_err("no such border then");
    let difference = world.rule(&first).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(
        told(&difference),
        [(4, None), (5, Some("map.yaml".to_owned()))],
        "the march that was ruled, and of two corrections the one that stood"
    );
    assert_eq!(files(), Vec::<String>::new());
    world.holds();
}

#[test]
fn what_makes_no_game_is_refused_in_words() {
    let world = World::thrones();
    let why = |file: &str, text: &str, word: &str| {
        let told = world.refused(&data(file, text));
        assert!(told.contains(word), "no “{word}” in: {told}");
    };
    why("maps.yaml", board(), "its data files are game.yaml, houses.yaml, map.yaml");
    why("map.yaml", &board().replace(BORDER, NO_BORDER), "nothing would change");
    why("map.yaml", "areas: 7", "the game with map.yaml corrected");
    why("map.yaml", &format!("{}{}", board(), "# long\n".repeat(100_000)), "at most");
    // Another name for an area in which units stand.
    let gone = board().replace("winterfell", "summerfell");
    let houses = embedded("thrones-1e", "houses.yaml").unwrap().replace("winterfell", "summerfell");
    let mut both = data("map.yaml", &gone);
    both.data.push(("houses.yaml".to_owned(), houses));
    let told = world.refused(&both);
    assert!(
        told.contains("the position gone back to cannot be") && told.to_lowercase().contains("winterfell"),
        "{told}"
    );
    both.data.push(("map.yaml".to_owned(), gone));
    assert!(world.refused(&both).contains("is given twice"));
    // Other seats would be another campaign.
    let seats = embedded("thrones-1e", "houses.yaml").unwrap().replace(
        "houses: [stark, lannister, baratheon], neutral",
        "houses: [lannister, stark, baratheon], neutral",
    );
    why("houses.yaml", &seats, "the seats would be others");
    // In the middle of a stage decisions have been made by the old file.
    let entry = world.decisions(2, "march")[1].entry;
    let amid = Request { when: When::Entry(entry), ..data("map.yaml", board()) };
    assert!(world.refused(&amid).contains("at the opening of a stage"));
}

#[test]
fn a_ledger_with_a_correction_follows_only_by_it() {
    let world = World::thrones();
    world.rule(&data("map.yaml", board())).unwrap_or_else(|why| panic!("{why}"));
    let campaign = world.open();
    let secret = Some(campaign.secrets.chance);
    let flaw = verify_entries(&*campaign.referee, campaign.entries().unwrap(), secret).unwrap_err();
    assert!(flaw.why.contains("map.yaml"), "{flaw}");
    // A ruling that says it corrects another file than there was does not follow.
    let place = campaign.entries().unwrap().iter().position(|entry| entry.kind == Kind::Ruling).unwrap();
    let before = campaign.entries().unwrap()[place].seq - 1;
    for (field, value, why) in [
        (
            "was",
            json!(ravenpost::seal::Hash256::of("another").to_string()),
            "the map.yaml that it corrects is not the one",
        ),
        ("file", json!("maps.yaml"), "not a file of the game's data"),
        ("text", json!("areas: 7"), "the game with map.yaml corrected"),
    ] {
        let mut record = Record::at(campaign.rules(), before).unwrap();
        let mut entry = campaign.entries().unwrap()[place].clone();
        entry.body["changes"][0][field] = value;
        let flaw = record.apply(campaign.rules(), Line::from(&entry)).unwrap_err();
        assert!(flaw.why.contains(why), "{flaw}");
    }
}

#[test]
fn a_correction_that_is_proposed_is_done_when_nobody_objects() {
    let mut world = World::thrones();
    let settings = world.dir().join("campaign.yaml");
    let text = std::fs::read_to_string(&settings).unwrap();
    let protest = text.replace("rulings: {protest: no, vote: no}", "rulings: {protest: 48h, vote: yes}");
    assert_ne!(protest, text);
    std::fs::write(&settings, protest).unwrap();
    world.tick();
    propose(&world.edge(), &world.dir(), world.now, &data("map.yaml", board()))
        .unwrap_or_else(|why| panic!("{why}"));
    world.tick();
    assert!(world.open().record.game.data.is_empty());
    let told =
        world.sent().into_iter().any(|(_, text)| text.contains("is proposed") && text.contains("map.yaml"));
    assert!(told);
    world.now += TimeDelta::hours(49);
    world.tick();
    assert!(world.open().record.game.data.contains_key("map.yaml"));
    world.holds();
}

#[test]
fn the_king_is_dead_is_played_on_with_another_border() {
    let board = embedded("king-is-dead", "map.yaml").unwrap();
    let faulty = board.replace("  londinium: [aquae-sulis]", "  londinium: []");
    assert_ne!(faulty, board);
    let world = World::new("king-is-dead", &["bedivere", "morgan", "kay"], &[("map.yaml", faulty)], 2);
    assert!(!world.borders("londinium").as_array().unwrap().contains(&json!("aquae-sulis")));
    let difference = world.rule(&data("map.yaml", board)).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(difference.ruling.turn, 2);
    assert!(world.borders("londinium").as_array().unwrap().contains(&json!("aquae-sulis")));
    world.holds();
}

#[test]
fn the_command_shows_the_lines_and_says_what_is_wrong() {
    let world = World::thrones();
    let file = world.folder.path().join("board.yaml");
    std::fs::write(&file, board()).unwrap();
    let correct = format!("map.yaml={}", file.display());
    let ledger = || std::fs::read(world.dir().join("ledger.jsonl")).unwrap();
    let before = ledger();
    let says = |args: &[&str], code: i32, words: &[&str]| {
        let ran = world.ravenpost(args);
        let text =
            format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!(ran.status.code(), Some(code), "{args:?}: {text}");
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for word in words {
            assert!(flat.contains(word), "{args:?} does not say “{word}”: {text}");
        }
    };
    says(
        &["--turn", "2", "--data", &correct, "--what-if"],
        0,
        &["map.yaml", BORDER.trim(), NO_BORDER.trim(), "Back to turn 2"],
    );
    says(&["--data", "map.yaml", "--what-if"], 2, &["--data map.yaml=corrected.yaml"]);
    says(&["--data", "map.yaml=nowhere.yaml", "--what-if"], 3, &["cannot read nowhere.yaml"]);
    says(
        &["--data", &format!("board.yaml={}", file.display()), "--what-if"],
        3,
        &["is not a data file of this game"],
    );
    assert_eq!(ledger(), before, "nothing has changed");
    says(&["--data", &correct, "--adopt"], 0, &["Ruling 1 is adopted"]);
    assert!(world.open().record.game.data.contains_key("map.yaml"));
    says(&["--data", &correct, "--adopt"], 3, &["nothing would change"]);
    world.holds();
}
