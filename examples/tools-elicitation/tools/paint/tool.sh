#!/usr/bin/env bash
# Asks and waits: the tool goes on where it was once there is an answer, so it can keep its state in variables.
source "${MCP_SDK:?}/tool-sdk.sh"

room=$(mcp_args_require '.room')

# Status 1: the client cannot ask, or there was no answer in time. A user who declines has answered.
if ! answer=$(mcp_elicit_titled_choice "Which colour shall $room have?" 'ffffff:White' '4a7c59:Green' 'c0392b:Red'); then
	mcp_error no_answer 'The client could not ask for a colour' --hint 'Call this tool from a client that supports elicitation'
	exit 0
fi
if [ "$(mcp_json_get "$answer" '.action')" != accept ]; then
	mcp_emit_text "$room stays as it is"
	exit 0
fi
colour=$(mcp_json_get "$answer" '.content.choice')

answer=$(mcp_elicit_confirm "Paint $room in #$colour?") || answer=
if [ "$(mcp_json_get "${answer:-null}" '.content.confirmed')" = true ]; then
	mcp_emit_text "$room is now #$colour"
else
	mcp_emit_text "$room stays as it is"
fi
