/**
 * The Model Context Protocol: messages, revisions, discovery, lists.
 *
 * <p>Speaks both eras on one entry: the handshake revisions 2025-03-26, 2025-06-18 and 2025-11-25 ("legacy"), and the
 * stateless 2026-07-28 ("modern"). Takes bytes and headers and gives bytes and headers, whatever transport is in front;
 * what only HTTP needs is in {@code mcp.http}. Knows no tool: who answers a method is decided in {@code routes/entry}.
 *
 * <p>Executors are the JDK's, with Camel's thread factory. Camel's ExecutorServiceManager (4.17.0) breaks two promises: its scheduler rejects
 * work when 1,000 tasks wait, and tasks that wait hold the stop of the gateway up by 10 seconds (10,022 ms with 1,000 that are due in an hour).
 */
package dev.caravan.mcp;
