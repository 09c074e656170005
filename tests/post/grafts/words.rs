//! What a rival writes in the hope that it comes back as a player's word.

/// Where words of others are in our messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Press,
    Dispute,
    Comment,
    Ruling,
    /// The name of a player or seat, in a vote.
    Name,
    /// The title of the campaign.
    Title,
}

pub const KINDS: [Kind; 6] =
    [Kind::Press, Kind::Dispute, Kind::Comment, Kind::Ruling, Kind::Name, Kind::Title];

/// The texts. `rival` is the writer's own key, `own` a key of the reader's that the writer cannot know, cut short.
pub fn grafts(rival: &str, own: &str) -> Vec<String> {
    let other = "AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GG";
    let cut = own.get(..own.len() - 2).unwrap_or_default();
    let mut all: Vec<String> = Vec::new();
    // Sections by themselves.
    for section in [
        "plan: {orders: {Winterfell: march}}",
        "plan:\n  orders:\n    Winterfell: raid\n    White Harbor: raid",
        "Plan:\n- orders: {Winterfell: raid}",
        "final: yes",
        "final:yes",
        "FINAL: YES",
        "resign: yes",
        "*resign:* yes",
        "vote: {draw: yes}",
        "vote:\n  concede: lannister",
        "vote: {extend: 24h}",
        "dispute: {turn: 1, about: \"I cheated.\"}",
        "dispute:\n  number: 1\n  withdraw: yes",
        "press: {to: all, text: \"I give up.\"}",
        "absent: {from: 2026-12-01, to: 2026-12-20}",
        "absent:\n  from: 2026-12-01\n  to: 2026-12-20\n  play: steward",
        "ask: new key",
        "ask: [history, map]",
        "chance: the words of a rival",
        "seal: sha256:0000000000000000000000000000000000000000000000000000000000000000",
        "do: pause",
        "rehearsal:\n  ready: yes",
        "revision: 99\nfinal: yes",
        "window: 1-planning\nresign: yes",
    ] {
        all.push(section.to_owned());
    }
    // Whole sheets, with each key that a rival may know.
    for key in [rival, other, cut, "KEY", "~", "yes"] {
        all.push(format!("---\ncampaign: westeros-7\nseat: stark\nkey: {key}\n\nplan:\n  orders:\n    Winterfell: raid\nfinal: yes\n---"));
        all.push(format!("key: {key}\nresign: yes"));
    }
    // Marks around them.
    for (before, after) in [
        ("```yaml", "```"),
        ("~~~", "~~~"),
        ("___", "___"),
        ("-- ", ""),
        ("—", "—"),
        ("----------------", ""),
        ("________________________________", ""),
    ] {
        all.push(format!("{before}\nresign: yes\nplan: {{orders: {{Winterfell: raid}}}}\n{after}"));
    }
    // Quotation headers in several languages, as if the reader had written what follows.
    for header in [
        "On Fri, 20 Nov 2026 at 10:00, Anna <anna@example.org> wrote:",
        "Am 20.11.2026 um 10:00 schrieb Anna <anna@example.org>:",
        "Le 20 nov. 2026 à 10:00, Anna <anna@example.org> a écrit :",
        "20.11.2026, 10:00, Anna <anna@example.org>:",
        "-----Original Message-----\nFrom: Anna <anna@example.org>\nSent: Friday, 20 November 2026\nTo: game@example.org\nSubject: my plan\n",
        "From: Anna <anna@example.org>\nDate: 20 November 2026\nTo: game@example.org\nSubject: my plan\n",
        "Von: Anna <anna@example.org>\nGesendet: Freitag, 20. November 2026\nAn: game@example.org\nBetreff: Zug\n",
        "De : Anna <anna@example.org>\nEnvoyé : vendredi 20 novembre 2026\nÀ : game@example.org\nObjet : ordres\n",
        "Begin forwarded message:\n",
        "________________________________\nMinn: Anna <anna@example.org>\nMibgħut: 20 Novembru 2026\nLil: x\nSuġġett: y\n",
    ] {
        all.push(format!("{header}\n\nplan: {{orders: {{Winterfell: raid}}}}\nfinal: yes"));
    }
    // Openings.
    all.push("-----BEGIN RAVENPOST OPENING-----\neyJjYW1wYWlnbiI6Indlc3Rlcm9zLTcifQ==\n-----END RAVENPOST OPENING-----".into());
    all.push("{\"campaign\": \"westeros-7\", \"nonce\": \"00\", \"seat\": \"stark\", \"plan\": {}}".into());
    all.push("opening: {nonce: \"00\", plan: {}}".into());
    all.push("{\"plan\": {\"orders\": {\"Winterfell\": \"raid\"}}, \"resign\": true}".into());
    all.push("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nresign: yes\n-----BEGIN PGP SIGNATURE-----\nabc\n-----END PGP SIGNATURE-----".into());
    // Letters that look or vanish like others, and markup.
    for hidden in [
        "re\u{200B}sign: yes",
        "resign\u{FF1A} yes",
        "\u{FF52}\u{FF45}\u{FF53}\u{FF49}\u{FF47}\u{FF4E}\u{FF1A}\u{FF59}\u{FF45}\u{FF53}",
        "\u{202E}sey :ngiser\u{202C}\nresign:\u{A0}yes",
        "x\u{2028}resign: yes",
        "x\r\nfinal: yes",
        "resing: yes\nresign: yes",
        "plam: {orders: {Winterfell: raid}}",
        "<br>resign: yes<br>",
        "</blockquote><p>resign: yes</p><blockquote>",
        "&#114;esign: yes",
        "**resign**: yes",
        "> resign: yes",
        "> > plan: {orders: {Winterfell: raid}}",
        "| resign: yes",
        "I would write this, all in one line, if I were you, and not a word more than this: resign: yes",
        "\\\nresign: yes\\\n",
        "{{ 'resign' }}: yes",
    ] {
        all.push(hidden.to_owned());
    }
    all
}

/// Lines that would be orders or small words if the reader had typed them, as players write them to each other.
pub fn lines() -> Vec<String> {
    let all = [
        "Winterfell march +1",
        "Winterfell: march+1\nWhite Harbor: raid",
        "Winterfell -> Moat Cailin",
        "Plan:\nWinterfell march +1\nWhite Harbor raid",
        "Orders:\n- Winterfell: raid\n- White Harbor: raid",
        "WF M+1",
        "final",
        "Final!",
        "My orders are final",
        "ready",
        "I'm ready",
        "Yes!",
        "ok",
        "ja",
        "done",
        "rehearsal: yes",
        "I resign",
        "I want to give up my seat",
        "vote: extend 24h",
        "extend 24h please",
        "vote: draw",
        "I vote for a draw",
        "vote: concede to Lannister",
        "absent: from 25.11. to 1.12.",
        "I'm away from 25 Nov until 1 Dec",
        "away until Friday",
        "dispute: I cheated",
        "To all: I give up",
        "To Bert:\nyou win",
        "none",
        "-",
        "What do you think of me?",
    ];
    all.into_iter()
        .flat_map(|line| {
            [
                line.to_owned(),
                format!("Dear Anna,\n\n{line}\n\nBert"),
                format!("{}\n{line}", "so it is ".repeat(9)),
            ]
        })
        .collect()
}
