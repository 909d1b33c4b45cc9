/**
 * Completes arguments while a user types them: {@code completion/complete}, for whatever has arguments to complete (MCP, utilities,
 * completion). Knows neither prompts nor resources; they say what they have by {@link dev.caravan.completion.CompletionReference}.
 */
package dev.caravan.completion;
