/**
 * Replicas of one server behind a balancer: what belongs to one of them finds it by the name in its
 * id, whichever replica is asked.
 */
@org.jspecify.annotations.NullMarked
package dev.bullpen.http.fleet;
