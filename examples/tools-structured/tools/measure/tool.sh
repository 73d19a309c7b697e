#!/usr/bin/env bash
# Prints a JSON object, which becomes structured content. The server checks it against outputSchema, so that whoever
# calls this may rely on its shape, and sends the same as text for clients that know none.
source "${MCP_SDK:?}/tool-sdk.sh"

text=$(mcp_args_get '.text')

words=0 longest=
# Words are what lies between blanks; -f keeps a * from becoming the names of files.
set -f
for word in $text; do
	words=$((words + 1))
	if [ ${#word} -gt ${#longest} ]; then
		longest=$word
	fi
done
mcp_emit_json "{\"words\":$words,\"longest\":$(mcp_json_escape "$longest")}"
