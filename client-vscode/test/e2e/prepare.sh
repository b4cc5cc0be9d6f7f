#!/usr/bin/env bash
# Installs what the tests of the workbench use, packages the extension, and installs the package in an editor.
set -euo pipefail
cd "$(dirname "$0")/../.."

cache=${WAYPOST_EDITORS:-${XDG_CACHE_HOME:-$HOME/.cache}/waypost-editors}
[ -x "$cache/node/bin/node" ] || { echo "no Node.js in $cache: run tests/editors/setup.sh first" >&2; exit 1; }
export PATH="$cache/node/bin:$PATH"

npm ci --no-audit --no-fund --fetch-retries=8
npm run --silent check
rm -f -- *.vsix
python3 scripts/bundle.py --package
node -e 'import("./test/e2e/workbench.mjs").then(({ Workbench }) => Workbench.install())'
