package dev.caravan.web;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * One found page.
 *
 * @param title       plain text
 * @param url         http or https, as the service wrote it
 * @param snippet     plain text, may be empty
 * @param source      the service
 * @param engines     the search engines behind it; may be empty
 * @param publishedAt null if the service doesn't say
 */
record SearchItem(String title, String url, String snippet, String source, Set<String> engines, Instant publishedAt) {

    /** Both, where they are the same page: the first one's title and address, the longer snippet, the date that is known. */
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
