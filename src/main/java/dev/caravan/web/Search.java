package dev.caravan.web;

import dev.caravan.envelope.Text;
import java.net.URI;
import java.net.URISyntaxException;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One call of {@code web_search} on its way through the routes. The routes hold the search in the variable {@code search}. */
public final class Search {

    private static final int MOST_WARNINGS = 10;

    private final Query query;
    private final int maxResults;
    private final int mostPages;
    private final Duration timeForMore;
    private final Instant begin = Instant.now();
    private final Map<String, Item> items = new LinkedHashMap<>();
    private final List<Text> warnings = new ArrayList<>();
    private DirectAnswers direct = DirectAnswers.NONE;
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
    Search(Query query, int maxResults, int mostPages, Duration timeForMore) {
        this.query = query;
        this.maxResults = maxResults;
        this.mostPages = mostPages;
        this.timeForMore = timeForMore;
    }

    Query query() {
        return query;
    }

    /** Returns the number of the page to request, from 1. */
    int page() {
        return page + 1;
    }

    /** Adds a page. Leaves out items that are too old, and merges items that are already there. */
    void add(Page found) {
        page++;
        warnings.addAll(found.warnings());
        direct = direct.isEmpty() ? found.direct() : direct;
        int before = items.size();
        Instant oldest = query.recencyDays() == 0 ? Instant.MIN : begin.minus(Duration.ofDays(query.recencyDays()));
        for (Item item : found.items()) {
            boolean recent = item.publishedAt() == null || !item.publishedAt().isBefore(oldest);
            PageKey.of(item.url()).filter(key -> recent).ifPresent(key -> items.merge(key, item, Item::with));
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
    record Kept(List<Item> items, DirectAnswers direct, List<Text> warnings, boolean all, Instant at) {

        boolean isEnoughFor(int maxResults) {
            return all || items.size() >= maxResults;
        }
    }

    Kept kept() {
        return new Kept(List.copyOf(items.values()), direct, List.copyOf(warnings), exhausted || page >= mostPages, Instant.now());
    }

    int maxResults() {
        return maxResults;
    }

    void take(Kept kept) {
        cachedAt = kept.at();
        warnings.addAll(kept.warnings());
        direct = kept.direct();
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

    List<Item> results() {
        return items.values().stream().limit(maxResults).toList();
    }

    /** Returns what the service itself says about the query. */
    DirectAnswers direct() {
        return direct;
    }

    List<Text> warnings() {
        List<Text> all = new ArrayList<>(warnings);
        long undated = results().stream().filter(item -> item.publishedAt() == null).count();
        if (query.recencyDays() > 0 && undated > 0) {
            all.add(Text.of("web.undated", undated, query.timeRange()));
        }
        return all.size() <= MOST_WARNINGS ? all : all.subList(0, MOST_WARNINGS);
    }

    /**
     * The answer of a service to one request.
     *
     * @param direct   what the service itself says about the query
     * @param warnings of the service itself, such as engines that did not answer
     * @param last     whether this is the last page
     */
    record Page(List<Item> items, DirectAnswers direct, List<Text> warnings, boolean last) {
    }

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
    record Item(String title, String url, String snippet, String source, Set<String> engines, Instant publishedAt) {

        /** Merges two items for the same page: title and address of the first, the longer snippet, and the known date. */
        Item with(Item other) {
            Set<String> both = new LinkedHashSet<>(engines);
            both.addAll(other.engines);
            return new Item(title.isEmpty() ? other.title : title, url,
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

    /**
     * A query in the form for services.
     *
     * @param text        normalized Unicode with single blanks
     * @param language    {@code all}, {@code auto}, or a language with or without region, such as {@code zh-CN}
     * @param recencyDays maximum age in days; 0 for any age
     */
    record Query(String text, String language, int recencyDays) {

        private static final Pattern LANGUAGE = Pattern.compile("([A-Za-z]{2,3})(?:[-_](Hans|Hant))?(?:[-_]([A-Za-z]{2}))?(?:[-_].*)?",
                Pattern.CASE_INSENSITIVE);

        static Query of(Map<String, Object> arguments, String defaultLanguage) {
            String text = Normalizer.normalize((String) arguments.get("query"), Normalizer.Form.NFC).strip()
                    .replaceAll("[\\s\\p{Z}]+", " ");
            Object language = arguments.getOrDefault("language", defaultLanguage);
            return new Query(text, language(String.valueOf(language)), ((Number) arguments.getOrDefault("recencyDays", 0)).intValue());
        }

        /** Returns SearXNG's name for the time range that covers {@code recencyDays}; null without a limit. */
        String timeRange() {
            if (recencyDays == 0) {
                return null;
            }
            return recencyDays <= 1 ? "day" : recencyDays <= 7 ? "week" : recencyDays <= 30 ? "month" : "year";
        }

        /** SearXNG has languages and regions, but no scripts. Each of the two Chinese scripts becomes a region. */
        private static String language(String tag) {
            if (tag.equalsIgnoreCase("all") || tag.equalsIgnoreCase("auto")) {
                return tag.toLowerCase(Locale.ROOT);
            }
            Matcher parts = LANGUAGE.matcher(tag);
            if (!parts.matches()) {
                return "all";
            }
            String language = parts.group(1).toLowerCase(Locale.ROOT);
            String region = parts.group(3);
            if (region == null && parts.group(2) != null) {
                region = parts.group(2).equalsIgnoreCase("hant") ? "TW" : "CN";
            }
            return region == null ? language : language + "-" + region.toUpperCase(Locale.ROOT);
        }
    }

    /** Recognizes two addresses of the same page. */
    static final class PageKey {

        private static final Set<String> TRACKING = Set.of("gclid", "dclid", "fbclid", "msclkid", "yclid", "igshid", "mc_cid", "mc_eid",
                "spm");

        private PageKey() {
        }

        /**
         * Returns a key that is equal for addresses of the same page. It ignores scheme, {@code www.}, default port, fragment, a final
         * slash, and tracking parameters.
         *
         * @return empty if it is not an http or https address
         */
        static Optional<String> of(String url) {
            URI uri;
            try {
                uri = new URI(url.replace("|", "%7C").replace(" ", "%20"));
            } catch (URISyntaxException e) {
                return looksLikeWeb(url) ? Optional.of(url) : Optional.empty();
            }
            if (uri.getScheme() == null || !looksLikeWeb(url) || uri.getRawAuthority() == null) {
                return Optional.empty();
            }
            String host = uri.getHost() == null ? uri.getRawAuthority().toLowerCase(Locale.ROOT) : uri.getHost().toLowerCase(Locale.ROOT);
            String port = uri.getPort() < 0 || uri.getPort() == 80 || uri.getPort() == 443 ? "" : ":" + uri.getPort();
            String path = uri.getRawPath() == null ? "" : uri.getRawPath();
            while (path.endsWith("/")) {
                path = path.substring(0, path.length() - 1);
            }
            return Optional.of((host.startsWith("www.") ? host.substring(4) : host) + port + path + query(uri.getRawQuery()));
        }

        private static boolean looksLikeWeb(String url) {
            String start = url.length() > 8 ? url.substring(0, 8).toLowerCase(Locale.ROOT) : "";
            return start.startsWith("http://") || start.equals("https://");
        }

        private static String query(String query) {
            if (query == null) {
                return "";
            }
            String kept = Arrays.stream(query.split("&"))
                    .filter(parameter -> !parameter.isEmpty() && !tracks(parameter.split("=", 2)[0].toLowerCase(Locale.ROOT)))
                    .collect(Collectors.joining("&"));
            return kept.isEmpty() ? "" : "?" + kept;
        }

        private static boolean tracks(String name) {
            return name.startsWith("utm_") || TRACKING.contains(name);
        }
    }
}
