/**
 * The audit log: which calls of which principals were allowed or denied. Begin with {@link
 * dev.bullpen.server.audit.AuditLog}.
 */
package dev.bullpen.server.audit;
