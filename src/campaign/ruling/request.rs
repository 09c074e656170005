//! What a game master asks for, made into a ruling: the point that it goes back to, and what it overrules.
//!
//! May use: folder, way, record, rules. Is used by: trial, cli.

use crate::campaign::play::proposals::keeps;
use crate::campaign::state::entries::*;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{PastStage, Record};
use crate::campaign::state::timeline::timeline;
use crate::campaign::store::Campaign;
use crate::ledger::{Entry, Kind};
use crate::table::Open;
use serde::Serialize;
use serde_json::Value;

/// A point of the past.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum When {
    /// As late as the changes allow.
    #[default]
    Latest,
    /// After an entry of the ledger.
    Entry(u64),
    /// Before the answer to a question.
    Before(String),
    /// The opening of a turn, or of a stage of it.
    Turn {
        /// The turn.
        turn: u32,
        /// The stage; none: its first.
        stage: Option<String>,
    },
}

/// What a game master wants ruled.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// What sort.
    pub what: RulingKind,
    /// Back to where.
    pub when: When,
    /// Answers by key.
    pub answers: Vec<(String, Value)>,
    /// Mails to take: `stark/3` (seat and receipt), a SHA-256 or the beginning of one, a Message-ID.
    pub accept: Vec<String>,
    /// Mails not to take, likewise.
    pub refuse: Vec<String>,
    /// Outcomes by key.
    pub outcomes: Vec<(String, Value)>,
    /// Corrected files of the game's data: name and text.
    pub data: Vec<(String, String)>,
    /// The position as it is to be.
    pub state: Option<Value>,
    /// Why.
    pub reason: String,
    /// The dispute that it answers.
    pub dispute: Option<u64>,
}

impl Request {
    /// A ruling of a sort with nothing in it.
    pub fn new(what: RulingKind, when: When, reason: &str) -> Self {
        Request {
            what,
            when,
            answers: Vec::new(),
            accept: Vec::new(),
            refuse: Vec::new(),
            outcomes: Vec::new(),
            data: Vec::new(),
            state: None,
            reason: reason.to_owned(),
            dispute: None,
        }
    }

    fn changes_something(&self) -> bool {
        self.state.is_some()
            || [
                self.answers.is_empty(),
                self.accept.is_empty(),
                self.refuse.is_empty(),
                self.outcomes.is_empty(),
                self.data.is_empty(),
            ]
            .contains(&false)
    }
}

/// A decision of a turn, for who looks for its key.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// Its entry.
    pub entry: u64,
    /// What was decided.
    #[serde(flatten)]
    pub answer: Answer,
}

/// Something the rules worked out in a stage, which a ruling can make otherwise.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Worked {
    /// Its key.
    pub key: String,
    /// What it came to.
    pub found: Value,
    /// What it can be.
    pub legal: Vec<Value>,
}

/// A stage of a turn, as rulings see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StageDecided {
    /// The turn.
    pub turn: u32,
    /// The stage.
    pub stage: String,
    /// The last entry before it.
    pub after: u64,
    /// Its decisions.
    pub decisions: Vec<Decision>,
    /// What was worked out.
    pub worked: Vec<Worked>,
}

fn refused(why: impl Into<String>) -> CampaignError {
    CampaignError::Refused(why.into())
}

impl Campaign {
    /// The entries of the game as it is now, oldest first.
    pub(crate) fn own_timeline(&self) -> Vec<&Entry> {
        timeline(self.entries(), self.head().seq)
    }

    /// Makes a ruling of what is asked for.
    ///
    /// # Errors
    /// Something it names is not there, or cannot be ruled on.
    pub fn ruling(&self, request: &Request) -> Result<(Ruling, RulingSecret), CampaignError> {
        if let Some(proposal) = &self.record.people.proposal {
            return Err(refused(format!(
                "ruling {} is proposed until {}; wait for that, or take it back: `ravenpost rule DIR --withdraw`",
                proposal.ruling.number, proposal.until
            )));
        }
        if let Some(number) = request.dispute {
            match self.record.people.dispute(number) {
                None => {
                    return Err(refused(format!(
                        "there is no dispute {number}; `ravenpost dispute DIR` lists them"
                    )));
                }
                Some(dispute) if dispute.end.is_some() => {
                    return Err(refused(format!("dispute {number} is settled already")));
                }
                Some(_) => {}
            }
        }
        if request.reason.trim().is_empty() {
            return Err(refused("a ruling needs its reason: --because \"…\""));
        }
        if request.what == RulingKind::Rule && !request.changes_something() {
            return Err(refused("nothing is changed; to play again from a point use `ravenpost rewind`"));
        }
        let mut draft = Draft {
            campaign: self,
            secret: RulingSecret::default(),
            changes: Vec::new(),
            overrules: Vec::new(),
            latest: Vec::new(),
        };
        for (key, value) in &request.answers {
            draft.answer(key, value)?;
        }
        for mail in &request.refuse {
            draft.refuse(mail)?;
        }
        for mail in &request.accept {
            draft.accept(mail)?;
        }
        for (key, value) in &request.outcomes {
            draft.outcome(key, value)?;
        }
        let Draft { mut secret, mut changes, overrules, latest, .. } = draft;
        if let Some(position) = &request.state {
            secret.position = Some(position.clone());
            changes.push(RulingChange::State);
        }
        let last = self.head().seq;
        let at_opening = request.state.is_some() || !request.data.is_empty();
        let before = latest.into_iter().min().map_or(last, |seq| seq.saturating_sub(1));
        let mut after = match (&request.when, request.what) {
            (_, RulingKind::Forward) => self.replaced_timeline()?,
            (When::Latest, _) if at_opening => self.opening_of(before)?,
            (When::Latest, _) => before,
            (when, _) => self.point(when)?,
        };
        if at_opening {
            let opening = self.opening_of(after)?;
            if request.when != When::Latest && opening != after {
                let what = match request.state.is_some() {
                    true => "a position can be edited",
                    false => "the game's data can be corrected",
                };
                return Err(refused(format!(
                    "{what} at the opening of a stage: after entry {opening}, not {after}"
                )));
            }
            after = opening;
        }
        if after > before {
            return Err(refused(format!(
                "entry {after} is too late: what is to be changed is in entry {}",
                before + 1
            )));
        }
        let then = self.then(after)?;
        changes.extend(self.corrections(&request.data, &then)?);
        let of = if request.what == RulingKind::Forward { &then } else { &self.record };
        secret.keeps = keeps(of, &changes);
        let ruling = Ruling {
            number: self.record.people.rulings.len() as u64 + 1,
            what: request.what,
            after,
            turn: then.game.turn,
            stage: then.game.stage_name.clone(),
            reason: request.reason.trim().to_owned(),
            overrules,
            changes,
            dispute: request.dispute,
        };
        Ok((ruling, secret))
    }

    /// The record after an entry of the past, where the game can be taken up again.
    pub(crate) fn then(&self, after: u64) -> Result<Record, CampaignError> {
        let then = Record::at(self.rules(), after)?;
        if then.game.position.is_null() {
            return Err(refused(match self.record.game.history.first() {
                Some(first) => format!(
                    "entry {after} is before the game was set up; the earliest point is entry {}",
                    first.seq
                ),
                None => "the game has not begun: there is nothing to rule on yet".to_owned(),
            }));
        }
        if then.game.ended.is_some() {
            return Err(refused(format!("at entry {after} the game was over; name a point before that")));
        }
        Ok(then)
    }

    /// The opening of the stage in which an entry of the present way stands.
    fn opening_of(&self, seq: u64) -> Result<u64, CampaignError> {
        let before = self.record.game.history.iter().rev().find(|stage| stage.seq <= seq);
        let of_opening =
            |change: &RulingChange| matches!(change, RulingChange::State | RulingChange::Data { .. });
        let edited = |entry: &&&Entry| {
            entry.seq <= seq
                && entry.kind == Kind::Ruling
                && crate::campaign::state::timeline::adopted(entry)
                    .is_some_and(|ruling| ruling.changes.iter().any(of_opening))
        };
        let edited = self.own_timeline().iter().rev().find(edited).map(|entry| entry.seq);
        before
            .map(|stage| stage.seq.max(edited.unwrap_or(0)))
            .ok_or_else(|| refused("the game is not set up yet"))
    }

    fn replaced_timeline(&self) -> Result<u64, CampaignError> {
        let own = self.own_timeline();
        let last = own
            .iter()
            .rev()
            .find_map(|entry| crate::campaign::state::timeline::adopted(entry).map(|_| entry.seq));
        let tip =
            last.map(|seq| seq - 1).ok_or_else(|| refused("no ruling was given that could be undone"))?;
        // A game that was over there ends again.
        let left = timeline(self.entries(), tip);
        let ended = left.iter().find(|entry| entry.kind == Kind::Ended).map(|entry| entry.seq - 1);
        Ok(ended.unwrap_or(tip))
    }

    /// The last entry before a point.
    fn point(&self, when: &When) -> Result<u64, CampaignError> {
        let way = self.own_timeline();
        match when {
            When::Latest => Ok(self.head().seq),
            When::Entry(seq) => match crate::campaign::state::timeline::overruled_by(self.entries(), *seq) {
                Some(number) => Err(refused(format!(
                    "entry {seq} was left behind by ruling {number}; `ravenpost forward` goes back to that way"
                ))),
                None if *seq == 0 || *seq > self.head().seq => {
                    Err(refused(format!("there is no entry {seq}: the ledger has {}", self.head().seq)))
                }
                None => Ok(*seq),
            },
            When::Before(key) => match answered(&way, key)? {
                Some((seq, _)) => Ok(seq - 1),
                None => Err(self.no_key(key)),
            },
            When::Turn { turn, stage } => {
                let is_it = |past: &&PastStage| {
                    past.turn == *turn
                        && past.number > 0
                        && stage.as_ref().is_none_or(|stage| past.stage == *stage)
                };
                let history = &self.record.game.history;
                if let Some(place) = history.iter().position(|past| is_it(&past)) {
                    return Ok(place
                        .checked_sub(1)
                        .and_then(|before| history.get(before))
                        .map_or(0, |before| before.seq));
                }
                let now = &self.record;
                if now.game.turn == *turn && stage.as_ref().is_none_or(|stage| now.game.stage_name == *stage)
                {
                    return self.opening_of(self.head().seq);
                }
                let of_turn = history.iter().filter(|past| past.turn == *turn && past.number > 0);
                let mut stages: Vec<&str> = of_turn.map(|past| past.stage.as_str()).collect();
                if now.game.turn == *turn {
                    stages.push(&now.game.stage_name);
                }
                Err(refused(match (stage, stages.is_empty()) {
                    (Some(stage), false) => {
                        format!("turn {turn} had no stage “{stage}” yet; it had {}", stages.join(", "))
                    }
                    _ => format!("turn {turn} has not come; the campaign is in turn {}", now.game.turn),
                }))
            }
        }
    }

    fn no_key(&self, key: &str) -> CampaignError {
        let all = self.own_timeline().into_iter().filter(|entry| entry.kind == Kind::Answered);
        let keys: Vec<String> =
            all.filter_map(|entry| entry.body.get("key")?.as_str().map(str::to_owned)).collect();
        let mut near: Vec<&String> = keys
            .iter()
            .filter(|known| strsim::jaro_winkler(known, key) > 0.9 || known.ends_with(key))
            .collect();
        near.sort_by(|a, b| strsim::jaro_winkler(b, key).total_cmp(&strsim::jaro_winkler(a, key)));
        let near: Vec<&str> = near.into_iter().take(3).map(String::as_str).collect();
        let hint =
            if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
        refused(format!(
            "no question “{key}” was answered or is asked{hint} `ravenpost rule DIR TURN` lists them all"
        ))
    }

    /// The stages of a turn with their decisions, for who looks for keys.
    ///
    /// # Errors
    /// The turn has not come, or the record does not follow.
    pub fn decisions(&self, turn: u32) -> Result<Vec<StageDecided>, CampaignError> {
        let own = self.own_timeline();
        let mut stages = Vec::new();
        let mut after = 0;
        let now = (self.record.game.turn, self.record.game.stage_name.clone(), self.head().seq);
        let past = self.record.game.history.iter().map(|past| (past.turn, past.stage.clone(), past.seq));
        for (of, stage, last) in past.chain([now]) {
            let begins = std::mem::replace(&mut after, last);
            if of != turn || begins == 0 || self.record.game.over && last == self.head().seq {
                continue;
            }
            let mut decisions = Vec::new();
            for entry in own
                .iter()
                .filter(|entry| entry.seq > begins && entry.seq <= last && entry.kind == Kind::Answered)
            {
                let (answer, _) = Line::from(*entry).answer().map_err(CampaignError::Fault)?;
                decisions.push(Decision { entry: entry.seq, answer });
            }
            let record = Record::at(self.rules(), if last == self.head().seq { last } else { last - 1 })?;
            let worked = self.rules().points(&record)?;
            let worked = worked.into_iter().map(|point| Worked {
                key: point.key,
                found: point.found,
                legal: point.legal,
            });
            stages.push(StageDecided { turn, stage, after: begins, decisions, worked: worked.collect() });
        }
        if stages.is_empty() {
            return Err(refused(format!(
                "turn {turn} has not come yet; the campaign is in turn {}",
                self.record.game.turn
            )));
        }
        Ok(stages)
    }

    /// The position at the opening of the stage in which a point lies, with the entry that it stands after: for who wants
    /// to edit it.
    ///
    /// # Errors
    /// There is no such point.
    pub fn position_at(&self, when: &When) -> Result<(u64, Value), CampaignError> {
        let after = self.opening_of(self.point(when)?)?;
        Ok((after, self.then(after)?.game.position))
    }

    /// A question with what is legal, as it was asked on the present way.
    pub(crate) fn question(&self, key: &str) -> Result<Option<Open>, CampaignError> {
        let Some((seq, _)) = answered(&self.own_timeline(), key)? else {
            let now = self.rules().pending(&self.record)?;
            return Ok(now.open.into_iter().find(|open| open.key == key));
        };
        let ends = self
            .record
            .game
            .history
            .iter()
            .find(|stage| stage.seq > seq)
            .map_or(self.head().seq, |stage| stage.seq - 1);
        let mut record = Record::at(self.rules(), ends)?;
        record.game.answers.remove(key);
        Ok(self.rules().pending(&record)?.open.into_iter().find(|open| open.key == key))
    }
}

/// The answer to a key on a way, with its entry.
pub(crate) fn answered(way: &[&Entry], key: &str) -> Result<Option<(u64, Answer)>, CampaignError> {
    let is_it = |entry: &&&Entry| {
        entry.kind == Kind::Answered && entry.body.get("key").and_then(Value::as_str) == Some(key)
    };
    let Some(entry) = way.iter().rev().find(is_it) else { return Ok(None) };
    let (answer, _) = Line::from(*entry).answer().map_err(CampaignError::Fault)?;
    Ok(Some((entry.seq, answer)))
}

/// A ruling while its changes are gathered.
pub(crate) struct Draft<'a> {
    pub campaign: &'a Campaign,
    pub secret: RulingSecret,
    pub changes: Vec<RulingChange>,
    pub overrules: Vec<u64>,
    /// Entries before which the game must be taken up for the changes to have an effect.
    pub latest: Vec<u64>,
}

impl Draft<'_> {
    fn answer(&mut self, key: &str, value: &Value) -> Result<(), CampaignError> {
        let campaign = self.campaign;
        let (seat, kind) = match answered(&campaign.own_timeline(), key)? {
            Some((seq, answer)) => {
                self.overrules.push(seq);
                self.latest.push(seq);
                (answer.seat, answer.kind)
            }
            None => match campaign.question(key)? {
                Some(open) => (campaign.rules().seat_id(open.seat), open.kind),
                None => return Err(campaign.no_key(key)),
            },
        };
        self.changes.push(RulingChange::Answer { key: key.to_owned(), seat, kind });
        self.secret.answers.insert(key.to_owned(), value.clone());
        Ok(())
    }

    fn outcome(&mut self, key: &str, value: &Value) -> Result<(), CampaignError> {
        let turn = key.split('/').next().and_then(|turn| turn.parse().ok());
        let wrong = || {
            refused(format!(
                "the rules have not worked out “{key}” on the present way. `ravenpost rule DIR TURN` lists what they have"
            ))
        };
        let stages = self.campaign.decisions(turn.ok_or_else(wrong)?)?;
        let found = stages.iter().flat_map(|stage| stage.worked.iter().map(move |worked| (stage, worked)));
        let (stage, worked) = found.into_iter().find(|(_, worked)| worked.key == key).ok_or_else(wrong)?;
        if !worked.legal.contains(value) {
            let legal: Vec<String> = worked.legal.iter().map(crate::report::yaml_flow).collect();
            return Err(refused(format!(
                "{key} cannot be {}; it can be {}",
                crate::report::yaml_flow(value),
                legal.join(", ")
            )));
        }
        self.latest.push(stage.after + 1);
        self.changes.push(RulingChange::Outcome { key: key.to_owned(), value: value.clone() });
        Ok(())
    }
}
