#!/bin/sh
# Builds the Debian package: the program, its manual pages and completions, timers for each user, and the documents.
#
#     cargo install cargo-deb        once
#     packaging/deb.sh               writes target/debian/ravenpost_*.deb
#
# Arguments are handed on to cargo-deb, such as `--output FILE`.
set -eu
cd "$(dirname "$0")/.."
# A plain `cargo build --release` would name the paths of this machine in the program.
.ci/release
program=${CARGO_TARGET_DIR:-target}/release/ravenpost
parts=target/package-parts
rm -rf "$parts"
mkdir -p "$parts/completions" "$parts/systemd"
"$program" man -q --out "$parts/man"
gzip -9n "$parts"/man/*.1
for shell in bash zsh fish; do "$program" completions "$shell" > "$parts/completions/ravenpost.$shell"; done
# The timers of the source expect what `cargo install` makes.
for unit in systemd/*; do
  sed -e 's|"\$HOME/.cargo/bin/ravenpost"|/usr/bin/ravenpost|g' -e 's|%h/.cargo/bin/ravenpost|/usr/bin/ravenpost|g' "$unit" > "$parts/$unit"
done
sed 's|^RAVENPOST=.*|RAVENPOST=/usr/bin/ravenpost|' cron.example > "$parts/cron.example"
sh packaging/copyright.sh > "$parts/copyright"
# Debian's own changelog has one entry a package; what has changed in the program is in CHANGELOG.md.
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
maintainer=$(sed -n 's/^maintainer = "\(.*\)"$/\1/p' Cargo.toml)
cat > "$parts/changelog" <<EOF
ravenpost ($version-1) unstable; urgency=medium

  * Package of version $version. What is new in it is in CHANGELOG.md.

 -- $maintainer  $(git log -1 --format=%cD 2>/dev/null || date -R)
EOF
cargo deb --no-build --locked "$@"
