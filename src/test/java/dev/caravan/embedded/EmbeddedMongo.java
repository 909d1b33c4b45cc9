package dev.caravan.embedded;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.h2.mvstore.MVStore;

/**
 * A server that speaks MongoDB's protocol and keeps everything in one file. It is not mongod: it has no transactions and no {@code $text},
 * and ignores collations.
 */
final class EmbeddedMongo implements EmbeddedServer {

    /** Milliseconds until a write is on disk: a killed JVM loses later writes. The library's default is 1,000. */
    private static final int COMMIT_DELAY = 100;

    private MongoServer server;
    private MVStore store;
    private int port;

    @Override
    public String name() {
        return "mongo";
    }

    @Override
    public void start(Path directory, int port) throws Exception {
        this.port = port;
        Files.createDirectories(directory);
        store = MVStore.open(directory.resolve("mongo.mv").toString());
        store.setAutoCommitDelay(COMMIT_DELAY);
        server = new MongoServer(new H2Backend(store));
        try {
            server.bind("127.0.0.1", port);
        } catch (Exception e) { // includes BindException, which bind does not declare
            server.shutdownNow();
            store.closeImmediately(); // a server that never bound its port leaves its file open
            throw e;
        }
    }

    /** Returns when all writes so far are in the file. */
    void commit() {
        store.commit();
    }

    @Override
    public String address() {
        return "mongodb://127.0.0.1:" + port;
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("caravan.mongodb.uri", address(), "caravan.databases.mongodb.url", address() + "/shop");
    }

    @Override
    public void stop() {
        server.shutdownNow();
    }
}
