/**
 * Calls other services. MCP servers are named in {@code config/upstream.yaml}, and routes call them as {@code upstream:NAME}. HTTP services are
 * called with the limits of {@code #boundedHttp}.
 *
 * <p>The first call of a server connects. A lost connection is restored automatically, with growing pauses. Calls meanwhile fail at once, with the
 * time of the next try. A server with {@code reconnect: on-call} is connected again only by the next call.
 *
 * <p>{@link dev.caravan.upstream.EraTransport} finds out which era of MCP a server speaks. For a server of 2026-07-28,
 * {@link dev.caravan.upstream.ModernTransport} translates what the SDK sends, because mcp-core 2.1.0 speaks revisions up to 2025-11-25. The SDK also
 * drops unknown members of results, and does not tell which call a notification or question belongs to. {@link dev.caravan.upstream.RawResults} and
 * {@link dev.caravan.upstream.ServerMessages} do. It knows no tasks of 2025-11-25; {@link dev.caravan.upstream.LegacyTasks} does.
 *
 * <p>The exchange may name the server and the tool. {@link dev.caravan.upstream.UnknownServerException} and
 * {@link dev.caravan.upstream.RefusedCallException} distinguish a wrong name from a server that fails.
 */
package dev.caravan.upstream;
