//! What is done to a campaign at one time: a tick, as cron runs it, or a command that the game master types.

use crate::world::{DIR, World};
use chrono::{DateTime, Utc};
use ravenpost::campaign::entries::RulingKind;
use ravenpost::campaign::ruling::{Request, When, adopt, propose, withdraw, withdrawal};
use ravenpost::campaign::{self, CampaignError, Command, Order, new_key_command, writer_of};
use std::path::Path;

/// One act.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    Tick,
    Order(Order),
    Adopt(Request),
    Propose(Request),
    Withdraw,
    NewKey { of: String, now: bool },
    Dispute { number: u64, closes: bool, says: String },
}

impl Act {
    /// Does it, as the program does when it is called: a command that has told that it is done leaves that on record. What
    /// it gives is what stands on the terminal then.
    ///
    /// # Errors
    /// What stands there instead.
    pub fn run(&self, world: &World, at: DateTime<Utc>) -> Result<Vec<String>, CampaignError> {
        let (edge, dir) = (&world.edge, Path::new(DIR));
        let nothing = Vec::new();
        let result = match self {
            Act::Tick => return campaign::tick(edge, dir, at).map(|ticked| ticked.attention),
            Act::Order(order) => campaign::order(edge, dir, at, order).map(|ticked| {
                let before = ticked.before.map(done_before);
                ticked.attention.into_iter().chain(before).collect()
            }),
            Act::Adopt(request) => {
                let writer = writer_of(edge, dir);
                adopt(edge, dir, at, request, &writer).map(|(_, attention)| attention)
            }
            Act::Propose(request) => propose(edge, dir, at, request).map(|_| nothing),
            Act::Withdraw => withdraw(edge, dir, at).map(|_| nothing),
            Act::NewKey { of, now } => campaign::new_key(edge, dir, at, of, *now).map(|_| nothing),
            Act::Dispute { number, .. } => {
                self.with_word(|act| campaign::dispute(edge, dir, at, *number, act)).map(|_| nothing)
            }
        };
        let result = match result {
            Err(CampaignError::DoneBefore { at, .. }) => Ok(vec![done_before(at)]),
            result => result,
        };
        if result.is_ok() {
            self.told(world);
        }
        result
    }

    /// Does it as something new: of a command that he has not typed before the game master may be told that it was done (the
    /// same one was, and was killed when it had said so), and then he types it once more.
    ///
    /// # Errors
    /// What stands on the terminal instead.
    pub fn run_anew(&self, world: &World, at: DateTime<Utc>) -> Result<Vec<String>, CampaignError> {
        let told = self.run(world, at)?;
        if was_done_before(&told) { self.run(world, at) } else { Ok(told) }
    }

    /// Whether the game master types it, and types it again if it ends without a word.
    pub fn is_typed(&self) -> bool {
        *self != Act::Tick
    }

    /// Whether it takes in what waits and sends what is due, as a tick does.
    pub fn is_a_pass(&self) -> bool {
        matches!(self, Act::Tick | Act::Order(_))
    }

    fn with_word<T>(&self, use_it: impl FnOnce(campaign::Act<'_>) -> T) -> T {
        match self {
            Act::Dispute { closes: true, says, .. } => use_it(campaign::Act::Close(says)),
            Act::Dispute { says, .. } => use_it(campaign::Act::Say(says)),
            _ => unreachable!("{self:?} says nothing of a dispute"),
        }
    }

    fn told(&self, world: &World) {
        let told = |command: Command| command.told(&*world.edge.store(Path::new(DIR)));
        match self {
            Act::Tick => {}
            Act::Order(order) => told(order.command()),
            Act::Adopt(request) => told(request.adoption()),
            Act::Propose(request) => told(request.proposal()),
            Act::Withdraw => told(withdrawal()),
            Act::NewKey { of, now } => told(new_key_command(of, *now)),
            Act::Dispute { number, .. } => self.with_word(|act| told(act.command(*number))),
        }
    }

    /// The same as words on the command line, for the campaign in a folder.
    pub fn words(&self, dir: &Path, at: DateTime<Utc>) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut say = |all: &[&str]| words.extend(all.iter().map(|word| (*word).to_owned()));
        let dir = dir.to_str().unwrap();
        let mut now = "--now";
        match self {
            Act::Tick => say(&["tick", dir]),
            Act::Order(Order::Pause) => say(&["pause", dir]),
            Act::Order(Order::Resume) => say(&["resume", dir]),
            Act::Order(Order::Process { anyway }) => {
                say(&["process", dir]);
                say(if *anyway { &["--anyway"] } else { &[] });
            }
            Act::Order(Order::Extend(by)) => say(&["extend", dir, &format!("{}m", by.num_minutes())]),
            Act::Order(Order::Until(at)) => say(&["extend", dir, &at.to_rfc3339()]),
            Act::Order(Order::Chance { text, correct }) => {
                say(&["chance", dir, text]);
                say(if *correct { &["--correct"] } else { &[] });
            }
            Act::Order(Order::Remind(seats)) => {
                say(&["remind", dir]);
                seats.iter().for_each(|seat| say(&[seat]));
            }
            Act::Order(Order::Replace { seat, player, address }) => {
                say(&["replace", dir, seat, "--player", player, "--address", address]);
            }
            Act::Order(Order::Resend(seat)) => say(&["resend", dir, seat]),
            Act::Order(Order::Swap([seat, other])) => say(&["replace", dir, seat, "--swap", other]),
            Act::Adopt(request) => {
                ruling(&mut say, dir, request);
                say(&["--adopt"]);
            }
            Act::Propose(request) => {
                ruling(&mut say, dir, request);
                say(&["--propose"]);
            }
            Act::Withdraw => say(&["rule", dir, "--withdraw"]),
            Act::NewKey { of, now: at_once } => {
                say(&["key", dir, of, "--new"]);
                if *at_once {
                    say(&["--now"]);
                }
                now = "--at";
            }
            Act::Dispute { number, closes, says } => {
                let how = if *closes { "--close" } else { "--say" };
                say(&["dispute", dir, &number.to_string(), how, says]);
            }
        }
        words.extend([now.to_owned(), at.to_rfc3339()]);
        words
    }
}

/// How it begins when it is told that a command was done before.
const DONE_BEFORE: &str = "done before, at ";

fn done_before(at: DateTime<Utc>) -> String {
    format!("{DONE_BEFORE}{at}")
}

/// Whether it was told that a command was done before.
pub fn was_done_before(told: &[String]) -> bool {
    told.iter().any(|line| line.starts_with(DONE_BEFORE))
}

fn ruling(say: &mut dyn FnMut(&[&str]), dir: &str, request: &Request) {
    say(&[request.what.word(), dir, "--because", &request.reason]);
    for (key, value) in &request.answers {
        say(&["--answer", &format!("{key}={value}")]);
    }
    for (key, value) in &request.outcomes {
        say(&["--outcome", &format!("{key}={value}")]);
    }
    request.refuse.iter().for_each(|mail| say(&["--refuse", mail]));
    match &request.when {
        When::Latest => {}
        When::Turn { turn, stage } if request.what == RulingKind::Rewind => {
            let stage = stage.as_deref().map(|stage| format!("/{stage}")).unwrap_or_default();
            say(&[&format!("{turn}{stage}")]);
        }
        when => unreachable!("{when:?} is not in the scripts"),
    }
    if let Some(dispute) = request.dispute {
        say(&["--dispute", &dispute.to_string()]);
    }
}
