package dev.caravan.database.sql;

import dev.caravan.McpClient;
import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.SqlTestStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.util.unit.DataSize;

/** The real PostgreSQL, of which the queries for descriptions of tables are counted, and can be held. */
final class MetadataQueries extends DelegatingDataSource {

    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile boolean held;

    private MetadataQueries(PGSimpleDataSource source) {
        super(source);
    }

    static MetadataQueries ofPostgresql() {
        Map<String, String> properties = SqlTestStore.POSTGRESQL.server().properties();
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(properties.get("caravan.databases.postgresql.url"));
        source.setUser(properties.get("caravan.databases.postgresql.username"));
        source.setPassword(properties.get("caravan.databases.postgresql.password"));
        return new MetadataQueries(source);
    }

    /** A catalogue called kept-test that asks here. */
    SqlCatalogue catalogue() {
        return new SqlCatalogue("kept-test",
                new DatabaseProperties.Database(DatabaseKind.POSTGRESQL, "", null, null, null, "public", false, List.of(), List.of(),
                Duration.ofSeconds(4), Duration.ofSeconds(2), 10, 10_000, DataSize.ofMegabytes(1), List.of()), this,
                SqlRules.of(DatabaseKind.POSTGRESQL, McpClient.JSON));
    }

    /** How often a table was asked for. */
    int reads() {
        return reads.get();
    }

    int connections() {
        return connections.get();
    }

    /** Has each query wait. */
    void hold() {
        gate = new CountDownLatch(1);
    }

    boolean isHeld() {
        return held;
    }

    void release() {
        gate.countDown();
    }

    void leadTo(int port) {
        ((PGSimpleDataSource) getTargetDataSource()).setPortNumbers(new int[] {port});
    }

    @Override
    public Connection getConnection() throws SQLException {
        connections.incrementAndGet();
        Connection real = super.getConnection();
        return (Connection) Proxy.newProxyInstance(MetadataQueries.class.getClassLoader(), new Class<?>[]{Connection.class},
                (self, method, arguments) -> {
                    if (method.getName().equals("prepareStatement") && arguments[0].toString().startsWith("select c.relname")) {
                        seen();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void seen() {
        reads.incrementAndGet();
        held = true;
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
