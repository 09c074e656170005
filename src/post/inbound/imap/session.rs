//! A session with an IMAP server: connect, log in, and the few commands that a source needs.

use super::fault::{Answer, Fault};
use super::wire::Wire;
use crate::post::server::{ImapSettings, Tls};
use io_imap::codec::CommandCodec;
use io_imap::codec::fragmentizer::Fragmentizer;
use io_imap::coroutine::{ImapCoroutine, ImapCoroutineState, ImapYield};
use io_imap::has_imap_capability;
use io_imap::rfc3501::capability::ImapCapabilityGet;
use io_imap::rfc3501::copy::{ImapCopyUid, ImapMessageCopy, ImapMessageCopyOptions};
use io_imap::rfc3501::create::ImapMailboxCreate;
use io_imap::rfc3501::greeting::{ImapGreetingGet, ImapGreetingGetOptions};
use io_imap::rfc3501::list::ImapMailboxList;
use io_imap::rfc3501::login::{ImapLogin, ImapLoginOptions};
use io_imap::rfc3501::select::{ImapMailboxSelect, ImapMailboxSelectOptions};
use io_imap::rfc3501::store::{ImapMessageStore, ImapMessageStoreOptions};
use io_imap::rfc3501::subscribe::ImapMailboxSubscribe;
use io_imap::rfc4315::expunge_uid::ImapMessageExpungeUid;
use io_imap::rfc6851::r#move::{ImapMessageMove, ImapMessageMoveOptions};
use io_imap::sasl::auth_plain::{ImapAuthPlain, ImapAuthPlainOptions};
use io_imap::sasl::auth_xoauth2::{ImapAuthXoauth2, ImapAuthXoauth2Options};
use io_imap::send::{ImapSend, ImapSendOutput};
use io_imap::types::auth::AuthMechanism;
use io_imap::types::command::{Command, CommandBody};
use io_imap::types::core::{TagGenerator, Vec1};
use io_imap::types::fetch::{MacroOrMessageDataItemNames, MessageDataItem, MessageDataItemName};
use io_imap::types::flag::{Flag, StoreType};
use io_imap::types::mailbox::{ListMailbox, Mailbox};
use io_imap::types::response::{Capability, Data, StatusKind};
use io_imap::types::search::SearchKey;
use io_imap::types::sequence::SequenceSet;
use rustls::client::ClientConfig;
use std::io::{Read, Write};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// Bytes of the longest single answer that is accepted; more than the largest message that is asked for.
const LONGEST_ANSWER: u32 = 4 << 20;
/// Bytes of all answers to one command.
const ALL_ANSWERS: usize = 8 << 20;
/// How many times the patience for one step a whole command may take.
const STEPS: u32 = 5;

/// A session in which a mailbox is open.
pub(super) struct Session {
    wire: Wire,
    fragments: Fragmentizer,
    patience: Duration,
    capabilities: Vec<Capability<'static>>,
    /// The separator between a folder and one within it; `None` on a server without nested folders.
    delimiter: Option<char>,
    /// The mailbox's UIDVALIDITY: UIDs name the same messages as long as it does not change.
    pub(super) validity: NonZeroU32,
    /// The number that the next message will get (UIDNEXT); `None` if the server does not say.
    pub(super) next: Option<NonZeroU32>,
    /// Number of messages in the mailbox.
    exists: u32,
}

impl Session {
    /// Connects, logs in and opens the mailbox.
    pub(super) fn open(
        settings: &ImapSettings,
        secret: &str,
        trust: &Arc<ClientConfig>,
        patience: Duration,
    ) -> Result<Self, Fault> {
        let usual = if settings.tls == Tls::Implicit { 993 } else { 143 };
        let port = settings.port.unwrap_or(usual);
        let mut wire = Wire::connect(&settings.host, port, patience)
            .map_err(|why| Fault::lost(format!("cannot connect to port {port}: {why}")))?;
        if settings.tls == Tls::Implicit {
            wire = secure(wire, settings, trust)?;
        }
        let mut session = Session {
            wire,
            fragments: Fragmentizer::new(LONGEST_ANSWER),
            patience,
            capabilities: Vec::new(),
            delimiter: Some('/'),
            validity: NonZeroU32::MIN,
            next: None,
            exists: 0,
        };
        let greeting =
            session.run(ImapGreetingGet::new(ImapGreetingGetOptions { ensure_capabilities: true }))?;
        session.capabilities = greeting.capability;
        if settings.tls == Tls::StartTls {
            session = session.start_tls(settings, trust)?;
        }
        if settings.tls == Tls::StartTls || !greeting.pre_authenticated {
            session.log_in(settings, secret)?;
        }
        session.select(&settings.mailbox)?;
        Ok(session)
    }

    fn start_tls(mut self, settings: &ImapSettings, trust: &Arc<ClientConfig>) -> Result<Self, Fault> {
        self.send(CommandBody::StartTLS)
            .map_err(|fault| fault.with("the server does not offer STARTTLS; try `tls: implicit`"))?;
        // Whatever the server (or somebody in between) said unencrypted no longer counts.
        self.fragments = Fragmentizer::new(LONGEST_ANSWER);
        self.wire = secure(self.wire, settings, trust)?;
        self.capabilities = self.run(ImapCapabilityGet::new())?;
        Ok(self)
    }

    fn log_in(&mut self, settings: &ImapSettings, secret: &str) -> Result<(), Fault> {
        let user = &settings.user;
        let initial_request = has_imap_capability!(self.capabilities, SaslIr);
        let plain = Capability::Auth(AuthMechanism::Plain);
        let capabilities = if settings.token_from.is_some() {
            let options =
                ImapAuthXoauth2Options { initial_request, ensure_capabilities: true, auto_id: None };
            self.run(ImapAuthXoauth2::new(user, secret, options))
        } else if self.capabilities.contains(&plain) {
            let options = ImapAuthPlainOptions { initial_request, ensure_capabilities: true, auto_id: None };
            self.run(ImapAuthPlain::new(None::<&str>, user, secret, options))
        } else {
            let options = ImapLoginOptions { ensure_capabilities: true, auto_id: None };
            let login = ImapLogin::new(user, secret, options)
                .map_err(|_| Fault::refused("the user or the password has characters that cannot be sent"))?;
            self.run(login)
        };
        let advice = if settings.token_from.is_some() {
            "is the token from `token from` still valid?"
        } else {
            "check `user` and `password from`; many providers require an app password here"
        };
        self.capabilities =
            capabilities.map_err(|fault| fault.with(&format!("login of {user}: {advice}")))?;
        Ok(())
    }

    fn select(&mut self, mailbox: &str) -> Result<(), Fault> {
        let root = ListMailbox::try_from("").map_err(|_| Fault::refused("no pattern"))?;
        let listing = self.run(ImapMailboxList::new(named("")?, root))?;
        if let Some((_, delimiter, _)) = listing.first() {
            self.delimiter = delimiter.map(|sign| sign.inner());
        }
        let folder = self.folder(mailbox)?;
        let data = self
            .run(ImapMailboxSelect::new(folder, ImapMailboxSelectOptions::default()))
            .map_err(|fault| fault.with(&format!("the folder {mailbox:?} cannot be opened")))?;
        self.validity = data
            .uid_validity
            .ok_or_else(|| Fault::refused("it gives messages no lasting numbers (UIDVALIDITY)"))?;
        self.next = data.uid_next;
        self.exists = data.exists.unwrap_or(0);
        Ok(())
    }

    /// Returns a folder as the server writes it. In our settings `/` is always the separator.
    fn folder(&self, name: &str) -> Result<Mailbox<'static>, Fault> {
        match self.delimiter {
            Some('/') => named(name),
            Some(sign) => named(&name.replace('/', &sign.to_string())),
            None => named(&name.replace('/', "-")),
        }
    }

    /// Returns the messages that are not marked as deleted, among all or only one. The mark is on originals
    /// that could not be removed after filing.
    pub(super) fn search(&mut self, only: Option<NonZeroU32>) -> Result<Vec<NonZeroU32>, Fault> {
        let mut criteria = Vec1::from(SearchKey::Undeleted);
        if let Some(uid) = only {
            criteria = Vec1::unvalidated(vec![SearchKey::Uid(SequenceSet::from(uid)), SearchKey::Undeleted]);
        }
        let body = CommandBody::Search { charset: None, criteria, uid: true };
        let mut found: Option<Vec<NonZeroU32>> = None;
        for data in self.send(body)?.data {
            if let Data::Search(uids, _) = data {
                found.get_or_insert_default().extend(uids);
            }
        }
        match found {
            Some(uids) => Ok(uids),
            None if self.exists == 0 => Ok(Vec::new()),
            // Unreadable answers are skipped; that must not be mistaken for an empty mailbox.
            None => Err(Fault::refused("asked which messages it has, it gave no answer we can read")),
        }
    }

    /// Returns `true` if a message is still there now, after hearing what other programs did.
    pub(super) fn has(&mut self, uid: NonZeroU32) -> Result<bool, Fault> {
        self.send(CommandBody::Noop)?;
        Ok(!self.search(Some(uid))?.is_empty())
    }

    /// Fetches items of messages. Each answer is separate, because its sequence number may change in between.
    pub(super) fn fetch(
        &mut self,
        uids: &[NonZeroU32],
        items: Vec<MessageDataItemName<'static>>,
    ) -> Result<Vec<Vec<MessageDataItem<'static>>>, Fault> {
        let sequence_set =
            SequenceSet::try_from(uids).map_err(|_| Fault::refused("no messages to ask for"))?;
        let macro_or_item_names = MacroOrMessageDataItemNames::MessageDataItemNames(items);
        let modifiers = Vec::new();
        let reply =
            self.send(CommandBody::Fetch { modifiers, sequence_set, macro_or_item_names, uid: true })?;
        let fetched = reply.data.into_iter().filter_map(|data| match data {
            Data::Fetch { items, .. } => Some(items.into_inner()),
            _ => None,
        });
        Ok(fetched.collect())
    }

    /// Sets a flag on a message.
    pub(super) fn mark(&mut self, uid: NonZeroU32, flag: Flag<'static>) -> Result<(), Fault> {
        let options = ImapMessageStoreOptions { uid: true };
        self.run(ImapMessageStore::new(SequenceSet::from(uid), StoreType::Add, vec![flag], options))?;
        Ok(())
    }

    /// Creates a folder and subscribes to it. Returns the server's refusal, if any, not as an error, because
    /// the folder may exist already.
    pub(super) fn create(&mut self, name: &str) -> Result<Option<String>, Fault> {
        let folder = self.folder(name)?;
        let refusal = match self.run(ImapMailboxCreate::new(folder.clone())) {
            Ok(()) => None,
            Err(Fault { lost: false, words }) => Some(words),
            Err(fault) => return Err(fault),
        };
        match self.run(ImapMailboxSubscribe::new(folder)) {
            Ok(()) | Err(Fault { lost: false, .. }) => Ok(refusal),
            Err(fault) => Err(fault),
        }
    }

    /// Returns `true` if the server can move a message in one step.
    pub(super) fn can_move(&self) -> bool {
        has_imap_capability!(self.capabilities, Move)
    }

    /// Returns `true` if the server can remove a single message that is marked as deleted.
    pub(super) fn can_expunge_one(&self) -> bool {
        has_imap_capability!(self.capabilities, UidPlus)
    }

    /// Moves a message in one step; returns `true` if the server confirms it.
    pub(super) fn shift(&mut self, uid: NonZeroU32, name: &str) -> Result<bool, Fault> {
        let (set, folder) = (SequenceSet::from(uid), self.folder(name)?);
        let moved: ImapCopyUid =
            self.run(ImapMessageMove::new(set, folder, ImapMessageMoveOptions { uid: true }))?;
        Ok(moved.is_some_and(|(_, from, _)| from.contains(&uid.get())))
    }

    pub(super) fn copy(&mut self, uid: NonZeroU32, name: &str) -> Result<(), Fault> {
        let (set, folder) = (SequenceSet::from(uid), self.folder(name)?);
        self.run(ImapMessageCopy::new(set, folder, ImapMessageCopyOptions { uid: true })).map(|_| ())
    }

    /// Removes a single message that is marked as deleted.
    pub(super) fn expunge(&mut self, uid: NonZeroU32) -> Result<(), Fault> {
        self.run(ImapMessageExpungeUid::new(SequenceSet::from(uid))).map(|_| ())
    }

    /// Logs out. It does not matter whether the server hears it.
    pub(super) fn close(mut self) {
        self.patience = self.patience.min(Duration::from_secs(2)) / STEPS;
        let _ = self.send(CommandBody::Logout);
    }

    /// Sends a command and returns the answers undecoded.
    fn send(&mut self, body: CommandBody<'static>) -> Result<ImapSendOutput<CommandCodec>, Fault> {
        let command = Command { tag: TagGenerator::new().generate(), body };
        let reply = self.run(ImapSend::new(CommandCodec::new(), command))?;
        if let Some(bye) = reply.bye {
            return Err(Fault::lost(format!("it ended the session: {}", bye.text)));
        }
        match reply.tagged.as_ref().map(|tagged| &tagged.body) {
            Some(body) if body.kind == StatusKind::Ok => Ok(reply),
            Some(body) => Err(Fault::refused(format!("it refused: {}", body.text))),
            None => Err(Fault::lost("it did not finish its answer")),
        }
    }

    /// Runs a command to its end. After a failure that lost the connection the session must not be used
    /// again.
    fn run<C, T, E>(&mut self, mut command: C) -> Result<T, Fault>
    where
        C: ImapCoroutine<Yield = ImapYield, Return = Result<T, E>>,
        E: Answer,
    {
        self.wire.allow(self.patience * STEPS);
        let broken = |why: std::io::Error| Fault::lost(format!("the connection broke: {why}"));
        let mut buffer = vec![0; 16 << 10];
        let mut got = None;
        let mut left = ALL_ANSWERS;
        loop {
            let bytes = got.take().and_then(|length| buffer.get(..length));
            let step = command.resume(&mut self.fragments, bytes);
            if self.fragments.is_max_message_size_exceeded() {
                return Err(Fault::lost(format!(
                    "it sent an answer of more than {LONGEST_ANSWER} bytes, more than we asked for"
                )));
            }
            match step {
                ImapCoroutineState::Complete(result) => return result.map_err(Answer::fault),
                ImapCoroutineState::Yielded(ImapYield::WantsWrite(bytes)) => {
                    self.wire.write_all(&bytes).and_then(|()| self.wire.flush()).map_err(broken)?;
                }
                ImapCoroutineState::Yielded(ImapYield::WantsRead) => {
                    let length = self.wire.read(&mut buffer).map_err(broken)?;
                    if length == 0 {
                        return Err(Fault::lost("it closed the connection"));
                    }
                    left = left.checked_sub(length).ok_or_else(|| {
                        Fault::lost(format!("it answered one command with more than {ALL_ANSWERS} bytes"))
                    })?;
                    got = Some(length);
                }
            }
        }
    }
}

fn secure(wire: Wire, settings: &ImapSettings, trust: &Arc<ClientConfig>) -> Result<Wire, Fault> {
    wire.secure(&settings.host, trust).map_err(|why| {
        Fault::lost(format!(
            "no encrypted connection: {why}. Is `tls` right for this port? If the certificate is self-signed, name it with `ca file`"
        ))
    })
}

fn named(name: &str) -> Result<Mailbox<'static>, Fault> {
    Mailbox::try_from(name.to_owned())
        .map_err(|_| Fault::refused(format!("{name:?} is not a valid folder name")))
}
