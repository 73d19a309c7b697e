# shellcheck shell=bash
# Results for clients that show user interfaces (MCP Apps). Read by tool-sdk.sh.

mcp_client_supports_ui() {
	local __mcp_known=
	if [ "${MCPBASH_CLIENT_SUPPORTS_UI-}" = 1 ]; then
		return 0
	fi
	if [ -n "${MCPBASH_STATE_DIR-}" ] && [ -r "$MCPBASH_STATE_DIR/extensions.ui.support" ]; then
		IFS= read -r __mcp_known <"$MCPBASH_STATE_DIR/extensions.ui.support" || :
	fi
	[ "$__mcp_known" = 1 ]
}

# mcp_result_with_ui URI TEXT [DATA]: the client knows the interface from the tool's _meta; other clients show TEXT.
mcp_result_with_ui() {
	if [ -n "${3-}" ] && mcp_client_supports_ui; then
		mcp_result_with_ui_data "${1-}" "${2-}" "$3"
	else
		__mcp_text_result "${2-}"
	fi
}

# mcp_result_with_ui_data URI TEXT DATA: the interface shows DATA, a JSON object.
mcp_result_with_ui_data() {
	local __mcp_data
	if ! mcp_client_supports_ui; then
		__mcp_text_result "${2-}"
		return
	fi
	if ! __mcp_compact "${3-}"; then
		mcp_error internal_error 'The data for the user interface is not JSON'
		return
	fi
	__mcp_data=$__mcp_answer
	__mcp_quote "${2-}"
	printf '{"content":[{"type":"text","text":%s}],"structuredContent":%s,"isError":false}\n' \
		"$__mcp_answer" "$__mcp_data"
}

# JSON becomes a structured result, anything else a text.
__mcp_text_result() {
	if __mcp_compact "$1"; then
		mcp_result_success "$1"
		return
	fi
	__mcp_quote "$1"
	printf '{"content":[{"type":"text","text":%s}],"isError":false}\n' "$__mcp_answer"
}

# Not supported: an interface is a page of the project, not made from a template.
mcp_ui_form() { __mcp_no_template mcp_ui_form; }
mcp_ui_table() { __mcp_no_template mcp_ui_table; }

__mcp_no_template() {
	printf '%s: there are no templates; write the page yourself, as ui/index.html beside the tool\n' "$1" >&2
	return 1
}

# mcp_tool_meta_with_ui URI [VISIBILITY]: the _meta of a tool with an interface. VISIBILITY is model, app or both (the
# default), separated by a comma or a space.
mcp_tool_meta_with_ui() {
	local __mcp_who __mcp_uri
	__mcp_quote "${1-}"
	__mcp_uri=$__mcp_answer
	IFS=$', \t\n' read -r -d '' -a __mcp_who <<<"${2:-model,app}" || :
	__mcp_array ${__mcp_who[@]+"${__mcp_who[@]}"}
	printf '{"ui":{"resourceUri":%s,"visibility":%s}}\n' "$__mcp_uri" "$__mcp_answer"
}
