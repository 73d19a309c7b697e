# shellcheck shell=bash
# The results of tools.

mcp_emit_text() {
	printf '%s' "${1-}"
}

# One JSON value is printed without needless white space; anything else, also several values, unchanged.
mcp_emit_json() {
	__mcp_compact "${1-}" || __mcp_answer=${1-}
	printf '%s' "$__mcp_answer"
}

mcp_fail() {
	local __mcp_code=${1-} __mcp_message=${2:-Tool failed} __mcp_error
	if ! [[ $__mcp_code =~ ^-?[0-9]+$ ]]; then
		__mcp_code=-32603
	fi
	__mcp_quote "$__mcp_message"
	__mcp_error="{\"code\":$__mcp_code,\"message\":$__mcp_answer"
	if [ -n "${3-}" ]; then
		# Data that is not JSON is passed on as text.
		__mcp_compact "$3" || __mcp_quote "$3"
		__mcp_error="$__mcp_error,\"data\":$__mcp_answer"
	fi
	__mcp_error="$__mcp_error}"
	if [ -n "${MCP_TOOL_ERROR_FILE-}" ]; then
		printf '%s\n' "$__mcp_error" 2>/dev/null >|"$MCP_TOOL_ERROR_FILE" || :
	fi
	printf '%s\n' "$__mcp_error"
	printf '%s\n' "$__mcp_message" >&2
	exit 1
}

mcp_fail_invalid_args() {
	mcp_fail -32602 "${1:-Invalid params}" "${2-}"
}
