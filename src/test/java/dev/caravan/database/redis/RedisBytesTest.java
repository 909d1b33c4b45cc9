package dev.caravan.database.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys, fields and values of Redis are bytes. Those that are no text are shown in Base64 with a mark, and are found by it. */
class RedisBytesTest extends RedisPeopleTest {

    private static final byte[] BYTES = {(byte) 0xff, ':', 0, (byte) 0xfe};
    private static final List<byte[]> IDS = List.of(BYTES, new byte[0], "base64,/zo=".getBytes(UTF_8), "base64,x".getBytes(UTF_8),
            "text".getBytes(UTF_8), new byte[] {(byte) 0xc3}, "x".repeat(600).getBytes(UTF_8), "\ufffd".getBytes(UTF_8));

    private <T> T raw(Function<RedisCommands<byte[], byte[]>, T> commands) {
        try (RedisClient client = RedisClient.create(redis.server().address());
                StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
            return commands.apply(connection.sync());
        }
    }

    /** A client of texts can't name these keys. */
    @AfterEach
    void remove() {
        raw(commands -> commands.del(key(BYTES), key(new byte[] {(byte) 0xc3})));
    }

    private static byte[] key(byte[] id) {
        byte[] key = ("people:" + " ".repeat(id.length)).getBytes(UTF_8);
        System.arraycopy(id, 0, key, "people:".length(), id.length);
        return key;
    }

    private static String with(String id, String more) {
        ObjectNode arguments = McpClient.object("{\"table\":\"people\"" + more + "}");
        arguments.putObject("filters").put("id", id);
        return arguments.toString();
    }

    @Test
    void everyKeyIsFoundByTheIdThatIsShown() {
        raw(commands -> {
            for (int n = 0; n < IDS.size(); n++) {
                commands.set(key(IDS.get(n)), ("{\"n\":" + n + "}").getBytes(UTF_8));
            }
            return null;
        });
        JsonNode rows = done("query", "redis", "{\"table\":\"people\"}").get("data");
        assertThat(rows.findValuesAsText("id")).hasSize(IDS.size()).doesNotHaveDuplicates().contains("", "text", "base64,/zoA/g==");
        ObjectNode all = McpClient.object("{\"table\":\"people\"}");
        rows.forEach(row -> all.withObject("filters").withArray("id__in").add(row.get("id")));
        assertThat(call("query", "redis", all).get("count").intValue()).isEqualTo(IDS.size());
        for (String order : new String[] {"id", "-id"}) {
            assertThat(paged(order)).isEqualTo(
                    done("query", "redis", "{\"table\":\"people\",\"order_by\":[\"" + order + "\"]}").get("data").findValuesAsText("n"));
        }
        for (JsonNode row : rows) {
            String id = row.get("id").asText();
            assertThat(done("query", "redis", with(id, "")).get("data").toString()).isEqualTo("[" + row + "]");
            done("update", "redis", with(id, ",\"data\":{\"seen\":true}"));
            byte[] stored = raw(commands -> commands.get(key(IDS.get(row.get("n").intValue()))));
            assertThat(new String(stored, UTF_8)).isEqualTo("{\"n\":" + row.get("n") + ",\"seen\":true}");
            assertThat(done("delete", "redis", with(id, "")).get("deleted_count").intValue()).isEqualTo(1);
        }
        assertThat(redis.keys("people:*")).isEmpty();
    }

    private List<String> paged(String order) {
        List<String> found = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = done("query", "redis",
                    "{\"table\":\"people\",\"limit\":3,\"order_by\":[\"" + order + "\"],\"after\":\"" + after + "\"}");
            found.addAll(page.get("data").findValuesAsText("n"));
            after = page.path("next").asText();
        } while (!after.isEmpty() && found.size() < 20);
        return found;
    }

    @Test
    void fieldsAndValuesOfHashesKeepTheirBytes() {
        raw(commands -> {
            commands.hset(key(BYTES), "name".getBytes(UTF_8), BYTES);
            commands.hset(key(BYTES), BYTES, "base64,eA==".getBytes(UTF_8));
            return commands.hset("people:other".getBytes(UTF_8), "name".getBytes(UTF_8), "x".getBytes(UTF_8));
        });
        JsonNode row = done("query", "redis", "{\"table\":\"people\",\"filters\":{\"name\":\"base64,/zoA/g==\"}}").at("/data/0");
        assertThat(row.get("id").asText()).isEqualTo("base64,/zoA/g==");
        ObjectNode update = McpClient.object("{\"table\":\"people\",\"filters\":{\"id\":\"other\"}}");
        update.set("data", ((ObjectNode) row.deepCopy()).without("id"));
        call("update", "redis", update);
        assertThat(this.<byte[]>raw(commands -> commands.hget("people:other".getBytes(UTF_8), "name".getBytes(UTF_8)))).isEqualTo(BYTES);
        assertThat(this.<byte[]>raw(commands -> commands.hget("people:other".getBytes(UTF_8), BYTES)))
                .isEqualTo("base64,eA==".getBytes(UTF_8));
    }

    @Test
    void oneKeyIsOneRowHoweverItsIdIsWritten() {
        done("insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"base64,/zoA/g==\",\"n\":1}}");
        assertThat(this.<Long>raw(commands -> commands.exists(key(BYTES)))).isEqualTo(1);
        assertThat(done("insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"base64,aGk=\"}}").toString()).contains("base64,");
        assertThat(this.<Long>raw(commands -> commands.exists("people:base64,aGk=".getBytes(UTF_8)))).isEqualTo(1);
        failed("integrity_error", "insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"base64,YmFzZTY0LGFHaz0=\"}}");
        failed("query_error", "insert", "redis", "{\"table\":\"people\",\"data\":{\"id\":\"\"}}");
    }
}
