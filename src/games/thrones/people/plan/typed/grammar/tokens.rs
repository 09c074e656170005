//! A line as words, numbers and signs, each with its place.

use crate::games::thrones::data::{Form, Lexicon};
use crate::sheet::{Span, fold};
use crate::table::LONGEST_LINE;
use winnow::combinator::alt;
use winnow::error::EmptyError;
use winnow::stream::LocatingSlice;
use winnow::token::{any, take_while};
use winnow::{Parser, Result};

/// The most tokens of a line of orders; what is longer is prose.
const MOST_TOKENS: usize = 160;

/// A sign, however it was typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Sign {
    Arrow,
    /// A hyphen, dash or minus.
    Dash,
    Plus,
    Star,
    Colon,
    Comma,
    Semicolon,
    Slash,
    And,
    Open,
    Close,
    Stop,
    /// A question mark, or anything that no order has.
    Other,
}

/// A word, number or sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Token {
    /// As it was typed.
    pub(in super::super) raw: String,
    /// As it is compared; empty for a sign.
    pub(in super::super) folded: String,
    pub(in super::super) number: Option<u16>,
    pub(in super::super) sign: Option<Sign>,
    /// `true` if no space is before it.
    pub(in super::super) glued: bool,
    /// In characters, from 1.
    pub(in super::super) column: usize,
}

impl Token {
    pub(in super::super) fn is_word(&self) -> bool {
        self.sign.is_none() && self.number.is_none()
    }
}

/// A line of tokens, with the number that it began with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Line {
    pub(in super::super) line: usize,
    pub(in super::super) number: Option<u16>,
    /// `true` if a colon was behind that number: the answer to a question, perhaps.
    pub(in super::super) colon: bool,
    pub(in super::super) tokens: Vec<Token>,
}

impl Line {
    /// Returns the place of some tokens.
    pub(in super::super) fn span(&self, from: usize, to: usize) -> Span {
        let column = self.tokens.get(from).or(self.tokens.last()).map_or(1, |token| token.column);
        let last = self.tokens.get(to.saturating_sub(1).max(from)).or(self.tokens.last());
        let end = last.map_or(column + 1, |token| token.column + token.raw.chars().count());
        Span { line: self.line, column, length: end.saturating_sub(column).max(1) }
    }

    /// Returns some tokens as they were typed.
    pub(in super::super) fn text(&self, from: usize, to: usize) -> String {
        let mut text = String::new();
        for (i, token) in self.tokens.iter().enumerate().take(to).skip(from) {
            if i > from && !token.glued {
                text.push(' ');
            }
            text.push_str(&token.raw);
        }
        text
    }
}

/// Returns `true` for a line that is not read at once.
pub(in super::super) fn is_long(text: &str) -> bool {
    let text = text.trim_start();
    text.len() > 4 * LONGEST_LINE || text.chars().count() > LONGEST_LINE
}

/// Splits a line, without what may stand before an entry: a bullet, a number. `None` if it is too long to be orders.
pub(in super::super) fn line(text: &str, number: usize) -> Option<Line> {
    if is_long(text) {
        return None;
    }
    let mut tokens = split(text);
    // A quoted line is not its sender's, and what follows a hash is a remark.
    if tokens.first().is_some_and(|token| token.raw == ">") {
        return None;
    }
    if let Some(end) = tokens.iter().position(|token| token.raw == "#") {
        tokens.truncate(end);
    }
    tokens.retain(|token| token.raw != "**" && token.raw != "__");
    untag(&mut tokens);
    unsmile(&mut tokens);
    unmark(&mut tokens);
    trail(&mut tokens);
    initials(&mut tokens);
    undot(&mut tokens);
    stroke(&mut tokens);
    count(&mut tokens);
    let (counted, colon) = bullet(&mut tokens).map_or((None, false), |(number, colon)| (Some(number), colon));
    while tokens.last().is_some_and(|token| token.sign == Some(Sign::Stop)) {
        tokens.pop();
    }
    (tokens.len() <= MOST_TOKENS).then_some(Line { line: number, number: counted, colon, tokens })
}

fn split(text: &str) -> Vec<Token> {
    let mut input = LocatingSlice::new(text);
    let (mut all, mut end, mut column, mut seen) = (Vec::<Token>::new(), 0, 1, 0);
    loop {
        let _: Result<&str, EmptyError> =
            take_while(0.., |c: char| c.is_whitespace() || is_nothing(c)).parse_next(&mut input);
        let letters = take_while(1.., |c: char| is_letter(c));
        let digits = take_while(1.., |c: char| c.is_ascii_digit());
        let arrow =
            alt((alt(("--->", "-->", "==>", "=>", "->", "—>", "–>")), alt(("-&gt;", "=&gt;", "&gt;"))));
        let double = alt(("**", "__"));
        let found: Result<_, EmptyError> =
            alt((letters, digits, arrow, double, any.take())).with_span().parse_next(&mut input);
        let Ok((raw, span)) = found else { return all };
        column += text.get(seen..span.start).unwrap_or_default().chars().count();
        let raw: &str = raw;
        let number = raw.parse::<u16>().ok().filter(|_| raw.bytes().all(|b| b.is_ascii_digit()));
        let sign = if number.is_some() { None } else { sign(raw) };
        let bare = raw.trim_matches(['\'', '’', '‘']);
        // The mark behind a quoted order: ‘march +0’.
        if bare.is_empty() {
            column += raw.chars().count();
            (end, seen) = (span.end, span.end);
            continue;
        }
        all.push(Token {
            folded: if sign.is_none() { fold(bare) } else { String::new() },
            raw: if sign.is_none() { bare.to_owned() } else { raw.to_owned() },
            number,
            sign,
            glued: end == span.start && end > 0,
            column,
        });
        column += raw.chars().count();
        (end, seen) = (span.end, span.end);
    }
}

/// The frame around the number of a key: 1️⃣.
const KEYCAP: char = '\u{20e3}';

/// Letters, and what stands within words.
fn is_letter(c: char) -> bool {
    c != KEYCAP
        && (c.is_alphabetic() || "'’‘".contains(c) || unicode_normalization::char::is_combining_mark(c))
}

/// Quotation marks and the like, which say nothing here.
fn is_nothing(c: char) -> bool {
    "\"“”„«»`|_\u{fe0f}\u{200b}\u{200d}✓✔".contains(c)
        || matches!(u32::from(c), 0x2600..=0x2604 | 0x2607..=0x27BF | 0x1F300..=0x1FAFF)
            && !"✱➔➡➕".contains(c)
}

fn sign(raw: &str) -> Option<Sign> {
    let mut all = raw.chars();
    let first = all.next()?;
    if all.next().is_some() {
        let letters = raw.chars().any(char::is_alphabetic);
        return if raw.chars().any(|c| ">→➔➡⇒".contains(c)) || raw.ends_with("gt;") {
            Some(Sign::Arrow)
        } else {
            (!letters).then_some(Sign::Other)
        };
    }
    Some(match first {
        '>' | '→' | '➔' | '➡' | '⇒' => Sign::Arrow,
        '-' | '−' | '–' | '—' | '‐' | '‑' | '~' => Sign::Dash,
        '+' | '➕' => Sign::Plus,
        '*' | '★' | '☆' | '✱' | '＊' | '⭐' => Sign::Star,
        ':' | '=' | '：' => Sign::Colon,
        ',' | '，' | '、' => Sign::Comma,
        ';' | '；' => Sign::Semicolon,
        '/' => Sign::Slash,
        '&' => Sign::And,
        '(' | '[' | '{' | '（' => Sign::Open,
        ')' | ']' | '}' | '）' | KEYCAP => Sign::Close,
        '.' | '!' | '。' => Sign::Stop,
        c if is_letter(c) && c.is_alphabetic() => return None,
        _ => Sign::Other,
    })
}

/// Takes out the marks of forums and the like, such as `[b]`.
fn untag(tokens: &mut Vec<Token>) {
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let slash = usize::from(tokens.get(at + 1).is_some_and(|token| token.sign == Some(Sign::Slash)));
        let name = tokens.get(at + 1 + slash);
        let is_tag = token.raw == "["
            && name.is_some_and(|name| matches!(name.folded.as_str(), "b" | "i" | "u" | "s" | "code"))
            && tokens.get(at + 2 + slash).is_some_and(|token| token.raw == "]");
        if is_tag {
            tokens.drain(at..at + 3 + slash);
        } else {
            at += 1;
        }
    }
}

/// Takes out a face at the end: `:)`, `;-)`.
fn unsmile(tokens: &mut Vec<Token>) {
    let is =
        |token: Option<&Token>, marks: &str| token.is_some_and(|token| marks.contains(token.raw.as_str()));
    while is(tokens.last(), ")(") {
        let end = tokens.len() - 1;
        let nose = usize::from(end > 0 && tokens[end - 1].raw == "-" && tokens[end].glued);
        let Some(eyes) = end.checked_sub(1 + nose) else { return };
        if !is(tokens.get(eyes), ":;") || !tokens[eyes + 1].glued {
            return;
        }
        tokens.truncate(eyes);
    }
}

/// Takes out exclamation marks in brackets: `both(!) to Karhold`.
fn unmark(tokens: &mut Vec<Token>) {
    while let Some(open) = (0..tokens.len()).find(|at| {
        let marks = tokens.iter().skip(at + 1).take_while(|token| token.raw == "!").count();
        tokens[*at].sign == Some(Sign::Open)
            && marks > 0
            && tokens.get(at + 1 + marks).is_some_and(|token| token.sign == Some(Sign::Close))
    }) {
        let close = tokens.iter().skip(open).position(|token| token.sign == Some(Sign::Close));
        tokens.drain(open..=open + close.unwrap_or_default());
    }
}

/// Puts a comma in the place of dots that trail off: `Winterfell ... march +1 ... Karhold`.
fn trail(tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at < tokens.len() {
        let dots = tokens[at..].iter().take_while(|token| token.raw == ".").count();
        if dots > 1 || tokens[at].raw == "…" {
            tokens.drain(at + 1..at + dots.max(1));
            tokens[at].raw = ".".repeat(dots.max(3));
            tokens[at].sign = Some(Sign::Comma);
        }
        at += 1;
    }
    while tokens.last().is_some_and(|token| token.sign == Some(Sign::Comma)) {
        tokens.pop();
    }
}

/// Joins letters with full stops between them to the word that they abbreviate: `P.S.`, `K.L.`.
fn initials(tokens: &mut Vec<Token>) {
    let is_letter = |token: &Token| token.is_word() && token.raw.chars().count() == 1;
    let mut at = 0;
    while at + 2 < tokens.len() {
        let glued = |at: usize| tokens.get(at).filter(|token| token.glued);
        let is_next =
            |at: usize| glued(at).is_some_and(|dot| dot.raw == ".") && glued(at + 1).is_some_and(is_letter);
        if is_letter(&tokens[at]) && !(at > 0 && tokens[at].glued) && is_next(at + 1) {
            while tokens.len() > at + 2 && tokens[at + 1].raw == "." && tokens[at + 1].glued {
                if !(tokens[at + 2].glued && is_letter(&tokens[at + 2])) {
                    break;
                }
                let letter = tokens.remove(at + 2);
                tokens.remove(at + 1);
                tokens[at].raw.push_str(&letter.raw);
                tokens[at].folded.push_str(&letter.folded);
            }
            // The stop of the last letter, unless the line ends with it.
            if tokens.get(at + 1).is_some_and(|dot| dot.raw == "." && dot.glued) {
                tokens.remove(at + 1);
            }
        }
        at += 1;
    }
}

/// Takes out the full stop of an abbreviated first word: `W. Harbor`.
fn undot(tokens: &mut Vec<Token>) {
    let begins = |tokens: &[Token], at: usize| {
        at.checked_sub(1).is_none_or(|before| {
            matches!(tokens[before].sign, Some(Sign::Comma | Sign::Semicolon | Sign::And | Sign::Arrow))
        })
    };
    let is_dot = |tokens: &[Token], at: usize| {
        tokens[at + 1].raw == "."
            && tokens[at + 1].glued
            && tokens[at].is_word()
            && tokens[at].folded.chars().count() <= 2
            && tokens[at + 2].is_word()
            && begins(tokens, at)
    };
    let dots: Vec<usize> = (0..tokens.len().saturating_sub(2)).filter(|at| is_dot(tokens, *at)).collect();
    dots.into_iter().rev().for_each(|at| drop(tokens.remove(at + 1)));
}

/// Joins a letter and the stroke behind it where a blank follows: `w/ the knight`.
fn stroke(tokens: &mut Vec<Token>) {
    let is_short = |at: usize, tokens: &[Token]| {
        tokens[at].is_word()
            && !tokens[at].glued
            && tokens[at].raw.chars().count() == 1
            && tokens[at].raw.chars().all(char::is_lowercase)
            && tokens[at + 1].sign == Some(Sign::Slash)
            && tokens[at + 1].glued
            && tokens.get(at + 2).is_some_and(|next| !next.glued || tokens[at].folded == "w")
    };
    for at in (0..tokens.len().saturating_sub(1)).rev() {
        if is_short(at, tokens) {
            tokens.remove(at + 1);
            tokens[at].raw.push('/');
            tokens[at].folded.push('/');
        }
    }
}

/// Takes out the numbers of a list that goes on in its line: `1) Pyke raid, 2) Seagard support`.
fn count(tokens: &mut Vec<Token>) {
    let mut at = 1;
    while at + 1 < tokens.len() {
        let opened = tokens[..at].iter().filter(|token| token.sign == Some(Sign::Open)).count();
        let closed = tokens[..at].iter().filter(|token| token.sign == Some(Sign::Close)).count();
        let parted = matches!(tokens[at - 1].sign, Some(Sign::Comma | Sign::Semicolon | Sign::Stop));
        let is_next = tokens[at].number.is_some_and(|number| number < 10)
            && tokens[at + 1].raw == ")"
            && tokens[at + 1].glued
            && tokens.get(at + 2).is_some_and(Token::is_word);
        // The first number of the list has a bracket too, which nothing opened.
        if parted && is_next && opened < closed {
            tokens.drain(at..at + 2);
        }
        at += 1;
    }
}

/// Takes off a bullet and a number at the beginning; returns the number, and whether a colon was behind it.
fn bullet(tokens: &mut Vec<Token>) -> Option<(u16, bool)> {
    let mark = |token: Option<&Token>| token.and_then(|token| token.sign);
    let apart = |token: Option<&Token>| token.is_some_and(|token| !token.glued);
    let dots = |c: &str| matches!(c, "•" | "·" | "◦" | "▪" | "●" | "‣" | "o");
    if let Some(first) = tokens.first()
        && (dots(&first.raw) && first.raw != "o"
            || matches!(first.sign, Some(Sign::Dash | Sign::Star | Sign::Plus)) && apart(tokens.get(1)))
    {
        tokens.remove(0);
    }
    let open = usize::from(mark(tokens.first()) == Some(Sign::Open));
    let number = tokens.get(open).and_then(|token| token.number)?;
    let closed = match mark(tokens.get(open + 1)) {
        Some(Sign::Stop | Sign::Close) => true,
        Some(Sign::Colon) => open == 0,
        _ => false,
    };
    if closed && number < 100 {
        let colon = mark(tokens.get(open + 1)) == Some(Sign::Colon);
        tokens.drain(..open + 2);
        return Some((number, colon));
    }
    None
}

/// Returns a line with signs where they were dictated: `Winterfell colon march plus one comma`.
pub(in super::super) fn dictated(mut line: Line, lexicon: &Lexicon) -> Line {
    let mut at = 0;
    while at < line.tokens.len() {
        let is = |form: &&Form| {
            !form.is_empty()
                && form.iter().enumerate().all(|(n, word)| {
                    line.tokens.get(at + n).is_some_and(|token| token.sign.is_none() && token.folded == *word)
                })
        };
        let found =
            lexicon.dictated.iter().find_map(|(sign, forms)| Some((sign, forms.iter().find(is)?.len())));
        if let Some((raw, length)) = found {
            line.tokens.drain(at + 1..at + length);
            if let Some(token) = line.tokens.get_mut(at) {
                *token = Token {
                    raw: raw.clone(),
                    folded: String::new(),
                    number: None,
                    sign: sign(raw),
                    glued: false,
                    column: token.column,
                };
            }
        }
        at += 1;
    }
    while line.tokens.last().is_some_and(|token| token.sign == Some(Sign::Stop)) {
        line.tokens.pop();
    }
    line
}

/// Returns the number that a token says.
pub(in super::super) fn number(lexicon: &Lexicon, token: &Token) -> Option<u16> {
    token.number.or_else(|| lexicon.numbers.get(&token.folded).map(|number| u16::from(*number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        line(text, 1).unwrap().tokens.into_iter().map(|token| token.raw).collect()
    }

    #[test]
    fn words_numbers_and_signs() {
        assert_eq!(shown("Pyke: ‘march +0’"), ["Pyke", ":", "march", "+", "0"]);
        assert_eq!(shown("- WF M+1 -> King’s Landing."), ["WF", "M", "+", "1", "->", "King’s", "Landing"]);
        assert_eq!(shown("1) 2F, knight*"), ["2", "F", ",", "knight", "*"]);
        assert_eq!(shown("**Orders**:"), ["Orders", ":"]);
        assert_eq!(shown("Pyke ... raid…"), ["Pyke", "...", "raid"]);
        assert_eq!(shown("P.S. K.L. raid"), ["PS", "KL", "raid"]);
        assert_eq!(shown("W. Harbor, p.s.: M+1."), ["W", "Harbor", ",", "ps", ":", "M", "+", "1"]);
        assert_eq!(line("3: Stannis", 1).unwrap().number, Some(3));
        let all = line("  Wí — x", 4).unwrap();
        assert_eq!((all.tokens[2].column, all.span(0, 3).length), (8, 6));
    }
}
