//! Mails that are due, as they are sent.
//!
//! May use: models, redacted, render, post. Is used by: tick.

use crate::campaign::outgoing::redaction::Redacted;
use crate::campaign::state::receipt::Wanted;

use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::render::Model;
use crate::campaign::outgoing::render::Render;
use crate::campaign::state::entries::Line;
use crate::campaign::state::entries::Received;
use crate::campaign::state::entries::Told;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::Kept;
use crate::campaign::state::record::Due;
use crate::campaign::state::record::DueKind;
use crate::campaign::state::record::GM;
use crate::campaign::store::Own;
use crate::ledger::Entry;
use crate::post::{Address, Attachment, AutoSubmitted, Outgoing};
use crate::report::model::{Press, Stranger};
use crate::report::view_yaml;
use crate::seal::MessageIds;
use chrono::{DateTime, Utc};
use serde_json::Value;

/// A mail ready to go.
#[derive(Default)]
pub struct Ready {
    /// The mail; none if it is not needed any more.
    pub mail: Option<Outgoing>,
    /// How far it tells its reader's story.
    pub told: Option<Told>,
    /// What the game master should know of the campaign's own templates.
    pub trouble: Option<String>,
}

/// Makes mails of what is due.
pub struct Maker<'a> {
    /// What they say.
    pub models: MailModels<'a>,
    /// In which words.
    pub render: &'a dyn Render,
    /// Our Message-IDs.
    pub ids: MessageIds,
    /// The ledger's entries, for what receipts say.
    pub entries: &'a [Entry],
    /// The plan of the recipient's that is deposited for the open window, if it is to be told.
    pub standing: Option<Value>,
    /// What goes bundled with the mail.
    pub bundled: &'a [Due],
    /// The campaign's own copy of a file of the game's folder.
    pub own: Own<'a>,
    /// The name of the campaign's folder, for commands that the game master is told.
    pub folder: &'a str,
}

impl Maker<'_> {
    fn id(&self, to: &str, what: &str) -> Result<String, CampaignError> {
        let voice = self.models.stand_in.map_or(to, |stand_in| &stand_in.voice);
        let id = self.ids.derive(voice, what).map_err(|why| CampaignError::Fault(why.to_string()))?;
        Ok(id.trim_matches(['<', '>']).to_owned())
    }

    pub(crate) fn entry(&self, due: &Due) -> Option<&Entry> {
        self.entries.get(usize::try_from(due.seq).ok()?.checked_sub(1)?)
    }

    /// The mail that is due.
    ///
    /// # Errors
    /// A fault of the program.
    pub fn make(&self, due: &Due) -> Result<Ready, CampaignError> {
        let mut ready = Ready { mail: None, told: None, trouble: None };
        let mut attachments = Vec::new();
        let (model, answers) = match &due.kind {
            DueKind::Opening | DueKind::Handover => {
                let opening = match due.kind {
                    DueKind::Handover => self.handover(&due.to)?,
                    _ => self.models.opening(&due.to)?,
                };
                attachments = self.attachments(due, &opening.view, self.models.record.game.turn)?;
                if due.kind == DueKind::Handover {
                    attachments.extend(self.package(&due.to)?);
                }
                (Some(Model::Opening(Box::new(opening))), None)
            }
            DueKind::Farewell => (Some(Model::Notice(Box::new(self.farewell(due)))), None),
            DueKind::Asked => (self.asked(due).map(|mail| Model::Notice(Box::new(mail))), None),
            // Observers' reports are made elsewhere, and copies as what they are copies of.
            DueKind::Observed | DueKind::Copy { .. } => (None, None),
            DueKind::Report => {
                let mut report = self.models.report(&due.to)?;
                attachments = self.attachments(due, &report.view, report.turn)?;
                report.attachments = attachments.iter().map(|file| file.name.clone()).collect();
                (Some(Model::Report(Box::new(report))), None)
            }
            DueKind::Receipt => self.receipt(due)?,
            DueKind::Seals => (self.models.seals(&due.to).map(|mail| Model::Seals(Box::new(mail))), None),
            DueKind::Reminder => {
                (self.models.reminder(&due.to).map(|mail| Model::Reminder(Box::new(mail))), None)
            }
            DueKind::Notice { notice, details } => {
                (Some(Model::Notice(Box::new(self.notice(due, notice, details)))), None)
            }
            DueKind::Ruling { number } => {
                (self.models.ruling(due, *number)?.map(|mail| Model::Ruling(Box::new(mail))), None)
            }
            DueKind::Press => (self.press(due)?.map(|mail| Model::Press(Box::new(mail))), None),
            DueKind::Stranger => {
                let mut head = self.models.head(&due.to);
                (head.campaign, head.title) = (String::new(), String::new());
                let from = self.text_of(due, "from").unwrap_or_default();
                let observer = self.models.settings.observes(&from);
                let stranger = Stranger { head, observer };
                (Some(Model::Stranger(Box::new(stranger))), self.text_of(due, "message-id"))
            }
            DueKind::End => (Some(Model::End(Box::new(self.models.end(&due.to)?))), None),
        };
        let Some(mut model) = model else { return Ok(ready) };
        if let Some(head) = model.takes_along() {
            head.besides = self.besides(due)?;
        }
        if let Model::Press(press) = &mut model {
            press.notes.append(&mut press.head.besides.notes);
        }
        let tells = matches!(due.kind, DueKind::Report | DueKind::End | DueKind::Opening | DueKind::Handover);
        if tells && due.to != GM {
            ready.told = Some(self.models.tells());
        }
        let written = self.render.write(&model).map_err(|why| CampaignError::Fault(why.to_string()))?;
        ready.trouble = written.trouble.map(|trouble| trouble.to_string());
        let Some(to) = self.address(due) else { return Ok(ready) };
        let mut references = Vec::new();
        for what in self.models.record.people.threads.get(&due.to).into_iter().flatten() {
            references.push(self.id(&due.to, what)?);
        }
        let in_reply_to = answers.clone().or_else(|| references.last().cloned());
        references.extend(answers);
        ready.mail = Some(Outgoing {
            message_id: self.id(&due.to, &due.what)?,
            date: due.at,
            from: self.models.settings.address.clone(),
            to: vec![to],
            reply_to: None,
            subject: written.mail.subject,
            in_reply_to,
            references,
            text: written.mail.text,
            html: Some(written.mail.html).filter(|_| self.models.trim.has_html()),
            attachments,
            auto_submitted: match due.kind {
                DueKind::Receipt | DueKind::Stranger => AutoSubmitted::Replied,
                _ => AutoSubmitted::Generated,
            },
            mark: match due.kind {
                // A stranger is not told of what campaign this is.
                DueKind::Stranger => "ravenpost".to_owned(),
                _ => self.models.settings.id.clone(),
            },
        });
        Ok(ready)
    }

    /// Whether a mail to a seat would be other bytes if what the seat cannot know were otherwise (see [`Redacted`]). The
    /// events of the game are taken for what may be told.
    ///
    /// # Errors
    /// The game cannot make a position of the view.
    pub fn leaks(&self, due: &Due, mail: &Outgoing) -> Result<bool, CampaignError> {
        let Some(seat) = self.models.rules.seat(&due.to) else { return Ok(false) };
        // Its story is told from the whole ledger, which a redacted campaign does not have.
        if due.kind == DueKind::Handover {
            return Ok(false);
        }
        // Only receipts and press are made from entries of the ledger.
        let looks_back = |due: &Due| matches!(due.kind, DueKind::Receipt | DueKind::Press);
        let entries = if looks_back(due) || self.bundled.iter().any(looks_back) { self.entries } else { &[] };
        let redacted = Redacted::of(self.models, entries, &due.to, seat)?;
        let models = MailModels {
            settings: &redacted.settings,
            secrets: &redacted.secrets,
            record: &redacted.record,
            now: &redacted.now,
            ..self.models
        };
        let other = Maker {
            models,
            render: self.render,
            ids: self.ids.clone(),
            entries: &redacted.entries,
            standing: None,
            bundled: self.bundled,
            own: self.own,
            folder: self.folder,
        };
        Ok(other.make(due)?.mail.as_ref() != Some(mail))
    }

    /// Press that a mail of its own brings.
    fn press(&self, due: &Due) -> Result<Option<Press>, CampaignError> {
        let Some(entry) = self.entry(due) else { return Ok(None) };
        let gm_reads = self.models.settings.gm.reads_press;
        let note = self.models.note(entry)?;
        Ok(note.map(|note| Press { head: self.models.head(&due.to), notes: vec![note], gm_reads }))
    }

    pub(crate) fn text_of(&self, due: &Due, member: &str) -> Option<String> {
        let secret = self.entry(due)?.secret.as_ref()?.body()?;
        secret.get(member)?.as_str().map(str::to_owned)
    }

    fn address(&self, due: &Due) -> Option<Address> {
        let settings = self.models.settings;
        match due.kind {
            DueKind::Stranger => self.text_of(due, "from").map(Address::new),
            DueKind::Farewell => self.text_of(due, "left").map(Address::new),
            DueKind::Asked => self.text_of(due, "stand-in").map(Address::new),
            _ if self.models.stand_in.is_some() => {
                self.models.stand_in.map(|stand_in| Address::new(&stand_in.address))
            }
            _ if due.to == GM => {
                settings.gm.addresses.first().map(|at| Address::new(at).named(&settings.gm.name))
            }
            _ => {
                let seat = settings.seat(&due.to)?;
                seat.addresses.first().map(|at| Address::new(at).named(&seat.player))
            }
        }
    }

    /// A receipt, with the Message-ID of the mail it answers.
    fn receipt(&self, due: &Due) -> Result<(Option<Model>, Option<String>), CampaignError> {
        let Some(entry) = self.entry(due) else { return Ok((None, None)) };
        let wrong = |why: String| CampaignError::Fault(format!("entry {}: {why}", due.seq));
        let line = Line::from(entry);
        let body: Received = line.body().map_err(wrong)?;
        let Some(kept) = line.secret::<Kept>().map_err(wrong)? else { return Ok((None, None)) };
        let answered = Some(kept.answers.message_id.clone()).filter(|id| !id.is_empty());
        let previous = self.previous(entry, &body);
        let chain = format!("sha256:{}", body.chain);
        // Before answers had particulars, the body alone said what was asked for.
        let plain =
            body.ask.iter().filter_map(|ask| serde_json::from_value(serde_json::json!({"ask": ask})).ok());
        let asked: Vec<Wanted> = if kept.asked.is_empty() { plain.collect() } else { kept.asked.clone() };
        let mut receipt = self.models.receipt(&due.to, body.number, chain, previous, kept)?;
        for wanted in asked {
            receipt.extra.push(self.answer(&due.to, &wanted)?);
        }
        let receipt = self.fitted(receipt)?;
        Ok((Some(Model::Receipt(Box::new(receipt))), answered))
    }

    /// The chain of the receipt before.
    fn previous(&self, entry: &Entry, body: &Received) -> Option<String> {
        let before = self.entries.iter().rev().skip_while(|other| other.seq >= entry.seq);
        let mut before = before
            .filter(|other| other.kind == entry.kind)
            .filter_map(|other| Line::from(other).body::<Received>().ok());
        before.find(|other| other.seat == body.seat).map(|other| format!("sha256:{}", other.chain))
    }

    fn attachments(&self, due: &Due, view: &Value, turn: u32) -> Result<Vec<Attachment>, CampaignError> {
        let mut all = Vec::new();
        if !view.is_null() {
            let mut state = self.models.desk_of(&due.to);
            if let (Some(state), Some(view)) = (state.as_object_mut(), view.as_object()) {
                state.extend(view.clone());
            }
            all.push(Attachment {
                name: format!("state-{turn}.yaml"),
                mime: "application/yaml; charset=utf-8".to_owned(),
                bytes: view_yaml(&state).into_bytes(),
            });
        }
        let window =
            self.models.record.game.open_window().filter(|window| window.asked.contains_key(&due.to));
        if let Some(deadline) = window.and_then(|window| window.deadline) {
            let id = self.id(&due.to, &due.what)?;
            all.push(Attachment {
                name: "deadline.ics".to_owned(),
                mime: "text/calendar; charset=utf-8".to_owned(),
                bytes: calendar(&id, &self.models.settings.id, due.at, deadline).into_bytes(),
            });
        }
        all.retain(|file| self.models.trim.has(file));
        Ok(all)
    }
}

/// A deadline for calendars (RFC 5545).
fn calendar(id: &str, campaign: &str, at: DateTime<Utc>, deadline: DateTime<Utc>) -> String {
    let stamp = |at: DateTime<Utc>| at.format("%Y%m%dT%H%M%SZ").to_string();
    [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//ravenpost//EN",
        "BEGIN:VEVENT",
        &format!("UID:{id}"),
        &format!("DTSTAMP:{}", stamp(at)),
        &format!("DTSTART:{}", stamp(deadline)),
        &format!("SUMMARY:{campaign}"),
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]
    .join("\r\n")
}
