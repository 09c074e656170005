//! Signatures made with `ssh-keygen -Y sign`, and the texts they may belong to. The campaign checks who signed and
//! whether a signature is valid.

use crate::post::letter::{Letter, MOST_SIGNATURES, Part, PartKind, SIGNATURE_BEGIN};

/// The last line of a signature.
const END: &str = "-----END SSH SIGNATURE-----";
/// The line above a text that is signed in the message itself. Without it the signed text begins where the
/// message does.
const MARK: &str = "-----BEGIN RAVENPOST SIGNED TEXT-----";

/// A text that may be signed, with the signature that may belong to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignedText {
    pub armour: String,
    /// The text in every form that mail programs may have given its line ends and its end.
    pub spellings: Vec<String>,
    /// The letter with nothing but the signed text in it; lines keep their numbers.
    pub letter: Letter,
}

impl SignedText {
    /// Returns the text with line ends normalised, so that it is the same however it was sent.
    pub fn plain(&self) -> String {
        let text = self.spellings.first().map(String::as_str).unwrap_or_default();
        let lines: Vec<&str> =
            text.trim_matches(['\n', '\r', '\u{feff}']).lines().map(str::trim_end).collect();
        lines.join("\n")
    }
}

/// Returns every signature of a letter with every text it may belong to: attached files for attached
/// signatures, and the text above a signature in the message itself.
pub fn signed_texts(letter: &Letter) -> Vec<SignedText> {
    let files = |part: &&(usize, &Part)| part.1.kind == PartKind::Attachment;
    let parts: Vec<(usize, &Part)> = letter.parts.iter().enumerate().collect();
    let mut all = Vec::new();
    for armour in &letter.signatures {
        for (number, part) in parts.iter().filter(files).take(MOST_SIGNATURES) {
            if !part.text.trim_start().starts_with(SIGNATURE_BEGIN) {
                let text = part.text.clone();
                all.push(SignedText {
                    armour: armour.clone(),
                    spellings: spellings(&text),
                    letter: only(letter, *number, text),
                });
            }
        }
    }
    for (number, part) in parts.iter().filter(|(_, part)| part.kind == PartKind::Plain) {
        all.extend(inline(letter, *number, &part.text).into_iter().take(MOST_SIGNATURES));
    }
    all
}

/// Returns `true` if a letter has a signature, complete or not.
pub fn has_signature(letter: &Letter) -> bool {
    !letter.signatures.is_empty()
        || letter.parts.iter().any(|part| {
            part.kind == PartKind::Plain && part.text.lines().any(|line| line.trim() == SIGNATURE_BEGIN)
        })
}

/// Returns the texts above signatures within a part.
fn inline(letter: &Letter, number: usize, text: &str) -> Vec<SignedText> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut all, mut from) = (Vec::new(), 0);
    while let Some(begin) =
        (from..lines.len()).find(|n| lines.get(*n).is_some_and(|line| line.trim() == SIGNATURE_BEGIN))
    {
        let Some(end) = (begin..lines.len()).find(|n| lines.get(*n).is_some_and(|line| line.trim() == END))
        else {
            break;
        };
        let mark = (from..begin).rev().find(|n| lines.get(*n).is_some_and(|line| line.trim() == MARK));
        let first = mark.map_or(from, |mark| mark + 1);
        let own = lines.get(first..begin).unwrap_or_default();
        let armour =
            lines.get(begin..=end).unwrap_or_default().iter().map(|line| format!("{}\n", line.trim()));
        let trimmed: Vec<&str> = own.iter().map(|line| line.trim_end()).collect();
        let mut ways = spellings(trimmed.join("\n").trim_start_matches('\n'));
        ways.extend(spellings(&own.join("\n")));
        ways.dedup();
        let alone = "\n".repeat(first) + &own.join("\n") + "\n";
        if own.iter().any(|line| !line.trim().is_empty()) {
            all.push(SignedText {
                armour: armour.collect(),
                spellings: ways,
                letter: only(letter, number, alone),
            });
        }
        from = end + 1;
    }
    all
}

/// Returns a copy of a letter in which only one part still has a text.
fn only(letter: &Letter, number: usize, text: String) -> Letter {
    let mut letter = letter.clone();
    letter.enclosed.clear();
    for (other, part) in letter.parts.iter_mut().enumerate() {
        part.text = if other == number { text.clone() } else { String::new() };
    }
    letter
}

/// Returns the forms that a text may have had when it was signed; none of the changes alters its meaning.
fn spellings(text: &str) -> Vec<String> {
    let end = text.trim_end_matches(['\n', '\r']);
    let unix = [text.to_owned(), format!("{end}\n"), end.to_owned()];
    let dos: Vec<String> = unix.iter().map(|text| text.replace('\n', "\r\n")).collect();
    let plain: Vec<String> = unix.into_iter().chain(dos).collect();
    let marked: Vec<String> = plain.iter().map(|text| format!("\u{feff}{text}")).collect();
    plain.into_iter().chain(marked).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARMOUR: &str = "-----BEGIN SSH SIGNATURE-----\nU1NIU0lH\n-----END SSH SIGNATURE-----\n";

    fn letter(body: &str) -> Letter {
        crate::post::read(format!("From: a@example.org\n\n{body}").replace('\n', "\r\n").as_bytes())
    }

    #[test]
    fn the_text_between_the_marks_is_what_is_signed_and_all_that_is_left() {
        let body =
            format!("Hello,\nkey: X\n{MARK}\n\nplan: {{bid: 3}}  \nfinal: yes\n{ARMOUR}\nplan: {{bid: 9}}\n");
        let letter = letter(&body);
        assert!(has_signature(&letter) && letter.signatures.is_empty());
        let found = signed_texts(&letter);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].armour, ARMOUR);
        assert!(found[0].spellings.contains(&"plan: {bid: 3}\nfinal: yes\n".to_owned()));
        let text = &found[0].letter.parts[0].text;
        assert_eq!(text.trim(), "plan: {bid: 3}  \nfinal: yes");
        assert_eq!(
            text.lines().position(|line| line.starts_with("plan")),
            Some(4),
            "lines keep their numbers"
        );
    }

    #[test]
    fn a_file_goes_with_a_signature_file_whatever_they_are_called() {
        let mail = format!(
            "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nplan: {{bid: 9}}\n--x\nContent-Type: application/x-yaml; name=p.yaml\nContent-Disposition: attachment; filename=p.yaml\n\nplan: {{bid: 3}}\n--x\nContent-Type: application/pgp-signature; name=p.sig\nContent-Disposition: attachment; filename=p.sig\n\n{ARMOUR}\n--x--\n"
        );
        let letter = crate::post::read(mail.replace('\n', "\r\n").as_bytes());
        assert_eq!(letter.signatures, [ARMOUR.trim()]);
        let found = signed_texts(&letter);
        assert_eq!(found.len(), 1);
        assert!(found[0].spellings.contains(&"plan: {bid: 3}\n".to_owned()));
        let left: Vec<&str> = found[0].letter.parts.iter().map(|part| part.text.trim()).collect();
        assert_eq!(left, ["", "plan: {bid: 3}"]);
        // A signature that is attached as a text is not a text that may be signed.
        let mail = mail.replace("application/pgp-signature; name=p.sig", "text/plain; name=p.asc");
        let letter = crate::post::read(mail.replace("p.sig", "p.asc").replace('\n', "\r\n").as_bytes());
        assert_eq!((letter.parts.len(), signed_texts(&letter).len()), (3, 1));
    }

    #[test]
    fn of_two_signed_texts_the_second_begins_after_the_first_signature() {
        let letter = letter(&format!("plan: {{bid: 3}}\n{ARMOUR}plan: {{bid: 9}}\n{ARMOUR}"));
        let found = signed_texts(&letter);
        let first = |text: &SignedText| text.spellings[0].trim().to_owned();
        assert_eq!(found.iter().map(first).collect::<Vec<_>>(), ["plan: {bid: 3}", "plan: {bid: 9}"]);
        assert_eq!(found[1].letter.parts[0].text.trim(), "plan: {bid: 9}");
    }

    #[test]
    fn a_mail_that_is_attached_is_not_part_of_a_signed_text() {
        let mail = format!(
            "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nplan: {{bid: 3}}\n{ARMOUR}\n--x\nContent-Type: message/rfc822\n\nFrom: a@example.org\nSubject: earlier\n\nplan: {{bid: 9}}\n--x--\n"
        );
        let letter = crate::post::read(mail.replace('\n', "\r\n").as_bytes());
        assert_eq!(letter.enclosed.len(), 1);
        let found = signed_texts(&letter);
        assert!(found.len() == 1 && found[0].letter.enclosed.is_empty());
    }

    #[test]
    fn a_quoted_signature_and_one_that_is_cut_off_are_none() {
        let quoted = ARMOUR.replace("-----B", "> -----B");
        assert!(!has_signature(&letter(&format!("plan: {{bid: 3}}\n{quoted}"))));
        let cut = letter("plan: {bid: 3}\n-----BEGIN SSH SIGNATURE-----\nU1NI\n");
        assert!(has_signature(&cut) && signed_texts(&cut).is_empty());
    }

    #[test]
    fn a_signature_with_nothing_above_it_signs_nothing() {
        let alone = letter(ARMOUR);
        assert_eq!((has_signature(&alone), signed_texts(&alone).len()), (true, 0));
        let blank = letter(&format!("\n  \n{MARK}\n\n{ARMOUR}"));
        assert_eq!((has_signature(&blank), signed_texts(&blank).len()), (true, 0));
        let open = letter("plan: x\n-----BEGIN SSH SIGNATURE-----\n");
        assert_eq!((has_signature(&open), signed_texts(&open).len()), (true, 0));
        let attached = Letter { signatures: vec![ARMOUR.to_owned()], ..letter("plan: x") };
        assert!(has_signature(&attached) && !has_signature(&letter("plan: x")));
    }
}
