//! Free lines as turns: `1. pass`, `play Scots in Deva, summon Welsh`. A line counts only if every part of it is
//! understood; it becomes the tree that the sheet's YAML would have given, which the reader of plans checks.

mod changes;
mod condition;
mod corrected;
mod dictated;
mod example;
mod excepting;
mod exchange;
mod filled;
mod heading;
mod known;
mod near;
mod over;
mod part;
mod parts;
mod passing;
mod people;
mod placing;
mod prefix;
mod printed;
mod recalled;
mod respelt;
mod reworded;
mod saved;
mod secret;
mod sheet;
mod speaks;
mod steps;
mod summons;
mod talk;
#[cfg(test)]
mod tests;
mod thing;
mod tree;
mod turn;
mod words;

use super::language;
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::Card;
use crate::games::king_is_dead::data::language::{Instead, Key, TypedWord};
use crate::sheet::{Fault, Node, Refusal, Severity, truth};
use crate::table::{LONGEST_LINE, LineFate, Seat, Typed, TypedLine};
use corrected::without_smile;
use example::GAP;
use part::{Part, article, bullet, bulleted, cut, ends_of_words, unmarked};
use printed::with_texts;
use tree::Reader;
use turn::{Play, Turn};

pub use changes::read_changes;
pub use people::name_seats;

/// What the sheet has for "yes".
const YES: &str = "yes";

/// Why a part was not read.
enum Unread {
    /// It is none of a plan's business.
    Prose,
    /// It was meant as a turn.
    Unclear,
}

/// Takes the example out of a refusal that could not be sent as it stands.
fn only_if_read(board: &Board, seat: Seat, names: &[(String, Seat)], why: &mut Refusal) {
    let Some(example) = why.details().get("example").and_then(|example| example.as_str()) else { return };
    if example.contains(GAP) {
        return;
    }
    let mut reader = Reader::new(board, seat, names);
    if reader.as_written(TypedLine { text: example, line: 1 }) != LineFate::Taken {
        *why = why.clone().without("example");
    }
}

/// Reads free lines of a seat; `names` are names of seats beside those of the board.
pub fn read_typed(board: &Board, seat: Seat, names: &[(String, Seat)], lines: &[TypedLine<'_>]) -> Typed {
    let mut reader = Reader::new(board, seat, names);
    let texts = reader.as_we_print(lines);
    let lines = &with_texts(lines, &texts);
    let mut fates: Vec<LineFate> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        reader.is_last = lines.iter().skip(at + 1).all(|below| below.text.trim().is_empty());
        reader.below = lines.get(at + 1).map(|next| next.text.to_owned()).unwrap_or_default();
        fates.push(reader.line(*line));
    }
    reader.refuse_rest_of_list(lines, &fates);
    reader.leave_out_what_is_over();
    reader.tell_cut();
    reader.leave_lead_ins(lines, &mut fates);
    reader.tell_scrapped(lines, &mut fates);
    reader.hold_what_is_scrapped(lines, &mut fates);
    let mut secret = reader.secrets(lines, &fates);
    let all = reader.faults.iter_mut().map(|fault| &mut fault.why);
    all.chain(secret.iter_mut().map(|(_, why)| why)).for_each(|why| only_if_read(board, seat, names, why));
    Typed { tree: reader.tree(), fates, faults: reader.faults, secret }
}

impl<'a> Reader<'a> {
    pub(super) fn as_written(&mut self, line: TypedLine<'_>) -> LineFate {
        self.tries += 1;
        // What follows a hash is a note of the player's, as on the sheet.
        let text = without_smile(line.text.split(" # ").next().unwrap_or_default());
        let text = &self.without_possible(text);
        let is_prose =
            text.trim_start().starts_with(['>', '#']) || text.contains('?') || text.len() > 4 * LONGEST_LINE;
        if is_prose {
            return LineFate::NotMine;
        }
        let whole = Part { text, line: line.line, column: 1 }.after(0);
        let mut whole = self.behind_ordinal(bullet(whole));
        // A card is played only if it does something.
        if let Some(said) = self.before(TypedWord::Idle, whole) {
            whole = unmarked(said);
            if whole.text.is_empty() {
                return if self.turns.is_empty() { LineFate::NotMine } else { LineFate::Taken };
            }
        }
        if whole.text.is_empty() {
            self.open = None;
            return LineFate::NotMine;
        }
        if self.is(TypedWord::Headings, whole.text) {
            return LineFate::Taken;
        }
        if self.leads_in_turns(whole) {
            return LineFate::Taken;
        }
        if let Some(fate) = self.headed(whole).or_else(|| self.headed_by_region(whole)) {
            return fate;
        }
        if self.then_asks(whole) {
            return LineFate::Taken;
        }
        if self.announces_list(whole) {
            self.turns.clear();
            self.otherwise = None;
            return LineFate::Taken;
        }
        if self.takes_back(whole) {
            self.turns.clear();
            self.scrapped = None;
            self.otherwise = Some(whole.node(self.instead_word(Instead::Ask)));
            return LineFate::Taken;
        }
        if self.turns.is_empty() && self.scraps(unmarked(whole)) {
            self.scrapped = Some((whole.span(), whole.text.to_owned()));
            return LineFate::Taken;
        }
        if let Some(fate) =
            self.if_they_do(whole).or_else(|| self.with_card_spelt(whole)).or_else(|| self.unless_else(whole))
        {
            return fate;
        }
        if let Some(fate) = self.corrected(whole).or_else(|| self.steps(TypedLine { text, line: line.line }))
        {
            return fate;
        }
        if self.as_the_sheet(whole).is_some() {
            return LineFate::Taken;
        }
        self.excepting = false;
        let is_listed = bulleted(text);
        let pieces = self.pieces(whole);
        let before = (self.turns.len(), self.faults.len());
        let otherwise = self.otherwise.clone();
        // "2. Crown: swap …" below a whole turn is the card, and no part of that turn.
        let begins = is_listed && self.has_summoned() && self.begins_as_card(whole);
        let continues = matches!(self.turns.last(), Some(Turn::Play(_))) && !begins;
        let kept = self.turns.last().cloned();
        let mut led = false;
        for (number, piece) in pieces.iter().enumerate() {
            match self.piece(*piece, pieces.get(number + 1), number == 0 && !continues, before.0) {
                Ok(()) => led = true,
                Err(why) => {
                    // Nothing of a line counts that is not understood whole.
                    self.turns.truncate(before.0);
                    if let (Some(kept), Some(last)) = (kept, self.turns.last_mut()) {
                        *last = kept;
                    }
                    self.faults.truncate(before.1);
                    self.otherwise = otherwise;
                    self.open = None;
                    self.ahead.clear();
                    if self.dictated(whole) {
                        break;
                    }
                    let own = TypedLine { text, line: line.line };
                    if let Some(fate) = self.without_talk(own) {
                        return fate;
                    }
                    let tried = self.tried.take();
                    if tried.is_none()
                        && let Some(fate) = self.up_to_the_unread(own)
                    {
                        return fate;
                    }
                    let meant = led && self.begins(pieces[0].part)
                        || is_listed && before.0 > 0
                        || self.speaks_of_turns(text);
                    if matches!(why, Unread::Prose) && !meant && !(tried.is_some() && self.greeted) {
                        return LineFate::NotMine;
                    }
                    self.broken = true;
                    match tried {
                        Some((turns, faults)) => (self.turns, self.faults) = (turns, faults),
                        None => {
                            let why = self.unclear(piece.part.text, whole.text);
                            self.faults.push(Fault::error(piece.part.span(), why));
                        }
                    }
                    return LineFate::Faulty;
                }
            }
        }
        self.except((whole, is_listed), &pieces, before.0);
        let unsure =
            self.turns.iter().skip(before.0).any(Turn::is_cut_short) || self.passes_unless_then(before.0);
        if unsure {
            self.turns.truncate(before.0);
            self.faults.truncate(before.1);
            self.open = None;
            self.broken = true;
            let why = self.unclear(whole.text, whole.text);
            self.faults.push(Fault::error(whole.span(), why));
            return LineFate::Faulty;
        }
        if self.broken && self.turns.len() > before.0 {
            self.turns.truncate(before.0);
            self.faults.truncate(before.1);
            self.open = None;
            self.faults.push(Fault::error(whole.span(), Refusal::new("turn-after-unread")));
            return LineFate::Faulty;
        }
        self.hang_on_heading(before.0);
        LineFate::Taken
    }

    /// Says how much of a list stands whose rest could not be read.
    fn tell_cut(&mut self) {
        // A card whose summons nobody could read is no turn yet.
        while self.broken && self.turns.pop_if(|turn| !turn.is_whole()).is_some() {}
        if self.broken && !self.turns.is_empty() {
            let why = Refusal::new("turns-until-here").with("turns", self.turns.len());
            self.faults.push(Fault { span: None, why, suggestion: None, severity: Severity::Warning });
        }
    }

    pub(super) fn part(&mut self, part: Part<'_>, first: bool) -> Result<(), Unread> {
        // "Just for the summons" begins with a word that says nothing elsewhere.
        let is_for_summons = matches!(self.key(part), Some((Key::WithoutEffect, _)));
        let part = if is_for_summons { part } else { self.opened(part) };
        // "For my court: a Scot" begins with what "a Scot for my court" may end with.
        let part = if self.lexicon.keys.known(part.text).is_some() { part } else { self.closed(part) };
        if part.text.is_empty() {
            return Ok(());
        }
        // "Crown" is a card where no play is open, and the token of one where it is.
        // "Pass twice, then ask me".
        let may_ask = !self.turns.is_empty() && !first || part.text.contains(' ');
        if may_ask && self.asks(part) {
            return self.ask_then(part);
        }
        // "Without effect: yes".
        if self.open == Some(Key::WithoutEffect) && truth(part.text) == Some(true) {
            self.open = None;
            return Ok(());
        }
        // "otherwise: pass" is no turn.
        if self.open == Some(Key::Otherwise) {
            return self.otherwise(part);
        }
        let play = matches!(self.turns.last(), Some(Turn::Play(_))) && !first;
        if self.open == Some(Key::Play) {
            self.open = None;
            return self.card(part, true);
        }
        // "summon Welsh, else anybody" goes on with the wishes; "else ask" is said of the plan.
        if let (Some(key @ (Key::Summon | Key::Place)), Some(rest)) =
            (self.open, self.past(TypedWord::Else, part).filter(|rest| !rest.text.is_empty()))
            && self.lexicon.instead.known(self.opened(rest).text).is_none()
            && !matches!(self.key(self.opened(rest)), Some((Key::Pass, _)))
        {
            return self.set(key, rest);
        }
        match self.key(part) {
            Some((Key::Pass, rest)) => self.pass(part, rest),
            Some((Key::Play, rest)) if rest.text.is_empty() => {
                self.open = Some(Key::Play);
                Ok(())
            }
            Some((Key::Play, rest)) => self.card(rest, true),
            Some((Key::Otherwise, rest)) => self.otherwise(rest),
            // "… summon Scots, Welsh in Ratae, summon Welsh" may be two turns.
            Some((Key::Summon, rest)) if play && !rest.text.is_empty() && self.has_summoned() => {
                Err(Unread::Unclear)
            }
            Some((key, rest)) if play && key != Key::From && key != Key::To => self.set(key, rest),
            _ if self.open == Some(Key::Pass) => {
                let faults = self.faults.len();
                self.pass_for(part).or_else(|why| {
                    // "Pass, then Welsh in Ratae" goes on with the next turn and does not say how long.
                    self.faults.truncate(faults);
                    self.card(part, false).map_err(|_| why)
                })
            }
            _ if play && self.joins_court(part) => self.set(Key::Summon, part),
            _ if self.take_near(part, play) => Ok(()),
            _ => match (play, self.open) {
                (true, Some(key)) => match self.set(key, part) {
                    Ok(()) => Ok(()),
                    Err(_) => self.card(part, false),
                },
                (true, None) => match self.play_in(part) {
                    Ok(()) => Ok(()),
                    Err(_) => self.card(part, false),
                },
                _ => self.card(part, false),
            },
        }
    }

    /// Reads a card, and perhaps the regions behind it. A misspelt one counts only if the line says that it is played.
    fn card(&mut self, part: Part<'_>, said: bool) -> Result<(), Unread> {
        let part = article(&self.lexicon, part);
        let part = self.past(TypedWord::Own, part).filter(|rest| !rest.text.is_empty()).unwrap_or(part);
        let ends = ends_of_words(part.text);
        let found = ends.iter().rev().find_map(|end| {
            let text = part.text.get(..*end)?;
            Some((self.lexicon.cards.known(text)?, part.after(*end), cut(part, 0, *end), None))
        });
        let found = found.or_else(|| {
            let end = *ends.first()?;
            let name = cut(part, 0, end);
            let (card, meant) = self.lexicon.cards.meant(name.text, |_| true)?;
            // Behind a condition nothing but a turn can stand.
            let is_turn = said || !self.ahead.is_empty() && name.text.chars().count() >= near::SPELT;
            is_turn.then_some((card, part.after(end), name, Some(meant)))
        });
        let unread = || if said { Unread::Unclear } else { Unread::Prose };
        let Some((card, rest, name, guessed)) = found else { return Err(unread()) };
        if let Some(meant) = guessed {
            self.taken_as(name, &meant);
        }
        let text = self.lexicon.world.card_name(card).to_owned();
        let parts =
            std::mem::take(&mut self.ahead).into_iter().map(|(key, node)| (key, vec![node])).collect();
        self.turns.push(Turn::Play(Play { parts, ..Play::of(card, name.node(&text)) }));
        self.open = None;
        let rest = self.past(TypedWord::Card, rest).unwrap_or(rest);
        // "My other Settlement now".
        if rest.text.is_empty() || self.is(TypedWord::Fillers, rest.text) {
            return Ok(());
        }
        self.play_in(rest).map_err(|_| unread())
    }

    /// Reads `in Deva`, `all in Deva`, `Scots to Deva` behind a card.
    fn play_in(&mut self, part: Part<'_>) -> Result<(), Unread> {
        // "Garrison without effect".
        if let Some((Key::WithoutEffect, rest)) = self.key(part) {
            return self.set(Key::WithoutEffect, rest);
        }
        // "Crown: Deva <-> Ratae", "Crown: Deva and Ratae".
        let are_regions =
            |two: [Part<'_>; 2]| two.into_iter().all(|part| self.lexicon.regions.known(part.text).is_some());
        if self.swaps()
            && (self.changing_places(part).is_some() || self.two(part, &[]).is_some_and(are_regions))
        {
            return self.set(Key::Swap, part);
        }
        // "Garrison: 2 Scots from Deva for a Welsh from Ratae".
        if self.exchanges() {
            // "The Garrison to send two Welsh …".
            let sends = |part| matches!(self.key(part), Some((Key::Exchange | Key::Swap | Key::Give, _)));
            let part = self.past(TypedWord::To, part).filter(|rest| sends(*rest)).unwrap_or(part);
            return match self.key(part) {
                Some((key @ (Key::Exchange | Key::Swap | Key::Give), rest)) => self.set(key, rest),
                _ => self.exchange(part),
            };
        }
        // "The Settlement with all three in Deva", "the Welsh with two in Ratae".
        let tells_number =
            |part: Part<'_>| self.past(TypedWord::All, part).is_some() || self.number(part).is_some();
        let with = self.past(TypedWord::To, part).filter(|rest| tells_number(*rest));
        if let Some(region) = with.and_then(|rest| self.past(TypedWord::In, self.past(TypedWord::All, rest)?))
            && self.card_open() == Some(Card::Settlement)
        {
            return self.settle_all(region);
        }
        let part = with.unwrap_or(part);
        let part = self.past(TypedWord::All, part).unwrap_or(part);
        if let Some(rest) = self.past(TypedWord::In, part) {
            return self.set(Key::Place, rest);
        }
        self.set(Key::Place, part)
    }

    /// Returns a text with the names of seats in place of those of their players.
    pub(super) fn seated(&mut self, part: Part<'_>) -> String {
        let text = self.region_s_struggle(self.spelt(part.text));
        let (text, taken) = self.players.put_into(&text);
        for (name, seat) in taken {
            let why = Refusal::new("taken-as").with("name", name).with("as", seat).with("player", true);
            self.faults.push(Fault::warning(part.span(), why));
        }
        text
    }

    /// Reads a value under a key of the play that is open.
    fn set(&mut self, key: Key, part: Part<'_>) -> Result<(), Unread> {
        self.open = Some(key);
        if key == Key::WithoutEffect && (part.text.is_empty() || truth(part.text) == Some(true)) {
            return self.put(key, vec![part.node(YES)]);
        }
        if part.text.is_empty() {
            return Ok(());
        }
        let other = self.past(TypedWord::Else, part);
        let (is_else, part) = (other.is_some(), other.unwrap_or(part));
        match key {
            Key::Place => self.place(part),
            // "Ambassador: swap a Scot from Deva with a Welsh from Ratae".
            Key::Swap if self.exchanges() => self.exchange(part),
            // "Crown: exchange Deva and Ratae".
            Key::Exchange if self.swaps() => self.set(Key::Swap, part),
            Key::Swap => {
                let both = self.changing_places(part).map(|(one, other)| [one, other]);
                let regions = both.or_else(|| self.two(part, &[TypedWord::To])).ok_or(Unread::Unclear)?;
                let nodes: Option<Vec<Node>> = regions.into_iter().map(|part| self.region(part)).collect();
                self.put(key, nodes.ok_or(Unread::Unclear)?)
            }
            Key::Crown => {
                let part = self.past(TypedWord::In, part).unwrap_or(part);
                let node = self.region(part).ok_or(Unread::Unclear)?;
                self.put(key, vec![node])
            }
            Key::Exchange | Key::Give => self.exchange(part),
            Key::Take if self.exchanges() => {
                // "Take a Scot from Deva" summons.
                if language::followers(&self.lexicon, part.text).is_err() {
                    return Err(Unread::Unclear);
                }
                let taken = (Key::Take, part.node(part.text));
                let Some(Turn::Play(play)) = self.turns.last_mut() else { return Err(Unread::Unclear) };
                play.exchange.push(taken);
                Ok(())
            }
            Key::Take | Key::Summon => {
                let nodes = self.wished(part)?;
                if !is_else {
                    self.place_last_wish(part);
                }
                self.open = Some(Key::Summon);
                self.put(Key::Summon, nodes)
            }
            Key::If | Key::Unless | Key::When | Key::Until => {
                let text = self.seated(part);
                self.put(key, vec![part.node(&text)])
            }
            Key::WithoutEffect | Key::Or | Key::From | Key::To | Key::Turns | Key::Otherwise => {
                Err(Unread::Unclear)
            }
            Key::Pass | Key::Play => Err(Unread::Unclear),
        }
    }

    /// Returns `true` if the open play exchanges and has not said yet what comes back.
    fn exchanges(&self) -> bool {
        matches!(self.turns.last(), Some(Turn::Play(play)) if matches!(play.card, Card::Garrison | Card::Ambassador)
            && !play.exchange.iter().any(|(key, _)| *key == Key::Take))
    }

    /// Returns `true` if the open play swaps region cards.
    fn swaps(&self) -> bool {
        matches!(self.turns.last(), Some(Turn::Play(play)) if play.card == Card::Crown)
    }

    pub(super) fn put(&mut self, key: Key, mut nodes: Vec<Node>) -> Result<(), Unread> {
        let Some(Turn::Play(play)) = self.turns.last_mut() else { return Err(Unread::Prose) };
        match play.parts.iter_mut().find(|(known, _)| *known == key) {
            // Of several conditions all must hold.
            Some((_, all)) if matches!(key, Key::Place | Key::Summon | Key::Swap | Key::If) => {
                all.append(&mut nodes)
            }
            Some(_) => return Err(Unread::Unclear),
            None => play.parts.push((key, nodes)),
        }
        Ok(())
    }
}
