package dev.caravan.database.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.connection.ClusterType;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.DatabaseProperties.TableRules;
import dev.caravan.database.Schemas.Kept;
import dev.caravan.observe.MongoObservers;
import dev.caravan.store.BareAddress;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.codecs.DocumentCodecProvider;
import org.bson.codecs.configuration.CodecRegistries;

/**
 * A configured MongoDB database: its client, which connects when it is first needed, and its collections, whose names {@link Kept} caches.
 */
final class MongoDatabase implements AutoCloseable {

    private static final String ALL = "";

    final String database;
    final DatabaseProperties.Database settings;
    final MongoClient client;
    private final TableRules rules;
    private final Kept<Set<String>, RuntimeException> kept;

    MongoDatabase(String name, DatabaseProperties.Database settings, MongoObservers observers) {
        ConnectionString url = BareAddress.mongo("caravan.databases." + name + ".url", settings.url(), settings.username(),
                settings.password());
        this.database = url.getDatabase();
        this.settings = settings;
        this.client = MongoClients.create(clientSettings(settings, url, observers.of("database-" + name)));
        this.rules = TableRules.of(name, settings);
        this.kept = new Kept<>(all -> names());
    }

    /** Configures the client. The server too ends an operation after {@code statement-timeout}. */
    private static MongoClientSettings clientSettings(DatabaseProperties.Database settings, ConnectionString url,
            Consumer<MongoClientSettings.Builder> observers) {
        long connect = settings.connectTimeout().toMillis();
        MongoClientSettings.Builder builder = MongoClientSettings.builder()
                .applicationName("caravan")
                .timeout(settings.statementTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(connect, TimeUnit.MILLISECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout((int) connect, TimeUnit.MILLISECONDS))
                .applyToConnectionPoolSettings(pool -> pool.maxSize(settings.poolSize()).maxWaitTime(connect, TimeUnit.MILLISECONDS))
                .applyConnectionString(url)
                .codecRegistry(CodecRegistries.fromRegistries(CodecRegistries.fromProviders(new DocumentCodecProvider()), // no DBRef
                        MongoClientSettings.getDefaultCodecRegistry()))
                .uuidRepresentation(UuidRepresentation.UNSPECIFIED); // a UUID stays bytes with their subtype
        observers.accept(builder);
        return builder.build();
    }

    private Set<String> names() {
        Set<String> names = new TreeSet<>();
        client.getDatabase(database).listCollectionNames().into(names);
        names.removeIf(MongoDatabase::isSystem);
        return names;
    }

    /**
     * Returns a collection that a call may read or change. It exists, or the settings name it; then the first insert creates it.
     *
     * @throws DatabaseFailure permission_error if the collection is not allowed; query_error with the list of collections if it does not
     * exist
     */
    String allowed(String collection) throws DatabaseFailure {
        rules.check(collection);
        boolean isNamed = settings.tables().contains(collection) && !isSystem(collection);
        if (!isNamed && !kept.get(ALL).contains(collection) && !kept.now(ALL).contains(collection)) {
            throw rules.missing(collection, kept.get(ALL));
        }
        return collection;
    }

    static boolean isSystem(String collection) {
        return collection.startsWith("system.");
    }

    MongoCollection<Document> collection(String name) {
        return client.getDatabase(database).getCollection(name);
    }

    /** Returns whether the server supports transactions; only replica sets do. Connects if there is no connection yet. */
    boolean hasTransactions() {
        if (client.getClusterDescription().getType() == ClusterType.UNKNOWN) {
            names();
        }
        ClusterType type = client.getClusterDescription().getType();
        return type != ClusterType.STANDALONE && client.getClusterDescription().getLogicalSessionTimeoutMinutes() != null;
    }

    @Override
    public void close() {
        client.close();
    }
}
