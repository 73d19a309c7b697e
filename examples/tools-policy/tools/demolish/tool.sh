#!/usr/bin/env bash
# Is declared destructive (it destroys nothing): server.d/policy.sh refuses it unless the operator permits it.
source "${MCP_SDK:?}/tool-sdk.sh"

mcp_emit_text 'Nothing is left of it'
