# shellcheck shell=bash
# The server's log, for hooks: lines on the error output, from the level that the operator has set.

mcp_logging_verbose_enabled() {
	[ "${MCPBASH_LOG_VERBOSE-}" = true ]
}

# mcp_logging_is_enabled LEVEL
mcp_logging_is_enabled() {
	local __mcp_levels=' debug info notice warning error critical alert emergency '
	local __mcp_least=${MCPBASH_LOG_LEVEL:-info}
	case $__mcp_least in
	true | 1) __mcp_least=debug ;;
	warn) __mcp_least=warning ;;
	esac
	case $__mcp_levels in *" $__mcp_least "*) ;; *) __mcp_least=info ;; esac
	case "$__mcp_least ${__mcp_levels#* "$__mcp_least" }" in *"${1-} "*) ;; *) return 1 ;; esac
}

# mcp_logging_LEVEL LOGGER MESSAGE: to the server's log, which is its error output.
__mcp_log_line() {
	if mcp_logging_is_enabled "$1"; then
		printf '%s %s: %s\n' "$1" "${2-}" "${3-}" >&2
	fi
}
mcp_logging_debug() { __mcp_log_line debug "$@"; }
mcp_logging_info() { __mcp_log_line info "$@"; }
mcp_logging_notice() { __mcp_log_line notice "$@"; }
mcp_logging_warning() { __mcp_log_line warning "$@"; }
mcp_logging_error() { __mcp_log_line error "$@"; }
