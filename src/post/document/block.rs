//! Finds the lines of a YAML document among lines of prose.
//!
//! **The rule.** A document begins at a line `key: …` whose key is one of the caller's and whose value is of
//! the kind that this key takes ([`Takes`]). A *structure* must really follow: brackets, deeper lines, or a
//! list. *Words* must be few and not a sentence. So "Plan: see below" begins nothing. A key misspelt by one
//! letter begins a document if a structure follows.
//!
//! It continues with deeper lines, further known keys, entries with no empty line before them, list items,
//! comments, and whatever brackets, quotation marks or a wrapped line leave open. Anything else ends it.
//! Between `---` or ``` marks everything belongs to the document if its first line is a known key.

use super::key::{Key, Takes};
use super::languages::NO_SECTIONS;
use super::phrases::attribution;
use super::yaml_line::{Open, Shape, indent, is_words, pair, shape, strip_comment, top_names, value_of};
use std::borrow::Cow;
use std::cell::Cell;

/// The most words of an item of a list that is no structure.
const MOST_ITEM: usize = 6;

/// A line that may belong to a document, with its number in the layout, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Candidate<'a> {
    pub line: usize,
    pub text: Cow<'a, str>,
}

/// A run of lines that form a document or a part of one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Block<'a> {
    /// Its lines, repaired so that they are YAML.
    pub lines: Vec<Candidate<'a>>,
    /// Numbers of the lines that fence it.
    pub fences: Vec<usize>,
    /// Its top-level keys, lower case.
    pub keys: Vec<String>,
}

/// The blocks found in a text.
#[derive(Default, Debug)]
pub(super) struct Blocks<'a> {
    pub blocks: Vec<Block<'a>>,
    /// The first line that has a known key but does not begin a document.
    pub prose: Option<usize>,
}

/// Finds all blocks among these lines.
pub(super) fn find<'a>(cands: &[Candidate<'a>], keys: &[Key<'_>]) -> Blocks<'a> {
    let finder = Finder { cands, keys, tries: Cell::new(20) };
    let mut finding = Blocks::default();
    let mut at = 0;
    while at < cands.len() {
        match finder.block_at(at) {
            Some((block, end)) => {
                finding.blocks.push(block);
                at = end;
            }
            None => {
                if finding.prose.is_none() && finder.key_at(at).is_some() {
                    finding.prose = cands.get(at).map(|cand| cand.line);
                }
                at += 1;
            }
        }
    }
    finding
}

struct Finder<'c, 'a> {
    cands: &'c [Candidate<'a>],
    keys: &'c [Key<'c>],
    /// How many more braces may be tried as the start of JSON.
    tries: Cell<u32>,
}

struct KnownKey<'c, 'a> {
    key: Key<'c>,
    value: &'c str,
    /// The line, with a blank after the colon if it had none.
    text: Cow<'a, str>,
    is_exact: bool,
}

impl<'c, 'a> Finder<'c, 'a> {
    fn text(&self, at: usize) -> &'c str {
        self.cands.get(at).map_or("", |cand| &*cand.text)
    }

    fn whole(&self, at: usize) -> Cow<'a, str> {
        self.cands.get(at).map_or(Cow::Borrowed(""), |cand| cand.text.clone())
    }

    fn next_filled(&self, from: usize) -> Option<usize> {
        (from..self.cands.len()).find(|at| shape(self.text(*at)) != Shape::Blank)
    }

    /// Returns the known key of a line. Accepts `final:yes`, since phones swallow the blank.
    fn key_at(&self, at: usize) -> Option<KnownKey<'c, 'a>> {
        let text = self.text(at);
        let exact =
            |name: &str| self.keys.iter().find(|key| key.name.eq_ignore_ascii_case(name.trim())).copied();
        if let Some((name, value)) = pair(text) {
            let near = || {
                let name = name.to_lowercase();
                self.keys.iter().find(|key| is_near(&name, key.name)).copied()
            };
            let (key, is_exact) = match exact(name) {
                Some(key) => (key, true),
                None => (near()?, false),
            };
            return Some(KnownKey { key, value, text: self.whole(at), is_exact });
        }
        let (name, value) = text.trim().split_once(':')?;
        let key = exact(name).filter(|_| !value.is_empty() && !value.starts_with("//"))?;
        let text = format!("{}{name}: {value}", " ".repeat(indent(text)));
        Some(KnownKey { key, value: value.trim(), text: text.into(), is_exact: true })
    }

    fn block_at(&self, at: usize) -> Option<(Block<'a>, usize)> {
        match shape(self.text(at)) {
            Shape::Fence => self.fenced(at, |shape| matches!(shape, Shape::Fence | Shape::End)),
            Shape::Code => self.fenced(at, |shape| matches!(shape, Shape::Code)),
            Shape::Pair { .. } => self.starts(at).then(|| self.extend(at)),
            Shape::Other if self.text(at).trim_start().starts_with('{') => self.json(at),
            Shape::Other => self.starts(at).then(|| self.extend(at)),
            _ => None,
        }
    }

    fn fenced(&self, at: usize, closes: impl Fn(Shape<'_>) -> bool) -> Option<(Block<'a>, usize)> {
        let first = self.next_filled(at + 1)?;
        let is_json = self.text(first).trim_start().starts_with('{');
        let known = (first..self.cands.len())
            .find(|n| !matches!(shape(self.text(*n)), Shape::Comment | Shape::Blank))
            .is_some_and(|n| self.key_at(n).is_some());
        if !(known || is_json) {
            return None;
        }
        let base = indent(self.text(first));
        // A deeper one is drawn in a text of several lines.
        let closes = |n: &usize| indent(self.text(*n)) <= base && closes(shape(self.text(*n)));
        let end = (first..self.cands.len()).find(closes)?;
        // The line below a heading closes nothing: the document has ended above the heading.
        let is_heading = |n: usize| {
            let (text, rule) = (self.text(n), self.text(n + 1));
            shape(text) == Shape::Other
                && shape(rule) == Shape::Fence
                && text.trim().chars().count() == rule.trim().len()
        };
        let end = end.checked_sub(1).filter(|above| *above > first && is_heading(*above)).unwrap_or(end);
        let mut block =
            Block { fences: vec![self.cands.get(at)?.line, self.cands.get(end)?.line], ..Block::default() };
        let mut open = Open::default();
        for n in first..end {
            let text = self.text(n);
            let was_open = open.goes_on();
            open = open.after(if was_open { text } else { value_of(text) });
            let known = (!was_open && indent(text) == base).then(|| self.key_at(n)).flatten();
            let mended = match (&known, was_open && indent(text) <= base && !is_json) {
                (Some(known), _) => known.text.clone(),
                (None, true) => deeper(base + 2, text),
                (None, false) => self.whole(n),
            };
            block.keys.extend(known.map(|known| known.key.name.to_lowercase()));
            block.lines.push(Candidate { line: self.cands.get(n)?.line, text: outdent(mended, base) });
        }
        if is_json {
            block.keys = self.json(first)?.0.keys;
        }
        trim(&mut block.lines);
        Some((block, end + 1))
    }

    /// Returns a document in braces, up to where they close. Few are tried, so that a message full of braces
    /// costs nothing.
    fn json(&self, at: usize) -> Option<(Block<'a>, usize)> {
        self.tries.set(self.tries.get().checked_sub(1)?);
        let mut open = Open::default();
        let mut text = String::new();
        for (n, cand) in self.cands.iter().enumerate().skip(at).take(5000) {
            open = open.after(cand.text.trim());
            text.push(' ');
            text.push_str(&cand.text);
            if !open.goes_on() {
                let names = top_names(&text);
                let known = self.keys.iter().map(|key| key.name.to_lowercase());
                let keys: Vec<String> = known.filter(|name| names.contains(name)).collect();
                let lines = self.cands.iter().take(n + 1).skip(at).cloned().collect();
                return (!keys.is_empty()).then_some((Block { lines, fences: Vec::new(), keys }, n + 1));
            }
        }
        None
    }

    /// Returns `true` if a document begins here, by the rule in the module head.
    fn starts(&self, at: usize) -> bool {
        let Some(known) = self.key_at(at) else { return false };
        // A misspelt key counts if the line below begins a document anyway.
        let goes_with_next =
            || indent(self.text(at)) == indent(self.text(at + 1)) && self.starts_alone(at + 1);
        self.starts_alone(at)
            || !known.is_exact && is_words(strip_comment(known.value), 4) && goes_with_next()
    }

    fn starts_alone(&self, at: usize) -> bool {
        let Some(known) = self.key_at(at) else { return false };
        let value = strip_comment(known.value);
        let is_structure = self.is_structure(at, value);
        if !known.is_exact {
            return is_structure;
        }
        match known.key.takes {
            Takes::Structure => is_structure,
            Takes::Words(most) => {
                is_words(value, most) || value.is_empty() && self.is_list_of_words(at, most)
            }
            Takes::Any(most) => is_structure || is_words(value, most),
        }
    }

    /// Returns `true` if a list follows whose items are few words each, such as the answers wanted by `ask:`.
    fn is_list_of_words(&self, at: usize, most: usize) -> bool {
        let items =
            (at + 1..self.cands.len()).map(|n| self.text(n)).skip_while(|text| text.trim().is_empty());
        let mut items = items.take_while(|text| shape(text) == Shape::Item).peekable();
        let is_few = |item: &str| {
            is_words(strip_comment(item.trim().trim_start_matches('-').trim()), most.min(MOST_ITEM))
        };
        items.peek().is_some() && items.all(is_few)
    }

    fn is_structure(&self, at: usize, value: &str) -> bool {
        let base = indent(self.text(at));
        let is_entry = |shape: Shape<'_>| matches!(shape, Shape::Pair { .. } | Shape::Item);
        match value.chars().next() {
            Some('{' | '[') => true,
            Some('|' | '>') if value.len() <= 3 => {
                self.next_filled(at + 1).is_some_and(|next| indent(self.text(next)) > base)
            }
            Some(_) => false,
            None => {
                let Some(next) = (at + 1..self.cands.len()).find(|n| {
                    !matches!(shape(self.text(*n)), Shape::Blank | Shape::Comment) && !self.is_tail(*n, base)
                }) else {
                    return false;
                };
                let text = self.text(next);
                let kind = shape(text);
                let is_deeper =
                    indent(text) > base && (is_entry(kind) || text.trim_start().starts_with(['{', '[']));
                // At the same depth a list may follow, or, only directly below, lines that lost their
                // indentation in transit.
                is_deeper
                    || indent(text) == base
                        && (kind == Shape::Item
                            || next == at + 1 && is_entry(kind) && self.key_at(next).is_none())
            }
        }
    }

    /// Returns the block that begins here, and the line after it.
    fn extend(&self, at: usize) -> (Block<'a>, usize) {
        let base = indent(self.text(at));
        let mut block = Block::default();
        let mut end = at;
        let (mut open, mut opened) = (Open::default(), base);
        let mut under = 0;
        // The depth of a key with a text of several lines (`|`) that goes on.
        let mut scalar: Option<usize> = None;
        for n in at..self.cands.len() {
            let text = self.text(n);
            let below_blank = block.lines.last().is_some_and(|cand| cand.text.is_empty());
            if shape(text) == Shape::Blank {
                if open.goes_on() && below_blank {
                    break;
                }
                block.lines.push(Candidate { line: self.line(n), text: Cow::Borrowed("") });
                continue;
            }
            let before = block.lines.iter().rev().find(|cand| !cand.text.is_empty());
            let known = if indent(text) == base && !open.goes_on() { self.key_at(n) } else { None };
            // Prose set in, below an empty line and a value that is complete, is not its continuation.
            if scalar.is_some_and(|depth| indent(text) <= depth) {
                scalar = None;
            }
            let is_complete = |cand: &&Candidate<'_>| {
                matches!(shape(&cand.text), Shape::Pair { value, .. } if !value.is_empty())
                    && indent(&cand.text) + base < indent(text)
            };
            let is_stray = below_blank
                && scalar.is_none()
                && shape(text) == Shape::Other
                && before.filter(is_complete).is_some();
            let is_bare = scalar.is_none() && !open.goes_on();
            if n > at && is_bare && self.ends(n, before) {
                break;
            }
            let tail = if is_bare { self.comment_tail(n, below_blank, base, before) } else { None };
            let mended = if tail.is_some() {
                tail
            } else if open.goes_on() {
                let deep = if indent(text) > base { indent(text) } else { opened + 2 };
                Some(deeper(deep, text))
            } else if indent(text) > base {
                (!is_stray).then(|| self.whole(n))
            } else if indent(text) < base {
                None
            } else if let Some(known) =
                known.as_ref().filter(|known| known.is_exact || n == at || !below_blank)
            {
                Some(known.text.clone())
            } else {
                self.goes_on(n, below_blank, before)
                    .then(|| self.whole(n))
                    .or_else(|| self.wrapped(n, below_blank, before))
            };
            let Some(mended) = mended else { break };
            // A list that lost its indentation, as in HTML, is at least as deep as the key it belongs to.
            if indent(text) == base && !open.goes_on() {
                under = match before {
                    _ if shape(text) != Shape::Item => 0,
                    Some(above) if value_of(&above.text).is_empty() => indent(&above.text),
                    _ => under,
                };
            }
            let mended = if under > 0 { deeper(indent(&mended) + under, &mended) } else { mended };
            if open.goes_on() {
                open = open.after(text.trim());
            } else {
                (open, opened) = (open.after(value_of(&mended)), indent(&mended));
            }
            if scalar.is_none() && value_of(&mended).starts_with(['|', '>']) {
                scalar = Some(indent(&mended));
            }
            block.keys.extend(known.map(|known| known.key.name.to_lowercase()));
            block.lines.push(Candidate { line: self.line(n), text: outdent(mended, base) });
            end = n + 1;
        }
        trim(&mut block.lines);
        (block, end)
    }

    fn line(&self, at: usize) -> usize {
        self.cands.get(at).map_or(0, |cand| cand.line)
    }

    /// Returns `true` if a line at the depth of the keys, but without a known key, still belongs to the
    /// block.
    fn goes_on(&self, at: usize, below_blank: bool, before: Option<&Candidate<'_>>) -> bool {
        let text = self.text(at);
        let last_is_list = before.is_some_and(|cand| shape(&cand.text) == Shape::Item);
        let last_is_empty = before.is_some_and(|cand| value_of(&cand.text).is_empty());
        let in_list = self
            .cands
            .iter()
            .take(at)
            .rev()
            .map(|cand| &*cand.text)
            .find(|text| !text.is_empty() && indent(text) <= indent(self.text(at)));
        match shape(text) {
            Shape::Comment => !below_blank,
            Shape::Item => {
                last_is_list || last_is_empty || in_list.is_some_and(|text| shape(text) == Shape::Item)
            }
            Shape::Pair { key, value } => {
                let is_postscript =
                    matches!(key.to_lowercase().as_str(), "ps" | "p.s." | "pps" | "nb" | "re" | "regards");
                let is_structure =
                    self.is_structure(at, strip_comment(value)) && !(value.is_empty() && self.is_flat(at));
                let is_small = key.split(' ').count() <= 2
                    && key.chars().next().is_some_and(|c| c.is_lowercase() || !below_blank && last_is_empty);
                // No name has brackets; those are around words of others (see `taming`).
                let is_name = !key.contains(['(', ')', '{', '}', '[', ']']);
                is_name && !is_postscript && (is_structure || !below_blank && is_small)
            }
            _ => false,
        }
    }

    /// Returns `true` for a line that ends a block, however deep it is: prose that cannot go on from the value above it,
    /// such as a signature or "… wrote:" set in.
    fn ends(&self, at: usize, before: Option<&Candidate<'_>>) -> bool {
        let text = self.text(at);
        let is_shallow = before.is_some_and(|before| {
            let is_whole = matches!(shape(&before.text), Shape::Pair { value, .. } if !value.is_empty());
            // Below a long line it may be the rest of that, broken in transit.
            is_whole
                && before.text.chars().count() < 50
                && indent(text) > 0
                && indent(text) <= indent(&before.text)
        });
        let is_header = || attribution(&[text]).is_some_and(|found| found.has_verb);
        shape(text) == Shape::Other && is_shallow && !text.trim_start().starts_with(['{', '[', '}', ']'])
            || indent(text) > 0 && is_header()
    }

    /// Returns the end of a note that was broken in transit, as a note again. Some programs break lines at 68 columns.
    fn comment_tail(
        &self,
        at: usize,
        below_blank: bool,
        base: usize,
        before: Option<&Candidate<'_>>,
    ) -> Option<Cow<'a, str>> {
        let before = before.filter(|_| !below_blank)?;
        let text = self.text(at);
        let is_note = shape(&before.text) == Shape::Comment || before.text.contains(" #");
        let first = text.trim().split(' ').next().unwrap_or_default().chars().count();
        let long = before.text.chars().count() + base;
        let is_broken = (40..=85).contains(&long) && long + 1 + first > 64;
        let is_tail = match shape(text) {
            Shape::Other => true,
            Shape::Pair { .. } => {
                indent(text) <= base && indent(&before.text) > 0 && self.key_at(at).is_none()
            }
            _ => false,
        };
        let depth = base + indent(&before.text);
        (is_note && is_broken && is_tail).then(|| format!("{}# {}", " ".repeat(depth), text.trim()).into())
    }

    /// Returns `true` for the broken-off end of the note above it.
    fn is_tail(&self, at: usize, base: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.cands.get(before));
        self.comment_tail(at, false, base, before).is_some()
    }

    fn is_flat(&self, at: usize) -> bool {
        self.next_filled(at + 1).is_some_and(|next| indent(self.text(next)) <= indent(self.text(at)))
    }

    /// Returns a line that was wrapped in transit, repaired: the line before is long, and the first word of
    /// this one did not fit there.
    fn wrapped(&self, at: usize, below_blank: bool, before: Option<&Candidate<'_>>) -> Option<Cow<'a, str>> {
        let before = before.filter(|_| !below_blank)?;
        let text = self.text(at);
        let first = text.trim().split(' ').next().unwrap_or_default().chars().count();
        let long = before.text.chars().count();
        let has_value = !value_of(&before.text).is_empty() || shape(&before.text) == Shape::Other;
        let is_wrapped =
            shape(text) == Shape::Other && has_value && (50..=85).contains(&long) && long + 1 + first > 70;
        let step = if shape(&before.text) == Shape::Other { 0 } else { 2 };
        // A long word without blanks, such as a seal, goes on at most with more of itself.
        let value = value_of(&before.text);
        let is_one_word = value.len() >= 50 && !value.contains(char::is_whitespace);
        let is_more = !is_one_word || text.trim().bytes().all(|byte| byte.is_ascii_hexdigit());
        (is_wrapped && is_more).then(|| deeper(indent(&before.text) + step + indent(text), text))
    }
}

/// Returns the line with another indentation.
fn deeper<'a>(depth: usize, text: &str) -> Cow<'a, str> {
    Cow::Owned(format!("{}{}", " ".repeat(depth), text.trim_start()))
}

fn outdent(text: Cow<'_, str>, base: usize) -> Cow<'_, str> {
    let cut = base.min(indent(&text));
    match text {
        text if cut == 0 => text,
        Cow::Borrowed(text) => Cow::Borrowed(text.get(cut..).unwrap_or_default()),
        Cow::Owned(text) => Cow::Owned(text.get(cut..).unwrap_or_default().to_owned()),
    }
}

fn trim(lines: &mut Vec<Candidate<'_>>) {
    while lines.last().is_some_and(|cand| cand.text.trim().is_empty()) {
        lines.pop();
    }
}

/// Returns `true` for a name that is a misspelt key. "Sea:", which ends the names of areas, is no "seat:" cut short, and neither is
/// another word of the language, such as the "Sept:" of an area.
pub(super) fn is_near(name: &str, key: &str) -> bool {
    let is_cut = name.len() == 3 && key.starts_with(name);
    key.len() >= 4
        && !is_cut
        && !NO_SECTIONS.contains(&name)
        && name.len().abs_diff(key.len()) <= 1
        && name.len() >= 3
        && strsim::osa_distance(name, key) == 1
}

#[cfg(test)]
mod tests;
