# shellcheck shell=bash
# What the script of a prompt reads and prints. A result is made of messages:
#
#	mcp_prompt_result "$(mcp_prompt_text user "Say hello to $(mcp_prompt_arg name)")"
#
# What stands for a file's content may be a file's name, so what a client has said goes after --text or --base64,
# which never do: a client must not have files read.

# What a name may hold to be that of a variable; ranges would hold more in some locales.
__mcp_in_names=ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_

# mcp_prompt_arg NAME [DEFAULT]: an argument of the prompt; else the default, which is nothing if not given.
__mcp_do_prompt_arg() {
	local name=${1-} json variable
	__mcp_payload MCP_PROMPT_ARGS
	json=$__mcp_answer
	__mcp_upper "${name//[!$__mcp_in_names]/_}"
	variable=MCP_ARG_$__mcp_answer
	if __mcp_variable "$json" "$name" "$__mcp_answer"; then
		__mcp_answer=${!variable}
	elif ! __mcp_prompt_member "$json" "$name"; then
		__mcp_answer=${2-}
	fi
	printf '%s\n' "$__mcp_answer"
}

# The text an object has under a key, in __mcp_answer; status 1 if it has none.
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
	local caller=$1 type=$2 role=${3-} data
	__mcp_prompt_role "$caller" "$role" || return
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
		printf '%s: expected a role, a file or base64, and a MIME type\n' "$caller" >&2
		return 1
		;;
	esac
	case $3 in
	[A-Za-z]*/[A-Za-z0-9]*) ;;
	*)
		printf '%s: "%s" is no MIME type, such as %s/...\n' "$caller" "$3" "$type" >&2
		return 1
		;;
	esac
	if [ "$1" = --file ]; then
		__mcp_prompt_file "$caller" "$2" || return
		data=$(base64 <"$2" | tr -d '\n')
	else
		data=$2
		case $data in *[$'\r\n']*) data=$(printf '%s' "$data" | tr -d '\r\n') ;; esac
		if ! __mcp_is_base64 "$data"; then
			printf '%s: neither a file nor base64: %.100s\n' "$caller" "$data" >&2
			return 1
		fi
	fi
	__mcp_quote "$3"
	printf '{"role":"%s","content":{"type":"%s","data":"%s","mimeType":%s}}\n' "$role" "$type" "$data" "$__mcp_answer"
}

# Whether a text is the name of a file, or would be one if the file were there: /tmp/logo is base64, too.
__mcp_names_a_file() {
	if [ -e "$1" ]; then
		return 0
	fi
	case $1 in
	/?*/*) [ -d "${1%/*}" ] ;;
	*) return 1 ;;
	esac
}

# In a subshell where characters are bytes, which also makes short work of a long text.
__mcp_is_base64() (
	LC_ALL=C
	padding=${1##*[!=]}
	case ${1%"$padding"} in
	'' | *[!A-Za-z0-9+/]*) return 1 ;;
	esac
	[ $((${#1} % 4)) -eq 0 ] && [ ${#padding} -le 2 ]
)

# mcp_prompt_resource ROLE URI MIME TEXT|@FILE, or ROLE URI MIME --text TEXT, or ROLE URI MIME --file FILE.
# Of a file, an empty URI is its file: URI, and an empty MIME type is found by looking.
__mcp_do_prompt_resource() {
	local role=${1-} uri=${2-} mime=${3-} resource
	__mcp_prompt_role mcp_prompt_resource "$role" || return
	case $#:${4-} in
	5:--text) resource=$(__mcp_prompt_content "$uri" "$mime" "$5") || return ;;
	5:--file) resource=$(__mcp_prompt_file_content "$uri" "$mime" "$5") || return ;;
	4:@*) resource=$(__mcp_prompt_file_content "$uri" "$mime" "${4#@}") || return ;;
	4:*) resource=$(__mcp_prompt_content "$uri" "$mime" "$4") || return ;;
	*)
		printf 'mcp_prompt_resource: expected a role, a URI, a MIME type, and a text or @FILE\n' >&2
		return 1
		;;
	esac
	printf '{"role":"%s","content":{"type":"resource","resource":%s}}\n' "$role" "$resource"
}

__mcp_prompt_content() {
	local content
	case $1 in
	[A-Za-z]*:*) ;;
	*)
		printf 'mcp_prompt_resource: "%s" is no URI\n' "$1" >&2
		return 1
		;;
	esac
	__mcp_quote "$1"
	content="{\"uri\":$__mcp_answer"
	__mcp_quote "${2:-text/plain}"
	content="$content,\"mimeType\":$__mcp_answer"
	__mcp_quote "$3"
	printf '%s,"text":%s}\n' "$content" "$__mcp_answer"
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
	local description='' messages='' message
	if [ "${1-}" = --description ]; then
		__mcp_quote "${2-}"
		description="\"description\":$__mcp_answer,"
		shift $(($# < 2 ? $# : 2))
	fi
	if [ $# -eq 0 ]; then
		printf 'mcp_prompt_result: expected a message, or more, as mcp_prompt_text prints it\n' >&2
		return 1
	fi
	for message in "$@"; do
		case $message in
		'{"role":"user","content":{"type":"'*'}}' | '{"role":"assistant","content":{"type":"'*'}}')
			# As the functions above print it: believed, for jq would have to look at a long one.
			;;
		*)
			if ! __mcp_compact "$message" || [[ $__mcp_answer != '{'* ]]; then
				printf 'mcp_prompt_result: a message is no JSON object: %.100s\n' "$message" >&2
				return 1
			fi
			message=$__mcp_answer
			;;
		esac
		messages="$messages${messages:+,}$message"
	done
	printf '{%s"messages":[%s]}\n' "$description" "$messages"
}
