package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The documents of an insert and their results. The flows keep them in the variable {@value #VARIABLE}. */
public final class OpenSearchInsertion {

    static final String VARIABLE = "insertion";

    private final OpenSearchDatabase database;
    private final OpenSearchIndex index;
    private final List<Object> ids;
    private final List<JsonNode> lines;
    private final List<JsonNode> created = new ArrayList<>();
    private OpenSearchException failure;

    /**
     * @param ids   ids for the answer, in the order of the documents
     * @param lines lines of the bulk request
     */
    OpenSearchInsertion(OpenSearchDatabase database, OpenSearchIndex index, List<Object> ids, List<JsonNode> lines) {
        this.database = database;
        this.index = index;
        this.ids = ids;
        this.lines = lines;
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

    List<JsonNode> lines() {
        return lines;
    }

    /** Returns whether OpenSearch refused a document. */
    public boolean isRefused() {
        return failure != null;
    }

    /** Returns the created documents, as items of the answer to the bulk request. */
    List<JsonNode> created() {
        return created;
    }

    /** Returns the first failure; null if there was none. */
    OpenSearchException failure() {
        return failure;
    }

    void failed(OpenSearchException first) {
        failure = failure == null ? first : failure;
    }
}
