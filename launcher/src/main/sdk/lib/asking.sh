# shellcheck shell=bash
# Questions to the client or its user, while the tool waits. The question is a file that the server takes, and the answer
# a file that it writes. Each file appears complete, by a rename.

# Seconds that a model has for its answer, unless the tool sets another time.
__mcp_sample_timeout=120
# The same sentence as the server's (QuestionKind).
__mcp_no_elicitation='the client lacks the capability elicitation, so its user cannot be asked'
__mcp_no_sampling='the client lacks the capability sampling, so its model cannot be asked'
# The pause between two checks for an answer, too short to be noticed.
__mcp_ask_pause=0.05
__mcp_ask_checks_per_second=20
# Seconds within which even a busy server confirms that a question is withdrawn.
__mcp_give_up_timeout=10

# mcp_elicit MESSAGE SCHEMA [TIMEOUT] [MODE]: prints what the user did. Status 1 if no user answered.
__mcp_do_elicit() {
	local __mcp_message __mcp_mode __mcp_schema=${2-}
	if [ "${4-}" = url ]; then
		mcp_elicit_url "${1-}" "$__mcp_schema" "${3-}"
		return
	fi
	__mcp_quote "${1-}"
	__mcp_message=$__mcp_answer
	__mcp_quote "${4:-form}"
	__mcp_mode=$__mcp_answer
	if ! __mcp_compact "$__mcp_schema"; then
		__mcp_elicit_ended error "the schema is not JSON: ${__mcp_schema:0:100}"
		return
	fi
	__mcp_elicit "{\"message\":$__mcp_message,\"schema\":$__mcp_answer,\"mode\":$__mcp_mode}" "${3-}"
}

# mcp_elicit_url MESSAGE URL [TIMEOUT]
__mcp_do_elicit_url() {
	local __mcp_message
	__mcp_quote "${1-}"
	__mcp_message=$__mcp_answer
	__mcp_quote "${2-}"
	__mcp_elicit "{\"message\":$__mcp_message,\"url\":$__mcp_answer,\"mode\":\"url\"}" "${3-}"
}

__mcp_elicit() {
	local __mcp_status=0
	if [ "${MCP_ELICIT_SUPPORTED-}" != 1 ]; then
		__mcp_elicit_ended decline "$__mcp_no_elicitation"
		return
	fi
	__mcp_ask "$1" "${MCP_ELICIT_REQUEST_FILE-}" "${MCP_ELICIT_RESPONSE_FILE-}" \
		"${2:-$MCP_ELICIT_DEFAULT_TIMEOUT}" || __mcp_status=$?
	case $__mcp_status in
	0)
		printf '%s\n' "$__mcp_answer"
		# Only the server gives a reason: the client was not asked, or has not answered.
		case $__mcp_answer in
		'{"action":"decline","content":null,"message":'* | '{"action":"error",'*)
			__mcp_say_why mcp_elicit "$__mcp_answer"
			return 1
			;;
		esac
		;;
	2) __mcp_elicit_ended cancel 'the call was cancelled' ;;
	*) __mcp_elicit_ended error 'no answer came in time, or this call cannot ask the client' ;;
	esac
}

# __mcp_say_why CALLER OBJECT: the reason that the server gives in the member "message".
__mcp_say_why() {
	__mcp_member_of "$1" "$2" message || return 0
	case $__mcp_answer in
	\"*)
		__mcp_json_text "$__mcp_answer"
		printf '%s: %s\n' "$1" "$__mcp_answer" >&2
		;;
	esac
}

# __mcp_elicit_ended ACTION WHY
__mcp_elicit_ended() {
	printf 'mcp_elicit: %s\n' "$2" >&2
	printf '{"action":"%s","content":null}\n' "$1"
	return 1
}

# __mcp_ask REQUEST REQUEST_FILE RESPONSE_FILE TIMEOUT: the answer in __mcp_answer.
# Status 1: this call cannot ask, or no answer came in time; 2: the call was cancelled.
__mcp_ask() {
	local __mcp_request=$2 __mcp_response=$3 __mcp_timeout=$4 __mcp_status=0
	if [ -z "$__mcp_request" ] || [ -z "$__mcp_response" ]; then
		return 1
	fi
	__mcp_number "$__mcp_timeout" 0 "$MCP_ELICIT_DEFAULT_TIMEOUT"
	__mcp_timeout=$__mcp_answer
	# A file that is there already answers an earlier question, whose process did not wait.
	if [ -e "$__mcp_response" ]; then
		rm -f -- "$__mcp_response"
	fi
	printf '%s\n' "$1" >|"$__mcp_request.new.$$" && mv -f -- "$__mcp_request.new.$$" "$__mcp_request" || return 1
	if [ -n "$MCP_PROGRESS_STREAM" ]; then
		__mcp_send "$MCP_PROGRESS_STREAM" '{"jsonrpc":"2.0","method":"bullpen/asking"}'
	fi
	__mcp_await "$__mcp_response" "$__mcp_timeout" || __mcp_status=$?
	if [ "$__mcp_status" -ne 0 ]; then
		__mcp_give_up "$__mcp_request" "$__mcp_response"
		return "$__mcp_status"
	fi
	__mcp_answer=$(<"$__mcp_response")
	rm -f -- "$__mcp_response"
}

# __mcp_give_up REQUEST_FILE RESPONSE_FILE: withdraws the question. The server gives one answer to each question that it
# has taken, its own if the client has not answered. That answer is removed here, so that the next answer belongs to the
# next question.
__mcp_give_up() {
	if rm -- "$1" 2>/dev/null || [ -z "$MCP_PROGRESS_STREAM" ]; then
		return
	fi
	__mcp_send "$MCP_PROGRESS_STREAM" \
		"{\"jsonrpc\":\"2.0\",\"method\":\"bullpen/given-up\",\"params\":{\"file\":\"${1##*/}\"}}"
	__mcp_await "$2" "$__mcp_give_up_timeout" || :
	rm -f -- "$2"
}

# __mcp_await FILE TIMEOUT: waits for the file. Status 1: it did not come; 2: the call was cancelled.
__mcp_await() {
	local __mcp_checks=$(($2 * __mcp_ask_checks_per_second)) __mcp_status=0 __mcp_ignored
	# Waiting on a pipe without a writer needs no process; sleep does. bash 3.2 can only wait whole seconds.
	if [ "${BASH_VERSINFO[0]}" -ge 4 ] && { : 9<> <(:); } 2>/dev/null; then
		while [ ! -s "$1" ]; do
			__mcp_still_wanted || {
				__mcp_status=$?
				break
			}
			read -r -t "$__mcp_ask_pause" -u 9 __mcp_ignored || :
		done 9<> <(:)
		return "$__mcp_status"
	fi
	while [ ! -s "$1" ]; do
		__mcp_still_wanted || return
		sleep "$__mcp_ask_pause"
	done
}

# Counts __mcp_checks of __mcp_await down.
__mcp_still_wanted() {
	if mcp_is_cancelled; then
		return 2
	fi
	__mcp_checks=$((__mcp_checks - 1))
	[ "$__mcp_checks" -ge 0 ]
}

# __mcp_elicit_form MESSAGE NAME PROPERTY [TIMEOUT]: a form of one field, which must be filled in.
__mcp_elicit_form() {
	mcp_elicit "$1" "{\"type\":\"object\",\"properties\":{$2:$3},\"required\":[$2]}" "${4-}"
}

__mcp_do_elicit_string() {
	local __mcp_field=${2:-value}
	__mcp_quote "$__mcp_field"
	__mcp_elicit_form "${1-}" "$__mcp_answer" '{"type":"string"}'
}

__mcp_do_elicit_confirm() {
	__mcp_elicit_form "${1-}" '"confirmed"' '{"type":"boolean"}'
}

__mcp_do_elicit_choice() {
	local __mcp_message=${1-}
	shift
	__mcp_array "$@"
	__mcp_elicit_form "$__mcp_message" '"choice"' "{\"type\":\"string\",\"enum\":$__mcp_answer}"
}

__mcp_do_elicit_titled_choice() {
	local __mcp_message=${1-}
	shift
	__mcp_titled "$@"
	__mcp_elicit_form "$__mcp_message" '"choice"' "{\"type\":\"string\",\"oneOf\":$__mcp_answer}"
}

__mcp_do_elicit_multi_choice() {
	local __mcp_message=${1-}
	shift
	__mcp_array "$@"
	__mcp_elicit_form "$__mcp_message" '"choices"' \
		"{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":$__mcp_answer}}"
}

__mcp_do_elicit_titled_multi_choice() {
	local __mcp_message=${1-}
	shift
	__mcp_titled "$@"
	# Titled values of an array stand in anyOf (elicitation/create, TitledMultiSelectEnumSchema).
	__mcp_elicit_form "$__mcp_message" '"choices"' "{\"type\":\"array\",\"items\":{\"anyOf\":$__mcp_answer}}"
}

# "value:Title" … as a JSON array of constants with titles, in __mcp_answer.
__mcp_titled() {
	local __mcp_list='' __mcp_option __mcp_constant
	for __mcp_option in "$@"; do
		__mcp_quote "${__mcp_option%%:*}"
		__mcp_constant=$__mcp_answer
		__mcp_quote "${__mcp_option#*:}"
		__mcp_list="$__mcp_list${__mcp_list:+,}{\"const\":$__mcp_constant,\"title\":$__mcp_answer}"
	done
	__mcp_answer="[$__mcp_list]"
}

# mcp_sample PARAMS [TIMEOUT]: prints what the model answered, a CreateMessageResult. Status 1 and {"error":{…}} if the
# client offers no sampling, refuses, or does not answer in time.
__mcp_do_sample() {
	local __mcp_status=0
	if [ "${MCP_SAMPLE_SUPPORTED-}" != 1 ]; then
		__mcp_sample_ended "$__mcp_no_sampling"
		return
	fi
	if ! __mcp_compact "${1-}"; then
		__mcp_sample_ended 'the parameters are not JSON'
		return
	fi
	__mcp_ask "$__mcp_answer" "${MCP_SAMPLE_REQUEST_FILE-}" "${MCP_SAMPLE_RESPONSE_FILE-}" \
		"${2:-$__mcp_sample_timeout}" || __mcp_status=$?
	case $__mcp_status in
	0) ;;
	2)
		__mcp_sample_ended 'the call was cancelled'
		return
		;;
	*)
		__mcp_sample_ended 'the client did not answer in time'
		return
		;;
	esac
	printf '%s\n' "$__mcp_answer"
	case $__mcp_answer in
	'{"error":'*)
		__mcp_member_of mcp_sample "$__mcp_answer" error && __mcp_say_why mcp_sample "$__mcp_answer"
		return 1
		;;
	esac
}

__mcp_sample_ended() {
	printf 'mcp_sample: %s\n' "$1" >&2
	printf '{"error":{"message":"%s"}}\n' "$1"
	return 1
}
