package dev.caravan.database;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.util.Map;
import java.util.function.Consumer;

/** MongoDB: collections without columns, though with an index on what is the key elsewhere. */
public final class MongoTestStore implements TestStore {

    @Override
    public ServerHandle server() {
        return SharedServers.get(ServerKind.MONGO);
    }

    @Override
    public void create(String table, Map<String, Type> columns) {
        with(database -> {
            database.getCollection(table).drop();
            database.createCollection(table);
            database.getCollection(table).createIndex(Indexes.ascending(columns.keySet().iterator().next()),
                    new IndexOptions().unique(true));
        });
    }

    /** Does something as an administrator. */
    public void with(Consumer<MongoDatabase> action) {
        try (MongoClient client = MongoClients.create(server().address())) {
            action.accept(client.getDatabase("shop"));
        }
    }
}
