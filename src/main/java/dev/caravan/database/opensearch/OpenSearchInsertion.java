package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Documents that are being inserted, and what became of them; exchange property {@value #PROPERTY}. */
final class OpenSearchInsertion {

    static final String PROPERTY = "openSearchInsertion";

    private final OpenSearchDatabase database;
    private final OpenSearchIndex index;
    private final List<Object> ids;
    private final List<JsonNode> created = new ArrayList<>();
    private OpenSearchException failure;

    /** @param ids in the order of the documents, as the caller is told them */
    OpenSearchInsertion(OpenSearchDatabase database, OpenSearchIndex index, List<Object> ids) {
        this.database = database;
        this.index = index;
        this.ids = ids;
    }

    OpenSearchDatabase database() {
        return database;
    }

    OpenSearchIndex index() {
        return index;
    }

    List<Object> ids() {
        return ids;
    }

    /** Items of the answer to the bulk request. */
    List<JsonNode> created() {
        return created;
    }

    /** The first; null if there was none. */
    OpenSearchException failure() {
        return failure;
    }

    void failed(OpenSearchException first) {
        failure = failure == null ? first : failure;
    }
}
