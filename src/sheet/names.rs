//! Names as people write them: matched without regard to case, accents, spaces, hyphens, apostrophes and a leading
//! "the". The exact name wins; a near miss is a miss with suggestions, never a guess.

use super::is_near;
use std::collections::{BTreeMap, BTreeSet};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The most suggestions or candidates of a miss.
const MOST: usize = 4;
/// The most characters of a name that are compared.
const LONGEST: usize = 60;
/// The letters of a leading "the".
const THE: usize = 3;

/// Returns a name as it is compared: small letters and digits only, without accents and without a leading "the".
pub fn fold(text: &str) -> String {
    // Most words come as they are compared.
    if text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return text.to_owned();
    }
    let all: String = if text.is_ascii() {
        // The same for what has no accents. Every plan is read with hundreds of names, which took 2 ms by the tables.
        let mut letters = [0; LONGEST];
        let mut count = 0;
        for letter in text.bytes().filter(u8::is_ascii_alphanumeric) {
            let Some(place) = letters.get_mut(count) else { break };
            *place = letter.to_ascii_lowercase();
            count += 1;
        }
        std::str::from_utf8(letters.get(..count).unwrap_or_default()).unwrap_or_default().to_owned()
    } else {
        text.nfkd()
            .filter(|c| !is_combining_mark(*c) && c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .take(LONGEST)
            .collect()
    };
    // "The" only as a word of its own: "Thebes" keeps its letters.
    let first = text.trim_start().get(..4).unwrap_or_default();
    let the = first.get(..3).is_some_and(|the| the.eq_ignore_ascii_case("the"));
    let article = the && !first.ends_with(char::is_alphanumeric);
    match all.strip_prefix("the") {
        Some(rest) if article && !rest.is_empty() => rest.to_owned(),
        _ => all,
    }
}

/// Returns how many letters of a name of so many may be wrong, so that it is still taken for what it nearly is.
pub fn tolerance(letters: usize) -> usize {
    match letters {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    }
}

/// A name that was not found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Miss {
    /// Nothing has this name. Names spelled nearly so, nearest first.
    Unknown(Vec<String>),
    /// Several things could be meant: their names.
    Ambiguous(Vec<String>),
}

impl Miss {
    /// Returns the one suggestion, if the nearest stands out.
    pub fn suggestion(&self) -> Option<String> {
        match self {
            Miss::Unknown(near) => near.first().cloned(),
            Miss::Ambiguous(_) => None,
        }
    }
}

/// A collection of things by their names.
#[derive(Clone, Debug)]
pub struct Names<T> {
    shown: Vec<(String, T)>,
    exact: BTreeMap<String, Vec<usize>>,
    full: BTreeMap<String, Vec<usize>>,
    exact_short: BTreeMap<String, Vec<usize>>,
    short: BTreeMap<String, Vec<usize>>,
    /// Forms that are shown as people write them, not by the name of their thing: `Anna`, who plays it.
    called: BTreeMap<String, String>,
    /// The letters of the longest form.
    longest: usize,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        let none = BTreeMap::new;
        let called = BTreeMap::new();
        Names {
            shown: vec![],
            exact: none(),
            full: none(),
            exact_short: none(),
            short: none(),
            called,
            longest: 0,
        }
    }
}

/// Returns the figures in a text: one too many is no slip of a letter.
fn figures(text: &str) -> impl PartialEq + use<> {
    text.chars().filter(char::is_ascii_digit).collect::<String>()
}

fn put(map: &mut BTreeMap<String, Vec<usize>>, form: String, at: usize) {
    let list = map.entry(form).or_default();
    if !form_is_there(list, at) {
        list.push(at);
    }
}

fn form_is_there(list: &[usize], at: usize) -> bool {
    list.contains(&at)
}

impl<T: Clone> Names<T> {
    /// Makes a collection without names.
    pub fn new() -> Self {
        Names::default()
    }

    /// Adds a thing by the name people read.
    pub fn add(&mut self, name: &str, value: T) -> &mut Self {
        let at = self.shown.len();
        self.shown.push((name.to_owned(), value));
        put(&mut self.exact, name.to_owned(), at);
        let folded = self.folded(name);
        put(&mut self.full, folded, at);
        self
    }

    /// Returns a form as it is compared, and notes how long it is.
    fn folded(&mut self, form: &str) -> String {
        let folded = fold(form);
        self.longest = self.longest.max(folded.chars().count());
        folded
    }

    /// Returns the ends of the words of a text at which a name may end that begins where the text does.
    pub fn ends<'t>(&self, text: &'t str) -> impl Iterator<Item = usize> + use<'t, T> {
        // A leading "the" does not count, and nothing is compared beyond so many letters.
        let most = if self.longest + THE < LONGEST { self.longest + THE } else { usize::MAX };
        let (mut inside, mut letters, mut over) = (false, 0, false);
        let mut at_end = Some(text.len());
        let mut chars = text.char_indices();
        std::iter::from_fn(move || {
            while !over && let Some((at, c)) = chars.next() {
                let ends = c.is_whitespace() && inside;
                inside = !c.is_whitespace();
                letters += usize::from(c.is_ascii_alphanumeric());
                over = letters > most;
                if ends {
                    return Some(at);
                }
            }
            at_end.take().filter(|_| inside && !over)
        })
    }

    /// Adds another full name of the thing added last.
    pub fn also(&mut self, name: &str) -> &mut Self {
        if let Some(at) = self.shown.len().checked_sub(1) {
            put(&mut self.exact, name.to_owned(), at);
            let folded = self.folded(name);
            put(&mut self.full, folded, at);
        }
        self
    }

    /// Adds a short form of the thing added last, which counts only where no full name does: a code, a first name.
    pub fn short(&mut self, name: &str) -> &mut Self {
        if let Some(at) = self.shown.len().checked_sub(1) {
            put(&mut self.exact_short, name.to_owned(), at);
            let folded = self.folded(name);
            put(&mut self.short, folded, at);
        }
        self
    }

    /// Adds a short form by which people call the thing added last, so that whoever nearly writes it is asked for it and not for
    /// the name of the thing.
    pub fn called(&mut self, name: &str) -> &mut Self {
        self.called.entry(fold(name)).or_insert_with(|| name.to_owned());
        // In small letters, so that one spelt like this exactly does not go before another.
        self.short(&name.to_lowercase())
    }

    /// Returns the name to show for a form of a thing.
    fn shown_for(&self, form: &str, place: usize) -> Option<&String> {
        self.called.get(form).or_else(|| self.shown.get(place).map(|(name, _)| name))
    }

    /// Adds as short forms each word of the name of the thing added last, except words of one or two letters, and words
    /// that follow each other in it: `Ser Loras`, `Loras Tyrell`.
    pub fn words(&mut self) -> &mut Self {
        let Some((name, _)) = self.shown.last() else { return self };
        let words: Vec<String> = name.split_whitespace().map(str::to_owned).collect();
        for run in 1..words.len() {
            for part in words.windows(run).map(|part| part.join(" ")).filter(|part| part.len() > 2) {
                self.short(&part);
            }
        }
        self
    }

    /// Adds as short forms the single words of another name of the thing added last: `Anna` of `Anna Jones`.
    pub fn words_of(&mut self, name: &str) -> &mut Self {
        for word in name.split_whitespace().filter(|word| word.chars().count() > 2) {
            self.short(word);
        }
        self
    }

    /// Returns where a text stands among the names: a full name counts before a short form, also of another thing, so that
    /// "Zombie" is the card of that name and not one of three.
    fn places(&self, text: &str) -> Option<&Vec<usize>> {
        if let Some(exact) = self.exact.get(text) {
            return Some(exact);
        }
        let folded = fold(text);
        let full = self.full.get(&folded);
        full.or_else(|| self.exact_short.get(text)).or_else(|| self.short.get(&folded))
    }

    /// Finds the thing that a text means.
    ///
    /// # Errors
    /// If nothing has this name, or several things do.
    pub fn find(&self, text: &str) -> Result<T, Miss> {
        let text = text.trim();
        let Some(found) = self.places(text) else {
            return Err(Miss::Unknown(self.near(&fold(text))));
        };
        if let [one] = found.as_slice()
            && let Some((_, value)) = self.shown.get(*one)
        {
            return Ok(value.clone());
        }
        let names = found.iter().filter_map(|i| self.shown.get(*i)).map(|(name, _)| name.clone());
        Err(Miss::Ambiguous(names.take(MOST).collect()))
    }

    /// Returns the thing that a text means, or `None` if nothing or several things have this name. Unlike
    /// [`find`](Self::find) it looks for no near misses, which takes most of the time there.
    pub fn known(&self, text: &str) -> Option<T> {
        let text = text.trim();
        match self.places(text)?.as_slice() {
            [one] => self.shown.get(*one).map(|(_, value)| value.clone()),
            _ => None,
        }
    }

    /// Returns `true` if several things have this name.
    pub fn is_ambiguous(&self, text: &str) -> bool {
        self.places(text.trim()).is_some_and(|places| places.len() > 1)
    }

    /// Returns the one thing whose name begins so.
    pub fn begun(&self, text: &str) -> Option<T> {
        let folded = fold(text);
        let mut places = BTreeSet::new();
        let begins = self.full.iter().filter(|(form, _)| form.starts_with(&folded));
        begins.for_each(|(_, of)| places.extend(of.iter().copied()));
        let place = places.pop_first().filter(|_| places.is_empty())?;
        Some(self.shown.get(place)?.1.clone())
    }

    /// Returns the one thing that a misspelt name can mean, with the name that people read: it is off by a letter or two,
    /// makes sense by `fits`, and nothing else is as near.
    pub fn meant(&self, text: &str, fits: impl Fn(&T) -> bool) -> Option<(T, String)> {
        let folded = fold(text);
        let letters = folded.chars().count();
        // By place, the least distance, and the form that is so near.
        let mut near: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
        for (form, places) in self.full.iter().chain(&self.short) {
            let length = form.chars().count();
            let most = tolerance(letters.min(length));
            if most == 0 || !is_near(form, &folded, most) || figures(form) != figures(&folded) {
                continue;
            }
            let distance = strsim::osa_distance(form, &folded);
            for place in places.iter().filter(|_| distance <= most) {
                let new = (distance, form.as_str());
                near.entry(*place).and_modify(|known| *known = new.min(*known)).or_insert(new);
            }
        }
        let sense = |place: &usize| self.shown.get(*place).is_some_and(|(_, value)| fits(value));
        let mut sensible = near.iter().filter(|(place, _)| sense(place));
        let (Some((place, (best, form))), None) = (sensible.next(), sensible.next()) else { return None };
        if near.iter().any(|(other, (distance, _))| other != place && distance <= best) {
            return None;
        }
        let (_, value) = self.shown.get(*place)?;
        Some((value.clone(), self.shown_for(form, *place)?.clone()))
    }

    /// Returns the one thing that a name can mean which is misspelt, as [`meant`](Self::meant) finds it, or whose words are cut or left
    /// out, with the name that people read: `adv planning` for `Advanced Planning`.
    pub fn meant_or_cut(&self, text: &str) -> Option<(T, String)> {
        const LEAST: usize = 4;
        if let Some(found) = self.meant(text, |_| true) {
            return Some(found);
        }
        let words = |name: &str| -> Vec<String> {
            name.split([' ', '-']).map(fold).filter(|word| !word.is_empty()).collect()
        };
        let run = words(text);
        if run.iter().map(|word| word.chars().count()).sum::<usize>() < LEAST {
            return None;
        }
        let begins = |word: &str, part: &str| {
            let most = tolerance(part.chars().count().min(word.chars().count()));
            word.starts_with(part) || most > 0 && is_near(word, part, most)
        };
        let fits = |name: &str| {
            let name = words(name);
            let mut left = name.iter();
            run.iter().all(|part| left.any(|word| begins(word, part)))
        };
        let mut found = self.shown.iter().filter(|(name, _)| fits(name));
        let (name, value) = found.next()?;
        found.next().is_none().then(|| (value.clone(), name.clone()))
    }

    /// Returns the names that are spelled nearly as `folded`, nearest first.
    fn near(&self, folded: &str) -> Vec<String> {
        let letters = folded.chars().count();
        let most = (letters / 3).clamp(1, 3);
        let mut near: Vec<(usize, usize, &str)> = Vec::new();
        for (form, places) in self.full.iter().chain(&self.short) {
            let length = form.chars().count();
            // Two letters are near to everything of two letters.
            if length <= 2 {
                continue;
            }
            let distance = if length > 3 && letters > 3 && form.starts_with(folded) {
                1
            } else if is_near(form, folded, most) {
                strsim::osa_distance(form, folded)
            } else {
                continue;
            };
            if distance <= most {
                near.extend(places.iter().map(|place| (distance, *place, form.as_str())));
            }
        }
        near.sort_unstable();
        let mut names: Vec<String> = Vec::new();
        for (_, place, form) in near {
            if let Some(name) = self.shown_for(form, place)
                && !names.contains(name)
            {
                names.push(name.clone());
            }
        }
        names.truncate(MOST);
        names
    }

    /// Iterates over the names that people read, in the order added.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.shown.iter().map(|(name, _)| name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names() -> Names<u8> {
        let mut names = Names::new();
        names.add("The Twins", 1).also("the-twins").short("Tw");
        names.add("Seagard", 2).short("Se");
        names.add("Storm's End", 3).also("storms-end").short("SE");
        names.add("Moat Cailin", 4).words();
        names.add("Moat House", 5).words();
        names.add("Castle Rock Gate", 6).words();
        names.add("Zombie Giant", 7).words();
        names.add("Zombie", 8).words();
        names
    }

    #[test]
    fn spelling_is_free() {
        for (text, value) in [
            ("the twins", 1),
            ("TWINS", 1),
            ("  The-Twins ", 1),
            ("tw", 1),
            ("Storm’s End", 3),
            ("storms_end", 3),
            ("Stôrms  End", 3),
            ("SE", 3),
            ("Se", 2),
            ("cailin", 4),
            ("castle rock", 6),
            ("Rock Gate", 6),
            ("Zombie", 8),
            ("zombie", 8),
        ] {
            assert_eq!(names().find(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn words_may_be_cut_or_left_out() {
        for (text, name) in [
            ("cast gate", Some("Castle Rock Gate")),
            ("castel gate", Some("Castle Rock Gate")),
            ("moat cail", Some("Moat Cailin")),
            ("Moat Calin", Some("Moat Cailin")),
            ("gate castle", None),
            ("moat", None),
            ("mo c", None),
        ] {
            assert_eq!(names().meant_or_cut(text).map(|(_, name)| name).as_deref(), name, "{text}");
        }
    }

    #[test]
    fn somebody_is_shown_as_people_call_them() {
        let mut names = names();
        names.called("Benjamin");
        assert_eq!(names.find("benjamin"), Ok(8));
        assert_eq!(names.find("bejnamim"), Err(Miss::Unknown(vec!["Benjamin".into()])));
        assert_eq!(names.meant("Benjamim", |_| true), Some((8, "Benjamin".to_owned())));
        assert_eq!(
            names.meant("Seagrad", |_| true),
            Some((2, "Seagard".to_owned())),
            "by its name, its name"
        );
    }

    #[test]
    fn nothing_is_guessed() {
        assert_eq!(names().find("Moat Calin"), Err(Miss::Unknown(vec!["Moat Cailin".into()])));
        assert_eq!(
            names().find("moat"),
            Err(Miss::Ambiguous(vec!["Moat Cailin".into(), "Moat House".into()]))
        );
        let candidates = vec!["Seagard".into(), "Storm's End".into()];
        assert_eq!(names().find("se"), Err(Miss::Ambiguous(candidates)));
        assert_eq!(names().find("Dorne"), Err(Miss::Unknown(vec![])));
        assert_eq!(names().find(""), Err(Miss::Unknown(vec![])));
    }

    #[test]
    fn figures_are_no_slip() {
        let names = names();
        assert!(names.meant("Moat Calin", |_| true).is_some());
        assert_eq!(names.meant("Moat Calin 2", |_| true), None);
        assert_eq!(names.meant("Moat Cailin2", |_| true), None);
    }

    #[test]
    fn the_article_is_a_word() {
        assert_eq!(fold("The Wall"), "wall");
        assert_eq!(fold("Thebes"), "thebes");
        assert_eq!(fold("the"), "the");
    }

    proptest! {
        #[test]
        fn any_text_is_found_or_not(text in ".{0,80}") {
            let _ = names().find(&text);
        }
    }
}
