/**
 * A resource is a route: the {@code ai-resource} component, the registry of the resources whose routes run, and the steps
 * of {@code resources/read}.
 *
 * <p>What the route leaves as body is the content. Scheme and option names are those of the component that Camel has since
 * 4.23 ({@code uriTemplate}: 4.24), so route files can move between the two; Caravan adds {@code meta}, {@code timeout} and
 * {@code complete.*}. A bad definition is a
 * route that doesn't start.
 */
package dev.caravan.resource;
