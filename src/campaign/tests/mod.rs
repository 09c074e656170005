//! The campaign with the toy game: at the table, and from mails to mails on a disk that can fail.

mod along;
mod answers;
mod commands;
mod crash;
mod disputes;
mod engine;
mod explain;
mod gm_mail;
mod keys;
mod known;
mod leave;
mod living;
mod mails;
mod press;
mod proposals;
mod quiet;
mod reading;
mod replace;
mod ruling;
mod seals;
mod time;
mod trust;
mod views;
mod votes;
mod ways;
mod world;
