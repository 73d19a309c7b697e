/**
 * The replicas of a server behind a balancer. An id contains the name of its replica, so a request
 * reaches it through any replica.
 */
@org.jspecify.annotations.NullMarked
package dev.bullpen.http.fleet;
