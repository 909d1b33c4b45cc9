package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.RestClient;
import org.junit.jupiter.api.Test;

/** A context that grows deeper by each request stops to grow while it can still be read. */
class DeepContextsTest extends CatalogueTest {

    private static final int STEPS = 80;

    @Test
    void deepContextsAreReadable() {
        long table = table("{}");
        String place = "";
        RestClient.Answer answer = add(table, place);
        for (int i = 0; i < 20 && answer.status() == 201; i++) {
            place += "/a".repeat(STEPS);
            answer = add(table, place);
        }
        assertThat(answer.error()).as(answer.message()).isEqualTo("400/1001");
        assertThat(answer.message()).contains("350");

        assertThat(rest.get("/api/v1/tables/" + table + "/data?json_pointer_path=").status()).isEqualTo(200);
        assertThat(rest.get("/api/v1/tables/" + table).status()).isEqualTo(200);
        Made instance = instance(tool(table, "get_all_data", "all", ""));
        assertThat(data(instance, "all", "{}").toString()).contains("{\"a\":{\"a\":");
    }

    private RestClient.Answer add(long table, String place) {
        return rest.post("/api/v1/tables/" + table + "/data?json_pointer_path=" + place,
                "{\"elements\":[{\"key\":\"a\",\"content\":" + "{\"a\":".repeat(STEPS - 1) + "{}" + "}".repeat(STEPS - 1) + "}]}");
    }
}
