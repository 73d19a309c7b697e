#!/bin/sh
# A dependent argument: once "language" is chosen, the client sends it along and it arrives as
# MCP_COMPLETION_CONTEXT_LANGUAGE. Without it every framework is offered.
frameworks() {
	case ${1:-} in
	go) echo chi echo fiber gin ;;
	java) echo helidon micronaut quarkus spring-boot ;;
	python) echo django fastapi flask starlette ;;
	rust) echo actix-web axum rocket ;;
	typescript) echo express fastify hono nestjs ;;
	*) for language in go java python rust typescript; do frameworks "$language"; done ;;
	esac
}

case $MCP_COMPLETION_ARGUMENT in
language) offered='go java python rust typescript' ;;
framework) offered=$(frameworks "${MCP_COMPLETION_CONTEXT_LANGUAGE:-}") ;;
*) offered= ;;
esac

found=
for value in $offered; do
	case $value in
	"$MCP_COMPLETION_QUERY"*) found="$found${found:+,}\"$value\"" ;;
	esac
done
printf '[%s]\n' "$found"
