package dev.caravan.database.mongo;

import com.mongodb.client.MongoClient;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.observe.MongoObservers;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** The configured MongoDB databases. Routes use the client of a database as {@code database-NAME}. */
@Component
class MongoDatabases implements DisposableBean {

    private final Map<String, MongoDatabase> databases = new TreeMap<>();

    MongoDatabases(DatabaseProperties properties, CamelContext context, MongoObservers observers) {
        properties.databases().forEach((name, settings) -> {
            if (settings.type() == DatabaseKind.MONGODB) {
                MongoDatabase database = new MongoDatabase(name, settings, observers);
                databases.put(name, database);
                context.getRegistry().bind("database-" + name, MongoClient.class, database.client());
            }
        });
    }

    MongoDatabase get(String name) {
        return databases.get(name);
    }

    @Override
    public void destroy() {
        databases.values().forEach(MongoDatabase::close);
    }
}
