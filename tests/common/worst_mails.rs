//! Messages as bad as anybody could send them, to see that reading takes time in proportion to their size, and that each is
//! answered.

/// The worst messages that we could think of, of about `size` bytes each. Those of one text begin with a key, unless it is
/// empty.
pub fn worst(key: &str, size: usize) -> Vec<(&'static str, String)> {
    let head = |kind: &str| {
        format!(
            "From: <anna@north.example>\r\nTo: gm@home.example\r\nSubject: x\r\nMessage-ID: <1@north.example>\r\nMIME-Version: 1.0\r\nContent-Type: {kind}\r\n\r\n"
        )
    };
    let key = match key {
        "" => String::new(),
        key => format!("key: {key}\r\n\r\n"),
    };
    let plain = |line: &str| head("text/plain; charset=utf-8") + &key + &line.repeat(size / line.len());
    let flowed = |line: &str| {
        head("text/plain; charset=utf-8; format=flowed") + &key + &line.repeat(size / line.len())
    };
    let html = |piece: &str| head("text/html; charset=utf-8") + &piece.repeat(size / piece.len());
    let first = format!("--b\r\nContent-Type: text/plain\r\n\r\n{key}\r\n");
    let parts =
        |piece: &str| head("multipart/mixed; boundary=b") + &first + &piece.repeat(size / piece.len());
    vec![
        ("flowed blanks", flowed(" \r\n")),
        ("flowed words", flowed("word \r\n")),
        ("flowed braces", flowed("{ \r\n")),
        ("quoted lines", plain("> x\r\n")),
        ("deep quotes", plain(&format!("{} x\r\n", ">".repeat(70)))),
        ("quoted entries", plain("> plan: x\r\n")),
        ("own entries", plain("plan:\r\n")),
        ("quoted and own", plain("x\r\n> y\r\n")),
        ("press", plain("press: {to: all, text: x}\r\n")),
        (
            "asks",
            head("text/plain")
                + key.trim_end()
                + "\r\nask: ["
                + &"status, ".repeat(size.min(60_000) / 8)
                + "help]\r\n",
        ),
        (
            "a long plan",
            head("text/plain")
                + key.trim_end()
                + "\r\nplan:\r\n  orders:\r\n"
                + &"    Winterfel: marhc\r\n".repeat(size.min(60_000) / 22),
        ),
        ("own pairs", plain("plan: {a: b}\r\n")),
        ("fences", plain("---\r\n")),
        ("open brackets", plain("plan: [\r\n")),
        ("one line", head("text/plain") + &"plan: ".repeat(size / 6)),
        ("headers of a copy", plain("From: a@b.example\r\nSent: x\r\nTo: y\r\nSubject: z\r\n\r\n")),
        ("attributions", plain("On 20 Nov 2026, A <a@b.example> wrote:\r\n")),
        ("armour", plain("-----BEGIN RAVENPOST OPENING-----\r\n")),
        ("keys", plain("7Q2M-KX4D-0VWN-33TB-7Q2M-KX4D-0VW\r\n")),
        ("parts", parts("--b\r\nContent-Type: text/plain\r\n\r\nx\r\n")),
        ("plan parts", parts("--b\r\nContent-Type: text/plain\r\n\r\nplan: 1\r\n")),
        (
            "attachments",
            parts(
                "--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.yaml\r\n\r\nplan: 1\r\n",
            ),
        ),
        ("nested", parts("--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n")),
        (
            "attached mails",
            parts("--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: a@b.c\r\n\r\nplan: 1\r\n"),
        ),
        ("divs", html("<div>")),
        ("cells", html("<table><tr><td>x")),
        ("quotes", html("<blockquote>x")),
        ("lists", html("<ul><li>x</li></ul>")),
        ("entities", html("&amp;")),
    ]
}
