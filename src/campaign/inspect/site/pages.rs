//! The files of a site.

use crate::campaign::inspect::archive::public_archive;
use crate::campaign::outgoing::models::MailModels;
use crate::campaign::outgoing::observers::public_report;
use crate::campaign::outgoing::pictures::{Captioned, Shown, picture_of};
use crate::campaign::outgoing::render::Render;
use crate::campaign::outgoing::trim::Trim;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Dispute, Given, Standing, Watched};
use crate::campaign::store::Campaign;
use crate::picture::Theme;
use crate::report::NotWritten;
use crate::report::markup::picture_place;
use crate::report::model::TurnReport;
use serde_json::{Value, json};

/// The public copy of the ledger, beside the pages.
const ARCHIVE: &str = "archive.jsonl";

/// The text of each file by its name, in the order in which they are written: the index last, because it names the others.
pub(super) type Files = Vec<(String, Vec<u8>)>;

/// Returns all files of a campaign's site. A turn's page is left out if `keeps` is `true` for its name and its mark, which stands
/// in the page and changes whenever the page would.
///
/// # Errors
/// If the ledger cannot be replayed, or the templates fail.
pub(super) fn files(
    campaign: &Campaign,
    render: &dyn Render,
    keeps: &dyn Fn(&str, &str) -> bool,
) -> Result<Files, CampaignError> {
    let written = |why: NotWritten| CampaignError::Fault(why.to_string());
    let turns = &campaign.record.game.watched;
    let mut files = Files::new();
    for (place, turn) in turns.iter().enumerate() {
        let (name, mark) = (page_of(turn.turn), mark(campaign, turns, place)?);
        if keeps(&name, &mark) {
            continue;
        }
        let from = place.checked_sub(1).and_then(|before| turns.get(before)).map_or(0, |before| before.seq);
        let (mut report, head) = public_report(campaign, turn.turn, from, turn.seq)?;
        // A page is no message to be kept as proof, and says so in its own words.
        report.head.ledger = None;
        report.heads.clear();
        let drawn = map(campaign, render, &report);
        let shown = drawn.as_ref().map(|map| {
            let words = minijinja::HtmlEscape(&map.words);
            format!("<img class=\"map\" src=\"{}\" alt=\"{words}\">", map_of(turn.turn))
        });
        files.extend(drawn.map(|map| (map_of(turn.turn), map.picture.draw(Theme::Light).svg().into_bytes())));
        let data = json!({
            "title": campaign.settings.title,
            "game": campaign.referee.title(),
            "turn": turn.turn,
            "before": place.checked_sub(1).and_then(|before| turns.get(before)).map(link),
            "next": turns.get(place + 1).map(link),
            "mark": mark,
            "head": head.map(|head| json!({"number": head.seq, "hash": head.hash.to_string()})),
            "body": render.article(&report).map_err(written)?.replace(&picture_place("map"), &shown.unwrap_or_default()),
        });
        files.push((name, render.site_file("site/turn.html", &data).map_err(written)?.into_bytes()));
    }
    files.push((ARCHIVE.to_owned(), public_archive(campaign)?));
    let data = about(campaign)?;
    for (name, template) in [
        ("verify.html", "site/verify.html"),
        ("feed.xml", "site/feed.xml"),
        ("index.html", "site/index.html"),
    ] {
        files.push((name.to_owned(), render.site_file(template, &data).map_err(written)?.into_bytes()));
    }
    Ok(files)
}

/// Returns what the index and the feed say of a campaign.
///
/// # Errors
/// If the position cannot be replayed.
pub(super) fn about(campaign: &Campaign) -> Result<Value, CampaignError> {
    let (record, settings) = (&campaign.record, &campaign.settings);
    let now = campaign.rules().pending(record)?;
    let models = MailModels {
        settings,
        rules: campaign.rules(),
        secrets: &campaign.secrets,
        record,
        now: &now,
        stand_in: None,
        trim: Trim::Full,
        head: None,
    };
    let name = |seat: &str| models.named(seat).name;
    let turns: Vec<Value> = record.game.watched.iter().rev().map(link).collect();
    let dispute = |dispute: &Dispute| json!({"number": dispute.number, "turn": dispute.turn, "seat": name(&dispute.seat), "open": dispute.end.is_none()});
    let ruling = |given: &Given| {
        let standing = match given.standing {
            Standing::Adopted => "adopted",
            Standing::Proposed => "proposed",
            Standing::Dropped => "dropped",
        };
        json!({
            "number": given.ruling.number, "turn": given.ruling.turn, "at": given.at, "reason": given.ruling.reason,
            "standing": standing,
        })
    };
    Ok(json!({
        "id": settings.id,
        "title": settings.title,
        "game": campaign.referee.title(),
        "zone": settings.gm.timezone,
        "turn": record.game.turn,
        "seats": campaign.referee.seats().into_iter().map(|seat| seat.name).collect::<Vec<_>>(),
        "turns": turns,
        "updated": record.game.watched.last().map(|watched| watched.at),
        "over": record.game.ended.is_some(),
        "winners": winners(record.game.ended.as_ref().map(|ended| &ended.outcome), &name),
        "disputes": record.people.disputes.iter().map(dispute).collect::<Vec<_>>(),
        "rulings": record.people.rulings.iter().map(ruling).collect::<Vec<_>>(),
        "archive": ARCHIVE,
    }))
}

/// Returns the picture of the board at the end of a turn; `None` if the game has none.
fn map(campaign: &Campaign, render: &dyn Render, report: &TurnReport) -> Option<Captioned> {
    let shown = Shown { view: &report.view, events: &report.events, turn: report.turn, stage: &report.stage };
    let caption = render.caption(campaign.referee.templates(), shown.view, shown.turn, shown.stage);
    picture_of(&*campaign.referee, shown, &caption.ok()?)
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

fn link(watched: &Watched) -> Value {
    json!({"turn": watched.turn, "page": page_of(watched.turn), "map": map_of(watched.turn), "at": watched.at, "seq": watched.seq})
}

/// Returns the mark of a turn's page: what the page is made of, in short.
fn mark(campaign: &Campaign, turns: &[Watched], place: usize) -> Result<String, CampaignError> {
    let of = |place: usize| turns.get(place).map(|watched| watched.seq);
    let seq = of(place).unwrap_or_default();
    let hash = campaign.entries()?.iter().find(|entry| entry.seq == seq).map(|entry| entry.hash.to_string());
    let parts = json!({
        "hash": hash,
        "before": place.checked_sub(1).and_then(of),
        "next": of(place + 1),
        "title": campaign.settings.title,
        "version": env!("CARGO_PKG_VERSION"),
    });
    Ok(crate::seal::Hash256::of(&parts.to_string()).to_string())
}
