package dev.caravan.database.mongo;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import dev.caravan.database.Advanced;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.ExplainedFailures;
import dev.caravan.database.Filters;
import dev.caravan.database.PageCall;
import dev.caravan.database.RouteLimit;
import dev.caravan.database.WrittenRows;
import dev.caravan.database.mongo.Mongo.MongoCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.springframework.stereotype.Component;

/**
 * Makes several changes in MongoDB, in a transaction if the server supports them. Without support, an insert that fails midway says what
 * happened to each document, and {@code transaction} is refused.
 */
@Component("mongoBatch")
public class MongoBatch {

    private final MongoDriver databases;
    private final ExplainedFailures failures;

    MongoBatch(MongoDriver databases, ExplainedFailures failures) {
        this.databases = databases;
        this.failures = failures;
    }

    /** Looks up the collection of the arguments. The first insert creates a collection that {@code tables} names. */
    public MongoCall call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws DatabaseFailure {
        return MongoCall.adding(databases.get(name), arguments);
    }

    /** Translates the rows of an insert tool into documents. Each document has an id. */
    public List<Document> documents(@Body Map<String, Object> arguments) throws DatabaseFailure {
        return documents(arguments.get("data"));
    }

    /** Returns whether the documents need a transaction and the server supports it. */
    public boolean isTransaction(@Variable("documents") List<Document> documents, @Variable(PageCall.VARIABLE) MongoCall call) {
        return documents.size() > 1 && call.database.hasTransactions();
    }

    /** Tells camel-mongodb the collection. */
    public void address(@Variable(PageCall.VARIABLE) MongoCall call, Exchange exchange) {
        call.address(exchange);
    }

    private static List<Document> documents(Object data) throws DatabaseFailure {
        List<Document> documents = new ArrayList<>();
        for (Object row : DatabaseValues.list(data)) {
            Document document = MongoValues.document((Map<?, ?>) row);
            Document first = new Document("_id", document.containsKey("_id") ? document.get("_id") : new ObjectId());
            first.putAll(document);
            documents.add(first);
        }
        return documents;
    }

    /** Inserts in a transaction. */
    public void insert(@Variable("documents") List<Document> documents, @Variable(PageCall.VARIABLE) MongoCall call) {
        try (ClientSession session = call.database.client.startSession()) {
            session.withTransaction(() -> call.database.collection(call.collection).insertMany(session, documents));
        }
    }

    /**
     * Throws the failure of an insert without a transaction, with what happened to each document. MongoDB stores them in their order, up to
     * the first that it refuses.
     */
    public void failed(@Variable("documents") List<Document> documents, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause,
            @ExchangeProperty("database") String name) throws Exception {
        WrittenRows rows = new WrittenRows(failures, name);
        List<String> ids = documents.stream().map(MongoValues::id).map(id -> id.isValueNode() ? id.asText() : id.toString()).toList();
        int refused = failedAt(cause);
        for (int i = 0; i < ids.size() && refused >= 0; i++) {
            if (i < refused) {
                rows.written(ids.get(i));
            } else {
                rows.refused(i + 1, ids.get(i), i == refused ? cause : DatabaseFailure.query("database.rows.untried", refused + 1));
            }
        }
        rows.check();
        throw rows.stopped(cause, isUnsure(cause) ? ids : List.of());
    }

    /** Returns whether MongoDB may have stored documents: the request was sent, and no answer refused it. */
    private static boolean isUnsure(Throwable cause) {
        for (Throwable link = cause; link != null; link = link.getCause()) {
            if (link instanceof MongoException) {
                return !(link instanceof MongoCommandException || link instanceof MongoSocketOpenException
                        || link.getClass() == MongoTimeoutException.class);
            }
        }
        return false;
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
        return DatabaseValues.object("inserted_count", documents.size(), "inserted_ids", documents.stream().map(MongoValues::id).toList());
    }

    /** Runs the {@code operations}, all or none. Returns {@code {results: [{inserted_ids}, {updated_count} or {deleted_count}]}}. */
    public Map<String, Object> transaction(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name,
            Exchange exchange) throws DatabaseFailure {
        MongoDatabase database = databases.get(name);
        List<Step> steps = steps(database, arguments, RouteLimit.of(exchange, "mostOperations"));
        if (!database.hasTransactions()) {
            throw DatabaseFailure.query("database.noTransactions", name);
        }
        try (ClientSession session = database.client.startSession()) {
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
            List<Document> documents = documents(required(data));
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
