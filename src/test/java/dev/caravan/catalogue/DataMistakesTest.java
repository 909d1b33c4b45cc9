package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.RestClient;
import org.junit.jupiter.api.Test;

/**
 * A body for the data of a context that has a wrong field is refused as 422/1006, as the API document says; the message names the field.
 */
class DataMistakesTest extends CatalogueTest {

    @Test
    void elementNeedsContent() {
        RestClient.Answer answer = rest.post(data(), "{\"elements\":[{\"key\":\"x\"}]}");

        assertThat(answer.error()).isEqualTo("422/1006");
        assertThat(answer.message()).contains("elements").contains("content");
        assertThat(rest.put(data(), "{\"elements\":[{\"key\":\"a\"}]}").error()).isEqualTo("422/1006");
    }

    @Test
    void listsMustNotBeEmpty() {
        for (String elements : new String[]{"{}", "{\"elements\":[]}", "{\"elements\":7}", "{\"elements\":[7]}",
            "{\"elements\":[{\"key\":true,\"content\":1}]}"}) {
            assertThat(rest.post(data(), elements).error()).as(elements).isEqualTo("422/1006");
        }
        for (String keys : new String[] {"{}", "{\"keys\":[]}", "{\"keys\":\"a\"}", "{\"keys\":[null]}"}) {
            assertThat(rest.send("DELETE", data(), keys).error()).as(keys).isEqualTo("422/1006");
        }
    }

    @Test
    void elementOfAnObjectNeedsAKey() {
        RestClient.Answer answer = rest.post(data(), "{\"elements\":[{\"content\":1}]}");

        assertThat(answer.error()).isEqualTo("422/1006");
        assertThat(answer.message()).contains("key");
    }

    @Test
    void nullKeyCountsAsMissing() {
        assertThat(rest.post(data() + "?json_pointer_path=/list", "{\"elements\":[{\"key\":null,\"content\":3}]}").data().get("data"))
                .isEqualTo(json("[1,3]"));
    }

    private String data() {
        return "/api/v1/tables/" + table("{\"a\":1,\"list\":[1]}") + "/data";
    }
}
