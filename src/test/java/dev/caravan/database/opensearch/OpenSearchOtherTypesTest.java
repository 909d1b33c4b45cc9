package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A value of an unusual field is found by what is shown, or the field is refused by name. No document is missed silently. */
@Tag("nightly")
class OpenSearchOtherTypesTest extends OpenSearchTest {

    /** Documents that OpenSearch's own client wrote: two have no value, the others have one of these each. */
    private static void fill(String index, String mapping, String values) {
        make(index, "{\"properties\":{\"id\":{\"type\":\"integer\"},\"v\":" + mapping + "}}");
        STORE.send("PUT", "/" + index + "/_doc/0", "{\"id\":0}");
        if (!mapping.matches(".*(constant_keyword|join).*")) { // these refuse null
            STORE.send("PUT", "/" + index + "/_doc/1", "{\"id\":1,\"v\":null}");
        }
        List<String> all = Arrays.asList(values.split(" ; "));
        for (String value : all) {
            int id = all.indexOf(value) + 2;
            STORE.send("PUT", "/" + index + "/_doc/" + id, "{\"id\":" + id + ",\"v\":" + value + "}");
        }
        STORE.send("POST", "/" + index + "/_refresh", null);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{'type':'keyword','index':false} = 'a' ; 'A'", "{'type':'long','index':false} = 5 ; '007'",
        "{'type':'long','doc_values':false} = 5 ; 9223372036854775807", "{'type':'long','coerce':false} = 5 ; -5",
        "{'type':'date','doc_values':false} = '2026-01-02' ; 0", "{'type':'wildcard'} = 'a' ; 'a*?\\\\'",
        "{'type':'boolean'} = 'true' ; false", "{'type':'keyword'} = 7 ; true ; '7.0'",
        "{'type':'date'} = '2026-01-02' ; '2026-01' ; '2026' ; 1700000000123 ; '2026-01-02T03:04:05.678+08:00' ; '2026-01-02T03'",
        "{'type':'date','format':'yyyy-dd-MM'} = '2026-03-01' ; '2026-01-03'",
        "{'type':'date','format':'dd/MM/yyyy||dd/MM/yyyy HH:mm'} = '28/02/2026' ; '28/02/2026 10:00' ; '01/03/2026'",
        "{'type':'date_nanos'} = '2026-01-02T03:04:05.678901234Z' ; '2026-01-02T03:04:05.678901Z' ; 1700000000123 ; '2026'",
        "{'type':'date_nanos','format':'epoch_millis'} = 1700000000123 ; 1700000000124",
        "{'type':'text','fields':{'raw':{'type':'keyword'}}} = 'Red Apple' ; 'red'",
        "{'type':'match_only_text','fields':{'raw':{'type':'keyword'}}} = 'Red Apple' ; 'red'",
        "{'type':'double'} = '0.1' ; 1e300 ; 0.1000000000000000055", "{'type':'float'} = 16777217 ; 0.1 ; 1e-50"})
    void shownValueIsFoundAndWrittenBackAsItIs(String each) {
        String[] parts = each.replace('\'', '"').split(" = ");
        String index = "os_other_" + Integer.toHexString(parts[0].hashCode());
        fill(index, parts[0], parts[1]);
        JsonNode rows = exactly("query", "{\"table\":\"" + index + "\"}").get("data");
        for (JsonNode row : rows) {
            int id = row.get("id").intValue();
            JsonNode before = exact(STORE.send("GET", "/" + index + "/_source/" + id, null).toString());
            if (!row.path("v").isValueNode() || row.path("v").isNull()) {
                assertThat(ids(index, "{\"v__isnull\":true}")).contains(id);
                continue;
            }
            assertThat(ids(index, "{\"v\":" + row.get("v") + "}")).as("%s", row.get("v")).contains(id);
            assertThat(ids(index, "{\"v__in\":[" + row.get("v") + "]}")).contains(id);
            assertThat(ids(index, "{\"v__not_in\":[" + row.get("v") + "]}")).doesNotContain(id);
            assertThat(ids(index, "{\"v__isnull\":false}")).contains(id);
            exactly("update", "{\"table\":\"" + index + "\",\"data\":{\"v\":" + row.get("v") + "},\"filters\":{\"id\":" + id + "}}");
            assertThat(exact(STORE.send("GET", "/" + index + "/_source/" + id, null).toString())).isEqualTo(before);
        }
        for (String order : List.of("v", "-v")) {
            String query = "{\"table\":\"" + index + "\",\"limit\":1,\"order_by\":[\"" + order + "\",\"id\"],\"after\":\"";
            JsonNode page = call("query", DB, query + "\"}");
            List<Integer> paged = new ArrayList<>();
            while (page.has("data") && page.get("data").size() > 0 && paged.size() <= rows.size()) {
                paged.add(page.at("/data/0/id").intValue());
                page = page.has("next") ? done("query", DB, query + page.get("next").asText() + "\"}") : page.get("data").get(0);
            }
            assertThat(paged).as(page.toString()).hasSize(page.has("error") ? 0 : rows.size()).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{'type':'keyword','null_value':'none'} = 'none'", "{'type':'long','null_value':-1} = -1 ; 5", "{'type':'text'} = 'Red Apple'",
        "{'type':'search_as_you_type'} = 'Red Apple'", "{'type':'token_count','analyzer':'standard'} = '1' ; 'two words'",
        "{'type':'ip_range'} = '10.0.0.0/8' ; {'gte':'10.0.0.1','lte':'10.0.0.9'}", "{'type':'date_range'} = {'gte':'2026-01-01'}",
        "{'type':'integer_range'} = {'gte':1,'lt':5}", "{'type':'flat_object'} = {'a':'b'}", "{'type':'rank_feature'} = 1.5",
        "{'type':'geo_point'} = '1,2' ; {'lat':1,'lon':2}", "{'type':'binary'} = 'AAEC/w=='", "{'type':'completion'} = 'a'",
        "{'type':'object','enabled':false} = 'a' ; {'a':1}", "{'type':'nested'} = {'a':1}",
        "{'properties':{'a':{'type':'long'}}} = {'a':1}",
        "{'type':'keyword','index':false,'doc_values':false} = 'a'", "{'type':'keyword','normalizer':'lowercase'} = 'A' ; 'a'",
        "{'type':'constant_keyword','value':'a'} = 'a'", "{'type':'join','relations':{'q':'a'}} = 'q'",
        "{'type':'text','index':false,'fields':{'raw':{'type':'keyword','normalizer':"
                + "'lowercase'}}} = 'a'"})
    void fieldThatCanNotBeComparedIsRefusedByName(String each) {
        String[] parts = each.replace('\'', '"').split(" = ");
        String index = "os_other_" + Integer.toHexString(parts[0].hashCode());
        fill(index, parts[0], parts[1]);
        for (JsonNode row : exactly("query", "{\"table\":\"" + index + "\"}").get("data")) {
            boolean isNull = row.path("v").isMissingNode() || row.path("v").isNull();
            JsonNode found = call("query", DB, "{\"table\":\"" + index + "\",\"filters\":{\"v__isnull\":" + isNull + "}}");
            assertThat(found.path("data").findValuesAsText("id").contains(row.get("id").asText())
                    || found.at("/error/message").asText().contains("v")).as("%s of %s", found, row).isTrue();
            if (!isNull) {
                for (String filter : List.of("\"v\":" + row.get("v"), "\"v__gt\":\"a\"", "\"v__contains\":\"a\"",
                        "\"v__in\":[" + (row.get("v").isObject() ? 1 : row.get("v")) + "]")) {
                    assertThat(failed("query_error", "query", DB, "{\"table\":\"" + index + "\",\"filters\":{" + filter + "}}"))
                            .as(filter).startsWith("v");
                }
                assertThat(failed("query_error", "query", DB, "{\"table\":\"" + index + "\",\"order_by\":[\"v\"]}")).startsWith("v");
            }
        }
    }

    @Test
    void textBeyondIgnoreAboveIsRefusedAndAliasesOfUnlikeFieldsToo() {
        fill("os_ignored", "{\"type\":\"keyword\",\"ignore_above\":3}", "\"abc\" ; \"abcd\"");
        assertThat(ids("os_ignored", "{\"v\":\"abc\"}")).containsExactly(2);
        for (String filter : List.of("\"v\":\"abcd\"", "\"v__in\":[\"abc\",\"abcd\"]", "\"v__not_in\":[\"abcd\"]")) {
            assertThat(failed("query_error", "query", DB, "{\"table\":\"os_ignored\",\"filters\":{" + filter + "}}"))
                    .isEqualTo("v must be text of at most 3 characters");
        }
        for (String data : List.of("\"abcd\"", "1e2", "1.0")) {
            failed("query_error", "query", DB, "{\"table\":\"os_ignored\",\"filters\":{\"v\":" + data + "}}");
            failed("query_error", "insert", DB, "{\"table\":\"os_ignored\",\"data\":{\"v\":" + data + "}}");
        }
    }

    /** Another object of the document must not make a match of one that has the value. */
    @Test
    void nestedObjectsMeanTheWholeDocument() {
        make("os_objects", "{\"properties\":{\"id\":{\"type\":\"integer\"},\"items\":{\"type\":\"nested\",\"properties\":"
                + "{\"sku\":{\"type\":\"keyword\"}}},\"city\":{\"type\":\"keyword\"}}}");
        done("insert", DB, "{\"table\":\"os_objects\",\"data\":[{\"id\":1,\"items\":[{\"sku\":\"a\"},{\"sku\":\"b\"}],\"city\":\"x\"},"
                + "{\"id\":2,\"items\":[{\"sku\":\"b\"}]},{\"id\":3}]}");
        assertThat(ids("os_objects", "{\"items.sku__not_in\":[\"a\"]}")).containsExactly(2);
        assertThat(ids("os_objects", "{\"items.sku\":\"b\"}")).containsExactly(1, 2);
        assertThat(ids("os_objects", "{\"city__isnull\":true}")).containsExactly(2, 3);
    }
}
