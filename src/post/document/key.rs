//! The keys by which a document is recognised.

/// A key that a document may have at its top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key<'a> {
    /// Compared without regard to case.
    pub name: &'a str,
    /// What must follow for the key to begin a document. Within a document anything may.
    pub takes: Takes,
}

/// The kind of value a key takes; it tells a key from a word of prose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A mapping, a list or a block of text.
    Structure,
    /// At most this many words that are not a sentence; or a text in quotation marks or brackets.
    Words(usize),
    /// A structure, or a single word.
    Any,
}
