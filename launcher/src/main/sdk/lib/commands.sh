# shellcheck shell=bash
# Other programs, tried again or watched.

# mcp_with_retry MAX DELAY -- COMMAND …: at most MAX times, DELAY seconds apart, doubled each time and a little more by
# chance. Exit codes 0, 1 and 2 are final: a wrong call does not get better.
mcp_with_retry() {
	local most=${1-} delay=${2-} attempt=1 status whole millis
	if ! [[ $most =~ ^[1-9][0-9]*$ && $delay =~ ^[0-9]*\.?[0-9]*$ && ${3-} == -- && $# -ge 4 ]]; then
		printf 'mcp_with_retry: say MAX DELAY -- COMMAND …, not %s\n' "$*" >&2
		return 1
	fi
	shift 3
	whole=${delay%%.*} millis=
	case $delay in *.*) millis=${delay#*.} ;; esac
	millis=${millis}000
	delay=$((10#${whole:-0} * 1000 + 10#${millis:0:3}))
	while :; do
		status=0
		"$@" || status=$?
		if [ "$status" -le 2 ] || [ "$attempt" -ge "$most" ]; then
			return "$status"
		fi
		__mcp_sleep_millis $((delay + RANDOM % (delay / 2 + 1)))
		delay=$((delay * 2)) attempt=$((attempt + 1))
	done
}

__mcp_sleep_millis() {
	local seconds
	printf -v seconds '%d.%03d' $(($1 / 1000)) $(($1 % 1000))
	sleep "$seconds"
}

# mcp_run_with_progress --pattern RE [--extract json|match1|ratio] [--interval SECONDS] [--stdout FILE]
#   [--progress-file FILE] [--total N] [--stderr-file FILE] [--dry-run] [--quiet] [--] COMMAND …
#
# Runs the command and looks, every so often, for lines that match among what it wrote to its error output (or to
# --progress-file). Each is told as progress, which also gives the tool more time. Its output follows at its end.
# Status: the command's; 130 if the call was cancelled, which ends the command too; 1 for a wrong option.
mcp_run_with_progress() {
	local pattern='' extract=match1 interval=0.2 out='' watched='' total='' err='' dry='' quiet=''
	while [ $# -gt 0 ]; do
		case $1 in
		--dry-run) dry=yes ;;
		--quiet) quiet=yes ;;
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
			--pattern) pattern=$2 ;;
			--extract) extract=$2 ;;
			--interval) interval=$2 ;;
			--stdout) out=$2 ;;
			--progress-file) watched=$2 ;;
			--total) total=$2 ;;
			--stderr-file) err=$2 ;;
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
	if [ -z "$pattern" ] || [ $# -eq 0 ]; then
		__mcp_run_usage 'it needs --pattern and a command'
		return
	fi
	case $extract in
	json | match1 | ratio) ;;
	*)
		__mcp_run_usage "--extract is json, match1 or ratio, not $extract"
		return
		;;
	esac
	case $total in
	*[!0-9]*)
		__mcp_run_usage "--total is a number, not $total"
		return
		;;
	esac
	if ! [[ $interval =~ ^([0-9]+\.?[0-9]*|\.[0-9]+)$ ]]; then
		__mcp_run_usage "--interval is in seconds, not $interval"
		return
	fi
	__mcp_run "$@"
}

__mcp_run_usage() {
	printf 'mcp_run_with_progress: %s\n' "$1" >&2
	return 1
}

# With the options of mcp_run_with_progress, its caller.
__mcp_run() {
	local files pid status=0 cancelled='' percent=0 part='' line
	files=$(__mcp_scratch) || return
	local output=${out:-$files/out} errors=${err:-$files/err}
	: >"$errors"
	watched=${watched:-$errors}
	if ! [ -e "$watched" ]; then
		: >"$watched"
	fi
	"$@" >"$output" 2>"$errors" &
	pid=$!
	# Read to the end again and again: what is new since the last look is what comes next.
	while :; do
		# Looked at before reading, so that a last line is not missed.
		kill -0 "$pid" 2>/dev/null || status=ended
		while IFS= read -r line; do
			__mcp_watched_line "$part$line"
			part=
		done
		part=$part$line
		if [ "$status" = ended ]; then
			break
		fi
		if [ -z "$cancelled" ] && mcp_is_cancelled; then
			cancelled=yes
			kill "$pid" 2>/dev/null || :
		fi
		sleep "$interval"
	done <"$watched"
	if [ -n "$part" ]; then
		__mcp_watched_line "$part"
	fi
	status=0
	wait "$pid" || status=$?
	if [ -z "$out" ] && [ -z "$cancelled" ]; then
		cat -- "$output"
	fi
	if [ -z "$err" ] && [ -z "$quiet" ]; then
		cat -- "$errors" >&2
	fi
	rm -rf -- "$files"
	if [ -n "$cancelled" ]; then
		return 130
	fi
	return "$status"
}

# Tells a line as progress if it matches. A line that says no number still says that there is some progress.
__mcp_watched_line() {
	local line=$1 message=$1
	[[ $line =~ $pattern ]] || return 0
	local first=${BASH_REMATCH[1]-} second=${BASH_REMATCH[2]-} number=''
	case $extract in
	json)
		message='Working...'
		number=$(mcp_json_get "$line" '.progress // empty' 2>/dev/null) || number=
		message=$(mcp_json_get "$line" '.message // "Working..."' 2>/dev/null) || message='Working...'
		;;
	match1) number=$first ;;
	ratio)
		case $first$second in
		*[!0-9]*) ;;
		*)
			if [ -n "$first" ] && [ "${second:-0}" -gt 0 ]; then
				number=$((10#$first * 100 / 10#$second))
			fi
			;;
		esac
		;;
	esac
	# A part of a percent is no matter.
	number=${number%%.*}
	case $number in
	'' | *[!0-9]*) ;;
	*)
		percent=$((10#$number))
		if [ "$extract" = match1 ] && [ "${total:-0}" -gt 0 ]; then
			percent=$((percent * 100 / total))
		fi
		;;
	esac
	if [ -n "$dry" ]; then
		printf 'progress %s: %s\n' "$percent" "$message" >&2
	else
		mcp_progress "$percent" "$message"
	fi
}
