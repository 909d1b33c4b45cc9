package dev.caravan.chart;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** The numbers of one series by their places on the axis, in the order of the rows. It uses arrays, since maps with 10,000 entries cost more than all the rest. */
final class Points {

    private int[] places = new int[16];
    private Number[] numbers = new Number[16];
    private int size;
    private Map<Integer, Integer> index;

    /** @param isNew whether no series has the place yet, which saves the search */
    int find(int place, boolean isNew) {
        if (isNew) {
            return -1;
        }
        if (index == null) {
            index = new HashMap<>();
            for (int i = 0; i < size; i++) {
                index.put(places[i], i);
            }
        }
        return index.getOrDefault(place, -1);
    }

    void add(int place, Number number) {
        if (size == places.length) {
            places = Arrays.copyOf(places, 2 * size);
            numbers = Arrays.copyOf(numbers, 2 * size);
        }
        if (index != null) {
            index.put(place, size);
        }
        places[size] = place;
        numbers[size++] = number;
    }

    Number number(int at) {
        return numbers[at];
    }

    void replace(int at, Number number) {
        numbers[at] = number;
    }

    int place(int at) {
        return places[at];
    }

    int size() {
        return size;
    }

    /** Returns a number or null for each place, up to that number of places. */
    Number[] aligned(int length) {
        Number[] aligned = new Number[length];
        for (int i = 0; i < size; i++) {
            aligned[places[i]] = numbers[i];
        }
        return aligned;
    }

    /** Returns the order of the points, by the ranks of their places. */
    int[] order(int[] rank) {
        return IntStream.range(0, size).boxed().sorted(Comparator.comparingInt(at -> rank[places[at]])).mapToInt(Integer::intValue).toArray();
    }
}
