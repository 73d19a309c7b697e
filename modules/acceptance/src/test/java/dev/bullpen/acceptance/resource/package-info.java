/** Resources: files of the project, what its providers read, and pages that a client shows. */
package dev.bullpen.acceptance.resource;
