package dev.caravan.document;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Redacted;
import dev.caravan.observe.Check;
import dev.caravan.observe.Family;
import dev.caravan.observe.MongoObservers;
import dev.caravan.store.BareAddress;
import dev.caravan.store.SchemaInitializer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.springframework.boot.actuate.health.Health;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;

/** Creates the client of the {@code mongodb:mongoClient} endpoints. */
@Configuration(proxyBeanMethods = false)
@Family.On(Family.DOCUMENTS)
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
        return new ErrorCode.FailureCode(MongoException.class, ErrorCode.DB_ERROR, "MongoDB (documents)", MongoConfiguration::sentence);
    }

    /** Returns MongoDB's sentence about a refused command or write; null if it refused none. */
    private static String sentence(Exception cause) {
        String refused = cause instanceof MongoCommandException command ? command.getErrorMessage()
                : cause instanceof MongoWriteException write ? write.getError().getMessage() : null;
        return refused == null ? null : "MongoDB: " + Redacted.text(refused, List.of());
    }

    /** Checks {@code mongodb} in health: the database of the {@code mongo_*} tools. */
    @Component
    @Family.On(Family.DOCUMENTS)
    record DocumentsCheck(MongoClient client, MongoProperties settings) implements Check {

        @Override
        public String name() {
            return "mongodb";
        }

        @Override
        public String title() {
            return "MongoDB documents at " + Check.place(settings.uri());
        }

        @Override
        public Health ask() throws RefusedException {
            try {
                client.getDatabase(settings.database()).runCommand(new Document("ping", 1));
            } catch (MongoSecurityException e) {
                throw new RefusedException("its user or password is wrong");
            } catch (MongoCommandException e) {
                throw new RefusedException(e.getErrorCodeName());
            }
            return Check.up(Map.of());
        }
    }

    /** Creates the indexes of the collection. */
    @Component
    @Family.On(Family.DOCUMENTS)
    static class DocumentIndexes extends SchemaInitializer {

        private final MongoClient client;
        private final MongoProperties properties;

        DocumentIndexes(MongoClient client, MongoProperties properties) {
            super("the indexes of documents in MongoDB");
            this.client = client;
            this.properties = properties;
        }

        @Override
        protected boolean isTold(RuntimeException failure) {
            return failure instanceof MongoTimeoutException || failure instanceof MongoSocketException
                    || failure instanceof MongoSecurityException;
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
