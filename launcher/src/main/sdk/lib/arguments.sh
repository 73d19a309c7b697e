# shellcheck shell=bash
# The arguments of the call. The server passes every scalar argument twice: in the JSON, and in a variable
# MCP_ARG_NAME. The variable is used only if the JSON has the same value. Otherwise arguments whose names differ only
# in case, or a tool that calls another one with other arguments, would not get what jq prints.

# __mcp_untraced FUNCTION ARGUMENT …: runs the function without "set -x", because reading one argument goes through all of
# them, and they may be secret or long. "set -e" still ends the tool at a failure.
__mcp_untraced() {
	case $- in
	*x*) { set +x; } 2>/dev/null ;;
	*)
		"$@"
		return
		;;
	esac
	"$@"
	{
		set -- "$?"
		set -x
	} 2>/dev/null
	return "$1"
}

mcp_args_raw() { __mcp_untraced __mcp_print_payload MCP_TOOL_ARGS; }
mcp_meta_raw() { __mcp_untraced __mcp_print_payload MCP_TOOL_META; }

__mcp_print_payload() {
	__mcp_payload "$1"
	printf '%s\n' "$__mcp_answer"
}

# The JSON in PREFIX_JSON, or in the file that PREFIX_FILE names, else {}; in __mcp_answer.
__mcp_payload() {
	local __mcp_file="$1_FILE" __mcp_json="$1_JSON"
	if [ -n "${!__mcp_file-}" ] && [ -r "${!__mcp_file}" ]; then
		__mcp_answer=$(<"${!__mcp_file}")
	else
		__mcp_answer=${!__mcp_json-}
	fi
	if [ -z "$__mcp_answer" ]; then
		__mcp_answer='{}'
	fi
}

mcp_args_get() { __mcp_untraced __mcp_get mcp_args_get MCP_TOOL_ARGS "$@"; }
mcp_meta_get() { __mcp_untraced __mcp_get mcp_meta_get MCP_TOOL_META "$@"; }

# __mcp_get CALLER PREFIX [FILTER] [--default VALUE]: the default replaces a missing value, null and an empty text.
__mcp_get() {
	__mcp_payload "$2"
	if [ "${4-}" != --default ]; then
		__mcp_print_filtered "$1" "$__mcp_answer" "${3-.}" "$2"
		return
	fi
	if [ $# -lt 5 ]; then
		printf '%s: --default is without its value: filter=%s\n' "$1" "$3" >&2
		return 1
	fi
	__mcp_find "$1" "$__mcp_answer" "$3" "$2" || return
	printf '%s\n' "${__mcp_answer:-$5}"
}

# __mcp_find CALLER JSON FILTER PREFIX: what the filter finds, as jq -rc would print it, in __mcp_answer, which is empty
# for null and for nothing. The text "null" stays.
__mcp_find() {
	if [[ $3 =~ $__mcp_simple_filter ]]; then
		if [ -n "${BASH_REMATCH[4]-}" ]; then
			__mcp_filter "$@"
			return
		fi
		if __mcp_value "$2" "${BASH_REMATCH[1]}" "$4"; then
			case $__mcp_answer in
			null) __mcp_answer='' ;;
			*) __mcp_or_else '' ;;
			esac
			return
		fi
	fi
	__mcp_filter "$1" "$2" "($3) | values" "$4"
}

# What a filter finds in some JSON, as jq -rc prints it.
mcp_json_get() {
	__mcp_print_filtered mcp_json_get "${1-}" "${2-.}"
}

__mcp_print_filtered() {
	__mcp_filter "$@" || return
	if [ -n "$__mcp_found" ]; then
		printf '%s\n' "$__mcp_answer"
	fi
}

# .name or .a.b, with or without // and what stands for null and false.
__mcp_simple_filter='^[[:space:]]*((\.[A-Za-z_][A-Za-z0-9_]*)+)[[:space:]]*(//[[:space:]]*("[^"\]*"|empty|null|true|false|-?(0|[1-9][0-9]*))[[:space:]]*)?$'

# __mcp_filter CALLER JSON FILTER [PREFIX]: what the filter finds in the JSON, as jq -rc would print it, in
# __mcp_answer; __mcp_found is empty if it finds nothing at all. PREFIX says that the JSON is the call's own.
__mcp_filter() {
	local __mcp_caller=$1 __mcp_json=$2 __mcp_query=$3 __mcp_prefix=${4-} __mcp_path __mcp_otherwise __mcp_status=0
	if [[ $__mcp_query =~ $__mcp_simple_filter ]]; then
		__mcp_path=${BASH_REMATCH[1]} __mcp_otherwise=${BASH_REMATCH[4]-}
		if __mcp_value "$__mcp_json" "$__mcp_path" "$__mcp_prefix"; then
			__mcp_or_else "$__mcp_otherwise"
			return
		fi
	fi
	if ! __mcp_have_jq; then
		printf '%s: this needs jq, and there is none: filter=%s payload_len=%d\n' \
			"$__mcp_caller" "$__mcp_query" ${#__mcp_json} >&2
		return 1
	fi
	__mcp_found=yes
	# The dot marks the end, so that an empty line differs from no line.
	__mcp_answer=$(
		set -o pipefail
		printf '%s' "$__mcp_json" | "$__mcp_jq" -rc "$__mcp_query" || exit
		printf .
	) || __mcp_status=$?
	if [ "$__mcp_status" -ne 0 ]; then
		printf '%s: jq error (rc=%d) filter=%s payload_len=%d\n' \
			"$__mcp_caller" "$__mcp_status" "$__mcp_query" ${#__mcp_json} >&2
		return "$__mcp_status"
	fi
	__mcp_answer=${__mcp_answer%.}
	if [ -z "$__mcp_answer" ]; then
		__mcp_found=
	fi
	__mcp_answer=${__mcp_answer%$'\n'}
}

# __mcp_member_of CALLER JSON KEY: the value of any key of an object, as JSON, in __mcp_answer; "null" if there is none.
__mcp_member_of() {
	if __mcp_scannable ${#2}; then
		__mcp_json_scan "$2" "$3" || return 1
		__mcp_answer=$__mcp_member
		return
	fi
	__mcp_quote "$3"
	__mcp_filter "$1" "$2" ".[$__mcp_answer] | tojson"
}

# The value at the path, as JSON, in __mcp_answer. Status 1 if bash cannot, or should not, find it.
__mcp_value() {
	local __mcp_json=$1 __mcp_name=${2#.}
	case $__mcp_name in
	*.*) ;;
	*)
		if [ "$3" = MCP_TOOL_ARGS ] && __mcp_variable "$__mcp_json" "$__mcp_name"; then
			return
		fi
		# There is no such name, in any spelling.
		case $__mcp_json in
		*"\"$__mcp_name\""* | *\\u*) ;;
		'{'*'}')
			__mcp_answer=null
			return
			;;
		esac
		;;
	esac
	__mcp_scannable ${#__mcp_json} && __mcp_json_at "$__mcp_json" ".$__mcp_name"
}

# __mcp_variable JSON NAME [IN_CAPITALS]: the argument from its variable, as JSON, in __mcp_answer. Status 1 if it has no
# variable, or the JSON has another value.
__mcp_variable() {
	local __mcp_json=$1 __mcp_name=$2 __mcp_var
	__mcp_answer=${3-}
	if [ -z "$__mcp_answer" ]; then
		__mcp_upper "$__mcp_name"
	fi
	__mcp_var=MCP_ARG_$__mcp_answer
	if [ -z "${!__mcp_var+set}" ]; then
		return 1
	fi
	__mcp_quote "${!__mcp_var}"
	case $__mcp_json in
	*"\"$__mcp_name\":$__mcp_answer"[,}]*) return ;;
	esac
	__mcp_answer=${!__mcp_var}
	case $__mcp_answer in
	true | false) ;;
	'' | *[!-+.0-9eE]*) return 1 ;;
	esac
	case $__mcp_json in
	*"\"$__mcp_name\":$__mcp_answer"[,}]*) ;;
	*) return 1 ;;
	esac
}

# ASCII letters in upper case, in __mcp_answer. bash 3.2 has no expansion for it.
__mcp_upper() {
	__mcp_answer=$1
	__mcp_answer=${__mcp_answer//a/A} __mcp_answer=${__mcp_answer//b/B} __mcp_answer=${__mcp_answer//c/C}
	__mcp_answer=${__mcp_answer//d/D} __mcp_answer=${__mcp_answer//e/E} __mcp_answer=${__mcp_answer//f/F}
	__mcp_answer=${__mcp_answer//g/G} __mcp_answer=${__mcp_answer//h/H} __mcp_answer=${__mcp_answer//i/I}
	__mcp_answer=${__mcp_answer//j/J} __mcp_answer=${__mcp_answer//k/K} __mcp_answer=${__mcp_answer//l/L}
	__mcp_answer=${__mcp_answer//m/M} __mcp_answer=${__mcp_answer//n/N} __mcp_answer=${__mcp_answer//o/O}
	__mcp_answer=${__mcp_answer//p/P} __mcp_answer=${__mcp_answer//q/Q} __mcp_answer=${__mcp_answer//r/R}
	__mcp_answer=${__mcp_answer//s/S} __mcp_answer=${__mcp_answer//t/T} __mcp_answer=${__mcp_answer//u/U}
	__mcp_answer=${__mcp_answer//v/V} __mcp_answer=${__mcp_answer//w/W} __mcp_answer=${__mcp_answer//x/X}
	__mcp_answer=${__mcp_answer//y/Y} __mcp_answer=${__mcp_answer//z/Z}
}

# Converts the value in __mcp_answer to what jq -r prints; takes the other value for null and false.
__mcp_or_else() {
	__mcp_found=yes
	case $__mcp_answer in
	null | false)
		case $1 in
		'') ;;
		empty)
			__mcp_found='' __mcp_answer=''
			;;
		*)
			__mcp_answer=${1#\"}
			__mcp_answer=${__mcp_answer%\"}
			;;
		esac
		;;
	\"*\\*) __mcp_json_text "$__mcp_answer" ;;
	\"*) __mcp_answer=${__mcp_answer:1:${#__mcp_answer}-2} ;;
	[-0-9]*[eE]*) __mcp_write_out ;;
	esac
}

# Converts a number with an exponent, in __mcp_answer, to a whole number of at most 16 digits. jq prints as many, and no
# digit is lost. Any other number stays as it was written.
__mcp_write_out() {
	[[ $__mcp_answer =~ ^(-?)([0-9]+)(\.([0-9]+))?[eE]\+?0*([0-9]{1,2})$ ]] || return 0
	local __mcp_sign=${BASH_REMATCH[1]} __mcp_digits=${BASH_REMATCH[2]}
	local __mcp_fraction=${BASH_REMATCH[4]-} __mcp_exponent=${BASH_REMATCH[5]}
	__mcp_fraction=${__mcp_fraction%"${__mcp_fraction##*[!0]}"}
	local __mcp_places=$((__mcp_exponent - ${#__mcp_fraction})) __mcp_zeros=0000000000000000
	if [ "$__mcp_places" -lt 0 ] || [ "$__mcp_places" -gt ${#__mcp_zeros} ]; then
		return 0
	fi
	__mcp_digits=$__mcp_digits$__mcp_fraction${__mcp_zeros:0:__mcp_places}
	__mcp_digits=${__mcp_digits#"${__mcp_digits%%[!0]*}"}
	if [ ${#__mcp_digits} -le ${#__mcp_zeros} ]; then
		__mcp_answer=$__mcp_sign${__mcp_digits:-0}
	fi
}

# The value of an argument in __mcp_answer; status 1 if it is missing, null or empty, or its path cannot exist, such as
# .a.b where .a is a text.
__mcp_argument() {
	__mcp_payload MCP_TOOL_ARGS
	__mcp_filter "$1" "$__mcp_answer" "$2" MCP_TOOL_ARGS || return 1
	case $__mcp_answer in
	'' | null) return 1 ;;
	esac
}

mcp_args_require() { __mcp_untraced __mcp_do_args_require "$@"; }
mcp_args_bool() { __mcp_untraced __mcp_do_args_bool "$@"; }
mcp_args_int() { __mcp_untraced __mcp_do_args_int "$@"; }

__mcp_do_args_require() {
	local __mcp_pointer=${1-}
	if ! __mcp_argument mcp_args_require "$__mcp_pointer"; then
		mcp_fail_invalid_args "${2:-$__mcp_pointer is required}"
	fi
	printf '%s\n' "$__mcp_answer"
}

__mcp_do_args_bool() {
	local __mcp_pointer=${1-}
	shift
	if ! __mcp_argument mcp_args_bool "$__mcp_pointer"; then
		if [ "${1-}" != --default ] || [ $# -lt 2 ]; then
			mcp_fail_invalid_args "$__mcp_pointer is required"
		fi
		__mcp_answer=$2
	fi
	case $__mcp_answer in
	true | 1) printf 'true\n' ;;
	*) printf 'false\n' ;;
	esac
}

__mcp_do_args_int() {
	local __mcp_pointer=${1-} __mcp_default='' __mcp_minimum='' __mcp_maximum='' __mcp_given
	shift
	while [ $# -ge 2 ]; do
		case $1 in
		--default) __mcp_default=$2 ;;
		--min) __mcp_minimum=$2 ;;
		--max) __mcp_maximum=$2 ;;
		esac
		shift 2
	done
	if [ -n "$__mcp_minimum" ] && [ -n "$__mcp_maximum" ] && __mcp_less "$__mcp_maximum" "$__mcp_minimum"; then
		mcp_fail_invalid_args 'mcp_args_int: --min cannot exceed --max'
	fi
	if __mcp_argument mcp_args_int "$__mcp_pointer"; then
		__mcp_given=$__mcp_answer
	elif [ -n "$__mcp_default" ]; then
		__mcp_given=$__mcp_default
	else
		mcp_fail_invalid_args "$__mcp_pointer is required"
	fi
	# 3.0 is an integer in JSON Schema.
	if [[ $__mcp_given =~ ^(-?[0-9]+)\.0+$ ]]; then
		__mcp_given=${BASH_REMATCH[1]}
	fi
	if ! [[ $__mcp_given =~ ^-?[0-9]+$ ]]; then
		mcp_fail_invalid_args "$__mcp_pointer must be an integer"
	fi
	if [ -n "$__mcp_minimum" ] && __mcp_less "$__mcp_given" "$__mcp_minimum"; then
		mcp_fail_invalid_args "$__mcp_pointer must be >= $__mcp_minimum"
	fi
	if [ -n "$__mcp_maximum" ] && __mcp_less "$__mcp_maximum" "$__mcp_given"; then
		mcp_fail_invalid_args "$__mcp_pointer must be <= $__mcp_maximum"
	fi
	printf '%s\n' "$__mcp_given"
}

# Whether one integer is less than another. bash's arithmetic holds at most 18 digits.
__mcp_less() {
	local __mcp_left=$1 __mcp_right=$2
	if [ ${#__mcp_left} -le 18 ] && [ ${#__mcp_right} -le 18 ]; then
		[ "$__mcp_left" -lt "$__mcp_right" ]
		return
	fi
	case ${__mcp_left:0:1}${__mcp_right:0:1} in
	--)
		__mcp_left=${2#-} __mcp_right=${1#-}
		;;
	-?) return 0 ;;
	?-) return 1 ;;
	esac
	[ ${#__mcp_left} -lt ${#__mcp_right} ] ||
		{ [ ${#__mcp_left} -eq ${#__mcp_right} ] && [[ $__mcp_left < $__mcp_right ]]; }
}
