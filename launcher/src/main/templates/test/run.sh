#!/bin/sh
# Calls the tools of this project, and fails if a call fails. --force skips the check of the project.
set -u
project=$(cd "$(dirname "$0")/.." && pwd)
launcher=${LAUNCHER:-${MCPBASH_BIN:-{{command}}}}
failed=0

# Usage: check TOOL JSON-ARGUMENTS
check() {
  if "$launcher" call "$1" --json-args "$2" --json --project "$project"; then
    echo "ok: $1"
  else
    echo "FAILED: $1"
    failed=1
  fi
}

[ "${1:-}" = --force ] || "$launcher" validate --project "$project" || exit 1

# Add a line for each tool:
# check hello '{"name": "Ada"}'

exit "$failed"
