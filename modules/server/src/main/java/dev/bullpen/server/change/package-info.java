/**
 * Notifications of changes: legacy clients by session, modern ones by {@code subscriptions/listen}.
 * Begin with {@link dev.bullpen.server.change.ChangeNotices}.
 */
package dev.bullpen.server.change;
