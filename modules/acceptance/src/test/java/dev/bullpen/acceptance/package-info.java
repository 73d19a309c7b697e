/**
 * Black-box tests of features over the packaged product: a client on raw pipes asks for them over
 * the wire, in every revision that matters. The tests of a class share their servers where none of
 * them ends or changes one.
 */
package dev.bullpen.acceptance;
