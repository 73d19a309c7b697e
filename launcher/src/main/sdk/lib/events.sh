# shellcheck shell=bash
# Progress, log messages and other notifications of a running tool, and the check whether its call was cancelled.

# A line of at most so many bytes is written in one piece, even with other writers (PIPE_BUF of Linux, pipe(7)).
__mcp_line_limit=4096

# __mcp_send STREAM LINE: never ends the tool, even if the stream is closed.
__mcp_send() {
	if [ -p "$1" ]; then
		# Opened for reading and writing, a named pipe never blocks, even if its reader has just closed it.
		printf '%s\n' "$2" 2>/dev/null 1<>"$1" || :
	else
		printf '%s\n' "$2" 2>/dev/null >>"$1" || :
	fi
}

# __mcp_send_text STREAM BEFORE TEXT AFTER: a line with a JSON string in it, cut so that the line stays in one piece.
__mcp_send_text() {
	local __mcp_text=$3 __mcp_size __mcp_room=0
	__mcp_quote "$__mcp_text"
	while ! __mcp_fits "$2$__mcp_answer$4" $((__mcp_line_limit - 1)); do
		__mcp_size=$(mcp_byte_length "$2$__mcp_answer$4")
		if [ "$__mcp_room" -eq 0 ]; then
			__mcp_room=$(mcp_byte_length "$__mcp_text")
		fi
		# Cuts off the surplus and room for the dots. With escapes, the surplus may exceed the text.
		if [ $((__mcp_size - __mcp_line_limit + 4)) -lt "$__mcp_room" ]; then
			__mcp_room=$((__mcp_room - (__mcp_size - __mcp_line_limit + 4)))
		else
			__mcp_room=$((__mcp_room / 2))
		fi
		if [ "$__mcp_room" -eq 0 ]; then
			__mcp_answer='""'
			break
		fi
		__mcp_cut "$__mcp_text" "$__mcp_room"
		__mcp_text=$__mcp_answer
		__mcp_quote "$__mcp_text…"
	done
	__mcp_send "$1" "$2$__mcp_answer$4"
}

# The progress token as JSON, in __mcp_answer. The server's JSON keeps a string of digits a string.
__mcp_progress_token() {
	if [ -n "${MCP_PROGRESS_TOKEN_JSON-}" ]; then
		__mcp_answer=$MCP_PROGRESS_TOKEN_JSON
	elif [[ $MCP_PROGRESS_TOKEN =~ ^(0|-?[1-9][0-9]*)$ ]]; then
		__mcp_answer=$MCP_PROGRESS_TOKEN
	else
		__mcp_quote "$MCP_PROGRESS_TOKEN"
	fi
}

mcp_progress_is_configured() {
	[ -n "${MCP_PROGRESS_TOKEN_JSON:-$MCP_PROGRESS_TOKEN}" ] && [ -n "$MCP_PROGRESS_STREAM" ]
}

# Reports progress without a number, which the client does not see. It can still give the tool more time.
__mcp_say_alive() {
	if [ -n "$MCP_PROGRESS_STREAM" ]; then
		__mcp_send "$MCP_PROGRESS_STREAM" '{"jsonrpc":"2.0","method":"notifications/progress"}'
	fi
}

# Digits of an exponent that are read: with more, the number exceeds any limit, or is nearly 0.
__mcp_exponent_digits=3

# The decimal number in a text, as JSON without an exponent, in __mcp_answer. Status 1 if it is no number.
__mcp_decimal() {
	local __mcp_number='^([-+]?)([0-9]*)([.]([0-9]*))?([eE]([-+]?)([0-9]+))?$'
	local __mcp_sign __mcp_whole __mcp_fraction __mcp_power __mcp_zeros
	__mcp_answer=${1#"${1%%[![:space:]]*}"}
	__mcp_answer=${__mcp_answer%"${__mcp_answer##*[![:space:]]}"}
	[[ $__mcp_answer =~ $__mcp_number ]] || return 1
	__mcp_sign=${BASH_REMATCH[1]} __mcp_whole=${BASH_REMATCH[2]} __mcp_fraction=${BASH_REMATCH[4]-}
	[ -n "$__mcp_whole$__mcp_fraction" ] || return 1
	__mcp_power=${BASH_REMATCH[7]-}
	__mcp_power=${__mcp_power#"${__mcp_power%%[!0]*}"}
	if [ ${#__mcp_power} -gt "$__mcp_exponent_digits" ]; then
		__mcp_power=999
	fi
	if [ -n "$__mcp_power" ]; then
		# Moves the point, and adds zeros beyond the digits.
		printf -v __mcp_zeros '%0*d' "$__mcp_power" 0
		if [ "${BASH_REMATCH[6]}" = - ]; then
			__mcp_whole=$__mcp_zeros$__mcp_whole
			__mcp_fraction=${__mcp_whole:${#__mcp_whole}-__mcp_power}$__mcp_fraction
			__mcp_whole=${__mcp_whole:0:${#__mcp_whole}-__mcp_power}
		else
			__mcp_fraction=$__mcp_fraction$__mcp_zeros
			__mcp_whole=$__mcp_whole${__mcp_fraction:0:__mcp_power}
			__mcp_fraction=${__mcp_fraction:__mcp_power}
		fi
		__mcp_fraction=${__mcp_fraction%"${__mcp_fraction##*[!0]}"}
	fi
	__mcp_whole=${__mcp_whole#"${__mcp_whole%%[!0]*}"}
	__mcp_answer=${__mcp_sign#+}${__mcp_whole:-0}${__mcp_fraction:+.$__mcp_fraction}
}

# mcp_progress PERCENT MESSAGE [TOTAL]
mcp_progress() {
	mcp_progress_is_configured || return 0
	local __mcp_percent __mcp_message=${2-} __mcp_total=''
	if ! __mcp_decimal "${1-}"; then
		printf 'mcp_progress: "%.100s" is no number, so this progress is not reported; give a percentage such as 20.5\n' "${1-}" >&2
		__mcp_say_alive
		return
	fi
	__mcp_percent=$__mcp_answer
	case ${__mcp_percent%%.*} in
	-*) __mcp_percent=0 ;;
	???*) __mcp_percent=100 ;;
	esac
	if [ -n "${3-}" ]; then
		if __mcp_decimal "$3" && [ "${__mcp_answer#-}" = "$__mcp_answer" ]; then
			__mcp_total=",\"total\":$__mcp_answer"
		else
			printf 'mcp_progress: the total "%.100s" is no number of 0 or more and is left out\n' "$3" >&2
		fi
	fi
	__mcp_progress_token
	__mcp_send_text "$MCP_PROGRESS_STREAM" \
		"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":$__mcp_answer,\"progress\":$__mcp_percent$__mcp_total,\"message\":" \
		"$__mcp_message" '}}'
}

mcp_progress_emit_notification() {
	mcp_progress "$@"
}

# The level, however it is capitalised, in __mcp_level.
__mcp_log_level() {
	__mcp_level=$1
	case $1 in
	*[[:upper:]]*) __mcp_level=$(printf '%s' "$1" | tr '[:upper:]' '[:lower:]') ;;
	esac
	case $__mcp_level in
	debug | info | notice | warning | error | critical | alert | emergency) ;;
	warn) __mcp_level=warning ;;
	*)
		printf 'mcp_log: "%s" is no level, taken for info\n' "$1" >&2
		__mcp_level=info
		;;
	esac
}

# The beginning of the line, up to its data, in __mcp_answer.
__mcp_log_head() {
	__mcp_log_level "$1"
	__mcp_quote "$2"
	__mcp_answer="{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"$__mcp_level\",\"logger\":$__mcp_answer,\"data\":"
}

mcp_log() {
	[ -n "$MCP_LOG_STREAM" ] || return 0
	local __mcp_head
	__mcp_log_head "${1-}" "${2-}"
	__mcp_head=$__mcp_answer
	if __mcp_compact "${3-}"; then
		__mcp_send "$MCP_LOG_STREAM" "$__mcp_head$__mcp_answer}}"
	else
		__mcp_send_text "$MCP_LOG_STREAM" "$__mcp_head" "${3-}" '}}'
	fi
}

__mcp_log_text() {
	[ -n "$MCP_LOG_STREAM" ] || return 0
	__mcp_log_head "$1" "${2-}"
	__mcp_send_text "$MCP_LOG_STREAM" "$__mcp_answer" "${3-}" '}}'
}

mcp_log_debug() { __mcp_log_text debug "$@"; }
mcp_log_info() { __mcp_log_text info "$@"; }
mcp_log_warn() { __mcp_log_text warning "$@"; }
mcp_log_error() { __mcp_log_text error "$@"; }

mcp_debug() {
	[ -n "${MCPBASH_DEBUG_LOG-}" ] || return 0
	local __mcp_now
	if [ $((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1])) -ge 402 ]; then
		printf -v __mcp_now '%(%H:%M:%S)T' -1
	else
		__mcp_now=$(date +%H:%M:%S)
	fi
	printf '[%s] %s\n' "$__mcp_now" "$*" 2>/dev/null >>"$MCPBASH_DEBUG_LOG" || :
}

mcp_is_cancelled() {
	[ -n "$MCP_TOOL_CANCELLATION_FILE" ] && [ -e "$MCP_TOOL_CANCELLATION_FILE" ]
}

# mcp_list_changed tools|prompts|resources …: makes the server check these lists of the project for changes.
mcp_list_changed() {
	local __mcp_kind
	for __mcp_kind in "${@-}"; do
		case $__mcp_kind in
		tools | prompts | resources) ;;
		*)
			printf 'mcp_list_changed: say tools, prompts or resources, not "%s"\n' "$__mcp_kind" >&2
			return 1
			;;
		esac
	done
	[ -n "${MCP_LIST_CHANGED_FILE-}" ] || return 0
	for __mcp_kind in "$@"; do
		__mcp_send "$MCP_LIST_CHANGED_FILE" "$__mcp_kind"
	done
}
