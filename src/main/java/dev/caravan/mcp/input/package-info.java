/**
 * Input from the client in the middle of a request: forms for its user, samples of its model, its roots. In legacy revisions the
 * server asks on the stream of the answer, and the client's responses may come to another gateway; in the modern one the answer
 * is what is still needed, and the request comes again with it (MCP 2026-07-28, multi round-trip requests).
 */
package dev.caravan.mcp.input;
