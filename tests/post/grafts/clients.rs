//! How mail programs put the message that is answered below an answer.

/// One of our messages as it was sent: its text, and its HTML.
#[derive(Clone)]
pub struct Message {
    pub text: String,
    pub html: String,
}

pub struct Client {
    pub name: &'static str,
    /// The body of a reply: the answer with the copy.
    pub reply: fn(answer: &str, message: &Message) -> Body,
    /// `true` if places of our sheet can be filled in in the copy.
    pub may_be_filled_in: bool,
}

pub enum Body {
    Text(String),
    /// HTML only.
    Html(String),
}

const fn client(name: &'static str, may_be_filled_in: bool, reply: fn(&str, &Message) -> Body) -> Client {
    Client { name, reply, may_be_filled_in }
}

fn below(answer: &str, header: &str, copy: &str) -> Body {
    Body::Text(format!("{answer}\n\n{header}\n\n{copy}"))
}

fn marked(text: &str, mark: &str) -> String {
    text.lines().map(|line| format!("{mark}{line}\n")).collect()
}

/// HTML as text, each block and cell on a line of its own, without any mark for quotations.
pub fn bare(html: &str) -> String {
    stripped(html, "\n")
}

/// The same with cells side by side.
pub fn tabbed(html: &str) -> String {
    stripped(html, "\t")
}

fn stripped(html: &str, cell: &str) -> String {
    let mut out = String::new();
    let body = html.split("<body").nth(1).unwrap_or(html);
    let mut rest = body.split_once('>').map_or(body, |(_, rest)| rest);
    let mut in_pre = false;
    while let Some((text, tag)) = rest.split_once('<') {
        if in_pre {
            out.push_str(text);
        } else {
            for (n, word) in text.split_whitespace().enumerate() {
                let is_apart = n > 0 || text.starts_with(char::is_whitespace);
                out.push_str(if is_apart && !out.ends_with(['\n', ' ', '\t']) { " " } else { "" });
                out.push_str(word);
            }
            let ends = text.ends_with(char::is_whitespace) && !text.trim().is_empty();
            out.push_str(if ends { " " } else { "" });
        }
        let (tag, after) = tag.split_once('>').unwrap_or((tag, ""));
        let name = tag.split_whitespace().next().unwrap_or_default();
        in_pre = name == "pre" || in_pre && name != "/pre";
        match name {
            "br" | "/p" | "/h1" | "/h2" | "/h3" | "/li" | "/tr" | "/blockquote" | "/pre" | "hr" | "p"
            | "pre" | "blockquote" => out.push('\n'),
            "/td" | "/th" => out.push_str(cell),
            _ => {}
        }
        rest = after;
    }
    let text = out.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#x27;", "'");
    let text = text.replace("&#x2f;", "/").replace("&#39;", "'").replace("&amp;", "&");
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.dedup_by(|a, b| a.is_empty() && b.is_empty());
    lines.into_iter().map(|line| format!("{line}\n")).collect()
}

/// Text in which even the bars before the words of others are lost.
fn without_bars(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.strip_prefix("| ").unwrap_or(line))).collect()
}

/// Text broken anew at another width, as some programs do with what they copy.
fn refolded(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut used = 0;
        for word in line.split(' ') {
            if used > 0 && used + word.chars().count() > width {
                out.push('\n');
                used = 0;
            } else if used > 0 {
                out.push(' ');
            }
            out.push_str(word);
            used += word.chars().count() + 1;
        }
        out.push('\n');
    }
    out
}

const OUTLOOK: &str = "From: Ravenpost <game@example.org>\nSent: Friday, 20 November 2026 10:00\nTo: Anna <anna@example.org>\nSubject: [westeros-7] Turn 1";

pub const CLIENTS: &[Client] = &[
    client("Outlook desktop", true, |answer, ours| {
        below(answer, &format!("-----Original Message-----\n{OUTLOOK}"), &ours.text)
    }),
    client("Outlook web", true, |answer, ours| {
        below(answer, &format!("________________________________\n{OUTLOOK}"), &ours.text)
    }),
    client("Outlook web, HTML as text", true, |answer, ours| {
        below(answer, &format!("________________________________\n{OUTLOOK}"), &bare(&ours.html))
    }),
    client("Outlook for Mac with Reply-To", true, |answer, ours| {
        let header = "From: Ravenpost <game@example.org>\nReply-To: Ravenpost <game@example.org>\nDate: Friday, 20 November 2026 at 10:00\nTo: Anna <anna@example.org>\nSubject: [westeros-7] Turn 1";
        below(answer, header, &bare(&ours.html))
    }),
    client("Hotmail in French", true, |answer, ours| {
        let header = "De : Ravenpost <game@example.org>\nEnvoyé : vendredi 20 novembre 2026 10:00\nÀ : Anna <anna@example.org>\nObjet : [westeros-7] Turn 1";
        below(answer, header, &bare(&ours.html))
    }),
    client("Orange", true, |answer, ours| {
        let header = "> Message du 20/11/26 10:00\n> De : \"Ravenpost\" <game@example.org>\n> A : \"Anna\" <anna@example.org>\n> Copie à :\n> Objet : [westeros-7] Turn 1\n>";
        below(answer, header, &bare(&ours.html))
    }),
    client("Yahoo", true, |answer, ours| {
        let header =
            "  Le vendredi 20 novembre 2026 à 10:00:00 UTC+1, Ravenpost <game@example.org> a écrit :";
        below(answer, header, &marked(&ours.text, " "))
    }),
    client("Yandex", true, |answer, ours| {
        below(answer, "20.11.2026, 10:00, \"Ravenpost\" <game@example.org>:", &bare(&ours.html))
    }),
    client("Mail.ru", true, |answer, ours| {
        below(
            answer,
            "Пятница, 20 ноября 2026, 10:00 +03:00 от Ravenpost <game@example.org>:",
            &bare(&ours.html),
        )
    }),
    client("Notes", true, |answer, ours| {
        let header = "From:        \"Ravenpost\" <game@example.org>\nTo:        \"Anna\" <anna@example.org>\nDate:        20.11.2026 10:00\nSubject:        [westeros-7] Turn 1";
        below(answer, header, &tabbed(&ours.html))
    }),
    client("GMX", true, |answer, ours| {
        let header = "Gesendet: Freitag, 20. November 2026 um 10:00 Uhr\nVon: \"Ravenpost\" <game@example.org>\nAn: \"Anna\" <anna@example.org>\nBetreff: [westeros-7] Turn 1";
        below(answer, header, &bare(&ours.html))
    }),
    client("Gmail", true, |answer, ours| {
        below(
            answer,
            "On Fri, Nov 20, 2026 at 10:00 AM Ravenpost <game@example.org> wrote:",
            &marked(&ours.text, "> "),
        )
    }),
    client("Gmail, HTML alone", false, |answer, ours| {
        Body::Html(format!(
            "<div dir=\"ltr\">{}</div><br><div class=\"gmail_quote\"><div class=\"gmail_attr\">On Fri, Nov 20, 2026 at 10:00 AM Ravenpost &lt;game@example.org&gt; wrote:<br></div><blockquote class=\"gmail_quote\">{}</blockquote></div>",
            html_of(answer),
            ours.html
        ))
    }),
    client("Apple Mail", true, |answer, ours| {
        below(
            answer,
            "On 20. Nov 2026, at 10:00, Ravenpost <game@example.org> wrote:",
            &marked(&ours.text, "> "),
        )
    }),
    client("iPhone, in German", true, |answer, ours| {
        let answer = format!("{answer}\n\nVon meinem iPhone gesendet");
        below(
            &answer,
            "Am 20.11.2026 um 10:00 schrieb Ravenpost <game@example.org>:",
            &marked(&ours.text, "> "),
        )
    }),
    client("Thunderbird, answer below", true, |answer, ours| {
        Body::Text(format!("On 20/11/2026 10:00, Ravenpost wrote:\n{}\n{answer}\n", marked(&ours.text, "> ")))
    }),
    client("mutt", true, |answer, ours| {
        Body::Text(format!(
            "{answer}\n\n* Ravenpost <game@example.org> [2026-11-20 10:00]:\n{}",
            marked(&ours.text, "> ")
        ))
    }),
    client("no header", true, |answer, ours| below(answer, "", &ours.text)),
    client("no header, HTML as text", true, |answer, ours| below(answer, "", &bare(&ours.html))),
    client("no header, HTML as text with tabs", true, |answer, ours| below(answer, "", &tabbed(&ours.html))),
    client("no header, answer below", true, |answer, ours| {
        Body::Text(format!("{}\n\n{answer}\n", ours.text))
    }),
    client("a header in Maltese", true, |answer, ours| {
        let header = "Minn: Ravenpost <game@example.org>\nMibgħut: Il-Ġimgħa, 20 ta' Novembru 2026\nLil: Anna <anna@example.org>\nSuġġett: [westeros-7] Turn 1";
        below(answer, header, &bare(&ours.html))
    }),
    client("forwarded", true, |answer, ours| {
        let header = "---------- Forwarded message ---------\nFrom: Ravenpost <game@example.org>\nDate: Fri, Nov 20, 2026 at 10:00 AM\nSubject: [westeros-7] Turn 1\nTo: Anna <anna@example.org>";
        below(answer, header, &ours.text)
    }),
    client("forwarded from oneself", false, |answer, ours| {
        let header = "-----Original Message-----\nFrom: Anna <anna@example.org>\nSent: Friday, 20 November 2026 10:00\nTo: Ravenpost <game@example.org>\nSubject: my plan";
        below(answer, header, &bare(&ours.html))
    }),
    client("quoted twice", false, |answer, ours| {
        below(answer, "On 20 Nov 2026 Ravenpost <game@example.org> wrote:", &marked(&ours.text, "> > "))
    }),
    client("bars lost", true, |answer, ours| below(answer, "", &without_bars(&ours.text))),
    client("bars lost, copied by Outlook", true, |answer, ours| {
        below(answer, OUTLOOK, &without_bars(&bare(&ours.html)))
    }),
    client("bars lost, quoted and broken anew", false, |answer, ours| {
        let copy = refolded(&without_bars(&ours.text), 34);
        below(answer, "On 20 Nov 2026 Ravenpost <game@example.org> wrote:", &marked(&copy, "> "))
    }),
];

fn html_of(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace("  ", "&nbsp;&nbsp;");
    text.replace('\n', "<br>")
}
