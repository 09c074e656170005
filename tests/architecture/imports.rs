//! Which file imports which. A name that is handed on by `pub use` counts for the file that defines it.

use crate::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;
use syn::{ItemUse, Macro, Path, UseTree};

type Names = Vec<String>;

/// The imports of all files.
pub struct Imports {
    arrows: BTreeMap<String, BTreeSet<String>>,
}

/// Paths that a file names, as written.
#[derive(Default)]
struct Named {
    paths: Vec<Names>,
    /// What it hands on: the name and the path behind it.
    handed_on: Vec<(String, Names)>,
}

impl Named {
    fn tree(&mut self, tree: &UseTree, before: &Names, is_public: bool) {
        let with = |name: String| before.iter().cloned().chain([name]).collect::<Names>();
        match tree {
            UseTree::Path(path) => self.tree(&path.tree, &with(path.ident.to_string()), is_public),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, before, is_public)),
            UseTree::Glob(_) => {
                self.paths.push(before.clone());
                if is_public {
                    self.handed_on.push(("*".to_owned(), before.clone()));
                }
            }
            UseTree::Name(name) if name.ident == "self" => self.paths.push(before.clone()),
            UseTree::Name(name) => self.name(with(name.ident.to_string()), name.ident.to_string(), is_public),
            UseTree::Rename(name) => {
                self.name(with(name.ident.to_string()), name.rename.to_string(), is_public)
            }
        }
    }

    fn name(&mut self, path: Names, name: String, is_public: bool) {
        if is_public {
            self.handed_on.push((name, path.clone()));
        }
        self.paths.push(path);
    }
}

impl<'ast> Visit<'ast> for Named {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_public = !matches!(item.vis, syn::Visibility::Inherited);
        self.tree(&item.tree, &Names::new(), is_public);
    }

    /// `pub(in super::super)` says who may use an item, and uses nothing itself.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_path(&mut self, path: &'ast Path) {
        if path.segments.len() > 1 {
            self.paths.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        // What is inside a macro is not parsed; whole paths are found all the same.
        let text = mac.tokens.to_string();
        let words: Vec<&str> = text.split_whitespace().collect();
        for (at, _) in words.iter().enumerate().filter(|(_, word)| **word == "crate" || **word == "super") {
            let names = words.get(at..).unwrap_or_default().iter().step_by(2);
            let joints = words.get(at + 1..).unwrap_or_default().iter().step_by(2);
            let length = joints.take_while(|joint| **joint == "::").count() + 1;
            self.paths.push(names.take(length).map(|name| (*name).to_owned()).collect());
        }
        self.visit_path(&mac.path);
    }
}

impl Imports {
    /// Reads the imports of files.
    pub fn of(sources: &[Source]) -> Self {
        let modules: BTreeSet<&str> = sources.iter().map(|source| source.module.as_str()).collect();
        let named: BTreeMap<&str, Named> = sources
            .iter()
            .map(|source| {
                let mut named = Named::default();
                named.visit_file(&source.file);
                (source.module.as_str(), named)
            })
            .collect();
        let crate_wide = |module: &str, path: &Names| absolute(module, path, &modules);
        let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, found) in &named {
            let targets = found.paths.iter().filter_map(|path| crate_wide(module, path));
            let targets = targets.filter_map(|path| definer(&path, &named, &modules, 0));
            let own = arrows.entry((*module).to_owned()).or_default();
            own.extend(targets.filter(|target| target != module));
        }
        Imports { arrows }
    }

    /// Each file with the files that it imports.
    pub fn arrows(&self) -> &BTreeMap<String, BTreeSet<String>> {
        &self.arrows
    }

    fn reach(&self, from: &str) -> BTreeSet<&str> {
        let mut reached = BTreeSet::new();
        let mut next = vec![from];
        while let Some(module) = next.pop() {
            for target in self.arrows.get(module).into_iter().flatten() {
                if reached.insert(target.as_str()) {
                    next.push(target);
                }
            }
        }
        reached
    }

    /// Sets of files that reach one another, each in the order of names.
    pub fn circles(&self) -> Vec<Vec<String>> {
        let reach: BTreeMap<&str, BTreeSet<&str>> =
            self.arrows.keys().map(|module| (module.as_str(), self.reach(module))).collect();
        let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
        for (module, reached) in reach.iter().filter(|(module, reached)| reached.contains(**module)) {
            let back = |other: &&&str| reach.get(**other).is_some_and(|theirs| theirs.contains(module));
            circles.insert(reached.iter().filter(back).map(|other| (*other).to_owned()).collect());
        }
        circles.into_iter().collect()
    }
}

/// A path from the crate's root; `None` for what is not of this crate, or local.
fn absolute(module: &str, path: &Names, modules: &BTreeSet<&str>) -> Option<Names> {
    let own = || module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect::<Names>();
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some(own().into_iter().chain(rest.iter().cloned()).collect()),
        "super" => {
            let ups = path.iter().take_while(|part| *part == "super").count();
            let mut base = own();
            base.truncate(base.len().saturating_sub(ups));
            Some(base.into_iter().chain(path.iter().skip(ups).cloned()).collect())
        }
        _ => {
            let child: Names = own().into_iter().chain([first.clone()]).collect();
            modules
                .contains(child.join("::").as_str())
                .then(|| child.into_iter().chain(rest.iter().cloned()).collect())
        }
    }
}

/// The file that defines what a path names.
fn definer(
    path: &Names,
    named: &BTreeMap<&str, Named>,
    modules: &BTreeSet<&str>,
    depth: usize,
) -> Option<String> {
    let length = (0..=path.len()).rev().find(|length| {
        path.get(..*length).is_some_and(|start| modules.contains(start.join("::").as_str()))
    })?;
    let (module, rest) = (path[..length].join("::"), &path[length..]);
    let Some((name, tail)) = rest.split_first().filter(|_| depth < 8) else { return Some(module) };
    let handed_on = &named.get(module.as_str())?.handed_on;
    let exact = handed_on.iter().find(|(known, _)| known == name).map(|(_, behind)| behind.clone());
    if let Some(behind) = exact {
        let behind = absolute(&module, &behind, modules)?;
        return definer(&behind.into_iter().chain(tail.iter().cloned()).collect(), named, modules, depth + 1);
    }
    // Behind a glob stands whichever of its modules defines the name.
    for (_, behind) in handed_on.iter().filter(|(known, _)| known == "*") {
        let Some(behind) = absolute(&module, behind, modules) else { continue };
        let inside = behind.join("::");
        if crate::docs::defines(&inside, name) {
            return Some(inside);
        }
    }
    Some(module)
}
