/**
 * Calls that go on after they were answered (MCP 2026-07-28, extension {@code io.modelcontextprotocol/tasks}). A task is a row in
 * the gateways' database, so any gateway can be asked about it; the one at which it began works on it. One that was killed
 * leaves tasks that have failed, and say so. Knows no tool: what is done is the route {@code direct:run-task}'s.
 */
package dev.caravan.mcp.task;
