//! `ravenpost rulebook`: prints the rules of a game as Ravenpost plays them, by chapter.

use super::console::{Outcome, misuse, say};
use crate::campaign::{Chapters, settings_of, typed_path};
use crate::games;
use crate::post::MARK;
use crate::report::Writer;
use anyhow::{Result, anyhow};
use serde_json::{Value, json};
use std::path::Path;

/// Print a chapter of a game's rules as Ravenpost plays them, or list the chapters
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    ravenpost rulebook thrones-1e            list the chapters\n  \
    ravenpost rulebook thrones-1e battle     print a chapter, by its number or a word of its title\n  \
    ravenpost rulebook king-is-dead garrison print what the rules say of a thing that no chapter is named after\n  \
    ravenpost rulebook westeros-7 8.6        print the chapter with section 8.6")]
pub(super) struct Args {
    /// Id of a game, such as thrones-1e, or folder of a campaign
    game: String,
    /// Number or title of a chapter, or number of a section such as 8.6; without it, the chapters are listed
    chapter: Vec<String>,
    /// Print the result as JSON
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
                "“{}” is neither a game nor the folder of a campaign. The games are: {}",
                args.game,
                all.join(", ")
            );
            return Err(misuse(wrong));
        }
    };
    let title = games::ALL.iter().find(|game| game.id == id).map_or(id.as_str(), |game| game.title);
    let rules = Chapters::of(&id).ok_or_else(|| anyhow!("this program has no rulebook for {title}"))?;
    let name = args.chapter.join(" ");
    let chapter = match name.as_str() {
        "" => None,
        name => Some(rules.find(name).map_err(|miss| {
            let hint =
                miss.suggestion().map(|near| format!(" Hint: did you mean “{near}”?")).unwrap_or_default();
            misuse(format!(
                "there is no chapter “{name}”. The chapters are: {}.{hint}",
                rules.names().join("; ")
            ))
        })?),
    };
    let part = json!({"game": title, "chapters": rules.names(), "chapter": chapter});
    if args.json {
        say(serde_json::to_string_pretty(&part)?);
    } else {
        let mut part = part;
        // In a mail, chapters are asked for with `ask: rules`.
        part["typed"] = typed_path(folder).into();
        let text =
            Writer::new(&|_| None).page("mail", "mail/rules.md", &Value::Null, &json!({"part": part}))?;
        // The bar keeps an example in a mail from being taken for an order. At a terminal it would only be in the way.
        for line in text.trim_end().lines() {
            match line.strip_prefix(MARK) {
                Some(example) => say(format!("    {example}")),
                None => say(line),
            }
        }
    }
    Ok(Outcome::Done)
}
