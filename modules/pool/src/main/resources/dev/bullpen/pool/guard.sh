# The guard: outlives the supervisor and ends what it could not. Started by the supervisor as: sh -c THIS guard TOKEN FOLDER
#
# It waits for the end of its standard input, a pipe whose other end only the supervisor has. A line "bye" means that
# the supervisor has cleaned up itself. Otherwise every process of the session is found by the token in its environment
# and ended, and before a helper is, so are all its descendants: a helper adopts what its scripts leave behind, also
# what has dropped the token. FOLDER, where helpers and scripts exchange files, is removed last, when nobody is left to
# write there.

token=$1
folder=$2
if read -r word && [ "$word" = bye ]; then
  [ ! -d "$folder" ] || rm -rf -- "$folder"
  exit 0
fi

# Pids of the living whose environment has the variable $1 set to the token.
marked() {
  pids=
  for file in $(grep -l -a -F "$1=$token" /proc/[0-9]*/environ 2>/dev/null); do
    pid=${file#/proc/}
    pids="$pids ${pid%/environ}"
  done
  echo $pids
}

# Living descendants of the pids $1.
descendants() {
  found=
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
        '' | Z* | X*) ;;
        *) level="$level $pid" ;;
      esac
    done
    found="$found$level"
  done
  echo $found
}

# A process that is just forking can be missed once, so two looks in a row must find nothing. The count ends a fight
# with processes that cannot be ended at all.
empty=0
looks=0
while [ "$empty" -lt 2 ] && [ "$looks" -lt 200 ]; do
  looks=$((looks + 1))
  helpers=$(marked BULLPEN_HELPER)
  below=$(descendants "$helpers")
  if [ -n "$below" ]; then
    kill -9 $below 2>/dev/null
    empty=0
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
rm -rf -- "$folder"
