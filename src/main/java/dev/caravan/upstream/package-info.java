/**
 * Services that Caravan calls: other MCP servers, named in {@code config/upstream.yaml} and reached from routes as
 * {@code upstream:NAME}, and HTTP services, through the limits of {@code #boundedHttp}.
 *
 * <p>A server is connected when it is first called. Lost connections come back by themselves, with growing pauses; calls
 * meanwhile fail at once, saying when the next try is. Those of servers that reconnect {@code on-call} come back with the next call,
 * and not before. Which server and tool a step means may come with the exchange; then
 * {@link dev.caravan.upstream.UnknownServerException} and {@link dev.caravan.upstream.RefusedCallException} tell a wrong name from
 * a server in trouble.
 */
package dev.caravan.upstream;
