//! The verdict of our own mail server on a message's DKIM signature (RFC 8601, `Authentication-Results`).
//!
//! Anybody can write such a header, so only those that our server wrote count: they are above the topmost `Received`
//! line, which it adds when it accepts the message. Anything below was already in the message, or in the hands of another
//! machine, which may have taken it from anybody.

use crate::post::address::Address;
use serde::{Deserialize, Serialize};

/// Bytes of a message that are searched for headers.
const HEAD: usize = 256 << 10;

/// Where our server writes its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// Above its `Received` line, which is the topmost, where nobody else can write.
    #[default]
    Above,
    /// Below the topmost `Received` line and above the next. Either line is our server's: it writes its results below its own, or
    /// another machine of ours, which delivers the message, has added a line above. Only the topmost result counts then, and that
    /// server and that machine must remove results that others have written in our server's name.
    Below,
}

/// The verdict of our mail server on a DKIM signature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Dkim {
    /// The domain of the sender's address has signed.
    Pass { domain: String },
    /// Another domain than the sender's has signed.
    Other {
        /// Empty if the server did not say.
        domain: String,
    },
    /// No signature was valid.
    Fail {
        /// The server's word: `fail`, `neutral`, `none`, …
        result: String,
    },
    /// The server says nothing about DKIM.
    Nothing,
}

/// Returns the verdict of `server` on a message from this address; the best one if there are several.
pub fn dkim(raw: &[u8], server: &str, place: Place, from: &Address) -> Dkim {
    let host = from.address.rsplit_once('@').map_or("", |(_, host)| host).to_ascii_lowercase();
    let mut verdict = Dkim::Nothing;
    for result in results(raw, server, place).into_iter().flatten() {
        let found = judged(result, &host);
        if rank(&found) < rank(&verdict) {
            verdict = found;
        }
    }
    verdict
}

fn rank(verdict: &Dkim) -> u8 {
    match verdict {
        Dkim::Pass { .. } => 0,
        Dkim::Other { .. } => 1,
        Dkim::Fail { .. } => 2,
        Dkim::Nothing => 3,
    }
}

/// Turns a result into a verdict. A domain may sign for addresses in it and below it, unless it is one below which anybody can
/// have a domain (`org`, `co.uk`, `github.io`): its signature says nothing of whose the address is.
fn judged(result: Signature, host: &str) -> Dkim {
    if result.result != "pass" {
        return Dkim::Fail { result: result.result };
    }
    let domain = result.domain;
    let is_below = || host.strip_suffix(&domain).is_some_and(|sub| sub.ends_with('.'));
    let is_own = !domain.is_empty() && (host == domain || is_below() && psl::domain_str(&domain).is_some());
    if is_own { Dkim::Pass { domain } } else { Dkim::Other { domain } }
}

/// One result of the method `dkim`.
#[derive(Debug, PartialEq, Eq)]
struct Signature {
    result: String,
    domain: String,
}

/// Returns the results that count; `None` if our server has not received the message.
fn results(raw: &[u8], server: &str, place: Place) -> Option<Vec<Signature>> {
    let (mut lines, mut hops, mut received): (Vec<Vec<Signature>>, u8, bool) = (Vec::new(), 0, false);
    for (name, value) in fields(raw) {
        if name == "received" {
            received |= received_by(&value).is_some_and(|by| same_host(&by, server));
            hops += 1;
            match place {
                Place::Below if hops == 1 => lines.clear(),
                _ => break,
            }
        } else if name == "authentication-results" {
            lines.extend(dkim_of(&value, server));
        }
    }
    if place == Place::Below {
        lines.truncate(1);
    }
    received.then(|| lines.into_iter().flatten().collect())
}

fn same_host(a: &str, b: &str) -> bool {
    a.trim_end_matches('.').eq_ignore_ascii_case(b.trim_end_matches('.'))
}

/// Returns the header fields in their order, unfolded, with names in lower case.
fn fields(raw: &[u8]) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    let head = raw.get(..raw.len().min(HEAD)).unwrap_or_default();
    for line in head.split(|byte| *byte == b'\n') {
        let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
        if line.is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = fields.last_mut() {
                value.push_str(&line);
            }
        } else if let Some((name, value)) = line.split_once(':') {
            fields.push((name.trim_end().to_ascii_lowercase(), value.to_owned()));
        }
    }
    fields
}

/// Returns the host that received the message: the name after `by`. The name after `from` is the sender's own
/// claim, and may itself be "by".
fn received_by(value: &str) -> Option<String> {
    let tokens = tokens(value)?;
    let mut words = tokens.iter().filter_map(|token| match token {
        Token::Word(word) => Some(word.as_str()),
        _ => None,
    });
    let mut word = words.next()?;
    if word.eq_ignore_ascii_case("from") {
        words.next();
        word = words.next()?;
    }
    while !word.eq_ignore_ascii_case("by") {
        word = words.next()?;
    }
    words.next().map(str::to_owned)
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Word(String),
    Equals,
    Semicolon,
}

/// Splits a value into tokens, without comments; `None` if a comment or a quoted string does not end.
fn tokens(value: &str) -> Option<Vec<Token>> {
    let (mut tokens, mut word, mut depth) = (Vec::new(), String::new(), 0usize);
    let mut chars = value.chars();
    let end = |word: &mut String, tokens: &mut Vec<Token>| {
        if !word.is_empty() {
            tokens.push(Token::Word(std::mem::take(word)));
        }
    };
    while let Some(c) = chars.next() {
        match c {
            '\\' if depth > 0 => {
                chars.next()?;
            }
            '(' => {
                end(&mut word, &mut tokens);
                depth += 1;
            }
            ')' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            '"' => loop {
                match chars.next()? {
                    '"' => break,
                    '\\' => word.push(chars.next()?),
                    other => word.push(other),
                }
            },
            '=' => {
                end(&mut word, &mut tokens);
                tokens.push(Token::Equals);
            }
            ';' => {
                end(&mut word, &mut tokens);
                tokens.push(Token::Semicolon);
            }
            c if c.is_whitespace() => end(&mut word, &mut tokens),
            c => word.push(c),
        }
    }
    end(&mut word, &mut tokens);
    (depth == 0).then_some(tokens)
}

/// Returns the DKIM results in a header, if this server wrote it.
fn dkim_of(value: &str, server: &str) -> Option<Vec<Signature>> {
    let tokens = tokens(value)?;
    let mut parts = tokens.split(|token| *token == Token::Semicolon);
    let is_ours = match parts.next()? {
        [Token::Word(id)] => same_host(id, server),
        [Token::Word(id), Token::Word(version)] => same_host(id, server) && version == "1",
        _ => false,
    };
    is_ours.then(|| parts.filter_map(signature).collect())
}

/// Reads `dkim=pass header.d=example.org`; `None` if the part has another form.
fn signature(part: &[Token]) -> Option<Signature> {
    let pairs: Vec<(&str, &str)> = part
        .windows(3)
        .filter_map(|three| match three {
            [Token::Word(name), Token::Equals, Token::Word(value)] => Some((name.as_str(), value.as_str())),
            _ => None,
        })
        .collect();
    let (method, result) = pairs.first()?;
    let is_first = matches!(part.first(), Some(Token::Word(word)) if word == method);
    let method = method.to_ascii_lowercase();
    if !is_first || !(method == "dkim" || method == "dkim/1") {
        return None;
    }
    let property = |wanted: &str| {
        let found = pairs.iter().skip(1).find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        found.map(|(_, value)| value.to_ascii_lowercase())
    };
    let identity = || property("header.i").and_then(|id| Some(id.rsplit_once('@')?.1.to_owned()));
    let domain = property("header.d").or_else(identity).unwrap_or_default();
    Some(Signature { result: result.to_ascii_lowercase(), domain })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECEIVED: &str = "Received: from out.example.net (out.example.net [192.0.2.7])\r\n\tby mx.example.org (Postfix) with ESMTPS id 4F; Fri, 20 Nov 2026 11:00:00 +0100\r\n";

    fn verdict(head: &str) -> Dkim {
        verdict_at(head, Place::Above)
    }

    fn verdict_at(head: &str, place: Place) -> Dkim {
        let raw = format!("{head}From: anna@example.net\r\nSubject: x\r\n\r\nReceived: no header\r\n");
        dkim(raw.as_bytes(), "MX.example.org", place, &Address::new("Anna@Example.NET"))
    }

    fn result(line: &str) -> Dkim {
        verdict(&format!("Authentication-Results: mx.example.org; {line}\r\n{RECEIVED}"))
    }

    fn pass(domain: &str) -> Dkim {
        Dkim::Pass { domain: domain.to_owned() }
    }

    #[test]
    fn what_the_server_says_is_read_as_servers_write_it() {
        let good = [
            "dkim=pass header.d=example.net",
            "dkim=pass header.i=@example.net header.s=k1 header.b=\"ab/c;=\"",
            "spf=pass smtp.mailfrom=other.example;\r\n dkim=pass (2048-bit key; unprotected)\r\n\theader.d=Example.net header.i=anna@example.net",
            "dkim=fail reason=\"bad (; dkim=x\" header.d=example.net; dkim=pass header.d=example.net",
            "dkim/1 = pass header.d = example.net",
            "dkim=pass (a (nested \\) comment)) header.d=example.net",
        ];
        for line in good {
            assert_eq!(result(line), pass("example.net"), "{line}");
        }
        let blank =
            format!("Authentication-Results : mx.example.org; dkim=pass header.d=example.net\r\n{RECEIVED}");
        assert_eq!(verdict(&blank), pass("example.net"));
        let other = |domain: &str| Dkim::Other { domain: domain.to_owned() };
        assert_eq!(result("dkim=pass header.d=evil.example"), other("evil.example"));
        assert_eq!(result("dkim=pass header.d=ample.net"), other("ample.net"));
        assert_eq!(result("dkim=pass header.d=net"), other("net"), "anybody can have a domain below it");
        assert_eq!(result("dkim=pass header.d=mail.example.net"), other("mail.example.net"));
        assert_eq!(result("dkim=pass"), other(""));
        for (line, word) in [("dkim=fail header.d=example.net", "fail"), ("dkim=none", "none")] {
            assert_eq!(result(line), Dkim::Fail { result: word.to_owned() });
        }
        for line in [
            "none",
            "spf=pass",
            "x-dkim=pass header.d=example.net",
            "arc=pass dkim=pass header.d=example.net",
            "dkim=pass (unclosed header.d=example.net",
            "dkim=pass header.d=\"example.net",
            "reason=dkim=pass header.d=example.net",
            "",
        ] {
            assert_eq!(result(line), Dkim::Nothing, "{line}");
        }
    }

    #[test]
    fn what_others_have_written_counts_for_nothing() {
        let ours = "Authentication-Results: mx.example.org 1; dkim=fail header.d=example.net\r\n";
        let forged = "Authentication-Results: mx.example.org; dkim=pass header.d=example.net\r\n";
        let other = "Authentication-Results: mx.evil.example; dkim=pass header.d=example.net\r\n";
        let fail = Dkim::Fail { result: "fail".to_owned() };
        assert_eq!(verdict(&format!("{ours}{RECEIVED}{forged}")), fail);
        assert_eq!(verdict(&format!("{RECEIVED}{forged}")), Dkim::Nothing);
        assert_eq!(verdict(&format!("{RECEIVED}{forged}{RECEIVED}")), Dkim::Nothing);
        assert_eq!(verdict(&format!("{other}{RECEIVED}{forged}")), Dkim::Nothing);
        let version = forged.replace("example.org;", "example.org 2;");
        assert_eq!(verdict(&format!("{version}{RECEIVED}")), Dkim::Nothing, "we do not know how to read it");
        // Without a known receiver nobody is believed.
        assert_eq!(verdict(forged), Dkim::Nothing);
        // A sender who calls himself "by" does not hide our line.
        let tricky = RECEIVED.replacen("out.example.net", "by", 1);
        assert_eq!(verdict(&format!("{tricky}{forged}{RECEIVED}")), Dkim::Nothing);
        let inner = "Received: from mx.example.org by store.example.org with LMTP; Fri, 20 Nov 2026 11:00:01 +0100\r\n";
        assert_eq!(
            verdict(&format!("{inner}{forged}{RECEIVED}")),
            Dkim::Nothing,
            "it may have it from anybody"
        );
        assert_eq!(verdict(&format!("{forged}{inner}{RECEIVED}")), Dkim::Nothing, "not our server's place");
        // Some servers write their name with the dot of the root.
        let rooted = |text: &str| text.replace("mx.example.org", "mx.example.org.");
        assert_eq!(verdict(&format!("{}{}", rooted(forged), rooted(RECEIVED))), pass("example.net"));
    }

    #[test]
    fn a_server_that_writes_below_its_line_is_believed_once() {
        let ours = "Authentication-Results: mx.example.org; dkim=fail header.d=example.net\r\n";
        let forged = "Authentication-Results: mx.example.org; dkim=pass header.d=example.net\r\n";
        let fail = Dkim::Fail { result: "fail".to_owned() };
        let below = |head: String| verdict_at(&head, Place::Below);
        assert_eq!(below(format!("{RECEIVED}{ours}{forged}")), fail);
        assert_eq!(below(format!("{RECEIVED}{forged}")), pass("example.net"));
        let earlier = "Received: from a by relay.example.net; Fri, 20 Nov 2026 10:59:00 +0100\r\n";
        assert_eq!(below(format!("{RECEIVED}{earlier}{forged}")), Dkim::Nothing);
        // Neither what was there before the server put its line above it, nor what follows a forged line of the server's.
        assert_eq!(below(format!("{forged}{RECEIVED}{ours}")), fail);
        assert_eq!(below(format!("{RECEIVED}{ours}{RECEIVED}{forged}")), fail);
        // A machine of ours that delivers the message has put its line above.
        let inner = "Received: from mx.example.org by store.example.org with LMTP; Fri, 20 Nov 2026 11:00:01 +0100\r\n";
        assert_eq!(below(format!("{inner}{ours}{RECEIVED}{forged}")), fail);
        assert_eq!(below(format!("{inner}{earlier}{forged}{RECEIVED}")), Dkim::Nothing);
        assert_eq!(below(format!("{inner}{forged}{earlier}")), Dkim::Nothing);
    }

    /// A domain signs for itself and for what is below it, but none for everybody who has a name below it.
    #[test]
    fn for_whom_a_domain_signs() {
        let rows = [
            ("example.net", "example.net", true),
            ("example.net", "mail.example.net", true),
            ("example.net", "badexample.net", false),
            ("mail.example.net", "example.net", false),
            ("net", "example.net", false),
            ("co.uk", "club.co.uk", false),
            ("", "example.net", false),
            ("", "", false),
        ];
        for (domain, host, is_own) in rows {
            let found = judged(Signature { result: "pass".into(), domain: domain.into() }, host);
            let wanted = if is_own { pass(domain) } else { Dkim::Other { domain: domain.into() } };
            assert_eq!(found, wanted, "{domain} for {host}");
        }
        let failed =
            judged(Signature { result: "neutral".into(), domain: "example.net".into() }, "example.net");
        assert_eq!(failed, Dkim::Fail { result: "neutral".into() });
    }

    /// Whichever comes first, the best counts.
    #[test]
    fn of_several_results_the_best_counts_wherever_it_stands() {
        let parts = [
            ("dkim=fail header.d=example.net", Dkim::Fail { result: "fail".into() }),
            ("dkim=pass header.d=other.example", Dkim::Other { domain: "other.example".into() }),
            ("dkim=pass header.d=example.net", pass("example.net")),
        ];
        for (one, first) in &parts {
            for (other, second) in &parts {
                let best = if rank(second) < rank(first) { second } else { first };
                assert_eq!(result(&format!("{one}; {other}")), *best, "{one}; {other}");
            }
        }
    }

    #[test]
    fn words_of_a_header_and_its_comments() {
        let words = |value: &str| {
            let all = tokens(value)?;
            Some(
                all.iter()
                    .map(|token| match token {
                        Token::Word(word) => word.as_str(),
                        Token::Equals => "=",
                        Token::Semicolon => ";",
                    })
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        };
        let rows = [
            ("a=b;c", Some("a = b ; c")),
            ("a (b ; c=d) e", Some("a e")),
            ("a(b)c", Some("a c")),
            ("a (b (c) d) e", Some("a e")),
            (r"a (b \) c) d", Some("a d")),
            (r"a\b", Some(r"a\b")),
            ("a) b", Some("a) b")),
            ("a (\"b) c", Some("a c")),
            (r#""a (b) \" c"=d"#, Some(r#"a (b) " c = d"#)),
            ("a (b", None),
            ("a (b) (c", None),
            (r"a (b\", None),
            ("\"a", None),
        ];
        for (value, wanted) in rows {
            assert_eq!(words(value).as_deref(), wanted, "{value}");
        }
    }

    #[test]
    fn who_received_a_message_is_the_name_after_by() {
        for (value, by) in [
            ("from a.example by mx.example.org with ESMTP", Some("mx.example.org")),
            ("by mx.example.org (Postfix) with ESMTP", Some("mx.example.org")),
            ("FROM by BY mx.example.org", Some("mx.example.org")),
            ("from by by mx.example.org", Some("mx.example.org")),
            ("(by other.example) from a.example (a by b) by mx.example.org", Some("mx.example.org")),
            ("from a.example with ESMTP", None),
            ("from by", None),
            ("", None),
        ] {
            assert_eq!(received_by(value).as_deref(), by, "{value}");
        }
    }

    #[test]
    fn whose_results_they_are_and_which_are_of_this_method() {
        let one = |domain: &str| Some(vec![Signature { result: "pass".into(), domain: domain.into() }]);
        for (value, wanted) in [
            ("mx.example.org; dkim=pass header.d=a.example", one("a.example")),
            ("MX.example.org. 1; dkim=pass header.d=a.example", one("a.example")),
            ("mx.example.org 2; dkim=pass header.d=a.example", None),
            ("other.example 1; dkim=pass header.d=a.example", None),
            ("other.example; dkim=pass header.d=a.example", None),
            ("mx.example.org 1 1; dkim=pass header.d=a.example", None),
            ("mx.example.org; dkim=pass header.i=bob@a.example", one("a.example")),
            ("mx.example.org; dkim=pass header.i=bob@b.example header.d=a.example", one("a.example")),
            ("mx.example.org; dkim=pass header.i=a.example", one("")),
            ("mx.example.org; dkim=PASS HEADER.D=A.example", one("a.example")),
            ("mx.example.org; x dkim=pass header.d=a.example", Some(vec![])),
            ("mx.example.org; spf=pass dkim=pass header.d=a.example", Some(vec![])),
            ("mx.example.org; dkim/2=pass header.d=a.example", Some(vec![])),
            ("mx.example.org; none", Some(vec![])),
        ] {
            assert_eq!(dkim_of(value, "mx.example.org"), wanted, "{value}");
        }
    }
}
