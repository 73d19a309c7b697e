/**
 * Black-box tests of a fleet: three replicas of the packaged product, a balancer and clients, each
 * in a network namespace of its own. What is broken is a host, a link, the balancer or a key. Every
 * class starts a fleet of its own ({@link dev.bullpen.fleet.Fleet}) and shows that nothing is left
 * of it.
 */
package dev.bullpen.fleet;
