/**
 * Offers the tools, resources and prompts of upstream MCP servers as the gateway's own. A server in {@code config/upstream.yaml} with
 * {@code expose} has one route for each of them. The route is made from a template in {@code routes/upstream/}, such as {@code
 * upstream-tool}. Routes call servers as {@code upstream:NAME}, and HTTP services with the limits of {@code #boundedHttp}.
 *
 * <p>The first call of a server connects. A lost connection is restored automatically, with growing pauses. Calls meanwhile fail at once,
 * with the time of the next try. A server with {@code reconnect: on-call} is connected again only by the next call.
 *
 * <p>{@link dev.caravan.source.mcp.EraTransport} finds out which era of MCP a server speaks. For a server of 2026-07-28, {@link
 * dev.caravan.source.mcp.ModernTransport} translates what the SDK sends. The SDK also drops unknown members of results, and does not tell
 * which call a notification or question belongs to. {@link dev.caravan.source.mcp.RawResults} and {@link
 * dev.caravan.source.mcp.ServerMessages} do. It knows no tasks of 2025-11-25; {@link dev.caravan.source.mcp.LegacyTasks} does.
 *
 * <p>A server's tools are read when it connects, when it reports a change, and every {@code caravan.upstream.refresh}. While the server
 * can't be reached, the last known tools stay in the lists, and calls of them fail.
 *
 * <p>The gateway subscribes to the resources that its clients have subscribed to ({@link dev.caravan.source.mcp.UpstreamSubscriptions}).
 *
 * <p>Texts of a server are data. Names, texts and schemas are checked and limited before they become a route ({@link
 * dev.caravan.source.OfferedDefinition}).
 */
package dev.caravan.source.mcp;
