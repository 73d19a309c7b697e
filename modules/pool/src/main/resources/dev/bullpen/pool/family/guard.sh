# The guard: outlives the supervisor and ends what it could not. Started by the supervisor as:
# sh -c THIS guard TOKEN FOLDER [CGROUP]
#
# It waits for the end of its standard input, a pipe whose other end only the supervisor has. A line "bye" means that
# the supervisor has cleaned up itself. Otherwise every process of the session is found by the token in its environment
# and ended, and before a helper is, so are all its descendants: a helper adopts what its scripts leave behind, also
# what has dropped the token. Then whoever still lives in CGROUP or below it is killed there, and it is removed. FOLDER,
# where helpers and scripts exchange files, is removed last, when nobody is left to write there; not if something is
# mounted in it, for that leads to what is not ours.

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

# Removes FOLDER, whose last name is nobody else's.
remove_folder() {
  [ -d "$folder" ] || return 0
  grep -q -F "/${folder##*/}/" /proc/self/mountinfo 2>/dev/null || rm -rf -- "$folder"
}

if read -r word && [ "$word" = bye ]; then
  [ -z "$cgroup" ] || remove_cgroups "$cgroup"
  remove_folder
  exit 0
fi

# In an environment a NUL follows each variable, and the grep of BusyBox sees no further than the first. Then each is
# read by itself, which takes two more processes for each that we may look at.
past_nul=
printf 'a\000b\n' | grep -q -a -F b 2>/dev/null && past_nul=yes

# Files with the environments of the living in which $1 is.
environments_with() {
  if [ -n "$past_nul" ]; then
    grep -l -a -F "$1" /proc/[0-9]*/environ 2>/dev/null
    return
  fi
  for environment in /proc/[0-9]*/environ; do
    [ -r "$environment" ] || continue
    if { tr '\000' '\n' <"$environment" | grep -q -x -F "$1"; } 2>/dev/null; then
      echo "$environment"
    fi
  done
}

# Pids of the living whose environment has the variable $1 set to the token.
marked() {
  pids=
  for file in $(environments_with "$1=$token"); do
    pid=${file#/proc/}
    pids="$pids ${pid%/environ}"
  done
  echo $pids
}

# Looks for descendants of the pids $1: "living" are those that live, and "changing" says that one ended meanwhile. Whose
# parent ends has another parent from then on, and may be on no list that was read before.
look_below() {
  living=
  changing=
  level=$1
  while [ -n "$level" ]; do
    below=
    for pid in $level; do
      for list in /proc/"$pid"/task/*/children; do
        kids=
        { read -r kids <"$list"; } 2>/dev/null
        below="$below $kids"
      done
    done
    level=
    for pid in $below; do
      stat=
      { read -r stat <"/proc/$pid/stat"; } 2>/dev/null
      case ${stat##*) } in
        '' | Z* | X*) changing=yes ;;
        *) level="$level $pid" ;;
      esac
    done
    living="$living$level"
  done
}

# A process that is just forking can be missed once, so two looks in a row must find nothing; and no helper is ended
# while it has children, dead ones too: these are gone in a moment, unless it is stopped. The counts end a fight with
# processes that cannot be ended at all.
empty=0
looks=0
patience=50
while [ "$empty" -lt 2 ] && [ "$looks" -lt 200 ]; do
  looks=$((looks + 1))
  look_below "$(marked BULLPEN_HELPER)"
  if [ -n "$living" ]; then
    kill -9 $living 2>/dev/null
    empty=0
    continue
  fi
  if [ -n "$changing" ] && [ "$patience" -gt 0 ]; then
    patience=$((patience - 1))
    sleep 0.02
    continue
  fi
  all=$(marked BULLPEN_SESSION)
  if [ -n "$all" ]; then
    kill -9 $all 2>/dev/null
    empty=0
  else
    empty=$((empty + 1))
  fi
done

# Not before: the end of a helper makes what has left its cgroup and has dropped the token somebody else's child. Who is
# killed is gone a moment later, or when the kernel lets him.
if [ -n "$cgroup" ]; then
  { echo 1 >"$cgroup/cgroup.kill"; } 2>/dev/null
  looks=0
  until remove_cgroups "$cgroup" || [ "$looks" -ge 200 ]; do
    looks=$((looks + 1))
    sleep 0.02
  done
fi
remove_folder
