# shellcheck shell=bash
# Files as content of a result.

# A file with a NUL in so many bytes at its beginning is not text.
__mcp_sniffed_bytes=1024

# mcp_result_text_with_resource JSON [--path FILE [--mime TYPE] [--uri URI]] …
# A named file replaces all files named before, even if it cannot be read.
__mcp_do_result_text_with_resource() {
	local __mcp_json=${1-} __mcp_files='' __mcp_path='' __mcp_mime='' __mcp_uri='' __mcp_named=''
	shift $(($# > 0))
	while [ $# -ge 2 ]; do
		case $1 in
		--path)
			__mcp_add_resource
			__mcp_path=$2 __mcp_mime='' __mcp_uri='' __mcp_named=yes
			;;
		--mime) __mcp_mime=$2 ;;
		--uri) __mcp_uri=$2 ;;
		esac
		shift 2
	done
	__mcp_add_resource
	if [ -n "$__mcp_named" ] && [ -n "${MCP_TOOL_RESOURCES_FILE-}" ]; then
		printf '[%s]\n' "$__mcp_files" >|"$MCP_TOOL_RESOURCES_FILE"
	fi
	mcp_result_success "$__mcp_json"
}

# Adds path, mime and uri of the caller to its files, if the path is a readable file.
__mcp_add_resource() {
	if [ -z "$__mcp_path" ]; then
		return 0
	fi
	if ! [ -f "$__mcp_path" ] || ! [ -r "$__mcp_path" ]; then
		printf 'mcp_result_text_with_resource: %s is no file that can be read, and is left out\n' "$__mcp_path" >&2
		return 0
	fi
	if [ -z "$__mcp_mime" ]; then
		__mcp_mime=$(mcp_resource_detect_mime "$__mcp_path")
	fi
	__mcp_quote "$__mcp_path"
	__mcp_files="$__mcp_files${__mcp_files:+,}{\"path\":$__mcp_answer"
	__mcp_quote "$__mcp_mime"
	__mcp_files="$__mcp_files,\"mimeType\":$__mcp_answer"
	__mcp_answer=null
	if [ -n "$__mcp_uri" ]; then
		__mcp_quote "$__mcp_uri"
	fi
	__mcp_files="$__mcp_files,\"uri\":$__mcp_answer}"
}

# mcp_resource_detect_mime PATH [FALLBACK]
__mcp_do_resource_detect_mime() {
	local __mcp_mime=''
	if command -v file >/dev/null; then
		__mcp_mime=$(file --mime --brief -- "${1-}" 2>/dev/null) || __mcp_mime=
		__mcp_mime=${__mcp_mime%%;*}
	fi
	# For a file that it cannot open, file(1) prints a sentence with the path, with status 0.
	case $__mcp_mime in
	*[!A-Za-z0-9/!#\$\&^_.+-]*) __mcp_mime= ;;
	esac
	case $__mcp_mime in
	?*/?*) printf '%s\n' "$__mcp_mime" ;;
	*) printf '%s\n' "${2:-application/octet-stream}" ;;
	esac
}

# mcp_resource_is_binary_mime TYPE
__mcp_do_resource_is_binary_mime() {
	case ${1-} in
	application/octet-stream | application/x-executable | application/pdf | application/zip) return 0 ;;
	application/x-gzip | application/x-bzip2 | application/x-xz | image/* | audio/* | video/*) return 0 ;;
	text/* | *json* | *xml* | *yaml* | *csv* | *javascript* | *x-shellscript* | *x-sh*) return 1 ;;
	*markdown* | *html* | *css*) return 1 ;;
	esac
}

# mcp_resource_should_base64 PATH TYPE
__mcp_do_resource_should_base64() {
	local __mcp_begin __mcp_whole
	if mcp_resource_is_binary_mime "${2-}"; then
		return 0
	fi
	__mcp_whole=$(head -c "$__mcp_sniffed_bytes" -- "$1" | wc -c)
	__mcp_begin=$(head -c "$__mcp_sniffed_bytes" -- "$1" | tr -d '\000' | wc -c)
	[ "$__mcp_whole" -ne "$__mcp_begin" ]
}

# mcp_resource_content_object_from_file PATH [TYPE] [URI]: {"uri","mimeType","text" or "blob"}
__mcp_do_resource_content_object_from_file() {
	local __mcp_path=${1-} __mcp_mime=${2-} __mcp_uri=${3-} __mcp_body
	if ! [ -f "$__mcp_path" ] || ! [ -r "$__mcp_path" ]; then
		printf 'mcp_resource_content_object_from_file: %s is no file that can be read\n' "$__mcp_path" >&2
		return 1
	fi
	if [ -z "$__mcp_mime" ]; then
		__mcp_mime=$(mcp_resource_detect_mime "$__mcp_path")
	fi
	if [ -z "$__mcp_uri" ]; then
		__mcp_uri=$(__mcp_file_uri "$__mcp_path")
	fi
	if mcp_resource_should_base64 "$__mcp_path" "$__mcp_mime"; then
		__mcp_body="\"blob\":\"$(base64 <"$__mcp_path" | tr -d '\n')\""
	else
		# The dot preserves line breaks at the end.
		__mcp_body=$(cat -- "$__mcp_path" && printf .)
		__mcp_quote "${__mcp_body%.}"
		__mcp_body="\"text\":$__mcp_answer"
	fi
	__mcp_quote "$__mcp_uri"
	__mcp_uri=$__mcp_answer
	__mcp_quote "$__mcp_mime"
	printf '{"uri":%s,"mimeType":%s,%s}\n' "$__mcp_uri" "$__mcp_answer" "$__mcp_body"
}

# The file: URI of a path (RFC 8089), in a subshell where characters are bytes.
__mcp_file_uri() (
	LC_ALL=C
	__mcp_path=$1 __mcp_uri=''
	if [ "${__mcp_path#/}" = "$__mcp_path" ]; then
		__mcp_path=$PWD/$__mcp_path
	fi
	for ((__mcp_i = 0; __mcp_i < ${#__mcp_path}; __mcp_i++)); do
		__mcp_byte=${__mcp_path:__mcp_i:1}
		case $__mcp_byte in
		[A-Za-z0-9/._~-]) ;;
		*)
			printf -v __mcp_byte '%d' "'$__mcp_byte"
			# Bytes above 127 are negative to some versions of bash.
			printf -v __mcp_byte '%%%02X' $((__mcp_byte & 255))
			;;
		esac
		__mcp_uri=$__mcp_uri$__mcp_byte
	done
	printf 'file://%s\n' "$__mcp_uri"
)
