//! The command line: see `ravenpost --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ravenpost::cli::main()
}
