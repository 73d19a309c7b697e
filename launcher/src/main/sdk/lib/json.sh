# shellcheck shell=bash
# Writes JSON with bash only, and with jq where bash would be slower.

# The result of functions that need no subshell.
__mcp_answer=

# The environment may set a compatibility level for all scripts. Levels up to 4.2 would break JSON with quotes.
unset BASH_COMPAT

# Characters that a string must escape (RFC 8259 section 7); a variable cannot hold NUL.
__mcp_controls=$'\001\002\003\004\005\006\007\010\011\012\013\014\015\016\017\020\021\022\023\024\025\026\027\030\031\032\033\034\035\036\037'

# Characters that bash reads in less time than jq takes to start (28 ms with jq 1.6).
__mcp_scan_limit=1024
# The limit without jq: beyond it, bash would take more than a second.
__mcp_scan_limit_without_jq=16384
# Characters from which a substitution takes longer than a subshell in which characters are bytes: bash's substitution
# takes quadratic time in a locale of multi-byte characters.
__mcp_quote_here_limit=1024
# Characters beyond which jq escapes faster than bash does.
__mcp_quote_limit=65536

# Whether there is a JSON tool; names it in __mcp_jq.
__mcp_have_jq() {
	if [ "${MCPBASH_MODE-}" = minimal ]; then
		return 1
	fi
	__mcp_jq=${MCPBASH_JSON_TOOL_BIN-}
	if [ -n "$__mcp_jq" ] && command -v "$__mcp_jq" >/dev/null; then
		return 0
	fi
	__mcp_jq=$(command -v jq || command -v gojq) || return 1
}

# Whether bash, rather than jq, should read a text of that many characters.
__mcp_scannable() {
	if [ "$1" -le "$__mcp_scan_limit" ]; then
		return 0
	fi
	[ "$1" -le "$__mcp_scan_limit_without_jq" ] && ! __mcp_have_jq
}

# Whether bash or jq can read a JSON text of that many characters.
__mcp_readable() {
	__mcp_scannable "$1" || __mcp_have_jq
}

# lib/utf8.sh: texts that are not UTF-8
__mcp_as_utf8() { __mcp_load utf8; __mcp_as_utf8 "$@"; }

# The text in __mcp_answer, as UTF-8.
__mcp_utf8_text() {
	case $1 in
	*[![:ascii:]]*) __mcp_as_utf8 "$1" ;;
	*) __mcp_answer=$1 ;;
	esac
}

# The text as a JSON string, in __mcp_answer.
__mcp_quote() {
	if [ ${#1} -gt "$__mcp_quote_limit" ] && __mcp_have_jq; then
		__mcp_answer=$(printf '%s' "$1" | "$__mcp_jq" -Rs .)
		return
	fi
	__mcp_utf8_text "$1"
	if [ ${#1} -le "$__mcp_quote_here_limit" ]; then
		__mcp_escape "$__mcp_answer"
	else
		# Byte by byte, in a subshell because bash 3.2 does not always restore the locale after a function.
		__mcp_answer=$(
			LC_ALL=C
			__mcp_escape "$__mcp_answer"
			printf '%s' "$__mcp_answer"
		)
	fi
}

__mcp_escape() {
	local __mcp_text=$1
	__mcp_text=${__mcp_text//\\/\\\\}
	__mcp_text=${__mcp_text//\"/\\\"}
	case $__mcp_text in
	*["$__mcp_controls"]*) __mcp_escape_controls ;;
	esac
	__mcp_answer="\"$__mcp_text\""
}

# Escapes the characters that __mcp_escape found in its variable __mcp_text.
__mcp_escape_controls() {
	__mcp_text=${__mcp_text//$'\n'/\\n}
	__mcp_text=${__mcp_text//$'\t'/\\t}
	__mcp_text=${__mcp_text//$'\r'/\\r}
	__mcp_text=${__mcp_text//$'\b'/\\b}
	__mcp_text=${__mcp_text//$'\f'/\\f}
	local __mcp_i __mcp_control __mcp_code
	for ((__mcp_i = 0; __mcp_i < ${#__mcp_controls}; __mcp_i++)); do
		__mcp_control=${__mcp_controls:__mcp_i:1}
		case $__mcp_text in
		*"$__mcp_control"*)
			printf -v __mcp_code '\\u%04X' "'$__mcp_control"
			__mcp_text=${__mcp_text//"$__mcp_control"/"$__mcp_code"}
			;;
		esac
	done
}

# The one JSON value of the text without needless white space, in __mcp_answer.
# Status 1: it is not JSON; 2: there are several values, __mcp_values of them.
__mcp_compact() {
	__mcp_utf8_text "$1"
	if __mcp_scannable ${#1}; then
		__mcp_json_scan "$__mcp_answer" || return
		__mcp_answer=$__mcp_scanned
	elif __mcp_have_jq; then
		__mcp_answer=$(printf '%s' "$__mcp_answer" | "$__mcp_jq" -c . 2>/dev/null) || return 1
		case $__mcp_answer in
		'') return 1 ;;
		*$'\n'*)
			__mcp_values=$(printf '%s\n' "$__mcp_answer" | "$__mcp_jq" -n '[inputs] | length')
			return 2
			;;
		esac
	else
		# Too long for bash, and there is no jq: not checked. A line break is never inside a JSON string.
		__mcp_answer=${__mcp_answer//[$'\r\n']/ }
	fi
}

mcp_json_escape() {
	__mcp_quote "${1-}"
	printf '%s\n' "$__mcp_answer"
}

mcp_json_obj() {
	if [ $(($# % 2)) -ne 0 ]; then
		printf 'mcp_json_obj: expected even number of arguments (key value ...), got %d\n' $# >&2
		exit 1
	fi
	local __mcp_object='' __mcp_key
	while [ $# -gt 0 ]; do
		__mcp_quote "$1"
		__mcp_key=$__mcp_answer
		__mcp_quote "$2"
		__mcp_object="$__mcp_object${__mcp_object:+,}$__mcp_key:$__mcp_answer"
		shift 2
	done
	printf '{%s}' "$__mcp_object"
}

mcp_json_arr() {
	__mcp_array "$@"
	printf '%s' "$__mcp_answer"
}

# The arguments as a JSON array of strings, in __mcp_answer.
__mcp_array() {
	local __mcp_list='' __mcp_item
	for __mcp_item in "$@"; do
		__mcp_quote "$__mcp_item"
		__mcp_list="$__mcp_list${__mcp_list:+,}$__mcp_answer"
	done
	__mcp_answer="[$__mcp_list]"
}

mcp_is_valid_json() {
	__mcp_compact "${1-}"
}

# In a subshell for the same reason as above.
mcp_byte_length() (
	LC_ALL=C
	__mcp_text=${1-}
	printf '%s\n' "${#__mcp_text}"
)

# __mcp_number TEXT LEAST OTHERWISE: the whole number in the text, in __mcp_answer, ready for arithmetic. OTHERWISE if it
# is no number or below the least; 999999999 if it has more than nine digits. The server reads settings in the same way,
# and logs wrong ones (class NumberSetting).
__mcp_number() {
	__mcp_answer=${1#"${1%%[![:space:]]*}"}
	__mcp_answer=${__mcp_answer%"${__mcp_answer##*[![:space:]]}"}
	case $__mcp_answer in
	'' | *[!0-9]*)
		__mcp_answer=$3
		return
		;;
	esac
	# A number with a leading zero would be octal.
	__mcp_answer=${__mcp_answer#"${__mcp_answer%%[!0]*}"}
	if [ ${#__mcp_answer} -gt 9 ]; then
		__mcp_answer=999999999
	elif [ "${__mcp_answer:=0}" -lt "$2" ]; then
		__mcp_answer=$3
	fi
}

# Whether the text has at most so many bytes. Bytes are counted only if the number of characters is not enough to know.
__mcp_fits() {
	if [ ${#1} -gt "$2" ]; then
		return 1
	fi
	# A character of UTF-8 has at most four bytes.
	[ $((${#1} * 4)) -le "$2" ] || [ "$(mcp_byte_length "$1")" -le "$2" ]
}

# The beginning of the text, in __mcp_answer: at most so many bytes, and no part of a character at its end.
__mcp_cut() {
	__mcp_answer=$(
		LC_ALL=C
		__mcp_text=${1:0:$2}
		while [[ $__mcp_text == *[$'\x80'-$'\xbf'] ]]; do
			__mcp_text=${__mcp_text%?}
		done
		printf '%s' "${__mcp_text%[$'\xc0'-$'\xff']}"
	)
}
