/**
 * Runs in a short-lived JVM of its own, a job of the pool like any script: compiles one source file
 * and names the class in it that is the provider. It may use the JDK and nothing else. A compiler
 * that hangs, or needs more memory than it has, costs its own process.
 */
package dev.bullpen.compiler;
