#!/bin/sh
# Calls the tool once, and fails if the call fails.
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
exec "${LAUNCHER:-{{command}}}" call {{name}} --json-args '{"name": "World"}' --project "$project"
