package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.f4b6a3.uuid.UuidCreator;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseFailures;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.WrittenRows;
import dev.caravan.database.opensearch.OpenSearchRequest.OpenSearchException;
import dev.caravan.database.opensearch.OpenSearchWrite.Row;
import dev.caravan.envelope.Text;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * The steps of inserts, with and without {@code on}, by bulk requests. OpenSearch has no transactions: the answer says what happened to each row. A row
 * that exists is read and written whole, because OpenSearch's update with a partial document merges objects and reads decimals as {@code double}.
 */
@Component("openSearchWrites")
public class OpenSearchWrites {

    private static final int CONFLICT = 409;
    private static final int MOST_ROUNDS = 20;
    private static final int LONGEST_ID = 512;
    /** Status codes of a proxy without an answer, and of a server that did not finish. */
    private static final Set<Integer> UNSURE = Set.of(408, 502, 504);

    private final OpenSearchDriver databases;
    private final DatabaseFailures failures;

    OpenSearchWrites(OpenSearchDriver databases, DatabaseFailures failures) {
        this.databases = databases;
        this.failures = failures;
    }

    /** Looks up the index, and translates the rows. Each document has an id. */
    public OpenSearchWrite insert(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        OpenSearchIndex index = databases.get(name).catalogue().indexNow((String) arguments.get("table"));
        OpenSearchWrite write = new OpenSearchWrite(index, null, Map.of(), new WrittenRows(failures, name));
        Set<String> given = new HashSet<>();
        for (Object row : DatabaseValues.list(arguments.get("data"))) {
            Map<?, ?> data = (Map<?, ?>) row;
            Object id = id(data);
            String text = text(id);
            if (!given.add(text)) {
                throw DatabaseFailure.of(Type.INTEGRITY, Text.of("database.taken", OpenSearchIndex.ID, text));
            }
            write.pending.add(new Row(write.pending.size(), id, text, stored(index, data), Map.of()));
        }
        return write;
    }

    /** Looks up the index, and translates the rows. {@code on} must be the id of documents. */
    public OpenSearchWrite upsert(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        OpenSearchIndex index = databases.get(name).catalogue().indexNow((String) arguments.get("table"));
        UpsertSpec spec = UpsertSpec.of(arguments, List.of(OpenSearchIndex.ID), column -> column);
        boolean named = spec.rows().stream().anyMatch(row -> row.containsKey(OpenSearchIndex.ID));
        spec.checkUnique(index.name(), named ? List.of(List.of(OpenSearchIndex.ID)) : List.of(List.of("id"), List.of(OpenSearchIndex.ID)));
        OpenSearchWrite write = new OpenSearchWrite(index, spec, Map.of(), new WrittenRows(failures, name));
        for (Map<String, Object> row : spec.rows()) {
            Object id = row.get(spec.on().get(0));
            Map<String, Object> changes = stored(index, row);
            changes.keySet().retainAll(spec.changed(row));
            write.pending.add(new Row(write.pending.size(), id, text(id), stored(index, row), changes));
            if (!changes.isEmpty()) {
                index.checkWhole();
            }
        }
        return write;
    }

    static Map<String, Object> stored(OpenSearchIndex index, Map<?, ?> row) throws DatabaseFailure {
        Map<String, Object> stored = OpenSearchValues.stored(index, row);
        stored.remove(OpenSearchIndex.ID);
        return stored;
    }

    /** Returns the value of {@code _id} or {@code id}, otherwise a new id. */
    private static Object id(Map<?, ?> data) throws DatabaseFailure {
        Object id = data.get(OpenSearchIndex.ID) == null ? data.get("id") : data.get(OpenSearchIndex.ID);
        if (id != null && !Filters.isScalar(id)) {
            throw DatabaseFailure.query("database.search.unfitId", LONGEST_ID);
        }
        return id == null ? UuidCreator.getTimeOrderedEpochPlus1().toString() : id;
    }

    /** Returns the id as OpenSearch takes it. */
    private static String text(Object id) throws DatabaseFailure {
        String text = id instanceof BigDecimal decimal ? decimal.toPlainString() : id.toString();
        if (text.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > LONGEST_ID) {
            throw DatabaseFailure.query("database.search.unfitId", LONGEST_ID);
        }
        return text;
    }

    /** Makes one request that creates all documents. */
    public OpenSearchRequest create(@Variable(OpenSearchWrite.VARIABLE) OpenSearchWrite write) {
        write.begin().forEach(write::create);
        return write.bulk("wait_for");
    }

    /** Makes the request that reads the documents of a round. */
    public OpenSearchRequest find(@Variable(OpenSearchWrite.VARIABLE) OpenSearchWrite write) throws DatabaseFailure {
        if (write.rounds == MOST_ROUNDS) {
            throw DatabaseFailure.of(Type.INTEGRITY, Text.of("database.search.outrun", write.pending.size()));
        }
        ObjectNode body = OpenSearchRequest.JSON.createObjectNode();
        ArrayNode ids = body.putArray("ids");
        write.pending.forEach(row -> ids.add(row.text()));
        return OpenSearchRequest.of("POST", OpenSearchRequest.encoded(write.index.name()) + "/_mget", null, body);
    }

    /** Makes the request that writes the documents of a round; null if all stay as they are. */
    public OpenSearchRequest merge(@Body JsonNode answer, @Variable(OpenSearchWrite.VARIABLE) OpenSearchWrite write) {
        Iterator<JsonNode> documents = answer.path("docs").iterator();
        for (Row row : write.begin()) {
            JsonNode found = documents.next();
            if (found.has("error")) {
                write.refused(row, OpenSearchException.of(400, found.get("error")));
            } else if (!found.path("found").asBoolean()) {
                write.create(row);
            } else if (!row.changes().isEmpty()) {
                write.change(row, found);
            }
        }
        return write.bulk("true");
    }

    /** Records the result of each document. */
    public void wrote(@Body JsonNode answer, @Variable(OpenSearchWrite.VARIABLE) OpenSearchWrite write, @ExchangeProperty("database") String name) {
        databases.get(name).catalogue().forget(write.index.name());
        write.answered(answer, CONFLICT);
    }

    /** Throws the failure that ended the write, with the rows that are written, and those that may be. */
    public void failed(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @Variable(OpenSearchWrite.VARIABLE) OpenSearchWrite write) throws Exception {
        throw write.rows.stopped(cause, isUnsure(cause) ? write.sent() : List.of());
    }

    /** Returns whether OpenSearch may have done what a failed request asked for. */
    static boolean isUnsure(Exception cause) {
        boolean isAnswer = cause instanceof OpenSearchException refused && !UNSURE.contains(refused.status());
        return !isAnswer && !(cause instanceof ConnectException) && !String.valueOf(cause.getMessage()).startsWith("Connect to ");
    }

    /**
     * Shapes the result as {@code {inserted_count, inserted_ids}}, for an insert with {@code on} as {@link UpsertSpec#answer}.
     *
     * @throws Exception if a row was refused
     */
    public Map<String, Object> inserted(@Variable(OpenSearchWrite.VARIABLE) OpenSearchWrite write) throws Exception {
        write.rows.check();
        if (write.upsert != null) {
            return write.upsert.answer(write.created, (int) write.rows.written() - write.created.size());
        }
        return DatabaseValues.object("inserted_count", write.created.size(), "inserted_ids", List.copyOf(write.created.values()));
    }
}
