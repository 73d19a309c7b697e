#!/bin/sh
# Installs Bullpen for one user from a package (.tar.gz), upgrades it, and takes it away again. Needs no root.
#
# Each version has a folder of its own, PREFIX/lib/bullpen-VERSION, and is complete before a link leads to it. So a
# start finds the old version or the new one, and a running server keeps its own.
set -uf
umask 022

usage() {
  cat << 'END'
Usage: install.sh [--prefix DIR] [--sha256 SUM] ARCHIVE
       install.sh [--prefix DIR] --uninstall

Installs Bullpen from ARCHIVE, a bullpen-VERSION.tar.gz or its URL, or upgrades it.

  --prefix DIR   where bin, lib and share are (default: ~/.local)
  --sha256 SUM   the archive's SHA-256 (default: as ARCHIVE.sha256 says)
  --uninstall    remove all that this script has installed there

BULLPEN_INSTALL_FROM and BULLPEN_INSTALL_SHA256 stand in for ARCHIVE and SUM.
END
}

fail() {
  printf 'install.sh: %s\n' "$@" >&2
  exit 1
}

wrong() {
  printf 'install.sh: %s See install.sh --help.\n' "$1" >&2
  exit 2
}

archive=${BULLPEN_INSTALL_FROM:-} sum=${BULLPEN_INSTALL_SHA256:-} prefix='' uninstall=''
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage && exit ;;
    --uninstall) uninstall=yes ;;
    --prefix | --sha256)
      { [ $# -gt 1 ] && [ -n "$2" ]; } || wrong "$1 needs a value."
      if [ "$1" = --prefix ]; then prefix=$2; else sum=$2; fi
      shift
      ;;
    -*) wrong "there is no option $1." ;;
    *) archive=$1 ;;
  esac
  shift
done
if [ -z "$prefix" ]; then
  [ -n "${HOME:-}" ] || wrong "HOME is not set. Say where to install: --prefix DIR."
  prefix=$HOME/.local
fi

# What is linked to the current version, under the same name below the prefix.
linked='bin/launcher
bin/bullpen
share/man/man1/launcher.1
share/man/man1/bullpen.1
share/bash-completion/completions/launcher
share/bash-completion/completions/bullpen
share/zsh/site-functions/_launcher
share/fish/vendor_completions.d/launcher.fish
share/fish/vendor_completions.d/bullpen.fish'

# --- the record: what this script has made below the prefix, a path a line, in the order in which it was made ---

# note PATH [SUM]
note() {
  grep -qxF "$*" "$record" 2> /dev/null || printf '%s\n' "$*" >> "$record" ||
    fail "$record cannot be written, so Bullpen could not be removed again. Make it writable, or choose another --prefix."
}

# Whether a link is there and leads to the current version.
is_ours() {
  [ -h "$prefix/$1" ] && [ "$(readlink "$prefix/$1")" = "$prefix/lib/bullpen-current/$1" ]
}

remove_all() {
  [ -r "$record" ] || fail "nothing is installed below $prefix that this script has installed: there is no $record."
  # What an installation that was killed has left.
  set +f
  rm -rf "$prefix"/lib/.bullpen-??????
  set -f
  _left=''
  # Last made, first removed: what is in a folder goes before it.
  _made=$(sed '1!G;h;$!d' "$record") || fail "$record cannot be read."
  while read -r _path _sum; do
    case /$_path/ in
      */../* | //*) fail "$record names $_path, which this script does not make. Remove Bullpen by hand." ;;
      /lib/bullpen-current/) rm -f "$prefix/$_path" ;;
      /lib/bullpen-*/*/) fail "$record names $_path, which this script does not make. Remove Bullpen by hand." ;;
      /lib/bullpen-*/) rm -rf "${prefix:?}/$_path" || _left=$_path ;;
      *)
        if is_ours "$_path"; then
          rm -f "$prefix/$_path" || _left=$_path
        elif [ -d "$prefix/$_path" ] && [ ! -h "$prefix/$_path" ]; then
          # The record is the last file in these.
          case $_left$_path in lib | .) rm -f "$record" ;; esac
          # Stays if something else is in it.
          rmdir "$prefix/${_path#.}" 2> /dev/null || :
        fi
        ;;
    esac
  done << END
$_made
END
  [ -z "$_left" ] || fail "$prefix/$_left could not be removed, as the lines above say. Do it again when that is solved."
  rm -f "$record"
  printf 'Bullpen is no longer installed below %s.\n' "$prefix"
}

if [ -n "$uninstall" ]; then
  prefix=$(CDPATH='' cd -P -- "$prefix" 2> /dev/null && pwd) || fail "nothing is installed: there is no folder $prefix."
  record=$prefix/lib/bullpen-installed
  remove_all
  exit
fi

[ -n "$archive" ] || wrong "ARCHIVE is missing: the file bullpen-VERSION.tar.gz, or its URL."
case $sum in
  *[!0-9A-Fa-f]*) wrong "--sha256 is \"$sum\", but must be 64 hexadecimal digits." ;;
esac

for _program in tar gzip mktemp; do
  command -v "$_program" > /dev/null || fail "there is no $_program on PATH. Install it, and do this again."
done

# --- this host ---

if [ "$(uname -s)" = Linux ]; then
  _libc=$(getconf GNU_LIBC_VERSION 2> /dev/null) || _libc=$(ldd --version 2>&1 | sed -n 1p)
  case $_libc in
    'glibc 2.'*)
      _minor=${_libc#glibc 2.}
      [ "${_minor%%[!0-9]*}" -ge 29 ] || fail "Bullpen needs glibc 2.29 or newer, and this is $_libc. Use a newer system."
      ;;
    *musl*) fail "Bullpen needs glibc 2.29 or newer, and this system has musl (as Alpine). Use one with glibc." ;;
  esac
fi

# --- the folders ---

# Makes each missing folder on the way to one below the prefix, parents first.
make_folders() {
  _way='' _rest=$1/
  while [ -n "$_rest" ]; do
    _way=${_way:+$_way/}${_rest%%/*} _rest=${_rest#*/}
    [ -d "$prefix/$_way" ] && continue
    mkdir "$prefix/$_way" || fail "$prefix/$_way cannot be made. Choose another folder with --prefix."
    note "$_way"
  done
}

_new=''
[ -d "$prefix" ] || { _new=yes && mkdir "$prefix"; } || fail "$prefix cannot be made. Choose another folder with --prefix."
prefix=$(CDPATH='' cd -P -- "$prefix" && pwd) || fail "$prefix cannot be entered. Choose another folder with --prefix."
record=$prefix/lib/bullpen-installed

for _path in $linked; do
  { [ ! -e "$prefix/$_path" ] && [ ! -h "$prefix/$_path" ]; } || is_ours "$_path" ||
    fail "$prefix/$_path is there, and not from this script. Move it away, or choose another folder with --prefix."
done

lib=$prefix/lib
_newer=''
[ -d "$lib" ] || { _newer=yes && mkdir "$lib"; } || fail "$lib cannot be made. Choose another folder with --prefix."
stage=$(mktemp -d "$lib/.bullpen-XXXXXX") || fail "$lib cannot be written. Choose another folder with --prefix."
# What was made for nothing goes again.
clean_up() {
  rm -rf "$stage"
  [ -e "$record" ] || {
    [ -z "$_newer" ] || rmdir "$lib"
    [ -z "$_new" ] || rmdir "$prefix"
  } 2> /dev/null
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

# --- the archive, and what it should be ---

fetch() {
  if command -v curl > /dev/null; then
    # A host that is reached by https must not lead to one that is not.
    case $1 in
      https://*) curl -fsSL --proto-redir =https -o "$2" -- "$1" ;;
      *) curl -fsSL -o "$2" -- "$1" ;;
    esac
  elif command -v wget > /dev/null; then
    wget -q -O "$2" -- "$1"
  else
    fail "there is no curl and no wget on PATH. Install one, or download $archive and name the file."
  fi
}

case $archive in
  http://*) [ -n "$sum" ] || fail "http:// is not protected, so the archive's SHA-256 must come another way: --sha256 SUM." ;;
esac
case $archive in
  http://* | https://* | file://*)
    fetch "$archive" "$stage/archive" || fail "$archive could not be read, as the lines above say. Nothing was installed."
    [ -n "$sum" ] || fetch "$archive.sha256" "$stage/archive.sha256" || rm -f "$stage/archive.sha256"
    file=$stage/archive
    ;;
  *)
    [ -f "$archive" ] || fail "there is no file $archive."
    file=$archive
    ;;
esac
if [ -z "$sum" ]; then
  [ -r "$file.sha256" ] || fail "there is no $archive.sha256. Say what the archive's SHA-256 is: --sha256 SUM."
  read -r sum _rest < "$file.sha256" || [ -n "$sum" ] || fail "$archive.sha256 is empty."
fi

if command -v sha256sum > /dev/null; then
  _found=$(sha256sum < "$file")
elif command -v shasum > /dev/null; then
  _found=$(shasum -a 256 < "$file")
else
  fail "there is no sha256sum and no shasum on PATH, so the archive cannot be checked. Install one."
fi
_found=${_found%% *}
sum=$(printf %s "$sum" | tr A-F a-f)
[ "$_found" = "$sum" ] || fail "the SHA-256 of $archive is $_found, but should be $sum." \
  "It is damaged, or not the right one. Nothing was installed."

# --- the new version, complete before it gets its name ---

_needed=$(gzip -dc -- "$file" 2> /dev/null | wc -c)
_needed=$((_needed / 1024 + 1024))
_free=$(df -Pk "$lib" | sed -n '2s/.* \([0-9][0-9]*\)  *[0-9-]*%.*/\1/p')
[ "${_free:-$_needed}" -ge "$_needed" ] ||
  fail "$lib has $_free KiB left, and Bullpen needs $_needed. Make room, or choose another folder with --prefix."

tar -xzof "$file" -C "$stage" || fail "$archive could not be unpacked, as the lines above say. Nothing was installed."
set +f
set -- "$stage"/bullpen-*/
set -f
name=${1%/} && name=${name##*/}
{ [ $# -eq 1 ] && [ -x "$1/bin/launcher" ]; } || fail "$archive is not a package of Bullpen. Nothing was installed."
case $name in
  bullpen-[0-9]*) ;;
  *) fail "$archive has no version: its folder is $name. Nothing was installed." ;;
esac
# Says what is wrong with the Java.
"$1/bin/launcher" --version < /dev/null > /dev/null || fail "Bullpen does not run here, as the lines above say. Nothing was installed."

[ -z "$_new" ] || note .
[ -z "$_newer" ] || note lib
if [ ! -e "$lib/$name" ]; then
  note "lib/$name" "$sum"
  mv "$1" "$lib/$name" || fail "$lib/$name could not be made."
elif ! grep -qxF "lib/$name $sum" "$record" 2> /dev/null; then
  fail "$lib/$name is there, and from another archive. Servers may run from it, so it is not replaced." \
    "Remove it when none does: install.sh --uninstall."
fi

# --- the links ---

# Moves a link in one step to where another may be, also one that leads to a folder. GNU has -T for this, BSD -h.
replace() {
  mv -fT "$1" "$2" 2> /dev/null || mv -fh "$1" "$2" 2> /dev/null || { rm -f "$2" && mv "$1" "$2"; }
}

note lib/bullpen-current
{ ln -s "$name" "$stage/link" && replace "$stage/link" "$lib/bullpen-current"; } ||
  fail "$lib/bullpen-current could not be made to lead to $name."
for _path in $linked; do
  is_ours "$_path" && continue
  make_folders "${_path%/*}"
  note "$_path"
  ln -s "$lib/bullpen-current/$_path" "$prefix/$_path" || fail "$prefix/$_path could not be made."
done

printf 'Installed %s. Try: %s/bin/launcher demo\n' "$lib/$name" "$prefix"
case :${PATH:-}: in
  *:"$prefix/bin":*) ;;
  *) printf 'PATH does not have %s/bin. Add it to call launcher by its name.\n' "$prefix" ;;
esac
