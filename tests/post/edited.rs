//! Own lines anywhere in a quoted sheet: each of a table at every place of the sheet, alone and with a second one. What becomes of the
//! sheet is held against the record.

use crate::outputs::{self, Scenario};
use crate::{KEYS, SHEET_KEY, document};
use ravenpost::post::read;

/// Every shape a line of a sheet has, with what may be above and below it.
const SHEET: &str = "\
plan:
  orders:
    Winterfell: hold
    White Harbor:
    Moat Cailin: ~
  marches:
    - {from: Winterfell, to: Moat Cailin}
    - from: White Harbor
      to: The Narrow Sea
  bids: {Iron Throne: 2,
    Fiefdoms: 1}
  retreat:
  why: a sentence that is as long as a line may be before a mail program wraps
press:
  - to: tully
    text:
final:";

const OWN: &[&str] = &[
    "Winterfell: march+1",
    "winterfell : raid",
    "      White Harbor: hold",
    "White Harbor:\n  march: {to: The Narrow Sea}",
    "Karhold: hold",
    "    Karhold: hold",
    "to: Karhold",
    "      to: Karhold",
    "- {from: Moat Cailin}",
    "- from: Karhold\n  to: Winterfell",
    "marches:\n  - {from: A}\n  - {from: B}",
    "bids: {Iron Throne: 3}",
    "Fiefdoms: 3}",
    "retreat: Karhold",
    "text: \"well met\"",
    "- to: lannister\n  text: hello",
    "final: yes",
    "yes",
    "one two three four five six",
    "one two three four five six seven",
    "wrapped, and so goes on in the next",
    "# a note",
];

/// The mail with own lines after some of the lines of the sheet.
fn mail(own: &[(usize, &str)]) -> String {
    let mut body = format!("> ---\n> key: {SHEET_KEY}\n");
    for (number, line) in SHEET.lines().enumerate() {
        body += &format!("> {line}\n");
        for (_, text) in own.iter().filter(|(at, _)| *at == number) {
            body += &format!("{text}\n");
        }
    }
    format!(
        "From: Anna Snow <anna@north.example>\nTo: <game@game.example>\nIn-Reply-To: <turn3.stark@game.example>\n\n{body}> ---\n"
    )
}

#[test]
fn own_lines_at_every_place_of_a_sheet() {
    let mut scenario = Scenario::new();
    let (mut tried, mut taken) = (0, 0);
    let places = SHEET.lines().count();
    for (number, own) in OWN.iter().enumerate() {
        let mut said = String::new();
        for place in 0..places {
            let second = OWN[(number + place) % OWN.len()];
            for lines in [vec![(place, *own)], vec![(place, *own), ((place + number) % places, second)]] {
                let raw = mail(&lines);
                let found = document(&read(raw.as_bytes()), &KEYS);
                let last = own.lines().last().unwrap().trim();
                tried += 1;
                taken +=
                    usize::from(found.document.as_ref().is_ok_and(|document| document.text.contains(last)));
                said += &format!("{lines:?}\n{found:#?}\n\n");
            }
        }
        outputs::said(&format!("own line {number}"), said);
    }
    assert!(taken * 2 > tried && taken < tried, "{taken} of {tried}");
    scenario.ends(Vec::new);
}
