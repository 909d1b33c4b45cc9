package dev.caravan.document;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.caravan.store.SchemaInitializer;
import org.bson.Document;
import org.springframework.stereotype.Component;

/** Creates the indexes of the collection. */
@Component
class DocumentIndexes extends SchemaInitializer {

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
