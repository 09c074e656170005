//! The files of src/, parsed, without what is there for tests alone.

use std::path::{Path, PathBuf};
use syn::{Attribute, File, Item, Type};

/// The project's folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of src/.
pub struct Source {
    /// Its module path: `campaign::state::record`; empty for lib.rs.
    pub module: String,
    /// `true` if its children stand in the folder of the same name.
    pub is_folder: bool,
    /// What is in it.
    pub file: File,
    /// Its text.
    pub text: String,
}

impl Source {
    /// A file from its text.
    pub fn new(module: &str, is_folder: bool, text: &str) -> Self {
        let mut file = syn::parse_file(text).unwrap_or_else(|why| panic!("{module}: {why}"));
        file.items.retain(|item| !is_for_tests(attributes(item)));
        Source { module: module.to_owned(), is_folder, file, text: text.to_owned() }
    }

    /// All files of src/ but those that only tests use.
    pub fn all() -> Vec<Source> {
        let src = root().join("src");
        let mut all = Vec::new();
        for path in files(&src) {
            let relative = path.strip_prefix(&src).unwrap().with_extension("");
            let mut parts: Vec<&str> = relative.iter().map(|part| part.to_str().unwrap()).collect();
            let tests = ["tests", "testing", "toy", "parse_tests"];
            if parts.iter().any(|part| tests.contains(part)) || parts == ["main"] {
                continue;
            }
            let is_folder = parts.last().is_some_and(|last| ["mod", "lib"].contains(last));
            if is_folder {
                parts.pop();
            }
            all.push(Source::new(&parts.join("::"), is_folder, &std::fs::read_to_string(&path).unwrap()));
        }
        assert!(all.len() > 200, "src/ has {} files", all.len());
        all
    }

    /// The names of types that it defines.
    pub fn types(&self) -> Vec<String> {
        let name = |item: &Item| match item {
            Item::Struct(item) => Some(item.ident.to_string()),
            Item::Enum(item) => Some(item.ident.to_string()),
            _ => None,
        };
        self.file.items.iter().filter_map(name).collect()
    }

    /// The names of types that it gives methods to, traits aside.
    pub fn inherent_impls(&self) -> Vec<String> {
        let name = |item: &Item| match item {
            Item::Impl(item) if item.trait_.is_none() => match &*item.self_ty {
                Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
                _ => None,
            },
            _ => None,
        };
        self.file.items.iter().filter_map(name).collect()
    }
}

/// All Rust files below a folder, in a fixed order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let mut all = Vec::new();
    for path in entries {
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push(path);
        }
    }
    all
}

/// The attributes of an item.
pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|ident| ident == "test")
    })
}
