//! Lines that people type without a form: what a game makes of them, and what becomes of an older plan.

use crate::sheet::{Fault, Node, Refusal, Span};

/// The longest line that a game reads without a form, in characters: nobody types a longer one.
pub const LONGEST_LINE: usize = 600;

/// A line that a player typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypedLine<'a> {
    pub text: &'a str,
    /// Its number, from 1, in the text to which spans refer.
    pub line: usize,
}

/// What became of a typed line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineFate {
    /// It is in the tree, whole, perhaps with a remark.
    Taken,
    /// It was meant for the plan, but an error says why some of it is not there.
    Faulty,
    /// It is no part of a plan: prose, a greeting, a signature.
    NotMine,
}

/// Lines as a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Typed {
    /// The plan as the tree that the sheet's YAML would have given, with spans of the typed text; `None` if no line is
    /// part of one.
    pub tree: Option<Node>,
    /// One for each line given.
    pub fates: Vec<LineFate>,
    /// Remarks ("taken as …") as warnings; errors for what cannot be read or may mean several things.
    pub faults: Vec<Fault>,
    /// Why a line that is no part of the plan reads like an order all the same, so that nobody else should read it, with its number.
    pub secret: Vec<(usize, Refusal)>,
}

/// The detail of an error of a line that leaves something as an earlier message said it: `the rest as before`.
pub const EARLIER: &str = "earlier";

/// In the details of a remark, that a plan would not do what it plainly means: whoever writes that it is final is asked first.
pub const DOUBT: &str = "doubt";

impl Typed {
    /// Takes lines that leave something as an earlier message said it, where there is one: what it says stands anyway. Returns
    /// where they say so.
    pub fn beside_earlier(mut self, lines: &[TypedLine<'_>]) -> (Self, Vec<Span>) {
        let is_kept = |fault: &Fault| fault.why.details().contains_key(EARLIER);
        let (kept, faults): (Vec<Fault>, Vec<Fault>) = self.faults.into_iter().partition(is_kept);
        let kept: Vec<Span> = kept.into_iter().filter_map(|fault| fault.span).collect();
        let is_wrong = |line: usize| {
            faults.iter().any(|fault| fault.is_error() && fault.span.is_some_and(|span| span.line == line))
        };
        for (fate, line) in self.fates.iter_mut().zip(lines) {
            if *fate == LineFate::Faulty
                && kept.iter().any(|span| span.line == line.line)
                && !is_wrong(line.line)
            {
                *fate = LineFate::Taken;
            }
        }
        (Typed { faults, ..self }, kept)
    }

    /// Takes nothing of some lines.
    pub fn nothing(lines: &[TypedLine<'_>]) -> Self {
        Typed {
            tree: None,
            fates: vec![LineFate::NotMine; lines.len()],
            faults: Vec::new(),
            secret: Vec::new(),
        }
    }
}

/// What still stands of a section of an older plan after a later one was merged into it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Kept {
    /// The section as plans write it: `orders`.
    pub section: String,
    /// The entries, by the names that people read, such as `Moat Cailin`; empty if the section has one value only.
    pub entries: Vec<String>,
    /// `true` for entries that do not stand: a later one took their place, which may not have been meant.
    #[serde(skip)]
    pub replaced: bool,
}

/// The detail of something understood that nobody has written and that follows from what was: the section that it is an entry of. Its
/// name is that of an `area`.
pub const IMPLIED: &str = "implied";

impl Kept {
    /// Returns `true` if what was understood is not so, since an older plan has it in so many words.
    pub fn says_instead_of(&self, understood: &serde_json::Value) -> bool {
        let is_it = |entry: &String| understood["area"] == **entry;
        understood[IMPLIED] == *self.section && !self.replaced && self.entries.iter().any(is_it)
    }
}
