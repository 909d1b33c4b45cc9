package dev.caravan.benchmark;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long a row is measured. As arguments: {@code seconds=10 windows=5 warm-up=60 long=300 calls=1000000 memory=512m earlier=FOLDER}.
 *
 * @param seconds of a window
 * @param windows of each side
 * @param warmUp  seconds of load before the windows
 * @param longRun seconds after which a gateway counts as warm
 * @param calls   before memory is read
 * @param memory  of the gateway's container
 * @param earlier checkout of an earlier commit, packaged, for the rows that begin with {@code earlier}; empty for none
 */
record Lengths(int seconds, int windows, int warmUp, int longRun, int calls, String memory, String earlier) {

    private static final List<String> NAMES = List.of("seconds", "windows", "warm-up", "long", "calls", "memory", "earlier");

    /** @throws IllegalArgumentException for a name that is not known */
    static Lengths of(List<String> arguments) {
        Map<String, String> given = new TreeMap<>();
        for (String argument : arguments) {
            String[] words = argument.split("=", 2);
            if (!NAMES.contains(words[0])) {
                throw new IllegalArgumentException(words[0] + " is not known. Lengths: " + NAMES);
            }
            given.put(words[0], words[1]);
        }
        int[] numbers = new int[5];
        int[] defaults = {10, 5, 60, 300, 1_000_000};
        Arrays.setAll(numbers, i -> Integer.parseInt(given.getOrDefault(NAMES.get(i), String.valueOf(defaults[i]))));
        return new Lengths(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], given.getOrDefault("memory", "512m"),
                given.getOrDefault("earlier", ""));
    }

    /** Whether a row runs if no names of rows are given. */
    boolean isWanted(String row) {
        return !earlier.isEmpty() || !row.startsWith("earlier");
    }

    @Override
    public String toString() {
        return windows + " × " + seconds + " s after " + warmUp + " s";
    }
}
