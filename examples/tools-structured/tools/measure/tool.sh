#!/usr/bin/env bash
# Prints a JSON object, which becomes structured content. The server checks it against outputSchema, so that callers
# can rely on its shape, and sends the same as text for clients that do not know structured content.
source "${MCP_SDK:?}/tool-sdk.sh"

text=$(mcp_args_get '.text')

words=0 longest=
# Words are separated by blanks; -f keeps a * from becoming the names of files.
set -f
for word in $text; do
	words=$((words + 1))
	if [ ${#word} -gt ${#longest} ]; then
		longest=$word
	fi
done
mcp_emit_json "{\"words\":$words,\"longest\":$(mcp_json_escape "$longest")}"
