//! Words such as `Yes!`, `none` and `ready` that stand alone: what they mean in answer to our message, and what their writer is told
//! where that is not clear.

use crate::campaign::intake::bare_words;
use crate::campaign::intake::names::names_of;
use crate::campaign::intake::problems::line_in_mail;
use crate::campaign::intake::reading::{Reading, signs};
use crate::campaign::intake::rehearsal::{NOWHERE, may_rehearse, rehearses, says_ready, use_ready_lines};
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::intake::typing::{alone, asks_words, has_plan, is_awaited, lines, read, reply};
use crate::campaign::intake::vote_meant;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::clock::time_of;
use crate::campaign::state::entries::{Ballots, Leaving, LeavingStep};
use crate::campaign::state::record::{GM, Reply};
use crate::plan::{self, Bare, Given, People, Said};
use crate::sheet::{Content, Fault, Node, Refusal, Span};
use crate::table::{Open, SeatInfo, TypedLine};
use jiff::civil::Date;

/// Gives such words the meaning of what was asked in the message that they answer. Where that is not clear, their
/// writer is asked, and nothing is done.
pub(super) fn take_in(
    engine: &Engine<'_>,
    submitted: &Submitted,
    reading: &mut Reading,
    (seats, today): (&[SeatInfo], Option<Date>),
) {
    // In an answer to press they are for its writer.
    let is_read_elsewhere = reading.opened.is_some() || !reading.problems.is_empty();
    if is_read_elsewhere || submitted.seat == GM {
        return;
    }
    if matches!(reply(engine, submitted), Some(Reply::Press { .. })) {
        let is_ready = reading.left.bare.iter().find(|(bare, _)| *bare == Bare::Ready).map(|(_, span)| *span);
        let player = engine.settings.seat(&submitted.seat).map(|seat| seat.player.as_str());
        let is_alone = reading.left.prose.iter().all(|(_, line)| signs(player, line));
        // Before the game begins the word says the same to everybody.
        return match is_ready.filter(|_| is_alone && may_rehearse(engine, &submitted.seat)) {
            Some(span) => {
                let Said::Section(key, value) = Said::entry(span, "rehearsal", "ready", "yes") else {
                    return;
                };
                reading.left.says_more = true;
                reading.left.prose.clear();
                add(reading, span, (key, value), (seats, today));
            }
            None => ask_back_in_press(reading),
        };
    }
    let player = engine.settings.seat(&submitted.seat).map(|seat| seat.player.as_str());
    let left = &reading.left;
    let gives_plan = reading.envelope.document.plan.as_ref().is_some_and(|plan| plan.value.says_something());
    let answer = Answer {
        engine,
        submitted,
        gives_plan,
        // A sheet that comes back as it went out says nothing.
        is_alone: !left.says_more && reading.envelope.document.only_asks(),
        // "2", and "none" below it: the word is said of something alone, and not of all that is asked.
        is_all: left.bare.len() == 1
            && left.secret.is_empty()
            && left.prose.iter().all(|(_, line)| signs(player, line)),
    };
    for (bare, span) in left.bare.clone() {
        let word = reading.line_text(span.line).trim().to_owned();
        match answer.meaning(bare, &word, span) {
            Meaning::Section(key, value) => add(reading, span, (key, value), (seats, today)),
            Meaning::Plan(value) => reading.envelope.document.plan = Some(Given { span, value }),
            Meaning::Idle => {}
            Meaning::Seen => (reading.left.greets, reading.left.says) = (true, false),
            Meaning::TooLittle => {
                let why = Refusal::new("word-seen").with("word", word);
                reading.envelope.faults.push(answer.fault(span, why));
            }
            Meaning::Unclear => answer.ask_back(bare, &word, span, reading),
        }
    }
    if answer.is_confirmed(reading)
        && let Said::Section(key, value) = Said::section(NOWHERE, "final", "yes")
    {
        reading.left.prose.clear();
        add(reading, NOWHERE, (key, value), (seats, today));
    }
    if let Some(line) = answer.final_beside_talk(reading)
        && let Said::Section(key, value) = Said::section(NOWHERE, "final", "yes")
    {
        reading.left.prose.retain(|(number, _)| *number != line);
        add(reading, NOWHERE, (key, value), (seats, today));
    }
    for (span, section) in vote_meant::completed(engine, submitted, reading) {
        reading.left.says_more = true;
        add(reading, span, section, (seats, today));
    }
    if let Some((span, section)) = vote_meant::in_answer(engine, submitted, reading) {
        reading.left.says_more = true;
        add(reading, span, section, (seats, today));
    }
    if rehearses(engine, submitted) {
        let is_ready = says_ready(reading);
        let is_in_doubt = (is_ready || reading.envelope.document.rehearsal.is_some())
            && ask_for_words_of_chance(engine, submitted, reading);
        if is_in_doubt {
            // With this the game may begin, and then nobody can give words any more.
            reading.envelope.document.rehearsal = None;
        } else if is_ready {
            let span = use_ready_lines(reading);
            let Said::Section(key, value) = Said::entry(span, "rehearsal", "ready", "yes") else { return };
            add(reading, span, (key, value), (seats, today));
        }
    }
}

/// Adds a section to what a message says.
fn add(
    reading: &mut Reading,
    span: Span,
    section: (Node, Node),
    (seats, today): (&[SeatInfo], Option<Date>),
) {
    let tree = Node { span, content: Content::Map(vec![section]) };
    reading.envelope.add(plan::read_on(&tree, seats, People::default(), today));
}

/// What a word says.
enum Meaning {
    /// A section of the document, such as a vote.
    Section(Node, Node),
    /// An answer to what the game asks.
    Plan(Node),
    /// That our message has come, and no more: "OK" behind a plan.
    Seen,
    /// Nothing beside a plan.
    Idle,
    /// Too little for a vote on so much.
    TooLittle,
    Unclear,
}

/// A message of words that may answer one of ours.
struct Answer<'a> {
    engine: &'a Engine<'a>,
    submitted: &'a Submitted,
    /// `true` if the message has a plan.
    gives_plan: bool,
    /// `true` if the message hands in nothing else.
    is_alone: bool,
    /// `true` if a word of it can be said of all that is asked.
    is_all: bool,
}

impl Answer<'_> {
    fn meaning(&self, bare: Bare, word: &str, span: Span) -> Meaning {
        let (engine, submitted) = (self.engine, self.submitted);
        let may_only_be_seen = plan::may_only_be_seen(word);
        // A vote that ends the game or gives a seat away takes more than "OK".
        let is_too_little = may_only_be_seen && ends_much(engine, submitted);
        let mut meanings = if is_too_little { Vec::new() } else { meanings(engine, submitted, bare, span) };
        if meanings.is_empty() && plan::names_vote(word) {
            meanings.extend(only_extension(engine, bare, span));
        }
        if meanings.is_empty()
            && self.is_alone
            && let Some(plan) = only_answer(engine, submitted, (bare, word), (span, self.is_all))
        {
            return Meaning::Plan(plan);
        }
        match <[Said; 1]>::try_from(meanings) {
            Ok([Said::Section(key, value)]) => Meaning::Section(key, value),
            Err(none) if bare == Bare::Ready && none.is_empty() && self.has_answered() => {
                let asked = engine.record.game.open_window().map(|window| &window.asked);
                match Said::section(span, "final", "yes") {
                    Said::Section(key, value)
                        if asked.is_some_and(|asked| asked.contains_key(&submitted.seat)) =>
                    {
                        Meaning::Section(key, value)
                    }
                    // Behind a plan for later there is nothing that it could close.
                    _ => Meaning::Idle,
                }
            }
            _ if is_too_little => Meaning::TooLittle,
            _ if bare == Bare::Yes
                && self.is_alone
                && may_only_be_seen
                && !is_awaited(engine, &submitted.seat) =>
            {
                Meaning::Seen
            }
            _ => Meaning::Unclear,
        }
    }

    /// Returns `true` beside a plan, or where one is on file for the open window: who is ready then will change nothing more. In answer to
    /// press or a vote that word may be for somebody else, and it closes no window before the game begins.
    fn has_answered(&self) -> bool {
        let (engine, submitted) = (self.engine, self.submitted);
        let answers_people = matches!(
            reply(engine, submitted),
            Some(Reply::Press { .. } | Reply::Vote { .. } | Reply::Ruling { .. })
        );
        let is_on_file = || !is_awaited(engine, &submitted.seat) && has_plan(engine, &submitted.seat);
        !engine.record.game.position.is_null() && !answers_people && (self.gives_plan || is_on_file())
    }

    /// Returns `true` for a message that only says of an answer on file that it is right: its writer will change nothing more.
    fn is_confirmed(&self, reading: &Reading) -> bool {
        let (engine, seat) = (self.engine, &self.submitted.seat);
        let left = &reading.left;
        let player = engine.settings.seat(seat).map(|seat| seat.player.as_str());
        let confirms = |(_, line): &(usize, String)| plan::only_confirms(line);
        let is_talk = left.bare.is_empty() && left.secret.is_empty() && left.unclear.is_empty();
        let is_asked = engine.record.game.open_window().is_some_and(|window| window.asked.contains_key(seat));
        is_talk
            && is_asked
            && self.is_alone
            && !self.gives_plan
            && !is_awaited(engine, seat)
            && self.has_answered()
            && left.prose.iter().any(confirms)
            && left.prose.iter().all(|line| confirms(line) || signs(player, &line.1))
    }

    /// Returns the number of a line that says in the midst of talk that its writer's plan is final, and names nothing of the game.
    fn final_beside_talk(&self, reading: &Reading) -> Option<usize> {
        let engine = self.engine;
        if reading.envelope.document.is_final.is_some() || !self.gives_plan && !self.has_answered() {
            return None;
        }
        let (line, text) = reading.left.prose.iter().find(|(_, line)| plan::is_final_beside_talk(line))?;
        let (seat, pending) = (engine.rules.seat(&self.submitted.seat)?, engine.pending().ok()?);
        let position = pending.seen(engine.rules, seat).ok()?;
        let names = names_of(engine.rules.referee, &position, seat).unwrap_or_default();
        (!plan::names_one(names.iter().map(String::as_str), text)).then_some(*line)
    }

    /// Asks back a word of which nobody can tell what it says.
    fn ask_back(&self, bare: Bare, word: &str, span: Span, reading: &mut Reading) {
        let is_answer = matches!(bare, Bare::Yes | Bare::No);
        // Next to a plan it is mere talk; "vote yes" is not, and says for nothing what it is for.
        let is_open = || vote_meant::are_several_open(self.engine, self.submitted);
        let is_vote = is_answer && plan::names_vote(word) && (!self.is_alone || is_open());
        let is_talk = !self.is_alone && is_answer && !is_vote;
        if !is_talk && line_in_mail(span.line, &reading.found).is_some() {
            let vote = || Refusal::new("vote-half").with("kind", "any");
            let why = if is_vote { vote() } else { self.why_unclear(bare, word) };
            reading.envelope.faults.push(self.fault(span, why));
        }
    }

    /// Returns a fault that is a mistake only where nothing else is handed in.
    fn fault(&self, span: Span, why: Refusal) -> Fault {
        if self.is_alone { Fault::error(span, why) } else { Fault::warning(span, why) }
    }

    fn why_unclear(&self, bare: Bare, word: &str) -> Refusal {
        let (engine, submitted) = (self.engine, self.submitted);
        if matches!(bare, Bare::Yes | Bare::No | Bare::Nothing)
            && let Some(alone) = alone(engine, submitted)
        {
            return alone.which(word);
        }
        let is_early = engine.record.game.position.is_null();
        // "Vote no" behind a vote that has passed.
        let is_any_open = engine.record.people.ballots.values().any(Ballots::is_for_anything)
            || engine.record.people.proposal.is_some();
        if !is_any_open
            && plan::names_vote(word)
            && let Some(Reply::Vote { on, .. }) = reply(engine, submitted)
        {
            return Refusal::new("vote-over").with("on", on.as_str());
        }
        let mut why = match bare {
            Bare::Ready | Bare::Done if is_early => {
                Refusal::new("ready-early").with("word", word).with("words", asks_words(engine, submitted))
            }
            _ => bare_words::refusal(bare, word, asked(engine, submitted).len()),
        };
        if matches!(bare, Bare::Ready | Bare::Done) && !is_early && is_awaited(engine, &submitted.seat) {
            why = why.with("missing", true);
        }
        // “No” could speak for the ruling or for the objection to it, which that message told of.
        let is_on_ruling = matches!(reply(engine, submitted), Some(Reply::Vote { on, .. }) if on == "ruling");
        if is_on_ruling && engine.record.people.proposal.is_some() {
            why = why.with("ruling", true);
        }
        if bare == Bare::Nothing {
            // Where the game has orders, how none are given is said.
            let example = [TypedLine { text: plan::no_orders(), line: 1 }];
            let taken = lines(engine, &submitted.seat, &example).and_then(|typed| typed.tree);
            let instead = taken.filter(|_| !engine.gathers()).map_or("", |_| plan::no_orders());
            why = why.with("instead", instead);
        }
        why
    }
}

/// Asks back a line below "Yes!" that may be words of chance: a few words about nobody may be some. What was read as anything else,
/// such as an order, is none. Returns `true` if it certainly speaks of some, so that the answer must be waited for.
fn ask_for_words_of_chance(engine: &Engine<'_>, submitted: &Submitted, reading: &mut Reading) -> bool {
    let has_others = reading.left.lines.len() > 1;
    // What tells some is asked back elsewhere.
    if reading.left.prose.iter().any(|(_, line)| plan::declines_chance(line)) {
        return false;
    }
    // A signature: "Hamish Rennie, Arbroath".
    let player = engine.settings.seat(&submitted.seat).map(|seat| seat.player.as_str());
    let signs = |line: &str| player.is_some_and(|name| line.trim_start().starts_with(name));
    let hints = |line: &str| {
        let line = line.get(plan::behind_number(line).unwrap_or_default()..).unwrap_or(line);
        plan::hints_at_chance(line) && !plan::tells_chance(line)
            || has_others && plan::may_be_chance(line) && !signs(line)
    };
    let hint = reading.left.prose.iter().find(|(_, line)| hints(line));
    if let Some((_, line)) = hint
        && reading.envelope.document.chance.is_none()
        && asks_words(engine, submitted)
    {
        let is_certain = plan::speaks_of_shuffles(line);
        if is_certain {
            let why = Refusal::new("chance-first");
            reading.envelope.faults.push(Fault { span: None, ..Fault::error(NOWHERE, why) });
        } else {
            let shown = line.trim().trim_end_matches(['.', '"', '”', '“', '!']);
            let why = Refusal::new("chance-unread").with("line", shown);
            reading.envelope.faults.push(Fault { span: None, ..Fault::warning(NOWHERE, why) });
        }
        return is_certain;
    }
    false
}

/// Asks back words in an answer to press that are said to the program, such as `vote yes`: its writer is not to get them. Of those that may
/// be for both, such as `done`, their writer is told.
fn ask_back_in_press(reading: &mut Reading) {
    for (bare, span) in reading.left.bare.clone() {
        let word = reading.line_text(span.line).trim().to_owned();
        let is_vote = matches!(bare, Bare::Yes | Bare::No) && plan::names_vote(&word);
        let fault = match bare {
            Bare::Ready | Bare::Done => Fault::warning(span, bare_words::refusal(bare, &word, 0)),
            _ if is_vote => Fault::error(span, Refusal::new("vote-half").with("kind", "any")),
            _ => continue,
        };
        reading.left.says_more |= is_vote;
        reading.left.is_faulty |= is_vote;
        reading.envelope.faults.push(fault);
    }
}

/// Returns what `I vote yes` says where the only votes that are open are for so much more time, and `I vote no` where all are on one thing.
fn only_extension(engine: &Engine<'_>, bare: Bare, span: Span) -> Option<Said> {
    let people = &engine.record.people;
    let mut open = people.ballots.values().filter(|ballots| ballots.is_for_anything());
    let first = open.next().filter(|_| people.proposal.is_none())?;
    if bare == Bare::No {
        return vote_meant::only_open(engine).map(|on| Said::entry(span, "vote", on, plan::vote_word(false)));
    }
    let only = Ballots { extend: first.extend, ..Ballots::default() };
    let is_it = |other: &Ballots| Ballots { no_draw: false, no_extend: false, ..other.clone() } == only;
    let is_only = is_it(first) && open.all(is_it);
    let value = match bare {
        Bare::Yes => time_of(first.extend)?,
        _ => return None,
    };
    is_only.then(|| Said::entry(span, "vote", "extend", &value))
}

/// Returns `true` for an answer to a vote that ends the game or gives a seat to somebody else.
fn ends_much(engine: &Engine<'_>, submitted: &Submitted) -> bool {
    matches!(reply(engine, submitted), Some(Reply::Vote { on, .. }) if on != "extend")
}

/// Returns all that a word can mean in answer to that message.
fn meanings(engine: &Engine<'_>, submitted: &Submitted, bare: Bare, span: Span) -> Vec<Said> {
    let people = &engine.record.people;
    let (yes, value) = match bare {
        Bare::Yes | Bare::Ready | Bare::Done => (true, "yes"),
        Bare::No => (false, "no"),
        Bare::Nothing => return Vec::new(),
    };
    let mut all = Vec::new();
    let about = submitted.about.as_deref().unwrap_or_default();
    // "Ready" can mean nothing else before the game begins.
    let is_ready = bare == Bare::Ready && may_rehearse(engine, &submitted.seat);
    if is_ready || yes && rehearses(engine, submitted) {
        all.push(Said::entry(span, "rehearsal", "ready", value));
    }
    let is_word = matches!(bare, Bare::Yes | Bare::No);
    let leaving = people.leaving.get(&submitted.seat).filter(|known| known.resign == LeavingStep::Asked);
    if leaving.filter(|known| is_word && asked_by(about, known)).is_some() {
        all.push(Said::section(span, "resign", value));
    }
    if let Some(Reply::Ruling { number }) = reply(engine, submitted)
        && is_word
        && engine.settings.rulings.vote
        && people.proposal.as_ref().is_some_and(|proposal| proposal.ruling.number == *number)
    {
        all.push(Said::entry(span, "vote", "ruling", value));
    }
    if let Some(Reply::Vote { by, on }) = reply(engine, submitted)
        && is_word
        && let Some(ballots) = people.ballots.get(by)
    {
        // A vote that was taken back, or has passed, is no question any more.
        let what = match on.as_str() {
            "draw" if ballots.draw => Some("yes".to_owned()),
            "extend" => time_of(ballots.extend),
            "replace" => ballots.replace.clone(),
            "concede" => ballots.concede.clone(),
            _ => None,
        };
        let says = |what: String| if yes { what } else { value.to_owned() };
        all.extend(what.map(|what| Said::entry(span, "vote", on, &says(what))));
    }
    all
}

/// Returns a plan that says what a word does in answer to a message that asked one thing alone, or to all that it asked if nothing else is
/// said (`is_all`): `none`. `None` if that cannot be answered by such a word.
fn only_answer(
    engine: &Engine<'_>,
    submitted: &Submitted,
    (bare, word): (Bare, &str),
    (span, is_all): (Span, bool),
) -> Option<Node> {
    let asked = asked(engine, submitted);
    let seat = engine.rules.seat(&submitted.seat)?;
    if !asked.is_empty()
        && matches!(bare, Bare::Yes | Bare::No | Bare::Nothing)
        && let Some(alone) = alone(engine, submitted)
    {
        return alone.word(word, span);
    }
    if asked.len() > 1 && !is_all {
        return None;
    }
    let line = |text: &str| read(engine, Some(seat), &[], &[TypedLine { text, line: span.line }])?.tree;
    bare_words::answer((bare, span), &asked.iter().collect::<Vec<_>>(), &line)
}

/// Returns what the message that is answered asks, as far as it is still asked.
fn asked(engine: &Engine<'_>, submitted: &Submitted) -> Vec<Open> {
    let (Some(window), Some(about)) = (engine.record.game.open_window(), &submitted.about) else {
        return Vec::new();
    };
    let is_about = engine.record.people.about.window(&submitted.seat, about) == Some(&window.id);
    let asked_again = matches!(reply(engine, submitted), Some(Reply::Window { id }) if *id == window.id);
    let (Some(seat), Ok(pending)) = (engine.rules.seat(&submitted.seat), engine.pending()) else {
        return Vec::new();
    };
    if !is_about && !asked_again {
        return Vec::new();
    }
    Open::asked_of(&pending.open, seat, engine.gathers()).into_iter().cloned().collect()
}

/// Returns `true` if a message of ours asked whether the seat is given up: the receipt that did, or a later one.
fn asked_by(about: &str, asked: &Leaving) -> bool {
    let receipt = about.strip_prefix("receipt-").and_then(|number| number.parse::<u64>().ok());
    receipt.is_some_and(|number| number == asked.receipt)
}
