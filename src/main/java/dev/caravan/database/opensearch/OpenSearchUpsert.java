package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.UpsertSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The state of an insert with {@code on}. The flow keeps it in the variable {@value #VARIABLE}. */
public final class OpenSearchUpsert {

    static final String VARIABLE = "upsert";

    /**
     * A document to write.
     *
     * @param index    index in the rows of the spec
     * @param id       the id as the caller gave it
     * @param text     the id as OpenSearch takes it
     * @param document what to store if it is new
     * @param changes  what to set if it exists; empty leaves it as it is
     */
    record Row(int index, Object id, String text, Map<String, Object> document, Map<String, Object> changes) {
    }

    /**
     * A written document.
     *
     * @param item   item of the answer to the bulk request
     * @param before the document before the change; null if it was created
     */
    record Written(Row row, JsonNode item, JsonNode before) {
    }

    private final OpenSearchDatabase database;
    private final OpenSearchIndex index;
    private final UpsertSpec spec;
    private final List<Written> written = new ArrayList<>();
    private List<Row> pending = new ArrayList<>();
    private List<Written> sent = List.of();
    private Exception failure;
    private int rounds;

    OpenSearchUpsert(OpenSearchDatabase database, OpenSearchIndex index, UpsertSpec spec) throws DatabaseFailure {
        this.database = database;
        this.index = index;
        this.spec = spec;
        for (Map<String, Object> row : spec.rows()) {
            Object id = row.get(spec.on().get(0));
            Map<String, Object> document = OpenSearchValues.stored(index, row);
            document.remove(OpenSearchIndex.ID);
            Map<String, Object> changes = new LinkedHashMap<>(document);
            changes.keySet().retainAll(spec.changed(row));
            pending.add(new Row(pending.size(), id, OpenSearchBatch.text(id), document, changes));
        }
    }

    OpenSearchDatabase database() {
        return database;
    }

    OpenSearchIndex index() {
        return index;
    }

    /** Returns whether rows have to be written, for the first time or again. */
    public boolean isOpen() {
        return failure == null && !pending.isEmpty();
    }

    /** Returns the rows to write in the next round. */
    List<Row> pending() {
        return pending;
    }

    /** Begins a round. Returns how many there were before. */
    int nextRound() {
        return rounds++;
    }

    /** Records what a bulk request is about to write, in its order. The rows that it leaves out stay as they are. */
    void sending(List<Written> rows) {
        sent = rows;
        pending = new ArrayList<>();
    }

    /** Returns what the bulk request wrote that was not answered yet. */
    List<Written> sent() {
        return sent;
    }

    void answered() {
        sent = List.of();
    }

    void again(Row row) {
        pending.add(row);
    }

    void wrote(Written row) {
        written.add(row);
    }

    List<Written> written() {
        return written;
    }

    /** Returns whether searches do not see the rows yet. */
    public boolean isUnrefreshed() {
        return failure == null && !written.isEmpty();
    }

    void failed(Exception first) {
        failure = failure == null ? first : failure;
    }

    Exception failure() {
        return failure;
    }

    /** Returns whether the rows that were written must be taken back. */
    public boolean isRefused() {
        return failure != null;
    }

    Map<String, Object> answer() {
        Map<Integer, Object> created = new HashMap<>();
        written.stream().filter(row -> row.before() == null).forEach(row -> created.put(row.row().index(), row.row().id()));
        return spec.answer(created, written.size() - created.size());
    }
}
