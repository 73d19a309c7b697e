# shellcheck shell=bash
# Runs before every call, in a bash of its own. It is trusted only if it, server.d and the project belong to you or root and
# no other user may write them. Return 0: the tool may be called.
mcp_tools_policy_check() {
	local tool=$1 metadata=$2 destructive

	# The server's own decision comes first, so that MCPBASH_TOOL_ALLOWLIST still counts.
	mcp_tools_policy_check_default "$@" || return 1

	# Every tool that is declared destructive needs the operator's permission.
	destructive=$(mcp_json_extract_optional "$metadata" -r '.annotations.destructiveHint' false)
	if [ "$destructive" = true ] && [ "${POLICY_ALLOW_DESTRUCTIVE:-}" != yes ]; then
		mcp_tools_error -32602 "'$tool' destroys something; start the server with POLICY_ALLOW_DESTRUCTIVE=yes to allow it"
		return 1
	fi
}
