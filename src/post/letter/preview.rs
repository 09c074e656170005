//! A first look at a message: its headers, and whether any of its texts matter. Nothing more is needed for
//! strangers and machines, which make up most of a flood.

use super::content::{Automatic, Letter};
use super::machine;
use super::mime::{Role, decoded, role};
use super::reader::{headers, parser, with_line_ends, with_stack, without_mbox_line};
use crate::post::inbound::{Collected, LARGEST};
use mail_parser::Message;

/// Returns the letter without its texts if they matter to nobody: a machine wrote it, or no text `is_wanted`
/// (of HTML, the source is asked). `None` means that it must be read whole.
pub fn skim(mail: &Collected, is_wanted: &(dyn Fn(&str) -> bool + Sync)) -> Option<Letter> {
    let raw = with_line_ends(without_mbox_line(&mail.raw));
    let raw: &[u8] = &raw;
    let is_whole = mail.raw.len() <= LARGEST && mail.raw.len() as u64 == mail.size;
    // The texts of an incomplete message are not read anyway, and its sender must be told why.
    if !is_whole {
        return None;
    }
    with_stack(&mail.raw, || skimmed(&parser().parse(raw)?, raw, is_wanted)).flatten()
}

fn skimmed(message: &Message<'_>, raw: &[u8], is_wanted: &dyn Fn(&str) -> bool) -> Option<Letter> {
    let mut letter = Letter::default();
    headers(message, &mut letter);
    if letter.mark.is_some() {
        letter.automatic = Some(Automatic::Ours);
        return Some(letter);
    }
    // A delivery report without the standard's parts is recognised by its text.
    if machine::is_daemon(message, &letter) {
        return None;
    }
    letter.automatic = machine::classify(message, &letter);
    if letter.automatic.is_some() {
        return Some(letter);
    }
    let mut scratch = Letter::default();
    for part in &message.parts {
        match role(part, &mut scratch) {
            Role::Text(_) => {
                let decoded = decoded(part, raw);
                if decoded.is_some_and(|decoded| is_wanted(&decoded.text)) {
                    return None;
                }
            }
            Role::Unread(_) | Role::Silent => {}
            // Archives must be unpacked first, and an attached message may turn out to be none.
            Role::Archive | Role::Mail => return None,
        }
    }
    Some(letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::{Handle, read};
    use chrono::DateTime;

    fn collected(text: &str) -> Collected {
        let raw = text.as_bytes().to_vec();
        let size = raw.len() as u64;
        Collected { handle: Handle("1".to_owned()), raw, size, received: DateTime::UNIX_EPOCH }
    }

    const MAIL: &str = "From: Eve <eve@example.org>\nMessage-ID: <1@example.org>\nIn-Reply-To: <a@b>\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\ncGxhbjogYXNr\n--x\nContent-Type: text/html\n\n<b>in HTML</b>\n--x--\n";

    #[test]
    fn what_is_wanted_is_looked_for_in_every_text() {
        assert_eq!(skim(&collected(MAIL), &|text| text.contains("plan: ask")), None);
        assert_eq!(skim(&collected(MAIL), &|text| text.contains("<b>in HTML</b>")), None);
        let letter = skim(&collected(MAIL), &|text| text.contains("cGxh")).expect("nothing wanted");
        let whole = read(MAIL.as_bytes());
        assert!(letter.parts.is_empty() && whole.parts.len() == 2);
        assert_eq!(letter, Letter { parts: Vec::new(), ..whole });
    }

    #[test]
    fn a_large_mail_is_looked_through_as_well() {
        let large = MAIL.replace("<b>", &format!("{}<b>", "<p>x</p>\n".repeat(10_000)));
        assert_eq!(skim(&collected(&large), &|text| text.contains("<b>in HTML</b>")), None);
        assert!(skim(&collected(&large), &|_| false).is_some());
    }

    #[test]
    fn of_what_machines_write_no_text_is_wanted() {
        let mail = collected(&format!("Auto-Submitted: auto-replied\n{MAIL}"));
        let letter = skim(&mail, &|_| true).expect("an automatic mail");
        assert_eq!(letter.automatic, Some(Automatic::Reply));
        let bounce =
            collected("From: MAILER-DAEMON@example.org\nSubject: failure notice\n\n<a@example.org>:\n");
        assert_eq!(skim(&bounce, &|_| false), None);
    }

    /// Of what was cut off on the way in nobody knows what its texts say.
    #[test]
    fn a_mail_that_is_not_here_as_a_whole_is_not_looked_through() {
        let whole = collected(MAIL);
        assert!(skim(&whole, &|_| false).is_some());
        for size in [whole.size + 1, whole.size - 1] {
            assert_eq!(skim(&Collected { size, ..collected(MAIL) }, &|_| false), None);
        }
    }

    /// A mail of the greatest size is read, and told from one that is not all there.
    #[test]
    fn a_mail_is_read_whole_up_to_the_greatest_size() {
        use crate::post::letter::content::Trouble;
        let head = "From: a@example.org\nSubject: x\n\n";
        for (length, is_read) in [(LARGEST - 1, true), (LARGEST, true), (LARGEST + 1, false)] {
            let mail =
                collected(&format!("{head}{}", "a\n".repeat(length).get(..length - head.len()).unwrap()));
            let letter = crate::post::read_collected(&mail);
            let troubles = if is_read { vec![] } else { vec![Trouble::TooLarge { size: length as u64 }] };
            assert_eq!(
                (letter.troubles, letter.parts.len(), letter.subject.as_str()),
                (troubles, usize::from(is_read), "x"),
                "{length}"
            );
            assert_eq!(skim(&mail, &|_| false).is_some(), is_read, "{length}");
        }
        let cut = Collected { size: 1000, ..collected(&format!("{head}plan: x\n")) };
        assert_eq!(crate::post::read_collected(&cut).troubles, [Trouble::TooLarge { size: 1000 }]);
        assert!(skim(&cut, &|_| false).is_none());
    }
}
