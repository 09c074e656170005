//! What names and their abbreviations mean, among the things that can be meant.

use crate::games::thrones::data::{Area, AreaSet, World};
use crate::games::thrones::people::plan::language;
use crate::sheet::{fold, is_near, tolerance};
use crate::table::Seat;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most letters of an abbreviation that leaves out letters.
const MOST_LETTERS: usize = 8;

/// What a name means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum Meant {
    One {
        area: Area,
        /// `true` if the name is misspelt or cut in an unusual way, so that its writer should know how it was taken.
        guessed: bool,
    },
    Several(Vec<Area>),
    Nothing,
}

/// How well a name fits an area.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fit {
    Exact,
    /// The code of two letters on the map.
    Code,
    /// Some of its words, whole.
    Words,
    /// A beginning, some of its words, or its initials.
    Short,
    /// Some of its letters.
    Letters,
    /// Misspelt by so many letters.
    Near(usize),
}

struct Forms {
    area: Area,
    /// As it is on the board.
    title: String,
    /// Folded names, each with its words without the article.
    names: Vec<(String, Vec<String>)>,
    code: String,
    /// The code as the map has it.
    code_shown: String,
    /// `true` for a port: its land has the name, unless the port is said.
    port: bool,
}

/// The names of all areas.
#[derive(Default)]
pub(in super::super) struct Areas {
    all: Vec<Forms>,
    everywhere: AreaSet,
    /// What was looked up already: the same words come by again and again.
    fits: RefCell<BTreeMap<String, Fits>>,
    misspelt: RefCell<BTreeMap<String, bool>>,
}

/// The areas that some words fit, and how well.
type Fits = Rc<[(Fit, Area)]>;

impl Areas {
    /// Gathers the names of the areas that a seat can speak of: those of its own board, since nothing passes between two.
    pub(in super::super) fn new(world: &World, seat: Seat) -> Self {
        let north = world.north.as_ref().is_some_and(|north| north.sides().contains(&seat));
        let own = |area: &Area| world.is_north(*area) == north;
        let forms = |area: Area| {
            let place = world.place(area);
            let more = world.area_names.get(&place.id).into_iter().flatten();
            let land = place.port_of.map(|land| world.place(land).name.as_str());
            let names = [&place.name, &place.id].into_iter().chain(more).cloned();
            let names = names.chain(land.into_iter().flat_map(language::names_of_port));
            let names = names.map(|name| (fold(&name), words(&name, &world.lexicon.articles)));
            let (code, code_shown) = (fold(&place.code), place.code.clone());
            Forms {
                area,
                title: place.name.clone(),
                names: names.collect(),
                code,
                code_shown,
                port: place.port_of.is_some(),
            }
        };
        let all: Vec<Forms> = world.all_areas().filter(own).map(forms).collect();
        Areas { all, everywhere: world.all_areas().filter(own).collect(), ..Areas::default() }
    }

    fn fits(&self, run: &[&str]) -> Fits {
        let words = run.join(" ");
        if let Some(known) = self.fits.borrow().get(&words) {
            return Rc::clone(known);
        }
        let found: Fits = self.all.iter().filter_map(|forms| Some((fit(forms, run)?, forms.area))).collect();
        self.fits.borrow_mut().insert(words, Rc::clone(&found));
        found
    }

    /// Returns `true` if some words could be the name of an area, written in full.
    pub(in super::super) fn is_name(&self, text: &str) -> bool {
        let folded = fold(text);
        self.all.iter().any(|forms| forms.names.iter().any(|(name, _)| *name == folded))
    }

    /// Returns the name of an area as it is on the board.
    pub(in super::super) fn name(&self, area: Area) -> Option<String> {
        let forms = self.all.iter().find(|forms| forms.area == area)?;
        Some(forms.title.clone())
    }

    /// Returns `true` if a word is the code of an area, with its capitals.
    pub(in super::super) fn is_code(&self, raw: &str) -> bool {
        self.all.iter().any(|forms| forms.code_shown == raw)
    }

    /// Returns `true` if some words could be a name of an area, in any of its forms.
    pub(in super::super) fn could_be(&self, run: &[&str]) -> bool {
        !self.fits(run).is_empty()
    }

    /// Returns `true` if some words are a name of as many words, each misspelt at most, and those that say something else as they are:
    /// "Dornsh Marches".
    pub(in super::super) fn is_misspelt(&self, run: &[&str], says_else: impl Fn(&str) -> bool) -> bool {
        let words = run.join(" ");
        if let Some(known) = self.misspelt.borrow().get(&words) {
            return *known;
        }
        let is_one = self.is_misspelt_anew(run, says_else);
        self.misspelt.borrow_mut().insert(words, is_one);
        is_one
    }

    fn is_misspelt_anew(&self, run: &[&str], says_else: impl Fn(&str) -> bool) -> bool {
        let near = |(known, word): (&String, &&str)| {
            let most = tolerance(known.chars().count().min(word.chars().count()));
            known == word || is_near(known, word, most) && !says_else(word)
        };
        let fits =
            |(_, name): &(String, Vec<String>)| name.len() == run.len() && name.iter().zip(run).all(near);
        self.all.iter().any(|forms| forms.names.iter().any(fits))
    }

    /// Returns `true` if some words are the name of an area or nearly so: no cut one, which may be another word.
    pub(in super::super) fn is_nearly_one(&self, run: &[&str]) -> bool {
        self.fits(run).iter().any(|(fit, _)| matches!(fit, Fit::Exact | Fit::Words | Fit::Near(_)))
    }

    /// Returns the words of a name that some words begin, one each, if it is that of one area alone, or of one of these alone; the word at a
    /// place does not end there.
    pub(in super::super) fn cut_name(&self, run: &[&str], at: usize, own: AreaSet) -> Option<Vec<String>> {
        let of = |forms: &Forms| {
            forms.names.iter().find_map(|(_, words)| {
                let mut left = words.iter();
                // "Storrold's Pt.": the word that is cut may have lost its vowels.
                let begins = |n: usize, word: &str, part: &str| {
                    word.starts_with(part) || n == at && part.len() > 1 && contains(word, part)
                };
                let word = |(n, part): (usize, &&str)| left.find(|word| begins(n, word, part)).cloned();
                let whole: Vec<String> = run.iter().enumerate().map(word).collect::<Option<_>>()?;
                (whole.get(at).map(String::len) > run.get(at).map(|part| part.len())).then_some(whole)
            })
        };
        let all: Vec<(Area, Vec<String>)> = self
            .all
            .iter()
            .filter(|forms| !forms.port || run.iter().any(|word| language::says_port(word)))
            .filter_map(|forms| Some((forms.area, of(forms)?)))
            .collect();
        let held = || all.iter().filter(|(area, _)| own.has(*area));
        let found = if all.len() == 1 { all.first() } else { held().next().filter(|_| held().count() == 1) };
        found.map(|(_, words)| words.clone())
    }

    /// Returns `true` for a name with so few letters left out that it is misspelt rather than cut, such as "Winterfel".
    fn is_nearly_whole(&self, area: Area, run: &[&str]) -> bool {
        let (joined, of_it) = (run.concat(), self.all.iter().find(|forms| forms.area == area));
        let most = tolerance(joined.chars().count());
        let mut names = of_it.into_iter().flat_map(|forms| &forms.names);
        names.any(|(name, _)| is_near(name, &joined, most))
    }

    /// Finds the area that some words mean. The first of the sets with an area that fits decides; the name in full
    /// always counts, wherever it is.
    pub(in super::super) fn meant(&self, run: &[&str], among: &[AreaSet]) -> Meant {
        let fits = self.fits(run);
        if let Some((_, area)) = fits.iter().find(|(fit, _)| *fit == Fit::Exact) {
            return Meant::One { area: *area, guessed: false };
        }
        for set in among.iter().copied().chain([self.everywhere]) {
            let here: Vec<(Fit, Area)> = fits.iter().copied().filter(|(_, area)| set.has(*area)).collect();
            let Some(best) = here.iter().map(|(fit, _)| *fit).min() else { continue };
            let misspelt = matches!(best, Fit::Near(_));
            let coded = |fit: Fit, area: Area| fit == Fit::Code && !set.has(area);
            // Of names misspelt, none nearly as near may be left, wherever it is.
            let rivals: Vec<Area> = if misspelt {
                let others = fits.iter().filter(|(fit, area)| {
                    set.has(*area)
                        || *fit < best
                        || matches!((*fit, best), (Fit::Near(a), Fit::Near(b)) if a <= b)
                });
                others.map(|(_, area)| *area).collect()
            } else {
                // The code of an area elsewhere may be meant as well, and an abbreviation for the code.
                let also = |fit: Fit, area: Area| {
                    set.has(area) && same(fit, best, set == self.everywhere)
                        || best <= Fit::Short && coded(fit, area)
                };
                fits.iter().filter(|(fit, area)| also(*fit, *area)).map(|(_, area)| *area).collect()
            };
            return match rivals.as_slice() {
                [area] => {
                    let outside = set == self.everywhere && !among.is_empty();
                    Meant::One {
                        area: *area,
                        guessed: best > Fit::Short
                            || best == Fit::Short && self.is_nearly_whole(*area, run)
                            || outside && best > Fit::Code
                            || run.concat().chars().count() == 1,
                    }
                }
                _ => Meant::Several(rivals),
            };
        }
        Meant::Nothing
    }
}

/// Returns `true` if an abbreviation is not clearly behind the best. The code of the map goes before other ones among the
/// areas that make sense, and not elsewhere.
fn same(fit: Fit, best: Fit, everywhere: bool) -> bool {
    fit == best
        || (fit, best) == (Fit::Letters, Fit::Short)
        || (fit, best) == (Fit::Short, Fit::Words)
        || matches!(fit, Fit::Words | Fit::Short) && best == Fit::Code && everywhere
}

fn words(name: &str, articles: &[String]) -> Vec<String> {
    let words = name.split([' ', '-']).map(fold).filter(|word| !word.is_empty() && !articles.contains(word));
    words.collect()
}

fn fit(forms: &Forms, run: &[&str]) -> Option<Fit> {
    let joined: String = run.concat();
    let letters = joined.chars().count();
    if letters == 0 {
        return None;
    }
    if forms.names.iter().any(|(name, _)| *name == joined) {
        return Some(Fit::Exact);
    }
    if forms.code == joined {
        return Some(Fit::Code);
    }
    if forms.port && !run.iter().any(|word| language::says_port(word)) {
        return None;
    }
    let fits = forms.names.iter().filter_map(|(name, words)| {
        let initials = || words.iter().filter_map(|word| word.chars().next());
        // Words of the name in their order, each perhaps cut: "Moat C", "Harbor".
        let in_order = run.len() <= words.len() && cut(words, run);
        let mut left = words.iter();
        if run.iter().all(|part| left.any(|word| word == part)) {
            return Some(Fit::Words);
        }
        if name.starts_with(&joined) || initials().eq(joined.chars()) || in_order {
            return Some(Fit::Short);
        }
        let most = tolerance(letters.min(name.chars().count()));
        if run.len() <= words.len() && is_near(name, &joined, most) {
            return Some(Fit::Near(strsim::osa_distance(name, &joined)));
        }
        let some = run.len() == 1 && letters <= MOST_LETTERS && contains(name, &joined);
        some.then_some(Fit::Letters)
    });
    fits.min()
}

/// Returns `true` if each word of the run begins a word of the name, in order.
fn cut(words: &[String], run: &[&str]) -> bool {
    let mut left = words.iter();
    run.iter().all(|part| left.any(|word| word.starts_with(part)))
}

/// Returns `true` if the letters come in the name in this order, beginning with its first.
fn contains(name: &str, letters: &str) -> bool {
    let mut left = name.chars();
    name.chars().next() == letters.chars().next() && letters.chars().all(|c| left.any(|known| known == c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::thrones::people::plan::second_tests::opening;

    /// The ways to write a name in the order of its words: the last of them whole, or cut.
    fn cut_names(name: &str, articles: &[String]) -> Vec<Vec<String>> {
        let whole = words(name, articles);
        let last = whole.last().unwrap().clone();
        let shorter = (4..last.len()).filter_map(|length| Some(last.get(..length)?.to_owned()));
        let cut = shorter.map(|last| whole[..whole.len() - 1].iter().cloned().chain([last]).collect());
        [whole.clone()].into_iter().chain(cut).collect()
    }

    /// A port is meant where a word says so, before or behind a name that may be cut, and its land where none does.
    #[test]
    fn a_port_is_meant_where_it_is_said_and_nowhere_else() {
        let world = opening().world.clone();
        let areas = Areas::new(&world, Seat(0));
        let is_meant = |run: &[&str], area: Area| match areas.meant(run, &[]) {
            Meant::One { area: found, .. } => found == area,
            Meant::Several(all) => all.contains(&area),
            Meant::Nothing => false,
        };
        let mut tried = 0;
        for port in world.all_areas() {
            let Some(land) = world.place(port).port_of else { continue };
            // Cut, White Harbor may be a port of White.
            let own = words(&world.place(land).name, &world.lexicon.articles);
            if own.iter().any(|word| language::says_port(word)) {
                continue;
            }
            for name in cut_names(&world.place(land).name, &world.lexicon.articles) {
                let run: Vec<&str> = name.iter().map(String::as_str).collect();
                assert!(is_meant(&run, land) && !is_meant(&run, port), "{run:?}");
                for with in [[&run[..], &["port"]].concat(), [&["port"], &run[..]].concat()] {
                    // "Lannis port" is Lannisport.
                    if with.concat() == fold(&world.place(land).name) {
                        continue;
                    }
                    assert!(is_meant(&with, port) && !is_meant(&with, land), "{with:?}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 40, "{tried}");
    }
}
