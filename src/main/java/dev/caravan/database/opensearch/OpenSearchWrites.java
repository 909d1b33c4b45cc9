package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.f4b6a3.uuid.UuidCreator;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.ExplainedFailures;
import dev.caravan.database.Filters;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.WrittenRows;
import dev.caravan.database.opensearch.OpenSearchRequest.OpenSearchException;
import dev.caravan.database.opensearch.OpenSearchWrites.OpenSearchWrite.Row;
import dev.caravan.envelope.Text;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * The steps of inserts, with and without {@code on}, by bulk requests. OpenSearch has no transactions: the answer says what happened to
 * each row. A row that exists is read and written whole, because OpenSearch's update with a partial document merges objects and reads
 * decimals as {@code double}.
 */
@Component("openSearchWrites")
public class OpenSearchWrites {

    private static final int CONFLICT = 409;
    private static final int MOST_ROUNDS = 20;
    private static final int LONGEST_ID = 512;
    /** Status codes of a proxy without an answer, and of a server that did not finish. */
    private static final Set<Integer> UNSURE = Set.of(408, 502, 504);

    private final OpenSearchDriver databases;
    private final ExplainedFailures failures;

    OpenSearchWrites(OpenSearchDriver databases, ExplainedFailures failures) {
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
    public void wrote(@Body JsonNode answer, @Variable(OpenSearchWrite.VARIABLE) OpenSearchWrite write,
            @ExchangeProperty("database") String name) {
        databases.get(name).catalogue().forget(write.index.name());
        write.answered(answer, CONFLICT);
    }

    /** Throws the failure that ended the write, with the rows that are written, and those that may be. */
    public void failed(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause,
            @Variable(OpenSearchWrite.VARIABLE) OpenSearchWrite write) throws Exception {
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

    /** The state of an insert or update. The flows keep it in the variable {@value #VARIABLE}. */
    public static final class OpenSearchWrite {

        static final String VARIABLE = "write";

        /**
         * A document to write.
         *
         * @param index   index in the rows of the data; -1 if a search found the document
         * @param id      the id as the caller gave it
         * @param text    the id as OpenSearch takes it
         * @param stored  what to store if it is new
         * @param changes what to set if it exists
         */
        record Row(int index, Object id, String text, Map<String, Object> stored, Map<String, Object> changes) {
        }

        private record Sent(Row row, boolean isNew) {
        }

        final OpenSearchIndex index;
        /** Null unless rows that exist are changed. */
        final UpsertSpec upsert;
        /** What an update sets. */
        final Map<String, Object> changes;
        final WrittenRows rows;
        /** The ids of the documents that are new, by the index of their row. */
        final Map<Integer, Object> created = new LinkedHashMap<>();
        private final List<JsonNode> lines = new ArrayList<>();
        /** The rows to write in the next round. */
        List<Row> pending = new ArrayList<>();
        private List<Sent> sent = new ArrayList<>();
        /** The search that is open on the server; null if there is none. */
        String scroll;
        /** Whether the search has no further page. */
        boolean last;
        int rounds;

        /**
         * @param upsert  null unless rows that exist are changed
         * @param changes what to set in the documents that a search finds
         */
        OpenSearchWrite(OpenSearchIndex index, UpsertSpec upsert, Map<String, Object> changes, WrittenRows rows) {
            this.index = index;
            this.upsert = upsert;
            this.changes = changes;
            this.rows = rows;
        }

        /** Returns whether rows have to be written, for the first time or again. */
        public boolean isOpen() {
            return !pending.isEmpty();
        }

        /** Begins a round. Returns the rows to write. */
        List<Row> begin() {
            List<Row> now = pending;
            pending = new ArrayList<>();
            rounds++;
            return now;
        }

        /** Adds a document to the next bulk request that must not exist. */
        void create(Row row) {
            ObjectNode line = OpenSearchRequest.JSON.createObjectNode();
            line.putObject("create").put("_id", row.text());
            lines.add(line);
            lines.add(OpenSearchRequest.JSON.valueToTree(row.stored()));
            sent.add(new Sent(row, true));
        }

        /**
         * Adds a document to the next bulk request as it was found, with the changes of the row. The request refuses it if it has changed
         * since.
         */
        void change(Row row, JsonNode found) {
            ObjectNode line = OpenSearchRequest.JSON.createObjectNode();
            ObjectNode what = line.putObject("index").put("_index", found.path("_index").asText()).put("_id", row.text())
                    .put("if_seq_no", found.path("_seq_no").asLong()).put("if_primary_term", found.path("_primary_term").asLong());
            if (upsert == null && found.has("_routing")) {
                what.put("routing", found.get("_routing").asText());
            }
            lines.add(line);
            lines.add(merged(found.path("_source"), row.changes()));
            sent.add(new Sent(row, false));
        }

        /** A path into an object changes only that member. */
        private static ObjectNode merged(JsonNode source, Map<String, Object> changes) {
            ObjectNode document = source instanceof ObjectNode object ? object : OpenSearchRequest.JSON.createObjectNode();
            changes.forEach((path, value) -> put(document, path, OpenSearchRequest.JSON.valueToTree(value)));
            return document;
        }

        private static void put(ObjectNode object, String path, JsonNode value) {
            int dot = path.indexOf('.');
            if (dot < 0 || object.has(path)) {
                object.set(path, value);
            } else {
                JsonNode inner = object.get(path.substring(0, dot));
                put(inner instanceof ObjectNode there ? there : object.putObject(path.substring(0, dot)), path.substring(dot + 1), value);
            }
        }

        /** Makes the bulk request; null if there is nothing to write. @param refresh {@code wait_for} or {@code true} */
        OpenSearchRequest bulk(String refresh) {
            OpenSearchRequest request = lines.isEmpty() ? null : OpenSearchRequest.bulk(index.name(), "refresh=" + refresh, lines);
            lines.clear();
            return request;
        }

        /** Returns the ids of the bulk request that was not answered yet. */
        List<Object> sent() {
            return sent.stream().map(each -> each.row().id()).toList();
        }

        /**
         * Records the result of each document of the bulk request. A document that another call was faster with comes again if the rows
         * have {@code on}.
         */
        void answered(JsonNode answer, int conflict) {
            List<Sent> all = sent;
            sent = new ArrayList<>();
            int i = 0;
            for (JsonNode item : answer.path("items")) {
                Sent each = all.get(i++);
                Row row = each.row();
                JsonNode result = item.iterator().next();
                if (upsert != null && result.path("status").asInt() == conflict) {
                    pending.add(row);
                } else if (result.has("error")) {
                    refused(row, OpenSearchException.of(result.path("status").asInt(), result.get("error")));
                } else {
                    rows.written(row.id());
                    if (each.isNew()) {
                        created.put(row.index(), row.id());
                    }
                }
            }
        }

        void refused(Row row, Exception why) {
            rows.refused(upsert == null ? row.index() + 1 : upsert.number(row.index()), row.id(), why);
        }

        /** Returns whether a search is open on the server. */
        public boolean isScrolling() {
            return scroll != null;
        }
    }
}
