//! The order page and what must not happen with it: names, keys and seals.

use super::browser::*;
use super::games::founded;
use super::papers::save_state;
use super::sealed::SEALED;
use super::world::*;
use ravenpost::report::model::{GameName, Head, Named, Window};
use ravenpost::report::{OrderPage, Writer};
use ravenpost::table::form::FormArea;
use ravenpost::table::{Listing, Open, RecordDesk, Seat, Seed};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The seal that the page makes counts, and the file that it saves opens it.
#[test]
fn a_plan_sealed_by_the_page_opens() {
    let world = World::begun(&SEALED);
    let page = attached(&world, "anna");
    let script = "ravenpost.sealOf(ravenpost.written().plan, '00'.repeat(32)).then((made) => \
        ravenpost.byHand(made.json) === made.seal.slice(7) && Promise.all([0, 1, 55, 56, 63, 64, 65, 1000].map((length) =>
        ravenpost.sha256('ü'.repeat(length)).then((native) => native === ravenpost.byHand('ü'.repeat(length))))).then((all) => all.every(Boolean)))";
    let steps = [
        tap("area-winterfell"),
        press("March +0"),
        press("Moat Cailin"),
        tap("area-white-harbor"),
        press("Support"),
        eval("document.getElementById('mail') === null"),
        eval(script),
        tap("seal"),
        // The browser hashes at its leisure.
        eval(
            "new Promise((done) => { const wait = () => { const made = document.getElementById('seal-text'); \
             if (made) done(made.value); else setTimeout(wait, 20); }; wait(); })",
        ),
        eval("document.getElementById('opening-text').value"),
        eval("localStorage.length > 0"),
        json!(["reload"]),
        eval("document.getElementById('seal-text').value"),
        eval("decodeURIComponent(document.getElementById('mail-seal').href.split('&body=')[1])"),
        eval("ravenpost.text()"),
        eval("ravenpost.written().plan"),
        eval(TOO_WIDE),
        eval("document.getElementById('seal-old') === null"),
        tap("area-the-shivering-sea"),
        press("Support"),
        eval("document.getElementById('seal-old') === null"),
    ];
    let Some(seen) = browse(&page, &steps) else { return };
    seen.is_quiet();
    assert_eq!(
        (seen.step(17), seen.step(20)),
        (&json!(true), &json!(false)),
        "a seal of another plan is called so"
    );
    assert_eq!((seen.step(5), seen.step(6)), (&json!(true), &json!(true)), "a sealed campaign takes no plan");
    assert_eq!(seen.step(8), seen.step(12), "the seal is still there when the page is opened again");
    assert_eq!(seen.step(16), &json!([]));
    is_what_seal_seals(&world, &seen, 14, 15);
    let (name, file) = seen.saved();
    assert_eq!(name, "c-stark-1-planning.opening.json");
    let opening = ravenpost::seal::Opening::read(&file).expect("an opening");
    assert_eq!(opening.json(), file, "it is in canonical form");
    assert_eq!(opening.armour(), seen.step(9).as_str().expect("a text"));
    // Mailed as the page writes it, it counts; the others seal as they always do.
    world.hand(&world.plain("anna", seen.step(13).as_str().expect("a mail")), SOON).says(0, &[]);
    holds(&world.last("anna"), &["Your seal counts", &opening.seal().to_string()]);
    for (seat, plan) in [("lannister", LANNISTER), ("baratheon", BARATHEON)] {
        let who = player(seat);
        save_state(&world, &world.sent_with_state(who), who);
        world.write(&format!("{who}/plan.yaml"), plan);
        let sealed = world.run(&["seal", "-q", &format!("{who}/plan.yaml")]);
        world.submit(seat, &sealed.out, SOON);
    }
    let headers = format!("In-Reply-To: <{}>\n", world.last("anna").message_id.expect("an id"));
    let body = format!(
        "--x\nContent-Type: text/plain\n\nHere.\n\n--x\nContent-Type: application/json\n\
        Content-Disposition: attachment; filename=\"{name}\"\n\n{file}\n--x--\n"
    );
    world.hand(&world.typed("anna", &headers, "multipart/mixed; boundary=x", &body), SOON).says(0, &[]);
    holds(&world.last("anna"), &["Your opening is accepted"]);
}

/// Names that want to be script, image, style or YAML are texts.
#[test]
fn hostile_names_do_nothing() {
    let evil = "<img src=x onerror=\"owned=1\"></script><script>owned=1</script><style>*{display:none}</style>: [a, {b: c}] # '\u{2028}";
    let game = ravenpost::games::referee("thrones-1e", 5, &Value::Null, &|_| None).expect("a game");
    let record = BTreeMap::new();
    let mut desk = RecordDesk::new(&record, Seed([7; 32]));
    let at = game.begin(&mut desk).expect("it begins");
    let legal = Listing { answers: vec![json!(evil)], complete: true };
    let asked = |kind: &str| Open {
        seat: Seat(0),
        key: format!("1/x/0/y/{kind}/{evil}"),
        kind: kind.to_owned(),
        question: json!({"what": evil}),
        legal: legal.clone(),
        default: json!(evil),
        ahead: false,
    };
    let mut form =
        game.form(&at, Seat(0), &[asked("orders"), asked("card")]).expect("a position").expect("a form");
    form.areas.iter_mut().for_each(|area| area.name = format!("{} {evil}", area.name));
    let first = game.seats()[0].clone();
    let is_own = |area: &&FormArea| area.kind == "land" && area.holder.as_ref() == Some(&first.name);
    let area = form.areas.iter().find(is_own).expect("an area").id.clone();
    let seat = Named { id: first.id.clone(), name: evil.to_owned() };
    let head = Head {
        campaign: evil.to_owned(),
        title: evil.to_owned(),
        game: GameName { id: evil.to_owned(), title: evil.to_owned(), templates: "thrones".to_owned() },
        seat: Some(seat),
        player: evil.to_owned(),
        zone: evil.to_owned(),
        key: Some(evil.to_owned()),
        address: evil.to_owned(),
        ..Head::default()
    };
    let window = Window { id: evil.to_owned(), secrecy: "either".to_owned(), ..Window::default() };
    let names = json!({ evil: evil });
    let page = OrderPage { head, window, form, names, map: None };
    let html = Writer::new(&|_| None).order_page(&page).expect("a page");
    let folder = World::new();
    folder.write("evil.html", html);
    let steps = [
        eval("typeof owned"),
        eval("[document.images.length, document.scripts.length, document.styleSheets.length]"),
        tap(&format!("area-{area}")),
        press("Defense +1"),
        eval("[...document.querySelectorAll('fieldset')].at(-1) !== undefined"),
        eval(TOO_WIDE),
        eval("ravenpost.text()"),
        tap("seal"),
        eval("typeof owned"),
        eval("[document.images.length, document.scripts.length, document.styleSheets.length]"),
    ];
    let Some(seen) = browse(&folder.path("evil.html"), &steps) else { return };
    assert_eq!(seen.0["asked"], json!([]));
    for step in [0, 8] {
        assert_eq!(seen.step(step), "undefined");
        assert_eq!(seen.step(step + 1), &json!([0, 2, 1]));
    }
    assert_eq!(seen.step(5), &json!([]));
    // As YAML it is one key with one order.
    let text = seen.step(6).as_str().expect("a text");
    let document = ravenpost::sheet::parse(text.trim().trim_matches('-'))
        .unwrap_or_else(|why| panic!("{text}: {why:?}"));
    let entries = document.entries().expect("a mapping");
    let keys: Vec<_> = entries.iter().filter_map(|(key, _)| key.text()).collect();
    assert_eq!(keys, ["campaign", "seat", "key", "plan"], "{text}");
    let plan = entries[3].1.entries().expect("a plan");
    let (section, orders) = &plan[0];
    let orders = orders.entries().expect("orders");
    assert_eq!(
        (section.text(), orders.len(), orders[0].1.text()),
        (Some("orders"), 1, Some("defense")),
        "{text}"
    );
    assert!(orders[0].0.text().expect("a name").contains("<img"), "{text}");
}

/// Some mail programs send a file back with the answer: it says nothing, whatever stands in it.
#[test]
fn a_page_that_is_sent_back_is_no_order() {
    let world = World::begun(&[STEADY]);
    let page = std::fs::read_to_string(attached(&world, "anna")).expect("a page");
    assert!(page.contains(&world.key("stark")), "the page has the key, as the mail has");
    let headers = format!("In-Reply-To: <{}>\n", world.last("anna").message_id.expect("an id"));
    let body = format!(
        "--x\nContent-Type: text/plain\n\nWinterfell march+0\n\n--x\nContent-Type: text/html\n\
         Content-Disposition: attachment; filename=\"orders-1.html\"\n\n{page}\n--x--\n"
    );
    world.hand(&world.typed("anna", &headers, "multipart/mixed; boundary=x", &body), SOON).says(0, &[]);
    let receipt = world.last("anna");
    holds(&receipt, &["Your plan is accepted.", "Winterfell: March +0"]);
}

#[test]
fn a_seat_gets_a_page_only_if_it_wants_one_and_is_asked() {
    let pages = |world: &World, who: &str| {
        let new = std::fs::read_dir(world.path("c/mail/out/new")).expect("a mailbox");
        let mails = new.map(|file| std::fs::read(file.expect("a file").path()).expect("a mail"));
        let is_to = |mail: &Vec<u8>| String::from_utf8_lossy(mail).contains(&format!("{who}@x.example"));
        mails.filter(is_to).filter(|mail| String::from_utf8_lossy(mail).contains("orders-1.html")).count()
    };
    let without = ("\npage: yes", "\npage: no");
    assert_eq!(pages(&World::begun(&[STEADY]), "anna"), 1);
    assert_eq!(pages(&World::begun(&[STEADY]), "maria"), 0, "the game master is asked nothing");
    assert_eq!(pages(&World::begun(&[STEADY, without]), "anna"), 0);
    let own = ("    player: Anna\n", "    player: Anna\n    page: yes\n");
    let world = World::begun(&[STEADY, without, own]);
    assert_eq!((pages(&world, "anna"), pages(&world, "bert")), (1, 0));
}

/// The command gives the sheet, and the page without the key; its player types the key in.
#[test]
fn the_command_gives_sheet_and_page_without_the_key() {
    let world = World::begun(&[STEADY]);
    world.run(&["sheet", "c", "stark"]).says(0, &["Winterfell: ~", "seat: stark"]);
    world.run(&["sheet", "c", "Anna"]).says(0, &["Winterfell: ~", "seat: stark"]);
    world.run(&["sheet", "c", "stark", "--page", "-o", "s.html"]).says(0, &["s.html is for stark alone"]);
    world.run(&["sheet", "c", "dorne"]).says(2, &["there is no seat “dorne”", "stark, lannister, baratheon"]);
    // Nothing is asked when the game is over: that is no mistake of whoever asks for each seat's sheet in turn.
    let over = World::begun(&[STEADY]);
    for seat in ["stark", "lannister", "baratheon"] {
        over.submit(seat, "vote: {draw: yes}\n", SOON);
    }
    over.run(&["sheet", "c", "stark"]).is(
        0,
        "",
        "ravenpost: nothing is asked of stark now, so there is no order sheet\n",
    );
    let (key, page) = (world.key("stark"), world.read("s.html"));
    assert!(!page.contains(&key) && !world.run(&["sheet", "c", "stark"]).out.contains(&key));
    let steps = [
        tap("area-white-harbor"),
        press("Support"),
        fill("key", &key.to_lowercase()),
        eval(MAIL),
        eval("JSON.stringify(localStorage).toLowerCase().includes(document.getElementById('key').value)"),
    ];
    let Some(seen) = browse(&world.path("s.html"), &steps) else { return };
    seen.is_quiet();
    assert_eq!(seen.step(4), false, "the browser does not keep the key");
    world.hand(&world.plain("anna", seen.step(3).as_str().expect("a mail")), SOON).says(0, &[]);
    holds(&world.last("anna"), &["Your plan is accepted.", "White Harbor: Support"]);
}

#[test]
fn every_game_has_a_page_with_a_map_that_fits_into_a_mail() {
    for game in ravenpost::games::ALL {
        let players = game.players.iter().max().copied().expect("a number");
        let (world, _) = founded(game.id, players);
        world.tick(BEGIN);
        let asked =
            world.run(&["status", "c", "--json", "--now", BEGIN]).json()["window"]["seats"][0]["seat"]
                .clone();
        let seat = asked.as_str().expect("a seat");
        world.run(&["sheet", "c", seat, "--page", "-o", "page.html"]).says(0, &[]);
        let page = world.read("page.html");
        assert!(page.len() < 250 << 10, "{}: {}", game.id, page.len());
        let form = page.split("id=\"data\">").nth(1).expect("its data");
        let areas = form.matches("\"facts\":[").count();
        let touched = page.matches("<use href=\"#s").count();
        assert!(page.contains("data-area="), "{}: the page has no map", game.id);
        assert!(touched >= areas, "{}: {touched} of {areas}", game.id);
        let steps = [
            eval("document.querySelectorAll('details').forEach((one) => one.open = true)"),
            eval("document.querySelectorAll('[id^=area-]').forEach((one) => one.click())"),
            eval(TOO_WIDE),
        ];
        let Some(seen) = browse(&world.path("page.html"), &steps) else { continue };
        seen.is_quiet();
        assert_eq!(seen.step(2), &json!([]), "{}", game.id);
    }
}

/// The page makes every byte of the protocol's vectors: the canonical form, the hash, the seal and the armoured block.
#[test]
fn the_page_seals_as_the_vectors_do() {
    let vectors = |name: &str| {
        let path = format!("{}/tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
        serde_json::from_str::<Value>(&std::fs::read_to_string(path).expect("vectors")).expect("JSON")
    };
    let (seals, canonical) = (vectors("seals"), vectors("canonical"));
    assert!(seals["seals"].as_array().is_some_and(|all| all.len() > 3));
    let world = World::begun(&SEALED);
    let steps = [
        eval(&format!(
            "Promise.all({}.map((one) => ravenpost.sealOf(one.plan, one.nonce, one).then((made) => \
             [made.json === one.canonical, made.seal === one.seal, made.armour.trim() === one.armour.trim()])))",
            seals["seals"]
        )),
        eval(&format!(
            "{}.map((one) => {{ const made = ravenpost.canonical(JSON.parse(one.text)); \
             return [made === one.canonical, ravenpost.byHand(made) === one.sha256]; }})",
            canonical["good"]
        )),
    ];
    let Some(seen) = browse(&attached(&world, "anna"), &steps) else { return };
    for step in [0, 1] {
        let wrong: Vec<_> = seen.step(step).as_array().expect("a list").iter().enumerate().collect();
        let wrong: Vec<_> = wrong.into_iter().filter(|(_, all)| all.to_string().contains("false")).collect();
        assert!(wrong.is_empty(), "{step}: {wrong:?}");
    }
}
