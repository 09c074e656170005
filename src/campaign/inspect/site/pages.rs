//! The files of a site.

use super::frames::frames;
use super::words::{disputes, name_of, press, rulings};
use crate::campaign::inspect::archive::public_archive;
use crate::campaign::outgoing::observers::public_report;
use crate::campaign::outgoing::pictures::{Captioned, captioned, picture_of};
use crate::campaign::outgoing::render::{Render, Shown};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Watched;
use crate::campaign::store::Campaign;
use crate::report::NotWritten;
use crate::report::markup::picture_place;
use crate::report::model::TurnReport;
use crate::seal::Hash256;
use crate::table::Event;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The public copy of the ledger, beside the pages.
const ARCHIVE: &str = "archive.jsonl";

/// Keeps a file as soon as it is made: all of a long campaign are too many to hold.
pub(super) type Put<'a> = &'a mut dyn FnMut(&str, &[u8]) -> Result<(), CampaignError>;

/// Makes the files of a campaign's site, the index last, because it names the others. A turn's page is left out if `keeps` is `true`
/// for its name and its mark, which stands in the page and changes whenever the page would; its pictures are, if that is so for the
/// mark of the pictures alone. Returns the turns whose pictures, and perhaps page, stay as they are.
///
/// # Errors
/// If the ledger cannot be replayed, the templates fail, or a file cannot be kept. Some may then be kept.
pub(super) fn make(
    campaign: &Campaign,
    render: &dyn Render,
    keeps: &dyn Fn(&str, &str) -> bool,
    put: Put<'_>,
) -> Result<Vec<u32>, CampaignError> {
    let written = |why: NotWritten| CampaignError::Fault(why.to_string());
    let turns = &campaign.record.game.watched;
    let mut kept = Vec::new();
    for ((place, turn), hash) in turns.iter().enumerate().zip(hashes(campaign, turns)?) {
        let (name, marks) = (page_of(turn.turn), Marks::of(campaign, turns, place, hash));
        let draws = !keeps(&name, &marks.pictures);
        if !keeps(&name, &marks.page) {
            make_turn(campaign, render, place, (&marks, draws), put)?;
        }
        kept.extend(Some(turn.turn).filter(|_| !draws));
    }
    put(ARCHIVE, &public_archive(campaign)?)?;
    let data = about(campaign)?;
    for (name, template) in [
        ("verify.html", "site/verify.html"),
        ("feed.xml", "site/feed.xml"),
        ("index.html", "site/index.html"),
    ] {
        put(name, render.site_file(template, &data).map_err(written)?.as_bytes())?;
    }
    Ok(kept)
}

/// Returns the hashes of the entries with which turns ended.
fn hashes(campaign: &Campaign, turns: &[Watched]) -> Result<Vec<Option<Hash256>>, CampaignError> {
    let mut ends: BTreeMap<u64, Option<Hash256>> = turns.iter().map(|turn| (turn.seq, None)).collect();
    let mut walk = campaign.past().walk();
    while let Some(passing) = walk.step()? {
        if let Some(hash) = ends.get_mut(&passing.seq()) {
            *hash = Some(passing.without_secret()?.hash);
        }
    }
    Ok(turns.iter().map(|turn| ends.get(&turn.seq).copied().flatten()).collect())
}

/// Makes the page of a turn, by its place among the turns that are over, and before it, if it draws, the pictures that it shows.
fn make_turn(
    campaign: &Campaign,
    render: &dyn Render,
    place: usize,
    (marks, draws): (&Marks, bool),
    put: Put<'_>,
) -> Result<(), CampaignError> {
    let written = |why: NotWritten| CampaignError::Fault(why.to_string());
    let turns = &campaign.record.game.watched;
    let before = place.checked_sub(1).and_then(|before| turns.get(before));
    let from = before.map_or(0, |before| before.seq);
    let Some(Watched { turn, seq, .. }) = turns.get(place) else { return Ok(()) };
    let (mut report, head) = public_report(campaign, *turn, from, *seq)?;
    // A page is no message to be kept as proof, and says so in its own words.
    report.head.ledger = None;
    report.heads.clear();
    let mut body = render.article(&report).map_err(written)?;
    let map = map(campaign, render, &report).map(|map| (map_of(*turn), map));
    let chart = chart(campaign, render, &report).map(|chart| (chart_of(*turn), chart));
    for (place, picture) in [("map", &map), ("chart", &chart)] {
        let shown = picture.as_ref().map(|(file, picture)| shown(place, file, &picture.words));
        body = body.replace(&picture_place(place), &shown.unwrap_or_default());
    }
    let mut draw = |file: &str, shown: &Captioned| match draws {
        true => put(file, shown.picture.svg().as_bytes()),
        false => Ok(()),
    };
    let named =
        |file: &str, shown: &Captioned| json!({"map": file, "title": shown.title, "words": shown.words});
    let mut film: Vec<Value> = Vec::new();
    frames(campaign, render, *turn, (from, *seq), &mut |shown| {
        let file = frame_of(*turn, film.len() + 1);
        film.push(named(&file, &shown));
        draw(&file, &shown)
    })?;
    film.extend(map.iter().map(|(file, map)| named(file, map)));
    map.iter().chain(&chart).try_for_each(|(file, shown)| draw(file, shown))?;
    let data = json!({
        "title": campaign.settings.title,
        "game": campaign.referee.title(),
        "turn": turn,
        "before": before.map(link),
        "next": turns.get(place + 1).map(link),
        "mark": marks.page,
        "pictures": marks.pictures,
        "head": head.map(|head| json!({"number": head.seq, "hash": head.hash.to_string()})),
        "body": body,
        // No text in it can end the block of data, or begin a comment.
        "film": Value::from(film.clone()).to_string().replace('<', "\\u003c"),
        "frames": if film.len() > 1 { film } else { Vec::new() },
        "press": press(campaign, from, *seq)?,
        "zone": campaign.settings.gm.timezone,
    });
    let page = render.site_file("site/turn.html", &data).map_err(written)?;
    put(&page_of(*turn), page.as_bytes())
}

/// Returns what the index and the feed say of a campaign.
///
/// # Errors
/// If the position cannot be replayed.
pub(super) fn about(campaign: &Campaign) -> Result<Value, CampaignError> {
    let (record, settings) = (&campaign.record, &campaign.settings);
    let name = |seat: &str| name_of(campaign, seat);
    let turns: Vec<Value> = record.game.watched.iter().rev().map(link).collect();
    let last = record.game.watched.last().map(|watched| watched.turn);
    let view = campaign.referee.view(&record.game.position, None);
    let course = view.ok().zip(last).and_then(|(view, turn)| {
        campaign.referee.chart(&view, &tallies(campaign, turn)).map(|_| chart_of(turn))
    });
    Ok(json!({
        "id": settings.id,
        "title": settings.title,
        "game": campaign.referee.title(),
        "zone": settings.gm.timezone,
        "turn": record.game.turn,
        "seats": campaign.referee.seats().into_iter().map(|seat| seat.name).collect::<Vec<_>>(),
        "turns": turns,
        "chart": course,
        "updated": record.game.watched.last().map(|watched| watched.at),
        "over": record.game.ended.is_some(),
        "winners": winners(record.game.ended.as_ref().map(|ended| &ended.outcome), &name),
        "disputes": disputes(campaign),
        "rulings": rulings(campaign),
        "archive": ARCHIVE,
    }))
}

/// Returns the picture of the board at the end of a turn; `None` if the game has none.
fn map(campaign: &Campaign, render: &dyn Render, report: &TurnReport) -> Option<Captioned> {
    let (view, events) = (report.view.to_value(), Event::values(&report.events));
    let shown = Shown { view: &view, events: &events, turn: report.turn, stage: &report.stage };
    let caption = render.caption(campaign.referee.templates(), shown);
    picture_of(&*campaign.referee, shown, &caption.ok()?)
}

/// Returns the chart of the game up to the turn of a report; `None` if the game has none, or there is no course yet.
fn chart(campaign: &Campaign, render: &dyn Render, report: &TurnReport) -> Option<Captioned> {
    let tallies = tallies(campaign, report.turn);
    let view = report.view.to_value();
    let picture = campaign.referee.chart(&view, &tallies)?;
    let caption = render.course(campaign.referee.templates(), &view, &tallies).ok()?;
    Some(captioned(picture, &caption))
}

/// Returns what the chart counts, up to the end of a turn.
fn tallies(campaign: &Campaign, turn: u32) -> Vec<Value> {
    let upto = |tally: &&Value| tally["turn"].as_u64().is_some_and(|at| at <= u64::from(turn));
    campaign.record.game.tallies.iter().filter(upto).cloned().collect()
}

/// Returns a picture on a page: the map reaches from edge to edge, and carries the slider.
fn shown(place: &str, file: &str, words: &str) -> String {
    format!("<img class=\"{place}\" src=\"{file}\" alt=\"{}\">", minijinja::HtmlEscape(words))
}

fn winners(outcome: Option<&Value>, name: &dyn Fn(&str) -> String) -> Vec<String> {
    let list = outcome.and_then(|outcome| outcome.get("winners")).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).map(name).collect()
}

fn page_of(turn: u32) -> String {
    format!("turn-{turn:02}.html")
}

fn map_of(turn: u32) -> String {
    format!("turn-{turn:02}.svg")
}

fn chart_of(turn: u32) -> String {
    format!("turn-{turn:02}-chart.svg")
}

fn frame_of(turn: u32, number: usize) -> String {
    format!("turn-{turn:02}-{number}.svg")
}

/// Returns the turn that a file is about, if it has the name of a page or a picture of a turn.
pub(super) fn turn_of(name: &str) -> Option<u32> {
    let (turn, rest) = name.strip_prefix("turn-")?.split_once(['-', '.'])?;
    let turn: u32 = turn.parse().ok()?;
    let number = rest.strip_suffix(".svg").and_then(|number| number.parse().ok());
    let names = [
        Some(page_of(turn)),
        Some(map_of(turn)),
        Some(chart_of(turn)),
        number.map(|number| frame_of(turn, number)),
    ];
    names.into_iter().flatten().any(|one| one == name).then_some(turn)
}

fn link(watched: &Watched) -> Value {
    json!({"turn": watched.turn, "page": page_of(watched.turn), "map": map_of(watched.turn), "at": watched.at, "seq": watched.seq})
}

/// What a turn's page and its pictures are made of, in short.
struct Marks {
    page: String,
    pictures: String,
}

impl Marks {
    /// `hash` is that of the entry with which the turn ended.
    fn of(campaign: &Campaign, turns: &[Watched], place: usize, hash: Option<Hash256>) -> Marks {
        let of = |place: usize| turns.get(place).map(|watched| watched.seq);
        let hash = hash.map(|hash| hash.to_string());
        let pictures = json!({"pictures": hash, "version": env!("CARGO_PKG_VERSION")});
        let page = json!({
            "hash": hash,
            "before": place.checked_sub(1).and_then(of),
            "next": of(place + 1),
            "title": campaign.settings.title,
            "press": campaign.settings.site.is_some(),
            "version": env!("CARGO_PKG_VERSION"),
        });
        let [page, pictures] = [page, pictures].map(|parts| Hash256::of(parts.to_string()).to_string());
        Marks { page, pictures }
    }
}
