/**
 * Offers the tools of upstream MCP servers as the gateway's own: a server of {@code config/upstream.yaml} with {@code expose} has a route for each of its
 * tools, stamped from the template {@code upstream-tool} in {@code routes/upstream/}.
 *
 * <p>A server's tools are read when it connects, when it says that they have changed, and every {@code caravan.upstream.refresh}. While it can't be
 * reached the tools that were last known stay in the lists, and calls of them fail. What a server says is data: names, texts and schemas are checked
 * and limited before they become a route ({@link dev.caravan.federation.OfferedTool}).
 */
package dev.caravan.federation;
