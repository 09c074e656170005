//! How far mails are believed: levels in the receipt, DKIM, SSH signatures by the real `ssh-keygen`.

use crate::campaign::Engine;
use crate::campaign::tests::world::{World, YAML, address};
use crate::ledger::Kind;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};

/// Two keys that `ssh-keygen` has made for these tests and nothing else: with the same keys the same mails are written each time.
const ANNAS: [&str; 5] = [
    "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW",
    "QyNTUxOQAAACDHavwMdd7L9YpfF8Z5SuiwvpfGkJsUq16bwHKiBkm2kgAAAIjzESK78xEi",
    "uwAAAAtzc2gtZWQyNTUxOQAAACDHavwMdd7L9YpfF8Z5SuiwvpfGkJsUq16bwHKiBkm2kg",
    "AAAEBO4DozIW2eLBhTLxMMPOr+q4/av0rez/SM//408sOeysdq/Ax13sv1il8XxnlK6LC+",
    "l8aQmxSrXpvAcqIGSbaSAAAABGFubmEB",
];
const A_THIEFS: [&str; 5] = [
    "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW",
    "QyNTUxOQAAACDU/5W004Kcf+i/Rkf3jUCX4SqosUuQ8iluUsOHiTI60QAAAIhjKpy8Yyqc",
    "vAAAAAtzc2gtZWQyNTUxOQAAACDU/5W004Kcf+i/Rkf3jUCX4SqosUuQ8iluUsOHiTI60Q",
    "AAAEDGNq7tBnDUC7cY7ij27yBohlfviswroqT14iQ9y2GfzdT/lbTTgpx/6L9GR/eNQJfh",
    "KqixS5DyKW5Sw4eJMjrRAAAABGFubmEB",
];

/// A key on a real disk, as a player has it.
struct Pen(tempfile::TempDir);

impl Pen {
    fn new(lines: [&str; 5]) -> Self {
        let pen = Pen(tempfile::tempdir().unwrap());
        let edge = |which: &str| format!("-----{which} OPENSSH PRIVATE KEY-----\n");
        let file = pen.0.path().join("key");
        std::fs::write(&file, format!("{}{}\n{}", edge("BEGIN"), lines.join("\n"), edge("END"))).unwrap();
        std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        let public = Command::new("ssh-keygen").args(["-y", "-f", "key"]).current_dir(pen.0.path()).output();
        std::fs::write(pen.0.path().join("key.pub"), public.expect("ssh-keygen").stdout).unwrap();
        pen
    }

    fn run(&self, args: &[&str]) {
        let mut command = Command::new("ssh-keygen");
        let command = command.args(args).current_dir(self.0.path()).stdin(Stdio::null());
        let output = command.output().expect("ssh-keygen: it comes with OpenSSH");
        assert!(output.status.success(), "{output:?}");
    }

    fn public(&self) -> String {
        std::fs::read_to_string(self.0.path().join("key.pub")).unwrap().trim().to_owned()
    }

    fn sign(&self, text: &str, purpose: &str) -> String {
        let (file, signature) = (self.0.path().join("plan.yaml"), self.0.path().join("plan.yaml.sig"));
        let gone = |path: &Path| path.exists().then(|| std::fs::remove_file(path).unwrap());
        gone(&signature);
        std::fs::write(&file, text).unwrap();
        self.run(&["-q", "-Y", "sign", "-n", purpose, "-f", "key", "plan.yaml"]);
        std::fs::read_to_string(&signature).unwrap()
    }
}

fn world(pen: &Pen, how: &str) -> World {
    let seat = format!("{{player: Anna, ssh: \"{}\", ", pen.public());
    World::with(&format!("{}{how}", YAML.replace("{player: Anna, ", &seat)))
}

/// Sends a plan as a file with its signature, and says something else in the mail.
fn attach(world: &mut World, plan: &str, signature: &str) {
    let key = world.key("ash");
    let body = format!(
        "--x\nContent-Type: text/plain\n\nHello!\nkey: {key}\nplan: {{bid: 9}}\n\n--x\nContent-Type: application/x-yaml; name=\"plan.yaml\"\nContent-Disposition: attachment; filename=\"plan.yaml\"\n\n{plan}\n--x\nContent-Type: application/octet-stream; name=\"plan.yaml.sig\"\nContent-Disposition: attachment; filename=\"plan.yaml.sig\"\n\n{signature}\n--x--\n"
    );
    let id = format!("attached{}@example.net", world.sent().len());
    world.deliver(&format!(
        "From: <{}>\nTo: <game@example.org>\nSubject: my move\nMessage-ID: <{id}>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"x\"\n\n{body}",
        address("ash")
    ));
    world.tick();
}

fn trust(world: &World) -> Value {
    world.receipt("anna").model["trust"].clone()
}

fn codes(world: &World) -> Vec<String> {
    world.receipt("anna").codes().into_iter().map(str::to_owned).collect()
}

/// What ash has bid, by the campaign's own preview of the vault.
fn bids(world: &World) -> Vec<u64> {
    let engine = Engine::of(&world.campaign(), world.now).map(|engine| engine.vault.openings).unwrap();
    engine.values().filter_map(|opening| opening.plan()["bid"].as_u64()).collect()
}

const PLAN: &str = "campaign: toy-1\nwindow: 1-bidding\nplan:\n  bid: 3\nfinal: yes\n";

#[test]
fn a_receipt_says_by_what_the_mail_was_known() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    let level = |key: bool, answers: bool, known: bool| json!({"signature": null, "key": key, "answers": answers, "known": known, "dkim": null, "server": ""});
    assert_eq!(trust(&world), level(true, false, true));
    let welcome = world.find("opening", "anna").pop().unwrap();
    world.mail(address("ash"), &format!("In-Reply-To: <{}>\n", welcome.id()), "plan: {bid: 2}\n");
    world.tick();
    assert_eq!(trust(&world), level(false, true, true));
    let mut world = World::with(&format!("{YAML}from: any\n"));
    let key = world.key("ash");
    world.mail("anna@elsewhere.example", "", &format!("key: {key}\nplan: {{bid: 2}}\n"));
    world.tick();
    assert_eq!(trust(&world), level(true, false, false));
    assert!(world.sent().iter().all(|mail| mail.to() != "anna@elsewhere.example"));
}

#[test]
fn only_the_trusted_servers_word_on_dkim_counts_and_it_may_be_required() {
    let rule = "trust: {dkim: {server: mx.example.org, required: yes}}\n";
    let mut world = World::with(&format!("{YAML}{rule}"));
    let (ours, received) = (
        "Authentication-Results: mx.example.org; dkim=pass header.d=example.org\n",
        "Received: from a.example.org by mx.example.org; Fri, 20 Nov 2026 11:00:00 +0100\n",
    );
    let key = world.key("ash");
    let send = |world: &mut World, head: &str, bid: u64| {
        world.deliver(&format!(
            "{head}From: <{}>\nTo: <game@example.org>\nMessage-ID: <d{bid}@example.net>\n\nkey: {key}\nplan: {{bid: {bid}}}\n",
            address("ash")
        ));
        world.tick();
    };
    send(&mut world, &format!("{received}{ours}"), 1);
    assert_eq!((codes(&world), bids(&world)), (vec!["dkim-missing".to_owned()], vec![]));
    assert_eq!(trust(&world)["dkim"], json!({"verdict": "nothing"}));
    send(&mut world, &format!("{ours}{received}"), 2);
    assert_eq!((codes(&world), bids(&world)), (vec![], vec![2]));
    assert_eq!(trust(&world)["dkim"], json!({"verdict": "pass", "domain": "example.org"}));
    // The signature of another domain is good and says nothing of this address.
    send(
        &mut world,
        &format!("{}{received}", ours.replace("header.d=example.org", "header.d=evil.example")),
        3,
    );
    assert_eq!((codes(&world), bids(&world)), (vec!["dkim-missing".to_owned()], vec![2]));
    assert_eq!(trust(&world)["dkim"], json!({"verdict": "other", "domain": "evil.example"}));
}

#[test]
fn what_is_signed_counts_and_nothing_beside_it() {
    let pen = Pen::new(ANNAS);
    let mut world = world(&pen, "");
    let signature = pen.sign(PLAN, "ravenpost");
    attach(&mut world, PLAN, &signature);
    assert_eq!((codes(&world), bids(&world)), (vec![], vec![3]));
    assert!(trust(&world)["signature"].as_str().unwrap().starts_with("SHA256:"));
    // Pasted into the mail, below a greeting.
    let second = PLAN.replace("bid: 3", "bid: 4");
    let signature = pen.sign(&second, "ravenpost");
    let body =
        format!("Hello!\n\n-----BEGIN RAVENPOST SIGNED TEXT-----\n{second}{signature}\nplan: {{bid: 9}}\n");
    world.write("ash", &body);
    world.tick();
    assert_eq!((codes(&world), bids(&world)), (vec![], vec![4]));
    // The first again, by somebody who has read it: it counts once.
    attach(&mut world, PLAN, &pen.sign(PLAN, "ravenpost"));
    assert_eq!((codes(&world), bids(&world)), (vec!["signature-again".to_owned()], vec![4]));
    // Unsigned is good enough here.
    world.write("ash", "plan: {bid: 5}\n");
    world.tick();
    assert_eq!(bids(&world), [5]);
}

/// Mail programs change the ends of lines, and the mark at the beginning.
#[test]
fn a_file_is_known_by_the_signature_of_every_form_that_it_may_have_had() {
    let pen = Pen::new(ANNAS);
    for form in [
        PLAN.to_owned(),
        PLAN.trim_end().to_owned(),
        format!("{PLAN}\n"),
        PLAN.replace('\n', "\r\n"),
        PLAN.trim_end().replace('\n', "\r\n"),
        format!("\u{feff}{PLAN}"),
        format!("\u{feff}{}", PLAN.replace('\n', "\r\n")),
    ] {
        let mut world = world(&pen, "");
        attach(&mut world, PLAN, &pen.sign(&form, "ravenpost"));
        let is_known = !form.ends_with("\n\n");
        assert_eq!((codes(&world).is_empty(), bids(&world) == [3]), (is_known, is_known), "{form:?}");
    }
}

#[test]
fn a_signature_that_does_not_hold_spoils_the_whole_mail() {
    let (pen, thief) = (Pen::new(ANNAS), Pen::new(A_THIEFS));
    let mut world = world(&pen, "");
    let good = pen.sign(PLAN, "ravenpost");
    let bare = "plan:\n  bid: 3\n";
    let later = PLAN.replace("1-bidding", "2-bidding");
    let elsewhere = PLAN.replace("toy-1", "toy-2");
    let no_window = PLAN.replace("window: 1-bidding\n", "");
    for (plan, signature, code) in [
        (PLAN.replace("bid: 3", "bid: 4").as_str(), good.as_str(), "signature-other-text"),
        (PLAN, &good.replace("AAAA", "AAAB"), "signature-broken"),
        (PLAN, &thief.sign(PLAN, "ravenpost"), "signature-other-key"),
        (PLAN, &pen.sign(PLAN, "git"), "signature-purpose"),
        (bare, &pen.sign(bare, "ravenpost"), "signature-no-campaign"),
        (&no_window, &pen.sign(&no_window, "ravenpost"), "signature-no-window"),
        (&elsewhere, &pen.sign(&elsewhere, "ravenpost"), "wrong-campaign"),
        (&later, &pen.sign(&later, "ravenpost"), "window-unknown"),
    ] {
        attach(&mut world, plan, signature);
        assert_eq!((codes(&world), bids(&world)), (vec![code.to_owned()], vec![]), "{code}");
    }
    attach(&mut world, PLAN, &good);
    assert_eq!(bids(&world), [3], "what was refused before may come again");
    // A seat without a public key may send what it likes; it is told that nobody looked.
    let key = world.key("birch");
    world.mail(address("birch"), "", &format!("key: {key}\nplan: {{bid: 1}}\n{good}"));
    world.tick();
    assert_eq!(world.receipt("bert").codes(), ["signature-unchecked"]);
    assert_eq!(world.entries(Kind::Sealed).len(), 2);
}

#[test]
fn where_signing_is_required_nothing_unsigned_is_used_and_how_to_sign_is_told() {
    let pen = Pen::new(ANNAS);
    let mut world = world(&pen, "");
    let signs =
        world.read("campaign.yaml").replace("{player: Anna, ", "{player: Anna, signatures: required, ");
    crate::disk::Disk::write(&world.disk, &world.dir.join("campaign.yaml"), signs.as_bytes(), 0o600).unwrap();
    world.write("ash", "plan: {bid: 1}\nfinal: yes\nask: status\n");
    world.write("birch", "plan: {bid: 1}\n");
    world.tick();
    assert_eq!((codes(&world), bids(&world)), (vec!["signature-missing".to_owned()], vec![1]));
    let details = &world.receipt("anna").model["problems"][0]["why"]["details"];
    assert_eq!(*details, json!({"campaign": "toy-1", "window": "1-bidding"}));
    attach(&mut world, PLAN, &pen.sign(PLAN, "ravenpost"));
    assert_eq!(codes(&world), Vec::<String>::new());
}

#[test]
fn what_was_signed_and_refused_is_not_used_up() {
    let pen = Pen::new(ANNAS);
    let mut world = world(&pen, "");
    let plan = PLAN.replace("bid: 3", "bid: 40").replace("final: yes\n", "");
    let signature = pen.sign(&plan, "ravenpost");
    for _ in 0..2 {
        attach(&mut world, &plan, &signature);
        assert_eq!((codes(&world), bids(&world)), (vec!["bid-too-high".to_owned()], vec![]));
    }
    // What has counted is used up.
    let signature = pen.sign(PLAN, "ravenpost");
    attach(&mut world, PLAN, &signature);
    assert_eq!((codes(&world), bids(&world)), (vec![], vec![3]));
    attach(&mut world, PLAN, &signature);
    assert_eq!(codes(&world), ["signature-again"]);
}

#[test]
fn the_game_master_is_told_of_a_key_from_another_address_and_players_not_of_the_address() {
    for (yaml, named) in [(YAML.to_owned(), true), (format!("{YAML}anonymous: yes\n"), false)] {
        let mut world = World::with(&yaml);
        let key = world.key("ash");
        world.mail("cleo@example.org", "", &format!("key: {key}\nplan: {{bid: 9}}\n"));
        world.tick();
        let told = |who: &str, what: &str| {
            let mut all = world.told(who).into_iter().filter(|notice| notice["what"] == what);
            all.next().unwrap_or_else(|| panic!("{who}: {what}"))["details"].clone()
        };
        let gm = told("maria", "key-elsewhere");
        assert_eq!((&gm["seat"], &gm["from"]), (&json!("ASH"), &json!("cleo@example.org")));
        assert_eq!(told("anna", "other-address")["from"].is_null(), !named);
        for who in ["bert", "cleo"] {
            assert!(world.told(who).iter().all(|notice| notice["what"] != "key-elsewhere"), "{who}");
        }
    }
}
