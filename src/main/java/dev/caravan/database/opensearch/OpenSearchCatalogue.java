package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.Kept;
import dev.caravan.database.TableRules;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import dev.caravan.database.opensearch.OpenSearchRequest.OpenSearchException;
import dev.caravan.envelope.NearestNames;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The indexes and aliases of one OpenSearch with their mappings; {@link Kept} caches them. When a name is not found, it is looked up again,
 * at most once a second for each name. Hidden indexes and system indexes are left out.
 */
final class OpenSearchCatalogue {

    /**
     * Names of indexes. Excludes patterns, lists, paths, date math, other clusters and API names. Hidden and system indexes begin with a
     * dot.
     */
    private static final Pattern NAME = Pattern.compile(
            "[^-_+.\\\\/*?\"<>|,#:%\\s\\p{Cntrl}\\p{Lu}][^\\\\/*?\"<>|,#:%\\s\\p{Cntrl}\\p{Lu}]*");
    private static final int LONGEST_NAME = 255;

    private final String database;
    private final TableRules rules;
    private final Source source;
    private final Kept<OpenSearchIndex, Exception> indexes;

    /** Sends requests to OpenSearch. */
    interface Source {

        JsonNode run(OpenSearchRequest request) throws Exception;
    }

    OpenSearchCatalogue(String database, DatabaseProperties.Database settings, Source source) {
        this.database = database;
        this.rules = TableRules.of(database, settings);
        this.source = source;
        this.indexes = new Kept<>(this::read);
    }

    /** @throws DatabaseFailure permission_error if the index is not allowed; query_error with the list of indexes if it does not exist */
    OpenSearchIndex index(String name) throws Exception {
        rules.check(name);
        return existing(name, indexes.get(name));
    }

    /** Returns the index as it is now. Without this read, a document for a deleted index would create a new index. */
    OpenSearchIndex indexNow(String name) throws Exception {
        rules.check(name);
        return existing(name, indexes.now(name));
    }

    private OpenSearchIndex existing(String name, OpenSearchIndex index) throws Exception {
        if (index == null) {
            throw DatabaseFailure.query("database.noTable", database, name,
                    NearestNames.of(name, kinds().keySet().stream().filter(rules::allows).toList()));
        }
        return index;
    }

    /** Drops the mapping of an index, because a write may have added fields. */
    void forget(String name) {
        indexes.forget(name);
    }

    /** Drops all mappings, because OpenSearch said that something has changed. */
    void forget() {
        indexes.forget();
    }

    /** Returns the field. Reads the mapping again if it has no such field. */
    OpenSearchField field(OpenSearchIndex index, String path) throws Exception {
        if (index.field(path).isPresent()) {
            return index.field(path).get();
        }
        OpenSearchIndex now = existing(index.name(), indexes.again(index.name(), index.name()));
        return now.field(path).orElseThrow(() -> noColumn(now, path));
    }

    static DatabaseFailure noColumn(OpenSearchIndex index, String path) {
        return DatabaseFailure.query("database.noColumn", index.name(), path, NearestNames.of(path, index.columnNames()));
    }

    private OpenSearchIndex read(String name) throws Exception {
        if (!NAME.matcher(name).matches() || name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            return null;
        }
        JsonNode found;
        try {
            found = source.run(OpenSearchRequest.get(OpenSearchIndex.encoded(name), "expand_wildcards=none"));
        } catch (OpenSearchException e) {
            if (e.status() == 404) {
                return null;
            }
            throw e;
        }
        for (Map.Entry<String, JsonNode> index : found.properties()) {
            if (index.getKey().startsWith(".") || index.getValue().at("/settings/index/hidden").asBoolean()) {
                return null;
            }
            rules.checkDenied(index.getKey());
        }
        return found.isEmpty() ? null : OpenSearchIndex.of(name, found);
    }

    /** Returns the names that a table may have, with {@code index} or {@code alias}; none if the user may not list indexes. */
    Map<String, String> kinds() throws Exception {
        Map<String, String> kinds = new TreeMap<>();
        try {
            JsonNode found = source.run(OpenSearchRequest.get("_resolve/index/*", "expand_wildcards=open"));
            found.path("indices").forEach(index -> kinds.put(index.path("name").asText(), "index"));
            found.path("aliases").forEach(alias -> {
                String name = alias.path("name").asText();
                kinds.put(name, "alias");
                alias.path("indices").forEach(index -> kinds.computeIfPresent(name,
                        (all, kind) -> rules.isDenied(index.asText()) ? null : kind));
            });
        } catch (OpenSearchException e) {
            if (e.status() != 403) {
                throw e;
            }
        }
        kinds.keySet().removeIf(name -> !NAME.matcher(name).matches());
        return kinds;
    }
}
