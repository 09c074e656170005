//! A table that answers with the decisions of a trace, and deals its chance.

use super::answers;
use super::compare::{Leave, differences};
use super::explain;
use super::trace::Trace;
use arrayvec::ArrayVec;
use ravenpost::games::thrones::Thrones;
use ravenpost::games::thrones::board::Board;
use ravenpost::games::thrones::data::World;
use ravenpost::games::thrones::event::{Event, RealmEvent};
use ravenpost::table::{Asked, MOST_SEATS, Pause, Query, Table};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The place in a trace, and what was found so far.
pub struct TraceTable<'t> {
    pub trace: &'t Trace,
    pub world: Arc<World>,
    /// The next message.
    pub at: usize,
    /// How much of the present position's log has been used.
    pub log: usize,
    /// What must be remembered of a message that answers several questions.
    pub kept: BTreeMap<String, Value>,
    /// Areas whose order in the trace only fills a place.
    pub dummies: Vec<String>,
    /// The Westeros decks as they lie, as places in the printed ones.
    decks: Vec<Vec<u8>>,
    /// Whether every answer and event is printed.
    loud: bool,
    /// Positions compared.
    pub compared: usize,
    last_compared: Option<usize>,
    /// What is different, with the number of the message.
    pub found: Vec<String>,
    /// Where our reading of a disputed point is another on purpose: the number of the message, and the point.
    pub explained: Vec<(usize, &'static str)>,
    /// Whether another house has lent support against a neutral force to the march that comes now.
    pub lent_against_neutral: bool,
}

impl<'t> TraceTable<'t> {
    /// The beginning of a trace.
    pub fn new(trace: &'t Trace, world: Arc<World>) -> Self {
        let decks = world.theatres[0].decks.iter().map(|deck| (0..deck.len() as u8).collect()).collect();
        TraceTable {
            trace,
            world,
            at: 0,
            log: 0,
            kept: BTreeMap::new(),
            dummies: Vec::new(),
            decks,
            loud: std::env::var_os("TRACE_LOUD").is_some(),
            compared: 0,
            last_compared: None,
            found: Vec::new(),
            explained: Vec::new(),
            lent_against_neutral: false,
        }
    }

    /// Goes on behind the next message.
    pub fn pass(&mut self) {
        self.at += 1;
        self.log = 0;
    }

    /// Compares a position with the present one of the trace, once.
    pub fn compare(&mut self, board: &Board) {
        if self.last_compared == Some(self.at) {
            return;
        }
        self.last_compared = Some(self.at);
        self.compared += 1;
        let there = &self.trace.positions[self.at];
        // What is left on the board at the end of a turn goes without a choice, in an order that matters to nobody.
        let ended = there["leaf"] == "GameEndedGameState";
        let planning = ["PlanningGameState", "ResolveConsolidatePowerGameState", "GameEndedGameState"]
            .iter()
            .any(|state| self.trace.within(self.at, state));
        let battle = self.trace.within(self.at, "CombatGameState");
        if !self.trace.within(self.at, "ActionGameState") {
            self.dummies.clear();
        }
        let regions = &there["regions"];
        self.dummies.retain(|dummy| regions.get(dummy).is_some_and(|region| !region[4].is_null()));
        // Those who cannot retreat are gone there before the loser is asked anything; here with the retreat.
        let asked = ["ChooseCasualtiesGameState", "ResolveRetreatGameState"];
        let doomed = asked.iter().any(|state| self.trace.within(self.at, state));
        let regions = ["attacker", "defender"].map(|side| there["combat"][side]["region"].as_str());
        let doomed = regions.into_iter().flatten().filter(|_| doomed).collect::<Vec<_>>();
        let income = self.trace.within(self.at, "ResolveConsolidatePowerGameState");
        let leave = Leave { income, battle, dummies: &self.dummies, planning, doomed: &doomed, ended };
        let (at, leaf) = (
            self.at,
            there["path"].as_array().map(|path| path.iter().rev().take(2).cloned().collect::<Vec<_>>()),
        );
        for difference in differences(board, there, &leave) {
            self.found.push(format!("{at} {leaf:?}: {difference}"));
        }
    }

    fn settle<Q: Query<Game = Thrones>>(
        &mut self,
        query: &Q,
        value: Result<Value, String>,
    ) -> Result<Q::Answer, Pause> {
        let at = self.at;
        let value = match value {
            Ok(value) => value,
            Err(why) => {
                self.found.push(format!("{at} {}: {why}", query.key()));
                return Err(stop());
            }
        };
        if self.loud {
            println!("      {at} {}: {value}", query.key());
        }
        match query.read(&value) {
            Ok(answer) => {
                if let Err(refusal) = query.check(&answer) {
                    let (code, key) = (refusal.code(), query.key());
                    match explain::refusal(self, code, &value) {
                        Some(point) => self.explained.push((at, point)),
                        None => {
                            self.found.push(format!("{at} {key} {code}: {value} {:?}", refusal.details()));
                        }
                    }
                }
                Ok(answer)
            }
            Err(refusal) => {
                self.found.push(format!("{at} {}: cannot read {value}: {}", query.key(), refusal.code()));
                Err(stop())
            }
        }
    }

    fn deal(&self, label: &str, count: usize) -> Vec<usize> {
        if let Some(deck) = label.split("westeros-").nth(1).and_then(|rest| rest[..1].parse::<usize>().ok()) {
            return self.deal_westeros(deck - 1, label);
        }
        if label.ends_with("tides/shuffle") {
            return self.deal_tides(count);
        }
        let printed: Vec<&str> = self.world.theatres[0].wildling_deck.iter().map(|row| row.id()).collect();
        let first = names(&self.trace.positions[0]["hidden"]["wildlings"]);
        first.iter().filter_map(|id| printed.iter().position(|card| card == id)).collect()
    }

    /// The order of a deck at the beginning, or after *Winter is Coming*, as the next position has it.
    fn deal_westeros(&self, deck: usize, label: &str) -> Vec<usize> {
        let turn: u64 = label.split('/').next().and_then(|turn| turn.parse().ok()).unwrap_or(0);
        let there = match turn {
            0 => 0,
            _ => (self.at..self.trace.positions.len())
                .find(|at| self.trace.positions[*at]["turn"] == turn)
                .unwrap_or(self.at),
        };
        let hidden = &self.trace.positions[there]["hidden"]["westeros"][deck];
        let mut wanted: Vec<String> = names(&hidden["drawn"]);
        wanted.extend(names(&hidden["next"]));
        let draws = self.trace.messages[there.saturating_sub(1)].chance.iter();
        let again = draws.filter(|draw| draw["deck"] == deck as u64 + 1 && draw["reshuffled"] == true);
        let time =
            label.rsplit_once("shuffle-").and_then(|(_, time)| time.parse::<usize>().ok()).unwrap_or(1);
        let card = |place: u8| {
            let id = self.world.theatres[0].decks[deck][usize::from(place)].card.id();
            if id == "wildling-attack" { "wildlings-attack" } else { id }
        };
        if there > 0 && time < again.count() {
            // It comes up again, whatever lies beneath.
            let winter = wanted.iter().position(|id| id == "winter-is-coming");
            winter.into_iter().for_each(|place| wanted.swap(0, place));
        }
        let mut left: Vec<(usize, u8)> = self.decks[deck].iter().copied().enumerate().collect();
        let take = |id: &String| {
            let place = left.iter().position(|(_, place)| card(*place) == id)?;
            Some(left.remove(place).0)
        };
        wanted.iter().filter_map(take).collect()
    }

    fn deal_tides(&self, count: usize) -> Vec<usize> {
        let mut wanted: Vec<String> = Vec::new();
        let draws = |at: usize| self.trace.messages[at].chance.iter().filter(|draw| draw["draw"] == "tides");
        let card = |draw: &Value| draw["card"].as_str().unwrap_or_default().to_owned();
        wanted.extend(draws(self.at - 1).map(card));
        if self.at < self.trace.messages.len() {
            wanted.extend(draws(self.at).filter(|draw| draw["replaces"] == true).map(card));
        }
        let mut left: Vec<usize> = (0..count).collect();
        let mut order = Vec::new();
        for id in wanted {
            let is = |place: &usize| answers::tides_card(&self.world.tides[*place]) == id;
            if let Some(place) = left.iter().position(is) {
                order.push(left.remove(place));
            }
        }
        order.extend(left);
        order
    }
}

/// The ids of a list.
pub fn names(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|id| Some(id.as_str()?.to_owned())).collect()
}

fn stop() -> Pause {
    let asked = Asked {
        open: Vec::new(),
        ahead: Vec::new(),
        secret_ahead: false,
        together: false,
        position: ravenpost::table::Position::default(),
    };
    Pause(Box::new(asked))
}

impl Table<Thrones> for TraceTable<'_> {
    fn ask<Q: Query<Game = Thrones>>(&mut self, query: &Q) -> Result<Q::Answer, Pause> {
        let seat = self.world.seat_id(query.seat()).to_owned();
        let board = query.position();
        let question = serde_json::to_value(query.question()).unwrap_or_default();
        let value = answers::answer(self, board, query.kind(), &query.key(), &seat, &question);
        self.settle(query, value)
    }

    fn ask_together<Q: Query<Game = Thrones>>(
        &mut self,
        queries: &[Q],
    ) -> Result<ArrayVec<Q::Answer, MOST_SEATS>, Pause> {
        let seats: Vec<String> =
            queries.iter().map(|query| self.world.seat_id(query.seat()).to_owned()).collect();
        let Some(first) = queries.first() else { return Ok(ArrayVec::new()) };
        let board = first.position();
        let mut values = answers::together(self, board, first.kind(), &seats);
        let mut all = ArrayVec::new();
        for (query, seat) in queries.iter().zip(&seats) {
            let none = || format!("no answer of {seat}");
            let value = values.remove(seat).ok_or_else(none);
            all.push(self.settle(query, value)?);
        }
        Ok(all)
    }

    fn forced<Q: Query<Game = Thrones>>(&mut self, query: &Q, answer: &Q::Answer) {
        let seat = self.world.seat_id(query.seat()).to_owned();
        let board = query.position();
        if let Some(value) = answers::forced(self, board, query.kind(), &seat, &query.write(answer)) {
            self.found.push(format!("{} {}: {value}", self.at, query.key()));
        }
    }

    fn shuffle<T>(&mut self, label: impl FnOnce() -> String, items: &mut [T]) {
        let label = label();
        let order = self.deal(&label, items.len());
        if order.len() != items.len() {
            self.found.push(format!("{} {label}: dealt {} of {}", self.at, order.len(), items.len()));
            return;
        }
        // The item that comes to each place is fetched from where it has gone meanwhile.
        for place in 0..order.len() {
            let mut from = order[place];
            while from < place {
                from = order[from];
            }
            items.swap(place, from);
        }
        if let Some(deck) = label.split("westeros-").nth(1).and_then(|rest| rest[..1].parse::<usize>().ok()) {
            let before = self.decks[deck - 1].clone();
            self.decks[deck - 1] = order.iter().map(|from| before[*from]).collect();
        }
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        let event = event();
        if self.loud {
            println!("      {} {}", self.at, serde_json::to_string(&event).unwrap_or_default());
        }
        if let Event::Realm(RealmEvent::WesterosTurned { deck, .. }) = event {
            self.decks[usize::from(deck) - 1].rotate_left(1);
        }
    }
}
