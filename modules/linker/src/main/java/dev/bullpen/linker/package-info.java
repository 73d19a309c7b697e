/**
 * What a JVM finds out or puts together anew at each start, done once to the jars of the product.
 *
 * <p>A lambda, a method reference and a record's {@code equals}, {@code hashCode} and {@code
 * toString} are call sites (JVMS 6.5, {@code invokedynamic}) behind each of which a JVM makes a
 * class or a method handle when it first comes to it, 0.1 ms of mostly interpreted code. Here each
 * becomes a class, or code, like any other. And a module descriptor that does not list its packages
 * (JVMS 4.7.26) has a JVM search its jar for them.
 *
 * <p>Runs in the build, on jars as javac and Maven leave them; nothing of it is in the product.
 */
package dev.bullpen.linker;
