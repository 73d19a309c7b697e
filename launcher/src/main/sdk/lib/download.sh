# shellcheck shell=bash
# Downloads by the https provider, which refuses private addresses, redirects and hosts nobody allowed.

# Seconds; the provider grants no more.
__mcp_download_timeout_limit=60

# mcp_download_safe --url URL --out PATH [--allow HOST]… [--deny HOST]… [--max-bytes N] [--timeout SECONDS]
#   [--user-agent TEXT] [--retry N] [--retry-delay SECONDS]
# N is how many attempts there are, 1 unless said; between them is time as mcp_with_retry has it.
# Always status 0; {"success":true,"bytes":N,"path":PATH} or {"success":false,"error":{"type","message"[,"location"]}}.
__mcp_do_download_safe() {
	local url='' out='' allow='' deny='' bytes='' timeout='' attempts=1 pause=1
	local agent="mcpbash/${MCPBASH_FRAMEWORK_VERSION:-unknown} (tool-sdk)"
	while [ $# -gt 0 ]; do
		if [ $# -lt 2 ]; then
			__mcp_download_failed invalid_params "$1 needs a value"
			return
		fi
		case $1 in
		--url) url=$2 ;;
		--out) out=$2 ;;
		--allow) allow="$allow${allow:+,}$2" ;;
		--deny) deny="$deny${deny:+,}$2" ;;
		--max-bytes) bytes=$2 ;;
		--timeout) timeout=$2 ;;
		--user-agent) agent=$2 ;;
		--retry) attempts=$2 ;;
		--retry-delay) pause=$2 ;;
		*)
			__mcp_download_failed invalid_params "there is no option $1"
			return
			;;
		esac
		shift 2
	done
	case $url in
	'')
		__mcp_download_failed invalid_url '--url is required'
		return
		;;
	[hH][tT][tT][pP][sS]://?*) ;;
	*)
		__mcp_download_failed invalid_url "only https: can be downloaded, not $url"
		return
		;;
	esac
	case $out in
	'')
		__mcp_download_failed invalid_params '--out is required'
		return
		;;
	esac
	if [[ "$bytes$timeout" == *[!0-9]* || ! $pause =~ ^([0-9]+\.?[0-9]*|\.[0-9]+)$ ]]; then
		__mcp_download_failed invalid_params '--max-bytes, --timeout and --retry-delay are numbers'
		return
	fi
	if ! [[ $attempts =~ ^0*[1-9][0-9]*$ ]]; then
		__mcp_download_failed invalid_params '--retry is how many attempts there are, at least 1'
		return
	fi
	# More digits than bash counts are too many as well.
	if [ -n "$timeout" ] && ! [ "$timeout" -le "$__mcp_download_timeout_limit" ] 2>/dev/null; then
		__mcp_download_failed invalid_params "--timeout is at most $__mcp_download_timeout_limit seconds"
		return
	fi
	__mcp_download
}

# With the options of mcp_download_safe, its caller.
__mcp_download() {
	local provider folder status said
	for provider in "${MCPBASH_HOME:-$__mcp_sdk/..}/providers/https.sh" "$__mcp_sdk/../providers/https.sh"; do
		if [ -r "$provider" ]; then
			break
		fi
	done
	if ! [ -r "$provider" ]; then
		__mcp_download_failed provider_unavailable 'the https provider is not installed'
		return
	fi
	if ! command -v curl >/dev/null; then
		__mcp_download_failed provider_unavailable 'the https provider needs curl, and there is none'
		return
	fi
	folder=$(__mcp_scratch) || {
		__mcp_download_failed write_error "there is no room for temporary files"
		return
	}
	mcp_with_retry "$attempts" "$pause" __mcp_download_once || :
	said=$(<"$folder/said")
	__mcp_download_ended
	rm -rf -- "$folder"
}

# Leaves the provider's exit code in "status". Its own status says whether to try again: not if it was refused, too large
# or elsewhere, for it will be so the next time.
__mcp_download_once() {
	status=0
	MCPBASH_HTTPS_ALLOW_HOSTS=${allow:-${MCPBASH_HTTPS_ALLOW_HOSTS-}} \
		MCPBASH_HTTPS_DENY_HOSTS=${deny:-${MCPBASH_HTTPS_DENY_HOSTS-}} \
		MCPBASH_HTTPS_MAX_BYTES=${bytes:-${MCPBASH_HTTPS_MAX_BYTES-}} \
		MCPBASH_HTTPS_TIMEOUT=${timeout:-${MCPBASH_HTTPS_TIMEOUT-}} \
		MCPBASH_HTTPS_USER_AGENT=$agent \
		bash "$provider" "$url" >|"$folder/body" 2>|"$folder/said" || status=$?
	case $status in
	4 | 6 | 7) ;;
	*) return "$status" ;;
	esac
}

# By the provider's exit code.
__mcp_download_ended() {
	local size
	case $status in
	0)
		if ! mv -f -- "$folder/body" "$out" 2>/dev/null; then
			__mcp_download_failed write_error "$out cannot be written"
			return
		fi
		size=$(wc -c <"$out")
		__mcp_quote "$out"
		printf '{"success":true,"bytes":%d,"path":%s}\n' "$size" "$__mcp_answer"
		;;
	4) __mcp_download_failed host_blocked "${said:-the host is not allowed}" ;;
	5) __mcp_download_failed network_error "${said:-the host could not be reached}" ;;
	6) __mcp_download_failed size_exceeded "${said:-it is larger than allowed}" ;;
	7) __mcp_download_failed redirect 'redirects are not followed' "${said#redirect:}" ;;
	*) __mcp_download_failed provider_error "${said:-the https provider ended with exit code $status}" ;;
	esac
}

# __mcp_download_failed TYPE MESSAGE [LOCATION]
__mcp_download_failed() {
	local error
	__mcp_quote "$2"
	error="\"type\":\"$1\",\"message\":$__mcp_answer"
	if [ -n "${3-}" ]; then
		__mcp_quote "$3"
		error="$error,\"location\":$__mcp_answer"
	fi
	printf '{"success":false,"error":{%s}}\n' "$error"
}

# mcp_download_safe_or_fail …: prints the path, or ends the tool.
__mcp_do_download_safe_or_fail() {
	local answer
	answer=$(mcp_download_safe "$@")
	if [ "$(mcp_json_get "$answer" .success)" = true ]; then
		mcp_json_get "$answer" .path
	else
		mcp_fail_invalid_args \
			"Download failed ($(mcp_json_get "$answer" .error.type)): $(mcp_json_get "$answer" .error.message)"
	fi
}
