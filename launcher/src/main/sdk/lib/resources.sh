# shellcheck shell=bash
# Files as content of a result.

# A file with a NUL among so many bytes at its beginning is not text.
__mcp_sniffed_bytes=1024

# mcp_result_text_with_resource JSON [--path FILE [--mime TYPE] [--uri URI]] …
# Whoever names a file replaces all that was named before, also if it cannot be read.
__mcp_do_result_text_with_resource() {
	local json=${1-} files='' path='' mime='' uri='' named=''
	shift $(($# > 0))
	while [ $# -ge 2 ]; do
		case $1 in
		--path)
			__mcp_add_resource
			path=$2 mime='' uri='' named=yes
			;;
		--mime) mime=$2 ;;
		--uri) uri=$2 ;;
		esac
		shift 2
	done
	__mcp_add_resource
	if [ -n "$named" ] && [ -n "${MCP_TOOL_RESOURCES_FILE-}" ]; then
		printf '[%s]\n' "$files" >|"$MCP_TOOL_RESOURCES_FILE"
	fi
	mcp_result_success "$json"
}

# Adds path, mime and uri of the caller to its files, if that is a file that can be read.
__mcp_add_resource() {
	if [ -z "$path" ]; then
		return 0
	fi
	if ! [ -f "$path" ] || ! [ -r "$path" ]; then
		printf 'mcp_result_text_with_resource: %s is no file that can be read, and is left out\n' "$path" >&2
		return 0
	fi
	if [ -z "$mime" ]; then
		mime=$(mcp_resource_detect_mime "$path")
	fi
	__mcp_quote "$path"
	files="$files${files:+,}{\"path\":$__mcp_answer"
	__mcp_quote "$mime"
	files="$files,\"mimeType\":$__mcp_answer"
	__mcp_answer=null
	if [ -n "$uri" ]; then
		__mcp_quote "$uri"
	fi
	files="$files,\"uri\":$__mcp_answer}"
}

# mcp_resource_detect_mime PATH [FALLBACK]
__mcp_do_resource_detect_mime() {
	local mime=''
	if command -v file >/dev/null; then
		mime=$(file --mime --brief -- "${1-}" 2>/dev/null) || mime=
		mime=${mime%%;*}
	fi
	# What file says of a file that it cannot open is a sentence, with a path in it and status 0.
	case $mime in
	*[!A-Za-z0-9/!#\$\&^_.+-]*) mime= ;;
	esac
	case $mime in
	?*/?*) printf '%s\n' "$mime" ;;
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
	local begin whole
	if mcp_resource_is_binary_mime "${2-}"; then
		return 0
	fi
	whole=$(head -c "$__mcp_sniffed_bytes" -- "$1" | wc -c)
	begin=$(head -c "$__mcp_sniffed_bytes" -- "$1" | tr -d '\000' | wc -c)
	[ "$whole" -ne "$begin" ]
}

# mcp_resource_content_object_from_file PATH [TYPE] [URI]: {"uri","mimeType","text" or "blob"}
__mcp_do_resource_content_object_from_file() {
	local path=${1-} mime=${2-} uri=${3-} body
	if ! [ -f "$path" ] || ! [ -r "$path" ]; then
		printf 'mcp_resource_content_object_from_file: %s is no file that can be read\n' "$path" >&2
		return 1
	fi
	if [ -z "$mime" ]; then
		mime=$(mcp_resource_detect_mime "$path")
	fi
	if [ -z "$uri" ]; then
		uri=$(__mcp_file_uri "$path")
	fi
	if mcp_resource_should_base64 "$path" "$mime"; then
		body="\"blob\":\"$(base64 <"$path" | tr -d '\n')\""
	else
		# The dot keeps line breaks at the end.
		body=$(cat -- "$path" && printf .)
		__mcp_quote "${body%.}"
		body="\"text\":$__mcp_answer"
	fi
	__mcp_quote "$uri"
	uri=$__mcp_answer
	__mcp_quote "$mime"
	printf '{"uri":%s,"mimeType":%s,%s}\n' "$uri" "$__mcp_answer" "$body"
}

# The file: URI of a path (RFC 8089), in a subshell where characters are bytes.
__mcp_file_uri() (
	LC_ALL=C
	path=$1 uri='' i=0
	if [ "${path#/}" = "$path" ]; then
		path=$PWD/$path
	fi
	for ((i = 0; i < ${#path}; i++)); do
		byte=${path:i:1}
		case $byte in
		[A-Za-z0-9/._~-]) ;;
		*)
			printf -v byte '%d' "'$byte"
			# Bytes above 127 are negative to some versions of bash.
			printf -v byte '%%%02X' $((byte & 255))
			;;
		esac
		uri=$uri$byte
	done
	printf 'file://%s\n' "$uri"
)
