package dev.bullpen.schema.logging;

import org.slf4j.helpers.NOP_FallbackServiceProvider;

/**
 * What the validator library logs to: nothing. All it has to say comes back as a violation or an
 * exception; without a provider its logging interface would complain about that on standard error.
 */
public final class SilentLogging extends NOP_FallbackServiceProvider {}
