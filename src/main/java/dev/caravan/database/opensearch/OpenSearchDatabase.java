package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.DatabaseProperties.TableRules;
import dev.caravan.database.DatabaseRequests;
import dev.caravan.database.DatabaseRequests.DatabaseRequest;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Schemas.Kept;
import dev.caravan.database.opensearch.OpenSearchIndex.OpenSearchField;
import dev.caravan.json.BoundedJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A configured OpenSearch: its indexes and aliases with their mappings; {@link Kept} caches them. When a name is not found, it is looked up
 * again. Hidden indexes and system indexes are left out.
 */
final class OpenSearchDatabase {

    /**
     * Names of indexes. Excludes patterns, lists, paths, date math, other clusters and API names. Hidden and system indexes begin with a
     * dot.
     */
    private static final Pattern NAME = Pattern.compile(
            "[^-_+.\\\\/*?\"<>|,#:%\\s\\p{Cntrl}\\p{Lu}][^\\\\/*?\"<>|,#:%\\s\\p{Cntrl}\\p{Lu}]*");
    private static final int LONGEST_NAME = 255;

    final String name;
    final DatabaseProperties.Database settings;
    /** Reads the rows of answers. */
    final BoundedJson rows;
    private final DatabaseRequests requests;
    private final TableRules rules;
    /** A write reads its index again: a document for a deleted index would create a new index. */
    final Kept<OpenSearchIndex, Exception> indexes;

    OpenSearchDatabase(String name, DatabaseProperties.Database settings, DatabaseRequests requests) {
        this.name = name;
        this.settings = settings;
        this.rows = new BoundedJson(DatabaseValues.JSON, settings.maxRead().toBytes());
        this.requests = requests;
        this.rules = TableRules.of(name, settings);
        this.indexes = new Kept<>(this::read);
    }

    JsonNode run(DatabaseRequest request) throws Exception {
        return requests.send(name, request).getBody(JsonNode.class);
    }

    /** Returns the answer; nothing if OpenSearch refuses the request with this status. */
    JsonNode runUnless(int refusal, DatabaseRequest request) throws Exception {
        try {
            return run(request);
        } catch (OpenSearchException e) {
            if (e.status != refusal) {
                throw e;
            }
            return MissingNode.getInstance();
        }
    }

    /** Returns the timeout of one statement, as OpenSearch takes it. */
    String timeout() {
        return settings.statementTimeout().toMillis() + "ms";
    }

    /**
     * Returns the index. An alias is read each time, because it may name another index by now.
     *
     * @throws DatabaseFailure permission_error if the index is not allowed; query_error with the list of indexes if it does not exist
     */
    OpenSearchIndex index(String table) throws Exception {
        OpenSearchIndex known = indexes.get(table);
        return known.alias() ? indexes.now(table) : known;
    }

    /** Returns the field. Reads the mapping again if it has no such field. */
    OpenSearchField field(OpenSearchIndex index, String path) throws Exception {
        if (index.field(path).isPresent()) {
            return index.field(path).get();
        }
        OpenSearchIndex now = indexes.now(index.name());
        return now.field(path).orElseThrow(() -> now.noColumn(path));
    }

    private OpenSearchIndex read(String table) throws Exception {
        rules.check(table);
        boolean isName = NAME.matcher(table).matches() && table.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NAME;
        JsonNode found = isName ? runUnless(404, DatabaseRequest.get(OpenSearchIndex.encoded(table), "expand_wildcards=none"))
                : MissingNode.getInstance();
        if (found.size() > 1) {
            throw DatabaseFailure.query("database.search.several", table);
        }
        for (Map.Entry<String, JsonNode> index : found.properties()) {
            if (!index.getKey().startsWith(".") && !index.getValue().at("/settings/index/hidden").asBoolean()) {
                if (rules.denied().contains(index.getKey())) { // the name of an alias was checked
                    throw DatabaseFailure.permission("database.deniedTable", index.getKey(), name);
                }
                return OpenSearchIndex.of(table, !index.getKey().equals(table), index.getValue());
            }
        }
        throw rules.missing(table, names());
    }

    /** Returns the names that a table may have; none if the user may not list indexes. */
    Set<String> names() throws Exception {
        Set<String> names = new TreeSet<>();
        runUnless(403, DatabaseRequest.get("_resolve/index/*", "expand_wildcards=open")).path("indices")
                .forEach(index -> names.add(index.path("name").asText()));
        names.removeIf(name -> !NAME.matcher(name).matches());
        return names;
    }
}
