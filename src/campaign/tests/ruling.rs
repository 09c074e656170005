//! Rulings: back to a point of the past, and on from there otherwise.

use crate::campaign::inspect::archive::{For, verify_archive};
use crate::campaign::outgoing::difference::Difference;
use crate::campaign::ruling::{Request, When, adopt, try_ruling};
use crate::campaign::state::entries::RulingKind;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Game, Record};
use crate::campaign::tests::world::{Plain, Sent, World, YAML};
use crate::campaign::{export, verify};
use crate::disk::Disk;
use crate::ledger::Kind;
use crate::report::model::Undone;
use chrono::TimeDelta;
use serde_json::{Value, json};

pub(crate) fn request(answers: &[(&str, Value)]) -> Request {
    let mut request = Request::new(RulingKind::Rule, When::Latest, "that was wrong");
    request.answers = answers.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    request
}

pub(crate) fn rewind(turn: u32, stage: &str) -> Request {
    let when = When::Turn { turn, stage: Some(stage.to_owned()) };
    Request::new(RulingKind::Rewind, when, "once more")
}

pub(crate) fn forward() -> Request {
    Request::new(RulingKind::Forward, When::Latest, "after all")
}

impl World {
    pub(crate) fn rule(&mut self, request: &Request) -> Difference {
        self.try_rule(request).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) fn try_rule(&mut self, request: &Request) -> Result<Difference, CampaignError> {
        let (difference, trouble) = adopt(&self.edge, &self.dir, self.now, request, &Plain)?;
        request.adoption().told(&*self.edge.store(&self.dir));
        assert_eq!(trouble, Vec::<String>::new());
        self.holds();
        Ok(difference)
    }

    /// What a record is made of is there again from the ledger alone, and from archives.
    pub(crate) fn holds(&self) {
        let kept = self.campaign().record.clone();
        let verified = verify(&self.edge, &self.dir).unwrap().unwrap_or_else(|flaw| panic!("{flaw}"));
        assert_eq!(verified.unchecked, Vec::<String>::new());
        let fork = self.fork();
        let _ = fork.disk.remove(&fork.dir.join("private/record.json"));
        assert_eq!(fork.campaign().record, kept);
        // And the present is what its own way leads to, rulings on ways that were left or not.
        let campaign = self.campaign();
        let again = Record::at(campaign.rules(), campaign.head().seq).unwrap_or_else(|why| panic!("{why}"));
        let game = |record: &Record| {
            let Game { stage, position, answers, plans, ruled, outcomes, data, .. } = record.game.clone();
            (stage, position, answers, plans, ruled, outcomes, data)
        };
        assert_eq!(game(&again), game(&kept));
        // A plan that lies until its stage comes counts from then on, and not besides where its seat is silent.
        let carried = &kept.game.carried;
        let both = carried.standby.values().flatten().filter(|plan| carried.lying.contains_key(&plan.seq));
        assert_eq!(both.count(), 0, "{carried:?}");
    }

    pub(crate) fn position(&self) -> Value {
        Value::clone(&self.campaign().record.game.position)
    }

    /// The present way's answer to a key, with its source.
    pub(crate) fn answer(&self, key: &str) -> (Value, Value) {
        let campaign = self.campaign();
        let own =
            crate::campaign::state::timeline::timeline(campaign.entries().unwrap(), campaign.head().seq);
        let whole = crate::campaign::state::timeline::timeline(campaign.entries().unwrap(), u64::MAX);
        assert_eq!(whole.len(), own.len(), "whatever is the last");
        let found = own.iter().rev().find(|entry| entry.kind == Kind::Answered && entry.body["key"] == key);
        found.map(|entry| (entry.body["answer"].clone(), entry.body["source"].clone())).unwrap_or_default()
    }
}

/// Two turns and a bit: the window of the third turn's bids is open, and ash has sealed a bid there.
pub(crate) fn third_turn() -> World {
    let mut world = World::new();
    for bids in [[3, 2, 1], [1, 4, 2]] {
        for (seat, bid) in crate::campaign::toy::SEATS.iter().zip(bids) {
            world.write(seat, &format!("plan: {{bid: {bid}, prize: left}}\nfinal: yes\n"));
        }
        world.tick();
    }
    assert_eq!(world.window(), "3-bidding");
    world.write("ash", "plan: {bid: 2, prize: right}\nfinal: yes\n");
    world.now += TimeDelta::hours(1);
    world.tick();
    world
}

#[test]
fn another_answer_in_the_past_is_played_on_to_the_present() {
    let mut world = third_turn();
    let before = world.position();
    let entries = world.campaign().entries().unwrap().len();
    world.now += TimeDelta::hours(1);
    let difference = world.rule(&request(&[("1/bid/birch", json!(5))]));
    assert_eq!(world.answer("1/bid/birch"), (json!(5), json!({"from": "ruling", "number": 1})));
    let after = world.position();
    assert_ne!(after, before);
    // Birch pays five for what ash had bought for three; the rest of its own bids stands.
    assert_eq!(after["coins"], json!([10, 1, 10]), "{after}");
    assert_eq!(world.answer("2/bid/cedar").0, json!(2));
    assert!(difference.position.iter().any(|line| line.path == "coins"), "{difference:?}");
    assert_eq!(difference.ruling.overrules.len(), 1);
    // Nothing is erased, and nobody is asked what he has answered.
    assert!(world.campaign().entries().unwrap().len() > entries);
    assert_eq!(world.window(), "3-bidding-2");
    let campaign = world.campaign();
    let window = campaign.record.game.open_window().unwrap();
    assert_eq!(window.again.as_deref(), Some("3-bidding"));
    assert_eq!(window.seats.keys().collect::<Vec<_>>(), ["ash"]);
    drop(campaign);
    world.write("birch", "plan: {bid: 1}\nfinal: yes\n");
    world.write("cedar", "plan: {bid: 0}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.answer("3/bid/ash"), (json!(2), json!({"from": "plan", "window": "3-bidding"})));
    assert_eq!(world.answer("3/prize/ash").0, json!("right"));
    world.holds();
}

#[test]
fn everybody_is_told_and_the_report_says_what_it_replaces() {
    let mut world = third_turn();
    world.rule(&request(&[("1/bid/birch", json!(5))]));
    world.tick();
    for who in ["anna", "bert", "cleo", "maria"] {
        let told = world.find("ruling", who);
        assert_eq!(told.len(), 1, "{who}");
        assert_eq!(told[0].model["reason"], "that was wrong");
        assert_eq!(told[0].model["standing"], "adopted");
        assert_eq!(told[0].model["windows"], json!(["2-bidding", "3-bidding"]));
        let key = told[0].model["changes"][0]["key"].as_str();
        assert_eq!(key, (who == "bert").then_some("1/bid/birch"), "{who}");
    }
    let report = world.find("report", "anna").pop().unwrap();
    assert_eq!(report.model["rulings"][0]["number"], 1);
    assert_eq!(report.model["replaces"], json!(["2-bidding", "3-bidding"]));
    // The story is told again from the first turn.
    let bids = report.model["events"].as_array().unwrap();
    assert_eq!(bids.iter().filter(|event| event["event"] == "bids").count(), 2, "{bids:?}");
}

#[test]
fn a_later_ruling_names_only_the_reports_that_it_replaces_itself() {
    let mut world = third_turn();
    world.rule(&request(&[("1/bid/birch", json!(5))]));
    world.tick();
    assert_eq!(world.window(), "3-bidding-2");
    world.rule(&request(&[("1/bid/birch", json!(4))]));
    world.tick();
    assert_eq!(world.find("ruling", "anna").pop().unwrap().model["windows"], json!(["3-bidding-2"]));
    // What was replaced counts again, and what was played instead does not.
    world.rule(&forward());
    world.tick();
    assert_eq!(world.find("ruling", "anna").pop().unwrap().model["windows"], json!(["3-bidding-3"]));
}

#[test]
fn a_third_ruling_does_not_name_what_the_first_has_replaced() {
    let mut world = third_turn();
    let windows = |world: &World| world.find("ruling", "anna").pop().unwrap().model["windows"].clone();
    world.rule(&rewind(1, "bidding"));
    world.tick();
    assert_eq!(windows(&world), json!(["1-bidding", "2-bidding", "3-bidding"]));
    world.rule(&rewind(1, "bidding"));
    world.tick();
    assert_eq!(windows(&world), json!(["1-bidding-2"]));
    world.rule(&rewind(1, "bidding"));
    world.tick();
    assert_eq!(windows(&world), json!(["1-bidding-3"]), "what the first has replaced is no news");
    let report = world.find("report", "anna").pop().unwrap();
    assert_eq!(report.model["replaces"], json!(["1-bidding-3"]));
    // Forward to where the second was in force, and forward from there: the timeline of the first ruling counts again.
    world.rule(&forward());
    world.tick();
    assert_eq!(windows(&world), json!(["1-bidding-4"]));
    world.rule(&rewind(1, "bidding"));
    world.tick();
    assert_eq!(windows(&world), json!(["1-bidding-3", "1-bidding-5"]), "what the forward had brought back");
}

#[test]
fn only_the_first_report_after_a_ruling_speaks_of_it() {
    let mut world = World::new();
    let turn = |world: &mut World| {
        for seat in crate::campaign::toy::SEATS {
            world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
        }
        world.tick();
    };
    turn(&mut world);
    world.rule(&request(&[("1/bid/birch", json!(5))]));
    world.tick();
    turn(&mut world);
    assert_eq!(world.window(), "3-bidding");
    let reports = world.find("report", "anna");
    let replaces: Vec<&Value> =
        reports.iter().map(|report| &report.model["replaces"]).filter(|all| **all != json!([])).collect();
    assert_eq!(replaces, [&json!(["2-bidding"])]);
    let last = reports.iter().find(|report| report.model["turn"] == 3).unwrap();
    assert_eq!((&last.model["replaces"], &last.model["rulings"]), (&json!([]), &json!([])));
}

#[test]
fn an_answer_that_is_not_legal_is_refused_with_what_is() {
    let mut world = third_turn();
    let ledger = world.ledger();
    let error = world.try_rule(&request(&[("1/prize/ash", json!("middle"))])).unwrap_err().to_string();
    assert!(
        error.contains("1/prize/ash cannot be answered by middle") && error.contains("  right"),
        "{error}"
    );
    let error = world.try_rule(&request(&[("1/prize/asj", json!("left"))])).unwrap_err().to_string();
    assert!(error.contains("did you mean 1/prize/ash"), "{error}");
    let mut none = request(&[]);
    assert!(world.try_rule(&none).unwrap_err().to_string().contains("changes nothing"));
    none.reason = " ".to_owned();
    assert!(world.try_rule(&none).unwrap_err().to_string().contains("--because"));
    let mut late = request(&[("1/bid/ash", json!(1))]);
    late.when = When::Turn { turn: 2, stage: None };
    assert!(world.try_rule(&late).unwrap_err().to_string().contains("too late"));
    assert_eq!(world.ledger(), ledger, "nothing has changed");
}

#[test]
fn what_does_not_fit_any_more_is_asked_again() {
    let mut world = third_turn();
    // Birch has ten coins and spent four; spending nine in the first turn it cannot.
    let difference = world.rule(&request(&[("1/bid/birch", json!(9))]));
    let illegal: Vec<&str> = difference.illegal.iter().map(|illegal| illegal.key.as_str()).collect();
    assert_eq!(illegal, ["2/bid/birch"]);
    assert_eq!(difference.asked, [("birch".to_owned(), "bid".to_owned())]);
    let campaign = world.campaign();
    let window = campaign.record.game.open_window().unwrap();
    assert_eq!(
        (window.turn, window.asked.keys().cloned().collect::<Vec<_>>()),
        (2, vec!["birch".to_owned()])
    );
    drop(campaign);
    world.write("birch", "plan: {bid: 1}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.answer("2/bid/birch").0, json!(1));
    // What was sealed for the third turn is still there.
    assert_eq!(world.window(), "3-bidding-2");
    assert!(world.campaign().record.game.open_window().unwrap().seats.contains_key("ash"));
    world.holds();
}

#[test]
fn the_game_master_answers_for_a_seat_that_is_asked_now() {
    let mut world = third_turn();
    world.rule(&request(&[("3/bid/birch", json!(6))]));
    let campaign = world.campaign();
    let window = campaign.record.game.open_window().unwrap();
    assert_eq!(window.asked.keys().collect::<Vec<_>>(), ["ash", "cedar"]);
    assert!(
        !world.ledger().lines().any(|line| line.contains("\"answered\"") && line.contains("3/bid/birch"))
    );
    drop(campaign);
    world.tick();
    // Its own seat is told the answer and what it is about, and that nothing has to be done.
    let told = world.find("ruling", "bert").pop().unwrap();
    assert_eq!(told.model["changes"][0]["about"], "3/bid/birch");
    assert_eq!(world.find("ruling", "anna").pop().unwrap().model["changes"][0]["about"], Value::Null);
    let report = |who: &str| world.find("report", who).pop().unwrap().model.clone();
    assert_eq!(report("bert")["is_ruled"], true);
    assert_eq!(report("anna")["is_ruled"], false);
    world.write("cedar", "plan: {bid: 0}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.answer("3/bid/birch"), (json!(6), json!({"from": "ruling", "number": 1})));
    // Nobody could know it before: it was the secret of the ruling.
    let ruling = &world.entries(Kind::Ruling)[0];
    let secret = ruling.secret.as_ref().and_then(|secret| secret.body()).unwrap();
    assert_eq!(secret["answers"], json!({"3/bid/birch": 6}));
    assert!(!ruling.body.to_string().contains("3-bidding"), "nor who has sealed what: {}", ruling.body);
}

#[test]
fn a_mail_that_came_late_is_taken_and_one_that_counted_is_not() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3, prize: left}\n");
    world.write("birch", "plan: {bid: 2}\n");
    world.hours(50);
    assert_eq!(world.window(), "2-bidding");
    world.write("cedar", "window: 1-bidding\nplan: {bid: 9}\n");
    world.tick();
    assert_eq!(world.receipt("cleo").codes(), ["window-closed"]);
    let mut take = request(&[]);
    take.accept = vec!["cedar/1".to_owned()];
    world.rule(&take);
    assert_eq!(world.answer("1/bid/cedar").0, json!(9));
    assert_eq!(world.position()["coins"], json!([10, 10, 1]));
    assert_eq!(world.answer("1/bid/birch").0, json!(2), "what others had sealed is as it was");
    let mut refuse = request(&[]);
    refuse.refuse = vec!["birch/1".to_owned()];
    world.rule(&refuse);
    assert_eq!(world.answer("1/bid/birch"), (json!(0), json!({"from": "default", "why": "refused"})));
    assert_eq!(world.answer("1/bid/cedar").0, json!(9), "the first ruling stands");
    for (name, why) in [("cedar/7", "no message"), ("birch/1", "does not count now"), ("cedar/1", "")] {
        let mut wrong = request(&[]);
        wrong.refuse = vec![name.to_owned()];
        let error = world.try_rule(&wrong).unwrap_err().to_string();
        assert!(error.contains(why), "{name}: {error}");
    }
}

#[test]
fn a_position_is_edited_at_the_opening_of_a_stage_and_must_be_sound() {
    let mut world = third_turn();
    let mut position = world.position();
    position["coins"] = json!([5, 5, 5]);
    let mut edit = request(&[]);
    edit.state = Some(position.clone());
    world.rule(&edit);
    assert_eq!(world.position()["coins"], json!([5, 5, 5]));
    assert_eq!(world.window(), "3-bidding-2");
    assert!(!world.entries(Kind::Ruling)[0].body.to_string().contains("coins"), "it is secret");
    position["won"] = json!([]);
    edit.state = Some(position);
    let error = world.try_rule(&edit).unwrap_err().to_string();
    assert!(error.contains("toy-unsound"), "{error}");
    // Bids that the edited purses do not allow are asked again.
    let mut position = world.position();
    (position["turn"], position["coins"]) = (json!(2), json!([10, 3, 10]));
    edit.state = Some(position);
    edit.when = When::Turn { turn: 2, stage: Some("bidding".to_owned()) };
    let difference = world.rule(&edit);
    assert_eq!(difference.undone, [Undone { ruling: 1, file: None, key: None }], "that of the third turn");
    assert_eq!(difference.illegal.len(), 1);
    assert_eq!(difference.asked, [("birch".to_owned(), "bid".to_owned())]);
    // A ruling on something before it undoes the edit, and says so.
    let before = request(&[("1/bid/birch", json!(5))]);
    let told = try_ruling(&world.campaign(), &before, world.now).unwrap().told(true).unwrap();
    assert_eq!(told.undone, [Undone { ruling: 2, file: None, key: None }]);
}

#[test]
fn a_game_that_is_over_goes_on_by_a_ruling_and_ends_again() {
    let mut world = World::new();
    for _ in 0..12 {
        if !world.entries(Kind::Ended).is_empty() {
            break;
        }
        for seat in crate::campaign::toy::SEATS {
            world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
        }
        world.tick();
    }
    assert_eq!(world.entries(Kind::Ended).len(), 1);
    let end = world.find("end", "anna").pop().unwrap();
    assert_eq!(end.model["turn"], world.campaign().record.game.history.last().unwrap().turn);
    assert_ne!(end.model["turn"], 0, "which is the set-up's");
    let out = world.dir.join("all.jsonl");
    world.rule(&rewind(2, "bidding"));
    assert!(world.campaign().record.game.ended.is_none());
    world.tick();
    assert_eq!(world.find("ruling", "anna")[0].model["reopens"], true);
    world.rule(&forward());
    assert_eq!(world.entries(Kind::Ended).len(), 2);
    world.holds();
    for receiver in [For::Whole, For::Public, For::Seat("ash".to_owned())] {
        let path = out.with_extension(format!("{receiver}.jsonl"));
        export(&world.edge, &world.campaign(), &receiver, &path).unwrap();
        verify_archive(&world.edge, &path).unwrap().unwrap_or_else(|flaw| panic!("{receiver}: {flaw}"));
    }
    let late = Request::new(RulingKind::Rewind, When::Entry(world.campaign().head().seq), "x");
    assert!(world.try_rule(&late).unwrap_err().to_string().contains("was over"));
}

#[test]
fn sealed_bids_that_were_published_are_opened_again_after_a_ruling() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    let binding =
        crate::seal::Binding { campaign: "toy-1".into(), seat: "ash".into(), window: "1-bidding".into() };
    let opening = crate::seal::Opening::new(&binding, json!({"turn": 1, "bid": 4}), &[7; 16]).unwrap();
    world.write("ash", &format!("seal: {}\nfinal: yes\n", opening.seal()));
    world.tick();
    world.rule(&rewind(1, "bidding"));
    assert_eq!(world.window(), "1-bidding-2");
    for seat in ["birch", "cedar"] {
        world.write(seat, "plan: {bid: 1}\nfinal: yes\n");
    }
    world.tick();
    assert_eq!(world.find("seals", "").len(), 3);
    for (who, asked) in [("anna", true), ("bert", false)] {
        assert_eq!(world.find("seals", who)[0].model["asked"], asked, "{who}");
    }
    world.write("ash", &opening.armour());
    world.tick();
    assert_eq!(world.receipt("anna").codes(), Vec::<&str>::new());
    assert_eq!(world.answer("1/bid/ash").0, json!(4));
    world.holds();
}

#[test]
fn a_ruling_settles_the_dispute_that_it_answers() {
    let mut world = third_turn();
    world.write("birch", "dispute: {turn: 1, about: My mail said five}\n");
    world.tick();
    let mut wanted = request(&[("1/bid/birch", json!(5))]);
    wanted.dispute = Some(2);
    assert!(world.try_rule(&wanted).unwrap_err().to_string().contains("no dispute 2"));
    wanted.dispute = Some(1);
    world.rule(&wanted);
    assert!(world.campaign().record.people.open_disputes().next().is_none());
    assert_eq!(world.campaign().record.people.rulings[0].at, world.now);
    assert!(world.try_rule(&wanted).unwrap_err().to_string().contains("closed already"));
    world.tick();
    assert_eq!(world.find("ruling", "anna")[0].model["dispute"], 1);
}

#[test]
fn a_look_at_a_ruling_opens_nothing_that_is_sealed() {
    let mut world = third_turn();
    world.write("cedar", "plan: {bid: 7}\nfinal: yes\n");
    world.tick();
    // Were birch answered for, the window would close; to see what is in it the ruling must be given.
    let wanted = request(&[("3/bid/birch", json!(0))]);
    let campaign = world.campaign();
    let trial = try_ruling(&campaign, &wanted, world.now).unwrap();
    let shown = serde_json::to_string(&trial.difference().unwrap()).unwrap();
    assert!(!shown.contains("3/bid/cedar"), "{shown}");
    drop(trial);
    drop(campaign);
    world.rule(&wanted);
    assert_eq!(world.answer("3/bid/cedar").0, json!(7));
}

/// What everybody but a seat was sent, without the hashes of the entries that it names: they cover what the seat has sent.
fn mails_to_others(world: &World, but: &str) -> Vec<String> {
    let to = crate::campaign::tests::world::address(but);
    let sent = world.sent();
    let others = sent.iter().filter(|mail| mail.to() != to);
    let without_hashes = |mail: &Sent| {
        let told = mail.model["heads"].as_array().into_iter().flatten().map(|told| &told["head"]["hash"]);
        let named = told.chain([&mail.model["head"]["ledger"]["hash"]]).filter_map(Value::as_str);
        named.fold(mail.text.clone(), |text, hash| text.replace(hash, "#"))
    };
    others.map(|mail| format!("{} {}\n{}", mail.to(), mail.id(), without_hashes(mail))).collect()
}

#[test]
fn what_is_sealed_and_what_is_ruled_in_secret_shows_in_no_mail_to_others() {
    let with = |bid: u64, ruled: u64| {
        let mut world = World::new();
        for bids in [[3, 2, 1], [1, 4, 2]] {
            for (seat, bid) in crate::campaign::toy::SEATS.iter().zip(bids) {
                world.write(seat, &format!("plan: {{bid: {bid}, prize: left}}\nfinal: yes\n"));
            }
            world.tick();
        }
        world.write("ash", &format!("plan: {{bid: {bid}, prize: right}}\nfinal: yes\n"));
        world.tick();
        world.rule(&request(&[("1/bid/birch", json!(5)), ("3/bid/ash", json!(ruled))]));
        world.tick();
        world
    };
    let (one, other) = (with(2, 3), with(6, 4));
    assert_eq!(mails_to_others(&one, "ash"), mails_to_others(&other, "ash"));
    // And what is public about it is in both: that the game master answers for ash.
    let told = one.find("ruling", "bert").pop().unwrap();
    let seats: Vec<&Value> =
        told.model["changes"].as_array().unwrap().iter().map(|c| &c["seat"]["id"]).collect();
    assert_eq!(seats, ["birch", "ash"]);
    // Nor in the body of the ruling, which copies for everybody have.
    let bodies = [&one, &other].map(|world| world.entries(Kind::Ruling)[0].body.clone());
    assert_eq!(bodies[0], bodies[1]);
}

#[test]
fn back_in_an_open_window_it_opens_again_though_everybody_is_asked_once_a_turn() {
    let mut world = World::with(&format!("{YAML}pace: batch\n"));
    for seat in crate::campaign::toy::SEATS {
        world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
    }
    world.tick();
    world.write("ash", "plan: {bid: 2, prize: right}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    world.rule(&rewind(1, "bidding"));
    world.tick();
    assert_eq!(world.window(), "1-bidding-2");
    world.rule(&forward());
    world.tick();
    assert_eq!(world.window(), "2-bidding-2");
    let campaign = world.campaign();
    assert_eq!(campaign.record.game.open_window().unwrap().seats.keys().collect::<Vec<_>>(), ["ash"]);
}
