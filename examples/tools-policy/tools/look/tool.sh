#!/usr/bin/env bash
# Harmless: the policy allows it.
source "${MCP_SDK:?}/tool-sdk.sh"

mcp_emit_text 'Everything is in its place'
