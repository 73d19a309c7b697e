#!/usr/bin/env bash
# mcp: {"description": "A log message, which reaches only a client that has set a level"}
source "${MCP_SDK:?}/tool-sdk.sh"

mcp_log_info conformance 'Logged'
mcp_emit_text 'Logged'
