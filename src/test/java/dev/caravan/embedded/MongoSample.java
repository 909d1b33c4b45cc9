package dev.caravan.embedded;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.types.Decimal128;

/**
 * {@link SampleData} in MongoDB: times as dates, amounts as Decimal128, and an optional field {@code id} with an index, in addition to
 * {@code _id}.
 */
final class MongoSample {

    private MongoSample() {
    }

    static void fill(String url) {
        try (MongoClient client = MongoClients.create(url)) {
            MongoDatabase database = client.getDatabase(new ConnectionString(url).getDatabase());
            if (database.getCollection("orders").countDocuments() == SampleData.ORDERS) {
                return;
            }
            put(database, "users", SampleData.users());
            put(database, "orders", SampleData.orders());
        }
    }

    private static void put(MongoDatabase database, String collection, List<Map<String, Object>> rows) {
        database.getCollection(collection).deleteMany(new Document()); // dropping a missing collection would log an error in the server
        database.getCollection(collection).insertMany(rows.stream().map(MongoSample::document).toList());
        database.getCollection(collection).createIndex(Indexes.ascending("id"), new IndexOptions().unique(true).sparse(true));
    }

    private static Document document(Map<String, Object> row) {
        Document document = new Document(row);
        document.replaceAll((name, value) -> value instanceof BigDecimal amount ? new Decimal128(amount)
                : name.equals("created_at") ? Date.from(Instant.parse((String) value)) : value);
        return document;
    }
}
