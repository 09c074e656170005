//! What a campaign does when neither the record nor a plan answers a question: it asks the seat or uses the default.

use crate::campaign::state::clock::{Rule, read_rule};
use crate::campaign::state::entries::{Meanwhile, SeatId};
use crate::campaign::state::record::{Filed, Record, Round};
use crate::campaign::state::settings::{Absence, Pace, Settings};
use crate::ledger::Kind;
use crate::table::{Policy, Says, Seat, SeatInfo, Unanswered};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeMap;

/// Which of the questions that plans leave open are asked, as the settings say: those of `campaign.yaml` while the campaign
/// is played, those of the ledger when it is verified.
pub(crate) trait Habits {
    /// Returns the pace of a seat.
    fn pace_of(&self, seat: &str) -> Pace;
    /// Returns the earliest deadline that a window opened at this time can have; `None` if there are no deadlines.
    fn deadline(&self, opened: DateTime<Utc>) -> Option<DateTime<Utc>>;
    /// Returns `true` if a seat is always asked about questions of this kind.
    fn is_asked_about(&self, seat: &str, kind: &str) -> bool;
    /// Returns `true` if a steward plays for whoever is silent.
    fn has_steward(&self) -> bool;

    /// Returns `true` if a seat is asked about questions of this kind whenever they come up, however often that is in a round.
    fn always_asks(&self, seat: &str, kind: &str) -> bool {
        self.is_asked_about(seat, kind) || self.pace_of(seat) == Pace::Ask
    }
}

impl Habits for Settings {
    fn pace_of(&self, seat: &str) -> Pace {
        self.seat(seat).and_then(|own| own.pace).unwrap_or(self.pace)
    }

    fn deadline(&self, opened: DateTime<Utc>) -> Option<DateTime<Utc>> {
        earliest([&self.clock.deadline, &self.clock.question], opened)
    }

    fn is_asked_about(&self, seat: &str, kind: &str) -> bool {
        let own = self.seat(seat).and_then(|own| own.ask_about.as_ref());
        own.unwrap_or(&self.ask_about).iter().any(|asked| asked == kind)
    }

    fn has_steward(&self) -> bool {
        self.absence == Absence::Steward
    }
}

/// The public settings as the ledger has them.
impl Habits for Value {
    fn pace_of(&self, seat: &str) -> Pace {
        let said = |settings: &Value| serde_json::from_value(settings.get("pace")?.clone()).ok();
        of_seat(self, seat).and_then(said).or_else(|| said(self)).unwrap_or(Pace::Ask)
    }

    fn deadline(&self, opened: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let rule = |name: &str| read_rule(self.get("clock")?.get(name)?.as_str()?, None).ok();
        let [deadline, question] = ["deadline", "question"].map(|name| rule(name).unwrap_or(Rule::None));
        earliest([&deadline, &question], opened)
    }

    fn is_asked_about(&self, seat: &str, kind: &str) -> bool {
        let said =
            |settings: &Value| Some(settings.get("ask-about")?.as_array()?.iter().any(|asked| asked == kind));
        of_seat(self, seat).and_then(said).or_else(|| said(self)).unwrap_or(false)
    }

    fn has_steward(&self) -> bool {
        self.get("absence").is_some_and(|absence| absence == "steward")
    }
}

fn earliest(rules: [&Rule; 2], opened: DateTime<Utc>) -> Option<DateTime<Utc>> {
    rules.into_iter().filter_map(|rule| rule.after(opened)).min()
}

fn of_seat<'a>(settings: &'a Value, seat: &str) -> Option<&'a Value> {
    settings.get("seats")?.as_array()?.iter().find(|own| own["seat"] == seat)
}

/// Who had been asked before the answers that have been found since the game last went on. A plan that answers one question of a
/// stage does not keep its seat from being asked the next, even if a window that waited for another seat closes in between.
#[derive(Default)]
pub(crate) struct AskedBefore(Option<BTreeMap<SeatId, Round>>);

impl AskedBefore {
    /// Takes note of an entry that is about to be applied to the record.
    pub(crate) fn note(&mut self, record: &Record, kind: Kind, body: &Value) {
        let goes_on = match kind {
            Kind::Answered => true,
            Kind::Window => body["what"] == "closed" && body["why"] == "answered",
            _ => false,
        };
        let before = self.0.take();
        self.0 = goes_on.then(|| before.unwrap_or_else(|| record.game.asked_in.clone()));
    }

    /// Returns in which round each seat had been asked.
    pub(crate) fn asked_in<'a>(&'a self, record: &'a Record) -> &'a BTreeMap<SeatId, Round> {
        self.0.as_ref().unwrap_or(&record.game.asked_in)
    }
}

/// The campaign's policy for questions that neither record nor plan answers, at one moment.
pub(crate) struct Silence<'a> {
    pub(crate) record: &'a Record,
    /// In which round each seat has been asked, before any answers that are found now.
    pub(crate) asked_in: &'a BTreeMap<SeatId, Round>,
    pub(crate) settings: &'a dyn Habits,
    pub(crate) seats: &'a [SeatInfo],
    /// The round that is played.
    pub(crate) round: Round,
    pub(crate) now: DateTime<Utc>,
}

impl Silence<'_> {
    /// Returns the id of a seat, empty if the game has no such seat.
    pub(crate) fn id(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("", |info| info.id.as_str())
    }

    /// Decides whether a seat is asked or the default is used, and for what reason.
    pub(crate) fn policy(&self, Unanswered { seat, kind, key, says, ahead }: Unanswered<'_>) -> Policy {
        let id = self.id(seat);
        // What may only come up is put to a seat once a round, with the first question that does come up; the plans of a
        // replaced timeline were asked there.
        if ahead && (self.was_asked(id) || self.record.game.carried.has_plan(id, self.round.turn)) {
            return Policy::Default("ahead".to_owned());
        }
        if self.record.people.resigned.contains(id) {
            return Policy::Default("resigned".to_owned());
        }
        // A seat that was silent on the timeline that a ruling replaced counts as silent again.
        if let Some(why) = self.record.game.carried.silent(key) {
            return Policy::Default(why.to_owned());
        }
        if let Some(why) = self.record.game.silenced.get(key) {
            return Policy::Default(why.clone());
        }
        if self.record.game.open_window().is_some_and(|window| window.asks(key)) {
            return Policy::Ask;
        }
        if let Some((round, why)) = self.record.game.missed.get(id)
            && *round == self.round
        {
            return Policy::Default(why.clone());
        }
        if self.is_left_out(id) && !self.has_steward(id) {
            return Policy::Default("absent".to_owned());
        }
        match says {
            Says::Ask | Says::Otherwise { ask: true } => Policy::Ask,
            Says::Guess | Says::Otherwise { ask: false } => Policy::Default("guess".to_owned()),
            // Orders that were sent ahead for some areas do not keep their seat from being asked for the others; but what it gave when
            // it was asked on a timeline that a ruling replaced is whole.
            Says::Part { value, .. } if !self.was_asked(id) && !self.record.game.carried.gave(key, value) => {
                Policy::Ask
            }
            Says::Part { .. } => Policy::Default("part".to_owned()),
            // Where nobody was asked on a timeline that a ruling replaced, nobody is asked again.
            Says::IfUnasked { value, .. } if self.record.game.carried.gave(key, value) => {
                Policy::Default("part".to_owned())
            }
            Says::IfUnasked { .. } | Says::Silent | Says::Done | Says::Answer { .. } => {
                self.pace(id, kind, key)
            }
        }
    }

    /// Returns `true` if a seat is away for as long as a window would be open, and somebody else is there. Where everybody is
    /// away, all are asked, so that the game waits for its deadlines and does not play on without its players.
    pub(crate) fn is_left_out(&self, seat: &str) -> bool {
        let people = &self.record.people;
        people.is_away(seat, self.now)
            && self.settings.deadline(self.now).is_none_or(|deadline| people.is_away(seat, deadline))
            && self.seats.iter().any(|other| people.out(&other.id, self.now).is_none())
    }

    /// Returns `true` if a steward plays for a seat that is away. It plays where the seat is asked: a window asks it for the steward's
    /// sake, and waits for nobody.
    fn has_steward(&self, seat: &str) -> bool {
        let days = self.record.people.absence_of(seat, self.now);
        self.settings.has_steward() || days.is_some_and(|days| days.play == Meanwhile::Steward)
    }

    /// Returns `true` if a seat has been asked in the present round, or one of its plans of this turn has answered ahead.
    fn was_asked(&self, seat: &str) -> bool {
        self.asked_in.get(seat) == Some(&self.round)
    }

    /// Returns `true` for a question that has come up nowhere on the timelines that rulings have replaced, if its seat was asked in this
    /// round only there: what it sent then cannot have been about it.
    fn is_new(&self, seat: &str, key: &str) -> bool {
        let (carried, own) = (&self.record.game.carried, self.record.game.plans.get(seat));
        let is_of_round = |plan: &Filed| plan.round == self.round;
        carried.has_plan(seat, self.round.turn)
            && !carried.answers.contains_key(key)
            && !own.into_iter().flatten().any(is_of_round)
    }

    fn pace(&self, seat: &str, kind: &str, key: &str) -> Policy {
        // Who is not always asked is asked once a round; the plan then serves for the whole round.
        if self.settings.always_asks(seat, kind) || !self.was_asked(seat) || self.is_new(seat, key) {
            Policy::Ask
        } else {
            Policy::Default("pace".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::state::entries::From;
    use crate::campaign::state::record::CarriedAnswer;
    use serde_json::json;

    /// Who had been asked counts as it was before the first of the answers, until the game waits or something else happens.
    #[test]
    fn answers_and_a_window_that_closes_with_them_do_not_change_who_had_been_asked() {
        let round = |turn| Round { turn, name: "bidding".to_owned() };
        let closed = |why: &str| json!({"what": "closed", "window": "1-prize", "why": why});
        let answer = json!({"key": "1/prize/ash", "why": "answered", "what": "closed"});
        let opened = json!({"what": "opened", "window": "2-bidding", "why": "answered"});
        // Each entry, the turn in which ash is asked according to the record before it, and behind it according to this.
        let mut before = AskedBefore::default();
        for (kind, body, own, is) in [
            (Kind::Answered, answer.clone(), 1, 1),
            (Kind::Answered, answer.clone(), 2, 1),
            (Kind::Window, closed("answered"), 3, 1),
            (Kind::Answered, answer.clone(), 4, 1),
            (Kind::Window, opened, 5, 9),
            (Kind::Answered, answer.clone(), 6, 6),
            (Kind::Window, closed("deadline"), 7, 9),
            (Kind::Window, closed("answered"), 1, 1),
            (Kind::Answered, answer.clone(), 2, 1),
            (Kind::Resolved, closed("answered"), 3, 9),
            (Kind::Answered, answer.clone(), 4, 4),
            (Kind::Ruling, closed("answered"), 5, 9),
            (Kind::Received, json!({}), 6, 9),
        ] {
            let mut record = Record::default();
            record.game.asked_in.insert("ash".to_owned(), round(own));
            before.note(&record, kind, &body);
            record.game.asked_in.insert("ash".to_owned(), round(9));
            assert_eq!(before.asked_in(&record)["ash"], round(is), "{kind:?} {body} {own}");
        }
    }

    /// A plan of a timeline that a ruling replaced serves for the rest of its round, but not for a question that cards have brought since; a
    /// plan that its seat has sent since serves for that, too.
    #[test]
    fn what_has_come_up_nowhere_before_a_ruling_is_asked() {
        use crate::campaign::state::entries::How;

        let settings = json!({"pace": "batch"});
        let seats = ["ash", "birch"].map(|id| SeatInfo { id: id.to_owned(), name: id.to_owned() });
        let round = Round { turn: 1, name: "bidding".to_owned() };
        let plan = |seq: u64| {
            let (window, plan) = ("1-bidding".to_owned(), json!({}));
            vec![Filed { window, round: round.clone(), how: How::Deposit, seq, plan }]
        };
        let told = |carried: Option<&str>, own: bool| {
            let mut record = Record::default();
            if let Some(answered) = carried {
                record.game.carried.since = 9;
                record.game.carried.plans.insert("ash".to_owned(), plan(5));
                let (seat, kind) = ("ash".to_owned(), "bid".to_owned());
                let source = From::Default { why: "pace".to_owned() };
                let given = CarriedAnswer { seq: 6, seat, kind, answer: json!(0), source };
                record.game.carried.answers.insert(answered.to_owned(), given);
            }
            if own {
                record.game.plans.insert("ash".to_owned(), plan(12));
            }
            let asked = BTreeMap::from([("ash".to_owned(), round.clone())]);
            let (now, says) = (DateTime::UNIX_EPOCH, Says::Silent);
            let silence = Silence {
                record: &record,
                asked_in: &asked,
                settings: &settings,
                seats: &seats,
                round: round.clone(),
                now,
            };
            let open = Unanswered { seat: Seat(0), kind: "bid", key: "1/bid/ash", says: &says, ahead: false };
            silence.policy(open) == Policy::Ask
        };
        for (carried, own, is_asked) in [
            (None, false, false),
            (Some("1/bid/ash"), false, false),
            (Some("1/muster/ash"), false, true),
            (Some("1/muster/ash"), true, false),
        ] {
            assert_eq!(told(carried, own), is_asked, "{carried:?} {own}");
        }
    }

    /// An answer that fills in what a plan leaves open counts where its seat gave the very same on the timeline that a ruling replaced,
    /// or has been asked; one that may not be meant of the question counts there, too. No other seat's, question's or answer's does.
    #[test]
    fn what_a_carried_plan_gave_in_part_is_given_again() {
        let settings = json!({"pace": "batch"});
        let seats = ["ash", "birch"].map(|id| SeatInfo { id: id.to_owned(), name: id.to_owned() });
        let round = Round { turn: 1, name: "bidding".to_owned() };
        let told = |says: &Says, key: &str, gave: Option<(&str, Value)>, was_asked: bool| {
            let mut record = Record::default();
            if let Some((key, answer)) = gave {
                let (seat, kind) = ("ash".to_owned(), "bid".to_owned());
                let source = From::Plan { window: "1-bidding".to_owned(), path: "bid".to_owned() };
                let given = CarriedAnswer { seq: 1, seat, kind, answer, source };
                record.game.carried.answers.insert(key.to_owned(), given);
            }
            let asked: BTreeMap<SeatId, Round> =
                was_asked.then(|| ("ash".to_owned(), round.clone())).into_iter().collect();
            let (round, now) = (round.clone(), DateTime::UNIX_EPOCH);
            let silence =
                Silence { record: &record, asked_in: &asked, settings: &settings, seats: &seats, round, now };
            match silence.policy(Unanswered { seat: Seat(0), kind: "bid", key, says, ahead: false }) {
                Policy::Ask => "ask".to_owned(),
                Policy::Default(why) => why,
            }
        };
        let [value, path] = [json!(3), json!("bid")];
        let path = path.as_str().unwrap_or_default().to_owned();
        let part = Says::Part { value: value.clone(), path: path.clone() };
        let unasked = Says::IfUnasked { value, path };
        let same = || Some(("1/bid/ash", json!(3)));
        for (says, gave, was_asked, is) in [
            (&part, None, false, "ask"),
            (&part, same(), false, "part"),
            (&part, None, true, "part"),
            (&part, Some(("1/bid/ash", json!(2))), false, "ask"),
            (&part, Some(("1/bid/birch", json!(3))), false, "ask"),
            (&unasked, None, false, "ask"),
            (&unasked, same(), false, "part"),
            (&unasked, same(), true, "part"),
            (&unasked, None, true, "pace"),
            (&unasked, Some(("1/bid/ash", json!(2))), false, "ask"),
        ] {
            assert_eq!(told(says, "1/bid/ash", gave.clone(), was_asked), is, "{says:?} {gave:?} {was_asked}");
        }
    }
}
