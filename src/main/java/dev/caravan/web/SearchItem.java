package dev.caravan.web;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A found page.
 *
 * @param title       plain text
 * @param url         http or https, as the service wrote it
 * @param snippet     plain text; may be empty
 * @param source      name of the service
 * @param engines     the search engines behind it; may be empty
 * @param publishedAt null if unknown
 */
record SearchItem(String title, String url, String snippet, String source, Set<String> engines, Instant publishedAt) {

    /** Merges two items for the same page: title and address of the first, the longer snippet, and the known date. */
    SearchItem with(SearchItem other) {
        Set<String> both = new LinkedHashSet<>(engines);
        both.addAll(other.engines);
        return new SearchItem(title.isEmpty() ? other.title : title, url,
                other.snippet.length() > snippet.length() ? other.snippet : snippet, source, both,
                publishedAt == null ? other.publishedAt : publishedAt);
    }

    Map<String, Object> view() {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("title", title);
        view.put("url", url);
        view.put("snippet", snippet);
        view.put("source", source);
        if (!engines.isEmpty()) {
            view.put("engines", engines);
        }
        if (publishedAt != null) {
            view.put("publishedAt", publishedAt.toString());
        }
        return view;
    }
}
