//! `ravenpost completions` and `man`: what a shell and a manual want to know of the command line, made from its own definition.

use super::console::{Outcome, say};
use anyhow::{Context, Result};
use clap::{Command, ValueHint};
use clap_complete::Shell;
use std::io::Write;
use std::path::PathBuf;

/// Print the completions of a shell: its Tab key then knows the commands and options
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    ravenpost completions bash > ~/.local/share/bash-completion/completions/ravenpost\n  \
    ravenpost completions zsh > ~/.zfunc/_ravenpost\n  \
    ravenpost completions fish > ~/.config/fish/completions/ravenpost.fish")]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Print the manual page, or write a page for each command into a folder
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    ravenpost man | man -l -                          read the page of the program\n  \
    ravenpost man --out ~/.local/share/man/man1       install a page for each command: man ravenpost-rule")]
pub(super) struct ManArgs {
    /// Folder to write all pages into; it is made if it does not exist
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// The folder of `--out`, without the option
    #[arg(value_name = "DIR", conflicts_with = "out", hide = true)]
    folder: Option<PathBuf>,
}

pub(super) fn completions(args: &CompletionsArgs, mut command: Command) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "ravenpost", &mut script);
    print(&script)
}

pub(super) fn man(args: &ManArgs, command: Command, quiet: bool) -> Result<Outcome> {
    let Some(folder) = args.out.as_ref().or(args.folder.as_ref()) else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        return print(&page);
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    written.with_context(|| format!("the manual pages cannot be written into {}", folder.display()))?;
    if !quiet {
        say(format!("The manual pages are in {}.", folder.display()));
    }
    Ok(Outcome::Done)
}

/// Prints text made by a library as it is. Whoever reads only the beginning has what they want.
fn print(text: &[u8]) -> Result<Outcome> {
    match std::io::stdout().lock().write_all(text) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Outcome::Done),
    }
}
