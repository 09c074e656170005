//! House cards alone in a line: `Mag`, `Mormont, then Thorne`. They are those of the plan, best first, in every battle.

use crate::games::thrones::data::{Heading, Word};
use crate::games::thrones::people::plan::language::BattleField;
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens};
use crate::games::thrones::people::plan::typed::prose::wanting::without_wanting;
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::tree::{Entry, Scope};
use crate::games::thrones::people::plan::typed::wishes::{Battles, Member, Wish};
use crate::sheet::Node;
use crate::table::LineFate;
use winnow::stream::{Stream, TokenSlice};

impl Reader<'_> {
    /// Takes a line of nothing but names of one's own House cards. The name of a player, at the end of a message, is no card.
    pub(in super::super) fn cards_alone(&mut self, grammar: &Grammar<'_>, whole: Run) -> Option<LineFate> {
        if self.section.is_some() || grammar.line.number.is_some() || self.asked_first().is_some() {
            return None;
        }
        let said = grammar.line.text(whole.from, whole.to);
        if self.seats.known(said.trim_matches(|c: char| !c.is_alphanumeric())).is_some() {
            return None;
        }
        // "King of the Others in the battle".
        let there = self.battle_there(grammar);
        let said = there.as_ref().map_or(grammar.line, |(line, _)| line);
        let (line, in_case) = without_wanting(&Grammar { line: said, ..*grammar });
        let alone = Grammar { line: if in_case { &line } else { grammar.line }, ..*grammar };
        let grammar = &alone;
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        // "If it comes to a battle there I would like to play Tormund".
        if in_case && there.is_some() {
            let _ = grammar.word(Word::Card, input);
        }
        let mut members = Vec::new();
        // "First Eddard, then Robb".
        let is_ranked = grammar.word(Word::First, input).is_ok();
        while input.eof_offset() > 0 {
            let card = grammar.card(input).ok()?;
            // A word that is like a name is prose; so is one that a tactic card or an area has, too.
            let name = grammar.name_of(card).join(" ");
            if grammar.cards.known(&name).is_none()
                || grammar.tactics.known(&name).is_some()
                || grammar.areas.is_name(&name)
            {
                return None;
            }
            members.push(Member::Card(card));
            // "Stannis first, then Renly".
            if members.len() == 1 {
                let _ = grammar.word(Word::First, input);
            }
            let mut is_parted = input.eof_offset() == 0;
            let signs = [Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::Slash, Sign::Arrow];
            while grammar.signs(&signs, input).is_ok()
                || grammar.words(&[Word::Otherwise, Word::Else, Word::And], input).is_ok()
            {
                is_parted = true;
            }
            // "Mormont, then Thorne".
            self.openings(grammar, input);
            while grammar.form(&self.lexicon.closings, input).is_ok() {}
            if !is_parted && input.eof_offset() > 0 {
                return None;
            }
        }
        if members.is_empty() || is_ranked && members.len() < 2 {
            return None;
        }
        let wish = Wish::Tactic { battles: Battles::All, field: BattleField::Cards, members };
        let scope = self.scope.clone();
        if let Some((_, area)) = there.filter(|_| in_case) {
            self.scope = Scope::At(area);
        }
        let fate = self.take(grammar, Some(Heading::Cards), vec![Item::Wish(wish)]);
        self.scope = scope;
        Some(fate)
    }

    /// Returns where the battle is that a line is about, where the last march goes, and the line without the word for it: `if it comes to a
    /// battle there`.
    fn battle_there(&self, grammar: &Grammar<'_>) -> Option<(Line, Node)> {
        let length = grammar.form_at(&self.lexicon.in_case, 0)?;
        grammar.form_at(grammar.forms_of(Word::Behind), length).filter(|there| *there == 1)?;
        let march = self.entries.iter().rev().find_map(|entry| match entry {
            Entry::March { to: Some(to), .. } => Some(to.as_slice()),
            _ => None,
        });
        let [(area, _)] = march? else { return None };
        let mut line = grammar.line.clone();
        line.tokens.remove(length);
        Some((line, area.clone()))
    }
}
