/** Health and metrics, for those who operate the server; loaded only when asked for. */
package dev.bullpen.http.admin;
