//! A window and the people at it: how each stands, by everything that can be in a window, and at every instant that matters a second
//! before, at it and a second after.

use super::people::People;
use super::window::{Phase, Window};
use crate::campaign::state::entries::{Days, How, In, Instead, Meanwhile, Question, Standing};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

fn at(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000 + second, 0).unwrap()
}

/// A window with a grace period of a minute that asks three seats.
fn window(phase: Phase) -> Window {
    let question = |key: &str| Question { key: key.to_owned(), kind: "bid".into(), ahead: false };
    let asked: Vec<(&str, Vec<Question>)> =
        ["ash", "birch", "cedar"].map(|seat| (seat, vec![question(&format!("1/bid/{seat}"))])).into();
    let asked: std::collections::BTreeMap<_, _> =
        asked.into_iter().map(|(seat, all)| (seat.to_owned(), all)).collect();
    serde_json::from_value(json!({
        "id": "1-bidding", "turn": 1, "stage": "bidding", "round": "bids", "sealed": true, "secrecy": "sealed",
        "asked": asked, "opened": at(0), "deadline": at(1000), "grace": 60, "phase": phase, "seats": {},
        "reminded": false, "waiting": false, "standings": {},
    }))
    .unwrap()
}

fn with(phase: Phase, part: In) -> Window {
    let mut window = window(phase);
    window.seats.insert("ash".into(), part);
    window
}

const PHASES: [Phase; 4] = [Phase::Collecting, Phase::OpeningFirst, Phase::Opening, Phase::Closed];

#[test]
fn how_a_seat_stands_by_all_that_can_be_of_it() {
    let ways = [None, Some(How::Deposit), Some(How::Seal), Some(How::Steward)];
    let mut lines = Vec::new();
    for phase in PHASES {
        for how in ways {
            for mask in 0..16_u8 {
                let bit = |place: u8| mask >> place & 1 == 1;
                let (opened, unusable, is_void, is_final) = (bit(0), bit(1), bit(2), bit(3));
                let part = In { how, opened, unusable, is_void, is_final, ..In::default() };
                let is = with(phase, part).standing("ash");
                let is_sealed = how == Some(How::Seal) && !opened;
                let wanted = match how {
                    None if unusable => Standing::Unusable,
                    None => Standing::NothingCame,
                    _ if is_void => Standing::Unusable,
                    _ if is_sealed && phase == Phase::Closed => Standing::NotOpened,
                    _ if is_sealed && phase != Phase::Collecting => Standing::Sealed,
                    _ if is_final => Standing::Final,
                    _ => Standing::In,
                };
                if is != wanted {
                    lines.push(format!("{phase:?} {how:?} {mask:04b}: {is:?}"));
                }
            }
        }
    }
    assert_eq!(lines, Vec::<String>::new());
    assert_eq!(window(Phase::Closed).standing("ash"), Standing::NothingCame);
}

/// Whoever was to open first and did not has not opened, whatever came.
#[test]
fn who_was_to_open_first_and_did_not() {
    let part = In { how: Some(How::Seal), ..In::default() };
    for (first, instead, has) in [
        (Some("ash"), Some(Instead::Steward), true),
        (Some("birch"), Some(Instead::Steward), false),
        (Some("ash"), None, false),
        (None, None, false),
    ] {
        let mut window = with(Phase::Opening, part.clone());
        (window.first, window.instead) = (first.map(str::to_owned), instead);
        assert_eq!(window.has_forfeited("ash"), has, "{first:?}");
        let standing = if has { Standing::NotOpened } else { Standing::Sealed };
        assert_eq!(window.standing("ash"), standing, "{first:?}");
        assert_eq!(window.unopened().count(), usize::from(!has), "{first:?}");
    }
}

#[test]
fn who_is_asked_to_open_and_who_first() {
    let sealed = In { how: Some(How::Seal), ..In::default() };
    let mut window = with(Phase::Collecting, sealed.clone());
    assert_eq!(window.opens_first(Some("ash")), None, "nobody else has a seal");
    window.seats.insert("birch".into(), sealed.clone());
    window.seats.insert("cedar".into(), In { how: Some(How::Deposit), ..In::default() });
    for (plays, first) in
        [(Some("ash"), Some("ash")), (Some("birch"), Some("birch")), (Some("cedar"), None), (None, None)]
    {
        assert_eq!(window.opens_first(plays).as_deref(), first, "{plays:?}");
    }
    window.first = Some("ash".into());
    for (phase, asked) in PHASES.into_iter().zip([&[][..], &["ash"], &["ash", "birch"], &[]]) {
        window.phase = phase;
        assert_eq!(window.asked_to_open().collect::<Vec<_>>(), asked, "{phase:?}");
    }
    window.seats.insert("ash".into(), In { opened: true, ..sealed });
    window.phase = Phase::Opening;
    assert_eq!(window.asked_to_open().collect::<Vec<_>>(), ["birch"]);
    assert_eq!(
        [window.has_opened("ash"), window.has_opened("birch"), window.has_opened("cedar")],
        [true, false, false]
    );
}

#[test]
fn who_is_missing_and_who_has_slips() {
    let plan = In { how: Some(How::Deposit), at: Some(at(500)), ..In::default() };
    for (part, is_missing, slips, lacks) in [
        (In::default(), true, false, false),
        (In { slips: true, at: Some(at(500)), ..In::default() }, true, false, false),
        (plan.clone(), false, false, false),
        (In { beside: true, ..plan.clone() }, true, false, false),
        (In { slips: true, ..plan.clone() }, false, true, true),
        (In { slips: true, whole: true, ..plan.clone() }, false, true, false),
        (In { slips: true, is_final: true, ..plan.clone() }, false, false, false),
        (In { whole: true, ..plan.clone() }, false, false, false),
    ] {
        let window = with(Phase::Collecting, part.clone());
        assert_eq!(window.missing().any(|seat| seat == "ash"), is_missing, "{part:?}");
        assert_eq!((window.has_slips("ash"), window.lacks_something("ash")), (slips, lacks), "{part:?}");
        assert_eq!(window.mends_until("ash"), slips.then(|| at(560)), "{part:?}");
        assert!(!with(Phase::Opening, part).has_slips("ash"), "only while it collects");
    }
    let mut less = with(Phase::Collecting, In { bound: Some("0".into()), ..plan.clone() });
    assert!(!less.is_less("ash") && !less.is_beside("ash"));
    less.less.insert("ash".into());
    assert!(less.is_less("ash") && less.is_beside("ash") && !less.is_less("birch"));
    less.seats.insert("ash".into(), plan);
    assert!(!less.is_less("ash") && !less.is_beside("ash"), "its own plan is no seal of an earlier window");
}

/// The deadline is at 1000, and the grace period ends at 1060.
#[test]
fn a_second_before_an_end_at_it_and_after_it() {
    let open = window(Phase::Collecting);
    assert_eq!(open.last_call(), Some(at(1060)));
    for (now, is_late) in [(999, false), (1000, true), (1001, true)] {
        assert_eq!(open.is_late(at(now)), is_late, "{now}");
        assert!(!window(Phase::Closed).is_late(at(now)));
    }
    let timeless = Window { deadline: None, ..open.clone() };
    assert!(!timeless.is_late(at(5000)) && timeless.last_call().is_none());
    // A plan with slips that came when no more counted but those of seats that are waited for can be mended for a minute.
    for (came, now, until) in [
        (1000, 1059, None),
        (1000, 1060, None),
        (999, 1060, None),
        (1059, 1060, None),
        (1060, 1060, Some(1120)),
        (1060, 1119, Some(1120)),
        (1060, 1120, None),
        (1061, 1059, None),
    ] {
        let part = In { how: Some(How::Deposit), slips: true, at: Some(at(came)), ..In::default() };
        let mends = with(Phase::Collecting, part).mends_late(at(now));
        assert_eq!(mends, until.map(at), "{came} {now}");
    }
    for (before, since, reminded, when) in [
        (100, None, false, Some(900)),
        (500, None, false, Some(500)),
        (501, None, false, Some(500)),
        (499, None, false, Some(501)),
        (100, Some(900), false, Some(950)),
        (100, None, true, None),
    ] {
        let window = Window { opening_since: since.map(at), reminded, ..open.clone() };
        assert_eq!(window.remind_at(TimeDelta::seconds(before)), when.map(at), "{before} {since:?}");
    }
    assert_eq!(window(Phase::Closed).remind_at(TimeDelta::seconds(100)), None);
    assert_eq!(timeless.remind_at(TimeDelta::seconds(100)), None);
    for (waiting, phase, nudged, when) in [
        (true, Phase::Collecting, Some(at(0)), Some(at(3 * 86_400))),
        (true, Phase::Collecting, None, None),
        (false, Phase::Collecting, Some(at(0)), None),
        (true, Phase::Opening, Some(at(0)), None),
    ] {
        assert_eq!(Window { waiting, nudged, ..window(phase) }.nudge_at(), when, "{waiting} {phase:?}");
    }
}

#[test]
fn an_absence_has_its_first_instant_and_not_its_last() {
    let days = |from, to, play| Days { from: at(from), to: at(to), play, stand_in: None };
    let mut people = People::default();
    people.away.push(("ash".into(), days(100, 200, Meanwhile::Plan)));
    people.away.push(("ash".into(), days(150, 250, Meanwhile::Wait)));
    people.away.push((
        "birch".into(),
        Days { stand_in: Some("b@example.org".into()), ..days(100, 200, Meanwhile::Plan) },
    ));
    for (now, is_away, waits) in [
        (99, false, false),
        (100, true, false),
        (149, true, false),
        (150, false, true),
        (199, false, true),
        (249, false, true),
        (250, false, false),
    ] {
        assert_eq!(
            (people.is_away("ash", at(now)), people.waits_for("ash", at(now))),
            (is_away, waits),
            "{now}"
        );
        assert_eq!(people.out("ash", at(now)), is_away.then_some("absent"), "{now}");
    }
    for now in [99, 100, 199, 200] {
        assert!(
            !people.is_away("birch", at(now)) && !people.waits_for("birch", at(now)),
            "somebody stands in"
        );
        assert_eq!(people.absence_of("birch", at(now)).is_some(), (100..200).contains(&now), "{now}");
    }
    for (now, deadline, is_out) in [
        (100, None, true),
        (99, None, false),
        (100, Some(149), true),
        (100, Some(150), false),
        (100, Some(50), true),
        (99, Some(120), false),
    ] {
        assert_eq!(people.is_out_until("ash", at(now), deadline.map(at)), is_out, "{now} {deadline:?}");
    }
    for (now, waiting, next) in [
        (99, false, Some(100)),
        (100, false, Some(150)),
        (150, false, None),
        (150, true, Some(250)),
        (249, true, Some(250)),
        (250, true, None),
    ] {
        assert_eq!(people.next_absence(at(now), waiting), next.map(at), "{now} {waiting}");
    }
    people.standing_in.insert("birch".into(), at(100));
    let all = people.away.clone();
    assert_eq!(
        all.iter().map(|(seat, days)| people.stands_in(seat, days)).collect::<Vec<_>>(),
        [false, false, true]
    );
    // Who comes back ends what has begun, and takes back what has not.
    for (now, left) in [
        (99, vec![]),
        (100, vec![]),
        (101, vec![(100, 101)]),
        (150, vec![(100, 150)]),
        (151, vec![(100, 151), (150, 151)]),
        (200, vec![(100, 200), (150, 200)]),
        (250, vec![(100, 200), (150, 250)]),
        (251, vec![(100, 200), (150, 250)]),
    ] {
        let mut people = people.clone();
        people.come_back("ash", at(now));
        let own = people.away.iter().filter(|(seat, _)| seat == "ash").map(|(_, days)| (days.from, days.to));
        let left: Vec<_> = left.into_iter().map(|(from, to)| (at(from), at(to))).collect();
        assert_eq!((own.collect::<Vec<_>>(), people.away.len()), (left.clone(), left.len() + 1), "{now}");
    }
}
