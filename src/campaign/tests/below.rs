//! Answers that people type between the quoted lines of a message, right below each question.

use super::club::{Club, flat, text, told};
use crate::post::Letter;

const SEATS: [&str; 3] = ["stark", "lannister", "baratheon"];

fn club() -> Club {
    Club::of("thrones-1e", &SEATS, "pace: ask\nabsence: wait\n", 7)
}

/// Quotes a mail, and puts lines below the one in which something ends.
fn quoted(mail: &Letter, mark: &str, below: &[(&str, &str)]) -> String {
    let mut body = "On Fri, 20 Nov 2026, the game <game@example.org> wrote:\n".to_owned();
    let mut used = 0;
    for line in text(mail).lines() {
        body += &format!("{mark}{line}\n");
        for (_, own) in below.iter().filter(|(end, _)| line.trim_end().ends_with(end)) {
            used += 1;
            body += own;
        }
    }
    assert_eq!(used, below.len(), "{below:?} in {}", text(mail));
    body
}

/// A campaign whose Stark is asked for a march, with the report that asks.
fn marching() -> (Club, Letter) {
    let mut club = club();
    let orders = [
        ("stark", "Winterfell march +1\nWhite Harbor defense\nShivering Sea support\nfinal"),
        ("lannister", "Lannisport support\nStoney Sept defense\nGolden Sound support\nfinal"),
        ("baratheon", "Dragonstone consolidate\nKingswood defense\nShipbreaker Bay support\nfinal"),
    ];
    let mut receipts = String::new();
    for (seat, orders) in orders {
        receipts += told(&club.write(seat, orders));
    }
    club.hours(1);
    for seat in SEATS {
        if club.window().contains("raven") && !club.asked(seat).is_empty() {
            club.write(seat, "no raven");
            club.hours(1);
            break;
        }
    }
    let asked = club.asked("stark");
    assert!(asked.iter().any(|key| key.contains("/march")), "{asked:?} {} {receipts}", club.window());
    let report = club.report("stark");
    (club, report)
}

/// The last words of the question in a report.
fn last_words(report: &Letter) -> String {
    let all = text(report);
    let questions = all.split("Questions for you").nth(1).unwrap();
    let lines: Vec<&str> = questions.lines().skip(2).skip_while(|line| !line.starts_with("- ")).collect();
    let end = lines.iter().position(|line| line.is_empty()).unwrap();
    lines[end - 1].to_owned()
}

#[test]
fn an_answer_right_below_the_quoted_question_is_its_answer() {
    for (mark, own) in [
        ("> ", "> \nknight to Moat Cailin\n> \n"),
        ("> ", "\nWinterfell: knight to Moat Cailin\n\n"),
        (">", "knight to Moat Cailin\n"),
        ("> > ", "> >\n\nknight to Moat Cailin\nStarkson\n\n"),
    ] {
        let (mut club, report) = marching();
        let body = quoted(&report, mark, &[(&last_words(&report), own)]);
        let receipt = club.reply("stark", &report, &body);
        let said = told(&receipt);
        assert!(said.contains("1 knight to Moat Cailin"), "{own}: {said}");
        assert!(!said.contains("Not accepted") && !said.contains("does not count"), "{own}: {said}");
    }
}

#[test]
fn an_answer_below_a_question_counts_only_in_answer_to_the_mail_that_asks_it() {
    let (mut club, report) = marching();
    let first = club.sent("stark").remove(0);
    let own = "\nknight to Moat Cailin\n\n";
    let body = quoted(&report, "> ", &[(&last_words(&report), own)]);
    let key = club.key("stark");
    let without_key: String =
        body.lines().filter(|line| !line.contains(&key)).fold(String::new(), |text, line| text + line + "\n");
    let receipt = club.reply("stark", &first, &without_key);
    assert!(told(&receipt).contains("is between lines that you quote"), "{}", told(&receipt));
    // A question that is not ours, or not that of now, is asked back; nothing of it counts.
    let other = "> - Which march do you resolve next, and who goes where? From Karhold:\n> nothing at all?\n\nknight to Moat Cailin\n\n";
    let receipt = club.reply("stark", &report, &format!("On Friday GM <game@example.org> wrote:\n{other}"));
    assert!(told(&receipt).contains("is between lines that you quote"), "{}", told(&receipt));
}

#[test]
fn quoted_words_and_words_of_others_are_never_an_answer() {
    let (mut club, report) = marching();
    let words = last_words(&report);
    // Quoted deeper, quoted alike, or behind the mark of others.
    for own in [
        "> knight to Moat Cailin\n",
        "> > knight to Moat Cailin\n",
        "> | knight to Moat Cailin\n",
        "| knight to Moat Cailin\n",
    ] {
        let body = quoted(&report, "> ", &[(&words, own)]);
        let receipt = club.reply("stark", &report, &body);
        assert!(!told(&receipt).contains("We will use it"), "{own}: {}", told(&receipt));
    }
    // A rival has written the whole question into press: it stands behind the mark, and what is below it is talk.
    let question: Vec<String> = {
        let all = text(&report);
        let from = all.lines().position(|line| line.starts_with("- Which march")).expect("the question");
        all.lines()
            .skip(from)
            .take_while(|line| !line.is_empty())
            .map(|line| format!("> | {line}\n"))
            .collect()
    };
    let body = format!(
        "On Friday GM <game@example.org> wrote:\n{}\nknight to Moat Cailin\n\n> | Bert\n",
        question.concat()
    );
    let receipt = club.reply("stark", &report, &body);
    assert!(!told(&receipt).contains("We will use it"), "{}", told(&receipt));
    assert!(club.window().contains("march") || !club.asked("stark").is_empty());
}

#[test]
fn a_line_below_a_place_of_the_quoted_sheet_is_what_it_says() {
    let mut club = club();
    let report = club.report("stark");
    let all = text(&report);
    let remark = |area: &str| {
        let lines: Vec<&str> =
            all.lines().skip_while(|line| line.trim() != format!("{area}: ~")).skip(1).collect();
        let end = lines.iter().position(|line| !line.trim().starts_with('#')).unwrap();
        lines[end - 1].to_owned()
    };
    let (harbor, sea) = (remark("White Harbor"), remark("The Shivering Sea"));
    let below = [
        ("    Winterfell: ~", "march +1 to Moat Cailin\n"),
        (harbor.as_str(), "defense\n"),
        (sea.as_str(), "\nraid Narrow Sea\n\nfinal\n\n"),
    ];
    let body = quoted(&report, "> ", &below);
    let receipt = club.reply("stark", &report, &body);
    let said = told(&receipt);
    for part in ["Winterfell: March +1", "White Harbor: Defense", "The Shivering Sea: Raid", "Moat Cailin"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // So is a word behind the last answer.
    assert!(said.contains("you will send no more changes"), "{said}");
    assert!(!said.contains("Not accepted"), "{said}");
}

/// Makes the type and the body of a mail around the lines of a question.
type Shape = dyn Fn(&[String]) -> (&'static str, String);

/// Mails as programs make them when somebody writes between the lines.
#[test]
fn mail_programs_quote_and_wrap_as_they_like() {
    let question = |report: &Letter| {
        let all = text(report);
        let from = all.lines().position(|line| line.starts_with("- Which march")).expect("the question");
        let lines: Vec<String> =
            all.lines().skip(from).take_while(|line| !line.is_empty()).map(str::to_owned).collect();
        lines
    };
    let own = "knight to Moat Cailin";
    let alternative = |plain: String, html: String| {
        let part = |mime: &str, body: &str| format!("--b\nContent-Type: {mime}; charset=utf-8\n\n{body}\n");
        (
            "multipart/alternative; boundary=b",
            part("text/plain", &plain) + &part("text/html", &html) + "--b--\n",
        )
    };
    let shapes: Vec<(&str, Box<Shape>)> = vec![
        (
            "Apple Mail",
            Box::new(move |lines| {
                let quote: String = lines.iter().map(|line| format!("> {line}\n")).collect();
                let html = format!(
                    "<html><body><br><div><blockquote type=\"cite\"><div>{}</div></blockquote><div><br></div>{own}</div><blockquote type=\"cite\"><div>x</div></blockquote></body></html>",
                    lines.join("<br>")
                );
                alternative(
                    format!(
                        "\n\n> On 20 Nov 2026, at 11:00, game@example.org wrote:\n> \n{quote}\n{own}\n\n> What has happened\n"
                    ),
                    html,
                )
            }),
        ),
        (
            "Gmail",
            Box::new(move |lines| {
                let quote: String = lines.iter().map(|line| format!("> {line}\n")).collect();
                let html = format!(
                    "<div dir=\"ltr\"><div class=\"gmail_quote\"><div>On Fri, 20 Nov 2026 at 11:00, &lt;<a href=\"mailto:game@example.org\">game@example.org</a>&gt; wrote:<br></div><blockquote class=\"gmail_quote\"><p>{}</p></blockquote><div>{own}</div><blockquote class=\"gmail_quote\">x</blockquote></div></div>",
                    lines.join(" ")
                );
                alternative(
                    format!(
                        "On Fri, 20 Nov 2026 at 11:00, <game@example.org> wrote:\n\n{quote}>\n\n{own}\n\n\n> What has happened\n"
                    ),
                    html,
                )
            }),
        ),
        (
            "HTML alone",
            Box::new(move |lines| {
                let html = format!(
                    "<html><body><div>On Fri, 20 Nov 2026 at 11:00, game@example.org wrote:</div><blockquote><ul><li>{}</li></ul></blockquote><p>{own}</p><blockquote>x</blockquote></body></html>",
                    lines.join(" ").trim_start_matches("- ")
                );
                ("text/html; charset=utf-8", html)
            }),
        ),
        (
            "Thunderbird, flowed",
            Box::new(move |lines| {
                let quote: String = lines.iter().map(|line| format!("> {line}\n")).collect();
                (
                    "text/plain; charset=utf-8; format=flowed",
                    format!(
                        "Am 20.11.26 um 11:00 schrieb game@example.org:\n{quote}\n{own}\n\n> What has happened\n"
                    ),
                )
            }),
        ),
        (
            "K-9, wrapped anew",
            Box::new(move |lines| {
                let whole = lines.join(" ");
                let mut quote = String::from(">");
                for word in whole.split(' ') {
                    if quote.lines().last().unwrap().len() + word.len() > 50 {
                        quote += "\n>";
                    }
                    quote += &format!(" {word}");
                }
                (
                    "text/plain; charset=utf-8",
                    format!(
                        "Am 20. November 2026 11:00:00 MEZ schrieb game@example.org:\n{quote}\n\n{own}\n\n>What has happened\n"
                    ),
                )
            }),
        ),
        (
            "Outlook with marks, wrapped without",
            Box::new(move |lines| {
                let mut quote = String::new();
                for (at, line) in lines.iter().enumerate() {
                    let words: Vec<&str> = line.split(' ').collect();
                    let cut = if at + 1 == lines.len() { words.len() - 1 } else { words.len() };
                    quote += &format!("> {}\n", words[..cut].join(" "));
                    if cut < words.len() {
                        quote += &format!("{}\n", words[cut]);
                    }
                }
                (
                    "text/plain; charset=utf-8",
                    format!(
                        "> -----Original Message-----\n> From: game@example.org\n>\n{quote}{own}\n\n> What has happened\n"
                    ),
                )
            }),
        ),
    ];
    for (program, shape) in &shapes {
        let (mut club, report) = marching();
        let (mime, body) = shape(&question(&report));
        let headers = format!("In-Reply-To: <{}>\n", report.message_id.as_deref().unwrap());
        let receipt = club.send("stark", &headers, mime, &body);
        let said = told(&receipt);
        assert!(said.contains("1 knight to Moat Cailin"), "{program}: {said}\n{}", flat(&body));
        assert!(!said.contains("Not accepted"), "{program}: {said}");
    }
}

/// Several questions of one mail, each answered below it in a word.
#[test]
fn each_of_several_questions_has_its_own_answer() {
    let (mut club, asked) = (1..40)
        .map(|seed| super::clubs::westeros(seed, "batch"))
        .find(|(_, asked)| asked.iter().filter(|key| key.contains("/bid/")).count() == 3)
        .expect("a Clash of Kings");
    let report = club.report("stark");
    let all = text(&report);
    let end_of = |begin: &str| {
        let lines: Vec<&str> = all.lines().skip_while(|line| !line.contains(begin)).collect();
        let end = lines.iter().skip(1).position(|line| line.starts_with("- ") || line.is_empty()).unwrap();
        lines[..=end].join("\n")
    };
    let bids = [("the Iron Throne?", "1"), ("the Fiefdoms?", "2 power"), ("the King's Court?", "0")];
    let mut body = "On Fri, 20 Nov 2026, the game <game@example.org> wrote:\n".to_owned();
    for (begin, own) in bids {
        let question = end_of(&format!("bid for {begin}"));
        question.lines().for_each(|line| body += &format!("> {line}\n"));
        body += &format!("\n{own}\n\n");
    }
    body += "> What has happened\n";
    let receipt = club.reply("stark", &report, &body);
    let said = told(&receipt);
    assert!(!said.contains("Not accepted") && said.contains("accepted"), "{asked:?} {said} {body}");
    for bid in ["1", "2", "0"] {
        assert!(said.contains(bid), "{said}");
    }
    assert!(!said.contains("your bid for"), "nothing of it is left open: {said}");
    assert!(!said.contains("answers nothing"), "{said}");
}
