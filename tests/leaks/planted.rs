//! Leaks that are planted, and must be found: a test that cannot fail proves nothing.

use crate::world::*;
use crate::{hidden, plans};
use ravenpost::campaign::{Edge, Model, Scribe};
use ravenpost::disk::{Disk, FaultyDisk};
use ravenpost::report::{NotWritten, Written as InWords};
use ravenpost::sheet::Node;
use ravenpost::table::*;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

const THRONES: Manner =
    Manner { game: "thrones-1e", players: 3, secrecy: "deposit", pace: "batch", leak_check: false };

/// A game that shows everybody one thing too many.
struct Leaky(Box<dyn Referee>);

impl Referee for Leaky {
    fn id(&self) -> &str {
        self.0.id()
    }
    fn templates(&self) -> &str {
        self.0.templates()
    }
    fn title(&self) -> String {
        self.0.title()
    }
    fn seats(&self) -> Vec<SeatInfo> {
        self.0.seats()
    }
    fn begin(&self, desk: &mut dyn Desk) -> Result<Position, Damaged> {
        self.0.begin(desk)
    }
    fn play(&self, from: &Position, plans: &[Vec<Value>], desk: &mut dyn Desk) -> Result<Played, Damaged> {
        self.0.play(from, plans, desk)
    }
    fn may_write(&self, from: Seat, to: Seat) -> Result<(), Refusal> {
        self.0.may_write(from, to)
    }
    fn moment(&self, at: &Position) -> Result<Moment, Damaged> {
        self.0.moment(at)
    }
    fn outcome(&self, at: &Position) -> Result<Option<Value>, Damaged> {
        self.0.outcome(at)
    }
    fn view(&self, at: &Position, seat: Option<Seat>) -> Result<Value, Damaged> {
        let mut view = self.0.view(at, seat)?;
        // Only what a map holds anyway is added to, so that nothing but the bytes shows it.
        view["omen"] = at.0["decks"][2].get(3).cloned().unwrap_or_default();
        Ok(view)
    }
    fn position_from_view(&self, view: &Value) -> Result<Position, Damaged> {
        self.0.position_from_view(view)
    }
    fn read_plan(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        plan: &Node,
    ) -> Result<Reading<Value>, Damaged> {
        self.0.read_plan(at, seat, open, plan)
    }
    fn accept_plan(&self, plan: &Value) -> Result<(), Damaged> {
        self.0.accept_plan(plan)
    }
    fn sheet(&self, at: &Position, seat: Seat, open: &[Open]) -> Result<Value, Damaged> {
        self.0.sheet(at, seat, open)
    }
    fn suggest(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        dice: &mut fastrand::Rng,
    ) -> Result<Value, Damaged> {
        self.0.suggest(at, seat, open, dice)
    }
    fn refusal_codes(&self) -> Vec<&'static str> {
        self.0.refusal_codes()
    }
    fn write_plan(&self, plan: &Value, at: &Position) -> Result<String, Damaged> {
        self.0.write_plan(plan, at)
    }
    fn sound(&self, at: &Position) -> Result<Result<(), Refusal>, Damaged> {
        self.0.sound(at)
    }
}

fn leaky(
    settings: &ravenpost::campaign::settings::Settings,
    own: ravenpost::campaign::Own<'_>,
) -> Result<Box<dyn Referee>, ravenpost::games::NoGame> {
    let inner = (Edge::new(Arc::new(FaultyDisk::new())).game)(settings, own)?;
    Ok(Box::new(Leaky(inner)))
}

/// Words that know more than they are told: the length of all files in a folder, or the bytes of one.
struct Spy {
    disk: FaultyDisk,
    place: &'static str,
    sizes: bool,
}

impl Scribe for Spy {
    fn write(&self, mail: &Model) -> Result<InWords, NotWritten> {
        let mut written = Scribe::write(&*WRITER, mail)?;
        let base = Path::new("/c").join(self.place);
        let mine = |path: &std::path::PathBuf| path.starts_with(&base) && !path.ends_with("record.json");
        let files: Vec<Vec<u8>> = self
            .disk
            .files()
            .iter()
            .filter(|path| mine(path))
            .map(|path| self.disk.read(path).unwrap())
            .collect();
        let seen = match self.sizes {
            true => files.iter().map(Vec::len).sum::<usize>().to_string(),
            false => ravenpost::seal::Hash256::of(files.concat()).to_string(),
        };
        written.mail.text.push_str(&seen);
        Ok(written)
    }
}

#[test]
fn a_view_that_shows_a_card_of_a_deck_is_found() {
    let why = hidden::exchange(THRONES, 5, 8, Some(leaky)).unwrap_err();
    assert!(why.contains("--- or ---"), "two mails that differ: {why}");
}

#[test]
fn words_that_know_a_deposited_plan_or_only_its_length_are_found() {
    for sizes in [false, true] {
        let spy = |world: &World| -> Option<Box<dyn Scribe>> {
            Some(Box::new(Spy { disk: world.disk.clone(), place: "private/", sizes }))
        };
        let why = plans::exchange(THRONES, 11, 3, &spy).unwrap_err();
        assert!(why.contains("nothing closed"), "{why}");
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
    let mut world = World::founded(manner, 3, Some(leaky));
    let ticked = world.tick(&*WRITER);
    assert_eq!(ticked.sent, 0);
    assert!(ticked.attention.iter().any(|words| words.contains("held back")), "{:?}", ticked.attention);
    assert!(world.seats.iter().all(|seat| world.sent_to(seat).is_empty()));
}
