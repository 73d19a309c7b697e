# shellcheck shell=bash
# What the tool was called with. The server tells every scalar argument twice: in the JSON, and as a variable
# MCP_ARG_NAME of its own. The variable is believed only where the JSON says the same, so that arguments whose
# names differ in case alone, or a tool that calls another one with other arguments, get what jq would print.

mcp_args_raw() { __mcp_print_payload MCP_TOOL_ARGS; }
mcp_meta_raw() { __mcp_print_payload MCP_TOOL_META; }

__mcp_print_payload() {
	local traced=
	# Arguments may be secret or long: bash -x does not show them.
	{ case $- in *x*) traced=yes; set +x ;; esac; } 2>/dev/null
	__mcp_payload "$1"
	printf '%s\n' "$__mcp_answer"
	if [ -n "$traced" ]; then
		set -x
	fi
}

# The JSON that PREFIX_FILE or PREFIX_JSON tells, else {}; in __mcp_answer.
__mcp_payload() {
	local file="$1_FILE" json="$1_JSON"
	if [ -n "${!file-}" ] && [ -r "${!file}" ]; then
		__mcp_answer=$(<"${!file}")
	else
		__mcp_answer=${!json-}
	fi
	if [ -z "$__mcp_answer" ]; then
		__mcp_answer='{}'
	fi
}

mcp_args_get() { __mcp_get mcp_args_get MCP_TOOL_ARGS "$@"; }
mcp_meta_get() { __mcp_get mcp_meta_get MCP_TOOL_META "$@"; }

__mcp_get() {
	__mcp_payload "$2"
	__mcp_print_filtered "$1" "$__mcp_answer" "${3-.}" "$2"
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
	local caller=$1 json=$2 filter=$3 prefix=${4-} path otherwise status=0
	if [[ $filter =~ $__mcp_simple_filter ]]; then
		path=${BASH_REMATCH[1]} otherwise=${BASH_REMATCH[4]-}
		if __mcp_value "$json" "$path" "$prefix"; then
			__mcp_or_else "$otherwise"
			return
		fi
	fi
	if ! __mcp_have_jq; then
		printf '%s: this needs jq, and there is none: filter=%s payload_len=%d\n' "$caller" "$filter" ${#json} >&2
		return 1
	fi
	__mcp_found=yes
	# The dot tells an empty line from no line.
	__mcp_answer=$(
		set -o pipefail
		printf '%s' "$json" | "$__mcp_jq" -rc "$filter" || exit
		printf .
	) || status=$?
	if [ "$status" -ne 0 ]; then
		printf '%s: jq error (rc=%d) filter=%s payload_len=%d\n' "$caller" "$status" "$filter" ${#json} >&2
		return "$status"
	fi
	__mcp_answer=${__mcp_answer%.}
	if [ -z "$__mcp_answer" ]; then
		__mcp_found=
	fi
	__mcp_answer=${__mcp_answer%$'\n'}
}

# __mcp_member_of CALLER JSON KEY: what an object has under any key at all, as JSON, in __mcp_answer; "null" if nothing.
__mcp_member_of() {
	if __mcp_scannable ${#2}; then
		__mcp_json_scan "$2" "$3" || return 1
		__mcp_answer=$__mcp_member
		return
	fi
	__mcp_quote "$3"
	__mcp_filter "$1" "$2" ".[$__mcp_answer] | tojson"
}

# What the JSON has under the path, as JSON, in __mcp_answer. Status 1 if bash cannot, or should not, tell.
__mcp_value() {
	local json=$1 name=${2#.}
	case $name in
	*.*) ;;
	*)
		if [ "$3" = MCP_TOOL_ARGS ] && __mcp_variable "$json" "$name"; then
			return
		fi
		# No such name, and no other way to write it.
		case $json in
		*"\"$name\""* | *\\u*) ;;
		'{'*'}')
			__mcp_answer=null
			return
			;;
		esac
		;;
	esac
	__mcp_scannable ${#json} && __mcp_json_at "$json" ".$name"
}

# __mcp_variable JSON NAME [IN_CAPITALS]: the argument by its variable, as JSON, in __mcp_answer. Status 1 if it has
# none the JSON agrees with.
__mcp_variable() {
	local json=$1 name=$2 variable
	__mcp_answer=${3-}
	if [ -z "$__mcp_answer" ]; then
		__mcp_upper "$name"
	fi
	variable=MCP_ARG_$__mcp_answer
	if [ -z "${!variable+set}" ]; then
		return 1
	fi
	__mcp_quote "${!variable}"
	case $json in
	*"\"$name\":$__mcp_answer"[,}]*) return ;;
	esac
	__mcp_answer=${!variable}
	case $__mcp_answer in
	true | false) ;;
	'' | *[!-+.0-9eE]*) return 1 ;;
	esac
	case $json in
	*"\"$name\":$__mcp_answer"[,}]*) ;;
	*) return 1 ;;
	esac
}

# ASCII letters in upper case, in __mcp_answer. bash 3.2 has no expansion for it.
__mcp_upper() {
	local text=$1
	text=${text//a/A} text=${text//b/B} text=${text//c/C} text=${text//d/D} text=${text//e/E} text=${text//f/F}
	text=${text//g/G} text=${text//h/H} text=${text//i/I} text=${text//j/J} text=${text//k/K} text=${text//l/L}
	text=${text//m/M} text=${text//n/N} text=${text//o/O} text=${text//p/P} text=${text//q/Q} text=${text//r/R}
	text=${text//s/S} text=${text//t/T} text=${text//u/U} text=${text//v/V} text=${text//w/W} text=${text//x/X}
	text=${text//y/Y} text=${text//z/Z}
	__mcp_answer=$text
}

# Makes the value in __mcp_answer what it is printed as, or takes the other one for null and false.
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

# A number with an exponent, in __mcp_answer, becomes the whole number it stands for if that has at most 16 digits: so
# many jq prints, too, and nothing of the value is lost. Any other number stays as it was written.
__mcp_write_out() {
	[[ $__mcp_answer =~ ^(-?)([0-9]+)(\.([0-9]+))?[eE]\+?0*([0-9]{1,2})$ ]] || return 0
	local sign=${BASH_REMATCH[1]} digits=${BASH_REMATCH[2]} fraction=${BASH_REMATCH[4]-} exponent=${BASH_REMATCH[5]}
	fraction=${fraction%"${fraction##*[!0]}"}
	local places=$((exponent - ${#fraction})) zeros=0000000000000000
	if [ "$places" -lt 0 ] || [ "$places" -gt ${#zeros} ]; then
		return 0
	fi
	digits=$digits$fraction${zeros:0:places}
	digits=${digits#"${digits%%[!0]*}"}
	if [ ${#digits} -le ${#zeros} ]; then
		__mcp_answer=$sign${digits:-0}
	fi
}

# The value of an argument in __mcp_answer; status 1 if it is missing, null or empty, or cannot be there at all, as .a.b
# where .a is a text.
__mcp_argument() {
	__mcp_payload MCP_TOOL_ARGS
	__mcp_filter "$1" "$__mcp_answer" "$2" MCP_TOOL_ARGS || return 1
	case $__mcp_answer in
	'' | null) return 1 ;;
	esac
}

mcp_args_require() {
	local pointer=${1-}
	if ! __mcp_argument mcp_args_require "$pointer"; then
		mcp_fail_invalid_args "${2:-$pointer is required}"
	fi
	printf '%s\n' "$__mcp_answer"
}

mcp_args_bool() {
	local pointer=${1-}
	shift
	if ! __mcp_argument mcp_args_bool "$pointer"; then
		if [ "${1-}" != --default ] || [ $# -lt 2 ]; then
			mcp_fail_invalid_args "$pointer is required"
		fi
		__mcp_answer=$2
	fi
	case $__mcp_answer in
	true | 1) printf 'true\n' ;;
	*) printf 'false\n' ;;
	esac
}

mcp_args_int() {
	local pointer=${1-} default='' minimum='' maximum='' value
	shift
	while [ $# -ge 2 ]; do
		case $1 in
		--default) default=$2 ;;
		--min) minimum=$2 ;;
		--max) maximum=$2 ;;
		esac
		shift 2
	done
	if [ -n "$minimum" ] && [ -n "$maximum" ] && __mcp_less "$maximum" "$minimum"; then
		mcp_fail_invalid_args 'mcp_args_int: --min cannot exceed --max'
	fi
	if __mcp_argument mcp_args_int "$pointer"; then
		value=$__mcp_answer
	elif [ -n "$default" ]; then
		value=$default
	else
		mcp_fail_invalid_args "$pointer is required"
	fi
	# 3.0 is an integer in JSON Schema.
	if [[ $value =~ ^(-?[0-9]+)\.0+$ ]]; then
		value=${BASH_REMATCH[1]}
	fi
	if ! [[ $value =~ ^-?[0-9]+$ ]]; then
		mcp_fail_invalid_args "$pointer must be an integer"
	fi
	if [ -n "$minimum" ] && __mcp_less "$value" "$minimum"; then
		mcp_fail_invalid_args "$pointer must be >= $minimum"
	fi
	if [ -n "$maximum" ] && __mcp_less "$maximum" "$value"; then
		mcp_fail_invalid_args "$pointer must be <= $maximum"
	fi
	printf '%s\n' "$value"
}

# Whether one integer is less than another. Longer than 18 digits, it no longer fits bash's arithmetic.
__mcp_less() {
	local left=$1 right=$2
	if [ ${#left} -le 18 ] && [ ${#right} -le 18 ]; then
		[ "$left" -lt "$right" ]
		return
	fi
	case ${left:0:1}${right:0:1} in
	--)
		left=${2#-} right=${1#-}
		;;
	-?) return 0 ;;
	?-) return 1 ;;
	esac
	[ ${#left} -lt ${#right} ] || { [ ${#left} -eq ${#right} ] && [[ $left < $right ]]; }
}
