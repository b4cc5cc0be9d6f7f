#!/usr/bin/env bash
# Installs WAYPOST_INSTALL, or the version of this action with the dependencies that it was tried with, by hash.
set -euo pipefail

home="$GITHUB_ACTION_PATH/../../.."
if [ -n "${WAYPOST_INSTALL:-}" ]; then
  python3 -m pip install --quiet "$WAYPOST_INSTALL"
else
  python3 -m pip install --quiet --require-hashes --requirement "$home/server/requirements.txt"
  python3 -m pip install --quiet --no-deps "$home"
fi
