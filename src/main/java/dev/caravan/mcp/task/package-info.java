/**
 * Runs calls that continue after their answer (MCP 2026-07-28, extension {@code io.modelcontextprotocol/tasks}). A task is a row in the
 * gateways' database, so any gateway can answer questions about it; the gateway that started it runs it. The tasks of a killed gateway fail
 * when their leases end. The package knows no tool: the route {@code direct:run-task} does the work.
 */
package dev.caravan.mcp.task;
