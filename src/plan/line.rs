//! What a line of its own says without the form of a document: `final`, `vote: extend 24h`, `I'm away until 1 Dec`.
//!
//! A line counts only as a whole. `ready` says something; `ready when you are?` does not, and neither does any other
//! question. The words are in a table of the language.

use super::assent::{agrees, is_ready};
use super::chancing::{chance, unmarked_chance};
use super::finality::{is_final, is_typo_of_final};
use super::leaving::resigns;
use super::linked::behind_links;
use super::said::{Bare, Said, span_of};
use super::small::minutes;
use super::words::{Words, has_words, is_greeting, is_only_picture, plain_words, truth, unmannered};
use crate::sheet::{Content, Node, Span, parse};
use jiff::civil::Date;

/// Returns what a line says; `None` for prose. `number` is the line's number in the text to which spans refer, `today` the
/// day on which the message came, where its writer is.
pub fn said(text: &str, number: usize, today: Option<Date>) -> Option<Said> {
    said_at_once(text, number, today).or_else(|| {
        let (at, adds) = behind_links(text)?;
        let (links, rest) = text.split_at_checked(at)?;
        // What is left keeps its place.
        let blanked = " ".repeat(links.chars().count()) + rest;
        said_at_once(&blanked, number, today).filter(|said| match said {
            Said::Section(..) => true,
            Said::Bare(_) => adds,
            Said::Heading(_) | Said::Courtesy => false,
        })
    })
}

/// Returns what a line says that begins with what it says.
fn said_at_once(text: &str, number: usize, today: Option<Date>) -> Option<Said> {
    let span = span_of(text, number);
    let words = Words::english();
    let plain = plain_words(text);
    if is_only_picture(text) {
        return Some(Said::Courtesy);
    }
    if plain.is_empty() {
        return None;
    }
    if let Some(dispute) = super::disputing::dispute(text, span) {
        return Some(dispute);
    }
    // "I'm out, can somebody take over?" asks, and says so all the same.
    if plain.ends_with('?') && resigns(&plain) {
        return Some(Said::section(span, "resign", "yes"));
    }
    if let Some(question) = plain.strip_suffix('?') {
        // "Status?" and "rules about ports?" ask for nothing else.
        return super::asking::asks(unmannered(question.trim_end()), span);
    }
    if let Some(section) = in_braces(text, number) {
        return Some(section);
    }
    let bare = unmannered(&plain);
    if let Some(column) = heading_behind_greeting(text) {
        return Some(Said::Heading(Some(column)));
    }
    if bare.is_empty()
        || words.means("courtesy", &plain)
        || words.means("courtesy", bare)
        || is_greeting(&plain)
        || words.all("reactions").any(|end| plain.ends_with(end))
    {
        return Some(Said::Courtesy);
    }
    let is = |meaning| words.means(meaning, bare);
    let alone = [("final", "final"), ("resign", "resign")];
    if let Some((_, key)) = alone.into_iter().find(|(meaning, _)| is(meaning)) {
        return Some(Said::section(span, key, "yes"));
    }
    if resigns(&plain) {
        return Some(Said::section(span, "resign", "yes"));
    }
    if is_typo_of_final(bare) || is_final(&plain) {
        return Some(Said::section(span, "final", "yes"));
    }
    let bares = [("ready", Bare::Ready), ("done", Bare::Done), ("nothing", Bare::Nothing)];
    if let Some((_, bare)) = bares.into_iter().find(|(meaning, _)| is(meaning)) {
        return Some(Said::Bare(bare));
    }
    // "ok ready, my words: the cat" says both.
    if let Some(words) = chance(text, span) {
        return Some(words);
    }
    if let Some(words) = unmarked_chance(text, number, false) {
        return Some(words);
    }
    if is_ready(&plain) {
        return Some(Said::Bare(Bare::Ready));
    }
    // "I am done, go ahead".
    if bare.split([',', '.', '!', ';']).all(|part| words.means("done", unmannered(part.trim()))) {
        return Some(Said::Bare(Bare::Done));
    }
    if let Some(vote) = super::voting::plain_vote(&plain, span) {
        return Some(vote);
    }
    if let Some(yes) = truth(bare).filter(|_| !bare.bytes().all(|byte| byte.is_ascii_digit())) {
        return Some(Said::Bare(if yes { Bare::Yes } else { Bare::No }));
    }
    if agrees(&plain) {
        return Some(Said::Bare(Bare::Yes));
    }
    rehearsal(bare, span)
        .or_else(|| vote(bare, span))
        .or_else(|| super::asking::asks(bare, span))
        .or_else(|| super::away::away(bare, span, today))
        .or_else(|| heading(text))
}

/// Reads a section with its entries in braces, which may be where no document is: `2. vote: {draw: no}`.
fn in_braces(text: &str, number: usize) -> Option<Said> {
    let (name, rest) = text.split_once(':')?;
    let is_one = super::keys::is_section(name.trim()) && !super::keys::is_plan(name.trim());
    if !is_one || !rest.trim_start().starts_with('{') || !rest.trim_end().ends_with('}') {
        return None;
    }
    let Content::Map(entries) = parse(text.trim()).ok()?.content else { return None };
    let before = text.chars().count() - text.trim_start().chars().count();
    let (key, value) = <[_; 1]>::try_from(entries).ok()?.into_iter().next()?;
    let moved = |node: Node| moved(node, &|span| Span { line: number, column: span.column + before, ..span });
    value.entries().is_some().then(|| Said::Section(moved(key), moved(value)))
}

/// Returns a value with all its parts at other places.
fn moved(node: Node, to: &impl Fn(Span) -> Span) -> Node {
    let content = match node.content {
        Content::Map(entries) => {
            Content::Map(entries.into_iter().map(|(key, value)| (moved(key, to), moved(value, to))).collect())
        }
        Content::List(members) => {
            Content::List(members.into_iter().map(|member| moved(member, to)).collect())
        }
        other => other,
    };
    Node { span: to(node.span), content }
}

/// Returns `true` for a line that greets, thanks or says that something has come, rather than pointing at something: `Hi Maria` and `got
/// it`, not `see attached`.
pub fn is_kind(text: &str) -> bool {
    let plain = plain_words(text);
    let words = Words::english();
    let has_come = ["seen", "acknowledging"]
        .iter()
        .any(|group| words.means(group, &plain) || words.means(group, unmannered(&plain)));
    has_come
        || is_only_picture(text)
        || words.all("reactions").any(|end| plain.ends_with(end))
        || is_greeting(&plain)
        || Words::english().after("thanking", &plain).is_some()
        || is_closing(text)
}

/// Returns `true` for a line that speaks of a vote: `and vote yes`.
pub fn names_vote(text: &str) -> bool {
    let plain = plain_words(text);
    plain.split(|c: char| !c.is_alphanumeric()).any(|word| Words::english().means("votes", word))
}

/// Returns the value of a section whose writer put words where entries belong: `vote: extend 24h`.
pub(super) fn value_of(key: &str, node: &Node, today: Option<Date>) -> Option<Node> {
    match said(&format!("{key}: {}", node.text()?), node.span.line, today)? {
        Said::Section(_, value) => Some(moved(value, &|_| node.span)),
        _ => None,
    }
}

/// Returns the word that stands for nothing.
pub fn nothing() -> &'static str {
    Words::english().all("nothing").next().unwrap_or_default()
}

/// Returns the words by which a plan gives no orders at all, in games that have orders.
pub fn no_orders() -> &'static str {
    Words::english().all("no orders").next().unwrap_or_default()
}

/// Returns `true` for a word that answers a question, whatever it asks: `nobody`, `both`.
pub fn answers(word: &str) -> bool {
    Words::english().means("answering", word)
}

/// Returns `true` for a word by which people say that they have seen something, as often as that they agree: `OK`.
pub fn may_only_be_seen(text: &str) -> bool {
    let plain = plain_words(text);
    Words::english().means("seen", unmannered(&plain)) || Words::english().means("seen", &plain)
}

/// Returns `true` for a sentence that has a word of answering in it, and of no time: `me obviously`, `nein danke`. In a phrase of talk,
/// `no idea if this works`, it answers nothing.
pub fn answers_question(sentence: &str) -> bool {
    let words = Words::english();
    let plain =
        words.all("idle answers").fold(plain_words(sentence), |text, phrase| text.replace(phrase, " "));
    let is_one = |word: &str| words.means("answering", word) || words.means("answering one", word);
    let mut all = plain.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let is_time = |word: &str| words.means("time hints", word) || words.place("weekdays", word).is_some();
    let is_phrase = |phrase: &str| has_words(&plain, phrase);
    !all.clone().any(is_time) && (all.any(is_one) || words.all("answering in phrases").any(is_phrase))
}

/// Returns `true` for a sentence that speaks of its writer or to its reader: `I raid Karhold and you support me`.
pub fn speaks_of_people(sentence: &str) -> bool {
    let plain = plain_words(sentence);
    let mut words = plain.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.any(|word| Words::english().means("people", word))
}

/// Returns `true` for a few words about nobody, which may be words of chance: `purple elephants on bus 42`.
pub fn may_be_chance(text: &str) -> bool {
    const WORDS: std::ops::RangeInclusive<usize> = 3..=10;
    // "Bert, with warm regards", "Kind regards from Utrecht".
    let closes = || text.split(" from ").flat_map(|part| part.split(',')).any(is_closing);
    let is_something = said(text, 1, None).is_some() || closes() || is_kind(text);
    WORDS.contains(&text.split_whitespace().count())
        && !text.contains(['?', '@', ':'])
        && !speaks_of_people(text)
        && !is_something
}

/// Returns `true` for the words before a name at the end of a letter: `Kind regards,`, in two languages at once too: `mvh / best wishes`.
pub fn is_closing(text: &str) -> bool {
    let is_one = |part: &str| Words::english().means("closings", &plain_words(part));
    is_one(text) || text.contains('/') && text.split('/').all(is_one)
}

/// Returns `true` for such words with a name behind them: `mvh Birgit`, `Best wishes, Graham Poole`.
pub fn closes_with_name(text: &str) -> bool {
    const MOST: usize = 3;
    let plain = plain_words(text);
    let Some(behind) = Words::english().after("closings", &plain) else { return false };
    let count = behind.split([' ', ',', '-']).filter(|word| !word.is_empty()).count();
    let names: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let last = names.get(names.len().saturating_sub(count)..).unwrap_or_default();
    let is_name = |word: &&str| {
        word.starts_with(char::is_uppercase)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-'))
    };
    (1..=MOST).contains(&count) && last.iter().all(is_name)
}

/// Returns the column, from 1, of a heading behind a greeting: `Hi all! my moves:`.
fn heading_behind_greeting(text: &str) -> Option<usize> {
    let words = Words::english();
    let (at, mark) = text.char_indices().find(|(_, c)| matches!(c, '!' | ',' | '.'))?;
    let (greeting, rest) = (plain_words(text.get(..at)?), text.get(at + mark.len_utf8()..)?.trim_start());
    let greets = is_greeting(&greeting) || words.means("courtesy", &greeting);
    // "Hi all, my orders: Winterfell raid"; "orders: none" is the game's to read.
    let (name, more) = rest.split_once([':', '：']).unwrap_or((rest, ""));
    let says_more = !more.trim().is_empty() && !words.means("nothing", &plain_words(more));
    let begins = if says_more { more.trim_start() } else { rest };
    (greets && words.means("headings", &plain_words(name)))
        .then(|| text.chars().count() - begins.chars().count() + 1)
}

/// Reads `rehearsal: yes` and `rehearsal ready`.
fn rehearsal(plain: &str, span: Span) -> Option<Said> {
    let rest = plain.strip_prefix("rehearsal")?.trim_start_matches([':', ' ']);
    let words = Words::english();
    let yes = words.means("ready", rest) || truth(rest)?;
    Some(Said::entry(span, "rehearsal", "ready", if yes { "yes" } else { "no" }))
}

fn vote(plain: &str, span: Span) -> Option<Said> {
    let words = Words::english();
    let trimmed = |text| str::trim_start_matches(text, [':', ' ', '-']);
    let verb = words.after("votes", plain).map(trimmed);
    let is_vote = verb.is_some() && plain.contains("vote");
    let rest = verb.unwrap_or(plain);
    let time = words.after("extend", rest).map(trimmed).or_else(|| rest.strip_suffix(" more"));
    // "I vote against more time".
    let refused = words.after("against", rest).map(trimmed).and_then(|rest| words.after("extend", rest));
    if is_vote && refused.is_some_and(str::is_empty) {
        return Some(Said::entry(span, "vote", "extend", "no"));
    }
    if let Some(time) = time.map(|time| words.after("for", time).map_or(time, trimmed))
        && (minutes(time).is_some() || is_vote && !time.is_empty())
    {
        return Some(Said::entry(span, "vote", "extend", time));
    }
    if !is_vote {
        return None;
    }
    if let Some(yes) = truth(rest) {
        return Some(Said::Bare(if yes { Bare::Yes } else { Bare::No }));
    }
    let against = words.after("against", rest).or_else(|| words.after("none of", rest)).map(trimmed);
    let rest = against.or_else(|| words.after("for", rest).map(trimmed)).unwrap_or(rest);
    for kind in ["draw", "ruling"] {
        let Some(after) = words.after(kind, rest).map(trimmed) else { continue };
        let yes = if after.is_empty() { true } else { truth(after)? };
        return Some(Said::entry(span, "vote", kind, if yes && against.is_none() { "yes" } else { "no" }));
    }
    for kind in ["concede", "replace"] {
        let Some(after) = words.after(kind, rest).map(trimmed).filter(|after| !after.is_empty()) else {
            continue;
        };
        return Some(Said::entry(span, "vote", kind, if against.is_some() { "no" } else { after }));
    }
    None
}

/// Recognises a heading of a plan, with or without a turn's number, and with or without a plan after it.
fn heading(text: &str) -> Option<Said> {
    let words = Words::english();
    let is_heading = |name: &str| {
        let plain = plain_words(name);
        words.means("headings", plain.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' '))
    };
    if is_heading(text) || is_round(text) {
        return Some(Said::Heading(None));
    }
    let (at, colon) = text.char_indices().find(|(_, c)| matches!(c, ':' | '：'))?;
    let after = text.get(at + colon.len_utf8()..)?;
    let begins = text.chars().count() - after.trim_start().chars().count() + 1;
    // "Orders: none" is an answer, which only the game can give a meaning.
    let says_more = !after.trim().is_empty() && !words.means("nothing", &plain_words(after));
    (is_heading(text.get(..at)?) && says_more).then_some(Said::Heading(Some(begins)))
}

/// Returns `true` for a line that only says for which round its writer's orders are, perhaps behind a greeting: `ok round 2`, `Hola! Round 2
/// orders:`.
fn is_round(text: &str) -> bool {
    let words = Words::english();
    let plain = plain_words(text);
    let bare = plain.trim_end_matches([':', '.', ' ', '!']);
    let mut parts: Vec<&str> = bare.split([',', '!', '.']).map(str::trim).collect();
    parts.retain(|part| !part.is_empty() && !is_greeting(part) && !words.means("courtesy", part));
    let [part] = parts[..] else { return false };
    let mut rest: Vec<&str> = part.split_whitespace().collect();
    while rest.first().is_some_and(|word| words.means("before rounds", word)) {
        rest.remove(0);
    }
    let is_number = |word: &str| word.parse::<u8>().is_ok() || words.means("numbers of rounds", word);
    match rest.as_slice() {
        [round, number, behind @ ..] => {
            words.means("rounds", round)
                && is_number(number)
                && (behind.is_empty() || words.means("behind rounds", &behind.join(" ")))
        }
        _ => false,
    }
}
