//! Mails as people write them, for the first turn of five houses: free lines, and sentences that a mail program has broken, above
//! our report that they answer.

use crate::campaigns::{begin, founded, host, write_to};
use chrono::{DateTime, TimeDelta, Utc};
use mail_parser::MessageParser;
use ravenpost::campaign::Campaign;
use std::fs;
use std::path::Path;

const LINES: &str = "\
Hi Maria,

sorry for the delay, work is mad this week. here goes:

- Winterfell march +1, knight to Moat Cailin, footman to Karhold
- march from winterfell: leave a token there
- White harbour: consolidate power
- Shivering Sea march -1 to the narrow sea

In battle play Robb Stark, then Roose Bolton.
If I get the raven: leave it.

That should be all, thanks for running this!

Anna
Sent from my phone
";

const SENTENCES: &str = "\
Good evening,

Winterfell marches with the +1, the knight goes to Moat Cailin and the
footman goes to Karhold, and I leave a power token in Winterfell. White
Harbor consolidates power, as always. The ship in the Shivering Sea has
the other march, the -1, and it sails to the Narrow Sea. That should be
all for this turn.

Many thanks, and good night to everybody
Anna
";

/// A campaign in its first turn, and the orders of a house in free lines.
pub fn lines(dir: &Path) -> DateTime<Utc> {
    answered(dir, LINES)
}

/// The same in sentences.
pub fn sentences(dir: &Path) -> DateTime<Utc> {
    answered(dir, SENTENCES)
}

fn answered(dir: &Path, body: &str) -> DateTime<Utc> {
    founded(dir, &[]);
    let now = begin() + TimeDelta::hours(1);
    let report = report(dir);
    let quoted: String = report.lines().map(|line| format!("> {line}\n")).collect();
    let campaign = Campaign::open(&host(false), dir).expect("a campaign");
    write_to(&campaign, "stark", "typed", now, &format!("{body}\nOn Tuesday the Ravens wrote:\n{quoted}"));
    now
}

/// Our report to the house that answers it.
fn report(dir: &Path) -> String {
    let sent = fs::read_dir(dir.join("mail/out/new")).expect("our mails");
    let texts = sent.map(|mail| fs::read(mail.expect("a mail").path()).expect("its text"));
    let to_stark = |raw: &Vec<u8>| {
        let mail = MessageParser::default().parse(raw)?;
        let is_theirs = mail.to()?.first()?.address()?.starts_with("stark@");
        let text = mail.body_text(0)?.into_owned();
        (is_theirs && text.contains("Questions for you")).then_some(text)
    };
    texts.into_iter().find_map(|raw| to_stark(&raw)).expect("a report to Stark")
}
