/**
 * Running a class of the project in place of a script. It is loaded in a loader that sees nothing
 * of the helper; between what a script is told and prints, and what a provider in Java takes and
 * returns, everything is translated here: the variables of a job are read, the provider is called,
 * and what a script would have printed is written.
 *
 * <p>All on the thread of one job; it starts none. Depends on the streaming part of Jackson. It
 * knows no frames.
 */
package dev.bullpen.helper.provider;
