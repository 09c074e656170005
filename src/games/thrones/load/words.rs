//! Reads the table of words of free lines, and the names of areas in it.

use crate::games::folder::{DataFault, Folder, fault, read};
use crate::games::thrones::data::{
    Around, AroundTopic, Form, Heading, LazyLexicon, Lexicon, OrderKind, Place, Spellings, Topic, Unit, Word,
};
use crate::sheet::{Entries, data, fold, is_built_in};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Names of areas, in place of those in the table.
const AREAS: &str = "words/areas.yaml";

/// Kinds of units besides those in the table.
const UNITS: &str = "words/units.yaml";

/// The table of the only language so far.
const ENGLISH: &str = "words/en.yaml";

type Forms<K> = BTreeMap<K, Vec<String>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[allow(dead_code, reason = "it says what the file is, to people and to this reader's check of fields")]
    language: String,
    articles: Vec<String>,
    openings: Vec<String>,
    closings: Vec<String>,
    polite: Vec<String>,
    vague: Vec<String>,
    unchanged: Vec<String>,
    passes: Vec<String>,
    forgets: Vec<String>,
    sent: Vec<String>,
    questions: Vec<String>,
    asides: Vec<String>,
    retractions: Vec<String>,
    chatter: Vec<String>,
    between: Vec<String>,
    reasons: Vec<String>,
    subjects: Vec<String>,
    chosen: Vec<String>,
    #[serde(rename = "around deck")]
    around_deck: Vec<String>,
    swaps: Vec<String>,
    swapping: Vec<String>,
    greetings: Vec<String>,
    corrections: Vec<String>,
    declines: Vec<String>,
    corrected: Vec<String>,
    #[serde(rename = "corrected behind")]
    corrected_behind: Vec<String>,
    wanting: Vec<String>,
    light: Vec<String>,
    #[serde(rename = "in case")]
    in_case: Vec<String>,
    mistaken: Vec<String>,
    talk: Vec<String>,
    unmeant: Vec<String>,
    #[serde(rename = "lead ins")]
    lead_ins: Vec<String>,
    oneself: Vec<String>,
    exclaims: Vec<String>,
    states: Vec<String>,
    pointing: Vec<String>,
    anew: Vec<String>,
    #[serde(rename = "not used")]
    not_used: Vec<String>,
    #[serde(rename = "when losing")]
    when_losing: Vec<String>,
    #[serde(rename = "power tokens")]
    power_tokens: Vec<String>,
    dictated: Forms<String>,
    hurried: BTreeMap<String, String>,
    #[serde(default)]
    around: AroundFile,
    common: Vec<Vec<String>>,
    numbers: BTreeMap<String, u8>,
    names: NamesFile,
    sections: Forms<Heading>,
    words: Forms<Word>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct AroundFile {
    cases: Vec<String>,
    idle: Vec<String>,
    stops: Vec<String>,
    adverbs: Vec<String>,
    apologies: Vec<String>,
    thanks: Vec<String>,
    last: Vec<String>,
    relative: Vec<String>,
    topics: BTreeMap<Topic, TopicFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TopicFile {
    says: Vec<String>,
    case: Vec<String>,
    idle: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamesFile {
    #[allow(dead_code, reason = "they are read before the others")]
    areas: Forms<String>,
    units: Forms<Unit>,
    kinds: Forms<String>,
    auctions: Forms<String>,
    gifts: Forms<String>,
}

/// The names of areas in the table alone.
#[derive(Deserialize)]
struct Areas {
    names: AreasOnly,
}

#[derive(Deserialize)]
struct AreasOnly {
    areas: Forms<String>,
}

/// Further names of areas, by id.
type AreaNames = BTreeMap<String, Vec<String>>;

/// Loads the table of words from the folder of a game, or of its main board, and the names of a second board besides.
/// Of units only those of the game have names: where there are no siege engines, "SE" is Storm's End.
///
/// # Errors
/// If the file is missing, or has a field that is not known.
pub(super) fn words(
    folder: Folder<'_>,
    second: Option<Folder<'_>>,
    areas: &[Place],
    (known, north): (Vec<Unit>, bool),
) -> Result<(AreaNames, LazyLexicon), DataFault> {
    let text = folder(ENGLISH).ok_or_else(|| fault(ENGLISH, "the file is missing"))?;
    // A game that shares the words of another may have its own areas.
    let mut names = match folder(AREAS).is_some() {
        true => read(folder, AREAS)?,
        false => match Entries::of(&text).and_then(|own| own.read(own.place("names")?)) {
            Some(AreasOnly { areas }) => areas,
            None => read::<Areas>(folder, ENGLISH)?.names.areas,
        },
    };
    if let Some(second) = second.filter(|second| second(AREAS).is_some()) {
        let own: Forms<String> = read(second, AREAS)?;
        names.extend(own);
    }
    let mut units: Forms<Unit> = Forms::new();
    for folder in std::iter::once(folder).chain(second).filter(|folder| folder(UNITS).is_some()) {
        units.extend(read::<Forms<Unit>>(folder, UNITS)?);
    }
    // A shared table may also name areas that are on another's board.
    names.retain(|id, _| areas.iter().any(|area| area.id == *id));
    for area in areas.iter().filter(|area| !area.also.is_empty()) {
        names.entry(area.id.clone()).or_default().extend(area.also.iter().cloned());
    }
    let (gifts, comes_with_us) = (second.is_some(), is_built_in(&text));
    let make = move || lexicon(&text, (units, &known), gifts, north);
    // What comes with the program has no fault, as a test says; a campaign's own copy is read before anybody plays by it.
    let lexicon = match comes_with_us {
        true => LazyLexicon::new(move || make().unwrap_or_default()),
        false => {
            let made = make()?;
            LazyLexicon::new(move || made)
        }
    };
    Ok((names, lexicon))
}

/// Returns the words as they are compared, which takes longer than to read the rest of a game; most plans have the form of the
/// order sheet and need none.
fn lexicon(
    text: &str,
    (units, known): (Forms<Unit>, &[Unit]),
    gifts: bool,
    north: bool,
) -> Result<Lexicon, DataFault> {
    let mut file: File = data(text).map_err(|why| fault(ENGLISH, why.to_string()))?;
    file.names.units.extend(units);
    file.names.units.retain(|unit, _| known.contains(unit));
    if !gifts {
        file.sections.remove(&Heading::Gifts);
        file.names.gifts.clear();
    }
    if !north {
        // Where there are none, such a heading is an ordinary word.
        file.sections
            .retain(|heading, _| !matches!(heading, Heading::Tactic | Heading::Tactics | Heading::Quest));
    }
    let kind = |(id, all): (String, Vec<String>)| {
        let kind = OrderKind::ALL.into_iter().find(|kind| kind.id() == id);
        let kind = kind.ok_or_else(|| fault(ENGLISH, format!("no order is called '{id}'")))?;
        Ok((kind, forms(&all)))
    };
    let kinds = std::mem::take(&mut file.names.kinds).into_iter().map(kind).collect::<Result<_, _>>()?;
    let mut lexicon = Lexicon {
        articles: file.articles.iter().map(|word| fold(word)).collect(),
        openings: forms(&file.openings),
        closings: forms(&file.closings),
        polite: forms(&file.polite),
        vague: forms(&file.vague),
        unchanged: forms(&file.unchanged),
        passes: forms(&file.passes),
        forgets: forms(&file.forgets),
        sent: forms(&file.sent),
        questions: forms(&file.questions),
        asides: forms(&file.asides),
        retractions: forms(&file.retractions),
        chatter: forms(&file.chatter),
        between: forms(&file.between),
        reasons: forms(&file.reasons),
        subjects: forms(&file.subjects),
        chosen: forms(&file.chosen),
        around_deck: forms(&file.around_deck),
        swaps: forms(&file.swaps),
        swapping: forms(&file.swapping),
        greetings: forms(&file.greetings),
        corrections: forms(&file.corrections),
        declines: forms(&file.declines),
        corrected: forms(&file.corrected),
        corrected_behind: forms(&file.corrected_behind),
        wanting: forms(&file.wanting),
        light: forms(&file.light),
        in_case: forms(&file.in_case),
        mistaken: forms(&file.mistaken),
        talk: forms(&file.talk),
        unmeant: forms(&file.unmeant),
        lead_ins: forms(&file.lead_ins),
        oneself: forms(&file.oneself),
        exclaims: forms(&file.exclaims),
        states: forms(&file.states),
        pointing: forms(&file.pointing),
        anew: forms(&file.anew),
        not_used: forms(&file.not_used),
        when_losing: forms(&file.when_losing),
        power_tokens: forms(&file.power_tokens),
        dictated: table(file.dictated),
        hurried: file.hurried,
        around: around(&file.around),
        common: file.common.iter().flatten().map(|word| fold(word)).collect(),
        numbers: file.numbers.iter().map(|(word, number)| (fold(word), *number)).collect(),
        units: table(file.names.units),
        kinds,
        auctions: table(file.names.auctions),
        gifts: table(file.names.gifts),
        sections: table(file.sections),
        words: table(file.words),
        reserved: BTreeSet::new(),
    };
    lexicon.reserved = reserved(&lexicon);
    Ok(lexicon)
}

/// Returns the words that stand alone in a table of words.
fn reserved(lexicon: &Lexicon) -> BTreeSet<String> {
    let is_spoken = |word: &&String| word.chars().count() != 2;
    let alone = |form: &'_ Form| match form.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    };
    // "Castle" and "bay" are also words of names.
    let words = lexicon.words.iter().filter(|(word, _)| !matches!(word, Word::Guard | Word::Guarded));
    let tables = words.map(|(_, forms)| forms).chain(lexicon.units.values()).flatten();
    let said = tables.chain(&lexicon.openings).chain(&lexicon.polite).filter_map(alone);
    let kinds: Vec<String> = lexicon.kinds.iter().flat_map(|(_, forms)| forms).filter_map(alone).collect();
    let plain = lexicon.articles.iter().chain(lexicon.numbers.keys()).chain(&lexicon.common);
    said.chain(plain.cloned()).chain(kinds.iter().filter(is_spoken).cloned()).collect()
}

fn around(file: &AroundFile) -> Around {
    let topic = |topic: &TopicFile| AroundTopic {
        says: forms(&topic.says),
        case: forms(&topic.case),
        idle: forms(&topic.idle),
    };
    Around {
        cases: forms(&file.cases),
        idle: forms(&file.idle),
        stops: forms(&file.stops),
        adverbs: forms(&file.adverbs),
        apologies: forms(&file.apologies),
        thanks: forms(&file.thanks),
        last: forms(&file.last),
        relative: forms(&file.relative),
        topics: file.topics.iter().map(|(key, words)| (*key, topic(words))).collect(),
    }
}

fn table<K: Ord>(map: Forms<K>) -> BTreeMap<K, Spellings> {
    map.into_iter().map(|(key, all)| (key, forms(&all))).collect()
}

fn forms(all: &[String]) -> Spellings {
    let mut each = Vec::with_capacity(all.len());
    for form in all {
        match form.contains('(') {
            true => alternatives(form, &mut String::new(), &mut |form| each.push(words_of(form))),
            false => each.push(words_of(form)),
        }
    }
    Spellings::new(each)
}

fn words_of(form: &str) -> Form {
    // A stroke behind a letter is a part of the word: `w/`.
    let word = |word: &str| match word.strip_suffix('/') {
        Some(letter) => fold(letter) + "/",
        None => fold(word),
    };
    form.split_whitespace().map(word).collect()
}

/// Gives all that a form stands for, behind what is before it: `if (he|she) (should|) attack` is four.
fn alternatives(form: &str, before: &mut String, give: &mut dyn FnMut(&str)) {
    let length = before.len();
    match form.split_once('(').and_then(|(plain, rest)| Some((plain, rest.split_once(')')?))) {
        Some((plain, (any, behind))) => {
            before.push_str(plain);
            let with_plain = before.len();
            for one in any.split('|') {
                before.push_str(one);
                alternatives(behind, before, give);
                before.truncate(with_plain);
            }
        }
        None => {
            before.push_str(form);
            give(before);
        }
    }
    before.truncate(length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_that_comes_with_the_program_has_no_fault() {
        let text = include_str!("../../../../games/thrones-1e/words/en.yaml");
        let all = lexicon(text, (Forms::new(), &Unit::ALL), true, true).unwrap();
        assert!(is_built_in(text) && !all.words.is_empty() && all.kinds.len() == OrderKind::ALL.len());
        // A campaign's own copy is refused before anybody plays by it.
        let folder = |file: &str| (file == ENGLISH).then(|| text.replace("articles:", "article:"));
        assert_eq!(words(&folder, None, &[], (Vec::new(), false)).map(|_| ()).unwrap_err().file, ENGLISH);
    }

    #[test]
    fn a_form_may_stand_for_several() {
        let all = forms(&["if (he|she) (should|) attack".to_owned(), "raid".to_owned()]);
        let said: Vec<String> = all.iter().map(|form| form.join(" ")).collect();
        let expected =
            ["if he should attack", "if she should attack", "if he attack", "if she attack", "raid"];
        assert_eq!(said, expected);
    }
}
