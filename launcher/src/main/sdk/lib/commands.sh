# shellcheck shell=bash
# Runs other programs: repeats them, or reports their progress.

# mcp_with_retry MAX DELAY [--] COMMAND …: runs the command up to MAX times, at least once. The pause is DELAY seconds,
# doubled each time, and a random time more. Exit codes 0, 1 and 2 are final: repeating a wrong call does not help.
__mcp_do_with_retry() {
	local __mcp_most=${1-} __mcp_delay=${2-} __mcp_attempt=1 __mcp_status __mcp_pause
	shift $(($# < 2 ? $# : 2))
	if [ "${1-}" = -- ]; then
		shift
	fi
	if ! [[ $__mcp_most =~ ^[0-9]+$ && $__mcp_delay =~ ^([0-9]+\.?[0-9]*|\.[0-9]+)$ && $# -gt 0 ]]; then
		printf 'mcp_with_retry: say MAX DELAY [--] COMMAND …, with two numbers\n' >&2
		return 1
	fi
	__mcp_number "$__mcp_most" 0 1
	__mcp_most=$__mcp_answer
	__mcp_to_millis "$__mcp_delay"
	__mcp_delay=$__mcp_answer
	while :; do
		__mcp_status=0
		"$@" || __mcp_status=$?
		if [ "$__mcp_status" -le 2 ] || [ "$__mcp_attempt" -ge "$__mcp_most" ]; then
			return "$__mcp_status"
		fi
		__mcp_pause=$((__mcp_delay + RANDOM % (__mcp_delay / 2 + 1)))
		mcp_log_debug retry \
			"attempt $__mcp_attempt of $__mcp_most failed with exit code $__mcp_status; the next one is in $__mcp_pause ms"
		__mcp_sleep_millis "$__mcp_pause"
		__mcp_delay=$((__mcp_delay * 2)) __mcp_attempt=$((__mcp_attempt + 1))
	done
}

# Seconds, as 1, 1.5 or .5, as milliseconds in __mcp_answer.
__mcp_to_millis() {
	local __mcp_millis=000
	case $1 in *.*) __mcp_millis=${1#*.}000 ;; esac
	__mcp_number "${1%%.*}" 0 0
	__mcp_answer=$((__mcp_answer * 1000 + 10#${__mcp_millis:0:3}))
}

__mcp_sleep_millis() {
	local __mcp_seconds
	printf -v __mcp_seconds '%d.%03d' $(($1 / 1000)) $(($1 % 1000))
	sleep "$__mcp_seconds"
}

# A number above 0 small enough for percentages: bash's arithmetic has 19 digits, and overflows silently.
__mcp_countable='^0*[1-9][0-9]{0,15}$'

# mcp_run_with_progress --pattern RE [--extract json|match1|ratio] [--interval SECONDS] [--stdout FILE]
#   [--progress-file FILE] [--total N] [--stderr-file FILE] [--dry-run] [--quiet] [--] COMMAND …
#
# Runs the command, and searches its error output (or --progress-file, which is emptied first) at each interval for lines
# that match. Each is reported as progress, which can also give the tool more time. The other lines of the error output
# go to --stderr-file. --dry-run writes progress as JSON to the error output instead. The command's output is printed at
# its end.
# Status: the command's; 130 if the call was cancelled, which ends the command too; 1 for a wrong option.
__mcp_do_run_with_progress() {
	local __mcp_pattern='' __mcp_extract=json __mcp_interval=0.2 __mcp_total='' __mcp_dry='' __mcp_quiet=''
	local __mcp_out='' __mcp_err='' __mcp_watched=''
	while [ $# -gt 0 ]; do
		case $1 in
		--dry-run) __mcp_dry=yes ;;
		--quiet) __mcp_quiet=yes ;;
		--)
			shift
			break
			;;
		--pattern | --extract | --interval | --stdout | --progress-file | --total | --stderr-file)
			if [ $# -lt 2 ]; then
				__mcp_run_usage "$1 needs a value"
				return
			fi
			case $1 in
			--pattern) __mcp_pattern=$2 ;;
			--extract) __mcp_extract=$2 ;;
			--interval) __mcp_interval=$2 ;;
			--stdout) __mcp_out=$2 ;;
			--progress-file) __mcp_watched=$2 ;;
			--total) __mcp_total=$2 ;;
			--stderr-file) __mcp_err=$2 ;;
			esac
			shift
			;;
		-*)
			__mcp_run_usage "there is no option $1"
			return
			;;
		*) break ;;
		esac
		shift
	done
	if [ -z "$__mcp_pattern" ] || [ $# -eq 0 ]; then
		__mcp_run_usage 'it needs --pattern and a command'
		return
	fi
	case $__mcp_extract in
	json | match1 | ratio) ;;
	*)
		__mcp_run_usage "--extract is json, match1 or ratio, not $__mcp_extract"
		return
		;;
	esac
	if [ -n "$__mcp_total" ] && ! [[ $__mcp_total =~ $__mcp_countable ]]; then
		__mcp_run_usage "--total is a number above 0, of at most 16 digits, not $__mcp_total"
		return
	fi
	# Without a pause, the search would take a whole core.
	if ! [[ $__mcp_interval =~ ^([0-9]+\.?[0-9]*|\.[0-9]+)$ && $__mcp_interval == *[1-9]* ]]; then
		__mcp_run_usage "--interval is a number of seconds above 0, not $__mcp_interval"
		return
	fi
	__mcp_run "$@"
}

__mcp_run_usage() {
	printf 'mcp_run_with_progress: %s\n' "$1" >&2
	return 1
}

# Reads the options in the variables of its caller, mcp_run_with_progress.
__mcp_run() {
	local __mcp_files
	__mcp_files=$(__mcp_scratch) || return
	local __mcp_output=${__mcp_out:-$__mcp_files/out} __mcp_errors=$__mcp_files/err __mcp_others=''
	if [ -n "$__mcp_err" ] && ! { : >|"$__mcp_err"; } 2>/dev/null; then
		printf 'mcp_run_with_progress: %s cannot be written, and is left out\n' "$__mcp_err" >&2
		__mcp_err=
	fi
	if [ -z "$__mcp_watched" ]; then
		__mcp_watched=$__mcp_errors __mcp_others=$__mcp_err
	elif [ -n "$__mcp_err" ]; then
		__mcp_errors=$__mcp_err
	fi
	if ! { : >|"$__mcp_watched"; } 2>/dev/null; then
		rm -rf -- "$__mcp_files"
		__mcp_run_usage "$__mcp_watched cannot be written"
		return
	fi
	# Explicit, because bash gives a command in the background an empty input otherwise.
	"$@" <&0 >|"$__mcp_output" 2>|"$__mcp_errors" &
	local __mcp_pid=$! __mcp_status=0 __mcp_cancelled='' __mcp_part='' __mcp_line
	# The loop reads to the end again and again; each time it continues after the last line.
	while :; do
		# Checked before reading, so that the last line is not missed.
		kill -0 "$__mcp_pid" 2>/dev/null || __mcp_status=ended
		while IFS= read -r __mcp_line; do
			__mcp_watched_line "$__mcp_part$__mcp_line"
			__mcp_part=
		done
		__mcp_part=$__mcp_part$__mcp_line
		if [ "$__mcp_status" = ended ]; then
			break
		fi
		if [ -z "$__mcp_cancelled" ] && mcp_is_cancelled; then
			__mcp_cancelled=yes
			kill "$__mcp_pid" 2>/dev/null || :
		fi
		sleep "$__mcp_interval"
	done <"$__mcp_watched"
	if [ -n "$__mcp_part" ]; then
		__mcp_watched_line "$__mcp_part"
	fi
	__mcp_status=0
	wait "$__mcp_pid" || __mcp_status=$?
	if [ -z "$__mcp_out" ] && [ -z "$__mcp_cancelled" ]; then
		cat -- "$__mcp_output"
	fi
	if [ -z "$__mcp_err" ] && [ -z "$__mcp_quiet" ]; then
		cat -- "$__mcp_errors" >&2
	fi
	rm -rf -- "$__mcp_files"
	if [ -n "$__mcp_cancelled" ]; then
		return 130
	fi
	return "$__mcp_status"
}

# Reports a line as progress if it matches. A line without a number still gives the tool more time.
__mcp_watched_line() {
	local __mcp_line=$1 __mcp_message=$1
	if ! [[ $__mcp_line =~ $__mcp_pattern ]]; then
		if [ -n "$__mcp_others" ]; then
			printf '%s\n' "$__mcp_line" 2>/dev/null >>"$__mcp_others" || :
		fi
		return 0
	fi
	local __mcp_first=${BASH_REMATCH[1]-} __mcp_second=${BASH_REMATCH[2]-} __mcp_percent=''
	case $__mcp_extract in
	json)
		__mcp_message='Working...'
		__mcp_percent=$(mcp_json_get "$__mcp_line" '.progress // empty' 2>/dev/null) || __mcp_percent=
		__mcp_message=$(mcp_json_get "$__mcp_line" '.message // "Working..."' 2>/dev/null) ||
			__mcp_message='Working...'
		;;
	match1) __mcp_percent=$__mcp_first ;;
	ratio)
		if [[ $__mcp_first =~ ^[0-9]{1,16}$ && $__mcp_second =~ $__mcp_countable ]]; then
			__mcp_percent=$((10#$__mcp_first * 100 / 10#$__mcp_second))
		fi
		;;
	esac
	# Fractions of a percent are dropped.
	__mcp_percent=${__mcp_percent%%.*}
	if ! [[ $__mcp_percent =~ ^[0-9]{1,16}$ ]]; then
		# Progress must increase (specification, progress), so it needs a number.
		if [ -z "$__mcp_dry" ]; then
			__mcp_say_alive
		fi
		return
	fi
	__mcp_percent=$((10#$__mcp_percent))
	if [ "$__mcp_extract" = match1 ] && [ -n "$__mcp_total" ]; then
		__mcp_percent=$((__mcp_percent * 100 / 10#$__mcp_total))
	fi
	if [ -n "$__mcp_dry" ]; then
		__mcp_quote "$__mcp_message"
		printf '{"progress":%s,"message":%s}\n' "$__mcp_percent" "$__mcp_answer" >&2
	elif mcp_progress_is_configured; then
		mcp_progress "$__mcp_percent" "$__mcp_message"
	else
		__mcp_say_alive
	fi
}
