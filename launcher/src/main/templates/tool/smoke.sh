#!/bin/sh
# Calls the tool once. Fails if the tool does.
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
exec "${LAUNCHER:-{{command}}}" call {{name}} --json-args '{"name": "World"}' --project "$project"
