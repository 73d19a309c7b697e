#!/usr/bin/env bash
source "${MCP_SDK:?}/tool-sdk.sh"

form='{"type": "object", "properties": {"context": {"type": "string"}}, "required": ["context"]}'

if context=$(mcp_input_response user_context '.content.context'); then
	mcp_prompt_result "$(mcp_prompt_text user "Use the following context: $context")"
else
	mcp_input_required user_context "$(mcp_input_elicit 'What context should the prompt use?' "$form")"
fi
