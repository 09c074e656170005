//! Recognises the lines that mail programs add: signatures, "… wrote:", copied headers.

use super::languages::{FROM, ORIGINALS, QUOTING, SENT, SIGNATURE_ENDS, SIGNATURES, SUBJECT, TO, WROTE};

/// Returns `true` for a one-line signature that a program added.
pub(super) fn is_program_signature(line: &str) -> bool {
    let line = line.trim_matches([' ', '-', '*', '_']).to_lowercase();
    // Every line of a message is compared with all of these; mostly the first letter decides.
    line.chars().count() <= 90
        && (SIGNATURES
            .iter()
            .any(|start| line.bytes().next() == start.bytes().next() && line.starts_with(start))
            || SIGNATURE_ENDS.iter().any(|end| line.ends_with(end)))
}

/// Returns `true` for a line such as `-----Original Message-----`.
pub(super) fn is_original_mark(line: &str) -> bool {
    let inner = line.trim().trim_matches(['-', '_', '=', ' ']);
    let has_rule = line.trim().starts_with("--") || line.trim().starts_with("__");
    (has_rule || inner.ends_with(':')) && ORIGINALS.contains(&inner.to_lowercase().as_str())
}

/// The line above a quotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Attribution {
    /// Number of lines it is broken over.
    pub count: usize,
    /// `true` if it has a verb; without one it counts only if a quotation follows.
    pub has_verb: bool,
}

/// Recognises "On … wrote:" at the beginning of these lines; programs break it over two or three, and for a narrow screen over five.
/// In some languages it has no verb, only the sender's address and the time.
pub(super) fn attribution(lines: &[&str]) -> Option<Attribution> {
    const MOST_LINES: usize = 5;
    let mut length = 0;
    for (count, line) in (1..).zip(lines.iter().map(|line| line.trim()).take(MOST_LINES)) {
        if line.is_empty() || length > 400 || count > 3 && length > 200 {
            return None;
        }
        length += line.len() + 1;
        // `---- On … wrote ----`.
        let is_between_rules = count == 1 && line.starts_with("---") && line.ends_with("---");
        if !line.trim_end_matches('*').ends_with([':', '：']) && !is_between_rules {
            continue;
        }
        let parts = lines.iter().take(count).map(|line| line.trim());
        let has_number = has_number(parts.clone().flat_map(str::chars));
        // Most lines with a colon at their end are keys of a document.
        if !has_number && count > 1 {
            return None;
        }
        let text = parts.collect::<Vec<_>>().join(" ").to_lowercase();
        let has_verb = || WROTE.iter().any(|verb| text.contains(verb));
        if !has_number {
            let names_sender = text.contains('<') && text.contains('@') && has_verb()
                || QUOTING.iter().any(|start| text.starts_with(start));
            return names_sender.then_some(Attribution { count, has_verb: false });
        }
        let has_verb = has_verb();
        if is_between_rules && !has_verb {
            return None;
        }
        if !(has_verb || text.contains('@')) {
            return None;
        }
        // A line above one that is complete by itself was written by the sender.
        let is_whole = |from: usize| {
            let rest = lines.get(from..count).unwrap_or_default();
            attribution(rest).is_some_and(|below| below.has_verb == has_verb)
        };
        let is_whole_below = (1..count).any(is_whole);
        return (!is_whole_below).then_some(Attribution { count, has_verb });
    }
    None
}

/// Returns `true` if there is a digit, as in a date, outside addresses.
fn has_number(mut text: impl Iterator<Item = char>) -> bool {
    let mut in_address = false;
    text.any(|c| {
        in_address = match c {
            '<' => true,
            '>' => false,
            _ => in_address,
        };
        c.is_ascii_digit() && !in_address
    })
}

/// Returns how many of these lines are headers as Outlook and others put above a copy; 0 if none. Below
/// "Original Message", headers in any language are recognised by their form.
pub(super) fn header_block(lines: &[&str], is_marked: bool) -> usize {
    let (mut from, mut sent, mut to, mut subject, mut end) = (false, false, false, false, 0);
    for (count, line) in lines.iter().take(8).enumerate() {
        let bare = line.trim_start_matches('*');
        let Some((name, _)) = bare.split_once([':', '：']) else { break };
        let name = name.trim_matches(['*', ' ']).to_lowercase();
        let is = |words: &[&str]| words.contains(&name.as_str());
        match () {
            () if is(FROM) => from = true,
            () if is(SENT) => sent = true,
            () if is(SUBJECT) => subject = true,
            () if is(TO) => to = true,
            () => break,
        }
        end = count + 1;
    }
    if from && (sent || subject) && (sent as u8 + subject as u8 + to as u8) >= 2 {
        end
    } else if is_marked {
        headers_by_form(lines)
    } else {
        0
    }
}

/// Returns `true` if a line above a quotation names its writer: a copied header `From:`, or "… wrote:".
pub(super) fn names_a_sender(line: &str) -> bool {
    let Some((name, _)) = line.trim_start_matches('*').split_once([':', '：']) else { return true };
    let name = name.trim_matches(['*', ' ']).to_lowercase();
    FROM.contains(&name.as_str()) || name.contains('@') || name.chars().any(|c| c.is_ascii_digit())
}

/// Returns how many lines look like copied headers: three or more names with values, including an address and
/// a year.
fn headers_by_form(lines: &[&str]) -> usize {
    let is_header = |line: &&&str| {
        let name = line.split([':', '：']).next().unwrap_or_default();
        name.len() < line.len() && !line.starts_with(' ') && name.split_whitespace().count() <= 3
    };
    let block: Vec<&str> = lines.iter().take(8).take_while(is_header).copied().collect();
    let has_year =
        |line: &&str| line.split(|c: char| !c.is_ascii_digit()).any(|n| n.len() == 4 && n.starts_with("20"));
    let has_address = block.iter().any(|line| line.contains('@'));
    if block.len() >= 3 && has_address && block.iter().any(has_year) { block.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(lines: &[&str]) -> usize {
        attribution(lines).map_or(0, |found| found.count)
    }

    #[test]
    fn many_languages_of_wrote() {
        for line in [
            "On Fri, 20 Nov 2026 at 10:00, GM <gm@x.example> wrote:",
            "Am Fr., 20. Nov. 2026 um 10:00 Uhr schrieb GM <gm@x.example>:",
            "Le ven. 20 nov. 2026 à 10:00, GM <gm@x.example> a écrit :",
            "Il giorno ven 20 nov 2026 alle ore 10:00 GM <gm@x.example> ha scritto:",
            "El vie, 20 nov 2026 a las 10:00, GM (<gm@x.example>) escribió:",
            "Op vr 20 nov 2026 om 10:00 schreef GM <gm@x.example>:",
            "GM <gm@x.example> 于2026年11月20日周五 10:00写道：",
            "Em sex., 20 de nov. de 2026 às 10:00, GM <gm@x.example> escreveu:",
            "pt., 20 lis 2026 o 10:00 GM <gm@x.example> napisał(a):",
            "W dniu 20.11.2026 o 10:00, GM pisze:",
            "Den fre 20 nov. 2026 kl 10:00 skrev GM <gm@x.example>:",
            "20.11.2026 10:00, GM пишет:",
            "пт, 20 нояб. 2026 г. в 10:00, GM <gm@x.example>:",
            "2026年11月20日(金) 10:00 GM <gm@x.example>:",
        ] {
            assert_eq!(count(&[line, "> x"]), 1, "{line}");
        }
        assert_eq!(count(&["On Fri, 20 Nov 2026 at 10:00, GM", "<gm7@x.example>", "wrote:", "> x"]), 3);
        let narrow = [
            "On Tuesday, 1 December 2026 at 19:55,",
            "The Tuesday Club",
            "of Thrones",
            "<club@x.example>",
            "wrote:",
        ];
        assert_eq!(count(&narrow), 5);
        for line in [
            "---- On Fri, 20 Nov 2026 10:00:00 +0100 GM <gm@x.example> wrote ----",
            "GM <gm@x.example> hat am 20.11.2026 10:00 CET geschrieben:",
            "GM <gm@x.example> writes:",
            "Quoting GM <gm@x.example>:",
            "Zitat von GM <gm@x.example>:",
        ] {
            assert_eq!(count(&[line, "> x"]), 1, "{line}");
        }
        assert_eq!(count(&["---- 20 Nov 2026 ----", "> x"]), 0);
        assert_eq!(count(&["as you wrote:", "plan:"]), 0);
        assert_eq!(count(&["plan:", "  orders: {A: 1}"]), 0);
    }

    #[test]
    fn what_stands_above_without_an_empty_line_is_the_senders() {
        let wrote = "On Fri, 20 Nov 2026 at 10:00, GM <gm@x.example> wrote:";
        assert_eq!(count(&["final: yes", wrote]), 0);
        assert_eq!(count(&["final: yes", "Sent with ease", wrote]), 0);
        assert_eq!(count(&["final: 1", "20.11.2026 10:00, GM <gm@x.example>:"]), 0);
        assert_eq!(count(&["GM", "<gm7@x.example>:"]), 0);
    }

    #[test]
    fn copied_headers_are_no_absence() {
        assert_eq!(
            header_block(&["From: GM <gm@x>", "Sent: Friday", "To: Anna", "Subject: Turn 3", "", "x"], false),
            4
        );
        assert_eq!(header_block(&["Gesendet: Freitag", "Von: GM", "An: Anna", "Betreff: Zug 3"], false), 4);
        assert_eq!(header_block(&["from: 2026-12-24", "to: 2027-01-02"], false), 0);
        let maltese =
            ["Minn: GM <gm@x>", "Mibgħut: 20 Novembru 2026", "Lil: Anna", "Suġġett: Turn 3", "", "x: y"];
        assert_eq!((header_block(&maltese, true), header_block(&maltese, false)), (4, 0));
        assert_eq!(header_block(&["plan:", "  orders: {A: hold}", "final: yes"], true), 0);
    }

    #[test]
    fn signatures_of_programs() {
        for line in [
            "Sent from my iPhone",
            "Von meinem iPhone gesendet",
            "Envoyé de mon iPhone",
            "Inviato da iPhone",
            "Enviado desde mi iPhone",
            "Verstuurd vanaf mijn iPhone",
            "发自我的 iPhone",
            "Get Outlook for iOS",
        ] {
            assert!(is_program_signature(line), "{line}");
        }
        assert!(!is_program_signature("Sent: yes"));
        assert!(is_original_mark("-----Ursprüngliche Nachricht-----"));
        assert!(!is_original_mark("original message"));
    }

    #[test]
    fn what_programs_sign_with() {
        let long = |length: usize| format!("sent from my {}", "x".repeat(length - 13));
        for (line, is) in [
            ("Sent from my iPhone".to_owned(), true),
            ("-- Sent from my iPhone --".to_owned(), true),
            ("I sent from my iPhone".to_owned(), false),
            ("iPhoneから送信".to_owned(), true),
            ("iPhone'dan gönderildi".to_owned(), true),
            ("iPhone'dan gönderildi mi?".to_owned(), false),
            (String::new(), false),
            (long(89), true),
            (long(90), true),
            (long(91), false),
        ] {
            assert_eq!(is_program_signature(&line), is, "{line}");
        }
    }

    /// A line that announces a quotation may be long, or many, and not both; it ends at five lines.
    #[test]
    fn how_long_an_attribution_may_be() {
        let line = |length: usize| format!("On 20 Nov 2026 {}", "x".repeat(length - 15));
        let end = "GM <gm@x.example> wrote:";
        for (lengths, is) in [
            (vec![399], true),
            (vec![400], false),
            (vec![397, 1], true),
            (vec![398, 1], false),
            (vec![100, 97], true),
            (vec![99, 99, 1], false),
            (vec![98, 50, 49], true),
            (vec![98, 50, 50], false),
            (vec![30, 30, 30, 30], true),
            (vec![30, 30, 30, 30, 30], false),
        ] {
            let first = lengths.first().map(|length| line(*length));
            let rest = lengths.iter().skip(1).map(|length| "y".repeat(*length));
            let lines: Vec<String> = first.into_iter().chain(rest).chain([end.to_owned()]).collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            assert_eq!(count(&lines), if is { lines.len() } else { 0 }, "{lengths:?}");
        }
    }

    /// Without a verb it takes an address, and without a number a sender besides the verb.
    #[test]
    fn what_an_attribution_must_say() {
        let found = |count, has_verb| Some(Attribution { count, has_verb });
        for (lines, is) in [
            (vec!["On 20 Nov 2026 GM wrote:"], found(1, true)),
            (vec!["On 20 Nov 2026 GM <gm@x.example>:"], found(1, false)),
            (vec!["On 20 Nov 2026 GM:"], None),
            (vec!["GM <gm@x.example> wrote:"], found(1, false)),
            (vec!["GM <gm7@x.example> wrote:"], found(1, false)),
            (vec!["GM <gm@x.example>:"], None),
            (vec!["GM wrote:"], None),
            (vec!["gm@x.example wrote:"], None),
            (vec!["<GM> wrote:"], None),
            (vec!["Quoting GM:"], found(1, false)),
            (vec!["Not quoting GM:"], None),
            (vec!["as we said", "plan:"], None),
            (vec!["---- On 20 Nov 2026 GM wrote ----"], found(1, true)),
            (vec!["---- On 20 Nov 2026 gm@x.example ----"], None),
            (vec!["---- On 20 Nov 2026 GM wrote"], None),
            (vec!["x", "---- On 20 Nov 2026 GM wrote ----"], None),
            (vec!["On 20 Nov 2026 GM", "On 20 Nov 2026 GM wrote:"], None),
            (vec!["On 20 Nov 2026 <gm@x.example>", "GM wrote:"], found(2, true)),
            (vec!["On 20 Nov 2026", "", "GM wrote:"], None),
            (vec!["*On 20 Nov 2026 GM wrote:*"], found(1, true)),
            (vec![], None),
        ] {
            assert_eq!(attribution(&lines), is, "{lines:?}");
        }
    }

    /// Headers above a copy: a sender, a subject or a time, and two of the others in all.
    #[test]
    fn which_headers_make_a_copy() {
        let all = [("From: GM", 'f'), ("Sent: Friday", 's'), ("To: Bob", 't'), ("Subject: x", 'j')];
        for mask in 0..16_usize {
            let chosen: Vec<_> =
                (0..4).filter(|bit| mask >> bit & 1 == 1).filter_map(|bit| all.get(bit)).collect();
            let lines: Vec<&str> =
                chosen.iter().map(|(line, _)| *line).chain(["plan: x", "From: GM"]).collect();
            let has = |wanted| chosen.iter().any(|(_, one)| *one == wanted);
            let is = has('f') && (has('s') || has('j')) && chosen.len() >= 3;
            assert_eq!(header_block(&lines, false), if is { chosen.len() } else { 0 }, "{lines:?}");
        }
        assert_eq!(header_block(&["*From:* GM", "*Sent:* Friday", "*To:* Bob"], false), 3);
        assert_eq!(header_block(&["From GM", "Sent: Friday", "Subject: x"], false), 0);
    }

    #[test]
    fn a_line_above_a_quotation_names_its_writer_or_does_not() {
        for (line, is) in [
            ("From: GM", true),
            ("*Von:* GM", true),
            ("gm@x.example wrote:", true),
            ("On the 20th GM wrote:", true),
            ("no colon", true),
            ("plan: x", false),
            ("GM wrote:", false),
        ] {
            assert_eq!(names_a_sender(line), is, "{line}");
        }
    }
}
