//! The section `do:` of the game master: a word, an entry, or a list of them.

use super::asking::asks;
use super::commanded::{deadline, means_all, person, spoken};
use super::disputing;
use super::document::{Act, Given};
use super::read::Reader;
use super::said::Said;
use super::small::minutes;
use super::words::{plain_words, truth};
use super::written_ruling::RulingWord;
use crate::post::one_line;
use crate::sheet::{Fault, Names, Node, Refusal, fold};
use crate::table::Seat;
use serde_json::json;

/// The words of the commands.
const WORDS: [&str; 18] = [
    "pause",
    "resume",
    "extend",
    "process",
    "remind",
    "resend",
    "replace",
    "status",
    "help",
    "chance",
    "correct chance",
    "rule",
    "rewind",
    "forward",
    "adopt",
    "propose",
    "withdraw",
    "decisions",
];

impl Reader<'_> {
    /// Reads one command or a list of them.
    pub(super) fn acts(&mut self, node: &Node) {
        for member in node.members() {
            if let Some(text) = member.text() {
                if self.closes(text, member) {
                    continue;
                }
                match spoken(text, member.span) {
                    Some((key, value, whole)) => self.act(&key, member, value.as_ref(), &whole),
                    None => self.act(member, member, None, member),
                }
                continue;
            }
            let Some(entries) = member.entries() else {
                self.error(member.span, Refusal::new("envelope-do"));
                continue;
            };
            for (key, value) in entries {
                let line =
                    format!("{}: {}", key.text().unwrap_or_default(), value.text().unwrap_or_default());
                if self.closes(&line, member) {
                    continue;
                }
                // `with` belongs to the `replace` beside it, and `because` to a ruling.
                if !["with", "because"].contains(&fold(key.text().unwrap_or_default()).as_str()) {
                    self.act(key, value, Some(value), member);
                }
            }
        }
    }

    /// Reads a text that ends a dispute, which is a section of its own; `false` for another.
    fn closes(&mut self, text: &str, at: &Node) -> bool {
        match disputing::dispute(text, at.span) {
            Some(Said::Section(_, value)) => {
                let dispute = self.dispute(&value);
                self.envelope.document.dispute = self.envelope.document.dispute.take().or(dispute);
                true
            }
            _ if disputing::is_closing(text) => {
                self.error(at.span, Refusal::new("envelope-close"));
                true
            }
            _ => false,
        }
    }

    /// Reads the command named at `key`; `whole` is the entry it is in.
    fn act(&mut self, key: &Node, at: &Node, value: Option<&Node>, whole: &Node) {
        let written = key.text().unwrap_or_default();
        let mut names = Names::new();
        for word in WORDS {
            names.add(word, word);
        }
        let word = match names.find(written) {
            Ok(word) => word,
            Err(miss) => {
                // "do: explain 5 Harrenhal" asks for something.
                let said = value
                    .and_then(Node::text)
                    .map_or_else(|| written.to_owned(), |value| format!("{written} {value}"));
                if let Some(Said::Section(_, what)) = asks(&plain_words(&said), key.span) {
                    self.ask(&what);
                    return;
                }
                let why = Refusal::new("envelope-do-kind").with("name", written);
                self.envelope.faults.push(Fault::error(key.span, why).suggest(miss.suggestion()));
                return;
            }
        };
        let act = match word {
            "extend" => {
                let text = value.and_then(Node::text).unwrap_or_default();
                let time = minutes(text).map(Act::Extend).or_else(|| {
                    let (date, time) = deadline(text, self.today)?;
                    Some(Act::ExtendTo { date, time })
                });
                if time.is_none() {
                    self.error(at.span, Refusal::new("envelope-extend").with("gm", true));
                }
                time
            }
            "chance" => self.number(at, value, false),
            "correct chance" => self.number(at, value, true),
            "remind" => self.reminded(value),
            "resend" => match value {
                Some(value) => self.seat(value).map(|seat| Act::Resend(seat.value)),
                None => {
                    self.error(at.span, Refusal::new("envelope-do-seat"));
                    None
                }
            },
            "replace" => self.replaced(at, value, whole),
            "rule" => self.ruling(RulingWord::Rule, key, value, whole),
            "rewind" => self.ruling(RulingWord::Rewind, key, value, whole),
            "forward" => self.ruling(RulingWord::Forward, key, value, whole),
            "decisions" => self.decisions(at, value),
            "process" if value.and_then(Node::text).is_some_and(|text| fold(text) == "anyway") => {
                Some(Act::Process { anyway: true })
            }
            // `pause: yes` is `pause`; `pause: no` would be a riddle.
            _ if value
                .is_some_and(|value| !value.is_empty() && value.text().and_then(truth) != Some(true)) =>
            {
                let text = value.and_then(Node::text).unwrap_or_default();
                self.error(at.span, Refusal::new("envelope-do-alone").with("word", word).with("text", text));
                None
            }
            "pause" => Some(Act::Pause),
            "resume" => Some(Act::Resume),
            "process" => Some(Act::Process { anyway: false }),
            "adopt" => Some(Act::Adopt { propose: false }),
            "propose" => Some(Act::Adopt { propose: true }),
            "withdraw" => Some(Act::Withdraw),
            "help" => Some(Act::Help),
            _ => Some(Act::Status),
        };
        let Some(act) = act else { return };
        let mut what = json!({"item": "do", "act": word});
        match &act {
            Act::ExtendTo { .. } => {
                what["until"] = json!(value.and_then(Node::text).unwrap_or_default().trim());
            }
            Act::Extend(_) => what["time"] = json!(value.and_then(Node::text).unwrap_or_default().trim()),
            Act::Chance { text, .. } => what["number"] = json!(text),
            Act::Remind(seats) if !seats.is_empty() => what["seats"] = json!(self.names_of(seats)),
            Act::Resend(seat) => what["seats"] = json!(self.names_of(&[*seat])),
            Act::Replace { seat, player, .. } => {
                what["seat"] = json!(self.seats.get(seat.index()).map(|info| &info.name));
                what["player"] = json!(player);
            }
            _ => {}
        }
        self.note(key.span, what);
        self.envelope.document.act.push(Given { value: act, span: key.span });
    }

    fn names_of(&self, seats: &[Seat]) -> Vec<&str> {
        seats.iter().filter_map(|seat| self.seats.get(seat.index())).map(|info| info.name.as_str()).collect()
    }

    /// Reads the seats to remind; `yes` or nothing means all.
    fn reminded(&mut self, value: Option<&Node>) -> Option<Act> {
        let Some(value) = value.filter(|value| !value.is_empty()) else {
            return Some(Act::Remind(Vec::new()));
        };
        if value.text().is_some_and(|text| truth(text) == Some(true) || means_all(text)) {
            return Some(Act::Remind(Vec::new()));
        }
        let seats: Vec<_> = value.members().iter().map(|member| self.seat(member)).collect();
        let seats: Option<Vec<_>> = seats.into_iter().map(|seat| seat.map(|seat| seat.value)).collect();
        seats.map(Act::Remind)
    }

    /// Reads a public number: one value, or a list of them.
    fn number(&mut self, at: &Node, value: Option<&Node>, correct: bool) -> Option<Act> {
        let texts: Vec<String> = value
            .map(Node::members)
            .unwrap_or_default()
            .iter()
            .filter_map(|node| node.text())
            .map(one_line)
            .collect();
        let text = texts.join(" ");
        if text.trim().is_empty() {
            self.error(at.span, Refusal::new("envelope-number-public"));
            return None;
        }
        Some(Act::Chance { text, correct })
    }

    fn replaced(&mut self, at: &Node, value: Option<&Node>, whole: &Node) -> Option<Act> {
        let wrong = Refusal::new("envelope-replace");
        let Some(value) = value else {
            self.error(at.span, wrong);
            return None;
        };
        let seat = self.seat(value)?.value;
        let with = |(key, value): &(Node, Node)| {
            (fold(key.text().unwrap_or_default()) == "with").then(|| value.clone())
        };
        let with = whole.entries().unwrap_or_default().iter().find_map(with);
        let field = |name: &str| {
            let entries = with.as_ref().and_then(Node::entries).unwrap_or_default();
            let is_it = |(key, _): &&(Node, Node)| fold(key.text().unwrap_or_default()) == name;
            let text = entries.iter().find(is_it).and_then(|(_, value)| value.text());
            text.map(one_line).filter(|text| !text.is_empty())
        };
        let written = with.as_ref().and_then(Node::text).and_then(person);
        let fields = field("player").zip(field("address"));
        let Some((player, address)) = written.or(fields) else {
            self.error(at.span, wrong);
            return None;
        };
        Some(Act::Replace { seat, player, address })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Envelope, read_text};
    use crate::table::SeatInfo;

    fn read(text: &str) -> Envelope {
        let seat = |id: &str, name: &str| SeatInfo { id: id.to_owned(), name: name.to_owned() };
        read_text(text, &[seat("stark", "Stark"), seat("greyjoy", "Greyjoy")])
    }

    fn acts(text: &str) -> Vec<Act> {
        let envelope = read(text);
        assert!(envelope.faults.is_empty(), "{text}: {:?}", envelope.faults);
        envelope.document.act.into_iter().map(|given| given.value).collect()
    }

    #[test]
    fn acts_are_words_entries_or_lists_of_both() {
        assert_eq!(acts("do: pause\n"), [Act::Pause]);
        assert_eq!(acts("do: {resume: yes}\n"), [Act::Resume]);
        assert_eq!(acts("do: {extend: 2 days}\n"), [Act::Extend(2880)]);
        assert_eq!(acts("do: [process, status]\n"), [Act::Process { anyway: false }, Act::Status]);
        assert_eq!(acts("do: {process: anyway}\n"), [Act::Process { anyway: true }]);
        assert_eq!(acts("do: process anyway\n"), [Act::Process { anyway: true }]);
        assert_eq!(acts("do: remind\n"), [Act::Remind(vec![])]);
        assert_eq!(acts("do:\n  - remind: [stark, Greyjoy]\n"), [Act::Remind(vec![Seat(0), Seat(1)])]);
        assert_eq!(acts("do: extend by 2 days\n"), [Act::Extend(2880)]);
        assert_eq!(acts("do: Remind stark, Greyjoy\n"), [Act::Remind(vec![Seat(0), Seat(1)])]);
        assert_eq!(acts("do: remind all\n"), [Act::Remind(vec![])]);
        assert_eq!(acts("do: decisions of 1\n"), [Act::Decisions { turn: Some(1), stage: None }]);
        // The place of a point is that of the sentence.
        let ruled = |text: &str| match acts(text).remove(0) {
            Act::Ruling { ruling, .. } => ruling,
            act => panic!("{act:?}"),
        };
        let same = "do: {rewind: 1/planning, because: her mail came}\n";
        assert_eq!(ruled("do: rewind to 1/planning because her mail came\n"), ruled(same));
        let same = "do: {forward: yes, because: I was wrong}\n";
        assert_eq!(ruled("do: forward because I was wrong\n"), ruled(same));
        let replace = Act::Replace { seat: Seat(1), player: "Eva".into(), address: "eva@example.org".into() };
        let text = "do:\n  replace: greyjoy\n  with: {player: Eva, address: eva@example.org}\n";
        assert_eq!(acts(text), std::slice::from_ref(&replace));
        for text in [
            "do: {replace: greyjoy, with: Eva <eva@example.org>}\n",
            "do: replace greyjoy with Eva eva@example.org\n",
            "do: replace Greyjoy by Eva <eva@example.org>\n",
        ] {
            assert_eq!(acts(text), std::slice::from_ref(&replace), "{text}");
        }
        assert_eq!(acts("do: help\n"), [Act::Help]);
        let (date, evening) = (jiff::civil::date(2026, 12, 5), jiff::civil::time(20, 0, 0, 0));
        for text in ["until 2026-12-05 20:00", "to 5 December 2026 at 20:00", "2026-12-05 20:00"] {
            let time = Some(evening);
            assert_eq!(acts(&format!("do: extend {text}\n")), [Act::ExtendTo { date, time }], "{text}");
        }
        assert_eq!(acts("do: {extend: until 2026-12-05}\n"), [Act::ExtendTo { date, time: None }]);
    }

    #[test]
    fn what_makes_no_act_says_what_is_wanted() {
        for (text, code) in [
            ("do: paus\n", "envelope-do-kind"),
            ("do: {pause: no}\n", "envelope-do-alone"),
            ("do: pause for a week\n", "envelope-do-alone"),
            ("do: pause until monday\n", "envelope-do-alone"),
            ("do: {pause: until monday}\n", "envelope-do-alone"),
            ("do: resend\n", "envelope-do-seat"),
            ("do: {close dispute: 1}\n", "envelope-close"),
            ("do: close dispute 1\n", "envelope-close"),
            ("do: rewind to 1/planning\n", "envelope-ruling-because"),
            ("do: extend\n", "envelope-extend"),
            ("do: {extend: soon}\n", "envelope-extend"),
            ("do: extend until 2026-12-05 25:00\n", "envelope-extend"),
            ("do: {remind: [stork]}\n", "envelope-house"),
            ("do: {replace: greyjoy}\n", "envelope-replace"),
            ("do: {replace: greyjoy, with: {player: Eva}}\n", "envelope-replace"),
            ("do: replace\n", "envelope-replace"),
            ("do: {replace: greyjoy, with: Eva}\n", "envelope-replace"),
            ("do: replace greyjoy with eva@example.org\n", "envelope-replace"),
            ("do: [[pause]]\n", "envelope-do"),
        ] {
            let envelope = read(text);
            let codes: Vec<_> = envelope.faults.iter().map(|fault| fault.why.code()).collect();
            assert_eq!(codes, [code], "{text}");
            assert!(envelope.document.act.is_empty(), "{text}");
            assert!(envelope.document.dispute.is_none(), "{text}");
        }
        for text in ["do: {close dispute 1: It is right.}\n", "do: ['close dispute 1: It is right.']\n"] {
            let closed = read(text).document.dispute.map(|given| given.value);
            let says = "It is right.".to_owned();
            assert_eq!(closed, Some(super::super::Dispute::Close { number: 1, says }), "{text}");
        }
        assert_eq!(read("do: paus\n").faults[0].suggestion.as_deref(), Some("pause"));
    }

    #[test]
    fn a_public_number_is_there_or_nothing_is_done() {
        for (text, is_read) in [
            ("do: {chance: 3 7 42}\n", true),
            ("do: {chance: [3, 7, 42]}\n", true),
            ("do: {chance: \"\"}\n", false),
            ("do: {chance: [\"\", \"\"]}\n", false),
            ("do: {correct chance: \" \"}\n", false),
        ] {
            let envelope = read(text);
            assert_eq!(envelope.document.act.len(), usize::from(is_read), "{text}");
            let codes: Vec<_> = envelope.faults.iter().map(|fault| fault.why.code()).collect();
            let due: &[&str] = if is_read { &[] } else { &["envelope-number-public"] };
            assert_eq!(codes, due, "{text}");
        }
    }
}
