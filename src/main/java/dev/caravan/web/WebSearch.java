package dev.caravan.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** The steps of {@code web_search} before and after the requests to the service, and the cache of searches. */
@Component("webSearch")
public class WebSearch {

    private final WebSearchProperties properties;
    private final Cache<Search.Query, Search.Kept> kept;

    WebSearch(WebSearchProperties properties) {
        this.properties = properties;
        this.kept = Caffeine.newBuilder().maximumSize(properties.cacheSize()).expireAfterWrite(properties.cacheTtl()).build();
    }

    /** Starts a search from the tool's arguments. The search has its items already if the cache has enough of them. */
    public Search begin(@Body Map<String, Object> arguments, @Variable("mostPages") int mostPages,
            @Variable("timeForMore") Duration timeForMore) {
        Search.Query query = Search.Query.of(arguments, properties.language());
        Search search = new Search(query, ((Number) arguments.get("maxResults")).intValue(), mostPages, timeForMore);
        Search.Kept earlier = kept.getIfPresent(query);
        if (earlier != null && earlier.isEnoughFor(search.maxResults())) {
            search.take(earlier);
        }
        return search;
    }

    public void add(@Body Search.Page page, @Variable("search") Search search) {
        search.add(page);
    }

    /**
     * Returns the tool's data {@code {items:[{title, url, snippet, source, engines?, publishedAt?}], answers?, infoboxes?}}. For a cached
     * answer, {@code meta} says so.
     */
    public Map<String, Object> answer(@Variable("search") Search search, Exchange exchange) {
        if (search.isWorthKeeping()) {
            kept.put(search.query(), search.kept());
        }
        exchange.setProperty("meta.cached", search.cachedAt() != null);
        if (search.cachedAt() != null) {
            exchange.setProperty("meta.cachedAt", search.cachedAt());
        }
        if (!search.warnings().isEmpty()) {
            exchange.setProperty("meta.warnings", search.warnings());
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("items", search.results().stream().map(Search.Item::view).toList());
        if (!search.direct().answers().isEmpty()) {
            data.put("answers", search.direct().answers().deepCopy());
        }
        if (!search.direct().infoboxes().isEmpty()) {
            data.put("infoboxes", search.direct().infoboxes().deepCopy());
        }
        return data;
    }
}
