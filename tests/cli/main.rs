//! The program as its users meet it: whole sessions at the command line, in temporary folders, with the real binary.

#[cfg(unix)]
mod again;
mod against;
mod answers;
mod boards;
mod browser;
mod checking;
mod cron;
mod desktop;
#[cfg(unix)]
mod disputes;
mod evening;
#[path = "../common/folder.rs"]
mod folder;
mod founding;
mod games;
mod guide;
mod inbox;
mod injection;
mod json;
mod key;
mod letters;
mod living;
mod looking;
mod mailed_rulings;
mod maps;
#[path = "../common/outputs.rs"]
mod outputs;
mod page_seals;
mod pages;
mod papers;
#[path = "../common/screens.rs"]
mod screens;
mod sealed;
mod second;
mod sentences;
mod shows;
mod site;
mod ticking;
mod told;
mod width;
mod world;
mod worst;
#[path = "../common/worst_mails.rs"]
mod worst_mails;
mod wrong_inputs;
