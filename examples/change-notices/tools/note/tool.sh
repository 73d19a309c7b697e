#!/usr/bin/env bash
# Adds a resource, or changes one. Clients are notified: of a new resource as a change of the list, of a changed one if
# they have subscribed to it.
source "${MCP_SDK:?}/tool-sdk.sh"

title=$(mcp_args_require '.title')
text=$(mcp_args_require '.text')

# Written to another file and renamed, so that no reader gets half a note.
printf '%s\n' "$text" >"resources/.$title.new"
mv "resources/.$title.new" "resources/$title.txt"

# The server sees the change by itself; this makes it check at once.
mcp_list_changed resources
mcp_emit_text "Noted: $title"
