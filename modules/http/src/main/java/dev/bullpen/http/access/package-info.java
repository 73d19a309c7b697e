/** Who may: tokens, their principals and what these may use; origins and hosts. */
package dev.bullpen.http.access;
