//! A campaign on a disk in memory, with players who write mails.

use crate::campaign::tests::ending::Ending;
use crate::campaign::toy::{SEATS, Toy};
use crate::campaign::*;
use crate::disk::{Disk, FaultyDisk};
use crate::ledger::{Entry, Kind};
use crate::post::Letter;
use crate::report::{NotWritten, Rendered, Writer, Written};
use crate::sheet::Refusal;
use crate::table::Host as Hosted;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

pub(crate) const YAML: &str = "
campaign: toy-1
game: toy
timezone: Europe/Rome
address: game@example.org
gm: {name: Maria, addresses: [maria@example.org]}
seats:
  ash: {player: Anna, address: anna@example.org}
  birch: {player: Bert, address: bert@example.org}
  cedar: {player: Cleo, address: cleo@example.org}
clock: {deadline: in 48h, grace: 1h, reminder: 12h, outage: 3h}
absence: default
chance: no
";

/// Writes a model as JSON, with the key where templates put it, and below it what the program's own templates can say of it.
pub(crate) struct Plain;

static WRITER: LazyLock<Writer> = LazyLock::new(|| Writer::new(&|_| None));

impl Render for Plain {
    fn write(&self, mail: &Model) -> Result<Written, NotWritten> {
        // The program's own templates must be able to say it, where they need no game.
        let needs_game = matches!(
            mail,
            Model::Opening(_)
                | Model::Report(_)
                | Model::Receipt(_)
                | Model::End(_)
                | Model::Story(_)
                | Model::Ruling(_)
        );
        let mut said = String::new();
        if !needs_game {
            let words = Render::write(&*WRITER, mail).unwrap_or_else(|error| panic!("{error}"));
            assert!(!words.mail.text.contains("Needs attention"), "{}", words.mail.text);
            said = words.mail.text;
        }
        if let Model::Receipt(receipt) = mail {
            for problem in
                receipt.problems.iter().filter(|problem| REFUSALS.all().any(|code| code == problem.why.code))
            {
                let code = REFUSALS.all().find(|code| *code == problem.why.code).unwrap();
                let mut refusal = Refusal::new(code);
                for (name, value) in &problem.why.details {
                    refusal = refusal.with(name, value.clone());
                }
                let words = WRITER.refusal("thrones", &refusal);
                words.unwrap_or_else(|error| panic!("{code}: {error}"));
            }
        }
        let mut value = serde_json::to_value(mail).unwrap();
        if let Model::Receipt(receipt) = mail {
            let mut plain = receipt.clone();
            plain.understood.retain(|item| !item.game);
            plain.extra.clear();
            plain.head.key = None;
            plain.problems.retain(|problem| REFUSALS.all().any(|code| code == problem.why.code));
            let words =
                Render::write(&*WRITER, &Model::Receipt(plain)).unwrap_or_else(|error| panic!("{error}"));
            value["words"] = words.mail.text.clone().into();
            said = words.mail.text;
        }
        if said.is_empty() {
            said = heads(&value);
        }
        let key = value["head"]["key"].take();
        let text = format!("{value}\n\nYour key: {}\n\n{said}", key.as_str().unwrap_or("none"));
        let html = format!("<p>{}</p>", minijinja::HtmlEscape(&text));
        let subject = value["mail"].as_str().unwrap().to_owned();
        Ok(Written { mail: Rendered { subject, text, html }, trouble: None })
    }
}

/// The entries that a mail names, as templates/mail/footer.md and heads.md have them.
fn heads(mail: &Value) -> String {
    let others = mail["heads"].as_array().into_iter().flatten().map(|told| &told["head"]);
    let heads = others.chain([&mail["head"]["ledger"]]).filter(|head| head.is_object());
    let line = |head: &Value| {
        format!("Entry {} of the ledger has the hash\n{}\n", head["number"], head["hash"].as_str().unwrap())
    };
    heads.map(line).collect()
}

/// A mail that was sent.
pub(crate) struct Sent {
    pub letter: Letter,
    pub model: Value,
    pub text: String,
}

impl Sent {
    pub fn to(&self) -> &str {
        &self.letter.to[0].address
    }
    pub fn id(&self) -> &str {
        self.letter.message_id.as_deref().unwrap()
    }
    pub fn is(&self, kind: &str, to: &str) -> bool {
        self.model["mail"] == kind && self.to().starts_with(to)
    }
    /// The words of a receipt before its first section, in one line: what counts, and until when it can change.
    pub fn says(&self) -> String {
        let words = self.model["words"].as_str().unwrap();
        let head = words.split("\nThe message this answers").next().unwrap();
        let head = head.split("\nPlease check").next().unwrap().split("\nWhat we").next().unwrap();
        head.lines().skip_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ").trim().to_owned()
    }
    pub fn codes(&self) -> Vec<&str> {
        let problems = self.model["problems"].as_array().into_iter().flatten();
        problems.map(|problem| problem["why"]["code"].as_str().unwrap()).collect()
    }
}

#[derive(Clone)]
pub(crate) struct World {
    pub disk: FaultyDisk,
    pub edge: Host,
    pub dir: PathBuf,
    pub now: DateTime<Utc>,
    mails: usize,
    ending: Ending,
}

impl World {
    pub fn new() -> Self {
        World::with(YAML)
    }

    /// Begun, and the welcomes sent.
    pub fn with(yaml: &str) -> Self {
        let mut world = World::folder(yaml);
        world.start();
        world.tick();
        world
    }

    pub fn folder(yaml: &str) -> Self {
        let disk = FaultyDisk::new();
        let ending = Ending::of(&disk);
        World::on(disk, ending, yaml)
    }

    /// A folder of which nothing is held against the record, as what is tried in it looks at itself.
    pub fn unrecorded(yaml: &str) -> Self {
        let disk = FaultyDisk::new();
        let ending = Ending::unrecorded(&disk);
        World::on(disk, ending, yaml)
    }

    fn on(disk: FaultyDisk, ending: Ending, yaml: &str) -> Self {
        let dir = PathBuf::from("/c");
        disk.create_dir(&dir, 0o700).unwrap();
        disk.write(&dir.join("campaign.yaml"), yaml.as_bytes(), 0o600).unwrap();
        let now = "2026-11-20T10:00:00Z".parse().unwrap();
        World { edge: edge(&disk), disk, dir, now, mails: 0, ending }
    }

    pub fn start(&mut self) {
        let mut byte = 0u8;
        let mut random = |bytes: &mut [u8]| {
            for b in bytes {
                byte = byte.wrapping_add(1);
                *b = byte;
            }
        };
        start(&self.edge, &self.dir, self.now, &mut random).unwrap();
    }

    /// The same world on a disk of its own.
    pub fn fork(&self) -> Self {
        let disk = self.disk.fork();
        let (edge, ending) = (self.edge_on(&disk), self.ending.fork(&disk));
        World { edge, disk, ending, ..self.clone() }
    }

    /// The same world on a disk of its own; what happens there is compared only by who asks for it.
    pub fn apart(&self) -> Self {
        let disk = self.disk.fork();
        World { edge: self.edge_on(&disk), disk, ..self.clone() }
    }

    /// The same game on another disk.
    fn edge_on(&self, disk: &FaultyDisk) -> Host {
        Host { disk: Arc::new(disk.clone()), ..self.edge.clone() }
    }

    pub fn try_tick(&mut self) -> Result<Ticked, CampaignError> {
        tick_with(&self.edge, &self.dir, self.now, &Plain)
    }

    pub fn tick(&mut self) -> Ticked {
        self.try_tick().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Ticks every hour for so many hours.
    pub fn hours(&mut self, hours: i64) {
        for _ in 0..hours {
            self.now += TimeDelta::hours(1);
            self.tick();
        }
    }

    pub fn campaign(&self) -> Campaign {
        Campaign::open(&self.edge, &self.dir).unwrap_or_else(|error| panic!("{error}"))
    }

    pub fn key(&self, seat: &str) -> String {
        let campaign = self.campaign();
        campaign.secrets.key(seat, campaign.record.people.newest_key(seat).unwrap_or(1)).text()
    }

    pub fn read(&self, path: &str) -> String {
        String::from_utf8(self.disk.read(&self.dir.join(path)).unwrap()).unwrap()
    }

    pub fn ledger(&self) -> String {
        self.read("ledger.jsonl")
    }

    pub fn entries(&self, kind: Kind) -> Vec<Entry> {
        self.campaign().entries().unwrap().iter().filter(|entry| entry.kind == kind).cloned().collect()
    }

    /// A mail as it comes in.
    pub fn deliver(&mut self, raw: &str) {
        self.mails += 1;
        let path = self.dir.join(format!("mail/in/new/{}.{}.host", 1_800_000_000 + self.mails, self.mails));
        self.disk.write(&path, raw.replace('\n', "\r\n").as_bytes(), 0o600).unwrap();
    }

    pub fn mail(&mut self, from: &str, headers: &str, body: &str) -> String {
        let id = format!("mail{}@example.net", self.mails + 1);
        let raw = format!(
            "From: <{from}>\nTo: <game@example.org>\nSubject: my move\nMessage-ID: <{id}>\nDate: Fri, 20 Nov 2026 11:00:00 +0100\n{headers}Content-Type: text/plain; charset=utf-8\n\n{body}\n"
        );
        self.deliver(&raw);
        raw
    }

    /// A player writes a new mail with the key of the seat.
    pub fn write(&mut self, seat: &str, body: &str) -> String {
        let key = self.key(seat);
        self.mail(address(seat), "", &format!("key: {key}\n{body}"))
    }

    /// A player resigns, and confirms it in a reply to the receipt that asks.
    pub fn resign(&mut self, seat: &str) {
        self.write(seat, "resign: yes\n");
        self.tick();
        self.confirm(seat, "resign: yes\n");
    }

    /// A player answers the last receipt.
    pub fn confirm(&mut self, seat: &str, body: &str) {
        let who = address(seat).split('@').next().unwrap();
        let id = self.receipt(who).id().to_owned();
        self.mail(address(seat), &format!("In-Reply-To: <{id}>\n"), body);
        self.tick();
    }

    /// All mails sent, oldest first.
    pub fn sent(&self) -> Vec<Sent> {
        let mut paths = self.disk.list(&self.dir.join("mail/out/new")).unwrap_or_default();
        paths.extend(self.disk.list(&self.dir.join("mail/out/cur")).unwrap_or_default());
        let mut sent: Vec<Sent> = paths.iter().map(|path| sent(&self.disk.read(path).unwrap())).collect();
        sent.sort_by_key(|mail| mail.id().to_owned());
        sent
    }

    /// All mails sent, as they travel, in order.
    pub fn raw(&self) -> Vec<String> {
        let paths = self.disk.list(&self.dir.join("mail/out/new")).unwrap_or_default();
        let mut all: Vec<String> =
            paths.iter().map(|path| String::from_utf8(self.disk.read(path).unwrap()).unwrap()).collect();
        all.sort();
        all
    }

    /// The mails of a kind to somebody, but the notice to the game master that every campaign begins with.
    pub fn find(&self, kind: &str, to: &str) -> Vec<Sent> {
        let is_one = |mail: &Sent| mail.is(kind, to) && mail.model["what"] != "begun";
        let mut all: Vec<Sent> = self.sent().into_iter().filter(is_one).collect();
        all.sort_by_key(|mail| mail.model["number"].as_u64());
        all
    }

    /// What somebody was told in notices, in mails of their own or along with others, oldest first: `what` and `details`.
    pub fn told(&self, to: &str) -> Vec<Value> {
        let of = |mail: Sent| {
            let own = mail.is("notice", to).then(|| mail.model.clone());
            let along = mail.model["head"]["besides"]["notices"].as_array().cloned().unwrap_or_default();
            own.into_iter().chain(along)
        };
        let mut mails = self.sent();
        mails.sort_by_key(|mail| (mail.letter.date, mail.id().to_owned()));
        mails.into_iter().filter(|mail| mail.to().starts_with(to)).flat_map(of).collect()
    }

    /// The last receipt of a seat.
    #[track_caller]
    pub fn receipt(&self, to: &str) -> Sent {
        self.find("receipt", to).pop().expect("a receipt")
    }

    pub fn window(&self) -> String {
        self.campaign().record.game.open_window().map(|window| window.id.clone()).unwrap_or_default()
    }

    pub fn in_folder(&self, outcome: &str) -> usize {
        self.disk.list(&self.dir.join(format!("mail/in/.{outcome}/cur"))).map_or(0, |paths| paths.len())
    }
}

pub(super) fn edge(disk: &FaultyDisk) -> Host {
    Host {
        disk: Arc::new(disk.clone()),
        game: |_, _| Ok(Box::new(Hosted::new(Toy::default()))),
        lock: false,
        progress: |_, _| {},
    }
}

fn sent(raw: &[u8]) -> Sent {
    let letter = crate::post::read(raw);
    let text = letter.parts[0].text.clone();
    let model = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    Sent { letter, model, text }
}

pub(crate) fn address(seat: &str) -> &'static str {
    match seat {
        "ash" => "anna@example.org",
        "birch" => "bert@example.org",
        _ => "cleo@example.org",
    }
}

/// A mail with its signed receipt in clear in place of base64, and without the hash of the entry `received` and the signature:
/// both are of the whole ledger and so of what others have sent, and neither tells it to anybody.
pub(crate) fn clear(raw: &str) -> String {
    let head = "Content-Disposition: attachment; filename=\"receipt-";
    let Some((before, rest)) = raw.split_once(head) else { return raw.to_owned() };
    let (names, rest) = rest.split_once("\r\n\r\n").unwrap();
    let (body, after) = rest.split_once("\r\n--").unwrap();
    let file = data_encoding::BASE64.decode(body.replace("\r\n", "").as_bytes()).unwrap();
    let mut receipt: Value = serde_json::from_slice(&file).unwrap();
    receipt["signature"] = "#".into();
    receipt["statement"]["entry"] = "#".into();
    format!("{before}{head}{names}\r\n\r\n{receipt}\r\n--{after}")
}

/// A game in its second turn, without the player of cedar.
pub(crate) fn left_by_cedar() -> World {
    let mut world = World::new();
    world.resign("cedar");
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    world.write("ash", "plan: {prize: left}\n");
    world.tick();
    world
}

/// Everybody bids, and says final.
pub(crate) fn all_bid(world: &mut World, bids: [u64; 3]) {
    for (seat, bid) in SEATS.iter().zip(bids) {
        world.write(seat, &format!("plan: {{bid: {bid}}}\nfinal: yes\n"));
    }
}

pub(crate) fn exists(world: &World, path: &str) -> bool {
    world.disk.look(&world.dir.join(Path::new(path))).is_ok()
}
