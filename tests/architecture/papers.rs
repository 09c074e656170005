//! The papers: each is found from README.md, and each link and each path in them leads to something.

use super::source::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// README.md and its like, and everything in docs/.
fn papers() -> BTreeMap<PathBuf, String> {
    let mut all: Vec<PathBuf> = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(PathBuf::from).into();
    for folder in ["docs", "docs/rules"] {
        let files = fs::read_dir(root().join(folder)).unwrap().map(|file| file.unwrap().path());
        all.extend(files.map(|file| file.strip_prefix(root()).unwrap().to_owned()));
    }
    all.retain(|file| file.extension().is_some_and(|kind| kind == "md"));
    all.into_iter().map(|file| (file.clone(), fs::read_to_string(root().join(&file)).unwrap())).collect()
}

/// The lines of a paper outside fenced blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_fenced = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence
    })
}

/// The targets of a paper's links to other files or places of this repository.
fn links(text: &str) -> Vec<&str> {
    let targets = prose(text)
        .flat_map(|line| line.split("](").skip(1))
        .filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target);
    targets.filter(|target| !target.starts_with("http") && !target.contains(' ')).collect()
}

/// The names by which places of a paper are linked to: its headings, as GitHub names them, and `<a id="…">`.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let named = headings.map(|line| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || ['-', '_', ' '].contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>()
    });
    let marked = prose(text).flat_map(|line| line.split("<a id=\"").skip(1));
    named.chain(marked.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))).collect()
}

/// A path from a paper's folder, with `..` worked out.
fn target_of(paper: &Path, path: &str) -> PathBuf {
    let mut whole = paper.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => assert!(whole.pop(), "{path} leads out of the repository"),
            Component::Normal(name) => whole.push(name),
            _ => {}
        }
    }
    whole
}

/// The links that lead nowhere.
fn broken(papers: &BTreeMap<PathBuf, String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (paper, text) in papers {
        for link in links(text) {
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let file = if path.is_empty() { paper.clone() } else { target_of(paper, path) };
            let is_there = match papers.get(&file) {
                Some(text) => place.is_empty() || anchors(text).contains(place),
                None => root().join(&file).exists(),
            };
            if !is_there {
                wrong.push(format!("{}: {link}", paper.display()));
            }
        }
    }
    wrong
}

#[test]
fn every_link_in_the_papers_leads_to_something() {
    let papers = papers();
    let count: usize = papers.values().map(|text| links(text).len()).sum();
    assert!(count > 250, "{count} links");
    assert_eq!(broken(&papers), Vec::<String>::new());
}

#[test]
fn every_paper_is_found_from_the_readme() {
    let papers = papers();
    let readme = Path::new("README.md");
    let linked: BTreeSet<PathBuf> =
        links(&papers[readme]).into_iter().map(|link| target_of(readme, link)).collect();
    let lost: Vec<&PathBuf> =
        papers.keys().filter(|paper| *paper != readme && !linked.contains(*paper)).collect();
    assert!(papers.len() > 30 && lost.is_empty(), "{lost:?}");
}

/// A path between backticks is that of a file or a folder, of a module without its ending, or a pattern.
#[test]
fn every_path_that_the_papers_name_is_there() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (paper, text) in papers().iter().filter(|(paper, _)| *paper != Path::new("CHANGELOG.md")) {
        let text = prose(text).collect::<Vec<_>>().join("\n");
        for path in text.split('`').skip(1).step_by(2) {
            let is_path = ["src/", "tests/", "templates/", "benches/", "fuzz/"]
                .iter()
                .any(|begin| path.starts_with(begin))
                && !path.contains(['<', '*', '…', ' ', '\n'])
                && !path.contains("GAME");
            if is_path {
                count += 1;
                if !root().join(path).exists() && !root().join(format!("{path}.rs")).exists() {
                    wrong.push(format!("{}: {path}", paper.display()));
                }
            }
        }
    }
    assert!(count > 60 && wrong.is_empty(), "{count} paths; {wrong:#?}");
}

#[test]
fn a_link_to_a_heading_or_a_file_that_is_not_there_is_found() {
    let paper = |name: &str, text: &str| (PathBuf::from(name), text.to_owned());
    let papers = BTreeMap::from([
        paper(
            "README.md",
            "[a](docs/a.md#one-two), [b](docs/a.md#three), [c](docs/c.md)\n```\n[d](d.md)\n```",
        ),
        paper(
            "docs/a.md",
            "# One, two\n<a id=\"x\"></a>\n```\n# Three\n```\n[up](../README.md), [here](#one-two), [there](#x)",
        ),
    ]);
    assert_eq!(broken(&papers), ["README.md: docs/a.md#three", "README.md: docs/c.md"]);
}
