#!/bin/sh
# Prints the copyright file of the Debian package, in its machine-readable format, from the licences in the repository.
set -eu
cd "$(dirname "$0")/.."

# The text of a licence as Debian folds it: each line after a space, an empty one as a full stop. The first line, and the empty
# one after it, stand in the fields before it.
folded() { tail -n +"$2" "$1" | sed -e 's/[[:space:]]*$//' -e 's/^$/./' -e 's/^/ /'; }

cat <<EOF
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Ravenpost

Files: *
Copyright: 2026 the Ravenpost authors
License: MIT or Apache-2.0

Files: src/picture/fonts/alegreya-*
Copyright: $(head -n 1 src/picture/fonts/OFL-Alegreya.txt | sed 's/^Copyright //')
License: OFL-1.1

Files: src/picture/fonts/fira-*
Copyright: $(head -n 1 src/picture/fonts/OFL-FiraSansCondensed.txt | sed 's/^Copyright //')
License: OFL-1.1

License: MIT
$(folded LICENSE-MIT 5)

License: Apache-2.0
 On Debian systems the full text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.

License: OFL-1.1
$(folded src/picture/fonts/OFL-FiraSansCondensed.txt 3)
EOF
