//! A second opinion on what tactic cards do in the battles of Beyond the Wall, written from their texts and rulings without a
//! look at the rules: from what a game tells (who fights with what, who supports, which cards lie open, which abilities are
//! used) it works out what cards add to strengths, how many swords and skulls strike, and who is routed by a hit and run, and
//! must agree with what the game tells of the end of each battle.

use crate::thorough::thorough;
use ravenpost::games::embedded;
use ravenpost::games::thrones::Thrones;
use ravenpost::games::thrones::data::Options;
use ravenpost::games::thrones::editions::NORTH;
use ravenpost::games::thrones::event::Event;
use ravenpost::table::{Game, Progress, RandomTable};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// House cards without a text that bears on strength and icons: strength, swords, fortifications.
const PLAIN: &[(&str, i64, i64, i64)] = &[
    ("lord-mormont", 4, 2, 0),
    ("alliser-thorne", 3, 1, 1),
    ("maester-aemon", 1, 0, 0),
    ("yoren", 1, 0, 2),
    ("mance-rayder", 4, 1, 2),
    ("mag-the-mighty", 3, 3, 0),
    ("harma", 2, 1, 1),
    ("tormund", 2, 2, 0),
    ("rattleshirt", 1, 0, 1),
    ("ygritte", 0, 0, 0),
    ("king-of-the-others", 4, 0, 0),
    ("general-of-the-others", 3, 0, 0),
    ("zombie-giant", 2, 2, 0),
    ("zombie-card", 1, 1, 0),
];

/// Barrels and crowns.
const PLACES: &[(&str, i64, i64)] = &[
    ("lands-of-always-winter", 0, 1),
    ("thenn", 1, 1),
    ("milkwater", 1, 1),
    ("ice-river", 1, 0),
    ("antler", 1, 0),
    ("giants-stairs", 0, 1),
    ("haunted-forest", 1, 1),
    ("skirling-pass", 1, 0),
    ("frostfangs", 0, 1),
    ("the-gorge", 1, 0),
    ("fist-of-the-first-men", 0, 1),
    ("storrolds-point", 1, 0),
    ("wall-west", 0, 0),
    ("wall-centre", 0, 1),
    ("wall-east", 0, 0),
    ("the-gift", 1, 1),
];

fn unit(id: &str) -> i64 {
    match id {
        "footman" | "zombie" => 1,
        "giant" | "king" => 3,
        _ => 2,
    }
}

/// What an order adds to a march, a defense, a support.
fn order(id: &str, plain: bool) -> i64 {
    match id {
        "march-1" => -1,
        "march*" | "support*" if plain => 0,
        "march*" | "support*" => 1,
        "defense*" if !plain => 2,
        "defense" | "defense*" => 1,
        _ => 0,
    }
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

fn number(value: &Value, name: &str) -> i64 {
    value[name].as_i64().unwrap_or_default()
}

fn troop(value: &Value) -> BTreeMap<String, i64> {
    let map = value.as_object().into_iter().flatten();
    map.map(|(kind, n)| (kind.clone(), n.as_i64().unwrap_or(0))).collect()
}

fn strength(troop: &BTreeMap<String, i64>) -> i64 {
    troop.iter().map(|(kind, n)| unit(kind) * n).sum()
}

/// Those who can be lost and routed: all but catapults.
fn mortal(troop: &BTreeMap<String, i64>) -> i64 {
    troop.iter().filter(|(kind, _)| *kind != "catapult").map(|(_, n)| n).sum()
}

type Ability = (String, String);

/// What holds for a round.
#[derive(Default)]
struct Round {
    /// Abilities by house; one may be there twice.
    owned: Vec<(String, Ability)>,
    dearer: Vec<(String, Ability)>,
    plain: bool,
    annulled: Vec<String>,
}

/// A battle as it is told.
#[derive(Default)]
struct Battle {
    begins: Value,
    strike: bool,
    supports: Vec<Value>,
    cards: Value,
    used: Vec<(String, Ability)>,
    won: Value,
    /// Units that stand, attacker's and defender's.
    fit: [BTreeMap<String, i64>; 2],
    skulls: i64,
    ended: bool,
}

impl Battle {
    fn house(&self, side: usize) -> &str {
        text(&self.begins, ["attacker", "defender"][side])
    }

    fn uses(&self, side: usize, card: &str, letter: &str) -> i64 {
        let is = |(house, (c, l)): &&(String, Ability)| house == self.house(side) && c == card && l == letter;
        self.used.iter().filter(is).count() as i64
    }

    /// A side's card and what it shows, if its text is of no matter here.
    fn card(&self, side: usize, round: &Round) -> Option<(i64, i64, i64)> {
        let id = text(&self.cards, ["attacker-card", "defender-card"][side]);
        if round.annulled.iter().any(|annulled| annulled == id) {
            return Some((0, 0, 0));
        }
        PLAIN
            .iter()
            .find(|(plain, ..)| *plain == id)
            .map(|(_, strength, swords, forts)| (*strength, *swords, *forts))
    }

    /// What the own units of a side count, in support too.
    fn own_units(&self, side: usize, round: &Round) -> i64 {
        let own = self.supports.iter().filter(|support| {
            text(support, "house") == self.house(side)
                && text(support, "side") == ["attacker", "defender"][side]
        });
        let lent: i64 =
            own.map(|support| number(support, "strength") - order(text(support, "order"), round.plain)).sum();
        strength(&self.fit[side]) + lent
    }

    fn supported(&self, side: usize) -> bool {
        self.supports.iter().any(|support| text(support, "side") == ["attacker", "defender"][side])
    }
}

#[derive(Default)]
struct Reader {
    round: Round,
    battle: Battle,
    /// The last ability used.
    last: (String, Ability),
    /// The conqueror and what his area yields, while Pillage is told.
    pillage: Option<(String, i64)>,
    checked: BTreeMap<&'static str, u32>,
}

impl Reader {
    fn hear(&mut self, event: &Value) {
        let kind = text(event, "event").to_owned();
        if !matches!(kind.as_str(), "supply-set" | "tactic-power") {
            self.pillage = None;
        }
        let ability = (text(event, "card").to_owned(), text(event, "ability").to_owned());
        let house = text(event, "house").to_owned();
        match kind.as_str() {
            "turn-begins" => self.round = Round::default(),
            "tactic-shown" | "tactic-taken" => {
                for letter in ["a", "b"] {
                    self.round.owned.push((house.clone(), (ability.0.clone(), letter.to_owned())));
                }
            }
            "tactic-gained" => self.round.owned.push((house, ability)),
            "tactic-dearer" => self.round.dearer.push((text(event, "owner").to_owned(), ability)),
            "card-annulled" => self.round.annulled.push(ability.0),
            "tactic-used" => self.uses(event, house, ability),
            "supply-set" => self.supply(event, &house),
            "battle-begins" => self.begins(event),
            "support" => self.battle.supports.push(event.clone()),
            "house-cards" => {
                self.battle.cards = event.clone();
                self.odds();
            }
            "battle-won" => self.won(event),
            "casualties" => self.casualties(event, &house),
            "skulls" => self.skulls(event, &house),
            "retreat" | "area-taken" | "strike-ends" => self.ends(event, &kind),
            _ => {}
        }
    }

    fn count(&mut self, what: &'static str) {
        *self.checked.entry(what).or_default() += 1;
    }

    fn uses(&mut self, event: &Value, house: String, ability: Ability) {
        if ability == ("fight-on-equal-terms".to_owned(), "b".to_owned()) {
            self.round.plain = true;
        }
        if ability == ("pillage".to_owned(), "b".to_owned()) {
            let area = text(&self.battle.begins, "area");
            let place = PLACES.iter().find(|(id, ..)| *id == area).expect("a place");
            assert!(place.1 + place.2 > 0 && !self.battle.strike, "nothing to pillage: {event}");
            self.pillage = Some((house.clone(), place.1));
        }
        self.last = (house.clone(), ability.clone());
        self.battle.used.push((house, ability));
    }

    /// Pillage: the conqueror's marker rises by the barrels of the area, the loser's falls.
    fn supply(&mut self, event: &Value, house: &str) {
        let Some((winner, barrels)) = self.pillage.clone() else { return };
        let from = number(event, "from");
        let to = if house == winner { (from + barrels).min(6) } else { (from - barrels).max(0) };
        assert_eq!(number(event, "to"), to, "Pillage: {event}");
        self.count("pillage");
    }

    fn begins(&mut self, event: &Value) {
        let strike = self.last.1 == ("hit-and-run".to_owned(), "a".to_owned())
            && self.last.0 == text(event, "attacker")
            && self.battle.ended_or_none();
        let fit = [troop(&event["attackers"]), troop(&event["defenders"])];
        self.battle = Battle { begins: event.clone(), strike, fit, ..Battle::default() };
        self.last = Default::default();
    }

    /// Offensive Manoeuvres works by itself for an attacker whose own units are the weaker.
    fn odds(&mut self) {
        let (battle, round) = (&self.battle, &self.round);
        let attacker = battle.house(0).to_owned();
        let mine = (attacker.clone(), ("offensive-manoeuvres".to_owned(), "a".to_owned()));
        let times = round.owned.iter().filter(|owned| **owned == mine).count() as i64;
        let weaker = battle.own_units(0, round) < battle.own_units(1, round);
        let used = battle.uses(0, "offensive-manoeuvres", "a");
        if !round.dearer.contains(&mine) {
            assert_eq!(used, if weaker { times } else { 0 }, "{}", battle.begins);
        }
        assert!(used == 0 || weaker, "not the weaker: {}", battle.begins);
        if times > 0 {
            self.count("offensive-manoeuvres");
        }
    }

    fn won(&mut self, event: &Value) {
        self.battle.won = event.clone();
        let (battle, round) = (&self.battle, &self.round);
        for side in 0..2 {
            let mut ours: Vec<i64> = Vec::new();
            let mut add = |times: i64, amount: i64| ours.extend((0..times).map(|_| amount));
            let other = 1 - side;
            if side == 0 {
                add(battle.uses(0, "offensive-manoeuvres", "a"), 1);
                let march = text(&battle.begins, "order");
                let forced = battle.uses(0, "breakthrough", "a");
                assert!(forced == 0 || march == "march*" && !round.plain && !battle.strike, "{march}");
                add(forced, order(march, round.plain));
            } else {
                let defending = text(&battle.begins, "defending-order");
                let dug_in = battle.uses(1, "organise-the-defence", "a");
                assert!(dug_in == 0 || defending.starts_with("defense"), "{defending}");
                add(dug_in, order(defending, round.plain));
            }
            let ambushed = battle.uses(other, "prepare-an-ambush", "a");
            assert!(ambushed == 0 || battle.supported(side), "no support: {}", battle.begins);
            add(ambushed, -1);
            let addends = event[["attacker", "defender"][side]]["addends"].as_array().expect("addends");
            let told = addends.iter().filter(|addend| text(addend, "reason") == "tactic");
            let mut theirs: Vec<i64> = told.map(|addend| number(addend, "amount")).collect();
            ours.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(ours, theirs, "{event}");
            // What else must be as printed: units, orders, cards, and the sum.
            let orders = addends.iter().filter(|addend| text(addend, "reason") == "order");
            for addend in orders {
                assert_eq!(number(addend, "amount"), order(text(addend, "order"), round.plain), "{event}");
            }
            if let (Some((strength, ..)), Some(_)) = (battle.card(side, round), battle.card(other, round)) {
                let cards = addends.iter().filter(|addend| text(addend, "reason") == "card");
                assert!(cards.clone().all(|card| number(card, "amount") == strength), "{event}");
            }
            let sum: i64 = addends.iter().map(|addend| number(addend, "amount")).sum();
            assert_eq!(sum, number(&event[["attacker", "defender"][side]], "total"), "{event}");
        }
        self.count("strengths");
    }

    fn loser(&self) -> usize {
        usize::from(text(&self.battle.won, "side") == "attacker")
    }

    fn casualties(&mut self, event: &Value, house: &str) {
        let (battle, round, loser) = (&self.battle, &self.round, self.loser());
        assert_eq!(house, battle.house(loser), "{event}");
        let winner = 1 - loser;
        let total = |side: usize| number(&battle.won[["attacker", "defender"][side]], "total").max(0);
        let encircled = battle.uses(winner, "encircle", "a");
        let margin = total(winner) - total(loser);
        assert!(encircled == 0 || margin > 0, "{event}");
        let spared = loser == 1 && battle.uses(1, "organise-the-defence", "b") > 0;
        if let (Some((_, swords, _)), Some((_, _, forts))) =
            (battle.card(winner, round), battle.card(loser, round))
        {
            let swords = swords + encircled * margin;
            let dug_in = if loser == 1 { battle.uses(1, "organise-the-defence", "a") } else { 0 };
            let forts = forts + dug_in;
            let lost = (swords - forts).max(0).min(mortal(&battle.fit[loser]));
            assert_eq!(number(event, "swords"), swords, "{event}");
            assert_eq!(number(event, "fortifications"), forts, "{event}");
            assert_eq!(number(event, "number"), if spared { 0 } else { lost }, "{event}");
            if encircled + dug_in + i64::from(spared) > 0 {
                self.count("swords");
            }
        }
        self.lose(event, loser);
    }

    fn lose(&mut self, event: &Value, side: usize) {
        for (kind, n) in troop(&event["lost"]) {
            *self.battle.fit[side].entry(kind).or_default() -= n;
        }
    }

    fn skulls(&mut self, event: &Value, house: &str) {
        let side = usize::from(house == self.battle.house(1));
        assert!(side == 0 || self.battle.uses(1, "organise-the-defence", "b") == 0, "{event}");
        if side == 1 {
            self.battle.skulls += troop(&event["lost"]).values().sum::<i64>();
        }
        self.lose(event, side);
    }

    /// Before anybody goes anywhere all skulls have struck.
    fn ends(&mut self, event: &Value, kind: &str) {
        let (battle, round) = (&self.battle, &self.round);
        let bought = battle.uses(0, "encircle", "b");
        let spared = battle.uses(1, "organise-the-defence", "b") > 0 && self.loser() == 1;
        let plain = (0..2).all(|side| battle.card(side, round).is_some());
        if !battle.ended && bought > 0 && plain && !spared {
            let there = mortal(&battle.fit[1]) + battle.skulls;
            assert_eq!(battle.skulls, bought.min(there), "{event} after {}", battle.begins);
            self.count("skulls");
        }
        if kind == "strike-ends" {
            assert!(self.battle.strike, "not a hit and run: {event}");
            let loser = self.loser();
            let lies = if self.battle.house(loser) == "others" { 0 } else { mortal(&self.battle.fit[loser]) };
            assert_eq!(troop(&event["routed"]).values().sum::<i64>(), lies, "{event}");
            self.count("hit-and-run");
        } else {
            assert!(!self.battle.strike, "a hit and run conquers nothing: {event}");
        }
        self.battle.ended = true;
    }
}

impl Battle {
    /// Returns `true` if what is told next belongs to another battle.
    fn ended_or_none(&self) -> bool {
        self.begins.is_null() || !self.won.is_null()
    }
}

/// Plays a game by chance, and returns all that it tells.
fn story(seed: u64) -> Vec<Value> {
    let folder = |file: &str| embedded("beyond-the-wall", file).map(str::to_owned);
    let game = Thrones::load_edition(&NORTH, &folder, 3, Options::default()).expect("the game's own data");
    let told = Rc::new(RefCell::new(Vec::new()));
    let heard = Rc::clone(&told);
    let listen = Box::new(move |event: Event| {
        heard.borrow_mut().push(serde_json::to_value(&event).expect("data"));
    });
    let mut table = RandomTable::listening(seed, listen);
    let mut board = game.begin(&mut table).expect("no pause");
    while game.play(&mut board, &mut table).expect("no pause") == Progress::Next {}
    told.take()
}

fn read(story: &[Value]) -> Reader {
    let mut reader = Reader::default();
    story.iter().for_each(|event| reader.hear(event));
    reader
}

#[test]
fn what_tactic_cards_do_in_battle_is_what_their_texts_say() {
    let mut checked: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..thorough(300, 5_000) {
        let reader = read(&story(seed));
        reader.checked.into_iter().for_each(|(what, times)| *checked.entry(what).or_default() += times);
    }
    println!("{checked:?}");
    for what in ["offensive-manoeuvres", "strengths", "swords", "skulls", "hit-and-run", "pillage"] {
        assert!(checked.get(what).is_some_and(|times| *times > 0), "{what} was never met: {checked:?}");
    }
}

/// Adds 1 to a number of an event of a kind, if it is one.
fn raise(event: &mut Value, kind: &str, name: &str) -> bool {
    let is_it = text(event, "event") == kind;
    if is_it {
        event[name] = (number(event, name) + 1).into();
    }
    is_it
}

/// Makes an event another that nobody listens to, if it is of a kind.
fn hide(event: &mut Value, kind: &str) -> bool {
    let is_it = text(event, "event") == kind;
    if is_it {
        event["event"] = "nothing".into();
    }
    is_it
}

/// Makes an event wrong; `true` if it was one that can be.
type Falsify = fn(&mut Value) -> bool;

/// What may be told wrongly: what it is, and how it is made wrong where it is met.
const FALSEHOODS: &[(&str, Falsify)] = &[
    ("what a card adds", |event| {
        let addends = event.get_mut("attacker").and_then(|side| side.get_mut("addends")?.as_array_mut());
        let tactic = addends.and_then(|all| all.iter_mut().find(|addend| text(addend, "reason") == "tactic"));
        tactic.is_some_and(|addend| {
            addend["amount"] = (number(addend, "amount") + 1).into();
            true
        })
    }),
    ("swords", |event| raise(event, "casualties", "swords")),
    ("fortifications", |event| raise(event, "casualties", "fortifications")),
    ("losses", |event| raise(event, "casualties", "number")),
    ("a skull that does not strike", |event| hide(event, "skulls")),
    ("levels of supply", |event| raise(event, "supply-set", "to")),
    ("who lies down", |event| {
        let routed = event["routed"].as_object_mut().filter(|routed| !routed.is_empty());
        let is_it = routed.is_some_and(|routed| {
            routed.clear();
            true
        });
        is_it && text(event, "event") == "strike-ends"
    }),
    ("the weaker attacker's strength", |event| {
        text(event, "card") == "offensive-manoeuvres" && hide(event, "tactic-used")
    }),
];

/// The test of the test: told wrongly, each is noticed.
#[test]
fn what_is_told_wrongly_is_noticed() {
    let stories: Vec<Vec<Value>> = (0..40).map(story).collect();
    for (what, falsify) in FALSEHOODS {
        let noticed = stories.iter().any(|story| {
            (0..story.len()).any(|place| {
                let mut event = story[place].clone();
                if !falsify(&mut event) {
                    return false;
                }
                let mut false_story = story.clone();
                false_story[place] = event;
                std::panic::catch_unwind(|| read(&false_story)).is_err()
            })
        });
        assert!(noticed, "{what}: told wrongly, and nobody noticed");
    }
}
