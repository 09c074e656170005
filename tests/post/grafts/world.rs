//! A campaign in its first turn, our messages with a rival's words in them, and what an answer does.

use super::clients::{Body, Client, Message};
use super::words::Kind;
use chrono::{DateTime, Utc};
use ravenpost::campaign::intake::receive::receive;
use ravenpost::campaign::intake::senders::Sieve;
use ravenpost::campaign::outgoing::printed::Printer;
use ravenpost::campaign::{Campaign, Engine, Host, NewCampaign, new, settings_text, start, tick};
use ravenpost::disk::RealDisk;
use ravenpost::post::{Collected, Handle, PartKind, read};
use ravenpost::report::model::{
    GameName, Head, Help, LedgerHead, Named, Note, Notice, Press, RulingMail, Story,
};
use ravenpost::report::{Rendered, Writer};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

pub struct World {
    campaign: Campaign,
    now: DateTime<Utc>,
    /// The key of the reader, Anna of Stark.
    pub key: String,
    pub rivals_key: String,
    /// The Message-ID of our first message to Anna, and what it says, with her sheet.
    answered: String,
    opening: Message,
    writer: Writer,
    _home: tempfile::TempDir,
}

/// What a message does: everything that does not differ from message to message anyway.
#[derive(PartialEq, Debug)]
pub struct Effect {
    pub outcome: String,
    /// The kinds of the entries.
    pub kinds: Vec<String>,
    /// The entries without hashes and numbers of lines, and without the receipt's.
    pub entries: Vec<Value>,
    /// What the receipt understood, and the codes of its problems.
    pub understood: Vec<Value>,
    pub codes: Vec<String>,
    pub standing: Value,
    pub is_final: bool,
    /// The plan that was handed in, as it was understood.
    pub plan: Option<String>,
}

impl World {
    pub fn new() -> World {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("c");
        let edge = Host { lock: false, ..Host::new(Arc::new(RealDisk { sync: false })) };
        let now: DateTime<Utc> = "2026-11-20T10:00:00Z".parse().unwrap();
        let seat =
            |seat: &str, player: &str| (seat.to_owned(), player.to_owned(), format!("{player}@example.org"));
        let draft = NewCampaign {
            id: "westeros-7".into(),
            title: "Westeros".into(),
            game: "thrones-1e".into(),
            address: "game@example.org".into(),
            timezone: "Europe/Rome".into(),
            gm_name: "Maria".into(),
            gm_address: "maria@example.org".into(),
            seats: vec![seat("stark", "anna"), seat("lannister", "bert"), seat("baratheon", "cleo")],
        };
        new(&edge, &dir, &draft).unwrap();
        let settings = settings_text(&draft).unwrap().replace("\nchance: {words: open}", "\nchance: no");
        let settings = settings.replace("\nmap: png", "\nmap: no");
        std::fs::write(dir.join("campaign.yaml"), settings).unwrap();
        let mut dice = fastrand::Rng::with_seed(7);
        start(&edge, &dir, now, &mut |bytes| dice.fill(bytes)).unwrap();
        tick(&edge, &dir, now).unwrap();
        let raw = opening(&dir);
        let letter = read(&raw);
        let parsed = mail_parser::MessageParser::default().parse(&raw).unwrap();
        let html = parsed.body_html(0).unwrap().into_owned();
        let text = letter.parts.iter().find(|part| part.kind == PartKind::Plain).unwrap().text.clone();
        let campaign = Campaign::open(&edge, &dir).unwrap();
        let key = |seat: &str| campaign.secrets.keys[seat].text().to_string();
        World {
            now,
            key: key("stark"),
            rivals_key: key("lannister"),
            answered: letter.message_id.clone().unwrap(),
            opening: Message { text, html },
            writer: Writer::new(&|_| None),
            campaign,
            _home: home,
        }
    }

    fn head(&self) -> Head {
        Head {
            campaign: "westeros-7".into(),
            title: "Westeros".into(),
            game: GameName {
                id: "thrones-1e".into(),
                title: "A Game of Thrones (first edition)".into(),
                templates: "thrones".into(),
            },
            seat: Some(named("Stark")),
            player: "Anna".into(),
            zone: "Europe/Rome".into(),
            key: Some(self.key.clone()),
            address: "game@example.org".into(),
            references: vec![],
            left_out: None,
            ledger: Some(LedgerHead { number: 41, hash: "9b8f6d2c".repeat(8) }),
            besides: Default::default(),
        }
    }

    fn notice(&self, what: &str, details: Value) -> Rendered {
        let notice = Notice { head: self.head(), what: what.into(), details, deadline: None };
        self.writer.write(&notice).unwrap().mail
    }

    /// A message of ours with these words of a rival's in it, and below it the first message with Anna's sheet, as in
    /// an answer to a whole thread.
    pub fn message(&self, kind: Kind, words: &str) -> Message {
        let words = words.to_owned();
        let note = |from: &str, text: &str| Note {
            from: Some(named(from)),
            to: vec![named("Stark")],
            at: Some(self.now),
            text: text.into(),
        };
        let press = |head: Head, note: Note| {
            let among = note.from.iter().chain(&note.to).cloned().collect();
            Press {
                writes_all: true,
                head,
                answers: note.from.clone(),
                notes: vec![note],
                among,
                gm_reads: false,
                writes: true,
            }
        };
        let mail = match kind {
            Kind::Press => {
                let press = press(self.head(), note("Lannister", &words));
                self.writer.write(&press).unwrap().mail
            }
            Kind::Name => {
                let head = Head { player: words.clone(), ..self.head() };
                let press = press(head, note(&words, "Hello."));
                let press = self.writer.write(&press).unwrap().mail;
                let vote = self.notice("voted", json!({"on": "concede", "yes": true, "seat": words, "to": words}));
                let Message { text, html } = joined(&press, &vote.text, &vote.html);
                Rendered { subject: press.subject, text, html }
            }
            Kind::Dispute => self.notice(
                "dispute",
                json!({"did": "opened", "number": 1, "turn": 1, "seat": "Lannister", "about": words, "waits": false}),
            ),
            Kind::Comment => self.notice(
                "dispute",
                json!({"did": "said", "number": 1, "turn": 1, "seat": "Lannister", "says": words}),
            ),
            Kind::Ruling => self.writer.write(&ruling(self.head(), self.now, words)).unwrap().mail,
            Kind::Title => {
                let head = Head { title: words, ..self.head() };
                let press = vec![note("Lannister", "Hello.")];
                self.writer.write(&Story { head: Head { ledger: None, ..head }, chapters: vec![], press, view: json!({}) }).unwrap().mail
            }
        };
        joined(&mail, &self.opening.text, &self.opening.html)
    }

    /// Messages with nothing of others in them, but with all that a player can write.
    pub fn own_messages(&self) -> Vec<Message> {
        let help = self
            .writer
            .write(&Help { head: self.head(), rules: String::new(), confers: "all".into() })
            .unwrap()
            .mail;
        let votes = ["draw", "extend", "replace", "concede"].map(|on| {
            self.notice(
                "voted",
                json!({"on": on, "yes": true, "seat": "Lannister", "to": "Tyrell", "time": "24 hours"}),
            )
        });
        let notices = [
            self.notice("new-key", json!({"seat": "Stark", "now": false})),
            self.notice("other-address", json!({"seat": "Stark", "from": "eve@example.net"})),
        ];
        let all = std::iter::once(help).chain(votes).chain(notices);
        all.map(|mail| joined(&mail, &self.opening.text, &self.opening.html)).collect()
    }

    fn headers(&self, kind: &str) -> String {
        format!(
            "From: Anna <anna@example.org>\nTo: <game@example.org>\nSubject: Re: [westeros-7] Turn 1\nMessage-ID: <answer@example.org>\nDate: Fri, 20 Nov 2026 12:00:00 +0100\nIn-Reply-To: <{}>\nMIME-Version: 1.0\nContent-Type: {kind}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n",
            self.answered
        )
    }

    /// An answer with no copy of anything.
    pub fn alone(&self, answer: &str) -> String {
        format!("{}{answer}\n", self.headers("text/plain"))
    }

    pub fn reply(&self, client: &Client, answer: &str, ours: &Message) -> String {
        match (client.reply)(answer, ours) {
            Body::Text(text) => format!("{}{text}", self.headers("text/plain")),
            Body::Html(html) => format!("{}{html}", self.headers("text/html")),
        }
    }

    pub fn effect_of(&self, mail: &str) -> Effect {
        let raw = mail.replace("\r\n", "\n").replace('\n', "\r\n").into_bytes();
        let received = self.now + chrono::TimeDelta::minutes(5);
        let mail = Collected { handle: Handle("1".into()), size: raw.len() as u64, raw, received };
        let mut engine = Engine::of(&self.campaign, received).unwrap();
        let outcome = receive(&mut engine, (&Sieve::default(), &Printer(&self.writer)), &mail).unwrap();
        let mut effect = Effect {
            outcome: format!("{outcome:?}"),
            kinds: Vec::new(),
            entries: Vec::new(),
            understood: Vec::new(),
            codes: Vec::new(),
            standing: Value::Null,
            is_final: false,
            plan: None,
        };
        for draft in &engine.drafts {
            let kind = draft.kind.name().to_owned();
            let mut body = draft.body.clone();
            let secret = draft.secret.as_ref().and_then(|secret| secret.body().cloned()).unwrap_or_default();
            for hash in ["mail", "message", "chain", "seal"] {
                body.as_object_mut().unwrap().remove(hash);
            }
            effect.is_final |= body["final"] == true || body["is_final"] == true;
            effect.kinds.push(kind.clone());
            if kind == "received" {
                let list = |name: &str| secret[name].as_array().cloned().unwrap_or_default();
                effect.understood = list("understood").into_iter().map(|item| item["what"].clone()).collect();
                effect.codes =
                    list("problems").iter().map(|problem| problem["why"]["code"].to_string()).collect();
                effect.standing = secret["standing"].clone();
                let is_plan = list("understood").iter().any(|item| item["game"] == true);
                effect.plan = is_plan.then(|| json!(effect.understood).to_string().to_lowercase());
            }
            effect.entries.push(body);
        }
        effect
    }
}

fn joined(mail: &Rendered, text: &str, html: &str) -> Message {
    let head = mail.html.replace("</body>", "").replace("</html>", "");
    let rest =
        html.split("<body").nth(1).and_then(|rest| rest.split_once('>')).map_or(html, |(_, rest)| rest);
    Message { text: format!("{}\n{text}", mail.text), html: format!("{head}\n{rest}") }
}

fn named(name: &str) -> Named {
    Named { id: name.to_lowercase(), name: name.into() }
}

fn ruling(head: Head, at: DateTime<Utc>, reason: String) -> RulingMail {
    RulingMail {
        head,
        number: 1,
        sort: "correct".into(),
        standing: "adopted".into(),
        turn: 1,
        stage: "planning".into(),
        by: "Maria".into(),
        at,
        reason,
        dispute: None,
        changes: vec![],
        windows: vec![],
        compares: [(1, "planning".into()), (1, "planning".into())],
        replays: false,
        undoes: Vec::new(),
        was: (1, "planning".into()),
        waits: (1, "planning".into()),
        deadline: None,
        over: false,
        difference: vec![],
        places: vec![],
        standby: false,
        kept: vec![],
        why: None,
        against: vec![],
        asked: vec![],
        until: None,
        vote: false,
        reopens: false,
        names: json!({}),
    }
}

/// Our first message to Anna.
fn opening(dir: &Path) -> Vec<u8> {
    let all = std::fs::read_dir(dir.join("mail/out/new")).unwrap();
    let mut all = all.map(|file| std::fs::read(file.unwrap().path()).unwrap());
    all.find(|raw| read(raw).to[0].is("anna@example.org")).unwrap()
}
