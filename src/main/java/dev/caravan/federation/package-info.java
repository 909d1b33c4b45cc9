/**
 * Offers the tools, resources and prompts of upstream MCP servers as the gateway's own. A server in {@code config/upstream.yaml} with {@code expose}
 * has one route for each of them. The route is made from a template in {@code routes/upstream/}, such as {@code upstream-tool}.
 *
 * <p>A server's tools are read when it connects, when it reports a change, and every {@code caravan.upstream.refresh}. While the server can't be
 * reached, the last known tools stay in the lists, and calls of them fail.
 *
 * <p>The gateway subscribes to the resources that its clients have subscribed to ({@link dev.caravan.federation.UpstreamSubscriptions}).
 *
 * <p>Texts of a server are data. Names, texts and schemas are checked and limited before they become a route
 * ({@link dev.caravan.offer.OfferedTool}).
 */
package dev.caravan.federation;
