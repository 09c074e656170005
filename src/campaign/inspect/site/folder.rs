//! The files of a site on the disk: written when they have changed, and atomically.

use super::pages::{Made, about, made, turn_of};
use crate::campaign::outgoing::render::Render;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::{Campaign, Host};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A site that was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SiteWritten {
    pub folder: PathBuf,
    /// The files that were new or have changed.
    pub written: Vec<String>,
    /// The files of turns, or of moments within a turn, that a ruling has replaced.
    pub removed: Vec<String>,
}

/// Writes the site of a campaign to the folder `out`: only what has changed; pages of turns that have been
/// replaced go. With `anew` every page is made again, even if nothing that it is made of has changed; the campaign's own templates may
/// have.
///
/// # Errors
/// If the campaign has not begun, the ledger cannot be replayed, a template fails, or a file cannot be written.
pub fn site(
    host: &Host,
    campaign: &Campaign,
    render: &dyn Render,
    out: &Path,
    anew: bool,
) -> Result<SiteWritten, CampaignError> {
    let keeps = |name: &str, mark: &str| {
        let page = if anew { None } else { host.read(&out.join(name)).ok() };
        page.is_some_and(|page| String::from_utf8_lossy(&page).contains(mark))
    };
    let made = made(campaign, render, &keeps)?;
    let mut site = put(host, out, &made)?;
    for path in host.list(out)? {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let is_made =
            |turn: u32| made.kept.contains(&turn) || made.files.iter().any(|(file, _)| *file == name);
        if turn_of(&name).is_some_and(|turn| !is_made(turn)) {
            host.remove(&path)?;
            site.removed.push(name);
        }
    }
    Ok(site)
}

/// Keeps the site up to date, if the settings name a folder for it. The pages follow from the ledger, so that what could not be
/// written now is written with the next turn.
///
/// Returns what went wrong, in words.
pub fn keep(host: &Host, campaign: &Campaign, render: &dyn Render) -> Option<String> {
    let out = campaign.dir.join(campaign.settings.site.as_ref()?);
    let error = site(host, campaign, render, &out, false).err()?;
    Some(format!("the pages for the web could not be written: {error}"))
}

/// Writes the page that lists several campaigns, each with its site in the folder `out` under its own name.
///
/// # Errors
/// If a campaign cannot be replayed, the template fails, or the file cannot be written.
pub fn index(
    host: &Host,
    campaigns: &[Campaign],
    render: &dyn Render,
    out: &Path,
) -> Result<SiteWritten, CampaignError> {
    let all = campaigns.iter().map(about).collect::<Result<Vec<Value>, _>>()?;
    let page = render.site_file("site/campaigns.html", &json!({"campaigns": all}));
    let page = page.map_err(|why| CampaignError::Fault(why.to_string()))?;
    put(host, out, &Made { files: vec![("index.html".to_owned(), page.into_bytes())], kept: Vec::new() })
}

fn put(host: &Host, out: &Path, made: &Made) -> Result<SiteWritten, CampaignError> {
    host.create_folder(out)?;
    let mut written = Vec::new();
    for (name, bytes) in &made.files {
        let path = out.join(name);
        if host.read(&path).is_ok_and(|old| old == *bytes) {
            continue;
        }
        host.write_for_all(&path, bytes)?;
        written.push(name.clone());
    }
    Ok(SiteWritten { folder: out.to_owned(), written, removed: Vec::new() })
}
