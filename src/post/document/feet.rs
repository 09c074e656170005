//! The foot of a letter: the card of its sender and the notice of a lawyer, which mail servers and work addresses put below every
//! letter without a mark. They are recognised by their shape and place, with the words of `languages`; nothing in the middle
//! of a letter is a foot.

use super::languages::{CARD_WORDS, NOTICES, Notice};
use super::own_lines::OwnLine;
use super::phrases::is_program_signature;
use std::ops::Range;

/// The most lines of a card, and the most words of one of them.
const MOST_LINES: usize = 9;
const MOST_WORDS: usize = 9;
/// The fewest digits of a telephone number.
const FEWEST_DIGITS: usize = 7;

/// Returns how many lines at the end of a letter are its foot. `is_closing` returns `true` for a line such as "Kind regards,".
pub fn foot(lines: &[OwnLine], is_closing: &dyn Fn(&str) -> bool) -> usize {
    let mut end = lines.len();
    // What is a foot only if something above it is one.
    let mut perhaps = end;
    while perhaps > 0 {
        let paragraph = paragraph(lines, perhaps);
        let text: Vec<&str> =
            lines.get(paragraph.clone()).unwrap_or_default().iter().map(|line| line.text.as_str()).collect();
        let above = paragraph.start.checked_sub(1).and_then(|at| lines.get(at));
        let is_closed = above.is_some_and(|line| is_closing(&line.text));
        let notice = notice(&text);
        let card = card(&text, is_closed, paragraph.start > 0, is_closing);
        perhaps = match (notice, card) {
            (Shape::Surely, _) => paragraph.start,
            // The name below a closing belongs to the card.
            (_, Some(count)) => perhaps - count,
            (Shape::Perhaps, None) => {
                perhaps = paragraph.start;
                continue;
            }
            (Shape::Not, None) => break,
        };
        end = perhaps;
    }
    // "Kind regards," above a card is of the card.
    let closes = |line: &&OwnLine| end < lines.len() && is_closing(&line.text);
    let closing = lines.get(..end).unwrap_or_default().iter().rev().take_while(closes).count();
    lines.len() - end + closing
}

/// Returns the lines of the paragraph that ends before a line.
fn paragraph(lines: &[OwnLine], end: usize) -> Range<usize> {
    let number = end.checked_sub(1).and_then(|at| lines.get(at)).map(|line| line.paragraph);
    let above = lines.get(..end).unwrap_or_default();
    let count = above.iter().rev().take_while(|line| Some(line.paragraph) == number).count();
    end - count..end
}

/// Whether a paragraph is part of a notice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Surely,
    /// It has a word of one, or none at all.
    Perhaps,
    Not,
}

fn notice(paragraph: &[&str]) -> Shape {
    let text = paragraph.join(" ").to_lowercase().replace('’', "'");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    if bare.is_empty() || paragraph.iter().all(|line| is_program_signature(line)) {
        return Shape::Perhaps;
    }
    let count = |words: &[&str]| words.iter().filter(|word| text.contains(*word)).count();
    let is_one = |notice: &Notice| {
        let (legal, all) = (count(notice.legal), count(notice.legal) + count(notice.other));
        let begins = notice.openings.iter().any(|opening| bare.starts_with(opening));
        // Players too ask each other to keep a message confidential; they do not speak of intended recipients.
        legal > 0 && (all >= 3 || begins && all >= 2)
    };
    match () {
        () if NOTICES.iter().any(is_one) => Shape::Surely,
        () if NOTICES.iter().any(|notice| count(notice.legal) > 0) => Shape::Perhaps,
        () => Shape::Not,
    }
}

/// Returns how many lines at the end of a paragraph are the card of the sender: names, titles, and how to reach them.
fn card(
    paragraph: &[&str],
    is_closed: bool,
    is_below: bool,
    is_closing: &dyn Fn(&str) -> bool,
) -> Option<usize> {
    let below = paragraph.iter().rev().take_while(|line| !is_closing(line)).count();
    let lines = paragraph.get(paragraph.len() - below..).unwrap_or_default();
    let is_closed = is_closed && below == paragraph.len() || below < paragraph.len();
    // "Holt LLP | 14 King Street | Leeds": a card has several things on a line, with bars between them.
    let is_short = |line: &&str| {
        let line = line.trim();
        let parts = line.split(['|', '·', '•']).map(|part| part.split_whitespace().count());
        parts.max().is_some_and(|words| words <= MOST_WORDS) && !line.ends_with(['?', '!'])
    };
    let reaches = lines.iter().filter(|line| is_contact(line)).count();
    let is_card = reaches > 0 && is_closed && lines.len() > 1 || reaches > 1 && is_below;
    (is_card && lines.len() <= MOST_LINES && lines.iter().all(is_short)).then_some(below)
}

/// Returns `true` for a line that says how its writer is reached, or for which company.
fn is_contact(line: &str) -> bool {
    let lower = line.to_lowercase();
    let number = lower.chars().filter(|c| !matches!(c, ' ' | '-' | '/' | '(' | ')' | '.' | '\u{a0}'));
    let longest = number.collect::<String>().split(|c: char| !c.is_ascii_digit()).map(str::len).max();
    let is_word =
        |word: &str| CARD_WORDS.contains(&word.trim_matches(|c| matches!(c, ',' | '|' | '(' | ')')));
    lower.contains("www.")
        || lower.contains("https://")
        || lower.split_whitespace().any(|word| word.contains('@') && word.contains('.'))
        || longest.is_some_and(|digits| digits >= FEWEST_DIGITS)
        || lower.split_whitespace().any(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is left of a letter above its foot.
    fn above(text: &str) -> String {
        let mut paragraph = 0;
        let mut own = Vec::new();
        for (at, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                paragraph += 1;
                continue;
            }
            let text = line.to_owned();
            own.push(OwnLine { number: at + 1, raw: text.clone(), text, used: None, paragraph });
        }
        let closings = [
            "Mit freundlichen Grüßen",
            "Kind regards,",
            "Thanks",
            "Met vriendelijke groet,",
            "Cordialement,",
        ];
        let count = foot(&own, &|line| closings.contains(&line.trim()));
        own.truncate(own.len() - count);
        own.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("|")
    }

    const GERMAN: &str = "Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie nicht der richtige\n\
        Adressat sind oder diese E-Mail irrtümlich erhalten haben, informieren Sie bitte sofort den Absender.";
    const SOLICITOR: &str = "Bert Hollis\nSenior Associate, Commercial Property\nHolt & Partners LLP | 14 King Street | Leeds LS1 2HL\n\
        T: +44 113 496 0123 | M: +44 7700 900123 | www.holt.example\n\
        Please consider the environment before printing this email.";
    const ENGLISH: &str = "This message is confidential and intended only for the addressee. If you have received it in error, please\n\
        notify the sender and delete it.";

    #[test]
    fn notices_of_lawyers_are_no_part_of_a_letter() {
        for notice in [
            GERMAN,
            ENGLISH,
            "CONFIDENTIALITY NOTICE: The contents of this email and any attachments are intended solely for the intended recipient.",
            "Questo messaggio contiene informazioni riservate ed è destinato esclusivamente al destinatario. Se lo avete ricevuto per\n\
             errore, siete pregati di cancellarlo e di avvisare il mittente.",
            "Ce message et ses pièces jointes sont confidentiels et établis à l'intention exclusive de leur destinataire. Si vous\n\
             l'avez reçu par erreur, merci de le détruire et d'en avertir l'expéditeur.",
            "Dit bericht is vertrouwelijk en uitsluitend bestemd voor de geadresseerde. Indien u dit bericht ten onrechte heeft\n\
             ontvangen, verzoeken wij u de afzender te informeren en het bericht te verwijderen.",
            "Este mensaje es confidencial y va dirigido exclusivamente a su destinatario. Si lo ha recibido por error, notifíquelo al\n\
             remitente y elimínelo.",
            &format!("{GERMAN}\n\n{ENGLISH}"),
            &format!("{GERMAN}\n\n**********\n\nSitz der Gesellschaft: Köln, Amtsgericht Köln HRB 12345"),
        ] {
            assert_eq!(above(&format!("Winterfell raid\n\n{notice}")), "Winterfell raid", "{notice}");
            assert_eq!(above(notice), "", "{notice}");
        }
    }

    #[test]
    fn the_card_is_cut_with_the_closing_above_it_and_what_is_below_it() {
        let card =
            "Bert Müller\nSenior Consultant\nACME Consulting GmbH\nTel. +49 221 123 45-67 | www.acme.example";
        for text in [
            format!("To Anna: peace?\n\nMit freundlichen Grüßen\n{card}"),
            format!("To Anna: peace?\n\nMit freundlichen Grüßen\n\n{card}\n\n{GERMAN}"),
            format!(
                "To Anna: peace?\n\nMit freundlichen Grüßen\n{card}\n\n{ENGLISH}\n\nPlease consider the environment."
            ),
            format!(
                "To Anna: peace?\n\nKind regards,\n\n{SOLICITOR}\n\n{ENGLISH} Orders: please call the office."
            ),
            format!("To Anna: peace?\n\nKind regards,\n\n{SOLICITOR}"),
            format!("To Anna: peace?\n\n{SOLICITOR}"),
        ] {
            // Some programs put blanks at the ends of lines, and some begin them with one.
            for text in [text.clone(), text.replace('\n', "  \n"), text.replace('\n', "\n ")] {
                assert_eq!(above(&text).trim_end(), "To Anna: peace?", "{text}");
            }
        }
        let alone =
            "To Anna: peace?\n\nBert Müller | ACME Consulting GmbH\nTel. +49 221 123 45-67\nwww.acme.example";
        assert_eq!(above(alone), "To Anna: peace?");
    }

    #[test]
    fn what_people_write_to_each_other_stays() {
        for text in [
            "To Anna: peace?\n\nKind regards,\nBert",
            "To Anna: peace until turn 4?\n\nThis message is confidential, please delete it and tell Ben nothing!",
            "To Anna: this is confidential.\n\nIf you disclose it to Ben, I attack you. Distribution is war.",
            "Write to me at bert@example.org or ring me up on 0221 123 45 67 tonight, will you?",
            "Thanks\nWinterfell raid\nWhite Harbor CP",
            "Winterfell raid\n\nWhite Harbor CP",
            "Winterfell raid\n\nWhite Harbor CP. What I told you is privileged and confidential.",
            "The rules are at https://rules.example\n\nShall we ask the game master?",
            "Thanks\nWill you ring me up on 0221 123 45 67?\nOr write to bert@example.org!",
            "Thanks\nring me up on 0221 123 45 67\nwill you do that?",
        ] {
            for text in [text.to_owned(), text.replace('\n', "  \n") + " "] {
                let lines = text.lines().filter(|line| !line.trim().is_empty());
                assert_eq!(above(&text), lines.collect::<Vec<_>>().join("|"), "{text}");
            }
        }
        let middle = format!("{ENGLISH}\n\nTo Anna: peace?");
        assert!(above(&middle).ends_with("To Anna: peace?") && above(&middle).starts_with("This message"));
    }

    #[test]
    fn what_says_how_somebody_is_reached() {
        for (line, is) in [
            ("www.holt.example", true),
            ("https://holt.example", true),
            ("http://holt.example", false),
            ("bert@holt.example", true),
            ("bert@holt", false),
            ("a.b @ c", false),
            ("0221 12 34 5", true),
            ("221 12 34", true),
            ("221 12 3", false),
            ("0221/12-(34) 5.6", true),
            ("12345x67890", false),
            ("Tel. on request", true),
            ("(Tel)", true),
            ("telling", false),
            ("Holt LLP", true),
            ("Bert Hollis", false),
        ] {
            assert_eq!(is_contact(line), is, "{line}");
        }
    }

    /// A card has at most nine lines of nine words, and two ways to reach its owner where nothing closes above it.
    #[test]
    fn how_large_a_card_may_be() {
        let closing = |line: &str| line == "Regards";
        let words = |count: usize| "Bert ".repeat(count).trim_end().to_owned();
        let lines = |count: usize| {
            (0..count - 1).map(|_| words(2)).chain(["www.a.example".into()]).collect::<Vec<_>>()
        };
        let card = |lines: &[String], is_closed, is_below| {
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            card(&lines, is_closed, is_below, &closing)
        };
        for (count, is) in [(1, false), (2, true), (8, true), (9, true), (10, false)] {
            assert_eq!(card(&lines(count), true, true), is.then_some(count), "{count}");
        }
        for (count, is) in [(8, true), (9, true), (10, false)] {
            let all = [words(count), "www.a.example".into()];
            assert_eq!(card(&all, true, true), is.then_some(2), "{count}");
            assert_eq!(
                card(&[format!("{} | Bert", words(count)), "www.a.example".into()], true, true),
                is.then_some(2),
                "{count}"
            );
        }
        let two = ["www.a.example".to_owned(), "bert@a.example".to_owned()];
        assert_eq!((card(&two, false, true), card(&two, false, false)), (Some(2), None));
        assert_eq!(card(&two[..1], true, true), None, "one line is no card");
        assert_eq!(
            card(&["Bert".into(), "www.a.example".into()], false, true),
            None,
            "nothing closes above it"
        );
        let below = ["hello".to_owned(), "Regards".into(), "Bert".into(), "www.a.example".into()];
        assert_eq!(card(&below, false, false), Some(2), "the closing is in its paragraph");
        assert_eq!(card(&["Bert?".into(), "www.a.example".into()], true, true), None, "a question");
        assert_eq!(card(&["Bert!".into(), "www.a.example".into()], true, true), None, "a shout");
    }
}
