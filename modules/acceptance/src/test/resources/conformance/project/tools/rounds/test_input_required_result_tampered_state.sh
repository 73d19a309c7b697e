#!/usr/bin/env bash
# mcp: {"description": "Asks, and is given back a state that is not its own"}
source "${MCP_SDK:?}/tool-sdk.sh"

form='{"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}'

if state=$(mcp_request_state '.kept'); then
	mcp_emit_text "state-ok: $state"
else
	mcp_input_required --state '{"kept":"what the first run knew"}' confirm "$(mcp_input_elicit 'Please confirm' "$form")"
fi
