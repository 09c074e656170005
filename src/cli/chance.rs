//! `ravenpost chance`: the game master enters the public number that the game waits for.

use super::clock::{Common, carry_out};
use super::console::{Outcome, misuse};
use super::world::{host, now};
use crate::campaign::chance_words::normal;
use crate::campaign::{Campaign, Order, typed_path};
use crate::report::when;
use anyhow::Result;

/// Enter the public number that was named at the founding (`chance: {public: …}`), so that the game can begin
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  \
    ravenpost chance westeros-7 3 7 12 24 31 42\n\n\
    Only letters and digits count, and their order does not: numbers are put in order of size. Everyone is told the number \
    as it will be hashed, and has time to look it up (`check` in campaign.yaml) before the game begins. Until then you can \
    correct a typing error with --correct; that is recorded, and everyone is told.")]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
    /// The number, or several, such as 3 7 12 24 31 42
    #[arg(required = true)]
    number: Vec<String>,
    /// Replace a number that was entered wrongly
    #[arg(long)]
    correct: bool,
}

pub(super) fn run(args: &Args, quiet: bool) -> Result<Outcome> {
    let text = args.number.join(" ");
    let value = normal(&text)
        .ok_or_else(|| misuse(format!("“{text}” contains no letters and digits that we can use")))?;
    let campaign = Campaign::open(&host(), &args.common.dir)?;
    let done = match campaign.record.people.public_number() {
        Some(public) => {
            let until = now(args.common.now) + chrono::TimeDelta::seconds(public.check);
            format!(
                "For “{}” we use: {value}\nAll players are told, can look it up, and can object until {}. Then the game begins. If the number is wrong, correct it before: ravenpost chance {} --correct NUMBER",
                public.name,
                when(&until.to_rfc3339(), &campaign.settings.gm.timezone),
                typed_path(&args.common.dir),
            )
        }
        None => String::new(),
    };
    drop(campaign);
    carry_out(&args.common, &Order::Chance { text, correct: args.correct }, &done, quiet)
}
