//! Entries as the tree that the sheet's YAML would have given.

use crate::games::thrones::people::plan::language::{
    self, BATTLE_FIELDS, BattleField, FROM, MARCH_FIELDS, MarchField, RAID_AT, SECTIONS, Section,
};
use crate::games::thrones::people::plan::typed::shapes::Among;
use crate::sheet::{Content, Node, Span};

/// The battles that a wish is for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Scope {
    All,
    Attacking,
    Defending,
    /// The area, and its key in the section.
    At(Node),
}

/// An entry whose names are known, as nodes of the tree.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Entry {
    Order {
        area: Node,
        order: Node,
        implied: bool,
    },
    /// Units that stay, which is an order only with the order of another line.
    Stay {
        area: Node,
        stay: Node,
    },
    /// The same order in several areas. No entry of a plan by itself.
    All {
        said: Node,
        order: Node,
        of: Among,
    },
    /// A power token that stays in the area of a march, or in that of the march before it. No entry of a plan by itself.
    LeavePower {
        area: Option<Node>,
        said: Node,
    },
    /// Whether a power token stays where a march of an earlier message leaves.
    Token {
        area: Node,
        left: Node,
    },
    March {
        from: Node,
        to: Option<Vec<(Node, Node)>>,
        more: Vec<(MarchField, Node)>,
    },
    Raid {
        from: Node,
        at: Vec<Node>,
    },
    /// A key with its value.
    Keyed(Section, Node, Node),
    /// A key with a list, to which more may come.
    Listed(Section, Node, Vec<Node>),
    /// A member of a list.
    Member(Section, Node),
    /// A section with one value.
    Whole(Section, Node),
    /// A section with one value, if no other entry gives it.
    Supposed(Section, Node),
    Tactic(Scope, BattleField, Vec<Node>),
}

pub(super) fn text(span: Span, text: &str) -> Node {
    Node { span, content: Content::Text(text.to_owned()) }
}

fn list(members: Vec<Node>) -> Node {
    let span = members.first().map_or(Span { line: 1, column: 1, length: 1 }, |member| member.span);
    Node { span, content: Content::List(members) }
}

fn map(span: Span, entries: Vec<(Node, Node)>) -> Node {
    Node { span, content: Content::Map(entries) }
}

/// The wishes for some battles.
type Fields = Vec<(BattleField, Vec<Node>)>;

/// A section while it is gathered.
#[derive(Default)]
struct Gathered {
    entries: Vec<(Node, Node)>,
    members: Vec<Node>,
    whole: Option<Node>,
    first: Option<Span>,
}

/// Makes the tree of all entries, in the order in which they were written; `None` if there are none.
pub(super) fn tree(entries: Vec<Entry>) -> Option<Node> {
    let mut sections: Vec<(Section, Gathered)> = Vec::new();
    let mut battles: Vec<(Scope, Fields)> = Vec::new();
    let given: Vec<String> = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Order { area, implied: false, .. } => area.text().map(str::to_owned),
            _ => None,
        })
        .collect();
    for entry in entries {
        match entry {
            // What is given in so many words counts, and not what a march or raid goes without saying.
            Entry::Order { area, implied: true, .. }
                if area.text().is_some_and(|area| given.iter().any(|known| known == area)) => {}
            Entry::Order { area, order, implied: true } => {
                let content = order.text().map_or(Content::Empty, |order| Content::Implied(order.to_owned()));
                keyed(&mut sections, Section::Orders, area, Node { content, ..order });
            }
            // Alone they stay by no order there is, and the reader of plans says so.
            Entry::Order { area, order, .. } | Entry::Stay { area, stay: order } => {
                keyed(&mut sections, Section::Orders, area, order)
            }
            Entry::LeavePower { .. } | Entry::All { .. } => {}
            Entry::Keyed(section, key, value) => keyed(&mut sections, section, key, value),
            Entry::Listed(section, key, values) => {
                let all = &mut gathered(&mut sections, section, key.span).entries;
                match all.iter_mut().find(|(known, _)| known.text() == key.text()) {
                    Some((_, Node { content: Content::List(known), .. })) => known.extend(values),
                    _ => all.push((key, list(values))),
                }
            }
            Entry::March { from, to, more } => {
                let span = from.span;
                let word = |field: MarchField| text(span, language::word(MARCH_FIELDS, &field));
                let to = match to {
                    Some(steps) => map(span, steps),
                    None => text(span, language::NONE),
                };
                let mut fields = vec![(word(MarchField::From), from), (word(MarchField::To), to)];
                fields.extend(more.into_iter().map(|(field, value)| (word(field), value)));
                gathered(&mut sections, Section::Marches, span).members.push(map(span, fields));
            }
            Entry::Token { area, left } => {
                let (span, token) = (area.span, language::word(MARCH_FIELDS, &MarchField::LeavePower));
                let from = text(span, language::word(MARCH_FIELDS, &MarchField::From));
                let fields = vec![(from, area), (text(span, token), left)];
                gathered(&mut sections, Section::Marches, span).members.push(map(span, fields));
            }
            Entry::Raid { from, at } => {
                let span = from.span;
                let at = if at.is_empty() { text(span, language::NONE) } else { list(at) };
                let key = RAID_AT.first().copied().unwrap_or_default();
                let fields = vec![(text(span, FROM), from), (text(span, key), at)];
                gathered(&mut sections, Section::Raids, span).members.push(map(span, fields));
            }
            Entry::Member(section, node) => {
                gathered(&mut sections, section, node.span).members.push(node);
            }
            Entry::Whole(section, node) => {
                let span = node.span;
                gathered(&mut sections, section, span).whole = Some(node);
            }
            Entry::Supposed(section, node) => {
                gathered(&mut sections, section, node.span).whole.get_or_insert(node);
            }
            Entry::Tactic(scope, field, members) => {
                let at = battles.iter().position(|(known, _)| same(known, &scope)).unwrap_or_else(|| {
                    battles.push((scope, Vec::new()));
                    battles.len() - 1
                });
                let fields = &mut battles[at].1;
                match fields.iter_mut().find(|(known, _)| *known == field) {
                    Some((_, known)) if !matches!(field, BattleField::Blade | BattleField::Redraw) => {
                        known.extend(members)
                    }
                    Some((_, known)) => *known = members,
                    None => fields.push((field, members)),
                }
            }
        }
    }
    let mut all: Vec<(Node, Node)> =
        sections.into_iter().map(|(section, found)| one(section, found)).collect();
    all.extend(battle(battles));
    let span = all.first().map(|(key, _)| key.span)?;
    Some(map(span, all))
}

fn same(one: &Scope, other: &Scope) -> bool {
    match (one, other) {
        (Scope::At(one), Scope::At(other)) => one.text() == other.text(),
        (one, other) => one == other,
    }
}

fn gathered(sections: &mut Vec<(Section, Gathered)>, section: Section, span: Span) -> &mut Gathered {
    let at = sections.iter().position(|(known, _)| *known == section).unwrap_or_else(|| {
        sections.push((section, Gathered { first: Some(span), ..Gathered::default() }));
        sections.len() - 1
    });
    &mut sections[at].1
}

fn keyed(sections: &mut Vec<(Section, Gathered)>, section: Section, key: Node, value: Node) {
    let all = &mut gathered(sections, section, key.span).entries;
    // What is said twice in the same words is said once.
    let again = |(known, before): &(Node, Node)| {
        known.text() == key.text() && before.text() == value.text() && value.text().is_some()
    };
    if !all.iter().any(again) {
        all.push((key, value));
    }
}

fn one(section: Section, found: Gathered) -> (Node, Node) {
    let span = found.first.unwrap_or(Span { line: 1, column: 1, length: 1 });
    let key = text(span, language::word(SECTIONS, &section));
    // A wish for the raven is a mapping in a list.
    let value = if section == Section::Raven && !found.entries.is_empty() {
        list(found.entries.into_iter().map(|(key, value)| map(key.span, vec![(key, value)])).collect())
    } else if !found.entries.is_empty() {
        map(span, found.entries)
    } else if !found.members.is_empty() {
        list(found.members)
    } else {
        found.whole.unwrap_or(Node { span, content: Content::Empty })
    };
    (key, value)
}

fn battle(battles: Vec<(Scope, Fields)>) -> Option<(Node, Node)> {
    let fields = |fields: Fields| -> Vec<(Node, Node)> {
        let entry = |(field, mut members): (BattleField, Vec<Node>)| {
            let span = members.first().map_or(Span { line: 1, column: 1, length: 1 }, |member| member.span);
            let value = match (field, members.pop()) {
                (BattleField::Blade | BattleField::Redraw, Some(word)) => word,
                (_, last) => {
                    members.extend(last);
                    list(members)
                }
            };
            (text(span, language::word(BATTLE_FIELDS, &field)), value)
        };
        fields.into_iter().map(entry).collect()
    };
    let mut all = Vec::new();
    for (scope, wishes) in battles {
        let wishes = fields(wishes);
        let span = wishes.first().map_or(Span { line: 1, column: 1, length: 1 }, |(key, _)| key.span);
        match scope {
            Scope::All => all.extend(wishes),
            Scope::Attacking => {
                all.push((
                    text(span, language::word(BATTLE_FIELDS, &BattleField::Attacking)),
                    map(span, wishes),
                ));
            }
            Scope::Defending => {
                all.push((
                    text(span, language::word(BATTLE_FIELDS, &BattleField::Defending)),
                    map(span, wishes),
                ));
            }
            Scope::At(area) => {
                let key = format!("{} {}", language::AT_AREA, area.text().unwrap_or_default());
                all.push((text(area.span, &key), map(span, wishes)));
            }
        }
    }
    let span = all.first().map(|(key, _)| key.span)?;
    Some((text(span, language::word(SECTIONS, &Section::Battle)), map(span, all)))
}
