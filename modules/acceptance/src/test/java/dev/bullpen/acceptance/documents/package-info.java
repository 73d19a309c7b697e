/** What README, the pages of {@code docs} and the examples tell a reader to type. */
package dev.bullpen.acceptance.documents;
