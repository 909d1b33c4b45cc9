/**
 * A tool is a route: the {@code ai-tool} component, the registry of the tools that run, and what becomes of a call.
 *
 * <p>When a route that consumes from {@code ai-tool:NAME} starts, the tool is in the registry; when it stops, it is gone.
 * Scheme and option names are those of the component that Camel has since 4.22, so route files can move between the two;
 * Caravan adds {@code envelope}, {@code meta} and {@code timeout}. A bad definition is a route that doesn't start.
 */
package dev.caravan.tool;
