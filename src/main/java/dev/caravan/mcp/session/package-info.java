/**
 * Implements the sessions of legacy clients. A session id is a signed text that contains the whole session, so any gateway can serve it
 * without state. Only the log level, subscriptions, found tools and the end of a session are values that gateways share.
 */
package dev.caravan.mcp.session;
