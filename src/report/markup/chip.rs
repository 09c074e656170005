//! Names that stand out in HTML: a house in its colours, an order like its token.

use std::collections::BTreeMap;

/// A name with the colours it has in HTML.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Chip {
    name: String,
    ground: String,
    ink: String,
}

/// The names that stand out in messages of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chips(Vec<Chip>);

impl Chips {
    /// Makes chips of names, each with two colours as `#RRGGBB`: of the ground and of the letters. Anything else than such
    /// colours is left out: they come from files that a campaign can have its own copies of.
    pub fn of<'a>(names: impl IntoIterator<Item = (&'a str, &'a str)>) -> Chips {
        let sorted: BTreeMap<&str, &str> = names.into_iter().collect();
        let chip = |(name, colours): (&str, &str)| {
            let (ground, ink) = colours.split_once(' ')?;
            let is_good = !name.is_empty() && is_colour(ground) && is_colour(ink);
            is_good.then(|| Chip { name: name.to_owned(), ground: ground.to_owned(), ink: ink.to_owned() })
        };
        let mut chips: Vec<Chip> = sorted.into_iter().filter_map(chip).collect();
        // "March +1*" is not "March +1" and a star.
        chips.sort_by_key(|chip| std::cmp::Reverse(chip.name.len()));
        Chips(chips)
    }

    /// Splits a text that begins with one of the names: the style of the name, the name, and the rest.
    pub(super) fn split<'t>(&self, text: &'t str) -> Option<(String, &'t str, &'t str)> {
        let first = text.bytes().next()?;
        let starts = |chip: &&Chip| {
            // Hardly any text begins like one.
            if chip.name.bytes().next() != Some(first) {
                return false;
            }
            let rest = text.strip_prefix(chip.name.as_str());
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
        };
        let chip = self.0.iter().find(starts)?;
        // What belongs to a house stays one word.
        let own = text.get(chip.name.len()..).filter(|rest| rest.starts_with("'s")).map_or(0, |_| 2);
        let (name, rest) = text.split_at(chip.name.len() + own);
        // Gmail cuts off what is beyond 102 KB, and a report of twelve seats has hundreds of these.
        let whole = if name.contains(' ') { ";white-space:nowrap" } else { "" };
        let (ground, ink) = (&chip.ground, &chip.ink);
        let style =
            format!("background:{ground};color:{ink};border-radius:4px;padding:0 4px;font-size:14px{whole}");
        Some((style, name, rest))
    }
}

fn is_colour(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::Chips;

    #[test]
    fn the_longest_name_is_meant_and_only_a_whole_one() {
        let colours = "#868A98 #0B0D11";
        let chips = Chips::of([("March +1", colours), ("March +1*", colours), ("Stark", colours)]);
        let split = |text| chips.split(text).map(|(_, name, rest)| (name, rest));
        assert_eq!(split("March +1*"), Some(("March +1*", "")));
        assert_eq!(split("Stark's"), Some(("Stark's", "")));
        assert_eq!(split("Starks"), None);
        assert_eq!(split("the Stark"), None);
    }

    #[test]
    fn nothing_but_colours_gets_into_a_style() {
        for bad in ["red #FFFFFF", "#FFFFFF", "#FFFFFF #12345", "#FFFFFF #000000;x:y", "#FFFFFF \"\"><b"] {
            assert_eq!(Chips::of([("Stark", bad)]).split("Stark"), None, "{bad}");
        }
    }
}
