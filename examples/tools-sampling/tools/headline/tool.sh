#!/usr/bin/env bash
# Has the client's model write a text. The tool needs no key for a model, and the client decides what it allows.
source "${MCP_SDK:?}/tool-sdk.sh"

text=$(mcp_args_require '.text')

prompt=$(mcp_json_escape "Write one headline of at most eight words for this text: $text")
question='{
  "messages": [{ "role": "user", "content": { "type": "text", "text": '$prompt' } }],
  "systemPrompt": "You answer with the headline and nothing else.",
  "maxTokens": 50
}'

# Status 1: the client offers no sampling, refused, or took more than a minute.
if ! answer=$(mcp_sample "$question" 60); then
	mcp_error no_model "There is no model to ask: $(mcp_json_get "$answer" '.error.message')"
	exit 0
fi
mcp_json_get "$answer" '.content.text'
