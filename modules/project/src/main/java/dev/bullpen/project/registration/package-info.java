/**
 * What a project registers by {@code register.json} or its hook {@code register.sh}. Begin with
 * {@link dev.bullpen.project.registration.Registration}.
 */
package dev.bullpen.project.registration;
