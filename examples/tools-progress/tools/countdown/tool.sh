#!/usr/bin/env bash
# Reports progress, and cleans up when it is cancelled: the server sends TERM to all processes of the tool and gives them
# two seconds before it kills what is left.
source "${MCP_SDK:?}/tool-sdk.sh"

steps=$(mcp_args_int '.steps' --default 5 --min 1 --max 100)
seconds=$(mcp_args_get '.seconds // 1')

folder=$(mktemp -d)
# The trap of TERM exits, so that the trap of EXIT runs then, too.
trap 'rm -rf "$folder"' EXIT
trap 'exit 143' TERM

for ((step = 1; step <= steps; step++)); do
	# Not needed here, where TERM ends the sleep; for loops that start no program.
	if mcp_is_cancelled; then
		exit 143
	fi
	sleep "$seconds"
	echo "$step" >>"$folder/done"
	mcp_progress $((step * 100 / steps)) "step $step of $steps" 100
done

mcp_emit_text "$steps steps done"
