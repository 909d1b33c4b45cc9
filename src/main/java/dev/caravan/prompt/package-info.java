/**
 * A prompt is a route: the {@code ai-prompt} component, the registry of the prompts whose routes run, and the steps of
 * {@code prompts/get}.
 *
 * <p>What the route leaves as body are the prompt's messages. The scheme is that of the component that Camel has since 4.24. A bad
 * definition is a route that doesn't start.
 */
package dev.caravan.prompt;
