//! Documents as an editor or a mail program may lay them out: a line deeper or less deep, with `~`, a dash or nothing for its value, with a
//! remark or a blank at its end, with an empty line or one more entry below it. They are read as messages, and what is found in each is
//! held against a record.

use crate::at_work::{Table, plan_files};
use crate::outputs::{self, Scenario};
use ravenpost::campaign::{Ours, Reading};
use ravenpost::post::read;
use serde_json::Value;
use std::fmt::Write as _;

/// What is tried of a document, evenly chosen; an odd number of ways, so that each is.
const MOST: usize = 30;

/// A line laid out otherwise, in every way.
fn ways(line: &str) -> [String; 11] {
    let name = line.rfind(':').map_or(line, |end| &line[..end]);
    let indent: String = line.chars().take_while(|c| *c == ' ').collect();
    [
        format!("  {line}"),
        format!(" {line}"),
        line.strip_prefix("  ").unwrap_or(line).to_owned(),
        line.trim_start().to_owned(),
        format!("{name}: ~"),
        format!("{name}: ~ # as it was"),
        format!("{name}: -"),
        format!("{name}:"),
        format!("{line} # a remark"),
        format!("{line} \n"),
        format!("{line}\n{indent}  - more"),
    ]
}

fn laid_out(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        for way in ways(line) {
            let mut with: Vec<&str> = lines.clone();
            with[at] = &way;
            all.push(with.join("\n"));
        }
    }
    // A step that the number of ways divides would choose the same way of each line.
    let mut step = all.len().div_ceil(MOST).max(1);
    step += usize::from(step.is_multiple_of(11));
    all.into_iter().step_by(step).collect()
}

#[test]
fn documents_are_read_however_they_are_laid_out() {
    let mut scenario = Scenario::new();
    let paths = plan_files();
    let seats = Table::new("thrones-1e", 5, &Value::Null).referee.seats();
    let ours =
        Ours { id: &|_| false, address: None, key: &|_| false, today: None, people: Default::default() };
    let (mut tried, mut good) = (0, 0);
    for path in paths {
        let mut said = String::new();
        for text in laid_out(&std::fs::read_to_string(&path).unwrap()) {
            let letter = read(format!("From: <anna@example.org>\n\n{text}\n").as_bytes());
            let reading = Reading::own(&letter, &seats, &ours).complete(&letter, &seats, &ours);
            tried += 1;
            good += usize::from(reading.is_yaml && reading.envelope.faults.is_empty());
            let _ = writeln!(said, "{text}\n{:?}\n{}", reading.envelope, reading.is_yaml);
            let _ = writeln!(said, "{:?}\n{:?}\n", reading.found.notes, reading.problems);
        }
        outputs::said(path.file_stem().unwrap().to_str().unwrap(), said);
    }
    assert!(tried > 1000 && good * 5 > tried && good < tried, "{good} of {tried}");
    scenario.ends(Vec::new);
}
