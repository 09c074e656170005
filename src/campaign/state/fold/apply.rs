//! Applies an entry to the record, by its kind.

use super::error::DoesNotFollow;
use super::openings::is_its_turn;
use crate::campaign::state::clock::span_words;
use crate::campaign::state::entries::*;
use crate::campaign::state::receipt::Wanted;
use crate::campaign::state::record::*;
use crate::campaign::state::rules::{Known, Replayed, Rules, digest};
use crate::ledger::Kind;
use crate::seal::Opening;
use crate::table::Progress;
use chrono::TimeDelta;
use serde::Deserialize as _;
use serde_json::{Value, json};

impl Record {
    /// Applies the next entry of the ledger: the only way in which a record changes. What the rules say is worked out again
    /// from the entries before, and must agree with the entry.
    ///
    /// # Errors
    /// If the entry does not follow. The record may then be changed in part and must not be used.
    pub fn apply(&mut self, rules: Rules<'_>, line: Line<'_>) -> Result<(), DoesNotFollow> {
        self.apply_known(rules, line, None)
    }

    /// Applies an entry like [`apply`](Self::apply), without playing again a stage that is known already.
    ///
    /// # Errors
    /// As for [`apply`](Self::apply).
    pub(crate) fn apply_known(
        &mut self,
        rules: Rules<'_>,
        line: Line<'_>,
        known: Option<Known>,
    ) -> Result<(), DoesNotFollow> {
        let wrong = |why: String| DoesNotFollow { seq: line.seq, why };
        let rules = rules.of(self).map_err(|why| wrong(why.0))?;
        let result = match line.kind {
            Kind::Founded => line.body().map(|body| self.founded(line, body)),
            Kind::Chance => line.body().and_then(|body| self.chance_fixed(line, body)),
            Kind::Settings => line.body().and_then(|body: Changed| {
                body.settings.into_iter().for_each(|settings| self.settings_changed(line, settings));
                body.key.map_or(Ok(()), |key| self.new_key(line, key))
            }),
            Kind::Received => line.body().map(|body| self.received(line, body)),
            Kind::Window => line.body().and_then(|step| self.window_step(line, step)),
            Kind::Sealed => line.body().and_then(|body| self.sealed(line, body)),
            Kind::Opened => line.body().and_then(|body| self.opened(rules, line, body)),
            Kind::Answered => {
                line.answer().map(|(answer, skipped)| self.answered(rules, line, answer, skipped))
            }
            Kind::Resolved => line.body().and_then(|body| self.resolved(rules, line, body, known)),
            Kind::Mailed => line.body().map(|body| self.mailed(line, body)),
            Kind::Unreachable => line.body().map(|body| self.is_unreachable(line, body)),
            Kind::Clock if line.body.get("what").is_some() => {
                line.body().and_then(|step| self.clock_step(line, step))
            }
            Kind::Clock => line.body().map(|body| self.gap(line, body)),
            Kind::Absence => line.body().and_then(|body| self.absence(line, body)),
            Kind::Peeked => line.body().map(|body: Peeked| {
                self.notice_all(line, "peeked", json!({"seat": body.seat, "window": body.window}));
            }),
            Kind::Ended => line.body().and_then(|body: Ended| {
                if !self.game.over && self.people.voted_end().as_ref() != Some(&body.outcome) {
                    return Err("neither the rules nor a vote ends the game with this outcome".to_owned());
                }
                if !self.game.over {
                    self.game.watched.push(Watched { turn: self.game.turn, seq: line.seq, at: line.at });
                }
                self.game.ended = Some(body);
                self.public_point(line);
                self.people.due.retain(|due| !matches!(due.kind, DueKind::Report | DueKind::Reminder));
                self.due_all(line, "end", DueKind::End);
                // A game master who was sent the reports is sent how it ended.
                if self.people.reported.contains_key(GM) {
                    // Numbered by its entry, so that the names of later messages stay those of ledgers that lack it.
                    self.due_as(line, GM, format!("end-{}", line.seq), DueKind::End);
                }
                Ok(())
            }),
            Kind::Vote => line.body().map(|body| self.voted(line, body)),
            Kind::Dispute => line.body().and_then(|step| self.disputed(line, step)),
            Kind::Ruling => self.ruling(rules, line),
            Kind::Press => line.secret().map(|letter| letter.into_iter().for_each(|l| self.press(line, l))),
        };
        result.map_err(wrong)?;
        self.seq = line.seq;
        self.at = line.at;
        Ok(())
    }

    /// Adds a message that is to be sent, and the copy for whoever stands in for the player.
    pub(super) fn due(&mut self, line: Line<'_>, to: &str, what: &str, kind: DueKind) {
        // Counted for each recipient: the number of the entry would show how much the others have sent.
        let number = self.people.numbers.entry(to.to_owned()).or_default();
        *number += 1;
        let what = format!("{what}-{number}");
        self.due_as(line, to, what, kind);
    }

    /// Makes a message due under a name that no other message to the same reader has.
    fn due_as(&mut self, line: Line<'_>, to: &str, what: String, kind: DueKind) {
        let of = CopyOf::of(&kind);
        if let DueKind::Ruling { number } = kind {
            self.people.replies.note(to, &what, Reply::Ruling { number });
        }
        self.people.due.push(Due { to: to.to_owned(), what, kind, at: line.at, seq: line.seq });
        let begun = self.people.absence_of(to, line.at).is_some_and(|days| self.people.stands_in(to, days));
        if let Some(of) = of.filter(|_| begun) {
            self.copy(line, to, of);
        }
    }

    pub(super) fn due_all(&mut self, line: Line<'_>, what: &str, kind: DueKind) {
        for seat in self.people.seats().map(str::to_owned).collect::<Vec<_>>() {
            self.due(line, &seat, what, kind.clone());
        }
    }

    pub(super) fn notice(&mut self, line: Line<'_>, to: &str, notice: &str, details: serde_json::Value) {
        self.due(line, to, "notice", DueKind::Notice { notice: notice.to_owned(), details });
    }

    pub(super) fn notice_all(&mut self, line: Line<'_>, notice: &str, details: serde_json::Value) {
        let kind = DueKind::Notice { notice: notice.to_owned(), details };
        self.due_all(line, "notice", kind.clone());
        self.due(line, GM, "notice", kind);
    }

    /// Records a vote and notifies the other seats and the game master.
    fn voted(&mut self, line: Line<'_>, body: Voted) {
        let Voted { seat, ballot } = body;
        let details = match &ballot {
            Ballot::Draw { yes } => json!({"on": "draw", "yes": yes}),
            Ballot::Extend { minutes } => {
                let time = span_words(TimeDelta::minutes(i64::from(*minutes)));
                json!({"on": "extend", "yes": *minutes > 0, "time": time})
            }
            Ballot::Ruling { yes } => {
                let number = self.object(&seat, !yes);
                json!({"on": "ruling", "yes": yes, "number": number})
            }
            Ballot::Replace { whom } => json!({"on": "replace", "yes": whom.is_some(), "to": whom}),
            Ballot::Concede { to } => json!({"on": "concede", "yes": to.is_some(), "to": to}),
        };
        let mut details = details;
        details["seat"] = json!(seat);
        // Who was never for it is against it; who was takes that back.
        let was = self.people.ballots.get(&seat).is_some_and(|known| match &ballot {
            Ballot::Draw { .. } => known.draw,
            Ballot::Extend { .. } => known.extend > 0,
            _ => true,
        });
        if !was && details["yes"] == false {
            details["against"] = true.into();
        }
        let others: Vec<_> = self.people.seats().filter(|other| *other != seat).map(str::to_owned).collect();
        for to in others.iter().map(String::as_str).chain([GM]) {
            self.notice(line, to, "voted", details.clone());
        }
        let ballots = self.people.ballots.entry(seat).or_default();
        *ballots = ballots.with(&ballot);
        self.people.forget_noes();
        if let (Ballot::Replace { .. }, Some(out)) = (&ballot, self.people.voted_out()) {
            let details = json!({"on": "replace", "seat": out});
            self.notice_all(line, "vote", details);
        }
    }

    fn press(&mut self, line: Line<'_>, letter: Letter) {
        let day = line.at - TimeDelta::days(1);
        let sent = self.people.pressed.entry(letter.from.clone()).or_default();
        sent.retain(|at| *at > day);
        sent.push(line.at);
        let reads = letter.gm_reads && !letter.to.iter().any(|to| to == GM);
        let talk = letter.talk(line.at);
        for to in letter.to.iter().map(String::as_str).chain(reads.then_some(GM)) {
            // Whoever could write back to an unsigned writer would learn who that is.
            let from = Some(letter.from.clone()).filter(|_| !letter.grey);
            let number = self.people.numbers.get(to).copied().unwrap_or_default() + 1;
            self.people.replies.note(to, &format!("press-{number}"), Reply::Press { from });
            self.due(line, to, "press", DueKind::Press { talk: talk.clone() });
        }
    }

    fn founded(&mut self, line: Line<'_>, founded: Founded) {
        self.people.settings = founded.settings.clone();
        self.first_keys(&founded);
        self.people.founded = Some(founded);
        self.public_point(line);
        self.due_all(line, "opening", DueKind::Opening);
        // Numbered by its entry, so that the names of later messages stay those of ledgers that lack it.
        let begun = DueKind::Notice { notice: BEGUN.to_owned(), details: json!({}) };
        self.due_as(line, GM, format!("{BEGUN}-{}", line.seq), begun);
    }

    fn received(&mut self, line: Line<'_>, mail: Received) {
        self.people.counts_of_mail.received += 1;
        let message = Message { of: mail.seat.clone(), mail: mail.mail, fate: mail.fate };
        self.people.messages.add(mail.message, message);
        if let Some(stranger) = mail.stranger {
            self.people.strangers.retain(|_, at| line.at - *at < TimeDelta::days(1));
            self.people.strangers.insert(stranger, line.at);
            self.due(line, STRANGER, "stranger", DueKind::Stranger);
        }
        if let Some(warned) = mail.warned {
            self.warn(line, warned);
        }
        let Some(seat) = mail.seat else { return };
        self.game.missed.remove(&seat);
        self.people.signed.extend(mail.signed);
        if let (Some(number), Some(held)) = (mail.new_key, self.people.keys.get_mut(&seat)) {
            held.promote(number);
        }
        let asked = line.secret.and_then(|secret| secret.get("asked"));
        for wanted in asked.and_then(|asked| Vec::<Wanted>::deserialize(asked).ok()).unwrap_or_default() {
            if let Wanted::Map { form: Some(form), .. } = wanted {
                self.people.maps.insert(seat.clone(), form);
            }
        }
        let is_receipt =
            |due: &&Due| due.to == seat && matches!(due.kind, DueKind::Receipt | DueKind::Copy { .. });
        let waiting = self.people.due.iter().find(is_receipt).map(|due| due.seq);
        let receipts = self.people.receipts.entry(seat.clone()).or_default();
        receipts.follow(line.seq, mail.number, mail.chain, waiting);
        receipts.note(mail.received, mail.empty);
        if mail.rehearsed {
            self.people.rehearsed.insert(seat.clone());
        }
        if let Some(words) = mail.words {
            self.chance_words(&seat, words);
        }
        if let Some(window) = &mut self.game.window
            && mail.window.as_ref() == Some(&window.id)
        {
            let part = window.seats.entry(seat.clone()).or_default();
            part.is_final = (part.is_final || mail.is_final) && !mail.lifts;
            part.unusable |= mail.unusable;
            if mail.seal.is_some() {
                (part.slips, part.whole, part.beside) = (mail.slips, mail.whole, mail.beside);
            }
        }
        let what = format!("receipt-{}", mail.number);
        self.people.about.note(&seat, &what, mail.window.as_deref());
        if mail.stand_in {
            self.copy(line, &seat, CopyOf::Receipt);
        }
        self.people.due.push(Due { to: seat, what, kind: DueKind::Receipt, at: line.at, seq: line.seq });
    }

    fn sealed(&mut self, line: Line<'_>, body: Sealed) -> Result<(), String> {
        if body.window == CHANCE {
            return self.chance_sealed(line, body);
        }
        let number = self.people.receipts.get(&body.seat).map_or(0, |receipts| receipts.number) + 1;
        let window = self.open_one(&body.window)?;
        let part = window.seats.entry(body.seat).or_default();
        part.seal = Some(body.seal);
        part.how = Some(body.how);
        part.revision = body.revision;
        part.at = Some(line.at);
        part.receipt = number;
        (part.is_final, part.opened, part.is_void, part.bound) = (false, false, false, None);
        part.beside = false;
        Ok(())
    }

    pub(super) fn open_one(&mut self, id: &str) -> Result<&mut Window, String> {
        let none = || format!("window {id} is not open");
        self.game.window.as_mut().filter(|window| window.id == id && window.is_open()).ok_or_else(none)
    }

    fn opened(&mut self, rules: Rules<'_>, line: Line<'_>, body: OpenedPlan) -> Result<(), String> {
        if body.window == CHANCE {
            return self.chance_opened(line, body);
        }
        let none = || format!("window {} is not open", body.window);
        let open = self.game.window.as_mut().filter(|window| window.is_open());
        let window = open.filter(|window| window.bound(&body.seat) == body.window).ok_or_else(none)?;
        is_its_turn(window, &body)?;
        let part = window.seats.entry(body.seat.clone()).or_default();
        if part.seal.as_ref() != Some(&body.seal) {
            return Err(format!("{} opens another seal than the one that binds it", body.seat));
        }
        part.opened = true;
        // A copy of the ledger may leave out the secret; the answers that the plan gave are in their own entries.
        let Some(document) = line.secret else { return Ok(()) };
        let opening = Opening::from_value(document).map_err(|why| why.to_string())?;
        if opening.seal().to_string() != body.seal {
            return Err(format!("what {} opens does not match its seal", body.seat));
        }
        // A seal of something that is not a plan binds its seat to nothing; the game goes on.
        if rules.referee.accept_plan(opening.plan()).is_err() {
            part.is_void = true;
            return Ok(());
        }
        let OpenedPlan { window, how, seat, .. } = body;
        let round = rules.round(self);
        let plans = self.game.plans.entry(seat).or_default();
        plans.retain(|old| old.window != window);
        plans.insert(0, Filed { window, round, how, seq: line.seq, plan: opening.plan().clone() });
        Ok(())
    }

    fn answered(&mut self, rules: Rules<'_>, line: Line<'_>, body: Answer, skipped: Option<Unusable>) {
        // A plan that its seat sent in an earlier round of the same turn, with answers for this one, counts as asked for.
        if let From::Plan { window, .. } = &body.source {
            let plans = self.game.plans_of(&body.seat);
            if plans.iter().any(|plan| plan.window == *window && plan.round.turn == self.game.turn) {
                self.game.asked_in.insert(body.seat.clone(), rules.round(self));
            }
        }
        self.game.silenced.remove(&body.key);
        self.game.answers.insert(body.key.clone(), body.answer.clone());
        self.game.ruled.remove(&body.key);
        let Answer { seat, key, kind, answer, source, mut unmet, .. } = body;
        unmet.extend(skipped.map(|Unusable { code, details, .. }| Unmet { code, details }));
        let stage = self.game.stage;
        self.game.decisions.push(Decided { stage, seq: line.seq, seat, key, kind, answer, source, unmet });
    }

    fn resolved(
        &mut self,
        rules: Rules<'_>,
        line: Line<'_>,
        body: Resolved,
        known: Option<Known>,
    ) -> Result<(), String> {
        if body.number != if self.game.position.is_null() { 0 } else { self.game.stage } {
            return Err(format!(
                "it resolves stage {}, but the game is in stage {}",
                body.number, self.game.stage
            ));
        }
        let is_noted = matches!(known, Some(Known::Noted(_))) || rules.blind;
        let replayed = match (known, body.number) {
            (Some(Known::Noted(played)), _) => played,
            _ if rules.blind => Replayed::believed(&body),
            (Some(Known::Replayed(played)), _) => played,
            (None, 0) => rules.begin(self).map_err(|why| why.to_string())?,
            (None, _) => rules.replay(self).map_err(|why| why.to_string())?.map_err(|pending| {
                let open: Vec<_> =
                    pending.open.iter().filter(|open| !open.ahead).map(|open| open.key.as_str()).collect();
                format!("the stage cannot be over, because {} has no answer", open.join(", "))
            })?,
        };
        if !replayed.draws.iter().map(Shuffled::from).eq(body.shuffles.iter().cloned()) {
            return Err("a replay of the stage makes other shuffles".to_owned());
        }
        if let Some(secret) = line.secret::<Digest>()?.filter(|_| !is_noted) {
            if secret.draws != replayed.draws {
                return Err("a replay of the stage gives a shuffle another result".to_owned());
            }
            if digest(&replayed.position).map_err(|why| why.to_string())? != secret.position {
                return Err("a replay of the stage leads to another position".to_owned());
            }
        }
        self.turn_is_over(line, body.number, body.turn, body.over);
        let (turn, stage) = match body.number {
            0 => (body.turn, "set-up".to_owned()),
            _ => (self.game.turn, self.game.stage_name.clone()),
        };
        self.game.draws.extend(replayed.draws);
        self.game.history.push(PastStage { number: body.number, turn, stage, at: line.at, seq: line.seq });
        let happened = replayed.events.into_iter().zip(0..);
        self.game.events.extend(happened.map(|(event, index)| Happened { stage: body.number, index, event }));
        let turn_ends = body.number == 0 || body.over || body.turn != self.game.turn;
        if turn_ends && !rules.blind {
            let mut tally = rules.referee.tally(&replayed.position).map_err(|why| why.0)?;
            if let Some(tally) = tally.as_object_mut() {
                tally.insert("turn".to_owned(), if body.number == 0 { 0 } else { turn }.into());
                self.game.tallies.push(Value::Object(std::mem::take(tally)));
            }
        }
        self.game.position = replayed.position;
        self.game.over = replayed.progress == Progress::Ended;
        if self.game.over != body.over {
            return Err("the entry and a replay of the stage disagree on whether the game is over".to_owned());
        }
        self.game.stage = body.number + 1;
        (self.game.turn, self.game.stage_name) = (body.turn, body.stage);
        self.game.answers.clear();
        self.game.silenced.clear();
        Ok(())
    }

    /// Makes an entry the head that messages name from now on, and that reports say was named to the other seats before.
    pub(super) fn public_point(&mut self, line: Line<'_>) {
        self.people.point = line.seq;
        self.people.heads_before = self.people.heads.clone();
    }

    fn mailed(&mut self, _: Line<'_>, body: Mailed) {
        self.people.counts_of_mail.mailed += 1;
        self.people.mailed.insert(body.to.clone(), body.number);
        if body.to.starts_with(OBSERVER) {
            self.people.observed.extend(body.told.map(|told| (body.to, told.seq)));
            return;
        }
        let sent = self.people.due.iter().position(|due| due.to == body.to && due.what == body.what);
        let Some(due) = sent.map(|place| self.people.due.remove(place)) else { return };
        if matches!(due.kind, DueKind::Opening | DueKind::Handover | DueKind::Report | DueKind::End) {
            let thread = self.people.threads.entry(body.to.clone()).or_default();
            if thread.len() > 1 {
                thread.pop();
            }
            thread.push(body.what.clone());
            let window = self.game.open_window().map(|window| window.id.clone());
            self.people.about.note(&body.to, &body.what, window.as_deref());
        }
        let asks_again = match &due.kind {
            DueKind::Reminder => self.game.open_window().map(|window| window.id.clone()),
            DueKind::Notice { notice, details } if notice == "gm" && details["act"] == "waits" => {
                details["window"].as_str().map(str::to_owned)
            }
            _ => None,
        };
        if let Some(id) = asks_again {
            self.people.replies.note(&body.to, &body.what, Reply::Window { id });
        }
        // Of several votes in one message nobody can tell which an answer is about.
        if let DueKind::Notice { notice, details } = &due.kind
            && let ("voted", Some(by), Some(on)) =
                (notice.as_str(), details["seat"].as_str(), details["on"].as_str())
            && body.with.is_empty()
        {
            let reply = Reply::Vote { by: by.to_owned(), on: on.to_owned() };
            self.people.replies.note(&body.to, &body.what, reply);
        }
        // Who was sent a report is known to all; who was sent another message is not.
        if let Some(head) = body.head.filter(|_| due.kind.is_for_all() && body.to != GM) {
            self.people.heads.insert(body.to.clone(), head);
        }
        self.people.due.retain(|due| due.to != body.to || !body.with.contains(&due.what));
        self.several_writers(&body);
        if let Some(told) = body.told {
            self.people.told_of_rulings.insert(body.to.clone(), told.seq);
            self.people.told.insert(body.to, told);
            // A game master who is sent reports is told as much as the seats, and later than they are.
            let is_due = self.people.due.iter().any(|due| due.to == GM);
            let gm = (self.people.told.contains_key(GM) || is_due).then_some(GM);
            let everybody = self.people.seats().chain(gm);
            let least = everybody.map(|to| self.people.told.get(to).copied().unwrap_or_default()).min();
            let least = least.unwrap_or_default();
            self.game.events.retain(|event| (event.stage, event.index) >= (least.stage, least.events));
            self.game.decisions.retain(|decided| decided.seq > least.seq);
        }
    }

    /// Notes that a message had press of several writers, so that an answer to it is to none of them.
    fn several_writers(&mut self, body: &Mailed) {
        let all = |what: &String| self.people.replies.to(&body.to, what);
        if let Some(first @ Reply::Press { .. }) = all(&body.what)
            && body.with.iter().filter_map(all).any(|other| other != first)
        {
            self.people.replies.note(&body.to, &body.what, Reply::Press { from: None });
        }
    }

    fn is_unreachable(&mut self, line: Line<'_>, body: Unreachable) {
        if !body.unreachable {
            self.people.unreachable.remove(&body.seat);
            match (body.again, &self.game.ended) {
                (true, None) => self.due(line, &body.seat, "welcome", DueKind::Handover),
                // Nobody is welcomed to a game that is over.
                (true, Some(_)) => self.due(line, &body.seat, "end", DueKind::End),
                (false, _) => {}
            }
        } else if self.people.unreachable.insert(body.seat.clone(), line.at).is_none() {
            self.notice(line, GM, "unreachable", json!({"seat": body.seat, "reason": body.reason}));
        }
    }
}
