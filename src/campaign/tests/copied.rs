//! Answers that people type into a copy of our message which their program does not mark: Outlook puts its head above it, and all
//! below looks as if one person had written it.

use super::club::{Club, text, told};
use crate::post::Letter;

const SEATS: [&str; 3] = ["stark", "lannister", "baratheon"];
const HEAD: &str =
    "From: The game <game@example.org>\nSent: Friday, 20 November 2026 11:00\nTo: Anna\nSubject: Turn 1\n\n";

fn club() -> Club {
    Club::of("thrones-1e", &SEATS, "pace: ask\nabsence: wait\n", 7)
}

/// Copies a mail below a head, with lines below those with some words.
fn copied(mail: &Letter, below: &[(&str, &str)]) -> String {
    let mut body = format!("\n{HEAD}");
    let mut used = 0;
    for line in text(mail).lines() {
        body += &format!("{line}\n");
        for (_, own) in below.iter().filter(|(end, _)| line.trim() == *end) {
            used += 1;
            body += own;
        }
    }
    assert_eq!(used, below.len(), "{below:?} in {}", text(mail));
    body
}

#[test]
fn answers_in_a_copy_of_our_sheet_count() {
    let mut club = club();
    let report = club.report("stark");
    let below = [
        ("Winterfell: ~", "march +1 to Moat Cailin\n"),
        ("White Harbor: ~", "    defense\n"),
        ("The Shivering Sea: ~", "\nraid Narrow Sea\n\n"),
    ];
    let receipt = club.reply("stark", &report, &copied(&report, &below));
    let said = told(&receipt);
    for part in ["Winterfell: March +1", "White Harbor: Defense", "The Shivering Sea: Raid", "Moat Cailin"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("Not accepted"), "{said}");
}

#[test]
fn a_copy_without_own_words_says_nothing_of_its_own() {
    let mut club = club();
    let report = club.report("stark");
    let body = format!("White Harbor defense\n{}", copied(&report, &[]));
    let said = told(&club.reply("stark", &report, &body)).to_owned();
    assert!(said.contains("White Harbor: Defense") && !said.contains("Not accepted"), "{said}");
    assert!(!said.contains("Winterfell: "), "{said}");
}

#[test]
fn what_reads_like_an_order_in_a_copy_and_answers_nothing_is_asked_back() {
    let mut club = club();
    let report = club.report("stark");
    let below = [("The position", "Winterfell march +1 to Moat Cailin\n")];
    let receipt = club.reply("stark", &report, &copied(&report, &below));
    let said = told(&receipt);
    assert!(said.contains("shown it to nobody") && !said.contains("Winterfell: March"), "{said}");
}

#[test]
fn words_of_others_in_a_copy_never_count() {
    let mut club = club();
    let report = club.report("stark");
    let all = text(&report).to_owned();
    let key = all.lines().find_map(|line| line.strip_prefix("key: ")).expect("a key").trim_matches('"');
    let below = [("Winterfell: ~", "march +1 to Moat Cailin\n")];
    let whole = copied(&report, &below);
    // Without the key anybody may have written it; behind the mark others have; and a letter of somebody else may have copied ours.
    let no_key = whole.replace(key, "");
    let marked = copied(&report, &[("Winterfell: ~", "| march +1 to Moat Cailin\n")]);
    let of_a_rival = whole.replace("From: The game <game@example.org>", "From: Bert <bert@example.org>");
    let forwarded = format!("\n{HEAD}Hello\n\n{}", of_a_rival.trim_start());
    for (how, body) in
        [("no key", no_key), ("marked", marked), ("rival", of_a_rival), ("forwarded", forwarded)]
    {
        let said = told(&club.reply("stark", &report, &body)).to_owned();
        assert!(!said.contains("Winterfell: March +1"), "{how}: {said}");
    }
}
