//! `new` and `start`.

use super::world::*;
use std::fs;
use std::os::unix::fs::PermissionsExt;

#[test]
fn new_writes_settings_that_start_takes_as_they_are() {
    let world = World::new();
    world.run(&new_args("c")).is(
        0,
        "Wrote c/campaign.yaml. Please read it through: it explains every setting.\nThen run: ravenpost start c\n",
        "",
    );
    let found: Vec<_> = fs::read_dir(world.path("c")).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(found, ["campaign.yaml"]);
    world.run(&["start", "c", "--now", BEGIN]).is(
        0,
        "c has started.\nFrom now on run `ravenpost tick` regularly; cron.example shows how to let cron do it.\n\
         c: 4 messages sent\n",
        "",
    );
    for secret in ["secrets.yaml", "ledger.jsonl", "campaign.yaml"] {
        let mode = fs::metadata(world.path("c").join(secret)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{secret}");
    }
    for (who, seat) in [("anna", "stark"), ("bert", "lannister"), ("cleo", "baratheon")] {
        holds(
            &world.last(who),
            &[
                "Welcome",
                &world.key(seat),
                "Add words of your own",
                "Thursday 3 September, 14:00 (Rome) = 12:00 UTC",
            ],
        );
    }
    world.is_sound();
}

/// The rulebook has the houses drawn by lot. What the lots gave is what anybody draws again from the same words.
#[test]
fn lots_decide_who_plays_which_seat() {
    let world = World::new();
    let given = new_args("c");
    let args = |dir: &str, lot: &[&str]| {
        let mut args: Vec<String> = given.iter().take_while(|arg| *arg != "--seat").cloned().collect();
        args[1] = dir.to_owned();
        for player in ["Cleo <cleo@example.org>", "Anna <anna@example.org>", "Bert <bert@example.org>"] {
            args.extend(["--player".to_owned(), player.to_owned()]);
        }
        args.extend(lot.iter().map(|arg| (*arg).to_owned()));
        args
    };
    world.run(&args("c", &["--lot", "6 9 17 23 42 49"])).is(
        0,
        "The lots gave Stark to Bert, Lannister to Cleo, Baratheon to Anna.\n\
         Anyone can draw them again: the same players with --lot '6 9 17 23 42 49'.\n\
         Wrote c/campaign.yaml. Please read it through: it explains every setting.\n\
         Then run: ravenpost start c\n",
        "",
    );
    let settings = world.read("c/campaign.yaml");
    let at = |text: &str| settings.find(text).unwrap_or_else(|| panic!("no {text} in\n{settings}"));
    assert!(at("stark:\n    player: Bert") < at("lannister:\n    player: Cleo"));
    // Without words they are random, and shown.
    world.run(&args("d", &[])).says(0, &["The lots gave", "--lot '"]);
    let mut few = args("e", &[]);
    few.truncate(few.len() - 2);
    world.run(&few).is(2, "", "ravenpost: --player is given 2 times, and this game has 3 seats\n");
    let mut seated = args("e", &[]);
    seated.iter_mut().filter(|arg| arg.starts_with("Anna")).for_each(|arg| *arg = format!("stark={arg}"));
    world.run(&seated).says(2, &["names a seat", "--seat 'stark=Anna <anna@example.org>'"]);
    let mut both = args("e", &[]);
    both.extend(["--seat".to_owned(), "stark=Anna <anna@example.org>".to_owned()]);
    world.run(&both).says(2, &[]);
}

#[test]
fn a_path_may_lead_through_folders_that_are_not_there_and_gives_the_campaign_its_id() {
    let world = World::new();
    world.run(&new_args("games/My Game 7")).says(0, &[]);
    assert!(world.read("games/My Game 7/campaign.yaml").contains("\ncampaign: my-game-7\n"));
    world.run(&["-q", "start", "games/My Game 7", "--now", BEGIN]).is(0, "", "");
    world.run(&new_args("…")).is(
        2,
        "",
        "ravenpost: cannot make a campaign id from the folder name “…”: use ASCII letters and digits\n",
    );
}

#[test]
fn what_new_lacks_is_named_where_nobody_can_be_asked() {
    let world = World::new();
    let without = |option: &str| {
        let mut args = new_args("c");
        let at = args.iter().position(|arg| arg == option).unwrap();
        args.drain(at..at + 2);
        world.run(&args)
    };
    for option in ["--address", "--gm"] {
        let why = format!(
            "ravenpost: {option} is missing, and there is no terminal to ask for it. Hint: see `ravenpost new --help`\n"
        );
        without(option).is(2, "", &why);
    }
    let why = "ravenpost: --seat stark=… is missing, and there is no terminal to ask for it. Hint: see `ravenpost new --help`\n";
    without("--seat").is(2, "", why);
    assert!(!world.path("c").exists());
    // Whatever can be guessed is; the settings explain it.
    let few = ["new", "c", "--address", "ravens@x.example", "--gm", "maria@x.example"];
    let seats = [
        "--seat",
        "stark=anna@x.example",
        "--seat",
        "lannister=bert@x.example",
        "--seat",
        "baratheon=cleo@x.example",
    ];
    world.run(&[few.as_slice(), &seats].concat()).says(0, &[]);
    let settings = world.read("c/campaign.yaml");
    for guessed in [
        "timezone: UTC",
        "game: thrones-1e",
        "players: 3",
        "title: \"A Game of Thrones, first edition by email\"",
        "    player: anna",
    ] {
        assert!(settings.lines().any(|line| line == guessed), "no “{guessed}” in {settings}");
    }
    // Nothing is asked about a folder that has a campaign already.
    let again = world.run(&["new", "c"]);
    again.says(3, &["c/campaign.yaml exists already"]);
    assert!(!again.err.contains("--gm"), "{again:?}");
    assert_eq!(world.read("c/campaign.yaml"), settings);
}

#[test]
fn what_new_cannot_use_is_refused_and_leaves_nothing_behind() {
    let world = World::new();
    let with = |option: &str, value: &str| {
        let mut args = new_args("c");
        let at = args.iter().position(|arg| arg == option).unwrap();
        args[at + 1] = value.to_owned();
        world.run(&args)
    };
    with("--game", "thrones").says(2, &["thrones-1e", "king-is-dead"]);
    with("--players", "7").says(2, &["3", "4", "5"]);
    with("--players", "three").says(2, &["--players", "three"]);
    with("--gm", "Maria").is(
        2,
        "",
        "ravenpost: “Maria” contains no email address. Hint: write `Name <name@example.org>`\n",
    );
    with("--address", "nowhere").says(2, &["address", "nowhere"]);
    with("--timezone", "Europe/Rom").says(2, &["timezone", "Europe/Rom"]);
    with("--seat", "strak=Anna <anna@x.example>").says(2, &["“strak”", "stark"]);
    with("--seat", "stark").says(2, &["stark", "SEAT=PLAYER"]);
    let mut twice = new_args("c");
    twice.extend(["--seat".to_owned(), "stark=Eve <eve@x.example>".to_owned()]);
    world.run(&twice).says(2, &["--seat names stark twice"]);
    assert!(!world.path("c").exists());
}

#[test]
fn a_folder_with_a_campaign_is_left_as_it_is() {
    let world = World::new();
    world.found("c", &[]);
    let before = world.read("c/campaign.yaml");
    world.run(&new_args("c")).is(
        3,
        "",
        "ravenpost: c/campaign.yaml exists already; nothing was changed. Choose another folder, or move it aside\n",
    );
    assert_eq!(world.read("c/campaign.yaml"), before);
    world.write("file", "I am no folder\n");
    world.run(&new_args("file")).says(3, &["file"]);
    assert_eq!(world.read("file"), "I am no folder\n");
}

#[test]
fn start_begins_once() {
    let world = World::begun(&[]);
    let (ledger, secrets) = (world.read("c/ledger.jsonl"), world.read("c/secrets.yaml"));
    world
        .run(&["start", "c", "--now", SOON])
        .says(3, &["c has begun already; nothing was changed. Run “ravenpost tick c” to continue it"]);
    assert_eq!((world.read("c/ledger.jsonl"), world.read("c/secrets.yaml")), (ledger, secrets));
    assert_eq!(world.sent().len(), 5);
    world.run(&["start", "d"]).is(
        2,
        "",
        "ravenpost: d is not a campaign: it has no campaign.yaml. Create one with “ravenpost new d”\n",
    );
}

#[test]
fn all_mistakes_in_the_settings_are_told_at_once_each_with_its_line() {
    let world = World::new();
    let changes = [
        ("players: 3", "players: 9"),
        ("timezone: Europe/Rome", "timezone: Europe/Rom"),
        ("pace: ask\n", "pace: fast\n"),
        ("grace: 2h", "grace: soon"),
        ("absence: wait", "abscence: wait"),
        ("addresses: [\"anna@x.example\"]", "addresses: [anna]"),
    ];
    world.found("c", &changes);
    let text = world.read("c/campaign.yaml");
    let line = |part: &str| text.lines().position(|line| line.contains(part)).unwrap() + 1;
    let refused = world.run(&["start", "c", "--now", BEGIN]);
    refused.says(3, &["c/campaign.yaml, nothing was changed:"]);
    let wanted = [
        ("players: 9", "players: the file says 9, but “seats” has 3"),
        (
            "timezone: Europe/Rom",
            "timezone: “Europe/Rom” is not a time zone. Write a name such as Europe/Rome or America/Chicago",
        ),
        ("[anna]", "seats.stark.addresses: “anna” is not an email address such as anna@example.org"),
        ("pace: fast", "pace: “fast” is none of: ask, batch"),
        ("grace: soon", "clock.grace: “soon” is not a length of time. Write 48h, 3 days or 90 minutes"),
        ("abscence", "there is no setting “abscence” (did you mean “absence”?)"),
    ];
    for (at, what) in wanted {
        let told = format!("line {}: {what}", line(at));
        assert!(refused.err.lines().any(|line| line == told), "no “{told}” in {}", refused.err);
    }
    assert!(!world.path("c/ledger.jsonl").exists() && !world.path("c/secrets.yaml").exists());
}

#[test]
fn a_campaigns_own_data_that_are_wrong_stop_it_with_the_file_named() {
    let world = World::new();
    world.found("c", &[]);
    let good = include_str!("../../games/thrones-1e/map.yaml");
    let copy = "c/games/thrones-1e/map.yaml";
    // A faithful copy is as good as the program's own.
    world.write(copy, good);
    world.run(&["doctor", "c", "--now", BEGIN]).says(1, &["ok settings"]);
    let wrong = [
        (good.replace("winterfell", "winterfel").into_bytes(), "no area is called 'winterfell'"),
        (format!("{good}\nnonsense: [\n").into_bytes(), "map.yaml: error: line"),
        (b"\xff\xfe".to_vec(), "map.yaml"),
        (Vec::new(), "map.yaml"),
    ];
    for (text, why) in wrong {
        world.write(copy, text);
        let refused = world.run(&["start", "c", "--now", BEGIN]);
        refused.says(3, &[why, "The files in c/games/thrones-1e replace those of the program"]);
        assert!(!world.path("c/ledger.jsonl").exists());
    }
    std::fs::remove_file(world.path(copy)).unwrap();
    std::fs::create_dir(world.path(copy)).unwrap();
    world.run(&["start", "c", "--now", BEGIN]).says(3, &["cannot read c/games/thrones-1e/map.yaml"]);
    assert!(!world.path("c/ledger.jsonl").exists());
}
