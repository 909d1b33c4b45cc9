/**
 * Offers the tools of upstream MCP servers as the gateway's own. A server in {@code config/upstream.yaml} with {@code expose} has one route for each
 * tool, made from the template {@code upstream-tool} in {@code routes/upstream/}.
 *
 * <p>A server's tools are read when it connects, when it reports a change, and every {@code caravan.upstream.refresh}. While the server can't be
 * reached, the last known tools stay in the lists, and calls of them fail.
 *
 * <p>Texts of a server are data. Names, texts and schemas are checked and limited before they become a route
 * ({@link dev.caravan.federation.OfferedTool}).
 */
package dev.caravan.federation;
