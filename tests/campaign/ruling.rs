//! Rulings on whole campaigns of both games: what they change and what not, that everything follows afterwards, and the
//! commands of the game master.

use super::folder::Folder;
use super::follows::holds;
use super::outputs;
use ravenpost::campaign::entries::RulingKind;
use ravenpost::campaign::ruling::{
    Difference, Request, StageDecided, When, Worked, adopt, decisions, position_at, timeline, try_ruling,
};
use ravenpost::campaign::{Campaign, CampaignError, Host, tick, writer_of};
use ravenpost::disk::RealDisk;
use ravenpost::games::embedded;
use ravenpost::ledger::Kind;
use ravenpost::post;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, OnceLock};

const DISK: RealDisk = RealDisk { sync: false };
/// A day after the demos.
const LATER: &str = "2026-10-20T10:00:00Z";

/// Without the lock: a program that another test starts holds it for an instant, as it inherits it.
fn edge() -> Host {
    Host { lock: false, ..Host::new(Arc::new(DISK)) }
}

fn ravenpost(args: &[&str]) -> Output {
    let ran = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(args)
        .env_remove("EDITOR")
        .env_remove("VISUAL")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&[&*ran.stdout, &*ran.stderr].concat()).into_owned();
    // The demos are played for whichever test comes first.
    if !args.contains(&"demo") {
        outputs::printed(&args.join(" "), said);
    }
    ran
}

/// A demo of each game that is over; played once.
fn demos() -> &'static (tempfile::TempDir, [PathBuf; 2]) {
    static PLAYED: OnceLock<(tempfile::TempDir, [PathBuf; 2])> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let play = |game: &str, players: &str| {
            let dir = folder.path().join(game);
            let to = dir.to_str().unwrap().to_owned();
            let ran =
                ravenpost(&["-q", "demo", "--game", game, "--players", players, "--seed", "3", "--dir", &to]);
            assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
            // Time goes in leaps here.
            let settings = std::fs::read_to_string(dir.join("campaign.yaml")).unwrap();
            assert!(settings.contains("grace: 2h}"), "{settings}");
            std::fs::write(
                dir.join("campaign.yaml"),
                settings.replace("grace: 2h}", "grace: 2h, outage: 300 days}"),
            )
            .unwrap();
            dir
        };
        let dirs = [play("thrones-1e", "3"), play("king-is-dead", "3")];
        (folder, dirs)
    })
}

/// A copy of a demo to rule on.
fn copy(game: usize) -> (Folder, PathBuf) {
    fn walk(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap().flatten() {
            let target = to.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                walk(&entry.path(), &target)
            } else {
                std::fs::copy(entry.path(), target).unwrap();
            }
        }
    }
    let mut folder = Folder::new();
    let dir = folder.path().join("c");
    walk(&demos().1[game], &dir);
    // A copied file is of today, and the game is not.
    std::fs::remove_file(dir.join("private/heartbeat")).unwrap();
    folder.begins_here();
    (folder, dir)
}

fn open(dir: &Path) -> Campaign {
    Campaign::open(&edge(), dir).unwrap_or_else(|why| panic!("{why}"))
}

fn request(reason: &str) -> Request {
    Request::new(RulingKind::Rule, When::Latest, reason)
}

/// That the rules' outcome of something is another.
fn otherwise(point: &Worked) -> Request {
    let other = point.legal.iter().find(|value| **value != point.found).unwrap();
    Request { outcomes: vec![(point.key.clone(), other.clone())], ..request("Both of them say so.") }
}

fn rule(dir: &Path, request: &Request) -> Result<Difference, CampaignError> {
    let writer = writer_of(&edge(), dir);
    let (difference, trouble) = adopt(&edge(), dir, LATER.parse().unwrap(), request, &writer)?;
    request.adoption().told(&*edge().store(dir));
    assert_eq!(trouble, Vec::<String>::new());
    Ok(difference)
}

fn stages(dir: &Path) -> Vec<StageDecided> {
    let campaign = open(dir);
    (1..=campaign.record.game.turn).flat_map(|turn| decisions(&campaign, turn).unwrap_or_default()).collect()
}

#[test]
fn the_same_answer_again_changes_nothing_and_is_refused() {
    for game in [0, 1] {
        let dir = &demos().1[game];
        let campaign = open(dir);
        let all: Vec<_> = stages(dir).into_iter().flat_map(|stage| stage.decisions).collect();
        assert!(all.len() > 20, "{}", all.len());
        for decision in all.iter().step_by(all.len() / 12) {
            let mut wanted = request("the same");
            wanted.answers = vec![(decision.answer.key.clone(), decision.answer.answer.clone())];
            let refused = try_ruling(&campaign, &wanted, LATER.parse().unwrap()).err().unwrap().to_string();
            assert!(refused.contains("would change nothing"), "{refused}");
        }
        let worked: Vec<_> = stages(dir).into_iter().flat_map(|stage| stage.worked).collect();
        let point = worked.last().unwrap();
        let wanted =
            Request { outcomes: vec![(point.key.clone(), point.found.clone())], ..request("the same") };
        let refused = try_ruling(&campaign, &wanted, LATER.parse().unwrap()).err().unwrap().to_string();
        assert!(refused.contains(&format!("would change nothing: {} is ", point.key)), "{refused}");
    }
}

#[test]
fn who_wins_can_be_ruled_everything_follows_and_forward_undoes_it() {
    for game in [0, 1] {
        let (_folder, dir) = copy(game);
        let before = open(&dir).record.game.position.clone();
        let stages = stages(&dir);
        let worked: Vec<_> = stages.iter().flat_map(|stage| &stage.worked).collect();
        let point = worked.first().unwrap_or_else(|| panic!("nothing was worked out in {}", dir.display()));
        let mut wanted = request("Nobody, they say.");
        wanted.outcomes = vec![(point.key.clone(), json!("nobody"))];
        let why = rule(&dir, &wanted).unwrap_err().to_string();
        assert!(why.contains("it can be"), "{why}");
        let difference = rule(&dir, &otherwise(point)).unwrap();
        assert!(!difference.position.is_empty(), "{}", point.key);
        let why = rule(&dir, &otherwise(point)).unwrap_err().to_string();
        assert!(why.contains("would change nothing"), "what was ruled is so already: {why}");
        let again: Vec<_> = self::stages(&dir).into_iter().flat_map(|stage| stage.worked).collect();
        let told = again.iter().find(|again| again.key == point.key).unwrap();
        assert_eq!(told.found, point.found, "what the rules come to is as it was");
        holds(&edge(), &dir);
        // It is told as what it is.
        let turn: u32 = point.key.split('/').next().unwrap().parse().unwrap();
        let ran = ravenpost(&["explain", dir.to_str().unwrap(), &turn.to_string()]);
        let text = String::from_utf8_lossy(&ran.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("by a ruling of the game master"), "{text}");
        tick(&edge(), &dir, LATER.parse().unwrap()).unwrap();
        rule(&dir, &Request::new(RulingKind::Forward, When::Latest, "After all it stands.")).unwrap();
        assert_eq!(open(&dir).record.game.position, before);
        assert!(open(&dir).record.game.ended.is_some());
        holds(&edge(), &dir);
    }
}

#[test]
fn an_outcome_that_was_ruled_stands_when_a_later_ruling_goes_back_further_and_all_are_told() {
    for game in [0, 1] {
        let (_folder, dir) = copy(game);
        let stages = stages(&dir);
        let last = stages.iter().rev().flat_map(|stage| &stage.worked).next().unwrap();
        assert!(!rule(&dir, &otherwise(last)).unwrap().position.is_empty());
        let is = open(&dir).record.game.position.clone();
        // Another name in a file of the first turn: of the outcome, which is on the way that is left, it says nothing.
        let (id, is_called, called) = [
            ("thrones-1e", "\"Starfall\"", "\"Star Fall\""),
            ("king-is-dead", "name: Deva,", "name: Chester,"),
        ][game];
        let map = embedded(id, "map.yaml").unwrap().replace(is_called, called);
        let mut remark = request("An area has another name now.");
        remark.when = When::Turn { turn: 1, stage: None };
        remark.data = vec![("map.yaml".to_owned(), map)];
        rule(&dir, &remark).unwrap();
        assert_eq!(open(&dir).record.game.position, is, "{}", last.key);
        holds(&edge(), &dir);
        let ticked = tick(&edge(), &dir, LATER.parse().unwrap()).unwrap();
        assert_eq!(ticked.attention, Vec::<String>::new());
        rule(&dir, &Request::new(RulingKind::Rewind, When::Turn { turn: 1, stage: None }, "Once more."))
            .unwrap();
        rule(&dir, &Request::new(RulingKind::Forward, When::Latest, "After all it stands.")).unwrap();
        assert_eq!(open(&dir).record.game.position, is);
        holds(&edge(), &dir);
    }
}

/// That a message says nothing in paths of the view, and leaves no word untranslated.
fn in_words(text: &str) {
    let start = text.find("What changes for you").or(text.find("The position")).unwrap_or(0);
    let end = text.find("The decisions").unwrap_or(text.len());
    let part = text.get(start..end).unwrap_or_default();
    for word in
        ["areas.", "houses.", "courts.", "units.", "tracks.", "tokens-left", "westeros.", "followers."]
    {
        assert!(!part.contains(word), "{word}: {part}");
    }
    let changed = part.lines().filter(|line| line.starts_with("- "));
    for line in changed {
        assert!(!line.contains('`') && !line.contains("{"), "{line}");
    }
}

#[test]
fn many_rulings_are_told_in_words_of_the_game_and_whole() {
    for game in [0, 1] {
        let dir = &demos().1[game];
        let campaign = open(dir);
        let stages = stages(dir);
        let worked = stages.iter().flat_map(|stage| &stage.worked);
        let mut all: Vec<Request> = worked.map(otherwise).collect();
        all.extend(
            (1..campaign.record.game.turn)
                .map(|turn| Request::new(RulingKind::Rewind, When::Turn { turn, stage: None }, "Once more.")),
        );
        assert!(all.len() > 5, "{}", all.len());
        let step = (all.len() / 8).max(1);
        for wanted in all.iter().step_by(step) {
            let trial = try_ruling(&campaign, wanted, LATER.parse().unwrap()).unwrap();
            for public in [true, false] {
                let written = campaign.writer().write(&trial.told(public).unwrap()).unwrap();
                assert!(written.trouble.is_none(), "{:?}", written.trouble);
                in_words(&written.mail.text);
                if public && !wanted.outcomes.is_empty() {
                    let words = [" wins the battle for ", " goes to "][game];
                    let flat = written.mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
                    assert!(flat.contains(words), "{flat}");
                }
            }
        }
    }
}

#[test]
fn a_turn_is_rewound_and_everybody_has_his_own_difference_by_mail() {
    let mut own_first = 0;
    for game in [0, 1] {
        let (_folder, dir) = copy(game);
        let was = open(&dir);
        rule(&dir, &Request::new(RulingKind::Rewind, When::Turn { turn: 2, stage: None }, "We begin again."))
            .unwrap();
        let is = open(&dir);
        assert!(is.record.game.ended.is_none() && is.record.game.turn == 2);
        assert!(is.record.game.open_window().is_some(), "somebody is asked again");
        let ticked = tick(&edge(), &dir, LATER.parse().unwrap()).unwrap();
        assert_eq!(ticked.attention, Vec::<String>::new());
        let seats: Vec<String> = is.record.people.seats().map(str::to_owned).collect();
        let mut told = 0;
        for entry in std::fs::read_dir(dir.join("mail/out/new")).unwrap().flatten() {
            let letter = post::read(&std::fs::read(entry.path()).unwrap());
            let text = letter.parts[0].text.clone();
            if !text.starts_with("Ruling 1: back to turn 2") {
                continue;
            }
            told += 1;
            let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(flat.contains("From turn") && flat.contains(", to turn 2"), "{text}");
            assert!(flat.contains("is decided again") && flat.contains("is kept"), "{text}");
            let places: Vec<&str> =
                text.lines().filter(|line| line.starts_with("- ") && line.contains(": ")).collect();
            assert!(places.len() > 3, "the difference is missing: {text}");
            in_words(&text);
            // The reader's own seat comes before the others.
            let reader =
                was.settings.seats.iter().find(|seat| seat.addresses.contains(&letter.to[0].address));
            let names = was.referee.seats();
            let heads: Vec<&str> = names.iter().map(|info| info.name.as_str()).collect();
            let of_seats: Vec<&&str> = places
                .iter()
                .filter(|line| heads.iter().any(|name| line.starts_with(&format!("- {name}:"))))
                .collect();
            if let Some(reader) = reader {
                let own = names.iter().find(|info| info.id == reader.seat).unwrap();
                let own = of_seats.iter().position(|line| line.starts_with(&format!("- {}:", own.name)));
                assert!(own.is_none_or(|place| place == 0), "{of_seats:?}");
                own_first += usize::from(own.is_some());
            }
        }
        assert_eq!(told, seats.len() + 1, "a ruling for each seat and for the game master");
        holds(&edge(), &dir);
    }
    assert!(own_first > 0, "somebody's own seat changes");
}

/// A position with a small correction: a power token more for Stark, or a follower of the supply at court.
fn corrected(game: usize, mut position: Value, was: u64) -> Value {
    if game == 0 {
        position["houses"]["stark"]["power"] = json!(was + 1);
        return position;
    }
    position["supply"]["scots"] = json!(was - 1);
    let courts = position["courts"].as_object_mut().unwrap();
    let court = courts.values_mut().next().unwrap();
    let scots = court["scots"].as_u64().unwrap_or(0);
    court["scots"] = json!(scots + 1);
    position
}

#[test]
fn a_position_is_corrected_and_what_cannot_be_is_refused() {
    for (game, place) in [(0, "/houses/stark/power"), (1, "/supply/scots")] {
        let (folder, dir) = copy(game);
        let to = dir.to_str().unwrap();
        let when = When::Turn { turn: 2, stage: None };
        let (after, mut position) = position_at(&open(&dir), &when).unwrap();
        let file = folder.path().join("position.yaml");
        let given = |position: &Value| {
            std::fs::write(&file, ravenpost::report::view_yaml(position)).unwrap();
            ravenpost(&[
                "rule",
                to,
                "2",
                "--state",
                file.to_str().unwrap(),
                "--because",
                "miscounted",
                "--adopt",
                "--now",
                LATER,
            ])
        };
        // As it is, nothing would change.
        let ran = given(&position);
        assert_eq!(ran.status.code(), Some(3), "{}", String::from_utf8_lossy(&ran.stdout));
        assert!(String::from_utf8_lossy(&ran.stderr).contains("would change nothing"));
        let Some(value) = position.pointer_mut(place) else { panic!("{place} is not in {position}") };
        let was = value.clone();
        *value = json!(9_000);
        let ran = given(&position);
        assert_eq!(ran.status.code(), Some(3), "{}", String::from_utf8_lossy(&ran.stdout));
        let told = String::from_utf8_lossy(&ran.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("possible here, with all else as it is: "), "{told}");
        *position.pointer_mut(place).unwrap() = was.clone();
        // A name that the game does not know, a card twice, another stage.
        let refused = |change: &dyn Fn(&mut Value), words: &[&str]| {
            let mut wrong = position.clone();
            change(&mut wrong);
            let ran = given(&wrong);
            let told = String::from_utf8_lossy(&ran.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(ran.status.code(), Some(3), "{told}");
            words.iter().for_each(|word| assert!(told.contains(word), "no “{word}” in {told}"));
        };
        let (known, misspelt) = [("houses", "house"), ("supply", "suply")][game];
        refused(&|position| position[misspelt] = position[known].clone(), &["there is no such entry", known]);
        if game == 0 {
            let twice = |position: &mut Value| {
                let hand = position["houses"]["stark"]["hand"].as_array_mut().unwrap();
                hand.push(hand[0].clone());
            };
            refused(&twice, &["houses.stark.hand", "would be read as"]);
            refused(&|position| position["stage"] = json!("marches"), &["leave its turn and stage at 2"]);
        }
        let ran = given(&corrected(game, position, was.as_u64().unwrap()));
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
        let campaign = open(&dir);
        assert_eq!(campaign.record.people.rulings[0].ruling.after, after);
        assert!(campaign.record.game.ended.is_some(), "all that was decided since still fits");
        holds(&edge(), &dir);
    }
}

#[test]
fn the_commands_say_what_is_missing_and_change_nothing_by_accident() {
    let (folder, dir) = copy(0);
    let to = dir.to_str().unwrap();
    let ledger = std::fs::read(dir.join("ledger.jsonl")).unwrap();
    let says = |args: &[&str], code: i32, words: &[&str]| {
        let ran = ravenpost(args);
        let text =
            format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!(ran.status.code(), Some(code), "{args:?}: {text}");
        words.iter().for_each(|word| assert!(text.contains(word), "no “{word}” in {text}"));
        text
    };
    says(&["status", to], 0, &["The game is over. Lannister wins, with enough cities and strongholds."]);
    says(&["rule", to, "--because", "x"], 2, &["lists the decisions"]);
    says(&["rule", to, "77"], 3, &["turn 77 has not come"]);
    says(&["rule", to, "--stage", "marches"], 2, &["--turn 3"]);
    let listed = says(&["rule", to, "1"], 0, &["1/planning/0/stark/orders", "plan, orders"]);
    let key = listed.split_whitespace().find(|word| word.starts_with("1/marches/0/")).unwrap().to_owned();
    let answer = format!("{key}=1");
    says(&["rule", to, "--answer", &answer], 2, &["--because"]);
    says(
        &["rule", to, "--answer", &answer, "--because", "x"],
        3,
        &["cannot be answered by 1", "Legal answers"],
    );
    says(&["rule", to, "--answer", "nonsense", "--because", "x"], 2, &["--answer takes KEY=YAML"]);
    says(&["rule", to, "--accept", "stark/999", "--because", "x"], 3, &["no message of a seat"]);
    says(&["rule", to, "2", "--edit", "--because", "x"], 2, &["EDITOR"]);
    says(&["rewind", to, "x", "--because", "x"], 2, &["“x” is not a turn"]);
    says(&["rewind", to, "1/dinner", "--because", "x"], 3, &["no stage “dinner”"]);
    says(&["forward", to, "--because", "x"], 3, &["no ruling to undo"]);
    says(&["rule", to, "--withdraw"], 3, &["no ruling is proposed"]);
    let report = folder.path().join("difference.txt");
    let out = report.to_str().unwrap();
    let rewind = ["rewind", to, "3/planning", "--because", "Stark's mail was lost", "--now", LATER];
    says(
        &[&rewind[..], &["--what-if", "--out", out]].concat(),
        0,
        &["Back to turn 3", "(3/planning/0/stark/orders)", "We would ask again"],
    );
    let public = std::fs::read_to_string(&report).unwrap();
    assert!(public.contains("Stark, Orders") && !public.contains("3/planning/0"), "{public}");
    says(&rewind, 2, &["--adopt", "--what-if"]);
    says(&[&rewind[..], &["--propose"]].concat(), 3, &["no objection period"]);
    let json = says(&[&rewind[..], &["--what-if", "--json"]].concat(), 0, &[]);
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap()["ruling"]["what"], "rewind");
    assert_eq!(std::fs::read(dir.join("ledger.jsonl")).unwrap(), ledger, "nothing has changed");
    says(&[&rewind[..], &["--adopt", "-q"]].concat(), 0, &[]);
    says(&["history", to], 0, &["(replaced by ruling 1)"]);
    says(&["explain", to, "4", "--before-ruling", "1"], 0, &["As it was before ruling 1 replaced it"]);
    says(&["explain", to, "4"], 3, &[]);
    says(&["explain", to, "3", "--before-ruling", "2"], 3, &["ruling 2 has not taken effect"]);
    let listed = says(&["rule", to], 0, &["open: 3/planning/0/stark/orders (stark, orders)"]);
    assert!(listed.contains("{"), "some legal orders: {listed}");
    says(&["rewind", to, "1999-01-01", "--because", "x"], 3, &["begins on 1999-01-01 or later"]);
    let campaign = open(&dir);
    let own = timeline(campaign.entries().unwrap(), campaign.head().seq).len();
    assert!(own < campaign.entries().unwrap().len());
}

#[test]
fn an_editor_edits_the_position() {
    let (folder, dir) = copy(1);
    let editor = folder.path().join("editor.sh");
    std::fs::write(&editor, "#!/bin/sh\nexit ${RAVENPOST_TEST_EXIT:-0}\n").unwrap();
    let run = |exit: &str| {
        Command::new(env!("CARGO_BIN_EXE_ravenpost"))
            .args(["rule", dir.to_str().unwrap(), "2", "--edit", "--because", "x", "--adopt", "--now", LATER])
            .env("VISUAL", format!("sh {}", editor.display()))
            .env("RAVENPOST_TEST_EXIT", exit)
            .output()
            .unwrap()
    };
    let ran = run("0");
    assert_eq!(ran.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("you did not change the position"), "{ran:?}");
    let ran = run("1");
    assert!(String::from_utf8_lossy(&ran.stderr).contains("ended with an error"), "{ran:?}");
    // One that does edit: the order of what is written does not matter, a remark neither.
    std::fs::write(&editor, "#!/bin/sh\necho 'nonsense: 1' >> \"$1\"\n").unwrap();
    let ran = run("0");
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.code() == Some(3) || ran.status.success(), "{told}");
}

#[test]
fn a_rewind_into_the_middle_of_a_window_keeps_its_plans_and_both_verifiers_agree() {
    for game in [0, 1] {
        let (_folder, dir) = copy(game);
        let campaign = open(&dir);
        let sealed: Vec<u64> = campaign
            .entries()
            .unwrap()
            .iter()
            .filter(|entry| entry.kind == Kind::Sealed && entry.body["window"] != "chance")
            .map(|entry| entry.seq)
            .collect();
        let at = sealed[sealed.len() / 2];
        drop(campaign);
        let back = Request::new(RulingKind::Rewind, When::Entry(at), "From the middle of it.");
        rule(&dir, &back).unwrap();
        holds(&edge(), &dir);
        let keeps = open(&dir).entries().unwrap().iter().rev().find_map(|entry| {
            let secret = entry.secret.as_ref().filter(|_| entry.kind == Kind::Ruling)?.body()?.clone();
            secret["keeps"].as_array().map(Vec::len)
        });
        // The King is Dead asks one player at a time here, and such a window seals nothing.
        assert_eq!(keeps, (game == 0).then_some(1), "the window of entry {at}");
        tick(&edge(), &dir, LATER.parse().unwrap()).unwrap();
        holds(&edge(), &dir);
        rule(&dir, &Request::new(RulingKind::Forward, When::Latest, "After all it stands.")).unwrap();
        assert!(open(&dir).record.game.ended.is_some());
        holds(&edge(), &dir);
    }
}
