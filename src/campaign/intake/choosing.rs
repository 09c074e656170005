//! Answers to one question alone, by whoever reads only the question: a text that names one legal answer is that answer, and one that
//! names several, or takes back what it names, is quoted back with the legal answers in words. Nobody else sees it.

use crate::campaign::intake::sure::{UNDERSTOOD, is_plain, names_more, surely};
use crate::campaign::play::engine::Engine;
use crate::plan::{self, Chosen};
use crate::sheet::{Content, Fault, Node, Refusal, Span, fold};
use crate::table::{Choices, LineFate, Open, Position, Referee, Seat, Typed, TypedLine};
use serde_json::Value;

#[cfg(test)]
mod examples_tests;
#[cfg(test)]
mod tests;

/// The most legal answers that are listed.
const LISTED: usize = 8;
/// The most examples of a form.
const FORMS: usize = 3;
/// The most words of a line without names that belongs to the one above: "No, wait".
const SHORT: usize = 6;

/// The one question that a seat is asked now.
pub struct Asked {
    choices: Choices,
    /// `true` if other questions may come up, which a number or a "no" could answer too.
    beside: bool,
    /// What the other players are called.
    people: Vec<String>,
    /// What its writer is called, folded: the whole name and the first.
    called: Vec<String>,
    /// `true` if its sheet asks for more that may come up: then it answers what nothing else can be meant by.
    among: bool,
}

/// Returns the one question that is asked of a seat now, with what answers it.
pub(crate) fn asked(engine: &Engine<'_>, seat: &str, names: &[(String, Seat)]) -> Option<Asked> {
    engine.record.game.open_window()?.asked.contains_key(seat).then_some(())?;
    let (seat, pending) = (engine.rules.seat(seat)?, engine.pending().ok()?);
    let position = pending.seen(engine.rules, seat).ok()?;
    only((engine.rules.referee, &position), (seat, names), (&pending.open, engine.gathers()))
}

/// Returns the one of the open questions that is asked of a seat now, with what answers it; `gathers` if the stage asks on one sheet for
/// all that may come up.
pub fn only(
    at: (&dyn Referee, &Position),
    (seat, names): (Seat, &[(String, Seat)]),
    (open, gathers): (&[Open], bool),
) -> Option<Asked> {
    let asked = Open::asked_of(open, seat, gathers);
    let [only] = asked[..] else { return None };
    let beside = open.iter().any(|open| open.seat == seat && open.key != only.key);
    Some(Asked {
        choices: choices_of(at, only, names)?,
        beside,
        people: first_names(names, seat),
        called: own_names(names, seat),
        among: false,
    })
}

/// Returns the one question that a seat must answer now, where its sheet is for all that may come up beside it: who comes first in a tie.
/// Its answers have names, so that no number is taken for one.
pub(crate) fn awaited(engine: &Engine<'_>, seat: &str, names: &[(String, Seat)]) -> Option<Asked> {
    engine.record.game.open_window()?.asked.contains_key(seat).then_some(())?;
    let (seat, pending) = (engine.rules.seat(seat)?, engine.pending().ok()?);
    let position = pending.seen(engine.rules, seat).ok()?;
    let asked = Open::asked_of(&pending.open, seat, false);
    let [only] = asked[..] else { return None };
    let choices = choices_of((engine.rules.referee, &position), only, names)?;
    let asked = Asked {
        choices,
        beside: true,
        people: first_names(names, seat),
        called: own_names(names, seat),
        among: true,
    };
    let has_names = asked.choices.complete && (0..asked.choices.all.len()).all(|at| asked.is_named(at));
    has_names.then_some(asked)
}

/// Returns what answers one of the questions that are asked of a seat, by its key.
pub(crate) fn about(engine: &Engine<'_>, seat: &str, names: &[(String, Seat)], key: &str) -> Option<Asked> {
    let (seat, pending) = (engine.rules.seat(seat)?, engine.pending().ok()?);
    let open = pending.open.iter().find(|open| open.seat == seat && open.key == key)?;
    let position = pending.seen(engine.rules, seat).ok()?;
    let choices = choices_of((engine.rules.referee, &position), open, names)?;
    Some(Asked {
        choices,
        beside: false,
        people: first_names(names, seat),
        called: own_names(names, seat),
        among: false,
    })
}

/// Returns the first names of the other players, in small letters.
fn first_names(names: &[(String, Seat)], own: Seat) -> Vec<String> {
    let others = names.iter().filter(|(_, seat)| *seat != own);
    others.filter_map(|(name, _)| name.split_whitespace().next()).map(str::to_lowercase).collect()
}

/// Returns the name of a player and the first of its words, folded.
fn own_names(names: &[(String, Seat)], own: Seat) -> Vec<String> {
    let all = names.iter().filter(|(_, seat)| *seat == own);
    all.flat_map(|(name, _)| [Some(fold(name)), name.split_whitespace().next().map(fold)]).flatten().collect()
}

/// Returns what answers a question. Where neither all answers nor lines that answer are known, the game reads what it can.
fn choices_of(
    (referee, position): (&dyn Referee, &Position),
    open: &Open,
    names: &[(String, Seat)],
) -> Option<Choices> {
    let choices = referee.choices(position, open.seat, open, names).ok()??;
    (choices.complete || !choices.examples.is_empty()).then_some(choices)
}

impl Asked {
    /// Reads lines as the answer, or else gives them to the game.
    pub fn read(&self, lines: &[TypedLine<'_>], game: &dyn Fn(&[TypedLine<'_>]) -> Typed) -> Typed {
        let own = self.own(lines);
        if self.among {
            return self.read_among(lines, &own, game);
        }
        let (own, told) = if own.len() > 1 { self.parted(lines, own, game) } else { (own, Vec::new()) };
        let typed = self.read_own(lines, &own, game);
        let Some(first) = told.first().and_then(|at| lines.get(*at)) else { return typed };
        let said: Vec<&str> = told.iter().filter_map(|at| Some(lines.get(*at)?.text)).collect();
        self.ask_back(typed, &told, span_of(first), (&said.join("\n"), None))
    }

    /// Reads lines as the answer where the sheet asks for more, if they say nothing else or the game reads nothing in any line.
    fn read_among(
        &self,
        lines: &[TypedLine<'_>],
        own: &[usize],
        game: &dyn Fn(&[TypedLine<'_>]) -> Typed,
    ) -> Typed {
        let typed = game(lines);
        let ([at], None) = (own, &typed.tree) else { return typed };
        match lines.get(*at).map(|line| (line, self.chosen(line.text))) {
            Some((line, Chosen::One { at: answer, whole })) => {
                let mut rest = Typed::nothing(lines);
                rest.fates.clone_from(&typed.fates);
                let is_elsewhere = |fault: &Fault| fault.span.is_none_or(|span| span.line != line.line);
                rest.faults.extend(typed.faults.into_iter().filter(is_elsewhere));
                rest.secret.extend(typed.secret.into_iter().filter(|(number, _)| *number != line.line));
                self.take(rest, own, span_of(line), (answer, whole))
            }
            _ => typed,
        }
    }

    fn read_own(
        &self,
        lines: &[TypedLine<'_>],
        own: &[usize],
        game: &dyn Fn(&[TypedLine<'_>]) -> Typed,
    ) -> Typed {
        let text = |at: &[usize]| {
            at.iter().filter_map(|at| Some(lines.get(*at)?.text)).collect::<Vec<_>>().join("\n")
        };
        let said = text(own);
        let chosen = self.chosen(&said);
        // Several lines may be the turns of a list: "pass", and below it "pass".
        let is_whole = own.len() == 1 && matches!(chosen, Chosen::One { whole: true, .. });
        let read = if is_whole { None } else { Some(game(lines)) };
        // What the game reads of itself is read, unless one answer stands in place of another.
        let reads = |typed: &Typed| {
            typed.tree.is_some()
                && !typed.faults.iter().any(Fault::is_error)
                && own.iter().all(|at| typed.fates.get(*at) == Some(&LineFate::Taken))
        };
        // A list of which the game keeps the beginning answers with that.
        let keeps = |typed: &Typed| {
            let is_mine = |at: &usize| typed.fates.get(*at).is_some_and(|fate| *fate != LineFate::NotMine);
            typed.tree.is_some() && own.iter().all(is_mine) && !matches!(chosen, Chosen::One { .. })
        };
        let corrected = matches!(chosen, Chosen::Unclear { corrected: true });
        let part = read.as_ref().and_then(unread_part);
        let typed = match read {
            Some(typed)
                if chosen == Chosen::Nothing
                    || (reads(&typed) || keeps(&typed)) && !corrected
                    || self.which(&said).details()["legal"].as_array().is_none_or(Vec::is_empty) =>
            {
                return typed;
            }
            _ => {
                // The other lines may be orders.
                let rest = lines.iter().enumerate().map(|(at, line)| TypedLine {
                    text: if own.contains(&at) { "" } else { line.text },
                    line: line.line,
                });
                game(&rest.collect::<Vec<_>>())
            }
        };
        let Some(first) = own.first().and_then(|at| lines.get(*at)) else { return typed };
        let span = span_of(first);
        match chosen {
            Chosen::One { at, whole } => {
                let all: Vec<&str> = lines.iter().map(|line| line.text).collect();
                let typed = self.take(typed, own, span, (at, whole));
                let (all, answer) = (all.join("\n"), self.answer(at));
                let is_sure = is_plain(&all) && !names_more(&all, &answer, &self.people);
                if is_sure { surely(typed, UNDERSTOOD) } else { typed }
            }
            _ => self.ask_back(typed, own, span, (&said, part)),
        }
    }

    /// Reads lines that stand below the question, all of them as its answer. `None` if they name none and the game may read more.
    pub(crate) fn below(&self, lines: &[TypedLine<'_>]) -> Option<Typed> {
        let (own, said, span) = said_by(lines)?;
        match self.chosen(&said) {
            Chosen::One { at, whole } => Some(self.take(Typed::nothing(lines), &own, span, (at, whole))),
            _ if !self.choices.complete => None,
            _ => Some(self.back(lines)),
        }
    }

    /// Asks lines below the question back.
    pub(crate) fn back(&self, lines: &[TypedLine<'_>]) -> Typed {
        let typed = Typed::nothing(lines);
        match said_by(lines) {
            Some((own, said, span)) => self.ask_back(typed, &own, span, (&said, None)),
            None => typed,
        }
    }

    fn chosen(&self, text: &str) -> Chosen {
        match plan::choose(&self.choices, text) {
            Chosen::One { at, .. }
                if self.beside && !self.is_named(at) && !self.declines_as_printed(at, text) =>
            {
                Chosen::Nothing
            }
            other => other,
        }
    }

    /// Returns `true` for an answer that nothing else can be meant by: it has a name.
    fn is_named(&self, at: usize) -> bool {
        let is_name = |(thing, _): &(usize, u64)| {
            let names = self.choices.things.get(*thing).map(|thing| &thing.names);
            *thing > Choices::NONE
                && names.is_some_and(|names| names.iter().any(|name| name.contains(char::is_alphabetic)))
        };
        self.choices.all.get(at).is_some_and(|choice| choice.named.iter().any(is_name))
    }

    /// Returns `true` for a text that says of an answer which agrees or declines what our messages print for it: `nobody`, where the
    /// question is whom to send. Nothing else was asked in these words.
    fn declines_as_printed(&self, at: usize, text: &str) -> bool {
        let folded = fold(text);
        let is_said = |(thing, _): &(usize, u64)| {
            let names = self.choices.things.get(*thing).map(|thing| &thing.names);
            *thing <= Choices::NONE
                && names.is_some_and(|names| names.iter().any(|name| fold(name) == folded))
        };
        self.choices.all.get(at).is_some_and(|choice| choice.named.iter().any(is_said))
    }

    /// Parts the lines that name something of the question where the answer is certain: what the game reads line by
    /// line as a whole answers, and the rest is talk beside it. Questions ("Maria, is a pass for ever?" above "pass
    /// until somebody plays") are left alone; what tells something, above an answer with its key (a story, and
    /// "wildlings: 2" below it), is asked back. Returns the lines that answer and those to ask back.
    fn parted(
        &self,
        lines: &[TypedLine<'_>],
        own: Vec<usize>,
        game: &dyn Fn(&[TypedLine<'_>]) -> Typed,
    ) -> (Vec<usize>, Vec<usize>) {
        let text = |at: &usize| lines.get(*at).map_or("", |line| line.text);
        // "play: Scots", and below it "summon: Welsh", are one turn.
        let together = game(lines);
        if own.iter().all(|at| together.fates.get(*at) == Some(&LineFate::Taken))
            && !together.faults.iter().any(Fault::is_error)
        {
            return (own, Vec::new());
        }
        let is_whole = |at: &usize| {
            let alone = lines
                .iter()
                .enumerate()
                .map(|(n, line)| TypedLine { text: if n == *at { line.text } else { "" }, line: line.line });
            let typed = game(&alone.collect::<Vec<_>>());
            let is_taken = typed.fates.get(*at) == Some(&LineFate::Taken);
            is_taken && !typed.faults.iter().any(Fault::is_error)
        };
        let (whole, talk): (Vec<usize>, Vec<usize>) = own.iter().copied().partition(is_whole);
        // "Is that right?" doubts the answer itself.
        let asks = |at: &usize| {
            let said = text(at);
            plan::is_aside(said) && plan::names_something(&self.choices, said) || plan::asks_by_name(said)
        };
        // "Tom, shall we keep the Saxons out? …" below an answer, with an empty line between, is for Tom.
        let calls = |at: &usize| {
            let is_apart = at.checked_sub(1).is_some_and(|above| text(&above).trim().is_empty());
            let called = text(at).split_once(',').map(|(name, _)| name.trim().to_lowercase());
            is_apart && called.is_some_and(|name| self.people.contains(&name))
        };
        let (asking, telling): (Vec<usize>, Vec<usize>) = own.iter().copied().partition(asks);
        match () {
            // "Stoney Sept stands by the defender, that is to say by me", and below it a question about the rules.
            () if whole.is_empty()
                && !asking.is_empty()
                && !asking.iter().any(|at| plan::asks_of_itself(text(at)))
                && matches!(telling[..], [at] if matches!(self.chosen(text(&at)), Chosen::One { .. })) =>
            {
                (telling, Vec::new())
            }
            () if whole.is_empty() || talk.is_empty() => (own, Vec::new()),
            () if talk.iter().all(asks) => (whole, Vec::new()),
            () if talk.iter().all(calls) => (whole, talk),
            () if whole.iter().all(|at| text(at).contains(':'))
                && !talk.iter().any(|at| plan::doubts(text(at))) =>
            {
                (whole, talk)
            }
            () => (own, Vec::new()),
        }
    }

    /// Returns the places of the lines that name something of the question, with short ones between and below them.
    fn own(&self, lines: &[TypedLine<'_>]) -> Vec<usize> {
        // "No draw for me" says no to something else, and "Could we extend till Sunday?" asks for time.
        let names = |line: &TypedLine<'_>| {
            plan::names_something(&self.choices, line.text)
                && plan::vote_in_words(line.text).is_none()
                && !plan::may_ask_for_time(line.text)
        };
        // The name of its writer below an answer signs it, though it is that of a house which is the attacker.
        let last = lines.iter().rposition(|line| !line.text.trim().is_empty());
        let signs = |at: usize, line: &TypedLine<'_>| {
            let said = fold(line.text);
            let is_name = self.called.contains(&said);
            is_name && last == Some(at) && lines.iter().take(at).any(|line| !line.text.trim().is_empty())
        };
        let is_own = |(at, line): &(usize, &TypedLine<'_>)| names(line) && !signs(*at, line);
        let naming: Vec<usize> = lines.iter().enumerate().filter(is_own).map(|(at, _)| at).collect();
        let is_short = |line: &TypedLine<'_>| {
            let words = line.text.split_whitespace().count();
            (1..=SHORT).contains(&words) && plan::doubts(line.text)
        };
        let last = naming.last().copied();
        let below = lines.iter().enumerate().filter(|(at, line)| {
            naming.contains(at) || last.is_some_and(|last| *at == last + 1) && is_short(line)
        });
        below.map(|(at, _)| at).collect()
    }

    /// Returns a choice in words.
    fn answer(&self, at: usize) -> String {
        self.choices.all.get(at).map(|choice| plan::said_choice(&self.choices, choice)).unwrap_or_default()
    }

    fn take(&self, mut typed: Typed, own: &[usize], span: Span, (at, whole): (usize, bool)) -> Typed {
        let Some(choice) = self.choices.all.get(at) else { return typed };
        let tree = node(span, &choice.plan);
        typed.tree = Some(match typed.tree {
            Some(Node { content: Content::Map(mut entries), span }) => {
                if let Content::Map(more) = tree.content {
                    let is_in = |key: &Node| entries.iter().any(|(known, _)| known.text() == key.text());
                    let more: Vec<_> = more.into_iter().filter(|(key, _)| !is_in(key)).collect();
                    entries.extend(more);
                }
                Node { content: Content::Map(entries), span }
            }
            _ => tree,
        });
        mark(&mut typed, own, LineFate::Taken);
        if !whole {
            let why = Refusal::new(UNDERSTOOD).with("said", self.answer(at));
            typed.faults.push(Fault::warning(span, why));
        }
        typed
    }

    fn ask_back(
        &self,
        mut typed: Typed,
        own: &[usize],
        span: Span,
        (said, part): (&str, Option<Unread>),
    ) -> Typed {
        mark(&mut typed, own, LineFate::Faulty);
        let is_form = !self.choices.examples.is_empty();
        let part = part.filter(|_| is_form);
        // Its writer's own turn is worth more than one that nobody asked for.
        let why = match part.as_ref().and_then(|part| part.example.as_ref()) {
            Some(example) => Refusal::new("answer-unread")
                .with("own", example.as_str())
                .with("legal", vec![example.clone()]),
            None => self.which(said),
        };
        let why = if part.as_ref().is_some_and(|part| part.change) { why.with("change", true) } else { why };
        // Which words of a whole turn could not be read, and where, is worth more than that some could not.
        let (why, span) = match part.filter(|part| part.text != said.trim()) {
            Some(part) => (why.with("part", part.text), part.at.unwrap_or(span)),
            None => (why, span),
        };
        typed.faults.push(Fault::error(span, why));
        typed
    }

    /// Returns the reason why a text answers nothing, with what would.
    pub fn which(&self, said: &str) -> Refusal {
        // Whole turns are shown for their form: nobody should send one that says something else than was meant.
        let is_form = !self.choices.examples.is_empty();
        let legal = plan::proposals(&self.choices, said, if is_form { FORMS } else { LISTED });
        let why = Refusal::new("answer-unread")
            .with("more", !self.choices.complete || self.choices.all.len() > legal.len())
            .with("legal", legal);
        if is_form { why.with("form", true) } else { why }
    }

    /// Returns the plan of the answer that a word alone gives.
    pub fn word(&self, text: &str, span: Span) -> Option<Node> {
        let Chosen::One { at, whole: true } = self.chosen(text) else { return None };
        self.choices.all.get(at).map(|choice| node(span, &choice.plan))
    }
}

/// Returns which lines say anything, what they say, and the place of the first.
fn said_by(lines: &[TypedLine<'_>]) -> Option<(Vec<usize>, String, Span)> {
    let said = || lines.iter().enumerate().filter(|(_, line)| !line.text.trim().is_empty());
    let (_, first) = said().next()?;
    let text = said().map(|(_, line)| line.text).collect::<Vec<_>>().join("\n");
    Some((said().map(|(at, _)| at).collect(), text, span_of(first)))
}

/// Words of a line that a game could not read.
struct Unread {
    text: String,
    at: Option<Span>,
    /// What the line says in words that are read, and whether it changes something that was sent before.
    example: Option<String>,
    change: bool,
}

/// Returns the words of a line that a game could not read.
fn unread_part(typed: &Typed) -> Option<Unread> {
    let error = typed.faults.iter().find(|fault| fault.is_error())?;
    let details = error.why.details();
    let said = |name: &str| details.get(name).and_then(Value::as_str).map(str::to_owned);
    let change = details.get("change").is_some();
    Some(Unread { text: said("text")?, at: error.span, example: said("example"), change })
}

fn mark(typed: &mut Typed, own: &[usize], as_what: LineFate) {
    for at in own {
        if let Some(fate) = typed.fates.get_mut(*at) {
            *fate = as_what;
        }
    }
}

/// Returns the span of a line without the blanks around it.
fn span_of(line: &TypedLine<'_>) -> Span {
    let before = line.text.chars().count() - line.text.trim_start().chars().count();
    Span { line: line.line, column: before + 1, length: line.text.trim().chars().count().max(1) }
}

/// Writes data as the tree that YAML would have given.
fn node(span: Span, value: &Value) -> Node {
    let text = |text: String| Node { span, content: Content::Text(text) };
    match value {
        Value::Null => text(plan::nothing().to_owned()),
        Value::Bool(yes) => text(yes.to_string()),
        Value::Number(number) => text(number.to_string()),
        Value::String(word) => text(word.clone()),
        Value::Array(list) => {
            Node { span, content: Content::List(list.iter().map(|one| node(span, one)).collect()) }
        }
        Value::Object(map) => {
            let entries = map.iter().map(|(key, value)| (text(key.clone()), node(span, value)));
            Node { span, content: Content::Map(entries.collect()) }
        }
    }
}
