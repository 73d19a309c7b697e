/**
 * What a project registers with {@code register.json} or its hook {@code register.sh}. Start with
 * {@link dev.bullpen.project.registration.Registration}.
 */
package dev.bullpen.project.registration;
