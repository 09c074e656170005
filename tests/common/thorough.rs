//! How much is played: some in an ordinary run, all of it if `RAVENPOST_THOROUGH` is 1 (docs/testing.md).

/// Returns `all` in a thorough run, otherwise `some`.
pub fn thorough<T>(some: T, all: T) -> T {
    if std::env::var("RAVENPOST_THOROUGH").is_ok_and(|value| value == "1") { all } else { some }
}
