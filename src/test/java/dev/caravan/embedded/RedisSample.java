package dev.caravan.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@link SampleData} in Redis: JSON strings at {@code users:1} and so on. */
final class RedisSample {

    private static final ObjectMapper JSON = new ObjectMapper();

    private RedisSample() {
    }

    static void fill(String url) throws JsonProcessingException {
        try (RedisClient client = RedisClient.create(url); StatefulRedisConnection<String, String> connection = client.connect()) {
            RedisCommands<String, String> redis = connection.sync();
            if (redis.exists("orders:1") > 0) {
                return;
            }
            Map<String, String> keys = new LinkedHashMap<>();
            put(keys, "users", SampleData.users());
            put(keys, "orders", SampleData.orders());
            redis.mset(keys);
        }
    }

    private static void put(Map<String, String> keys, String table, List<Map<String, Object>> rows) throws JsonProcessingException {
        for (Map<String, Object> row : rows) {
            keys.put(table + ":" + row.get("id"), JSON.writeValueAsString(row));
        }
    }
}
