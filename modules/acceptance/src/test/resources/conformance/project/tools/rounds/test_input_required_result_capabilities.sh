#!/usr/bin/env bash
# mcp: {"description": "Asks the user if that is possible, else the model"}
source "${MCP_SDK:?}/tool-sdk.sh"

form='{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}'
question='{
  "messages": [{ "role": "user", "content": { "type": "text", "text": "Make up a name" } }],
  "maxTokens": 50
}'

if mcp_client_can elicitation; then
	mcp_input_required user_name "$(mcp_input_elicit 'What is your name?' "$form")"
else
	mcp_input_required made_up_name "$(mcp_input_sample "$question")"
fi
