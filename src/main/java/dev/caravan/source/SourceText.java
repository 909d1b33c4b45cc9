package dev.caravan.source;

/**
 * A source as its file has it.
 *
 * @param file     file of the settings, for people
 * @param settings settings as YAML; empty if it has none
 * @param document OpenAPI document of an API; null for other kinds, and if an edit keeps the document
 * @param stamp    changes whenever a file of the source changes
 */
public record SourceText(String file, String settings, String document, String stamp) {
}
