# shellcheck shell=bash
# Paths from the client, and the client's roots.

__mcp_do_roots_list() {
	if [ -n "${MCP_ROOTS_PATHS-}" ]; then
		printf '%s\n' "$MCP_ROOTS_PATHS"
	fi
}

__mcp_do_roots_count() {
	printf '%s\n' "${MCP_ROOTS_COUNT:-0}"
}

# Whether a path is a root or inside one, with links followed.
__mcp_do_roots_contains() {
	local __mcp_path __mcp_root
	__mcp_normalize "${1-}" || return 1
	__mcp_path=$__mcp_answer
	while IFS= read -r __mcp_root; do
		if [ -n "$__mcp_root" ]; then
			__mcp_normalize "$__mcp_root" || continue
			__mcp_root=${__mcp_answer%/}
			case $__mcp_path in
			"$__mcp_root" | "$__mcp_root"/*) return 0 ;;
			esac
		fi
	done <<<"${MCP_ROOTS_PATHS-}"
	return 1
}

# mcp_path_normalize [--physical|--logical] PATH; an empty one is the current folder
__mcp_do_path_normalize() {
	local __mcp_kind=--physical
	case ${1-} in
	--physical | --logical)
		__mcp_kind=$1
		shift
		;;
	esac
	if [ "$__mcp_kind" = --logical ]; then
		__mcp_collapse "${1-}"
	else
		__mcp_normalize "${1:-.}" || return
	fi
	printf '%s\n' "$__mcp_answer"
}

__mcp_do_path_collapse() {
	__mcp_collapse "${1-}"
	printf '%s\n' "$__mcp_answer"
}

# The number of links on a path that Linux follows.
__mcp_most_links=40

# The path without links, in __mcp_answer, even if it does not exist; status 1 if its links form a circle. Resolved name by
# name, because not every realpath has -m, and the path of a missing file may contain links, too.
__mcp_normalize() {
	[ -n "$1" ] && __mcp_walk "$1" "$__mcp_most_links"
}

# The absolute path without ".", ".." and repeated slashes, in __mcp_answer; reads no files.
__mcp_collapse() {
	__mcp_walk "$1" ''
}

# __mcp_walk PATH LINKS: the absolute path, name by name, in __mcp_answer. Follows up to LINKS links; status 1 if there
# are more. If LINKS is empty, links are not resolved.
__mcp_walk() {
	local __mcp_rest=$1 __mcp_links=$2 __mcp_path='' __mcp_name __mcp_target
	if [ "${__mcp_rest#/}" = "$__mcp_rest" ]; then
		__mcp_rest=$PWD/$__mcp_rest
	fi
	while [ -n "$__mcp_rest" ]; do
		__mcp_name=${__mcp_rest%%/*}
		__mcp_rest=${__mcp_rest#"$__mcp_name"} __mcp_rest=${__mcp_rest#/}
		case $__mcp_name in
		'' | .) ;;
		..) __mcp_path=${__mcp_path%/*} ;;
		*)
			if [ -z "$__mcp_links" ] || [ ! -L "$__mcp_path/$__mcp_name" ]; then
				__mcp_path=$__mcp_path/$__mcp_name
				continue
			fi
			# The x keeps line ends that belong to the name.
			if [ "$__mcp_links" -eq 0 ] || ! __mcp_target=$(readlink "$__mcp_path/$__mcp_name" && printf x); then
				return 1
			fi
			__mcp_links=$((__mcp_links - 1))
			__mcp_target=${__mcp_target%x} __mcp_target=${__mcp_target%$'\n'}
			__mcp_rest=$__mcp_target/$__mcp_rest
			if [ "${__mcp_target#/}" != "$__mcp_target" ]; then
				__mcp_path=
			fi
			;;
		esac
	done
	__mcp_answer=${__mcp_path:-/}
	case ${OSTYPE-} in
	msys* | cygwin*) __mcp_drive ;;
	esac
}

# On Windows /c/x and /C/x are the same: the drive in __mcp_answer gets its capital.
__mcp_drive() {
	local __mcp_path=$__mcp_answer
	case $__mcp_path in
	/[a-z] | /[a-z]/*)
		__mcp_upper "${__mcp_path:1:1}"
		__mcp_answer=/$__mcp_answer${__mcp_path:2}
		;;
	esac
}

# mcp_require_path POINTER [--default-to-single-root] [--allow-empty]
__mcp_do_require_path() {
	local __mcp_pointer=${1-} __mcp_root_by_default='' __mcp_may_be_empty=''
	shift
	while [ $# -gt 0 ]; do
		case $1 in
		--default-to-single-root) __mcp_root_by_default=yes ;;
		--allow-empty) __mcp_may_be_empty=yes ;;
		esac
		shift
	done
	if ! __mcp_argument mcp_require_path "$__mcp_pointer"; then
		if [ -n "$__mcp_root_by_default" ]; then
			if [ "${MCP_ROOTS_COUNT:-0}" -ne 1 ]; then
				mcp_fail_invalid_args "$__mcp_pointer is required when zero or multiple roots are configured"
			fi
			__mcp_answer=$MCP_ROOTS_PATHS
		elif [ -n "$__mcp_may_be_empty" ]; then
			printf '\n'
			return
		else
			mcp_fail_invalid_args "$__mcp_pointer is required"
		fi
	fi
	__mcp_normalize "$__mcp_answer" || mcp_fail_invalid_args "$__mcp_pointer is not a path"
	if [ "${MCP_ROOTS_COUNT:-0}" -gt 0 ] && ! (mcp_roots_contains "$__mcp_answer"); then
		mcp_fail_invalid_args "$__mcp_pointer is outside configured MCP roots"
	fi
	printf '%s\n' "$__mcp_answer"
}
