package dev.caravan.database.mongo;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCursor;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.Driver;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableDescription.TableSummary;
import dev.caravan.json.BoundedJson.ReadLimit;
import dev.caravan.observe.MongoObservers;
import dev.caravan.store.MongoReplies;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.bson.BSONException;
import org.bson.Document;
import org.springframework.stereotype.Component;

/**
 * The configured MongoDB databases. Routes use the client of a database as {@code database-NAME}. Collections are described by some of
 * their documents.
 */
@Component
class MongoDriver extends Driver<MongoDatabase> {

    /** Codes for a duplicate key, and for a document that the collection's rules refuse. */
    private static final Set<Integer> INTEGRITY = Set.of(11000, 11001, 12582, 121);
    private static final Set<Integer> PERMISSION = Set.of(13, 18, 31, 8000);
    /** Codes for an operation that took too long or conflicts with another one. */
    private static final Set<Integer> TIMEOUT = Set.of(50, 202, 262, 24, 112, 251);
    private static final Set<Class<?>> LATE = Set.of(MongoSocketReadTimeoutException.class, MongoExecutionTimeoutException.class,
            MongoInterruptedException.class, MongoOperationTimeoutException.class);
    /** Codes for a server that stops, steps down or cannot be reached. */
    private static final Set<Integer> CONNECTION = Set.of(6, 7, 89, 91, 189, 9001, 10107, 11600, 11602, 13435, 13436);

    /** How many documents tell the fields of a collection. */
    private static final int MOST_ROWS = 100;
    private static final int AT_ONCE = 10;

    private final MongoReplies replies;

    MongoDriver(DatabaseProperties properties, CamelContext context, MongoObservers observers, MongoReplies replies) {
        super("mongodb", "_id");
        this.replies = replies;
        open(properties, (name, settings) -> {
            MongoDatabase database = new MongoDatabase(name, settings, observers);
            context.getRegistry().bind("database-" + name, MongoClient.class, database.client);
            return database;
        });
    }

    @Override
    public void ping(String database) {
        MongoDatabase mongo = get(database);
        mongo.client.getDatabase(mongo.database).runCommand(new Document("ping", 1));
    }

    @Override
    public Optional<Meaning> meaning(String database, Throwable cause) {
        return meaning(cause);
    }

    static Optional<Meaning> meaning(Throwable cause) {
        return ofMongo(cause).map(mongo -> new Meaning(type(mongo), message(mongo)))
                .or(() -> links(cause).filter(BSONException.class::isInstance).findFirst()
                        .map(bson -> new Meaning(Type.QUERY, bson.getMessage())));
    }

    /** Returns the failure of MongoDB in a chain of causes. */
    static Optional<MongoException> ofMongo(Throwable cause) {
        return links(cause).filter(MongoException.class::isInstance).map(MongoException.class::cast).findFirst();
    }

    private static Stream<Throwable> links(Throwable cause) {
        return Stream.iterate(cause, Objects::nonNull, Throwable::getCause);
    }

    private static Type type(MongoException mongo) {
        if (links(mongo).anyMatch(MongoDriver::isUnreached)) {
            return Type.CONNECTION;
        }
        int code = mongo instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty()
                ? bulk.getWriteErrors().get(0).getCode() : mongo.getCode();
        return INTEGRITY.contains(code) ? Type.INTEGRITY
                : PERMISSION.contains(code) || mongo instanceof MongoSecurityException ? Type.PERMISSION
                : TIMEOUT.contains(code) || LATE.contains(mongo.getClass()) ? Type.TIMEOUT
                : CONNECTION.contains(code) ? Type.CONNECTION : Type.QUERY;
    }

    /** Returns whether there was no server or no connection, also if the time ended before. */
    private static boolean isUnreached(Throwable link) {
        return link instanceof MongoTimeoutException && !(link instanceof MongoOperationTimeoutException)
                || link instanceof MongoSocketException && !(link instanceof MongoSocketReadTimeoutException)
                || link instanceof MongoException && String.valueOf(link.getMessage()).contains("while waiting for a server");
    }

    /** Returns the server's own message, without its address. */
    private static String message(MongoException mongo) {
        return mongo instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty() ? bulk.getWriteErrors().get(0).getMessage()
                : mongo instanceof MongoWriteException write ? write.getError().getMessage()
                : mongo instanceof MongoCommandException command ? command.getErrorMessage() : mongo.getMessage();
    }

    @Override
    public List<TableSummary> tables(String database) {
        MongoDatabase mongo = get(database);
        List<TableSummary> all = new ArrayList<>();
        for (Document found : mongo.client.getDatabase(mongo.database).listCollections()) {
            String name = found.getString("name");
            if (!MongoDatabase.isSystem(name)) {
                all.add(new TableSummary(name, "view".equals(found.getString("type")) ? "view" : "collection", null));
            }
        }
        return all;
    }

    @Override
    public TableDescription table(String database, String name) throws Exception {
        String collection = get(database).allowed(name);
        TableSummary summary = tables(database).stream().filter(table -> table.name().equals(collection)).findFirst()
                .orElse(new TableSummary(collection, "collection", null));
        return new TableDescription(summary, key, TableDescription.found(key, some(get(database), collection)));
    }

    /** Reads some documents, as the tools show them. */
    private List<JsonNode> some(MongoDatabase mongo, String collection) {
        return replies.read(mongo.settings.statementTimeout(), () -> {
            List<JsonNode> rows = new ArrayList<>();
            ReadLimit limit = new ReadLimit(mongo.settings.maxRead().toBytes());
            try (MongoCursor<Document> found = mongo.collection(collection).find().limit(MOST_ROWS).batchSize(AT_ONCE).cursor()) {
                while (limit.isOpen() && found.hasNext()) {
                    Document document = found.next();
                    limit.add(document);
                    rows.add(MongoValues.row(document));
                }
            }
            return rows;
        });
    }
}
