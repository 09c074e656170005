//! Sending through an SMTP server.

use super::packed::Packed;
use super::sink::{Cause, MailSink, SendError};
use crate::post::server::{SmtpSettings, Tls, check_tls};
use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS, Mechanism};
use lettre::transport::smtp::client::{Certificate, SmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter, ServerInfo};
use std::io::{self, ErrorKind};
use std::time::Duration;

/// How long the server may take for each step.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to an SMTP server. The messages of a tick share one, since many servers limit connections.
pub struct SmtpSink {
    host: String,
    port: u16,
    tls: Tls,
    /// Made when first needed, because that reads the certificates of the whole world.
    parameters: Option<TlsParameters>,
    credentials: Option<Credentials>,
    mechanisms: &'static [Mechanism],
    patience: Duration,
    open: Option<SmtpConnection>,
}

impl SmtpSink {
    /// Prepares sending by these settings, with the password or token fetched by the caller and, if needed, a
    /// certificate to trust (PEM). Does not connect yet.
    ///
    /// # Errors
    /// If the settings would send a password unencrypted to another machine, name a user without a password
    /// (or the reverse), or the certificate is invalid.
    pub fn new(
        settings: &SmtpSettings,
        secret: Option<String>,
        certificate: Option<&[u8]>,
    ) -> Result<Self, String> {
        let (host, tls) = (settings.host.clone(), settings.tls);
        check_tls(&host, tls)?;
        if settings.password_from.is_some() && settings.token_from.is_some() {
            return Err(format!("{host} has both `password from` and `token from`: keep one"));
        }
        let mut parameters = None;
        if let Some(pem) = certificate {
            if !pem.windows(17).any(|bytes| bytes == b"BEGIN CERTIFICATE") {
                return Err("the file named by `ca file` contains no certificate".to_owned());
            }
            let certificate = Certificate::from_pem(pem)
                .map_err(|why| format!("the file named by `ca file` is not a certificate: {why}"))?;
            let with_it = TlsParameters::builder(host.clone()).add_root_certificate(certificate);
            parameters = Some(with_it.build_rustls().map_err(|why| format!("TLS cannot be set up: {why}"))?);
        }
        let credentials = match (&settings.user, secret) {
            (Some(user), Some(secret)) => Some(Credentials::new(user.clone(), secret)),
            (Some(user), None) => {
                return Err(format!("{user} at {host} has neither `password from` nor `token from`"));
            }
            (None, Some(_)) => return Err(format!("there is a password for {host}, but no user")),
            (None, None) => None,
        };
        let usual = match tls {
            Tls::Implicit => 465,
            Tls::StartTls => 587,
            Tls::None => 25,
        };
        // A token works with this mechanism alone, and a password must not be sent in a token's place.
        let mechanisms =
            if settings.token_from.is_some() { &[Mechanism::Xoauth2][..] } else { DEFAULT_MECHANISMS };
        let port = settings.port.unwrap_or(usual);
        let patience = PATIENCE;
        Ok(SmtpSink { host, port, tls, parameters, credentials, mechanisms, patience, open: None })
    }

    /// Replaces the patience of one minute: how long the server may take for each step.
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Returns the connection of the previous message if the server still answers there, or else a new one.
    fn connection(&mut self) -> Result<SmtpConnection, SendError> {
        if let Some(mut open) = self.open.take()
            && open.test_connected()
        {
            return Ok(open);
        }
        let hello = ClientId::default();
        if self.tls != Tls::None && self.parameters.is_none() {
            let made = TlsParameters::builder(self.host.clone()).build_rustls();
            self.parameters = Some(made.map_err(|why| self.failed(&why, "cannot set up TLS for"))?);
        }
        let wrapper = self.parameters.as_ref().filter(|_| self.tls == Tls::Implicit);
        let server = (self.host.as_str(), self.port);
        let failed = |why: Error| self.failed(&why, "cannot connect to");
        let mut connection =
            SmtpConnection::connect(server, Some(self.patience), &hello, wrapper, None).map_err(failed)?;
        if let Some(parameters) = self.parameters.as_ref().filter(|_| self.tls == Tls::StartTls) {
            // If this fails we stop: neither password nor message may go unencrypted.
            connection.starttls(parameters, &hello).map_err(failed)?;
        }
        if let Some(credentials) = &self.credentials {
            connection
                .auth(self.mechanisms, credentials)
                .map_err(|why| self.failed(&why, "cannot log in at"))?;
        }
        Ok(connection)
    }

    /// Returns `true` if the server wants us to log in first. That is not the message's problem. Some servers
    /// say it as a refusal by policy (5.7).
    fn wants_login(&self, why: &Error, words: &str) -> bool {
        let code = why.status().map(|code| code.to_string()).unwrap_or_default();
        ["530", "534", "535", "538"].contains(&code.as_str())
            || (self.credentials.is_none()
                && ["550", "554"].contains(&code.as_str())
                && words.contains("5.7."))
    }

    /// Returns the error for a failure before the message itself was mentioned: something the game master
    /// must fix.
    fn failed(&self, why: &Error, what: &str) -> SendError {
        let words = format!("{what} {}: {}", self.host, words(why));
        SendError { permanent: false, words, cause: Cause::Server }
    }
}

impl MailSink for SmtpSink {
    fn probe(&mut self) -> Result<(), SendError> {
        self.open = Some(self.connection()?);
        Ok(())
    }

    fn send_packed(&mut self, mail: &Packed) -> Result<(), SendError> {
        let mut connection = self.connection()?;
        if is_beyond_ascii(&mail.envelope)
            && !connection.server_info().supports_feature(Extension::SmtpUtfEight)
        {
            let words = format!("{} does not accept addresses with letters beyond ASCII", self.host);
            return Err(SendError::permanent(words));
        }
        match transact(&mut connection, &mail.envelope, &mail.bytes) {
            Ok(()) => {
                self.open = Some(connection);
                Ok(())
            }
            Err((step, why)) => {
                connection.abort();
                let said = words(&why);
                let words = format!("{} did not accept the message: {said}", self.host);
                let is_login = self.wants_login(&why, &words);
                let permanent = why.is_permanent() && !is_login;
                let cause = match permanent {
                    true => cause(step, &why, &said),
                    // Without a status it did not answer.
                    false if is_login || why.status().is_none() => Cause::Server,
                    false => Cause::Other,
                };
                Err(SendError { permanent, words, cause })
            }
        }
    }
}

/// The step of a transaction at which a server refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Recipient,
    Other,
}

fn is_beyond_ascii(envelope: &Envelope) -> bool {
    envelope.to().iter().chain(envelope.from()).any(|address| !AsRef::<str>::as_ref(address).is_ascii())
}

/// Returns what a server is told of a message beforehand.
fn parameters(envelope: &Envelope, email: &[u8], server: &ServerInfo) -> Vec<MailParameter> {
    let mut all = Vec::new();
    if is_beyond_ascii(envelope) {
        all.push(MailParameter::SmtpUtfEight);
    }
    if !email.is_ascii() && server.supports_feature(Extension::EightBitMime) {
        all.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    all
}

/// Sends one message step by step, so that we know where the server refuses.
fn transact(connection: &mut SmtpConnection, envelope: &Envelope, email: &[u8]) -> Result<(), (Step, Error)> {
    let options = parameters(envelope, email, connection.server_info());
    let other = |why| (Step::Other, why);
    connection.command(Mail::new(envelope.from().cloned(), options)).map_err(other)?;
    for to in envelope.to() {
        connection.command(Rcpt::new(to.clone(), Vec::new())).map_err(|why| (Step::Recipient, why))?;
    }
    connection.command(Data).map_err(other)?;
    connection.message(email).map_err(other)?;
    Ok(())
}

/// Returns the cause of a permanent refusal. A server that objects to *us* (5.7) may also say so when given a
/// recipient.
fn cause(step: Step, why: &Error, said: &str) -> Cause {
    let code = why.status().map(|code| code.to_string()).unwrap_or_default();
    let status = enhanced(said).unwrap_or_default();
    let is_large = match status {
        "5.3.4" | "5.2.3" => true,
        "" => code == "552",
        _ => false,
    };
    let is_recipient = match status {
        "" => ["550", "551", "553"].contains(&code.as_str()),
        status => status.starts_with("5.1.") || status.starts_with("5.2."),
    };
    match step {
        _ if is_large => Cause::TooLarge,
        Step::Recipient if is_recipient => {
            Cause::Recipient { status: format!("{code} {status}").trim().to_owned() }
        }
        _ => Cause::Other,
    }
}

/// Returns the status by RFC 3463 in a server's answer, such as `5.1.1`.
fn enhanced(said: &str) -> Option<&str> {
    let is_status = |word: &&str| {
        let mut parts = word.split('.');
        let class = parts.next();
        let rest: Vec<&str> = parts.collect();
        let is_number =
            |part: &&str| (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        class == Some("5") && rest.len() == 2 && rest.iter().all(is_number)
    };
    said.split(|c: char| c.is_whitespace() || matches!(c, '#' | '(' | ')' | ':' | ';')).find(is_status)
}

impl Drop for SmtpSink {
    fn drop(&mut self) {
        // The messages are delivered; it does not matter whether the server hears this.
        self.open.as_mut().map(SmtpConnection::quit);
    }
}

/// Returns an error with its causes.
fn words(why: &Error) -> String {
    let mut words = why.to_string();
    let mut source = std::error::Error::source(why);
    while let Some(inner) = source {
        // Of a timeout the socket reports only that it would block.
        let late = inner.downcast_ref::<io::Error>().map(io::Error::kind);
        if matches!(late, Some(ErrorKind::WouldBlock | ErrorKind::TimedOut)) {
            return "it did not answer in time".to_owned();
        }
        if !words.contains(&inner.to_string()) {
            words = format!("{words}: {inner}");
        }
        source = inner.source();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use lettre::transport::smtp::response::Response;

    fn settings(host: &str, tls: Tls) -> SmtpSettings {
        SmtpSettings {
            host: host.into(),
            port: None,
            tls,
            user: Some("gm".into()),
            password_from: None,
            token_from: None,
            ca_file: None,
        }
    }

    #[test]
    fn the_status_in_an_answer_is_a_class_and_two_numbers() {
        for (said, status) in [
            ("550 5.1.1 <a@b.example>: no such user", Some("5.1.1")),
            ("5.7.133 not allowed", Some("5.7.133")),
            ("mailbox full (#5.2.2)", Some("5.2.2")),
            ("sorry: 5.1.1; see https://mail.example/5.1.2", Some("5.1.1")),
            ("4.2.2 later", None),
            ("5.1 no", None),
            ("5.1.1.1 no", None),
            ("5.x.1 no", None),
            ("5.1.x no", None),
            ("5.x.y no", None),
            ("5..1 no", None),
            ("5.1.1234 no", None),
            ("no", None),
        ] {
            assert_eq!(enhanced(said), status, "{said}");
        }
    }

    /// A server is told of letters beyond ASCII where there are some, and of those of the text only if it knows what that means.
    #[test]
    fn a_server_is_told_of_letters_beyond_ascii() {
        let server = |knows: &str| {
            let said: Response = format!("250-mail.example\r\n250 {knows}\r\n").parse().unwrap();
            ServerInfo::from_response(&said).unwrap()
        };
        let to = |address: &str| {
            Envelope::new(Some("gm@mail.example".parse().unwrap()), vec![address.parse().unwrap()]).unwrap()
        };
        for (address, text, knows, told) in [
            ("anna@mail.example", "plan", "8BITMIME", &[][..]),
            ("anna@mail.example", "plän", "8BITMIME", &["BODY=8BITMIME"]),
            ("anna@mail.example", "plän", "PIPELINING", &[]),
            ("änne@mail.example", "plan", "8BITMIME", &["SMTPUTF8"]),
            ("änne@mail.example", "plän", "8BITMIME", &["SMTPUTF8", "BODY=8BITMIME"]),
        ] {
            let all = parameters(&to(address), text.as_bytes(), &server(knows));
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            assert_eq!(all, told, "{address} {text} {knows}");
        }
    }

    /// A token is sent by its own mechanism and a password by the others; of both, nobody knows which is meant.
    #[test]
    fn a_token_is_no_password() {
        let file = || Some(serde_json::from_value(serde_json::json!({"file": "x"})).unwrap());
        let made = |password: bool, token: bool| {
            let settings = SmtpSettings {
                password_from: if password { file() } else { None },
                token_from: if token { file() } else { None },
                ..settings("mail.example", Tls::Implicit)
            };
            SmtpSink::new(&settings, Some("x".into()), None).map(|sink| sink.mechanisms)
        };
        assert_eq!(made(true, false).unwrap(), DEFAULT_MECHANISMS);
        assert_eq!(made(false, true).unwrap(), [Mechanism::Xoauth2]);
        assert!(made(true, true).unwrap_err().contains("keep one"));
    }

    #[test]
    fn no_password_goes_in_clear_to_another_machine() {
        let open = |host, tls| SmtpSink::new(&settings(host, tls), Some("x".into()), None).map(|_| ());
        assert!(open("mail.example", Tls::None).unwrap_err().contains("starttls"));
        assert!(open("127.0.0.1", Tls::None).is_ok());
        assert!(open("mail.example", Tls::Implicit).is_ok());
        assert!(SmtpSink::new(&settings("mail.example", Tls::StartTls), None, None).is_err());
        assert!(
            SmtpSink::new(&settings("mail.example", Tls::StartTls), Some("x".into()), Some(b"no pem"))
                .is_err()
        );
    }
}
