package dev.caravan.database.mongo;

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
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Dialect;
import java.util.Optional;
import java.util.Set;
import org.bson.BSONException;
import org.bson.Document;
import org.springframework.stereotype.Component;

/** Explains exceptions of MongoDB's driver by the server's error codes. */
@Component
class MongoDialect implements Dialect {

    /** Codes for a duplicate key, and for a document that the collection's rules refuse. */
    private static final Set<Integer> INTEGRITY = Set.of(11000, 11001, 12582, 121);
    private static final Set<Integer> PERMISSION = Set.of(13, 18, 31, 8000);
    /** Codes for an operation that took too long or conflicts with another one. */
    private static final Set<Integer> TIMEOUT = Set.of(50, 202, 262, 24, 112, 251);
    /** Codes for a server that stops, steps down or cannot be reached. */
    private static final Set<Integer> CONNECTION = Set.of(6, 7, 89, 91, 189, 9001, 10107, 11600, 11602, 13435, 13436);

    private final MongoDatabases databases;

    MongoDialect(MongoDatabases databases) {
        this.databases = databases;
    }

    @Override
    public String family() {
        return "mongodb";
    }

    @Override
    public void ping(String database) {
        MongoDatabase mongo = databases.get(database);
        mongo.client().getDatabase(mongo.database()).runCommand(new Document("ping", 1));
    }

    @Override
    public Optional<Meaning> meaning(String database, Throwable cause) {
        for (Throwable link = cause; link != null; link = link.getCause()) {
            if (link instanceof MongoException mongo) {
                return Optional.of(meaning(mongo));
            }
            if (link instanceof BSONException bson) {
                return Optional.of(new Meaning(Type.QUERY, bson.getMessage()));
            }
        }
        return Optional.empty();
    }

    static Meaning meaning(MongoException mongo) {
        return new Meaning(type(mongo), message(mongo));
    }

    private static Type type(MongoException mongo) {
        if (mongo instanceof MongoSocketReadTimeoutException || mongo instanceof MongoExecutionTimeoutException || mongo instanceof MongoInterruptedException) {
            return Type.TIMEOUT;
        }
        if (mongo instanceof MongoOperationTimeoutException late) {
            return isUnreached(late) ? Type.CONNECTION : Type.TIMEOUT;
        }
        if (mongo instanceof MongoTimeoutException || mongo instanceof MongoSocketException) {
            return Type.CONNECTION;
        }
        if (mongo instanceof MongoSecurityException) {
            return Type.PERMISSION;
        }
        int code = code(mongo);
        return INTEGRITY.contains(code) ? Type.INTEGRITY : PERMISSION.contains(code) ? Type.PERMISSION : TIMEOUT.contains(code) ? Type.TIMEOUT
                : CONNECTION.contains(code) ? Type.CONNECTION : Type.QUERY;
    }

    /** Returns whether the time ended before there was a server or a connection. */
    private static boolean isUnreached(Throwable late) {
        for (Throwable link = late; link != null; link = link.getCause()) {
            if (link instanceof MongoSocketException && !(link instanceof MongoSocketReadTimeoutException)
                    || String.valueOf(link.getMessage()).contains("while waiting for a server")) {
                return true;
            }
        }
        return false;
    }

    /** Returns the server's code of the failure; of several rows, of the first one that was refused. */
    static int code(MongoException mongo) {
        return mongo instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty() ? bulk.getWriteErrors().get(0).getCode() : mongo.getCode();
    }

    /** Returns the server's own message, without its address. */
    private static String message(MongoException mongo) {
        return mongo instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty() ? bulk.getWriteErrors().get(0).getMessage()
                : mongo instanceof MongoWriteException write ? write.getError().getMessage()
                : mongo instanceof MongoCommandException command ? command.getErrorMessage() : mongo.getMessage();
    }
}
