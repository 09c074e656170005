//! Reads `campaign.yaml` as settings.

use super::address::{read_address, read_addresses, read_bounces};
use super::campaign_settings::Settings;
use super::chance::read_chance;
use super::dispute::read_disputes;
use super::fields::{Fields, Mistakes};
use super::mail::{From, Limits, PressKind};
use super::people;
use super::ruling::read_rulings;
use super::seats::{Gm, SeatSettings};
use super::trust::{can_sign, read_keys, read_trust};
use super::window_settings;
use crate::plan::MapKind;
use crate::post::{MailIn, MailOut};
use crate::report::Writer;
use crate::sheet::{Content, Node, Span, fold};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::PathBuf;

/// The smallest limit for messages that we send, in bytes.
const LEAST_OUTGOING: u64 = 32 << 10;

/// The languages that we write.
const LANGUAGES: [(&str, &str); 1] = [("en", "en")];

/// Reads `campaign.yaml`.
///
/// # Errors
/// If the text is not proper YAML or a setting is wrong. Returns all mistakes, in the order of their lines.
pub fn read(text: &str) -> Result<Settings, Mistakes> {
    let node = crate::sheet::parse(text).map_err(|faults| {
        let mut wrong = Mistakes::default();
        for fault in faults {
            let what = not_yaml(&fault);
            match fault.span {
                Some(span) => wrong.near(span, what, fault.suggestion),
                None => wrong.near(0, what, fault.suggestion),
            }
        }
        wrong.show(text);
        wrong
    })?;
    let mut wrong = Mistakes::default();
    let settings = whole(&node, &mut wrong);
    match settings {
        Some(settings) if wrong.0.is_empty() => Ok(settings),
        _ => {
            wrong.show(text);
            Err(wrong)
        }
    }
}

/// Returns a game's options by their ids: `order in every area` is `order-in-every-area`.
fn with_ids(options: Value) -> Value {
    match options {
        Value::Object(map) => {
            let id = |name: String| name.trim().to_lowercase().replace([' ', '_'], "-");
            let value = |value: Value| match value {
                Value::String(word) => Value::String(id(word)),
                other => other,
            };
            Value::Object(map.into_iter().map(|(name, given)| (id(name), value(given))).collect())
        }
        other => other,
    }
}

/// Returns what is wrong with a text that is not YAML, and what to do.
fn not_yaml(fault: &crate::sheet::Fault) -> String {
    let words = Writer::new(&|_| None).refusal("file", &fault.why);
    words.unwrap_or_else(|_| fault.why.code().to_owned())
}

/// Returns a mistake at the line of a top-level setting: of what only the game can say about it.
pub fn mistake_at(text: &str, setting: &str, what: String) -> Mistakes {
    let mut wrong = Mistakes::default();
    let node = crate::sheet::parse(text).ok();
    let entries = node.as_ref().and_then(Node::entries).unwrap_or_default();
    match entries.iter().find(|(key, _)| key.text().is_some_and(|key| fold(key) == fold(setting))) {
        Some((key, _)) => wrong.add(key.span, what),
        None => wrong.add(0, what),
    }
    wrong.show(text);
    wrong
}

/// Reads all settings. Returns `None` only if a part without a default is wrong, and then a mistake says so.
fn whole(node: &Node, wrong: &mut Mistakes) -> Option<Settings> {
    let mut all = Fields::of(node, "", wrong);
    let id = read_id(&mut all, wrong);
    let title = all.text("title", wrong).unwrap_or_else(|| id.clone());
    let game = all.need("game", wrong);
    let players = all.number("players", 1..=16, wrong);
    let options = all.take("options").map_or(Value::Null, |node| with_ids(crate::sheet::plain(node)));
    let home = all.zone("timezone", wrong);
    let language = all.choice("language", &LANGUAGES, wrong).unwrap_or(LANGUAGES[0].1);
    let map = all.choice("map", &MapKind::ALL, wrong).unwrap_or_default();
    let kinds = crate::games::kinds(&game);
    let address = all.take("address");
    let bounces = read_bounces(&mut all, wrong);
    let gm = read_gm(&mut all, home.as_deref(), wrong);
    let seats = read_seats(&mut all, home.as_deref().or(Some(&gm.timezone)), (language, kinds), wrong);
    let windows = window_settings::read(&mut all, home.as_deref().unwrap_or(&gm.timezone), kinds, wrong);
    let from =
        all.choice("from", &[("known", From::Known), ("any", From::Any)], wrong).unwrap_or(From::Known);
    let kinds = [("white", PressKind::White), ("grey", PressKind::Grey), ("none", PressKind::None)];
    let press = all.choice("press", &kinds, wrong).unwrap_or(PressKind::White);
    let disputes = read_disputes(&mut all, wrong);
    let rulings = read_rulings(&mut all, wrong);
    let limits = read_limits(&mut all, wrong);
    let line_of_trust = all.place_of("trust").or(all.place_of("seats")).unwrap_or(all.span);
    let trust = read_trust(&mut all, wrong);
    can_sign(&seats, &trust, line_of_trust, wrong);
    let mail_in = data(&mut all, "mail in", MailIn::Maildir, wrong);
    let mail_out = data(&mut all, "mail out", MailOut::Maildir, wrong);
    let people = people::read(&mut all, &windows.clock, home.as_deref(), wrong);
    let site = read_site(&mut all, wrong);
    let leak_check = all.truth("leak check", wrong).unwrap_or(false);
    let chance = read_chance(&mut all, home.as_deref(), people.rehearsal.is_some(), wrong);
    let line = all.span.line;
    all.finish(wrong);
    let address = match address {
        Some(node) => read_address(node, wrong),
        None => {
            wrong.add(line, "“address” is missing: the address that players write to");
            None
        }
    };
    let players = players_of(node, players, &seats, wrong);
    if let Some(plays) = &gm.plays
        && !seats.iter().any(|seat| &seat.seat == plays)
    {
        wrong.add(line_of(node, "gm"), format!("gm.plays: “{plays}” is not one of the seats"));
    }
    Some(Settings {
        id,
        title,
        rules: crate::games::newest(&game),
        game,
        players,
        options,
        seats,
        map,
        gm,
        address: address?,
        bounces,
        pace: windows.pace,
        page: windows.page,
        ask_about: windows.ask_about,
        clock: windows.clock,
        absence: windows.absence,
        days_away: windows.days_away,
        secrecy: windows.secrecy,
        secrecy_of: windows.secrecy_of,
        close_early: windows.close_early,
        from,
        trust,
        press,
        disputes,
        rulings,
        limits,
        mail_in: mail_in?,
        mail_out: mail_out?,
        rehearsal: people.rehearsal,
        observers: people.observers,
        may_wait: people.may_wait,
        handover_press: people.handover_press,
        replace_by_vote: people.replace_by_vote,
        anonymous: people.anonymous,
        reveal: people.reveal,
        site,
        leak_check,
        chance,
    })
}

/// Reads the campaign's id.
fn read_id(all: &mut Fields<'_>, wrong: &mut Mistakes) -> String {
    let line = all.place_of("campaign").unwrap_or(all.span);
    let id = all.need("campaign", wrong);
    if !is_id(&id) {
        wrong.add(line, format!("campaign: “{id}” must be small letters, digits and hyphens, at most 40"));
    }
    id
}

/// Returns the number of players, which the seats tell if the file does not.
fn players_of(node: &Node, said: Option<u64>, seats: &[SeatSettings], wrong: &mut Mistakes) -> u8 {
    let count = seats.len() as u64;
    if let Some(said) = said.filter(|said| count > 0 && *said != count) {
        let line = line_of(node, "players");
        wrong.add(line, format!("players: the file says {said}, but “seats” has {count}"));
    }
    u8::try_from(said.unwrap_or(count)).unwrap_or(0)
}

/// Reads where the pages for the web are kept; `no` says the same as leaving it out.
fn read_site(all: &mut Fields<'_>, wrong: &mut Mistakes) -> Option<PathBuf> {
    let place = all.place_of("site");
    let folder = all.text("site", wrong)?;
    if crate::sheet::truth(&folder) == Some(false) {
        return None;
    }
    if crate::sheet::truth(&folder) == Some(true) || folder.trim().is_empty() {
        wrong.add(
            place.unwrap_or(all.span),
            "site: a folder is expected, such as `site: /var/www/westeros`; `no` for no pages",
        );
        return None;
    }
    Some(PathBuf::from(folder))
}

/// Returns the line of a setting; that of the whole file if the setting is missing.
fn line_of(node: &Node, key: &str) -> Span {
    Fields::of(node, "", &mut Mistakes::default()).place_of(key).unwrap_or(node.span)
}

fn is_id(id: &str) -> bool {
    id.len() <= 40
        && !id.starts_with('-')
        && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Reads a part whose form [`post`](crate::post) defines; the default is a Maildir in the campaign's folder.
fn data<T: DeserializeOwned>(
    all: &mut Fields<'_>,
    key: &'static str,
    otherwise: impl FnOnce(PathBuf) -> T,
    wrong: &mut Mistakes,
) -> Option<T> {
    let Some(node) = all.take(key) else { return Some(otherwise(PathBuf::from(key.replace(' ', "/")))) };
    match serde_json::from_value(crate::sheet::plain(node)) {
        Ok(value) => Some(value),
        Err(why) => {
            wrong.add(node.span, format!("{key}: {why}"));
            None
        }
    }
}

fn read_gm(all: &mut Fields<'_>, home: Option<&str>, wrong: &mut Mistakes) -> Gm {
    let zone = home.unwrap_or("Etc/UTC").to_owned();
    let Some(node) = all.take("gm") else {
        wrong.add(all.span.line, "“gm” is missing: the game master's name and addresses");
        return Gm {
            name: String::new(),
            addresses: Vec::new(),
            timezone: zone,
            plays: None,
            reads_press: false,
        };
    };
    let mut fields = Fields::of(node, "gm", wrong);
    let gm = Gm {
        name: fields.text("name", wrong).unwrap_or_else(|| "the game master".to_owned()),
        timezone: fields.zone("timezone", wrong).unwrap_or(zone),
        plays: fields.text("plays", wrong).filter(|seat| fold(seat) != "no"),
        reads_press: fields.truth("reads press", wrong).unwrap_or(false),
        addresses: read_addresses(&mut fields, "gm", wrong),
    };
    fields.finish(wrong);
    gm
}

/// Reads the seats: a mapping by id, or a list with `seat:` in each.
fn read_seats(
    all: &mut Fields<'_>,
    home: Option<&str>,
    (language, kinds): (&str, &[&str]),
    wrong: &mut Mistakes,
) -> Vec<SeatSettings> {
    let Some(node) = all.take("seats") else {
        wrong.add(all.span.line, "“seats” is missing: who plays what");
        return Vec::new();
    };
    let mut seats: Vec<SeatSettings> = Vec::new();
    let named: Vec<(Option<&str>, &Node)> = match &node.content {
        Content::Map(entries) => entries.iter().map(|(key, value)| (key.text(), value)).collect(),
        _ => node.members().iter().map(|member| (None, member)).collect(),
    };
    for (name, node) in named {
        if name.is_none() && node.entries().is_none() {
            wrong.add(node.span, "seats: wants a line for each seat, such as “stark: {player: Anna, address: anna@example.org}”");
            break;
        }
        let place = name.map_or("seats".to_owned(), |name| format!("seats.{name}"));
        let mut fields = Fields::of(node, &place, wrong);
        let id = match name {
            Some(name) => name.to_owned(),
            None => fields.need("seat", wrong),
        };
        let (ssh, signed) = read_keys(&mut fields, &place, wrong);
        let seat = SeatSettings {
            ssh,
            signed,
            player: fields.text("player", wrong).unwrap_or_else(|| id.clone()),
            language: fields.choice("language", &LANGUAGES, wrong).unwrap_or(language).to_owned(),
            map: fields.choice("map", &MapKind::ALL, wrong),
            timezone: fields.zone("timezone", wrong).unwrap_or_else(|| home.unwrap_or("Etc/UTC").to_owned()),
            pace: fields.choice("pace", &window_settings::PACES, wrong),
            page: fields.truth("page", wrong),
            ask_about: fields.words("ask about", kinds, wrong),
            addresses: read_addresses(&mut fields, &place, wrong),
            stood: None,
            seat: id,
        };
        let line = fields.span;
        fields.finish(wrong);
        if seats.iter().any(|other| other.seat == seat.seat) {
            wrong.add(line, format!("seats: “{}” is listed twice", seat.seat));
        }
        seats.push(seat);
    }
    seats
}

fn read_limits(all: &mut Fields<'_>, wrong: &mut Mistakes) -> Limits {
    let mut limits = Limits {
        mail: 1 << 20,
        plan: 64 << 10,
        mails_an_hour: 20,
        press: 4000,
        press_a_day: 30,
        outgoing: 5 << 20,
    };
    let Some(node) = all.take("limits") else { return limits };
    let mut fields = Fields::of(node, "limits", wrong);
    if let Some(mail) = fields.size("mail", wrong) {
        if mail > crate::post::LARGEST as u64 {
            wrong.add(
                fields.span,
                format!("limits.mail: more than {} bytes cannot be read safely", crate::post::LARGEST),
            );
        }
        limits.mail = mail;
    }
    if let Some(plan) = fields.size("plan", wrong) {
        let most = crate::sheet::LIMITS.bytes as u64;
        if plan > most {
            wrong.add(fields.span, format!("limits.plan: more than {most} bytes cannot be sealed"));
        }
        limits.plan = usize::try_from(plan).unwrap_or(limits.plan);
    }
    if let Some(outgoing) = fields.size("outgoing", wrong) {
        if outgoing < LEAST_OUTGOING {
            wrong.add(
                fields.span,
                "limits.outgoing: less than 32 KiB. The text of a report alone may be as long",
            );
        }
        limits.outgoing = outgoing;
    }
    if let Some(mails) = fields.number("mails an hour", 1..=1000, wrong) {
        limits.mails_an_hour = usize::try_from(mails).unwrap_or(limits.mails_an_hour);
    }
    if let Some(press) = fields.number("press", 1..=20_000, wrong) {
        limits.press = usize::try_from(press).unwrap_or(limits.press);
    }
    if let Some(press) = fields.number("press a day", 1..=1000, wrong) {
        limits.press_a_day = usize::try_from(press).unwrap_or(limits.press_a_day);
    }
    fields.finish(wrong);
    limits
}
