use super::*;

const GOOD: &str = "
campaign: westeros-7
title: Westeros in autumn
game: thrones-1e
players: 3
timezone: Europe/Rome
address: {address: orders@example.org, name: Ravens}
gm: {name: Maria, addresses: [maria@example.org], plays: stark, reads press: yes}
seats:
  stark: {player: Anna, addresses: [anna@example.org, anna@work.example]}
  lannister: {player: Bert, address: bert@example.org, timezone: America/Chicago, pace: batch}
  baratheon: {player: Cleo, address: cleo@example.org, language: it}
pace: ask
ask about: [card, retreat]
clock: {deadline: \"every 3 days at 20:00\", grace: 2h, reminder: 1 day, outage: 12h, trusted host: mx.example.org}
absence: steward
days away a year: 40
secrecy: {default: deposit, orders: sealed}
close early: all in
from: any
press: grey
disputes: {clock: waits, a seat: 2}
limits: {mail: 500 KiB, plan: 32 KiB, mails an hour: 10, press: 500, press a day: 5, outgoing: 2 MiB}
leak check: yes
chance: {words: sealed, until: in 24h, public: Lotto 6 aus 49, due: 2026-12-05 20:00, check: 12h}
";

#[test]
fn a_full_file_is_read() {
    let settings = read(GOOD).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(settings.seats.len(), 3);
    assert_eq!(settings.seat("lannister").unwrap().timezone, "America/Chicago");
    assert_eq!(settings.seat("lannister").unwrap().pace, Some(Pace::Batch));
    assert_eq!(settings.seat("stark").unwrap().timezone, "Europe/Rome");
    assert_eq!(settings.clock.deadline.to_string(), "every 3 days at 20:00 Europe/Rome");
    assert_eq!(settings.secrecy_for(["bid", "orders"]), Secrecy::Sealed);
    assert_eq!(settings.secrecy_for(["bid"]), Secrecy::Deposit);
    assert_eq!(settings.disputes, Disputes { clock: DisputeClock::Waits, a_seat: 2 });
    assert_eq!(
        settings.limits,
        Limits {
            mail: 500 << 10,
            plan: 32 << 10,
            mails_an_hour: 10,
            press: 500,
            press_a_day: 5,
            outgoing: 2 << 20
        }
    );
    assert_eq!((settings.press, settings.gm.reads_press), (PressKind::Grey, true));
    assert_eq!(settings.days_away, 40);
    assert_eq!(settings.close_early, CloseEarly::AllIn);
    assert!(!settings.public().to_string().contains('@'), "addresses are nobody's business");
}

#[test]
fn every_mistake_is_told_at_once_with_its_line() {
    let text = GOOD
        .replace("pace: ask\n", "paec: ask\n")
        .replace("absence: steward", "absence: stewart")
        .replace("players: 3", "players: four")
        .replace("bert@example.org", "bert at example.org")
        .replace("every 3 days at 20:00", "every blue moon")
        .replace("grace: 2h", "grace: soon");
    let wrong = read(&text).unwrap_err();
    let told = wrong.to_string();
    for (line, words) in [
        (5, "players: wants a whole number"),
        (11, "is not an email address"),
        (13, "there is no setting “paec” (did you mean “pace”?)"),
        (15, "is not a deadline"),
        (15, "clock.grace"),
        (16, "is none of: wait, default, steward (did you mean “steward”?)"),
    ] {
        assert!(
            wrong.0.iter().any(|m| m.line == line && m.to_string().contains(words)),
            "line {line}: {words}\n{told}"
        );
    }
    assert_eq!(wrong.0.len(), 6, "{told}");
}

#[test]
fn what_is_missing_is_told() {
    let told = read("title: x\n").unwrap_err().to_string();
    for key in ["campaign", "game", "address", "gm", "seats"] {
        assert!(told.contains(&format!("“{key}” is missing")), "{key}: {told}");
    }
}

#[test]
fn seats_must_be_the_games() {
    let info = |id: &str| crate::table::SeatInfo { id: id.to_owned(), name: id.to_uppercase() };
    let mut settings = read(GOOD).unwrap();
    settings.fit(&[info("baratheon"), info("lannister"), info("stark")]).unwrap();
    assert_eq!(
        settings.seats.iter().map(|s| s.seat.as_str()).collect::<Vec<_>>(),
        ["baratheon", "lannister", "stark"]
    );
    let told = settings.fit(&[info("baratheon"), info("lanister"), info("tully")]).unwrap_err().to_string();
    assert!(told.contains("did you mean “lanister”?") && told.contains("nobody plays TULLY"), "{told}");
}

#[test]
fn broken_yaml_has_a_line() {
    let wrong = read("campaign: [unfinished\ngame: x\n").unwrap_err();
    assert!(wrong.0[0].line > 0, "{wrong}");
    assert!(read("a: 1\na: 2\n").is_err());
}

const SSH: &str = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPzDXgpMotUj/J7dEz1qa3blLik0iI/96ponjRiUdqz6 anna";

#[test]
fn trust_and_public_keys_are_read_and_only_fingerprints_are_public() {
    assert_eq!(read(GOOD).unwrap().public().get("trust"), None, "nothing new where nothing was said");
    let trust =
        "trust: {dkim: {server: mx.example.org, place: below, required: yes}, signatures: required}\n";
    let mut text =
        format!("{GOOD}{trust}").replace("{player: Anna,", &format!("{{player: Anna, ssh: {SSH}, "));
    let wrong = read(&text).unwrap_err().to_string();
    assert!(
        wrong.contains("seats.lannister: its messages must be signed") && !wrong.contains("stark"),
        "{wrong}"
    );
    for seat in ["Bert", "Cleo"] {
        text =
            text.replace(&format!("{{player: {seat},"), &format!("{{player: {seat}, signatures: optional,"));
    }
    let settings = read(&text).unwrap_or_else(|wrong| panic!("{wrong}"));
    let stark = settings.seat("stark").unwrap();
    assert!(settings.must_sign(stark) && !settings.must_sign(settings.seat("lannister").unwrap()));
    let rule = settings.trust.dkim.clone().unwrap();
    assert_eq!(
        (rule.server.as_str(), rule.place, rule.required),
        ("mx.example.org", crate::post::Place::Below, true)
    );
    let public = settings.public();
    assert_eq!(public["seats"][0]["ssh"][0], stark.ssh[0].to_string());
    assert!(!public.to_string().contains("AAAA"));
    let wrong = read(&text.replace("ssh-ed25519 AAAA", "ssh-ed25519 BBBB")).unwrap_err().to_string();
    assert!(wrong.contains("seats.stark.ssh: this is no public SSH key"), "{wrong}");
}
