//! Places of the sheet that were filled in as one would say it: `Winterfell: march +1 to Karhold`, `marches: Winterfell ->
//! Karhold`. What the form of a section does not allow is read as a free line, and counts if that is understood whole.

use super::reader::Reader;
use crate::games::thrones::data::Heading;
use crate::games::thrones::people::plan::language::{self, SECTIONS, Section};
use crate::games::thrones::people::plan::typed::read_under;
use crate::sheet::{Content, Fault, Node, Span};
use crate::table::{LineFate, TypedLine};

/// The most places of a section that are read so; nobody fills in more than there are areas.
const MOST: usize = 40;

/// What a section says with its places read as lines.
#[derive(Default)]
struct Reworded {
    /// What the lines say of other sections: the march of an order.
    others: Vec<(Section, Node)>,
    remarks: Vec<Fault>,
    /// The number of places that were read.
    read: usize,
}

impl Reader<'_> {
    /// Reads a section by its form; where that fails, the places at fault are read as lines. Returns what those say of other
    /// sections.
    pub(super) fn section_in_words(
        &mut self,
        section: Section,
        key: &Node,
        value: &Node,
    ) -> Vec<(Section, Node)> {
        let before = self.mark();
        self.section(section, value);
        let wrong: Vec<Span> = self.errors_since(before.faults);
        if wrong.is_empty() {
            return Vec::new();
        }
        let mut reworded = Reworded::default();
        let Some(said) = self.reworded(section, (key, value), &wrong, &mut reworded) else {
            return Vec::new();
        };
        let by_form = self.take_back(&before);
        if !said.is_empty() {
            // What is written under orders is one.
            let said = if section == Section::Orders { said.written() } else { said };
            self.section(section, &said);
        }
        if self.errors_since(before.faults).len() < wrong.len() {
            self.faults.extend(reworded.remarks);
            return reworded.others;
        }
        // What the lines say is not legal either: the form is explained.
        self.take_back(&before);
        self.give_back(by_form);
        Vec::new()
    }

    fn errors_since(&self, faults: usize) -> Vec<Span> {
        self.faults
            .iter()
            .skip(faults)
            .filter(|fault| fault.is_error())
            .filter_map(|fault| fault.span)
            .collect()
    }

    /// Returns a section with what its places say as lines; `None` if no line could be read.
    fn reworded(
        &self,
        section: Section,
        (key, value): (&Node, &Node),
        wrong: &[Span],
        more: &mut Reworded,
    ) -> Option<Node> {
        let heading = heading(section)?;
        let is_wrong = |node: &Node| wrong.contains(&node.span);
        let content = match &value.content {
            Content::Text(_) | Content::Implied(_) => {
                let said = self.line(None, section, (key, value), more)?;
                return Some(said);
            }
            Content::List(members) if section == Section::Orders => {
                // Orders under bullets.
                let mut entries = Vec::new();
                for member in members {
                    match &member.content {
                        Content::Map(several) => {
                            more.read += 1;
                            entries.extend(several.iter().cloned());
                        }
                        Content::Text(_) => {
                            let said = self.line(Some(heading), section, (member, member), more)?;
                            entries.extend(said.entries().unwrap_or_default().iter().cloned());
                        }
                        _ => return None,
                    }
                }
                let flat = Node { span: value.span, content: Content::Map(entries) };
                let all: Vec<Span> = wrong.iter().copied().chain(places(&flat)).collect();
                return Some(self.reworded(section, (key, &flat), &all, more).unwrap_or(flat));
            }
            Content::List(members) => {
                let mut all = Vec::new();
                for member in members {
                    let said = Some(member).filter(|member| member.text().is_some() && is_wrong(member));
                    match said.and_then(|member| self.line(Some(heading), section, (member, member), more)) {
                        Some(said) => all.extend(said.members().iter().cloned()),
                        None => all.push(member.clone()),
                    }
                }
                Content::List(all)
            }
            Content::Map(entries) => {
                let (mut all, mut members) = (Vec::new(), Vec::new());
                for (name, place) in entries {
                    let said = Some(place).filter(|place| place.text().is_some() && is_wrong(place));
                    match said.and_then(|place| self.line(Some(heading), section, (name, place), more)) {
                        Some(Node { content: Content::Map(said), .. }) => all.extend(said),
                        Some(said) => members.extend(said.members().iter().cloned()),
                        None => all.push((name.clone(), place.clone())),
                    }
                }
                if members.is_empty() {
                    Content::Map(all)
                } else {
                    let left =
                        (!all.is_empty()).then_some(Node { span: value.span, content: Content::Map(all) });
                    Content::List(left.into_iter().chain(members).collect())
                }
            }
            Content::Empty => return None,
        };
        (more.read > 0).then_some(Node { span: value.span, content })
    }

    /// Reads a place as a line, with its name before it if it has one; returns what it says of its own section, which may be
    /// nothing. The line keeps the columns of the text, so that problems in it are shown at their place.
    fn line(
        &self,
        under: Option<Heading>,
        section: Section,
        (key, value): (&Node, &Node),
        more: &mut Reworded,
    ) -> Option<Node> {
        if more.read >= MOST {
            return None;
        }
        let mut text = String::new();
        let pad = |text: &mut String, column: usize| {
            let length = text.chars().count();
            text.extend(std::iter::repeat_n(' ', column.saturating_sub(length + 1)));
        };
        if key != value {
            let name = key.text()?;
            if key.span.line == value.span.line {
                pad(&mut text, key.span.column);
            }
            text += name;
            text.push_str(": ");
        }
        pad(&mut text, value.span.column);
        text += value.text()?;
        let lines = [TypedLine { text: &text, line: value.span.line }];
        let typed = read_under(self.board, self.seat, self.open, under, &lines);
        if typed.fates != [LineFate::Taken] || typed.faults.iter().any(Fault::is_error) {
            return None;
        }
        let names = language::names(SECTIONS);
        let mut own = Node { span: value.span, content: Content::Empty };
        for (name, said) in typed.tree?.entries()? {
            match names.find(name.text()?) {
                Ok(known) if known == section => own = said.clone(),
                Ok(known) => more.others.push((known, said.clone())),
                Err(_) => return None,
            }
        }
        more.remarks.extend(typed.faults);
        more.read += 1;
        Some(own)
    }
}

/// Returns where the places of a section are.
fn places(node: &Node) -> impl Iterator<Item = Span> {
    node.entries().unwrap_or_default().iter().map(|(_, place)| place.span)
}

/// Returns the heading under which the lines of a section are read; `None` for sections that only their form can fill.
fn heading(section: Section) -> Option<Heading> {
    Some(match section {
        Section::Orders => Heading::Orders,
        Section::Bids => Heading::Bids,
        Section::Ties => Heading::Ties,
        Section::Muster => Heading::Muster,
        Section::Disband => Heading::Disband,
        Section::Reward => Heading::Reward,
        Section::Raven => Heading::Raven,
        Section::Raids => Heading::Raids,
        Section::Marches => Heading::Marches,
        Section::Support => Heading::Support,
        Section::Battle => Heading::Battle,
        Section::Cards => Heading::Cards,
        Section::Retreat => Heading::Retreat,
        Section::Lose => Heading::Lose,
        _ => return None,
    })
}
