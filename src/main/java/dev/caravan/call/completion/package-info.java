/**
 * Completes arguments while a user types: {@code completion/complete} (MCP, utilities, completion). It finds what has the argument
 * in the registries of definitions, and knows neither prompts nor resources.
 */
package dev.caravan.call.completion;
