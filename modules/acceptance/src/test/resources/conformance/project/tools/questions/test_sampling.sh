#!/usr/bin/env bash
# mcp: {"description": "Asks the model", "inputSchema": {"properties": {"prompt": {"type": "string"}}, "required": ["prompt"]}}
source "${MCP_SDK:?}/tool-sdk.sh"

text=$(mcp_json_escape "$(mcp_args_require '.prompt')")
answer=$(mcp_sample "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":$text}}],\"maxTokens\":100}")
mcp_emit_text "LLM response: $(mcp_json_get "$answer" '.content.text')"
