//! Undoes `format=flowed` (RFC 3676): joins lines that were broken for transport.

/// Returns the text without soft line breaks; with `delsp` also without the blank before them.
///
/// If a line ends in a blank but the next one is plainly an entry of its own (`name: …`, `- …`), the break
/// remains. Many programs leave such blanks in lines that nobody meant to flow.
pub(super) fn unflow(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut open: Option<(usize, String)> = None;
    for line in text.lines() {
        let depth = line.bytes().take_while(|byte| *byte == b'>').count();
        let content = line.get(depth..).unwrap_or_default();
        let content = content.strip_prefix(' ').unwrap_or(content);
        let is_signature = content == "-- ";
        let joined = match open.take() {
            Some((last, paragraph))
                if last == depth && !is_signature && !is_entry_after(&paragraph, content) =>
            {
                paragraph + content
            }
            Some((last, paragraph)) => {
                emit(&mut out, last, &paragraph);
                content.to_owned()
            }
            None => content.to_owned(),
        };
        match joined.strip_suffix(' ') {
            Some(cut) if !is_signature => open = Some((depth, if delsp { cut.to_owned() } else { joined })),
            _ => emit(&mut out, depth, &joined),
        }
    }
    if let Some((depth, paragraph)) = open {
        emit(&mut out, depth, &paragraph);
    }
    out
}

fn emit(out: &mut String, depth: usize, content: &str) {
    out.extend(std::iter::repeat_n('>', depth));
    if depth > 0 {
        out.push(' ');
    }
    out.push_str(if content == "-- " { content } else { content.trim_end_matches(' ') });
    out.push('\n');
}

/// Returns `true` if a line is an entry of its own, and not the rest of the value before it.
fn is_entry_after(before: &str, line: &str) -> bool {
    let before = before.trim();
    let open = |left, right| before.matches(left).count() > before.matches(right).count();
    if open('{', '}') || open('[', ']') || before.matches('"').count() % 2 == 1 {
        return false;
    }
    let line = line.trim_start();
    let name = line.split(':').next().unwrap_or_default();
    let is_pair = line.len() > name.len() && name.len() <= 40 && !name.contains(['"', ',', '{', '[']);
    before.is_empty() || before.ends_with(':') || line.is_empty() || line.starts_with("- ") || is_pair
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_breaks_go_and_hard_ones_stay() {
        assert_eq!(unflow("one \ntwo\nthree\n", false), "one two\nthree\n");
        assert_eq!(unflow("王 \n座\n", true), "王座\n");
        assert_eq!(unflow("> quoted \n> on\nown\n", false), "> quoted on\nown\n");
        assert_eq!(unflow(" >no quote\n  two\n", false), ">no quote\n two\n");
        assert_eq!(unflow("x\n-- \nBob \nHope\n", false), "x\n-- \nBob Hope\n");
    }

    #[test]
    fn entries_stay_on_their_own_lines() {
        assert_eq!(
            unflow("plan: \n   orders: \n     A: hold \n     B: march\n", false),
            "plan:\n  orders:\n    A: hold\n    B: march\n"
        );
        assert_eq!(unflow("orders: {A: hold, \nB: march}\n", false), "orders: {A: hold, B: march}\n");
    }
}
