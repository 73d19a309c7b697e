#!/usr/bin/env bash
# Asks between two runs: it prints its question and ends, and is started again with the answer. No process waits
# meanwhile, however long a person thinks. What must not be lost is in the state, which comes back unchanged.
source "${MCP_SDK:?}/tool-sdk.sh"

restaurant=$(mcp_args_require '.restaurant')

guests_form='{
  "type": "object",
  "properties": {
    "guests": { "type": "integer", "title": "Guests", "minimum": 1, "maximum": 12, "default": 2 },
    "vegetarian": { "type": "boolean", "title": "Vegetarian menu", "default": false }
  },
  "required": ["guests"]
}'
confirm_form='{
  "type": "object",
  "properties": { "confirmed": { "type": "boolean", "title": "Reserve" } },
  "required": ["confirmed"]
}'

# The state says how far an earlier run has come.
if guests=$(mcp_request_state '.guests'); then
	# Status 1 means no usable answer: ask again.
	if ! action=$(mcp_input_response confirm '.action'); then
		mcp_input_required --state "{\"guests\":$guests}" \
			confirm "$(mcp_input_elicit "A table for $guests at $restaurant?" "$confirm_form")"
	fi
	if [ "$action" = accept ] && [ "$(mcp_input_response confirm '.content.confirmed')" = true ]; then
		mcp_emit_text "Reserved at $restaurant for $guests"
	else
		mcp_emit_text 'Nothing was reserved'
	fi
	exit 0
fi

if ! action=$(mcp_input_response party '.action'); then
	mcp_input_required party "$(mcp_input_elicit "Who comes to $restaurant?" "$guests_form")"
fi
if [ "$action" != accept ]; then
	mcp_emit_text 'Nothing was reserved'
	exit 0
fi
if ! guests=$(mcp_input_response party '.content.guests'); then
	mcp_input_required party "$(mcp_input_elicit "How many come to $restaurant?" "$guests_form")"
fi
mcp_input_required --state "{\"guests\":$guests}" \
	confirm "$(mcp_input_elicit "A table for $guests at $restaurant?" "$confirm_form")"
