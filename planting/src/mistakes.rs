//! The ordinary mistakes that can be made in a file: what a maintainer might write by a slip, and it would compile.

use crate::watch::Watch;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Block, Expr, ExprMatch, Item, Lit, Pat, Stmt, UnOp};

/// One mistake: a piece of the text and what stands there instead, in which PLANTED says whether the mistake is made.
pub struct Mistake {
    /// From src/ on.
    pub file: String,
    pub start: usize,
    pub end: usize,
    pub replacement: String,
    kind: &'static str,
    line: usize,
    function: String,
    text: String,
}

impl Mistake {
    /// What names it in this text of the file.
    pub fn key(&self) -> String {
        format!("{}:{}:{}:{}", self.file, self.start, self.end, self.kind)
    }

    /// Whether it is a condition that decides otherwise than it should, or a way out that is not taken.
    pub fn is_condition(&self) -> bool {
        const KINDS: &[&str] = &[
            "the opposite",
            "a condition dropped",
            "everything is chosen",
            "a guard dropped",
            "the boundary",
            "a case forgotten",
        ];
        let leaves = || ["return", "continue", "break"].iter().any(|word| self.text.starts_with(word));
        KINDS.contains(&self.kind) || self.kind == "a statement forgotten" && leaves()
    }

    /// Whether two mistakes cannot both be written into the text.
    pub fn touches(&self, other: &Mistake) -> bool {
        self.file == other.file && self.start <= other.end && other.start <= self.end
    }

    /// Place, function, kind, text and key.
    pub fn line(&self) -> String {
        format!(
            "{}:{}\t{}\t{}\t{}\t{}",
            self.file,
            self.line,
            self.function,
            self.kind,
            self.text,
            self.key()
        )
    }
}

/// Every mistake that can be planted in a file.
pub fn in_file(file: &str, text: &str) -> Vec<Mistake> {
    both_in_file(file, text).0
}

/// Every condition of a file that can be watched.
pub fn watched_in_file(file: &str, text: &str) -> Vec<Watch> {
    both_in_file(file, text).1
}

fn both_in_file(file: &str, text: &str) -> (Vec<Mistake>, Vec<Watch>) {
    let parsed = syn::parse_file(text).unwrap_or_else(|why| panic!("{file}: {why}"));
    let mut finder = Finder { file, text, function: Vec::new(), found: Vec::new(), watched: Vec::new() };
    finder.visit_file(&parsed);
    (finder.found, finder.watched)
}

pub struct Finder<'a> {
    file: &'a str,
    text: &'a str,
    pub function: Vec<String>,
    found: Vec<Mistake>,
    pub watched: Vec<Watch>,
}

/// Methods that answer yes or no.
const YES_OR_NO: &[&str] = &[
    "is_empty",
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "contains",
    "contains_key",
    "starts_with",
    "ends_with",
    "any",
    "all",
    "is_some_and",
    "is_none_or",
    "is_ok_and",
    "eq_ignore_ascii_case",
    "is_ascii_digit",
    "is_alphanumeric",
    "is_ascii_alphanumeric",
    "is_whitespace",
    "is_alphabetic",
];
/// Methods whose closure answers yes or no.
const CHOOSING: &[&str] = &[
    "filter",
    "find",
    "position",
    "rposition",
    "retain",
    "take_while",
    "skip_while",
    "any",
    "all",
    "is_some_and",
    "is_none_or",
    "partition",
    "rfind",
];
/// Methods that can be forgotten without changing the type.
const FORGETTABLE: &[&str] = &[
    "trim",
    "trim_end",
    "trim_start",
    "or",
    "or_else",
    "min",
    "max",
    "to_lowercase",
    "saturating_sub",
    "saturating_add",
    "trim_start_matches",
    "trim_end_matches",
    "to_ascii_lowercase",
    "replace",
    "and",
];
/// Methods that are taken for each other.
const CONFUSED: &[(&str, &str)] = &[
    ("min", "max"),
    ("max", "min"),
    ("first", "last"),
    ("last", "first"),
    ("min_by_key", "max_by_key"),
    ("max_by_key", "min_by_key"),
    ("any", "all"),
    ("all", "any"),
    ("split_once", "rsplit_once"),
    ("find", "rfind"),
    ("starts_with", "ends_with"),
    ("ends_with", "starts_with"),
    ("starts_with", "contains"),
    ("get_or_insert", "insert"),
];

impl Finder<'_> {
    pub fn source(&self, span: Span) -> &str {
        &self.text[span.byte_range()]
    }

    fn add(&mut self, span: Span, kind: &'static str, replacement: String) {
        let range = span.byte_range();
        let text = self.source(span).split_whitespace().collect::<Vec<_>>().join(" ");
        self.found.push(Mistake {
            file: self.file.to_owned(),
            start: range.start,
            end: range.end,
            replacement,
            kind,
            line: span.start().line,
            function: self.function.last().cloned().unwrap_or_default(),
            text: text.chars().take(110).collect(),
        });
    }

    fn otherwise(&mut self, span: Span, kind: &'static str, wrong: &str) {
        let right = self.source(span).to_owned();
        self.add(span, kind, format!("(if PLANTED {{ {wrong} }} else {{ {right} }})"));
    }

    fn negated(&mut self, expr: &Expr) {
        let right = self.source(expr.span()).to_owned();
        self.add(expr.span(), "the opposite", format!("(({right}) != PLANTED)"));
    }

    /// Operands of a condition, one of which is forgotten.
    fn operands(&mut self, expr: &Expr, neutral: &str) {
        if !has_let(expr) {
            let right = self.source(expr.span()).to_owned();
            self.add(expr.span(), "a condition dropped", format!("(({right}) {neutral})"));
            self.watch_value(expr.span(), if neutral.starts_with('|') { 'f' } else { 't' });
        }
    }

    fn binary(&mut self, expr: &syn::ExprBinary) {
        let (left, right) =
            (self.source(expr.left.span()).to_owned(), self.source(expr.right.span()).to_owned());
        let flipped = match expr.op {
            BinOp::Lt(_) => "<=",
            BinOp::Le(_) => "<",
            BinOp::Gt(_) => ">=",
            BinOp::Ge(_) => ">",
            BinOp::Add(_) => "-",
            BinOp::Sub(_) => "+",
            BinOp::And(_) => {
                self.operands(&expr.left, "|| PLANTED");
                self.operands(&expr.right, "|| PLANTED");
                return;
            }
            BinOp::Or(_) => {
                self.operands(&expr.left, "&& !PLANTED");
                self.operands(&expr.right, "&& !PLANTED");
                return;
            }
            BinOp::Eq(_) | BinOp::Ne(_) => {
                let whole = self.source(expr.span()).to_owned();
                self.add(expr.span(), "the opposite", format!("(({whole}) != PLANTED)"));
                return;
            }
            _ => return,
        };
        if matches!(expr.op, BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)) {
            self.watch_boundary(expr);
        }
        let kind =
            if matches!(expr.op, BinOp::Add(_) | BinOp::Sub(_)) { "plus or minus" } else { "the boundary" };
        self.otherwise(expr.span(), kind, &format!("({left}) {flipped} ({right})"));
    }

    fn swapped<'e>(&mut self, span: Span, args: impl Iterator<Item = &'e Expr>) {
        let plain: Vec<&Expr> = args
            .filter(|arg| match arg {
                Expr::Path(_) | Expr::Field(_) => true,
                Expr::Reference(reference) => matches!(*reference.expr, Expr::Path(_) | Expr::Field(_)),
                _ => false,
            })
            .collect();
        for pair in plain.windows(2) {
            let (a, b) = (pair[0].span().byte_range(), pair[1].span().byte_range());
            if self.text[a.clone()] == self.text[b.clone()] {
                continue;
            }
            let whole = span.byte_range();
            let wrong = format!(
                "{}{}{}{}{}",
                &self.text[whole.start..a.start],
                &self.text[b.clone()],
                &self.text[a.end..b.start],
                &self.text[a],
                &self.text[b.end..whole.end]
            );
            self.otherwise(span, "arguments the wrong way round", &wrong);
        }
    }

    fn method(&mut self, call: &syn::ExprMethodCall) {
        let name = call.method.to_string();
        let receiver = self.source(call.receiver.span()).to_owned();
        if YES_OR_NO.contains(&name.as_str()) {
            let whole = self.source(call.span()).to_owned();
            self.add(call.span(), "the opposite", format!("(({whole}) != PLANTED)"));
        }
        if CHOOSING.contains(&name.as_str())
            && let Some(Expr::Closure(closure)) = call.args.first()
        {
            let body = self.source(closure.body.span()).to_owned();
            self.add(closure.body.span(), "everything is chosen", format!("(({body}) || PLANTED)"));
            self.watch_value(closure.body.span(), 'f');
        }
        if FORGETTABLE.contains(&name.as_str()) {
            self.otherwise(call.span(), "a call forgotten", &receiver);
        }
        if name == "chain"
            && let Some(more) = call.args.first()
        {
            let text = self.source(more.span()).to_owned();
            self.add(more.span(), "the rest forgotten", format!("({text}).into_iter().filter(|_| !PLANTED)"));
        }
        for (_, other) in CONFUSED.iter().filter(|(one, _)| *one == name) {
            let whole = call.span().byte_range();
            let at = call.method.span().byte_range();
            let wrong =
                format!("{}{other}{}", &self.text[whole.start..at.start], &self.text[at.end..whole.end]);
            self.otherwise(call.span(), "a method like it", &wrong);
        }
        self.swapped(call.span(), call.args.iter());
    }

    fn matched(&mut self, expr: &ExprMatch) {
        let catches_all = expr.arms.last().is_some_and(|arm| matches!(arm.pat, Pat::Wild(_)));
        let count = expr.arms.len();
        for (place, arm) in expr.arms.iter().enumerate() {
            match &arm.pat {
                Pat::Guard(guarded) => {
                    if !has_let(&guarded.guard) {
                        let right = self.source(guarded.guard.span()).to_owned();
                        self.add(guarded.guard.span(), "a guard dropped", format!("(({right}) || PLANTED)"));
                        self.watch_value(guarded.guard.span(), 'f');
                    }
                    self.visit_expr(&guarded.guard);
                }
                pat if catches_all && place + 1 < count => {
                    let right = self.source(pat.span()).to_owned();
                    self.add(pat.span(), "a case forgotten", format!("{right} if !PLANTED"));
                    let end = pat.span().byte_range().end;
                    self.watch(pat.span(), 't', vec![(end, end, " if crate::seen(NUMBER, true)".to_owned())]);
                }
                _ => {}
            }
        }
    }

    fn statements(&mut self, block: &Block) {
        for stmt in &block.stmts {
            if is_droppable(stmt) {
                let right = self.source(stmt.span()).to_owned();
                self.add(stmt.span(), "a statement forgotten", format!("if !PLANTED {{ {right} }}"));
            }
        }
    }
}

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(expr) => has_let(&expr.left) || has_let(&expr.right),
        Expr::Paren(expr) => has_let(&expr.expr),
        _ => false,
    }
}

fn is_droppable(stmt: &Stmt) -> bool {
    let Stmt::Expr(expr, Some(_)) = stmt else { return false };
    match expr {
        Expr::MethodCall(_)
        | Expr::Call(_)
        | Expr::Assign(_)
        | Expr::Return(_)
        | Expr::Continue(_)
        | Expr::Break(_) => true,
        Expr::Try(inner) => matches!(*inner.expr, Expr::MethodCall(_) | Expr::Call(_)),
        Expr::Binary(inner) => matches!(
            inner.op,
            BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::BitOrAssign(_) | BinOp::BitAndAssign(_)
        ),
        _ => false,
    }
}

/// Whether an expression is what a field is anyway, if nothing is said.
fn is_nothing(expr: &Expr) -> bool {
    match expr {
        Expr::Path(path) => path.path.is_ident("None"),
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path)
            if path.path.segments.last().is_some_and(|last| ["new", "default"].iter().any(|name| last.ident == name))),
        Expr::Lit(_) => true,
        _ => false,
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) if item.sig.constness.is_some() => return,
            Item::Const(_) | Item::Static(_) | Item::Macro(_) | Item::Enum(_) => return,
            Item::Fn(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if is_for_tests(attributes) {
            return;
        }
        if let Item::Impl(item) = item
            && let Some((path, _)) = &item.trait_
            && path.segments.last().is_some_and(|last| last.ident == "Debug")
        {
            return;
        }
        visit::visit_item(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function.push(item.sig.ident.to_string());
        visit::visit_item_fn(self, item);
        self.function.pop();
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.sig.constness.is_some() || is_for_tests(&item.attrs) {
            return;
        }
        self.function.push(item.sig.ident.to_string());
        visit::visit_impl_item_fn(self, item);
        self.function.pop();
    }

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}

    fn visit_expr_repeat(&mut self, expr: &'ast syn::ExprRepeat) {
        self.visit_expr(&expr.expr);
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.statements(block);
        visit::visit_block(self, block);
    }

    fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
        if field.colon_token.is_some() && !is_nothing(&field.expr) {
            self.otherwise(field.expr.span(), "a field forgotten", "Default::default()");
        }
        visit::visit_field_value(self, field);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Expr::If(inner) = expr
            && !has_let(&inner.cond)
        {
            self.watch_value(inner.cond.span(), 'b');
        }
        match expr {
            Expr::Binary(inner) => self.binary(inner),
            Expr::Unary(inner) if matches!(inner.op, UnOp::Not(_)) => {
                let right = self.source(inner.expr.span()).to_owned();
                self.add(expr.span(), "the opposite", format!("(({right}) == PLANTED)"));
            }
            Expr::MethodCall(inner) => self.method(inner),
            Expr::Call(inner) => self.swapped(inner.span(), inner.args.iter()),
            Expr::Match(inner) => self.matched(inner),
            Expr::If(inner)
                if matches!(*inner.cond, Expr::Call(_) | Expr::Path(_) | Expr::Field(_) | Expr::Macro(_))
                    || matches!(&*inner.cond, Expr::MethodCall(call)
                        if !YES_OR_NO.contains(&call.method.to_string().as_str())) =>
            {
                self.negated(&inner.cond);
            }
            Expr::Macro(inner) if inner.mac.path.is_ident("matches") => self.negated(expr),
            Expr::Lit(inner) => match &inner.lit {
                Lit::Bool(value) if value.value => {
                    self.add(expr.span(), "true for false", "(!PLANTED)".into())
                }
                Lit::Bool(_) => self.add(expr.span(), "false for true", "(PLANTED)".into()),
                Lit::Int(value) => {
                    let wrong = format!("{value} + 1");
                    self.otherwise(expr.span(), "off by one", &wrong);
                }
                _ => {}
            },
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}
