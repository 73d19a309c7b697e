# shellcheck shell=bash
# Questions to the client between two runs of the tool. It prints its questions and ends, and is run again with the
# answers. No process waits meanwhile.

# mcp_input_required [--state JSON] KEY REQUEST …: prints the requests as the whole output, and ends the tool.
__mcp_do_input_required() {
	local __mcp_state='' __mcp_requests='' __mcp_key
	if [ "${1-}" = --state ]; then
		if ! __mcp_compact "${2-}"; then
			printf 'mcp_input_required: the state is not JSON: %.100s\n' "${2-}" >&2
			exit 1
		fi
		__mcp_state=",\"requestState\":$__mcp_answer"
		shift 2
	fi
	if [ $(($# % 2)) -ne 0 ] || [ "$#$__mcp_state" = 0 ]; then
		printf 'mcp_input_required: expected a key and a request, or more such pairs, got %d arguments\n' $# >&2
		exit 1
	fi
	while [ $# -gt 0 ]; do
		__mcp_quote "$1"
		__mcp_key=$__mcp_answer
		if ! __mcp_compact "$2"; then
			printf 'mcp_input_required: the request %s is not JSON: %.100s\n' "$__mcp_key" "$2" >&2
			exit 1
		fi
		__mcp_requests="$__mcp_requests${__mcp_requests:+,}$__mcp_key:$__mcp_answer"
		shift 2
	done
	printf '{"resultType":"input_required","inputRequests":{%s}%s}\n' "$__mcp_requests" "$__mcp_state"
	exit 0
}

# mcp_input_elicit MESSAGE SCHEMA: a form, as a request for mcp_input_required.
__mcp_do_input_elicit() {
	local __mcp_message
	__mcp_quote "${1-}"
	__mcp_message=$__mcp_answer
	if ! __mcp_compact "${2-}"; then
		printf 'mcp_input_elicit: the schema is not JSON: %.100s\n' "${2-}" >&2
		return 1
	fi
	printf '{"method":"elicitation/create","params":{"mode":"form","message":%s,"requestedSchema":%s}}\n' \
		"$__mcp_message" "$__mcp_answer"
}

# mcp_input_elicit_url MESSAGE URL: a page to open.
__mcp_do_input_elicit_url() {
	local __mcp_message
	__mcp_quote "${1-}"
	__mcp_message=$__mcp_answer
	__mcp_quote "${2-}"
	printf '{"method":"elicitation/create","params":{"mode":"url","message":%s,"url":%s}}\n' \
		"$__mcp_message" "$__mcp_answer"
}

# mcp_input_sample PARAMS: a message for the client's model.
__mcp_do_input_sample() {
	if ! __mcp_compact "${1-}"; then
		printf 'mcp_input_sample: the parameters are not JSON: %.100s\n' "${1-}" >&2
		return 1
	fi
	printf '{"method":"sampling/createMessage","params":%s}\n' "$__mcp_answer"
}

__mcp_do_input_roots() {
	printf '{"method":"roots/list","params":{}}\n'
}

# mcp_input_response KEY [FILTER]: the answer to the request with that key, or the filter's result on it.
# Status 1: there is no answer, or the filter finds nothing: ask again.
__mcp_do_input_response() {
	local __mcp_response
	__mcp_payload MCP_INPUT_RESPONSES
	__mcp_member_of mcp_input_response "$__mcp_answer" "${1-}" || return 1
	case $__mcp_answer in '{'*) ;; *) return 1 ;; esac
	__mcp_response=$__mcp_answer
	if [ $# -lt 2 ]; then
		printf '%s\n' "$__mcp_response"
		return
	fi
	__mcp_print_wanted mcp_input_response "$__mcp_response" "$2"
}

# mcp_request_state [FILTER]: the --state of the run before, or the filter's result on it. Status 1: there is none.
__mcp_do_request_state() {
	if [ -z "${MCP_REQUEST_STATE_JSON-}" ] && [ -z "${MCP_REQUEST_STATE_FILE-}" ]; then
		return 1
	fi
	__mcp_payload MCP_REQUEST_STATE
	__mcp_print_wanted mcp_request_state "$__mcp_answer" "${1:-.}"
}

# Prints the filter's result; status 1 if it finds nothing or null.
__mcp_print_wanted() {
	if [ "$3" = . ]; then
		__mcp_compact "$2" || return 1
		__mcp_found=yes
	else
		__mcp_filter "$@" || return 1
	fi
	if [ -z "$__mcp_found" ] || [ "$__mcp_answer" = null ]; then
		return 1
	fi
	printf '%s\n' "$__mcp_answer"
}

# mcp_client_can NAME: whether the client offers elicitation, sampling, roots, or a part of one, such as elicitation.url.
# MCP_CLIENT_CAN has only capabilities that the server can use.
__mcp_do_client_can() {
	local __mcp_name=${1-} __mcp_part
	case $__mcp_name in
	'' | *[!A-Za-z0-9_.]* | .* | *. | *..*)
		printf 'mcp_client_can: "%s" is no name of a capability\n' "$__mcp_name" >&2
		return 1
		;;
	esac
	case " ${MCP_CLIENT_CAN-} " in *" $__mcp_name "*) return 0 ;; esac
	__mcp_payload MCP_TOOL_META
	__mcp_member_of mcp_client_can "$__mcp_answer" io.modelcontextprotocol/clientCapabilities || return 1
	case $__mcp_answer in '{'*) ;; *) return 1 ;; esac
	while [ -n "$__mcp_name" ]; do
		__mcp_part=${__mcp_name%%.*}
		__mcp_name=${__mcp_name#"$__mcp_part"} __mcp_name=${__mcp_name#.}
		__mcp_member_of mcp_client_can "$__mcp_answer" "$__mcp_part" || return 1
		case $__mcp_answer in '{'* | true) ;; *) return 1 ;; esac
	done
}
