package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A document whose {@code _source} lacks fields is never written anew, since these fields would be erased. */
@Tag("full")
class OpenSearchPartialSourceTest extends OpenSearchTest {

    private static final String INDEX = "os_partial";

    @ParameterizedTest
    @ValueSource(strings = {"{\"excludes\":[\"secret\"]}", "{\"includes\":[\"n\"]}", "{\"excludes\":[\"s*\"]}", "{\"enabled\":false}"})
    void updateThatWouldEraseFieldsIsRefused(String source) {
        make(INDEX, "{\"_source\":" + source + ",\"properties\":{\"n\":{\"type\":\"integer\"},\"secret\":{\"type\":\"keyword\"}}}");
        done("insert", DB, "{\"table\":\"" + INDEX + "\",\"data\":[{\"_id\":\"1\",\"n\":1,\"secret\":\"x\"}]}");

        for (String table : new String[] {INDEX, "os_partial_alias"}) {
            STORE.send("POST", "/_aliases", "{\"actions\":[{\"add\":{\"index\":\"" + INDEX + "\",\"alias\":\"os_partial_alias\"}}]}");
            assertThat(failed("query_error", "update", DB, "{\"table\":\"" + table + "\",\"data\":{\"n\":2},\"filters\":{\"_id\":\"1\"}}"))
                    .startsWith(table + ": the _source of this index leaves out fields");
        }
        done("insert", DB, "{\"table\":\"" + INDEX + "\",\"data\":[{\"_id\":\"3\",\"n\":3}]}");
        assertThat(matches("secret", "x")).isEqualTo(1);
        assertThat(matches("n", "1")).isEqualTo(1);
        assertThat(matches("n", "2")).isZero();
        assertThat(matches("n", "3")).isEqualTo(1);
        done("delete", DB, "{\"table\":\"" + INDEX + "\",\"filters\":{\"n\":1}}");
    }

    private static int matches(String field, String value) {
        STORE.send("POST", "/" + INDEX + "/_refresh", null);
        return STORE.send("POST", "/" + INDEX + "/_count", "{\"query\":{\"term\":{\"" + field + "\":\"" + value + "\"}}}").get("count")
                .intValue();
    }

    /** The mapping that a call looked up before may be older. */
    @Test
    void indexThatWasMadeAgainIsRefusedAtOnce() {
        for (String source : new String[] {"{}", "{\"excludes\":[\"secret\"]}", "{\"excludes\":[]}"}) {
            make(INDEX, "{\"_source\":" + source
                    + ",\"properties\":{\"n\":{\"type\":\"integer\"},\"secret\":{\"type\":\"keyword\",\"store\":true}}}");
            done("insert", DB, "{\"table\":\"" + INDEX + "\",\"data\":[{\"_id\":\"1\",\"n\":1,\"secret\":\"x\"}]}");
            boolean partial = source.contains("secret");
            assertThat(call("update", DB, "{\"table\":\"" + INDEX + "\",\"data\":{\"n\":2},\"filters\":{\"_id\":\"1\"}}").get("success")
                    .booleanValue()).isEqualTo(!partial);
            assertThat(matches("secret", "x")).isEqualTo(1);
            assertThat(matches("n", partial ? "1" : "2")).isEqualTo(1);
        }
    }
}
