//! Makes the messages that are due, ready to be sent.

use crate::campaign::outgoing::calendar::calendar;
use crate::campaign::outgoing::gallery::Gallery;
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::redaction::Redaction;
use crate::campaign::outgoing::render::{Model, Render};
use crate::campaign::outgoing::ruling_answer::{AskRuling, RulingAnswer};
use crate::campaign::outgoing::since::since;
use crate::campaign::outgoing::trim::Trim;
use crate::campaign::play::kept_plans::Fit;
use crate::campaign::state::entries::{Fate, Line, Received, Told};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::{Kept, Wanted};
use crate::campaign::state::record::{Due, DueKind, GM};
use crate::ledger::{Entry, Past};
use crate::post::{Address, Attachment, AutoSubmitted, Outgoing};
use crate::report::model::{Answers, KnownAddress, Stranger};
use crate::seal::{
    FORMAT, Hash256, MessageIds, NamedHead, ReceiptSigner, ReturnPaths, SignedReceipt, Statement, text_digest,
};
use crate::table::View;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A message as it was made, with what follows once it is sent.
#[derive(Default)]
pub struct MadeMail {
    /// `None` if the message is no longer needed.
    pub mail: Option<Outgoing>,
    /// How far its reader's reports have come with it; `None` if it reports nothing.
    pub told: Option<Told>,
    /// The entry that it names as the ledger's head; `None` for an answer to a stranger.
    pub head: Option<NamedHead>,
    /// A problem with the campaign's own templates, for the game master.
    pub trouble: Option<String>,
}

/// Returns the plan that a seat has deposited in the open window.
pub type Deposited<'a> = &'a dyn Fn(&str) -> Result<Option<Value>, CampaignError>;

/// The part of [`Kept`] that a signed receipt names.
#[derive(Deserialize)]
struct Proved {
    answers: Answers,
    seal: Option<String>,
}

/// Makes messages that are due from one state of the campaign.
pub struct Maker<'a> {
    pub models: MailModels<'a>,
    pub render: &'a dyn Render,
    pub ids: MessageIds,
    /// The return addresses; `None` if undelivered messages come back to the campaign's own address.
    pub return_paths: Option<ReturnPaths>,
    pub signer: &'a ReceiptSigner,
    /// All entries of the ledger, the first one first.
    pub entries: Past<'a>,
    /// Returns the recipient's plan deposited for the open window, which few messages need.
    pub standing: Deposited<'a>,
    /// Notices and press to put into the message.
    pub bundled: &'a [Due],
    /// The pictures that were drawn for other messages.
    pub gallery: &'a Gallery,
    /// Answers what the game master has written about rulings.
    pub rulings: AskRuling<'a>,
    /// The name of the campaign's folder as it is typed at a shell, for commands in messages to the game master.
    pub folder: &'a str,
}

impl Maker<'_> {
    /// Returns the Message-ID of a message, without angle brackets.
    fn id(&self, to: &str, what: &str) -> Result<String, CampaignError> {
        let voice = self.models.stand_in.map_or(to, |stand_in| &stand_in.voice);
        let id = self.ids.derive(voice, what).map_err(|why| CampaignError::Fault(why.to_string()))?;
        Ok(id.trim_matches(['<', '>']).to_owned())
    }

    /// Returns the entry that made a message due; [`make`](Self::make) has found that it can be read.
    pub(crate) fn entry(&self, due: &Due) -> Option<&Entry> {
        self.entries.get(due.seq).ok().flatten()
    }

    /// Makes a message that is due.
    ///
    /// # Errors
    /// If the ledger cannot be replayed, the game cannot read the position, or the templates fail.
    pub fn make(&self, due: &Due) -> Result<MadeMail, CampaignError> {
        for also in self.bundled.iter().chain([due]) {
            self.entries.get(also.seq)?;
        }
        let mut made = MadeMail::default();
        let mut attachments = Vec::new();
        let (model, answers) = self.model(due, &mut attachments)?;
        let Some(mut model) = model else { return Ok(made) };
        if let Some(head) = model.bundle_head() {
            head.besides = self.besides(due);
        }
        let tells = matches!(due.kind, DueKind::Report | DueKind::End | DueKind::Opening | DueKind::Handover);
        if tells {
            made.told = Some(self.models.told_after());
        }
        let mut written = self.render.write(&model).map_err(|why| CampaignError::Fault(why.to_string()))?;
        let pictures = [("map", self.map_of(&due.to, &model)), ("chart", self.chart_of(&due.to, &model))];
        for (place, picture) in pictures {
            let Some((file, words)) = picture else { continue };
            if let Some(cid) = &file.inline {
                written.mail = written.mail.with_picture(place, cid, &words);
            }
            attachments.push(file);
        }
        made.trouble = written.trouble.map(|trouble| trouble.to_string());
        if due.kind == DueKind::Receipt {
            attachments.push(self.signed(due, &written.mail.text)?);
        }
        let Some(to) = self.address(due) else { return Ok(made) };
        let mut references = self.thread(due)?;
        let in_reply_to = answers.clone().or_else(|| references.last().cloned());
        references.extend(answers);
        made.head = self.models.head.filter(|_| due.kind != DueKind::Stranger);
        made.mail = Some(Outgoing {
            message_id: self.id(&due.to, &due.what)?,
            date: due.at,
            from: self.models.settings.address.clone(),
            return_path: self.return_path(due, &to),
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
                // A stranger must not learn which campaign this is.
                DueKind::Stranger => "ravenpost".to_owned(),
                _ => self.models.settings.id.clone(),
            },
        });
        Ok(made)
    }

    /// Returns what a message says, `None` if it is no longer needed, and the Message-ID of the message that it answers. Adds the
    /// files that it names.
    fn model(
        &self,
        due: &Due,
        attachments: &mut Vec<Attachment>,
    ) -> Result<(Option<Model>, Option<String>), CampaignError> {
        Ok(match &due.kind {
            DueKind::Opening | DueKind::Handover => {
                let mut opening = match due.kind {
                    DueKind::Handover => self.handover(due)?,
                    _ => self.models.opening(&due.to)?,
                };
                *attachments =
                    self.attachments(due, &View::from(opening.view.clone()), self.models.record.game.turn)?;
                let page = attachments.iter().find(|file| file.name.ends_with(".html"));
                opening.page = page.map(|file| file.name.clone()).unwrap_or_default();
                if due.kind == DueKind::Handover {
                    attachments.extend(self.handover_files(due)?);
                }
                (Some(Model::Opening(Box::new(opening))), None)
            }
            DueKind::Farewell => (Some(Model::Notice(Box::new(self.farewell(due)))), None),
            DueKind::Asked => (self.stand_in_request(due).map(|mail| Model::Notice(Box::new(mail))), None),
            // Reports to observers are made elsewhere; the caller turns a copy into the kind it copies.
            DueKind::Observed | DueKind::Copy { .. } => (None, None),
            DueKind::Report => {
                let mut report = self.models.report(&due.to)?;
                if report.is_in && self.models.is_kept(&due.to) {
                    let fit = self.models.fit(&due.to, (self.standing)(&due.to)?.as_ref())?;
                    report.misfits = fit == Some(Fit::Part);
                    report.is_in = !report.misfits;
                }
                *attachments = self.attachments(due, &report.view, report.turn)?;
                report.attachments = attachments.iter().map(|file| file.name.clone()).collect();
                (Some(Model::Report(Box::new(report))), None)
            }
            DueKind::Receipt => self.receipt(due)?,
            DueKind::Seals => (self.models.seals(&due.to).map(|mail| Model::Seals(Box::new(mail))), None),
            DueKind::Reminder => {
                (self.models.reminder(&due.to).map(|mail| Model::Reminder(Box::new(mail))), None)
            }
            DueKind::Notice { notice, details } if self.models.is_over(notice, details) => (None, None),
            DueKind::Notice { notice, details } => {
                (Some(Model::Notice(Box::new(self.notice(due, notice, details)))), None)
            }
            DueKind::Ruling { number } => {
                let mut ruling = self.models.ruling(due, *number)?;
                let kept = ruling.iter_mut().flat_map(|mail| &mut mail.kept);
                for plan in kept.filter(|plan| plan.now.is_some()) {
                    let fit = self.models.fit(&due.to, (self.standing)(&due.to)?.as_ref())?;
                    (plan.fits, plan.warned) = (fit.map(|fit| fit != Fit::Part), fit == Some(Fit::Warned));
                }
                (ruling.map(|mail| Model::Ruling(Box::new(mail))), None)
            }
            DueKind::Press { .. } => (self.press(due)?.map(|mail| Model::Press(Box::new(mail))), None),
            DueKind::Stranger => {
                let mut head = self.models.head(&due.to);
                (head.campaign, head.title, head.ledger) = (String::new(), String::new(), None);
                let from = self.text_of(due, "from").unwrap_or_default();
                let observer = self.models.settings.observes(&from);
                let (settings, record) = (self.models.settings, self.models.record);
                let writer = Address::new(&from);
                let at = |seat: &str| {
                    settings.seat(seat).is_some_and(|seat| seat.addresses.iter().any(|at| writer.is(at)))
                };
                let known = record.people.seats().find(|seat| at(seat)).map(|seat| KnownAddress {
                    campaign: settings.id.clone(),
                    seat: self.models.named(seat).name,
                    early: record.game.position.is_null(),
                });
                let stranger = Stranger { head, observer, known };
                (Some(Model::Stranger(Box::new(stranger))), self.text_of(due, "message-id"))
            }
            DueKind::End => (Some(Model::End(Box::new(self.end(due)?))), None),
        })
    }

    /// Returns the Message-IDs of the thread that a message belongs to.
    fn thread(&self, due: &Due) -> Result<Vec<String>, CampaignError> {
        match &due.kind {
            // No message has this id; what names it is one thread.
            DueKind::Press { talk } => Ok(vec![self.id(&due.to, talk)?]),
            _ => {
                let thread = self.models.record.people.threads.get(&due.to).into_iter().flatten();
                thread.map(|what| self.id(&due.to, what)).collect()
            }
        }
    }

    /// Returns `true` if a message to a seat differs from the one made without the secrets of others (see `Redaction`). The
    /// game's events that a seat is sent are trusted not to hold secrets.
    ///
    /// # Errors
    /// If the message cannot be made, or the game cannot turn its view into a position.
    pub fn leaks(&self, due: &Due, mail: &Outgoing) -> Result<bool, CampaignError> {
        let Some(seat) = self.models.rules.seat(&due.to) else { return Ok(false) };
        // The story in it needs the whole ledger, which a redacted campaign does not have.
        if due.kind == DueKind::Handover {
            return Ok(false);
        }
        // Only receipts and press are made from entries of the ledger.
        let looks_back = |due: &Due| matches!(due.kind, DueKind::Receipt | DueKind::Press { .. });
        let entries = match looks_back(due) || self.bundled.iter().any(looks_back) {
            true => self.entries.all()?,
            false => &[],
        };
        let redacted = Redaction::of(self.models, entries, &due.to, seat)?;
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
            return_paths: self.return_paths.clone(),
            signer: self.signer,
            entries: Past::from(&redacted.entries),
            // It is the reader's own.
            standing: self.standing,
            bundled: self.bundled,
            gallery: self.gallery,
            rulings: self.rulings,
            folder: self.folder,
        };
        Ok(other.make(due)?.mail.as_ref() != Some(mail))
    }

    /// Returns a text from the private part of the entry that made a message due.
    pub(crate) fn text_of(&self, due: &Due, member: &str) -> Option<String> {
        let secret = self.entry(due)?.secret.as_ref()?.body()?;
        secret.get(member)?.as_str().map(str::to_owned)
    }

    /// Returns the recipient's address; `None` if there is none.
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

    /// Returns the return address of a message to a seat, at the seat's own address. A message to anybody else has none: if it
    /// comes back, that says nothing of a seat.
    fn return_path(&self, due: &Due, to: &Address) -> Option<String> {
        let of_seat = !matches!(due.kind, DueKind::Stranger | DueKind::Farewell | DueKind::Asked);
        let is_seat =
            of_seat && self.models.stand_in.is_none() && self.models.settings.seat(&due.to).is_some();
        let paths = self.return_paths.as_ref().filter(|_| is_seat)?;
        Some(paths.derive(&due.to, &to.address))
    }

    /// Returns the entry of the message that a receipt answers, with both of its parts; `None` if the secret is not here.
    fn received<K: DeserializeOwned>(
        &self,
        due: &Due,
    ) -> Result<Option<(&Entry, Received, K)>, CampaignError> {
        let Some(entry) = self.entry(due) else { return Ok(None) };
        let wrong = |why: String| CampaignError::Fault(format!("entry {}: {why}", due.seq));
        let line = Line::from(entry);
        let body: Received = line.body().map_err(wrong)?;
        Ok(line.secret().map_err(wrong)?.map(|kept| (entry, body, kept)))
    }

    /// Returns the file that proves a receipt, whose text is `text`.
    fn signed(&self, due: &Due, text: &str) -> Result<Attachment, CampaignError> {
        let lost = |why: &str| CampaignError::Fault(format!("entry {}: {why}", due.seq));
        let Some((entry, body, kept)) = self.received::<Proved>(due)? else {
            return Err(lost("it has no receipt"));
        };
        let statement = Statement {
            at: entry.at,
            campaign: self.models.settings.id.clone(),
            format: FORMAT.to_owned(),
            seat: due.to.clone(),
            number: body.number,
            fate: match body.fate {
                Fate::Used => "used",
                Fate::Kept => "kept",
                Fate::Refused | Fate::Stranger => "refused",
            }
            .to_owned(),
            mail: body.mail,
            message: body.message,
            message_id: Some(kept.answers.message_id).filter(|id| !id.is_empty()),
            window: body.window,
            seal: kept.seal,
            chain: body.chain,
            entry: entry.hash,
            head: self.models.head.ok_or_else(|| lost("no entry of the ledger can be named"))?,
            text: text_digest(text),
        };
        let file = self.signer.sign(statement).and_then(|signed| signed.to_file());
        Ok(Attachment {
            name: SignedReceipt::file_name(body.number),
            mime: "application/json".to_owned(),
            bytes: file.map_err(|why| lost(&why.to_string()))?.into_bytes(),
            inline: None,
        })
    }

    /// Returns a receipt, and the Message-ID of the message it answers.
    fn receipt(&self, due: &Due) -> Result<(Option<Model>, Option<String>), CampaignError> {
        let Some((entry, body, kept)) = self.received::<Kept>(due)? else { return Ok((None, None)) };
        let answered = Some(kept.answers.message_id.clone()).filter(|id| !id.is_empty());
        let previous = self.previous(entry, &body)?;
        let chain = format!("sha256:{}", body.chain);
        let asked: Vec<Wanted> = kept.asked.clone();
        let since = since(self.entries, entry, &body, &kept)?;
        let mut receipt = self.models.receipt(&due.to, body.number, chain, previous, kept, since)?;
        for wanted in asked {
            match wanted {
                Wanted::Sheet { plan, whole, wrong } => {
                    receipt.extra.extend(self.models.sheet_again(&due.to, (plan, whole, wrong))?);
                }
                Wanted::Ruling { .. } | Wanted::Adopt { .. } | Wanted::Decisions { .. } => {
                    match (self.rulings)(due, &wanted)? {
                        RulingAnswer::Told(answer) => receipt.extra.push(answer),
                        RulingAnswer::Refused(problem) => receipt.problems.push(problem),
                    }
                }
                wanted => receipt.extra.push(self.answer(&due.to, &wanted)?),
            }
        }
        if receipt.head.left_out.is_some() {
            // Its only attachment is small and always sent.
            receipt.head.left_out = Trim::NoHtml.word().map(str::to_owned);
        }
        let receipt = self.fit_receipt(receipt)?;
        Ok((Some(Model::Receipt(Box::new(receipt))), answered))
    }

    /// Returns the chain hash of the receipt before; `None` if there is none.
    ///
    /// # Errors
    /// If it was a long time ago and its entry cannot be read.
    fn previous(&self, entry: &Entry, body: &Received) -> Result<Option<String>, CampaignError> {
        let shown = |chain: &Hash256| format!("sha256:{chain}");
        let receipts = body.seat.as_ref().and_then(|seat| self.models.record.people.receipts.get(seat));
        if let Some(before) = receipts.and_then(|receipts| receipts.before(entry.seq)) {
            return Ok(before.map(shown));
        }
        let before = self.entries.all()?.iter().rev().skip_while(|other| other.seq >= entry.seq);
        let mut before = before
            .filter(|other| other.kind == entry.kind)
            .filter_map(|other| Line::from(other).body::<Received>().ok());
        Ok(before.find(|other| other.seat == body.seat).map(|other| shown(&other.chain)))
    }

    /// Returns the attachments of a report or a welcome: the state file, the deadline for calendars, and the order page.
    fn attachments(&self, due: &Due, view: &View, turn: u32) -> Result<Vec<Attachment>, CampaignError> {
        let mut all = Vec::new();
        // A welcome may show a position before there is one.
        if !view.is_empty() && !self.models.now.position.is_null() {
            let members = View::from(self.models.program_data(&due.to)).and(view);
            all.push(Attachment {
                name: format!("state-{turn}.yaml"),
                mime: "application/yaml; charset=utf-8".to_owned(),
                bytes: self.render.state_file(&members).into_bytes(),
                inline: None,
            });
        }
        let window =
            self.models.record.game.open_window().filter(|window| window.asked.contains_key(&due.to));
        if let Some(deadline) = window.and_then(|window| window.deadline) {
            let id = self.id(&due.to, &due.what)?;
            all.push(Attachment {
                name: "deadline.ics".to_owned(),
                mime: "text/calendar; charset=utf-8".to_owned(),
                bytes: calendar(&id, &self.models.settings.title, due.at, deadline).into_bytes(),
                inline: None,
            });
        }
        if self.models.trim.has_html() {
            all.extend(self.order_page(due, turn)?);
        }
        all.retain(|file| self.models.trim.has(file));
        Ok(all)
    }

    /// Returns the order page of a seat that is asked for orders, and wants one.
    fn order_page(&self, due: &Due, turn: u32) -> Result<Option<Attachment>, CampaignError> {
        if !self.models.settings.has_page(&due.to) {
            return Ok(None);
        }
        let Some(mut page) = self.models.order_page(&due.to)? else { return Ok(None) };
        let (referee, view) = (self.models.rules.referee, self.models.view(&due.to)?);
        page.map = self.gallery.page_map(referee, &view.to_value(), &page.form.areas);
        let html = self.render.order_page(&page).map_err(|why| CampaignError::Fault(why.to_string()))?;
        Ok(Some(html).filter(|html| !html.is_empty()).map(|html| Attachment {
            name: format!("orders-{turn}.html"),
            mime: "text/html; charset=utf-8".to_owned(),
            bytes: html.into_bytes(),
            inline: None,
        }))
    }
}
