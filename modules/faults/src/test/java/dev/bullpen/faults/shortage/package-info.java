/**
 * Memory, disk, descriptors, processes or helpers run out, or would if too much were kept: what can
 * be served is, and what cannot is refused with a reason.
 */
package dev.bullpen.faults.shortage;
