/**
 * The Model Context Protocol: messages, revisions, discovery, lists.
 *
 * <p>Speaks both eras on one entry: the handshake revisions 2025-03-26, 2025-06-18 and 2025-11-25 ("legacy"), and the
 * stateless 2026-07-28 ("modern"). Takes bytes and headers and gives bytes and headers, whatever transport is in front;
 * what only HTTP needs is in {@code mcp.http}. Knows no tool: who answers a method is decided in {@code routes/entry}.
 */
package dev.caravan.mcp;
