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
    /// A structure, or at most this many words that are not a sentence.
    Any(usize),
}

/// What the caller knows about the texts that a letter may quote, and this room does not.
#[derive(Clone, Copy)]
pub struct Quoting<'a> {
    /// Returns `true` for the value of a `key:` that our sheets carry to this sender: a quoted sheet counts
    /// only with one.
    pub is_key: &'a dyn Fn(&str) -> bool,
    /// Returns `true` for the text of a sheet of which no place was filled in.
    pub is_unfilled: &'a dyn Fn(&str) -> bool,
    /// `true` if the letter answers a message of ours, so that what it quotes is not the sender's own plan
    /// passed on.
    pub answers: bool,
}
