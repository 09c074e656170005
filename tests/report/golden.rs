//! The whole text of mails, to be read by whoever changes them: `INSTA_UPDATE=always cargo test --test report`
//! writes them anew.

use crate::fixture::*;
use crate::story;
use ravenpost::report::model::*;

fn text<M: Mail>(mail: &M) -> String {
    let written = writer().write(mail).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(written.trouble, None);
    format!("Subject: {}\n\n{}", written.mail.subject, written.mail.text)
}

#[test]
fn planning() {
    insta::assert_snapshot!(text(&report(&[orders()], story::westeros())));
}

#[test]
fn questions_in_the_middle_of_a_turn() {
    insta::assert_snapshot!(text(&report(&questions(), story::war())));
}
