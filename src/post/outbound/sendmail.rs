//! Sending through the machine's own mail program, `sendmail` or a compatible one.

use super::packed::Packed;
use super::sink::{Cause, MailSink, SendError};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A mail program, called as `sendmail -i -f FROM -- TO…` with the message on its standard input.
///
/// The exit code decides. The program's own words go with the error, because a program that ends early breaks
/// the pipe, and that alone would hide the reason.
pub struct SendmailSink {
    command: PathBuf,
}

/// Exit codes of sendmail (sysexits.h) after which trying again may help: system error, I/O error,
/// temporary failure, permission denied.
const TEMPORARY: [i32; 4] = [71, 74, 75, 77];

impl SendmailSink {
    /// Uses the program at this path, such as `/usr/sbin/sendmail`.
    pub fn new(command: impl Into<PathBuf>) -> Self {
        SendmailSink { command: command.into() }
    }
}

impl MailSink for SendmailSink {
    fn send_packed(&mut self, mail: &Packed) -> Result<(), SendError> {
        let name = self.command.display();
        let mut command = Command::new(&self.command);
        command.arg("-i");
        if let Some(from) = mail.envelope.from() {
            command.arg("-f").arg(from);
        }
        command.arg("--").args(mail.envelope.to());
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|why| {
            SendError::here(format!("cannot run {name}: {why}; is a mail program installed there?"))
        })?;
        // Programs of this kind expect the line ends of the machine.
        let text: Vec<u8> = mail
            .bytes
            .split_inclusive(|byte| *byte == b'\n')
            .flat_map(|line| {
                line.strip_suffix(b"\r\n").map_or(line.to_owned(), |line| [line, b"\n"].concat())
            })
            .collect();
        let written = child.stdin.take().map(|mut input| input.write_all(&text)).transpose();
        let output = child
            .wait_with_output()
            .map_err(|why| SendError::temporary(format!("cannot wait for {name}: {why}")))?;
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        match (output.status.success(), written) {
            (true, Ok(_)) => Ok(()),
            (true, Err(why)) => {
                Err(SendError::temporary(format!("{name} did not read the whole message: {why}")))
            }
            (false, _) => {
                let permanent =
                    output.status.code().is_some_and(|code| code >= 64 && !TEMPORARY.contains(&code));
                let said = if said.is_empty() { "it gave no reason".to_owned() } else { said };
                Err(SendError {
                    permanent,
                    cause: match output.status.code() {
                        // No such user, no such host.
                        Some(67 | 68) => Cause::Recipient { status: String::new() },
                        _ => Cause::Other,
                    },
                    words: format!("{name} refused the message ({}): {said}", output.status),
                })
            }
        }
    }
}
