#!/usr/bin/env bash
# bash with jq, which matches without regard to case. If the server has found no jq, it suggests nothing.
set -euo pipefail

if [ -z "${MCPBASH_JSON_TOOL_BIN:-}" ]; then
	printf '[]\n'
	exit 0
fi

"$MCPBASH_JSON_TOOL_BIN" -n -c --arg query "$MCP_COMPLETION_QUERY" '
	["feat", "fix", "docs", "style", "refactor", "perf", "test", "build", "ci", "chore", "revert"]
	| map(select(startswith($query | ascii_downcase)))'
