//! Sending through a mail server.

use super::{MailSink, Outgoing, SendError, SmtpSettings, Tls};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls as Wire, TlsParameters};
use lettre::{SmtpTransport, Transport};
use std::time::Duration;

/// How long the server may take for each step.
const PATIENCE: Duration = Duration::from_secs(60);

/// A mail server. Each mail is a connection of its own.
pub struct SmtpSink {
    transport: SmtpTransport,
    host: String,
}

impl SmtpSink {
    /// The server of these settings, with the password fetched by the caller and, if need be, a certificate to
    /// trust (PEM). It does not connect yet.
    ///
    /// # Errors
    /// What is wrong, in words: without TLS to another machine, a user without a password, a bad certificate.
    pub fn new(
        settings: &SmtpSettings,
        password: Option<String>,
        certificate: Option<&[u8]>,
    ) -> Result<Self, String> {
        let host = settings.host.clone();
        if settings.tls == Tls::None && !is_here(&host) {
            return Err(format!(
                "{host} is another machine: say tls: implicit or tls: starttls, so that mails and password are not sent in clear"
            ));
        }
        let mut parameters = TlsParameters::builder(host.clone());
        if let Some(pem) = certificate {
            let is_pem = pem.windows(17).any(|bytes| bytes == b"BEGIN CERTIFICATE");
            let certificate = Certificate::from_pem(pem).map_err(|why| why.to_string());
            let certificate = if is_pem { certificate } else { Err("it holds none".to_owned()) };
            let certificate =
                certificate.map_err(|why| format!("the file named by `ca file` is no certificate: {why}"))?;
            parameters = parameters.add_root_certificate(certificate);
        }
        let parameters = || parameters.build_rustls().map_err(|why| format!("TLS cannot be set up: {why}"));
        let (wire, port) = match settings.tls {
            Tls::Implicit => (Wire::Wrapper(parameters()?), 465),
            Tls::StartTls => (Wire::Required(parameters()?), 587),
            Tls::None => (Wire::None, 25),
        };
        let mut builder = SmtpTransport::builder_dangerous(&host)
            .tls(wire)
            .port(settings.port.unwrap_or(port))
            .timeout(Some(PATIENCE));
        match (&settings.user, password) {
            (Some(user), Some(password)) => {
                builder = builder.credentials(Credentials::new(user.clone(), password))
            }
            (Some(user), None) => return Err(format!("{user} at {host} has no `password from`")),
            (None, Some(_)) => return Err(format!("there is a password for {host}, but no user")),
            (None, None) => {}
        }
        Ok(SmtpSink { transport: builder.build(), host })
    }
}

impl MailSink for SmtpSink {
    fn send(&mut self, mail: &Outgoing) -> Result<(), SendError> {
        let message = mail.to_message()?;
        self.transport.send(&message).map(|_| ()).map_err(|why| {
            let mut words = why.to_string();
            let mut source = std::error::Error::source(&why);
            while let Some(inner) = source {
                if !words.contains(&inner.to_string()) {
                    words = format!("{words}: {inner}");
                }
                source = inner.source();
            }
            // A refused login is the game master's to mend, not a fault of this mail.
            let is_login = why
                .status()
                .is_some_and(|code| ["530", "534", "535", "538"].contains(&code.to_string().as_str()));
            SendError {
                permanent: why.is_permanent() && !is_login,
                words: format!("{} did not take the mail: {words}", self.host),
            }
        })
    }
}

/// Whether a name means this machine itself.
fn is_here(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(host: &str, tls: Tls) -> SmtpSettings {
        SmtpSettings {
            host: host.into(),
            port: None,
            tls,
            user: Some("gm".into()),
            password_from: None,
            ca_file: None,
        }
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
