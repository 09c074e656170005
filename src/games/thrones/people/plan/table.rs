//! The table of the language in which plans are written. It is read when the program is built, and says its words by their place:
//! `words!(sections orders)`. A word that the table lacks is an error of the build.

include!(concat!(env!("OUT_DIR"), "/plan-words.rs"));

pub(super) use words;
