package dev.caravan.document;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Sees that the collection has its indexes: at start, and every ten seconds again until the database has taken them. The
 * gateway does not wait for it.
 */
@Component
class DocumentIndexes implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(DocumentIndexes.class);
    private static final int RETRY_SECONDS = 10;

    private final MongoClient client;
    private final MongoProperties properties;
    private ScheduledExecutorService attempts;

    DocumentIndexes(MongoClient client, MongoProperties properties) {
        this.client = client;
        this.properties = properties;
    }

    @Override
    public void start() {
        attempts = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "document-indexes");
            thread.setDaemon(true);
            return thread;
        });
        attempts.scheduleWithFixedDelay(this::attempt, 0, RETRY_SECONDS, TimeUnit.SECONDS);
    }

    private void attempt() {
        try {
            MongoCollection<Document> documents =
                    client.getDatabase(properties.database()).getCollection(Documents.COLLECTION);
            documents.createIndex(Indexes.compoundIndex(Indexes.ascending(Documents.TOPIC_KEY), Indexes.descending(Documents.UPDATED_AT)),
                    new IndexOptions().name("topicKey_updatedAt"));
            documents.createIndex(Indexes.descending(Documents.UPDATED_AT), new IndexOptions().name("updatedAt"));
            attempts.shutdown();
        } catch (MongoException e) {
            LOG.warn("The indexes of {} can't be made yet, next try in {} s: {}", Documents.COLLECTION, RETRY_SECONDS, e.getMessage());
        }
    }

    @Override
    public void stop() {
        attempts.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return attempts != null && !attempts.isShutdown();
    }
}
