#!/usr/bin/env bash
# Lists a folder, but only inside the roots: the folders the client has opened, or this project if it names none.
source "${MCP_SDK:?}/tool-sdk.sh"

if [ "$(mcp_roots_count)" -gt 1 ] && [ -z "$(mcp_args_get '.folder // empty')" ]; then
	mcp_emit_text "Which one of these?
$(mcp_roots_list)"
	exit 0
fi

# Resolves links and .. first, and refuses what leads outside.
folder=$(mcp_require_path '.folder' --default-to-single-root)
if [ ! -d "$folder" ]; then
	mcp_fail_invalid_args "$folder is no folder"
fi

shopt -s nullglob
files=("$folder"/*)
mcp_emit_text "$folder: ${#files[@]} entries"
for file in ${files[@]+"${files[@]}"}; do
	mcp_emit_text "
${file##*/}"
done
