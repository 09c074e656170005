//! Reads the settings about windows: when they close, how plans are handed in, and what becomes of a silent seat.

use super::fields::{Fields, Mistakes, one_of};
use super::windows::{Absence, Clock, CloseEarly, Pace, Secrecy};
use crate::campaign::state::clock::{Rule, read_rule, read_span};
use crate::sheet::{Names, fold};
use chrono::TimeDelta;
use std::collections::BTreeMap;

/// When windows close unless the settings say something else, as templates/campaign.yaml has it.
const DEADLINE: &str = "every 3 days at 20:00";
pub(super) const PACES: [(&str, Pace); 2] = [("ask", Pace::Ask), ("batch", Pace::Batch)];
const ABSENCES: [(&str, Absence); 3] =
    [("wait", Absence::Wait), ("default", Absence::Default), ("steward", Absence::Steward)];
const SECRECIES: [(&str, Secrecy); 3] =
    [("deposit", Secrecy::Deposit), ("sealed", Secrecy::Sealed), ("either", Secrecy::Either)];

/// The settings that [`read`] returns; the fields are those of [`Settings`](super::Settings).
pub(super) struct WindowSettings {
    pub(super) pace: Pace,
    pub(super) page: bool,
    pub(super) ask_about: Vec<String>,
    pub(super) clock: Clock,
    pub(super) absence: Absence,
    pub(super) days_away: u16,
    pub(super) secrecy: Secrecy,
    pub(super) secrecy_of: BTreeMap<String, Secrecy>,
    pub(super) close_early: CloseEarly,
}

/// Reads the settings about windows; `home` is the time zone of deadlines that name none, and `kinds` are the game's kinds of
/// questions.
pub(super) fn read(all: &mut Fields<'_>, home: &str, kinds: &[&str], wrong: &mut Mistakes) -> WindowSettings {
    let pace = all.choice("pace", &PACES, wrong).unwrap_or(Pace::Ask);
    let page = all.truth("page", wrong).unwrap_or(true);
    let ask_about = all.words("ask about", kinds, wrong).unwrap_or_default();
    let clock = read_clock(all, home, wrong);
    let absence = all.choice("absence", &ABSENCES, wrong).unwrap_or(Absence::Wait);
    let days_away = all.number("days away a year", 0..=366, wrong).unwrap_or(28);
    let (secrecy, secrecy_of) = read_secrecy(all, kinds, wrong);
    let early = [("final", CloseEarly::Final), ("all in", CloseEarly::AllIn), ("no", CloseEarly::No)];
    let close_early = all.choice("close early", &early, wrong).unwrap_or(CloseEarly::Final);
    WindowSettings {
        pace,
        page,
        ask_about,
        clock,
        absence,
        days_away: u16::try_from(days_away).unwrap_or(u16::MAX),
        secrecy,
        secrecy_of,
        close_early,
    }
}

fn read_clock(all: &mut Fields<'_>, home: &str, wrong: &mut Mistakes) -> Clock {
    let hours = TimeDelta::hours;
    let every_three_days = read_rule(DEADLINE, Some(home)).unwrap_or(Rule::None);
    let mut clock = Clock {
        deadline: every_three_days.clone(),
        question: every_three_days,
        opening: Rule::After(hours(48)),
        grace: hours(2),
        reminder: Some(hours(24)),
        outage: hours(6),
        trusted_host: None,
    };
    let Some(node) = all.take("clock") else { return clock };
    let mut fields = Fields::of(node, "clock", wrong);
    let set = |to: &mut TimeDelta, from: Option<TimeDelta>| *to = from.unwrap_or(*to);
    clock.deadline = fields.rule("deadline", Some(home), wrong).unwrap_or(clock.deadline);
    clock.question = fields.rule("question", Some(home), wrong).unwrap_or(clock.deadline.clone());
    clock.opening = fields.rule("opening", Some(home), wrong).unwrap_or(clock.opening);
    set(&mut clock.grace, fields.span("grace", wrong));
    set(&mut clock.outage, fields.span("outage", wrong));
    clock.reminder = match fields.take("reminder") {
        None => clock.reminder,
        Some(node) => match node.text().map(|text| (text, read_span(text))) {
            Some((text, _)) if fold(text) == "no" || fold(text) == "none" => None,
            Some((_, Ok(span))) => Some(span),
            Some((_, Err(why))) => {
                wrong.add(node.span, format!("clock.reminder: {why}, or no"));
                None
            }
            None => {
                wrong.add(node.span, "clock.reminder: wants a length of time, or no");
                None
            }
        },
    };
    clock.trusted_host = fields.text("trusted host", wrong).filter(|host| fold(host) != "none");
    if clock.outage < TimeDelta::minutes(5) {
        wrong.add(
            fields.span,
            "clock.outage: less than five minutes. An outage must be longer than the time between two ticks",
        );
    }
    fields.finish(wrong);
    clock
}

fn read_secrecy(
    all: &mut Fields<'_>,
    kinds: &[&str],
    wrong: &mut Mistakes,
) -> (Secrecy, BTreeMap<String, Secrecy>) {
    let Some(node) = all.take("secrecy") else { return (Secrecy::Deposit, BTreeMap::new()) };
    if node.entries().is_none() {
        return (one_of(node, "secrecy", &SECRECIES, wrong).unwrap_or(Secrecy::Deposit), BTreeMap::new());
    }
    let mut fields = Fields::of(node, "secrecy", wrong);
    let default = fields.choice("default", &SECRECIES, wrong).unwrap_or(Secrecy::Deposit);
    let mut names = Names::new();
    kinds.iter().for_each(|kind| {
        names.add(kind, *kind);
    });
    let mut of_kinds = BTreeMap::new();
    for (kind, span, node) in fields.rest() {
        let kind = match names.find(kind) {
            Ok(known) => known,
            Err(_) if kinds.is_empty() => kind,
            Err(miss) => {
                let all = kinds.join(", ");
                let what = format!("secrecy: “{kind}” is neither “default” nor a kind of question: {all}");
                wrong.near(span, what, miss.suggestion());
                continue;
            }
        };
        if let Some(secrecy) = one_of(node, &format!("secrecy.{kind}"), &SECRECIES, wrong) {
            of_kinds.insert(kind.to_owned(), secrecy);
        }
    }
    (default, of_kinds)
}
