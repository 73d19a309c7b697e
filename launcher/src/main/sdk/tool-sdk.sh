# shellcheck shell=bash
# Functions for tools and prompts that are written in bash. Put at the beginning of the script:
#
#	source "${MCP_SDK:?}/tool-sdk.sh"
#
# Needs bash 3.2 or newer. Functions start no process where they can avoid it: a tool that reads a few arguments and
# prints text starts none, not even jq. Functions that are seldom needed are in files of their own, read at first use.
#
# These functions run in the shell of the tool, and may call functions of the tool, which see their variables. So all
# names begin with mcp_ or __mcp_. A tool may make any other name readonly: then even "local" would fail, and the
# function would use the tool's value.
set -euo pipefail

MCP_TOOL_CANCELLATION_FILE=${MCP_CANCEL_FILE-}
MCP_PROGRESS_STREAM=${MCP_PROGRESS_STREAM-}
MCP_PROGRESS_TOKEN=${MCP_PROGRESS_TOKEN-}
MCP_LOG_STREAM=${MCP_LOG_STREAM-}

# Absolute, because the files beside this one are read later, perhaps after the tool has changed its folder.
case ${BASH_SOURCE[0]} in
/*) __mcp_sdk=${BASH_SOURCE[0]%/*} ;;
*/*) __mcp_sdk=$PWD/${BASH_SOURCE[0]%/*} ;;
*) __mcp_sdk=$PWD ;;
esac

# Reads lib/NAME.sh.
__mcp_load() {
	# shellcheck disable=SC1090
	. "$__mcp_sdk/lib/$1.sh" || {
		printf 'tool-sdk.sh: %s/lib/%s.sh cannot be read; install Bullpen anew\n' "$__mcp_sdk" "$1" >&2
		exit 1
	}
}

# The files that were read for the functions below, each between blanks.
__mcp_had=' '

# Reads lib/NAME.sh once. The file defines no name that tools call, so a tool's own definition of such a name stays.
__mcp_have() {
	case $__mcp_had in
	*" $1 "*) ;;
	*)
		__mcp_load "$1"
		__mcp_had="$__mcp_had$1 "
		;;
	esac
}

# A new folder for files of this call only. It is beside the call's error file, if there is one, where the server removes
# it in any case.
__mcp_scratch() {
	local __mcp_folder=${TMPDIR:-/tmp}
	case ${MCP_TOOL_ERROR_FILE-} in
	*/*)
		if [ -w "${MCP_TOOL_ERROR_FILE%/*}" ]; then
			__mcp_folder=${MCP_TOOL_ERROR_FILE%/*}
		fi
		;;
	esac
	mktemp -d "$__mcp_folder/mcp-scratch.XXXXXX"
}

__mcp_load json
__mcp_load arguments
__mcp_load results
__mcp_load events

# Seconds that a user has for an answer.
__mcp_number "${MCPBASH_ELICITATION_TIMEOUT-}" 1 30
MCP_ELICIT_DEFAULT_TIMEOUT=$__mcp_answer

# lib/json-reader.sh: JSON read by bash alone
__mcp_json_scan() { __mcp_load json-reader; __mcp_json_scan "$@"; }
__mcp_json_at() { __mcp_load json-reader; __mcp_json_at "$@"; }
__mcp_json_text() { __mcp_load json-reader; __mcp_json_text "$@"; }

# lib/envelopes.sh: results with a structure
mcp_result_success() { __mcp_have envelopes; __mcp_do_result_success "$@"; }
mcp_result_error() { __mcp_have envelopes; __mcp_do_result_error "$@"; }
mcp_error() { __mcp_have envelopes; __mcp_do_error "$@"; }
mcp_extract_cli_error() { __mcp_have envelopes; __mcp_do_extract_cli_error "$@"; }
mcp_json_truncate() { __mcp_have truncate; __mcp_do_json_truncate "$@"; }

# lib/asking.sh: questions to the client while the tool waits
mcp_elicit() { __mcp_have asking; __mcp_do_elicit "$@"; }
mcp_elicit_url() { __mcp_have asking; __mcp_do_elicit_url "$@"; }
mcp_elicit_string() { __mcp_have asking; __mcp_do_elicit_string "$@"; }
mcp_elicit_confirm() { __mcp_have asking; __mcp_do_elicit_confirm "$@"; }
mcp_elicit_choice() { __mcp_have asking; __mcp_do_elicit_choice "$@"; }
mcp_elicit_titled_choice() { __mcp_have asking; __mcp_do_elicit_titled_choice "$@"; }
mcp_elicit_multi_choice() { __mcp_have asking; __mcp_do_elicit_multi_choice "$@"; }
mcp_elicit_titled_multi_choice() { __mcp_have asking; __mcp_do_elicit_titled_multi_choice "$@"; }
mcp_sample() { __mcp_have asking; __mcp_do_sample "$@"; }

# lib/input-required.sh: questions to the client between two runs of the tool
mcp_input_required() { __mcp_have input-required; __mcp_do_input_required "$@"; }
mcp_input_elicit() { __mcp_have input-required; __mcp_do_input_elicit "$@"; }
mcp_input_elicit_url() { __mcp_have input-required; __mcp_do_input_elicit_url "$@"; }
mcp_input_sample() { __mcp_have input-required; __mcp_do_input_sample "$@"; }
mcp_input_roots() { __mcp_have input-required; __mcp_do_input_roots "$@"; }
mcp_input_response() { __mcp_have input-required; __mcp_untraced __mcp_do_input_response "$@"; }
mcp_request_state() { __mcp_have input-required; __mcp_untraced __mcp_do_request_state "$@"; }
mcp_client_can() { __mcp_have input-required; __mcp_untraced __mcp_do_client_can "$@"; }

# lib/prompts.sh: what the script of a prompt reads and prints
mcp_prompt_arg() { __mcp_have prompts; __mcp_untraced __mcp_do_prompt_arg "$@"; }
mcp_prompt_text() { __mcp_have prompts; __mcp_do_prompt_text "$@"; }
mcp_prompt_image() { __mcp_have prompts; __mcp_do_prompt_image "$@"; }
mcp_prompt_audio() { __mcp_have prompts; __mcp_do_prompt_audio "$@"; }
mcp_prompt_resource() { __mcp_have prompts; __mcp_do_prompt_resource "$@"; }
mcp_prompt_result() { __mcp_have prompts; __mcp_do_prompt_result "$@"; }

# lib/paths.sh: paths and the client's roots
mcp_require_path() { __mcp_have paths; __mcp_untraced __mcp_do_require_path "$@"; }
mcp_roots_list() { __mcp_have paths; __mcp_do_roots_list "$@"; }
mcp_roots_count() { __mcp_have paths; __mcp_do_roots_count "$@"; }
mcp_roots_contains() { __mcp_have paths; __mcp_do_roots_contains "$@"; }
mcp_path_normalize() { __mcp_have paths; __mcp_do_path_normalize "$@"; }
mcp_path_collapse() { __mcp_have paths; __mcp_do_path_collapse "$@"; }

# lib/resources.sh: files as content
mcp_result_text_with_resource() { __mcp_have resources; __mcp_do_result_text_with_resource "$@"; }
mcp_resource_detect_mime() { __mcp_have resources; __mcp_do_resource_detect_mime "$@"; }
mcp_resource_is_binary_mime() { __mcp_have resources; __mcp_do_resource_is_binary_mime "$@"; }
mcp_resource_should_base64() { __mcp_have resources; __mcp_do_resource_should_base64 "$@"; }
mcp_resource_content_object_from_file() { __mcp_have resources; __mcp_do_resource_content_object_from_file "$@"; }

# lib/commands.sh, lib/config.sh, lib/download.sh: other programs, settings, downloads
mcp_with_retry() { __mcp_have commands; __mcp_do_with_retry "$@"; }
mcp_run_with_progress() { __mcp_have commands; __mcp_do_run_with_progress "$@"; }
mcp_config_load() { __mcp_have config; __mcp_untraced __mcp_do_config_load "$@"; }
mcp_config_get() { __mcp_have config; __mcp_untraced __mcp_do_config_get "$@"; }
mcp_download_safe() { __mcp_have download; __mcp_do_download_safe "$@"; }
mcp_download_safe_or_fail() { __mcp_have download; __mcp_do_download_safe_or_fail "$@"; }

# shellcheck source=ui-sdk.sh
. "$__mcp_sdk/ui-sdk.sh"
