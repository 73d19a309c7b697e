/**
 * Everything here runs in a helper JVM. No logging library and no object mapper: a helper starts
 * often and should start fast.
 *
 * <p>One thread, "main", owns all of it: it waits in one poll for frames from the supervisor, the
 * output of the job and the job's end, so nothing here is shared and nothing needs a lock. A
 * provider in Java runs on a thread of its own, and meets the owner at the job's pipes, a bell and
 * the desk only.
 */
package dev.bullpen.helper;
