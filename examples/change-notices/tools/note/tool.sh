#!/usr/bin/env bash
# Adds a resource, or changes one. Clients hear of it either way: of a new one that the list has changed, of one they have
# subscribed to that it has.
source "${MCP_SDK:?}/tool-sdk.sh"

title=$(mcp_args_require '.title')
text=$(mcp_args_require '.text')

# Beside and renamed, so that nobody reads half a note.
printf '%s\n' "$text" >"resources/.$title.new"
mv "resources/.$title.new" "resources/$title.txt"

# The server notices by itself; this makes it look at once.
mcp_list_changed resources
mcp_emit_text "Noted: $title"
