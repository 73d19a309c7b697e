#!/usr/bin/env bash
# mcp: {"description": "Asks for the roots"}
source "${MCP_SDK:?}/tool-sdk.sh"

if roots=$(mcp_input_response client_roots '.roots'); then
	mcp_emit_text "The roots are $roots"
else
	mcp_input_required client_roots "$(mcp_input_roots)"
fi
