/**
 * Calls other services. MCP servers are named in {@code config/upstream.yaml}, and routes call them as {@code upstream:NAME}. HTTP services are
 * called with the limits of {@code #boundedHttp}.
 *
 * <p>The first call of a server connects. A lost connection is restored automatically, with growing pauses. Calls meanwhile fail at once, with the
 * time of the next try. A server with {@code reconnect: on-call} is connected again only by the next call.
 *
 * <p>The exchange may name the server and the tool. {@link dev.caravan.upstream.UnknownServerException} and
 * {@link dev.caravan.upstream.RefusedCallException} distinguish a wrong name from a server that fails.
 */
package dev.caravan.upstream;
