#!/usr/bin/env bash
# A prompt of three messages: a text, a picture and a file. Scripts run in the project's folder.
source "${MCP_SDK:?}/tool-sdk.sh"

what=$(mcp_prompt_arg what 'this')

mcp_prompt_result --description "An inspection of $what" \
	"$(mcp_prompt_text user "Inspect $what by the checklist. Answer point by point.")" \
	"$(mcp_prompt_image user --file files/dot.png image/png)" \
	"$(mcp_prompt_resource user example://checklist text/markdown --file files/checklist.md)"
