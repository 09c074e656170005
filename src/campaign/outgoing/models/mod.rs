//! The models of our messages, made from the record alone; one file for each kind of message.

mod end;
mod leave;
mod mail_models;
mod notice;
mod opening;
mod receipt;
mod report;
mod seals;
mod status;

pub use mail_models::MailModels;
