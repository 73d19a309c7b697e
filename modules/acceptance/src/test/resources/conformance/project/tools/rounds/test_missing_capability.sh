#!/usr/bin/env bash
# mcp: {"description": "Asks the model, even of a client that has none"}
source "${MCP_SDK:?}/tool-sdk.sh"

question='{"messages": [{ "role": "user", "content": { "type": "text", "text": "Ping" } }], "maxTokens": 16}'

mcp_input_required pong "$(mcp_input_sample "$question")"
