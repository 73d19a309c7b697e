#!/usr/bin/env bash
# mcp: {"description": "Three reports of progress"}
source "${MCP_SDK:?}/tool-sdk.sh"

mcp_progress 0 'Begun' 100
sleep 0.05
mcp_progress 50 'Half done' 100
sleep 0.05
mcp_progress 100 'Done' 100
mcp_emit_text 'Done'
