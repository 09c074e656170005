//! A small game for tests of the campaign: three seats, three turns. In each turn all bid in secret; the highest bidder pays
//! and then openly chooses one of two prizes. The prizes are shuffled at the start.

use crate::sheet::{Content, Fault, Node, Refusal, Severity, whole_number};
use crate::table::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(crate) const SEATS: [&str; 3] = ["ash", "birch", "cedar"];
const TURNS: u32 = 3;

/// The toy game, with variants for tests.
#[derive(Default)]
pub(crate) struct Toy {
    /// `true` if every seat sees the next prize.
    pub leaks: bool,
    /// `true` if the choice of a prize is a secret.
    pub hides: bool,
    /// `true` if ash and cedar are partners and may not write to each other.
    pub partners: bool,
    pub unsound: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    pub turn: u32,
    pub stage: String,
    pub coins: Vec<u64>,
    pub prizes: Vec<u64>,
    pub won: Vec<u64>,
    pub winner: Option<u8>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ToyPlan {
    pub turn: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bid: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prize: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub(crate) enum ToyQuestion {
    Bid { available: u64 },
    Prize { prizes: Vec<u64> },
}

struct Bid<'a>(&'a State, Seat);
struct Prize<'a>(&'a State, Seat);

impl Query for Bid<'_> {
    type Game = Toy;
    type Answer = u64;
    fn seat(&self) -> Seat {
        self.1
    }
    fn kind(&self) -> &'static str {
        "bid"
    }
    fn key(&self) -> String {
        format!("{}/bid/{}", self.0.turn, SEATS[self.1.index()])
    }
    fn position(&self) -> &State {
        self.0
    }
    fn question(&self) -> ToyQuestion {
        ToyQuestion::Bid { available: self.0.coins[self.1.index()] }
    }
    fn check(&self, answer: &u64) -> Result<(), Refusal> {
        let available = self.0.coins[self.1.index()];
        if *answer <= available {
            Ok(())
        } else {
            Err(Refusal::new("bid-too-high").with("available", available))
        }
    }
    fn list(&self, limit: usize) -> Listing<u64> {
        Listing { answers: (0..=self.0.coins[self.1.index()]).take(limit).collect(), complete: true }
    }
    fn sample(&self, dice: &mut fastrand::Rng) -> u64 {
        dice.u64(0..=self.0.coins[self.1.index()])
    }
    fn default(&self) -> u64 {
        0
    }
    fn write(&self, answer: &u64) -> Value {
        json!(answer)
    }
    fn read(&self, value: &Value) -> Result<u64, Refusal> {
        value.as_u64().ok_or(Refusal::new("bid-no-number"))
    }
}

impl Query for Prize<'_> {
    type Game = Toy;
    type Answer = String;
    fn seat(&self) -> Seat {
        self.1
    }
    fn kind(&self) -> &'static str {
        "prize"
    }
    fn key(&self) -> String {
        format!("{}/prize/{}", self.0.turn, SEATS[self.1.index()])
    }
    fn position(&self) -> &State {
        self.0
    }
    fn question(&self) -> ToyQuestion {
        ToyQuestion::Prize { prizes: self.0.prizes.iter().take(2).copied().collect() }
    }
    fn check(&self, answer: &String) -> Result<(), Refusal> {
        if ["left", "right"].contains(&answer.as_str()) { Ok(()) } else { Err(Refusal::new("prize-unknown")) }
    }
    fn list(&self, _: usize) -> Listing<String> {
        Listing { answers: vec!["left".into(), "right".into()], complete: true }
    }
    fn sample(&self, dice: &mut fastrand::Rng) -> String {
        if dice.bool() { "left".into() } else { "right".into() }
    }
    fn default(&self) -> String {
        "left".into()
    }
    fn write(&self, answer: &String) -> Value {
        json!(answer)
    }
    fn read(&self, value: &Value) -> Result<String, Refusal> {
        value.as_str().map(str::to_owned).ok_or(Refusal::new("prize-unknown"))
    }
}

impl Game for Toy {
    type State = State;
    type Question = ToyQuestion;
    type Event = Value;
    type Plan = ToyPlan;

    fn id(&self) -> &str {
        "toy"
    }
    fn templates(&self) -> &str {
        "toy"
    }
    fn seats(&self) -> Vec<SeatInfo> {
        SEATS.iter().map(|id| SeatInfo { id: (*id).to_owned(), name: id.to_uppercase() }).collect()
    }
    fn title(&self) -> String {
        "Toy".to_owned()
    }
    fn begin<T: Table<Self>>(&self, table: &mut T) -> Result<State, Pause> {
        let mut prizes: Vec<u64> = (1..=9).collect();
        table.shuffle(|| "0/prizes/shuffle".to_owned(), &mut prizes);
        Ok(State {
            turn: 1,
            stage: "bidding".into(),
            coins: vec![10; 3],
            prizes,
            won: vec![0; 3],
            winner: None,
        })
    }
    fn play<T: Table<Self>>(&self, state: &mut State, table: &mut T) -> Result<Progress, Pause> {
        if state.stage == "bidding" {
            let queries: Vec<Bid> = (0..3).map(|n| Bid(state, Seat(n))).collect();
            let bids = table.ask_together(&queries)?;
            let winner = (0..3).rev().max_by_key(|n| bids[*n]).unwrap_or(0);
            table.tell(|| json!({"event": "bids", "bids": bids.as_slice(), "winner": SEATS[winner]}));
            state.coins[winner] -= bids[winner];
            (state.winner, state.stage) = (Some(winner as u8), "prize".to_owned());
            return Ok(Progress::Next);
        }
        let seat = Seat(state.winner.unwrap_or(0));
        let choice = match self.hides {
            true => table.ask_together(&[Prize(state, seat)])?.remove(0),
            false => table.ask(&Prize(state, seat))?,
        };
        let prize = state.prizes.remove(usize::from(choice == "right"));
        state.won[seat.index()] += prize;
        table.tell(|| json!({"event": "prize", "seat": SEATS[seat.index()], "prize": prize}));
        (state.winner, state.stage) = (None, "bidding".to_owned());
        state.turn += 1;
        Ok(if state.turn > TURNS { Progress::Ended } else { Progress::Next })
    }
    fn moment(&self, state: &State) -> Moment {
        Moment { turn: state.turn, stage: state.stage.clone() }
    }
    fn outcome(&self, state: &State) -> Option<Value> {
        let best = (0..3).max_by_key(|n| state.won[*n])?;
        (state.turn > TURNS).then(|| json!({"winners": [SEATS[best]], "by": "prizes"}))
    }
    fn write_state(&self, state: &State) -> Value {
        serde_json::to_value(state).unwrap()
    }
    fn read_state(&self, value: &Value) -> Result<State, String> {
        serde_json::from_value(value.clone()).map_err(|e| e.to_string())
    }
    fn view(&self, state: &State, seat: Option<Seat>) -> Value {
        let next = if self.leaks { state.prizes.first() } else { None };
        json!({"next": next, "winner": state.winner, "turn": state.turn, "stage": state.stage, "coins": state.coins, "won": state.won, "seat": seat.map(|s| SEATS[s.index()]),
            "names": {"ash": "Ash", "birch": "Birch", "cedar": "Cedar"}})
    }
    fn read_view(&self, view: &Value) -> Result<State, String> {
        let mut state = view.clone();
        state["prizes"] = json!([0, 0, 0, 0, 0, 0, 0, 0, 0]);
        self.read_state(&state)
    }
    fn read_plan(&self, state: &State, seat: Seat, _: &[Open], plan: &Node) -> Reading<ToyPlan> {
        let mut read = ToyPlan { turn: state.turn, ..ToyPlan::default() };
        let (mut understood, mut faults) = (Vec::new(), Vec::new());
        let mut fault = |node: &Node, why: Refusal| {
            faults.push(Fault { span: Some(node.span), why, suggestion: None, severity: Severity::Error });
        };
        let Content::Map(entries) = &plan.content else {
            fault(plan, Refusal::new("toy-no-plan"));
            return Reading { plan: None, understood, faults };
        };
        for (key, value) in entries {
            let text = value.text().unwrap_or_default();
            match key.text() {
                Some("bid") => match whole_number(text) {
                    Some(bid) if bid <= state.coins[seat.index()] => read.bid = Some(bid),
                    Some(_) => fault(
                        value,
                        Refusal::new("bid-too-high").with("available", state.coins[seat.index()]),
                    ),
                    None => fault(value, Refusal::new("bid-no-number")),
                },
                Some("prize") if ["left", "right", "middle"].contains(&text) => {
                    read.prize = Some(text.to_owned())
                }
                Some("otherwise") => read.otherwise = Some(text.to_owned()),
                _ => fault(key, Refusal::new("toy-unknown")),
            }
            understood
                .push(Understood { span: Some(key.span), what: json!({"item": key.text(), "value": text}) });
        }
        let is_good =
            read.bid.is_some() || read.prize.is_some() || read.otherwise.is_some() || faults.is_empty();
        Reading { plan: is_good.then_some(read), understood, faults }
    }
    /// Takes lines such as `bid 3` and `Prize: left`.
    fn read_typed(
        &self,
        _: &State,
        _: Seat,
        _: &[Open],
        names: &[(String, Seat)],
        lines: &[TypedLine<'_>],
    ) -> Typed {
        // In an anonymous campaign there are none.
        assert!(names.is_empty() || names.len() == SEATS.len());
        let mut typed = Typed::nothing(lines);
        let mut entries: Vec<(Node, Node)> = Vec::new();
        for (line, fate) in lines.iter().zip(&mut typed.fates) {
            let lower = line.text.to_lowercase();
            let bare = lower.trim_start().trim_start_matches("- ");
            let words: Vec<&str> = bare.split([' ', ':', '.']).filter(|word| !word.is_empty()).collect();
            let at = |word: &str| crate::sheet::Span {
                line: line.line,
                column: line.text.to_lowercase().find(word).unwrap_or_default() + 1,
                length: word.len(),
            };
            let node = |word: &str| Node { span: at(word), content: Content::Text(word.to_owned()) };
            match words.as_slice() {
                ["bid", word] if whole_number(word).is_none() => {
                    *fate = LineFate::Faulty;
                    typed.faults.push(Fault::error(at(word), Refusal::new("bid-no-number")));
                }
                [key @ ("bid" | "prize" | "otherwise"), word] => {
                    *fate = LineFate::Taken;
                    entries.push((node(key), node(word)));
                }
                _ if lower.contains("like to bid") => {
                    typed.secret.push((line.line, Refusal::new("bid-no-number")));
                }
                _ => {}
            }
        }
        if let Some((first, _)) = entries.first() {
            typed.tree = Some(Node { span: first.span, content: Content::Map(entries) });
        }
        typed
    }
    fn choices(&self, _: &State, _: Seat, open: &Open, _: &[(String, Seat)]) -> Option<Choices> {
        let mut choices = Choices::new();
        if open.kind == "bid" {
            return None;
        }
        for prize in ["left", "right"] {
            let thing = choices.thing(vec![prize.to_owned()], String::new());
            choices.add(json!({"prize": prize}), vec![(thing, 1)], false);
        }
        Some(choices)
    }
    fn merge(&self, old: &ToyPlan, new: &ToyPlan) -> (ToyPlan, Vec<Kept>) {
        let mut plan = new.clone();
        let mut kept = Vec::new();
        let mut keep = |section: &str| {
            kept.push(Kept { section: section.to_owned(), entries: Vec::new(), replaced: false })
        };
        if plan.bid.is_none() && old.bid.is_some() && old.turn == new.turn {
            plan.bid = old.bid;
            keep("bid");
        }
        if plan.prize.is_none() && old.prize.is_some() {
            plan.prize = old.prize.clone();
            keep("prize");
        }
        (plan, kept)
    }
    fn is_past(&self, plan: &ToyPlan, state: &State) -> bool {
        plan.prize.is_none() && plan.turn < state.turn
    }

    fn consult(&self, plan: &ToyPlan, _: Seat, question: &ToyQuestion, state: &State) -> Says {
        let answer = |value: Option<Value>, path: &str| {
            value.map(|value| Says::Answer { value, path: path.to_owned() })
        };
        let found = match question {
            ToyQuestion::Bid { .. } => {
                answer(plan.bid.filter(|_| plan.turn == state.turn).map(|bid| json!(bid)), "bid")
            }
            ToyQuestion::Prize { .. } => answer(plan.prize.as_ref().map(|prize| json!(prize)), "prize"),
        };
        found.unwrap_or(match plan.otherwise.as_deref() {
            Some("ask") => Says::Ask,
            Some("guess") => Says::Guess,
            Some("guess the rest") => Says::Otherwise { ask: false },
            Some("right unless asked") if matches!(question, ToyQuestion::Prize { .. }) => {
                Says::IfUnasked { value: json!("right"), path: "otherwise".to_owned() }
            }
            _ => Says::Silent,
        })
    }
    fn sheet(&self, state: &State, _: Seat, open: &[Open]) -> Value {
        json!({"turn": state.turn, "asked": open.iter().map(|o| o.key.clone()).collect::<Vec<_>>()})
    }
    fn suggest(&self, state: &State, seat: Seat, _: &[Open], dice: &mut fastrand::Rng) -> ToyPlan {
        let most = state.coins[seat.index()].min(3);
        ToyPlan {
            turn: state.turn,
            bid: Some(dice.u64(1..=most.max(1)).min(most)),
            prize: Some("left".to_owned()),
            otherwise: None,
        }
    }
    fn untimely(&self, plan: &ToyPlan, state: &State) -> Option<Fault> {
        let why = Refusal::new("toy-turn").with("turn", plan.turn).with("now", state.turn);
        (plan.turn != state.turn).then_some(Fault {
            span: None,
            why,
            suggestion: None,
            severity: Severity::Error,
        })
    }
    fn write_plan(&self, plan: &ToyPlan, _: &State) -> String {
        let mut entries = serde_json::to_value(plan).unwrap_or_default();
        entries.as_object_mut().map(|entries| entries.remove("turn"));
        format!("plan: {entries}\n")
    }
    fn may_write(&self, from: Seat, to: Seat) -> Result<(), Refusal> {
        let is_side = |seat: Seat| seat.index() != 1;
        if self.partners && is_side(from) && is_side(to) { Err(Refusal::new("toy-partner")) } else { Ok(()) }
    }
    fn refusal_codes(&self) -> Vec<&'static str> {
        vec![
            "bid-too-high",
            "bid-no-number",
            "prize-unknown",
            "toy-no-plan",
            "toy-unknown",
            "toy-partner",
            "toy-turn",
        ]
    }
    fn sound(&self, state: &State) -> Result<(), Refusal> {
        if state.won.len() == 3 && !self.unsound { Ok(()) } else { Err(Refusal::new("toy-unsound")) }
    }
}
