package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** db_advanced_supabase calls functions of the database and gives back their results. */
class SupabaseFunctionsTest extends SupabaseTest {

    @Test
    void rpcCallsFunctions() {
        functions();
        assertThat(done("advanced", "{\"operation\":\"rpc\",\"function\":\"supa_total\",\"arguments\":{\"x\":40}}").toString())
                .contains("\"data\":42,\"count\":1");
        assertThat(done("advanced",
                "{\"table\":\"x\",\"operation\":\"rpc\",\"params\":{\"function\":\"supa_total\",\"arguments\":{\"x\":9007199254740992,"
                        + "\"y\":1}}}")
                .at("/data").longValue()).isEqualTo(9007199254740993L);
        JsonNode rows = done("advanced", "{\"operation\":\"rpc\",\"function\":\"supa_rows\",\"arguments\":{\"n\":2,\"名\":\"张\"}}");
        assertThat(rows.get("data").toString()).isEqualTo("[{\"n\":1,\"名\":\"张\"},{\"n\":2,\"名\":\"张\"}]");
        assertThat(rows.get("count").intValue()).isEqualTo(2);
        JsonNode cut = done("advanced", "{\"operation\":\"rpc\",\"function\":\"supa_rows\",\"arguments\":{\"n\":1500,\"名\":\"\"}}");
        assertThat(cut.get("data")).hasSize(1_000);
        assertThat(cut.get("count").intValue()).isEqualTo(1_500);
        assertThat(cut.get("truncated").booleanValue()).isTrue();
        JsonNode nothing = done("advanced", "{\"operation\":\"rpc\",\"function\":\"supa_nothing\"}");
        assertThat(nothing.get("data").isNull()).isTrue();
        assertThat(nothing.get("count").intValue()).isZero();
        int before = done("query", "{\"table\":\"supa_loose\",\"filters\":{\"x\":77}}").get("count").intValue();
        done("advanced", "{\"operation\":\"rpc\",\"function\":\"supa_add\",\"arguments\":{}}");
        assertThat(done("query", "{\"table\":\"supa_loose\",\"filters\":{\"x\":77}}").get("count").intValue()).as("it ran once")
                .isEqualTo(before + 1);
    }

    @Test
    void missingFunctionsAndWrongArgumentsAreReported() {
        functions();
        assertThat(failed("query_error", "advanced", "{\"operation\":\"rpc\",\"function\":\"supa_totl\"}")).contains("supa_totl");
        assertThat(failed("query_error", "advanced", "{\"operation\":\"rpc\"}")).contains("function");
        assertThat(failed("query_error", "advanced", "{\"operation\":\"transaction\",\"function\":\"supa_total\"}")).contains("rpc");
        assertThat(failed("query_error", "advanced", "{\"operation\":\"rpc\",\"function\":\"supa_total\",\"arguments\":{\"z\":1}}"))
                .contains("z");
        assertThat(failed("query_error", "advanced", "{\"operation\":\"rpc\",\"function\":\"supa_total\",\"arguments\":{\"x\":\"one\"}}"))
                .contains("one");
        for (String name : List.of("pg_sleep", "pg_read_file", "version", "../supa_people", "supa_total?x=1", "postgrest.watch")) {
            failed("query_error", "advanced", McpClient.object("{\"operation\":\"rpc\"}").put("function", name).toString());
        }
    }
}
