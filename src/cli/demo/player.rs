//! A simulated player: reads its messages, makes a plan, and replies in the style of some mail program. It knows only
//! what it was sent.

use super::manner::{Draft, Manner, write};
use crate::post::{Letter, PartKind, read};
use crate::seal::{Binding, Opening};
use crate::table::{Listing, Open, Referee, Seat};
use anyhow::{Context, Result, anyhow};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeMap;

/// A simulated player of one seat.
pub(super) struct Player {
    /// The id of the seat, and its place at the table.
    pub(super) seat: (String, Seat),
    pub(super) name: String,
    pub(super) address: String,
    pub(super) manner: Manner,
    /// `true` if it seals at home: it sends a seal first, and the plan when asked to open.
    pub(super) seals: bool,
    /// `true` if its next plan will contain a typing error.
    pub(super) mistypes: bool,
    pub(super) dice: fastrand::Rng,
    /// Openings by the text of their seal.
    openings: BTreeMap<String, Opening>,
    /// The correct text of the plan that it sent with a typing error.
    corrected: Option<String>,
    mails: usize,
}

impl Player {
    pub(super) fn new(seat: (String, Seat), name: &str, manner: Manner, seed: u64) -> Self {
        Player {
            seat,
            name: name.to_owned(),
            address: format!("{}@players.example", name.to_lowercase()),
            manner,
            seals: false,
            mistypes: false,
            dice: fastrand::Rng::with_seed(seed),
            openings: BTreeMap::new(),
            corrected: None,
            mails: 0,
        }
    }

    /// Returns the raw reply to a message, or `None` if it needs no reply or is for somebody else.
    pub(super) fn answer(
        &mut self,
        game: &dyn Referee,
        raw: &[u8],
        now: DateTime<Utc>,
    ) -> Result<Option<Vec<u8>>> {
        let letter = read(raw);
        if !letter.to.iter().any(|to| to.is(&self.address)) {
            return Ok(None);
        }
        let body = match state_of(&letter)? {
            Some(state) => self.plan(game, &state)?,
            None => self.words(&letter).or_else(|| self.open(&letter)).or_else(|| self.correct(&letter)),
        };
        Ok(body.map(|body| self.reply(&letter, body, now)))
    }

    /// Adds words of chance when the welcome asks for them.
    fn words(&mut self, letter: &Letter) -> Option<Draft> {
        let asks = letter.parts.first()?.text.lines().any(|line| line.starts_with("chance: ~"));
        let words = format!("{} throws {}", self.name, self.dice.u32(..));
        asks.then(|| Draft::lines(format!("chance: {words}\n")))
    }

    /// Writes a plan or its seal, if the message asks for a plan.
    fn plan(&mut self, game: &dyn Referee, state: &Value) -> Result<Option<Draft>> {
        let (Some(campaign), Some(window)) = (state["campaign"].as_str(), state["window"].as_str()) else {
            return Ok(None);
        };
        let position = game.position_from_view(state)?;
        let asked: Vec<Open> =
            state["asked"].as_array().into_iter().flatten().map(|q| self.question(q)).collect();
        let plan = game.suggest(&position, self.seat.1, &asked, &mut self.dice)?;
        if self.seals && matches!(state["secrecy"].as_str(), Some("either" | "sealed")) {
            let binding = Binding {
                campaign: campaign.to_owned(),
                seat: self.seat.0.clone(),
                window: window.to_owned(),
            };
            let nonce: [u8; 16] = std::array::from_fn(|_| self.dice.u8(..));
            let opening = Opening::new(&binding, plan, &nonce)
                .map_err(|e| anyhow!("cannot seal the plan of {}: {e}", self.name))?;
            let seal = opening.seal().to_string();
            self.openings.insert(seal.clone(), opening);
            return Ok(Some(Draft::lines(format!("seal: {seal}\nfinal: yes\n"))));
        }
        let text = format!("{}final: yes\n", game.write_plan(&plan, &position)?);
        if self.mistypes {
            self.mistypes = false;
            if let Some(wrong) = mistyped(&text) {
                self.corrected = Some(text);
                return Ok(Some(Draft::lines(wrong)));
            }
        }
        Ok(Some(Draft::lines(text)))
    }

    fn question(&self, asked: &Value) -> Open {
        let text = |name: &str| asked[name].as_str().unwrap_or_default().to_owned();
        Open {
            seat: self.seat.1,
            key: text("key"),
            kind: text("kind"),
            question: asked["question"].clone(),
            legal: Listing { answers: Vec::new(), complete: false },
            default: asked["default"].clone(),
            ahead: asked["ahead"] == true,
        }
    }

    /// Sends the opening of a seal when the message asks for it.
    fn open(&mut self, letter: &Letter) -> Option<Draft> {
        let text = &letter.parts.first()?.text;
        let seal = self.openings.keys().find(|seal| text.contains(seal.as_str())).cloned()?;
        if !letter.subject.contains("please open") {
            return None;
        }
        let opening = self.openings.remove(&seal)?;
        Some(Draft { text: format!("Here it is.\n\n{}", opening.armour()), file: None })
    }

    /// Sends the plan again without the typing error when the receipt asks to check it.
    fn correct(&mut self, letter: &Letter) -> Option<Draft> {
        if !letter.subject.contains("please check") {
            return None;
        }
        self.corrected.take().map(Draft::lines)
    }

    fn reply(&mut self, to: &Letter, draft: Draft, now: DateTime<Utc>) -> Vec<u8> {
        self.mails += 1;
        let id = format!("{}.{}@players.example", self.seat.0, self.mails);
        write(self.manner, to, &draft, (&self.name, &self.address), &id, now)
    }
}

/// Reads the state file attached to a message.
fn state_of(letter: &Letter) -> Result<Option<Value>> {
    let attached =
        letter.parts.iter().find(|part| part.kind == PartKind::Attachment && part.path.contains("state-"));
    let Some(part) = attached else { return Ok(None) };
    let state = serde_saphyr::from_str(&part.text)
        .with_context(|| format!("a simulated player cannot read {}", part.path))?;
    Ok(Some(state))
}

/// Drops one letter from the first name of an area or card. Returns `None` if no name is long enough.
fn mistyped(text: &str) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = lines.iter_mut().skip(2).find(|line| {
        let name = line.trim().split(':').next().unwrap_or_default();
        line.starts_with("    ") && name.len() > 6 && name.chars().all(|c| c.is_ascii_alphabetic())
    })?;
    let place = line.find(|c: char| c.is_ascii_alphabetic())? + 4;
    line.remove(place);
    Some(lines.join("\n") + "\n")
}
