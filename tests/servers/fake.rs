//! A small IMAP server of our own that can be told to misbehave: it keeps its mails in memory, does what a client
//! of ours asks for, and a test may say something else at any command.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::sleep;
use std::time::Duration;

/// What is done instead of an answer. `TAG` in a text becomes the command's tag.
pub enum Act {
    /// This is said.
    Say(String),
    /// This is said, then the connection is closed.
    SayAndClose(String),
    /// This is said over and over.
    SayForEver(String),
    /// This is said, a byte at a time with a pause before each.
    Trickle(String, Duration),
    /// Nothing is said any more.
    Hang,
    /// The command is carried out, but its answer never arrives.
    DoAndClose,
    /// This is said before what is usual.
    Before(String),
    /// The mail goes away, and this is said.
    LoseAndSay(u32, String),
}

/// What a test says to a command (without its tag); the number counts commands from 1, over all connections.
pub type Script = Box<dyn FnMut(&str, usize) -> Option<Act> + Send>;

/// What the server holds.
pub struct State {
    pub validity: u32,
    /// The highest UID that there was.
    last: u32,
    /// By UID.
    pub inbox: BTreeMap<u32, Vec<u8>>,
    pub folders: BTreeMap<String, Vec<Vec<u8>>>,
    /// Every line that came, of all connections.
    pub heard: Vec<String>,
    pub greeting: String,
    script: Script,
}

#[derive(Clone)]
pub struct Fake {
    pub port: u16,
    state: Arc<Mutex<State>>,
}

impl Fake {
    /// With these mails, numbered from 1.
    pub fn start(mails: &[String], script: impl FnMut(&str, usize) -> Option<Act> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let inbox = (1..).zip(mails.iter().map(|mail| mail.replace('\n', "\r\n").into_bytes())).collect();
        let state = State {
            validity: 7,
            last: 0,
            inbox,
            folders: BTreeMap::new(),
            heard: Vec::new(),
            greeting: "* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR MOVE UIDPLUS] ready\r\n".to_owned(),
            script: Box::new(script),
        };
        let fake = Fake { port, state: Arc::new(Mutex::new(state)) };
        let server = fake.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let server = server.clone();
                std::thread::spawn(move || server.serve(stream.unwrap()));
            }
        });
        fake
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// From now on the server does as this says.
    pub fn script(&self, script: impl FnMut(&str, usize) -> Option<Act> + Send + 'static) {
        self.state().script = Box::new(script);
    }

    fn serve(&self, mut out: TcpStream) -> Option<()> {
        let greeting = self.state().greeting.clone();
        out.write_all(greeting.as_bytes()).ok()?;
        for line in BufReader::new(out.try_clone().ok()?).lines() {
            let line = line.ok()?;
            let (tag, command) = line.split_once(' ').unwrap_or((line.as_str(), ""));
            let (act, mut answer) = {
                let mut state = self.state();
                state.heard.push(command.to_owned());
                let number = state.heard.len();
                let act = (state.script)(command, number);
                if let Some(Act::LoseAndSay(uid, _)) = &act {
                    state.inbox.remove(uid);
                }
                let replaced = !matches!(act, None | Some(Act::DoAndClose | Act::Before(_)));
                (act, if replaced { Vec::new() } else { state.answer(command) })
            };
            answer = tagged(&answer, tag);
            match act {
                None => out.write_all(&answer).ok()?,
                Some(Act::Say(text) | Act::LoseAndSay(_, text)) => {
                    out.write_all(&tagged(text.as_bytes(), tag)).ok()?
                }
                Some(Act::SayAndClose(text)) => {
                    out.write_all(&tagged(text.as_bytes(), tag)).ok()?;
                    return out.shutdown(std::net::Shutdown::Both).ok();
                }
                Some(Act::SayForEver(text)) => loop {
                    out.write_all(text.as_bytes()).ok()?;
                },
                Some(Act::Trickle(text, pause)) => {
                    for byte in tagged(text.as_bytes(), tag) {
                        sleep(pause);
                        out.write_all(&[byte]).ok()?;
                    }
                }
                Some(Act::Hang) => loop {
                    sleep(Duration::from_secs(1));
                },
                Some(Act::DoAndClose) => return out.shutdown(std::net::Shutdown::Both).ok(),
                Some(Act::Before(text)) => {
                    out.write_all(&tagged(text.as_bytes(), tag)).ok()?;
                    out.write_all(&answer).ok()?;
                }
            }
        }
        None
    }
}

fn tagged(text: &[u8], tag: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.windows(3).position(|three| three == b"TAG") {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(tag.as_bytes());
        rest = &rest[at + 3..];
    }
    out.extend_from_slice(rest);
    out
}

impl State {
    /// What a server does that means well.
    fn answer(&mut self, command: &str) -> Vec<u8> {
        let words: Vec<&str> = command.split(' ').collect();
        let uid = || words.get(2).and_then(|word| word.parse::<u32>().ok()).unwrap_or(0);
        let text = match words[..] {
            ["LIST", ..] => "* LIST (\\Noselect) \"/\" \"\"\r\nTAG OK\r\n".replace("OK\r", "OK done\r"),
            ["SELECT", ..] => {
                let last = self.inbox.keys().last().copied().unwrap_or(0);
                self.last = self.last.max(last);
                format!(
                    "* {} EXISTS\r\n* OK [UIDVALIDITY {}] numbers\r\n* OK [UIDNEXT {}] the next\r\nTAG OK [READ-WRITE] open\r\n",
                    self.inbox.len(),
                    self.validity,
                    self.last + 1
                )
            }
            ["UID", "SEARCH", ..] => {
                let only: Option<u32> =
                    command.split("UID ").nth(2).and_then(|rest| rest.split(' ').next()?.parse().ok());
                let found = self.inbox.keys().filter(|uid| only.is_none_or(|only| only == **uid));
                let found: Vec<String> = found.map(|uid| format!(" {uid}")).collect();
                format!("* SEARCH{}\r\nTAG OK done\r\n", found.concat())
            }
            ["UID", "FETCH", set, ..] if command.contains("RFC822.SIZE") => {
                let wanted = wanted(set);
                let looks = self.inbox.iter().enumerate().filter(|(_, (uid, _))| wanted.contains(uid));
                let looks: Vec<String> = looks
                    .map(|(seq, (uid, mail))| {
                        format!(
                            "* {} FETCH (UID {uid} RFC822.SIZE {} INTERNALDATE \"20-Nov-2026 {:02}:00:00 +0000\")\r\n",
                            seq + 1,
                            mail.len(),
                            uid % 10
                        )
                    })
                    .collect();
                format!("{}TAG OK done\r\n", looks.concat())
            }
            ["UID", "FETCH", ..] => {
                let uid = uid();
                let Some(mail) = self.inbox.get(&uid) else { return b"TAG OK nothing\r\n".to_vec() };
                let mut answer =
                    format!("* 1 FETCH (UID {uid} BODY[]<0> {{{}}}\r\n", mail.len()).into_bytes();
                answer.extend_from_slice(mail);
                answer.extend_from_slice(b")\r\nTAG OK done\r\n");
                return answer;
            }
            ["UID", "MOVE", ..] => {
                let folder = words[3].trim_matches('"').to_owned();
                let Some(kept) = self.folders.get_mut(&folder) else {
                    return b"TAG NO [TRYCREATE] no such folder\r\n".to_vec();
                };
                match self.inbox.remove(&uid()) {
                    Some(mail) => {
                        kept.push(mail);
                        format!(
                            "* OK [COPYUID 9 {} {}] moved\r\n* 1 EXPUNGE\r\nTAG OK done\r\n",
                            uid(),
                            kept.len()
                        )
                    }
                    None => "TAG OK nothing to do\r\n".to_owned(),
                }
            }
            ["CREATE", folder] => {
                self.folders.entry(folder.trim_matches('"').to_owned()).or_default();
                "TAG OK made\r\n".to_owned()
            }
            ["LOGOUT"] => "* BYE\r\nTAG OK\r\n".replace("\r\n", " bye\r\n"),
            ["CAPABILITY"] | ["AUTHENTICATE", ..] => {
                "* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR MOVE UIDPLUS\r\nTAG OK done\r\n".to_owned()
            }
            _ => "TAG OK done\r\n".to_owned(),
        };
        text.into_bytes()
    }
}

/// The numbers of a set such as `1:3,7`.
fn wanted(set: &str) -> Vec<u32> {
    set.split(',')
        .flat_map(|part| {
            let (from, to) = part.split_once(':').unwrap_or((part, part));
            from.parse::<u32>().unwrap()..=to.parse::<u32>().unwrap()
        })
        .collect()
}
