//! Whole games from plans alone: every house's plan is suggested, written as a player would type it, read back, and
//! consulted whenever the rules ask. What a plan proposes is nearly always legal, and most questions are answered by it.

use ravenpost::games::thrones::Thrones;
use ravenpost::games::thrones::people::plan::{self, Plan};
use ravenpost::sheet::parse;
use ravenpost::table::{
    Game, Host, Note, Open, Played, Policy, Position, Progress, RecordDesk, Referee, Seat, Seed, Source, lent,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// A record, a policy for silence, and a count of what the plans said.
struct Counting {
    seed: Seed,
    silence: Policy,
    record: BTreeMap<String, Value>,
    /// By kind of question: answers from plans, defaults, illegal proposals.
    counts: BTreeMap<String, [u32; 3]>,
    refusals: Vec<String>,
}

impl Counting {
    fn new(number: u8, silence: Policy) -> Self {
        let (record, counts) = Default::default();
        Counting { seed: Seed([number; 32]), silence, record, counts, refusals: vec![] }
    }

    fn desk(&self) -> RecordDesk<'_> {
        RecordDesk::new(&self.record, self.seed.clone()).with_policy(|_| self.silence.clone())
    }

    /// Plays a stage, records its answers and counts them.
    fn play(&mut self, host: &Host<Thrones>, from: &Position, plans: &[Vec<Value>]) -> Played {
        let mut desk = self.desk();
        let played = host.play(from, &lent(plans), &mut desk).unwrap();
        for note in desk.into_notes() {
            match note {
                Note::Answer(answered) => {
                    self.record.insert(answered.key, answered.answer);
                    let place = usize::from(!matches!(answered.source, Source::Plan { .. }));
                    self.counts.entry(answered.kind).or_default()[place] += 1;
                }
                Note::Ignored(ignored) => {
                    let kind = ignored.key.split('/').nth(4).unwrap_or_default().to_owned();
                    self.counts.entry(kind).or_default()[2] += 1;
                    self.refusals.push(format!("{}: {}: {:?}", ignored.key, ignored.answer, ignored.why));
                }
                _ => {}
            }
        }
        played
    }
}

fn game(players: u8) -> Thrones {
    let folder = |file: &str| ravenpost::games::embedded("thrones-1e", file).map(str::to_owned);
    Thrones::load(&folder, players, Default::default()).unwrap()
}

/// A plan as it comes back from a mail.
fn by_mail(game: &Thrones, state: &<Thrones as Game>::State, seat: Seat, open: &[Open], plan: &Plan) -> Plan {
    let text = plan::to_yaml(plan, state);
    let node = parse(&text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    let value = node.entries().unwrap()[0].1.clone();
    let reading = game.read_plan(state, seat, open, &value);
    let read = reading.plan.unwrap_or_else(|| panic!("{:?}\n{text}", reading.faults));
    assert_eq!(&read, plan, "{text}");
    read
}

#[test]
fn whole_games_are_played_from_plans() {
    let mut counts: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    let mut refusals = Vec::new();
    let mut ended = 0;
    for number in 0..12u8 {
        let players = 3 + number % 3;
        let game = game(players);
        let host = Host::new(game.clone());
        let dice = &mut fastrand::Rng::with_seed(u64::from(number));
        let mut counting = Counting::new(number, Policy::Default("pace".to_owned()));
        let mut position = host.begin(&mut counting.desk()).unwrap();
        let mut plans: Vec<Vec<Value>> = vec![vec![]; usize::from(players)];
        loop {
            if host.moment(&position).unwrap().stage == "planning" {
                let state = game.read_state(&position).unwrap();
                for (i, of_seat) in plans.iter_mut().enumerate() {
                    let seat = Seat(i as u8);
                    let plan = game.suggest(&state, seat, &[], dice);
                    let read = by_mail(&game, &state, seat, &[], &plan);
                    of_seat.insert(0, serde_json::to_value(read).unwrap());
                    of_seat.truncate(2);
                }
            }
            match counting.play(&host, &position, &plans) {
                Played::Done { position: next, progress: Progress::Next } => position = next,
                Played::Done { progress: Progress::Ended, .. } => break,
                Played::Paused(asked) => panic!("{asked:?}"),
            }
        }
        ended += 1;
        for (kind, count) in counting.counts {
            let all = counts.entry(kind).or_default();
            (0..3).for_each(|i| all[i] += count[i]);
        }
        refusals.extend(counting.refusals);
    }
    assert_eq!(ended, 12);
    println!("{counts:#?}\n{}", refusals.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
    for (kind, [plan, default, illegal]) in &counts {
        assert!(illegal * 100 <= plan + default, "{kind}: {illegal} of {plan} illegal");
    }
    for kind in
        ["orders", "bid", "raid", "march", "support", "card", "casualties", "retreat", "muster", "tie"]
    {
        let [plan, default, _] = counts.get(kind).copied().unwrap_or_default();
        assert!(plan > default, "{kind}: {plan} by plan, {default} by default");
    }
}

/// The slow way: whatever a plan does not say is asked, and answered by mail.
#[test]
fn questions_are_answered_by_mail() {
    for number in 0..4u8 {
        let players = 3 + number % 3;
        let game = game(players);
        let host = Host::new(game.clone());
        let dice = &mut fastrand::Rng::with_seed(u64::from(number));
        let mut counting = Counting::new(number, Policy::Ask);
        let mut position = host.begin(&mut counting.desk()).unwrap();
        let mut mails = 0;
        // Only the newest mail of a seat counts here, so that everything must be asked sooner or later.
        let mut plans: Vec<Vec<Value>> = vec![vec![]; usize::from(players)];
        loop {
            match counting.play(&host, &position, &plans) {
                Played::Done { position: next, progress: Progress::Next } => position = next,
                Played::Done { progress: Progress::Ended, .. } => break,
                Played::Paused(asked) => {
                    let state = game.read_state(&asked.position).unwrap();
                    for open in &asked.open {
                        mails += 1;
                        let mut plan = game.suggest(&state, open.seat, &asked.open, dice);
                        if counting.counts.is_empty() || mails % 3 > 0 {
                            // An answer to the question alone, as an order sheet asks for it.
                            plan.answers
                                .insert(open.key.clone(), dice.choice(&open.legal.answers).unwrap().clone());
                        }
                        let read = by_mail(&game, &state, open.seat, &asked.open, &plan);
                        plans[open.seat.index()] = vec![serde_json::to_value(read).unwrap()];
                    }
                }
            }
            assert!(mails < 20_000, "a question is asked for ever");
        }
        assert!(mails > 20, "{mails}");
    }
}
