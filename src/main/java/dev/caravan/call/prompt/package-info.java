/**
 * Makes a route a prompt: the options of {@code ai-prompt:}, and {@code prompts/get}.
 *
 * <p>The body at the end of the route holds the prompt's messages. The scheme is that of Camel's component (since 4.24). A route with an
 * invalid definition does not start.
 */
package dev.caravan.call.prompt;
