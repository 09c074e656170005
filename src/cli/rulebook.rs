//! `ravenpost rulebook`: a game's rules as they are played, by chapters.

use super::console::{Outcome, misuse, say};
use crate::campaign::{Chapters, settings_of};
use crate::games;
use crate::report::Writer;
use anyhow::{Result, anyhow};
use serde_json::{Value, json};
use std::path::Path;

/// Print a chapter of a game's rules as they are played, or the list of chapters
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    ravenpost rulebook thrones-1e            which chapters there are\n  \
    ravenpost rulebook thrones-1e battle     a chapter, by its number or a word of its name\n  \
    ravenpost rulebook westeros-7 8.6        a section, of the game that this campaign plays")]
pub(super) struct Args {
    /// The game's id, or a campaign's folder
    game: String,
    /// A chapter, or the number of a section; all chapters are listed if left out
    chapter: Vec<String>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let folder = Path::new(&args.game);
    let id = match games::ALL.iter().find(|game| game.id == args.game) {
        Some(game) => game.id.to_owned(),
        None if folder.join("campaign.yaml").is_file() => settings_of(&super::world::host(), folder)?.0.game,
        None => {
            let all: Vec<&str> = games::ALL.iter().map(|game| game.id).collect();
            let wrong = format!(
                "“{}” is neither a game nor a campaign's folder. The games: {}",
                args.game,
                all.join(", ")
            );
            return Err(misuse(wrong));
        }
    };
    let title = games::ALL.iter().find(|game| game.id == id).map_or(id.as_str(), |game| game.title);
    let rules = Chapters::of(&id).ok_or_else(|| anyhow!("{title} comes without a text of its rules"))?;
    let name = args.chapter.join(" ");
    let chapter = match name.as_str() {
        "" => None,
        name => Some(rules.find(name).map_err(|miss| {
            let hint =
                miss.suggestion().map(|near| format!(" Hint: did you mean “{near}”?")).unwrap_or_default();
            misuse(format!("there is no chapter “{name}”. There are: {}.{hint}", rules.names().join("; ")))
        })?),
    };
    let part = json!({"game": title, "chapters": rules.names(), "chapter": chapter});
    if args.json {
        say(serde_json::to_string_pretty(&part)?);
    } else {
        let text =
            Writer::new(&|_| None).page("mail", "mail/rules.md", &Value::Null, &json!({"part": part}))?;
        say(text.trim_end());
    }
    Ok(Outcome::Done)
}
