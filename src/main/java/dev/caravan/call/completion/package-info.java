/**
 * Completes arguments while a user types: {@code completion/complete} (MCP, utilities, completion). It knows neither prompts nor resources;
 * they provide {@link dev.caravan.call.completion.CompletionReference}s.
 */
package dev.caravan.call.completion;
