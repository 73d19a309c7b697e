#!/usr/bin/env bash
# mcp: {"description": "Asks with a default for each type of field"}
source "${MCP_SDK:?}/tool-sdk.sh"

answer=$(mcp_elicit 'Please review the form' '{
  "type": "object",
  "properties": {
    "name": { "type": "string", "default": "John Doe" },
    "age": { "type": "integer", "default": 30 },
    "score": { "type": "number", "default": 95.5 },
    "status": { "type": "string", "enum": ["active", "inactive", "pending"], "default": "active" },
    "verified": { "type": "boolean", "default": true }
  }
}')
mcp_emit_text "Elicitation completed: $answer"
