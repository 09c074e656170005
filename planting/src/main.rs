//! Plants ordinary mistakes in a copy of the program's source, each behind `crate::planted(number)`, so that one build has
//! them all and the variable `PLANTED` chooses one. How they are measured is in docs/testing.md.
//!
//!     planting TREE SEED EACH [WITHOUT]
//!
//! rewrites TREE/src in place and prints one line for each mistake: number, room, place, function, kind, text. WITHOUT is a file
//! with keys (the last column) of mistakes that do not compile and are left out. With `CONDITIONS=70` in the environment so many
//! conditions of each room are planted besides, numbered from 101 on in their room: to learn which of them no test decides.
//!
//!     planting TREE watch [WITHOUT]
//!
//! plants nothing, but has every condition note its outcomes into the folder that `SEEN` names: one build and one run of the tests
//! tell which conditions never come out otherwise (docs/testing.md).

mod mistakes;
mod rooms;
mod watch;

use mistakes::Mistake;
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What `crate::planted` is made of, in the copy alone. With `PLANTED_REACHED` it notes which test came by which mistake.
const PLANTED: &str = include_str!("planted.rs.txt");

/// The mistakes to plant in each file, with their numbers.
type Chosen = BTreeMap<String, Vec<(usize, Mistake)>>;

/// Returns the mistakes that can be planted in each room.
fn possible(src: &Path) -> BTreeMap<usize, Vec<Mistake>> {
    let mut by_room: BTreeMap<usize, Vec<Mistake>> = BTreeMap::new();
    for path in rust_files(src) {
        let name = path.strip_prefix(src).unwrap().to_str().unwrap().to_owned();
        let Some(room) = rooms::of(&name) else { continue };
        let text = fs::read_to_string(&path).unwrap();
        by_room.entry(room).or_default().extend(mistakes::in_file(&name, &text));
    }
    by_room
}

/// Chooses at most so many of these mistakes, which touch none that are chosen, and numbers them from the number after `last`.
fn choose(chosen: &mut Chosen, all: Vec<Mistake>, mut last: usize, most: usize) {
    let end = last + most;
    for mistake in all {
        let here = chosen.entry(mistake.file.clone()).or_default();
        if last == end || here.iter().any(|(_, other)| other.touches(&mistake)) {
            continue;
        }
        last += 1;
        here.push((last, mistake));
    }
}

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    if let [tree, mode, without @ ..] = args.as_slice()
        && mode == "watch"
    {
        return watch::all(Path::new(tree), without);
    }
    let [tree, seed, each, without @ ..] = args.as_slice() else {
        panic!("planting TREE SEED EACH [WITHOUT]");
    };
    let src = Path::new(tree).join("src");
    let each: usize = each.parse().expect("a number of mistakes in each room");
    let without = left_out(without);

    let mut chosen = Chosen::new();
    for (room, mut all) in possible(&src) {
        eprintln!("{}: {} possible mistakes", rooms::NAMES[room], all.len());
        all.retain(|mistake| !without.contains(&mistake.key()));
        all.sort_by_key(|mistake| mix(&format!("{seed} {}", mistake.key())));
        choose(&mut chosen, all, (room + 1) * 1000, each);
    }
    // Conditions besides, with numbers of their own, which leave those of the seed as they are.
    let more: usize = env::var("CONDITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    for (room, mut all) in possible(&src) {
        all.retain(|mistake| !without.contains(&mistake.key()) && mistake.is_condition());
        all.sort_by_key(|mistake| mix(&format!("conditions {}", mistake.key())));
        choose(&mut chosen, all, (room + 1) * 1000 + 100, more);
    }
    for (file, mut here) in chosen {
        here.sort_by_key(|(_, mistake)| std::cmp::Reverse(mistake.start));
        let path = src.join(&file);
        let mut text = fs::read_to_string(&path).unwrap();
        for (number, mistake) in &here {
            let planted = mistake.replacement.replace("PLANTED", &format!("crate::planted({number})"));
            text.replace_range(mistake.start..mistake.end, &planted);
            println!("{number}\t{}\t{}", rooms::NAMES[rooms::of(&file).unwrap()], mistake.line());
        }
        fs::write(&path, text).unwrap();
    }
    let lib = src.join("lib.rs");
    let text = fs::read_to_string(&lib).unwrap();
    fs::write(&lib, format!("#![allow(unused_parens)]\n{text}\nmod planted;\npub use planted::planted;\n"))
        .unwrap();
    fs::write(src.join("planted.rs"), PLANTED).unwrap();
}

/// The keys in these files.
fn left_out(files: &[String]) -> HashSet<String> {
    let lines =
        |file| fs::read_to_string(file).unwrap_or_default().lines().map(str::to_owned).collect::<Vec<_>>();
    files.iter().flat_map(lines).collect()
}

/// A number that orders mistakes by chance, the same for the same seed (FNV-1a, and once more mixed).
fn mix(text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^= hash >> 31;
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let mut all = Vec::new();
    for path in entries {
        if path.is_dir() {
            all.extend(rust_files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push(path);
        }
    }
    all
}
