//! Every end of a game in the north, by mail: a position on the eve, the plans that decide, and what everybody reads at last.

use super::thrones::{PLAYERS, World, send};
use chrono::TimeDelta;
use ravenpost::campaign::entries::RulingKind;
use ravenpost::campaign::ruling::{Request, When, adopt, position_at};
use ravenpost::campaign::{verify, writer_of};
use serde_json::{Value, json};

const NORTH: &[&str] = &["nights-watch", "wildlings", "others"];
const JOINED: &[&str] = &["nights-watch", "wildlings", "others", "stark", "lannister", "baratheon"];

/// What stands on the board on the eve, by area; all else is taken off.
fn stand(position: &mut Value, areas: &[(&str, Value)]) {
    let all = position["areas"].as_object_mut().unwrap();
    all.retain(|_, area| area["garrison"].is_u64() || area["neutral"].is_u64());
    all.values_mut().for_each(|area| {
        let area = area.as_object_mut().unwrap();
        area.remove("units");
        area.remove("house");
    });
    for (area, what) in areas {
        let mut there = all.get(*area).cloned().unwrap_or_else(|| json!({}));
        there.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
        all.insert((*area).to_owned(), there);
    }
}

fn units(house: &str, units: Value) -> Value {
    json!({"house": house, "units": units})
}

/// What is changed in a position.
type Set<'a> = &'a dyn Fn(&mut Value);

/// A game on the eve of its end, of which everybody's last mail tells.
struct Eve<'a> {
    seats: &'a [&'a str],
    /// Options of the rules, in YAML.
    options: &'a str,
    /// The turn before whose orders the position is what `set` makes of it.
    turn: u32,
    set: Set<'a>,
    /// Plans of seats, as they write them.
    plans: &'a [(&'a str, &'a str)],
}

impl Eve<'_> {
    /// Plays on to the end; returns what everybody is told of it at last, with its subject, in one line.
    fn end(&self) -> String {
        let game = if self.seats.len() == 3 { "beyond-the-wall" } else { "westeros-and-the-north" };
        let mut world = World::of(game, self.seats, |text| {
            text.replace("rehearsal: yes", "rehearsal: no")
                .replace("close early: final", "close early: all in")
                .replace("absence: wait", "absence: default")
                .replace("deadline: every 3 days at 20:00", "deadline: in 48h")
                .replace("outage: 6h", "outage: 1000h")
                .replace("\noptions:", &format!("\noptions: {{{}}}", self.options))
        });
        let place = |seat: &str| self.seats.iter().position(|one| *one == seat).unwrap();
        for seat in NORTH {
            send(&mut world, PLAYERS[place(seat)], "deck: 1, 8, 16");
        }
        let is_there = |world: &World| {
            let window = world.campaign().record.game.open_window().map(|window| window.stage.clone());
            world.campaign().record.game.turn == self.turn && window.as_deref() == Some("planning")
        };
        for _ in 0..60 {
            if is_there(&world) {
                break;
            }
            world.now += TimeDelta::hours(50);
            world.tick();
        }
        let when = || When::Turn { turn: self.turn, stage: Some("planning".to_owned()) };
        let (_, mut position) = position_at(&world.campaign(), &when()).unwrap();
        (self.set)(&mut position);
        let request = Request {
            state: Some(position),
            ..Request::new(RulingKind::Rule, when(), "The eve of the end.")
        };
        let writer = writer_of(&world.edge, &world.path());
        adopt(&world.edge, &world.path(), world.now, &request, &writer).unwrap_or_else(|why| panic!("{why}"));
        world.tick();
        for (seat, plan) in self.plans {
            send(&mut world, PLAYERS[place(seat)], plan);
            let (_, receipt) = world.last(PLAYERS[place(seat)], "What we understood");
            assert!(!receipt.contains("Not accepted"), "{receipt}");
        }
        for _ in 0..4 {
            world.now += TimeDelta::hours(50);
            if world.tick().over {
                break;
            }
        }
        let campaign = world.campaign();
        assert!(campaign.record.game.ended.is_some(), "turn {}", campaign.record.game.turn);
        assert_eq!(campaign.record.game.turn, self.turn);
        assert!(verify(&world.edge, &world.path()).unwrap().is_ok());
        let told = |seat: &&str| {
            let (_, text) = world.last(PLAYERS[place(seat)], "The end: ");
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            text.split("The final position").next().unwrap().to_owned()
        };
        let all: Vec<String> = self.seats.iter().map(told).collect();
        for text in &all {
            let [head, end] =
                ["What has happened", "THE GAME IS OVER"].map(|part| all[0].find(part).unwrap());
            assert!(text.starts_with(&all[0][..head]) && text.contains(&all[0][end..]), "{text}");
        }
        all.into_iter().next().unwrap()
    }
}

fn has(told: &str, all: &[&str]) {
    for one in all {
        assert!(told.contains(one), "no “{one}” in {told}");
    }
}

fn quest(position: &mut Value, side: &str) {
    position["north"]["sides"][side]["quest-done"] = json!(1);
}

/// One march short of The Gift, and of the Wall.
fn on_the_brink(position: &mut Value) {
    stand(
        position,
        &[
            ("wall-west", units("wildlings", json!({"knight": 1}))),
            ("wall-centre", units("nights-watch", json!({"footman": 1}))),
            ("storrolds-point", units("others", json!({"other": 1}))),
            ("thenn", units("others", json!({"zombie": 2}))),
        ],
    );
}

/// The same, with Stark one march short of the throne.
fn stark_before_the_throne(position: &mut Value) {
    on_the_brink(position);
    let areas = position["areas"].as_object_mut().unwrap();
    areas.insert("riverrun".to_owned(), units("stark", json!({"footman": 2})));
    for castle in ["moat-cailin", "white-harbor", "flints-finger", "seagard"] {
        areas.insert(castle.to_owned(), json!({"token": "stark"}));
    }
}

const TO_THE_GIFT: (&str, &str) = ("wildlings", "west march+0 -> gift\nfinal");
const TO_THE_WALL: (&str, &str) = ("others", "Storrold's Point march+0 -> wall east\nfinal");
const TO_THE_THRONE: (&str, &str) = ("stark", "riverrun march+0: 1 footman -> harrenhal\nfinal");

#[test]
fn sides_of_the_north_win_alone() {
    let eve = |set: &dyn Fn(&mut Value), turn, plans: &[_]| {
        Eve { seats: NORTH, options: "", turn, set, plans }.end()
    };
    let with_quest = |position: &mut Value| {
        on_the_brink(position);
        quest(position, "wildlings");
    };
    has(
        &eve(&with_quest, 1, &[TO_THE_GIFT, TO_THE_WALL]),
        &[
            "The end: Wildlings ",
            "The Wildlings win, because the Wall has fallen: the Wildlings hold The Gift and have saved the free folk. \
             Congratulations, bert!",
        ],
    );
    has(
        &eve(&on_the_brink, 1, &[TO_THE_WALL]),
        &[
            "The end: The Others ",
            "The Others win, because the Others stand on the Wall with more Zombies than Others. Congratulations, cleo!",
        ],
    );
    // Nobody has moved in nine rounds.
    let found = |position: &mut Value| quest(position, "nights-watch");
    has(
        &eve(&found, 10, &[]),
        &[
            "The end: Night's Watch ",
            "The Night's Watch wins, because the Wall has held, and Benjen Stark is found. Congratulations, anna!",
        ],
    );
    let draws: [(&str, Set<'_>); 2] = [
        ("its quest is not complete", &|position| position["houses"]["wildlings"]["power"] = json!(1)),
        ("the Wildlings hold The Gift", &|position| {
            found(position);
            position["houses"]["wildlings"]["power"] = json!(1);
            position["areas"]["the-gift"] = json!({"token": "wildlings"});
        }),
    ];
    for (why, set) in draws {
        has(
            &eve(set, 10, &[]),
            &[
                "The end: a draw ",
                "because nobody has both completed a quest and met the condition of victory.",
                &format!("The Night's Watch could not win, because {why}."),
            ],
        );
    }
}

/// Who wins with whom, who before whom, and why, is told to all.
#[test]
fn a_king_and_the_north() {
    let eve = |options: &str, set: &dyn Fn(&mut Value), turn, plans: &[_]| {
        Eve { seats: JOINED, options, turn, set, plans }.end()
    };
    let found = |position: &mut Value| {
        stark_before_the_throne(position);
        quest(position, "nights-watch");
    };
    const AT_ONCE: &str = "The game ends at once on both boards, and what was still to be resolved is void.";
    has(
        &eve("", &found, 1, &[TO_THE_THRONE]),
        &[
            "The end: Stark and Night's Watch ",
            "Stark and the Night's Watch win together, since there is a king and the Wall has held. \
             Congratulations to dora and anna!",
            AT_ONCE,
        ],
    );
    // Those who would win in the same step come too late.
    let both = |position: &mut Value| {
        stark_before_the_throne(position);
        quest(position, "wildlings");
    };
    let told = eve("", &both, 1, &[TO_THE_GIFT, TO_THE_WALL, TO_THE_THRONE]);
    has(
        &told,
        &[
            "The end: Stark ",
            "Stark wins, with enough castles and strongholds. Congratulations, dora!",
            "The Night's Watch could not share the victory, because its quest is not complete.",
            AT_ONCE,
            "In each step Westeros comes before the north.",
        ],
    );
    assert!(!told.contains("a Knight to The Gift"), "{told}");
    has(
        &eve("", &both, 1, &[TO_THE_GIFT]),
        &["The end: Wildlings ", "The Wildlings win, because the Wall has fallen", AT_ONCE],
    );
    // The king's victory stands, and those who prevail in the north share it.
    let crowned = |position: &mut Value| {
        both(position);
        position["north"]["king"] = json!("stark");
    };
    has(
        &eve("north-plays-on: true", &crowned, 1, &[TO_THE_GIFT]),
        &[
            "The end: Stark and Wildlings ",
            "Stark and the Wildlings win together, since there is a king, and the Wall has fallen: the Wildlings hold \
             The Gift and have saved the free folk. Congratulations to dora and bert!",
        ],
    );
    has(
        &eve("north-plays-on: true", &crowned, 1, &[TO_THE_WALL]),
        &[
            "The end: Stark and The Others ",
            "Stark and the Others win together, since there is a king, and the Others stand on the Wall with more \
             Zombies than Others.",
        ],
    );
}

/// After the last round the Watch comes before all houses; where it does not stand, they are counted.
#[test]
fn after_the_last_round() {
    let eve = |options: &str, set: &dyn Fn(&mut Value)| {
        Eve { seats: JOINED, options, turn: 10, set, plans: &[] }.end()
    };
    let found = |position: &mut Value| {
        stark_before_the_throne(position);
        quest(position, "nights-watch");
    };
    has(
        &eve("", &found),
        &[
            "The end: Night's Watch ",
            "The Night's Watch wins, because the Wall has held, and Benjen Stark is found.",
        ],
    );
    has(
        &eve("", &stark_before_the_throne),
        &[
            "The end: Stark ",
            "Stark wins, with the most castles and strongholds after the last turn.",
            "The Night's Watch could not win, because its quest is not complete.",
        ],
    );
    has(
        &eve("king-by-count: true", &found),
        &["Stark and the Night's Watch win together, since there is a king and the Wall has held."],
    );
}
