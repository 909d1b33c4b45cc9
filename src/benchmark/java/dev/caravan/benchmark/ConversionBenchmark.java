package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.recall.InputParameters;
import java.util.Arrays;

/**
 * How long the conversion of one input schema takes: 300 properties, of which every third is a reference to one of 40 definitions. A main
 * class, no test.
 */
public final class ConversionBenchmark {

    private ConversionBenchmark() {
    }

    public static void main(String[] args) throws Exception {
        ObjectNode schema = schema();
        int size = 0;
        double[] times = new double[2_000];
        for (int i = -5_000; i < times.length; i++) {
            long begin = System.nanoTime();
            size += InputParameters.of(schema).size();
            if (i >= 0) {
                times[i] = (System.nanoTime() - begin) / 1e6;
            }
        }
        if (size == 0) {
            throw new IllegalStateException("Nothing was converted");
        }
        Arrays.sort(times);
        try (Table table = Table.of("Conversion of an input schema of 300 properties and 40 definitions, warm", "", "bytes in", "bytes out",
                "median ms", "p99 ms")) {
            table.row("InputParameters.of", schema.toString().length(), InputParameters.of(schema).toString().length(),
                    times[times.length / 2], times[times.length * 99 / 100]);
            table.note("Aim: under 1 ms.");
        }
    }

    private static ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        for (int i = 0; i < 300; i++) {
            ObjectNode property = schema.withObjectProperty("properties").putObject("property_" + i).put("description",
                    "What property " + i + " is for");
            switch (i % 3) {
                case 0 -> property.put("type", "string").put("maxLength", 100);
                case 1 -> property.put("$ref", "#/$defs/D" + i % 40);
                default -> property.put("type", "array").putObject("items").put("$ref", "#/$defs/D" + i % 40);
            }
        }
        for (int i = 0; i < 40; i++) {
            ObjectNode definition = schema.withObjectProperty("$defs").putObject("D" + i).put("type", "object");
            definition.withObjectProperty("properties").putObject("name").put("type", "string");
            definition.withObjectProperty("properties").putObject("amount").put("type", "number").put("minimum", 0);
            definition.withObjectProperty("properties").putObject("next").put("$ref", "#/$defs/D" + (i + 1) % 40);
        }
        return schema;
    }
}
