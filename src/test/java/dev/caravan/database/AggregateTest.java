package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** An aggregate means the same on every database. Each database is asked a half or a third; {@link AllAggregatesTest} asks all. */
@Tag("full")
class AggregateTest extends AggregatedRows {

    /** What is asked, and the groups of the answer. */
    private static final Map<String, String> CASES = new LinkedHashMap<>();

    /** What is asked, and a part of the error. */
    private static final Map<String, String> MISTAKES = new LinkedHashMap<>();

    private static final List<String> HOSTILE = List.of("x\\\"; drop table aggregated; --", "$where", "a.$b", "`x`", "x' or '1'='1", "*",
            "count(*)", "id) from aggregated --");

    static {
        CASES.put("", "[{'count':6}]");
        CASES.put("'group_by':['city'],'metrics':{'total':{'sum':'amount'},'rows':{'count':'*'}}",
                "[{'city':'上海','total':0.25,'rows':2},{'city':'北京','total':30.5,'rows':2},{'city':null,'total':95,'rows':2}]");
        CASES.put("'group_by':['kind']", "[{'kind':'Z','count':1},{'kind':'a','count':2},{'kind':'b','count':1},{'kind':null,'count':2}]");
        CASES.put("'metrics':{'c':{'count':'n'},'d':{'count_distinct':'n'},'s':{'sum':'n'},'a':{'avg':'n'},"
                        + "'low':{'min':'n'},'high':{'max':'n'}}",
                "[{'c':5,'d':4,'s':15,'a':3.0,'low':1,'high':7}]");
        CASES.put("'metrics':{'low':{'min':'kind'},'high':{'max':'kind'},'d':{'count_distinct':'kind'},'first':{'min':'t'},"
                        + "'last':{'max':'t'},'times':{'count_distinct':'t'}}",
                "[{'low':'Z','high':'b','d':3,'first':'2026-01-01T00:00:00Z','last':'2026-03-01T00:00:00Z','times':3}]");
        CASES.put("'metrics':{'a':{'avg':'amount'},'low':{'min':'amount'},'high':{'max':'amount'}},'filters':{'amount__gt':0}",
                "[{'a':32.6875,'low':0.25,'high':100}]");
        CASES.put("'group_by':['paid'],'metrics':{'s':{'sum':'n'}}", "[{'paid':false,'s':3},{'paid':true,'s':5},{'paid':null,'s':7}]");
        CASES.put("'group_by':['paid'],'order_by':['-paid']", "[{'paid':null,'count':1},{'paid':true,'count':3},{'paid':false,'count':2}]");
        CASES.put("'group_by':['t'],'filters':{'t__lt':'2026-02-01T00:00:00Z'}",
                "[{'t':'2026-01-01T00:00:00Z','count':2},{'t':'2026-01-02T00:00:00Z','count':1}]");
        CASES.put("'group_by':['city'],'metrics':{'total':{'sum':'amount'}},'order_by':['-total'],'limit':2",
                "[{'city':null,'total':95},{'city':'北京','total':30.5}]");
        CASES.put("'group_by':['city'],'metrics':{'total':{'sum':'amount'}},'having':{'total__gte':30.5,'city__isnull':false}",
                "[{'city':'北京','total':30.5}]");
        CASES.put("'group_by':['city'],'having':{'city__in':['上海','x'],'count':2}", "[{'city':'上海','count':2}]");
        CASES.put("'group_by':['city','kind'],'filters':{'city':'上海'}",
                "[{'city':'上海','kind':'a','count':1},{'city':'上海','kind':null,'count':1}]");
        CASES.put("'group_by':['kind'],'metrics':{'s':{'sum':'amount'}},'filters':{'id':4}", "[{'kind':null,'s':null}]");
        CASES.put("'metrics':{'c':{'count':'*'},'s':{'sum':'n'},'a':{'avg':'n'},'m':{'max':'kind'}},'filters':{'n__gt':1000}",
                "[{'c':0,'s':null,'a':null,'m':null}]");
        CASES.put("'group_by':['city'],'filters':{'n__gt':1000}", "[]");
        CASES.put("'metrics':{'count':{'count':'*'}},'having':{'count__lt':6}", "[]");
        CASES.put("'group_by':['n'],'metrics':{'name with spaces, ü and \\\"quotes\\\"':{'count':'*'}},'filters':{'n':7}",
                "[{'n':7,'name with spaces, ü and \\\"quotes\\\"':1}]");
        MISTAKES.put("'metrics':{'x':{'sum':'city'}}", "x: sum works on numbers only");
        MISTAKES.put("'group_by':['kind'],'metrics':{'x':{'avg':'city'}},'limit':1", "x: avg works on numbers only");
        MISTAKES.put("'metrics':{'x':{'median':'n'}}", "x: a metric is an object with one of count, count_distinct, sum, avg, min, max");
        MISTAKES.put("'metrics':{'x':{'sum':'n','avg':'n'}}", "x: a metric is an object with one of");
        MISTAKES.put("'metrics':{'x':'n'}", "x: a metric is an object with one of");
        MISTAKES.put("'metrics':{'total':{'sum':'n'}},'having':{'totl__gt':1}",
                "totl is not in the result; having and order_by take: total");
        MISTAKES.put("'group_by':['city'],'order_by':['amount']", "amount is not in the result; having and order_by take: ");
        MISTAKES.put("'group_by':['city'],'metrics':{'city':{'count':'*'}}", "city occurs twice");
        MISTAKES.put("'group_by':['city'],'limit':1001", "limit must be at most 1000");
    }

    /** How many parts there are, of which each database is asked one. */
    protected int parts(int usual) {
        return usual;
    }

    @TestFactory
    Stream<DynamicTest> everyDatabaseComputesEveryAggregate() {
        return aggregating().stream().flatMap(database -> part(database, CASES.entrySet(), parts(2)).stream()
                .map(each -> DynamicTest.dynamicTest(database + " " + each.getKey(), () -> {
                    JsonNode answer = done("aggregate", database, arguments(each.getKey()));

                    assertThat(plain(answer.get("data"))).as(answer.toString())
                            .isEqualTo(plain(McpClient.object(json("{'data':" + shown(database, each.getValue()) + "}")).get("data")));
                    assertThat(answer.get("has_more").booleanValue()).isEqualTo(each.getKey().contains("'limit':2"));
                })));
    }

    @TestFactory
    Stream<DynamicTest> everyDatabaseRefusesEveryMistake() {
        return aggregating().stream().flatMap(database -> part(database, MISTAKES.entrySet(), parts(3)).stream()
                .map(each -> DynamicTest.dynamicTest(database + " " + each.getKey(), () ->
                        assertThat(failed("query_error", "aggregate", database, arguments(each.getKey()))).contains(each.getValue()))));
    }

    @Test
    void hostileNamesDoNoHarm() {
        for (String database : aggregating()) {
            for (String name : part(database, HOSTILE, parts(3))) {
                JsonNode grouped = call("aggregate", database, "{\"table\":\"aggregated\",\"group_by\":[\"" + name + "\"]}");
                assertThat(grouped.at("/error/type").asText("query_error")).as(database + grouped).isEqualTo("query_error");
                assertThat(grouped.path("data").size()).as(database + grouped).isLessThanOrEqualTo(1);
                JsonNode named = done("aggregate", database, "{\"table\":\"aggregated\","
                        + "\"metrics\":{\"" + name + "\":{\"count\":\"*\"}},\"having\":{\"" + name + "\":6}}");
                assertThat(named.at("/data/0").size()).as(database + named).isEqualTo(1);
            }
            assertThat(done("aggregate", database, arguments("")).at("/data/0/count").intValue()).isEqualTo(6);
        }
    }

    /** A boolean of MySQL is a tinyint(1), which has more values than two. Its usual collation has Z after b. */
    private static String shown(String database, String rows) {
        return database.equals("mysql") ? rows.replace(":true", ":1").replace(":false", ":0")
                .replace("{'kind':'Z','count':1},{'kind':'a','count':2},{'kind':'b','count':1}",
                        "{'kind':'a','count':2},{'kind':'b','count':1},{'kind':'Z','count':1}")
                .replace("'low':'Z','high':'b'", "'low':'a','high':'Z'") : rows;
    }

    /** The rows with numbers by value and times by instant. */
    private static String plain(JsonNode rows) {
        StringBuilder text = new StringBuilder();
        rows.forEach(row -> {
            ((ObjectNode) row).properties().forEach(member -> {
                JsonNode value = member.getValue();
                text.append(member.getKey()).append('=').append(value.isNumber() ? String.valueOf(value.doubleValue())
                        : value.asText().matches("\\d{4}-.*T.*") ? Instant.parse(value.asText().replaceFirst("Z?$", "Z")).toString()
                                : value.toString()).append(' ');
            });
            text.append('\n');
        });
        return text.toString();
    }
}
