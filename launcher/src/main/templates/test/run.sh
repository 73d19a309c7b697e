#!/bin/sh
# Calls the tools of this project. Fails if one of them does.
set -u
project=$(cd "$(dirname "$0")/.." && pwd)
failed=0

# Usage: check TOOL JSON-ARGUMENTS
check() {
  if "${LAUNCHER:-launcher}" call "$1" --json-args "$2" --json --project "$project"; then
    echo "ok: $1"
  else
    echo "FAILED: $1"
    failed=1
  fi
}

"${LAUNCHER:-launcher}" validate --project "$project" || exit 1

# Add a line for each tool:
# check hello '{"name": "Ada"}'

exit "$failed"
