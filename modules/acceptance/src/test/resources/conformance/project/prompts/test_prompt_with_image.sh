#!/usr/bin/env bash
source "${MCP_SDK:?}/tool-sdk.sh"

mcp_prompt_result \
	"$(mcp_prompt_image user --file resources/static-binary.png image/png)" \
	"$(mcp_prompt_text user 'Please analyze the image above.')"
