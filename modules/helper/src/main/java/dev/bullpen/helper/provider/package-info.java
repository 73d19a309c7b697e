/**
 * Runs a class of the project in this JVM in place of a script. Begin with {@link
 * dev.bullpen.helper.provider.ProviderLeader}.
 *
 * <p>The class is loaded in a loader that sees nothing of the helper ({@code ProjectClasses}). The
 * variables of a job become the request that a provider gets, and its result becomes the bytes that
 * a script would have printed ({@code ProviderCall}). Afterwards the JVM is put back as it was
 * ({@code ProviderHost}).
 *
 * <p>Thread: "provider", for one job. It meets "main" only at the job's pipes, a bell and the
 * exchange folder. Depends on the streaming part of Jackson.
 */
package dev.bullpen.helper.provider;
