package dev.caravan.document;

import com.mongodb.client.MongoClient;
import dev.caravan.observe.Check;
import java.util.Map;
import org.bson.Document;
import org.springframework.boot.actuate.health.Health;
import org.springframework.stereotype.Component;

/** Checks {@code mongodb} in health: the database of the {@code mongo_*} tools. */
@Component
class DocumentsCheck implements Check {

    private final MongoClient client;
    private final MongoProperties settings;

    DocumentsCheck(MongoClient client, MongoProperties settings) {
        this.client = client;
        this.settings = settings;
    }

    @Override
    public String name() {
        return "mongodb";
    }

    @Override
    public Health ask() {
        client.getDatabase(settings.database()).runCommand(new Document("ping", 1));
        return Check.up(Map.of());
    }
}
