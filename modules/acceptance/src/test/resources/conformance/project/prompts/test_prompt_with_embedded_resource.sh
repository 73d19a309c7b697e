#!/usr/bin/env bash
source "${MCP_SDK:?}/tool-sdk.sh"

mcp_prompt_result \
	"$(mcp_prompt_resource user "$(mcp_prompt_arg resourceUri)" text/plain --text 'Embedded resource content for testing.')" \
	"$(mcp_prompt_text user 'Please process the embedded resource above.')"
