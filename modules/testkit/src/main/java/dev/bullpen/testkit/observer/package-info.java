/**
 * The outside observer: {@link dev.bullpen.testkit.observer.ObserverMain} runs in a JVM of its own,
 * so that what it counts depends on nothing the test or the product believes; {@link
 * dev.bullpen.testkit.observer.Observer} is the handle to it in the test JVM. They talk in lines,
 * one question and one answer at a time. Both sides use {@link System#nanoTime()}, which on Linux
 * is CLOCK_MONOTONIC (clock_gettime(2)) and therefore the same clock in every process of the
 * machine.
 */
package dev.bullpen.testkit.observer;
