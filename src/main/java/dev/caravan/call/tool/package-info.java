/**
 * Makes a route a tool: the options of {@code ai-tool:}, the catalogues of tools, and {@code tools/call}.
 *
 * <p>When a route that consumes from {@code ai-tool:NAME} starts, the tool is in the registry; when it stops, the tool is removed. Scheme
 * and options are those of Camel's component (since 4.22), so route files work with both. Caravan adds {@code envelope}, {@code meta} and
 * {@code timeout}. A route with an invalid definition does not start.
 */
package dev.caravan.call.tool;
