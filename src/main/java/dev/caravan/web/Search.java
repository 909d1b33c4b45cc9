package dev.caravan.web;

import dev.caravan.envelope.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One call of {@code web_search} on its way through the routes; exchange property {@value #PROPERTY}. */
final class Search {

    static final String PROPERTY = "search";

    private static final int MOST_PAGES = 3;
    private static final Duration TIME_FOR_MORE = Duration.ofSeconds(4);
    private static final int MOST_WARNINGS = 10;

    private final SearchQuery query;
    private final int maxResults;
    private final Instant begin = Instant.now();
    private final Map<String, SearchItem> items = new LinkedHashMap<>();
    private final List<Text> warnings = new ArrayList<>();
    private int page;
    private boolean exhausted;
    private boolean broken;
    private Instant cachedAt;

    Search(SearchQuery query, int maxResults) {
        this.query = query;
        this.maxResults = maxResults;
    }

    SearchQuery query() {
        return query;
    }

    /** The page to ask for, from 1. */
    int page() {
        return page + 1;
    }

    /** Takes what was found, unless it is older than it may be, and merges what was found before. */
    void add(SearchPage found) {
        page++;
        warnings.addAll(found.warnings());
        int before = items.size();
        Instant oldest = query.recencyDays() == 0 ? Instant.MIN : begin.minus(Duration.ofDays(query.recencyDays()));
        for (SearchItem item : found.items()) {
            boolean recent = item.publishedAt() == null || !item.publishedAt().isBefore(oldest);
            PageKey.of(item.url()).filter(key -> recent).ifPresent(key -> items.merge(key, item, SearchItem::with));
        }
        exhausted = found.last() || items.size() == before;
    }

    /** What there is so far is the answer. */
    void breakOff(Text warning) {
        broken = true;
        warnings.add(warning);
    }

    /** Whether to ask for another page: too few so far, maybe more to be had, and time for it. */
    boolean wantsMore() {
        return cachedAt == null && !broken && !exhausted && items.size() < maxResults && page < MOST_PAGES
                && Duration.between(begin, Instant.now()).compareTo(TIME_FOR_MORE) < 0;
    }

    /** Everything found, to be kept; {@code isEnoughFor} tells whom it serves. */
    record Kept(List<SearchItem> items, List<Text> warnings, boolean all, Instant at) {

        boolean isEnoughFor(int maxResults) {
            return all || items.size() >= maxResults;
        }
    }

    Kept kept() {
        return new Kept(List.copyOf(items.values()), List.copyOf(warnings), exhausted || page == MOST_PAGES, Instant.now());
    }

    int maxResults() {
        return maxResults;
    }

    void take(Kept kept) {
        cachedAt = kept.at();
        warnings.addAll(kept.warnings());
        kept.items().forEach(item -> items.put(item.url(), item));
    }

    /** When the answer was fetched; null if it is by this call. */
    Instant cachedAt() {
        return cachedAt;
    }

    /** A broken-off search is not kept: the next caller should have more. */
    boolean isWorthKeeping() {
        return cachedAt == null && !broken;
    }

    List<SearchItem> results() {
        return items.values().stream().limit(maxResults).toList();
    }

    List<Text> warnings() {
        List<Text> all = new ArrayList<>(warnings);
        long undated = results().stream().filter(item -> item.publishedAt() == null).count();
        if (query.recencyDays() > 0 && undated > 0) {
            all.add(Text.of("web.undated", undated, query.timeRange()));
        }
        return all.size() <= MOST_WARNINGS ? all : all.subList(0, MOST_WARNINGS);
    }
}
