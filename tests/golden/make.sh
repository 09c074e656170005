#!/usr/bin/env bash
# Makes every golden ledger anew, with the program as it is: for a format that has changed, never because a ledger has ceased
# to follow (README.md). Prints what main.rs pins.
#
#   tests/golden/make.sh [CARGO ARGUMENTS]
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --locked --bin ravenpost "$@" >&2
program=${CARGO_TARGET_DIR:-target}/debug/ravenpost

keep() { # keep DIR NAME
  cp "$1/ledger.jsonl" "tests/golden/$2.jsonl"
  cp "$1/campaign.yaml" "tests/golden/$2.campaign.yaml"
  cp "$1/secrets.yaml" "tests/golden/$2.secrets.yaml"
  "$program" verify "$1" --json | python3 -c '
import json, sys
right = json.load(sys.stdin)["verified"]
counts = [right[name] for name in ("entries", "seals", "answers", "stages", "shuffles")]
print("    (\"%s\", %s, \"%s\")," % (sys.argv[1], counts, right["head"]))' "$2"
}

demo() { # demo NAME GAME PLAYERS SEED [OPTIONS]
  "$program" demo -q --dir "$work/$1" --game "$2" --players "$3" --seed "$4" ${5:+--options "$5"} >&2
}

play() { # play NAME GAME PLAYERS SEED [OPTIONS]
  demo "$@"
  keep "$work/$1" "$1"
}

for players in 2 3 4; do
  play "king-is-dead-$players" king-is-dead "$players" 1
  play "king-is-dead-$players-mordred" king-is-dead "$players" 2 '{mordred: true}'
done
play thrones-1e-3 thrones-1e 3 14
play thrones-1e-4 thrones-1e 4 14
play thrones-1e-5 thrones-1e 5 12
# The seeds of short campaigns.
for game in 3:1:2 4:1:2 5:12:10 6:15:10; do
  IFS=: read -r players plain tides <<< "$game"
  play "thrones-2e-$players" thrones-2e "$players" "$plain"
  play "thrones-2e-$players-tides" thrones-2e "$players" "$tides" '{tides-of-battle: true}'
done

play thrones-nine-9 thrones-nine 9 1
play beyond-the-wall-3 beyond-the-wall 3 1
for players in 6 9 12; do
  play "westeros-and-the-north-$players" westeros-and-the-north "$players" 1
done

# Ruled on six times: an outcome, another in its place, back, forward, the data, the outcome as it had been.
name=king-is-dead-3-ruled
demo $name king-is-dead 3 3
dir=$work/$name
hour=10
then_tick() { "$program" tick "$dir" -q --now "2026-10-20T$hour:05:00Z" >&2 || true; hour=$((hour + 1)); }
ruling() { "$program" "$1" "$dir" "${@:2}" --adopt --now "2026-10-20T$hour:00:00Z" >&2; then_tick; }
decided() { # decided TURN EXPRESSION: something of the decisions of a turn
  "$program" rule "$dir" "$1" --json | python3 -c '
import json, sys
stages = json.load(sys.stdin)
worked = next((one for stage in stages for one in stage["worked"]), None)
other = worked and next(value for value in worked["legal"] if value != worked["found"])
print(eval(sys.argv[1]))' "$2"
}
then_tick
outcome=$(decided 2 'worked["key"]')
found=$(decided 2 'worked["found"]')
other=$(decided 2 other)
ruling rule --outcome "$outcome=$other" --because "Both of them counted again."
third=$(decided 2 'next(value for value in worked["legal"] if value not in (worked["found"], "'"$other"'"))')
ruling rule --outcome "$outcome=$third" --because "And once more."
ruling rewind 2 --because "We begin again."
ruling forward --because "After all."
{ cat games/king-is-dead/map.yaml; echo "# looked over"; } > "$work/map.yaml"
ruling rule --turn 1 --data "map.yaml=$work/map.yaml" --because "A remark."
ruling rule --outcome "$outcome=$found" --because "It was right at first."
keep "$dir" $name

# What a game master may do, from the campaigns of the tests of faults.
RAVENPOST_FAULTS_KEEP=$work cargo test --locked --test faults "$@" the_campaigns_hold >&2
keep "$work/busy-3" king-is-dead-3-busy
keep "$work/ruled-3" thrones-1e-3-ruled
