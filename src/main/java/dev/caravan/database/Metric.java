package dev.caravan.database;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One value that an aggregate computes for each group.
 *
 * @param column the column that it reads; null to count rows
 */
public record Metric(String name, Function function, String column) {

    /** What a metric computes. Null values are left out; without other values the result is null, and a count is 0. */
    public enum Function {
        COUNT, COUNT_DISTINCT, SUM, AVG, MIN, MAX;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Optional<Function> of(String word) {
            return Arrays.stream(values()).filter(function -> function.word().equals(word)).findFirst();
        }

        static String words() {
            return Arrays.stream(values()).map(Function::word).collect(Collectors.joining(", "));
        }
    }

    public boolean isCount() {
        return function == Function.COUNT || function == Function.COUNT_DISTINCT;
    }
}
