#!/usr/bin/env bash
# The arguments have been checked. The SDK reads them, writes JSON and reports progress.
set -euo pipefail
# shellcheck disable=SC1091
source "${MCP_SDK:?}/tool-sdk.sh"

name="$(mcp_args_get '.name' --default 'World')"
mcp_progress 50 "Saying hello"
mcp_json_obj message "Hello, ${name}!"
