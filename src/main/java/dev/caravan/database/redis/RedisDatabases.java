package dev.caravan.database.redis;

import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.observe.PoolMeters;
import dev.caravan.observe.RedisSpans;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** The configured Redis databases. Each connects when it is first needed. */
@Component
class RedisDatabases implements DisposableBean {

    private final Map<String, RedisDatabase> databases = new TreeMap<>();
    /** Has threads that wake up ten times a second; null without a Redis database. */
    private ClientResources resources;

    RedisDatabases(DatabaseProperties properties, PoolMeters pools, RedisSpans spans) {
        properties.databases().forEach((name, settings) -> {
            if (settings.type() == DatabaseKind.REDIS) {
                if (resources == null) {
                    resources = DefaultClientResources.builder().commandLatencyRecorder(CommandLatencyRecorder.disabled()).build(); // nothing reads its figures
                }
                RedisDatabase database = new RedisDatabase(name, settings, resources, spans);
                databases.put(name, database);
                pools.add("database-" + name, database::active, database::idle, database::pending, settings::poolSize);
            }
        });
    }

    RedisDatabase get(String name) {
        return databases.get(name);
    }

    @Override
    public void destroy() {
        databases.values().forEach(RedisDatabase::close);
        if (resources != null) {
            resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
        }
    }
}
