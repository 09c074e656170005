use super::*;
use crate::seal::SeatKey;
use crate::sheet::parse;
use crate::table::{Seat, SeatInfo};
use proptest::prelude::*;

fn seats() -> Vec<SeatInfo> {
    let seat = |id: &str, name: &str| SeatInfo { id: id.into(), name: name.into() };
    vec![seat("stark", "Stark"), seat("lannister", "Lannister"), seat("greyjoy", "Greyjoy")]
}

fn good(text: &str) -> Document {
    let envelope = read_text(text, &seats());
    assert!(!envelope.has_errors(), "{:?}", envelope.faults);
    envelope.document
}

fn codes(text: &str) -> Vec<&'static str> {
    read_text(text, &seats()).faults.iter().map(|fault| fault.why.code()).collect()
}

fn leave(document: Document) -> Leave {
    match document.absent.unwrap().value {
        Absence::Away(leave) => leave,
        Absence::Back => panic!("nobody is away"),
    }
}

#[test]
fn a_whole_document() {
    let key = SeatKey::new([7; 16]);
    let document = good(&format!(
        "campaign: westeros-7\nseat: House Stark\nkey: {}\nplan: {{orders: none}}\nfinal: on\nrevision: 12\n",
        key.text()
    ));
    assert_eq!(document.campaign.unwrap().value, "westeros-7");
    assert_eq!(document.seat.unwrap().value, Seat(0));
    assert!(document.key.unwrap().value == key);
    assert_eq!(document.plan.unwrap().span.line, 4);
    assert!(document.is_final.unwrap().value);
    assert_eq!(document.revision.unwrap().value, 12);
}

#[test]
fn a_key_is_never_shown() {
    let key = SeatKey::new([7; 16]).text();
    let envelope = read_text(&format!("key: {key}\nfinal: yes"), &seats());
    assert!(!format!("{envelope:?}").contains(&key));
    // With a slip in it too.
    let slip = key.replacen(&key[..1], "Z", 1);
    let envelope = read_text(&format!("key: {slip}\nfinal: yes"), &seats());
    assert_eq!(envelope.faults[0].why.code(), "key-slip");
    assert!(!format!("{envelope:?}").contains(&slip));
}

#[test]
fn press_votes_and_absences() {
    let text = "press: [{to: [greyjoy, GM], text: 'a: b', grey: yes}, {to: all, text: |\n  Dear all,\n\n  peace.\n}]";
    assert!(read_text(text, &seats()).has_errors(), "no block text in brackets");
    let text = "press:\n  - {to: [greyjoy, GM], text: 'a: b', grey: yes}\n  - to: everyone\n    text: |\n      Dear all,\n\n      peace.\n";
    let press = good(text).press;
    assert_eq!(press[0].value.to, [Recipient::Seat(Seat(2)), Recipient::Gm]);
    assert!(press[0].value.grey && !press[1].value.grey);
    assert_eq!(press[1].value.text, "Dear all,\n\npeace.");
    let vote = good("vote: {draw: no, extend: 2 days, concede: Greyjoy}").vote;
    let votes: Vec<Vote> = vote.iter().map(|given| given.value).collect();
    assert_eq!(votes, [Vote::Draw(false), Vote::Extend(2880), Vote::Concede(Some(Seat(2)))]);
    let vote = good("vote: {extend: no, concede: no}").vote;
    assert_eq!((vote[0].value, vote[1].value), (Vote::Extend(0), Vote::Concede(None)));
    let absent = leave(good("absent: {from: 2026-12-24, until: 2026-12-24}"));
    assert_eq!((absent.from, absent.play), (jiff::civil::date(2026, 12, 24), Play::Plan));
}

#[test]
fn asking_and_disputing() {
    let ask = good("ask: [Status, rules battle and retreat, Help]").ask;
    let asked: Vec<Ask> = ask.into_iter().map(|given| given.value).collect();
    assert_eq!(asked, [Ask::Status, Ask::Rules(Some("battle and retreat".into())), Ask::Help]);
    let dispute = |text: &str| good(text).dispute.unwrap().value;
    let about = || "my card was not played".to_owned();
    assert_eq!(dispute("dispute: my card was not played"), Dispute::Open { turn: None, about: about() });
    assert_eq!(
        dispute("dispute: {turn: 3, about: my card was not played}"),
        Dispute::Open { turn: Some(3), about: about() }
    );
    let word = Dispute::Say { number: 2, says: "no".into() };
    assert_eq!(dispute("dispute: {number: 2, says: \"no\"}"), word);
    assert_eq!(dispute("dispute: {number: 2, about: \"no\"}"), word);
    assert_eq!(dispute("dispute: {number: 2, withdraw: yes}"), Dispute::Withdraw { number: 2 });
    let close = Dispute::Close { number: 2, says: "so be it".into() };
    assert_eq!(dispute("dispute: {number: 2, close: so be it}"), close);
    for wrong in [
        "{number: 2}",
        "{number: 0, says: x}",
        "{withdraw: yes}",
        "{number: 1, says: x, close: y}",
        "{turn: 3}",
    ] {
        assert_eq!(codes(&format!("dispute: {wrong}")), ["envelope-dispute"], "{wrong}");
    }
    assert_eq!(codes("dispute: {turn: 0, about: x}"), ["envelope-dispute"]);
    assert_eq!(codes("ask: weather"), ["envelope-ask"]);
}

#[test]
fn what_is_left_empty_is_not_said() {
    let envelope = read_text("seat: stark\nplan: ~\nfinal:\npress: ~\nvote: ~\nresign: ~\n", &seats());
    assert!(!envelope.document.says_something());
    assert_eq!(envelope.faults[0].why.code(), "envelope-nothing");
    assert!(!envelope.has_errors());
}

#[test]
fn all_faults_are_told_in_the_order_of_lines() {
    let all = codes("seat: starc\nkey: U\nfinal: perhaps\nrevision: -1\nresing: yes\n");
    assert_eq!(
        all,
        ["envelope-house", "key-symbol", "envelope-truth", "envelope-number", "envelope-section"]
    );
    let envelope = read_text("resing: yes", &seats());
    assert_eq!(envelope.faults[0].suggestion.as_deref(), Some("resign"));
    assert_eq!(codes("a: [b"), ["yaml-unclosed"]);
    assert_eq!(codes("just text"), ["envelope-form"]);
}

#[test]
fn openings_come_as_text_or_bare() {
    assert_eq!(codes("opening: {campaign: x}"), ["opening-member"]);
    assert_eq!(codes("opening: [a]"), ["envelope-word"]);
    let all = codes("opening: |\n  {\"campaign\": 1.5}\n");
    assert!(all[0].starts_with("opening-"), "{all:?}");
    let seal = format!("sha256:{}", "ab".repeat(32));
    assert!(read_text("seal: sha256:12", &seats()).broken_seal);
    assert_eq!(good(&format!("seal: {seal}")).seal.unwrap().value.to_string(), seal);
    assert_eq!(codes(&format!("seal: {seal}\nplan: {{a: b}}")), ["envelope-plan-and-seal"]);
}

proptest! {
    #[test]
    fn no_document_panics(
        lines in prop::collection::vec(
            (
                prop::sample::select(vec![
                    "seat", "key", "plan", "seal", "opening", "press", "vote", "absent", "dispute", "final", "ask",
                    "resign", "revision", "campaign", "x",
                ]),
                prop::sample::select(vec![
                    "~", "yes", "stark", "[a, b]", "{to: all, text: x}", "{draw: yes}", "{from: 2026-01-01, to: x}",
                    "{turn: 1}", "status", "12", "[[]]", "{{a: b}: c}", "é", "{extend: 24h, extend : 1}", "|\n  x",
                ]),
            ),
            0..8,
        )
    ) {
        let text: String = lines.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
        let envelope = read_text(&text, &seats());
        prop_assert!(parse(&text).is_ok() || envelope.has_errors());
        for fault in &envelope.faults {
            crate::sheet::excerpt(&text, fault, "x");
        }
    }
}

#[test]
fn each_key_begins_a_section() {
    for key in KEYS {
        let envelope = read_text(&format!("{}: [[x]]", key.name), &seats());
        let known = envelope.faults.iter().all(|fault| fault.why.code() != "envelope-section");
        assert!(known && !key.name.is_empty(), "{}", key.name);
    }
}

#[test]
fn values_as_people_write_them() {
    let today = Some(jiff::civil::date(2026, 11, 20));
    let read = |text: &str| read_on(&parse(text).unwrap(), &seats(), People::default(), today);
    let good = |text: &str| {
        let envelope = read(text);
        assert!(!envelope.has_errors(), "{text}: {:?}", envelope.faults);
        envelope.document
    };
    for yes in ["ja", "Yes!", "ok", "oui"] {
        assert!(good(&format!("final: {yes}")).is_final.unwrap().value, "{yes}");
        assert_eq!(good(&format!("rehearsal: {{ready: {yes}}}")).rehearsal.unwrap().value.ready, Some(true));
        assert_eq!(good(&format!("rehearsal: {yes}")).rehearsal.unwrap().value.ready, Some(true));
    }
    assert_eq!(good("vote: extend 24h").vote[0].value, Vote::Extend(1440));
    let absent = leave(good("absent: from 25.11. to 1.12."));
    let days = (jiff::civil::date(2026, 11, 25), jiff::civil::date(2026, 12, 1));
    assert_eq!((absent.from, absent.to), days);
    let absent = leave(good("absent: {from: Wed, to: Dec 1st}"));
    assert_eq!((absent.from, absent.to), days);
    for back in ["absent: none", "absent: no"] {
        assert_eq!(good(back).absent.unwrap().value, Absence::Back, "{back}");
    }
    // What is said twice and is the same is said once.
    assert!(good("final: yes\nseat: stark\nfinal: Yes").is_final.unwrap().value);
    for nothing in ["press: none", "vote: nothing", "ask: none", "final: none", "dispute: none"] {
        assert!(!good(nothing).says_something(), "{nothing}");
    }
    let codes = |text: &str| read(text).faults.iter().map(|fault| fault.why.code()).collect::<Vec<_>>();
    assert_eq!(codes("absent: {from: 1/12, to: 12/12}"), ["envelope-day-either"]);
    assert_eq!(codes("absent: some time"), ["envelope-day"]);
    assert_eq!(codes("final: perhaps"), ["envelope-truth"]);
}

#[test]
fn a_vote_of_a_kind_that_there_is_not_is_told_and_the_others_count() {
    let envelope = read_text("vote: {drew: yes, extend: 24h}", &seats());
    let told = |fault: &crate::sheet::Fault| (fault.why.code(), fault.suggestion.clone());
    assert_eq!(
        envelope.faults.iter().map(told).collect::<Vec<_>>(),
        [("envelope-vote-kind", Some("draw".to_owned()))]
    );
    assert_eq!(envelope.document.vote.len(), 1);
    assert_eq!(envelope.document.vote[0].value, Vote::Extend(1440));
}

/// Whoever says yes and no to the same thing is asked which it is; the last word is not taken for the last wish.
#[test]
fn votes_that_contradict_each_other_are_told() {
    let envelope = read_text("vote: {extend: 24h, draw: yes, extension: 2 days}", &seats());
    let told: Vec<_> = envelope.faults.iter().map(|fault| fault.why.code()).collect();
    assert_eq!(told, ["envelope-section-twice"]);
    let votes: Vec<_> = envelope.document.vote.iter().map(|vote| vote.value).collect();
    assert_eq!(votes, [Vote::Extend(1440), Vote::Draw(true)]);
}

/// A letter that names somebody whom nobody knows goes to nobody, since its writer would believe that all have it.
#[test]
fn a_letter_goes_to_all_whom_it_names_or_to_nobody() {
    for text in [
        "press: {to: [greyjoy, Gandalf], text: peace}",
        "press: {to: greyjoy, text: peace, grey: perhaps}",
        "press: {to: greyjoy, text: peace, from: tyrell}",
    ] {
        let envelope = read_text(text, &seats());
        assert!(envelope.has_errors() && envelope.document.press.is_empty(), "{text}");
    }
    assert_eq!(good("press: {to: [greyjoy, lannister], text: peace}").press[0].value.to.len(), 2);
}
