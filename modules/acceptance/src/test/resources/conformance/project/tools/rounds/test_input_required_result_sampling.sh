#!/usr/bin/env bash
# mcp: {"description": "Asks the model"}
source "${MCP_SDK:?}/tool-sdk.sh"

question='{
  "messages": [{ "role": "user", "content": { "type": "text", "text": "What is the capital of France?" } }],
  "maxTokens": 100
}'

if answer=$(mcp_input_response capital_question '.content.text'); then
	mcp_emit_text "$answer"
else
	mcp_input_required capital_question "$(mcp_input_sample "$question")"
fi
