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
  baratheon: {player: Cleo, address: cleo@example.org, language: en}
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

/// Settings with a value that each kind of nonsense is put in place of: the line before and after the value. Only what is
/// no text (a list, a mapping) is nonsense for those that any text can be.
const VALUES: &[(&str, &str, &str)] = &[
    ("campaign", "campaign: ", ""),
    ("players", "players: ", ""),
    ("timezone", "timezone: ", ""),
    ("language", "language: ", ""),
    ("map", "map: ", ""),
    ("page", "page: ", ""),
    ("address", "address: ", ""),
    ("gm", "gm: ", ""),
    ("gm.addresses", "gm: {name: Maria, addresses: ", "}"),
    ("gm.timezone", "gm: {addresses: [maria@example.org], timezone: ", "}"),
    ("gm.plays", "gm: {addresses: [maria@example.org], plays: ", "}"),
    ("gm.reads press", "gm: {addresses: [maria@example.org], reads press: ", "}"),
    ("seats.stark", "seats: {lannister: {address: b@example.org}, stark: ", "}"),
    ("seats.stark.address", "seats: {stark: {address: ", "}}"),
    ("seats.stark.timezone", "seats: {stark: {address: a@example.org, timezone: ", "}}"),
    ("seats.stark.language", "seats: {stark: {address: a@example.org, language: ", "}}"),
    ("seats.stark.map", "seats: {stark: {address: a@example.org, map: ", "}}"),
    ("seats.stark.pace", "seats: {stark: {address: a@example.org, pace: ", "}}"),
    ("seats.stark.ask about", "seats: {stark: {address: a@example.org, ask about: [", "]}}"),
    ("seats.stark.ssh", "seats: {stark: {address: a@example.org, ssh: ", "}}"),
    ("seats.stark.signatures", "seats: {stark: {address: a@example.org, signatures: ", "}}"),
    ("pace", "pace: ", ""),
    ("ask about", "ask about: [", "]"),
    ("clock", "clock: ", ""),
    ("clock.deadline", "clock: {deadline: ", "}"),
    ("clock.question", "clock: {question: ", "}"),
    ("clock.opening", "clock: {opening: ", "}"),
    ("clock.grace", "clock: {grace: ", "}"),
    ("clock.reminder", "clock: {reminder: ", "}"),
    ("clock.outage", "clock: {outage: ", "}"),
    ("absence", "absence: ", ""),
    ("days away a year", "days away a year: ", ""),
    ("secrecy", "secrecy: ", ""),
    ("secrecy.default", "secrecy: {default: ", "}"),
    ("secrecy.orders", "secrecy: {orders: ", "}"),
    ("close early", "close early: ", ""),
    ("from", "from: ", ""),
    ("trust", "trust: ", ""),
    ("trust.signatures", "trust: {signatures: ", "}"),
    ("press", "press: ", ""),
    ("disputes", "disputes: ", ""),
    ("disputes.clock", "disputes: {clock: ", "}"),
    ("disputes.a seat", "disputes: {a seat: ", "}"),
    ("rulings", "rulings: ", ""),
    ("rulings.protest", "rulings: {protest: ", "}"),
    ("rulings.vote", "rulings: {vote: ", "}"),
    ("limits", "limits: ", ""),
    ("limits.mail", "limits: {mail: ", "}"),
    ("limits.plan", "limits: {plan: ", "}"),
    ("limits.mails an hour", "limits: {mails an hour: ", "}"),
    ("limits.press", "limits: {press: ", "}"),
    ("limits.press a day", "limits: {press a day: ", "}"),
    ("limits.outgoing", "limits: {outgoing: ", "}"),
    ("bounces", "bounces: ", ""),
    ("mail in", "mail in: ", ""),
    ("mail out", "mail out: ", ""),
    ("rehearsal", "rehearsal: ", ""),
    ("observers", "observers: ", ""),
    ("observers.delay", "observers: [{name: O, address: o@example.org, delay: ", "}]"),
    ("absent may wait", "absent may wait: ", ""),
    ("handover press", "handover press: ", ""),
    ("replace by vote", "replace by vote: ", ""),
    ("anonymous", "anonymous: ", ""),
    ("reveal at the end", "reveal at the end: ", ""),
    ("leak check", "leak check: ", ""),
    ("chance", "chance: ", ""),
    ("chance.words", "chance: {words: ", "}"),
    ("chance.until", "chance: {until: ", "}"),
    ("chance.due", "chance: {public: Lotto, due: ", "}"),
    ("chance.check", "chance: {public: Lotto, check: ", "}"),
];

/// Settings that any text can be.
const TEXTS: &[(&str, &str, &str)] = &[
    ("title", "title: ", ""),
    ("gm.name", "gm: {addresses: [maria@example.org], name: ", "}"),
    ("seats.stark.player", "seats: {stark: {address: a@example.org, player: ", "}}"),
    ("clock.trusted host", "clock: {trusted host: ", "}"),
    ("site", "site: ", ""),
];

/// The settings that a campaign needs, one on a line.
const NEEDED: &[&str] = &[
    "campaign: westeros-7",
    "game: thrones-1e",
    "address: game@example.org",
    "gm: {name: Maria, addresses: [maria@example.org]}",
    "seats: {stark: {player: Anna, address: anna@example.org}}",
];

fn with(line: &str) -> String {
    let key = line.split(':').next().unwrap_or_default();
    let others = NEEDED.iter().filter(|needed| needed.split(':').next() != Some(key));
    others.map(|line| format!("{line}\n")).collect::<String>() + line + "\n"
}

#[test]
fn nonsense_in_any_setting_is_refused_with_its_place() {
    assert_eq!(read(&with("pace: ask")).map(|settings| settings.pace), Ok(Pace::Ask));
    let not_texts = ["[[x], [y]]", "{qwxyz: {qwxyz: 7}}"];
    let nonsense = ["qwxyz", "-7", "99999999999999999999", "[[x], [y]]", "{qwxyz: {qwxyz: 7}}"];
    let values = VALUES.iter().map(|setting| (setting, &nonsense[..]));
    for ((name, before, after), nonsense) in
        values.chain(TEXTS.iter().map(|setting| (setting, &not_texts[..])))
    {
        for value in nonsense {
            // A campaign may be called like that, and a host or a number of days may be.
            let is_fine = matches!((*name, *value), ("campaign", "qwxyz" | "99999999999999999999"));
            if is_fine {
                continue;
            }
            let text = with(&format!("{before}{value}{after}"));
            let line = text.lines().count();
            let Err(wrong) = read(&text) else { panic!("{name} is taken as {value}") };
            let told = wrong.to_string();
            assert!(wrong.0.iter().any(|mistake| mistake.line == line), "{name}: {value}: {told}");
            assert!(told.contains('^'), "{name}: {value}: {told}");
        }
    }
}

#[test]
fn the_folder_of_the_pages_is_named() {
    assert!(read(&with("site: no")).unwrap().site.is_none());
    assert_eq!(read(&with("site: ../www")).unwrap().site, Some("../www".into()));
    let wrong = read(&with("site: yes")).unwrap_err().to_string();
    assert!(wrong.contains("a folder is expected, such as `site: /var/www/westeros`"), "{wrong}");
}

#[test]
fn every_setting_of_the_file_is_tried_with_nonsense() {
    let text = include_str!("../../../../templates/campaign.yaml");
    let keys = text.lines().map(|line| line.strip_prefix("# ").unwrap_or(line));
    let keys = keys.filter_map(|line| line.split_once(':')).map(|(key, _)| key);
    let is_key = |key: &&str| {
        !key.starts_with(' ') && key.chars().all(|c| c.is_ascii_lowercase() || c == ' ') && !key.is_empty()
    };
    let tried: Vec<&str> = VALUES.iter().chain(TEXTS).map(|(name, ..)| *name).collect();
    let said_by_the_game = ["game", "options"];
    for key in keys.filter(is_key).filter(|key| !said_by_the_game.contains(key)) {
        let known = read(&with(&format!("{key}: ")));
        let is_setting = known.as_ref().err().is_none_or(|wrong| !wrong.to_string().contains("no setting"));
        let is_tried = tried.iter().any(|name| *name == key || name.starts_with(&format!("{key}.")));
        assert!(!is_setting || is_tried, "{key}");
    }
}

#[test]
fn a_mistake_shows_its_word_and_what_was_meant() {
    let told = |line: &str| read(&with(line)).unwrap_err().to_string();
    assert_eq!(
        told("pace: bach"),
        "line 6: pace: “bach” is none of: ask, batch (did you mean “batch”?)\n    pace: bach\n          ^^^^"
    );
    let about = told("ask about: [card, retraet]");
    assert!(
        about.contains("did you mean “retreat”?") && about.contains("                  ^^^^^^^"),
        "{about}"
    );
    assert!(told("secrecy: {default: deposit, ordres: sealed}").contains("did you mean “orders”?"));
    assert!(told("language: it").contains("“it” is none of: en"));
}

/// The papers write options as people say them.
#[test]
fn options_of_a_game_are_written_with_spaces_or_hyphens() {
    for name in ["Order in every area", "order-in-every-area", "rains in battles only", "printed court order"]
    {
        let settings = read(&with(&format!("options: {{{name}: yes}}"))).unwrap();
        let id = name.to_lowercase().replace(' ', "-");
        assert_eq!(settings.options, serde_json::json!({ id: true }), "{name}");
        crate::games::referee("thrones-1e", 3, &settings.options, &|_| None).unwrap();
    }
}

#[test]
fn a_value_that_an_option_cannot_have_is_told_with_those_that_it_can() {
    let told = |game: &str, line: &str| {
        let settings = read(&with(&format!("options: {{{line}}}"))).unwrap();
        crate::games::referee(game, 3, &settings.options, &|_| None).map(drop).unwrap_err().to_string()
    };
    assert_eq!(
        told("thrones-1e", "rains in battles only: maybe"),
        "options of the game: “rains in battles only” is yes or no, not “maybe”"
    );
    assert_eq!(
        told("king-is-dead", "ruling tie: third faction"),
        "options of the game: “ruling tie” is all factions or second faction, not “third-faction”"
    );
    // Blanks and hyphens are the same in values as in names.
    for line in ["ruling tie: second faction", "ruling-tie: Second-Faction", "mordred: yes"] {
        let settings = read(&with(&format!("options: {{{line}}}"))).unwrap();
        crate::games::referee("king-is-dead", 3, &settings.options, &|_| None).unwrap();
    }
}

#[test]
fn what_can_be_read_and_makes_no_sense_is_told_with_what_would() {
    for (line, told) in [
        ("players: 4", "players: the file says 4, but “seats” has"),
        (
            "clock: {outage: 1 minute}",
            "clock.outage: less than five minutes. An outage must be longer than the time",
        ),
        ("limits: {mail: 100 MB}", "cannot be read safely"),
        ("limits: {plan: 10 MB}", "cannot be sealed"),
        ("limits: {outgoing: 1 KB}", "limits.outgoing: less than 32 KiB"),
        ("rulings: {vote: yes}", "rulings: a vote needs an objection period"),
        ("rulings: {vote: yes, protest: no}", "`{protest: 48h, vote: yes}`"),
        (
            "observers: [{name: Olga, address: olga at home}]",
            "observers.address: “olga at home” is not an email address",
        ),
        (
            "observers: [{name: Olga, address: o@example.org}, {name: Otto, address: O@example.org}]",
            "observers: “O@example.org” is listed twice",
        ),
        ("chance: perhaps", "chance: wants no, or entries such as {words: open}"),
        (
            "chance: {words: no, until: in 24h}",
            "chance.until: no words of chance are asked for, so leave this out",
        ),
        ("chance: {until: none}", "the game would wait for words without end. Write “in 48h”, for example"),
        ("chance: {check: 12h}", "“due” and “check” belong to a public number, and “public” names none"),
        (
            "rehearsal: in 24h\nchance: {until: in 24h}",
            "chance.until: words of chance are asked for in the rehearsal and end with it, so leave this out",
        ),
    ] {
        let wrong = read(&with(line)).expect_err(line).to_string();
        assert!(wrong.contains(told), "{line}: {wrong}");
    }
    // What says the same as leaving it out is no mistake.
    for line in ["rulings: {protest: no}", "chance: yes", "chance: {public: no}", "observers: []"] {
        read(&with(line)).unwrap_or_else(|wrong| panic!("{line}: {wrong}"));
    }
    let delays = "observers: [{name: Olga, address: o@example.org, delay: none}, {name: Otto, address: p@example.org, delay: 3 turns}]";
    let settings = read(&with(delays)).unwrap();
    let delays: Vec<String> = settings.observers.iter().map(|observer| observer.delay.text()).collect();
    assert_eq!(delays, ["none", "3 turns"]);
}

#[test]
fn the_name_of_a_campaign_is_short_and_plain() {
    let forty = "a".repeat(40);
    for (name, is_good) in [
        ("westeros-7", true),
        ("7", true),
        (&*forty, true),
        (&*format!("{forty}a"), false),
        ("-westeros", false),
        ("Westeros", false),
        ("west eros", false),
        ("\"\"", false),
    ] {
        let told = read(&GOOD.replace("campaign: westeros-7", &format!("campaign: {name}")));
        assert_eq!(told.is_ok(), is_good, "{name}: {:?}", told.err().map(|why| why.to_string()));
    }
}

/// Of each game only what it asks, as the game master's reference lists it.
#[test]
fn kinds_that_a_game_never_asks_are_refused() {
    let table =
        include_str!("../../../../docs/gm-reference.md").split("| kinds of question |").nth(1).unwrap();
    let rows = table.lines().filter_map(|line| line.split('|').nth(2)).filter(|cell| !cell.contains("---"));
    let rows: Vec<&str> = rows.map(str::trim).take_while(|row| !row.is_empty()).collect();
    let listed = |upto: usize| -> std::collections::BTreeSet<&str> {
        rows[..=upto].iter().flat_map(|row| row.trim_start_matches("also ").split(", ")).collect()
    };
    for (game, row) in [
        ("thrones-1e", 0),
        ("thrones-2e", 1),
        ("thrones-nine", 1),
        ("beyond-the-wall", 2),
        ("westeros-and-the-north", 3),
    ] {
        let asked: std::collections::BTreeSet<&str> = crate::games::kinds(game).iter().copied().collect();
        assert_eq!(asked, listed(row), "{game}");
    }
    assert_eq!(crate::games::kinds("king-is-dead"), [rows[4]]);
}
