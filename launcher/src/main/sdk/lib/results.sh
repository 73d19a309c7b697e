# shellcheck shell=bash
# What every tool says at its end.

mcp_emit_text() {
	printf '%s' "${1-}"
}

# One JSON value is printed without needless white space; anything else, also several values, as it is.
mcp_emit_json() {
	__mcp_compact "${1-}" || __mcp_answer=${1-}
	printf '%s' "$__mcp_answer"
}

mcp_fail() {
	local code=${1-} message=${2:-Tool failed} error
	if ! [[ $code =~ ^-?[0-9]+$ ]]; then
		code=-32603
	fi
	__mcp_quote "$message"
	error="{\"code\":$code,\"message\":$__mcp_answer"
	if [ -n "${3-}" ]; then
		# What is no JSON is still worth telling.
		__mcp_compact "$3" || __mcp_quote "$3"
		error="$error,\"data\":$__mcp_answer"
	fi
	error="$error}"
	if [ -n "${MCP_TOOL_ERROR_FILE-}" ]; then
		printf '%s\n' "$error" 2>/dev/null >|"$MCP_TOOL_ERROR_FILE" || :
	fi
	printf '%s\n' "$error"
	printf '%s\n' "$message" >&2
	exit 1
}

mcp_fail_invalid_args() {
	mcp_fail -32602 "${1:-Invalid params}" "${2-}"
}
