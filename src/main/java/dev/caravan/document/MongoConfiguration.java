package dev.caravan.document;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.observe.Check;
import dev.caravan.observe.MongoObservers;
import dev.caravan.store.BareAddress;
import dev.caravan.store.SchemaInitializer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.springframework.boot.actuate.health.Health;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;

/** Creates the client of the {@code mongodb:mongoClient} endpoints. */
@Configuration(proxyBeanMethods = false)
class MongoConfiguration {

    /**
     * Its timeouts are below a tool's five seconds, so that callers learn that the database is down. While a call waits, the driver looks
     * for a lost server twice a second.
     */
    @Bean(destroyMethod = "close")
    MongoClient mongoClient(MongoProperties properties, MongoObservers observers) {
        long timeout = properties.timeout().toMillis();
        MongoClientSettings.Builder settings = MongoClientSettings.builder()
                .applicationName("caravan")
                .timeout(timeout, TimeUnit.MILLISECONDS)
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(timeout / 2, TimeUnit.MILLISECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout((int) (timeout / 2), TimeUnit.MILLISECONDS))
                .applyConnectionString(BareAddress.mongo("caravan.mongodb.uri", properties.uri(), "", ""));
        observers.of("documents").accept(settings);
        return MongoClients.create(settings.build());
    }

    @Bean
    static ErrorCode.FailureCode mongoFailures() {
        return new ErrorCode.FailureCode(MongoException.class, ErrorCode.DB_ERROR);
    }

    /** Checks {@code mongodb} in health: the database of the {@code mongo_*} tools. */
    @Component
    record DocumentsCheck(MongoClient client, MongoProperties settings) implements Check {

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

    /** Creates the indexes of the collection. */
    @Component
    static class DocumentIndexes extends SchemaInitializer {

        private final MongoClient client;
        private final MongoProperties properties;

        DocumentIndexes(MongoClient client, MongoProperties properties) {
            super("the indexes of " + Documents.COLLECTION);
            this.client = client;
            this.properties = properties;
        }

        @Override
        protected void prepare() {
            MongoCollection<Document> documents = client.getDatabase(properties.database()).getCollection(Documents.COLLECTION);
            documents.createIndex(Indexes.compoundIndex(Indexes.ascending(Documents.TOPIC_KEY), Indexes.descending(Documents.UPDATED_AT)),
                    new IndexOptions().name("topicKey_updatedAt"));
            documents.createIndex(Indexes.descending(Documents.UPDATED_AT), new IndexOptions().name("updatedAt"));
        }
    }
}
