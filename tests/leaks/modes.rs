//! What lies in a campaign's folder is its owner's alone, on a real disk and with the usual umask; and no name of a
//! file says what is in a plan.

use crate::people::address;
use crate::world::Manner;
use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::campaign::{Campaign, Host, NewCampaign, new, settings_text, start, tick};
use ravenpost::disk::RealDisk;
use ravenpost::games;
use ravenpost::post::deliver;
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn walk(dir: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, all);
        }
        all.push(path);
    }
}

/// A campaign with deposited plans of all but one seat, on a real disk; its files, and the words of the plans.
fn played(manner: Manner, dir: &Path) -> Vec<PathBuf> {
    let edge = Host::new(Arc::new(RealDisk { sync: false }));
    let referee = games::referee(manner.game, manner.players, &Value::Null, &|_| None).unwrap();
    let seats: Vec<String> = referee.seats().into_iter().map(|info| info.id).collect();
    let campaign = NewCampaign {
        id: "secret-7".into(),
        title: "A game of secrets".into(),
        game: manner.game.into(),
        address: "game@ravenpost.example".into(),
        timezone: "Europe/Rome".into(),
        gm_name: "Maria".into(),
        gm_address: "maria@players.example".into(),
        seats: seats.iter().map(|seat| (seat.clone(), seat.to_uppercase(), address(seat))).collect(),
    };
    new(&edge, dir, &campaign).unwrap();
    let text = settings_text(&campaign).unwrap().replace("\npace: ask\n", "\npace: batch\n");
    let text = text.replace("\nchance: {words: open}", "\nchance: no").replace("\nmap: png", "\nmap: no");
    std::fs::write(dir.join("campaign.yaml"), text).unwrap();
    let mut now: DateTime<Utc> = "2026-11-20T10:00:00Z".parse().unwrap();
    let mut dice = fastrand::Rng::with_seed(7);
    start(&edge, dir, now, &mut |bytes| dice.fill(bytes)).unwrap();
    tick(&edge, dir, now).unwrap();
    for round in 0..2 {
        let campaign = Campaign::open(&edge, dir).unwrap();
        let stand = campaign.rules().pending(&campaign.record).unwrap();
        let (open, position) = (stand.open, stand.position);
        let mut asked: Vec<_> = open.iter().map(|open| open.seat).collect();
        asked.dedup();
        // In the second round one seat is missing, so that plans lie in private/.
        for seat in asked.iter().skip(round) {
            let own: Vec<_> = open.iter().filter(|open| open.seat == *seat).cloned().collect();
            let plan = campaign.referee.suggest(&position, *seat, &own, &mut dice).unwrap();
            let plan = campaign.referee.write_plan(&plan, &position).unwrap();
            let id = &seats[seat.index()];
            let key = campaign.secrets.keys[id].text();
            let mail = format!(
                "From: {}\r\nTo: game@ravenpost.example\r\nSubject: x\r\nMessage-ID: <{id}.{round}@x>\r\n\r\nkey: {key}\r\n{}final: yes\r\n",
                address(id),
                plan.replace('\n', "\r\n")
            );
            deliver(&*edge.disk, &dir.join("mail/in"), now, mail.as_bytes()).unwrap();
        }
        now += TimeDelta::hours(1);
        tick(&edge, dir, now).unwrap();
    }
    let mut all = Vec::new();
    walk(dir, &mut all);
    all
}

#[test]
fn nobody_else_may_read_anything() {
    for game in games::ALL {
        let manner = Manner {
            game: game.id,
            players: *game.players.last().unwrap(),
            variant: false,
            secrecy: "deposit",
            pace: "batch",
            leak_check: false,
        };
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("c");
        let all = played(manner, &dir);
        assert!(all.iter().any(|path| path.to_string_lossy().contains("/private/")), "{all:?}");
        assert!(all.iter().any(|path| path.to_string_lossy().contains("/mail/out/new/")));
        let own = dir.join("campaign.yaml");
        for path in all.iter().filter(|path| **path != own).chain([&dir]) {
            let mode = std::fs::metadata(path).unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "{}: {mode:o}", path.display());
        }
    }
}
