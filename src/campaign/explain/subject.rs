//! Reads what somebody asks about: names of the game, topics and scenes of its guide, and stages.

use crate::campaign::explain::{Guide, NotExplained};
use crate::sheet::{Miss, Names, fold};
use serde_json::Value;

/// The most words that a name has.
const LONGEST: usize = 6;

/// Words of questions that carry no subject.
const SMALL: [&str; 45] = [
    "a", "about", "and", "at", "battle's", "by", "came", "card", "come", "did", "do", "does", "explain",
    "for", "had", "happened", "has", "have", "how", "i", "in", "is", "it", "lose", "lost", "me", "not",
    "number", "of", "on", "s", "seat", "so", "tell", "the", "there", "this", "to", "turn", "was", "we",
    "what", "why", "win", "won",
];

/// What a question is about; empty for the whole turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Subject {
    /// Ids that a step must all mention.
    pub ids: Vec<String>,
    pub topics: Vec<String>,
    pub scenes: Vec<String>,
    /// Names of stages of the turn.
    pub stages: Vec<String>,
}

impl Subject {
    /// Returns `true` if the whole turn is meant.
    pub fn is_all(&self) -> bool {
        *self == Subject::default()
    }
}

/// The meaning of a name or word.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Meaning {
    Id(String),
    Topic(String),
    Scene(String),
    Stage(String),
}

/// Reads what is asked about; `my` and the like mean the seat of `reader`.
///
/// # Errors
/// If a word is unknown or ambiguous.
pub(crate) fn read(
    what: &str,
    guide: &Guide,
    names: &Value,
    stages: &[&str],
    reader: Option<&str>,
) -> Result<Subject, NotExplained> {
    let known = vocabulary(guide, names, stages);
    let is_mark = |c: char| c.is_whitespace() || matches!(c, ',' | '?' | '!' | '"' | '“' | '”' | ':' | ';');
    let words: Vec<&str> = what.split(is_mark).filter(|word| !word.is_empty()).collect();
    let mut subject = Subject::default();
    let mut at = 0;
    while at < words.len() {
        let rest = words.get(at..).unwrap_or_default();
        let (meant, used) = first(rest, &known, reader)?;
        let mut put = |list: fn(&mut Subject) -> &mut Vec<String>, id: String| {
            let list = list(&mut subject);
            if !list.contains(&id) {
                list.push(id);
            }
        };
        match meant {
            Some(Meaning::Id(id)) => put(|subject| &mut subject.ids, id),
            Some(Meaning::Topic(id)) => put(|subject| &mut subject.topics, id),
            Some(Meaning::Scene(id)) => put(|subject| &mut subject.scenes, id),
            Some(Meaning::Stage(id)) => put(|subject| &mut subject.stages, id),
            None => {}
        }
        at += used;
    }
    Ok(subject)
}

/// Checks that [`read`] understands `what`.
///
/// # Errors
/// If a word is unknown or ambiguous.
pub(crate) fn understands(
    what: &str,
    guide: &Guide,
    names: &Value,
    stages: &[&str],
    reader: &str,
) -> Result<(), NotExplained> {
    read(what, guide, names, stages, Some(reader)).map(drop)
}

/// Returns what a free text is about, in words that [`read`] understands: the first topic or scene and the first name that
/// it mentions, as ids; of a topic beside several names, the topic alone. Nothing of the text itself is returned, so the result is safe in a command line. Empty if it
/// mentions none.
pub(crate) fn subject_in(text: &str, guide: &Guide, names: &Value) -> String {
    let known = vocabulary(guide, names, &[]);
    let is_mark = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '\'' | '’'));
    let words: Vec<&str> = text.split(is_mark).filter(|word| !word.is_empty()).collect();
    let (mut ids, mut topic, mut is_scene) = (Vec::new(), None, false);
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let short = |word: &str| word.chars().count() < 4;
        let (meant, used) = match first(rest, &known, None) {
            // A short word alone is seldom meant as a name.
            Ok((_, 1)) if rest.first().is_some_and(|word| short(word)) => (None, 1),
            Ok(found) => found,
            Err(_) => (None, 1),
        };
        match meant {
            Some(Meaning::Id(found)) if !ids.contains(&found) => ids.push(found),
            Some(Meaning::Topic(found)) => topic = topic.or(Some(found)),
            Some(Meaning::Scene(found)) => {
                is_scene |= topic.is_none();
                topic = topic.or(Some(found));
            }
            Some(Meaning::Id(_) | Meaning::Stage(_)) | None => {}
        }
        at += used;
    }
    // Of "Theon should not have the Blade, Greyjoy said nothing" nobody can tell which name the steps mention.
    if topic.is_some() && !is_scene && ids.len() > 1 {
        ids.clear();
    }
    // An explanation must match everything it is asked for, so only the first name is used.
    topic.into_iter().chain(ids.into_iter().next()).collect::<Vec<_>>().join(" ")
}

/// Returns the meaning of the longest known name at the start of `words`, and how many words it takes. `None` for a word
/// that carries no subject.
fn first(
    words: &[&str],
    known: &Names<Meaning>,
    reader: Option<&str>,
) -> Result<(Option<Meaning>, usize), NotExplained> {
    for length in (2..=LONGEST.min(words.len())).rev() {
        let phrase = words.iter().take(length).copied().collect::<Vec<_>>().join(" ");
        if let Some(meant) = known.known(&phrase) {
            return Ok((Some(meant), length));
        }
    }
    let word = words.first().copied().unwrap_or_default();
    let plain = word.to_lowercase();
    if let (true, Some(own)) = (matches!(plain.as_str(), "my" | "our" | "i" | "we" | "me"), reader) {
        return Ok((Some(Meaning::Id(own.to_owned())), 1));
    }
    if matches!(plain.as_str(), "my" | "our") || SMALL.contains(&plain.as_str()) {
        return Ok((None, 1));
    }
    // “supply 3”: the number is the result, not the subject.
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

/// Collects everything that can be asked about. If a name and a topic are spelled alike, the name wins.
fn vocabulary(guide: &Guide, names: &Value, stages: &[&str]) -> Names<Meaning> {
    let mut known = Names::new();
    let mut taken: Vec<String> = Vec::new();
    let named = || {
        names.as_object().into_iter().flatten().map(|(id, name)| (id, name.as_str().unwrap_or(id.as_str())))
    };
    taken.extend(named().flat_map(|(id, name)| [fold(name), fold(id)]));
    for (id, name) in named() {
        known.add(name, Meaning::Id(id.clone())).also(id);
        // A part of a name stands for it unless it is another's whole name: `Stark` is the house, not a card.
        let words: Vec<&str> = name.split_whitespace().collect();
        for part in (1..words.len()).flat_map(|run| words.windows(run)).map(|part| part.join(" ")) {
            if part.len() > 2 && !taken.contains(&fold(&part)) {
                known.short(&part);
            }
        }
    }
    let mut add = |name: &str, words: &[String], meant: Meaning| {
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
        add(name, &scene.words, Meaning::Scene(name.clone()));
    }
    for (name, topic) in &guide.topics {
        add(name, &topic.words, Meaning::Topic(name.clone()));
    }
    for stage in stages {
        add(stage, &[], Meaning::Stage((*stage).to_owned()));
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::explain::guide_in;
    use serde_json::json;

    fn ask(what: &str, reader: Option<&str>) -> Result<Subject, NotExplained> {
        let guide = guide_in("thrones-1e", None).unwrap();
        let names = json!({
            "moat-cailin": "Moat Cailin", "the-twins": "The Twins", "stark": "Stark",
            "robb-stark": "Robb Stark", "winterfell": "Winterfell",
        });
        read(what, &guide, &names, &["planning", "marches", "westeros-1"], reader)
    }

    fn about(
        ids: &[&str],
        topics: &[&str],
        scenes: &[&str],
        stages: &[&str],
    ) -> Result<Subject, NotExplained> {
        let own = |list: &[&str]| list.iter().map(|id| (*id).to_owned()).collect();
        Ok(Subject { ids: own(ids), topics: own(topics), scenes: own(scenes), stages: own(stages) })
    }

    #[test]
    fn people_may_ask_as_they_speak() {
        assert_eq!(ask("the battle at Moat Cailin", None), about(&["moat-cailin"], &[], &["battle"], &[]));
        assert_eq!(ask("Why did I lose Moat Cailin?", None), about(&["moat-cailin"], &[], &[], &[]));
        assert_eq!(ask("why is my supply 3?", Some("stark")), about(&["stark"], &["supply"], &[], &[]));
        assert_eq!(ask("supply stark", None), about(&["stark"], &["supply"], &[], &[]));
        assert_eq!(ask("Stark's supply", None), about(&["stark"], &["supply"], &[], &[]));
        assert_eq!(ask("the twins", None), about(&["the-twins"], &[], &[], &[]));
        assert_eq!(ask("Robb", None), about(&["robb-stark"], &[], &[], &[]));
        assert_eq!(ask("Stark", None), about(&["stark"], &[], &[], &[]));
        assert_eq!(ask("planning", None), about(&[], &[], &[], &["planning"]));
        assert_eq!(ask(" ", None), Ok(Subject::default()));
    }

    /// A house or an area may be called as a topic is: who writes that word asks about it.
    #[test]
    fn a_name_wins_over_a_topic_that_is_spelled_alike() {
        let guide = guide_in("thrones-1e", None).unwrap();
        let names = json!({"power-of-the-north": "Power", "wall": "The Wall", "tracks": "Some Tracks"});
        let ask = |what: &str| read(what, &guide, &names, &["planning"], None);
        assert_eq!(ask("power"), about(&["power-of-the-north"], &[], &[], &[]));
        assert_eq!(ask("wall"), about(&["wall"], &[], &[], &[]));
        assert_eq!(ask("tracks"), about(&["tracks"], &[], &[], &[]));
        assert_eq!(ask("barrels"), about(&[], &["supply"], &[], &[]));
    }

    /// The words of the table of orders, as one and as many, are topics of every game that has orders.
    #[test]
    fn people_may_ask_about_every_kind_of_order() {
        let mut games = 0;
        for game in ["thrones-1e", "thrones-2e", "thrones-nine", "beyond-the-wall", "westeros-and-the-north"]
        {
            let guide = guide_in(game, None).unwrap();
            for (word, topic) in [
                ("raid", "raids"),
                ("march", "marches"),
                ("support", "supports"),
                ("defense", "orders"),
                ("consolidate power", "power"),
            ] {
                for what in
                    [word.to_owned(), format!("{word} order"), format!("the {word} orders"), topic.to_owned()]
                {
                    let found = read(&what, &guide, &json!({}), &[], None);
                    assert_eq!(found, about(&[], &[topic], &[], &[]), "{game}: {what}");
                    games += 1;
                }
            }
        }
        assert_eq!(games, 100);
    }

    #[test]
    fn the_subject_of_an_angry_text_is_found() {
        let guide = guide_in("thrones-1e", None).unwrap();
        let names = json!({"moat-cailin": "Moat Cailin", "stark": "Stark", "robb-stark": "Robb Stark"});
        let found = |text: &str| subject_in(text, &guide, &names);
        assert_eq!(found("The battle at Moat Cailin is WRONG!!"), "battle moat-cailin");
        assert_eq!(found("I had Robb there, at moat cailin; $(rm -rf ~) `x`"), "robb-stark");
        assert_eq!(found("Why is Stark's supply 3?"), "supply stark");
        assert_eq!(found("what on earth?"), "");
        // The Blade's own steps name a house, and not its card.
        assert_eq!(found("Robb should not have the Blade, Stark said nothing about it"), "blade");
        assert_eq!(found("Who used the Valyrian Steel Blade? Stark?"), "blade stark");
        // The result can be read again.
        let again = ask("battle moat-cailin", None);
        assert_eq!(again, about(&["moat-cailin"], &[], &["battle"], &[]));
    }

    #[test]
    fn a_near_miss_is_an_error() {
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
