package dev.caravan.catalogue;

import static dev.caravan.McpClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.RestClient;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** A tool of type {@code query_data} passes the official suite of JMESPath. */
@Tag("nightly")
class JmesPathSuiteTest extends CatalogueTest {

    private static final List<String> SUITE = List.of("basic", "boolean", "current", "escape", "filters", "functions", "identifiers",
            "indices", "literal", "multiselect", "pipe", "slice",
            "syntax", "unicode", "wildcard");

    @TestFactory
    Stream<DynamicTest> queryDataPassesTheOfficialJmesPathSuite() throws Exception {
        RestClient suites = rest;
        List<DynamicTest> tests = new ArrayList<>();
        for (String file : SUITE) {
            try (InputStream in = JmesPathSuiteTest.class.getResourceAsStream("/jmespath.test/tests/" + file + ".json")) {
                for (JsonNode group : JSON.readTree(in)) {
                    Made instance = instance(suites, tool(suites, table(suites, group.get("given").toString()), "query_data", "query", ""));
                    for (JsonNode test : group.get("cases")) {
                        tests.add(DynamicTest.dynamicTest(file + " " + test.get("expression").asText(), () -> check(instance, test)));
                    }
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(700);
        return tests.stream();
    }

    private static void check(Made instance, JsonNode test) {
        ObjectNode arguments = JSON.createObjectNode();
        arguments.set("query", test.get("expression"));
        if (test.has("error")) {
            assertThat(error(instance, "query", arguments.toString()).get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
            return;
        }
        JsonNode result = data(instance, "query", arguments.toString()).get("data");
        boolean unordered = test.get("expression").asText().contains("*")
                || test.get("expression").asText().matches(".*(keys|values)\\(.*");
        assertThat(result.equals(BY_VALUE, test.get("result")) || unordered && sorted(result).equals(sorted(test.get("result"))))
                .as(result + " for " + test.get("result")).isTrue();
    }

    private static List<String> sorted(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).map(item -> item.isArray() ? sorted(item).toString() : item.toString())
                .sorted().toList();
    }
}
