#!/usr/bin/env bash
# The server has checked the arguments against inputSchema before this starts; what is left is to read them.
source "${MCP_SDK:?}/tool-sdk.sh"

task=$(mcp_args_require '.task' 'Say which task to plan')
priority=$(mcp_args_get '.priority // "normal"')
minutes=$(mcp_args_int '.minutes' --default 30 --min 5 --max 480)
remind=$(mcp_args_bool '.remind' --default false)

# A schema cannot express every rule. A wrong combination is reported in the same way as a wrong type.
if [ "$priority" = low ] && [ "$remind" = true ]; then
	mcp_fail_invalid_args 'A task of low priority has no reminder' '{"argument":"remind"}'
fi

note=
if [ "$remind" = true ]; then
	note=', with a reminder'
fi
mcp_emit_text "$task: $minutes minutes, $priority priority$note"
