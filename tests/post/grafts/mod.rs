//! Nobody else's words speak for a player: words of others, put into our messages, come back below an answer as mail
//! programs of all kinds copy them, and do nothing that the answer alone would not have done.

mod clients;
mod words;
mod world;

#[path = "../../common/thorough.rs"]
mod thorough;

use crate::outputs::{self, Scenario};
use clients::CLIENTS;
use std::collections::BTreeMap;
use words::{KINDS, Kind, grafts, lines};
use world::{Effect, World};

/// What the reader writes above (or below) the copy.
const ANSWERS: [&str; 3] =
    ["Thanks, will think.", "ask: status", "plan:\n  orders:\n    Winterfell: support"];

#[test]
fn nobody_elses_words_speak_for_a_player() {
    let world = World::new();
    let grafts = grafts(&world.rivals_key, &world.key);
    assert!(grafts.len() >= 60 && CLIENTS.len() >= 20, "{} {}", grafts.len(), CLIENTS.len());
    let alone: Vec<Effect> = ANSWERS.iter().map(|answer| world.effect_of(&world.alone(answer))).collect();
    assert!(alone[0].plan.is_none() && alone[2].plan.is_some(), "{alone:?}");
    let (mut tried, mut wrong) = (0, Vec::new());
    let (mut scenario, mut replies) = (Scenario::new(), BTreeMap::<&str, String>::new());
    for (g, graft) in grafts.iter().enumerate() {
        let ours: Vec<_> = KINDS.iter().map(|kind| world.message(*kind, graft)).collect();
        for (c, client) in CLIENTS.iter().enumerate() {
            if (g + c) % thorough::thorough(3, 1) > 0 {
                continue;
            }
            // Each text comes in a third of the clients, in one kind of message and below one answer; in a thorough
            // run in all of them.
            let picked = (g + c / 3) % KINDS.len();
            let kinds = thorough::thorough(picked..picked + 1, 0..KINDS.len());
            let answers =
                thorough::thorough(picked % ANSWERS.len()..picked % ANSWERS.len() + 1, 0..ANSWERS.len());
            for (kind, a) in kinds.flat_map(|kind| answers.clone().map(move |a| (kind, a))) {
                tried += 1;
                let mail = world.reply(client, ANSWERS[a], &ours[kind]);
                let effect = world.effect_of(&mail);
                let letter = ravenpost::post::read(mail.as_bytes());
                let read = format!("{letter:#?}\n{:#?}\n", crate::document(&letter, &crate::KEYS));
                replies.entry(client.name).or_default().push_str(&read);
                if effect != alone[a] {
                    let what = format!("{:?} in {:?}, {}: {:?}", graft, KINDS[kind], client.name, ANSWERS[a]);
                    wrong.push(format!("{what}\n  {effect:?}\n  instead of {:?}", alone[a]));
                }
            }
        }
    }
    let first: Vec<&String> = wrong.iter().step_by(wrong.len() / 8 + 1).collect();
    assert!(wrong.is_empty(), "{} of {tried} have an effect, such as {first:#?}", wrong.len());
    if !thorough::thorough(false, true) {
        replies.into_iter().for_each(|(client, all)| outputs::said(client, all));
        scenario.ends(Vec::new);
    }
}

/// Answers typed without the form of a document.
const TYPED: [&str; 5] = [
    "Winterfell: support\nWhite Harbor raid",
    "I'm away from 25.12. until 28.12.",
    "final",
    "Can I answer tomorrow, too?",
    "Orders :\nWinterfell support\nfinal!",
];

/// Lines without any form cannot be made harmless where others write them: only their place shows that they are not the
/// reader's. An answer below a copy may count or not, but the copy never does.
#[test]
fn lines_that_others_typed_do_nothing() {
    let world = World::new();
    let alone: Vec<Effect> = TYPED.iter().map(|answer| world.effect_of(&world.alone(answer))).collect();
    let nothing = world.effect_of(&world.alone(""));
    assert!(alone[1].kinds.contains(&"absence".to_owned()), "{alone:?}");
    assert!(alone[3].kinds.contains(&"press".to_owned()) && nothing.kinds == ["received"], "{alone:?}");
    let (mut tried, mut counted, mut wrong) = (0, 0, Vec::new());
    for (g, graft) in lines().iter().enumerate() {
        let picked = g % KINDS.len();
        let ours = world.message(KINDS[picked], graft);
        for (c, client) in CLIENTS.iter().enumerate() {
            if (g + c) % thorough::thorough(3, 1) > 0 {
                continue;
            }
            let answers =
                thorough::thorough((g + c / 3) % TYPED.len()..(g + c / 3) % TYPED.len() + 1, 0..TYPED.len());
            for a in answers {
                tried += 1;
                let effect = world.effect_of(&world.reply(client, TYPED[a], &ours));
                let is_below = client.name.contains("answer below");
                counted += usize::from(effect == alone[a]);
                if effect != alone[a] && !(is_below && effect == nothing) {
                    let what = format!("{graft:?} in {:?}, {}: {:?}", KINDS[picked], client.name, TYPED[a]);
                    wrong.push(format!("{what}\n  {effect:?}\n  instead of {:?}", alone[a]));
                }
            }
        }
    }
    let first: Vec<&String> = wrong.iter().step_by(wrong.len() / 8 + 1).collect();
    assert!(wrong.is_empty(), "{} of {tried} have an effect, such as {first:#?}", wrong.len());
    assert!(counted * 10 > tried * 9, "{counted} of {tried} answers count");
}

/// A sheet that the reader filled in still counts, wherever the words of others are in the same message.
#[test]
fn a_plan_filled_in_below_the_words_of_others_is_found() {
    let world = World::new();
    let grafts = grafts(&world.rivals_key, &world.key);
    let mut tried = 0;
    for (g, graft) in grafts.iter().enumerate().step_by(thorough::thorough(7, 1)) {
        let message = world.message(KINDS[g % KINDS.len()], graft);
        for client in CLIENTS.iter().filter(|client| client.may_be_filled_in) {
            let mail = world.reply(client, "Here you are.", &message);
            let filled = mail.replacen("Winterfell: ~", "Winterfell: support", 1);
            assert_ne!(filled, mail, "{}: the sheet is not there: {mail}", client.name);
            let effect = world.effect_of(&filled);
            let plan = effect.plan.clone().unwrap_or_default();
            assert!(
                plan.contains("winterfell") && plan.contains("support"),
                "{} {graft:?}: {effect:?}",
                client.name
            );
            assert!(!effect.is_final && !effect.kinds.contains(&"absence".to_owned()), "{effect:?}");
            tried += 1;
        }
    }
    assert!(tried >= 80, "{tried}");
}

/// Our own examples and explanations do nothing either, in whatever pieces a mail program makes text of them.
#[test]
fn our_own_words_do_nothing_when_they_come_back() {
    let world = World::new();
    let alone: Vec<Effect> = ANSWERS.iter().map(|answer| world.effect_of(&world.alone(answer))).collect();
    let typed: Vec<Effect> = TYPED.iter().map(|answer| world.effect_of(&world.alone(answer))).collect();
    let nothing = world.effect_of(&world.alone(""));
    for (c, client) in CLIENTS.iter().enumerate() {
        // What stands below words that nothing marks as ours is not told from them.
        let is_below = client.name.contains("answer below");
        for (m, message) in world.own_messages().into_iter().enumerate() {
            let all = ANSWERS.iter().enumerate().skip((c + m) % ANSWERS.len());
            for (a, answer) in all.step_by(thorough::thorough(ANSWERS.len(), 1)) {
                let effect = world.effect_of(&world.reply(client, answer, &message));
                assert!(
                    effect == alone[a] || is_below && effect == nothing,
                    "{}: {answer:?} above {}: {effect:?}",
                    client.name,
                    message.text
                );
            }
            let typed = &typed[(c + m) % TYPED.len()];
            let effect = world.effect_of(&world.reply(client, TYPED[(c + m) % TYPED.len()], &message));
            assert!(
                effect == *typed || is_below && effect == nothing,
                "{}: {effect:?} above {}",
                client.name,
                message.text
            );
        }
    }
}

/// The bars are real text, in HTML as well, and no line of the words is without one, however long it was.
#[test]
fn each_line_of_others_begins_with_the_mark() {
    let world = World::new();
    let words = format!("zzz\n\n  zzz indented\n{}", "zzz and on it goes ".repeat(20));
    for kind in [Kind::Press, Kind::Dispute, Kind::Comment, Kind::Ruling] {
        let message = world.message(kind, &words);
        for text in [message.text.clone(), clients::bare(&message.html), clients::tabbed(&message.html)] {
            let lines: Vec<&str> = text.lines().filter(|line| line.contains("zzz")).collect();
            assert!(lines.len() >= 6, "{text}");
            for line in lines {
                assert!(line.starts_with("| ") && line.chars().count() <= 72, "{line:?} of {kind:?}");
            }
        }
    }
}
