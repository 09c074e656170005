#!/bin/sh
# Draws the pictures of docs/gallery.md anew, from demos that are the same each time:
#
#     cargo build --release && docs/gallery.sh
#
# RAVENPOST=PATH takes another program.
set -eu
cd "$(dirname "$0")/.."
program=${RAVENPOST:-$PWD/target/release/ravenpost}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir -p docs/gallery
players=
draw() {
  game=$1 turn=$2 name=$3
  shift 3
  [ -d "$home/$game" ] || "$program" demo -q --game "$game" ${players:+--players "$players"} --dir "$home/$game" > /dev/null
  "$program" map -q "$home/$game" --turn "$turn" -o "docs/gallery/$name.png" "$@"
}
draw thrones-1e 6 thrones-1e --width 480
draw thrones-1e 6 thrones-1e-dark --width 480 --dark
draw thrones-2e 5 thrones-2e --width 480
draw thrones-nine 4 thrones-nine --width 640
draw beyond-the-wall 4 beyond-the-wall --width 480
draw king-is-dead 4 king-is-dead --width 480
players=9
draw westeros-and-the-north 4 westeros-and-the-north --width 480
