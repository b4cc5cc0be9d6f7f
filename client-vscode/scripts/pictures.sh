#!/usr/bin/env bash
# Regenerates the pictures of the READMEs with the end-to-end test of the examples.
set -euo pipefail
cd "$(dirname "$0")/.."

test/e2e/run.sh test/e2e/examples.test.mjs
for name in problems config-hover hover completion preview routes served; do
  cp "../tests/artifacts/vscode-readme-$name.png" "images/$name.png"
  cp "../tests/artifacts/vscode-readme-$name.jpg" "images/walkthrough/$name.jpg"
done
