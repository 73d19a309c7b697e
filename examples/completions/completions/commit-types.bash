#!/usr/bin/env bash
# bash with jq, for matching without regard to case. Where the server found no jq there is nothing to suggest.
set -euo pipefail

if [ -z "${MCPBASH_JSON_TOOL_BIN:-}" ]; then
	printf '[]\n'
	exit 0
fi

"$MCPBASH_JSON_TOOL_BIN" -n -c --arg query "$MCP_COMPLETION_QUERY" '
	["feat", "fix", "docs", "style", "refactor", "perf", "test", "build", "ci", "chore", "revert"]
	| map(select(startswith($query | ascii_downcase)))'
