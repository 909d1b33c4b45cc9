package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.f4b6a3.uuid.UuidCreator;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Filters;
import dev.caravan.database.UpsertSpec;
import dev.caravan.envelope.Text;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * Translates the arguments of {@code db_insert} for OpenSearch's bulk API. OpenSearch has no transactions. If a document is refused, the inserted
 * documents of the same call are deleted again, unless another client has changed them.
 */
@Component("openSearchBatch")
public class OpenSearchBatch {

    private static final int LONGEST_ID = 512;
    /** Status codes of a proxy without an answer, and of a server that did not finish. */
    private static final Set<Integer> UNSURE = Set.of(408, 502, 504);
    private static final int MOST_SHOWN = 100;

    /** Part of OpenSearch's message for a document that no longer exists. */
    private static final String GONE = "no document was found";

    private final OpenSearchDatabases databases;

    OpenSearchBatch(OpenSearchDatabases databases) {
        this.databases = databases;
    }

    /** Looks up the index of the arguments, and translates the rows into documents. Each document has an id. */
    public OpenSearchInsertion insertion(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        UpsertSpec.refuse(arguments);
        OpenSearchDatabase database = databases.get(name);
        OpenSearchIndex index = database.catalogue().indexNow((String) arguments.get("table"));
        List<Object> ids = new ArrayList<>();
        Set<String> given = new HashSet<>();
        List<JsonNode> lines = new ArrayList<>();
        for (Object document : arguments.get("data") instanceof List<?> list ? list : List.of(arguments.get("data"))) {
            Map<?, ?> data = (Map<?, ?>) document;
            Object id = id(data);
            String text = text(id);
            if (!given.add(text)) {
                throw DatabaseFailure.of(Type.INTEGRITY, Text.of("database.taken", OpenSearchIndex.ID, text));
            }
            ids.add(id);
            Map<String, Object> stored = OpenSearchValues.stored(index, data);
            stored.remove(OpenSearchIndex.ID);
            ObjectNode line = OpenSearchRequest.JSON.createObjectNode();
            line.putObject("create").put("_id", text);
            lines.add(line);
            lines.add(OpenSearchRequest.JSON.valueToTree(stored));
        }
        return new OpenSearchInsertion(database, index, ids, lines);
    }

    /** Returns the id as OpenSearch takes it. */
    static String text(Object id) throws DatabaseFailure {
        String text = id instanceof BigDecimal decimal ? decimal.toPlainString() : id.toString();
        if (text.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > LONGEST_ID) {
            throw DatabaseFailure.query("database.search.unfitId", LONGEST_ID);
        }
        return text;
    }

    /** Makes one request for all documents. */
    public OpenSearchRequest insert(@Variable(OpenSearchInsertion.VARIABLE) OpenSearchInsertion insertion) {
        return OpenSearchRequest.bulk(insertion.index().name(), "refresh=wait_for", insertion.lines());
    }

    /** Returns the value of {@code _id} or {@code id}, otherwise a new id. */
    private static Object id(Map<?, ?> data) throws DatabaseFailure {
        Object id = data.get(OpenSearchIndex.ID) == null ? data.get("id") : data.get(OpenSearchIndex.ID);
        if (id != null && !Filters.isScalar(id)) {
            throw DatabaseFailure.query("database.search.unfitId", LONGEST_ID);
        }
        return id == null ? UuidCreator.getTimeOrderedEpochPlus1().toString() : id;
    }

    /**
     * Throws the failure of an insert without an answer.
     *
     * @throws DatabaseFailure if documents may have been inserted; the message says that their number is unknown
     * @throws Exception       the cause, if nothing was sent or OpenSearch refused the request
     */
    public void lost(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @Variable(OpenSearchInsertion.VARIABLE) OpenSearchInsertion insertion)
            throws Exception {
        if (!isUnsure(cause)) {
            throw cause;
        }
        throw unsure(cause, insertion.database(), insertion.ids());
    }

    /** Returns whether OpenSearch may have done what a failed request asked for. */
    static boolean isUnsure(Exception cause) {
        boolean isAnswer = cause instanceof OpenSearchException refused && !UNSURE.contains(refused.status());
        return !isAnswer && !(cause instanceof ConnectException) && !String.valueOf(cause.getMessage()).startsWith("Connect to ");
    }

    static DatabaseFailure unsure(Exception cause, OpenSearchDatabase database, List<Object> ids) {
        return DatabaseFailure.of(OpenSearchDialect.type(cause), Text.of("database.search.unsure", database.name(), shown(ids)));
    }

    /** Collects the result of each document. */
    public void inserted(@Body JsonNode answer, @Variable(OpenSearchInsertion.VARIABLE) OpenSearchInsertion insertion) {
        insertion.database().catalogue().forget(insertion.index().name());
        int number = 0;
        for (JsonNode item : answer.path("items")) {
            number++;
            JsonNode created = item.path("create");
            if (created.has("error")) {
                String prefix = insertion.ids().size() == 1 ? "" : "row " + number + ": ";
                insertion.failed(OpenSearchException.of(created.path("status").asInt(), created.get("error"), prefix));
            } else {
                insertion.created().add(created);
            }
        }
    }

    /** Makes the request that deletes the created documents, unless another client has changed them. */
    public OpenSearchRequest undo(@Variable(OpenSearchInsertion.VARIABLE) OpenSearchInsertion insertion) throws OpenSearchException {
        if (insertion.created().isEmpty()) {
            throw insertion.failure();
        }
        Thread.interrupted(); // the call may be cancelled already
        List<JsonNode> lines = new ArrayList<>();
        for (JsonNode created : insertion.created()) {
            ObjectNode line = OpenSearchRequest.JSON.createObjectNode();
            line.putObject("delete").put("_index", created.path("_index").asText()).put("_id", created.path("_id").asText())
                    .put("if_seq_no", created.path("_seq_no").asLong()).put("if_primary_term", created.path("_primary_term").asLong());
            lines.add(line);
        }
        return OpenSearchRequest.bulk(insertion.index().name(), "refresh=true", lines);
    }

    /**
     * @throws OpenSearchException the reason why a document was refused
     * @throws DatabaseFailure     if documents remain; the message lists them
     */
    public void undone(@Body Object answer, @Variable(OpenSearchInsertion.VARIABLE) OpenSearchInsertion insertion) throws OpenSearchException, DatabaseFailure {
        List<Object> stayed = new ArrayList<>();
        for (int i = 0; i < insertion.created().size(); i++) {
            JsonNode deleted = answer instanceof JsonNode json ? json.at("/items/" + i + "/delete") : OpenSearchRequest.JSON.missingNode();
            if (deleted.isMissingNode() || deleted.has("error") && !deleted.at("/error/reason").asText().contains(GONE)) {
                stayed.add(insertion.created().get(i).path("_id").asText());
            }
        }
        if (stayed.isEmpty()) {
            throw insertion.failure();
        }
        throw DatabaseFailure.of(OpenSearchDialect.type(insertion.failure()), Text.of("database.search.stayed", insertion.database().name(), insertion.failure().getMessage(),
                stayed.size(), shown(stayed)));
    }

    /** Shapes the ids as {@code {inserted_count, inserted_ids}}. */
    public Map<String, Object> answer(@Variable(OpenSearchInsertion.VARIABLE) OpenSearchInsertion insertion) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("inserted_count", insertion.ids().size());
        answer.put("inserted_ids", insertion.ids());
        return answer;
    }

    private static String shown(List<Object> ids) {
        return ids.stream().limit(MOST_SHOWN).map(String::valueOf).collect(Collectors.joining(", ")) + (ids.size() > MOST_SHOWN ? ", …" : "");
    }
}
