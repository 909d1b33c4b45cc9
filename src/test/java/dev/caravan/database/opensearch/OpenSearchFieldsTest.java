package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Filters reach every kind of field that an OpenSearch mapping has, or say why they do not. */
@Tag("full")
class OpenSearchFieldsTest extends OpenSearchTest {

    @Test
    void analysedTextIsComparedByItsKeywordFieldOrRefused() {
        make("os_texts", """
                {"properties":{"id":{"type":"integer"},"title":{"type":"text","fields":{"keyword":{"type":"keyword","ignore_above":10}}},\
                "body":{"type":"text"},
                "folded":{"type":"keyword","normalizer":"lowercase"},"code":{"type":"keyword","ignore_above":5}}}""");
        done("insert", DB, """
                {"table":"os_texts","data":[{"id":1,"title":"Red Apple","body":"b","folded":"F"},{"id":2,"title":"red","body":"b"},\
                {"id":3,"title":""},{"id":4}]}""");
        assertThat(ids("os_texts", "{\"title\":\"Red Apple\"}")).containsExactly(1);
        assertThat(ids("os_texts", "{\"title__contains\":\"d A\"}")).containsExactly(1);
        assertThat(ids("os_texts", "{\"title__startswith\":\"red\"}")).containsExactly(2);
        assertThat(ids("os_texts", "{\"title__gt\":\"Red Apple\"}")).containsExactly(2);
        assertThat(ids("os_texts", "{\"title__not_in\":[\"red\"]}")).containsExactly(1, 3);
        assertThat(ids("os_texts", "{\"title__isnull\":true}")).containsExactly(4);
        assertThat(ids("os_texts", "{\"title.keyword\":\"red\"}")).containsExactly(2);
        assertThat(ids("os_texts", "{\"title\":\"a title that is longer than ten\"}")).isEmpty();
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_texts\",\"filters\":{\"body\":\"b\"}}")).contains("body")
                .contains("keyword");
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_texts\",\"order_by\":[\"body\"]}")).contains("body");
        assertThat(failed("query_error", "query", DB, "{\"table\":\"os_texts\",\"filters\":{\"folded\":\"f\"}}")).contains("folded");
        assertThat(ids("os_texts", "{\"body__isnull\":false,\"folded__isnull\":false}")).containsExactly(1);
        assertThat(failed("query_error", "insert", DB, "{\"table\":\"os_texts\",\"data\":{\"code\":\"longer\"}}")).contains("code")
                .contains("5");

        done("insert", DB, "{\"table\":\"os_texts\",\"data\":{\"id\":5,\"title\":\"a title that is longer than ten\"}}");
        assertThat(ids("os_texts", "{\"title\":\"red\"}")).as("a short text can't be that long one").containsExactly(2);
        assertThat(ids("os_texts", "{\"title__not_in\":[\"red\"]}")).containsExactly(1, 3, 5);
        assertThat(ids("os_texts", "{\"title__isnull\":false}")).containsExactly(1, 2, 3, 5);
        for (String filter : List.of("\"title__contains\":\"longer\"", "\"title\":\"a title that is longer than ten\"",
                "\"title__lt\":\"b\"", "\"title__endswith\":\"n\"")) {
            assertThat(failed("query_error", "query", DB, "{\"table\":\"os_texts\",\"filters\":{" + filter + "}}")).contains("title")
                    .contains("10");
            failed("query_error", "update", DB, "{\"table\":\"os_texts\",\"data\":{\"body\":\"changed\"},\"filters\":{" + filter + "}}");
            failed("query_error", "delete", DB, "{\"table\":\"os_texts\",\"filters\":{" + filter + "}}");
            assertThat(
                    done("query", DB, "{\"table\":\"os_texts\",\"filters\":{" + filter + ",\"id__lt\":5}}").get("success").booleanValue())
                    .as("left out by another").isTrue();
        }
        assertThat(done("query", DB, "{\"table\":\"os_texts\"}").get("count").intValue()).isEqualTo(5);
        String word = IntStream.range(0, 250).mapToObj(String::valueOf).collect(Collectors.joining(" ")) + "*?\\\\";
        done("insert", DB, "{\"table\":\"os_people\",\"data\":{\"id\":77,\"name\":\"" + word + "\"}}");
        assertThat(done("query", DB, where("{\"name__contains\":\"" + word + "\"}")).get("count").intValue()).isEqualTo(1);
        assertThat(done("query", DB, where("{\"name__startswith\":\"" + word + "\"}")).get("count").intValue()).isEqualTo(1);
        assertThat(done("query", DB, where("{\"name__endswith\":\"" + "北京上海天津".repeat(50) + "\"}")).get("count").intValue()).isZero();
        for (String operator : List.of("contains", "startswith", "endswith", "gt")) {
            assertThat(failed("query_error", "query", DB, where("{\"name__" + operator + "\":\"" + "w".repeat(901) + "\"}")))
                    .contains("900");
        }
        assertThat(done("query", DB, where("{\"name\":\"" + "w".repeat(40_000) + "\",\"email__not_in\":[\"" + "w".repeat(40_000) + "\"]}"))
                .get("count").intValue()).isZero();
        done("delete", DB, where("{\"id\":77}"));
    }

    @Test
    void objectsNestedObjectsAndListsWork() {
        make("os_deep", """
                {"properties":{"id":{"type":"integer"},"address":{"properties":{"city":{"type":"keyword"},"zip":{"type":"integer"}}},
                "items":{"type":"nested","properties":{"sku":{"type":"keyword"},"n":{"type":"integer"}}},"tags":{"type":"keyword"},\
                "raw":{"type":"object","enabled":false}}}""");
        done("insert", DB, """
                {"table":"os_deep","data":[{"id":1,"address":{"city":"北京","zip":1},"items":[{"sku":"a","n":1},{"sku":"b","n":2}],\
                "tags":["x","y"]},
                {"id":2,"address":{"city":"上海"},"items":[{"sku":"c","n":3}],"tags":[]},{"id":3}]}""");
        assertThat(ids("os_deep", "{\"address.city\":\"北京\"}")).containsExactly(1);
        assertThat(ids("os_deep", "{\"address.city__endswith\":\"海\"}")).containsExactly(2);
        assertThat(ids("os_deep", "{\"items.sku__in\":[\"b\",\"c\"],\"items.n__gt\":2}")).containsExactly(2);
        assertThat(ids("os_deep", "{\"items.sku__isnull\":true}")).containsExactly(3);
        assertThat(ids("os_deep", "{\"items__isnull\":false}")).containsExactly(1, 2);
        assertThat(ids("os_deep", "{\"address__isnull\":true}")).containsExactly(3);
        assertThat(ids("os_deep", "{\"tags\":\"y\"}")).containsExactly(1);
        assertThat(ids("os_deep", "{\"tags__isnull\":true}")).containsExactly(2, 3);
        assertThat(done("query", DB, "{\"table\":\"os_deep\",\"columns\":[\"address.city\",\"id\"],\"order_by\":[\"-items.n\"]}")
                .get("data").toString())
                .isEqualTo("[{\"id\":3,\"address\":null},{\"id\":2,\"address\":{\"city\":\"上海\"}},{\"id\":1,\"address\":{\"city\":\"北京\"}}]"
                        .replace(",\"address\":null", ""));
        done("update", DB, "{\"table\":\"os_deep\",\"data\":{\"address.city\":\"天津\",\"tags\":[\"z\"]},\"filters\":{\"id\":1}}");
        assertThat(done("query", DB, "{\"table\":\"os_deep\",\"filters\":{\"id\":1},\"columns\":[\"address\",\"tags\"]}").get("data"))
                .isEqualTo(exact("[{\"address\":{\"city\":\"天津\",\"zip\":1},\"tags\":[\"z\"]}]"));
        for (String filter : List.of("\"address\":{\"city\":\"x\"}", "\"raw\":1", "\"address__gt\":1", "\"tags\":[\"z\"]",
                "\"id__contains\":\"1\"", "\"_id__contains\":\"1\"", "\"_id__gt\":\"1\"")) {
            failed("query_error", "query", DB, "{\"table\":\"os_deep\",\"filters\":{" + filter + "}}");
        }
    }

    @Tag("full")
    @Test
    void newFieldsFollowTheMappingAndAreSearchableAtOnce() {
        done("insert", DB, "{\"table\":\"os_loose\",\"data\":{\"id\":1,\"color\":\"blue\"}}");
        assertThat(ids("os_loose", "{\"color\":\"blue\",\"id\":1}")).containsExactly(1);
        done("update", DB, "{\"table\":\"os_loose\",\"data\":{\"size\":5},\"filters\":{\"id\":1}}");
        assertThat(ids("os_loose", "{\"size__gte\":5}")).containsExactly(1);
        make("os_strict",
                "{\"dynamic\":\"strict\",\"properties\":{\"name\":{\"type\":\"keyword\"},"
                        + "\"o\":{\"properties\":{\"a\":{\"type\":\"keyword\"}}}}}");
        assertThat(failed("query_error", "insert", DB, "{\"table\":\"os_strict\",\"data\":[{\"name\":\"a\"},{\"name\":\"b\",\"nam\":1}]}"))
                .contains("row 2").contains("[nam]");
        assertThat(failed("query_error", "insert", DB, "{\"table\":\"os_strict\",\"data\":[{\"name\":\"a\"},{\"o\":{\"b\":1}}]}"))
                .contains("row 2").contains("strict");
        assertThat(done("query", DB, "{\"table\":\"os_strict\"}").get("count").intValue()).as("the rows before the refused ones")
                .isEqualTo(2);
        make("os_fresh", "{}");
        STORE.send("DELETE", "/os_fresh", null);
        await().until(() -> call("query", DB, "{\"table\":\"os_fresh\"}").at("/error/type").asText().equals("query_error"));
        make("os_fresh", "{}");
        await().until(() -> call("query", DB, "{\"table\":\"os_fresh\"}").get("success").booleanValue());
        STORE.send("DELETE", "/os_fresh", null);
        failed("query_error", "insert", DB, "{\"table\":\"os_fresh\",\"data\":{\"a\":1}}");
        assertThat(STORE.send("GET", "/_resolve/index/os_fresh*", null).get("indices")).as("an index that is gone is not made anew")
                .isEmpty();
    }
}
