package dev.bullpen.schema.logging;

import org.slf4j.helpers.NOP_FallbackServiceProvider;

/**
 * Logs nothing: the library returns violations or throws exceptions. Without a provider SLF4J would
 * write a warning to standard error.
 */
public final class SilentLogging extends NOP_FallbackServiceProvider {}
