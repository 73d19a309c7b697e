#!/usr/bin/env bash
# Harmless: the policy lets it pass.
source "${MCP_SDK:?}/tool-sdk.sh"

mcp_emit_text 'Everything is in its place'
