//! The order page in a real browser: orders are tapped, and the mail that comes of it is taken by a tick.
//!
//! Needs Chromium and Python, and says so where there is none.

use super::games::founded;
use super::papers::save_state;
use super::sealed::SEALED;
use super::world::*;
use mail_parser::{MessageParser, MimeHeaders};
use ravenpost::report::model::{GameName, Head, Named, Window};
use ravenpost::report::{OrderPage, Writer};
use ravenpost::table::{Listing, Open, RecordDesk, Seat, Seed};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a page came to in the browser.
struct Seen(Value);

impl Seen {
    /// The value of a step.
    fn step(&self, number: usize) -> &Value {
        &self.0["results"][number]
    }

    /// Asserts that the page asked no network for anything, and that nothing went wrong in it.
    fn is_quiet(&self) {
        assert_eq!(self.0["asked"], json!([]), "the page may load nothing");
        assert_eq!(self.0["said"], json!([]), "the page has no errors");
    }

    /// The only file that the page has saved, with its name.
    fn saved(&self) -> (String, String) {
        let files = self.0["saved"].as_object().expect("files");
        assert_eq!(files.len(), 1, "{files:?}");
        let (name, text) = files.iter().next().expect("a file");
        (name.clone(), text.as_str().expect("its text").to_owned())
    }
}

fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).flat_map(|dir| names.iter().map(move |n| dir.join(n))).find(|p| p.is_file())
}

/// Opens a page on a phone and takes steps; `None`, with a line, without a browser.
fn browse(page: &Path, steps: &[Value]) -> Option<Seen> {
    let tools = (program(&["chromium", "chromium-browser", "google-chrome"]), program(&["python3"]));
    let (Some(chromium), Some(python)) = tools else {
        println!("skipped: this test needs chromium and python3");
        return None;
    };
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/page/browser.py");
    let mut child = Command::new(python)
        .args([Path::new(driver), &chromium, page, Path::new("360")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python");
    child.stdin.take().expect("its input").write_all(json!(steps).to_string().as_bytes()).expect("it reads");
    let ran = child.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{error}");
    Some(Seen(serde_json::from_slice(&ran.stdout).unwrap_or_else(|_| panic!("{error}"))))
}

fn tap(id: &str) -> Value {
    json!(["tap", format!("[id=\"{id}\"]")])
}

fn press(text: &str) -> Value {
    json!(["press", text])
}

fn fill(id: &str, text: &str) -> Value {
    json!(["fill", format!("[id=\"{id}\"]"), text])
}

fn eval(script: &str) -> Value {
    json!(["eval", script])
}

/// The body of the mail that the page's link makes, as a mail program has it.
const MAIL: &str = "decodeURIComponent(document.getElementById('mail').href.split('&body=')[1])";
/// Everything that is wider than the screen.
const TOO_WIDE: &str = "[...document.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)\
    .map((one) => one.outerHTML.slice(0, 120)).concat(document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])";

/// Saves the newest order page that was mailed to somebody, and gives its path.
fn attached(world: &World, who: &str) -> PathBuf {
    let new = std::fs::read_dir(world.path("c/mail/out/new")).expect("a mailbox");
    let mut files: Vec<PathBuf> = new.map(|file| file.expect("a file").path()).collect();
    files.sort_by_key(|file| std::fs::metadata(file).and_then(|meta| meta.modified()).expect("a time"));
    let address = format!("{who}@x.example");
    let page = files.iter().rev().find_map(|file| {
        let bytes = std::fs::read(file).expect("a mail");
        let mail = MessageParser::default().parse(&bytes)?;
        let is_to = mail.to()?.first()?.address() == Some(&address);
        let page = mail
            .attachments()
            .find(|part| part.attachment_name().is_some_and(|name| name.ends_with(".html")));
        page.filter(|_| is_to).map(|part| part.contents().to_vec())
    });
    let path = world.path(format!("orders-{who}.html"));
    std::fs::write(&path, page.expect("an order page")).expect("a file");
    path
}

/// Hands over the mail that a page made, and asserts that all of it is accepted.
fn mail(world: &World, who: &str, body: &str) -> ravenpost::post::Letter {
    world.hand(&world.plain(who, body), SOON).says(0, &[]);
    let receipt = world.last(who);
    holds(&receipt, &["Your plan is accepted"]);
    assert!(!words(&receipt).contains("Please check"), "{}", words(&receipt));
    receipt
}

#[test]
fn a_turn_tapped_on_the_page_is_taken_by_a_tick() {
    let world = World::begun(&[STEADY, ("pace: ask\n", "pace: batch\n")]);
    let page = attached(&world, "anna");
    let steps = [
        tap("area-winterfell"),
        tap("token-winterfell-march+0"),
        tap("move-winterfell-to-karhold"),
        fill("move-winterfell-0-knight", "0"),
        tap("move-winterfell-to-moat-cailin"),
        tap("area-white-harbor"),
        tap("token-white-harbor-support"),
        tap("area-the-shivering-sea"),
        tap("token-the-shivering-sea-raid"),
        tap("target-the-shivering-sea-add-the-narrow-sea"),
        eval(TOO_WIDE),
        eval("ravenpost.check()"),
        tap("final"),
        eval(MAIL),
    ];
    let Some(seen) = browse(&page, &steps) else { return };
    seen.is_quiet();
    assert_eq!(seen.step(10), &json!([]), "nothing is wider than a phone");
    assert_eq!(seen.step(11)["wrong"], json!([]));
    let body = seen.step(13).as_str().expect("a mail");
    let receipt = mail(&world, "anna", body);
    let understood = [
        "Winterfell: March +0",
        "White Harbor: Support",
        "The Shivering Sea: Raid",
        "to Karhold",
        "to Moat Cailin",
        "The Narrow Sea",
    ];
    holds(&receipt, &understood);
}

/// In the second edition every area needs an order; starred ones muster.
#[test]
fn a_turn_of_the_second_edition_tapped_on_the_page() {
    let (world, seat) = founded("thrones-2e", 6);
    assert_eq!(seat, "baratheon");
    world.tick(BEGIN);
    let steps = [
        tap("area-dragonstone"),
        press("Consolidate Power*"),
        press("ship in Port of Dragonstone"),
        eval("ravenpost.check().wrong.length"),
        tap("area-kingswood"),
        press("March +0"),
        press("The Reach"),
        tap("area-shipbreaker-bay"),
        press("Support"),
        tap("standing"),
        press("best guess"),
        eval(TOO_WIDE),
        eval("ravenpost.check()"),
        eval(MAIL),
        eval("ravenpost.written().plan"),
        eval("ravenpost.text()"),
    ];
    let Some(seen) = browse(&attached(&world, "anna"), &steps) else { return };
    seen.is_quiet();
    assert_eq!(seen.step(3), 1, "an area without an order is not legal in this edition");
    assert_eq!((seen.step(11), &seen.step(12)["wrong"]), (&json!([]), &json!([])));
    let understood = [
        "Dragonstone: Consolidate Power*",
        "muster in Dragonstone: ship",
        "Kingswood: March +0",
        "The Reach",
        "Shipbreaker Bay: Support",
    ];
    holds(&mail(&world, "anna", seen.step(13).as_str().expect("a mail")), &understood);
    is_what_seal_seals(&world, &seen, 15, 14);
}

/// Asserts that the page would seal the very plan that `ravenpost seal` makes of its text.
fn is_what_seal_seals(world: &World, seen: &Seen, text: usize, plan: usize) {
    save_state(world, &world.sent_with_state("anna"), "anna");
    world.write("anna/plan.yaml", seen.step(text).as_str().expect("a text"));
    let sealed = world.run(&["seal", "-q", "--force", "anna/plan.yaml"]);
    assert_eq!(sealed.code, 0, "{sealed:?}");
    let opening: Value = serde_json::from_str(&world.read("anna/plan.opening.json")).expect("JSON");
    assert_eq!(&opening["plan"], seen.step(plan));
}

#[test]
fn turns_of_the_king_is_dead_put_together_on_the_page() {
    let (world, seat) = founded("king-is-dead", 3);
    world.tick(BEGIN);
    let asked =
        world.run(&["status", "c", "--json", "--now", BEGIN]).json()["window"]["seats"][0]["seat"].clone();
    let number = ravenpost::games::referee("king-is-dead", 3, &Value::Null, &|_| None)
        .expect("a game")
        .seats()
        .iter()
        .position(|info| asked == info.id.as_str());
    let who = ["anna", "bert", "cleo"][number.unwrap_or_else(|| panic!("{asked} {seat}"))];
    let steps = [
        press("Pass"),
        json!(["choose", "[id=\"p0-0-0\"]", "3"]),
        press("Play Scots"),
        eval("ravenpost.check().wrong.length"),
        tap("p0-1-0-add-0"),
        tap("p0-1-0-add-0"),
        json!(["choose", "[id=\"p0-1-1-add\"]", "0"]),
        press("Play Garrison"),
        // From a region to one that borders it, with those who are there.
        json!(["eval", "document.getElementById('p0-2-0') ? 'select' : 'radio'"]),
        eval(TOO_WIDE),
        eval("ravenpost.text()"),
        eval("ravenpost.check().wrong.length"),
        tap("p0-out-2"),
        eval("ravenpost.check().wrong.length"),
        eval(MAIL),
    ];
    let Some(seen) = browse(&attached(&world, who), &steps) else { return };
    seen.is_quiet();
    assert_ne!(seen.step(3), 0, "a card without its regions is not a play");
    assert_eq!(seen.step(9), &json!([]));
    assert_ne!(seen.step(11), 0, "a Garrison that moves nobody");
    assert_eq!(seen.step(13), 0);
    let receipt = mail(&world, who, seen.step(14).as_str().expect("a mail"));
    holds(&receipt, &["Scots"]);
}

/// The seal that the page makes counts, and the file that it saves opens it.
#[test]
fn a_plan_sealed_by_the_page_opens() {
    let world = World::begun(&SEALED);
    let page = attached(&world, "anna");
    let script = "ravenpost.sealOf(ravenpost.written().plan, '00'.repeat(32)).then((made) => \
        ravenpost.byHand(made.json) === made.seal.slice(7) && ravenpost.byHand('ü'.repeat(1000)) === ravenpost.byHand('ü'.repeat(1000)))";
    let steps = [
        tap("area-winterfell"),
        press("March +0"),
        press("Moat Cailin"),
        tap("area-white-harbor"),
        press("Support"),
        eval("document.getElementById('mail') === null"),
        eval(script),
        tap("seal"),
        eval("document.getElementById('seal-text').value"),
        eval("document.getElementById('opening-text').value"),
        eval("localStorage.length > 0"),
        json!(["reload"]),
        eval("document.getElementById('seal-text').value"),
        eval("decodeURIComponent(document.getElementById('mail-seal').href.split('&body=')[1])"),
        eval("ravenpost.text()"),
        eval("ravenpost.written().plan"),
        eval(TOO_WIDE),
    ];
    let Some(seen) = browse(&page, &steps) else { return };
    seen.is_quiet();
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

/// Plays on until the Westeros cards ask for bids; nobody sends anything before.
#[test]
fn bids_are_paid_from_one_purse() {
    let world =
        World::begun(&[STEADY, ("pace: ask\n", "pace: batch\n"), ("absence: wait", "absence: default")]);
    let mut now = SOON.to_owned();
    let has_bids =
        || std::fs::read_to_string(attached(&world, "anna")).expect("a page").contains("\"id\":\"bids\"");
    for _ in 0..20 {
        if has_bids() {
            break;
        }
        let status = world.run(&["status", "c", "--json", "--now", &now]).json();
        let late = status["window"]["last_call"].as_str().expect("a last call");
        let late: chrono::DateTime<chrono::Utc> = late.parse().expect("a time");
        now = (late + chrono::TimeDelta::minutes(1)).to_rfc3339();
        world.tick(&now);
    }
    assert!(has_bids(), "no bids in twenty windows");
    let rows = "JSON.parse(document.getElementById('data').textContent).form.parts.findIndex((part) => part.id === 'bids')";
    let Some(seen) = browse(&attached(&world, "anna"), &[eval(rows)]) else { return };
    let part = seen.step(0).as_u64().expect("a place");
    let field = |id: &str| format!("p{part}-{id}");
    let steps = [
        fill(&field("iron-throne"), "4"),
        fill(&field("kings-court"), "3"),
        eval("ravenpost.check().wrong"),
        fill(&field("iron-throne"), "1"),
        fill(&field("kings-court"), "1"),
        eval("ravenpost.check().wrong"),
        eval(MAIL),
        eval("ravenpost.text()"),
        eval("ravenpost.written().plan"),
        eval(TOO_WIDE),
    ];
    let Some(seen) = browse(&attached(&world, "anna"), &steps) else { return };
    seen.is_quiet();
    assert_eq!(seen.step(2).as_array().map(Vec::len), Some(1), "{}", seen.step(2));
    assert_eq!((seen.step(5), seen.step(9)), (&json!([]), &json!([])));
    is_what_seal_seals(&world, &seen, 7, 8);
    let receipt = world.hand(&world.plain("anna", seen.step(6).as_str().expect("a mail")), &now);
    receipt.says(0, &[]);
    holds(
        &world.last("anna"),
        &["Your plan is accepted.", "bid 1 for Iron Throne", "bid 1 for King's Court"],
    );
}

/// Everything is reached and set without a finger, and what has changed is told.
#[test]
fn a_keyboard_is_enough() {
    let world = World::begun(&[STEADY]);
    let focus = "document.activeElement.id";
    let steps = [
        eval("document.getElementById('area-winterfell').focus()"),
        json!(["key", "Enter"]),
        eval("document.getElementById('area-winterfell').getAttribute('aria-expanded')"),
        json!(["key", "Tab"]),
        json!(["key", "Space"]),
        eval(focus),
        json!(["key", "ArrowRight"]),
        eval(focus),
        eval("ravenpost.written().plan.orders"),
        eval("document.querySelector('[role=status]').textContent"),
        json!(["key", "Tab"]),
        json!(["key", "Tab"]),
        eval("document.activeElement.textContent"),
        json!(["key", "Enter"]),
        eval("ravenpost.written().plan.marches.length"),
        // Whatever can be used has a name that is read out.
        eval(
            "[...document.querySelectorAll('button, a, input, select, textarea, summary')].filter((one) => \
            !(one.textContent.trim() || one.getAttribute('aria-label') || one.closest('label'))).map((one) => one.outerHTML)",
        ),
    ];
    let Some(seen) = browse(&attached(&world, "anna"), &steps) else { return };
    seen.is_quiet();
    assert_eq!((seen.step(2), seen.step(5)), (&json!("true"), &json!("token-winterfell-march-1")));
    assert_eq!(seen.step(7), "token-winterfell-march+0");
    assert_eq!(seen.step(8), &json!({"winterfell": "march+0"}));
    assert_eq!(seen.step(9), "Winterfell: March +0.");
    assert_eq!(seen.step(14), 1, "{}", seen.step(12));
    assert_eq!(seen.step(15), &json!([]));
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
    let area = form.areas.iter().find(|area| area.own && area.kind == "land").expect("an area").id.clone();
    let seat = Named { id: game.seats()[0].id.clone(), name: evil.to_owned() };
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
