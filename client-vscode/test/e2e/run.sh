#!/usr/bin/env bash
# Packages the extension and drives it in VS Code's real workbench. Arguments: `--prepared` if prepare.sh has run, and test
# files; by default, all. Everything it needs is installed by tests/editors/setup.sh; anything missing is named.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1-}" = "--prepared" ]; then shift; else test/e2e/prepare.sh; fi
cache=${WAYPOST_EDITORS:-${XDG_CACHE_HOME:-$HOME/.cache}/waypost-editors}
export PATH="$cache/node/bin:$PATH"
[ $# -gt 0 ] || set -- test/e2e/*.test.mjs
# Each starts its own editor, which waits half of the time: two side by side.
node --test --test-reporter=spec --test-concurrency=2 --test-timeout=600000 "$@"
