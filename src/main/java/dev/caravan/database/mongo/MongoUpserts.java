package dev.caravan.database.mongo;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.ExplainedFailures;
import dev.caravan.database.PageCall;
import dev.caravan.database.UpsertSpec;
import dev.caravan.database.WrittenRows;
import dev.caravan.database.mongo.Mongo.MongoCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.springframework.stereotype.Component;

/**
 * The steps of an insert with {@code on} in MongoDB. Several rows run in a transaction if the server supports them. Otherwise the rows
 * before a refused one stay written, and the failure says which.
 */
@Component("mongoUpserts")
public class MongoUpserts {

    private static final String ID = "_id";
    private static final int DUPLICATE = 11000;
    private static final int MOST_ATTEMPTS = 5;

    private final ExplainedFailures failures;

    MongoUpserts(ExplainedFailures failures) {
        this.failures = failures;
    }

    /**
     * A row as an update.
     *
     * @param id       id of the document if it is inserted
     * @param changing whether the row changes a document that exists
     */
    private record Row(UpdateOneModel<Document> update, Object id, boolean changing) {
    }

    /**
     * The rows of a call, and those that were inserted.
     *
     * @param inserted indexes of rows
     */
    public record Upsert(UpsertSpec spec, List<Row> rows, Set<Integer> inserted) {

        List<UpdateOneModel<Document>> updates(int from) {
            return rows.subList(from, rows.size()).stream().map(Row::update).toList();
        }

        void took(int from, BulkWriteResult result) {
            result.getUpserts().forEach(upserted -> inserted.add(from + upserted.getIndex()));
        }

        Map<String, Object> answer() {
            long updated = IntStream.range(0, rows.size()).filter(i -> !inserted.contains(i) && rows.get(i).changing()).count();
            return spec.answer(inserted.stream().collect(Collectors.toMap(Function.identity(), i -> rows.get(i).id())), (int) updated);
        }
    }

    /**
     * Reads the arguments, and checks that a unique index has just the fields of {@code on}. Without one, MongoDB may insert the same row
     * twice.
     */
    public Upsert upsert(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) MongoCall call) throws Exception {
        UpsertSpec spec = UpsertSpec.of(arguments, List.of(ID), name -> name);
        spec.checkUnique(call.collection, uniqueKeys(call.database.collection(call.collection)));
        List<Row> rows = new ArrayList<>();
        for (Map<String, Object> row : spec.rows()) {
            rows.add(row(spec, row));
        }
        return new Upsert(spec, rows, new TreeSet<>());
    }

    private static Row row(UpsertSpec spec, Map<String, Object> values) throws DatabaseFailure {
        Document document = MongoValues.document(values);
        document.putIfAbsent(ID, new ObjectId());
        Object id = MongoValues.id(document);
        Document filter = new Document();
        for (String field : spec.on()) {
            filter.append(field, MongoValues.comparable(field, document.get(field)));
        }
        Document set = new Document();
        spec.changed(values).forEach(field -> set.append(field, document.remove(field)));
        Document update = new Document("$setOnInsert", document);
        return new Row(new UpdateOneModel<>(filter, set.isEmpty() ? update : update.append("$set", set), new UpdateOptions().upsert(true)),
                id, !set.isEmpty());
    }

    private static List<List<String>> uniqueKeys(MongoCollection<Document> collection) {
        List<List<String>> keys = new ArrayList<>();
        keys.add(List.of(ID));
        for (Document index : collection.listIndexes()) {
            Document fields = index.get("key", Document.class);
            if (Boolean.TRUE.equals(index.get("unique")) && !index.containsKey("partialFilterExpression")
                    && fields.values().stream().allMatch(Number.class::isInstance)) {
                keys.add(List.copyOf(fields.keySet()));
            }
        }
        return keys;
    }

    /** Writes all rows. Repeats a row that another client inserted at the same moment. */
    public Map<String, Object> write(@Variable("upsert") Upsert upsert, @Variable(PageCall.VARIABLE) MongoCall call,
            @ExchangeProperty("database") String name)
            throws Exception {
        MongoCollection<Document> collection = call.database.collection(call.collection);
        boolean together = upsert.rows().size() > 1 && call.database.hasTransactions();
        int from = 0;
        for (int attempt = 1; ; attempt++) {
            try {
                if (together) {
                    inTransaction(call.database, collection, upsert);
                } else {
                    upsert.took(from, collection.bulkWrite(upsert.updates(from)));
                }
                return upsert.answer();
            } catch (MongoException e) {
                if (!together && e instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty()) {
                    upsert.took(from, bulk.getWriteResult());
                    int refused = from + bulk.getWriteErrors().get(0).getIndex();
                    attempt = refused > from ? 1 : attempt;
                    from = refused;
                }
                if (MongoDriver.code(e) != DUPLICATE || attempt >= MOST_ATTEMPTS) {
                    throw new WrittenRows(failures, name).stoppedAt(upsert.spec(), from, e);
                }
            }
        }
    }

    private static void inTransaction(MongoDatabase database, MongoCollection<Document> collection, Upsert upsert) {
        try (ClientSession session = database.client.startSession()) {
            session.withTransaction(() -> {
                upsert.inserted().clear();
                upsert.took(0, collection.bulkWrite(session, upsert.updates(0)));
                return true;
            });
        }
    }
}
