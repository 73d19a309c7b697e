#!/usr/bin/env bash
# Asks the user before it makes the prompt: it prints its question and ends, and is started again with the answer.
source "${MCP_SDK:?}/tool-sdk.sh"

topic=$(mcp_prompt_arg topic)
form='{
  "type": "object",
  "properties": {
    "name": { "type": "string", "title": "Name", "minLength": 1 },
    "years": { "type": "integer", "title": "Years of experience", "minimum": 0, "maximum": 80, "default": 5 }
  },
  "required": ["name", "years"]
}'

# Status 1 means no usable answer: ask, or ask again.
if ! action=$(mcp_input_response who '.action'); then
	mcp_input_required who "$(mcp_input_elicit "Who is interviewed about $topic?" "$form")"
fi
if [ "$action" != accept ]; then
	mcp_prompt_result "$(mcp_prompt_text user "Suggest five questions for an interview about $topic.")"
	exit 0
fi
name=$(mcp_input_response who '.content.name')
years=$(mcp_input_response who '.content.years')
mcp_prompt_result "$(mcp_prompt_text user \
	"Interview $name, who has $years years of experience, about $topic. One question at a time.")"
