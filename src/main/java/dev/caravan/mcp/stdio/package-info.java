/**
 * MCP on standard input and output ({@code --stdio}), for clients that start the gateway themselves: the {@code stdio:} component, one
 * JSON-RPC message on a line. There is one client, and the process ends with it.
 */
package dev.caravan.mcp.stdio;
