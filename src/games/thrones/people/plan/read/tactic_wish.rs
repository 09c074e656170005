//! What an ability of a tactic card is used on, as people write it: `Antler to Ice River`, `a footman at Milkwater`, `swap for Coup de
//! Main`, `down 1 on the Fiefdoms`. Rules: BW, Tactic cards.

use super::reader::Reader;
use crate::games::thrones::data::{Area, Letter, TacticId};
use crate::games::thrones::people::plan::language::{self, ASK_ME, NONE, TRACKS, is_none};
use crate::games::thrones::people::plan::model::{ASK, Wish};
use crate::games::thrones::people::plan::northern::{
    ATTACK_SIDES, CHOSEN, DOWNWARDS, OUT_OF, TACTIC_FILLERS, TACTICS_FORM, UNITS_AND, UPWARDS, USE_IT, WAYS,
    ability_id, bare, card_and_letter, party,
};
use crate::games::thrones::people::plan::words::{Count, count_and_unit};
use crate::sheet::{Node, Refusal, fold, truth, whole_number};

/// The tactic card that goes down on one track and up on another.
const CHANGES_PLACES: &str = "coup-de-main";
/// Its tracks.
const PLACES_ON: [&str; 2] = ["iron-throne", "fiefdoms"];
/// The choice of both opponents.
pub(super) const BOTH: &str = "both";
/// The ability that has it.
pub(super) const TAKES_FROM_BOTH: (&str, Letter) = ("pillage", Letter::A);
/// The tactic card whose units go into one area; those of others come out of one.
pub(super) const GATHERS: &str = "call-to-arms";
/// The fewest letters that stand for the words of an area.
const FEWEST_INITIALS: usize = 3;
/// The most words of a name.
const LONGEST: usize = 5;

impl Reader<'_> {
    /// Reads `always`, `never`, `ask`, or what an ability is used on, best first.
    pub(super) fn wish_of_tactic(&mut self, card: TacticId, node: &Node) -> Option<Wish> {
        if let Some(text) = node.text() {
            if is_none(text) {
                return Some(Wish::Use(false));
            }
            // "3" is a number to choose, and no truth.
            if whole_number(text).is_none()
                && (truth(text) == Some(true) || language::is_one_of(USE_IT, text))
            {
                return Some(Wish::Use(true));
            }
        }
        let mut wishes = Vec::new();
        if self.tactic_id(card) == CHANGES_PLACES
            && let said =
                node.members().iter().filter_map(|member| member.text()).collect::<Vec<_>>().join(", ")
            && let Some(change) = self.change_of_places(&said)
        {
            return Some(Wish::Choose(vec![change]));
        }
        let gathers = self.tactic_id(card) == GATHERS;
        for member in node.members() {
            let text = self.text(member, TACTICS_FORM)?;
            let found = [text, bare(text)].into_iter().find_map(|text| {
                let one = |id: String| vec![id];
                self.way(text, gathers).or_else(|| self.target(text).map(one)).or_else(|| self.party(text))
            });
            let Some(found) = found.or_else(|| self.named_among(text, gathers)) else {
                self.error(member.span, Refusal::new("plan-tactic-target").with("word", text));
                return None;
            };
            wishes.extend(found);
        }
        // How much it takes is not chosen: "take 1 power off the Others".
        let is_whom = |id: &String| id == BOTH || self.world.seat(id).is_some();
        if self.tactic_id(card) == TAKES_FROM_BOTH.0 && wishes.iter().any(is_whom) {
            wishes.retain(is_whom);
        }
        Some(Wish::Choose(wishes))
    }

    /// Returns the area that units leave and the one they go to, and which units if it says so, of `Antler to Ice River`,
    /// `a knight from Wall centre to the Gift`, `Wall centre to the Gift: 1 knight`.
    /// Where units are gathered, the area that they go to comes first.
    fn way(&self, text: &str, gathers: bool) -> Option<Vec<String>> {
        let (way, behind) = text.split_once(':').map_or((text, None), |(way, units)| (way, Some(units)));
        let (start, to) = WAYS.iter().find_map(|between| way.split_once(between))?;
        let north = || self.world.all_areas().filter(|area| self.world.is_north(*area)).collect();
        let area = |name: &str| {
            let found = self.words.areas.known(name.trim());
            let found = found.or_else(|| self.area_by_part(name.trim(), north()));
            found.or_else(|| self.area_by_initials(name)).map(|area| self.id(area))
        };
        let to = area(to)?;
        let behind = behind.map_or(Some(Vec::new()), |units| self.party(units))?;
        let parted = OUT_OF.iter().find_map(|between| start.rsplit_once(between));
        let way_of = |from: String, to: String| if gathers { vec![to, from] } else { vec![from, to] };
        let mut ids = match (parted, area(start)) {
            (_, Some(from)) => way_of(from, to),
            (Some((units, from)), None) => [way_of(area(from)?, to), self.party(units)?].concat(),
            // "All to Frostfangs".
            (None, None) => [vec![to], self.party(start)?].concat(),
        };
        ids.extend(behind);
        Some(ids)
    }

    /// Returns units as they stand among what an ability is used on: `a knight and 2 footmen`. All of them need not be named.
    fn party(&self, text: &str) -> Option<Vec<String>> {
        let (first, rest) = UNITS_AND
            .iter()
            .find_map(|between| text.split_once(between))
            .map_or((text, None), |(first, rest)| (first, Some(rest)));
        let mut all = match count_and_unit(&self.words.units, first.trim()).ok()? {
            (None, Count::All) => Vec::new(),
            (Some(unit), Count::All) => vec![party(unit, None)],
            (Some(unit), Count::Number(number)) if number > 0 => vec![party(unit, Some(number))],
            _ => return None,
        };
        if let Some(rest) = rest {
            all.extend(self.party(rest)?);
        }
        Some(all)
    }

    /// Returns what an ability may be used on, as questions write it; numbers as their digits.
    fn target(&self, text: &str) -> Option<String> {
        if language::is_one_of(ASK_ME, text) {
            return Some(ASK.to_owned());
        }
        if is_none(text) {
            return Some(NONE.to_owned());
        }
        if let Some(number) = whole_number(text) {
            return Some(number.to_string());
        }
        let words = &self.words;
        let (card, letter) = card_and_letter(text);
        let ability = words.tactics().known(card).zip(letter);
        let printed = self.world.north.as_ref();
        let ability = ability.zip(printed).map(|((card, letter), north)| ability_id(north, card, letter));
        let area = || words.areas.known(text).map(|area| self.id(area));
        let short = |text: &str| {
            let side = language::names(ATTACK_SIDES).known(text)?;
            printed.map(|north| if side == "watch" { north.watch } else { north.wildlings })
        };
        // "The Watch's 6a".
        let owner = text.strip_suffix("'s").or_else(|| text.strip_suffix('\'')).unwrap_or(text);
        let mut named = [text, owner].into_iter();
        let seat = named.find_map(|text| words.seats.known(text).or_else(|| short(text)));
        let seat = || seat.map(|seat| self.world.seat_id(seat).to_owned());
        let track = || language::names(TRACKS).known(text).map(str::to_owned);
        let order = || words.order(&self.world, text).ok().map(|order| self.world.token(order).id.clone());
        let tactic = || words.tactics().known(text).map(|card| self.tactic_id(card));
        let house_card = || words.cards().known(text).map(|card| self.world.card(card).id.clone());
        let chosen = || language::names(CHOSEN).known(text).map(str::to_owned);
        let found = ability.or_else(chosen).or_else(area).or_else(seat).or_else(track);
        let found = found.or_else(tactic).or_else(order).or_else(house_card);
        let part = || {
            let north = self.world.all_areas().filter(|area| self.world.is_north(*area)).collect();
            let found = self.area_by_part(text, north).or_else(|| self.area_by_initials(text));
            found.map(|area| self.id(area))
        };
        found.or_else(part)
    }

    /// Returns the only area of the north whose words begin with some letters: `LAW`.
    fn area_by_initials(&self, text: &str) -> Option<Area> {
        let said = text.trim();
        if said.chars().count() < FEWEST_INITIALS {
            return None;
        }
        let initials = |area: &Area| {
            let words = self.name(*area).split([' ', '-']).filter_map(|word| word.chars().next());
            words.filter(|letter| letter.is_uppercase()).collect::<String>()
        };
        let north = self.world.all_areas().filter(|area| self.world.is_north(*area));
        let mut all = north.filter(|area| initials(area).eq_ignore_ascii_case(said));
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    /// Returns what a text names among words that say nothing of their own, in its order, but what is left first: `a footman at
    /// Milkwater`, `attack the Haunted Forest from Giant's Stairs`. Where units are gathered, what they go to comes first. `None` if it has
    /// any other word, such as a "not".
    fn named_among(&self, text: &str, gathers: bool) -> Option<Vec<String>> {
        let words: Vec<&str> = text
            .split_whitespace()
            .map(|word| word.trim_matches(['.', '!', ':', ';', '(', ')', '"']))
            .filter(|word| !word.is_empty())
            .collect();
        let is_from = |word: &str| OUT_OF.iter().any(|from| from.trim().eq_ignore_ascii_case(word));
        let is_to = |word: &str| WAYS.iter().any(|way| way.trim().eq_ignore_ascii_case(word));
        let (mut named, mut left, mut at, mut leaves) = (Vec::new(), Vec::new(), 0, false);
        while at < words.len() {
            if language::is_one_of(TACTIC_FILLERS, words[at])
                || is_from(words[at])
                || gathers && is_to(words[at])
            {
                leaves = (leaves || is_from(words[at])) && !(gathers && is_to(words[at]));
                at += 1;
                continue;
            }
            let found = (1..=LONGEST.min(words.len() - at)).rev().find_map(|length| {
                let piece = words[at..at + length].join(" ");
                let one = |id: String| vec![id];
                let ids = self.target(&piece).map(one).or_else(|| self.party(&piece))?;
                Some((length, ids))
            });
            let (length, ids) = found?;
            let is_area = ids.first().is_some_and(|id| self.world.area(id).is_some());
            match leaves && is_area {
                // "From Thenn and Antler to Ice River".
                true if gathers => left.extend(ids),
                true => named.splice(0..0, ids).for_each(drop),
                false => named.extend(ids),
            }
            (at, leaves) = (at + length, leaves && gathers);
        }
        // What units leave does not say where they go.
        let is_area = |id: &String| self.world.area(id).is_some();
        let goes_nowhere = !left.is_empty() && !named.iter().any(is_area);
        named.extend(left);
        (!named.is_empty() && !goes_nowhere).then_some(named)
    }

    /// Returns which change of places on two tracks a text wants: `down 1 on the Fiefdoms`, `throne up`, `fiefdoms to throne by 1`.
    fn change_of_places(&self, text: &str) -> Option<String> {
        let words: Vec<&str> =
            text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect();
        // As the question writes it, or not at all.
        let exact =
            PLACES_ON.iter().any(|track| text.strip_prefix(track).is_some_and(|rest| rest.starts_with('-')));
        if exact || words.iter().any(|word| language::is_one_of(language::NOT, word)) {
            return exact.then(|| text.to_owned());
        }
        let numbers = &self.world.lexicon.numbers;
        let number = |word: &&str| {
            let number = whole_number(word).or_else(|| numbers.get(&fold(word)).copied().map(u64::from))?;
            (1..=2).contains(&number).then_some(number)
        };
        let places = words.iter().find_map(number).unwrap_or(1);
        let tracks = language::names(TRACKS);
        let (mut named, mut down): (Vec<(&str, Option<bool>)>, Option<bool>) = (Vec::new(), None);
        let mut at = 0;
        while at < words.len() {
            let way = match () {
                () if language::is_one_of(DOWNWARDS, words[at]) => Some(true),
                () if language::is_one_of(UPWARDS, words[at]) => Some(false),
                () => None,
            };
            let track = [2, 1].into_iter().find_map(|length| {
                let piece = words.get(at..at + length)?.join(" ");
                let track = tracks.known(&piece)?;
                PLACES_ON.contains(&track).then_some((length, track))
            });
            match (way, track) {
                (Some(way), _) => match named.last_mut() {
                    // "Throne up": behind the track, where nothing was said before it.
                    Some((_, said @ None)) => *said = Some(way),
                    _ => down = Some(way),
                },
                (None, Some((length, track))) => {
                    named.push((track, down.take()));
                    at += length - 1;
                }
                (None, None) => {}
            }
            at += 1;
        }
        let other = |track: &str| PLACES_ON.into_iter().find(|one| *one != track);
        let falls = match named.as_slice() {
            [(track, Some(true)), ..] | [_, (track, Some(true))] => *track,
            [(track, Some(false)), ..] | [_, (track, Some(false))] => other(track)?,
            // "From the Fiefdoms to the Throne".
            [(track, None), (_, None)] => *track,
            // One rises where one wants to be.
            [(track, None)] => other(track)?,
            _ => return None,
        };
        Some(format!("{falls}-{places}"))
    }
}
