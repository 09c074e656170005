//! The connection to a mail server, plain or under TLS, with a deadline for everything.

use rustls::client::ClientConfig;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConnection, StreamOwned};
use rustls_platform_verifier::Verifier;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A connection. Each read and write ends within its patience, and all together end within the time last
/// allowed.
pub(super) enum Wire {
    Clear(DeadlineSocket),
    Secret(Box<StreamOwned<ClientConnection, DeadlineSocket>>),
}

/// A socket with deadlines.
pub(super) struct DeadlineSocket {
    socket: TcpStream,
    patience: Duration,
    until: Instant,
}

impl Wire {
    /// Connects to the first address of the host that answers.
    pub(super) fn connect(host: &str, port: u16, patience: Duration) -> io::Result<Self> {
        let mut last = io::Error::new(ErrorKind::NotFound, "the host name has no address");
        for address in (host, port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, patience) {
                Ok(socket) => {
                    // Commands are short and each waits for its answer.
                    socket.set_nodelay(true)?;
                    return Ok(Wire::Clear(DeadlineSocket {
                        socket,
                        patience,
                        until: Instant::now() + patience,
                    }));
                }
                Err(why) => last = why,
            }
        }
        Err(last)
    }

    /// Puts the connection under TLS and checks the server's certificate.
    pub(super) fn secure(self, host: &str, config: &Arc<ClientConfig>) -> io::Result<Self> {
        let Wire::Clear(mut socket) = self else {
            return Err(io::Error::other("the connection already uses TLS"));
        };
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let mut tls = ClientConnection::new(config.clone(), name).map_err(io::Error::other)?;
        while tls.is_handshaking() {
            if tls.complete_io(&mut socket)? == (0, 0) {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(Wire::Secret(Box::new(StreamOwned::new(tls, socket))))
    }

    /// Sets how long everything that follows may take in all.
    pub(super) fn allow(&mut self, time: Duration) {
        let socket = match self {
            Wire::Clear(socket) => socket,
            Wire::Secret(tls) => &mut tls.sock,
        };
        socket.until = Instant::now() + time;
    }
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Wire::Clear(socket) => socket.read(buffer),
            Wire::Secret(tls) => tls.read(buffer),
        }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Wire::Clear(socket) => socket.write(bytes),
            Wire::Secret(tls) => tls.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Wire::Clear(socket) => socket.flush(),
            Wire::Secret(tls) => tls.flush(),
        }
    }
}

impl DeadlineSocket {
    /// Returns how long the next step may take.
    fn step(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(late()) } else { Ok(Some(left.min(self.patience))) }
    }
}

impl Read for DeadlineSocket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.socket.set_read_timeout(self.step()?)?;
        self.socket.read(buffer).map_err(named)
    }
}

impl Write for DeadlineSocket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(self.step()?)?;
        self.socket.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

/// Names a timeout as such; the socket reports only that it would block.
fn named(why: io::Error) -> io::Error {
    if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) { late() } else { why }
}

fn late() -> io::Error {
    io::Error::new(ErrorKind::TimedOut, "it did not answer in time")
}

/// Returns a TLS configuration that trusts the system's certificates and those in a file (PEM).
///
/// # Errors
/// If the file has no certificate, or TLS cannot be set up.
pub(super) fn trust(certificates: Option<&[u8]>) -> Result<Arc<ClientConfig>, String> {
    let extra = match certificates {
        None => Vec::new(),
        Some(pem) => {
            let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
            let read =
                read.map_err(|why| format!("the file named by `ca file` is not a certificate: {why}"))?;
            if read.is_empty() {
                return Err("the file named by `ca file` contains no certificate".to_owned());
            }
            read
        }
    };
    let failed = |why: rustls::Error| format!("TLS cannot be set up: {why}");
    let provider = Arc::new(default_provider());
    let verifier = Verifier::new_with_extra_roots(extra, provider.clone()).map_err(failed)?;
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(failed)?;
    // rustls calls any verifier dangerous that it did not make; this one checks as the system does.
    let verifier = builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier));
    Ok(Arc::new(verifier.with_no_client_auth()))
}
