# shellcheck shell=bash
# Asked before every call, in a bash of its own. It is believed only if it, server.d and the project belong to you or root and
# nobody else may write them. Return 0: the tool may be called.
mcp_tools_policy_check() {
	local tool=$1 metadata=$2 destructive

	# What the server would have decided comes first, so that MCPBASH_TOOL_ALLOWLIST still counts.
	mcp_tools_policy_check_default "$@" || return 1

	# Every tool that says it destroys something needs a word from whoever runs the server.
	destructive=$(mcp_json_extract_optional "$metadata" -r '.annotations.destructiveHint' false)
	if [ "$destructive" = true ] && [ "${POLICY_ALLOW_DESTRUCTIVE:-}" != yes ]; then
		mcp_tools_error -32602 "'$tool' destroys something; start the server with POLICY_ALLOW_DESTRUCTIVE=yes to allow it"
		return 1
	fi
}
