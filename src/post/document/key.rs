//! The keys by which a document is recognised.

/// A key that a document may have at its top, and what it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key<'a> {
    /// The key; case does not matter.
    pub name: &'a str,
    /// What must follow for the key to begin a document; within a document anything may.
    pub takes: Takes,
}

/// What a key takes. It tells a key from a word of prose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A mapping, a list or a block of text.
    Structure,
    /// At most so many words, which are no sentence; or something in quotation marks or brackets.
    Words(usize),
    /// A structure, or a single word.
    Any,
}
