package dev.caravan.database.redis;

import static dev.caravan.McpClient.object;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/** Holds what the tests of Redis transactions share: accounts that are the same before each test, and calls that change them. */
abstract class RedisAccountsTest extends RedisTest {

    @BeforeEach
    void accounts() {
        redis.create("accounts", Map.of());
        redis.create("log", Map.of());
        done("insert", "redis", "{\"table\":\"accounts\",\"data\":[{\"id\":1,\"status\":\"new\"},{\"id\":2,\"status\":\"new\"}]}");
        redis.run(commands -> commands.hset("accounts:h", Map.of("status", "new", "n", "1")));
    }

    String all() {
        return done("query", "redis", "{\"table\":\"accounts\",\"order_by\":[\"id\"]}").get("data").toString();
    }

    static String transaction(String... operations) {
        ObjectNode arguments = object("{\"operation\":\"transaction\",\"table\":\"accounts\"}");
        ArrayNode list = arguments.putArray("operations");
        for (String operation : operations) {
            list.add(object(operation));
        }
        return arguments.toString();
    }
}
