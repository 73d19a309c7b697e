#!/usr/bin/env bash
# mcp: {"description": "Three log messages"}
source "${MCP_SDK:?}/tool-sdk.sh"

mcp_log_info conformance 'Tool execution started'
sleep 0.05
mcp_log_info conformance 'Tool processing data'
sleep 0.05
mcp_log_info conformance 'Tool execution completed'
mcp_emit_text 'Logged'
