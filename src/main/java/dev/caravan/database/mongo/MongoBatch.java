package dev.caravan.database.mongo;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import dev.caravan.database.Advanced;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filters;
import dev.caravan.database.PageCall;
import dev.caravan.database.RouteLimit;
import dev.caravan.database.UpsertSpec;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Makes several changes in MongoDB completely or not at all. Uses a transaction if the server supports them. Without support, an insert that fails
 * midway is undone, and {@code transaction} is refused.
 */
@Component("mongoBatch")
public class MongoBatch {

    private static final Logger LOG = LoggerFactory.getLogger(MongoBatch.class);

    /** Limit of a transaction for routes of older releases, which do not set it. */
    private static final int MOST_OPERATIONS = 50;

    private static final int DELETED_AT_ONCE = 500;

    private final MongoDatabases databases;

    MongoBatch(MongoDatabases databases) {
        this.databases = databases;
    }

    /** Looks up the collection of the arguments. The first insert creates a collection that {@code tables} names. */
    public MongoCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws DatabaseFailure {
        return MongoCall.adding(databases.get(name), arguments);
    }

    /** Translates the rows of an insert tool into documents. Each document has an id. The call remembers which ids were generated here. */
    public List<Document> documents(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) MongoCall call) throws DatabaseFailure {
        UpsertSpec.refuse(arguments);
        return documents(arguments.get("data"), call.generatedIds());
    }

    /** Returns whether the documents need a transaction and the server supports it. */
    public boolean isTransaction(@Variable("documents") List<Document> documents, @Variable(PageCall.VARIABLE) MongoCall call) {
        return documents.size() > 1 && call.database().hasTransactions();
    }

    /** Tells camel-mongodb the collection. Without a transaction nothing can be rolled back, so several documents are refused if one of their ids exists. */
    public void address(@Variable("documents") List<Document> documents, @Variable(PageCall.VARIABLE) MongoCall call, Exchange exchange) throws DatabaseFailure {
        if (documents.size() > 1) {
            refuseTaken(call, documents);
        }
        call.address(exchange);
    }

    /** Refuses ids of the caller that exist. They are the usual reason for a failure midway. */
    private static void refuseTaken(MongoCall call, List<Document> documents) throws DatabaseFailure {
        Set<Object> given = new HashSet<>();
        for (Document document : documents) {
            Object id = document.get("_id");
            if (!call.generatedIds().contains(id) && !given.add(id)) {
                throw DatabaseFailure.of(DatabaseFailure.Type.INTEGRITY, Text.of("database.taken", "_id", MongoValues.json(id)));
            }
        }
        Document taken = given.isEmpty() ? null : call.database().collection(call.collection()).find(new Document("_id", new Document("$in", new ArrayList<>(given)))).projection(new Document("_id", 1)).first();
        if (taken != null) {
            throw DatabaseFailure.of(DatabaseFailure.Type.INTEGRITY, Text.of("database.taken", "_id", MongoValues.json(taken.get("_id"))));
        }
    }

    /** @param generated receives the ids of the documents that have none */
    private static List<Document> documents(Object data, Set<Object> generated) throws DatabaseFailure {
        List<Document> documents = new ArrayList<>();
        for (Object row : data instanceof List<?> list ? list : List.of(data)) {
            Document document = MongoValues.document((Map<?, ?>) row);
            documents.add(document.containsKey("_id") ? document : withId(document, generated));
        }
        return documents;
    }

    private static Document withId(Document document, Set<Object> generated) {
        ObjectId id = new ObjectId();
        generated.add(id);
        Document first = new Document("_id", id);
        first.putAll(document);
        return first;
    }

    /** Inserts in a transaction. */
    public void insert(@Variable("documents") List<Document> documents, @Variable(PageCall.VARIABLE) MongoCall call) {
        try (ClientSession session = call.database().client().startSession()) {
            session.withTransaction(() -> call.database().collection(call.collection()).insertMany(session, documents));
        }
    }

    /**
     * Deletes what an insert without a transaction stored before it failed. Runs even if the call's time is over.
     *
     * @throws Exception always: the cause, or a connection_error with the number of documents that may remain
     */
    public void takeBack(@Variable("documents") List<Document> documents, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause,
            @Variable(PageCall.VARIABLE) MongoCall call) throws Exception {
        List<Object> ids = documents.stream().map(document -> document.get("_id")).toList();
        int failed = failedAt(cause);
        // if it is unknown which document failed, only the ids that were generated here surely belong to this call: an id of the caller may be another's document
        List<Object> stored = failed >= 0 ? ids.subList(0, failed) : ids.stream().filter(call.generatedIds()::contains).toList();
        int uncertain = failed >= 0 ? 0 : ids.size() - stored.size();
        boolean interrupted = Thread.interrupted();
        try {
            for (int from = 0; from < stored.size(); from += DELETED_AT_ONCE) {
                List<Object> some = stored.subList(from, Math.min(from + DELETED_AT_ONCE, stored.size()));
                call.database().collection(call.collection()).deleteMany(new Document("_id", new Document("$in", some)));
            }
        } catch (MongoException stuck) {
            LOG.warn("Insert not undone collection={} documents={}", call.collection(), stored.size(), stuck);
            uncertain = ids.size();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (uncertain > 0) {
            throw DatabaseFailure.of(DatabaseFailure.Type.CONNECTION, Text.of("database.halfInserted", uncertain));
        }
        throw cause;
    }

    /** Returns the index of the first refused document; -1 if unknown. */
    private static int failedAt(Throwable cause) {
        for (Throwable link = cause; link != null; link = link.getCause()) {
            if (link instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty()) {
                return bulk.getWriteErrors().get(0).getIndex();
            }
            if (link instanceof MongoWriteException) {
                return 0;
            }
        }
        return -1;
    }

    /** Shapes the ids as {@code {inserted_count, inserted_ids}}. */
    public Map<String, Object> inserted(@Variable("documents") List<Document> documents) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("inserted_count", documents.size());
        answer.put("inserted_ids", documents.stream().map(MongoValues::id).toList());
        return answer;
    }

    /** Runs the {@code operations}, all or none. Returns {@code {results: [{inserted_ids}, {updated_count} or {deleted_count}]}}. */
    public Map<String, Object> transaction(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange) throws DatabaseFailure {
        MongoDatabase database = databases.get(name);
        List<Step> steps = steps(database, arguments, RouteLimit.of(exchange, "mostOperations", MOST_OPERATIONS));
        if (!database.hasTransactions()) {
            throw DatabaseFailure.query("database.noTransactions", name);
        }
        try (ClientSession session = database.client().startSession()) {
            return session.withTransaction(() -> Map.of("results", steps.stream().map(step -> step.run(session)).toList()));
        }
    }

    /** Checks all operations before the first one runs. */
    private static List<Step> steps(MongoDatabase database, Map<String, Object> arguments, int most) throws DatabaseFailure {
        List<Step> steps = new ArrayList<>();
        for (Object entry : Advanced.list(arguments, "operations", most)) {
            Map<?, ?> operation = (Map<?, ?>) entry;
            Map<String, Object> call = new LinkedHashMap<>();
            operation.forEach((key, value) -> call.put((String) key, value));
            call.putIfAbsent("table", arguments.get("table"));
            steps.add(step(database, call));
        }
        return steps;
    }

    private static Step step(MongoDatabase database, Map<String, Object> operation) throws DatabaseFailure {
        String table = (String) operation.get("table");
        Object data = operation.get("data");
        if (operation.get("type").equals("insert")) {
            MongoCollection<Document> collection = database.collection(database.writable(table));
            List<Document> documents = documents(required(data), new HashSet<>());
            return session -> {
                collection.insertMany(session, documents);
                return Map.of("inserted_ids", documents.stream().map(MongoValues::id).toList());
            };
        }
        Filters.require(operation);
        MongoCollection<Document> collection = database.collection(database.existing(table));
        Document query = MongoFilters.query(operation.get("filters"));
        if (operation.get("type").equals("update")) {
            Document changes = Mongo.changes(required(data));
            return session -> {
                MongoValues.keepDecimals(changes, (Map<?, ?>) data, query, matched -> collection.find(session, matched).first());
                return Map.of("updated_count", collection.updateMany(session, query, changes).getMatchedCount());
            };
        }
        return session -> Map.of("deleted_count", collection.deleteMany(session, query).getDeletedCount());
    }

    private static Object required(Object data) throws DatabaseFailure {
        if (data instanceof Map<?, ?> map && map.isEmpty() || data instanceof List<?> list && list.isEmpty() || data == null) {
            throw DatabaseFailure.query("database.operationData");
        }
        return data;
    }

    /** One operation of a transaction. */
    private interface Step {

        Map<String, Object> run(ClientSession session);
    }
}
