package dev.caravan.catalogue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Schemas of arguments that can't be evaluated within bounds, each as the members of {@code properties}. */
final class HostileSchemas {

    static final List<String> REFUSED = List.of(
            pattern("^(a|aa)+\\\\1b$"), pattern("(?=a)b"), pattern("(?<!a)b"), pattern("((a{100}){100}){100}"), pattern("(a{1000}){1000}"),
            pattern("a{1001}"),
            pattern("("), pattern("(".repeat(5_000) + "a" + ")".repeat(5_000)), pattern("a".repeat(2_001)),
            "\"query\":{\"$ref\":\"#/properties/query\"}",
            "\"query\":{\"allOf\":[{\"$ref\":\"#\"}]},\"more\":{\"not\":{\"$ref\":\"#/properties/more\"}}",
            "\"query\":{\"type\":\"string\"}},\"$ref\":\"#\",\"$defs\":{",
            "\"query\":{\"type\":\"string\"}},\"allOf\":[{\"$ref\":\"#\"}],\"$defs\":{",
            "\"query\":{\"type\":\"string\"}},\"if\":{\"$ref\":\"#/$defs/b\"},\"$defs\":{\"b\":{\"else\":{\"$ref\":\"#/$defs/b\"}}",
            "\"query\":{\"enum\":"
                    + IntStream.range(0, 1 << 9).mapToObj(HostileSchemas::sameHash).collect(Collectors.joining(",", "[", "]")) + "}");

    private HostileSchemas() {
    }

    static String of(String properties) {
        return "{\"type\":\"object\",\"properties\":{" + properties + "}}";
    }

    private static String pattern(String pattern) {
        return "\"query\":{\"type\":\"string\",\"pattern\":\"" + pattern + "\"}";
    }

    /** "Aa" and "BB" have the same hash code. */
    private static String sameHash(int bits) {
        return IntStream.range(0, 9).mapToObj(i -> (bits >> i & 1) == 0 ? "Aa" : "BB").collect(Collectors.joining("", "\"", "\""));
    }
}
