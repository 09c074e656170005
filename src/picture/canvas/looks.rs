//! How marks look: beside each of them, or in a style sheet, once for all that look the same.

use std::fmt::Write as _;

/// A property and its value, as an attribute and in a style sheet.
pub(super) type Property = (&'static str, String);

/// Where it is written how marks look.
pub(super) enum Looks {
    /// Beside each mark.
    Beside,
    /// In a style sheet.
    Classes(Sheet),
}

/// A style sheet in which the classes have their numbers as names.
#[derive(Default)]
pub(super) struct Sheet {
    /// What a class is by day, and what of it differs where a screen is dark.
    rules: Vec<(String, String)>,
    /// The same of other selectors, by day as attributes.
    more: Vec<(String, String)>,
}

impl Looks {
    /// Returns an empty style sheet.
    pub(super) fn classes() -> Looks {
        Looks::Classes(Sheet::default())
    }

    /// Writes how a mark looks into its tag: by day, and in the dark if it then looks different.
    pub(super) fn put(&mut self, look: &[Property], night: Option<&[Property]>, out: &mut String) {
        match self {
            Looks::Beside => {
                look.iter().for_each(|(name, value)| put(out, format_args!(" {name}=\"{value}\"")));
            }
            Looks::Classes(sheet) => {
                let rule = (written(look), night.map(|night| changed(look, night)).unwrap_or_default());
                let known = sheet.rules.iter().position(|known| *known == rule);
                let class = known.unwrap_or_else(|| {
                    sheet.rules.push(rule);
                    sheet.rules.len() - 1
                });
                put(out, format_args!(" class=\"m{class}\""));
            }
        }
    }

    /// Notes how what a selector names looks in the dark, if it has attributes for the day.
    pub(super) fn also(&mut self, selector: &str, look: &[Property], night: &[Property]) {
        if let Looks::Classes(sheet) = self {
            sheet.more.push((selector.to_owned(), changed(look, night)));
        }
    }

    /// Returns the rules of the classes, those for dark screens last.
    pub(super) fn sheet(&self) -> String {
        let Looks::Classes(Sheet { rules, more }) = self else { return String::new() };
        let classes = || rules.iter().enumerate().map(|(class, rule)| (format!(".m{class}"), rule));
        let day: String = classes().map(|(class, (day, _))| format!("{class}{{{day}}}\n")).collect();
        let dark = classes()
            .map(|(class, (_, night))| (class, night))
            .chain(more.iter().map(|(of, night)| (of.clone(), night)));
        // Many looks differ by day in a width alone.
        let mut alike: Vec<(&str, String)> = Vec::new();
        for (selector, night) in dark.filter(|(_, night)| !night.is_empty()) {
            match alike.iter_mut().find(|(known, _)| known == night) {
                Some((_, selectors)) => put(selectors, format_args!(",{selector}")),
                None => alike.push((night, selector)),
            }
        }
        let dark: String =
            alike.iter().map(|(night, selectors)| format!("{selectors}{{{night}}}\n")).collect();
        match dark.is_empty() {
            true => day,
            false => format!("{day}@media screen and (prefers-color-scheme:dark){{\n{dark}}}\n"),
        }
    }
}

/// Returns properties as a style sheet has them.
fn written<'p>(look: impl IntoIterator<Item = &'p Property>) -> String {
    let mut rule = String::new();
    for (name, value) in look {
        // Lengths have a unit in a style sheet.
        let unit = if matches!(*name, "font-size" | "letter-spacing") { "px" } else { "" };
        put(&mut rule, format_args!("{name}:{value}{unit};"));
    }
    rule
}

/// Returns what of a look differs from another.
fn changed(look: &[Property], night: &[Property]) -> String {
    written(night.iter().filter(|property| !look.contains(property)))
}

/// Writes text behind another.
pub(super) fn put(out: &mut String, what: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(what);
}

#[cfg(test)]
mod tests {
    use crate::picture::canvas::{Canvas, Shape, Tile};
    use crate::picture::palette::{Colour, Pattern};

    fn drawing(colours: [Colour; 2]) -> Canvas {
        let shape = |x: f64| Shape::Box { x, y: 0.0, width: 2.0, height: 2.0, round: 0.0 };
        let mut canvas = Canvas::default();
        colours.into_iter().enumerate().for_each(|(x, colour)| canvas.fill(shape(x as f64), colour));
        canvas.patterns.push(Tile { pattern: Pattern::Dots, colour: colours[0], opacity: 0.5, unit: 1.0 });
        canvas
    }

    #[test]
    fn a_drawing_for_pages_has_the_colours_of_the_night_where_they_differ() {
        let (grey, white, black) = (Colour(8, 8, 8), Colour(255, 255, 255), Colour(0, 0, 0));
        let svg = drawing([white, grey]).svg_for(&drawing([black, grey]));
        let sheet = "<style>\n.m0{fill:#FFFFFF;}\n.m1{fill:#080808;}\n\
            @media screen and (prefers-color-scheme:dark){\n.m0,#p0 path{fill:#000000;}\n}\n</style><defs>";
        assert!(svg.contains(sheet), "{svg}");
        assert_eq!(svg.matches("class=\"m").count(), 2, "{svg}");
    }

    /// What looks the same by day and differs at night are two looks.
    #[test]
    fn a_look_of_a_page_is_that_of_day_and_night() {
        let (white, black, red) = (Colour(255, 255, 255), Colour(0, 0, 0), Colour(255, 0, 0));
        let style = drawing([white; 2]).touchable(Some(&drawing([black, red])), &[]).style;
        assert!(style.contains("\n.m0,#p0 path{fill:#000000;}\n.m1{fill:#FF0000;}\n"), "{style}");
    }
}
