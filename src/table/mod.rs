//! The common ground of all games: seats, questions, answers, chance.
//!
//! Rules are plain functions that *ask the table*: a typed [`Query`] goes to one [`Seat`], and a
//! [`Table`] answers it or says [`Pause`]. The same rules run at every table: a campaign's, a test
//! case's, a replay's (all three through a [`Desk`]) and the [`RandomTable`].
//!
//! # Example
//!
//! A whole game of one question: which of three doors to open. The first time nobody has answered, so the game pauses
//! and says what it waits for. With the answer on record the same stage is played again from its opening, to its end.
//!
//! ```
//! # use ravenpost::sheet::Node;
//! use ravenpost::table::*;
//! use serde_json::{Value, json};
//! use std::collections::BTreeMap;
//!
//! struct Doors;
//!
//! /// The question; the position of this game is the door that was opened, 0 if none was.
//! struct Which<'a>(&'a u8);
//!
//! impl Query for Which<'_> {
//!     type Game = Doors;
//!     type Answer = u8;
//!     fn key(&self) -> String {
//!         "door".into()
//!     }
//!     fn check(&self, door: &u8) -> Result<(), Refusal> {
//!         if (1..=3).contains(door) { Ok(()) } else { Err(Refusal::new("no-such-door")) }
//!     }
//!     // … and the other questions that a query answers: who is asked, what is legal, the default.
//! #   fn seat(&self) -> Seat { Seat(0) }
//! #   fn kind(&self) -> &'static str { "door" }
//! #   fn position(&self) -> &u8 { self.0 }
//! #   fn question(&self) -> Value { json!({"doors": 3}) }
//! #   fn list(&self, _: usize) -> Listing<u8> { Listing { answers: vec![1, 2, 3], complete: true } }
//! #   fn sample(&self, dice: &mut fastrand::Rng) -> u8 { dice.u8(1..=3) }
//! #   fn default(&self) -> u8 { 1 }
//! #   fn write(&self, door: &u8) -> Value { json!(door) }
//! #   fn read(&self, value: &Value) -> Result<u8, Refusal> {
//! #       serde_json::from_value(value.clone()).map_err(|_| Refusal::new("no-number"))
//! #   }
//! }
//!
//! impl Game for Doors {
//!     type State = u8;
//!     type Event = Value;
//!     fn play<T: Table<Self>>(&self, opened: &mut u8, table: &mut T) -> Result<Progress, Pause> {
//!         let door = table.ask(&Which(opened))?;
//!         *opened = door;
//!         table.tell(|| json!({"event": "opened", "door": door}));
//!         Ok(Progress::Ended)
//!     }
//!     // … and the set-up, names, views and plans of the game.
//! #   type Question = Value;
//! #   type Plan = u8;
//! #   fn id(&self) -> &str { "doors" }
//! #   fn templates(&self) -> &str { "doors" }
//! #   fn seats(&self) -> Vec<SeatInfo> { vec![SeatInfo { id: "guest".into(), name: "Guest".into() }] }
//! #   fn title(&self) -> String { "Three Doors".into() }
//! #   fn begin<T: Table<Self>>(&self, _: &mut T) -> Result<u8, Pause> { Ok(0) }
//! #   fn moment(&self, _: &u8) -> Moment { Moment { turn: 1, stage: "door".into() } }
//! #   fn outcome(&self, _: &u8) -> Option<Value> { None }
//! #   fn write_state(&self, opened: &u8) -> Value { json!(opened) }
//! #   fn read_state(&self, value: &Value) -> Result<u8, String> {
//! #       serde_json::from_value(value.clone()).map_err(|why| why.to_string())
//! #   }
//! #   fn view(&self, opened: &u8, _: Option<Seat>) -> Value { json!(opened) }
//! #   fn read_view(&self, value: &Value) -> Result<u8, String> { self.read_state(value) }
//! #   fn read_plan(&self, _: &u8, _: Seat, _: &[Open], _: &Node) -> Reading<u8> {
//! #       Reading { plan: None, understood: vec![], faults: vec![] }
//! #   }
//! #   fn consult(&self, _: &u8, _: Seat, _: &Value, _: &u8) -> Says { Says::Silent }
//! #   fn sheet(&self, _: &u8, _: Seat, _: &[Open]) -> Value { Value::Null }
//! #   fn suggest(&self, _: &u8, _: Seat, _: &[Open], _: &mut fastrand::Rng) -> u8 { 1 }
//! #   fn write_plan(&self, plan: &u8, _: &u8) -> String { format!("plan: {plan}") }
//! #   fn refusal_codes(&self) -> Vec<&'static str> { vec!["no-such-door", "no-number"] }
//! #   fn sound(&self, _: &u8) -> Result<(), Refusal> { Ok(()) }
//! }
//!
//! let game = Host::new(Doors);
//! let seed = Seed([7; 32]);
//! let mut record = BTreeMap::new();
//! let start = game.begin(&mut RecordDesk::new(&record, seed.clone()))?;
//!
//! let Played::Paused(asked) = game.play(&start, &[], &mut RecordDesk::new(&record, seed.clone()))? else {
//!     panic!("nobody has chosen a door yet");
//! };
//! assert_eq!(asked.open[0].key, "door");
//!
//! record.insert("door".into(), json!(2));
//! let mut desk = RecordDesk::new(&record, seed);
//! let Played::Done { position, progress } = game.play(&start, &[], &mut desk)? else {
//!     panic!("the answer is on record");
//! };
//! assert_eq!((&*position, progress), (&json!(2), Progress::Ended));
//! assert!(desk.notes().contains(&Note::Event(json!({"event": "opened", "door": 2}))));
//! # Ok::<(), Damaged>(())
//! ```

mod any;
mod audit;
mod chance;
mod choice;
mod desk;
mod desk_table;
mod event;
pub mod form;
mod game;
mod host;
mod played;
mod position;
mod progress;
mod question;
mod random;
mod reading;
mod record_desk;
mod referee;
mod seat;
mod typed;
mod view;

pub use crate::sheet::Refusal;
pub use any::AnyTable;
pub use audit::AuditTable;
pub use chance::{Draw, Seed};
pub use choice::{Choice, Choices, Example, Thing};
pub use desk::{Answered, Desk, Point, Policy, Source};
pub use event::Event;
pub use game::{Game, Query, Table};
pub use host::Host;
pub use played::{Played, lent};
pub use position::{Damaged, Position};
pub use progress::{Moment, Progress};
pub use question::{Asked, Foreseen, Listing, Open, Pause};
pub use random::{Listen, RandomTable};
pub use reading::{Reading, Says, Understood, Vocabulary};
pub use record_desk::{Ignored, Note, RecordDesk, Unanswered};
pub use referee::Referee;
pub use seat::{BySeat, MOST_SEATS, Seat, SeatInfo};
pub use typed::{DOUBT, EARLIER, IMPLIED, Kept, LONGEST_LINE, LineFate, Typed, TypedLine};
pub use view::View;
