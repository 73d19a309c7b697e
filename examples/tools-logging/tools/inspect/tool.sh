#!/usr/bin/env bash
# Log messages reach the client at once, if they are at least of the level it asked for.
source "${MCP_SDK:?}/tool-sdk.sh"

logger=inspect
file=$(mcp_args_require '.file')

mcp_log_debug "$logger" "reading $file"
case $file in
/* | *..*)
	mcp_log_error "$logger" "$file is not in the project"
	mcp_fail_invalid_args "$file is not in the project"
	;;
esac
if [ ! -f "$file" ]; then
	mcp_log_warn "$logger" "$file does not exist"
	mcp_error not_found "$file: no such file" --hint 'Name a file of the project'
	exit 0
fi

lines=0
while IFS= read -r _; do
	lines=$((lines + 1))
done <"$file"
# A message may be any JSON, for programs that read the log.
mcp_log info "$logger" "{\"file\":$(mcp_json_escape "$file"),\"lines\":$lines}"
mcp_emit_text "$file: $lines lines"
