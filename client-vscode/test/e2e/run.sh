#!/usr/bin/env bash
# Packages the extension and drives it in VS Code's real workbench. Arguments: test files; by default, all.
# Everything it needs is installed by tests/editors/setup.sh; anything missing is named.
set -euo pipefail
cd "$(dirname "$0")/../.."

cache=${WAYPOST_EDITORS:-${XDG_CACHE_HOME:-$HOME/.cache}/waypost-editors}
[ -x "$cache/node/bin/node" ] || { echo "no Node.js in $cache: run tests/editors/setup.sh first" >&2; exit 1; }
export PATH="$cache/node/bin:$PATH"

npm ci --no-audit --no-fund --fetch-retries=8
npm run --silent check
rm -f -- *.vsix
python3 scripts/bundle.py --package
[ $# -gt 0 ] || set -- test/e2e/*.test.mjs
# Each starts its own editor, which waits half of the time: two side by side.
node --test --test-reporter=spec --test-concurrency=2 --test-timeout=600000 "$@"
