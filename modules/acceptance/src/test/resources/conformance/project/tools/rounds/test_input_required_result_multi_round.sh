#!/usr/bin/env bash
# mcp: {"description": "Asks twice"}
source "${MCP_SDK:?}/tool-sdk.sh"

name_form='{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}'
colour_form='{"type": "object", "properties": {"color": {"type": "string"}}, "required": ["color"]}'

if name=$(mcp_request_state '.name'); then
	mcp_emit_text "$name likes $(mcp_input_response step2 '.content.color')"
elif name=$(mcp_input_response step1 '.content.name'); then
	mcp_input_required --state "{\"name\":$(mcp_json_escape "$name")}" \
		step2 "$(mcp_input_elicit 'What is your favorite color?' "$colour_form")"
else
	mcp_input_required --state '{}' step1 "$(mcp_input_elicit 'What is your name?' "$name_form")"
fi
