package dev.caravan.web;

import dev.caravan.envelope.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One call of {@code web_search} on its way through the routes. The routes hold the search in the variable {@code search}. */
public final class Search {

    private static final int MOST_WARNINGS = 10;

    private final SearchQuery query;
    private final int maxResults;
    private final int mostPages;
    private final Duration timeForMore;
    private final Instant begin = Instant.now();
    private final Map<String, SearchItem> items = new LinkedHashMap<>();
    private final List<Text> warnings = new ArrayList<>();
    private int page;
    private boolean exhausted;
    private boolean broken;
    private Instant cachedAt;

    /**
     * Makes a search without results.
     *
     * @param mostPages   maximum number of pages to request
     * @param timeForMore time from the start after which no further page is requested
     */
    Search(SearchQuery query, int maxResults, int mostPages, Duration timeForMore) {
        this.query = query;
        this.maxResults = maxResults;
        this.mostPages = mostPages;
        this.timeForMore = timeForMore;
    }

    SearchQuery query() {
        return query;
    }

    /** Returns the number of the page to request, from 1. */
    int page() {
        return page + 1;
    }

    /** Adds a page. Leaves out items that are too old, and merges items that are already there. */
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

    /** Ends the search with what it has found so far. */
    void breakOff(Text warning) {
        broken = true;
        warnings.add(warning);
    }

    /** Whether to request another page: too few items so far, maybe more pages, and time left. */
    public boolean wantsMore() {
        return cachedAt == null && !broken && !exhausted && items.size() < maxResults && page < mostPages
                && Duration.between(begin, Instant.now()).compareTo(timeForMore) < 0;
    }

    /** The items of a search for the cache; {@code isEnoughFor} decides for which calls they are enough. */
    record Kept(List<SearchItem> items, List<Text> warnings, boolean all, Instant at) {

        boolean isEnoughFor(int maxResults) {
            return all || items.size() >= maxResults;
        }
    }

    Kept kept() {
        return new Kept(List.copyOf(items.values()), List.copyOf(warnings), exhausted || page >= mostPages, Instant.now());
    }

    int maxResults() {
        return maxResults;
    }

    void take(Kept kept) {
        cachedAt = kept.at();
        warnings.addAll(kept.warnings());
        kept.items().forEach(item -> items.put(item.url(), item));
    }

    /** Returns when the cached answer was fetched; null if this call fetched it. */
    Instant cachedAt() {
        return cachedAt;
    }

    /** Whether to cache the search. A search that ended early is not cached, so that the next caller gets more. */
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
