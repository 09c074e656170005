//! Paths as they are typed at a shell, in commands that we suggest.

use std::path::Path;

/// Returns a path as a word of a command: in quotation marks if the shell would read something else.
pub fn typed_path(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::typed_path;
    use std::path::Path;

    #[test]
    fn a_path_is_one_word_for_the_shell() {
        for (path, typed) in [("/home/gm/westeros-7", "/home/gm/westeros-7"), ("A B", "'A B'"), ("", "''")] {
            assert_eq!(typed_path(Path::new(path)), typed);
        }
        assert_eq!(typed_path(Path::new("Anna's $game")), "'Anna'\\''s $game'");
    }
}
