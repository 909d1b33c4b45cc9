package dev.caravan.web;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads lists of results with any member names: first SearXNG's names, then those of other services. */
final class FoundItems {

    /** A page of a search has far fewer. */
    private static final int MOST_RESULTS = 500;
    private static final int LONGEST_TITLE = 300;
    private static final int LONGEST_SNIPPET = 1_000;
    private static final int LONGEST_URL = 2_000;
    private static final int LONGEST_ENGINE = 60;

    private FoundItems() {
    }

    /** Reads the items that are objects with an address, and leaves out the others, and those after the first 500. */
    static List<SearchItem> read(JsonNode results, String source) {
        Instant now = Instant.now();
        List<SearchItem> items = new ArrayList<>();
        for (JsonNode result : results) {
            if (items.size() == MOST_RESULTS) {
                break;
            }
            String url = first(result, "url", "link", "href").asText("").strip();
            if (url.length() > LONGEST_URL || PageKey.of(url).isEmpty()) {
                continue;
            }
            String title = PlainText.of(first(result, "title", "name").asText(""), LONGEST_TITLE);
            String snippet = PlainText.of(first(result, "content", "snippet", "description", "summary").asText(""), LONGEST_SNIPPET);
            JsonNode date = first(result, "publishedDate", "publishedAt", "published_date", "published", "pubdate", "date", "age");
            items.add(new SearchItem(title.isEmpty() ? url : title, url, snippet, source, engines(result),
                    PublishedDate.of(date, now).orElse(null)));
        }
        return items;
    }

    private static Set<String> engines(JsonNode result) {
        Set<String> engines = new LinkedHashSet<>();
        result.path("engines").forEach(engine -> engines.add(PlainText.of(engine.asText(""), LONGEST_ENGINE)));
        if (engines.isEmpty()) {
            engines.add(PlainText.of(result.path("engine").asText(""), LONGEST_ENGINE));
        }
        engines.remove("");
        return engines;
    }

    private static JsonNode first(JsonNode result, String... names) {
        for (String name : names) {
            JsonNode value = result.get(name);
            if (value != null && value.isValueNode() && !value.isNull()) {
                return value;
            }
        }
        return com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    }
}
