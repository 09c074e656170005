//! The source of all models, and the parts that several messages share.

use crate::campaign::outgoing::trim::Trim;
use crate::campaign::state::closing::closes_at;
use crate::campaign::state::entries::{How, RulingChange, SeatId, Told};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Filed, GM, Phase, Record, Standing, Window};
use crate::campaign::state::rules::{PendingPosition, Rules};
use crate::campaign::state::sealed_anew::sealed_anew;
use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::settings::{Pace, Secrecy, Settings};
use crate::campaign::state::stand_in::StandIn;
use crate::campaign::state::window_model::{is_unanswered, secrecy_word, state, window_at};
use crate::campaign::store::Campaign;
use crate::report::OrderPage;
use crate::report::model::{
    self, Answer, GameName, Head, HeadTold, LedgerHead, Named, PlanOnFile, SealLine, SeatState, State, Why,
};
use crate::seal::{NamedHead, SeatKey};
use crate::table::{Event, Open, Seat, View};
use serde_json::{Value, json};

/// The source of the models of our messages: one state of a campaign, and how much of a message is sent.
#[derive(Clone, Copy)]
pub struct MailModels<'a> {
    pub settings: &'a Settings,
    pub rules: Rules<'a>,
    /// Keys go out with every message to their seat.
    pub secrets: &'a Secrets,
    pub record: &'a Record,
    /// The present position and its open questions.
    pub now: &'a PendingPosition,
    /// The person who reads the messages in a player's place; `None` for the player.
    pub stand_in: Option<&'a StandIn>,
    pub trim: Trim,
    /// The entry that the messages name as the head of the ledger; `None` for what is not mailed.
    pub head: Option<NamedHead>,
}

impl<'a> MailModels<'a> {
    /// Returns the models of a campaign at its pending position `now`, as for what is shown: whole, and without the head of the
    /// ledger that mails name.
    pub fn of(campaign: &'a Campaign, now: &'a PendingPosition) -> Self {
        MailModels {
            settings: &campaign.settings,
            rules: campaign.rules(),
            secrets: &campaign.secrets,
            record: &campaign.record,
            now,
            stand_in: None,
            trim: Trim::Full,
            head: None,
        }
    }
}

impl MailModels<'_> {
    /// Returns the head of every message to `to`, a seat or `gm`.
    pub fn head(&self, to: &str) -> Head {
        let seat = self.settings.seat(to);
        let name = |id: &str| self.named(id);
        Head {
            campaign: self.settings.id.clone(),
            title: self.settings.title.clone(),
            game: GameName {
                id: self.rules.referee.id().to_owned(),
                title: self.rules.referee.title(),
                templates: self.rules.referee.templates().to_owned(),
            },
            seat: seat.map(|seat| name(&seat.seat)),
            player: match (seat, to) {
                (Some(_), _) if self.stand_in.is_some() => String::new(),
                (Some(seat), _) => seat.player.clone(),
                (None, GM) => self.settings.gm.name.clone(),
                _ => String::new(),
            },
            zone: seat.map_or(&self.settings.gm.timezone, |seat| &seat.timezone).clone(),
            key: seat.map(|seat| self.key_of(&seat.seat).text()),
            address: self.settings.address.address.clone(),
            references: Vec::new(),
            left_out: self.trim.word().map(str::to_owned),
            ledger: self.head.as_ref().map(ledger_head),
            besides: Default::default(),
        }
    }

    /// Returns the entries that the last reports to other seats had named before the one that messages name now.
    pub(super) fn heads_told(&self, to: &str) -> Vec<HeadTold> {
        let mut all: Vec<(NamedHead, Vec<Named>)> = Vec::new();
        let told =
            self.record.people.heads_before.iter().filter(|(seat, _)| *seat != to && self.head.is_some());
        for (seat, head) in told {
            match all.iter_mut().find(|(known, _)| known == head) {
                Some((_, seats)) => seats.push(self.named(seat)),
                None => all.push((*head, vec![self.named(seat)])),
            }
        }
        all.sort_by_key(|(head, _)| head.seq);
        all.into_iter().map(|(head, seats)| HeadTold { head: ledger_head(&head), seats }).collect()
    }

    /// Returns the key a seat's messages carry: the newest, or that of the person who stands in.
    pub(crate) fn key_of(&self, seat: &str) -> SeatKey {
        match self.stand_in.filter(|stand_in| stand_in.seat == seat) {
            Some(stand_in) => stand_in.key.clone(),
            None => self.secrets.key(seat, self.record.people.newest_key(seat).unwrap_or(1)),
        }
    }

    /// Returns a seat, or `gm`, with its name for people; the id itself if it is unknown.
    pub fn named(&self, id: &str) -> Named {
        if id == GM {
            return Named { id: GM.to_owned(), name: self.settings.gm.name.clone() };
        }
        let info = self.rules.referee.seat(id).map(|(_, info)| info);
        Named { id: id.to_owned(), name: info.map_or(id, |info| &info.name).to_owned() }
    }

    /// Returns display names by id, as everybody may know them; null before there is a position.
    pub fn public_names(&self) -> Value {
        self.view(GM).ok().and_then(|view| view.get("names").cloned()).unwrap_or(Value::Null)
    }

    /// Returns the open window as it is at the last entry.
    pub(super) fn window(&self) -> Option<model::Window> {
        let open = self.record.game.open_window()?;
        let mut window = window_at(open, &self.record.people, self.record.at, |seat| self.named(seat));
        self.note_closing(&mut window);
        Some(window)
    }

    /// Adds to the model of the open window when it closes because everybody is in; then it waits for nobody.
    pub(super) fn note_closing(&self, window: &mut model::Window) {
        let open = self.record.game.open_window().filter(|open| open.id == window.id);
        window.closes =
            open.and_then(|open| closes_at(open, (self.settings, &self.record.people), self.record.at));
        if window.closes.is_some() {
            window.awaited.clear();
        }
    }

    /// Returns the position as `to` may know it; empty before there is one.
    pub(crate) fn view(&self, to: &str) -> Result<View, CampaignError> {
        Ok(self.now.view(self.rules, self.rules.seat(to))?)
    }

    /// Returns the questions that a seat must still answer.
    pub(super) fn open_questions(&self, seat: Option<Seat>) -> Vec<Open> {
        // A plan's answers are recorded only when all are in, but its seat is not asked again.
        let window = self.record.game.open_window();
        let asked = |open: &&Open| window.is_none_or(|window| window.asks(&open.key));
        self.now.open.iter().filter(|open| Some(open.seat) == seat).filter(asked).cloned().collect()
    }

    /// Returns the pace of a seat, or of the campaign, in one word.
    pub(super) fn pace(&self, to: &str) -> String {
        let pace = self.settings.seat(to).and_then(|seat| seat.pace).unwrap_or(self.settings.pace);
        if pace == Pace::Batch { "batch" } else { "ask" }.to_owned()
    }

    /// Returns `true` if the open window asks a seat nothing because a plan of the seat answers already.
    pub(super) fn is_answered(&self, to: &str) -> bool {
        let Some(window) = self.record.game.open_window() else { return false };
        let round = window.round();
        let seat = self.rules.seat(to);
        !window.asked.contains_key(to)
            && self.now.open.iter().any(|open| Some(open.seat) == seat && (window.sealed || !open.ahead))
            && self.record.game.plans_of(to).iter().any(|plan| plan.serves(&round))
            && !self.record.game.missed.contains_key(to)
            // For whoever is away the defaults may answer as well.
            && self.record.people.out(to, self.record.at).is_none()
    }

    /// Returns `true` if the open window asks a seat nothing because a ruling has answered for it.
    pub(super) fn is_ruled(&self, to: &str) -> bool {
        let window = self.record.game.open_window();
        let Some(seat) = self.rules.seat(to).filter(|_| window.is_some_and(|w| !w.asked.contains_key(to)))
        else {
            return false;
        };
        let adopted = self.record.people.rulings.iter().filter(|given| given.standing == Standing::Adopted);
        let changes: Vec<_> = adopted.flat_map(|given| &given.ruling.changes).collect();
        let answers = |open: &str| {
            changes.iter().any(|change| matches!(change, RulingChange::Answer { key, .. } if key == open))
        };
        self.now.open.iter().any(|open| open.seat == seat && answers(&open.key))
    }

    /// Returns `true` if the game waits for others before it uses a plan of a seat, which another plan could replace until then.
    pub(super) fn may_replace(&self, to: &str) -> bool {
        let seat = self.rules.seat(to);
        self.is_answered(to) && self.now.open.iter().any(|open| Some(open.seat) == seat && !open.ahead)
    }

    /// Returns `true` if lines of the newest plan of a seat are still to come.
    pub(super) fn has_lines_left(&self, to: &str) -> bool {
        let Some(seat) = self.rules.seat(to).filter(|_| self.record.game.ended.is_none()) else {
            return false;
        };
        let newest = self.record.game.plans_of(to).into_iter().find(|filed| filed.how != How::Steward);
        newest.is_some_and(|filed| {
            self.rules.referee.has_lines_left(&filed.plan, seat, &self.now.position).unwrap_or_default()
        })
    }

    /// Returns `true` if a seat that the open window asks has sent something for it that counts.
    pub(super) fn has_sent(&self, to: &str) -> bool {
        let window = self.record.game.open_window().filter(|window| window.asked.contains_key(to));
        let people = &self.record.people;
        window.is_some_and(|window| {
            !is_unanswered(window, people) && !window.missing().any(|missing| missing == to)
        })
    }

    /// Returns `true` if the open window does not wait for a seat because its player is away: it asks the seat nothing, or for the sake
    /// of the steward alone.
    pub(super) fn is_left_out(&self, to: &str) -> bool {
        let Some(window) = self.record.game.open_window() else { return false };
        let (seat, people, at) = (self.rules.seat(to), &self.record.people, self.record.at);
        if window.asked.contains_key(to) {
            let is_anybody_there = people.seats().any(|seat| people.out(seat, at).is_none());
            return is_anybody_there
                && people.is_away(to, at)
                && people.is_out_until(to, at, window.deadline);
        }
        self.now.open.iter().any(|open| Some(open.seat) == seat) && people.is_away(to, at)
    }

    /// Returns the newest plan of a seat that is open to us, with what earlier ones of the same turn still answer beside it, and the
    /// lines that are done; a sealed one is not, nor is what a steward played for it.
    pub(crate) fn plan_on_file(&self, to: &str) -> Option<PlanOnFile> {
        let (game, seat) = (&self.record.game, self.rules.seat(to)?);
        let (turn, now) = (game.turn, &self.now.position);
        let is_now = |filed: &&Filed| {
            filed.round.turn == turn && !self.rules.referee.is_past(&filed.plan, now).unwrap_or(true)
        };
        let own = game.plans_of(to).into_iter().find(|filed| filed.how != How::Steward);
        let spare = game.standby_of(to).find(is_now).filter(|_| !own.as_ref().is_some_and(is_now));
        let standby = spare.is_some();
        let filed = spare.or(own)?;
        let (referee, at) = (self.rules.referee, self.now.position.clone());
        let past = referee.is_past(&filed.plan, &at).ok()?;
        let earlier = self.rules.plans_for(game, to, filed.round.turn, &at).into_iter();
        let earlier = earlier.skip(usize::from(!standby));
        let whole = self.rules.with_earlier(&filed.plan, earlier, &at).ok()?;
        let text = referee.write_plan(&whole, &at).ok()?;
        let done = referee.lines_done(&filed.plan, seat, &at).ok()?;
        let open = self.open_questions(Some(seat));
        let why = referee.why_asked(&filed.plan, seat, &open, &self.now.seen(self.rules, seat).ok()?).ok()?;
        let why_asked = why.iter().map(Why::from).collect();
        Some(PlanOnFile { window: filed.window.clone(), text, done, past, standby, why_asked })
    }

    /// Returns `true` if a plan of a seat is sealed for the open window.
    pub(crate) fn has_sealed(&self, to: &str) -> bool {
        let window = self.record.game.open_window();
        let part = window.and_then(|window| window.seats.get(to));
        part.is_some_and(|part| part.seal.is_some() && !part.opened)
    }

    /// Returns what a program needs besides the view to answer for a seat: `campaign`, `window` (its id, if the seat is
    /// asked there), `secrecy` (`open` where nothing asked is secret), and `asked`, the questions with their defaults; `ahead`
    /// marks those that may come up.
    pub(crate) fn program_data(&self, to: &str) -> Value {
        let window = self.record.game.open_window().filter(|window| window.asked.contains_key(to));
        let seat = self.rules.seat(to);
        let asked: Vec<Value> = self
            .now
            .open
            .iter()
            .filter(|open| Some(open.seat) == seat)
            .map(|open| {
                let Open { key, kind, question, default, ahead, .. } = open;
                let mut asked = json!({"key": key, "kind": kind, "question": question, "default": default});
                if *ahead {
                    asked["ahead"] = json!(true);
                }
                asked
            })
            .collect();
        json!({
            "campaign": self.settings.id,
            "window": window.map(|window| &window.id),
            "secrecy": window.map(|window| match self.settings.gm.plays.as_deref() == Some(to) {
                // This seat can only seal.
                true => secrecy_word(window.sealed, Secrecy::Sealed),
                false => secrecy_word(window.sealed, window.secrecy),
            }),
            "asked": asked,
        })
    }

    /// Returns the order sheet for the open questions of a seat; `None` without any.
    pub(super) fn sheet(&self, seat: Option<Seat>, open: &[Open]) -> Result<Option<Value>, CampaignError> {
        let Some(seat) = seat.filter(|_| !open.is_empty()) else { return Ok(None) };
        let position = self.now.seen(self.rules, seat)?;
        Ok(Some(self.rules.referee.sheet(&position, seat, open)?))
    }

    /// Returns `true` if the open window takes plans or seals, or none is open.
    pub(super) fn collects(&self) -> bool {
        self.record.game.open_window().is_none_or(|window| window.phase == Phase::Collecting)
    }

    /// Returns what the order page of a seat is made of; `None` if nothing is asked of the seat now, or its game has no form.
    pub(crate) fn order_page(&self, to: &str) -> Result<Option<OrderPage>, CampaignError> {
        let Some(seat) = self.rules.seat(to) else { return Ok(None) };
        let open = self.open_questions(Some(seat));
        let Some(window) = self.window().filter(|_| !open.is_empty() && self.collects()) else {
            return Ok(None);
        };
        let form = self.rules.referee.form(&self.now.seen(self.rules, seat)?, seat, &open)?;
        let names = self.view(to)?.get("names").cloned().unwrap_or(Value::Null);
        Ok(form.map(|form| OrderPage { head: self.head(to), window, form, names, map: None }))
    }

    /// Returns the order sheet for a receipt, with notes of the plan that counts; `None` if nothing is asked of the seat now.
    pub(crate) fn sheet_again(
        &self,
        to: &str,
        (plan, whole, wrong): (String, bool, Vec<String>),
    ) -> Result<Option<Answer>, CampaignError> {
        let seat = self.rules.seat(to);
        let open = self.open_questions(seat);
        let Some(sheet) = self.sheet(seat, &open)? else { return Ok(None) };
        let view = self.view(to)?.to_value();
        Ok(Some(Answer::Sheet { sheet, view, pace: self.pace(to), plan, whole, wrong }))
    }

    /// Returns the events that `to` may know and was not sent yet, in order.
    pub(super) fn events(&self, to: &str, told: Told) -> Vec<Event> {
        self.events_at(to, |stage, index| (stage, index) >= (told.stage, told.events))
    }

    /// Returns the events of the stage of the last message to `to` that were told there, in order.
    pub(super) fn earlier_events(&self, to: &str, told: Told) -> Vec<Event> {
        self.events_at(to, |stage, index| stage == told.stage && index < told.events)
    }

    /// Returns the events at some places of the story that `to` may know. An event with `only` is for that seat alone.
    fn events_at(&self, to: &str, is_meant: impl Fn(u64, u64) -> bool) -> Vec<Event> {
        let past =
            self.record.game.events.iter().map(|happened| (happened.stage, happened.index, &happened.event));
        let stage = self.record.game.stage;
        let present = self.now.events.iter().zip(0..).map(move |(event, index)| (stage, index, event));
        let may_know = |event: &Event| event.get("only").is_none_or(|only| only == to);
        let meant =
            past.chain(present).filter(|(stage, index, event)| is_meant(*stage, *index) && may_know(event));
        meant.map(|(_, _, event)| event.clone()).collect()
    }

    /// Returns how far the messages to a seat have reported so far.
    pub(super) fn told_so_far(&self, to: &str) -> Told {
        self.record.people.told.get(to).copied().unwrap_or_default()
    }

    /// Returns the last entry of whose rulings a reader's reports have told.
    pub(super) fn told_of_rulings(&self, to: &str) -> u64 {
        let told = self.record.people.told_of_rulings.get(to).copied().unwrap_or_default();
        told.max(self.told_so_far(to).seq)
    }

    /// Returns how far a report made now reports.
    pub(crate) fn told_after(&self) -> Told {
        Told { stage: self.record.game.stage, events: self.now.events.len() as u64, seq: self.record.seq }
    }

    /// Returns what each asked seat has sent in a window.
    pub fn seat_states(&self, to: &str, window: &Window) -> Vec<SeatState> {
        let missed = |seat: &SeatId| self.record.game.missed.get(seat);
        // Other players do not learn who is away.
        let is_absent = |seat: &SeatId| {
            (to == GM || seat == to)
                && missed(seat).is_some_and(|(round, why)| *round == window.round() && why == "absent")
        };
        let state = |seat: &SeatId| SeatState {
            seat: self.named(seat),
            state: match state(window, &self.record.people, seat) {
                State::NothingCame if is_absent(seat) => State::Absent,
                state => state,
            },
            unreachable: self.record.people.unreachable.contains_key(seat),
        };
        window.asked.keys().map(state).collect()
    }

    /// Returns the seal of each asked seat in a window.
    pub fn seal_lines(&self, window: &Window) -> Vec<SealLine> {
        // Only a ruling lets a seat seal again what others have opened.
        let past = (!self.record.people.rulings.is_empty()).then(|| self.rules.past.all().ok()).flatten();
        let knew = past.map(|past| sealed_anew(past, window)).unwrap_or_default();
        let line = |seat: &SeatId| {
            let part = window.seats.get(seat).filter(|part| part.how != Some(How::Steward));
            // A seal that was published stays in the table, even if a steward has played for its seat.
            let published = window.published.get(seat).cloned();
            SealLine {
                seat: self.named(seat),
                seal: published.or_else(|| part.and_then(|part| part.seal.clone())),
                at: part.and_then(|part| part.at),
                opened: part.is_some_and(|part| part.opened),
                knew: knew.get(seat).cloned(),
            }
        };
        window.asked.keys().map(line).collect()
    }
}

fn ledger_head(head: &NamedHead) -> LedgerHead {
    LedgerHead { number: head.seq, hash: head.hash.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::tests::world::World;

    /// What only one seat may know of what has happened is told to that seat, sooner or later, and to nobody else.
    #[test]
    fn an_event_for_one_seat_is_told_to_nobody_else() {
        let world = World::new();
        let campaign = world.campaign();
        let mut now = campaign.rules().pending(&campaign.record).unwrap();
        let events = [
            json!({"event": "a"}),
            json!({"event": "b", "only": "ash"}),
            json!({"event": "c", "only": "birch"}),
        ];
        now.events = events.into_iter().map(Event::from).collect();
        let models = MailModels::of(&campaign, &now);
        let here = |events| Told { stage: campaign.record.game.stage, events, ..Told::default() };
        let names = |events: Vec<Event>| -> String {
            events.iter().map(|event| event["event"].as_str().unwrap().to_owned()).collect()
        };
        for (to, known) in [("ash", "ab"), ("birch", "ac"), ("cedar", "a"), ("gm", "a")] {
            assert_eq!(names(models.events(to, here(0))), known, "{to}");
            assert_eq!(names(models.earlier_events(to, here(3))), known, "{to}");
            assert_eq!(names(models.events(to, here(1))), known.replace('a', ""), "{to}");
            assert_eq!(names(models.earlier_events(to, here(1))), "a", "{to}");
        }
    }

    /// In a window of sealed plans the questions that a plan answers may be some that only may come up. That another plan could
    /// replace it is said only where the game waits for an answer of the seat itself.
    #[test]
    fn a_plan_is_replaced_only_where_something_of_its_seat_is_open() {
        let mut world = World::new();
        crate::campaign::tests::world::all_bid(&mut world, [3, 2, 1]);
        world.write("cedar", "plan: {bid: 1, otherwise: guess the rest}\nfinal: yes\n");
        world.tick();
        world.write("ash", "plan: {prize: left}\n");
        world.tick();
        let campaign = world.campaign();
        let window = campaign.record.game.open_window().unwrap();
        assert!(window.sealed && !window.asked.contains_key("cedar"), "{:?}", window.asked);
        let told = |seat: &str, ahead: bool| {
            let mut now = campaign.rules().pending(&campaign.record).unwrap();
            let place = campaign.rules().seat(seat).unwrap();
            assert!(now.open.iter().any(|open| open.seat == place && !open.ahead));
            now.open.iter_mut().filter(|open| open.seat == place).for_each(|open| open.ahead = ahead);
            let models = MailModels::of(&campaign, &now);
            (models.is_answered(seat), models.may_replace(seat))
        };
        assert_eq!(told("cedar", false), (true, true));
        assert_eq!(told("cedar", true), (true, false));
        assert_eq!(told("ash", false), (false, false));
    }
}
