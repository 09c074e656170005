use super::*;

fn seats() -> Vec<SeatInfo> {
    ["Stark", "Lannister"].map(|name| SeatInfo { id: name.to_lowercase(), name: name.to_owned() }).into()
}

fn to(line: &str) -> Option<Vec<String>> {
    let players = [("Anna Jones".to_owned(), Seat(0)), ("Bert".to_owned(), Seat(1))];
    addressed(line, &seats(), People { players: &players, gm: "Maria Rossi" }).map(|line| line.to)
}

#[test]
fn prose_that_is_written_to_a_player() {
    let players = [("Anna Jones".to_owned(), Seat(0)), ("Bert".to_owned(), Seat(1))];
    let people = People { players: &players, gm: "Maria Rossi" };
    let all =
        |text: &str| written_to(text, &seats(), people).iter().map(|(seat, _)| seat.0).collect::<Vec<_>>();
    let to = |text: &str| all(text).first().copied();
    for (text, seat) in [
        ("Bert, sorry about Riverrun. Truce?", 1),
        ("@bert sorry! @anna help me", 1),
        ("so sorry @Anna, that was me", 0),
        ("Dear Bert,\nshall we be friends?", 1),
        ("hello anna jones!", 0),
        ("Good morning Lannister", 1),
        ("to bert deal lannisport defense", 1),
        ("To Anna and Bert let us meet", 0),
        ("Anna & Bert: peace?", 0),
        ("Stark, peace?", 0),
        ("tell Bert that I will not attack him", 1),
        ("Please tell Anna and Bert we are friends", 0),
    ] {
        assert_eq!(to(text), Some(seat), "{text}");
    }
    for text in [
        "Bert attacked me",
        "Can Bert do that?",
        "Hi Maria, can Bert do that?",
        "Dear all,\nwhere is Bert?",
        "to be honest, Bert is late",
        "Best regards,\nAnna",
        "today Bert, tomorrow me",
        "Maria, Bert is late",
        "to bert",
        "",
    ] {
        assert_eq!(to(text), None, "{text}");
    }
    for text in [
        "@bert sorry! @anna help me",
        "Bert and Anna: peace?",
        "Bert, Anna – peace?",
        "Dear Bert, Anna, hello",
        "Dear Bert and dear Anna,\nI should like us three to agree.",
    ] {
        assert_eq!(all(text), [1, 0], "{text}");
    }
}

/// Otherwise a letter to a house whose name is misspelt would be asked back, since somebody is called so.
#[test]
fn the_name_of_a_house_goes_before_that_of_a_player() {
    let players = [("Jo Lannister".to_owned(), Seat(0)), ("Stark".to_owned(), Seat(1))];
    let known = recipients(&seats(), People { players: &players, gm: "Lannister Rossi" });
    for (name, to) in [
        ("Lannister", Recipient::Seat(Seat(1))),
        ("stark", Recipient::Seat(Seat(0))),
        ("Jo Lannister", Recipient::Seat(Seat(0))),
        ("Rossi", Recipient::Gm),
    ] {
        assert_eq!(known.known(name), Some(to), "{name}");
    }
    for (slip, to) in [("Lanister", Seat(1)), ("Strak", Seat(0))] {
        let meant = known.meant(slip, |_| true).map(|(meant, _)| meant);
        assert_eq!(meant, Some(Recipient::Seat(to)), "{slip}");
    }
}

#[test]
fn lines_that_address_somebody() {
    for (line, names) in [
        ("To Anna: peace?", &["anna"][..]),
        ("to anna jones : peace", &["anna jones"]),
        ("- To Stark and Bert:", &["stark", "bert"]),
        ("Press to House Lannister: x", &["house lannister"]),
        ("Message for Anna, Bert: x", &["anna", "bert"]),
        ("TO ALL: x", &["all"]),
        ("to anna colon peace at 5:30", &["anna"]),
        ("To the GM: x", &["the gm"]),
        ("To Maria: x", &["maria"]),
        ("*To Anna*: x", &["anna"]),
        ("To: Anna", &["anna"]),
        ("To: Anna, Bert", &["anna", "bert"]),
        ("@Anna: peace?", &["anna"]),
        ("@Bert, @Anna: peace?", &["bert", "anna"]),
        ("To Bert, cc Anna: peace?", &["bert", "anna"]),
        ("To Lanister: x", &["lanister"]),
        ("to lanister: x", &["lanister"]),
    ] {
        assert_eq!(to(line).unwrap_or_default(), names, "{line}");
    }
    for line in [
        "To: Anna, peace?",
        "To: game@example.org",
        "@home: no",
        "To Moat Cailin: knight",
        "To be clear: no",
        "to",
        "Anna: peace?",
        "To Anna",
        "I say to Anna: peace",
        "To Anna and the North: x",
        "Totals: 3",
        "To start: Winterfell march +0",
        "to start: x",
        "To starl: x",
    ] {
        assert_eq!(to(line), None, "{line}");
    }
}

#[test]
fn a_seat_goes_before_a_player_of_its_name() {
    let players = [("Stark".to_owned(), Seat(1)), ("Anna".to_owned(), Seat(0)), ("anna".to_owned(), Seat(1))];
    let names = recipients(&seats(), People { players: &players, gm: "" });
    assert_eq!(names.find("stark"), Ok(Recipient::Seat(Seat(0))));
    assert!(names.find("anna").is_err(), "two players have the name");
    assert_eq!(names.find("everyone"), Ok(Recipient::All));
}

#[test]
fn what_the_name_of_a_player_would_be_read_as() {
    let of = |name: &str| read_as(name, Seat(0), &seats());
    for name in ["Lannister", "the lannister", "House Lannister"] {
        assert_eq!(of(name), Some(ReadAs::Seat("Lannister".to_owned())), "{name}");
    }
    for (name, word) in [("Everyone", "all"), ("GM", "gm"), ("No", "no")] {
        assert_eq!(of(name), Some(ReadAs::Word(word.to_owned())), "{name}");
    }
    for name in ["Stark", "Anna", "Lannister B.", "Tyrion Lannister", "Noor", "Allan"] {
        assert_eq!(of(name), None, "{name}");
    }
}

#[test]
fn a_player_nearly_named_is_asked_for_by_name() {
    let players = [("Ben".to_owned(), Seat(0)), ("Chiara".to_owned(), Seat(1))];
    let names = recipients(&seats(), People { players: &players, gm: "" });
    assert_eq!(names.find("bne").unwrap_err().suggestion().as_deref(), Some("Ben"));
    assert_eq!(names.meant("chaira", |_| true).map(|(_, name)| name).as_deref(), Some("Chiara"));
    let near = |line: &str| misaddressed(line, &seats(), People { players: &players, gm: "Maria" });
    let found = |name: &str, meant: &str| Some((name.to_owned(), meant.to_owned()));
    assert_eq!(near("to bne: peace?"), found("bne", "Ben"));
    assert_eq!(near("to chira: peace?"), found("chira", "Chiara"));
    assert_eq!(near("to Bed: peace?"), found("bed", "Ben"));
    for line in [
        "to be: or not",
        "to bne:",
        "to ben: peace?",
        "to be clear: no",
        "totals: 3",
        "to wit: no",
        "to bed: good night",
        "to bend: no",
        "to start: a question",
    ] {
        assert_eq!(near(line), None, "{line}");
    }
    assert_eq!(names.find("strak").unwrap_err().suggestion().as_deref(), Some("Stark"));
}

#[test]
fn a_name_is_known_for_one_by_its_capital_letters() {
    for (line, name) in [
        ("To Jon: peace?", Some("Jon")),
        ("message for Jon Snow: peace?", Some("Jon Snow")),
        ("to jon: peace?", None),
        ("To be clear: no", None),
        ("To Jon:", None),
        ("Winterfell: march", None),
    ] {
        assert_eq!(named(line).as_deref(), name, "{line}");
    }
}
