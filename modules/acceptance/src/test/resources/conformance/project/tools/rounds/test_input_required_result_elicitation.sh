#!/usr/bin/env bash
# mcp: {"description": "Asks for a name"}
source "${MCP_SDK:?}/tool-sdk.sh"

form='{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}'

if name=$(mcp_input_response user_name '.content.name'); then
	mcp_emit_text "Hello, $name!"
else
	mcp_input_required user_name "$(mcp_input_elicit 'What is your name?' "$form")"
fi
