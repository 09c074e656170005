//! The files of a site on the disk: written when they have changed, and atomically.

use super::pages::{Files, about, files};
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
}

/// Writes the site of a campaign to the folder `out`: only what has changed. With `anew` every page is made again, even if nothing
/// that it is made of has changed; the campaign's own templates may have.
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
    put(host, out, files(campaign, render, &keeps)?)
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
    put(host, out, vec![("index.html".to_owned(), page.into_bytes())])
}

fn put(host: &Host, out: &Path, files: Files) -> Result<SiteWritten, CampaignError> {
    host.create_folder(out)?;
    let mut written = Vec::new();
    for (name, bytes) in files {
        let path = out.join(&name);
        if host.read(&path).is_ok_and(|old| old == bytes) {
            continue;
        }
        host.write_for_all(&path, &bytes)?;
        written.push(name);
    }
    Ok(SiteWritten { folder: out.to_owned(), written })
}
