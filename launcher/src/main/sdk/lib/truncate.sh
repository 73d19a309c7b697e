# shellcheck shell=bash
# Shortens JSON to a size by dropping items of an array.

# mcp_json_truncate JSON [MAX_BYTES] [--array-path .a.b]: {"result","truncated"[,"kept","total"][,"error"]}; status 0.
# The option may stand anywhere.
__mcp_do_json_truncate() {
	local __mcp_json='' __mcp_most='' __mcp_path='' __mcp_status=0 __mcp_place=0
	while [ $# -gt 0 ]; do
		case $1,$__mcp_place in
		--array-path,*)
			__mcp_path=${2-}
			shift $(($# > 1))
			;;
		*,0) __mcp_json=$1 __mcp_place=1 ;;
		*,1) __mcp_most=$1 __mcp_place=2 ;;
		esac
		shift
	done
	__mcp_number "${MCPBASH_MAX_TOOL_OUTPUT_SIZE-}" 1 10485760
	__mcp_number "$__mcp_most" 0 "$__mcp_answer"
	__mcp_most=$__mcp_answer
	if [[ $__mcp_json != *[!$' \t\n\r']* ]]; then
		__mcp_truncate_failed invalid_json 'Empty input: there is nothing to truncate' "$__mcp_json"
		return
	fi
	if [ -n "$__mcp_path" ] && ! [[ $__mcp_path =~ ^\.[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$ ]]; then
		__mcp_truncate_failed invalid_path_syntax "--array-path is like .a.b, not $__mcp_path"
		return
	fi
	__mcp_compact "$__mcp_json" || __mcp_status=$?
	case $__mcp_status in
	0) ;;
	2)
		__mcp_truncate_failed invalid_json "Multiple JSON values found ($__mcp_values): one is expected" "$__mcp_json"
		return
		;;
	*)
		__mcp_truncate_failed invalid_json 'Invalid JSON: parse error' "$__mcp_json"
		return
		;;
	esac
	__mcp_json=$__mcp_answer
	if [ -z "$__mcp_path" ] && __mcp_fits "$__mcp_json" "$__mcp_most"; then
		printf '{"result":%s,"truncated":false}\n' "$__mcp_json"
	elif __mcp_have_jq; then
		printf '%s' "$__mcp_json" |
			"$__mcp_jq" -c --argjson most "$__mcp_most" --arg path "$__mcp_path" "$__mcp_truncation"
	else
		printf '{"result":%s,"truncated":false,"_warning":"truncation unavailable in minimal mode"}\n' "$__mcp_json"
	fi
}

# Finds the largest number of items that fits by bisection. The array is at the given path, the value itself, or its
# "results".
# shellcheck disable=SC2016
__mcp_truncation='
def size: tojson | utf8bytelength;
def failed($type; $message): {result: null, truncated: false, error: {type: $type, message: $message}};
def most_that_fit($low; $high; fits):
	if $low >= $high then $low
	else ((($low + $high + 1) / 2) | floor) as $middle
		| if ($middle | fits) then most_that_fit($middle; $high; fits) else most_that_fit($low; $middle - 1; fits) end
	end;
. as $whole
| (if $path != "" then $path[1:] | split(".")
	elif type == "array" then []
	elif type == "object" and (.results | type) == "array" then ["results"]
	else null end) as $at
| if $at == null then failed("output_too_large"; "The output has \(size) bytes, \($most) are allowed, and there is no array to cut")
	else (try {found: getpath($at)} catch null) as $found
	| if $found == null then failed("invalid_path"; "\($path) leads through something that has no members")
	elif $found.found == null then failed("path_not_found"; "There is nothing at \($path)")
	elif ($found.found | type) != "array" then failed("invalid_array_path"; "What is at \($path) is no array")
	else $found.found as $items
	| def cut($kept): $whole | setpath($at; $items[:$kept]);
	  ($items | length) as $total
	| most_that_fit(0; $total; . as $kept | cut($kept) | size <= $most) as $kept
	| if $kept == 0 and $total > 0 and (cut(0) | size) > $most then
		failed("output_too_large"; "Even without the items the output has more than \($most) bytes")
	elif $kept == $total then {result: $whole, truncated: false, kept: $kept, total: $total}
	else {result: cut($kept), truncated: true, kept: $kept, total: $total}
		+ (if $kept == 0 then {_warning: "individual items exceed max_bytes"} else {} end)
	end end end'

# __mcp_truncate_failed TYPE MESSAGE [RAW]
__mcp_truncate_failed() {
	local __mcp_error
	__mcp_quote "$2"
	__mcp_error="\"type\":\"$1\",\"message\":$__mcp_answer"
	if [ $# -gt 2 ]; then
		__mcp_quote "${3:0:200}"
		__mcp_error="$__mcp_error,\"raw\":$__mcp_answer"
	fi
	printf '{"result":null,"truncated":false,"error":{%s}}\n' "$__mcp_error"
}
