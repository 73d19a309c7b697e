/**
 * Between what a script is told and prints, and what a provider in Java takes and returns: reads
 * the variables of a job, calls the provider, writes what a script would have printed.
 *
 * <p>Runs in a helper, on the thread of one job; starts none. Depends on the streaming part of
 * Jackson. It knows neither frames nor class loaders.
 */
package dev.bullpen.helper.provider;
