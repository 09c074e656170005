//! The program `ravenpost`; `ravenpost --help` lists its commands.

use std::process::ExitCode;

fn main() -> ExitCode {
    ravenpost::cli::main()
}
