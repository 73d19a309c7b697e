# shellcheck shell=bash
# Downloads with the https provider, which refuses private addresses, redirects and hosts that are not allowed.

# Seconds; the provider's own maximum.
__mcp_download_timeout_limit=60

# mcp_download_safe --url URL --out PATH [--allow HOST]… [--deny HOST]… [--max-bytes N] [--timeout SECONDS]
#   [--user-agent TEXT] [--retry N] [--retry-delay SECONDS]
# --retry is the number of attempts, 1 by default. The pauses between them are those of mcp_with_retry.
# Always status 0; {"success":true,"bytes":N,"path":PATH} or {"success":false,"error":{"type","message"[,"location"]}}.
__mcp_do_download_safe() {
	local __mcp_url='' __mcp_out='' __mcp_allow='' __mcp_deny='' __mcp_bytes='' __mcp_timeout=''
	local __mcp_attempts=1 __mcp_pause=1
	local __mcp_agent="mcpbash/${MCPBASH_FRAMEWORK_VERSION:-unknown} (tool-sdk)"
	while [ $# -gt 0 ]; do
		if [ $# -lt 2 ]; then
			__mcp_download_failed invalid_params "$1 needs a value"
			return
		fi
		case $1 in
		--url) __mcp_url=$2 ;;
		--out) __mcp_out=$2 ;;
		--allow) __mcp_allow="$__mcp_allow${__mcp_allow:+,}$2" ;;
		--deny) __mcp_deny="$__mcp_deny${__mcp_deny:+,}$2" ;;
		--max-bytes) __mcp_bytes=$2 ;;
		--timeout) __mcp_timeout=$2 ;;
		--user-agent) __mcp_agent=$2 ;;
		--retry) __mcp_attempts=$2 ;;
		--retry-delay) __mcp_pause=$2 ;;
		*)
			__mcp_download_failed invalid_params "there is no option $1"
			return
			;;
		esac
		shift 2
	done
	case $__mcp_url in
	'')
		__mcp_download_failed invalid_url '--url is required'
		return
		;;
	[hH][tT][tT][pP][sS]://?*) ;;
	[hH][tT][tT][pP][sS]://)
		__mcp_download_failed invalid_url "--url names no host; write https://HOST/PATH"
		return
		;;
	*)
		__mcp_download_failed invalid_url "only https: can be downloaded, not $__mcp_url"
		return
		;;
	esac
	case $__mcp_out in
	'')
		__mcp_download_failed invalid_params '--out is required'
		return
		;;
	esac
	# mv would move the file into the folder, under a temporary name.
	if [ -d "$__mcp_out" ]; then
		__mcp_download_failed write_error \
			"--out names a folder, $__mcp_out; name the file that is to be written, in it or elsewhere"
		return
	fi
	if [[ "$__mcp_bytes$__mcp_timeout" == *[!0-9]* || ! $__mcp_pause =~ ^([0-9]+\.?[0-9]*|\.[0-9]+)$ ]]; then
		__mcp_download_failed invalid_params '--max-bytes, --timeout and --retry-delay are numbers'
		return
	fi
	if ! [[ $__mcp_attempts =~ ^0*[1-9][0-9]*$ ]]; then
		__mcp_download_failed invalid_params '--retry is how many attempts there are, at least 1'
		return
	fi
	# A number with more digits than bash's arithmetic is too large, too.
	if [ -n "$__mcp_timeout" ] && ! [ "$__mcp_timeout" -le "$__mcp_download_timeout_limit" ] 2>/dev/null; then
		__mcp_download_failed invalid_params "--timeout is at most $__mcp_download_timeout_limit seconds"
		return
	fi
	__mcp_download
}

# Reads the options in the variables of its caller, mcp_download_safe.
__mcp_download() {
	local __mcp_provider __mcp_folder __mcp_code __mcp_said
	for __mcp_provider in "${MCPBASH_HOME:-$__mcp_sdk/..}/providers/https.sh" "$__mcp_sdk/../providers/https.sh"; do
		if [ -r "$__mcp_provider" ]; then
			break
		fi
	done
	if ! [ -r "$__mcp_provider" ]; then
		__mcp_download_failed provider_unavailable 'the https provider is not installed'
		return
	fi
	if ! command -v curl >/dev/null; then
		__mcp_download_failed provider_unavailable 'the https provider needs curl, and there is none'
		return
	fi
	__mcp_folder=$(__mcp_scratch) || {
		__mcp_download_failed write_error "there is no room for temporary files"
		return
	}
	mcp_with_retry "$__mcp_attempts" "$__mcp_pause" __mcp_download_once || :
	__mcp_said=$(<"$__mcp_folder/said")
	__mcp_said=${__mcp_said%%$'\n'*} # further lines concern the operator
	__mcp_download_ended
	rm -rf -- "$__mcp_folder"
}

# Leaves the provider's exit code in __mcp_code. Status 0 means not to try again: after success, and if the download was
# refused, too large or redirected, because a repetition would end in the same way.
__mcp_download_once() {
	__mcp_code=0
	MCPBASH_HTTPS_ALLOW_HOSTS=${__mcp_allow:-${MCPBASH_HTTPS_ALLOW_HOSTS-}} \
		MCPBASH_HTTPS_DENY_HOSTS=${__mcp_deny:-${MCPBASH_HTTPS_DENY_HOSTS-}} \
		MCPBASH_HTTPS_MAX_BYTES=${__mcp_bytes:-${MCPBASH_HTTPS_MAX_BYTES-}} \
		MCPBASH_HTTPS_TIMEOUT=${__mcp_timeout:-${MCPBASH_HTTPS_TIMEOUT-}} \
		MCPBASH_HTTPS_USER_AGENT=$__mcp_agent \
		bash "$__mcp_provider" "$__mcp_url" >|"$__mcp_folder/body" 2>|"$__mcp_folder/said" || __mcp_code=$?
	case $__mcp_code in
	4 | 6 | 7) ;;
	*) return "$__mcp_code" ;;
	esac
}

# Prints the failure for the provider's exit code.
__mcp_download_ended() {
	local __mcp_size
	case $__mcp_code in
	0)
		if ! mv -f -- "$__mcp_folder/body" "$__mcp_out" 2>/dev/null; then
			__mcp_download_failed write_error "$__mcp_out cannot be written"
			return
		fi
		__mcp_size=$(wc -c <"$__mcp_out")
		__mcp_quote "$__mcp_out"
		printf '{"success":true,"bytes":%d,"path":%s}\n' "$__mcp_size" "$__mcp_answer"
		;;
	4) __mcp_download_failed host_blocked "${__mcp_said:-the host is not allowed}" ;;
	5) __mcp_download_failed network_error "${__mcp_said:-the host could not be reached}" ;;
	6) __mcp_download_failed size_exceeded "${__mcp_said:-it is larger than allowed}" ;;
	7) __mcp_download_failed redirect 'redirects are not followed' "${__mcp_said#redirect:}" ;;
	*) __mcp_download_failed provider_error "${__mcp_said:-the https provider ended with exit code $__mcp_code}" ;;
	esac
}

# __mcp_download_failed TYPE MESSAGE [LOCATION]
__mcp_download_failed() {
	local __mcp_error
	__mcp_quote "$2"
	__mcp_error="\"type\":\"$1\",\"message\":$__mcp_answer"
	if [ -n "${3-}" ]; then
		__mcp_quote "$3"
		__mcp_error="$__mcp_error,\"location\":$__mcp_answer"
	fi
	printf '{"success":false,"error":{%s}}\n' "$__mcp_error"
}

# mcp_download_safe_or_fail …: prints the path, or ends the tool.
__mcp_do_download_safe_or_fail() {
	local __mcp_outcome __mcp_type
	__mcp_outcome=$(mcp_download_safe "$@")
	if [ "$(mcp_json_get "$__mcp_outcome" .success)" = true ]; then
		mcp_json_get "$__mcp_outcome" .path
	else
		__mcp_type=$(mcp_json_get "$__mcp_outcome" .error.type)
		mcp_fail_invalid_args "Download failed ($__mcp_type): $(mcp_json_get "$__mcp_outcome" .error.message)"
	fi
}
