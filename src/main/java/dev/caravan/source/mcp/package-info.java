/**
 * Offers the tools, resources and prompts of upstream MCP servers as the gateway's own. A server in {@code config/servers} with
 * {@code expose} has one route for each of them. The route is made from a template in {@code routes/upstream/}, such as {@code
 * upstream-tool}. Routes call servers as {@code upstream:NAME}, and HTTP services with the limits of {@code #boundedHttp}.
 *
 * <p>The first call of a server connects. A lost connection is restored automatically, with growing pauses. Calls meanwhile fail at once,
 * with the time of the next try. A server with {@code reconnect: on-call} is connected again only by the next call.
 *
 * <p>{@link dev.caravan.source.mcp.UpstreamConnection} finds out which era of MCP a server speaks: {@link
 * dev.caravan.source.mcp.LegacySession} or {@link dev.caravan.source.mcp.ModernSession}, over HTTP or standard streams ({@link
 * dev.caravan.source.mcp.Transport}).
 *
 * <p>The clients and transports of the MCP SDK 2.2.0 are not used. Its clients drop unknown members of results, and refuse a whole list for
 * one tool that they can't read. Its HTTP transport for revisions up to 2025-11-25 can't end the stream of one call: a stream that a server
 * leaves open stays open as long as the connection. Its transport on standard streams reads nothing after one line that is no JSON, does
 * not tell why a process has ended, and leaves processes that the server has started.
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
