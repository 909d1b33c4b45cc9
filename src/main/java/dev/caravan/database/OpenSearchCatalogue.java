package dev.caravan.database;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The indexes and aliases of one OpenSearch with their mappings, read from it and kept for half a minute. A name that is not found
 * is looked up once more, though not more often than every second for one index. Hidden ones and the system's are not there.
 */
final class OpenSearchCatalogue {

    /** Neither a pattern, a list, a path, date math, another cluster, nor an API; hidden and system indexes begin with a dot. */
    private static final Pattern NAME = Pattern.compile("[^-_+.\\\\/*?\"<>|,#:%\\s\\p{Cntrl}\\p{Lu}][^\\\\/*?\"<>|,#:%\\s\\p{Cntrl}\\p{Lu}]*");
    private static final int LONGEST_NAME = 255;
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();
    private static final long LIFE = Duration.ofSeconds(30).toNanos();
    private static final int MOST_NAMES = 100;
    private static final int MOST_MISSES = 10_000;

    private final String database;
    private final TableRules rules;
    private final Source source;
    private final Map<String, Known> indexes = new ConcurrentHashMap<>();
    private final Map<String, Long> looked = new ConcurrentHashMap<>();

    /** Who asks OpenSearch. */
    interface Source {

        JsonNode run(OpenSearchRequest request) throws Exception;
    }

    private record Known(OpenSearchIndex index, long since) {
    }

    OpenSearchCatalogue(String database, DatabaseProperties.Database settings, Source source) {
        this.database = database;
        this.rules = TableRules.of(database, settings);
        this.source = source;
    }

    /** @throws DatabaseFailure permission_error if it is not allowed, query_error naming those there are if there is none */
    OpenSearchIndex index(String name) throws Exception {
        rules.check(name);
        Known known = indexes.get(name);
        return known == null || System.nanoTime() - known.since() > LIFE ? looked(name) : known.index();
    }

    /** As it is now: a document for an index that is gone would make a new one. */
    OpenSearchIndex indexNow(String name) throws Exception {
        rules.check(name);
        looked.remove(name);
        return looked(name);
    }

    /** A write may have added fields to it. */
    void forget(String name) {
        looked.remove(name);
        indexes.remove(name);
    }

    /** OpenSearch said that something is no longer as it was read. */
    void forget() {
        looked.clear();
        indexes.clear();
    }

    /** The field; reads the mapping once more if it has none of that name. */
    OpenSearchField field(OpenSearchIndex index, String path) throws Exception {
        if (index.field(path).isPresent()) {
            return index.field(path).get();
        }
        OpenSearchIndex now = looked(index.name());
        return now.field(path).orElseThrow(() -> noColumn(now, path));
    }

    static DatabaseFailure noColumn(OpenSearchIndex index, String path) {
        return DatabaseFailure.query("database.noColumn", index.name(), path, index.columnNames());
    }

    private OpenSearchIndex looked(String name) throws Exception {
        Long before = looked.get(name);
        Known known = indexes.get(name);
        OpenSearchIndex index = known == null ? null : known.index();
        if (before == null || System.nanoTime() - before > PAUSE) {
            index = read(name);
            if (looked.size() > MOST_MISSES) {
                looked.clear();
            }
            looked.put(name, System.nanoTime());
            if (index == null) {
                indexes.remove(name);
            } else {
                indexes.put(name, new Known(index, System.nanoTime()));
            }
        }
        if (index == null) {
            throw DatabaseFailure.query("database.noTable", database, name, names());
        }
        return index;
    }

    private OpenSearchIndex read(String name) throws Exception {
        if (!NAME.matcher(name).matches() || name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            return null;
        }
        JsonNode found;
        try {
            found = source.run(OpenSearchRequest.get(OpenSearchRequest.encoded(name), "expand_wildcards=none"));
        } catch (OpenSearchException e) {
            if (e.status() == 404) {
                return null;
            }
            throw e;
        }
        for (Map.Entry<String, JsonNode> index : found.properties()) {
            if (isHidden(index.getKey()) || index.getValue().at("/settings/index/hidden").asBoolean()) {
                return null;
            }
            rules.checkDenied(index.getKey());
        }
        return found.isEmpty() ? null : OpenSearchIndex.of(name, found);
    }

    private static boolean isHidden(String name) {
        return name.startsWith(".");
    }

    /** Those that may be touched; for messages, so not all of very many, and none where the user may not list them. */
    private String names() throws Exception {
        TreeSet<String> names = new TreeSet<>();
        try {
            JsonNode found = source.run(OpenSearchRequest.get("_resolve/index/*", "expand_wildcards=open"));
            found.path("indices").forEach(index -> names.add(index.path("name").asText()));
            found.path("aliases").forEach(alias -> names.add(alias.path("name").asText()));
        } catch (OpenSearchException e) {
            if (e.status() != 403) {
                throw e;
            }
        }
        Predicate<String> shown = name -> NAME.matcher(name).matches() && rules.allows(name);
        return names.stream().filter(shown).limit(MOST_NAMES).collect(Collectors.joining(", "));
    }
}
