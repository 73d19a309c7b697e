#!/usr/bin/env bash
# Prints one file of a git repository: git.sh 'git+https://HOST[:PORT]/REPOSITORY#[REF:]PATH'
#
# REF is a branch, a tag or a whole commit id, HEAD unless given; PATH begins at the repository's root, and %20 and its
# like are decoded as in every URI. Nothing is fetched unless MCPBASH_ENABLE_GIT_PROVIDER is true, and only from hosts in
# MCPBASH_GIT_ALLOW_HOSTS (host or host:port), or from all with MCPBASH_GIT_ALLOW_ALL; MCPBASH_GIT_DENY_HOSTS wins.
# MCPBASH_GIT_TIMEOUT: seconds for the fetch. MCPBASH_GIT_MAX_KB: KiB of the fetched pack, and of the file.
#
# Exit code 3: there is no such file. 4: not allowed, or no usable URI. 5: not fetched. 6: too large. Standard error is
# one line for the client. bash 4 or newer, git 2.4 or newer.
set -ufo pipefail
# Ranges are of ASCII, and git's messages are in English, as the patterns below need.
export LC_ALL=C
unset LANGUAGE

fail() {
	printf '%s\n' "$2" >&2
	exit "$1"
}

yes() {
	case ${1,,} in
	true | 1 | yes | on) return 0 ;;
	*) return 1 ;;
	esac
}

# limit VALUE DEFAULT MAX: the value if it is a number, else the default; at most MAX.
limit() {
	if ! [[ $1 =~ ^0*([1-9][0-9]*)$ ]]; then
		printf '%s' "$2"
	elif ((${#BASH_REMATCH[1]} > 9 || BASH_REMATCH[1] > $3)); then
		printf '%s' "$3"
	else
		printf '%s' "${BASH_REMATCH[1]}"
	fi
}

byte='(0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])'
label='[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'

# read_place TEXT: host and port, "" if there is none, in $host and $port. A name does not end in a number.
read_place() {
	[[ ${1,,} =~ ^([a-z0-9.-]+)(:([0-9]{1,5}))?$ ]] || return 1
	host=${BASH_REMATCH[1]} port=${BASH_REMATCH[3]-}
	if [ -n "$port" ]; then
		port=$((10#$port))
		((port >= 1 && port <= 65535)) || return 1
	fi
	[[ ${#host} -le 253 && $host =~ ^($label\.)*$label$ ]] || return 1
	[[ ! ${host##*.} =~ ^([0-9]+|0x[0-9a-f]*)$ || $host =~ ^($byte\.){3}$byte$ ]]
}

# The separators of a list, besides blank, tab and line break.
separators=$',\r\v\f'

# is_allowed HOST PORT: whether the list allows the host at the port. An entry without a port stands for 443.
is_allowed() {
	local wanted=$1 listed=${MCPBASH_GIT_ALLOW_HOSTS-} entry host port
	for entry in ${listed//[$separators]/ }; do
		if read_place "$entry" && [[ $host == "$wanted" && ${port:-443} == "$2" ]]; then
			return 0
		fi
	done
	return 1
}

# refuse_denied HOST PORT: fails if the list denies the host at the port. An entry without a port stands for every port.
# An entry that is no host could mean any host, so it denies all of them. The server logs it at start.
refuse_denied() {
	local wanted=$1 listed=${MCPBASH_GIT_DENY_HOSTS-} entry host port
	for entry in ${listed//[$separators]/ }; do
		# No URI has such a host.
		[[ ! ${entry,,} =~ ^(\[[0-9a-f:.]*:[0-9a-f:.]*\](:[0-9]{1,5})?|[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*)$ ]] || continue
		read_place "$entry" ||
			fail 4 "The host $1:$2 may not be read from here; MCPBASH_GIT_DENY_HOSTS has an entry that is no host"
		[[ $host != "$wanted" || ${port:-$2} != "$2" ]] || fail 4 "The host $1:$2 may not be read from here"
	done
}

# decode TEXT: into $decoded; fails if the percent-encoding is invalid, or decodes to control characters.
decode() {
	case $1 in
	*\\* | *%00*) return 1 ;;
	esac
	if [[ $1 =~ %($|.$|[^0-9A-Fa-f]|.[^0-9A-Fa-f]) ]]; then
		return 1
	fi
	printf -v decoded '%b' "${1//%/\\x}"
	! [[ $decoded =~ [[:cntrl:]] ]]
}

yes "${MCPBASH_ENABLE_GIT_PROVIDER-}" || fail 4 'Reading from git repositories is off; MCPBASH_ENABLE_GIT_PROVIDER=true turns it on'

uri=${1-}
case $uri in
git+https://*'#'*) ;;
*) fail 4 'The URI is not git+https://HOST/REPOSITORY#REF:PATH' ;;
esac
address=${uri#git+https://}
fragment=${address#*'#'}
address=${address%%'#'*}
authority=${address%%/*}
repository=${address#"${address%%/*}"}

case $authority in
*@*) fail 4 'The URI must not carry a user name or password' ;;
esac
read_place "$authority" || fail 4 'The host of the URI is not usable'
port=${port:-443}
nonstandard=
if [ "$port" != 443 ]; then
	nonstandard=:$port
fi
# Only characters that have no special meaning in a path; no path leads upwards.
if ! [[ $repository =~ ^/[A-Za-z0-9._~%/+@-]*[A-Za-z0-9_~+-]/?$ ]] || [[ $repository/ == */../* ]]; then
	fail 4 'The repository of the URI is not usable'
fi

refuse_denied "$host" "$port"

# may_be_read: whether the settings allow the host. A host alone is allowed at port 443.
may_be_read() {
	if is_allowed "$host" "$port"; then
		return 0
	fi
	yes "${MCPBASH_GIT_ALLOW_ALL-}" && [ "$port" = 443 ] || return 1
	# "All" means hosts of the internet by name: no address in any form, and no name that is only valid in a local
	# network.
	case $host in
	*.localhost | *.local | *.internal) return 1 ;;
	esac
	[[ $host == *.* && ! ${host##*.} =~ ^([0-9]+|0x[0-9a-f]*)$ ]]
}
may_be_read || fail 4 "The host $host:$port may not be read from here; MCPBASH_GIT_ALLOW_HOSTS says which may"

case $fragment in
*:*)
	ref=${fragment%%:*}
	path=${fragment#*:}
	;;
*)
	ref=HEAD
	path=$fragment
	;;
esac
decode "$ref" || fail 4 'The ref of the URI is not usable'
ref=$decoded
# The ref must not be an option, several refs, or a refspec with a destination.
if ! [[ $ref =~ ^[A-Za-z0-9_][A-Za-z0-9._/@+-]{0,254}$ ]] || [[ $ref == *..* ]]; then
	fail 4 'The ref of the URI is not usable'
fi
decode "$path" || fail 4 'The path of the URI is not usable'
path=$decoded
case /$path/ in
*//* | */./* | */../*) fail 3 'Resource not found' ;;
esac

command -v git >/dev/null || fail 5 'git is not installed'

seconds=$(limit "${MCPBASH_GIT_TIMEOUT-}" 30 60)
max_kb=$(limit "${MCPBASH_GIT_MAX_KB-}" 51200 1048576)

# A provider that was killed leaves its folder. No folder is in use for ten minutes.
find "${TMPDIR:-/tmp}" -maxdepth 1 -type d -name 'bullpen-git.*' -user "$EUID" -mmin +10 \
	-exec rm -rf {} + 2>/dev/null

scratch=
fetching=
clean() {
	if [ -n "$fetching" ]; then
		kill -KILL -- "-$fetching" 2>/dev/null
		wait "$fetching" 2>/dev/null
	fi
	if [ -n "$scratch" ]; then
		rm -rf "$scratch"
	fi
}
trap clean EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
scratch=$(mktemp -d "${TMPDIR:-/tmp}/bullpen-git.XXXXXX") || fail 5 'There is no room for a temporary folder'

# The server's environment does not change what git does: no settings of the system or a user (aliases, other URLs,
# stored passwords, ~/.netrc), and no variables except those for the certificates to trust, and for the program that
# asks for a password, which the operator must name.
for name in ${!GIT_@}; do
	case $name in
	GIT_ASKPASS | GIT_SSL_CAINFO | GIT_SSL_CAPATH) ;;
	*) unset "$name" ;;
	esac
done
unset XDG_CONFIG_HOME
# Empty: git asks no program. Unset, it would use SSH_ASKPASS.
export GIT_ASKPASS=${GIT_ASKPASS-}
export HOME=$scratch GIT_DIR=$scratch/repository GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
export GIT_TERMINAL_PROMPT=0 GIT_ALLOW_PROTOCOL=https
settings=(
	-c protocol.allow=never
	-c protocol.https.allow=always
	# A redirect could lead to a host that is not allowed.
	-c http.followRedirects=false
	-c http.sslVerify=true
	-c credential.helper=
	-c core.hooksPath=/dev/null
	-c core.fsmonitor=false
	-c submodule.recurse=false
	-c fetch.recurseSubmodules=false
	-c gc.auto=0
	-c maintenance.auto=false
	# One pack instead of many files, so that the shell can limit its size.
	-c fetch.unpackLimit=1
	# Larger files are streamed, not unpacked in memory.
	-c core.bigFileThreshold=1m
)

# fetch: fetches REF without its history. Runs in a process group of its own, so that no process of it is left when the
# time is up. Writes its exit code to a pipe, because reading a pipe can have a time limit.
fetch() {
	: >"$scratch/said"
	mkfifo "$scratch/ended" || return
	set -m
	{
		# With the signal ignored, writing beyond the limit is an error that git reports, and does not kill git.
		trap '' XFSZ
		unset POSIXLY_CORRECT # with it, the unit would be 512 bytes
		ulimit -f "$max_kb" 2>/dev/null
		git "${settings[@]}" fetch --quiet --depth 1 --no-tags --no-recurse-submodules -- \
			"https://$host$nonstandard$repository" "$ref" </dev/null >/dev/null 2>"$scratch/said"
		printf '%s\n' "$?"
	} >"$scratch/ended" &
	fetching=$!
	set +m
	local code
	if ! read -r -t "$seconds" code <"$scratch/ended"; then
		fail 5 "No answer from $host in $seconds seconds"
	fi
	wait "$fetching"
	fetching=
	return "$code"
}

# explain: fails with the exit code and the line for git's message.
explain() {
	local line reason='Resource fetch failed'
	while IFS= read -r line; do
		case $line in
		*"couldn't find remote ref"* | *'not our ref'*) fail 3 'Resource not found' ;;
		*'File too large'*) fail 6 "The repository is larger than $max_kb KiB" ;;
		'fatal: '*) reason=${line#fatal: } ;;
		esac
	done <"$scratch/said"
	reason=${reason//[[:cntrl:]]/?}
	fail 5 "${reason:0:300}"
}

git "${settings[@]}" init --quiet --bare --template= >/dev/null 2>&1 || fail 5 'git cannot make a repository in the temporary folder'
fetch || explain

# Follows links within the repository. Links out of it are not resolved.
found=$(printf 'FETCH_HEAD:%s\n' "$path" |
	git "${settings[@]}" cat-file --follow-symlinks --batch-check='%(objecttype) %(objectsize) %(objectname)' 2>/dev/null)
if ! [[ $found =~ ^blob\ ([0-9]+)\ ([0-9a-f]+)$ ]]; then
	fail 3 'Resource not found'
fi
size=${BASH_REMATCH[1]}
object=${BASH_REMATCH[2]}
if ((size > max_kb * 1024)); then
	fail 6 "The file is larger than $max_kb KiB"
fi
git "${settings[@]}" cat-file blob "$object" 2>/dev/null || fail 5 'The file cannot be read from what was fetched'
