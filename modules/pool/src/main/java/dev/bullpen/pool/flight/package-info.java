/** What a flight recording is told; the one package that knows the JDK's recorder. */
package dev.bullpen.pool.flight;
