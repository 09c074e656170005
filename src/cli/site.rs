//! `ravenpost site`: writes what everybody may know as pages for the web.

use super::console::{Outcome, say};
use super::world::{campaigns_below, host};
use crate::campaign::{self, Campaign, writer_of};
use anyhow::{Result, bail};
use std::path::PathBuf;

/// Write a campaign as web pages: each turn, the public record, and a page that verifies it in the browser
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The pages hold what everybody may know, and name no player. The public record beside them has the names of the \
                        players, unless the campaign is anonymous, and no address. Any web host can serve the folder, and it \
                        can be read from a disk. With `site: FOLDER` in campaign.yaml the tick that ends a turn writes it."
)]
pub(super) struct Args {
    /// Folder of the campaign
    #[arg(required_unless_present = "root", conflicts_with = "root")]
    dir: Option<PathBuf>,
    /// Folder whose subfolders are campaigns; writes the site of each, and a page that lists them
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Folder to write; files that have not changed are left alone
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let host = host();
    let dirs = match &args.root {
        Some(root) => campaigns_below(root)?,
        None => args.dir.iter().cloned().collect(),
    };
    let campaigns =
        dirs.iter().map(|dir| Ok(Campaign::open(&host, dir)?)).collect::<Result<Vec<Campaign>>>()?;
    if let Some([one, other]) = of_one_name(&campaigns) {
        let (id, one, other) = (&one.settings.id, one.dir.display(), other.dir.display());
        bail!(
            "{one} and {other} are both the campaign {id}, and their pages would be in one folder. Nothing was written. Write the pages of each with its own --out, or keep one of them elsewhere"
        );
    }
    let mut all = Vec::new();
    for campaign in &campaigns {
        let id = &campaign.settings.id;
        let out = if args.root.is_some() { args.out.join(id) } else { args.out.clone() };
        all.push(campaign::site(&host, campaign, &writer_of(&host, &campaign.dir), &out, true)?);
    }
    if let Some(root) = &args.root {
        all.push(campaign::site_index(&host, &campaigns, &writer_of(&host, root), &args.out)?);
    }
    if args.json {
        say(serde_json::to_string_pretty(&all)?);
    } else if !quiet {
        for site in &all {
            let folder = site.folder.display();
            match site.written.len() {
                0 if site.removed.is_empty() => say(format!("{folder}: nothing has changed")),
                0 => {}
                1 => say(format!("{folder}: wrote {}", site.written[0])),
                count => say(format!("{folder}: wrote {count} files")),
            }
            match site.removed.len() {
                0 => {}
                1 => say(format!("{folder}: removed {}, which a ruling has replaced", site.removed[0])),
                count => say(format!("{folder}: removed {count} files, which a ruling has replaced")),
            }
        }
    }
    Ok(Outcome::Done)
}

/// Returns two campaigns that have the same name, as a campaign and a copy of it have.
fn of_one_name(campaigns: &[Campaign]) -> Option<[&Campaign; 2]> {
    let mut rest = campaigns.iter();
    std::iter::from_fn(|| {
        let one = rest.next()?;
        Some(rest.clone().find(|other| other.settings.id == one.settings.id).map(|other| [one, other]))
    })
    .flatten()
    .next()
}
