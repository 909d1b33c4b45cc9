package dev.caravan.database.redis;

import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.TableRules;
import dev.caravan.observe.RedisSpans;
import io.lettuce.core.resource.ClientResources;

/** A configured Redis database: its connection pool and its allowed tables. */
final class RedisDatabase implements AutoCloseable {

    private final String name;
    private final DatabaseProperties.Database settings;
    private final TableRules rules;
    private final RedisConnections connections;

    RedisDatabase(String name, DatabaseProperties.Database settings, ClientResources resources, RedisSpans spans) {
        this.name = name;
        this.settings = settings;
        this.rules = TableRules.of(name, settings);
        this.connections = new RedisConnections(name, settings, resources, spans);
    }

    String name() {
        return name;
    }

    DatabaseProperties.Database settings() {
        return settings;
    }

    TableRules rules() {
        return rules;
    }

    /** Returns a connection for one call. */
    RedisSession open() {
        return connections.open();
    }

    /** Returns the shared connection for one call that reads one record. */
    RedisSession openShared() {
        return connections.openShared();
    }

    int active() {
        return connections.active();
    }

    int idle() {
        return connections.idle();
    }

    int pending() {
        return connections.pending();
    }

    @Override
    public void close() {
        connections.close();
    }
}
