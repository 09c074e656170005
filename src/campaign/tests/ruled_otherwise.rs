//! What every kind of ruling would do to a world as it stands: other answers and outcomes, mails accepted and refused, positions
//! edited, from every sort of point, one at a time and several together.

use crate::campaign::explain::Question;
use crate::campaign::explanation;
use crate::campaign::ruling::{Request, When, decisions, position_at, try_ruling};
use crate::campaign::state::entries::RulingKind;
use crate::campaign::tests::outputs;
use crate::campaign::tests::ruling::third_turn;
use crate::campaign::tests::world::{World, address};
use crate::campaign::toy::SEATS;
use crate::ledger::Kind;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The most rulings that are tried in a world.
const MOST: usize = 24;

impl World {
    /// What each ruling would do, or why it is refused.
    pub(super) fn ruled_otherwise(&self) -> String {
        let campaign = self.campaign();
        let now = campaign.record.at.max(self.now);
        let all = self.requests();
        let step = all.len().div_ceil(MOST).max(1);
        let mut said = String::new();
        for request in all.iter().skip(campaign.entries().unwrap().len() % step).step_by(step) {
            let _ = writeln!(said, "{request:?}");
            let _ = match try_ruling(&campaign, request, now) {
                Err(why) => writeln!(said, "{why}"),
                Ok(trial) => {
                    let reports = SEATS.map(|seat| trial.report(seat).map_err(|why| why.to_string()));
                    writeln!(
                        said,
                        "{:#?} {:#?} {:#?} {:#?} {reports:?}",
                        trial.ruling(),
                        trial.difference().map_err(|why| why.to_string()),
                        trial.told(true).map_err(|why| why.to_string()),
                        trial.told(false).map_err(|why| why.to_string()),
                    )
                }
            };
        }
        said
    }

    /// Explanations by all that can be named in a question, stages as well, for those who know all, something and other things.
    pub(super) fn explained_otherwise(&self) -> String {
        let campaign = self.campaign();
        let mut said = String::new();
        for turn in 1..=campaign.record.game.turn.min(2) {
            for what in
                ["bidding", "sale birch", "bids birch", "prizes", "my bid", "auction cedar coins", "oak"]
            {
                for reader in [None, Some("birch")] {
                    let told = explanation(&campaign, &Question { turn, what, reader });
                    let _ =
                        writeln!(said, "{turn} {what} {reader:?}: {:?}", told.map_err(|why| why.to_string()));
                }
            }
        }
        said
    }

    pub(super) fn requests(&self) -> Vec<Request> {
        let campaign = self.campaign();
        let (game, people) = (&campaign.record.game, &campaign.record.people);
        let of = |what, when: When| Request::new(what, when, "tried");
        let rule = |when: When| of(RulingKind::Rule, when);
        let mut all = vec![of(RulingKind::Forward, When::Latest), of(RulingKind::Rewind, When::Latest)];
        let first = campaign.entries().unwrap()[0].at.date_naive();
        let days = (0..4).filter_map(|more| first.checked_add_days(chrono::Days::new(more * 2)));
        all.extend(days.map(|day| of(RulingKind::Rewind, When::Day(day))));
        for entry in (1..=campaign.head().seq).step_by(17) {
            all.push(of(RulingKind::Rewind, When::Entry(entry)));
        }
        let mut keys = Vec::new();
        for turn in 0..=game.turn + 1 {
            for stage in ["bidding", "sale", "nonsense"] {
                let when = When::Turn { turn, stage: Some(stage.to_owned()) };
                all.push(of(RulingKind::Rewind, when.clone()));
                let Ok((_, mut position)) = position_at(&campaign, &when) else { continue };
                position["coins"][1] = json!(7);
                all.push(Request { state: Some(position.clone()), ..rule(when.clone()) });
                position["turn"] = json!(9);
                all.push(Request { state: Some(position), ..rule(when) });
            }
            for stage in decisions(&campaign, turn).unwrap_or_default() {
                for decision in stage.decisions {
                    let (key, answer) = (decision.answer.key, decision.answer.answer);
                    let other = match answer.as_u64() {
                        Some(bid) => json!(bid ^ 1),
                        None if answer == "left" => json!("right"),
                        None => json!("left"),
                    };
                    keys.push((key.clone(), other.clone()));
                    for (when, value) in [
                        (When::Latest, other),
                        (When::Latest, answer),
                        (When::Before(key.clone()), json!("nonsense")),
                        (When::Turn { turn, stage: None }, Value::Null),
                    ] {
                        all.push(Request { answers: vec![(key.clone(), value)], ..rule(when) });
                    }
                    all.push(of(RulingKind::Rewind, When::Before(key)));
                }
                for open in stage.open {
                    let value = open.legal.last().cloned().unwrap_or_default();
                    all.push(Request { answers: vec![(open.key, value)], ..rule(When::Latest) });
                }
                for worked in stage.worked {
                    let value = worked.legal.into_iter().rfind(|value| *value != worked.found);
                    let outcomes = vec![(worked.key, value.unwrap_or(worked.found))];
                    all.push(Request { outcomes, ..rule(When::Latest) });
                }
            }
        }
        for key in ["ash", "1/bid/asch", "bid", "prize/", "1/bid/ash ", ""] {
            all.push(Request { answers: vec![(key.to_owned(), json!(1))], ..rule(When::Latest) });
            all.push(Request { outcomes: vec![(key.to_owned(), json!([]))], ..rule(When::Latest) });
        }
        for pair in keys.chunks(2) {
            all.push(Request { answers: pair.to_vec(), ..rule(When::Latest) });
        }
        for seat in SEATS {
            let last = people.receipts.get(seat).map_or(0, |receipts| receipts.number);
            for number in (1..=last + 1).step_by(2) {
                let name = format!("{seat}/{number}");
                all.push(Request { accept: vec![name.clone()], ..rule(When::Latest) });
                all.push(Request { refuse: vec![name], ..rule(When::Latest) });
            }
            let (accept, refuse) = (vec![format!("{seat}/1")], vec![format!("{seat}/2")]);
            all.push(Request { accept, refuse, ..rule(When::Latest) });
            all.push(Request { refuse: vec![address(seat).to_owned()], ..rule(When::Latest) });
        }
        for dispute in 1..3 {
            all.push(Request { dispute: Some(dispute), answers: keys.clone(), ..rule(When::Latest) });
        }
        all
    }
}

#[test]
fn messages_by_every_name() {
    let mut world = third_turn();
    world.mail("eve@example.com", "", "plan: {bid: 4}\n");
    world.mail("bert@example.org", "", "plan: {bid: 4}\nfinal: yes\n");
    world.write("birch", "press: {to: ash, text: \"no plan\"}\n");
    world.tick();
    let mut names: Vec<String> =
        ["", "=", "ash=", "ash/", "ash/0", "ash/99", "/1", "ash/1/2", "sha256:", "<>", "ash =1"]
            .map(str::to_owned)
            .to_vec();
    for entry in world.entries(Kind::Received) {
        let sha = entry.body["mail"].as_str().unwrap().trim_start_matches("sha256:").to_owned();
        names.extend([&sha[..7], &sha[..8], &sha[..9], &sha].map(str::to_owned));
        names.extend([
            format!("sha256:{sha}"),
            sha[..12].to_uppercase(),
            format!(" {sha} "),
            sha[1..].to_owned(),
        ]);
        names.extend(SEATS.map(|seat| format!("{seat}={}", &sha[..8])));
        let number = &entry.body["number"];
        names.extend(
            SEATS.iter().flat_map(|seat| [format!("{seat}/{number}"), format!("birch={seat}/{number} ")]),
        );
    }
    for number in 1..=10 {
        let id = format!("mail{number}@example.net");
        names.extend([
            id.clone(),
            format!("<{id}>"),
            format!("cedar={id}"),
            format!("birch=<{id}>"),
            id.to_uppercase(),
        ]);
    }
    assert!(names.len() > 150, "{}", names.len());
    let campaign = world.campaign();
    let (mut said, mut taken) = (String::new(), 0);
    for name in names {
        for accepted in [true, false] {
            let mut request = Request::new(RulingKind::Rule, When::Latest, "tried");
            let named = if accepted { &mut request.accept } else { &mut request.refuse };
            named.push(name.clone());
            let tried = try_ruling(&campaign, &request, world.now).map(|trial| trial.ruling().clone());
            taken += usize::from(tried.is_ok());
            let _ = writeln!(said, "{name} {accepted}: {:?}", tried.map_err(|why| why.to_string()));
        }
    }
    assert!(taken > 20, "{taken}");
    outputs::said("messages by their names", said);
}
