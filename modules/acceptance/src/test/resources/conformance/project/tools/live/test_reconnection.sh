#!/usr/bin/env bash
# mcp: {"description": "Takes long enough for its answer to become a stream, which a client may lose"}
source "${MCP_SDK:?}/tool-sdk.sh"

mcp_log_info conformance 'Begun'
sleep 0.2
mcp_emit_text 'Reconnected, if need be'
