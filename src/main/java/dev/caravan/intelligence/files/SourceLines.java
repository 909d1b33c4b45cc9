package dev.caravan.intelligence.files;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The lines of a file, from 1, without line ends. */
final class SourceLines {

    private static final int TAB = 4;

    private final String[] lines;

    SourceLines(String text) {
        lines = Arrays.stream(text.split("\n", -1)).map(line -> line.endsWith("\r") ? line.substring(0, line.length() - 1) : line)
                .toArray(String[]::new);
    }

    int count() {
        return lines.length;
    }

    String get(int number) {
        return lines[number - 1];
    }

    boolean isBlank(int number) {
        return get(number).isBlank();
    }

    boolean hasWords(int number) {
        return get(number).codePoints().anyMatch(Character::isLetterOrDigit);
    }

    /** Returns the number of columns before the first character of the line. */
    int indentation(int number) {
        int columns = 0;
        for (char c : get(number).toCharArray()) {
            if (c != ' ' && c != '\t') {
                break;
            }
            columns += c == '\t' ? TAB : 1;
        }
        return columns;
    }

    /** Returns the number of characters of these lines, with one line end each. */
    int size(List<Integer> numbers) {
        return numbers.stream().mapToInt(number -> get(number).length() + 1).sum();
    }

    String text(List<Integer> numbers) {
        return numbers.stream().map(this::get).collect(Collectors.joining("\n"));
    }

    static List<Integer> range(int first, int last) {
        return IntStream.rangeClosed(first, last).boxed().toList();
    }
}
