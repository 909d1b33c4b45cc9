/**
 * Serves MCP on standard input and output ({@code --stdio}) for clients that start the gateway themselves. The {@code stdio:} component
 * carries one JSON-RPC message per line. There is one client, and the process ends with it.
 */
package dev.caravan.mcp.stdio;
