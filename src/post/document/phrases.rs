//! Words by which mail programs mark what their owner did not write: signatures, "… wrote:", copied headers.

/// Signatures that phones and free services add, by their beginning, in lower case.
const SIGNATURES: &[&str] = &[
    "sent from my ",
    "sent from mail for ",
    "sent from outlook",
    "sent from yahoo mail",
    "sent from proton mail",
    "sent from gmail mobile",
    "sent via ",
    "sent with proton",
    "get outlook for ",
    "get bluemail for ",
    "von meinem ",
    "gesendet von ",
    "gesendet mit ",
    "diese nachricht wurde von meinem ",
    "outlook für ",
    "holen sie sich outlook",
    "envoyé de mon ",
    "envoyé depuis ",
    "envoyé à partir de ",
    "télécharger outlook",
    "obtenir outlook",
    "inviato da ",
    "inviato dal ",
    "scarica outlook",
    "ottieni outlook",
    "enviado desde ",
    "enviado do ",
    "obtener outlook",
    "descargar outlook",
    "verstuurd vanaf ",
    "verzonden vanaf ",
    "verzonden met ",
    "outlook voor ",
    "download outlook",
    "发自我的",
    "從我的",
    "发送自",
    "获取 outlook",
];

/// Lines that stand before a copied or forwarded mail, without the dashes around them, in lower case.
const ORIGINALS: &[&str] = &[
    "original message",
    "original-nachricht",
    "ursprüngliche nachricht",
    "originalnachricht",
    "message d'origine",
    "message original",
    "messaggio originale",
    "mensaje original",
    "oorspronkelijk bericht",
    "originele bericht",
    "原始邮件",
    "原始郵件",
    "forwarded message",
    "begin forwarded message:",
    "weitergeleitete nachricht",
    "message transféré",
    "messaggio inoltrato",
    "mensaje reenviado",
    "doorgestuurd bericht",
    "转发的邮件",
];

/// Verbs of the line before a quotation.
const WROTE: &[&str] =
    &["wrote", "schrieb", "a écrit", "ha scritto", "escribió", "schreef", "geschreven", "写道", "寫道"];

const FROM: &[&str] = &["from", "von", "de", "da", "van", "发件人", "寄件者"];
const SENT: &[&str] = &[
    "sent",
    "date",
    "gesendet",
    "datum",
    "envoyé",
    "inviato",
    "data",
    "enviado",
    "enviado el",
    "fecha",
    "verzonden",
    "发送时间",
    "日期",
    "寄件日期",
];
const TO: &[&str] = &["to", "cc", "an", "à", "a", "para", "aan", "收件人", "抄送"];
const SUBJECT: &[&str] = &["subject", "betreff", "objet", "oggetto", "asunto", "onderwerp", "主题", "主旨"];

/// A signature of one line that a program added.
pub(super) fn is_program_signature(line: &str) -> bool {
    let line = line.trim_matches([' ', '-', '*', '_']).to_lowercase();
    line.chars().count() <= 90 && SIGNATURES.iter().any(|start| line.starts_with(start))
}

/// A line such as `-----Original Message-----`.
pub(super) fn is_original_mark(line: &str) -> bool {
    let inner = line.trim().trim_matches(['-', '_', '=', ' ']).to_lowercase();
    let has_rule = line.trim().starts_with("--") || line.trim().starts_with("__");
    ORIGINALS.iter().any(|words| inner == *words) && (has_rule || inner.ends_with(':'))
}

/// How many of these lines are "On … wrote:", which programs break over up to three; 0 if none.
pub(super) fn attribution(lines: &[&str]) -> usize {
    let mut joined = String::new();
    for (count, line) in lines.iter().take(3).enumerate() {
        if line.trim().is_empty() || joined.len() > 400 {
            return 0;
        }
        joined.push_str(line.trim());
        joined.push(' ');
        let text = joined.trim_end().trim_end_matches('*');
        if !text.ends_with([':', '：']) {
            continue;
        }
        let text = text.to_lowercase();
        let has_verb = WROTE.iter().any(|verb| text.contains(verb));
        return if has_verb && text.contains(|c: char| c.is_ascii_digit()) { count + 1 } else { 0 };
    }
    0
}

/// How many of these lines are the headers that Outlook and others put before a copy; 0 if none.
pub(super) fn header_block(lines: &[&str]) -> usize {
    let (mut from, mut sent, mut to, mut subject, mut end) = (false, false, false, false, 0);
    for (count, line) in lines.iter().take(8).enumerate() {
        let bare = line.trim_start_matches('*');
        let Some((name, _)) = bare.split_once([':', '：']) else { break };
        let name = name.trim_matches(['*', ' ']).to_lowercase();
        let is = |words: &[&str]| words.contains(&name.as_str());
        match () {
            () if is(FROM) => from = true,
            () if is(SENT) => sent = true,
            () if is(SUBJECT) => subject = true,
            () if is(TO) => to = true,
            () => break,
        }
        end = count + 1;
    }
    if from && (sent || subject) && (sent as u8 + subject as u8 + to as u8) >= 2 { end } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_languages_of_wrote() {
        for line in [
            "On Fri, 20 Nov 2026 at 10:00, GM <gm@x.example> wrote:",
            "Am Fr., 20. Nov. 2026 um 10:00 Uhr schrieb GM <gm@x.example>:",
            "Le ven. 20 nov. 2026 à 10:00, GM <gm@x.example> a écrit :",
            "Il giorno ven 20 nov 2026 alle ore 10:00 GM <gm@x.example> ha scritto:",
            "El vie, 20 nov 2026 a las 10:00, GM (<gm@x.example>) escribió:",
            "Op vr 20 nov 2026 om 10:00 schreef GM <gm@x.example>:",
            "GM <gm@x.example> 于2026年11月20日周五 10:00写道：",
        ] {
            assert_eq!(attribution(&[line, "> x"]), 1, "{line}");
        }
        assert_eq!(attribution(&["On Fri, 20 Nov 2026 at 10:00, GM", "<gm@x.example>", "wrote:", "> x"]), 3);
        assert_eq!(attribution(&["as you wrote:", "plan:"]), 0);
        assert_eq!(attribution(&["plan:", "  orders: {A: 1}"]), 0);
    }

    #[test]
    fn copied_headers_are_no_absence() {
        assert_eq!(
            header_block(&["From: GM <gm@x>", "Sent: Friday", "To: Anna", "Subject: Turn 3", "", "x"]),
            4
        );
        assert_eq!(header_block(&["Gesendet: Freitag", "Von: GM", "An: Anna", "Betreff: Zug 3"]), 4);
        assert_eq!(header_block(&["from: 2026-12-24", "to: 2027-01-02"]), 0);
    }

    #[test]
    fn signatures_of_programs() {
        for line in [
            "Sent from my iPhone",
            "Von meinem iPhone gesendet",
            "Envoyé de mon iPhone",
            "Inviato da iPhone",
            "Enviado desde mi iPhone",
            "Verstuurd vanaf mijn iPhone",
            "发自我的 iPhone",
            "Get Outlook for iOS",
        ] {
            assert!(is_program_signature(line), "{line}");
        }
        assert!(!is_program_signature("Sent: yes"));
        assert!(is_original_mark("-----Ursprüngliche Nachricht-----"));
        assert!(!is_original_mark("original message"));
    }
}
