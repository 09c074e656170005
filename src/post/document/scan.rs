//! Scans one part: sorts its lines, and puts together the document in it.

use super::block::{Block, Candidate, find};
use super::broken_notes::unbroken;
use super::finding::{Armour, Document, Fate, Line, Note, Origin, Passed};
use super::key::{Key, Quoting};
use super::layout::{LayoutLine, Zone, lay};
use super::opening::is_opening;
use super::phrases::names_a_sender;
use super::sheet_edits::merge;
use super::yaml_line::{Shape, indent, shape};
use crate::post::letter::{Part, PartKind};
use std::borrow::Cow;

/// The result of scanning one part.
pub(super) struct Scan {
    pub document: Option<Document>,
    pub lines: Vec<Line>,
    pub blocks: Vec<Armour>,
    pub notes: Vec<Note>,
    pub passed: Option<Passed>,
    pub is_self: bool,
    /// The number of a line, from 1, that has a known key but begins no document.
    pub prose: Option<usize>,
}

/// A document in the making: its blocks, and where they come from.
struct Draft<'a> {
    blocks: Vec<Block<'a>>,
    origin: Origin,
    replaced: Vec<(usize, usize)>,
}

impl<'a> Draft<'a> {
    fn lines(&self) -> impl Iterator<Item = &Candidate<'a>> {
        self.blocks.iter().flat_map(|block| &block.lines)
    }

    fn text(&self) -> String {
        self.lines().map(|cand| format!("{}\n", cand.text)).collect()
    }

    /// Returns the document as it would have been used.
    fn passed(&self) -> Passed {
        Passed { text: self.text(), lines: self.lines().map(|cand| cand.line + 1).collect() }
    }
}

/// What a scan finds out apart from the document.
#[derive(Default)]
struct SideNotes {
    notes: Vec<Note>,
    passed: Option<Passed>,
    prose: Option<usize>,
}

/// The options of a scan.
#[derive(Clone, Copy)]
pub(super) struct ScanOptions<'s> {
    /// `true` if a quoted sheet is combined with own lines elsewhere.
    pub with_sheet: bool,
    /// The sender's address in lower case; empty if there is none.
    pub sender: &'s str,
    pub quoting: Quoting<'s>,
}

/// The writer of the first quotation or copy in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quoted {
    /// The sender: the lines above it name the sender first, and before the recipients.
    Self_,
    /// The sender, but the lines above it do not say that this is who wrote it.
    PerhapsSelf,
    /// Somebody else, or it is not said.
    Others,
}

/// How the sheets of a text are judged.
#[derive(Clone, Copy)]
struct Judge<'s> {
    writer: Quoted,
    how: ScanOptions<'s>,
}

impl Judge<'_> {
    /// Returns `true` if a sheet may count: one with a key of the sender's, or in a message that the sender
    /// passes on. In an answer to us, nothing counts that the sender wrote earlier.
    fn knows(&self, blocks: &[Block<'_>]) -> bool {
        match (self.how.quoting.answers, self.writer) {
            (true, Quoted::Self_) => false,
            (false, Quoted::Self_ | Quoted::PerhapsSelf) => true,
            _ => self.has_key(blocks),
        }
    }

    /// Returns `true` if a block has a key that our sheets carry to this sender. Nobody who writes to a player
    /// knows that player's key.
    fn has_key(&self, blocks: &[Block<'_>]) -> bool {
        let is_key = |cand: &Candidate<'_>| match shape(&cand.text) {
            Shape::Pair { key, value } if indent(&cand.text) == 0 && key.eq_ignore_ascii_case("key") => {
                let value = value.split(" #").next().unwrap_or_default();
                (self.how.quoting.is_key)(value.trim().trim_matches(['"', '\'']))
            }
            _ => false,
        };
        blocks.iter().any(|block| block.lines.iter().any(is_key))
    }

    /// Returns `true` if a block is our sheet as we sent it.
    fn is_as_sent(&self, block: &Block<'_>) -> bool {
        let text = || block.lines.iter().map(|cand| format!("{}\n", cand.text)).collect::<String>();
        self.has_key(std::slice::from_ref(block)) && (self.how.quoting.is_unfilled)(&text())
    }
}

pub(super) fn scan(number: usize, part: &Part, keys: &[Key<'_>], how: ScanOptions<'_>) -> Scan {
    let laid = lay(&part.text);
    let mut besides = SideNotes::default();
    let judge = Judge { writer: quotes(&laid, how.sender), how };
    let draft = match part.kind {
        PartKind::Attachment if is_our_file(&part.path) || is_opening(&part.text) => None,
        PartKind::Attachment => {
            file(&part.path, &laid, keys).or_else(|| body(&laid, keys, judge, &mut besides))
        }
        PartKind::Plain | PartKind::Html => body(&laid, keys, judge, &mut besides),
    };
    let lines = fates(&laid, draft.as_ref());
    let blocks = armour(number, &laid);
    let document = draft.map(|draft| Document {
        text: draft.text(),
        origin: draft.origin,
        keys: draft.blocks.into_iter().flat_map(|block| block.keys).collect(),
    });
    let SideNotes { notes, passed, prose } = besides;
    let is_self = judge.writer != Quoted::Others;
    Scan { document, lines, blocks, notes, passed, is_self, prose: prose.map(|line| line + 1) }
}

/// Returns `true` if an attachment is the state file or the signed receipt of one of our own messages, sent back with a
/// forwarded message or a reply. Both have a campaign and a seat, but are not documents.
fn is_our_file(path: &str) -> bool {
    let name = path.strip_prefix("attachment ").unwrap_or(path);
    let name = name.rsplit('/').next().unwrap_or(name).to_lowercase();
    [("state-", ".yaml"), ("receipt-", ".json")]
        .iter()
        .any(|(begin, end)| name.starts_with(begin) && name.ends_with(end))
}

/// Returns an attachment as a document if it is one as a whole, by its name and a known key at its top.
fn file<'a>(path: &str, laid: &'a [LayoutLine<'_>], keys: &[Key<'_>]) -> Option<Draft<'a>> {
    let path = path.to_lowercase();
    let is_yaml = [".yaml", ".yml", ".json"].iter().any(|end| path.ends_with(end));
    if !is_yaml || laid.iter().any(|line| line.depth > 0 && indent(line.raw) == 0) {
        return None;
    }
    let all: Vec<Candidate<'_>> = cands(laid, |line| !matches!(line.zone, Zone::Armour | Zone::Others));
    let mut found = Vec::new();
    for block in find(&all, keys).blocks {
        found.extend(block.keys);
    }
    let lines: Vec<Candidate<'_>> =
        all.into_iter().skip_while(|cand| matches!(shape(&cand.text), Shape::Blank | Shape::Fence)).collect();
    let has_entry = lines
        .iter()
        .any(|cand| matches!(shape(&cand.text), Shape::Pair { .. }) || cand.text.starts_with('{'));
    let block = Block { lines, fences: Vec::new(), keys: found };
    has_entry.then_some(Draft { blocks: vec![block], origin: Origin::File, replaced: Vec::new() })
}

fn cands<'a>(laid: &'a [LayoutLine<'_>], wanted: impl Fn(&LayoutLine<'_>) -> bool) -> Vec<Candidate<'a>> {
    let wanted = laid.iter().enumerate().filter(|(_, line)| wanted(line));
    wanted.map(|(line, laid)| Candidate { line, text: Cow::Borrowed(&*laid.text) }).collect()
}

/// Finds the document in a text with greetings and quotations.
fn body<'a>(
    laid: &'a [LayoutLine<'_>],
    keys: &[Key<'_>],
    judge: Judge<'_>,
    besides: &mut SideNotes,
) -> Option<Draft<'a>> {
    let sheet = sheet(laid, keys, judge);
    let extent = sheet.as_ref().map(|sheet| sheet.first..sheet.end);
    let is_inside = |line: usize| extent.as_ref().is_some_and(|extent| extent.contains(&line));
    let own: Vec<Candidate<'_>> = cands(laid, |line| line.zone == Zone::Own);
    let outside: Vec<Candidate<'_>> = own.iter().filter(|cand| !is_inside(cand.line)).cloned().collect();
    let finding = find(&outside, keys);
    besides.prose = finding.prose;
    let mut own = distinct(without_sheets(finding.blocks, judge), &mut besides.notes);
    if own.is_empty() {
        // Two dashes begin a signature, but some people use them as a rule above what they have to say.
        let signature = find(&cands(laid, |line| line.zone == Zone::Signature), keys);
        own = distinct(signature.blocks, &mut besides.notes);
    }
    let sheet = sheet.or_else(|| copy(laid, keys, judge));
    match sheet {
        None if own.is_empty() => {
            besides
                .notes
                .extend(earlier(laid, keys, judge).map(|line| Note::EarlierIgnored { line: line + 1 }));
            None
        }
        None => Some(Draft { blocks: own, origin: Origin::Own, replaced: Vec::new() }),
        Some(sheet) if own.is_empty() => Some(sheet.draft),
        Some(sheet) => Some(beside(sheet, own, keys, (judge, besides))),
    }
}

/// Returns where a plan begins that the sender wrote earlier and quotes or forwards in an answer to us, where it does not count.
fn earlier(laid: &[LayoutLine<'_>], keys: &[Key<'_>], judge: Judge<'_>) -> Option<usize> {
    if !judge.how.quoting.answers || judge.writer != Quoted::Self_ {
        return None;
    }
    let is_theirs = |line: &LayoutLine<'_>| match line.zone {
        Zone::Quoted => line.depth == 1,
        Zone::Copy => line.depth == 0,
        _ => false,
    };
    let says = |cand: &Candidate<'_>| {
        matches!(shape(&cand.text), Shape::Pair { .. })
            && indent(&cand.text) > 0
            && !is_empty_place(&cand.text)
    };
    let blocks = find(&cands(laid, is_theirs), keys).blocks;
    let found = blocks.iter().find(|block| block.lines.iter().any(says));
    found.and_then(|block| block.lines.first()).map(|cand| cand.line)
}

/// Returns the blocks without our sheets as we sent them, which a program that neither marks nor announces a
/// copy puts below the sender's own lines. If there is nothing else, the first sheet stays.
fn without_sheets<'a>(blocks: Vec<Block<'a>>, judge: Judge<'_>) -> Vec<Block<'a>> {
    if blocks.len() < 2 {
        return blocks;
    }
    let (mut sheets, others): (Vec<_>, Vec<_>) =
        blocks.into_iter().partition(|block| judge.is_as_sent(block));
    if others.is_empty() {
        sheets.truncate(1);
        return sheets;
    }
    others
}

/// Combines own lines with a sheet, if own lines edit that sheet or the caller wants both.
fn beside<'a>(
    sheet: Sheet<'a>,
    own: Vec<Block<'a>>,
    keys: &[Key<'_>],
    (judge, besides): (Judge<'_>, &mut SideNotes),
) -> Draft<'a> {
    besides.passed = Some(sheet.draft.passed());
    let is_worked_on = matches!(sheet.draft.origin, Origin::Quoted { edits } if edits > 0);
    if is_worked_on || judge.how.with_sheet {
        return together(sheet.draft, own, keys);
    }
    besides.notes.push(Note::QuotedIgnored { line: sheet.first + 1 });
    Draft { blocks: own, origin: Origin::Own, replaced: Vec::new() }
}

/// Returns the writer of the first quotation or copy. The first address in the lines above it decides, since
/// they name the sender before the recipients.
fn quotes(laid: &[LayoutLine<'_>], sender: &str) -> Quoted {
    let mut marks = laid.iter().filter(|line| line.zone == Zone::Separator && line.depth == 0);
    let first = marks.find(|line| line.raw.contains('@'));
    match first {
        Some(line) if !sender.is_empty() && line.raw.to_lowercase().contains(sender) => {
            if names_a_sender(&line.text) { Quoted::Self_ } else { Quoted::PerhapsSelf }
        }
        _ => Quoted::Others,
    }
}

/// Returns a copy of a sheet without quotation marks. Programs that copy like this also drop the marks of
/// older quotations.
fn copy<'a>(laid: &'a [LayoutLine<'_>], keys: &[Key<'_>], judge: Judge<'_>) -> Option<Sheet<'a>> {
    let copy = find(&cands(laid, |line| line.zone == Zone::Copy && line.depth == 0), keys);
    let blocks = ours(copy.blocks, judge);
    let is_known = judge.knows(&blocks);
    let draft = Draft { blocks, origin: Origin::Copy, replaced: Vec::new() };
    let first = draft.lines().next().filter(|_| is_known)?.line;
    Some(Sheet { first, end: first, draft })
}

/// Returns the blocks that do not repeat a key; of those that do, the first.
fn distinct<'a>(blocks: Vec<Block<'a>>, notes: &mut Vec<Note>) -> Vec<Block<'a>> {
    let mut kept: Vec<Block<'_>> = Vec::new();
    for block in blocks {
        if kept.iter().any(|known| known.keys.iter().any(|key| block.keys.contains(key))) {
            let first = block.lines.first().filter(|_| notes.len() < 5);
            notes.extend(first.map(|cand| Note::SecondIgnored { line: cand.line + 1 }));
        } else {
            kept.push(block);
        }
    }
    kept
}

/// A quoted sheet with the edits worked in, and the range of lines it covers.
struct Sheet<'a> {
    draft: Draft<'a>,
    first: usize,
    end: usize,
}

/// Returns the quoted sheet: one with a key of the sender's, or from a message that the sender passes on. Of
/// another, only the sender's lines in it count, with the names of places above them that were quoted empty.
/// Deeper quotations were quoted when they reached the sender; they are words of others in our own messages.
fn sheet<'a>(laid: &'a [LayoutLine<'_>], keys: &[Key<'_>], judge: Judge<'_>) -> Option<Sheet<'a>> {
    let quoted = unbroken(cands(laid, |line| line.zone == Zone::Quoted && line.depth == 1), keys);
    let blocks = ours(find(&quoted, keys).blocks, judge);
    let lines = || blocks.iter().flat_map(|block| block.lines.iter().map(|cand| cand.line));
    let (first, last) = (lines().min()?, lines().max()?);
    let end = end_of_edits(laid, last);
    // Within the sheet every quoted line counts: an edit may have cut it in two.
    let fences: Vec<usize> = blocks.iter().flat_map(|block| block.fences.clone()).collect();
    let in_sheet = |line: usize| (first..end).contains(&line) && !fences.contains(&line);
    let is_known = judge.knows(&blocks);
    let quoted: Vec<Candidate<'_>> = quoted.into_iter().filter(|cand| in_sheet(cand.line)).collect();
    let own: Vec<Candidate<'_>> = cands(laid, |line| line.zone == Zone::Own && !line.text.is_empty());
    let own: Vec<Candidate<'_>> = own.into_iter().filter(|cand| in_sheet(cand.line)).collect();
    let unedited = || Draft { blocks, origin: Origin::Quoted { edits: 0 }, replaced: Vec::new() };
    let draft = edited(&quoted, &own, &fences, (keys, is_known)).or_else(|| is_known.then(unedited))?;
    Some(Sheet { draft, first, end })
}

/// Returns `true` for a line of a sheet whose place is empty, so that it says nothing by itself.
fn is_empty_place(text: &str) -> bool {
    matches!(shape(text), Shape::Pair { value: "" | "~", .. } | Shape::Blank)
}

/// Returns the sheet among the documents in one of our messages: the last one with a key, since the sheet
/// comes at the end, after words of others.
fn ours<'a>(blocks: Vec<Block<'a>>, judge: Judge<'_>) -> Vec<Block<'a>> {
    let first = blocks.iter().rposition(|block| judge.has_key(std::slice::from_ref(block)));
    distinct(blocks.into_iter().skip(first.unwrap_or_default()).collect(), &mut Vec::new())
}

/// Works the sender's lines into the sheet; `None` if none of them fits. Of a sheet that is not known, the quoted
/// lines that say something are left out.
fn edited<'a>(
    quoted: &[Candidate<'a>],
    own: &[Candidate<'a>],
    fences: &[usize],
    (keys, is_known): (&[Key<'_>], bool),
) -> Option<Draft<'a>> {
    let mut merged = merge(quoted, own);
    let edits = std::mem::take(&mut merged.edits);
    let counts = |cand: &Candidate<'_>| is_known || edits.contains(&cand.line) || is_empty_place(&cand.text);
    merged.lines.retain(counts);
    merged.lines.retain(|cand| !matches!(shape(&cand.text), Shape::Fence | Shape::Code | Shape::End));
    let mut blocks = distinct(find(&merged.lines, keys).blocks, &mut Vec::new());
    let lines = blocks.iter().flat_map(|block| &block.lines);
    let edits = lines.filter(|cand| edits.contains(&cand.line)).count();
    blocks.first_mut()?.fences = fences.to_vec();
    (edits > 0).then_some(Draft { blocks, origin: Origin::Quoted { edits }, replaced: merged.replaced })
}

/// Returns the end of the sender's lines that go on directly below a sheet.
fn end_of_edits(laid: &[LayoutLine<'_>], last: usize) -> usize {
    let goes_on = |line: &LayoutLine<'_>| {
        line.zone == Zone::Own
            && (matches!(shape(&line.text), Shape::Item)
                || indent(&line.text) > 0 && matches!(shape(&line.text), Shape::Pair { .. }))
    };
    last + 1 + laid.iter().skip(last + 1).take_while(|line| goes_on(line)).count()
}

/// Combines an edited sheet with own lines outside it; where both give a key, the own lines win.
fn together<'a>(sheet: Draft<'a>, own: Vec<Block<'a>>, keys: &[Key<'_>]) -> Draft<'a> {
    let is_own = |key: &str| own.iter().any(|block| block.keys.iter().any(|known| known == key));
    let by = own.first().and_then(|block| block.lines.first()).map_or(0, |cand| cand.line);
    let mut draft = Draft { blocks: Vec::new(), ..sheet };
    for block in sheet.blocks {
        let mut kept = Block { fences: block.fences, ..Block::default() };
        let mut is_kept = true;
        for cand in block.lines {
            if let (0, Shape::Pair { key, .. }) = (indent(&cand.text), shape(&cand.text)) {
                let key = key.to_lowercase();
                is_kept = !is_own(&key);
                if is_kept && keys.iter().any(|known| known.name.eq_ignore_ascii_case(&key)) {
                    kept.keys.push(key);
                }
            }
            if is_kept { kept.lines.push(cand) } else { draft.replaced.push((cand.line, by)) }
        }
        draft.blocks.push(kept);
    }
    draft.blocks.extend(own);
    draft
}

/// Returns each line with what it was taken for.
fn fates(laid: &[LayoutLine<'_>], draft: Option<&Draft<'_>>) -> Vec<Line> {
    let mut fates: Vec<Fate> = laid
        .iter()
        .map(|line| match line.zone {
            Zone::Armour => Fate::Armour,
            Zone::Separator => Fate::Separator,
            _ if line.text.is_empty() => Fate::Blank,
            Zone::Own => Fate::Prose,
            Zone::Quoted | Zone::Others => Fate::Quoted,
            Zone::Copy => Fate::Copy,
            Zone::Signature => Fate::Signature,
        })
        .collect();
    let mut set = |line: usize, fate: Fate| {
        if let Some(known) = fates.get_mut(line) {
            *known = fate;
        }
    };
    if let Some(draft) = draft {
        for (line, by) in &draft.replaced {
            set(*line, Fate::Replaced { by: by + 1 });
        }
        for fence in draft.blocks.iter().flat_map(|block| &block.fences) {
            set(*fence, Fate::Fence);
        }
        for (n, cand) in draft.blocks.iter().flat_map(|block| &block.lines).enumerate() {
            set(cand.line, if cand.text.is_empty() { Fate::Blank } else { Fate::Used { line: n + 1 } });
        }
        let first = fates.iter().position(|fate| matches!(fate, Fate::Used { .. })).unwrap_or(0);
        fates
            .iter_mut()
            .take(first)
            .filter(|fate| **fate == Fate::Prose)
            .for_each(|fate| *fate = Fate::Greeting);
    }
    laid.iter()
        .zip(fates)
        .enumerate()
        .map(|(n, (line, fate))| {
            let is_own = !matches!(line.zone, Zone::Quoted | Zone::Copy | Zone::Others);
            Line { number: n + 1, text: line.raw.to_owned(), fate, is_own }
        })
        .collect()
}

/// Returns the armoured openings.
fn armour(part: usize, laid: &[LayoutLine<'_>]) -> Vec<Armour> {
    let mut blocks: Vec<Armour> = Vec::new();
    for (n, line) in laid.iter().enumerate().filter(|(_, line)| line.zone == Zone::Armour) {
        if line.text.trim().starts_with("-----BEGIN RAVENPOST ") {
            blocks.push(Armour {
                part,
                first_line: n + 1,
                text: String::new(),
                quoted: line.depth > 0 || line.is_copied,
            });
        }
        if let Some(block) = blocks.last_mut() {
            block.text.push_str(line.text.trim());
            block.text.push('\n');
        }
    }
    blocks
}
