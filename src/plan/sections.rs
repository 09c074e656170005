//! The sections with their own entries: press, votes, requests.

use super::document::{Ask, Given, MapKind, Press, Recipient, Vote};
use super::line::value_of;
use super::read::Reader;
use super::recipients::several;
use super::small::minutes;
use super::words::{Words, names, truth};
use crate::sheet::{Fault, Node, Refusal};
use serde_json::json;

/// An entry of a press message.
#[derive(Clone, Copy)]
enum PressEntry {
    To,
    Text,
    Grey,
}

/// What is voted on.
#[derive(Clone, Copy)]
enum VoteKind {
    Draw,
    Extend,
    Concede,
    Replace,
    Ruling,
}

impl Reader<'_> {
    /// Reads one press message or a list of them.
    pub(super) fn press(&mut self, node: &Node) {
        for member in node.members() {
            if let Some(press) = self.one_press(member) {
                let to = press.to.iter().map(|to| self.recipient_words(*to)).collect::<Vec<_>>().join(", ");
                self.note(member.span, json!({"item": "press", "to": to, "grey": press.grey}));
                self.envelope.document.press.push(Given { value: press, span: member.span });
            }
        }
    }

    fn recipient_words(&self, to: Recipient) -> String {
        match to {
            Recipient::All => "all".to_owned(),
            Recipient::Gm => "the game master".to_owned(),
            Recipient::Seat(seat) => {
                self.seats.get(seat.index()).map(|info| info.name.clone()).unwrap_or_default()
            }
        }
    }

    fn one_press(&mut self, node: &Node) -> Option<Press> {
        let Some(entries) = node.entries() else {
            self.error(node.span, Refusal::new("envelope-press"));
            return None;
        };
        let (mut to, mut text, mut grey, mut sound) = (Vec::new(), None, false, true);
        let names = names(&[
            ("press to", PressEntry::To),
            ("press text", PressEntry::Text),
            ("press grey", PressEntry::Grey),
        ]);
        for (key, value) in entries {
            match names.known(key.text().unwrap_or_default()) {
                Some(PressEntry::To) => {
                    for member in value.members().iter().flat_map(several) {
                        match self.recipient(&member) {
                            Some(recipient) if !to.contains(&recipient) => to.push(recipient),
                            Some(_) => {}
                            None => sound = false,
                        }
                    }
                }
                Some(PressEntry::Text) => text = value.text().map(str::trim).filter(|text| !text.is_empty()),
                Some(PressEntry::Grey) => match self.truth("grey", value) {
                    Some(given) => grey = given.value,
                    None => sound = false,
                },
                None => {
                    let name = key.text().unwrap_or_default();
                    self.error(key.span, Refusal::new("envelope-press-field").with("name", name));
                    sound = false;
                }
            }
        }
        match text {
            Some(text) if !to.is_empty() && sound => Some(Press { to, text: text.to_owned(), grey }),
            _ => {
                if sound {
                    self.error(node.span, Refusal::new("envelope-press"));
                }
                None
            }
        }
    }

    fn recipient(&mut self, node: &Node) -> Option<Recipient> {
        let name = self.text("to", node)?;
        match self.names().find(name) {
            Ok(recipient) => Some(recipient),
            Err(miss) => {
                self.no_seat(node.span, name, &miss, &["all", "gm"]);
                None
            }
        }
    }

    pub(super) fn votes(&mut self, node: &Node) {
        if let Some(value) = value_of("vote", node, self.today) {
            return self.votes(&value);
        }
        let Some(entries) = node.entries() else {
            self.error(node.span, Refusal::new("envelope-vote"));
            return;
        };
        let kinds = names(&[
            ("vote draw", VoteKind::Draw),
            ("vote extend", VoteKind::Extend),
            ("vote concede", VoteKind::Concede),
            ("vote replace", VoteKind::Replace),
            ("vote ruling", VoteKind::Ruling),
        ]);
        for (key, value) in entries.iter().filter(|(_, value)| !value.is_empty()) {
            let name = key.text().unwrap_or_default();
            let no = value.text().and_then(truth) == Some(false);
            let vote = match kinds.find(name) {
                Ok(VoteKind::Draw) => self.truth("draw", value).map(|given| Vote::Draw(given.value)),
                Ok(VoteKind::Ruling) => self.truth("ruling", value).map(|given| Vote::Ruling(given.value)),
                Ok(VoteKind::Extend) if no => Some(Vote::Extend(0)),
                Ok(VoteKind::Extend) => {
                    let time = value.text().and_then(minutes);
                    if time.is_none() {
                        self.error(value.span, Refusal::new("envelope-extend"));
                    }
                    time.map(Vote::Extend)
                }
                Ok(VoteKind::Replace) if no => Some(Vote::Replace(None)),
                Ok(VoteKind::Replace) => self.seat(value).map(|seat| Vote::Replace(Some(seat.value))),
                Ok(VoteKind::Concede) if no => Some(Vote::Concede(None)),
                Ok(VoteKind::Concede) => self.seat(value).map(|seat| Vote::Concede(Some(seat.value))),
                Err(miss) => {
                    let why = Refusal::new("envelope-vote-kind").with("name", name);
                    self.envelope.faults.push(Fault::error(key.span, why).suggest(miss.suggestion()));
                    None
                }
            };
            let Some(vote) = vote else { continue };
            let kind = std::mem::discriminant(&vote);
            if self.envelope.document.vote.iter().any(|known| std::mem::discriminant(&known.value) == kind) {
                let why =
                    Refusal::new("envelope-section-twice").with("name", name).with("line", key.span.line);
                self.error(key.span, why);
                continue;
            }
            let on = match vote {
                Vote::Draw(_) => "draw",
                Vote::Ruling(_) => "ruling",
                Vote::Extend(_) => "extend",
                Vote::Concede(_) => "concede",
                Vote::Replace(_) => "replace",
            };
            let says = match vote {
                Vote::Draw(yes) | Vote::Ruling(yes) => if yes { "yes" } else { "no" }.to_owned(),
                Vote::Extend(0) | Vote::Concede(None) | Vote::Replace(None) => "no".to_owned(),
                Vote::Concede(Some(seat)) | Vote::Replace(Some(seat)) => {
                    self.recipient_words(Recipient::Seat(seat))
                }
                Vote::Extend(_) => value.text().unwrap_or_default().trim().to_owned(),
            };
            self.note(key.span, json!({"item": "vote", "on": on, "says": says}));
            self.envelope.document.vote.push(Given { value: vote, span: key.span });
        }
    }

    pub(super) fn ask(&mut self, node: &Node) {
        let names = names(&[
            ("ask status", Ask::Status),
            ("ask history", Ask::History),
            ("ask map", Ask::Map { turn: None, form: None }),
            ("ask plan", Ask::Plan),
            ("ask sheet", Ask::Sheet),
            ("ask new key", Ask::NewKey),
            ("ask help", Ask::Help),
            ("ask rules", Ask::Rules(None)),
            ("ask forecast", Ask::Forecast),
            ("ask explain", Ask::Explain { turn: None, what: String::new() }),
        ]);
        for member in node.members() {
            let Some(text) = self.text("ask", member) else { continue };
            let (word, topic) =
                text.split_once(char::is_whitespace).map_or((text, None), |(w, t)| (w, Some(t.trim())));
            let ask = match (names.find(word), topic) {
                // "Help raven" asks for what the rules say of it.
                (Ok(Ask::Help), Some(topic)) => Ok(Ask::Rules(Some(topic.to_owned()))),
                (Ok(Ask::Rules(_)), topic) => Ok(Ask::Rules(topic.map(str::to_owned))),
                (Ok(Ask::Explain { .. }), topic) => Ok(explain(topic.unwrap_or_default())),
                (Ok(Ask::Map { .. }), Some(topic))
                    if turn_of(topic).is_some() || form_of(topic).is_some() =>
                {
                    Ok(Ask::Map { turn: turn_of(topic), form: form_of(topic) })
                }
                (Ok(ask), None) => Ok(ask),
                (_, _) => names.find(text),
            };
            match ask {
                Ok(ask) => {
                    let words = match &ask {
                        Ask::Rules(Some(topic)) => format!("rules {topic}"),
                        Ask::Explain { .. } => {
                            format!("explain {}", topic.unwrap_or_default()).trim_end().to_owned()
                        }
                        Ask::Map { .. } if topic.is_some() => format!("map {}", topic.unwrap_or_default()),
                        ask => ask.id().to_owned(),
                    };
                    self.note(member.span, json!({"item": "ask", "what": words}));
                    self.envelope.document.ask.push(Given { value: ask, span: member.span });
                }
                Err(miss) => {
                    let all: Vec<&str> = names.all().collect();
                    let why = Refusal::new("envelope-ask").with("name", text).with("legal", all);
                    self.envelope.faults.push(Fault::error(member.span, why).suggest(miss.suggestion()));
                }
            }
        }
    }
}

/// Reads the subject of an explanation: `3 battle at Moat Cailin`, `turn 3: Winterfell`, `Winterfell`.
fn explain(text: &str) -> Ask {
    let rest = match text.split_once(char::is_whitespace) {
        Some((first, rest)) if is_turn(first) => rest.trim_start(),
        _ => text,
    };
    let (first, what) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match first.trim_end_matches([':', ',']).parse::<u32>() {
        Ok(turn) if turn > 0 => Ask::Explain { turn: Some(turn), what: what.trim().to_owned() },
        _ => Ask::Explain { turn: None, what: text.to_owned() },
    }
}

fn is_turn(word: &str) -> bool {
    Words::english().means("ask turn", &word.to_lowercase())
}

/// Reads the number of a turn: `3`, `turn 3`.
fn turn_of(text: &str) -> Option<u32> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        [number] => number.parse().ok().filter(|turn| *turn > 0),
        [turn, number] if is_turn(turn) => turn_of(number),
        _ => None,
    }
}

/// Reads a form of the map: `png`, `svg`, `no`.
fn form_of(text: &str) -> Option<MapKind> {
    MapKind::ALL.into_iter().find(|(word, _)| text.eq_ignore_ascii_case(word)).map(|(_, form)| form)
}
