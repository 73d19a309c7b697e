# shellcheck shell=bash
# Results with a structure in which a client's program can distinguish success from failure.

# Bytes of the structured part that are repeated as text, unless the tool or the operator sets another number.
__mcp_text_limit=102400
# Characters shown of a value that is too long to be repeated.
__mcp_summary_length=100

__mcp_do_result_success() {
	local __mcp_status=0 __mcp_result __mcp_envelope
	if [[ ${1-} != *[!$' \t\n\r']* ]]; then
		__mcp_internal_error 'Empty data passed to mcp_result_success'
		return
	fi
	__mcp_compact "$1" || __mcp_status=$?
	case $__mcp_status in
	0) ;;
	2)
		__mcp_internal_error 'Input contained multiple JSON values'
		return
		;;
	*)
		__mcp_internal_error 'Invalid JSON passed to mcp_result_success'
		return
		;;
	esac
	__mcp_result=$__mcp_answer
	__mcp_envelope="{\"success\":true,\"result\":$__mcp_result}"
	__mcp_number "${MCPBASH_MAX_TEXT_BYTES-}" 0 "$__mcp_text_limit"
	__mcp_number "${2-}" 0 "$__mcp_answer"
	if __mcp_fits "$__mcp_envelope" "$__mcp_answer"; then
		__mcp_answer=$__mcp_envelope
	else
		__mcp_summary "$__mcp_result"
	fi
	__mcp_quote "$__mcp_answer"
	printf '{"content":[{"type":"text","text":%s}],"structuredContent":%s,"isError":false}\n' \
		"$__mcp_answer" "$__mcp_envelope"
}

__mcp_internal_error() {
	__mcp_quote "$1"
	mcp_result_error "{\"type\":\"internal_error\",\"message\":$__mcp_answer}"
}

# A summary of a value that is too long to be repeated, in __mcp_answer.
__mcp_summary() {
	local __mcp_unit=keys
	case $1 in
	'{'*) ;;
	'['*) __mcp_unit=items ;;
	*)
		__mcp_answer="Success: ${1:0:$__mcp_summary_length}"
		return
		;;
	esac
	__mcp_count "$1" || __mcp_items='many'
	case $__mcp_unit in
	keys) __mcp_answer="Success: object with $__mcp_items keys" ;;
	*) __mcp_answer="Success: array with $__mcp_items items" ;;
	esac
}

# The number of items or members of a value, in __mcp_items.
__mcp_count() {
	if __mcp_scannable ${#1}; then
		__mcp_json_scan "$1"
	elif __mcp_have_jq; then
		__mcp_items=$(printf '%s' "$1" | "$__mcp_jq" length)
	else
		return 1
	fi
}

__mcp_do_result_error() {
	local __mcp_error=${1-} __mcp_message
	if ! __mcp_compact "$__mcp_error" || [[ $__mcp_answer != '{'* ]]; then
		__mcp_quote "$__mcp_error"
		__mcp_answer="{\"message\":\"mcp_result_error was not given a JSON object\",\"raw\":$__mcp_answer}"
	fi
	__mcp_error=$__mcp_answer
	if __mcp_readable ${#__mcp_error}; then
		__mcp_filter mcp_result_error "$__mcp_error" '.message // empty' || return
		__mcp_message=${__mcp_answer:-Unknown error}
		if [ -z "$__mcp_found" ]; then
			__mcp_add_string message "$__mcp_message"
		fi
		__mcp_filter mcp_result_error "$__mcp_error" '.type // empty' || return
		if [ -z "$__mcp_found" ]; then
			__mcp_add_string type internal_error
		fi
	else
		# Passed on unchanged: its author may have a message in it.
		__mcp_message=${__mcp_error_message:-Unknown error}
	fi
	__mcp_quote "$__mcp_message"
	printf '{"content":[{"type":"text","text":%s}],"structuredContent":{"success":false,"error":%s},"isError":true}\n' \
		"$__mcp_answer" "$__mcp_error"
}

# Adds a string member to the front of the object in __mcp_error, or replaces a member that is null or false.
__mcp_add_string() {
	__mcp_quote "$2"
	case $__mcp_error in
	'{}') __mcp_error="{\"$1\":$__mcp_answer}" ;;
	*"\"$1\":null"* | *"\"$1\":false"* | *\\u*)
		# There may be such a member already: the last of two with the same name counts.
		__mcp_compact "${__mcp_error%\}},\"$1\":$__mcp_answer}"
		__mcp_error=$__mcp_answer
		;;
	*) __mcp_error="{\"$1\":$__mcp_answer,${__mcp_error#?}" ;;
	esac
}

__mcp_do_error() {
	# Has a name of its own, because __mcp_do_result_error reads it.
	local __mcp_error_message=${2:-Unknown error}
	local __mcp_type=${1:-internal_error} __mcp_hint='' __mcp_data='' __mcp_error
	shift $(($# < 2 ? $# : 2))
	while [ $# -ge 2 ]; do
		case $1 in
		--hint) __mcp_hint=$2 ;;
		--data) __mcp_data=$2 ;;
		*)
			# An unknown option may have no value: the next word may be a known option.
			shift
			continue
			;;
		esac
		shift 2
	done
	mcp_debug "error $__mcp_type: $__mcp_error_message"
	mcp_log_debug "${MCP_TOOL_NAME:-tool}" "$__mcp_type: $__mcp_error_message"
	__mcp_quote "$__mcp_type"
	__mcp_error="{\"type\":$__mcp_answer"
	__mcp_quote "$__mcp_error_message"
	__mcp_error="$__mcp_error,\"message\":$__mcp_answer"
	if [ -n "$__mcp_hint" ]; then
		mcp_log_warn "${MCP_TOOL_NAME:-tool}" "$__mcp_error_message ($__mcp_hint)"
		__mcp_quote "$__mcp_hint"
		__mcp_error="$__mcp_error,\"hint\":$__mcp_answer"
	fi
	if [ -n "$__mcp_data" ]; then
		if ! __mcp_compact "$__mcp_data"; then
			__mcp_quote "$__mcp_data"
			__mcp_answer="{\"_invalid_json\":$__mcp_answer}"
		fi
		__mcp_error="$__mcp_error,\"data\":$__mcp_answer"
	fi
	mcp_result_error "$__mcp_error}"
}

# The reason of a program's failure: from the JSON that it printed, else from its error output, else from its exit code.
__mcp_do_extract_cli_error() {
	local __mcp_out=${1-} __mcp_err=${2-} __mcp_status=${3-}
	__mcp_cli_message "$__mcp_out" || {
		if [ -n "$__mcp_err" ]; then
			__mcp_answer=$__mcp_err
		else
			__mcp_answer="CLI exited with code $__mcp_status"
		fi
	}
	printf '%s\n' "$__mcp_answer"
}

# The error message in some JSON, in __mcp_answer; status 1 if there is none.
__mcp_cli_message() {
	local __mcp_json
	__mcp_compact "$1" || return 1
	__mcp_json=$__mcp_answer
	case $__mcp_json in '{'*) ;; *) return 1 ;; esac
	__mcp_member_of mcp_extract_cli_error "$__mcp_json" error || return 1
	case $__mcp_answer in
	'{'*)
		if __mcp_cli_says "$__mcp_answer" '.message // empty'; then return; fi
		;;
	\"?*\")
		__mcp_json_text "$__mcp_answer"
		if [ -n "$__mcp_answer" ]; then return; fi
		;;
	esac
	if __mcp_cli_failed "$__mcp_json" && __mcp_cli_says "$__mcp_json" '.message // empty'; then
		return
	fi
	case $__mcp_json in *'"errors":['*) ;; *) return 1 ;; esac
	__mcp_cli_says "$__mcp_json" '.errors[0].message? // empty' 2>/dev/null
}

# The result of a filter on some JSON, in __mcp_answer; status 1 if it finds nothing.
__mcp_cli_says() {
	__mcp_filter mcp_extract_cli_error "$@" && [ -n "$__mcp_answer" ]
}

# Whether an object's own members mark it as a failure.
__mcp_cli_failed() {
	local __mcp_sign
	for __mcp_sign in 'success=false' 'ok=false' 'status="error"'; do
		__mcp_member_of mcp_extract_cli_error "$1" "${__mcp_sign%%=*}" || return 1
		if [ "$__mcp_answer" = "${__mcp_sign#*=}" ]; then
			return
		fi
	done
	return 1
}
