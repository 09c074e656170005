//! The program as its users meet it: whole sessions at the command line, in temporary folders, with the real binary.

#[path = "cli/cron.rs"]
mod cron;
#[path = "cli/founding.rs"]
mod founding;
#[path = "cli/inbox.rs"]
mod inbox;
#[path = "cli/injection.rs"]
mod injection;
#[path = "cli/key.rs"]
mod key;
#[path = "cli/letters.rs"]
mod letters;
#[path = "cli/looking.rs"]
mod looking;
#[path = "cli/papers.rs"]
mod papers;
#[path = "cli/sealed.rs"]
mod sealed;
#[path = "cli/shows.rs"]
mod shows;
#[path = "cli/ticking.rs"]
mod ticking;
#[path = "cli/world.rs"]
mod world;
