# shellcheck shell=bash
# The arguments and the messages of a prompt's script. A result is made of messages:
#
#	mcp_prompt_result "$(mcp_prompt_text user "Say hello to $(mcp_prompt_arg name)")"
#
# An argument for content may also name a file. So pass text from a client with --text or --base64, which never name a
# file: a client must not be able to read files.

# The characters of a variable's name; ranges would match more in some locales.
__mcp_in_names=ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_

# mcp_prompt_arg NAME [DEFAULT]: an argument of the prompt; else the default, which is nothing if not given.
__mcp_do_prompt_arg() {
	local __mcp_name=${1-} __mcp_json __mcp_var
	__mcp_payload MCP_PROMPT_ARGS
	__mcp_json=$__mcp_answer
	__mcp_upper "${__mcp_name//[!$__mcp_in_names]/_}"
	__mcp_var=MCP_ARG_$__mcp_answer
	if __mcp_variable "$__mcp_json" "$__mcp_name" "$__mcp_answer"; then
		__mcp_answer=${!__mcp_var}
	elif ! __mcp_prompt_member "$__mcp_json" "$__mcp_name"; then
		__mcp_answer=${2-}
	fi
	printf '%s\n' "$__mcp_answer"
}

# The text of a key in an object, in __mcp_answer; status 1 if there is none.
__mcp_prompt_member() {
	__mcp_quote "$2"
	case $1 in
	*"$__mcp_answer"* | *\\u*) ;;
	*) return 1 ;;
	esac
	if __mcp_scannable ${#1}; then
		__mcp_json_scan "$1" "$2" || return 1
		__mcp_answer=$__mcp_member
		__mcp_or_else empty
	else
		__mcp_filter mcp_prompt_arg "$1" ".[$__mcp_answer] // empty" || return 1
	fi
	[ -n "$__mcp_found" ]
}

# mcp_prompt_text ROLE TEXT
__mcp_do_prompt_text() {
	__mcp_prompt_role mcp_prompt_text "${1-}" || return
	__mcp_quote "${2-}"
	printf '{"role":"%s","content":{"type":"text","text":%s}}\n' "$1" "$__mcp_answer"
}

# mcp_prompt_image ROLE FILE|BASE64 MIME, or ROLE --file FILE MIME, or ROLE --base64 DATA MIME
__mcp_do_prompt_image() { __mcp_prompt_media mcp_prompt_image image "$@"; }

# mcp_prompt_audio, likewise
__mcp_do_prompt_audio() { __mcp_prompt_media mcp_prompt_audio audio "$@"; }

__mcp_prompt_media() {
	local __mcp_caller=$1 __mcp_type=$2 __mcp_role=${3-} __mcp_data
	__mcp_prompt_role "$__mcp_caller" "$__mcp_role" || return
	shift $(($# < 3 ? $# : 3))
	case $#:${1-} in
	3:--file | 3:--base64) ;;
	2:*)
		if __mcp_names_a_file "$1"; then
			set -- --file "$@"
		else
			set -- --base64 "$@"
		fi
		;;
	*)
		printf '%s: expected a role, a file or base64, and a MIME type\n' "$__mcp_caller" >&2
		return 1
		;;
	esac
	case $3 in
	[A-Za-z]*/[A-Za-z0-9]*) ;;
	*)
		printf '%s: "%s" is no MIME type, such as %s/...\n' "$__mcp_caller" "$3" "$__mcp_type" >&2
		return 1
		;;
	esac
	if [ "$1" = --file ]; then
		__mcp_prompt_file "$__mcp_caller" "$2" || return
		__mcp_data=$(base64 <"$2" | tr -d '\n')
	else
		__mcp_data=$2
		case $__mcp_data in *[$'\r\n']*) __mcp_data=$(printf '%s' "$__mcp_data" | tr -d '\r\n') ;; esac
		if ! __mcp_is_base64 "$__mcp_data"; then
			printf '%s: neither a file nor base64: %.100s\n' "$__mcp_caller" "$__mcp_data" >&2
			return 1
		fi
	fi
	__mcp_quote "$3"
	printf '{"role":"%s","content":{"type":"%s","data":"%s","mimeType":%s}}\n' \
		"$__mcp_role" "$__mcp_type" "$__mcp_data" "$__mcp_answer"
}

# Whether a text names a file, or has the form of a path: /tmp/logo is valid base64, too.
__mcp_names_a_file() {
	if [ -e "$1" ]; then
		return 0
	fi
	case $1 in
	/?*/*) [ -d "${1%/*}" ] ;;
	*) return 1 ;;
	esac
}

# In a subshell in which characters are bytes, which is also faster for a long text.
__mcp_is_base64() (
	LC_ALL=C
	__mcp_padding=${1##*[!=]}
	case ${1%"$__mcp_padding"} in
	'' | *[!A-Za-z0-9+/]*) return 1 ;;
	esac
	[ $((${#1} % 4)) -eq 0 ] && [ ${#__mcp_padding} -le 2 ]
)

# mcp_prompt_resource ROLE URI MIME TEXT|@FILE, or ROLE URI MIME --text TEXT, or ROLE URI MIME --file FILE.
# For a file, an empty URI means its file: URI, and an empty MIME type is detected.
__mcp_do_prompt_resource() {
	local __mcp_role=${1-} __mcp_uri=${2-} __mcp_mime=${3-} __mcp_resource
	__mcp_prompt_role mcp_prompt_resource "$__mcp_role" || return
	case $#:${4-} in
	5:--text) __mcp_resource=$(__mcp_prompt_content "$__mcp_uri" "$__mcp_mime" "$5") || return ;;
	5:--file) __mcp_resource=$(__mcp_prompt_file_content "$__mcp_uri" "$__mcp_mime" "$5") || return ;;
	4:@*) __mcp_resource=$(__mcp_prompt_file_content "$__mcp_uri" "$__mcp_mime" "${4#@}") || return ;;
	4:*) __mcp_resource=$(__mcp_prompt_content "$__mcp_uri" "$__mcp_mime" "$4") || return ;;
	*)
		printf 'mcp_prompt_resource: expected a role, a URI, a MIME type, and a text or @FILE\n' >&2
		return 1
		;;
	esac
	printf '{"role":"%s","content":{"type":"resource","resource":%s}}\n' "$__mcp_role" "$__mcp_resource"
}

__mcp_prompt_content() {
	local __mcp_content
	case $1 in
	[A-Za-z]*:*) ;;
	*)
		printf 'mcp_prompt_resource: "%s" is no URI\n' "$1" >&2
		return 1
		;;
	esac
	__mcp_quote "$1"
	__mcp_content="{\"uri\":$__mcp_answer"
	__mcp_quote "${2:-text/plain}"
	__mcp_content="$__mcp_content,\"mimeType\":$__mcp_answer"
	__mcp_quote "$3"
	printf '%s,"text":%s}\n' "$__mcp_content" "$__mcp_answer"
}

__mcp_prompt_file_content() {
	__mcp_prompt_file mcp_prompt_resource "$3" || return
	mcp_resource_content_object_from_file "$3" "$2" "$1"
}

__mcp_prompt_file() {
	if ! [ -f "$2" ] || ! [ -r "$2" ]; then
		printf '%s: %s is no file that can be read\n' "$1" "$2" >&2
		return 1
	fi
}

__mcp_prompt_role() {
	case $2 in
	user | assistant) ;;
	*)
		printf '%s: "%s" is no role, say user or assistant\n' "$1" "$2" >&2
		return 1
		;;
	esac
}

# mcp_prompt_result [--description TEXT] MESSAGE …: prints the messages as the whole output.
__mcp_do_prompt_result() {
	local __mcp_description='' __mcp_messages='' __mcp_message
	if [ "${1-}" = --description ]; then
		__mcp_quote "${2-}"
		__mcp_description="\"description\":$__mcp_answer,"
		shift $(($# < 2 ? $# : 2))
	fi
	if [ $# -eq 0 ]; then
		printf 'mcp_prompt_result: expected a message, or more, as mcp_prompt_text prints it\n' >&2
		return 1
	fi
	for __mcp_message in "$@"; do
		case $__mcp_message in
		'{"role":"user","content":{"type":"'*'}}' | '{"role":"assistant","content":{"type":"'*'}}')
			# Printed by the functions above: not checked, because a long one would need jq.
			;;
		*)
			if ! __mcp_compact "$__mcp_message" || [[ $__mcp_answer != '{'* ]]; then
				printf 'mcp_prompt_result: a message is no JSON object: %.100s\n' "$__mcp_message" >&2
				return 1
			fi
			__mcp_message=$__mcp_answer
			;;
		esac
		__mcp_messages="$__mcp_messages${__mcp_messages:+,}$__mcp_message"
	done
	printf '{%s"messages":[%s]}\n' "$__mcp_description" "$__mcp_messages"
}
