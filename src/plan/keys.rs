//! The sections of a document: their names, and what must follow a name for a line of a mail to begin a document.

use super::words::Words;
use crate::post::{Key, Takes};
use crate::sheet::Names;
use std::sync::LazyLock;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Section {
    Campaign,
    Seat,
    Key,
    Window,
    Revision,
    Plan,
    Seal,
    Opening,
    Chance,
    Rehearsal,
    Press,
    Vote,
    Absent,
    Dispute,
    Do,
    Final,
    Ask,
    Resign,
}

const fn key(name: &'static str, takes: Takes) -> Key<'static> {
    Key { name, takes }
}

/// Each section with its key, which belongs to the format of a document. Its other names are in the table of the language; they begin
/// no document, because they are everyday words.
const SECTIONS: [(Section, Key<'static>); 18] = [
    (Section::Campaign, key("campaign", Takes::Words(1))),
    (Section::Seat, key("seat", Takes::Words(3))),
    (Section::Key, key("key", Takes::Words(7))),
    (Section::Window, key("window", Takes::Words(1))),
    (Section::Revision, key("revision", Takes::Words(1))),
    (Section::Plan, key("plan", Takes::Structure)),
    (Section::Seal, key("seal", Takes::Words(1))),
    (Section::Opening, key("opening", Takes::Structure)),
    (Section::Chance, key("chance", Takes::Words(12))),
    (Section::Rehearsal, key("rehearsal", Takes::Structure)),
    (Section::Press, key("press", Takes::Structure)),
    (Section::Vote, key("vote", Takes::Structure)),
    (Section::Absent, key("absent", Takes::Structure)),
    (Section::Dispute, key("dispute", Takes::Structure)),
    (Section::Do, key("do", Takes::Any(30))),
    (Section::Final, key("final", Takes::Words(1))),
    (Section::Ask, key("ask", Takes::Words(9))),
    (Section::Resign, key("resign", Takes::Words(1))),
];

/// The top-level keys, and the kind of value of each.
pub const KEYS: &[Key<'static>] = &{
    let mut keys = [key("", Takes::Structure); SECTIONS.len()];
    let mut i = 0;
    while i < SECTIONS.len() {
        keys[i] = SECTIONS[i].1;
        i += 1;
    }
    keys
};

/// Returns the sections by the names that people use.
pub(super) fn names() -> &'static Names<Section> {
    static NAMES: LazyLock<Names<Section>> = LazyLock::new(|| {
        let mut names = Names::new();
        for (section, key) in SECTIONS {
            names.add(key.name, section);
            for other in Words::english().all(&format!("section {}", key.name)) {
                names.also(other);
            }
        }
        names
    });
    &NAMES
}

/// Returns `true` for a name of a section, in any spelling that counts.
pub fn is_section(name: &str) -> bool {
    names().known(name).is_some()
}

/// Returns `true` for the name of a section whose value is a text, in which a colon is a colon.
pub fn is_free_text(name: &str) -> bool {
    matches!(names().known(name), Some(Section::Chance | Section::Dispute))
}

/// Returns `true` for the name of the section in which the game master orders something.
pub fn is_command(name: &str) -> bool {
    names().known(name) == Some(Section::Do)
}

/// Returns `true` for `final` with something else behind it than yes or no: `final: pass`.
pub fn is_final_with_more(name: &str, value: &str) -> bool {
    names().known(name) == Some(Section::Final) && super::words::truth(value).is_none()
}

/// Returns `true` for the name of the section that holds the plan.
pub fn is_plan(name: &str) -> bool {
    names().known(name) == Some(Section::Plan)
}
