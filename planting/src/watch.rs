//! Every condition of the rooms notes how it comes out.

use crate::mistakes::{self, Finder};
use crate::{left_out, rooms, rust_files};
use proc_macro2::Span;
use std::fs;
use std::path::Path;
use syn::spanned::Spanned;

/// What `crate::seen` is made of, in the copy alone.
const SEEN: &str = include_str!("seen.rs.txt");

/// A condition whose outcomes are noted: what is written into the text for it, each with where it begins and ends there. NUMBER
/// stands for its number.
pub struct Watch {
    pub edits: Vec<(usize, usize, String)>,
    /// Which outcome some test must have: `f`alse, `t`rue, or `b`oth.
    pub wanted: char,
    line: usize,
    function: String,
    text: String,
}

impl Watch {
    /// Place, function, wanted outcome, and text.
    pub fn line(&self, file: &str) -> String {
        format!("{file}:{}\t{}\t{}\t{}", self.line, self.function, self.wanted, self.text)
    }
}

impl Finder<'_> {
    pub fn watch(&mut self, span: Span, wanted: char, edits: Vec<(usize, usize, String)>) {
        let text = self.source(span).split_whitespace().collect::<Vec<_>>().join(" ");
        self.watched.push(Watch {
            edits,
            wanted,
            line: span.start().line,
            function: self.function.last().cloned().unwrap_or_default(),
            text: text.chars().take(110).collect(),
        });
    }

    /// A condition that stands for itself.
    pub fn watch_value(&mut self, span: Span, wanted: char) {
        let range = span.byte_range();
        let edits = vec![
            (range.start, range.start, "crate::seen(NUMBER, ".to_owned()),
            (range.end, range.end, ")".to_owned()),
        ];
        self.watch(span, wanted, edits);
    }

    /// Two numbers that are compared: whether they were ever equal.
    pub fn watch_boundary(&mut self, expr: &syn::ExprBinary) {
        let op = self.source(expr.op.span()).to_owned();
        let (whole, left, right) =
            (expr.span().byte_range(), expr.left.span().byte_range(), expr.right.span().byte_range());
        let edits = vec![
            (whole.start, whole.start, "(match (&(".to_owned()),
            (left.end, right.start, "), &(".to_owned()),
            (
                whole.end,
                whole.end,
                format!(")) {{ (l, r) => {{ crate::seen(NUMBER, crate::same(l, r)); l {op} r }} }})"),
            ),
        ];
        self.watch(expr.span(), 't', edits);
    }
}

/// A piece of text to be written: where, behind what else that is written there, and what.
type Edit = (usize, usize, i64, String);

/// Rewrites TREE/src, and prints one line for each condition: number, room, place, function, wanted outcome, and text.
pub fn all(tree: &Path, without: &[String]) {
    let src = tree.join("src");
    let without = left_out(without);
    let mut number = 0;
    for path in rust_files(&src) {
        let name = path.strip_prefix(&src).unwrap().to_str().unwrap().to_owned();
        let Some(room) = rooms::of(&name) else { continue };
        let mut text = fs::read_to_string(&path).unwrap();
        let mut edits: Vec<Edit> = Vec::new();
        for (place, watch) in (1_i64..).zip(mistakes::watched_in_file(&name, &text)) {
            number += 1;
            let line = watch.line(&name);
            println!("{number}\t{}\t{line}", rooms::NAMES[room]);
            if without.contains(&line) {
                continue;
            }
            let last = watch.edits.len() - 1;
            for (at, (start, end, new)) in watch.edits.into_iter().enumerate() {
                // What is around another begins before it and ends behind it; what ends comes before what begins.
                let order = if at == last { -place } else { place };
                edits.push((start, end, order, new.replace("NUMBER", &number.to_string())));
            }
        }
        edits.sort_by_key(|(start, end, order, _)| (*start, *end, *order));
        for (start, end, _, new) in edits.iter().rev() {
            text.replace_range(*start..*end, new);
        }
        fs::write(&path, text).unwrap();
    }
    let lib = src.join("lib.rs");
    let text = fs::read_to_string(&lib).unwrap();
    fs::write(&lib, format!("#![allow(unused_parens)]\n{text}\nmod seen;\npub use seen::{{same, seen}};\n"))
        .unwrap();
    fs::write(src.join("seen.rs"), SEEN.replace("NUMBER", &(number + 1).to_string())).unwrap();
}
