#!/usr/bin/env bash
# Runs a project's registration: bash register.sh PROJECT/server.d/register.sh MARK
#
# The script's output is passed on. In between, each call of a registering function is written to standard output as NUL,
# MARK, space, name of the function, NUL, its JSON argument, NUL. A variable of bash holds no NUL, and the script cannot
# know MARK. This shell keeps no state, so registrations count in a subshell, before an exit, and without jq. The exit
# status is the script's.
__mcp_script=${1:?say which script registers}
__mcp_mark=${2:?say how to mark what it registers}
__mcp_sdk=${BASH_SOURCE[0]%/*}

__mcp_load() {
	# shellcheck disable=SC1090
	. "$__mcp_sdk/lib/$1.sh"
}

__mcp_json_scan() { __mcp_load json-reader && __mcp_json_scan "$@"; }
__mcp_json_at() { __mcp_load json-reader && __mcp_json_at "$@"; }
__mcp_json_text() { __mcp_load json-reader && __mcp_json_text "$@"; }
__mcp_load json || exit
__mcp_load logging || exit

# Writes the call of its caller. Neither bash nor scripts usually use descriptor 61: they begin at 3, at 9 or 10, and at
# 200.
__mcp_called() {
	printf '\0%s %s\0%s\0' "$__mcp_mark" "${FUNCNAME[1]}" "${1-}" >&61
}

mcp_register_tool() { __mcp_called "${1-}"; }
mcp_register_resource() { __mcp_called "${1-}"; }
mcp_register_prompt() { __mcp_called "${1-}"; }

mcp_tools_manual_begin() { __mcp_called; }
mcp_tools_manual_abort() { __mcp_called; }
mcp_tools_manual_finalize() { __mcp_called; }
mcp_tools_register_manual() { __mcp_called "${1-}"; }

mcp_resources_manual_begin() { __mcp_called; }
mcp_resources_manual_abort() { __mcp_called; }
mcp_resources_manual_finalize() { __mcp_called; }
mcp_resources_register_manual() { __mcp_called "${1-}"; }

mcp_resources_templates_manual_begin() { __mcp_called; }
mcp_resources_templates_manual_abort() { __mcp_called; }
mcp_resources_templates_manual_finalize() { __mcp_called; }
mcp_resources_templates_register_manual() { __mcp_called "${1-}"; }

mcp_prompts_manual_begin() { __mcp_called; }
mcp_prompts_manual_abort() { __mcp_called; }
mcp_prompts_manual_finalize() { __mcp_called; }
mcp_prompts_register_manual() { __mcp_called "${1-}"; }

mcp_completion_manual_begin() { __mcp_called; }
mcp_completion_manual_abort() { __mcp_called; }
mcp_completion_manual_finalize() { __mcp_called; }
mcp_completion_register_manual() { __mcp_called "${1-}"; }

exec 61>&1 </dev/null
set --
# shellcheck disable=SC1090
. "$__mcp_script"
