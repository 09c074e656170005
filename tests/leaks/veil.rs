//! Games that are loaded once for all worlds of a test; and some that show too much, or hide something else.

use ravenpost::campaign::Own;
use ravenpost::campaign::settings::Settings;
use ravenpost::games::{self, NoGame};
use ravenpost::picture::Picture;
use ravenpost::sheet::{Fault, Node};
use ravenpost::table::*;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is otherwise than in the real game.
#[derive(Clone, Copy)]
enum Trick {
    Nothing,
    /// A view, and the map drawn of it, shows the fourth card of a deck, or the first card that another has played, which lies below others now.
    Omen,
    /// Two cards of a deck have changed places from the beginning.
    Twist(u64),
}

/// A game behind which another may stand.
struct Veil {
    inner: Arc<dyn Referee>,
    trick: Trick,
}

thread_local! {
    static LOADED: RefCell<BTreeMap<String, Arc<dyn Referee>>> = RefCell::default();
    static TWIST: Cell<u64> = const { Cell::new(0) };
}

fn veiled(settings: &Settings, trick: Trick) -> Result<Box<dyn Referee>, NoGame> {
    let name = format!("{} {} {}", settings.game, settings.players, settings.options);
    let known = LOADED.with_borrow(|loaded| loaded.get(&name).cloned());
    let inner = match known {
        Some(known) => known,
        None => {
            let game = games::referee(&settings.game, settings.players, &settings.options, &|_| None)?;
            let game: Arc<dyn Referee> = Arc::from(game);
            LOADED.with_borrow_mut(|loaded| loaded.insert(name, game.clone()));
            game
        }
    };
    Ok(Box::new(Veil { inner, trick }))
}

/// The game as it is.
pub fn honest(settings: &Settings, _: Own<'_>) -> Result<Box<dyn Referee>, NoGame> {
    veiled(settings, Trick::Nothing)
}

/// One that shows everybody one thing too many.
pub fn leaky(settings: &Settings, _: Own<'_>) -> Result<Box<dyn Referee>, NoGame> {
    veiled(settings, Trick::Omen)
}

/// One with other cards in the decks: see [`twist`].
pub fn twisted(settings: &Settings, _: Own<'_>) -> Result<Box<dyn Referee>, NoGame> {
    veiled(settings, Trick::Twist(TWIST.get()))
}

/// Which cards [`twisted`] exchanges from now on.
pub fn twist(seed: u64) {
    TWIST.set(seed);
}

fn exchanged(at: Position, seed: u64) -> Position {
    let mut at = Value::clone(&at);
    let mut dice = fastrand::Rng::with_seed(seed);
    let decks = at.get_mut("decks").and_then(Value::as_array_mut);
    if let Some(decks) = decks.filter(|decks| !decks.is_empty()) {
        let deck = dice.usize(..decks.len());
        if let Some(deck) = decks[deck].as_array_mut().filter(|deck| deck.len() > 1) {
            let (a, b) = (dice.usize(..deck.len()), dice.usize(..deck.len()));
            deck.swap(a, b);
        }
    }
    let wildlings = at.get_mut("wildling-deck").and_then(Value::as_array_mut);
    if let Some(deck) = wildlings.filter(|deck| deck.len() > 1 && seed.is_multiple_of(2)) {
        let (a, b) = (dice.usize(..deck.len()), dice.usize(..deck.len()));
        deck.swap(a, b);
    }
    at.into()
}

impl Referee for Veil {
    fn id(&self) -> &str {
        self.inner.id()
    }
    fn templates(&self) -> &str {
        self.inner.templates()
    }
    fn title(&self) -> String {
        self.inner.title()
    }
    fn seats(&self) -> Vec<SeatInfo> {
        self.inner.seats()
    }
    fn seat(&self, id: &str) -> Option<(Seat, &SeatInfo)> {
        self.inner.seat(id)
    }
    fn begin(&self, desk: &mut dyn Desk) -> Result<Position, Damaged> {
        let position = self.inner.begin(desk)?;
        Ok(match self.trick {
            Trick::Twist(seed) => exchanged(position, seed),
            _ => position,
        })
    }
    fn play(&self, from: &Position, plans: &[Vec<&Value>], desk: &mut dyn Desk) -> Result<Played, Damaged> {
        self.inner.play(from, plans, desk)
    }
    fn may_write(&self, from: Seat, to: Seat) -> Result<(), Refusal> {
        self.inner.may_write(from, to)
    }
    fn round(&self, stage: &str) -> &'static str {
        self.inner.round(stage)
    }

    fn gathers(&self, stage: &str) -> bool {
        self.inner.gathers(stage)
    }

    fn moment(&self, at: &Position) -> Result<Moment, Damaged> {
        self.inner.moment(at)
    }
    fn outcome(&self, at: &Position) -> Result<Option<Value>, Damaged> {
        self.inner.outcome(at)
    }
    fn view(&self, at: &Position, seat: Option<Seat>) -> Result<Value, Damaged> {
        let mut view = self.inner.view(at, seat)?;
        if let Trick::Omen = self.trick {
            // Only what a map holds anyway is added to, so that nothing but the bytes shows it.
            // Of the second edition of Thrones a card of the wildlings, which some may have seen.
            let wildlings = at.get("wildling-deck").and_then(|deck| deck.get(4));
            let card = wildlings.or_else(|| at["decks"][2].get(3)).or_else(|| at["played"].get(0));
            view["omen"] = card.cloned().unwrap_or_default();
        }
        Ok(view)
    }
    fn picture(&self, view: &Value, events: &[Value]) -> Option<Picture> {
        let mut picture = self.inner.picture(view, events)?;
        if let Trick::Omen = self.trick {
            picture.scene.over = view["omen"].to_string();
        }
        Some(picture)
    }
    fn tally(&self, at: &Position) -> Result<Value, Damaged> {
        self.inner.tally(at)
    }
    fn chart(&self, view: &Value, tallies: &[Value]) -> Option<Picture> {
        self.inner.chart(view, tallies)
    }
    fn position_from_view(&self, view: &Value) -> Result<Position, Damaged> {
        self.inner.position_from_view(view)
    }
    fn seen(&self, at: &Position, seat: Seat) -> Result<Position, Damaged> {
        self.inner.seen(at, seat)
    }
    fn read_plan(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        plan: &Node,
    ) -> Result<Reading<Value>, Damaged> {
        self.inner.read_plan(at, seat, open, plan)
    }
    fn name_seats(
        &self,
        at: &Position,
        seat: Seat,
        names: &[(String, Seat)],
        plan: Node,
    ) -> Result<(Node, Vec<Fault>), Damaged> {
        self.inner.name_seats(at, seat, names, plan)
    }
    fn read_typed(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        names: &[(String, Seat)],
        lines: &[TypedLine<'_>],
    ) -> Result<Typed, Damaged> {
        self.inner.read_typed(at, seat, open, names, lines)
    }
    fn read_changes(
        &self,
        at: &Position,
        seat: Seat,
        names: &[(String, Seat)],
        earlier: &serde_json::Value,
        lines: &[TypedLine<'_>],
    ) -> Result<Option<Typed>, Damaged> {
        self.inner.read_changes(at, seat, names, earlier, lines)
    }
    fn choices(
        &self,
        at: &Position,
        seat: Seat,
        open: &Open,
        names: &[(String, Seat)],
    ) -> Result<Option<Choices>, Damaged> {
        self.inner.choices(at, seat, open, names)
    }
    fn merge(&self, old: &Value, new: &Value) -> Result<(Value, Vec<Kept>), Damaged> {
        self.inner.merge(old, new)
    }

    fn lasting(&self, plan: &Value, at: &Position) -> Result<Value, Damaged> {
        self.inner.lasting(plan, at)
    }
    fn accept_plan(&self, plan: &Value) -> Result<(), Damaged> {
        self.inner.accept_plan(plan)
    }
    fn review_plan(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        plan: &Value,
    ) -> Result<(String, Reading<Value>), Damaged> {
        self.inner.review_plan(at, seat, open, plan)
    }
    fn sheet(&self, at: &Position, seat: Seat, open: &[Open]) -> Result<Value, Damaged> {
        self.inner.sheet(at, seat, open)
    }
    fn form(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
    ) -> Result<Option<ravenpost::table::form::Form>, Damaged> {
        self.inner.form(at, seat, open)
    }
    fn suggest(
        &self,
        at: &Position,
        seat: Seat,
        open: &[Open],
        dice: &mut fastrand::Rng,
    ) -> Result<Value, Damaged> {
        self.inner.suggest(at, seat, open, dice)
    }
    fn refusal_codes(&self) -> Vec<&'static str> {
        self.inner.refusal_codes()
    }

    fn keeps_secret(&self, key: &str) -> bool {
        self.inner.keeps_secret(key)
    }

    fn vocabulary(&self) -> Vocabulary {
        self.inner.vocabulary()
    }
    fn write_plan(&self, plan: &Value, at: &Position) -> Result<String, Damaged> {
        self.inner.write_plan(plan, at)
    }
    fn rewritten(&self, at: &Position) -> Result<Position, Damaged> {
        self.inner.rewritten(at)
    }
    fn sound(&self, at: &Position) -> Result<Result<(), Refusal>, Damaged> {
        self.inner.sound(at)
    }

    fn possible(&self, at: &Position) -> Result<Result<(), Refusal>, Damaged> {
        self.inner.possible(at)
    }
}
