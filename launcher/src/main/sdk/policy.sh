#!/usr/bin/env bash
# Asks a project's policy whether a tool may be called: bash policy.sh PROJECT/server.d/policy.sh
#
# MCP_POLICY_TOOL_NAME and MCP_POLICY_METADATA_JSON, or the file MCP_POLICY_METADATA_FILE, describe the tool.
# MCP_POLICY_DEFAULT ("allow" or "deny:MESSAGE") is the server's own decision. Exit code 0: allowed. 1: denied, and
# standard output is one line {"code","message"[,"data"]}. Anything else: there is no verdict, which also denies.
#
# The policy is read into this shell, and may choose any names for its functions and variables. Names that are not meant
# for it begin with __mcp_.
set -uo pipefail

__mcp_policy=${1:?say which policy to ask}
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

if [ -n "${MCP_POLICY_METADATA_FILE-}" ]; then
	# Not exported: with a large variable in the environment, jq and other programs could not be started.
	unset MCP_POLICY_METADATA_JSON
	MCP_POLICY_METADATA_JSON=$(<"$MCP_POLICY_METADATA_FILE") || exit 2
fi

# The reason of a denial. A policy may set these variables directly, as mcp-bash's own check does.
_MCP_TOOLS_ERROR_CODE=
_MCP_TOOLS_ERROR_MESSAGE=
_MCP_TOOLS_ERROR_DATA=

# mcp_tools_error CODE MESSAGE [DATA_JSON]: sets the reason of a denial.
mcp_tools_error() {
	_MCP_TOOLS_ERROR_CODE=${1-}
	_MCP_TOOLS_ERROR_MESSAGE=${2-}
	_MCP_TOOLS_ERROR_DATA=${3-}
}

# mcp_json_extract_optional JSON FLAG FILTER DEFAULT: the filter's result, or the default if it finds nothing or null.
# If neither bash nor jq can apply the filter, it prints nothing, its status is 1, and there is no verdict.
mcp_json_extract_optional() {
	local __mcp_finding=
	# In an empty text there is nothing to find.
	if [[ ${1-} == *[![:space:]]* ]]; then
		__mcp_finding=$(__mcp_policy_extract "$1" "${2-}" "${3-.}" 2>/dev/null) || {
			__mcp_unanswered "$1" "${2-}" "${3-.}"
			return 1
		}
	fi
	case $__mcp_finding in
	'' | null) printf '%s\n' "${4-}" ;;
	*) printf '%s\n' "$__mcp_finding" ;;
	esac
}

# __mcp_policy_extract JSON FLAG FILTER, in a subshell of its caller: prints the filter's result; status 0 if it is known.
__mcp_policy_extract() {
	local __mcp_flag=$2 __mcp_status=0
	# Every value is printed as with jq -r; other flags need jq itself.
	case $2 in
	'' | -r | -rc | -cr)
		# A text without the name in it is not parsed. It must be JSON, which the server's metadata is.
		if [ "$1" = "${MCP_POLICY_METADATA_JSON-}" ] || { __mcp_scannable ${#1} && __mcp_json_scan "$1"; }; then
			__mcp_print_filtered mcp_json_extract_optional "$1" "$3"
			return
		fi
		__mcp_flag=-rc
		;;
	esac
	__mcp_have_jq || return
	# A jq that does not read its input may end before it is written.
	set +o pipefail
	printf '%s' "$1" | "$__mcp_jq" "$__mcp_flag" "$3" || __mcp_status=$?
	case $__mcp_flag/$__mcp_status in
	# With -e, this status means that jq found false, null or nothing.
	--exit-status/[14] | -e*/[14] | -[!-]*e*/[14]) return 0 ;;
	esac
	return "$__mcp_status"
}

# __mcp_unanswered JSON FLAG FILTER: the policy's decision does not count, because a filter could not be applied. The
# policy may ignore the status of the subshell in which it used the filter. So this reads the word on descriptor 60,
# which all subshells share. Without the word there is no verdict. Reports the reason on descriptor 59, the error
# output.
__mcp_unanswered() {
	local __mcp_word __mcp_why
	# The word is gone, so the reason was reported before.
	read -r __mcp_word <&60 || return 0
	if __mcp_have_jq; then
		__mcp_why=$(printf '%s' "$1" | "$__mcp_jq" "${2:--r}" "$3" 2>&1 >/dev/null) || :
		__mcp_why=${__mcp_why%%$'\n'*}
		__mcp_why="jq says \"$__mcp_why\"; correct the filter, or hand over JSON that it fits"
	elif [[ $2 =~ ^(-r|-rc|-cr)?$ && $3 =~ $__mcp_simple_filter ]]; then
		if __mcp_scannable ${#1}; then
			__mcp_why='it is given no JSON, or none that could have such a member; hand over JSON that the filter fits'
		else
			__mcp_why="without jq no JSON of more than $__mcp_scan_limit_without_jq characters is read, and it is given"
			__mcp_why="$__mcp_why ${#1}; install jq or gojq"
		fi
	else
		__mcp_why='that takes jq, and there is none; install jq or gojq, or ask for a plain member by -r, such as .a.b'
	fi
	printf 'policy.sh: %s gave no verdict, for mcp_json_extract_optional cannot apply the filter %s: %s\n' \
		"$__mcp_policy" "$3" "$__mcp_why" >&59
}

# The server's own decision.
mcp_tools_policy_default() {
	case ${MCP_POLICY_DEFAULT-} in
	allow) return 0 ;;
	deny:?*) mcp_tools_error -32602 "${MCP_POLICY_DEFAULT#deny:}" ;;
	esac
	return 1
}

# The same, under its name in mcp-bash after 1.3.0.
mcp_tools_policy_check_default() {
	mcp_tools_policy_default
}

# Set if only the server has decided.
__mcp_by_default=

# The project's policy replaces this function.
mcp_tools_policy_check() {
	__mcp_by_default=yes
	mcp_tools_policy_default
}

# The denial as one line of JSON, with mcp-bash's defaults (JSON-RPC 2.0: invalid params).
__mcp_policy_denial() {
	local __mcp_code=${_MCP_TOOLS_ERROR_CODE-} __mcp_message __mcp_data=${_MCP_TOOLS_ERROR_DATA-}
	if ! [[ $__mcp_code =~ ^-?[0-9]+$ ]]; then
		__mcp_code=-32602
	fi
	__mcp_message=${_MCP_TOOLS_ERROR_MESSAGE-}
	if [ -z "$__mcp_message" ]; then
		__mcp_message="Tool '${MCP_POLICY_TOOL_NAME-}' blocked by policy"
	fi
	__mcp_quote "$__mcp_message"
	__mcp_message=$__mcp_answer
	if [ -z "$__mcp_data" ]; then
		printf '{"code":%s,"message":%s}\n' "$__mcp_code" "$__mcp_message"
		return
	fi
	__mcp_compact "$__mcp_data" || __mcp_quote "$__mcp_data"
	printf '{"code":%s,"message":%s,"data":%s}\n' "$__mcp_code" "$__mcp_message" "$__mcp_answer"
}

# Whether a byte order mark is part of the policy's first word, which usually names its check.
__mcp_hides_a_name() {
	local __mcp_line=
	IFS= read -r __mcp_line 61>&- <"$__mcp_policy" || :
	[[ $__mcp_line == $'\xef\xbb\xbf'[!#]* ]]
}

# __mcp_undecided STATUS: reports a policy that has not defined its check.
__mcp_undecided() {
	local __mcp_why="ended with status $1 and has defined no mcp_tools_policy_check; correct what fails in it"
	if [ "$1" -eq 0 ]; then
		__mcp_why='begins with a byte order mark, which is part of its first word; save it as UTF-8 without one'
	fi
	printf 'policy.sh: %s gave no verdict, for it %s\n' "$__mcp_policy" "$__mcp_why" >&59
}

# Reads the policy and calls its check. Its output goes to the error output. Descriptor 61 carries only the verdict, and
# scripts do not use it (see register.sh). There is no verdict if the policy exits instead of returning, or if a filter
# could not be applied: then the word on descriptor 60 is gone. Descriptor 60 is for reading, because a process that the
# policy leaves behind would hold a descriptor for writing open, and delay the verdict.
__mcp_policy_ask() {
	local __mcp_status=0 __mcp_read=0 __mcp_word
	# shellcheck disable=SC1090
	. "$__mcp_policy" 61>&- || __mcp_read=$?
	# A policy may end with a test that fails. A policy that bash could not read to its end has no verdict; bash has
	# reported the error above.
	if [ "$__mcp_read" -ne 0 ] && ! "$BASH" -n "$__mcp_policy" 2>/dev/null 61>&-; then
		return
	fi
	mcp_tools_policy_check "${MCP_POLICY_TOOL_NAME-}" "${MCP_POLICY_METADATA_JSON-}" 61>&- || __mcp_status=$?
	# A policy that failed and decided nothing has no verdict, nor one whose first word has a hidden byte order mark.
	if [ -n "$__mcp_by_default" ] && { [ "$__mcp_read" -ne 0 ] || __mcp_hides_a_name; }; then
		__mcp_undecided "$__mcp_read"
		printf 'unanswered\n' >&61
	elif ! read -r __mcp_word <&60; then
		printf 'unanswered\n' >&61
	elif [ "$__mcp_status" -eq 0 ]; then
		printf 'allowed\n' >&61
	else
		__mcp_policy_denial >&61
	fi
}

__mcp_verdict=$(__mcp_policy_ask 61>&1 60<<<answered 59>&2 1>&2)
case $__mcp_verdict in
allowed) exit 0 ;;
'{'*)
	printf '%s\n' "$__mcp_verdict"
	exit 1
	;;
# The reason was reported before.
unanswered) exit 2 ;;
*)
	printf 'policy.sh: %s gave no verdict; mcp_tools_policy_check must return, not exit\n' "$__mcp_policy" >&2
	exit 2
	;;
esac
