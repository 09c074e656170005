//! What a search for a document brings to light: the document, and what became of every line.

/// What was found in a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The document, or why there is none.
    pub document: Result<Document, Missing>,
    /// The part that `lines` are of, as an index into [`Letter::parts`]: the one that was read, or the first.
    pub part: Option<usize>,
    /// Every line of that part and what became of it.
    pub lines: Vec<Line>,
    /// Armoured openings in the whole letter, in its order.
    pub blocks: Vec<Armour>,
    /// What the sender should know besides.
    pub notes: Vec<Note>,
    /// A quoted or copied sheet in the part that was read, of which the sender's own lines took the place, wholly or in
    /// part; with the edits that stand in it.
    pub passed: Option<Passed>,
    /// Whether what is quoted in that part is the sender's own mail.
    pub quotes_itself: bool,
}

/// A document of which not all was used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    /// It, as it would have been used.
    pub text: String,
    /// For each of its lines the number of that line in the part, from 1.
    pub lines: Vec<usize>,
}

/// A document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// The YAML.
    pub text: String,
    /// Where in its part it stood.
    pub origin: Origin,
    /// Its known top-level keys, lower case, in the order written.
    pub keys: Vec<String>,
}

/// Where in its part a document stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// In the sender's own lines.
    Own,
    /// In a quoted sheet. With no edits it may be the sheet as it was sent: compare it with that.
    Quoted {
        /// Lines of the sender's own that were worked in.
        edits: usize,
    },
    /// In a copy without quotation marks, below "Original Message" or the like; see `Quoted` about edits.
    Copy,
    /// A whole file.
    File,
}

/// A line of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number in the part, from 1.
    pub number: usize,
    /// As it stands there.
    pub text: String,
    /// What became of it.
    pub fate: Fate,
    /// Whether it is neither quoted nor copied from another mail.
    pub is_own: bool,
}

/// What became of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is in the document.
    Used {
        /// Its line there, from 1.
        line: usize,
    },
    /// Nothing in it.
    Blank,
    /// Prose before the document.
    Greeting,
    /// Prose elsewhere.
    Prose,
    /// A quotation.
    Quoted,
    /// A quoted line that gave way to one of the sender's.
    Replaced {
        /// The number of that line.
        by: usize,
    },
    /// A copy without quotation marks.
    Copy,
    /// A signature.
    Signature,
    /// "On … wrote:", copied headers, and the like.
    Separator,
    /// A mark around the document: `---`.
    Fence,
    /// Part of an armoured opening.
    Armour,
}

/// An armoured opening, `-----BEGIN RAVENPOST …` to `-----END RAVENPOST …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Armour {
    /// Its part, as an index into [`Letter::parts`].
    pub part: usize,
    /// The number of its first line there, from 1.
    pub first_line: usize,
    /// Its lines with both marks, quotation marks taken off.
    pub text: String,
    /// Whether it was quoted, so perhaps not meant.
    pub quoted: bool,
}

/// Why there is no document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The mail has no readable text.
    NoText,
    /// Nothing in it looks like one.
    Nothing,
    /// A line has a key, but what follows is not what that key takes.
    OnlyProse {
        /// The part, as an index into [`Letter::parts`].
        part: usize,
        /// The line's number there, from 1.
        line: usize,
    },
}

/// What the sender should know besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Another part holds the same document (the HTML copy, say); it was not needed.
    SameElsewhere {
        /// That part.
        part: usize,
    },
    /// Another part holds a document that differs; it was not used.
    DiffersElsewhere {
        /// That part.
        part: usize,
    },
    /// There is a quoted or copied document too; the sender's own was used.
    QuotedIgnored {
        /// The number of its first line.
        line: usize,
    },
    /// The sender's own text holds a second document that repeats keys of the first; it was not used.
    SecondIgnored {
        /// The number of its first line.
        line: usize,
    },
}
