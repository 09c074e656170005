//! The parts of the form about orders, bids and mustering.

use super::{Maker, ids, section};
use crate::games::thrones::data::{Area, OrderId, OrderKind, Unit};
use crate::games::thrones::people::plan::language::{
    ALL, AUCTIONS, NONE, POWER, Section, UPGRADE_TO, WILDLINGS, unit_word, word,
};
use crate::games::thrones::people::plan::northern::GIFTS;
use crate::games::thrones::people::plan::{ANY_PORT, wish_word};
use crate::games::thrones::people::sheet::muster;
use crate::games::thrones::realm::planning::misplaced;
use crate::table::form::{Amounts, Build, BuildRow, Choice, Field, Part, Token, TokenRow};
use serde_json::{Map, Value, json};

impl Maker<'_> {
    /// Rules: 1e, Planning; R-07.
    pub(super) fn orders(&self) -> Option<Part> {
        let sheet = self.sheet.get("orders").filter(|orders| !orders.is_null())?;
        let tokens = sheet["tokens"].as_object()?;
        let token = |order: OrderId| {
            let token = self.world.token(order);
            let number = u32::try_from(tokens.get(&token.id)?.as_u64()?).ok()?;
            let (id, kind) = (token.id.clone(), token.kind.id().to_owned());
            Some(Token { id, number, star: token.star, kind })
        };
        let tokens: Vec<Token> = self.world.all_orders().filter_map(token).collect();
        let row = |row: &Value| {
            let area = self.world.area(row["area"].as_str()?)?;
            let legal = |token: &&Token| {
                let order = self.world.order(&token.id);
                order.is_some_and(|order| misplaced(self.board, area, order).is_none())
            };
            let legal = tokens.iter().filter(legal).map(|token| token.id.clone()).collect();
            Some(TokenRow { area: self.id(area), legal })
        };
        let rows = sheet["areas"].as_array()?.iter().filter_map(row).collect();
        let field = Field::Tokens {
            rows,
            stars: u32::try_from(sheet["stars"].as_u64()?).ok()?,
            everywhere: sheet["everywhere"] == true,
            none: NONE.to_owned(),
            refused: "no-order".to_owned(),
            tokens,
        };
        Some(
            Part::new("orders", &[section(Section::Orders)], &["orders"], field)
                .asked(self.asked("orders").is_some()),
        )
    }

    pub(super) fn bids(&self) -> Option<Part> {
        let power = u32::from(self.board.houses[self.seat].power);
        let row = |id: &str| Amounts {
            id: id.to_owned(),
            word: word(AUCTIONS, &id).to_lowercase(),
            most: power,
            // The wildlings' bid comes from what is left.
            shared: id != WILDLINGS,
            asked: self.all_asked("bid").any(|open| open.question["on"] == id),
        };
        let rows: Vec<Amounts> = ids(&self.sheet["bids"]).map(row).collect();
        let field = Field::Numbers { rows, purse: power };
        let part = Part::new("bids", &[section(Section::Bids)], &["bids"], field);
        ids(&self.sheet["bids"]).next().map(|_| part)
    }

    pub(super) fn gifts(&self) -> Option<Part> {
        let questions = self.sheet["gifts"].as_array()?;
        let row = |question: &Value| {
            let id = question["what"].as_str()?;
            Some(Amounts {
                id: id.to_owned(),
                word: word(GIFTS, &id).to_owned(),
                most: question["most"].as_u64().and_then(|most| u32::try_from(most).ok())?,
                shared: false,
                asked: self.all_asked("gift").any(|open| open.question["what"] == id),
            })
        };
        let rows: Vec<Amounts> = questions.iter().filter_map(row).collect();
        let purse = rows.iter().map(|row| row.most).max()?;
        let field = Field::Numbers { rows, purse };
        Some(Part::new("gifts", &[section(Section::Gifts)], &["north", "gifts"], field))
    }

    pub(super) fn ties(&self) -> Option<Part> {
        let house = |seat| {
            Choice::new(self.world.seat_id(seat), self.world.seat_id(seat))
                .labelled(self.world.seat_name(seat))
        };
        let options: Vec<Choice> = self.board.houses.seats().map(house).collect();
        let most = options.len();
        let field = Field::Ranked { options, none: None, least: 0, most, repeats: false };
        let part = Part::new("ties", &[section(Section::Ties)], &["ties"], field);
        (self.sheet["ties"] == true).then_some(part)
    }

    pub(super) fn muster(&self) -> Option<Part> {
        let sheet = self.sheet.get("muster").filter(|muster| !muster.is_null())?;
        let field = Field::Builds {
            rows: self.places(sheet, |_| Vec::new()),
            one: sheet["one"] == true,
            none: NONE.to_owned(),
            pool: self.pool(),
            refused: Some("no-muster".to_owned()),
        };
        Some(
            Part::new("muster", &[section(Section::Muster)], &["muster"], field)
                .asked(self.asked("muster").is_some()),
        )
    }

    /// What starred Consolidate Power orders muster: those that lie on the board, or may be placed by this plan.
    pub(super) fn consolidate(&self) -> Option<Part> {
        let asked = &self.sheet["consolidate"];
        let musters = |area: Area| {
            let order = |order: &OrderId| {
                self.world.token(*order).kind == OrderKind::Consolidate
                    && (self.board.edition.consolidates)(self.board, area, *order).points > 0
            };
            let all = self.world.all_orders().filter(order);
            all.map(|order| self.world.token(order).id.clone()).collect::<Vec<_>>()
        };
        let rows = if asked.is_null() {
            let own = self.board.held_by(self.seat).map(|(area, _)| area);
            let points: Map<String, Value> = own
                .filter(|area| self.orders_now() && !musters(*area).is_empty())
                .map(|area| (self.id(area), json!(self.world.place(area).points)))
                .collect();
            self.places(&muster(self.board, self.seat, &json!({"points": points})), musters)
        } else {
            self.places(asked, |_| Vec::new())
        };
        let part = |rows| {
            let field =
                Field::Builds { rows, one: false, none: POWER.to_owned(), pool: self.pool(), refused: None };
            Part::new("consolidate", &[section(Section::Consolidate)], &["consolidate"], field)
        };
        Some(rows).filter(|rows| !rows.is_empty()).map(part)
    }

    fn pool(&self) -> Map<String, Value> {
        let left = |unit: Unit| (unit.id().to_owned(), json!(self.board.pool(self.seat, unit)));
        Unit::ALL.into_iter().map(left).collect()
    }

    /// Returns the rows of places as the sheet lists them.
    fn places(&self, sheet: &Value, with: impl Fn(Area) -> Vec<String>) -> Vec<BuildRow> {
        let row = |place: &Value| {
            let area = self.world.area(place["area"].as_str()?)?;
            let points = u32::try_from(place["points"].as_u64()?).ok()?;
            let options = self.builds(ids(&place["seas"]).collect());
            let options = options.into_iter().filter(|build| build.price <= points).collect();
            Some(BuildRow { area: self.id(area), points, with: with(area), options })
        };
        sheet["places"].as_array().into_iter().flatten().filter_map(row).collect()
    }

    fn builds(&self, seas: Vec<&str>) -> Vec<Build> {
        let mut all = Vec::new();
        for unit in Unit::ALL.into_iter().filter(|unit| self.board.pool(self.seat, *unit) > 0) {
            let (spec, word) = (self.world.unit(unit), unit_word(unit, 1));
            let id = unit.id().to_owned();
            let build = |word: String, value: Value, price: u8, from: Option<Unit>| Build {
                word,
                value,
                price: price.into(),
                unit: id.clone(),
                from: from.map(|from| from.id().to_owned()),
            };
            if spec.sea {
                for sea in &seas {
                    let name = self.name(sea).unwrap_or_default();
                    let value = json!({"build": unit, "in": sea});
                    all.push(build(format!("{word} in {name}"), value, spec.price, None));
                }
            } else if spec.price > 0 {
                all.push(build(word.to_owned(), json!({"build": unit}), spec.price, None));
            }
            if let Some((from, price)) = spec.upgrade {
                all.push(build(format!("{UPGRADE_TO} {word}"), json!({"upgrade": unit}), price, Some(from)));
            }
        }
        all
    }

    pub(super) fn disband(&self) -> Option<Part> {
        let sheet = self.sheet.get("disband").filter(|disband| !disband.is_null())?;
        let kinds = ids(&sheet["units"]).filter_map(Unit::from_id);
        let options: Vec<Choice> = kinds
            .map(|unit| {
                Choice::new(format!("{ALL} {}", unit_word(unit, 2)), json!({"unit": unit, "number": ALL}))
            })
            .collect();
        let most = options.len();
        let field = Field::Ranked { options, none: None, least: 0, most, repeats: false };
        Some(Part::new("disband", &[section(Section::Disband)], &["disband"], field))
    }

    pub(super) fn reward(&self) -> Option<Part> {
        let options: Vec<Choice> =
            ids(&self.sheet["reward"]).filter_map(|id| Some(Choice::new(self.name(id)?, id))).collect();
        let most = options.len();
        let none = Some(NONE.to_owned());
        let field = Field::Ranked { options, none, least: 0, most, repeats: false };
        (most > 0).then(|| Part::new("reward", &[section(Section::Reward)], &["reward"], field))
    }

    pub(super) fn choices(&self) -> Vec<Part> {
        let part = |choice: &Value| {
            let card = choice["card"].as_str()?;
            let own =
                || self.board.held_by(self.seat).map(|(area, _)| self.id(area)).chain([NONE.to_owned()]);
            let legal: Vec<String> = match &choice["legal"] {
                Value::Array(legal) => legal.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
                _ => own().collect(),
            };
            let options: Vec<Choice> =
                legal.iter().map(|id| Choice::new(wish_word(self.world, id), id.as_str())).collect();
            let most = options.len();
            let repeats = choice["legal"].is_null();
            let field = Field::Ranked { options, none: None, least: 0, most, repeats };
            let at = [section(Section::Choices), &card.replace('-', " ")];
            Some(Part::new("choices", &at, &["choices", card], field).about(card))
        };
        self.sheet["choices"].as_array().into_iter().flatten().filter_map(part).collect()
    }

    pub(super) fn ports(&self) -> Option<Part> {
        let options = vec![Choice::new(ALL, ALL), Choice::new(NONE, 0)];
        let field = Field::One { options, default: None, complete: false };
        let part = Part::new("ports", &[section(Section::Ports)], &["ports", ANY_PORT], field);
        let early = self.orders_now() && !self.sheet["example"]["port"].is_null();
        (self.sheet["ports"] == true || early).then_some(part)
    }

    pub(super) fn id(&self, area: Area) -> String {
        self.world.area_id(area).to_owned()
    }
}
