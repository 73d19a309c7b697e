#!/usr/bin/env bash
# Says that it destroys something (it does not): server.d/policy.sh refuses it unless it is told otherwise.
source "${MCP_SDK:?}/tool-sdk.sh"

mcp_emit_text 'Nothing is left of it'
