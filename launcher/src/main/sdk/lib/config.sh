# shellcheck shell=bash
# A tool's settings. Precedence: (1) a variable, (2) the user's file, (3) an example file, (4) defaults.

# mcp_config_load [--env VARIABLE] [--file PATH] [--example PATH] [--defaults JSON]
# Merges the settings into MCP_CONFIG_JSON. Status 1: there are none.
__mcp_do_config_load() {
	local __mcp_var='' __mcp_file='' __mcp_example='' __mcp_defaults='{}' __mcp_loaded=''
	while [ $# -ge 2 ]; do
		case $1 in
		--env) __mcp_var=$2 ;;
		--file) __mcp_file=$2 ;;
		--example) __mcp_example=$2 ;;
		--defaults) __mcp_defaults=$2 ;;
		*)
			printf 'mcp_config_load: there is no option %s\n' "$1" >&2
			return 1
			;;
		esac
		shift 2
	done
	MCP_CONFIG_JSON='{}'
	if [ "$__mcp_defaults" != '{}' ]; then
		__mcp_config_add --defaults "$__mcp_defaults"
	fi
	__mcp_config_add_file "$__mcp_example"
	__mcp_config_add_file "$__mcp_file"
	if [ -n "$__mcp_var" ] && [ -n "${!__mcp_var-}" ]; then
		case ${!__mcp_var} in
		[{$' \t\n']*) __mcp_config_add "$__mcp_var" "${!__mcp_var}" ;;
		*) __mcp_config_add_file "${!__mcp_var}" ;;
		esac
	fi
	export MCP_CONFIG_JSON
	[ -n "$__mcp_loaded" ]
}

__mcp_config_add_file() {
	if [ -n "$1" ] && [ -f "$1" ] && [ -r "$1" ]; then
		__mcp_config_add "$1" "$(<"$1")"
	fi
}

# __mcp_config_add SOURCE JSON: adds members, which replace present ones.
__mcp_config_add() {
	local __mcp_before=$MCP_CONFIG_JSON
	if ! __mcp_compact "$2" || [[ $__mcp_answer != '{'* ]]; then
		printf 'mcp_config_load: %s is no JSON object and is left out\n' "$1" >&2
		return 0
	fi
	__mcp_loaded=yes
	if [ "$__mcp_before" = '{}' ]; then
		MCP_CONFIG_JSON=$__mcp_answer
	elif [ "$__mcp_answer" != '{}' ]; then
		# The last of several members with the same name counts.
		__mcp_compact "${__mcp_before%\}},${__mcp_answer#\{}"
		MCP_CONFIG_JSON=$__mcp_answer
	fi
}

# mcp_config_get .path [--default VALUE]. Status 1: there is no such setting and no default.
__mcp_do_config_get() {
	__mcp_filter mcp_config_get "${MCP_CONFIG_JSON:-null}" "${1-.}" || return 1
	if [ -z "$__mcp_found" ] || [ "$__mcp_answer" = null ]; then
		if [ "${2-}" != --default ] || [ $# -lt 3 ]; then
			return 1
		fi
		__mcp_answer=$3
	fi
	printf '%s\n' "$__mcp_answer"
}
