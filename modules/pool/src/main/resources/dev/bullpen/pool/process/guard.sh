# The guard: outlives the supervisor and ends what it could not. Started by the supervisor as:
# sh -c THIS guard TOKEN FOLDER [CGROUP]
#
# It waits for the end of its standard input, whose other end only the supervisor has. A line "bye" means that the
# supervisor has cleaned up itself. Otherwise every process of the session is found by the token in its environment, or at
# the end of its command line, for helpers hide their environment, and ended, and before a helper is, so are all its
# descendants: a helper adopts what its scripts leave behind, also what has dropped the token. Then whoever still lives in
# CGROUP or below it is killed there, and it is removed. FOLDER, where helpers and scripts exchange files, is removed last,
# when nobody is left to write there; not if something is mounted in it, for that leads to what is not ours. Where no
# process can be started, or there is no grep, all this is done without one.

# A guard that is stopped when the supervisor ends is sent HUP and CONT by the kernel: its process group is orphaned then;
# see setpgid(2).
trap '' HUP

# The file this shell may have been started from; see HiddenProgram.
exec 3<&-

token=$1
folder=$2
cgroup=${3:-}

# Removes the cgroup $1 and those below it, unless somebody lives there.
remove_cgroups() {
  [ -d "$1" ] || return 0
  for below in "$1"/*/ "$1"/.[!.]*/; do
    [ ! -d "$below" ] || remove_cgroups "${below%/}"
  done
  rmdir -- "$1" 2>/dev/null
}

# Whether $2 is in the file $1. The shell reads it itself, and leaves out the NULs.
holds() {
  while
    line=
    IFS= read -r line || [ -n "$line" ]
  do
    case $line in
      *"$2"*) return 0 ;;
    esac
  done <"$1"
  return 1
} 2>/dev/null

# Whether FOLDER, whose last name is nobody else's, is there and may be removed.
may_remove_folder() {
  [ -d "$folder" ] && ! holds /proc/self/mountinfo "/${folder##*/}/"
}

# What says whose it is goes last: where a removal is cut short the next server may go on with it.
remove_folder() {
  ! may_remove_folder || $1 rm -rf -- "$folder"/[!o]* "$folder"/.[!.]* "$folder"
}

if read -r word && [ "$word" = bye ]; then
  [ -z "$cgroup" ] || remove_cgroups "$cgroup"
  remove_folder
  exit 0
fi

# Whether all is to be done without another process.
alone=

# Files of the living, with their environments or the words of their command lines, of which $1 is one as a whole. To be
# run in a shell of its own. The brackets keep the pattern from being what it looks for: it stands on the command line of
# grep.
files_with() {
  if [ -n "$ends_at_nul" ]; then
    exec grep -l -a -z -x "[B]${1#B}" /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null
  fi
  for file in /proc/[0-9]*/environ /proc/[0-9]*/cmdline; do
    [ -r "$file" ] || continue
    if { tr '\n\000' '\001\n' <"$file" | grep -q -x "[B]${1#B}"; } 2>/dev/null; then
      echo "$file"
    fi
  done
  return 0
}

# The same without a process, which takes far longer, and takes a part of a word for the whole: adds them to "files".
read_files() {
  for file in /proc/[0-9]*/environ /proc/[0-9]*/cmdline; do
    ! holds "$file" "$1" || files="$files $file"
  done
}

# Whether the file $1, in which the mark was found, is an environment, or the command line of a helper: that ends in both
# words. What looks for a helper, as pgrep -f does, has one of them among its own words. The shell leaves out the NULs.
counts() {
  case $1 in
    */environ) return 0 ;;
  esac
  last=
  while
    line=
    IFS= read -r line || [ -n "$line" ]
  do
    last=$line
  done <"$1"
  case $last in
    *"BULLPEN_SESSION=${token}BULLPEN_HELPER=$token") return 0 ;;
  esac
  return 1
} 2>/dev/null

# Sets pids: those of the living in whose environment, or on whose command line, the variable $1 is set to the token.
marked() {
  files=
  if [ -n "$alone" ]; then
    read_files "$1=$token"
  else
    files=$(files_with "$1=$token")
    [ "$?" -lt "$gave_up" ] || exit # that shell could not start a grep
  fi
  pids=
  for file in $files; do
    counts "$file" || continue
    pid=${file#/proc/}
    pid=${pid%/*}
    case "$pids " in
      *" $pid "*) ;;
      *) pids="$pids $pid" ;;
    esac
  done
}

# Sets numbers: those of the process that /proc shows as $1, in each pid namespace from that of /proc inwards.
numbers_of() {
  numbers=
  { while read -r word numbers && [ "$word" != NSpid: ]; do :; done </proc/"$1"/status; } 2>/dev/null
}

# Ends those that /proc shows as $1, by their numbers in our own namespace: /proc may be that of one around it. False if
# none of them could be signalled: each is gone, or has become another user's.
end_shown() {
  signalled=1
  for pid in $1; do
    ours=$pid
    if [ "$depth" -gt 1 ]; then
      numbers_of "$pid"
      ours=
      at=0
      for number in $numbers; do
        at=$((at + 1))
        [ "$at" -ne "$depth" ] || ours=$number
      done
    fi
    if [ -n "$ours" ] && kill -9 "$ours" 2>/dev/null; then
      signalled=0
    fi
  done
  return "$signalled"
}

# Whether one that is dead by what its /proc/PID/stat says, handed over from its state on, lives in other threads than its
# first: their number is the eighteenth word.
lives_on() {
  [ "${18:-1}" -gt 1 ]
} 2>/dev/null

# Adds such ones to pids if they have the token: their first thread has lost its environment and its command line, and the
# others have not.
add_leaderless() {
  for file in /proc/[0-9]*/stat; do
    stat=
    { read -r stat <"$file"; } 2>/dev/null
    stat=${stat##*) }
    case $stat in
      [ZX]*)
        process=${file%/stat}
        # shellcheck disable=SC2086 # words
        ! lives_on $stat || for file in "$process"/task/*/environ "$process"/task/*/cmdline; do
          if holds "$file" "BULLPEN_SESSION=$token" && counts "$file"; then
            pids="$pids ${process#/proc/}"
            break
          fi
        done
        ;;
    esac
  done
}

# Whether the process that /proc shows as $1 is stopped, by a signal or a tracer.
is_stopped() {
  stat=
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null
  case ${stat##*) } in
    [Tt]*) return 0 ;;
  esac
  return 1
}

# Looks for descendants of the pids $1: "living" are those that live, and "changing" says that one ended meanwhile. Whose
# parent ends has another parent from then on, and may be on no list that was read before. The dead children of a stopped
# parent stay: who was dead at the last look too changes nothing.
look_below() {
  living=
  changing=
  dead=
  level=$1
  while [ -n "$level" ]; do
    below=
    unburied=
    for pid in $level; do
      own=
      for list in /proc/"$pid"/task/*/children; do
        kids=
        { read -r kids <"$list"; } 2>/dev/null
        own="$own $kids"
      done
      below="$below $own"
      ! is_stopped "$pid" || unburied="$unburied $own"
    done
    level=
    for pid in $below; do
      stat=
      { read -r stat <"/proc/$pid/stat"; } 2>/dev/null
      stat=${stat##*) }
      case $stat in
        '') changing=yes ;;
        [ZX]*)
          # shellcheck disable=SC2086 # words
          if lives_on $stat; then
            level="$level $pid"
          else
            case "$unburied " in
              *" $pid "*) dead="$dead $pid" ;;
              *) changing=yes ;;
            esac
          fi
          ;;
        *) level="$level $pid" ;;
      esac
    done
    living="$living$level"
  done
  [ "$dead" = "$dead_before" ] || changing=yes
  dead_before=$dead
}

# A moment in which somebody else gets on.
pause() {
  [ -n "$alone" ] || sleep 0.02
}

# Whether it is worth waiting for the dead once more: fifty times, and no longer than two seconds, for a look at thousands
# of them takes long.
may_wait() {
  patience=$((patience - 1))
  seconds=
  { read -r seconds rest </proc/uptime; } 2>/dev/null
  seconds=${seconds%%.*}
  [ -n "$waits_since" ] || waits_since=$seconds
  [ "$patience" -ge 0 ] && [ "${seconds:-0}" -le "$((${waits_since:-0} + 2))" ]
}

# Ends the marked, but for helpers.
end_others() {
  marked BULLPEN_HELPER
  helpers=$pids
  marked BULLPEN_SESSION
  others=
  for pid in $pids; do
    case "$helpers " in
      *" $pid "*) ;;
      *) others="$others $pid" ;;
    esac
  done
  end_shown "$others"
}

# A process that is just forking can be missed once, so two looks in a row must find nothing; and no helper is ended
# while it has children, dead ones too: these are gone in a moment, unless it is stopped. The counts end a fight with
# processes that cannot be ended at all. One below a helper, which has become another user's or is stuck in the kernel, is
# signalled in vain, or is the same in look after look: it is waited for no longer than a dead one. Who goes on
# to start others until the last look leaves the helpers to themselves, for one that is not stopped goes on, too; all
# others are ended then. Whoever lives in CGROUP is not ended before: the end of a helper makes what has left
# its cgroup and has dropped the token somebody else's child.
end_all() {
  numbers_of self
  depth=0
  for number in $numbers; do
    depth=$((depth + 1))
  done
  empty=0
  looks=0
  patience=50
  waits_since=
  same=0
  before=
  dead_before=
  while [ "$empty" -lt 2 ] && [ "$looks" -lt 200 ]; do
    looks=$((looks + 1))
    marked BULLPEN_HELPER
    look_below "$pids"
    if end_shown "$living"; then
      empty=0
      same=$((same + 1))
      [ "$living" = "$before" ] || same=0
      before=$living
      [ "$same" -ge 20 ] || continue
    fi
    if [ -n "$living$changing" ] && may_wait; then
      pause
      continue
    fi
    marked BULLPEN_SESSION
    [ -n "$pids" ] || add_leaderless
    if [ -n "$pids" ]; then
      look_below "$pids"
      end_shown "$pids$living"
      empty=0
    else
      empty=$((empty + 1))
    fi
  done
  [ "$empty" -eq 2 ] || end_others
  [ -z "$cgroup" ] || { echo 1 >"$cgroup/cgroup.kill"; } 2>/dev/null
}

# Ends who lives on in the cgroup $1 or below: cgroup.kill asks the first thread of each, which is nobody if that has ended.
# A thread's number is as good as its process's to kill(2).
end_threads() {
  while read -r thread; do
    [ "$thread" -le 1 ] || kill -9 "$thread"
  done <"$1/cgroup.threads"
  for below in "$1"/*/; do
    [ ! -d "$below" ] || end_threads "${below%/}"
  done
} 2>/dev/null

# Who is killed is gone a moment later, or when the kernel lets him: so long, at most.
await_empty_cgroup() {
  looks=0
  until holds "$cgroup/cgroup.events" 'populated 0' || [ "$looks" -ge 20000 ]; do
    looks=$((looks + 1))
    end_threads "$cgroup"
  done
}

# A shell that cannot start a process gives up, bash after some seconds. Then whoever is ended makes room for others, but
# these may not be ours: what is to be removed is removed by the one program that this shell becomes.
end_alone() {
  alone=yes
  end_all
  [ -z "$cgroup" ] || await_empty_cgroup
  if [ -z "$cgroup" ]; then
    remove_folder exec
  elif may_remove_folder; then
    # It says that files of a cgroup go with it only.
    exec find "$cgroup" "$folder"/[!o]* "$folder"/.[!.]* "$folder" -depth -delete 2>/dev/null
  else
    exec find "$cgroup" -depth -type d -delete
  fi
}
trap end_alone EXIT

# A NUL follows each variable of an environment, and each word of a command line. Not every grep can be told that its lines
# end so, and that of BusyBox sees no further than the first. Then each file is read by itself, which takes two more
# processes for each that we may look at.
# Then 2 says that no process could be started; of a grep, that there was a file it may not read.
ends_at_nul=
gave_up=2
if printf 'a\000b\000c' | grep -q -a -z -x '[b]' 2>/dev/null; then
  ends_at_nul=yes
  gave_up=126
elif ! printf 'a\000b\000' | tr '\n\000' '\001\n' 2>/dev/null | grep -q -x '[b]' 2>/dev/null; then
  exit # they are not in PATH: whoever is not found would be taken for gone
fi

end_all
if [ -n "$cgroup" ]; then
  looks=0
  until remove_cgroups "$cgroup" || [ "$looks" -ge 200 ]; do
    looks=$((looks + 1))
    end_threads "$cgroup"
    pause
  done
fi
remove_folder
trap - EXIT
