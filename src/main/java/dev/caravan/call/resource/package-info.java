/**
 * Makes a route a resource: the options of {@code ai-resource:}, look-up by URI and template, and {@code resources/read}.
 *
 * <p>The body at the end of the route is the content. Scheme and options are those of Camel's component (since 4.23, {@code uriTemplate}
 * since 4.24), so route files work with both. Caravan adds {@code meta}, {@code timeout} and {@code complete.*}. A route with an invalid
 * definition does not start.
 */
package dev.caravan.call.resource;
