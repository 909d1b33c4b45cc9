package dev.caravan.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.BoltConnectorInternalSettings;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.GraphDatabaseService;

/** Neo4j 5.26 Community, only Bolt, without authentication. */
final class EmbeddedNeo4j implements EmbeddedServer {

    private static final Duration SHORT_WAIT = Duration.ofMillis(200);

    private DatabaseManagementService service;
    private int port;

    @Override
    public String name() {
        return "neo4j";
    }

    @Override
    public void start(Path directory, int port) {
        this.port = port;
        service = new DatabaseManagementServiceBuilder(directory)
                .setConfig(BoltConnector.enabled, true)
                .setConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", port))
                .setConfig(BoltConnector.advertised_address, new SocketAddress("127.0.0.1", port))
                .setConfig(HttpConnector.enabled, false)
                .setConfig(GraphDatabaseSettings.auth_enabled, false)
                .setConfig(GraphDatabaseSettings.pagecache_memory, 64L << 20)
                // otherwise its log files take 256 MB each from the start
                .setConfig(GraphDatabaseSettings.preallocate_logical_logs, false)
                // otherwise every stop takes 10 s
                .setConfig(BoltConnectorInternalSettings.thread_pool_shutdown_wait_time, SHORT_WAIT)
                .setConfig(BoltConnectorInternalSettings.connection_shutdown_wait_time, SHORT_WAIT)
                .build();
    }

    /** Returns its database in this JVM. */
    GraphDatabaseService graph() {
        return service.database(GraphDatabaseSettings.DEFAULT_DATABASE_NAME);
    }

    @Override
    public String address() {
        return "bolt://127.0.0.1:" + port;
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("caravan.neo4j.uri", address());
    }

    @Override
    public void stop() {
        service.shutdown();
    }
}
