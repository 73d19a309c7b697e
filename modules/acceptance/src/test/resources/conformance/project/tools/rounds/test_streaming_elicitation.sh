#!/usr/bin/env bash
# mcp: {"description": "Asks the user, without a request on the stream of its answer"}
source "${MCP_SDK:?}/tool-sdk.sh"

mcp_elicit_string 'What is your name?' name
