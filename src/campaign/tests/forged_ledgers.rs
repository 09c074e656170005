//! Whole ledgers in which one thing is another: what the verifier says of it, and of which entry.

use super::altered::put;
use super::forged::{says, seal};
use super::openings::sealed_with;
use super::replace::replace;
use super::ruling::{forward, rewind};
use super::world::{World, YAML, all_bid, left_by_cedar};
use crate::campaign::{Campaign, verify_entries};
use crate::ledger::{Entry, Kind, Secret};
use crate::seal::{Binding, Hash256, Opening};
use chrono::TimeDelta;
use serde_json::{Value, json};

/// A ledger as it was made.
pub(super) struct Ledger {
    campaign: Campaign,
    pub entries: Vec<Entry>,
}

impl Ledger {
    pub fn of(world: &World) -> Self {
        let campaign = world.campaign();
        let entries = campaign.entries().unwrap().to_vec();
        Ledger { campaign, entries }
    }

    /// The place of the first entry of a kind that says this of itself.
    #[track_caller]
    pub fn find(&self, kind: Kind, name: &str, value: &str) -> usize {
        let found = self.entries.iter().position(|entry| entry.kind == kind && entry.body[name] == value);
        found.unwrap_or_else(|| panic!("no {} with {name}: {value}", kind.name()))
    }

    /// Says that the entry with this number is refused when the ledger is like this, and why.
    #[track_caller]
    pub fn refuses(&self, entries: &[Entry], number: usize, why: &str) {
        self.refuses_with(Some(self.campaign.secrets.chance), entries, number, why);
    }

    #[track_caller]
    pub fn refuses_with(&self, secret: Option<[u8; 32]>, entries: &[Entry], number: usize, why: &str) {
        let flaw = verify_entries(&*self.campaign.referee, entries, secret).expect_err(why);
        assert!(flaw.why.contains(why), "“{flaw}” and not “{why}”");
        assert_eq!(flaw.entry, number as u64, "{flaw}");
    }

    /// The entry in this place is refused if its body has another value at a pointer.
    #[track_caller]
    pub fn body(&self, at: usize, pointer: &str, to: Value, why: &str) {
        let mut entries = self.entries.clone();
        put(&mut entries[at].body, pointer, Some(to));
        self.refuses(&entries, at + 1, why);
    }

    /// The same of its secret.
    #[track_caller]
    pub fn secret(&self, at: usize, pointer: &str, to: Value, why: &str) {
        let mut entries = self.entries.clone();
        let Some(Secret::Kept { body, .. }) = &mut entries[at].secret else { panic!("no secret") };
        put(body, pointer, Some(to));
        self.refuses(&entries, at + 1, why);
    }

    /// An entry in place of another, which is refused.
    #[track_caller]
    pub fn instead(&self, at: usize, kind: Kind, body: Value, why: &str) {
        let mut entries = self.entries.clone();
        let mut body = body;
        if let Some(batch) = entries[at].body.get("batch") {
            body["batch"] = batch.clone();
        }
        let secret = body.as_object_mut().unwrap().remove("secret");
        let secret = secret.map(|body| Secret::new([1; 16], body));
        entries[at] = Entry { kind, body, secret, ..entries[at].clone() };
        self.refuses(&entries, at + 1, why);
    }
}

/// Something that can follow anywhere, if anything can.
fn unreachable() -> Value {
    json!({"seat": "ash", "unreachable": true})
}

/// A turn in which all have bid and the first has chosen.
fn played() -> World {
    let mut world = World::new();
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    world.write("ash", "plan: {prize: left}\n");
    world.tick();
    world
}

#[test]
pub(super) fn entries_follow_each_other_in_whole_batches() {
    let ledger = Ledger::of(&played());
    let closed = ledger.find(Kind::Window, "what", "closed");
    let mut entries = ledger.entries.clone();
    entries[closed].seq += 1;
    ledger.refuses(&entries, closed + 2, "it has the number");
    let founded = ledger.entries[0].body.clone();
    ledger.instead(closed, Kind::Founded, founded, "a ledger begins with “founded”");
    ledger.instead(0, Kind::Unreachable, unreachable(), "a ledger begins with “founded”");
    let last = ledger.entries.len() - 1;
    let mut entries = ledger.entries.clone();
    entries[last].at -= TimeDelta::hours(1);
    ledger.refuses(&entries, last + 1, "its time is before that of the entry before");
    // The second of a batch.
    let batch = ledger.entries.iter().position(|entry| entry.body.get("batch").is_some()).unwrap();
    ledger.body(batch + 1, "/batch", json!(2), "a batch begins inside another");
    let mut entries = ledger.entries.clone();
    for entry in &mut entries[batch + 1..] {
        entry.at += TimeDelta::seconds(1);
    }
    ledger.refuses(&entries, batch + 2, "its time is not that of its batch");
    // The opening of a window ends its batch.
    let opened = ledger.entries.iter().rposition(|entry| entry.body["what"] == "opened").unwrap();
    let begins =
        ledger.entries[..opened].iter().rposition(|entry| entry.body.get("batch").is_some()).unwrap();
    let count = ledger.entries[begins].body["batch"].as_u64().unwrap();
    assert_eq!(begins as u64 + count, opened as u64 + 1, "the batch ends with the opening");
    let mut entries = ledger.entries.clone();
    entries[begins].body["batch"] = json!(count + 1);
    ledger.refuses(&entries, opened + 1, "its batch goes on past the opening of a window");
}

#[test]
pub(super) fn bodies_have_the_form_of_their_kind() {
    let ledger = Ledger::of(&played());
    let opened = ledger.find(Kind::Opened, "seat", "ash");
    let mut entries = ledger.entries.clone();
    entries[opened].secret = None;
    ledger.refuses(&entries, opened + 1, "it has no secret, although every entry of its kind has one");
    let answered = ledger.find(Kind::Answered, "seat", "ash");
    ledger.body(answered, "/source/path", json!("bid"), "it tells where in the plan the answer is");
    ledger.body(answered, "/more", json!(1), "its member “more” is unknown or written in another form");
    // A list of what an object would hold is read like one.
    let mut entries = ledger.entries.clone();
    let last = entries.len();
    entries.push(Entry {
        seq: last as u64 + 1,
        kind: Kind::Peeked,
        body: json!(["2-bidding", "ash"]),
        secret: None,
        ..entries[last - 1].clone()
    });
    ledger.refuses(&entries, last + 1, "its body is not an object");
}

#[test]
pub(super) fn the_founding_is_that_of_its_settings_and_of_the_game() {
    let ledger = Ledger::of(&World::new());
    let founding = |pointer: &str, to: Value, why: &str| ledger.body(0, pointer, to, why);
    let seats = &ledger.entries[0].body["seats"];
    founding("/seats", json!([seats[1], seats[0], seats[2]]), "its seats are not those of the game");
    founding("/settings/seats/0/seat", json!("oak"), "its settings have other seats");
    founding("/settings/campaign", json!("toy-2"), "its settings are those of another campaign");
    founding("/shuffle-commitment", json!(Hash256::ZERO), "the secret of the shuffles is not the one");
    founding("/settings/rehearsal", json!("in 24h"), "its rehearsal is not that of the settings");
    founding("/settings/chance/words", json!("open"), "its words of chance are not those of the settings");
    let opened = ledger.find(Kind::Window, "what", "opened");
    for (gone, name) in [("grace", "/clock/grace"), ("deadline", "/clock/deadline")] {
        let mut altered = ledger.entries.clone();
        put(&mut altered[0].body, &format!("/settings/clock/{gone}"), None);
        ledger.refuses(&altered, opened + 1, &format!("the settings have no {name}"));
    }
    let rehearsed = Ledger::of(&World::with(&format!("{YAML}rehearsal: in 72h\n")));
    for name in ["from", "until"] {
        let other = rehearsed.entries[0].at + TimeDelta::hours(1);
        let pointer = format!("/rehearsal/{name}");
        rehearsed.body(0, &pointer, json!(other), "its rehearsal is not that of the settings");
    }
    let words = Ledger::of(&World::with(&YAML.replace("chance: no", "chance: {words: open, until: in 24h}")));
    let other = words.entries[0].at + TimeDelta::hours(25);
    words.body(0, "/chance/until", json!(other), "its time for words of chance is not that of the settings");
}

#[test]
pub(super) fn answers_are_those_of_the_plans() {
    let ledger = Ledger::of(&played());
    let at = ledger.find(Kind::Answered, "seat", "ash");
    let body = |pointer: &str, to: Value, why: &str| ledger.body(at, pointer, to, why);
    let secret = |pointer: &str, to: Value, why: &str| ledger.secret(at, pointer, to, why);
    body("/key", json!("1/bid/birch"), "1/bid/birch is answered where 1/bid/ash is asked");
    body("/answer", json!(4), "1/bid/ash is answered by 4, but the plan says 3");
    body("/hidden", json!(true), "whether the answer to 1/bid/ash is secret the rules say");
    body("/again", json!(1), "the answer to 1/bid/ash does not repeat the entry it names");
    secret("/path", json!("prize"), "the answer to 1/bid/ash has another source than the ledger says");
    secret(
        "/unmet",
        json!([{"code": "x", "details": {}}]),
        "what the plan could not have is not what the plan says",
    );
    let mut entries = ledger.entries.clone();
    let Some(Secret::Kept { body, .. }) = &mut entries[at].secret else { panic!("no secret") };
    for (name, to) in [("answer", json!(9)), ("code", json!("x")), ("details", json!({}))] {
        body[name] = to;
    }
    ledger.refuses(&entries, at + 1, "what was passed over in the plan is not what the plan says");
    // Three are answered; the last is gone, or one of a copy without secrets stands there twice.
    let mut entries = ledger.entries.clone();
    assert_eq!((entries[at + 2].kind, entries[at + 3].kind), (Kind::Answered, Kind::Resolved));
    entries.remove(at + 2);
    entries[at + 2].seq -= 1;
    ledger.refuses(&entries[..at + 3], at + 3, "1/bid/cedar is answered, but the entry is missing");
    let mut entries = ledger.entries.clone();
    let again = Entry { seq: entries[at].seq + 1, ..entries[at].clone() };
    entries[at + 1] = again;
    ledger.refuses_with(None, &entries, at + 2, "a question is answered twice");
    // A fourth where the game asks three.
    let mut entries = ledger.entries.clone();
    let (last, resolved) = (entries[at + 2].clone(), entries[at + 3].seq);
    entries[at + 3] = Entry { seq: resolved, ..last };
    ledger.refuses(&entries, at + 4, "nothing answers 1/bid/cedar at this point");
}

#[test]
pub(super) fn a_window_opens_as_the_settings_and_the_game_say() {
    let ledger = Ledger::of(&played());
    let at = ledger.find(Kind::Window, "what", "opened");
    let body = |pointer: &str, to: Value, why: &str| ledger.body(at, pointer, to, why);
    body("/turn", json!(2), "it is not of the present stage");
    body("/stage", json!("prize"), "it is not of the present stage");
    body("/window", json!("1-bidding-2"), "the window has the name 1-bidding-2 where 1-bidding is due");
    body("/round", json!("other"), "it is not of the present round");
    body("/secrecy", json!("sealed"), "its secrecy is not that of the settings");
    body("/counts/mailed", json!(9), "messages that came");
    body("/grace", json!(1), "its grace is not that of the settings");
    body("/again", json!("1-bidding"), "it is not the window that a ruling closed");
    body("/deadline", json!(null), "its deadline does not follow from the settings");
    body("/asked", json!({}), "it asks nothing");
    let asked = ledger.entries[at].body["asked"]["ash"].clone();
    body("/asked", json!({"ash": asked}), "it asks other questions than the game waits for");
    // A stage that ends without a question.
    let is_first = |entry: &Entry| entry.kind == Kind::Resolved && entry.body["number"] == 1;
    let resolved = ledger.entries.iter().position(is_first).unwrap();
    let mut again = ledger.entries[at].body.clone();
    again.as_object_mut().unwrap().remove("batch");
    again["window"] = json!("1-bidding-2");
    ledger.instead(resolved, Kind::Window, again.clone(), "the game does not wait for any answer");
    // A copy that nobody can play says at least what is answered already.
    let public: Vec<Entry> = ledger.entries.iter().map(|entry| entry.redacted().unwrap()).collect();
    let mut altered = public.clone();
    altered[resolved] = Entry { kind: Kind::Window, body: again, secret: None, ..public[resolved].clone() };
    ledger.refuses_with(None, &altered, resolved + 1, "it asks what is answered already");
}

#[test]
pub(super) fn a_window_closes_over_what_was_sent() {
    let ledger = Ledger::of(&played());
    let closed = ledger.find(Kind::Window, "what", "closed");
    let why = "what it says of the seats is not what they have sent";
    ledger.body(closed, "/seats/ash", json!("unusable"), why);
    let reminded = json!({"what": "reminded", "window": "1-bidding", "seats": []});
    let why = "plans are opened to close a window, but it is not closed";
    ledger.instead(closed, Kind::Window, reminded, why);
    ledger.instead(closed, Kind::Unreachable, unreachable(), why);
    let own = seal("ash", "1-bidding");
    let late = json!({"window": "1-bidding", "seat": "ash", "seal": own, "how": "deposit", "revision": 9});
    ledger.instead(
        closed,
        Kind::Sealed,
        late,
        "a plan is sealed after the first plan of its window was opened",
    );
    // Opened twice, and under another name than it was sealed for.
    let opened = ledger.find(Kind::Opened, "seat", "ash");
    let mut entries = ledger.entries.clone();
    let next = entries[opened + 1].seq;
    entries[opened + 1] = Entry { seq: next, ..entries[opened].clone() };
    ledger.refuses(&entries, opened + 2, "the same seal is opened twice");
    let mut entries = ledger.entries.clone();
    entries[opened].body["window"] = json!("1-prize");
    let Some(Secret::Kept { body, .. }) = &mut entries[opened].secret else { panic!("no secret") };
    body["window"] = json!("1-prize");
    ledger.refuses(&entries, opened + 1, "it names another window than its seal");
}

#[test]
pub(super) fn nothing_but_its_end_follows_a_game_that_is_over() {
    let mut world = World::new();
    for bids in [[1, 2, 3], [2, 3, 1], [3, 1, 2]] {
        for (seat, bid) in crate::campaign::toy::SEATS.iter().zip(bids) {
            world.write(seat, &format!("plan: {{bid: {bid}, prize: left}}\nfinal: yes\n"));
        }
        world.tick();
    }
    let ledger = Ledger::of(&world);
    let ended = ledger.entries.iter().position(|entry| entry.kind == Kind::Ended).unwrap();
    ledger.instead(ended, Kind::Unreachable, unreachable(), "the game is over, but the entry “ended”");
}

#[test]
pub(super) fn rulings_go_back_and_forward_as_they_may() {
    let mut world = played();
    let mut sealed = sealed_with("");
    let left = world.campaign().head().seq;
    world.rule(&rewind(1, "bidding"));
    let ruled = Ledger::of(&world);
    let at = ruled.find(Kind::Ruling, "step", "adopted");
    // What comes after it is of another timeline.
    world.rule(&forward());
    let ledger = Ledger::of(&world);
    let undone = ledger.find(Kind::Ruling, "what", "forward");
    let after = ledger.entries[undone].body["after"].as_u64().unwrap();
    assert!(after <= left, "{after}");
    ledger.body(undone, "/after", json!(after - 1), "it does not go forward to the timeline");
    let mut other = ledger.entries[undone].body.clone();
    other["what"] = json!("rewind");
    other.as_object_mut().unwrap().remove("batch");
    other["secret"] = json!({});
    ledger.instead(undone, Kind::Ruling, other, "it goes back to a timeline that was replaced");
    let mut stands = ruled.entries[at].body.clone();
    (stands["what"], stands["standby"], stands["secret"]) = (json!("rule"), json!(true), json!({}));
    ruled.instead(at, Kind::Ruling, stands, "only after a rewind do plans stand by");
    // Seals of a window that a ruling closes are kept.
    sealed.rule(&rewind(1, "bidding"));
    let ledger = Ledger::of(&sealed);
    let at = ledger.find(Kind::Ruling, "step", "adopted");
    let why = "it does not keep the seals of the windows that it closes";
    ledger.secret(at, "/keeps", json!([]), why);
}

#[test]
pub(super) fn a_proposal_has_the_time_of_the_settings() {
    let mut world = World::with(&format!("{YAML}rulings: {{protest: 12h, vote: yes}}\n"));
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    let (_, until) =
        crate::campaign::ruling::propose(&world.edge, &world.dir, world.now, &rewind(1, "bidding")).unwrap();
    let ledger = Ledger::of(&world);
    let at = ledger.find(Kind::Ruling, "step", "proposed");
    for hours in [-1, 1] {
        let until = until + TimeDelta::hours(hours);
        ledger.body(at, "/until", json!(until), "its objection period is not that of the settings");
    }
    // It moves by the whole time of an outage.
    world.tick();
    world.now += TimeDelta::hours(6);
    world.tick();
    let ledger = Ledger::of(&world);
    let at = ledger.entries.iter().position(|entry| entry.kind == Kind::Clock).unwrap();
    ledger.body(at, "/protest", json!(until), "the objection period does not move by the outage");
}

#[test]
pub(super) fn who_joins_a_window_has_a_new_player_and_is_asked_what_the_game_asks() {
    let mut world = left_by_cedar();
    assert!(replace(&mut world, "cedar", "Eva", "eva@example.net").is_empty());
    let ledger = Ledger::of(&world);
    let at = ledger.find(Kind::Window, "what", "joined");
    let body = |pointer: &str, to: Value, why: &str| ledger.body(at, pointer, to, why);
    body("/seat", json!("ash"), "the seat is asked already");
    body("/asked", json!([]), "it asks other questions than the game waits for");
    body("/window", json!("1-bidding"), "its window is not open");
}

/// Seals first, and only when their table is published; plans that lie here afterwards.
#[test]
pub(super) fn seals_and_plans_are_opened_in_their_order() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    world.write("ash", &format!("seal: {}\nfinal: yes\n", seal("ash", "1-bidding")));
    for seat in ["birch", "cedar"] {
        world.write(seat, "plan: {bid: 2}\nfinal: yes\n");
    }
    world.tick();
    let published = world.fork();
    let binding = Binding { campaign: "toy-1".into(), seat: "ash".into(), window: "1-bidding".into() };
    let own = Opening::new(&binding, json!({"turn": 1, "bid": 1}), &[9; 16]).unwrap();
    world.write("ash", &own.armour());
    world.tick();
    let ledger = Ledger::of(&world);
    let opened = |how: &str| {
        let entry = &ledger.entries[ledger.find(Kind::Opened, "how", how)];
        let mut body = entry.body.clone();
        body.as_object_mut().unwrap().remove("batch");
        body["secret"] = entry.secret.as_ref().and_then(Secret::body).unwrap().clone();
        (Kind::Opened, body)
    };
    let (sealed, lying) = (opened("seal"), opened("deposit"));
    let table = ledger.find(Kind::Window, "what", "published");
    for ((kind, body), what) in [(&sealed, "seal"), (&lying, "plan")] {
        let why = format!("a {what} is opened before the table of seals is published");
        ledger.instead(table, *kind, body.clone(), &why);
    }
    says(&published, &[lying, sealed], "a seal is opened after its window was to close");
}
