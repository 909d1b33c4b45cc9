package dev.caravan.database;

import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Redis; no table has to be made. */
public final class RedisTestStore implements TestStore {

    @Override
    public ServerHandle server() {
        return SharedServers.get(ServerKind.REDIS);
    }

    /**
     * Read-only, with some tables, as a user who may not do everything, with a wrong password, in little time, and TLS where there is none.
     */
    @Override
    public Map<String, Supplier<Object>> otherDatabases() {
        Map<String, Supplier<Object>> settings = new TreeMap<>();
        for (String name : List.of("redis_reports", "redis_some", "redis_reader", "redis_stranger", "redis_hasty")) {
            settings.put(name + ".type", () -> "redis");
            settings.put(name + ".url", () -> server().address());
        }
        settings.put("redis_reports.read-only", () -> "true");
        settings.put("redis_some.tables", () -> "allowed_one,allowed_two");
        settings.put("redis_some.denied-tables", () -> "allowed_two");
        settings.put("redis_some.scan-limit", () -> "20");
        settings.put("redis_reader.username", () -> "reader");
        settings.put("redis_reader.password", () -> "reader-secret");
        settings.put("redis_stranger.url", () -> server().address().replace("//", "//reader:wrong-secret@"));
        settings.put("redis_hasty.url", () -> server().address() + "/3");
        settings.put("redis_hasty.statement-timeout", () -> "1s");
        settings.put("redis_hasty.pool-size", () -> "2");
        return settings;
    }

    @Override
    public void create(String table, Map<String, Type> columns) {
        run(redis -> {
            List<String> keys = redis.keys(table + ":*");
            return keys.isEmpty() ? 0L : redis.del(keys.toArray(String[]::new));
        });
    }

    /** Commands as an administrator runs them. */
    public <T> T run(Function<RedisCommands<String, String>, T> commands) {
        try (RedisClient client = RedisClient.create(server().address());
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return commands.apply(connection.sync());
        }
    }

    /** The string at a key. */
    public String get(String key) {
        return run(redis -> redis.get(key));
    }

    public List<String> keys(String pattern) {
        return run(redis -> redis.keys(pattern));
    }
}
