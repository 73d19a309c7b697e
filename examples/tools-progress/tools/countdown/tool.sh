#!/usr/bin/env bash
# Tells how far it is, and cleans up when it is cancelled: the server sends TERM to everything the tool has started and
# gives it two seconds before it ends what is left.
source "${MCP_SDK:?}/tool-sdk.sh"

steps=$(mcp_args_int '.steps' --default 5 --min 1 --max 100)
seconds=$(mcp_args_get '.seconds // 1')

folder=$(mktemp -d)
# EXIT is also what follows TERM, once the shell has been told to exit then.
trap 'rm -rf "$folder"' EXIT
trap 'exit 143' TERM

for ((step = 1; step <= steps; step++)); do
	# Not needed here, where TERM ends the sleep; for loops that never leave the shell.
	if mcp_is_cancelled; then
		exit 143
	fi
	sleep "$seconds"
	echo "$step" >>"$folder/done"
	mcp_progress $((step * 100 / steps)) "step $step of $steps" 100
done

mcp_emit_text "$steps steps done"
