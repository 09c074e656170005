//! A stand-in: reads its mails like a player, thinks of a plan, and answers in the manner of some mail program.
//! It knows only what it was mailed.

use super::manner::{Draft, Manner, write};
use crate::post::{Letter, PartKind, read};
use crate::seal::{Binding, Opening};
use crate::table::{Listing, Open, Referee, Seat};
use anyhow::{Context, Result, anyhow};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeMap;

/// A stand-in player.
pub(super) struct Player {
    /// Its seat's id and place.
    pub(super) seat: (String, Seat),
    pub(super) name: String,
    pub(super) address: String,
    pub(super) manner: Manner,
    /// Whether it trusts nobody: it mails seals, and its plans only when all are bound.
    pub(super) seals: bool,
    /// Whether its first plan has a slip of the pen in it.
    pub(super) slips: bool,
    pub(super) dice: fastrand::Rng,
    /// What it has sealed, by the text of the seal.
    openings: BTreeMap<String, Opening>,
    /// A plan that was refused for the slip, right this time.
    mended: Option<String>,
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
            slips: false,
            dice: fastrand::Rng::with_seed(seed),
            openings: BTreeMap::new(),
            mended: None,
            mails: 0,
        }
    }

    /// The answer to a mail, ready for our mailbox; none if it wants none.
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
            None => self.open(&letter).or_else(|| self.mend(&letter)),
        };
        Ok(body.map(|body| self.reply(&letter, body, now)))
    }

    /// A plan, or its seal, if the mail asks for one.
    fn plan(&mut self, game: &dyn Referee, state: &Value) -> Result<Option<Draft>> {
        let (Some(campaign), Some(window)) = (state["campaign"].as_str(), state["window"].as_str()) else {
            return Ok(None);
        };
        let position = game.position_from_view(state)?;
        let asked: Vec<Open> =
            state["asked"].as_array().into_iter().flatten().map(|q| self.question(q)).collect();
        let plan = game.suggest(&position, self.seat.1, &asked, &mut self.dice)?;
        if self.seals && state["secrecy"] != "deposit" {
            let binding = Binding {
                campaign: campaign.to_owned(),
                seat: self.seat.0.clone(),
                window: window.to_owned(),
            };
            let nonce: [u8; 16] = std::array::from_fn(|_| self.dice.u8(..));
            let opening =
                Opening::new(&binding, plan, &nonce).map_err(|e| anyhow!("a stand-in's seal: {e}"))?;
            let seal = opening.seal().to_string();
            self.openings.insert(seal.clone(), opening);
            return Ok(Some(Draft::lines(format!("seal: {seal}\nfinal: yes\n"))));
        }
        let text = format!("{}final: yes\n", game.write_plan(&plan, &position)?);
        if self.slips {
            self.slips = false;
            if let Some(slip) = slip(&text) {
                self.mended = Some(text);
                return Ok(Some(Draft::lines(slip)));
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
        }
    }

    /// The opening of a seal, when all seals are published.
    fn open(&mut self, letter: &Letter) -> Option<Draft> {
        let text = &letter.parts.first()?.text;
        let seal = self.openings.keys().find(|seal| text.contains(seal.as_str())).cloned()?;
        if !letter.subject.contains("please open") {
            return None;
        }
        let opening = self.openings.remove(&seal)?;
        Some(Draft { text: format!("Here it is.\n\n{}", opening.armour()), file: None })
    }

    /// The plan once more without the slip, when the receipt says that it was not understood.
    fn mend(&mut self, letter: &Letter) -> Option<Draft> {
        if !letter.subject.contains("please check") {
            return None;
        }
        self.mended.take().map(Draft::lines)
    }

    fn reply(&mut self, to: &Letter, draft: Draft, now: DateTime<Utc>) -> Vec<u8> {
        self.mails += 1;
        let id = format!("{}.{}@players.example", self.seat.0, self.mails);
        write(self.manner, to, &draft, (&self.name, &self.address), &id, now)
    }
}

/// The state attached to a mail.
fn state_of(letter: &Letter) -> Result<Option<Value>> {
    let attached =
        letter.parts.iter().find(|part| part.kind == PartKind::Attachment && part.path.contains("state-"));
    let Some(part) = attached else { return Ok(None) };
    let state = serde_saphyr::from_str(&part.text)
        .with_context(|| format!("a stand-in cannot read {}", part.path))?;
    Ok(Some(state))
}

/// The text with one letter missing in the first name of an area or card, if there is one long enough.
fn slip(text: &str) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = lines.iter_mut().skip(2).find(|line| {
        let name = line.trim().split(':').next().unwrap_or_default();
        line.starts_with("    ") && name.len() > 6 && name.chars().all(|c| c.is_ascii_alphabetic())
    })?;
    let place = line.find(|c: char| c.is_ascii_alphabetic())? + 4;
    line.remove(place);
    Some(lines.join("\n") + "\n")
}
