//! The files of a site on the disk: written when they have changed, and atomically.

use super::pages::{about, make, turn_of};
use crate::campaign::outgoing::render::Render;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::{Campaign, Host};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
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
    let mut site = SiteWritten::in_folder(host, out)?;
    let mut all = BTreeSet::new();
    let kept = make(campaign, render, &keeps, &mut |name, bytes| {
        all.insert(name.to_owned());
        site.put(host, name, bytes)
    })?;
    for path in host.list(out)? {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let is_made = |turn: u32| kept.contains(&turn) || all.contains(&name);
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
    let mut site = SiteWritten::in_folder(host, out)?;
    site.put(host, "index.html", page.as_bytes())?;
    Ok(site)
}

impl SiteWritten {
    /// Makes a folder in which nothing is written yet.
    fn in_folder(host: &Host, out: &Path) -> Result<Self, CampaignError> {
        host.create_folder(out)?;
        Ok(SiteWritten { folder: out.to_owned(), written: Vec::new(), removed: Vec::new() })
    }

    /// Writes a file, if it is new or has changed.
    fn put(&mut self, host: &Host, name: &str, bytes: &[u8]) -> Result<(), CampaignError> {
        let path = self.folder.join(name);
        if !host.read(&path).is_ok_and(|old| old == *bytes) {
            host.write_for_all(&path, bytes)?;
            self.written.push(name.to_owned());
        }
        Ok(())
    }
}
