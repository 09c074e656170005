//! Mails of a campaign that is argued about, on a phone: nothing is wider than the screen.
use super::living::by_gm;
use super::screens::too_wide;
use super::world::*;
use mail_parser::MessageParser;
use std::fs;

/// Every mail that was sent, with its subject and its HTML.
fn pages(world: &World) -> Vec<(String, String)> {
    let files = fs::read_dir(world.path("c/mail/out/new")).unwrap();
    let page = |file: std::io::Result<fs::DirEntry>| {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        let mail = MessageParser::default().parse(&bytes).unwrap();
        let html = mail.body_html(0).expect("HTML").into_owned();
        (mail.subject().unwrap_or_default().to_owned(), html)
    };
    files.map(page).collect()
}

#[test]
fn what_is_mailed_about_disputes_and_rulings_fits_a_phone() {
    let world =
        World::begun(&[STEADY, ("rulings: {protest: no, vote: no}", "rulings: {protest: 48h, vote: yes}")]);
    for (seat, plan) in [("stark", STARK), ("lannister", LANNISTER), ("baratheon", BARATHEON)] {
        world.submit(seat, &format!("{plan}final: yes\n"), SOON);
    }
    // What is typed without a break is as long as the lines of some.
    let long = "x".repeat(200);
    let of = |seat: &str, text: &str| {
        let mail = world.plain(player(seat), &format!("key: {}\n{text}", world.key(seat)));
        world.hand(&mail, SOON);
    };
    of("stark", &format!("dispute:\n  turn: 1\n  about: |\n    Why {long}?\n"));
    of("lannister", &format!("dispute: {{number: 1, says: Because {long}}}\n"));
    by_gm(&world, "do: {decisions: 1/planning}\n", SOON);
    let rule = |because: &str| {
        format!(
            "do:\n  rule:\n    answers:\n      1/planning/0/stark/orders: {{winterfell: defense, white-harbor: march+0, \
             the-shivering-sea: raid}}\n    because: {because}\n"
        )
    };
    by_gm(&world, &rule(""), SOON);
    by_gm(&world, &rule(&long), SOON);
    let proposed = world.run(&[
        "rule",
        "c",
        "--answer",
        "1/planning/0/stark/orders={winterfell: defense, white-harbor: march+0, the-shivering-sea: raid}",
        "--because",
        &long,
        "--propose",
        "--now",
        SOON,
    ]);
    proposed.says(0, &[]);
    world.tick(SOON);
    of("baratheon", "vote: {ruling: no}\n");
    world.run(&["dispute", "c", "1", "--close", &long, "--now", SOON]).says(0, &[]);
    world.tick(SOON);
    let pages = pages(&world);
    let is_about = |what: &str| pages.iter().filter(|(subject, _)| subject.contains(what)).count();
    assert!(
        is_about("Dispute 1") >= 4 && is_about("Ruling 1") >= 3,
        "{:?}",
        pages.iter().map(|p| &p.0).collect::<Vec<_>>()
    );
    let Some(wrong) = too_wide(&pages) else {
        println!("there is no Chromium here, so nobody has looked");
        return;
    };
    assert!(wrong.is_empty(), "{} pages are too wide:\n{}", wrong.len(), wrong.join("\n"));
}
