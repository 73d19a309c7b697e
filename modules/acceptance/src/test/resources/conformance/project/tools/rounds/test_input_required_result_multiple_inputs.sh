#!/usr/bin/env bash
# mcp: {"description": "Asks for a name, a greeting and the roots at once"}
source "${MCP_SDK:?}/tool-sdk.sh"

form='{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}'
question='{
  "messages": [{ "role": "user", "content": { "type": "text", "text": "Generate a greeting" } }],
  "maxTokens": 50
}'

if name=$(mcp_input_response user_name '.content.name') &&
	greeting=$(mcp_input_response greeting '.content.text') &&
	roots=$(mcp_input_response client_roots '.roots'); then
	mcp_emit_text "$greeting $name, your roots are $roots"
else
	mcp_input_required --state '{}' \
		user_name "$(mcp_input_elicit 'What is your name?' "$form")" \
		greeting "$(mcp_input_sample "$question")" \
		client_roots "$(mcp_input_roots)"
fi
