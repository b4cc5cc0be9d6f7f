#!/usr/bin/env bash
# Checks WAYPOST_PATHS with WAYPOST_ARGS: annotations on the log, SARIF in a file, a table in the summary. The exit code
# of the check is an output, so that the findings are uploaded before the job fails.
set -euo pipefail

sarif="${RUNNER_TEMP:-$(mktemp -d)}/waypost.sarif"
read -r -a paths -d '' <<<"${WAYPOST_PATHS:-.}" || true
read -r -a args -d '' <<<"${WAYPOST_ARGS:-}" || true

code=0
waypost check --output-format sarif --output-file "$sarif" "${args[@]}" -- "${paths[@]}" || code=$?
if [ ! -s "$sarif" ]; then # wrong usage: nothing was checked
  echo "exit-code=$code" >>"$GITHUB_OUTPUT"
  exit 0
fi
# The same findings from the cache.
waypost check --output-format github "${args[@]}" -- "${paths[@]}" || true
{
  echo "### Waypost"
  echo
  counts=$(waypost check --statistics --hints --quiet "${args[@]}" -- "${paths[@]}" || true)
  if [ -n "$counts" ]; then
    printf '```text\n%s\n```\n' "$counts"
  else
    echo "No problems."
  fi
} >>"$GITHUB_STEP_SUMMARY"
{
  echo "sarif=$sarif"
  echo "exit-code=$code"
} >>"$GITHUB_OUTPUT"
