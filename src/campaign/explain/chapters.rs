//! The rules of a game in our own words (docs/rules), split into chapters that people can ask for.

use crate::sheet::{Miss, Names, fold};

/// The most paragraphs shown of those that speak of something.
const MOST_PASSAGES: usize = 8;
/// With fewer paragraphs about it, those that only speak of it are shown beside them.
const FEW_PASSAGES: usize = 4;

/// The chapters of a game's rules, in the order of the text.
pub struct Chapters {
    pub(super) chapters: Vec<Chapter>,
    /// What may stand before the number of a chapter of the game's own rulebook, as citations have it: `BW`.
    cited: Vec<&'static str>,
}

pub(super) struct Chapter {
    /// What stands before its number, where the game has several rulebooks: `2e`.
    mark: &'static str,
    /// The heading without its marks, such as `8 Battle`; with that of its rulebook, `2e 8 Battle`.
    pub(super) name: String,
    /// Markdown, without the heading.
    pub(super) lines: Vec<&'static str>,
}

impl Chapters {
    /// Returns the chapters of a game's rules; `None` if the program has no text of them.
    pub fn of(game: &str) -> Option<Chapters> {
        let own = chapters_of(crate::games::rules_text(game)?);
        let mut chapters = own;
        for base in crate::games::rules_bases(game) {
            let all = crate::games::rules_text(base.game).map(chapters_of).unwrap_or_default();
            let holds = all.into_iter().filter(|chapter| !base.replaced.contains(&chapter.name.as_str()));
            chapters.extend(holds.map(|chapter| chapter.marked(base.mark)));
        }
        let cited = crate::games::cited_as(game).collect();
        Some(Chapters { chapters, cited }).filter(|rules| !rules.chapters.is_empty())
    }

    /// Returns the headings.
    pub fn names(&self) -> Vec<String> {
        self.chapters.iter().map(|chapter| chapter.name.clone()).collect()
    }

    /// Returns a chapter in the markup of our messages. `name` is its number (`8`), a word of its heading (`battle`) or
    /// the number of a section (`8.6`), which returns that section alone. Where no heading has it (`garrison`), returns the paragraphs
    /// that are about it or, if there are none, speak of it.
    ///
    /// # Errors
    /// If no chapter or section has that name or speaks of it, or several chapters have the name.
    pub fn find(&self, name: &str) -> Result<String, Miss> {
        let name = name.trim();
        let own = self.cited.iter().find_map(|mark| {
            let (head, rest) = name.split_once(' ')?;
            head.eq_ignore_ascii_case(mark).then_some(rest.trim())
        });
        let name = own.unwrap_or(name);
        if let Some(section) = self.section(name) {
            return Ok(section);
        }
        let mut names = Names::new();
        for (at, chapter) in self.chapters.iter().enumerate() {
            names.add(&chapter.name, at);
            let bare = chapter.unmarked(&chapter.name).unwrap_or_default();
            if chapter.mark.is_empty() {
                names.words();
            }
            if let Some((number, title)) = bare.split_once(' ')
                && number.ends_with(|c: char| c.is_ascii_digit())
            {
                match chapter.mark {
                    "" => names.also(number).also(title),
                    mark => names.also(&format!("{mark} {number}")).short(title).words_of(title),
                };
            }
        }
        let at = match names.find(name) {
            Ok(at) => at,
            Err(miss @ Miss::Unknown(_)) => return self.passages(name).ok_or(miss),
            Err(miss) => return Err(miss),
        };
        let none = || Miss::Unknown(Vec::new());
        let chapter = self.chapters.get(at).ok_or_else(none)?;
        Ok(format!("### {}\n\n{}", chapter.name, marks(&chapter.lines)))
    }

    /// Returns the paragraphs that are about something, as their first words in bold say, and if they are few, the first of those that
    /// speak of it. A paragraph that ends with a colon has the list below it.
    fn passages(&self, topic: &str) -> Option<String> {
        let topic = bare(topic.strip_prefix("the ").unwrap_or(topic));
        if topic.trim().chars().count() < 3 {
            return None;
        }
        let speaks = |text: &str| bare(text).contains(&topic);
        let is_about = |paragraph: &&[&'static str]| {
            let head = paragraph.first().map_or("", |line| line.trim_start_matches("- "));
            let bold = head.strip_prefix("**").and_then(|head| head.split("**").next());
            bold.is_some_and(speaks)
        };
        let is_text = |paragraph: &&[&'static str]| !paragraph.iter().any(|line| line.starts_with("```"));
        let all: Vec<(&Chapter, &[&'static str])> = self
            .chapters
            .iter()
            .flat_map(|chapter| {
                let paragraphs = whole_paragraphs(&chapter.lines).into_iter().filter(is_text);
                paragraphs.map(move |paragraph| (chapter, paragraph))
            })
            .filter(|(_, paragraph)| speaks(&paragraph.join(" ")))
            .collect();
        let (about, beside): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(_, paragraph)| is_about(paragraph));
        let most = if about.is_empty() { MOST_PASSAGES } else { FEW_PASSAGES.saturating_sub(about.len()) };
        let shown = about.into_iter().chain(beside.into_iter().take(most));
        let mut text = String::new();
        let mut last = "";
        for (chapter, paragraph) in shown.take(MOST_PASSAGES) {
            if chapter.name != last {
                text += &format!("### {}\n\n", chapter.name);
                last = &chapter.name;
            }
            text += &format!("{}\n\n", marks(paragraph));
        }
        (!text.is_empty()).then(|| text.trim_end().to_owned())
    }

    /// Returns a section such as `8.6` or `2e 8.6`: from its number in bold to the next line that begins with one.
    fn section(&self, number: &str) -> Option<String> {
        // In some rulebooks each section is the member of a list.
        let bold = |line: &'static str| line.strip_prefix("- ").unwrap_or(line).strip_prefix("**");
        let is_head = |line: &'static str| {
            line.starts_with('#')
                || bold(line).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        self.chapters.iter().find_map(|chapter| {
            let number = chapter.unmarked(number)?;
            number.split_once('.')?;
            let is_it =
                |line: &&'static str| bold(line).is_some_and(|rest| rest.starts_with(&format!("{number} ")));
            let from = chapter.lines.iter().position(is_it)?;
            let lines = chapter.lines.get(from..)?;
            let end = lines.iter().skip(1).position(|line| is_head(line)).map_or(lines.len(), |at| at + 1);
            Some(format!("### {}\n\n{}", chapter.name, marks(lines.get(..end)?)))
        })
    }
}

/// Splits lines into paragraphs at empty lines; one that ends with a colon goes on with the next.
fn whole_paragraphs<'l>(lines: &'l [&'static str]) -> Vec<&'l [&'static str]> {
    let mut all: Vec<&[&'static str]> = Vec::new();
    let (mut from, mut is_blank) = (0, true);
    for (at, line) in lines.iter().enumerate() {
        let was_blank = std::mem::replace(&mut is_blank, line.trim().is_empty());
        if is_blank || !was_blank {
            continue;
        }
        let above = lines.get(from..at).unwrap_or_default();
        let goes_on =
            above.iter().rev().find(|line| !line.trim().is_empty()).is_none_or(|line| line.ends_with(':'));
        if !goes_on {
            all.push(above);
            from = at;
        }
    }
    all.push(lines.get(from..).unwrap_or_default());
    all
}

impl Chapter {
    fn marked(self, mark: &'static str) -> Chapter {
        let name = if mark.is_empty() { self.name } else { format!("{mark} {}", self.name) };
        Chapter { mark, name, ..self }
    }

    /// Returns a name or number without the mark of this chapter's rulebook; `None` if it is of another.
    fn unmarked<'n>(&self, name: &'n str) -> Option<&'n str> {
        let (mark, rest) = name.split_at_checked(self.mark.len())?;
        mark.eq_ignore_ascii_case(self.mark).then(|| rest.trim_start())
    }
}

/// Splits a text into its chapters. The lines before the first are about the file itself.
fn chapters_of(text: &'static str) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("## "), chapters.last_mut()) {
            (Some(name), _) => {
                chapters.push(Chapter { mark: "", name: name.trim().to_owned(), lines: Vec::new() })
            }
            (None, Some(chapter)) => chapter.lines.push(line),
            (None, None) => {}
        }
    }
    chapters
}

/// Converts the Markdown of docs/rules to the markup of our messages: links become their words, light emphasis is
/// dropped, numbered lists become plain lists, and each quotation becomes one line.
fn marks(lines: &[&str]) -> String {
    let mut all = String::new();
    let (mut fenced, mut quoting) = (false, false);
    for line in lines {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        if let Some(quoted) = line.strip_prefix('>').filter(|_| !fenced) {
            if quoted.trim().is_empty() {
                all.push_str("\n>\n");
                continue;
            }
            let lead = if quoting { " " } else { "> " };
            all.push_str(lead);
            all.push_str(quoted.trim());
            quoting = true;
            continue;
        }
        if std::mem::take(&mut quoting) {
            all.push('\n');
        }
        if !fenced && is_numbered(line) {
            all.push_str("- ");
        }
        all.push_str(line);
        all.push('\n');
    }
    let mut fenced = false;
    let mut out = String::new();
    for part in all.split_inclusive("```") {
        // Inside a fence only backslashes change: our markup would consume them.
        out.push_str(&if fenced { part.replace('\\', "\\\\") } else { plain(part) });
        fenced = part.ends_with("```") && !fenced;
    }
    out.trim_end().to_owned()
}

/// Returns the words of a text as they are compared, with a blank before and behind each; one and several are the same.
fn bare(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty());
    let one = |word: String| word.strip_suffix('s').map(str::to_owned).unwrap_or(word);
    let words: Vec<String> = words.map(|word| one(fold(word))).collect();
    format!(" {} ", words.join(" "))
}

fn is_numbered(line: &str) -> bool {
    line.split_once(". ").is_some_and(|(number, _)| {
        !number.is_empty() && number.len() < 3 && number.chars().all(|c| c.is_ascii_digit())
    })
}

/// Strips links and light emphasis from running text.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut exact = false;
    let mut light = false;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        if c == '`' {
            exact = !exact;
        }
        if !exact
            && c == '['
            && let Some((words, tail)) = link(rest)
        {
            out.push_str(&plain(words));
            rest = tail;
            continue;
        }
        if !exact && c == '*' {
            if let Some(tail) = after.strip_prefix('*') {
                out.push_str("**");
                rest = tail;
                continue;
            }
            let opens = !light
                && !out.ends_with(char::is_alphanumeric)
                && after.starts_with(|c: char| c.is_alphanumeric() || c == '(');
            if opens || light {
                light = opens;
            } else {
                out.push_str("\\*");
            }
            rest = after;
            continue;
        }
        out.push(c);
        rest = after;
    }
    out
}

/// Splits a link at the beginning of `text` into its words and the text after it.
fn link(text: &str) -> Option<(&str, &str)> {
    let (words, tail) = text.strip_prefix('[')?.split_once(']')?;
    let (_, tail) = tail.strip_prefix('(')?.split_once(')')?;
    Some((words, tail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::tests::outputs::{self, Scenario};
    use crate::report::markup::{Block, parse, text};

    #[test]
    fn every_chapter_of_every_game_can_be_had_by_its_name_and_reads_well() {
        let mut scenario = Scenario::new();
        for game in crate::games::ALL {
            let rules = Chapters::of(game.id).unwrap();
            assert!(rules.names().len() > 5);
            let all = rules.names().iter().map(|name| rules.find(name).unwrap()).collect();
            outputs::said(game.id, all);
            for name in rules.names() {
                let chapter = rules.find(&name).unwrap();
                assert!(chapter.starts_with(&format!("### {name}\n")), "{name}");
                let blocks = parse(&chapter);
                assert!(blocks.len() > 1, "{name}: {blocks:?}");
                let said = text(&blocks);
                for line in said.lines() {
                    assert!(unicode_width::UnicodeWidthStr::width(line) <= 72, "{name}: {line}");
                    assert!(!line.contains("](") && !line.contains("**"), "{name}: {line}");
                }
            }
        }
        scenario.ends(Vec::new);
    }

    /// A star between words is no mark, and one pair around words is taken out.
    #[test]
    fn stars_that_emphasise_nothing_stay() {
        for (text, is) in [
            ("*Jon Snow* fights", "Jon Snow fights"),
            ("(*one*) and *two*.", "(one) and two."),
            ("*(aside)*", "(aside)"),
            ("2 * 3 * 4", "2 \\* 3 \\* 4"),
            ("a star: *", "a star: \\*"),
            ("march+1*", "march+1\\*"),
            ("**bold** stays", "**bold** stays"),
            ("`a * b` stays", "`a * b` stays"),
        ] {
            assert_eq!(plain(text), is, "{text}");
        }
    }

    /// A section ends where the next one or another heading begins, in every rulebook.
    #[test]
    fn every_section_of_every_game_is_had_alone() {
        let (mut count, mut last) = (0, 0);
        for game in crate::games::ALL {
            let rules = Chapters::of(game.id).unwrap();
            for chapter in &rules.chapters {
                let numbers = chapter.lines.iter().filter_map(|line| {
                    let bold = line.strip_prefix("- ").unwrap_or(line).strip_prefix("**")?;
                    let number = bold.split(' ').next()?;
                    (number.contains('.') && number.starts_with(|c: char| c.is_ascii_digit()))
                        .then_some((line, number))
                });
                for (line, number) in numbers {
                    let Some(section) = rules.section(&format!("{} {number}", chapter.mark)) else {
                        continue;
                    };
                    count += 1;
                    let heads = section.lines().filter(|line| line.starts_with('#')).count();
                    let bold = |line: &&str| line.trim_start_matches("- ").starts_with("**");
                    let begun = section.lines().filter(bold).filter(|line| {
                        line.trim_start_matches(['-', ' ', '*']).starts_with(|c: char| c.is_ascii_digit())
                    });
                    assert_eq!((heads, begun.count()), (1, 1), "{} {number}: {line}\n{section}", game.id);
                    let lines = chapter.lines.iter().position(|other| other == line).unwrap();
                    let below = chapter.lines.iter().skip(lines + 1);
                    last += usize::from(below.clone().any(|line| line.starts_with('#')));
                }
            }
        }
        assert!(count > 100, "{count}, {last}");
    }

    #[test]
    fn what_no_chapter_is_called_by_is_found_in_the_text() {
        let king = Chapters::of("king-is-dead").unwrap();
        for (name, begins, holds) in [
            ("garrison", "### The action cards\n\n**Garrison.**", "two followers of one region"),
            ("the Garrison", "### The action cards\n\n**Garrison.**", "**Ambassador.**"),
            ("saxons", "### ", "Saxons"),
        ] {
            let found = king.find(name).unwrap();
            assert!(found.starts_with(begins) && found.contains(holds), "{name}: {found}");
        }
        let thrones = Chapters::of("thrones-1e").unwrap();
        let cards = thrones.find("House cards").unwrap();
        assert!(
            !cards.split("\n\n").any(|paragraph| paragraph.ends_with(':') && cards.ends_with(paragraph)),
            "{cards}"
        );
        assert!(cards.contains("- ") && cards.matches("House card").count() > 4, "{cards}");
        assert!(thrones.find("siege of Troy").is_err() && thrones.find("it").is_err());
        for game in crate::games::ALL {
            let rules = Chapters::of(game.id).unwrap();
            for topic in ["winner", "order", "card", "deadline"] {
                let Ok(found) = rules.find(topic) else { continue };
                assert!(text(&parse(&found)).lines().count() < 200, "{}, {topic}", game.id);
            }
        }
    }

    #[test]
    fn emphasis_goes_and_a_star_between_words_stays() {
        for (written, shown) in [
            ("*Winter* (*soon*)", "Winter (soon)"),
            ("2*3", "2\\*3"),
            ("**bold**", "**bold**"),
            ("`a*b*`", "`a*b*`"),
        ] {
            assert_eq!(plain(written), shown, "{written}");
        }
    }

    #[test]
    fn chapters_of_several_rulebooks_go_by_the_marks_that_citations_have() {
        let rules = Chapters::of("westeros-and-the-north").unwrap();
        let head = |name: &str| rules.find(name).unwrap().lines().next().unwrap().to_owned();
        assert_eq!(head("5"), "### 5 Gifts");
        assert_eq!(head("gifts"), "### 5 Gifts");
        assert_eq!(head("2e 8"), "### 2e 8 Battle");
        assert_eq!(head("BW 9"), "### BW 9 Battle");
        assert_eq!(head("bw 6"), "### BW 6 Tactic cards");
        assert_eq!(head("N3"), "### N3 The new House cards");
        assert!(rules.find("4.5").unwrap().contains("The wildlings attack."));
        assert!(!rules.find("4.5").unwrap().contains("**4.6"));
        assert!(rules.find("2e 8.7").unwrap().starts_with("### 2e 8 Battle\n"));
        assert!(rules.find("bw 9.5").unwrap().starts_with("### BW 9 Battle\n"));
        assert_eq!(head("WN 5"), "### 5 Gifts");
        // A rulebook's own mark may be written too, since citations have it.
        for (game, name, head) in [
            ("beyond-the-wall", "BW 10", "### 10 Consolidate Power"),
            ("beyond-the-wall", "bw 9.5", "### 9 Battle"),
            ("thrones-2e", "2e 8", "### 8 Battle"),
            ("thrones-nine", "2e 8", "### 8 Battle"),
            ("thrones-nine", "nine N3", "### N3 The new House cards"),
            ("thrones-1e", "1e 8", "### 8 Battle"),
        ] {
            let found = Chapters::of(game).unwrap().find(name).unwrap();
            assert!(found.starts_with(&format!("{head}\n")), "{game}, {name}: {found}");
        }
        // Both boards have battles.
        assert!(matches!(rules.find("battle"), Err(Miss::Ambiguous(_))), "{:?}", rules.find("battle"));
    }

    #[test]
    fn chapters_go_by_number_and_word_and_sections_by_number() {
        let rules = Chapters::of("thrones-1e").unwrap();
        let head = |name: &str| rules.find(name).unwrap().lines().next().unwrap().to_owned();
        assert_eq!(head("8"), "### 8 Battle");
        assert_eq!(head("battle"), "### 8 Battle");
        assert_eq!(head("Consolidate"), "### 9 Consolidate Power");
        assert_eq!(head("neutral forces"), "### 11 Neutral forces, fewer houses");
        let section = rules.find("8.6").unwrap();
        assert!(section.contains("**8.6 Casualties.**") && !section.contains("8.7"), "{section}");
        assert!(section.contains("> **Example (casualties).** Lannister"), "{section}");
        assert!(rules.find("9.9").is_err());
        match rules.find("batle") {
            Err(Miss::Unknown(near)) => assert_eq!(near, ["8 Battle"]),
            other => panic!("{other:?}"),
        }
        assert!(Chapters::of("chess").is_none());
    }

    #[test]
    fn markdown_becomes_marks() {
        assert_eq!(
            plain("a *city* or `march*` and raid* [here](#x), **so**"),
            "a city or `march*` and raid\\* here, **so**"
        );
        let blocks = parse(&marks(&["> one", "> two", "", "1. first", "   more", "2. second"]));
        assert!(
            matches!(blocks.as_slice(), [Block::Quote(lines), Block::List(items)] if lines.len() == 1 && items.len() == 2),
            "{blocks:?}"
        );
    }
}
