//! Headings that say for which struggle the turns below them are, `For struggle 6:`, and turns behind their place in the list: `1st pass`.

use super::super::condition::{Amount, Condition, Test, Where};
use super::super::language::words;
use super::part::{Part, cut, ends_of_words};
use super::tree::Reader;
use super::turn::Turn;
use crate::games::king_is_dead::data::REGIONS;
use crate::games::king_is_dead::data::language::{Instead, Key, TypedWord};
use crate::sheet::{Content, Fault, Node, Refusal, fold};
use crate::table::{LineFate, TypedLine};

/// The most words of a line that says that turns follow.
const LONGEST_LEAD_IN: usize = 6;

impl Reader<'_> {
    /// Reads turns behind the region whose struggle they are for: `in Deva play Scots, …`, `at Deva I pass`; `None` for any other line.
    pub(super) fn headed_by_region(&mut self, whole: Part<'_>) -> Option<LineFate> {
        if !self.is_between_turns() {
            return None;
        }
        let behind = self.past(TypedWord::AtRegion, self.opened(whole))?;
        let (region, rest) = ends_of_words(behind.text).into_iter().take(2).find_map(|end| {
            let name = behind.text.get(..end)?.trim_end_matches([',', ':']);
            Some((self.lexicon.regions.known(name)?, behind.after(end)))
        })?;
        if !matches!(self.key(self.opened(rest)), Some((Key::Pass | Key::Play, _)))
            || !self.begins_whole_turn(rest)
        {
            return None;
        }
        let condition = Condition::Contested(Where::Region(region.clone()));
        let heading = behind.node(&words(&condition, self.lexicon.world));
        self.below(heading, rest, whole.line)
    }

    /// Returns a condition in words that are read, where it is the name of a region alone: `if Deva`.
    pub(super) fn region_s_struggle(&self, text: String) -> String {
        let bare = text.trim_end_matches(['.', '!', ',', ' ']);
        match self.lexicon.regions.known(bare) {
            Some(region) => words(&Condition::Contested(Where::Region(region)), self.lexicon.world),
            None => text,
        }
    }

    /// Reads the turns behind their heading on its line.
    fn below(&mut self, heading: Node, rest: Part<'_>, line: usize) -> Option<LineFate> {
        let above = self.heading.replace(heading);
        let text = rest.in_its_place();
        self.open = None;
        let fate = self.line_if(&text, line, |_, _, fate| fate != LineFate::NotMine);
        self.heading = above;
        fate
    }

    /// Returns `true` for a part that begins with a pass, a condition or a card of which more is said.
    fn begins_whole_turn(&self, rest: Part<'_>) -> bool {
        let opened = self.opened(rest);
        let is_key =
            matches!(self.key(opened), Some((Key::Pass | Key::Play | Key::If | Key::When | Key::Unless, _)));
        let is_long = opened.text.split_whitespace().count() > 2;
        is_key || is_long && self.begins_as_card(opened)
    }

    /// Returns `true` for a line with a colon at its end that only says that turns follow: `Here's my turn:`. Where it has other words, which
    /// name nothing of the game and can change nothing, its writer is told that it was left out.
    pub(super) fn leads_in_turns(&mut self, whole: Part<'_>) -> bool {
        let Some(head) = whole.text.strip_suffix(':').filter(|_| !self.is_last) else { return false };
        let head = Part { text: head.trim_end(), ..whole };
        let bare = self.opened(head);
        if head.text.contains([':', ',', '.', '!']) || bare.text.is_empty() {
            return false;
        }
        let words: Vec<&str> = bare.text.split_whitespace().collect();
        // "Play:" stands above the card.
        if words.len() > LONGEST_LEAD_IN || self.lexicon.keys.known(bare.text).is_some() {
            return false;
        }
        if self.heading_name(bare.text).is_some_and(|name| name.is_empty()) {
            self.lead_ins.push(whole.line);
            return true;
        }
        let changes = [TypedWord::Turning, TypedWord::Them, TypedWord::Talk];
        let is_quiet = |word: &&str| {
            self.is(TypedWord::HeadingWords, word)
                || !self.is_known(word)
                    && !changes.iter().any(|list| self.is(*list, word))
                    && !word.starts_with(|c: char| c.is_ascii_digit())
        };
        let is_lead_in =
            words.len() > 1 && words.iter().all(is_quiet) && self.players.put_into(bare.text).1.is_empty();
        if is_lead_in {
            self.lead_ins.push(whole.line);
            let why = Refusal::new("line-left-out").with("text", whole.text);
            self.faults.push(Fault::warning(whole.span(), why));
        }
        is_lead_in
    }

    /// Leaves the lines that say that turns follow to others, where none do: `two thoughts:`, above a letter.
    pub(super) fn leave_lead_ins(&mut self, lines: &[TypedLine<'_>], fates: &mut [LineFate]) {
        let reads =
            !self.turns.is_empty() || self.otherwise.is_some() || self.faults.iter().any(Fault::is_error);
        if reads {
            return;
        }
        let lead_ins = std::mem::take(&mut self.lead_ins);
        let is_one = |line: usize| lead_ins.contains(&line);
        let of = lines.iter().zip(fates).filter(|(line, _)| is_one(line.line));
        of.for_each(|(_, fate)| *fate = LineFate::NotMine);
        self.faults.retain(|fault| !fault.span.is_some_and(|span| is_one(span.line)));
    }

    /// Reads a heading, alone on its line or with turns behind its colon; `None` for any other line. What is meant for another struggle
    /// must not be played in this one.
    pub(super) fn headed(&mut self, whole: Part<'_>) -> Option<LineFate> {
        let at = whole.text.find(':').unwrap_or(whole.text.len());
        let (head, rest) = (cut(whole, 0, at), whole.after((at + 1).min(whole.text.len())));
        let condition = self.struggle_of(head, at < whole.text.len(), rest)?;
        let heading = condition.map(|condition| head.node(&words(&condition, self.lexicon.world)));
        if rest.text.is_empty() {
            self.heading = heading;
            self.open = None;
            return Some(LineFate::Taken);
        }
        let above = std::mem::replace(&mut self.heading, heading);
        let text = rest.in_its_place();
        self.open = None;
        let fate = self.line(TypedLine { text: &text, line: whole.line });
        self.heading = above;
        Some(fate)
    }

    /// Returns on what hangs that a struggle named by a heading is on: nothing inside for the one that is.
    fn struggle_of(&self, head: Part<'_>, has_colon: bool, rest: Part<'_>) -> Option<Option<Condition>> {
        let language = self.lexicon.language();
        let is_alone = rest.text.is_empty();
        let is_in = self.past(TypedWord::In, head).is_some();
        let bare = self.past(TypedWord::In, head).or_else(|| self.past(TypedWord::For, head)).unwrap_or(head);
        let said: Vec<String> = bare.text.split_whitespace().map(fold).collect();
        let said: Vec<&str> = match said.as_slice() {
            [first, rest @ ..] if language.articles.contains(first) => rest,
            all => all,
        }
        .iter()
        .map(String::as_str)
        .collect();
        let is = |word: &str| self.is(TypedWord::Struggle, word);
        let number_of = |word: &str| word.parse().ok().or_else(|| language.numbers.get(word).copied());
        let number: u8 = match said.as_slice() {
            // "S6".
            [short] if has_colon && short.ends_with(|c: char| c.is_ascii_digit()) => {
                let name = short.trim_end_matches(|c: char| c.is_ascii_digit());
                is(name).then(|| short.get(name.len()..)?.parse().ok()).flatten()?
            }
            [name, number] if is(name) => number_of(number)?,
            [next, name] if is(name) && self.is(TypedWord::Next, next) => self.struggle.checked_add(1)?,
            [ordinal, name] if is(name) => *language.ordinals.get(*ordinal)?,
            // "Londinium:" above turns, or before one; before anything else it may be where that is made.
            _ if has_colon && (is_alone || self.begins_whole_turn(rest)) && self.is_between_turns() => {
                let region = self.lexicon.regions.known(bare.text)?;
                return Some(Some(Condition::Contested(Where::Region(region.clone()))));
            }
            _ => return None,
        };
        // "In struggle 6: …" is a condition that is read where it stands.
        if is_in && !is_alone || !(1..=REGIONS).contains(&usize::from(number)) {
            return None;
        }
        let is_on = Condition::Count { of: Amount::Struggle, is: Test::Exactly(number), after: false };
        Some((number != self.struggle).then_some(is_on))
    }

    /// Returns `true` where the turn above lacks nothing.
    fn is_between_turns(&self) -> bool {
        self.open.is_none()
            && (self.turns.is_empty()
                || self.has_summoned()
                || matches!(self.turns.last(), Some(Turn::Pass(_))))
    }

    /// Lets the turns from one on hang on their heading.
    pub(super) fn hang_on_heading(&mut self, from: usize) {
        let Some(heading) = &self.heading else { return };
        for turn in self.turns.iter_mut().skip(from) {
            match turn {
                Turn::Play(play) => match play.parts.iter_mut().find(|(key, _)| *key == Key::If) {
                    Some((_, all)) => all.push(heading.clone()),
                    None => play.parts.push((Key::If, vec![heading.clone()])),
                },
                Turn::Pass(pass) => match pass.parts.iter_mut().find(|(key, _)| *key == Key::If) {
                    Some((_, node)) => {
                        let all = vec![node.clone(), heading.clone()];
                        *node = Node { span: node.span, content: Content::List(all) };
                    }
                    None => pass.parts.push((Key::If, heading.clone())),
                },
            }
        }
    }

    /// Returns the turns with those that are one decision joined: behind a play on a condition, a pass on another one says what is done
    /// where the first does not hold.
    pub(super) fn decided_together(&self) -> Vec<Turn> {
        let mut all = self.turns.clone();
        let is_pass: Vec<bool> = all
            .iter()
            .map(|turn| {
                matches!(turn, Turn::Pass(pass) if pass.parts.iter().any(|(key, _)| matches!(key, Key::If | Key::Unless)))
            })
            .collect();
        let skip = self.instead_word(Instead::Skip);
        // "If the Scots lead in Deva I pass. If not, Settlement …".
        let unless = |turn: Option<&Turn>| match turn {
            Some(Turn::Play(play)) => play.under(Key::Unless).next().cloned(),
            _ => None,
        };
        let not: Vec<Option<Node>> = (0..all.len()).map(|at| unless(all.get(at + 1))).collect();
        for (turn, not) in all.iter_mut().zip(not) {
            if let Turn::Pass(pass) = turn
                && let [(Key::If, node)] = pass.parts.as_slice()
                && not.is_some_and(|not| not.text().is_some() && not.text() == node.text())
            {
                let node = Node { span: pass.word.span, content: Content::Text(skip.to_owned()) };
                pass.parts.push((Key::Otherwise, node));
            }
        }
        for (at, turn) in all.iter_mut().enumerate() {
            let Turn::Play(play) = turn else { continue };
            if is_pass.get(at + 1) == Some(&true)
                && play.has(Key::If)
                && !play.has(Key::Otherwise)
                && self.heading.is_none()
            {
                let node = Node { span: play.name.span, content: Content::Text(skip.to_owned()) };
                play.parts.push((Key::Otherwise, vec![node]));
            }
        }
        all
    }

    /// Returns a turn without its place in the list: `1st pass`, `2nd Settlement: …`.
    pub(super) fn behind_ordinal<'t>(&self, part: Part<'t>) -> Part<'t> {
        let Some(end) = ends_of_words(part.text).first().copied() else { return part };
        let word = fold(part.text.get(..end).unwrap_or_default().trim_end_matches([':', ',', '.', ')']));
        let is_place = word.starts_with(|c: char| c.is_ascii_digit())
            && self.lexicon.language().ordinals.contains_key(&word);
        let rest = part.after(end);
        if is_place
            && (self.begins_as_card(rest) || matches!(self.key(rest), Some((Key::Pass | Key::Play, _))))
        {
            rest
        } else {
            part
        }
    }

    /// Returns `true` for a part that begins with the name of a card.
    pub(super) fn begins_as_card(&self, part: Part<'_>) -> bool {
        let bare = |text: &str| text.trim_end_matches([':', ',', ';']).to_owned();
        ends_of_words(part.text).into_iter().take(2).any(|end| {
            part.text.get(..end).is_some_and(|name| self.lexicon.cards.known(&bare(name)).is_some())
        })
    }
}
