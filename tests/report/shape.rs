//! What must hold of every mail.

use crate::fixture::*;
use crate::{story, story_second};
use ravenpost::games::thrones::event::{RealmEvent, WarEvent};
use ravenpost::report::model::*;
use ravenpost::report::{Rendered, Writer, view_yaml};
use ravenpost::table::Game;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use unicode_width::UnicodeWidthStr;

fn written<M: Mail>(mail: &M) -> Rendered {
    let written = writer().write(mail).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(written.trouble, None);
    written.mail
}

/// Every mail there is.
pub fn all() -> Vec<Rendered> {
    let mut all = vec![
        written(&report(&[orders()], story::westeros())),
        written(&report(&questions(), story::war())),
        written(&report(&[], vec![story::unknown()])),
        written(&receipt()),
        written(&opening()),
        written(&seals()),
        written(&stranger()),
        written(&end()),
        written(&status()),
        written(&help()),
        written(&history()),
    ];
    all.extend(press().iter().map(written));
    // For the game master: no seat, no key, nothing asked, no deadline; and a game that ended in a draw.
    let mut gm = report(&[], story::war());
    gm.head = Head { seat: None, key: None, player: String::new(), ..head() };
    gm.window = Some(Window { deadline: None, grace: None, secrecy: "open".into(), ..window() });
    all.push(written(&gm));
    gm.window = None;
    let outcome = json!({"outcome": {"winners": ["stark", "tyrell"], "by": "draw"}});
    gm.view = gm.view.and(&outcome.into());
    all.push(written(&gm));
    let draw = json!({"winners": ["stark", "tyrell"], "by": "draw-vote"});
    all.push(written(&End { outcome: draw, secret: None, words: vec![], ..end() }));
    let bare = Opening {
        head: gm.head.clone(),
        window: None,
        asked: vec![],
        sheet: None,
        rules: String::new(),
        pace: "batch".into(),
        press: "grey".into(),
        gm_reads: true,
        chance: None,
        ..opening()
    };
    all.push(written(&bare));
    // Before the game begins, with a look at the first sheet; of another game, if the set-up is drawn by lot.
    let first = report(&[orders()], vec![]);
    let sheet = first.sheet.clone().expect("a sheet");
    for certain in [true, false] {
        let secrecy = "either".to_owned();
        let look =
            Look { sheet: sheet.clone(), view: first.view.to_value(), certain, secrecy, page: certain };
        let view = if certain { first.view.to_value() } else { Value::Null };
        let rehearsal = Some(Rehearsal { until: Some(at("2026-11-23T19:00:00Z")) });
        let welcome = Opening {
            rehearsal,
            look: Some(look),
            view,
            window: None,
            asked: vec![],
            sheet: None,
            ..opening()
        };
        let mail = written(&welcome);
        assert!(mail.text.contains("# plan:\n") && mail.text.contains("#   orders:\n"), "{}", mail.text);
        assert!(!mail.text.contains("\nplan:"), "nothing in it counts: {}", mail.text);
        let page_is_named = mail.text.contains("orders-N.html");
        assert_eq!(page_is_named, certain, "a page is spoken of that comes: {}", mail.text);
        all.push(mail);
    }
    let again = Answer::Sheet {
        sheet,
        view: first.view.to_value(),
        pace: "batch".into(),
        plan: String::new(),
        whole: true,
        wrong: Vec::new(),
    };
    all.push(written(&Receipt { extra: vec![again], ..receipt() }));
    for standing in [
        Standing::This,
        Standing::Already { received: at("2026-11-21T10:00:00Z") },
        Standing::Seal,
        Standing::Nothing,
        Standing::OnFile { window: "3-planning".into() },
        Standing::NotAsked,
        Standing::Resigned,
        Standing::NoWindow { why: NoWindow::Between },
        Standing::NoWindow { why: NoWindow::Rehearsal },
        Standing::NoWindow { why: NoWindow::Over },
    ] {
        all.push(written(&Receipt {
            standing,
            problems: vec![],
            window: None,
            seal: None,
            previous: None,
            extra: vec![],
            ..receipt()
        }));
    }
    all.push(written(&Status {
        view: gm.view.to_value(),
        window: None,
        seals: gm.seals.clone(),
        ..status()
    }));
    all.push(written(&History { lines: vec![], ..history() }));
    let long: Vec<HistoryLine> = (1..=10)
        .map(|turn| {
            let events = story::westeros().into_iter().chain(story::war()).collect();
            HistoryLine { turn, events, ..history().lines.swap_remove(0) }
        })
        .collect();
    all.push(written(&History { lines: long, ..history() }));
    all.extend(notices().iter().map(written));
    all.extend(["plan", "answer", "opening"].map(|awaited| written(&reminder(awaited, "steward"))));
    all
}

#[test]
fn no_line_of_text_is_wider_than_72_columns() {
    for mail in all() {
        for line in mail.text.lines() {
            assert!(line.width() <= 72, "{} columns: {line}\n{}", line.width(), mail.text);
        }
    }
}

#[test]
fn no_mail_is_too_large() {
    for mail in all() {
        let size = mail.text.len() + mail.html.len();
        assert!(size < 60_000, "{}: {size} bytes", mail.subject);
    }
}

/// What Gmail shows of a message before it hides the rest behind a link.
const CLIPPED: usize = 102 << 10;

#[test]
fn gmail_shows_every_mail_to_its_end_and_an_answer_below_a_quotation_is_read() {
    for mail in all() {
        assert!(mail.html.len() < CLIPPED, "{}: {} bytes", mail.subject, mail.html.len());
        // A mail program that quotes may give everything a class and a style of its own.
        let styled = "<$ class=\"MsoNormal\" style=\"margin:0cm;font-size:11.0pt;font-family:Calibri\"";
        let quoted = ["td", "p", "li", "div", "span"].iter().fold(mail.html.clone(), |html, tag| {
            let styled = styled.replace('$', tag);
            [" ", ">"]
                .iter()
                .fold(html, |html, end| html.replace(&format!("<{tag}{end}"), &(styled.clone() + end)))
        });
        let raw = format!(
            "From: anna@example.org\r\nTo: game@example.org\r\nSubject: Re\r\nMessage-ID: <a@example.org>\r\n\
             MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\
             <div>Hello</div><blockquote>{quoted}</blockquote><div>the last words</div>\r\n"
        );
        let letter = ravenpost::post::read(raw.as_bytes());
        assert!(letter.troubles.is_empty(), "{}: {:?}", mail.subject, letter.troubles);
        assert!(letter.parts.iter().any(|part| part.text.contains("the last words")), "{}", mail.subject);
    }
}

#[test]
fn html_fetches_nothing_and_runs_nothing() {
    for mail in all() {
        let html = mail.html.to_lowercase();
        // One sheet of style in the head, the same in every message: for phones. Without it all is there.
        let (head, body) = html.split_once("</head>").expect("a head");
        assert_eq!(head.matches("<style>").count(), 1);
        assert!(!body.contains("<style") && !html.contains("@import"), "{}", mail.subject);
        for bad in ["<script", "<link", "<img", "src=", "url(", "href=", " on", "javascript:"] {
            let bad_here = if bad == " on" {
                html.contains(" onclick") || html.contains(" onload")
            } else {
                html.contains(bad)
            };
            assert!(!bad_here, "{bad} in {}", mail.subject);
        }
        assert!(html.starts_with("<!doctype html>"));
        for tag in [
            "table",
            "tr",
            "td",
            "th",
            "p",
            "ul",
            "li",
            "pre",
            "h1",
            "h2",
            "h3",
            "strong",
            "code",
            "blockquote",
            "div",
        ] {
            let opened =
                html.matches(&format!("<{tag}>")).count() + html.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, html.matches(&format!("</{tag}>")).count(), "{tag} in {}", mail.subject);
        }
    }
}

#[test]
fn text_and_html_say_the_same() {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let mail = written(&report(&[orders()], story::westeros()));
    let body = mail.html.split_once("<body").and_then(|(_, body)| body.split_once('>')).expect("a body").1;
    let mut shown = String::new();
    let mut inside = false;
    for c in body.chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
                shown.push(' ');
            }
            c if !inside => shown.push(c),
            _ => {}
        }
    }
    for (entity, c) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#x2f;", "/"), ("&amp;", "&")]
    {
        shown = shown.replace(entity, c);
    }
    // Comments of the order sheet are wrapped alike in both; all else is the same letters in the same order, but
    // that cells of a table are wrapped side by side in the text.
    let words = |text: &str| -> BTreeSet<String> { text.split_whitespace().map(letters).collect() };
    let missing: Vec<String> = words(&mail.text).difference(&words(&shown)).cloned().collect();
    assert!(missing.is_empty(), "in the text alone: {missing:?}");
}

#[test]
fn the_same_model_gives_the_same_bytes() {
    let model = || report(&questions(), story::war());
    assert_eq!(written(&model()), written(&model()));
}

#[test]
fn every_event_of_the_rules_is_in_the_story() {
    let told: BTreeSet<String> = story::westeros()
        .into_iter()
        .chain(story::war())
        .chain(story_second::second())
        .filter_map(|event| event["event"].as_str().map(str::to_owned))
        .collect();
    let known: BTreeSet<String> =
        RealmEvent::NAMES.iter().chain(WarEvent::NAMES).map(|name| (*name).to_owned()).collect();
    assert_eq!(told, known);
}

#[test]
fn every_event_has_words() {
    for event in story::westeros().into_iter().chain(story::war()).chain(story_second::second()) {
        let text = writer()
            .fragment("thrones", "events.md", &Value::Null, &json!({"events": [event]}))
            .unwrap_or_else(|e| panic!("{e}"));
        assert!(!text.contains("event: "), "no branch for {event}: {text}");
        let executed = event["event"] == "westeros-executed";
        assert!(!text.trim().is_empty() || executed, "nothing said of {event}");
    }
}

#[test]
fn an_event_without_words_is_shown_as_it_is() {
    let mail = written(&report(&[], vec![story::unknown()]));
    assert!(mail.text.contains("- {event: dragons-return, number: 3}"), "{}", mail.text);
}

#[test]
fn words_of_refusals_are_well_formed() {
    // A sentence whose names nobody gives must still be a template: a campaign's copy is checked the same way.
    assert!(writer().troubles().is_empty());
    let broken = Writer::new(&|name| name.ends_with("refusals.yaml").then(|| "a: \"{{ b\"".to_owned()));
    assert!(broken.troubles().iter().any(|trouble| trouble.file == "mail/refusals.yaml"));
}

#[test]
fn tables_align_with_any_names() {
    let mut model = report(&[], vec![]);
    let mut view = model.view.to_value();
    for (id, name) in [("stark", "Zürich"), ("tyrell", "軍隊"), ("greyjoy", "Ægir")] {
        view["houses"][id]["name"] = name.into();
        view["names"][id] = name.into();
    }
    model.view = view.into();
    let text = written(&model).text;
    let table: Vec<&str> = text.lines().skip_while(|l| !l.starts_with("House ")).take(7).collect();
    let column = table[0].find("Cities").expect("the column");
    for line in &table[2..] {
        let before: String = {
            let mut width = 0;
            line.chars()
                .take_while(|c| {
                    width += c.to_string().width();
                    width <= column + 6
                })
                .collect()
        };
        assert!(before.trim_end().ends_with(|c: char| c.is_ascii_digit()), "{line}");
        assert_eq!(before.width(), column + 6, "{line}");
    }
}

#[test]
fn an_order_sheet_sent_back_as_it_is_says_nothing() {
    for open in [vec![orders()], questions()] {
        let text = written(&report(&open, vec![])).text;
        let sheet: Vec<&str> =
            text.lines().skip_while(|l| *l != "---").skip(1).take_while(|l| *l != "---").collect();
        let sheet: Value = serde_saphyr::from_str(&sheet.join("\n")).expect("YAML");
        assert_eq!(sheet["campaign"], "westeros-7");
        assert_eq!(sheet["seat"], "stark");
        assert_eq!(sheet["key"], "7Q2M-8KD3-V5TC-0XRW-9ABF-44EH-ZN");
        assert!(sheet.get("final").is_none());
        let plan = sheet["plan"].as_object().expect("a plan");
        assert!(!plan.is_empty());
        for section in plan.values() {
            let section = section.as_object().expect("a section");
            assert!(!section.is_empty() && section.values().all(Value::is_null), "{section:?}");
        }
    }
}

#[test]
fn every_question_has_its_place_on_the_sheet() {
    let text = written(&report(&questions(), vec![])).text;
    for open in questions() {
        let place = match open.kind.as_str() {
            "bid" => "  bids:".to_owned(),
            "muster" => "  muster:".to_owned(),
            _ => format!("    {}: ~", open.key),
        };
        assert!(text.lines().any(|line| line == place), "{place}");
    }
}

#[test]
fn a_view_is_mailed_as_yaml_that_comes_back() {
    let view = report(&[], vec![]).view.to_value();
    let text = view_yaml(&view);
    let back: Value = serde_saphyr::from_str(&text).expect("YAML");
    assert_eq!(back, view);
    assert!(text.len() < 64 * 1024, "{} bytes", text.len());
    let board = game().read_view(&back).expect("a position");
    assert_eq!(game().write_state(&board)["areas"]["winterfell"]["house"], "stark");
}

#[test]
fn a_missing_value_costs_a_word_and_not_a_mail() {
    let event = json!({"event": "march", "house": "stark", "from": "winterfell", "to": {}, "stayed": {}});
    let written = writer().write(&report(&[], vec![event])).expect("a mail");
    assert!(written.mail.text.contains("in Winterfell moves nobody"), "{}", written.mail.text);
    let trouble = written.trouble.expect("something is missing");
    assert_eq!(trouble.file, "thrones/events-war.md");
    assert!(trouble.line.is_some());
}

#[test]
fn nothing_is_wider_than_a_screen() {
    let mut mails: Vec<(String, String)> = all().into_iter().map(|mail| (mail.subject, mail.html)).collect();
    mails.extend(crate::king_is_dead_reports::pages());
    let Some(wrong) = crate::screens::too_wide(&mails) else {
        println!("there is no Chromium here, so nobody has looked");
        return;
    };
    assert!(wrong.is_empty(), "{} pages are too wide:\n{}", wrong.len(), wrong.join("\n"));
    // The check finds what is too wide.
    let wide = vec![("wide".to_owned(), format!("<p>{}</p>", "x".repeat(300)))];
    assert_eq!(crate::screens::too_wide(&wide).map(|wrong| wrong.len()), Some(2));
}

/// A line typed below a copy of one of our messages counts only if the copy is known for one, so every message must have a
/// line that only ours have, bare, quoted, and as programs make text of its HTML.
#[test]
fn every_message_is_known_again_by_one_of_its_lines() {
    let mut pages: Vec<(String, String, String)> =
        all().into_iter().map(|mail| (mail.subject, mail.text, mail.html)).collect();
    pages.extend(
        crate::king_is_dead_reports::mails().into_iter().map(|mail| (mail.subject, mail.text, mail.html)),
    );
    // The answer to a stranger tells nothing of the campaign, and nobody can answer it with orders.
    pages.retain(|(subject, ..)| *subject != written(&stranger()).subject);
    assert!(pages.len() > 40);
    let is_of = |campaign: &str, line: &str| ravenpost::campaign::is_ours_by_form(campaign, line);
    let is_ours = |line: &str| is_of("westeros-7", line) || is_of("camlann-2", line);
    for (subject, text, html) in pages {
        let own = text.lines().any(is_ours);
        let quoted = text.lines().any(|line| is_ours(&format!("> {line}")));
        let raw = format!("From: a@example.org\nContent-Type: text/html; charset=utf-8\n\n{html}");
        let letter = ravenpost::post::read(raw.as_bytes());
        let shown = letter.parts.iter().any(|part| part.text.lines().any(is_ours));
        assert!(own && quoted && shown, "{subject}: {own} {quoted} {shown}\n{text}");
    }
    for line in ["Winterfell march +1", "See you on Friday [soon]", "key", "-----", "====", "I deserve it"] {
        assert!(!is_ours(line), "{line}");
    }
}
