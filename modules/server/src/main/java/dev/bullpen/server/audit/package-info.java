/**
 * The audit log: what was allowed and what was denied to whom. Begin with {@link
 * dev.bullpen.server.audit.AuditLog}.
 */
package dev.bullpen.server.audit;
