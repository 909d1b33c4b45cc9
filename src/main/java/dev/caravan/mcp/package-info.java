/**
 * Implements the Model Context Protocol: messages, revisions, discovery and lists.
 *
 * <p>One entry serves both eras: the handshake revisions 2025-03-26, 2025-06-18 and 2025-11-25 ("legacy"), and the stateless 2026-07-28
 * ("modern"). The package takes and returns bytes and headers, whatever the transport. Rules of HTTP are in {@code mcp.http}. It knows no
 * tools: {@code routes/entry} decides which route answers a method.
 *
 * <p>Executors are the JDK's, with Camel's thread factory. Camel's ExecutorServiceManager (4.17.0) breaks two promises. Its scheduler
 * rejects work when 1,000 tasks wait. Waiting tasks delay the stop of the gateway by 10 seconds (10,022 ms with 1,000 tasks due in an
 * hour).
 */
package dev.caravan.mcp;
