//! Passes of a typed turn, how long each is, and several behind each other; and what happens when the list is over: `pass twice`,
//! `otherwise: ask`.

use super::super::condition::{Amount, Condition};
use super::super::language::{self, length_words, words};
use super::super::model::Until;
use super::Unread;
use super::part::{Part, before, cut, ends_of_words, unmarked};
use super::tree::Reader;
use super::turn::{Pass, Turn, times};
use crate::games::king_is_dead::data::language::{Instead, Key, TypedWord, Word};
use crate::sheet::{Content, Node, fold};

/// The most words before the name of a struggle in how long a pass is: `for the whole of the`.
const LONGEST_SPAN: usize = 6;

impl Reader<'_> {
    pub(super) fn pass(&mut self, part: Part<'_>, rest: Part<'_>) -> Result<(), Unread> {
        let word = self.word(Key::Pass, part);
        let parts = std::mem::take(&mut self.ahead);
        self.turns.push(Turn::Pass(Pass { word, how: None, parts }));
        self.open = Some(Key::Pass);
        // "Pass again next time" says how long as a whole.
        let is_length = matches!(self.length(&self.spelt(rest.text)), Ok(Some(_)));
        let again = self.past(TypedWord::Again, rest).filter(|_| !is_length);
        let rest = again.unwrap_or(rest);
        // "Pass pass" is two turns.
        match self.key(self.opened(rest)) {
            _ if rest.text.is_empty() => Ok(()),
            Some((Key::Pass, further)) => self.pass(rest, further),
            _ => self.pass_for(rest),
        }
    }

    /// Reads a pass behind how long it is: `as long as nobody plays, I pass`.
    pub(super) fn passes_while(&mut self, part: Part<'_>) -> bool {
        let until_its_end = |behind: Part<'_>| {
            let bare = behind.text.trim_start_matches([',', ' ']);
            bare.is_empty()
                || matches!(
                    self.length(&self.spelt(bare)),
                    Ok(Some(Until::Turns(1) | Until::StruggleEnds | Until::End))
                )
        };
        let found = ends_of_words(part.text).into_iter().find_map(|end| {
            let rest = self.opened(part.after(end));
            let head = unmarked(cut(part, 0, end));
            // "As long as the Scots lead there I do nothing".
            let rests =
                || self.is(TypedWord::Rests, rest.text).then(|| (Key::Pass, rest.after(rest.text.len())));
            let (_, behind) = self.key(rest).filter(|(key, _)| *key == Key::Pass).or_else(rests)?;
            let in_this = || {
                let how = self.past(TypedWord::In, head).or_else(|| self.past(TypedWord::For, head))?;
                let how = self.this_by_number(self.spelt(how.text));
                let is_this = matches!(self.length(&how), Ok(Some(Until::StruggleEnds)));
                (is_this && until_its_end(behind)).then_some(how)
            };
            match in_this() {
                Some(how) => Some((head, rest, Some(how))),
                None => behind.text.is_empty().then_some((head, rest, None)),
            }
        });
        if let Some((head, rest, Some(how))) = &found {
            let word = self.word(Key::Pass, *rest);
            self.turns.push(Turn::Pass(Pass { word, how: Some(head.node(how)), parts: Vec::new() }));
            return true;
        }
        let found = found.map(|(head, rest, _)| (head, rest));
        let Some((how, pass)) = found else { return false };
        // "Twice I pass" is how people tell what they have done.
        let lasts = [Word::Until, Word::While]
            .iter()
            .any(|word| language::after(&self.lexicon, *word, how.text).is_some());
        let text = self.seated(how);
        if !lasts || !matches!(self.length(&text), Ok(Some(_))) {
            return false;
        }
        let word = self.word(Key::Pass, pass);
        self.turns.push(Turn::Pass(Pass { word, how: Some(how.node(&text)), parts: Vec::new() }));
        true
    }

    /// Reads a pass that is called waiting: `wait until Kay has passed`.
    pub(super) fn waits(&mut self, part: Part<'_>) -> bool {
        let Some(how) = self.past(TypedWord::Waiting, part) else { return false };
        language::after(&self.lexicon, Word::Until, how.text).is_some() && self.pass(part, how).is_ok()
    }

    /// Returns a length with "this struggle" in place of the number of the one that is on: `the first struggle`.
    pub(super) fn this_by_number(&self, text: String) -> String {
        let language = self.lexicon.language();
        // "Pass Londinium".
        let named = self.lexicon.regions.known(text.trim()).and_then(|id| self.board.world.region(&id));
        if named == Some(self.board.contested()) {
            return length_words(&Until::StruggleEnds, self.lexicon.world);
        }
        let words: Vec<String> = text.split_whitespace().map(fold).collect();
        let spans = |rest: &[String]| {
            let says = |word: &String| {
                language.articles.contains(word)
                    || self.is(TypedWord::For, word)
                    || self.is(TypedWord::Spans, word)
            };
            rest.len() <= LONGEST_SPAN && rest.iter().all(says)
        };
        let number = match words.as_slice() {
            [rest @ .., ordinal, struggle] if self.is(TypedWord::Struggle, struggle) && spans(rest) => {
                language.ordinals.get(ordinal).copied()
            }
            [rest @ .., struggle, number]
                if self.is(TypedWord::Struggle, struggle) && spans(rest) && rest.len() > 1 =>
            {
                number.parse().ok()
            }
            // "For the rest of Deva".
            [first, .., of, region]
                if (self.is(TypedWord::For, first) || self.is(TypedWord::Spans, first))
                    && self.is(TypedWord::Spans, of) =>
            {
                let rest = words.get(..words.len() - 1).unwrap_or_default();
                let region = self.lexicon.regions.known(region).filter(|_| spans(rest));
                let is_this =
                    region.is_some_and(|id| self.board.world.region(&id) == Some(self.board.contested()));
                is_this.then_some(self.struggle)
            }
            _ => None,
        };
        match number {
            Some(number) if number == self.struggle => length_words(&Until::StruggleEnds, self.lexicon.world),
            _ => text,
        }
    }

    pub(super) fn pass_for(&mut self, part: Part<'_>) -> Result<(), Unread> {
        self.open = None;
        let text = times(self.seated(part));
        let text = self.this_by_number(text);
        match self.length(&text) {
            Ok(Some(_)) => {}
            Ok(None) => return Err(Unread::Prose),
            Err(_) => return Err(Unread::Unclear),
        }
        match self.turns.last_mut() {
            Some(Turn::Pass(pass)) if pass.how.is_none() => {
                pass.how = Some(part.node(&text));
                Ok(())
            }
            _ => Err(Unread::Prose),
        }
    }

    /// Lets the list end with a question, however that is said.
    pub(super) fn ask_then(&mut self, part: Part<'_>) -> Result<(), Unread> {
        self.open = None;
        self.otherwise = Some(part.node(self.instead_word(Instead::Ask)));
        Ok(())
    }

    pub(super) fn otherwise(&mut self, part: Part<'_>) -> Result<(), Unread> {
        if part.text.is_empty() {
            self.open = Some(Key::Otherwise);
            return Ok(());
        }
        self.open = None;
        if self.asks(part) {
            return self.ask_then(part);
        }
        // "Otherwise I pass".
        let part = self.closed(self.opened(part));
        match self.lexicon.instead.known(part.text) {
            Some(known @ (Instead::Ask | Instead::Pass)) => {
                let node = part.node(part.text);
                if known == Instead::Ask || !self.hangs_otherwise(&node) {
                    self.otherwise = Some(node);
                }
                Ok(())
            }
            Some(Instead::Skip) => Err(Unread::Prose),
            // "Otherwise I pass this struggle".
            None => match self.key(part) {
                Some((Key::Pass, how)) if self.is_for_now(&self.spelt(how.text)) => {
                    let word = self.word(Key::Pass, part);
                    if self.hangs_otherwise(&word) { Ok(()) } else { self.pass(part, how) }
                }
                _ => Err(Unread::Prose),
            },
        }
    }

    /// Hangs "otherwise pass" on the turns that hang on a condition, until their struggle is over: what is looked at then is another one.
    /// Where they are for a struggle to come, they pass in that one. Returns `false` if there are none.
    pub(super) fn hangs_otherwise(&mut self, word: &Node) -> bool {
        let is_open = |turn: &Turn| {
            let Turn::Play(play) = turn else { return false };
            [Key::If, Key::Unless, Key::When].into_iter().any(|key| play.has(key))
                && !play.has(Key::Otherwise)
                && !play.has(Key::Until)
        };
        let open: Vec<usize> =
            self.turns.iter().enumerate().filter(|(_, turn)| is_open(turn)).map(|(at, _)| at).collect();
        let Some(last) = open.last().and_then(|at| self.turns.get(*at)) else { return false };
        let node = |text: &str| Node { span: word.span, content: Content::Text(text.to_owned()) };
        let this_struggle = node(&length_words(&Until::StruggleEnds, self.lexicon.world));
        let later = self.struggle_hung_on(last).map(|condition| node(&words(&condition, self.lexicon.world)));
        let skip = self.instead_word(Instead::Skip);
        let is_later = later.is_some() || self.heading.is_some();
        for at in open {
            let Some(Turn::Play(play)) = self.turns.get_mut(at) else { continue };
            if is_later {
                play.parts.push((Key::Otherwise, vec![node(skip)]));
            } else {
                play.parts.push((Key::Until, vec![this_struggle.clone()]));
                play.parts.push((Key::Otherwise, vec![node(word.text().unwrap_or_default())]));
            }
        }
        if is_later {
            let is_headed = self.heading.is_some();
            let parts = later.filter(|_| !is_headed).into_iter().map(|node| (Key::If, node)).collect();
            self.turns.push(Turn::Pass(Pass { word: word.clone(), how: Some(this_struggle), parts }));
        }
        true
    }

    /// Returns on which struggle a play hangs among other things.
    fn struggle_hung_on(&self, turn: &Turn) -> Option<Condition> {
        let Turn::Play(play) = turn else { return None };
        play.under(Key::If).find_map(|node| self.struggle_named(node))
    }

    /// Returns `true` for how long a pass is that is over with the struggle: a turn, or all of it.
    fn is_for_now(&self, text: &str) -> bool {
        matches!(self.length(text), Ok(Some(Until::Turns(1) | Until::StruggleEnds)))
    }

    /// Returns the struggle that a condition names among other things.
    pub(super) fn struggle_named(&self, node: &Node) -> Option<Condition> {
        let known = language::conditions(&self.lexicon, node.text()?, true).ok()?;
        known.into_iter().find(|condition| {
            matches!(condition, Condition::Count { of: Amount::Struggle, .. } | Condition::Contested(_))
        })
    }

    /// Returns words with what is misspelt in them as it is meant, and without those that only say that their writer's turn is meant.
    pub(super) fn spelt(&self, text: &str) -> String {
        let mut words: Vec<&str> = text.split(' ').collect();
        let right = self.lexicon.language().typed.get(&TypedWord::Struggle).and_then(|forms| {
            // The longest come first; the shortest that all others resemble is the word itself.
            forms
                .written()
                .iter()
                .find(|form| self.lexicon.keys.known(form).is_none() && is_struggle(self, form))
        });
        if let Some(right) = right {
            for word in &mut words {
                let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
                if bare != right.as_str() && self.is(TypedWord::Struggle, bare) {
                    *word = right;
                }
            }
        }
        let text = words.join(" ");
        let whole = Part { text: &text, line: 1, column: 1 };
        let bare =
            self.forms(TypedWord::MyTurn).iter().fold(whole, |part, form| before(form, part).unwrap_or(part));
        // "The Welsh do not lead in Deva any more when it is my turn" ends with two of them.
        let bare =
            self.forms(TypedWord::MyTurn).iter().fold(bare, |part, form| before(form, part).unwrap_or(part));
        if bare.text.is_empty() { text.clone() } else { bare.text.to_owned() }
    }
}

/// Returns `true` for the word for a struggle as lengths have it.
fn is_struggle(reader: &Reader<'_>, word: &str) -> bool {
    reader.forms(TypedWord::Lengths).iter().any(|form| form == word)
}
