/** Health and metrics for operators. Loaded only when requested. */
package dev.bullpen.http.admin;
