//! What somebody asks about, read from their words: names of the game, topics and scenes of its guide, stages.
//!
//! May use: guide, sheet (names). Is used by: explain.

use crate::campaign::explain::{Guide, NotExplained};
use crate::sheet::{Miss, Names, fold};
use serde_json::Value;

/// The longest name, in words.
const LONGEST: usize = 6;

/// Small words of questions that say nothing of what is meant.
const SMALL: [&str; 45] = [
    "a", "about", "and", "at", "battle's", "by", "came", "card", "come", "did", "do", "does", "explain",
    "for", "had", "happened", "has", "have", "how", "i", "in", "is", "it", "lose", "lost", "me", "not",
    "number", "of", "on", "s", "seat", "so", "tell", "the", "there", "this", "to", "turn", "was", "we",
    "what", "why", "win", "won",
];

/// What is asked about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wanted {
    /// Ids that must all be spoken of.
    pub ids: Vec<String>,
    /// Topics of the guide.
    pub topics: Vec<String>,
    /// Scenes of the guide.
    pub scenes: Vec<String>,
    /// Stages of the turn.
    pub stages: Vec<String>,
}

impl Wanted {
    /// Whether the whole turn is meant.
    pub fn is_all(&self) -> bool {
        *self == Wanted::default()
    }
}

/// What a name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Meant {
    Id(String),
    Topic(String),
    Scene(String),
    Stage(String),
}

/// Reads what is asked about. `my` is the reader's own seat.
pub(crate) fn read(
    what: &str,
    guide: &Guide,
    names: &Value,
    stages: &[&str],
    reader: Option<&str>,
) -> Result<Wanted, NotExplained> {
    let known = known(guide, names, stages);
    let is_mark = |c: char| c.is_whitespace() || matches!(c, ',' | '?' | '!' | '"' | '“' | '”' | ':' | ';');
    let words: Vec<&str> = what.split(is_mark).filter(|word| !word.is_empty()).collect();
    let mut wanted = Wanted::default();
    let mut at = 0;
    while at < words.len() {
        let rest = words.get(at..).unwrap_or_default();
        let (meant, used) = first(rest, &known, reader)?;
        let mut put = |list: fn(&mut Wanted) -> &mut Vec<String>, id: String| {
            let list = list(&mut wanted);
            if !list.contains(&id) {
                list.push(id);
            }
        };
        match meant {
            Some(Meant::Id(id)) => put(|wanted| &mut wanted.ids, id),
            Some(Meant::Topic(id)) => put(|wanted| &mut wanted.topics, id),
            Some(Meant::Scene(id)) => put(|wanted| &mut wanted.scenes, id),
            Some(Meant::Stage(id)) => put(|wanted| &mut wanted.stages, id),
            None => {}
        }
        at += used;
    }
    Ok(wanted)
}

/// Whether [`read`] understands this.
///
/// # Errors
/// What it does not.
pub(crate) fn understands(
    what: &str,
    guide: &Guide,
    names: &Value,
    stages: &[&str],
    reader: &str,
) -> Result<(), NotExplained> {
    read(what, guide, names, stages, Some(reader)).map(drop)
}

/// What a text in anybody's words is about, in words that [`read`] understands: the first topic or scene and the first name
/// of which it speaks, as ids, and nothing of the text itself. Empty if it speaks of none.
pub(crate) fn subject(text: &str, guide: &Guide, names: &Value) -> String {
    let known = known(guide, names, &[]);
    let is_mark = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '\'' | '’'));
    let words: Vec<&str> = text.split(is_mark).filter(|word| !word.is_empty()).collect();
    let (mut id, mut topic) = (None, None);
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let short = |word: &str| word.chars().count() < 4;
        let (meant, used) = match first(rest, &known, None) {
            // A small word alone is more often a word than a name.
            Ok((_, 1)) if rest.first().is_some_and(|word| short(word)) => (None, 1),
            Ok(found) => found,
            Err(_) => (None, 1),
        };
        match meant {
            Some(Meant::Id(found)) => id = id.or(Some(found)),
            Some(Meant::Topic(found) | Meant::Scene(found)) => topic = topic.or(Some(found)),
            Some(Meant::Stage(_)) | None => {}
        }
        at += used;
    }
    // An explanation speaks of all that it is asked for; of the names it is the first that the quarrel is about.
    topic.into_iter().chain(id).collect::<Vec<_>>().join(" ")
}

/// What the first words mean, the most that mean something together, and how many they are.
fn first(
    words: &[&str],
    known: &Names<Meant>,
    reader: Option<&str>,
) -> Result<(Option<Meant>, usize), NotExplained> {
    for length in (2..=LONGEST.min(words.len())).rev() {
        let phrase = words.iter().take(length).copied().collect::<Vec<_>>().join(" ");
        if let Ok(meant) = known.find(&phrase) {
            return Ok((Some(meant), length));
        }
    }
    let word = words.first().copied().unwrap_or_default();
    let plain = word.to_lowercase();
    if let (true, Some(own)) = (matches!(plain.as_str(), "my" | "our" | "i" | "we" | "me"), reader) {
        return Ok((Some(Meant::Id(own.to_owned())), 1));
    }
    if matches!(plain.as_str(), "my" | "our") || SMALL.contains(&plain.as_str()) {
        return Ok((None, 1));
    }
    // “supply 3”: a number is what somebody saw, not what is looked for; a possessive is a name's.
    if plain.chars().all(|c| c.is_ascii_digit()) {
        return Ok((None, 1));
    }
    let bare = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
    match known.find(word).or_else(|_| known.find(bare)) {
        Ok(meant) => Ok((Some(meant), 1)),
        Err(Miss::Unknown(near)) => Err(NotExplained::Unknown { word: word.to_owned(), near }),
        Err(Miss::Ambiguous(names)) => Err(NotExplained::Ambiguous { word: word.to_owned(), names }),
    }
}

/// All that can be asked about. Where a name and a topic are called alike the name counts.
fn known(guide: &Guide, names: &Value, stages: &[&str]) -> Names<Meant> {
    let mut known = Names::new();
    let mut taken: Vec<String> = Vec::new();
    let named = || {
        names.as_object().into_iter().flatten().map(|(id, name)| (id, name.as_str().unwrap_or(id.as_str())))
    };
    taken.extend(named().flat_map(|(id, name)| [fold(name), fold(id)]));
    for (id, name) in named() {
        known.add(name, Meant::Id(id.clone())).also(id);
        // Parts of a name in short, but for what is the whole name of another: `Stark` is no card.
        let words: Vec<&str> = name.split_whitespace().collect();
        for part in (1..words.len()).flat_map(|run| words.windows(run)).map(|part| part.join(" ")) {
            if part.len() > 2 && !taken.contains(&fold(&part)) {
                known.short(&part);
            }
        }
    }
    let mut add = |name: &str, words: &[String], meant: Meant| {
        if !taken.contains(&fold(name)) {
            known.add(name, meant.clone());
            taken.push(fold(name));
        }
        for word in words {
            if !taken.contains(&fold(word)) {
                known.add(word, meant.clone());
                taken.push(fold(word));
            }
        }
    };
    for (name, scene) in &guide.scenes {
        add(name, &scene.words, Meant::Scene(name.clone()));
    }
    for (name, topic) in &guide.topics {
        add(name, &topic.words, Meant::Topic(name.clone()));
    }
    for stage in stages {
        add(stage, &[], Meant::Stage((*stage).to_owned()));
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::explain::guide_of;
    use serde_json::json;

    fn ask(what: &str, reader: Option<&str>) -> Result<Wanted, NotExplained> {
        let guide = guide_of("thrones-1e", &|_| None).unwrap();
        let names = json!({
            "moat-cailin": "Moat Cailin", "the-twins": "The Twins", "stark": "Stark",
            "robb-stark": "Robb Stark", "winterfell": "Winterfell",
        });
        read(what, &guide, &names, &["planning", "marches", "westeros-1"], reader)
    }

    fn wanted(
        ids: &[&str],
        topics: &[&str],
        scenes: &[&str],
        stages: &[&str],
    ) -> Result<Wanted, NotExplained> {
        let own = |list: &[&str]| list.iter().map(|id| (*id).to_owned()).collect();
        Ok(Wanted { ids: own(ids), topics: own(topics), scenes: own(scenes), stages: own(stages) })
    }

    #[test]
    fn people_may_ask_as_they_speak() {
        assert_eq!(ask("the battle at Moat Cailin", None), wanted(&["moat-cailin"], &[], &["battle"], &[]));
        assert_eq!(ask("Why did I lose Moat Cailin?", None), wanted(&["moat-cailin"], &[], &[], &[]));
        assert_eq!(ask("why is my supply 3?", Some("stark")), wanted(&["stark"], &["supply"], &[], &[]));
        assert_eq!(ask("supply stark", None), wanted(&["stark"], &["supply"], &[], &[]));
        assert_eq!(ask("Stark's supply", None), wanted(&["stark"], &["supply"], &[], &[]));
        assert_eq!(ask("the twins", None), wanted(&["the-twins"], &[], &[], &[]));
        assert_eq!(ask("Robb", None), wanted(&["robb-stark"], &[], &[], &[]));
        assert_eq!(ask("Stark", None), wanted(&["stark"], &[], &[], &[]));
        assert_eq!(ask("planning", None), wanted(&[], &[], &[], &["planning"]));
        assert_eq!(ask(" ", None), Ok(Wanted::default()));
    }

    #[test]
    fn what_an_angry_text_is_about_is_found_in_it() {
        let guide = guide_of("thrones-1e", &|_| None).unwrap();
        let names = json!({"moat-cailin": "Moat Cailin", "stark": "Stark", "robb-stark": "Robb Stark"});
        let about = |text: &str| subject(text, &guide, &names);
        assert_eq!(about("The battle at Moat Cailin is WRONG!!"), "battle moat-cailin");
        assert_eq!(about("I had Robb there, at moat cailin; $(rm -rf ~) `x`"), "robb-stark");
        assert_eq!(about("Why is Stark's supply 3?"), "supply stark");
        assert_eq!(about("what on earth?"), "");
        // What is found is understood.
        let again = ask("battle moat-cailin", None);
        assert_eq!(again, wanted(&["moat-cailin"], &[], &["battle"], &[]));
    }

    #[test]
    fn a_near_miss_is_no_guess() {
        match ask("Moat Calin", None) {
            // One word of two is a name in short; the other is near to none alone.
            Err(NotExplained::Unknown { word, .. }) => assert_eq!(word, "Calin"),
            other => panic!("{other:?}"),
        }
        match ask("Winterfel", None) {
            Err(NotExplained::Unknown { near, .. }) => assert_eq!(near, ["Winterfell"]),
            other => panic!("{other:?}"),
        }
    }
}
