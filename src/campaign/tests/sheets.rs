//! Order sheets as players fill them in: every `~` gets something legal, by chance.

use serde_json::Value;
use std::collections::BTreeMap;

/// The data of a sheet, and the player's whims.
pub(super) struct Filler<'a> {
    pub(super) sheet: &'a Value,
    /// The ids of all seats.
    pub(super) seats: &'a [String],
    pub(super) dice: &'a mut fastrand::Rng,
}

/// Returns the order sheet at the end of a message, filled in.
pub(super) fn fill(mail: &str, filler: &mut Filler<'_>) -> String {
    let lines: Vec<&str> = mail.lines().collect();
    let begins = lines.iter().rposition(|line| line.starts_with("campaign: ")).expect("a sheet");
    let length = lines[begins..].iter().position(|line| *line == "---").expect("the end of the sheet");
    let sheet = &lines[begins..begins + length];
    // Some programs break lines at 68 columns, quotation marks included.
    for line in sheet {
        assert!(line.chars().count() <= 66, "{} columns: {line}", line.chars().count());
    }
    let mut section = "";
    let mut number = 0;
    let mut filled = Vec::new();
    for line in sheet {
        let indent = line.len() - line.trim_start().len();
        let text = line.trim();
        if indent == 2 && !text.starts_with('#') {
            section = text.split(':').next().unwrap_or_default();
            number = 0;
        }
        if text.starts_with('#') {
            filled.extend(filler.remark(text));
            continue;
        }
        let Some((key, _)) = line.split_once(": ~") else {
            filled.push((*line).to_owned());
            continue;
        };
        filled.push(format!("{key}: {}", filler.value(section, number)));
        number += 1;
    }
    filled.join("\n") + "\n"
}

impl Filler<'_> {
    /// Returns what becomes of a note on the sheet: some lines are there to have their hash removed.
    fn remark(&mut self, text: &str) -> Option<String> {
        let line = text.trim_start_matches("# ");
        match line {
            _ if line.starts_with("otherwise: best guess") => Some("  otherwise: best guess".to_owned()),
            // Without a word on it, the list of turns is asked for again when it is used up.
            _ if line.starts_with("otherwise: ask") => Some("  otherwise: pass".to_owned()),
            _ if line.starts_with("support: {") => Some(format!("  {}", line.replace("ask", "never"))),
            _ => None,
        }
    }

    /// Returns what to write in place of the `~` with this number in a section.
    fn value(&mut self, section: &str, number: usize) -> String {
        match section {
            "orders" => self.order(number),
            // The last line of the Others' bids says for whom they bid in an attack.
            "bids" if number == self.sheet["bids"].as_array().map_or(0, Vec::len) => {
                ["watch", "wildlings"][self.dice.usize(0..2)].to_owned()
            }
            "bids" => self.dice.u64(0..=self.sheet["power"].as_u64().unwrap_or(0)).to_string(),
            "muster" => self.muster(number),
            "ties" => {
                let mut seats = self.seats.to_vec();
                self.dice.shuffle(&mut seats);
                format!("[{}]", seats.join(", "))
            }
            "disband" => {
                let units = words(&self.sheet["disband"]["units"]);
                format!("[all {}]", units.join(", all "))
            }
            "reward" => {
                let cards = words(&self.sheet["reward"]);
                self.one_of(&cards).unwrap_or_else(|| "none".to_owned())
            }
            "answers" => {
                let asked = &self.sheet["answers"][number];
                let legal = [words(&asked["words"]), words(&asked["forms"])].concat();
                self.one_of(&legal).unwrap_or_else(|| asked["default"].as_str().unwrap_or("none").to_owned())
            }
            "turns" => self.turns(),
            // The second edition's.
            "choices" => {
                let legal = words(&self.sheet["choices"][number]["legal"]);
                let one = self.one_of(&legal).map(|one| one.replace('-', " "));
                one.unwrap_or_else(|| "none".to_owned())
            }
            // The north's.
            "tactics" if number > 0 => {
                let cards = words(&self.sheet["deck"]["objectives"]);
                self.one_of(&cards).map_or("none".to_owned(), |card| card.replace('-', " "))
            }
            "tactics" => {
                let least = self.sheet["deck"]["least"].as_u64().unwrap_or(1);
                let number = self.dice.u64(least..=self.sheet["deck"]["most"].as_u64().unwrap_or(least));
                let mut cards: Vec<String> = (1..=18).map(|card: u64| card.to_string()).collect();
                self.dice.shuffle(&mut cards);
                format!("[{}]", cards.into_iter().take(number as usize).collect::<Vec<_>>().join(", "))
            }
            "tactic" => {
                let hand = words(&self.sheet["tactics"]);
                self.one_of(&hand).unwrap_or_default().replace('-', " ")
            }
            "quest" => {
                let unit = self.sheet["quest"]["units"][0].as_str().unwrap_or("footman").to_owned();
                self.one_of(&["none".to_owned(), format!("[{unit}]")]).unwrap_or_default()
            }
            // The houses' of the game on two boards.
            "gifts" => {
                let most = self.sheet["gifts"][number]["most"].as_u64().unwrap_or(0);
                self.dice.u64(0..=most).to_string()
            }
            "consolidate" => "power".to_owned(),
            "ports" => ["all", "1"][self.dice.usize(0..2)].to_owned(),
            other => panic!("the sheet has a section “{other}” that nobody knows how to fill in"),
        }
    }

    fn one_of(&mut self, words: &[String]) -> Option<String> {
        self.dice.choice(words).cloned()
    }

    /// Chooses the order of an area so that the tokens and stars suffice for all of them: the areas take turns at the
    /// tokens, the later ones at what is left.
    fn order(&mut self, number: usize) -> String {
        let orders = &self.sheet["orders"];
        let mut left: BTreeMap<&str, u64> = orders["tokens"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(token, count)| (token.as_str(), count.as_u64().unwrap_or(0)))
            .collect();
        let mut stars = orders["stars"].as_u64().unwrap_or(0);
        // The same whims for each area of a sheet, so that the choices before are known here.
        let mut whims = fastrand::Rng::with_seed(orders.to_string().len() as u64);
        let mut chosen = "none".to_owned();
        for area in orders["areas"].as_array().into_iter().flatten().take(number + 1) {
            let legal = words(&area["legal"]);
            let fits = |token: &str, count: u64, stars: u64| {
                let kind = token.trim_end_matches(['*', '+', '-', '0', '1', '2', '3']);
                count > 0 && legal.iter().any(|known| known == kind) && (!token.ends_with('*') || stars > 0)
            };
            let tokens: Vec<&str> = left
                .iter()
                .filter(|(token, count)| fits(token, **count, stars))
                .map(|(token, _)| *token)
                .collect();
            chosen = whims.choice(&tokens).map_or("none".to_owned(), |token| (*token).to_owned());
            if let Some(count) = left.get_mut(chosen.as_str()) {
                *count -= 1;
                stars -= u64::from(chosen.ends_with('*'));
            }
        }
        chosen
    }

    fn muster(&mut self, number: usize) -> String {
        let place = &self.sheet["muster"]["places"][number];
        let seas = words(&place["seas"]);
        let upgrades = words(&self.sheet["builds"]["upgrades"]);
        let upgrade = match upgrades.as_slice() {
            [one, _, ..] => format!("[upgrade to {one}]"),
            _ => "[upgrade]".to_owned(),
        };
        let mut forms = vec!["none".to_owned(), "[footman]".to_owned(), upgrade];
        forms.extend(seas.iter().map(|sea| format!("[ship in {sea}]")));
        if place["points"].as_u64() > Some(1) {
            forms.extend(["[knight]".to_owned(), "[footman, footman]".to_owned()]);
        }
        self.one_of(&forms).unwrap_or_default()
    }

    /// Writes a list of turns: some of the examples on the sheet, and passes between them.
    fn turns(&mut self) -> String {
        let mut turns = String::new();
        for example in self.sheet["examples"].as_array().into_iter().flatten() {
            if self.dice.bool() {
                turns.push_str("\n    - pass");
            }
            if self.dice.bool() {
                words(example).iter().for_each(|line| turns.push_str(&format!("\n    {line}")));
            }
        }
        turns.push_str("\n    - pass: 2 times");
        turns
    }
}

fn words(list: &Value) -> Vec<String> {
    let texts = list.as_array().into_iter().flatten();
    texts.map(|text| text.as_str().map_or_else(|| text.to_string(), str::to_owned)).collect()
}
