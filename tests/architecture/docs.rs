//! Doc comments: who must have one, and what none may say.

use crate::source::{self, Source, attributes};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use syn::{Attribute, ImplItem, Item, TraitItem, Visibility};

/// Whether the file of a module defines a name at its top.
pub fn defines(module: &str, name: &str) -> bool {
    static NAMES: OnceLock<BTreeMap<String, BTreeSet<String>>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let of = |source: Source| {
            let names = source.file.items.iter().filter_map(name_of).collect();
            (source.module, names)
        };
        Source::all().into_iter().map(of).collect()
    });
    names.get(module).is_some_and(|names| names.contains(name))
}

fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        _ => return None,
    })
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn has_doc(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("doc"))
}

/// Public items of a file that have no doc comment.
fn undocumented(source: &Source) -> Vec<String> {
    let mut all = Vec::new();
    if !has_doc(&source.file.attrs) {
        all.push(format!("{} has no head that says what it is for", source.module));
    }
    let mut note = |name: String, is_public: bool, documented: bool| {
        if is_public && !documented {
            all.push(format!("{}::{name}", source.module));
        }
    };
    for item in &source.file.items {
        let documented = has_doc(attributes(item));
        match item {
            Item::Fn(item) => note(item.sig.ident.to_string(), is_public(&item.vis), documented),
            Item::Struct(item) => note(item.ident.to_string(), is_public(&item.vis), documented),
            Item::Enum(item) => note(item.ident.to_string(), is_public(&item.vis), documented),
            Item::Type(item) => note(item.ident.to_string(), is_public(&item.vis), documented),
            Item::Trait(item) => {
                note(item.ident.to_string(), is_public(&item.vis), documented);
                for member in &item.items {
                    if let TraitItem::Fn(member) = member {
                        note(
                            format!("{}::{}", item.ident, member.sig.ident),
                            is_public(&item.vis),
                            has_doc(&member.attrs),
                        );
                    }
                }
            }
            Item::Impl(item) if item.trait_.is_none() => {
                for member in &item.items {
                    if let ImplItem::Fn(member) = member {
                        note(member.sig.ident.to_string(), is_public(&member.vis), has_doc(&member.attrs));
                    }
                }
            }
            _ => {}
        }
    }
    all
}

fn doc_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter_map(|(at, line)| Some((at + 1, line.trim().strip_prefix("///")?.trim())))
}

#[test]
fn modules_types_traits_and_functions_are_documented() {
    let missing: Vec<String> = Source::all().iter().flat_map(undocumented).collect();
    assert!(missing.is_empty(), "{} without a doc comment:\n{missing:#?}", missing.len());
}

#[test]
fn no_doc_comment_is_a_fragment() {
    // The whole of a comment; what it would say is left to the reader.
    let fragments = [
        "Which.",
        "Whose.",
        "What.",
        "Where.",
        "Who.",
        "When.",
        "Of what.",
        "The same.",
        "Likewise.",
        "It.",
        "One has.",
    ];
    let mut found = Vec::new();
    for source in Source::all() {
        for (line, words) in doc_lines(&source.text).filter(|(_, words)| fragments.contains(words)) {
            found.push(format!("{}, line {line}: /// {words}", source.module));
        }
        if source.text.contains("//! May use:") {
            found.push(format!("{}: the imports say themselves what it may use", source.module));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn files_have_one_subject_each() {
    let folders = ["src", "tests", "benches"].map(|folder| source::root().join(folder));
    let length = |path: &std::path::PathBuf| std::fs::read_to_string(path).unwrap().lines().count();
    let long: Vec<String> = folders
        .iter()
        .flat_map(|folder| source::files(folder))
        .map(|path| (length(&path), path))
        .filter(|(lines, _)| *lines > 500)
        .map(|(lines, path)| format!("{}: {lines} lines", path.display()))
        .collect();
    assert!(long.is_empty(), "longer than 500 lines:\n{long:#?}");
}

#[test]
fn what_has_no_doc_comment_is_found() {
    let text = "//! Head.\n\n/// Says something.\npub fn known() {}\npub fn bare() {}\nfn private() {}\n\
                pub struct Type;\nimpl Type {\n    pub fn method(&self) {}\n    fn hidden(&self) {}\n}\n";
    assert_eq!(undocumented(&Source::new("m", false, text)), ["m::bare", "m::Type", "m::method"]);
}
