/**
 * Sessions of legacy clients. A session id is a signed text that says all of the session, so that any gateway can serve it and
 * none keeps anything; only a log level that was set, and that a session has ended, are kept in the gateways' database.
 */
package dev.caravan.mcp.session;
