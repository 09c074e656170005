//! A report is short: what is asked comes first, nothing is said twice, and HTML leaves out what an attached page shows.

use crate::fixture::*;
use ravenpost::report::Rendered;
use ravenpost::report::model::*;

fn written(report: &TurnReport) -> Rendered {
    writer().write(report).unwrap_or_else(|e| panic!("{e}")).mail
}

fn with_page() -> TurnReport {
    let mut model = report(&[orders()], vec![]);
    model.attachments = vec!["state-3.yaml".into(), "orders-3.html".into()];
    model
}

#[test]
fn the_page_for_orders_is_named_in_the_first_lines() {
    let text = written(&with_page()).text;
    let first: Vec<&str> = text.lines().take(12).collect();
    assert!(first.join(" ").contains("Open the attached orders-3.html"), "{first:?}");
    let without = written(&report(&[orders()], vec![])).text;
    assert!(!without.contains(".html") && without.contains("the order sheet below"), "{without}");
}

#[test]
fn html_shows_a_sheet_without_notes_on_lines_where_a_page_has_them() {
    let (with, without) = (written(&with_page()), written(&report(&[orders()], vec![])));
    let notes = |shown: &str| shown.matches("legal: ").count();
    assert!(notes(&without.html) >= 3, "{}", without.html);
    assert_eq!(notes(&with.html), 0, "{}", with.html);
    assert_eq!(notes(&with.text), notes(&without.text), "the text has all of them");
    for kept in ["    Winterfell: ~\n", "key: ", "# final: yes", "Your tokens: "] {
        assert!(with.html.contains(kept), "{kept} is missing: {}", with.html);
    }
}

#[test]
fn what_all_have_sent_is_one_line_for_the_record() {
    let mut model = with_page();
    for seat in &mut model.seats {
        (seat.state, seat.unreachable) = (State::Final, false);
    }
    let text = written(&model).text;
    assert!(model.seats.len() > 2 && !text.contains("What each seat sent"), "{text}");
    assert!(
        text.contains("For the record\n") && text.contains(&format!("All {} seats: ", model.seats.len())),
        "{text}"
    );
    model.seats[0].state = State::Absent;
    let text = written(&model).text;
    assert!(text.contains("What each seat sent"), "{text}");
}

/// `verify --against` reads seals so, and a time on the same line would push the seal away.
#[test]
fn a_seal_stands_on_the_line_below_its_seat() {
    let mut model = with_page();
    let line = |id: &str, name: &str, time: &str| SealLine {
        seat: named(id, name),
        seal: Some(format!("sha256:{}", "0123456789abcdef".repeat(4))),
        at: Some(at(time)),
        opened: true,
        knew: None,
    };
    for (times, said) in
        [(["2026-11-21T10:00:00Z"; 2], 1), (["2026-11-21T10:00:00Z", "2026-11-21T11:00:00Z"], 2)]
    {
        model.seals =
            vec![line("stark", "Stark", times[0]), line("night", "The Watch upon the Wall", times[1])];
        let text = written(&model).text;
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.contains(": sealed and opened")) {
            assert!(lines[at + 1].starts_with("sha256:") && lines[at + 1].len() == 71, "{line}\n{text}");
        }
        assert_eq!(text.matches(": sealed and opened").count(), 2, "{text}");
        let record = text.split_once("For the record").unwrap().1;
        let times = record.split("Entry ").next().unwrap().matches("Saturday 21 November").count();
        assert_eq!(times, said, "a time that is the same for all is said once: {text}");
    }
}
