//! Messages on a screen: a phone of 360 pixels and a window of 1,200. Nothing may have to be scrolled sideways.
//!
//! Needs Chromium, and says so where there is none.

use std::path::PathBuf;
use std::process::Command;

/// The widths of the screens, in pixels.
const WIDTHS: [u32; 2] = [360, 1200];

fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome", "chromium-headless-shell"];
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|program| program.is_file())
}

/// Returns a page with each message in a frame as wide as each screen, which says how wide they came out.
fn wall(mails: &[(String, String)]) -> String {
    let mut page = "<!DOCTYPE html><meta charset=utf-8><body>".to_owned();
    for (name, html) in mails {
        for width in WIDTHS {
            page += &format!(
                "<iframe data-name=\"{}\" width={width} height=800 style=\"border:0\" srcdoc=\"{}\"></iframe>\n",
                minijinja::HtmlEscape(name),
                minijinja::HtmlEscape(html)
            );
        }
    }
    page + "<pre id=said></pre><script>addEventListener('load', () => {\
            document.getElementById('said').textContent = [...document.querySelectorAll('iframe')].map(frame => {\
            const page = frame.contentDocument.documentElement;\
            const wide = [...page.querySelectorAll('*')].filter(one => one.getBoundingClientRect().right > frame.width + 1 \
            || one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && getComputedStyle(one).overflowX != 'visible');\
            return ['SAID', frame.width, page.scrollWidth, wide.length, frame.dataset.name, \
            wide.slice(-1).map(one => one.outerHTML.slice(0, 120)).join('')].join('\\t')}).join('\\n')})</script>"
}

/// Returns what is too wide among these messages, each with its name and its HTML; `None` without Chromium.
pub fn too_wide(mails: &[(String, String)]) -> Option<Vec<String>> {
    let chromium = chromium()?;
    let folder = std::env::temp_dir().join(format!("ravenpost-screens-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut wrong = Vec::new();
    // A page with all of them at once would take more than a small machine has.
    for (n, some) in mails.chunks(20).enumerate() {
        let page = folder.join(format!("wall-{n}.html"));
        std::fs::write(&page, wall(some)).unwrap();
        let ran = Command::new(&chromium)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--virtual-time-budget=20000",
            ])
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .arg("--dump-dom")
            .arg(format!("file://{}", page.display()))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        let lines: Vec<&str> =
            said.lines().filter_map(|line| line.split_once("SAID\t").map(|(_, line)| line)).collect();
        assert_eq!(lines.len(), some.len() * WIDTHS.len(), "{}", String::from_utf8_lossy(&ran.stderr));
        for line in lines {
            let mut fields = line.split('\t');
            let mut number = || fields.next().and_then(|field| field.parse::<u32>().ok()).expect("a number");
            let (width, page, wide) = (number(), number(), number());
            if page > width || wide > 0 {
                wrong.push(line.to_owned());
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    Some(wrong)
}

/// Returns what a page shows when its scripts have run; `None` without Chromium.
#[allow(dead_code, reason = "not every test program looks at single pages")]
pub fn shown(page: &str) -> Option<String> {
    let chromium = chromium()?;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    std::fs::write(&file, page).unwrap();
    let ran = Command::new(&chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    Some(String::from_utf8_lossy(&ran.stdout).into_owned())
}
