package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.TestStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** db_advanced runs aggregations on OpenSearch, and refuses those that run scripts, reach other indexes or cost too much. */
@Tag("full")
class OpenSearchAggregationsTest extends OpenSearchTest {

    @Test
    void aggregationsCountSumAndGroup() {
        STORE.create("os_sales", TestStore.columns("id INTEGER, status TEXT, amount DECIMAL, at TIME"));
        done("insert", DB, """
                {"table":"os_sales","data":[{"id":1,"status":"paid","amount":10.5,"at":"2026-01-01T00:00:00Z"},{"id":2,"status":"paid",\
                "amount":20,"at":"2026-02-01T00:00:00Z"},
                {"id":3,"status":"new","amount":5,"at":"2026-02-02T00:00:00Z"}]}""");
        JsonNode answer = done("advanced", DB, """
                {"table":"os_sales","operation":"aggregate","aggs":{"by":{"terms":{"field":"status","size":10},\
                "aggs":{"total":{"sum":{"field":"amount"}}}},
                "months":{"date_histogram":{"field":"at","calendar_interval":"month"}},
                "best":{"max_bucket":{"buckets_path":"by>total"}}}}""");
        assertThat(answer.get("count").intValue()).isEqualTo(3);
        assertThat(answer.at("/data/by/buckets/0/key").asText()).isEqualTo("paid");
        assertThat(answer.at("/data/by/buckets/0/total/value").doubleValue()).isEqualTo(30.5);
        assertThat(answer.at("/data/months/buckets")).hasSize(2);
        assertThat(answer.at("/data/best/value").doubleValue()).isEqualTo(30.5);

        assertThat(done("advanced", DB,
                "{\"table\":\"os_sales\",\"operation\":\"aggregate\",\"aggs\":{\"fine\":{\"histogram\":{\"field\":\"amount\","
                        + "\"interval\":0.0000001}}}}")
                .at("/data/fine/buckets"))
                .as("not the millions between").hasSize(3);
        JsonNode filtered = done("advanced", "search_reports",
                "{\"table\":\"os_sales\",\"operation\":\"aggregate\",\"params\":{\"filters\":{\"status\":\"paid\",\"amount__gt\":10.5},"
                        + "\"aggs\":{\"n\":{\"value_count\":{\"field\":\"id\"}}}}}");
        assertThat(filtered.toString()).isEqualTo("{\"success\":true,\"data\":{\"n\":{\"value\":1}},\"count\":1}");
        make("os_titles", "{}");
        done("insert", DB, "{\"table\":\"os_titles\",\"data\":[{\"title\":\"short\"},{\"title\":\"" + "long".repeat(100) + "\"}]}");
        String titles = "{\"table\":\"os_titles\",\"operation\":\"aggregate\","
                + "\"aggs\":{\"n\":{\"value_count\":{\"field\":\"title.keyword\"}}},\"filters\":{\"title%s\":\"short\"}}";
        assertThat(done("advanced", DB, titles.formatted("")).toString())
                .isEqualTo("{\"success\":true,\"data\":{\"n\":{\"value\":1}},\"count\":1}");
        assertThat(failed("query_error", "advanced", DB, titles.formatted("__contains"))).contains("256");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"x\":{\"scripted_metric\":{\"init_script\":\"state.a=1\",\"map_script\":\"1\",\"combine_script\":\"1\",\"reduce_script\":\"1\"}"
                + "}}",
        "{\"x\":{\"avg\":{\"script\":{\"source\":\"1\"}}}}",
        "{\"x\":{\"terms\":{\"field\":\"status\",\"order\":{\"a\":\"asc\"},\"Script\":\"1\"}}}",
        "{\"x\":{\"terms\":{\"field\":\"status\"},\"aggs\":{\"y\":{\"bucket_script\":{\"buckets_path\":{},\"script\":\"1\"}}}}}",
        "{\"x\":{\"terms\":{\"field\":\"status\"},\"aggregations\":{\"y\":{\"weighted_avg\":{\"value\":{\"script\":\"1\"},"
                + "\"weight\":{\"field\":\"amount\"}}}}}}",
        "{\"x\":{\"composite\":{\"sources\":[{\"a\":{\"terms\":{\"script\":{\"source\":\"1\"}}}}]}}}",
        "{\"x\":{\"filter\":{\"script\":{\"script\":\"true\"}}}}",
        "{\"x\":{\"filter\":{\"bool\":{\"should\":[{\"bool\":{\"must\":{\"script\":{\"script\":\"true\"}}}}]}}}}",
        "{\"x\":{\"filters\":{\"filters\":{\"a\":{\"wrapper\":{\"query\":\"e30=\"}}}}}}",
        "{\"x\":{\"filter\":{\"terms\":{\"status\":{\"index\":\"vault\",\"id\":\"1\",\"path\":\"v\"}}}}}",
        "{\"x\":{\"filter\":{\"terms\":{\"match\":{\"index\":\"os_sales\",\"id\":\"1\",\"path\":\"status\"}}}}}",
        "{\"x\":{\"filter\":{\"more_like_this\":{\"like\":[{\"_index\":\"vault\",\"_id\":\"1\"}]}}}}",
        "{\"x\":{\"filter\":{\"query_string\":{\"query\":\"*\"}}}}",
        "{\"x\":{\"adjacency_matrix\":{\"filters\":{\"a\":{\"script\":{\"script\":\"true\"}}}}}}",
        "{\"x\":{\"top_hits\":{\"size\":1,\"script_fields\":{\"a\":{\"script\":\"1\"}}}}}",
        "{\"x\":{\"terms\":{\"field\":\"status\",\"size\":10001}}}",
        "{\"x\":{\"terms\":{\"field\":\"status\",\"size\":\"99999\"}}}",
        "{\"x\":{\"terms\":{\"field\":\"status\"},\"aggs\":{\"a\":{\"terms\":{\"field\":\"status\"},"
                + "\"aggs\":{\"a\":{\"terms\":{\"field\":\"status\"},\"aggs\":{\"a\":{\"terms\":{\"field\":\"status\"},"
                + "\"aggs\":{\"a\":{\"terms\":{\"field\":\"status\"},\"aggs\":{\"a\":{\"max\":{\"field\":\"id\"}}}}}}}}}}}}}",
        "{\"x\":{\"nonsense\":{}}}", "{\"x\":1}", "{}",
        "{\"x\":{\"histogram\":{\"field\":\"amount\",\"interval\":0.0000001,\"min_doc_count\":0}}}",
        "{\"x\":{\"percentiles\":{\"field\":\"amount\",\"tdigest\":{\"compression\":1e9}}}}", "{\"x\":{\"avg\":{\"field\":\"status\"}}}"})
    @Tag("nightly")
    void otherAggregationsAreRefused(String aggregations) {
        STORE.create("os_sales", TestStore.columns("id INTEGER, status TEXT, amount DECIMAL, at TIME"));
        done("insert", DB,
                "{\"table\":\"os_sales\",\"data\":[{\"id\":1,\"status\":\"paid\",\"amount\":10.5},{\"id\":2,\"status\":\"new\","
                        + "\"amount\":1e12}]}");
        JsonNode refused = call("advanced", DB, "{\"table\":\"os_sales\",\"operation\":\"aggregate\",\"aggs\":" + aggregations + "}");
        assertThat(refused.at("/error/type").asText()).as(refused.toString()).isEqualTo("query_error");
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertThat(failed("query_error", "advanced", DB, "{\"table\":\"os_people\",\"operation\":\"aggregate\",\"aggs\":{}}"))
                .contains("aggs");
        assertThat(failed("query_error", "advanced", DB, "{\"operation\":\"aggregate\",\"aggs\":{\"n\":{\"max\":{\"field\":\"age\"}}}}"))
                .contains("table");
        assertThat(failed("query_error", "advanced", DB, "{\"table\":\"os_people\",\"operation\":\"transaction\",\"aggs\":{}}"))
                .contains("aggregate");
        failed("query_error", "advanced", DB,
                "{\"table\":\"os_people\",\"operation\":\"aggregate\",\"params\":{\"body\":{\"query\":{\"match_all\":{}},"
                        + "\"aggs\":{\"n\":{\"max\":{\"field\":\"age\"}}}}}}");
        failed("query_error", "advanced", DB,
                "{\"table\":\".os_secret\",\"operation\":\"aggregate\",\"aggs\":{\"n\":{\"max\":{\"field\":\"age\"}}}}");
    }
}
