//! What entries other than orders mean in a position.

use super::{Made, Meaning};
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Area, AreaSet, Word};
use crate::games::thrones::people::plan::language::{
    self, AUCTIONS, BLADES, FAVOURS, LOOKS, LookWord, NONE, OTHERS, OTHERWISES, OWN, Section, unit_word,
};
use crate::games::thrones::people::plan::model::{Blade, Favour, Otherwise};
use crate::games::thrones::people::plan::northern::{CHOSEN, DECK, GIFTS, card_and_letter};
use crate::games::thrones::people::plan::typed::grammar::{Count, OrderSaid, Run};
use crate::games::thrones::people::plan::typed::tree::{Entry, Scope, text};
use crate::games::thrones::people::plan::typed::wishes::{About, Battles, Favoured, Member, Mustered, Wish};
use crate::sheet::{Content, Fault, Node, Refusal, Span, fold};
use crate::table::Open;

impl Meaning<'_> {
    /// Returns whom support is for beside what other lines say of areas and houses.
    pub(in super::super) fn favours(&self, own: Favour, others: Favour, run: Run) -> Vec<Entry> {
        let rule = |who: &[&str], favour| {
            let favour = text(self.span(run), language::word(FAVOURS, &favour));
            Entry::Keyed(Section::Support, self.first(who, run), favour)
        };
        vec![rule(OWN, own), rule(OTHERS, others)]
    }

    /// Returns the points that a list of new units costs, at most.
    fn price(&self, items: &[Mustered]) -> u16 {
        let price = |item: &Mustered| match item {
            Mustered::Nothing(_) => 0,
            Mustered::Upgrade { count: Count::Number(count), .. } => *count,
            Mustered::Upgrade { .. } => u16::MAX,
            Mustered::Units { unit, count, .. } => match count {
                Count::Number(count) => u16::from(self.board.world.unit(*unit).price).saturating_mul(*count),
                _ => u16::MAX,
            },
        };
        items.iter().map(price).fold(0, u16::saturating_add)
    }

    /// Returns the points that a Consolidate Power order without a star gives an area to muster with.
    fn plain_points(&self, area: Area) -> u8 {
        let (world, edition) = (&self.board.world, self.board.edition);
        let plain = world.all_orders().filter(|order| !world.token(*order).star);
        plain.map(|order| (edition.consolidates)(self.board, area, order).points).max().unwrap_or(0)
    }

    /// Makes the entries of a wish; `asked` are the questions of the sheet.
    pub(in super::super) fn wish(&mut self, wish: &Wish, asked: &[Open]) -> Made {
        Ok(match wish {
            Wish::Bid { auction, name, number, power, .. } if self.is_gift(*name, auction, asked) => {
                // How much of what is given must be said.
                if *power > 0 {
                    let (from, to) = (name.from.min(number.from), name.to.max(number.to));
                    return Err(self.unclear(Run { from, to }));
                }
                vec![Entry::Whole(Section::Gifts, text(self.span(*number), NONE))]
            }
            Wish::Bid { auction, name, number, power, side } => {
                self.auction_remark(*name, auction);
                self.power_remark(*number, *power);
                self.bid_for.push(auction.clone());
                let mut entries = vec![self.bid(*name, auction, *number, *power)];
                entries.extend(side.and_then(|(word, name)| self.attack_side(word, name, auction)));
                entries
            }
            Wish::BidsOn { on, number, power } => {
                let mut entries = Vec::new();
                for (auction, name) in on {
                    self.auction_remark(*name, auction);
                    self.bid_for.push(auction.clone());
                    entries.push(self.bid(*name, auction, *number, *power));
                }
                entries
            }
            Wish::Bids { numbers, apart } => return self.bids(numbers, *apart, asked),
            Wish::BidOthers { number, power, rest, tracks: only } => {
                // "Rest: none" below orders is none of bids.
                let bids = |open: &Open| open.seat == self.seat && open.kind == "bid";
                if *rest && self.bid_for.is_empty() && !asked.iter().any(bids) {
                    return Err(Fault::error(self.span(*number), Refusal::new("line-rest")));
                }
                // "Bid 0", "bids all 1" are for what is asked.
                let of_sheet = &self.grammar.asked.bids;
                let is_asked = |id: &&str| *rest || of_sheet.is_empty() || of_sheet.iter().any(|on| on == id);
                let tracks = AUCTIONS.iter().map(|(id, _)| *id).filter(|id| *id != language::WILDLINGS);
                let tracks = tracks.filter(is_asked);
                // "Rest zero" leaves out no bid; "2 on each of the others" is of the tracks.
                let wildlings =
                    asked.iter().any(|open| bids(open) && open.question["on"] == language::WILDLINGS);
                let alone =
                    !rest && !of_sheet.is_empty() && of_sheet.iter().all(|on| on == language::WILDLINGS);
                let all = tracks.chain(
                    Some(language::WILDLINGS).filter(|_| wildlings && (*power == 0 && !only || alone)),
                );
                let left = all.filter(|id| !self.bid_for.iter().any(|known| known == id));
                left.map(|id| self.bid(*number, id, *number, *power)).collect()
            }
            Wish::Muster { place, items } => return self.muster(*place, items),
            Wish::MusterMore { run, .. } => return Err(self.unclear(*run)),
            Wish::MusterAt { places, items } => {
                let mut entries = Vec::new();
                for place in places {
                    entries.extend(self.muster(Some(*place), items)?);
                }
                entries
            }
            Wish::Support { about, favoured } => return self.support(about, favoured),
            Wish::SupportAll(word, run) => {
                let (own, others) = match word {
                    Word::Own => (Favour::Always, Favour::Never),
                    Word::Ask => (Favour::Ask, Favour::Ask),
                    _ => (Favour::Never, Favour::Never),
                };
                self.favours(own, others, *run)
            }
            Wish::Tactic { battles, field, members } => {
                let scope = self.scope(*battles)?;
                let members =
                    members.iter().map(|member| self.member(member)).collect::<Result<_, Fault>>()?;
                vec![Entry::Tactic(scope, *field, members)]
            }
            Wish::Raven { place, order } => {
                let area = self.own_area(*place)?;
                vec![Entry::Keyed(Section::Raven, self.area_node(*place, area), self.order(*order))]
            }
            Wish::Look { run, then } => {
                let word = match then {
                    Some((Word::Under, _)) => LookWord::Under,
                    Some((Word::Top, _)) => LookWord::Top,
                    _ => LookWord::Ask,
                };
                let span = self.span(then.map_or(*run, |(_, run)| run));
                let key = text(self.span(*run), language::LOOK);
                vec![Entry::Keyed(Section::Raven, key, text(span, language::word(LOOKS, &word)))]
            }
            Wish::Choice { card, value } => {
                let key = text(self.span(*card), &self.grammar.name_of(*card).join(" "));
                vec![Entry::Keyed(Section::Choices, key, self.raw(*value))]
            }
            Wish::Ports { place, value } => {
                let said =
                    if self.said(*value).trim().is_empty() { NONE.to_owned() } else { self.said(*value) };
                let value = text(self.span(*value), &said);
                match place {
                    None => vec![Entry::Whole(Section::Ports, value)],
                    Some(place) => {
                        let area = self.area(*place, &[self.board.world.ports])?;
                        vec![Entry::Keyed(Section::Ports, self.area_node(*place, area), value)]
                    }
                }
            }
            Wish::Consolidate { place, order, items } => {
                let area = self.own_area(*place)?;
                let mut entries = Vec::new();
                if let Some(order) = order.filter(|_| self.board.stage <= Stage::Planning) {
                    // What musters is starred, whether the star is said or not; but the Others recruit a point without one.
                    let star = order.star || self.price(items) > u16::from(self.plain_points(area));
                    let order = self.order(OrderSaid { star, ..order });
                    entries.push(Entry::Order { area: self.area_node(*place, area), order, implied: false });
                }
                let builds = self.builds(area, items)?;
                entries.push(Entry::Listed(Section::Consolidate, self.area_node(*place, area), builds));
                entries
            }
            Wish::Ties(houses) => {
                for (seat, run) in houses {
                    let said = self.said(*run);
                    if self.grammar.seats.known(&said).is_none() && !self.grammar.word_is(Word::Own, *run) {
                        self.remark(*run, self.board.world.seat_name(*seat));
                    }
                }
                let house = |(seat, run): &(crate::table::Seat, Run)| {
                    Entry::Member(Section::Ties, text(self.span(*run), self.board.world.seat_id(*seat)))
                };
                houses.iter().map(house).collect()
            }
            Wish::Disband { unit, count, run, at } => {
                let what = self.units_at(*unit, *count, *at)?;
                vec![Entry::Member(Section::Disband, text(self.span(*run), &what))]
            }
            Wish::Quest(units) => return self.units_sent(std::slice::from_ref(units)),
            Wish::Reward(cards) => {
                let card = |run: &Run| Ok(Entry::Member(Section::Reward, self.card(*run)?));
                return cards.iter().map(card).collect();
            }
            Wish::Ability { card, value } => {
                let key = self.card(*card)?;
                vec![Entry::Keyed(Section::Abilities, key, self.raw(*value))]
            }
            Wish::North { section, key, value } => {
                let key = key.map(|key| text(self.span(key), self.said(key).trim()));
                let is_deck =
                    key.as_ref().is_none_or(|key| key.text().is_some_and(|said| fold(said) == DECK));
                let deck = if *section == Section::Tactics && is_deck { self.deck(*value) } else { None };
                // The deck may stand beside what is said of abilities.
                match (key, deck) {
                    // One below the other they are one deck.
                    (_, Some((span, cards))) => vec![Entry::Listed(*section, text(span, DECK), cards)],
                    (Some(key), None) => vec![Entry::Keyed(*section, key, self.raw(*value))],
                    (None, None) => vec![Entry::Whole(*section, self.raw(*value))],
                }
            }
            Wish::TacticFirst { card, target, gains } => return self.first_ability(*card, *target, *gains),
            Wish::TacticOn { card, target } if target.from == target.to => {
                vec![Entry::Whole(Section::Tactic, text(self.span(*card), self.said(*card).trim()))]
            }
            Wish::TacticOn { card, target } => {
                let (said, span) = (self.said(*card), self.span(*card));
                let bare = card_and_letter(&said).0;
                vec![
                    Entry::Supposed(Section::Tactic, text(span, bare)),
                    Entry::Keyed(Section::Tactics, text(span, said.trim()), self.raw(*target)),
                ]
            }
            Wish::TacticUsed { card, letters } => {
                let (said, span) = (self.said(*card), self.span(*card));
                let used = |key: &str, yes: bool| {
                    let value = if yes { language::YES } else { language::NO };
                    Entry::Keyed(Section::Tactics, text(span, key), text(span, value))
                };
                let mut entries = Vec::new();
                // "Encircle b never" does not play it.
                if letters.is_empty() || letters.iter().any(|(_, yes)| *yes) {
                    entries.push(Entry::Supposed(Section::Tactic, text(span, said.trim())));
                }
                match letters.as_slice() {
                    [] => {
                        let both = text(span, language::word(CHOSEN, &"both"));
                        entries.push(Entry::Keyed(Section::Tactics, text(span, said.trim()), both));
                    }
                    // The same for both is said of the card.
                    [(_, one), (_, other)] if one == other => entries.push(used(said.trim(), *one)),
                    all => entries.extend(all.iter().map(|(run, yes)| {
                        used(&format!("{} {}", said.trim(), self.said(*run).trim()), *yes)
                    })),
                }
                entries
            }
            Wish::TacticLettered { card, letters } => {
                let (said, span) = (self.said(*card), self.span(*card));
                let used = |(letter, value): &(Run, Run)| {
                    let key = format!("{} {}", said.trim(), self.said(*letter).trim());
                    Entry::Keyed(Section::Tactics, text(span, &key), self.raw(*value))
                };
                // Who uses neither of its abilities has not said that the card is to be played.
                let is_used = letters.iter().any(|(_, value)| !language::is_none(self.said(*value).trim()));
                let card = is_used.then(|| Entry::Supposed(Section::Tactic, text(span, said.trim())));
                card.into_iter().chain(letters.iter().map(used)).collect()
            }
            Wish::TacticRow(all) => self.abilities_said(all),
            Wish::QuestList(all) => return self.units_sent(all),
            Wish::Gift { what, name, number, count, to } => {
                let watch = self.board.world.north.as_ref().map(|north| north.watch);
                if let Some((seat, run)) = to.filter(|(seat, _)| Some(*seat) != watch) {
                    let why = Refusal::new("line-gift-to").with("house", self.board.world.seat_name(seat));
                    return Err(Fault::error(self.span(run), why));
                }
                let key = text(self.span(*name), language::word(GIFTS, &what.as_str()));
                let number = text(self.span(*number), &count.to_string());
                vec![Entry::Keyed(Section::Gifts, key, number)]
            }
            Wish::Otherwise(word, run) => {
                let what = if *word == Word::Ask { Otherwise::Ask } else { Otherwise::BestGuess };
                vec![Entry::Whole(
                    Section::Otherwise,
                    text(self.span(*run), language::word(OTHERWISES, &what)),
                )]
            }
            Wish::Nothing(section, run) => vec![Entry::Whole(*section, text(self.span(*run), NONE))],
        })
    }

    fn first(&self, words: &[&str], run: Run) -> Node {
        text(self.span(run), words.first().copied().unwrap_or_default())
    }

    /// Returns the cards of a deck with their place; `None` if one of them is not known.
    fn deck(&self, value: Run) -> Option<(Span, Vec<Node>)> {
        let (said, span) = (self.said(value), self.span(value));
        let cards = self.grammar.deck_named(&said)?;
        Some((span, cards.iter().map(|card| text(span, card)).collect()))
    }

    /// Returns tokens as they were typed: a list if commas are between them.
    pub(in super::super) fn raw(&self, run: Run) -> Node {
        let all = self.said(run);
        let bare = all.trim_matches(['[', ']', '(', ')', ' ']);
        let parts: Vec<Node> = bare.split(',').map(|part| text(self.span(run), part.trim())).collect();
        match parts.as_slice() {
            [_] => text(self.span(run), bare),
            _ => Node { span: self.span(run), content: Content::List(parts) },
        }
    }

    fn support(&mut self, about: &About, favoured: &Favoured) -> Made {
        let key = match about {
            About::Own(run) => self.first(OWN, *run),
            About::Others(run) => self.first(OTHERS, *run),
            About::House(seat, run) => text(self.span(*run), self.board.world.seat_id(*seat)),
            About::Place(run) => {
                let own: Vec<_> = self.board.held_by(self.seat).map(|(area, _)| area).collect();
                let borders = |all: AreaSet, area| all.or(self.board.world.borders(area));
                let near = own.iter().copied().fold(own.iter().copied().collect(), borders);
                let area = self.area(*run, &[near])?;
                self.area_node(*run, area)
            }
        };
        let value = match favoured {
            Favoured::House(seat, run) => text(self.span(*run), self.board.world.seat_id(*seat)),
            Favoured::Word(word, run) => {
                let favour = match word {
                    Word::Attacker | Word::Attacking => Favour::Attacker,
                    Word::Defender | Word::Defending => Favour::Defender,
                    Word::Ask => Favour::Ask,
                    Word::Never | Word::None | Word::No => Favour::Never,
                    Word::Own if matches!(about, About::Place(_)) => {
                        let own = self.first(OWN, *run);
                        return Ok(vec![Entry::Keyed(Section::Support, key, own)]);
                    }
                    Word::Own => return Err(self.unclear(*run)),
                    _ => Favour::Always,
                };
                text(self.span(*run), language::word(FAVOURS, &favour))
            }
        };
        Ok(vec![Entry::Keyed(Section::Support, key, value)])
    }

    pub(in super::super) fn scope(&mut self, battles: Battles) -> Result<Scope, Fault> {
        Ok(match battles {
            Battles::All => Scope::All,
            Battles::Attacking => Scope::Attacking,
            Battles::Defending => Scope::Defending,
            Battles::At(run) => {
                let area = self.area(run, &[])?;
                Scope::At(self.area_node(run, area))
            }
        })
    }

    fn member(&mut self, member: &Member) -> Result<Node, Fault> {
        Ok(match member {
            Member::Card(run) => self.card(*run)?,
            Member::Place(run) => {
                let area = self.area(*run, &[])?;
                self.area_node(*run, area)
            }
            Member::Unit(unit, run) => text(self.span(*run), unit_word(*unit, 1)),
            Member::Raw(run) => {
                let said = self.said(*run);
                // The word for drawing again, without saying when.
                let yes = self.grammar.word_is(Word::Redraw, *run);
                text(self.span(*run), if yes { language::YES } else { &said })
            }
            Member::Word(word, run) => {
                let blade = match word {
                    Word::Yes | Word::Always => Blade::Yes,
                    Word::No | Word::Never => Blade::No,
                    Word::Decides => Blade::IfItDecides,
                    _ => Blade::Ask,
                };
                text(self.span(*run), language::word(BLADES, &blade))
            }
        })
    }

    /// Finds a House card of one's own; one that is nearly written so counts if no other is.
    fn card(&mut self, run: Run) -> Result<Node, Fault> {
        let name = self.grammar.name_of(run).join(" ");
        let span = self.span(run);
        let card = match self.words.own_cards().find(&name) {
            Ok(card) => self.board.world.card(card).name.clone(),
            Err(miss) => {
                if let (crate::sheet::Miss::Unknown(_), Some((card, name))) =
                    (&miss, self.words.own_cards().meant(&name, |_| true))
                {
                    self.remark(run, &name);
                    return Ok(text(span, &self.board.world.card(card).name));
                }
                // "Vargo hote": the one word is enough.
                let first = Run { to: run.from + 1, ..run };
                if let Some(card) = self.words.own_cards().known(&self.grammar.name_of(first).join(" ")) {
                    let name = self.board.world.card(card).name.clone();
                    self.remark(run, &name);
                    return Ok(text(span, &name));
                }
                // "Florent": of the two the one in hand.
                if let crate::sheet::Miss::Ambiguous(names) = &miss {
                    let world = &self.board.world;
                    let hand =
                        self.board.houses[self.seat].hand.iter().map(|card| world.card(card).name.clone());
                    let held: Vec<String> = hand.filter(|name| names.contains(name)).collect();
                    if let [name] = held.as_slice() {
                        self.remark(run, name);
                        return Ok(text(span, name));
                    }
                }
                // "Rob" is cut.
                if let Some(card) = self.words.own_cards().begun(&name) {
                    let name = self.board.world.card(card).name.clone();
                    self.remark(run, &name);
                    return Ok(text(span, &name));
                }
                let names = match miss {
                    crate::sheet::Miss::Unknown(names) | crate::sheet::Miss::Ambiguous(names) => names,
                };
                let why = Refusal::new("plan-ambiguous-name").with("name", self.said(run));
                return Err(Fault::error(span, why.with("candidates", names)));
            }
        };
        Ok(text(span, &card))
    }
}
