//! The blocks and pieces of which a message consists.

/// A run of characters in one style.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Piece {
    pub text: String,
    pub strong: bool,
    /// `true` if the reader must copy it letter by letter, such as a key.
    pub exact: bool,
}

/// Running text. A piece that is `"\n"` breaks the line.
pub type Words = Vec<Piece>;

/// A block of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A heading of level 1 to 3.
    Heading(u8, Words),
    Paragraph(Words),
    List(Vec<Words>),
    Table(Table),
    /// Lines to be shown unchanged.
    Verbatim {
        lines: Vec<String>,
        /// For an order sheet, which begins at the margin. Other lines get a bar, so that a player's
        /// words are not taken for a sheet when they come back in a reply.
        sheet: Sheet,
    },
    /// Somebody's words, line by line. Each line is marked, in text and in HTML.
    Quote(Vec<Words>),
    /// A horizontal rule.
    Rule,
    /// The place of a picture with this name.
    Picture(String),
}

/// Whether lines shown unchanged are an order sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sheet {
    /// They are not.
    No,
    /// With all its notes.
    Whole,
    /// HTML leaves out the notes on single places, because a page that comes with the message shows what is legal there.
    Bare,
}

/// What HTML makes of a table. Text shows its columns in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    #[default]
    Columns,
    /// Two sums side by side, set apart.
    Card,
    /// A paragraph in which row follows row.
    RunOn,
    /// A paragraph for each row that begins with a name and the rows below it without one.
    Grouped,
}

/// A table, with or without a head.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    pub head: Option<Vec<Words>>,
    /// For each column `true` if it is aligned right.
    pub right: Vec<bool>,
    pub form: Form,
    pub rows: Vec<Vec<Words>>,
}
