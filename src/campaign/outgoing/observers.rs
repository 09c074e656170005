//! Observers: they get what everybody may know, some time after the players, and speak for nobody.
//!
//! A report for them is made from the ledger as it stood when its turn was over, so that the delay holds whatever has
//! happened since. What has been sent is on record; what is due follows from it, the settings and the clock.
//!
//! May use: replace (the story), models, mails, settings. Is used by: tick.

use crate::campaign::explain::retell;
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::render::{Model, Render};
use crate::campaign::outgoing::trim::Trim;
use crate::campaign::state::entries::Told;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Due, DueKind, GM, OBSERVER, Watched};
use crate::campaign::state::settings::{Delay, Observer};
use crate::campaign::store::Campaign;
use crate::post::{Address, AutoSubmitted, Outgoing};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

/// A report that is due to an observer.
pub(crate) struct Watching {
    /// The mail, by its names.
    pub(crate) due: Due,
    /// What is to be put on record when it is sent.
    pub(crate) told: Told,
    observer: Observer,
    /// The turn that it tells of.
    turn: u32,
    /// The entry that its story begins after.
    from: u64,
}

impl Campaign {
    /// What an observer is called where his or her name and address do not belong.
    fn observer_id(&self, observer: &Observer) -> String {
        let address = observer.address.to_lowercase();
        let who = self.secrets.derive(&json!({"observer": address}));
        let short: String = data_encoding::HEXLOWER.encode(&who).chars().take(12).collect();
        format!("{OBSERVER}{short}")
    }

    /// Whether the delay of an observer is over for a turn that was over with `watched`.
    fn may_watch(&self, observer: &Observer, watched: &Watched, now: DateTime<Utc>) -> bool {
        match observer.delay {
            _ if self.record.game.ended.is_some() => true,
            Delay::Turns(turns) => self.record.game.turn > watched.turn.saturating_add(turns),
            Delay::Time(time) => watched.at + time <= now,
        }
    }

    /// The reports that are due to observers: for each the newest that he or she may see, with all that was not told yet.
    /// Who comes later is told of the last such turn alone.
    pub(crate) fn watching(&self, now: DateTime<Utc>) -> Vec<Watching> {
        let of = |observer: &Observer| {
            let to = self.observer_id(observer);
            let told = self.record.people.observed.get(&to).copied();
            let all = &self.record.game.watched;
            let place = all.iter().rposition(|watched| self.may_watch(observer, watched, now))?;
            let watched = all.get(place).filter(|watched| told.is_none_or(|told| watched.seq > told))?;
            let before = place.checked_sub(1).and_then(|place| all.get(place)).map_or(0, |before| before.seq);
            let what = format!("turn-{}-{}", watched.turn, watched.seq);
            let due = Due { to, what, kind: DueKind::Observed, at: watched.at, seq: watched.seq };
            Some(Watching {
                due,
                told: Told { seq: watched.seq, ..Told::default() },
                observer: observer.clone(),
                turn: watched.turn,
                from: told.unwrap_or(before),
            })
        };
        self.settings.observers.iter().filter_map(of).collect()
    }

    /// When the next report to an observer is due by the clock alone.
    pub(crate) fn next_watch(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let of = |observer: &Observer| match observer.delay {
            Delay::Time(time) => {
                self.record.game.watched.iter().map(|watched| watched.at + time).find(|at| *at > now)
            }
            Delay::Turns(_) => None,
        };
        self.settings.observers.iter().filter_map(of).min()
    }

    /// A report to an observer, in words.
    ///
    /// # Errors
    /// A fault of the program.
    pub(crate) fn watched(
        &self,
        watching: &Watching,
        render: &dyn Render,
    ) -> Result<Outgoing, CampaignError> {
        let Watching { due, observer, turn, from, .. } = watching;
        let retold = retell(self.rules(), self.entries(), GM, *from, due.seq)?;
        let now = self.rules().pending(&retold.record)?;
        let models = MailModels {
            settings: &self.settings,
            rules: self.rules().of(&retold.record)?,
            secrets: &self.secrets,
            record: &retold.record,
            now: &now,
            stand_in: None,
            trim: Trim::Full,
        };
        let mut report = models.report(GM)?;
        let head = &mut report.head;
        head.player.clone_from(&observer.name);
        // Who only watches has nowhere to answer to, and no key.
        (head.key, head.address) = (None, String::new());
        report.turn = *turn;
        report.events =
            retold.chapters.into_iter().flat_map(|chapter| chapter.events).collect::<Vec<Value>>();
        (report.window, report.sheet) = (None, None);
        report.decisions.clear();
        report.asked.clear();
        report.votes.clear();
        let written = render.write(&Model::Report(Box::new(report)));
        let mail = written.map_err(|why| CampaignError::Fault(why.to_string()))?.mail;
        let id = self.message_ids().derive(&due.to, &due.what);
        let id = id.map_err(|why| CampaignError::Fault(why.to_string()))?;
        Ok(Outgoing {
            message_id: id.trim_matches(['<', '>']).to_owned(),
            date: due.at,
            from: self.settings.address.clone(),
            to: vec![Address::new(&observer.address).named(&observer.name)],
            reply_to: None,
            subject: mail.subject,
            in_reply_to: None,
            references: Vec::new(),
            text: mail.text,
            html: Some(mail.html),
            attachments: Vec::new(),
            auto_submitted: AutoSubmitted::Generated,
            mark: self.settings.id.clone(),
        })
    }
}
