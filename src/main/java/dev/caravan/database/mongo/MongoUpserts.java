package dev.caravan.database.mongo;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import dev.caravan.database.DatabaseFailures;
import dev.caravan.database.PageCall;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.WrittenRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.bson.Document;
import org.springframework.stereotype.Component;

/**
 * The steps of an insert with {@code on} in MongoDB. Several rows run in a transaction if the server supports them. Otherwise the rows before a refused
 * one stay written, and the failure says which.
 */
@Component("mongoUpserts")
public class MongoUpserts {

    private static final int DUPLICATE = 11000;
    private static final int MOST_ATTEMPTS = 5;

    private final DatabaseFailures failures;

    MongoUpserts(DatabaseFailures failures) {
        this.failures = failures;
    }

    /** Reads the arguments, and checks that a unique index has just the fields of {@code on}. Without one, MongoDB may insert the same row twice. */
    public MongoUpsert upsert(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) MongoCall call) throws Exception {
        UpsertSpec spec = UpsertSpec.of(arguments, List.of("_id"), name -> name);
        spec.checkUnique(call.collection(), uniqueKeys(call.database().collection(call.collection())));
        return new MongoUpsert(call, spec);
    }

    private static List<List<String>> uniqueKeys(MongoCollection<Document> collection) {
        List<List<String>> keys = new ArrayList<>();
        keys.add(List.of("_id"));
        for (Document index : collection.listIndexes()) {
            Document fields = index.get("key", Document.class);
            if (Boolean.TRUE.equals(index.get("unique")) && !index.containsKey("partialFilterExpression") && fields.values().stream().allMatch(Number.class::isInstance)) {
                keys.add(List.copyOf(fields.keySet()));
            }
        }
        return keys;
    }

    /** Writes all rows. Repeats a row that another client inserted at the same moment. */
    public Map<String, Object> write(@Variable("upsert") MongoUpsert upsert, @ExchangeProperty("database") String name) throws Exception {
        MongoDatabase database = upsert.call().database();
        MongoCollection<Document> collection = database.collection(upsert.call().collection());
        boolean together = upsert.models().size() > 1 && database.hasTransactions();
        int from = 0;
        for (int attempt = 1; ; attempt++) {
            try {
                if (together) {
                    inTransaction(database, collection, upsert);
                } else {
                    took(upsert, from, collection.bulkWrite(upsert.models().subList(from, upsert.models().size())));
                }
                return upsert.answer();
            } catch (MongoException e) {
                if (!together && e instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty()) {
                    took(upsert, from, bulk.getWriteResult());
                    int refused = from + bulk.getWriteErrors().get(0).getIndex();
                    attempt = refused > from ? 1 : attempt;
                    from = refused;
                }
                if (MongoDialect.code(e) != DUPLICATE || attempt >= MOST_ATTEMPTS) {
                    throw new WrittenRows(failures, name).stoppedAt(upsert.spec(), from, e);
                }
            }
        }
    }

    private static void inTransaction(MongoDatabase database, MongoCollection<Document> collection, MongoUpsert upsert) {
        try (ClientSession session = database.client().startSession()) {
            session.withTransaction(() -> {
                upsert.rolledBack();
                took(upsert, 0, collection.bulkWrite(session, upsert.models()));
                return true;
            });
        }
    }

    private static void took(MongoUpsert upsert, int from, BulkWriteResult result) {
        result.getUpserts().forEach(inserted -> upsert.inserted(from + inserted.getIndex()));
    }
}
