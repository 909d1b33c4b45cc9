package dev.caravan.database.mongo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.ReadLimit;
import dev.caravan.database.SampledRows;
import dev.caravan.database.TableDescriber;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableSummary;
import dev.caravan.store.MongoReplies;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;
import org.springframework.stereotype.Component;

/** Describes collections by their first and their last documents. */
@Component
class MongoSchemas implements TableDescriber {

    private static final List<String> KEY = List.of("_id");
    private static final int AT_ONCE = 10;

    private final MongoDatabases databases;
    private final MongoReplies replies;

    MongoSchemas(MongoDatabases databases, MongoReplies replies) {
        this.databases = databases;
        this.replies = replies;
    }

    @Override
    public String family() {
        return "mongodb";
    }

    @Override
    public List<TableSummary> tables(String database) {
        MongoDatabase mongo = databases.get(database);
        List<TableSummary> all = new ArrayList<>();
        for (Document found : mongo.client().getDatabase(mongo.database()).listCollections()) {
            String name = found.getString("name");
            if (!MongoDatabase.isSystem(name)) {
                boolean view = "view".equals(found.getString("type"));
                all.add(new TableSummary(name, view ? "view" : "collection", null, null, view ? List.of("query", "aggregate") : null));
            }
        }
        return all;
    }

    @Override
    public Map<String, Long> rows(String database, Collection<String> tables) {
        Map<String, Long> all = new HashMap<>();
        tables.forEach(name -> all.put(name, databases.get(database).collection(name).estimatedDocumentCount()));
        return all;
    }

    @Override
    public List<String> key(String database, String table) {
        return KEY;
    }

    @Override
    public TableDescription table(String database, String name) throws Exception {
        MongoDatabase mongo = databases.get(database);
        String collection = mongo.existing(name);
        SampledRows sample = new SampledRows(true);
        replies.read(mongo.settings().statementTimeout(), () -> {
            ReadLimit limit = new ReadLimit(mongo.settings().maxRead().toBytes());
            Set<Object> ids = new HashSet<>();
            for (int direction : new int[] {1, -1}) {
                read(mongo.collection(collection), direction, limit, ids, sample);
            }
            return sample;
        });
        TableSummary summary = tables(database).stream().filter(table -> table.name().equals(collection)).findFirst().orElse(TableSummary.of(collection, "collection"));
        return new TableDescription(summary, KEY, sample.columns(KEY), sample.rows(), sample.example());
    }

    private void read(MongoCollection<Document> collection, int direction, ReadLimit limit, Set<Object> ids, SampledRows sample) {
        try (MongoCursor<Document> documents = collection.find().sort(new Document("$natural", direction)).limit(SampledRows.MOST / 2).batchSize(AT_ONCE).cursor()) {
            while (limit.isOpen() && documents.hasNext()) {
                Document document = documents.next();
                limit.add(document);
                if (ids.add(document.get("_id"))) {
                    sample.add((ObjectNode) DatabaseValues.node(MongoValues.json(document), MongoValues.JSON));
                }
            }
        }
    }
}
