package dev.caravan.database.mongo;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.Projections;
import dev.caravan.database.Advanced;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.ExplainedFailures;
import dev.caravan.database.DatabaseFailure.WrittenRows;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Filters;
import dev.caravan.database.mongo.Mongo.MongoCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.apache.camel.component.mongodb.MongoDbConstants;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;
import org.springframework.stereotype.Component;

/**
 * Changes documents of MongoDB. Several rows run in a transaction if the server supports them. Without support, rows before a refused one
 * stay written, the failure says what happened to each, and {@code transaction} is refused.
 */
@Component("mongoWrites")
public record MongoWrites(MongoDriver databases, ExplainedFailures failures) {

    private static final String ID = "_id";

    /**
     * The inserts of a call, one for each row.
     *
     * @param ids ids of the documents, as they are shown
     */
    record Writes(List<InsertOneModel<Document>> models, List<JsonNode> ids) {
    }

    /** Translates the rows of an insert. Each document has an id. */
    public Writes writes(@Body Map<String, Object> arguments) throws DatabaseFailure {
        Writes writes = new Writes(new ArrayList<>(), new ArrayList<>());
        for (Object row : DatabaseValues.list(arguments.get("data"))) {
            Document document = MongoValues.document((Map<?, ?>) row);
            if (!document.containsKey(ID)) {
                document.append(ID, new ObjectId());
            }
            writes.models().add(new InsertOneModel<>(document));
            writes.ids().add(MongoValues.id(document));
        }
        return writes;
    }

    /** Returns whether the rows need a transaction and the server supports it. */
    public boolean isTogether(@Variable("writes") Writes writes, @Variable("call") MongoCall call) {
        return writes.models().size() > 1 && call.database.hasTransactions();
    }

    /** Writes in a transaction. */
    public BulkWriteResult transacted(@Variable("writes") Writes writes, @Variable("call") MongoCall call) {
        try (ClientSession session = call.database.client.startSession()) {
            return session.withTransaction(() -> call.database.collection(call.collection).bulkWrite(session, writes.models()));
        }
    }

    /** Returns the body of {@code bulkWrite}, and tells camel-mongodb the collection. */
    public List<InsertOneModel<Document>> models(@Variable("writes") Writes writes, @Variable("call") MongoCall call, Exchange exchange) {
        call.address(exchange);
        return writes.models();
    }

    /** Throws the failure of a write without a transaction, with what happened to each row. MongoDB stops at the first that it refuses. */
    public void failed(@Variable("writes") Writes writes, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown,
            @ExchangeProperty("database") String name) throws Exception {
        MongoException cause = MongoDriver.ofMongo(thrown).orElseThrow(() -> thrown);
        WrittenRows rows = new WrittenRows(failures, name);
        int refused = cause instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty()
                ? bulk.getWriteErrors().get(0).getIndex() : -1;
        List<String> ids = writes.ids().stream().map(MongoValues::text).toList();
        for (int i = 0; i < ids.size() && refused >= 0; i++) {
            if (i < refused) {
                rows.written(ids.get(i));
            } else {
                rows.refused(i + 1, ids.get(i), i == refused ? cause : DatabaseFailure.query("database.rows.untried", refused + 1));
            }
        }
        rows.check();
        // MongoDB may have stored documents if the request was sent, and no answer refused it
        boolean unsure = !(cause instanceof MongoCommandException || cause instanceof MongoSocketOpenException
                || cause.getClass() == MongoTimeoutException.class);
        throw rows.stopped(cause, unsure ? ids : List.of());
    }

    /** Shapes {@code {inserted_count, inserted_ids}}. */
    public Map<String, Object> written(@Variable("writes") Writes writes) {
        return DatabaseValues.object("inserted_count", writes.ids().size(), "inserted_ids", writes.ids());
    }

    /** Translates the arguments of an update tool into {@code [filter, update]}. A filter is required. */
    public List<Bson> update(@Body Map<String, Object> arguments, @Variable("call") MongoCall call, Exchange exchange)
            throws DatabaseFailure {
        Filters.require(arguments);
        MongoCollection<Document> collection = call.database.collection(call.collection);
        Document changes = changes((Map<?, ?>) arguments.get("data"), call.query, collection.find());
        call.address(exchange).setHeader(MongoDbConstants.MULTIUPDATE, true);
        return List.of(call.query, changes);
    }

    /**
     * Translates the data of an update. Numbers get the types of those that they replace in the first match that has a Decimal128 there, or
     * in the first match.
     *
     * @param matches null to check the data
     */
    private static Document changes(Map<?, ?> data, Document query, FindIterable<Document> matches) throws DatabaseFailure {
        Set<String> fields = new HashSet<>();
        List<Document> decimals = new ArrayList<>();
        for (Object path : data.keySet()) {
            fields.add(MongoFilters.field((String) path).split("\\.")[0]);
            decimals.add(new Document((String) path, new Document("$type", "decimal")));
        }
        Document first = null;
        boolean has = data.values().stream().anyMatch(value -> value instanceof Number || value instanceof Map || value instanceof List);
        if (has && matches != null) {
            matches.projection(Projections.include(List.copyOf(fields)));
            first = matches.filter(new Document("$and", List.of(query, new Document("$or", decimals)))).first();
            first = first == null ? matches.filter(query).first() : first;
        }
        Document changes = new Document();
        for (Map.Entry<?, ?> change : data.entrySet()) {
            String path = (String) change.getKey();
            Object before = first;
            for (String part : path.split("\\.")) {
                before = MongoValues.at(before, part);
            }
            changes.append(path, MongoValues.stored(path, change.getValue(), before));
        }
        return new Document("$set", changes);
    }

    /** Translates the arguments of a delete tool into the filter for {@code remove}. A filter is required. */
    public Bson delete(@Body Map<String, Object> arguments, @Variable("call") MongoCall call, Exchange exchange) throws DatabaseFailure {
        Filters.require(arguments);
        call.address(exchange);
        return call.query;
    }

    /** Runs the {@code operations}, all or none. Returns {@code {results: [{inserted_ids}, {updated_count} or {deleted_count}]}}. */
    public Map<String, Object> transaction(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name,
            Exchange exchange) throws DatabaseFailure {
        MongoDatabase database = databases.get(name);
        List<Function<ClientSession, Map<String, Object>>> steps = new ArrayList<>();
        for (Object entry : Advanced.list(arguments, "operations", exchange, "mostOperations")) {
            Map<String, Object> operation = new LinkedHashMap<>();
            ((Map<?, ?>) entry).forEach((key, value) -> operation.put((String) key, value));
            operation.putIfAbsent("table", arguments.get("table"));
            steps.add(step(database, operation));
        }
        if (!database.hasTransactions()) {
            throw DatabaseFailure.query("database.noTransactions", name);
        }
        try (ClientSession session = database.client.startSession()) {
            return session.withTransaction(() -> Map.of("results", steps.stream().map(step -> step.apply(session)).toList()));
        }
    }

    /** Checks an operation before the first one runs. Returns what runs it. */
    private Function<ClientSession, Map<String, Object>> step(MongoDatabase database, Map<String, Object> operation)
            throws DatabaseFailure {
        Object data = operation.get("data");
        boolean empty = data == null || data instanceof Map<?, ?> map && map.isEmpty() || data instanceof List<?> list && list.isEmpty();
        if (empty && !operation.get("type").equals("delete")) {
            throw DatabaseFailure.query("database.operationData");
        }
        MongoCall call = new MongoCall(database, operation);
        MongoCollection<Document> collection = database.collection(call.collection);
        if (operation.get("type").equals("insert")) {
            Writes writes = writes(operation);
            return session -> {
                collection.bulkWrite(session, writes.models());
                return Map.of("inserted_ids", writes.ids());
            };
        }
        Filters.require(operation);
        if (operation.get("type").equals("delete")) {
            return session -> Map.of("deleted_count", collection.deleteMany(session, call.query).getDeletedCount());
        }
        changes((Map<?, ?>) data, call.query, null);
        return session -> {
            try {
                Document changes = changes((Map<?, ?>) data, call.query, collection.find(session));
                return Map.of("updated_count", collection.updateMany(session, call.query, changes).getMatchedCount());
            } catch (DatabaseFailure impossible) {
                throw new IllegalStateException(impossible);
            }
        };
    }
}
