//! The pages for the web: what everybody may know, kept up to date by the tick, and a record that the browser verifies.
use super::screens::{shown, too_wide};
use super::world::*;
use std::collections::BTreeMap;
use std::fs;

/// Every file of a folder, by name.
fn files(world: &World, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let all = fs::read_dir(world.path(folder)).unwrap().map(|file| file.unwrap().path());
    all.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect()
}

/// Plays the first turn.
fn play(world: &World) {
    for (seat, plan) in [("stark", STARK), ("baratheon", BARATHEON)] {
        world.submit(seat, &format!("{plan}final: yes\n"), SOON);
    }
    world.submit("lannister", &format!("{LANNISTER}  raven: none\nfinal: yes\n"), SOON);
}

/// A campaign whose first turn is over.
fn played() -> World {
    let world = World::begun(&[STEADY]);
    play(&world);
    world
}

#[test]
fn the_tick_that_ends_a_turn_keeps_the_pages() {
    let world = World::begun(&[STEADY, ("site: no", "site: ../www")]);
    assert!(!world.path("www").exists(), "nothing has ended");
    play(&world);
    let kept = files(&world, "www");
    let is_frame = |name: &&str| name.starts_with("turn-01-") && name.ends_with(".svg");
    let (frames, names): (Vec<&str>, Vec<&str>) = kept.keys().map(String::as_str).partition(is_frame);
    assert_eq!(
        names,
        ["archive.jsonl", "feed.xml", "index.html", "turn-01.html", "turn-01.svg", "verify.html"]
    );
    assert!(frames.len() >= 2, "{frames:?}");
    let text = |name: &str| String::from_utf8(kept[name].clone()).unwrap();
    assert!(text("index.html").contains("<a href=\"turn-01.html\">Turn 1</a>"));
    assert!(text("feed.xml").contains("<title>Westeros: turn 1</title>"));
    assert!(text("turn-01.html").contains("Westeros: turn 1</h1>"), "{}", text("turn-01.html"));
    assert!(text("turn-01.html").contains("<img class=\"map\" src=\"turn-01.svg\" alt=\""));
    frames.iter().for_each(|frame| assert!(text("turn-01.html").contains(frame), "{frame}"));
    for name in frames.iter().chain(&["turn-01.svg"]) {
        assert!(
            text(name).contains("@media screen and (prefers-color-scheme:dark){"),
            "{name} shines at night"
        );
    }
    // The command writes the same, and only what has changed.
    world.run(&["site", "c", "--out", "www"]).is(0, "www: nothing has changed\n", "");
    assert_eq!(files(&world, "www"), kept);
    // The copy is one that can be verified like any other.
    world.run(&["verify", "www/archive.jsonl"]).says(0, &["verified"]);
    // A folder that cannot be written costs nothing but a word.
    world.edit("c/campaign.yaml", "site: ../www", "site: campaign.yaml/www");
    world.tick(SOON);
    world.is_sound();
}

#[test]
fn the_pages_of_a_turn_that_a_ruling_replaced_go() {
    let world = World::begun(&[STEADY, ("site: no", "site: ../www")]);
    play(&world);
    world.write("www/turn-1.html", "somebody's own");
    world.write("www/turn-09-2.svg", "a picture of a turn that is not there");
    let rewind = ["rewind", "c", "1", "--adopt", "--because", "a misread card", "--now", SOON];
    world.run(&rewind).says(0, &["Ruling 1 is adopted"]);
    let kept = files(&world, "www");
    let names: Vec<&str> = kept.keys().map(String::as_str).collect();
    assert_eq!(names, ["archive.jsonl", "feed.xml", "index.html", "turn-1.html", "verify.html"]);
    let index = String::from_utf8(kept["index.html"].clone()).unwrap();
    assert!(!index.contains("turn-01.html") && index.contains("a misread card"), "{index}");
    // The turn is played again, and its pages come back.
    world.tick(SOON);
    play(&world);
    assert!(files(&world, "www").contains_key("turn-01.html"));
    world.write("www/turn-07.svg", "");
    world
        .run(&["site", "c", "--out", "www"])
        .says(0, &["www: removed turn-07.svg, which a ruling has replaced"]);
    world.is_sound();
}

/// Without JavaScript a page shows all but the sliders and the verifier, and nothing that would do nothing.
#[test]
fn the_pages_need_no_script() {
    let world = played();
    world.run(&["site", "c", "--out", "www"]).says(0, &[]);
    for (name, has) in [
        ("index.html", "Turn 1</a>"),
        ("turn-01.html", "What has happened"),
        ("verify.html", "needs JavaScript"),
    ] {
        let page = world.read(&format!("www/{name}"));
        assert!(page.contains(has), "{name}");
        // As a browser that runs nothing.
        let still = page.replace(
            "<head>",
            "<head><meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'none'\">",
        );
        let Some(shown) = shown(&still) else { return };
        let hidden = [
            "<figure id=\"replay\" hidden",
            "<div id=\"tools\" hidden",
            " step=\"1\" hidden=\"\"></figcaption>",
        ];
        let controls = shown.matches("<input").count() + shown.matches("<button").count();
        assert!(controls == 0 || hidden.iter().any(|one| shown.contains(one)), "{name}: {shown}");
        // The board is no part of the slider.
        let board = "<figure id=\"replay\">\n<img class=\"map\" id=\"board\" src=\"turn-01.svg\"";
        assert!(name != "index.html" || shown.contains(board), "{shown}");
    }
    let runs = self::shown(&world.read("www/verify.html")).expect("a browser");
    assert!(runs.contains("<div id=\"tools\">"), "{runs}");
}

#[test]
fn nothing_is_on_the_pages_that_not_everybody_may_know() {
    let world = played();
    world.run(&["site", "c", "--out", "before"]).says(0, &["before: wrote "]);
    // What is sent while the window is open changes no byte.
    let mail =
        world.plain("anna", &format!("key: {}\npress: {{to: bert, says: Peace?}}\n", world.key("stark")));
    world.hand(&mail, SOON);
    let plan = STARK.replace("The Shivering Sea: support", "The Shivering Sea: raid");
    world.hand(&world.plain("anna", &format!("key: {}\n{plan}", world.key("stark"))), SOON);
    world.run(&["site", "c", "--out", "after"]).says(0, &["after: wrote "]);
    let (before, after) = (files(&world, "before"), files(&world, "after"));
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    for (name, bytes) in &before {
        assert!(*bytes == after[name], "{name} shows what was sent");
        let text = String::from_utf8(bytes.clone()).unwrap().to_lowercase();
        let known = ["anna", "bert", "cleo", "maria", "x.example", "peace?"];
        // The settings in the record name the players, as they do in every public copy; the pages do not.
        let hidden = known.iter().filter(|word| name != "archive.jsonl" || word.contains(['.', '?']));
        hidden.for_each(|word| assert!(!text.contains(word), "{name} has “{word}”"));
        for seat in ["stark", "lannister", "baratheon"] {
            let key = world.key(seat).to_lowercase();
            assert!(!text.contains(&key), "{name} has a key");
        }
    }
}

#[test]
fn several_campaigns_have_a_page_that_lists_them() {
    let world = played();
    world.run(&["site", "--root", ".", "--out", "www"]).says(0, &["www/c: wrote ", "www: wrote index.html"]);
    assert!(world.read("www/index.html").contains("<a href=\"c/index.html\">Westeros</a>"));
    assert!(world.path("www/c/turn-01.html").exists());
}

/// A copy of a campaign has its name too: the pages of one would replace those of the other.
#[test]
fn two_campaigns_of_one_name_are_not_written_over_each_other() {
    let world = played();
    fs::create_dir(world.path("old")).unwrap();
    for file in ["campaign.yaml", "ledger.jsonl", "secrets.yaml"] {
        fs::copy(world.path("c").join(file), world.path("old").join(file)).unwrap();
    }
    world
        .run(&["site", "--root", ".", "--out", "www"])
        .says(3, &["./c and ./old are both the campaign", "Nothing was written"]);
    assert!(!world.path("www").exists());
}

#[test]
fn the_pages_fit_a_phone_and_a_name_does_nothing() {
    let world = World::begun(&[STEADY, ("title: Westeros", "title: \"<script>alert(1)</script>{{ 7 }}\"")]);
    play(&world);
    world.run(&["site", "c", "--out", "www"]).says(0, &[]);
    let html = |(name, bytes): (String, Vec<u8>)| {
        name.ends_with(".html").then(|| (name, String::from_utf8(bytes).unwrap()))
    };
    let pages: Vec<(String, String)> = files(&world, "www").into_iter().filter_map(html).collect();
    assert_eq!(pages.len(), 3);
    assert!(pages.iter().all(|(_, page)| !page.contains("<script>alert")));
    let Some(wrong) = too_wide(&pages) else {
        return println!("there is no Chromium here, so nobody has looked");
    };
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Runs JavaScript behind the verifier's own in a browser, and returns the lines that `report` was called with.
fn browser(code: &str) -> Option<Vec<String>> {
    let script = include_str!("../../templates/site/verify.js");
    let page = format!(
        "<!DOCTYPE html><meta charset=utf-8><pre id=said></pre><script>{script}\nconst said = [];\n\
         const report = line => said.push('SAID ' + line + ' END');\n\
         try {{ {code} }} catch (error) {{ report('broken: ' + error); }}\n\
         document.getElementById('said').textContent = said.join('\\n');</script>"
    );
    let shown = shown(&page)?;
    let said = shown.split("<script>").next().unwrap_or_default();
    let lines = said.split("SAID ").skip(1).filter_map(|line| line.split(" END").next());
    Some(lines.map(str::to_owned).collect())
}

/// A value as JavaScript within a page.
fn js(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap().replace('<', "\\u003c")
}

/// A ledger changed and hashed anew, as somebody would who rewrites the past and publishes the result.
const FORGE: &str = "
    const forge = (name, kind, change, has = () => true) => {
      const { manifest, lines } = unpacked(whole);
      let prev = ZEROS, found = false;
      const ledger = lines.map(line => JSON.parse(line)).map(entry => {
        if (!found && entry.kind === kind && has(entry)) { change(entry); found = true; }
        entry.prev = prev;
        const bare = Object.assign({}, entry);
        delete bare.hash;
        if (bare.secret && bare.secret.digest === undefined) bare.secret = { digest: hash(canonical(bare.secret)) };
        prev = entry.hash = hash(canonical(bare));
        return canonical(entry) + '\\n';
      }).join('');
      manifest.head = prev;
      manifest.files = { 'ledger.jsonl': hash(ledger) };
      attempt(name, JSON.stringify({ export: manifest }) + '\\n' + ledger);
      if (!found) report(name + ' is not there');
    };";

#[test]
fn the_browser_finds_what_was_changed() {
    let world = World::new();
    world.run(&["demo", "--dir", "c", "--quiet"]).says(0, &[]);
    // The copy that lies beside the pages, without the pages: a whole game has many pictures.
    world.run(&["export", "c", "--out", "archive.jsonl", "--quiet"]).says(0, &[]);
    let whole = world.read("archive.jsonl");
    let verified = world.run(&["verify", "archive.jsonl", "--json"]).json();
    let code = format!(
        "const whole = {};
        const attempt = (name, text) => {{
          try {{ const all = verify(text); report(name + ': ' + [all.entries, all.seals, all.receipts, all.draws].join(' ')); }}
          catch (error) {{ report(name + ': ' + error.message); }}
        }};
        {FORGE}
        attempt('whole', whole);
        attempt('byte', whole.replace('\"kind\":\"received\"', '\"kind\":\"Received\"'));
        attempt('torn', whole.slice(0, -5));
        attempt('nothing', '');
        attempt('board', whole.replace('\"text\":\"', '\"text\":\"#'));
        forge('as it was', 'founded', () => {{}});
        forge('plan', 'opened', entry => {{ entry.secret.body.nonce = '00'.repeat(16); }}, entry => entry.secret.body);
        forge('seal', 'sealed', entry => {{ entry.body.seal = 'sha256:' + ZEROS; }}, entry => entry.body.window !== 'chance');
        forge('receipt', 'received', entry => {{ entry.body.fate = 'refused'; }}, entry => entry.body.fate === 'used');
        forge('number', 'received', entry => {{ entry.body.number += 1; }}, entry => entry.body.number > 1);
        forge('draw', 'ended', entry => {{ entry.body.draws[0].order.reverse(); }});
        forge('secret', 'ended', entry => {{ entry.body['shuffle-secret'] = ZEROS; }});
        forge('chance', 'chance', entry => {{ entry.body.words.stark = 'other words'; }});",
        js(&whole)
    );
    let Some(said) = browser(&code) else {
        return println!("there is no Chromium here, so nobody has looked");
    };
    let of = |name: &str| {
        let line = said.iter().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_else(|| panic!("{name}: {said:#?}")).to_owned()
    };
    let count =
        |name: &str| verified["verified"][name].as_u64().unwrap_or_else(|| panic!("{name}: {verified}"));
    let whole: Vec<u64> = of("whole").split(' ').map(|number| number.parse().expect("a number")).collect();
    assert_eq!([whole[0], whole[1], whole[3]], ["entries", "seals", "shuffles"].map(count));
    assert!(whole[2] > 0, "receipts");
    for (name, why) in [
        ("byte", "the ledger was changed"),
        ("torn", "its last line breaks off"),
        ("nothing", "it does not begin like an archive"),
        ("board", "was changed"),
        ("as it was", &of("whole")),
        ("plan", "the opened plan does not match its seal"),
        ("seal", "it opens a seal that was not the last one of its seat"),
        ("receipt", "is broken"),
        ("number", "are not numbered in order"),
        ("draw", "is another one"),
        ("secret", "the secret of the shuffles is not the one promised"),
        ("chance", "is another one"),
    ] {
        assert!(of(name).ends_with(why), "{name}: {said:#?}");
    }
}

#[test]
fn the_browser_counts_as_the_protocol_says() {
    let read = |name: &str| -> serde_json::Value {
        let path = format!("{}/tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
    };
    let code = format!(
        "const texts = {}, chance = {};
        let count = 0;
        const same = (what, found, wanted) => {{ count++; if (found !== wanted) report(what + ': ' + found + ' for ' + wanted); }};
        for (const {{ text, canonical: form, sha256: digest }} of texts.good) {{
          same(text, canonical(JSON.parse(text)), form);
          same(text, hash(form), digest);
        }}
        const secret = unhex(chance.secret);
        same('commitment', hex(sha256(secret)), chance.commitment);
        for (const {{ chance: mixed, seed }} of chance.seeds.concat([chance])) {{
          same('seed', hex(hmac(secret, utf8(canonical(mixed)))), seed);
        }}
        for (const {{ label, length, order }} of chance.shuffles) {{
          same(label, canonical(shuffled(unhex(chance.seed), label, length)), canonical(order));
        }}
        report('compared ' + count);",
        js(&read("canonical")),
        js(&read("chance"))
    );
    let Some(said) = browser(&code) else {
        return println!("there is no Chromium here, so nobody has looked");
    };
    let count = said[0].strip_prefix("compared ").unwrap_or_else(|| panic!("{said:#?}"));
    assert!(said.len() == 1 && count.parse::<u32>().unwrap() > 20, "{said:#?}");
}
