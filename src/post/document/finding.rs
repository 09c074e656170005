//! The result of a search for a document: the document, and what each line was taken for.

/// The result of a search for a document in a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub document: Result<Document, Missing>,
    /// The part that `lines` belong to, as an index into [`Letter::parts`](crate::post::Letter::parts): the
    /// one that was used, or the first.
    pub part: Option<usize>,
    /// Every line of that part.
    pub lines: Vec<Line>,
    /// Armoured openings in the whole letter, in its order.
    pub blocks: Vec<Armour>,
    pub notes: Vec<Note>,
    /// A quoted or copied sheet, with the edits in it, that the sender's own lines replaced wholly or in
    /// part.
    pub passed: Option<Passed>,
    /// `true` if the quotation in that part is of the sender's own message.
    pub quotes_itself: bool,
}

/// A sheet of which not everything was used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    /// The text that would have been used.
    pub text: String,
    /// For each line of `text` the number of that line in the part, from 1.
    pub lines: Vec<usize>,
}

/// The YAML document of a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    pub text: String,
    pub origin: Origin,
    /// Its known top-level keys in lower case, in the order written.
    pub keys: Vec<String>,
}

/// The place in its part where a document was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// In the sender's own lines.
    Own,
    /// In a quoted sheet. Without edits it may be the sheet as we sent it; compare it with that.
    Quoted {
        /// The sender's own lines among the quoted ones.
        edits: usize,
    },
    /// In a copy without quotation marks, below "Original Message" or the like. Like a quoted sheet, it may
    /// be unchanged.
    Copy,
    /// It is a whole file.
    File,
}

/// A line of a part, and what it was taken for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// In the part, from 1.
    pub number: usize,
    /// As it is in the part, before any repair.
    pub text: String,
    pub fate: Fate,
    /// `true` if it is neither quoted nor copied from another message.
    pub is_own: bool,
}

/// What a line was taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is in the document.
    Used {
        /// In the document, from 1.
        line: usize,
    },
    Blank,
    /// Prose before the document.
    Greeting,
    /// Prose elsewhere.
    Prose,
    Quoted,
    /// A quoted line that one of the sender's own replaced.
    Replaced {
        /// The number of the line that replaced it.
        by: usize,
    },
    /// A line of a copy without quotation marks.
    Copy,
    Signature,
    /// "On … wrote:", copied headers, and the like.
    Separator,
    /// A mark around the document: `---`.
    Fence,
    /// A line of an armoured opening.
    Armour,
}

/// An armoured opening, `-----BEGIN RAVENPOST …` to `-----END RAVENPOST …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Armour {
    /// Index into [`Letter::parts`](crate::post::Letter::parts).
    pub part: usize,
    /// The number of its first line in the part, from 1.
    pub first_line: usize,
    /// All lines with the first and the last, without quotation marks.
    pub text: String,
    /// `true` if it was quoted, and so perhaps not meant.
    pub quoted: bool,
}

/// The reason why a letter has no document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The letter has no readable text.
    NoText,
    /// Nothing in it looks like a document.
    Nothing,
    /// A line has a known key, but what follows is not what that key takes.
    OnlyProse {
        /// Index into [`Letter::parts`](crate::post::Letter::parts).
        part: usize,
        /// In the part, from 1.
        line: usize,
    },
}

/// Something about the choice of a document that its sender should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Another part, such as the HTML copy, holds the same document.
    SameElsewhere { part: usize },
    /// Another part holds a different document, which was not used.
    DiffersElsewhere { part: usize },
    /// There is a quoted or copied document too; the sender's own was used.
    QuotedIgnored {
        /// The number of its first line, from 1.
        line: usize,
    },
    /// The sender's own text holds a second document that repeats keys of the first; it was not used.
    SecondIgnored {
        /// The number of its first line, from 1.
        line: usize,
    },
    /// An answer to us has no document but one that its sender wrote in an earlier message; it was not used.
    EarlierIgnored {
        /// The number of its first line, from 1.
        line: usize,
    },
}
