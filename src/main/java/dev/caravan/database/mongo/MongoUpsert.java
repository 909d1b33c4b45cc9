package dev.caravan.database.mongo;

import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.UpsertSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.types.ObjectId;

/** The rows of an insert with {@code on} as updates of MongoDB. The flow keeps it in the variable {@code upsert}. */
public final class MongoUpsert {

    private static final String ID = "_id";

    private final MongoCall call;
    private final UpsertSpec spec;
    private final List<UpdateOneModel<Document>> models = new ArrayList<>();
    /** Ids of the documents if they are inserted, by the index of the row. */
    private final List<Object> ids = new ArrayList<>();
    private final List<Boolean> changing = new ArrayList<>();
    private final Set<Integer> inserted = new TreeSet<>();

    MongoUpsert(MongoCall call, UpsertSpec spec) throws DatabaseFailure {
        this.call = call;
        this.spec = spec;
        for (Map<String, Object> row : spec.rows()) {
            models.add(model(row));
        }
    }

    private UpdateOneModel<Document> model(Map<String, Object> row) throws DatabaseFailure {
        Document document = MongoValues.document(row);
        document.putIfAbsent(ID, new ObjectId());
        ids.add(MongoValues.id(document));
        Document filter = new Document();
        for (String field : spec.on()) {
            filter.append(field, MongoValues.comparable(field, document.get(field)));
        }
        Document set = new Document();
        spec.changed(row).forEach(field -> set.append(field, document.remove(field)));
        changing.add(!set.isEmpty());
        Document update = new Document("$setOnInsert", document);
        return new UpdateOneModel<>(filter, set.isEmpty() ? update : update.append("$set", set), new UpdateOptions().upsert(true));
    }

    UpsertSpec spec() {
        return spec;
    }

    MongoCall call() {
        return call;
    }

    /** Returns one update for each row. */
    List<UpdateOneModel<Document>> models() {
        return models;
    }

    void inserted(int row) {
        inserted.add(row);
    }

    /** Forgets the results, because the transaction runs again. */
    void rolledBack() {
        inserted.clear();
    }

    Map<String, Object> answer() {
        int updated = 0;
        for (int i = 0; i < models.size(); i++) {
            updated += inserted.contains(i) || !changing.get(i) ? 0 : 1;
        }
        return spec.answer(inserted.stream().collect(Collectors.toMap(Function.identity(), ids::get)), updated);
    }
}
