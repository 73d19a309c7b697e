#!/usr/bin/env bash
# mcp: {"description": "Asks the user", "inputSchema": {"properties": {"message": {"type": "string"}}, "required": ["message"]}}
source "${MCP_SDK:?}/tool-sdk.sh"

answer=$(mcp_elicit "$(mcp_args_require '.message')" '{
  "type": "object",
  "properties": {
    "username": { "type": "string" },
    "email": { "type": "string" }
  },
  "required": ["username", "email"]
}')
mcp_emit_text "User response: $answer"
