package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contexts of a user may have so many bytes of JSON together, over all gateways, by whatever way they grow. */
@Tag("nightly")
class QuotaOfBytesTest extends LimitedUsers {

    private static final String REFUSED = "All contexts of a user may have at most " + MOST_KB * 1024
            + " bytes of JSON together. Delete some of their data first";

    /** JSON with about so many bytes, which PostgreSQL compresses to nearly none. */
    private static String data(int kilobytes) {
        return "{\"text\":\"" + "a".repeat(kilobytes * 1000) + "\"}";
    }

    private static String context(int kilobytes) {
        return "{\"name\":\"t\",\"data\":" + data(kilobytes) + "}";
    }

    private static String element(String key, int kilobytes) {
        return "{\"elements\":[{\"key\":\"" + key + "\",\"content\":" + data(kilobytes) + "}]}";
    }

    @Test
    void concurrentCreatesSucceedUpToTheQuota() throws Exception {
        List<RestClient.Answer> answers = Race.of(i -> limited(i).post("/api/v1/tables", context(45)));

        assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(2);
        assertThat(answers.stream().filter(answer -> answer.status() != 201)).allSatisfy(QuotaOfBytesTest::isRefused);
        assertThat(limited(0).as(newUser()).post("/api/v1/tables", context(45)).status()).as("another user").isEqualTo(201);
    }

    @Test
    void concurrentWritesSucceedUpToTheQuota() throws Exception {
        long[] tables = {table("{}"), table("{}"), table("{}")};

        List<RestClient.Answer> answers = Race.of(i -> limited(i).post("/api/v1/tables/" + tables[i % 3] + "/data", element("k" + i, 15)));

        assertThat(answers.stream().filter(answer -> answer.status() == 200 || answer.status() == 201)).hasSize(6);
        assertThat(answers.stream().filter(answer -> answer.status() >= 400)).hasSize(10).allSatisfy(QuotaOfBytesTest::isRefused);
    }

    @Test
    void everyWriteBeyondTheQuotaIsRefusedAndChangesNothing() {
        long table = limited(0).post("/api/v1/tables", context(90)).data().get("id").longValue();
        String path = "/api/v1/tables/" + table;
        Made instance = instance(tool(table, "create", "add", ""), tool(table, "update", "replace", ""));

        isRefused(limited(0).put(path, context(110)));
        isRefused(limited(1).post(path + "/data", element("more", 20)));
        isRefused(limited(0).put(path + "/data", element("text", 110)));
        String update = element("text", 110).replace("elements", "updates");
        for (JsonNode envelope : List.of(limited(0, instance).envelope("add", McpClient.object(element("more", 20))),
                limited(1, instance).envelope("replace", McpClient.object(update)))) {
            assertThat(envelope.at("/error/code").textValue()).as(envelope.toString()).isEqualTo("FORBIDDEN");
            assertThat(envelope.at("/error/message").textValue()).isEqualTo(REFUSED);
        }
        assertThat(limited(0).get(path).data().get("data")).isEqualTo(json(data(90)));
    }

    /** A limit that was lowered takes nothing away. */
    @Test
    void userAboveTheQuotaReadsShrinksAndDeletes() {
        long table = table("{\"a\":" + data(120) + ",\"b\":" + data(120) + "}");
        String path = "/api/v1/tables/" + table;

        assertThat(limited(0).get(path + "/data").status()).isEqualTo(200);
        assertThat(limited(0).put(path, "{\"name\":\"x\"}").status()).isEqualTo(200);
        isRefused(limited(0).post(path + "/data", element("c", 0)));
        assertThat(limited(0).put(path + "/data", element("a", 110)).status()).isEqualTo(200);
        assertThat(limited(1).send("DELETE", path + "/data", "{\"keys\":[\"a\"]}").status()).as("still above the limit").isEqualTo(200);
        assertThat(limited(0).put(path, context(80)).status()).isEqualTo(200);
        assertThat(limited(0).post(path + "/data", element("c", 10)).status()).isIn(200, 201);
        isRefused(limited(0).post("/api/v1/tables", context(20)));
        limited(0).delete(path).data();
        assertThat(limited(0).post("/api/v1/tables", context(90)).status()).isEqualTo(201);
    }

    private static void isRefused(RestClient.Answer answer) {
        assertThat(answer.error()).as(answer.message()).isEqualTo("403/1003");
        assertThat(answer.message()).isEqualTo(REFUSED);
    }
}
