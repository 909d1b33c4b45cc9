package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.opensearch.OpenSearchUpsert.Row;
import dev.caravan.database.opensearch.OpenSearchUpsert.Written;
import dev.caravan.envelope.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/**
 * The steps of an insert with {@code on} in OpenSearch. A round reads the documents, creates the new ones, and writes the others if nobody has changed
 * them since. What another client was faster with comes again in the next round. This is not OpenSearch's update with a partial document, because that
 * merges objects and reads decimals as {@code double}.
 */
@Component("openSearchUpserts")
public class OpenSearchUpserts {

    private static final int CONFLICT = 409;
    private static final int MOST_ROUNDS = 20;

    private final OpenSearchDatabases databases;

    OpenSearchUpserts(OpenSearchDatabases databases) {
        this.databases = databases;
    }

    /** Looks up the index, and translates the rows. {@code on} must be the id of documents. */
    public OpenSearchUpsert upsert(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws Exception {
        OpenSearchDatabase database = databases.get(name);
        OpenSearchIndex index = database.catalogue().indexNow((String) arguments.get("table"));
        UpsertSpec spec = UpsertSpec.of(arguments, List.of(OpenSearchIndex.ID), column -> column);
        boolean named = spec.rows().stream().anyMatch(row -> row.containsKey(OpenSearchIndex.ID));
        spec.checkUnique(index.name(), named ? List.of(List.of(OpenSearchIndex.ID)) : List.of(List.of("id"), List.of(OpenSearchIndex.ID)));
        OpenSearchUpsert upsert = new OpenSearchUpsert(database, index, spec);
        if (upsert.pending().stream().anyMatch(row -> !row.changes().isEmpty())) {
            index.checkWhole();
        }
        return upsert;
    }

    /** Makes the request that reads the documents of a round. */
    public OpenSearchRequest find(@Variable(OpenSearchUpsert.VARIABLE) OpenSearchUpsert upsert) throws DatabaseFailure {
        if (upsert.nextRound() == MOST_ROUNDS) {
            throw DatabaseFailure.of(Type.INTEGRITY, Text.of("database.search.outrun", upsert.pending().size()));
        }
        ObjectNode body = OpenSearchRequest.JSON.createObjectNode();
        ArrayNode ids = body.putArray("ids");
        upsert.pending().forEach(row -> ids.add(row.text()));
        return OpenSearchRequest.of("POST", OpenSearchRequest.encoded(upsert.index().name()) + "/_mget", null, body);
    }

    /** Makes the request that writes the documents of a round; null if all stay as they are. */
    public OpenSearchRequest write(@Body JsonNode answer, @Variable(OpenSearchUpsert.VARIABLE) OpenSearchUpsert upsert) throws OpenSearchException {
        List<Written> rows = new ArrayList<>();
        List<JsonNode> lines = new ArrayList<>();
        Iterator<JsonNode> documents = answer.path("docs").iterator();
        for (Row row : upsert.pending()) {
            JsonNode found = documents.next();
            if (found.has("error")) {
                throw OpenSearchException.of(400, found.get("error"), "");
            }
            boolean exists = found.path("found").asBoolean();
            if (!exists) {
                lines.add(line("create", null, row.text()));
                lines.add(OpenSearchRequest.JSON.valueToTree(row.document()));
                rows.add(new Written(row, null, null));
            } else if (!row.changes().isEmpty()) {
                lines.add(unchanged(line("index", found.path("_index").asText(), row.text()), found));
                lines.add(OpenSearchChange.merged(found.path("_source").deepCopy(), row.changes()));
                rows.add(new Written(row, null, found.path("_source")));
            }
        }
        upsert.sending(rows);
        return rows.isEmpty() ? null : OpenSearchRequest.bulk(upsert.index().name(), "refresh=false", lines);
    }

    /** @param index null for the index of the request */
    private static ObjectNode line(String action, String index, String id) {
        ObjectNode line = OpenSearchRequest.JSON.createObjectNode();
        ObjectNode what = line.putObject(action).put("_id", id);
        if (index != null) {
            what.put("_index", index);
        }
        return line;
    }

    /** Lets the action fail if the document has changed since. */
    private static ObjectNode unchanged(ObjectNode line, JsonNode since) {
        ((ObjectNode) line.iterator().next()).put("if_seq_no", since.path("_seq_no").asLong()).put("if_primary_term", since.path("_primary_term").asLong());
        return line;
    }

    /** Collects the result of each document. */
    public void wrote(@Body JsonNode answer, @Variable(OpenSearchUpsert.VARIABLE) OpenSearchUpsert upsert) {
        upsert.database().catalogue().forget(upsert.index().name());
        Iterator<JsonNode> items = answer.path("items").iterator();
        for (Written row : upsert.sent()) {
            JsonNode item = items.next().iterator().next();
            int status = item.path("status").asInt();
            if (status == CONFLICT) {
                upsert.again(row.row());
            } else if (item.has("error")) {
                upsert.failed(OpenSearchException.of(status, item.get("error"), "row with id " + row.row().text() + ": "));
            } else {
                upsert.wrote(new Written(row.row(), item, row.before()));
            }
        }
        upsert.answered();
    }

    /** Makes the request after which searches see the rows. */
    public OpenSearchRequest refresh(@Variable(OpenSearchUpsert.VARIABLE) OpenSearchUpsert upsert) {
        return OpenSearchRequest.of("POST", OpenSearchRequest.encoded(upsert.index().name()) + "/_refresh", null, OpenSearchRequest.JSON.createObjectNode());
    }

    /** Records a failure, so that what was written is taken back. Throws it if nothing was written, or if that is unknown. */
    public void failed(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @Variable(OpenSearchUpsert.VARIABLE) OpenSearchUpsert upsert) throws Exception {
        boolean isOfTheServer = cause instanceof OpenSearchException || cause instanceof IOException;
        if (!upsert.sent().isEmpty() && isOfTheServer && OpenSearchBatch.isUnsure(cause)) {
            throw OpenSearchBatch.unsure(cause, upsert.database(), upsert.sent().stream().map(row -> row.row().id()).toList());
        }
        if (upsert.written().isEmpty()) {
            throw cause;
        }
        upsert.failed(cause);
    }

    /** Makes the request that deletes the created documents and restores the changed ones, unless another client has changed them. */
    public OpenSearchRequest undo(@Variable(OpenSearchUpsert.VARIABLE) OpenSearchUpsert upsert) throws Exception {
        if (upsert.written().isEmpty()) {
            throw upsert.failure();
        }
        Thread.interrupted(); // the call may be cancelled already
        List<JsonNode> lines = new ArrayList<>();
        for (Written row : upsert.written()) {
            lines.add(unchanged(line(row.before() == null ? "delete" : "index", row.item().path("_index").asText(), row.row().text()), row.item()));
            if (row.before() != null) {
                lines.add(row.before());
            }
        }
        return OpenSearchRequest.bulk(upsert.index().name(), "refresh=true", lines);
    }

    /**
     * @throws Exception       the reason why a document was refused
     * @throws DatabaseFailure if documents stay written
     */
    public void undone(@Body Object answer, @Variable(OpenSearchUpsert.VARIABLE) OpenSearchUpsert upsert) throws Exception {
        int stayed = 0;
        for (int i = 0; i < upsert.written().size(); i++) {
            JsonNode item = answer instanceof JsonNode json ? json.at("/items/" + i) : OpenSearchRequest.JSON.missingNode();
            stayed += item.isMissingNode() || item.iterator().next().has("error") ? 1 : 0;
        }
        if (stayed == 0) {
            throw upsert.failure();
        }
        boolean isOfTheServer = upsert.failure() instanceof OpenSearchException || upsert.failure() instanceof IOException;
        Text why = upsert.failure() instanceof DatabaseFailure foreseen ? foreseen.text() : Text.words(upsert.failure().getMessage());
        Type type = isOfTheServer ? OpenSearchDialect.type(upsert.failure()) : Type.INTEGRITY;
        throw DatabaseFailure.of(type, Text.of("database.upsert.partly", why, stayed));
    }

    /** Shapes the result as {@code {inserted_count, updated_count, skipped_count, inserted_ids}}. */
    public Map<String, Object> answer(@Variable(OpenSearchUpsert.VARIABLE) OpenSearchUpsert upsert) {
        return upsert.answer();
    }
}
