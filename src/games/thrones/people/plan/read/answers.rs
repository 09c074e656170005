//! Answers to single questions, by their keys as the order sheet gives them.

use super::reader::Reader;
use crate::games::thrones::people::plan::keys::{is_whole, kinds, short_key};
use crate::games::thrones::people::plan::language::{
    self, ANSWER_FIELDS, ANSWER_WORDS, ANSWERS_FORM, NO, NONE, YES,
};
use crate::games::thrones::people::said::{name_of, said_by_name};
use crate::sheet::{Content, Fault, Names, Node, Refusal, truth, whole_number};
use crate::table::Open;
use serde_json::{Map, Value, json};

/// How many legal answers an error lists.
const LISTED: usize = 12;

impl<'a> Reader<'a> {
    pub(super) fn answers(&mut self, node: &Node) {
        for (key, value) in self.entries(node, ANSWERS_FORM) {
            if value.is_empty() {
                continue;
            }
            self.whole(|reader| reader.answer(key, value));
        }
    }

    fn answer(&mut self, key: &Node, value: &Node) {
        let Some((name, open)) = self.question(key) else { return };
        let Some(answer) = self.value(value, 0) else { return };
        let kind = open.map(|open| open.kind.clone());
        let answer = match open {
            Some(open) => match self.legal(open, answer, value) {
                Some(answer) => answer,
                None => return,
            },
            // Only a Support order has a `none` of its own.
            None if answer == json!(NONE) && !short_key(&name).starts_with("support") => Value::Null,
            None => answer,
        };
        let said = said_by_name(&self.world, &answer);
        let mut note = json!({"item": "answer", "question": name, "kind": kind, "answer": said});
        if kind.is_some() && (answer.is_object() || answer.is_array()) {
            note["value"] = answer.clone();
        }
        self.note(key.span, note);
        if self.plan.answers.insert(name.clone(), answer).is_some() {
            self.error(key.span, Refusal::new("plan-named-twice").with("name", name));
        }
    }

    /// Finds the question that a key names: an open one by its key or short key, or one that may come.
    fn question(&mut self, key: &Node) -> Option<(String, Option<&'a Open>)> {
        let text = self.text(key, ANSWERS_FORM)?.trim();
        let name = self.key_of(text);
        let open = self.open;
        let mine = || open.iter().filter(|open| open.seat == self.seat);
        let exact = mine().find(|open| open.key == name || short_key(&open.key) == name);
        let mut of_kind = mine().filter(|open| open.kind == name);
        let only = of_kind.next().filter(|_| of_kind.next().is_none());
        if let Some(open) = exact.or(only) {
            return Some((open.key.clone(), Some(open)));
        }
        let kind = short_key(&name).split('/').next().unwrap_or_default();
        let kinds = kinds(&self.world);
        if !kinds.contains(&kind) {
            let mut names = Names::new();
            mine().for_each(|open| {
                names.add(short_key(&open.key), ());
            });
            kinds.iter().for_each(|kind| {
                names.add(kind, ());
            });
            let near = names.find(&name).err().and_then(|miss| miss.suggestion());
            let legal: Vec<&str> = mine().map(|open| short_key(&open.key)).collect();
            let why = Refusal::new("plan-answer-key").with("name", text).with("legal", legal);
            self.faults.push(Fault::error(key.span, why).suggest(near));
            return None;
        }
        if is_whole(&name) {
            self.warn(key.span, Refusal::new("plan-question-not-open").with("name", text));
        }
        Some((name, None))
    }

    /// Returns a key as the game writes it: `Retreat at Moat Cailin` is `retreat/moat-cailin`.
    fn key_of(&self, text: &str) -> String {
        let text = language::QUESTION_AT.iter().fold(text.to_owned(), |text, at| text.replace(at, "/"));
        let parts = text.split('/').map(|part| {
            let part = part.trim();
            match self.words.areas.find(part) {
                // A gift is a question, and The Gift an area.
                _ if kinds(&self.world).contains(&part) => part.to_owned(),
                // A short code is too easily something else in a key.
                Ok(area) if part.chars().count() > 2 => self.id(area),
                _ => part.to_lowercase().replace(' ', "-"),
            }
        });
        parts.collect::<Vec<_>>().join("/")
    }

    /// Returns a value as the ledger keeps answers: names as ids, numbers, truth.
    fn value(&mut self, node: &Node, depth: u8) -> Option<Value> {
        if depth > 4 {
            self.error(node.span, Refusal::new("plan-answer-form"));
            return None;
        }
        Some(match &node.content {
            Content::Empty => Value::Null,
            Content::Text(text) | Content::Implied(text) => self.scalar(text),
            Content::List(members) => Value::Array(
                members.iter().map(|member| self.value(member, depth + 1)).collect::<Option<_>>()?,
            ),
            Content::Map(entries) => {
                let mut map = Map::new();
                for (key, value) in entries {
                    let name = key.text().unwrap_or_default().trim();
                    let field = name.to_lowercase().replace(' ', "-");
                    let name = match self.scalar(name) {
                        _ if ANSWER_FIELDS.contains(&field.as_str()) => field,
                        Value::String(id) => id,
                        _ => name.to_owned(),
                    };
                    map.insert(name, self.value(value, depth + 1)?);
                }
                Value::Object(map)
            }
        })
    }

    fn scalar(&self, text: &str) -> Value {
        let text = text.trim();
        if let Some(number) = whole_number(text) {
            return json!(number);
        }
        let low = text.to_lowercase();
        if ANSWER_WORDS.contains(&low.as_str()) {
            return json!(low);
        }
        if text.chars().count() > 1
            && let Some(yes) = truth(text)
        {
            return json!(yes);
        }
        if let Some(unit) = self.words.units.known(text) {
            return json!(unit.id());
        }
        if let Some(area) = self.words.areas.known(text) {
            return json!(self.id(area));
        }
        if let Some(seat) = self.words.seats.known(text) {
            return json!(self.world.seat_id(seat));
        }
        if let Some(card) = self.words.own_cards().known(text).or_else(|| self.words.cards().known(text)) {
            return json!(self.world.card(card).id);
        }
        if let Some(tactic) = self.tactic_in_answer(text) {
            return json!(tactic);
        }
        if let Ok(order) = self.words.order(&self.world, text) {
            return json!(self.world.token(order).id);
        }
        json!(text)
    }

    /// Returns the answer as an open question takes it, and adds an error if it certainly does not.
    fn legal(&mut self, open: &Open, answer: Value, node: &Node) -> Option<Value> {
        let legal = &open.legal;
        // What is legal goes before the other meanings of a word: "others" are a side and a kind of unit.
        if let Some(known) = legal.answers.iter().find(|known| self.says(node, known)) {
            return Some(known.clone());
        }
        if legal.answers.contains(&answer) {
            return Some(answer);
        }
        // In the names that we show: the card "Zombie" is a kind of unit too.
        let words = words(&shown(node));
        let mut named = legal.answers.iter().filter(|known| self::words(&self.words_of(known)) == words);
        if let (Some(known), None) = (named.next(), named.next()) {
            return Some(known.clone());
        }
        // `no` and `none` where nothing is an answer; the area alone for a retreat.
        let declined = answer == json!(false) || answer == json!(NONE);
        if declined && legal.answers.contains(&Value::Null) {
            return Some(Value::Null);
        }
        // `yes` where there is one thing alone to say yes to.
        let mut some = legal.answers.iter().filter(|known| !known.is_null());
        if answer == json!(true)
            && legal.complete
            && let (Some(only), None) = (some.next(), some.next())
        {
            return Some(only.clone());
        }
        if answer.is_string()
            && let Some(first) = legal.answers.iter().find(|known| known.get("to") == Some(&answer))
        {
            return Some(first.clone());
        }
        // What has not even the form of orders would stand in the way of all that is sent later.
        let is_order =
            |(area, order): (&String, &Value)| self.world.area(area).is_some() && order.is_string();
        let is_formed = open.kind != "orders"
            || answer.is_null()
            || answer.as_object().is_some_and(|orders| orders.iter().all(is_order));
        if !is_formed {
            let why = Refusal::new("answer-malformed")
                .with("question", open.kind.as_str())
                .with("given", shown(node));
            self.error(node.span, why);
            return None;
        }
        if !legal.complete {
            return Some(answer);
        }
        let list: Vec<String> = legal.answers.iter().take(LISTED).map(|value| self.words_of(value)).collect();
        let why = Refusal::new("plan-answer-illegal").with("answer", shown(node)).with("legal", list);
        self.error(node.span, why);
        None
    }

    /// Returns `true` if a text says a legal answer by its ids or names, member by member.
    fn says(&self, node: &Node, known: &Value) -> bool {
        let names = |text: &str, id: &str| {
            let text = text.trim();
            text == id || self.words.seats.known(text).is_some_and(|seat| self.world.seat_id(seat) == id)
        };
        match (&node.content, known) {
            (Content::Text(text), Value::String(id)) => names(text, id),
            (Content::Text(text), Value::Number(number)) => whole_number(text) == number.as_u64(),
            (Content::Text(text), Value::Bool(yes)) => text.chars().count() > 1 && truth(text) == Some(*yes),
            (Content::List(members), Value::Array(all)) => {
                members.len() == all.len()
                    && members.iter().zip(all).all(|(one, known)| self.says(one, known))
            }
            (Content::Map(entries), Value::Object(all)) => {
                let has = |(key, value): &(Node, Node)| {
                    let is = |(name, known): (&String, &Value)| {
                        key.text().is_some_and(|key| names(key, name)) && self.says(value, known)
                    };
                    all.iter().any(is)
                };
                entries.len() == all.len() && entries.iter().all(has)
            }
            _ => false,
        }
    }

    /// Returns an answer as a player would write it, with names for ids.
    fn words_of(&self, value: &Value) -> String {
        match value {
            Value::String(id) => name_of(&self.world, id),
            Value::Null => NONE.to_owned(),
            Value::Bool(yes) => if *yes { YES } else { NO }.to_owned(),
            Value::Array(members) => members.iter().map(|m| self.words_of(m)).collect::<Vec<_>>().join(", "),
            Value::Object(map) => match map.get("to") {
                Some(to @ Value::String(_)) => self.words_of(to),
                _ => map
                    .iter()
                    .map(|(key, value)| format!("{}: {}", self.words_of(&json!(key)), self.words_of(value)))
                    .collect::<Vec<_>>()
                    .join(", "),
            },
            Value::Number(number) => number.to_string(),
        }
    }
}

/// Returns the words of a text in small letters, without the signs between them.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Returns a value on one line, as people write it.
fn shown(node: &Node) -> String {
    match &node.content {
        Content::Empty => NONE.to_owned(),
        Content::Text(text) | Content::Implied(text) => text.clone(),
        Content::List(members) => members.iter().map(shown).collect::<Vec<_>>().join(", "),
        Content::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{}: {}", shown(key), shown(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}
