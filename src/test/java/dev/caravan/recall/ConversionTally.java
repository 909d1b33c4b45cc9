package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What became of schemas that were converted: what OpenAI refuses of them, and how large and slow they are, for who reads the test's
 * output.
 */
final class ConversionTally {

    private final String of;
    final Map<String, List<String>> refused = new LinkedHashMap<>();
    int number;
    private int largest;
    private int deepest;
    private long total;
    private long slowest;
    private String largestName = "";
    private String slowestName = "";

    ConversionTally(String of) {
        this.of = of;
    }

    void converted(String name, JsonNode parameters, long nanos) {
        number++;
        total += nanos;
        List<String> refusals = refusals(parameters);
        if (!refusals.isEmpty()) {
            refused.put(name, refusals);
        }
        int characters = parameters.toString().length();
        if (characters > largest) {
            largest = characters;
            largestName = name;
        }
        if (nanos > slowest) {
            slowest = nanos;
            slowestName = name;
        }
        deepest = Math.max(deepest, depth(parameters));
    }

    void tell() {
        System.out.printf(
                "%s: %d converted in %d ms; the largest result has %d characters (%s), the deepest %d levels; the slowest took %d ms (%s)"
                        + "%n",
                of, number, total / 1_000_000, largest, largestName, deepest, slowest / 1_000_000, slowestName);
    }

    /** What OpenAI refuses in a function's parameters. */
    private static List<String> refusals(JsonNode parameters) {
        List<String> refusals = new ArrayList<>(SchemaChecks.problems(parameters));
        if (!parameters.path("type").asText().equals("object") || !parameters.path("properties").isObject()) {
            refusals.add("the root is no object with properties");
        }
        Stream.of("oneOf", "anyOf", "allOf", "enum", "not", "const").filter(parameters::has)
                .forEach(keyword -> refusals.add(keyword + " at the root"));
        SchemaChecks.keywords(parameters, new HashSet<>()).stream().filter(List.of("$ref", "$defs", "definitions")::contains)
                .forEach(refusals::add);
        arraysWithoutItems(parameters, "", refusals);
        if (depth(parameters) > 60) {
            refusals.add("nested " + depth(parameters) + " deep");
        }
        return refusals;
    }

    private static void arraysWithoutItems(JsonNode schema, String at, List<String> refusals) {
        boolean array = !schema.path("type").isObject() && schema.path("type").toString().contains("\"array\"");
        if (array && !schema.has("items") && !schema.has("prefixItems")) {
            refusals.add(at + " is an array without items");
        }
        for (var member : schema.properties()) {
            if (!List.of("default", "const", "enum", "example", "examples", "discriminator").contains(member.getKey())) {
                arraysWithoutItems(member.getValue(), at + "/" + member.getKey(), refusals);
            }
        }
        if (schema.isArray()) {
            schema.forEach(member -> arraysWithoutItems(member, at, refusals));
        }
    }

    private static int depth(JsonNode node) {
        int deepest = 0;
        for (JsonNode child : node) {
            deepest = Math.max(deepest, depth(child));
        }
        return node.isContainerNode() ? deepest + 1 : 0;
    }
}
