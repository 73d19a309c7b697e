#!/usr/bin/env bash
# Asks a project's policy whether a tool may be called: bash policy.sh PROJECT/server.d/policy.sh
#
# MCP_POLICY_TOOL_NAME and MCP_POLICY_METADATA_JSON say which tool, MCP_POLICY_DEFAULT ("allow" or "deny:MESSAGE") what
# the server would decide by itself. Exit code 0: it may. 1: it may not, and standard output is one line
# {"code","message"[,"data"]}. Anything else: the policy could not be asked, which is no permission either.
set -uo pipefail

policy=${1:?say which policy to ask}
__mcp_sdk=${BASH_SOURCE[0]%/*}

__mcp_load() {
	# shellcheck disable=SC1090
	. "$__mcp_sdk/lib/$1.sh"
}

__mcp_json_scan() { __mcp_load json-reader && __mcp_json_scan "$@"; }
__mcp_json_at() { __mcp_load json-reader && __mcp_json_at "$@"; }
__mcp_json_text() { __mcp_load json-reader && __mcp_json_text "$@"; }
__mcp_load json || exit 2
__mcp_load arguments || exit 2
__mcp_load logging || exit 2

# What a caller is told, as long as the policy says nothing better (JSON-RPC 2.0: invalid params).
denial_code=-32602
denial_message="Tool '${MCP_POLICY_TOOL_NAME-}' blocked by policy"
denial_data=

# mcp_tools_error CODE MESSAGE [DATA_JSON]: why the tool may not be called.
mcp_tools_error() {
	if [[ ${1-} =~ ^-?[0-9]+$ ]]; then
		denial_code=$1
	fi
	denial_message=${2:-$denial_message}
	denial_data=${3-}
}

# mcp_json_extract_optional JSON FLAG FILTER DEFAULT: what the filter finds, or the default if that is nothing.
mcp_json_extract_optional() {
	local found
	# Every value is printed as -r has it; other flags of jq need jq.
	case ${2-} in
	'' | -r | -rc | -cr) found=$(mcp_json_get "${1-}" "${3-.}" 2>/dev/null) ;;
	*) __mcp_have_jq && found=$(printf '%s' "${1-}" | "$__mcp_jq" "$2" "${3-.}" 2>/dev/null) ;;
	esac
	case ${found-} in
	'' | null) printf '%s\n' "${4-}" ;;
	*) printf '%s\n' "$found" ;;
	esac
}

# mcp_tools_policy_default: what the server would decide by itself.
mcp_tools_policy_default() {
	case ${MCP_POLICY_DEFAULT-} in
	allow) return 0 ;;
	deny:?*) mcp_tools_error -32602 "${MCP_POLICY_DEFAULT#deny:}" ;;
	esac
	return 1
}

# The project's policy puts its own in this place.
mcp_tools_policy_check() {
	mcp_tools_policy_default
}

# The denial as one line of JSON.
tell() {
	local message
	__mcp_quote "$denial_message"
	message=$__mcp_answer
	if [ -z "$denial_data" ]; then
		printf '{"code":%s,"message":%s}\n' "$denial_code" "$message"
		return
	fi
	__mcp_compact "$denial_data" || __mcp_quote "$denial_data"
	printf '{"code":%s,"message":%s,"data":%s}\n' "$denial_code" "$message" "$__mcp_answer"
}

# Reads the policy and asks it. What it prints goes to the error output; descriptor 9 is for the verdict alone. If it
# exits instead of returning, there is no verdict.
ask() {
	local status=0
	# shellcheck disable=SC1090
	. "$policy" 9>&- || status=$?
	# A policy that ends with a test that fails is as good as any; one that bash could not read to its end is not.
	if [ "$status" -ne 0 ] && ! "$BASH" -n "$policy" 9>&-; then
		return
	fi
	if mcp_tools_policy_check "${MCP_POLICY_TOOL_NAME-}" "${MCP_POLICY_METADATA_JSON-}" 9>&-; then
		printf 'allowed\n' >&9
	else
		tell >&9
	fi
}

verdict=$(ask 9>&1 1>&2)
case $verdict in
allowed) exit 0 ;;
'{'*)
	printf '%s\n' "$verdict"
	exit 1
	;;
*)
	printf 'policy.sh: %s gave no verdict; mcp_tools_policy_check must return, not exit\n' "$policy" >&2
	exit 2
	;;
esac
