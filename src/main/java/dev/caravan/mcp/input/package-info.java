/**
 * Asks the client for input during a request: forms for its user, samples of its model, its roots. In legacy revisions the server asks on
 * the stream of the answer, and the client's responses may reach another gateway. In the modern revision the answer lists the questions,
 * and the client repeats the request with its answers (MCP 2026-07-28, multi round-trip requests).
 */
package dev.caravan.mcp.input;
