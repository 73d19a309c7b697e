#!/bin/sh
# Lies beside handbook.meta.json, so it completes the variables of that template: no registration needed.
pages() {
	case ${1:-} in
	onboarding) echo accounts first-day laptop who-is-who ;;
	operations) echo backups incidents on-call restore-drill ;;
	releases) echo checklist hotfix rollback versioning ;;
	*) for chapter in onboarding operations releases; do pages "$chapter"; done ;;
	esac
}

case $MCP_COMPLETION_ARGUMENT in
chapter) offered='onboarding operations releases' ;;
page) offered=$(pages "${MCP_COMPLETION_CONTEXT_CHAPTER:-}") ;;
*) offered= ;;
esac

found=
for value in $offered; do
	case $value in
	"$MCP_COMPLETION_QUERY"*) found="$found${found:+,}\"$value\"" ;;
	esac
done
printf '[%s]\n' "$found"
