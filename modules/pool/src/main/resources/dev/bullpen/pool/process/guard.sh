# The guard: outlives the supervisor and ends the processes that the supervisor could not. The
# supervisor starts it as:
# sh -c THIS guard TOKEN FOLDER [CGROUP]
#
# It waits for the end of its standard input, whose other end only the supervisor has. A line "bye"
# means that the supervisor has cleaned up itself. Otherwise the guard ends every process of the
# session. It finds them by the token in their environment, or at the end of their command line,
# because helpers hide their environment. Before it ends a helper, it ends all its descendants: a
# helper adopts the processes that its scripts leave, including those without the token. Then it
# kills the remaining processes in CGROUP and below, and removes CGROUP. It removes FOLDER, where
# helpers and scripts exchange files, last, when no process is left to write there; but not if
# something is mounted in it, which may lead to files of others. If no process can be started, or
# there is no grep, it does all this without other processes.

# If the guard is stopped when the supervisor ends, the kernel sends it HUP and CONT, because its
# process group is then orphaned; see setpgid(2).
trap '' HUP

# The file this shell may have been started from; see HiddenProgram.
exec 3<&-

token=$1
folder=$2
cgroup=${3:-}

# Removes the cgroup $1 and those below it, unless a process lives there.
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

# Whether FOLDER, whose last name is unique, exists and may be removed.
may_remove_folder() {
  [ -d "$folder" ] && ! holds /proc/self/mountinfo "/${folder##*/}/"
}

# The file that names the owner goes last, so that the next server can finish an interrupted
# removal.
remove_folder() {
  ! may_remove_folder || $1 rm -rf -- "$folder"/[!o]* "$folder"/.[!.]* "$folder"
}

if read -r word && [ "$word" = bye ]; then
  [ -z "$cgroup" ] || remove_cgroups "$cgroup"
  remove_folder
  exit 0
fi

# Set if everything has to be done without other processes.
alone=

# Lists the environ and cmdline files of living processes in which $1 is one whole word. To be run
# in a shell of its own. The brackets keep the pattern from matching itself on the command line of
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

# The same without a process: adds them to "files". It takes far longer, and also matches a part of
# a word.
read_files() {
  for file in /proc/[0-9]*/environ /proc/[0-9]*/cmdline; do
    ! holds "$file" "$1" || files="$files $file"
  done
}

# Whether the file $1, in which the mark was found, is an environment, or the command line of a
# helper, which ends in both words. A process that searches for a helper, such as pgrep -f, has only
# one of them. The shell leaves out the NULs.
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

# Sets pids: living processes with the variable $1 set to the token, in their environment or on
# their command line.
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

# Sets numbers: the pids of the process that /proc shows as $1, in each pid namespace from that of
# /proc inwards.
numbers_of() {
  numbers=
  { while read -r word numbers && [ "$word" != NSpid: ]; do :; done </proc/"$1"/status; } 2>/dev/null
}

# Kills the processes that /proc shows as $1, and the groups that they lead, by their pids in this
# namespace: /proc may be of a namespace around it. A process that was started after the last scan
# is in no list, but in the group of its parent, unless it has left that already. False if none of them could be
# signalled, because each is gone or runs as another user.
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
    [ "${ours:-0}" -gt 1 ] || continue # -1 would be every process
    if kill -9 "-$ours"; then signalled=0; fi
    if kill -9 "$ours"; then signalled=0; fi
  done
  return "$signalled"
} 2>/dev/null

# Whether a process whose first thread is dead has other threads. The arguments are its
# /proc/PID/stat from the state on; the eighteenth is the number of threads.
lives_on() {
  [ "${18:-1}" -gt 1 ]
} 2>/dev/null

# Adds such processes to pids if they have the token. Their first thread has lost its environment
# and command line, but the others have not.
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

# Scans the descendants of the pids $1. Sets "living" to the living ones, and "changing" if one
# ended meanwhile: its children get another parent, and may be missing from lists that were read
# before. The dead children of a stopped parent stay, so those that were already dead in the last
# scan do not count as a change.
scan_below() {
  living=
  changing=
  dead=
  level=$1
  while [ -n "$level" ]; do
    below=
    unreaped=
    for pid in $level; do
      own=
      for list in /proc/"$pid"/task/*/children; do
        kids=
        { read -r kids <"$list"; } 2>/dev/null
        own="$own $kids"
      done
      below="$below $own"
      ! is_stopped "$pid" || unreaped="$unreaped $own"
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
            case "$unreaped " in
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

# A moment for other processes to run.
pause() {
  [ -n "$alone" ] || sleep 0.02
}

# Whether to wait for the dead once more: at most fifty times and two seconds, because a scan of
# thousands takes long.
may_wait() {
  patience=$((patience - 1))
  seconds=
  { read -r seconds rest </proc/uptime; } 2>/dev/null
  seconds=${seconds%%.*}
  [ -n "$waits_since" ] || waits_since=$seconds
  [ "$patience" -ge 0 ] && [ "${seconds:-0}" -le "$((${waits_since:-0} + 2))" ]
}

# Kills the marked processes except helpers.
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

# A scan can miss a process that is just forking, so two scans in a row must find nothing. No helper
# is killed while it has children, including dead ones, which are gone in a moment unless the helper
# is stopped. The counts bound the work if processes cannot be ended. If a process below a helper
# runs as another user or is stuck in the kernel, signals have no effect and scan after scan finds
# it: it is waited for no longer than a dead one. If processes start others until the last scan, the
# helpers are left to clean up themselves, since one that is not stopped still does; all others are
# killed. CGROUP is killed only after that: when a helper ends, its descendants that have left its
# cgroup and dropped the token would get another parent, and could no longer be found.
end_all() {
  numbers_of self
  depth=0
  for number in $numbers; do
    depth=$((depth + 1))
  done
  empty=0
  scans=0
  patience=50
  waits_since=
  same=0
  before=
  dead_before=
  while [ "$empty" -lt 2 ] && [ "$scans" -lt 200 ]; do
    scans=$((scans + 1))
    marked BULLPEN_HELPER
    scan_below "$pids"
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
      scan_below "$pids"
      end_shown "$living$pids"
      empty=0
    else
      empty=$((empty + 1))
    fi
  done
  [ "$empty" -eq 2 ] || end_others
  [ -z "$cgroup" ] || { echo 1 >"$cgroup/cgroup.kill"; } 2>/dev/null
}

# Kills the remaining processes in the cgroup $1 or below. cgroup.kill signals the first thread of
# each process, and has no effect if that has ended. kill(2) accepts a thread's number in place of
# its process's.
end_threads() {
  while read -r thread; do
    [ "$thread" -le 1 ] || kill -9 "$thread"
  done <"$1/cgroup.threads"
  for below in "$1"/*/; do
    [ ! -d "$below" ] || end_threads "${below%/}"
  done
} 2>/dev/null

# Waits for killed processes, which are gone in a moment, or when the kernel releases them. The wait
# is bounded.
await_empty_cgroup() {
  scans=0
  until holds "$cgroup/cgroup.events" 'populated 0' || [ "$scans" -ge 20000 ]; do
    scans=$((scans + 1))
    end_threads "$cgroup"
  done
}

# A shell that cannot start a process gives up, bash after some seconds. Processes that are then
# killed make room for others, but other programs may take it. So the one program that this shell
# becomes removes everything.
end_alone() {
  alone=yes
  end_all
  [ -z "$cgroup" ] || await_empty_cgroup
  if [ -z "$cgroup" ]; then
    remove_folder exec
  elif may_remove_folder; then
    # Its errors are hidden: files in a cgroup cannot be removed, and go with the cgroup.
    exec find "$cgroup" "$folder"/[!o]* "$folder"/.[!.]* "$folder" -depth -delete 2>/dev/null
  else
    exec find "$cgroup" -depth -type d -delete
  fi
}
trap end_alone EXIT

# A NUL follows each variable of an environment, and each word of a command line. Not every grep has
# an option for that, and BusyBox's sees only the first line. Then each file is read on its own,
# with two more processes for each readable one. The exit code 2 then means that no process could be
# started. Of a grep for all files, it means that one was unreadable.
ends_at_nul=
gave_up=2
if printf 'a\000b\000c' | grep -q -a -z -x '[b]' 2>/dev/null; then
  ends_at_nul=yes
  gave_up=126
elif ! printf 'a\000b\000' | tr '\n\000' '\001\n' 2>/dev/null | grep -q -x '[b]' 2>/dev/null; then
  exit # they are not in PATH: processes that are not found would count as gone
fi

end_all
if [ -n "$cgroup" ]; then
  scans=0
  until remove_cgroups "$cgroup" || [ "$scans" -ge 200 ]; do
    scans=$((scans + 1))
    end_threads "$cgroup"
    pause
  done
fi
remove_folder
trap - EXIT
