/**
 * Completes arguments while a user types: {@code completion/complete} (MCP, utilities, completion). It knows neither prompts nor resources;
 * they provide {@link dev.caravan.completion.CompletionReference}s.
 */
package dev.caravan.completion;
