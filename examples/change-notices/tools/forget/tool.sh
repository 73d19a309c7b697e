#!/usr/bin/env bash
# Removes a resource.
source "${MCP_SDK:?}/tool-sdk.sh"

title=$(mcp_args_require '.title')
rm -f -- "resources/$title.txt"
mcp_list_changed resources
mcp_emit_text "Forgotten: $title"
