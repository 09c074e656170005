//! The spellings of the table, and the positions they are written in.

use ravenpost::campaign::read_wrapped;
use ravenpost::games;
use ravenpost::games::thrones::Thrones;
use ravenpost::games::thrones::board::Stage;
use ravenpost::games::thrones::editions::{FIRST, JOINED, NORTH, SECOND};
use ravenpost::sheet::{Content, Fault, Node, Span};
use ravenpost::table::*;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// A spelling, and what it must be read as.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spelling {
    pub id: String,
    pub game: String,
    pub players: u8,
    pub seat: String,
    pub at: String,
    /// The keys of the questions that the sheet numbers.
    #[serde(default)]
    pub asked: Vec<String>,
    pub lines: String,
    /// The plan on file, as the sheet would have it.
    pub file: Option<Means>,
    /// The plan, as the sheet would have it.
    pub means: Option<Means>,
    /// The words to ask the player about.
    #[serde(default)]
    pub asks: Vec<String>,
    /// Exactly these words are under the carets.
    #[serde(default)]
    pub carets: bool,
    #[serde(default)]
    pub prose: bool,
    /// The reader does not take it as meant yet.
    #[serde(default)]
    pub missed: bool,
}

/// A plan in the order in which it is written, which marches and musters depend on.
pub struct Means(pub Node);

fn node(content: Content) -> Means {
    Means(Node { span: Span { line: 1, column: 1, length: 1 }, content })
}

impl<'de> Deserialize<'de> for Means {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Means;
            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(to, "a plan")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Means, E> {
                Ok(node(Content::Text(text.to_owned())))
            }
            fn visit_bool<E: de::Error>(self, yes: bool) -> Result<Means, E> {
                Ok(node(Content::Text(yes.to_string())))
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Means, E> {
                Ok(node(Content::Text(number.to_string())))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Means, E> {
                Ok(node(Content::Text(number.to_string())))
            }
            fn visit_unit<E: de::Error>(self) -> Result<Means, E> {
                Ok(node(Content::Empty))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Means, A::Error> {
                let mut all = Vec::new();
                while let Some(Means(member)) = list.next_element()? {
                    all.push(member);
                }
                Ok(node(Content::List(all)))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Means, A::Error> {
                let mut all = Vec::new();
                while let Some((Means(key), Means(value))) = map.next_entry()? {
                    all.push((key, value));
                }
                Ok(node(Content::Map(all)))
            }
        }
        from.deserialize_any(Any)
    }
}

/// The players of the houses, in the order of the seats.
const PLAYERS: [&str; 5] = ["Anna Jones", "Ben", "Chiara", "Dirk", "Eve"];

pub fn all() -> Vec<Spelling> {
    let mut all = Vec::new();
    let mut paths: Vec<_> =
        std::fs::read_dir("tests/orders").unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.extension().is_some_and(|extension| extension == "yaml") {
            let text = std::fs::read_to_string(&path).unwrap();
            let list: Vec<Spelling> =
                serde_saphyr::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            all.extend(list);
        }
    }
    all
}

/// A game that stands at a stage.
struct World {
    referee: Box<dyn Referee>,
    position: Position,
}

thread_local! {
    /// The games that spellings of this thread's test are about: each is loaded once.
    static WORLDS: RefCell<BTreeMap<(String, u8, String), Rc<World>>> = RefCell::default();
}

impl World {
    fn of(spelling: &Spelling) -> Rc<World> {
        let name = (spelling.game.clone(), spelling.players, spelling.at.clone());
        let loaded = || Rc::new(World::load(spelling));
        WORLDS.with_borrow_mut(|worlds| Rc::clone(worlds.entry(name).or_insert_with(loaded)))
    }

    fn load(spelling: &Spelling) -> World {
        let folder = |file: &str| games::embedded(&spelling.game, file).map(str::to_owned);
        let referee = games::referee(&spelling.game, spelling.players, &Value::Null, &|_| None).unwrap();
        let edition = [&FIRST, &SECOND, &NORTH, &JOINED];
        let edition = edition.into_iter().find(|edition| edition.id == spelling.game);
        let position = if let Some(edition) = edition {
            let game = Thrones::load_edition(edition, &folder, spelling.players, Default::default()).unwrap();
            let mut board = game.begin(&mut RandomTable::new(1)).unwrap();
            // Only where it begins does a game stand in a stage of its own, such as that of the tactic decks.
            if board.stage.id() != spelling.at {
                board.stage =
                    Stage::ALL.into_iter().find(|stage| stage.id() == spelling.at).expect("a stage");
            }
            if board.stage > Stage::Planning {
                let march = board.world.order("march+0");
                board.spots.change(|_, spot| spot.order = spot.holder.and(march));
            }
            Position::from(game.write_state(&board))
        } else {
            let game =
                games::king_is_dead::KingIsDead::load(&folder, spelling.players, Default::default()).unwrap();
            Position::from(game.write_state(&game.begin(&mut RandomTable::new(1)).unwrap()))
        };
        World { referee, position }
    }
}

/// A seat that writes in a game.
pub struct Scene {
    world: Rc<World>,
    pub seat: Seat,
    names: Vec<(String, Seat)>,
    open: Vec<Open>,
}

/// What became of some lines.
pub struct Taken {
    pub plan: Option<Value>,
    pub fates: Vec<LineFate>,
    pub faults: Vec<Fault>,
}

impl Scene {
    pub fn of(spelling: &Spelling) -> Scene {
        let world = World::of(spelling);
        let seats = world.referee.seats();
        let seat = seats.iter().position(|seat| seat.id == spelling.seat).expect("a seat of the game");
        let names = PLAYERS.iter().enumerate().map(|(i, name)| ((*name).to_owned(), Seat(i as u8)));
        let names = names.take(usize::from(spelling.players)).collect();
        let seat = Seat(seat as u8);
        let open = |key: &String| Open {
            seat,
            kind: key.split('/').nth(4).expect("a key of a question").to_owned(),
            key: key.clone(),
            // What is bid for, as a bid's question says it.
            question: serde_json::json!({"on": key.rsplit('/').next()}),
            legal: Listing { answers: Vec::new(), complete: false },
            default: Value::Null,
            ahead: false,
        };
        Scene { world, seat, names, open: spelling.asked.iter().map(open).collect() }
    }

    /// Reads free lines as a campaign does.
    pub fn take(&self, text: &str) -> Taken {
        let lines: Vec<TypedLine<'_>> =
            text.lines().enumerate().map(|(i, text)| TypedLine { text, line: i + 1 }).collect();
        let World { referee, position } = &*self.world;
        let typed = read_wrapped(&lines, &|lines| {
            referee.read_typed(position, self.seat, &self.open, &self.names, lines).unwrap()
        });
        assert_eq!(typed.fates.len(), lines.len());
        let mut faults = typed.faults;
        let plan = typed.tree.and_then(|tree| self.plan(&tree, &mut faults));
        Taken { plan, fates: typed.fates, faults }
    }

    /// Reads free lines as a campaign does of a seat with a plan on file.
    pub fn take_beside(&self, file: &Means, text: &str) -> Taken {
        let taken = self.take(text);
        let on_file = self.sheet(file).expect("a plan on file");
        let lines: Vec<TypedLine<'_>> =
            text.lines().enumerate().map(|(i, text)| TypedLine { text, line: i + 1 }).collect();
        let World { referee, position } = &*self.world;
        let changed = referee.read_changes(position, self.seat, &self.names, &on_file, &lines).unwrap();
        let Some(typed) = changed.filter(|_| taken.plan.is_none()) else { return taken };
        let mut faults = typed.faults;
        let plan = typed.tree.and_then(|tree| self.plan(&tree, &mut faults));
        Taken { plan, fates: typed.fates, faults }
    }

    /// Reads the plan of the sheet.
    pub fn sheet(&self, plan: &Means) -> Option<Value> {
        self.plan(&plan.0, &mut Vec::new())
    }

    fn plan(&self, tree: &Node, faults: &mut Vec<Fault>) -> Option<Value> {
        let World { referee, position } = &*self.world;
        let reading = referee.read_plan(position, self.seat, &self.open, tree).unwrap();
        faults.extend(reading.faults);
        // A sheet says in so many words what lines may only imply.
        reading.plan.map(|mut plan| {
            plan.as_object_mut().map(|plan| plan.remove("implied"));
            plan
        })
    }
}
